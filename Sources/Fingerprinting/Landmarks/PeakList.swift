/// A view of packed peaks, the bytes of `Fingerprint.peaks`; all integers little-endian, any alignment:
///
///     0   u32   W, number of words
///     4   u32   P, number of peaks
///     8   u32   ⌈W / 128⌉ times: the tick reached before word 0, 128, 256, …
///     …   u16   W words
///
/// A word is `delta << 12 | frequency`. With delta 0…14 it is a peak, `delta` ticks after the one before (the first
/// counts from tick 0) at `frequency` steps of 1/8 bin. With delta 15 it is no peak but a pause of `frequency` ticks.
struct PeakList {
  static let wordsPerBlock = 128
  static let pause = 15
  static let longestPause = 4_095

  private let words: UnsafeRawPointer
  private let blocks: UnsafeRawPointer
  let wordCount: Int
  let peakCount: Int

  /// nil when the sizes do not fit together; the words themselves can hold nothing that harms.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 8, let base = bytes.baseAddress else { return nil }
    let wordCount = Int(base.littleEndianWord(at: 0))
    let peakCount = Int(base.littleEndianWord(at: 4))
    let blockCount = (wordCount + Self.wordsPerBlock - 1) / Self.wordsPerBlock
    guard bytes.count == 8 + 4 * blockCount + 2 * wordCount, peakCount <= wordCount else { return nil }
    self.wordCount = wordCount
    self.peakCount = peakCount
    blocks = base + 8
    words = base + 8 + 4 * blockCount
  }

  /// A position to read from.
  struct Cursor {
    fileprivate(set) var word: Int
    fileprivate(set) var tick: Int
  }

  var start: Cursor { Cursor(word: 0, tick: 0) }

  /// A position at most one block before the first peak at or after `tick`.
  func cursor(at tick: Int) -> Cursor {
    var low = 0
    var high = (wordCount + Self.wordsPerBlock - 1) / Self.wordsPerBlock
    while low < high {
      let middle = (low + high) / 2
      if blockTick(middle) < tick { low = middle + 1 } else { high = middle }
    }
    let block = max(0, low - 1)
    return Cursor(word: block * Self.wordsPerBlock, tick: block == 0 ? 0 : blockTick(block))
  }

  /// The next peak; nil at the end.
  @inline(__always)
  func next(_ cursor: inout Cursor) -> Landmark? {
    while cursor.word < wordCount {
      let word = Int(words.littleEndianHalf(at: 2 * cursor.word))
      cursor.word += 1
      let delta = word >> 12
      let low = word & 0xFFF
      if delta == Self.pause {
        cursor.tick += low
      } else {
        cursor.tick += delta
        return Landmark(tick: cursor.tick, frequency: low)
      }
    }
    return nil
  }

  func blockTick(_ block: Int) -> Int { Int(blocks.littleEndianWord(at: 4 * block)) }
}
