/// The numbers that faults have for programs (`FaultRecord.code`, the field `code` of `earmark-fault`); more can be added.
public enum FaultCode: Int, Sendable, CaseIterable {
  /// A host cannot be reached, or a connection broke off.
  case networkNotReachable = 400
  /// Credentials were refused.
  case authenticationFailure = 401
  /// A device, a stage or a pipeline does not work.
  case audioServiceFailure = 501
  /// A file cannot be read or written: a pack, say.
  case fileOperationFailure = 502
}
