import Foundation
import GStreamerKit
import Recognition
import Synchronization
import TestAudio
import Testing

/// A pipeline with an `earrecognizer name=ear` in it, and what is heard of both.
final class Player: Sendable {
  /// What has been said so far.
  struct Heard {
    var activities: [JSONValue] = []
    var campaigns: [JSONValue] = []
    /// `2 identified Seven`: generation, state and name.
    var markers: [String] = []
    var warnings: [String] = []
    var faults: [Structure] = []
    var activityMessages = 0
    var error: ElementError?
    var isOver = false
    /// Everything of it in order: `eos`, `activity started one`, `fault`, …
    var order: [String] = []

    /// Materials whose activity has ended, in order.
    var ended: [String] {
      activities.filter { $0["event"] == .string("ended") && $0["superseded"] == nil }
        .compactMap { $0["material_id"]?.stringValue }
    }
  }

  let pipeline: Pipeline
  let ear: ElementRef
  private let state = Mutex(Heard())

  var heard: Heard { state.withLock { $0 } }

  /// - Parameter onActivity: called inside the signal handler, on the branch's thread.
  convenience init(_ line: String, onActivity: @escaping @Sendable (Player) -> Void = { _ in }) throws {
    try #require(StageRun.isReady)
    try self.init(Pipeline(line), onActivity: onActivity)
  }

  /// A pipeline that has got its `ear` by now.
  init(_ pipeline: Pipeline, onActivity: @escaping @Sendable (Player) -> Void = { _ in }) throws {
    self.pipeline = pipeline
    ear = try #require(pipeline.element(named: "ear"))
    ear.onSignal("activity") { [weak self] arguments in
      guard let self, case .string(let text)? = arguments.first, let json = try? JSONValue(parsing: text) else {
        return
      }
      note("activity \(json["event"]?.stringValue ?? "") \(json["material_id"]?.stringValue ?? "")") {
        $0.activities.append(json)
      }
      onActivity(self)
    }
    ear.onSignal("campaign") { [weak self] arguments in
      guard case .string(let text)? = arguments.first, let json = try? JSONValue(parsing: text) else { return }
      self?.note("campaign") { $0.campaigns.append(json) }
    }
    ear.onSignal("marker-state") { [weak self] arguments in
      guard case .string(let text)? = arguments.first, let json = try? JSONValue(parsing: text) else { return }
      let name = (json["marker"]?["name"]?.stringValue).map { " \($0)" } ?? ""
      let generation = json["generation"]?.integerValue ?? -1
      self?.note("marker") { $0.markers.append("\(generation) \(json["state"]?.stringValue ?? "")\(name)") }
    }
    pipeline.bus.observe { [weak self] message in
      switch message {
      case .endOfStream: self?.note("eos") { $0.isOver = true }
      case .error(_, let error):
        self?.note("error") { heard in
          heard.error = error
          heard.isOver = true
        }
      case .warning(_, let warning): self?.note("warning") { $0.warnings.append(warning.message) }
      case .element(_, let structure) where structure.name == "earmark-fault":
        self?.note("fault") { $0.faults.append(structure) }
      case .element(_, let structure) where structure.name == "earmark-activity":
        self?.note("message") { $0.activityMessages += 1 }
      default: break
      }
    }
  }

  private func note(_ what: String, _ change: (inout Heard) -> Void) {
    state.withLock { heard in
      heard.order.append(what)
      change(&heard)
    }
  }

  /// The stage `eartrouble name=trouble` in the chain.
  var trouble: ElementRef? { pipeline.element(named: "trouble") }
  var dropped: Double { Double(ear.get("dropped") ?? UInt64(0)) / 1e9 }
  var timeline: [JSONValue] {
    (ear.get("timeline").flatMap { String($0) }).flatMap { try? JSONValue(parsing: $0) }?.arrayValue ?? []
  }

  /// Waits until something has happened; what does not happen for minutes is an error.
  func wait(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, until isTrue: () -> Bool
  ) async throws {
    let limit = ContinuousClock.now + .seconds(200)
    while ContinuousClock.now < limit {
      if isTrue() { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("never came: \(what); \(heard.order) \(heard.warnings)", sourceLocation: sourceLocation)
    throw CancellationError()
  }

  func waitForEnd(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await wait("the end", sourceLocation: sourceLocation) { heard.isOver }
  }

  /// Plays to the end of what is played, which is not the end of what is recognised, and stops.
  func playToTheEnd(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try pipeline.play()
    try await waitForEnd(sourceLocation: sourceLocation)
    await pipeline.stopped()
  }
}
