// Dropped when the real types are merged.
public struct FingerprintError: Error {}
public struct Fingerprint: Sendable, Equatable {
  public let duration: Double
  public let peaks: [UInt8]
  public var peakCount: Int { peaks.count / 4 }
  public init(duration: Double, peaks: [UInt8]) throws {
    guard peaks.count % 4 == 0 else { throw FingerprintError() }
    self.duration = duration
    self.peaks = peaks
  }
}
public struct IndexedMaterial {
  public let duration: Double
  public let peaks: UnsafeRawBufferPointer
}
public struct LandmarkIndexImage: Sendable {
  public let parameters: [UInt8]
  public let directory: [UInt8]
  public let postings: [UInt8]
  public init(building materials: some Collection<IndexedMaterial>) throws {
    parameters = Array(repeating: 7, count: 16)
    directory = Array(repeating: 1, count: 64)
    postings = materials.flatMap { Array($0.peaks) }
  }
}
public final class LandmarkIndex: @unchecked Sendable {
  public static let algorithm = "earmark-landmarks/1"
  public init(
    parameters: UnsafeRawBufferPointer, directory: UnsafeRawBufferPointer, postings: UnsafeRawBufferPointer,
    materials: [IndexedMaterial]
  ) throws {
    guard parameters.count == 16, directory.count == 64 else { throw FingerprintError() }
  }
}
