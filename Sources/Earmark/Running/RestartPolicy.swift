/// When a pipeline that has come to an end is started again.
public struct RestartPolicy: Sendable, Equatable {
  /// After what it is started again.
  public enum Condition: Sendable, Equatable {
    /// Nothing: the first failure is the end.
    case never
    /// A failure that may pass: a device, the network, an input. A bad pack or description, or stages that do not fit
    /// together, stay an end.
    case onFailure
    /// Such a failure, and the end of the stream: for sources that should never end.
    case always
  }

  /// After what it is started again.
  public var when: Condition
  /// Seconds before the first try; each further one after a failure waits twice as long. A stream that has given audio and
  /// ended is begun again after so long each time.
  public var initialDelay: Double
  /// The longest wait, seconds. Who has run for longer than this starts with `initialDelay` again.
  public var maximumDelay: Double
  /// Seconds without any audio, while it plays and is not paused, that count as a failure; nil: never.
  public var stallTimeout: Double?

  /// A policy with the given values; delays below 0 count as 0.
  public init(
    when: Condition, initialDelay: Double = 1, maximumDelay: Double = 30, stallTimeout: Double? = 30
  ) {
    self.when = when
    self.initialDelay = initialDelay
    self.maximumDelay = maximumDelay
    self.stallTimeout = stallTimeout
  }

  /// The first failure is the end; so are 30 seconds without audio.
  public static let never = RestartPolicy(when: .never)
  /// Tries again after failures.
  public static let onFailure = RestartPolicy(when: .onFailure)
  /// Tries again after failures and after the end of the stream.
  public static let always = RestartPolicy(when: .always)

  /// Seconds to wait after so many failures in a row, the first one being number 0.
  func delay(afterFailure number: Int) -> Double {
    let first = max(0, initialDelay.isFinite ? initialDelay : 1)
    let longest = max(first, maximumDelay.isFinite ? maximumDelay : 30)
    var delay = first
    for _ in 0..<min(number, 64) where delay < longest { delay *= 2 }
    return min(delay, longest)
  }
}
