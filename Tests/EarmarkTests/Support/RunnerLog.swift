import Earmark
import GStreamerKit
import Recognition
import Synchronization
import Testing

/// What a runner said, as short words: `starting 0`, `running`, `recovering network 1.0`, `started one`, `ended one`,
/// `fault …`, `stopped`, `stopped pack`.
final class RunnerLog: Sendable {
  private let events = Mutex<[PipelineRunner.Event]>([])

  var all: [PipelineRunner.Event] { events.withLock { $0 } }
  var words: [String] { all.compactMap(Self.word) }

  func add(_ event: PipelineRunner.Event) { events.withLock { $0.append(event) } }

  /// The activity records so far.
  var records: [ActivityRecord] {
    all.compactMap { event in
      if case .activity(let line, _) = event { ActivityRecord(parsing: line) } else { nil }
    }
  }

  /// The error of the last `stopped`, or of the last `recovering`.
  var error: RecognitionError? {
    all.reversed().lazy.compactMap { event -> RecognitionError? in
      switch event {
      case .stopped(let error): error
      case .recovering(let error, _): error
      default: nil
      }
    }.first
  }

  /// The lines of `fault`.
  var faults: [JSONValue] {
    all.compactMap { event in
      if case .fault(let line) = event { try? JSONValue(parsing: line) } else { nil }
    }
  }

  private static func word(_ event: PipelineRunner.Event) -> String? {
    switch event {
    case .starting(let attempt): "starting \(attempt)"
    case .running: "running"
    case .recovering(let error, let delay): "recovering \(error.code) \(delay)"
    case .activity(let line, _):
      ActivityRecord(parsing: line).flatMap {
        $0.event == .refined ? nil : "\($0.event.rawValue) \($0.activity.materialID)"
      }
    case .campaign, .markerState: nil
    case .fault: "fault"
    case .stopped(let error): error.map { "stopped \($0.code)" } ?? "stopped"
    }
  }

  /// Waits until it has said so; a failure of the test after a time that only a hang takes.
  func wait(
    for word: String, count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await wait(sourceLocation: sourceLocation) { $0.filter { $0 == word }.count >= count }
  }

  func wait(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: ([String]) -> Bool
  ) async throws {
    for _ in 0..<3000 {
      if isDone(words) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("waited in vain: \(words)", sourceLocation: sourceLocation)
    throw CancellationError()
  }
}

extension PipelineRunner {
  /// A runner that writes into `log`.
  convenience init(
    _ description: PipelineDescription, restart: RestartPolicy = .never, source: String? = nil, log: RunnerLog,
    prepare: (@Sendable (Pipeline) throws -> Void)? = nil
  ) throws {
    try self.init(description, restart: restart, source: source, prepare: prepare) { log.add($0) }
  }
}
