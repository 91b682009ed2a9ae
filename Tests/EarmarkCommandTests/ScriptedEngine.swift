import Media
import Synchronization

@testable import EarmarkCommand

/// Answers each input with records that were written beforehand.
final class ScriptedEngine: RecognitionEngine {
  enum Script: Sendable {
    case records([String])
    case failure(CommandFailure, after: [String])
    case refusal(CommandFailure)
    case damaged(String, after: [String])
  }

  private let scripts: [String: Script]
  private let log = Mutex<[RecognitionRequest]>([])
  private let cancellations = Mutex(0)

  init(_ scripts: [String: Script]) { self.scripts = scripts }

  var requests: [RecognitionRequest] { log.withLock { $0 } }
  var cancelled: Int { cancellations.withLock { $0 } }

  func check(pack: String) throws(CommandFailure) -> Task<CommandFailure?, Never> {
    if pack == "bad.earpack" { throw CommandFailure(.pack, "bad.earpack is bad") }
    return Task { pack == "worn.earpack" ? CommandFailure(.pack, "worn.earpack is worn") : nil }
  }

  func start(_ request: RecognitionRequest) throws(CommandFailure) -> any RecognitionRun {
    log.withLock { $0.append(request) }
    switch scripts[request.input.name] {
    case .records(let lines): return Run(lines, nil, nil, self)
    case .failure(let failure, let lines): return Run(lines, failure, nil, self)
    case .damaged(let damage, let lines): return Run(lines, nil, damage, self)
    case .refusal(let failure): throw failure
    case nil: return Run([], nil, nil, self)
    }
  }

  private final class Run: RecognitionRun {
    let records: AsyncThrowingStream<String, any Error>
    let damage: String?
    private let engine: ScriptedEngine
    var progress: (position: Double, duration: Double?) { (1, 2) }

    init(_ lines: [String], _ failure: CommandFailure?, _ damage: String?, _ engine: ScriptedEngine) {
      self.engine = engine
      self.damage = damage
      records = AsyncThrowingStream { continuation in
        for line in lines { continuation.yield(line) }
        continuation.finish(throwing: failure)
      }
    }

    func cancel() { engine.cancellations.withLock { $0 += 1 } }
  }
}
