import CGStreamer

/// Turns raw interleaved audio of any format into mono Float at a low rate: the mean of the channels, then GStreamer's
/// Kaiser-windowed sinc resampler. Output sample k lies at the time of input sample k · (input rate / output rate), to
/// a quarter of an output sample (of an input sample where those are longer). The output does not depend on how the input is cut. Not thread-safe.
public final class MonoResampler {
  /// The format that is pushed.
  public let format: AudioFormat
  /// Samples per second that come out.
  public let outputRate: UInt32
  /// How many output samples the output is behind the input: those that have not been given out yet.
  public let latency: Int

  private let resampler: OpaquePointer?
  private let mixer: MonoMixer
  // One block of mono input, and of output made from it. Their size never changes.
  private let mono: UnsafeMutablePointer<Float>
  private let output: UnsafeMutablePointer<Float>
  private let outputCapacity: Int
  private let inputLatency: Int
  private var framesIn: UInt64 = 0
  private var framesOut: UInt64 = 0

  /// Frames that are converted at once.
  private static let block = 4096

  /// - Parameters:
  ///   - format: rate 1,000…768,000 Hz.
  ///   - outputRate: 1,000…768,000 Hz.
  ///   - quality: 0…10, of the filter: the higher, the steeper and slower. At 0 as much is recognised as at 2.
  public init(format: AudioFormat, outputRate: UInt32 = 8000, quality: Int = 0) throws(ElementError) {
    GStreamer.initialize()
    let rates: ClosedRange<UInt32> = 1000...768_000
    guard rates.contains(format.rate), rates.contains(outputRate), (0...10).contains(quality),
      let mixer = MonoMixer(format: format, block: Self.block)
    else {
      throw .core(
        .negotiation,
        "Audio of \(format.channels) channels at \(format.rate) Hz cannot be analysed; 1,000 to 768,000 Hz can.",
        debug: "\(format.sampleFormat), \(format.rate) Hz to \(outputRate) Hz, quality \(quality)")
    }
    self.format = format
    self.outputRate = outputRate
    self.mixer = mixer
    if format.rate == outputRate {
      resampler = nil
      inputLatency = 0
      outputCapacity = Self.block
    } else {
      let method = GST_AUDIO_RESAMPLER_METHOD_KAISER
      let options = gst_structure_new_empty("options")
      defer { gst_structure_free(options) }
      gst_audio_resampler_options_set_quality(
        method, guint(quality), gint(format.rate), gint(outputRate), options)
      resampler = gst_audio_resampler_new(
        method, GST_AUDIO_RESAMPLER_FLAG_NONE, MonoResampler.native, 1, gint(format.rate), gint(outputRate), options)
      guard let resampler else { throw .library(.initialization, "The audio resampler could not be made.") }
      inputLatency = Int(gst_audio_resampler_get_max_latency(resampler))
      // What one block and all that waits in the filter can become at most.
      outputCapacity = (Self.block + 2 * inputLatency + 1) * Int(outputRate) / Int(format.rate) + 2
    }
    latency = (inputLatency * Int(outputRate) + Int(format.rate) - 1) / Int(format.rate)
    mono = .allocate(capacity: Self.block)
    output = .allocate(capacity: outputCapacity)
  }

  deinit {
    if let resampler { gst_audio_resampler_free(resampler) }
    mono.deallocate()
    output.deallocate()
  }

  /// Converts whole frames; bytes of an incomplete frame at the end are ignored. Calls `emit` with what has become
  /// ready, in order, in as many pieces as it takes. A sample that is not finite, or beyond ±10⁶, counts as 0.
  public func push<Failure: Error>(
    _ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    guard let base = bytes.baseAddress else { return }
    let frames = bytes.count / format.frameSize
    var done = 0
    while done < frames {
      let count = min(Self.block, frames - done)
      mixer.mix(base + done * format.frameSize, frames: count, into: mono)
      done += count
      framesIn += UInt64(count)
      try convert(count, silence: false, emit)
    }
  }

  /// Converts silence that stands for missing audio.
  public func pushSilence<Failure: Error>(
    frames: UInt64, _ emit: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    mono.update(repeating: 0, count: Self.block)
    var left = frames
    while left > 0 {
      let count = Int(min(UInt64(Self.block), left))
      left -= UInt64(count)
      framesIn += UInt64(count)
      try convert(count, silence: false, emit)
    }
  }

  /// Gives out what the filter still holds, so that the output is as long as the input, and starts anew.
  public func drain<Failure: Error>(
    _ emit: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    defer { reset() }
    let total = framesIn * UInt64(outputRate)
    let expected = (total + UInt64(format.rate) - 1) / UInt64(format.rate)
    while framesOut < expected {
      let before = framesOut
      try convert(Self.block, silence: true, limit: expected - framesOut, emit)
      if framesOut == before { return }
    }
  }

  /// Forgets what was pushed.
  public func reset() {
    if let resampler { gst_audio_resampler_reset(resampler) }
    framesIn = 0
    framesOut = 0
  }

  private func convert<Failure: Error>(
    _ count: Int, silence: Bool, limit: UInt64 = .max, _ emit: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    guard let resampler else {
      if silence { return }
      framesOut += UInt64(count)
      return try emit(UnsafeBufferPointer(start: mono, count: count))
    }
    if silence { mono.update(repeating: 0, count: count) }
    let made = min(Int(gst_audio_resampler_get_out_frames(resampler, gsize(count))), outputCapacity)
    var input: gpointer? = UnsafeMutableRawPointer(mono)
    var result: gpointer? = UnsafeMutableRawPointer(output)
    gst_audio_resampler_resample(resampler, &input, gsize(count), &result, gsize(made))
    let kept = Int(min(UInt64(made), limit))
    framesOut += UInt64(kept)
    if kept > 0 { try emit(UnsafeBufferPointer(start: output, count: kept)) }
  }

  private static var native: GstAudioFormat {
    #if _endian(little)
      GST_AUDIO_FORMAT_F32LE
    #else
      GST_AUDIO_FORMAT_F32BE
    #endif
  }
}
