import GStreamerKit
import Synchronization

/// A timeline sink of a pipeline, as an application sees it.
struct TimelineSink: Sendable {
  /// The signals with a line of the schema each.
  enum Signal: String, CaseIterable, Sendable { case activity, campaign, markerState = "marker-state" }

  let element: ElementRef
  /// What the description asks for.
  private let firstOffset: UInt64
  private let subscriptions = Subscriptions()

  init(_ element: ElementRef) {
    self.element = element
    firstOffset = element.get("start-offset") ?? 0
  }

  /// Audio that has come in, ns.
  var heard: UInt64 { element.get("heard") ?? 0 }
  /// Audio that was missing, ns.
  var lost: UInt64 { element.get("lost") ?? 0 }
  /// Where the audio is, with its offset, ns.
  var runningTime: UInt64 { element.get("running-time") ?? 0 }

  /// Says where rows come from, unless the sink knows.
  func name(_ source: String) {
    if element.get("source") == "" { element.set("source", source) }
  }

  /// The times of the next start begin so much later than those of the first.
  func begin(at offset: UInt64) { element.set("start-offset", ClockTime.sum(firstOffset, offset)) }

  /// How far the times have come since those of the first start, ns.
  var progress: UInt64 { max(runningTime, firstOffset) - firstOffset }

  /// Calls `body` with each line, on a streaming thread.
  func listen(_ body: @escaping @Sendable (Signal, String) -> Void) {
    for signal in Signal.allCases {
      let subscription = element.onSignal(signal.rawValue) { arguments in
        if case .string(let line)? = arguments.first { body(signal, line) }
      }
      if let subscription { subscriptions.add(subscription) }
    }
  }

  /// Ends what `listen` began.
  func ignore() { subscriptions.cancel() }

  private final class Subscriptions: Sendable {
    private let all = Mutex<[Subscription]>([])
    func add(_ subscription: Subscription) { all.withLock { $0.append(subscription) } }
    func cancel() {
      let taken = all.withLock { all in
        defer { all = [] }
        return all
      }
      for subscription in taken { subscription.cancel() }
    }
  }
}
