/// Where the hearing of markers stands.
public enum MarkerState: String, Sendable, Codable, CaseIterable {
  /// Off, or not capturing.
  case inactive
  /// Capturing, nothing decoded yet.
  case listening
  /// A code was decoded, whose identity is unknown.
  case detected
  /// The code's id and name are known.
  case identified
  /// No fresh decode for as long as the last one was valid.
  case cleared
}
