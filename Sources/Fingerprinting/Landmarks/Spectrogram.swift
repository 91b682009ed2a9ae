import Signal

/// Samples in any chunking to logarithmic spectra, one every `Analysis.hop` samples.
///
/// Spectrum t covers the samples from t·hop on; a last window that is not full gives none.
final class Spectrogram {
  private let transform: any RealFourierTransform = StockhamTransform(size: Analysis.windowSize)
  private let window: UnsafeMutablePointer<Float>
  private let windowed: UnsafeMutablePointer<Float>
  private let power: UnsafeMutablePointer<Float>
  private let buffer: UnsafeMutablePointer<Float>
  private let capacity = 8 * Analysis.windowSize
  private var readIndex = 0
  private var writeIndex = 0
  private let memory: UnsafeMutablePointer<Float>

  init() {
    let size = Analysis.windowSize
    let total = 2 * size + (Analysis.bins + 16) + capacity
    memory = .allocate(capacity: total)
    memory.initialize(repeating: 0, count: total)
    window = memory
    windowed = memory + size
    power = memory + 2 * size
    buffer = memory + (2 * size + Analysis.bins + 16)
    for (n, value) in Window.hann(size).enumerated() { window[n] = value }
  }

  deinit { memory.deallocate() }

  /// Forgets the samples of an unfinished window.
  func reset() {
    readIndex = 0
    writeIndex = 0
  }

  /// Feeds samples; `target` gives the room (`Analysis.bins` levels) for each new spectrum, `complete` follows it.
  func append(
    _ samples: UnsafeBufferPointer<Float>, into target: () -> UnsafeMutablePointer<Int16>, complete: () -> Void
  ) {
    guard var source = samples.baseAddress else { return }
    var left = samples.count
    while left > 0 {
      if writeIndex == capacity {
        buffer.update(from: buffer + readIndex, count: writeIndex - readIndex)
        writeIndex -= readIndex
        readIndex = 0
      }
      let count = min(left, capacity - writeIndex)
      SampleGate.copy(source, count: count, to: buffer + writeIndex)
      writeIndex += count
      source += count
      left -= count
      while writeIndex - readIndex >= Analysis.windowSize {
        analyse(buffer + readIndex, into: target())
        complete()
        readIndex += Analysis.hop
      }
    }
  }

  private func analyse(_ frame: UnsafeMutablePointer<Float>, into levels: UnsafeMutablePointer<Int16>) {
    let input = UnsafeRawPointer(frame)
    let weights = UnsafeRawPointer(window)
    let output = UnsafeMutableRawPointer(windowed)
    for offset in stride(from: 0, to: 4 * Analysis.windowSize, by: 32) {
      let product =
        input.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * weights.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      output.storeBytes(of: product, toByteOffset: offset, as: SIMD8<Float>.self)
    }
    transform.powerSpectrum(of: windowed, into: power)
    LogSpectrum.quantize(power, into: levels, count: Analysis.bins)
  }
}
