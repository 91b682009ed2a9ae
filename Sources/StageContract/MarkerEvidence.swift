public import GStreamerKit

/// One decoded repetition of a marker, as a marker stage reports it (`earmark-marker`). Times are running times in ns.
public struct MarkerEvidence: Sendable, Equatable {
  /// Name of the event.
  public static let structureName = "earmark-marker"

  /// 1 … 2²⁴ − 1. Private to the pipeline.
  public var code: UInt64
  /// End of the stretch that carried it.
  public var runningTime: UInt64
  /// The same in stream time, ns.
  public var streamTime: UInt64
  /// Length of that stretch, ns.
  public var duration: UInt64
  /// How long this evidence holds, ns.
  public var validFor: UInt64

  /// Reads an `earmark-marker` structure.
  /// - Throws: `ContractViolation`.
  public init(_ structure: Structure) throws(ContractViolation) {
    try structure.checkContract()
    code = try structure.required("code")
    guard (1..<1 << 24).contains(code) else {
      throw ContractViolation("field code of \(structure.name) is out of its range, 1 … 16777215")
    }
    runningTime = try structure.required("running-time")
    streamTime = structure["stream-time"] ?? runningTime
    duration = try structure.required("duration")
    validFor = try structure.required("valid-for")
  }

  /// Where the stretch begins.
  public var start: UInt64 { runningTime >= duration ? runningTime - duration : 0 }
}
