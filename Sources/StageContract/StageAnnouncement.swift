public import GStreamerKit

/// What a stage says of itself in a sticky event, once per stream and again when it changes.
public struct StageAnnouncement: Sendable, Equatable {
  /// What a stage does.
  public enum Role: String, Sendable, CaseIterable { case fingerprint, marker, api }

  /// What it does.
  public var role: Role
  /// Factory name.
  public var stage: String
  /// Algorithm id and version.
  public var algorithm: String
  /// For people.
  public var details: String
  /// Fingerprint stage: absolute path of its pack, may be empty.
  public var pack: String?
  /// Fingerprint stage: grows with every pack loaded.
  public var packGeneration: UInt64?
  /// Fingerprint stage: its limit of chance matches per 1,000 h.
  public var maxFalseAlarms: Double?
  /// API stage: how long an activity lasts after it was heard last, ns.
  public var hold: UInt64?

  /// An announcement with the given values; those of another role are nil.
  public init(
    role: Role, stage: String, algorithm: String, details: String, pack: String? = nil, packGeneration: UInt64? = nil,
    maxFalseAlarms: Double? = nil, hold: UInt64? = nil
  ) {
    self.role = role
    self.stage = stage
    self.algorithm = algorithm
    self.details = details
    self.pack = pack
    self.packGeneration = packGeneration
    self.maxFalseAlarms = maxFalseAlarms
    self.hold = hold
  }

  /// The structure of the sticky event, `earmark-stage-ROLE`.
  public var structure: Structure {
    var structure = Structure("earmark-stage-\(role.rawValue)")
    structure["contract"] = StageContract.version
    structure["stage"] = stage
    structure["algorithm"] = algorithm
    structure["details"] = details
    if let pack { structure["pack"] = pack }
    if let packGeneration { structure["pack-generation"] = packGeneration }
    if let maxFalseAlarms { structure["max-false-alarms"] = maxFalseAlarms }
    if let hold { structure["hold"] = hold }
    return structure
  }

  /// Reads an announcement; nil when `structure` is none.
  /// - Throws: `ContractViolation` when it is damaged or of a newer contract.
  public static func read(_ structure: Structure) throws(ContractViolation) -> StageAnnouncement? {
    guard structure.name.hasPrefix("earmark-stage-"),
      let role = Role(rawValue: String(structure.name.dropFirst("earmark-stage-".count)))
    else { return nil }
    try structure.checkContract()
    return StageAnnouncement(
      role: role, stage: try structure.requiredText("stage"), algorithm: structure["algorithm"] ?? "",
      details: structure["details"] ?? "", pack: structure["pack"], packGeneration: structure["pack-generation"],
      maxFalseAlarms: structure["max-false-alarms"], hold: structure["hold"])
  }
}
