/// The inverted index over some materials, as the byte strings a pack stores, all in memory. A pack is written by way of
/// `LandmarkIndexBuilder`, which need not hold them.
public struct LandmarkIndexImage: Sendable, Equatable {
  /// How the bits are divided, and counts: section PARM.
  public let parameters: [UInt8]
  /// Where each bucket begins: section DIRY.
  public let directory: [UInt8]
  /// The postings, bucket by bucket: section POST.
  public let postings: [UInt8]

  /// Builds the index from stored landmarks; no audio is needed.
  ///
  /// - Parameter materials: in the order in which matches will number them.
  /// - Throws: `FingerprintError` for malformed landmarks or more audio than one segment holds (about 4,700 h).
  public init(building materials: some Collection<IndexedMaterial>) throws {
    let builder = try LandmarkIndexBuilder(materials)
    parameters = builder.parameters
    directory = builder.directory
    var postings: [UInt8] = []
    postings.reserveCapacity(builder.postingBytes)
    builder.postings { postings.append(contentsOf: $0) }
    self.postings = postings
  }
}
