/// Audio to landmarks, streaming: any chunking of the samples gives the same landmarks, and nothing is allocated once the
/// buffers have grown.
///
/// A landmark comes out `latency` after its audio went in.
final class LandmarkExtractor {
  /// Ticks by which decided landmarks lag behind the samples fed, at most.
  static let latency =
    (Analysis.windowSize / 2 + (PeakPicker.lookAhead + DensityFilter.reach + 2) * Analysis.hop)
    / Analysis.samplesPerTick

  private let spectrogram = Spectrogram()
  private let picker: PeakPicker
  private var filter: DensityFilter
  private var frames = 0

  /// - Parameters:
  ///   - density: peaks a second that are kept.
  ///   - salience: takes the salience of each frame, see `PeakPicker`.
  init(density: Int, salience: ((UnsafePointer<UInt8>) -> Void)? = nil) {
    picker = PeakPicker(salience: salience)
    filter = DensityFilter(density: density)
  }

  /// Forgets everything; the next sample is sample 0.
  func reset() {
    spectrogram.reset()
    picker.reset()
    filter.reset()
    frames = 0
  }

  /// Feeds samples and gives the landmarks that are decided by them, in order of their ticks.
  func append(_ samples: UnsafeBufferPointer<Float>, _ emit: (Landmark) -> Void) {
    spectrogram.append(
      samples, into: { picker.nextFrame },
      complete: {
        picker.advance { filter.add($0) }
        frames += 1
        filter.decide(before: frames - PeakPicker.lookAhead, emit)
      })
  }

  /// Decides what still waits for a future; `reset` comes before the next samples.
  func finish(_ emit: (Landmark) -> Void) {
    picker.finish { filter.add($0) }
    filter.decide(before: .max, emit)
  }
}
