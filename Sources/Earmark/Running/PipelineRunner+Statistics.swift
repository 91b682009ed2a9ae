import GStreamerKit
import Recognition
import Synchronization

extension PipelineRunner {
  /// Figures of the current session, or of the last one.
  public struct Statistics: Sendable, Equatable {
    /// Audio that came to the timeline sinks, all together, in seconds.
    public var heard = 0.0
    /// Audio that was missing in between (holes in the timestamps), in seconds.
    public var lost = 0.0
    /// Buffers that elements say they threw away, such as a timeline sink that came too late. Without those of an
    /// `earrecognizer`, which counts time (its property `dropped`) and reports it as a fault.
    public var dropped: UInt64 = 0
    /// How often the pipeline was started again.
    public var restarts = 0
    /// Seconds since audio came last, or since the start while none has; 0 while stopped.
    public var silentFor = 0.0
  }

  var heard: UInt64 { sinks.reduce(0) { $0 &+ $1.heard } }
  var lost: UInt64 { sinks.reduce(0) { $0 &+ $1.lost } }

  var dropped: UInt64 {
    pipeline.elements.reduce(0) { sum, element in
      // Nanoseconds.
      if element.factory == "earrecognizer" { return sum }
      if let count: UInt64 = element.get("dropped") { return sum &+ count }
      guard element.factory == "eartimelinesink", case .structure(let statistics)? = element.get("stats") else {
        return sum
      }
      return sum &+ (statistics["dropped"] ?? 0)
    }
  }

  /// Figures of the current session, or of the last one.
  public var statistics: Statistics {
    let (heard, lost, dropped, now) = (heard, lost, dropped, MonotonicClock.now())
    return state.withLock { state in
      Statistics(
        heard: Double(heard - min(heard, state.heardAtBegin)) / 1e9,
        lost: Double(lost - min(lost, state.lostAtBegin)) / 1e9,
        dropped: dropped - min(dropped, state.droppedAtBegin), restarts: state.attempt,
        silentFor: state.step == .idle || state.isPaused ? 0 : Double(now - min(now, state.aliveAt)) / 1e9)
    }
  }
}
