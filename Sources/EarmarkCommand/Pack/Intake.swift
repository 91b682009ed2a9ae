import Foundation
import Media
import Synchronization

/// Works through many files, several at once, and gives what came of them in their order.
final class Intake: Sendable {
  typealias Outcome = Result<IntakeMaterial, CommandFailure>

  private struct State {
    var next = 0
    var running: [Int: AudioDecoder] = [:]
    var isCancelled = false
  }

  private let sources: [MaterialSource]
  private let meter: ProgressMeter
  private let state = Mutex(State())

  init(_ sources: [MaterialSource], meter: ProgressMeter) {
    self.sources = sources
    self.meter = meter
  }

  /// Stops all decoders and takes up no more files.
  func cancel() {
    let running = state.withLock { state in
      state.isCancelled = true
      return Array(state.running.values)
    }
    running.forEach { $0.cancel() }
  }

  /// Works with so many threads, since decoding keeps a thread, and calls `each` for every file as soon as all before
  /// it are finished. Files that were not taken up before a cancellation are left out.
  func run(jobs: Int, _ each: (Outcome) -> Void) async {
    let (stream, continuation) = AsyncStream.makeStream(of: (index: Int, outcome: Outcome).self)
    let workers = max(1, min(jobs, sources.count))
    let team = WorkerTeam(workers) { continuation.finish() }
    for _ in 0..<workers {
      Thread.detachNewThread { [self] in
        while let (index, work) = takeUp() {
          continuation.yield((index, finish(index, Result { () throws(CommandFailure) in try work.run() })))
        }
        team.leave()
      }
    }
    var waiting: [Int: Outcome] = [:]
    var next = 0
    for await (index, outcome) in stream {
      waiting[index] = outcome
      while let outcome = waiting.removeValue(forKey: next) {
        each(outcome)
        next += 1
      }
    }
  }

  private func takeUp() -> (Int, IntakeWork)? {
    state.withLock { state in
      guard !state.isCancelled, state.next < sources.count else { return nil }
      defer { state.next += 1 }
      let work = IntakeWork(sources[state.next])
      state.running[state.next] = work.decoder
      meter.follow(item: state.next) { (work.decoder.progress.position, work.decoder.progress.duration) }
      return (state.next, work)
    }
  }

  private func finish(_ index: Int, _ outcome: Outcome) -> Outcome {
    let decoder = state.withLock { $0.running.removeValue(forKey: index) }
    meter.finish(item: index, seconds: decoder?.progress.position ?? 0)
    return outcome
  }
}
