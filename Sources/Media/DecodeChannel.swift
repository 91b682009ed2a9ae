import CGStreamer
import Synchronization

/// Hands audio from a pipeline's streaming thread to the thread that wants it, a bounded number of chunks ahead, and
/// tells that thread how the pipeline ends.
final class DecodeChannel: @unchecked Sendable {  // everything mutable is used under `mutex`
  /// What comes next.
  enum Delivery {
    case chunk([Float])
    case ended
    case failed(PipelineFailure)
    case stalled
    case cancelled
  }

  private static let capacity = 4

  private let mutex: UnsafeMutablePointer<GMutex> = .allocate(capacity: 1)
  private let changed: UnsafeMutablePointer<GCond> = .allocate(capacity: 1)
  private let activity = Atomic(0)
  private var chunks: [[Float]] = []
  private var isEnded = false
  private var isCancelled = false
  private var isClosed = false
  private var failure: PipelineFailure?

  init() {
    g_mutex_init(mutex)
    g_cond_init(changed)
  }

  deinit {
    g_cond_clear(changed)
    g_mutex_clear(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    g_mutex_lock(mutex)
    defer {
      g_cond_broadcast(changed)
      g_mutex_unlock(mutex)
    }
    return body()
  }

  // MARK: The pipeline's side

  /// Says that the pipeline is alive although there is no whole chunk yet. Called for every buffer, some hundred times
  /// per second of audio, so it wakes nobody.
  func noteActivity() { activity.add(1, ordering: .relaxed) }

  /// Grows while the pipeline is alive.
  var signsOfLife: Int { activity.load(ordering: .relaxed) }

  /// Waits for room; false when the pipeline is about to be stopped.
  func push(_ chunk: [Float]) -> Bool {
    locked {
      while chunks.count >= Self.capacity, !isClosed { g_cond_wait(changed, mutex) }
      if !isCancelled { chunks.append(chunk) }
      return !isClosed
    }
  }

  /// The stream has ended; what was pushed is still delivered.
  func end() { locked { isEnded = true } }

  /// The pipeline cannot go on; what was pushed is still delivered. Only the first failure counts: others follow from
  /// it.
  func fail(_ failure: PipelineFailure) { locked { if self.failure == nil { self.failure = failure } } }

  // MARK: The receiver's side

  /// Waits for what comes next. With a `timeout`, gives up after one to two times as many seconds without any sign of
  /// life.
  func next(timeout: Double?) -> Delivery {
    locked {
      var seen = signsOfLife
      var deadline = Self.deadline(timeout)
      while true {
        if isCancelled { return .cancelled }
        if !chunks.isEmpty { return .chunk(chunks.removeFirst()) }
        if let failure { return .failed(failure) }
        if isEnded { return .ended }
        guard let limit = deadline else {
          g_cond_wait(changed, mutex)
          continue
        }
        guard g_cond_wait_until(changed, mutex, limit) == 0 else { continue }
        let latest = signsOfLife
        if latest == seen { return .stalled }
        seen = latest
        deadline = Self.deadline(timeout)
      }
    }
  }

  private static func deadline(_ timeout: Double?) -> gint64? {
    timeout.map { g_get_monotonic_time() + gint64($0 * 1_000_000) }
  }

  /// Ends the wait of both sides.
  func cancel() {
    locked {
      isCancelled = true
      isClosed = true
    }
  }

  /// Keeps the pipeline's threads from waiting, so that it can be stopped.
  func close() { locked { isClosed = true } }

  /// What was pushed while the pipeline was being stopped.
  func takeRest() -> [Float] {
    locked {
      defer { chunks = [] }
      return chunks.flatMap(\.self)
    }
  }
}
