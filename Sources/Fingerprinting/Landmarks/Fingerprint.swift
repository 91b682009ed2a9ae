/// Everything about one material's audio that an index is made from: its landmarks, packed.
public struct Fingerprint: Sendable, Equatable {
  /// Longest material in seconds.
  public static let longestDuration = 1_000_000.0

  /// Length of the audio in seconds, 0 … `longestDuration`.
  public let duration: Double
  /// The packed landmarks, little-endian (`docs/pack-format.md`, section PEAK); time 0 is the first sample.
  public let peaks: [UInt8]
  /// Number of landmarks.
  public let peakCount: Int

  /// Takes packed landmarks apart far enough to trust them.
  ///
  /// - Throws: `FingerprintError` when the duration is out of range or the bytes are not well formed: sizes that do not
  ///   fit, a wrong count, a table of ticks that contradicts the words, or landmarks beyond the duration.
  public init(duration: Double, peaks: [UInt8]) throws {
    guard duration >= 0, duration <= Self.longestDuration else { throw FingerprintError.duration(duration) }
    self.duration = duration
    self.peaks = peaks
    peakCount = try peaks.withUnsafeBytes { bytes in
      guard let list = PeakList(bytes) else { throw FingerprintError.malformed("the sizes do not fit together") }
      try Self.check(list, duration: duration)
      return list.peakCount
    }
  }

  init(duration: Double, packed: PeakPacker) {
    self.duration = duration
    peaks = packed.bytes
    peakCount = packed.peakCount
  }

  private static func check(_ list: PeakList, duration: Double) throws {
    // The centre of a peak is never after the last sample; one tick is for rounding.
    let lastTick = Int(duration * Analysis.ticksPerSecond) + 1
    var cursor = list.start
    var count = 0
    var block = 0
    var before = cursor
    while true {
      let landmark = list.next(&cursor)
      // A step may run over pauses and so over the start of a block; the tick before a block is known when it starts
      // with the word that is read next.
      if before.word % PeakList.wordsPerBlock == 0, before.word < list.wordCount {
        block = before.word / PeakList.wordsPerBlock
        guard list.blockTick(block) == before.tick else {
          throw FingerprintError.malformed("the table of ticks contradicts the landmarks")
        }
      }
      guard landmark != nil else { break }
      count += 1
      guard cursor.tick <= lastTick else { throw FingerprintError.malformed("landmarks lie beyond the duration") }
      before = cursor
    }
    guard count == list.peakCount else { throw FingerprintError.malformed("the number of landmarks is wrong") }
  }
}
