/// One line of type `fault`: trouble that passes.
public struct FaultRecord: Sendable, Equatable {
  /// Name of the element that reports it.
  public var stage: String
  /// A number for programs, from the range of the recognition errors.
  public var code: Int
  /// For people.
  public var text: String
  /// Nanoseconds until the next try; nil when none is planned.
  public var retryIn: UInt64?
  /// The trouble is over.
  public var isRestored: Bool
  /// Wall-clock time of the report.
  public var observedAt: Timestamp
  /// What was listened to.
  public var source: String

  /// A record with the given values.
  public init(
    stage: String, code: Int, text: String, retryIn: UInt64?, isRestored: Bool, observedAt: Timestamp, source: String
  ) {
    self.stage = stage
    self.code = code
    self.text = text
    self.retryIn = retryIn
    self.isRestored = isRestored
    self.observedAt = observedAt
    self.source = source
  }

  /// `{"v":1,"type":"fault","stage":…,"code":…,"text":…,"retry_in":seconds|null,"restored":…,"observed_at":…,
  /// "source":…}`.
  public var line: String {
    var writer = LineWriter(type: "fault")
    writer.string("stage", stage)
    writer.raw("code", String(code))
    writer.string("text", text)
    writer.raw("retry_in", retryIn.map { TimelineJSON.seconds($0) })
    writer.raw("restored", isRestored ? "true" : "false")
    writer.string("observed_at", observedAt.text)
    writer.string("source", source)
    return writer.finish()
  }
}
