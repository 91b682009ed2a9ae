/// The latest of the snapshots somebody else makes, in whatever order they arrive.
public struct MarkerMirror: Sendable {
  /// The latest so far; nil before the first.
  public private(set) var snapshot: MarkerSnapshot?

  /// A mirror that has seen nothing.
  public init() {}

  /// Takes a snapshot over unless it is as old as the one held, or older; says whether it did.
  public mutating func accept(_ newer: MarkerSnapshot) -> Bool {
    if let snapshot, !newer.isNewer(than: snapshot) { return false }
    snapshot = newer
    return true
  }
}
