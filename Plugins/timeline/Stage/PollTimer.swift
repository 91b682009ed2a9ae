import Dispatch

/// Calls something at intervals on a thread of its own, until it is finished or let go of.
final class PollTimer: @unchecked Sendable {  // dispatch queues and sources may be used from any thread
  private let queue = DispatchQueue(label: "earmark.timeline.poll")
  private let timer: any DispatchSourceTimer
  private let key = DispatchSpecificKey<Bool>()

  /// Starts at once. `body` does not keep what it works on.
  init(interval: Double, _ body: @escaping @Sendable () -> Void) {
    timer = DispatchSource.makeTimerSource(queue: queue)
    queue.setSpecific(key: key, value: true)
    timer.setEventHandler(handler: body)
    let step = DispatchTimeInterval.milliseconds(Int(interval * 1000))
    timer.schedule(deadline: .now() + step, repeating: step, leeway: .milliseconds(50))
    timer.resume()
  }

  deinit { timer.cancel() }

  /// Ends it; a call that is under way is waited for, unless this is that call.
  func finish() {
    timer.cancel()
    if DispatchQueue.getSpecific(key: key) == nil { queue.sync {} }
  }
}
