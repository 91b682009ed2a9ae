/// Makes a `Fingerprint` from mono audio at `Analysis.sampleRate`, fed in any chunking.
public final class Fingerprinter {
  private let extractor = LandmarkExtractor(density: Analysis.storedDensity)
  private var packer = PeakPacker()
  private var samples = 0

  /// A fingerprinter that has heard nothing.
  public init() {}

  /// Adds samples (full scale ±1); those that are not finite count as 0.
  public func append(_ samples: UnsafeBufferPointer<Float>) {
    self.samples += samples.count
    extractor.append(samples) { packer.add($0) }
  }

  /// Gives the fingerprint of everything appended, and starts afresh for another material.
  public func finish() -> Fingerprint {
    extractor.finish { packer.add($0) }
    let fingerprint = Fingerprint(
      duration: min(Double(samples) / Double(Analysis.sampleRate), Fingerprint.longestDuration), packed: packer)
    extractor.reset()
    packer = PeakPacker()
    samples = 0
    return fingerprint
  }
}
