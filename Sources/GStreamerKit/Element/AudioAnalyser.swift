/// An analyser that reads audio: raw, interleaved, in any format. Stretches are cut to at most a second, so that no
/// call takes long.
open class AudioAnalyser: Analyser {
  /// The format of what comes next; nil before the first caps and in READY.
  public private(set) final var format: AudioFormat?
  private var clock = AudioClock()

  /// The pads of an audio analyser: every raw interleaved format.
  public static let audioPads: [PadTemplate] = [.sink(AudioFormat.anyCaps), .source(AudioFormat.anyCaps)]

  /// A stretch of audio, before the buffer that it is in goes on.
  open func analyse(_ audio: borrowing AudioBuffer) throws {}
  /// The format is another than before; nil in READY.
  open func formatChanged(_ format: AudioFormat?) throws {}

  public final override func capsChanged(_ caps: Caps?) throws {
    let new = caps.flatMap { AudioFormat($0) }
    if let caps, new == nil {
      throw ElementError.core(.negotiation, "The audio format is not supported.", debug: caps.text)
    }
    guard new != format else { return }
    format = new
    clock.forget()
    do {
      try formatChanged(new)
    } catch {
      format = nil
      throw error
    }
  }

  public final override func analyse(_ buffer: borrowing Buffer) throws {
    guard let format else {
      throw ElementError.core(.negotiation, "Audio came without a description of its format.")
    }
    let frames = buffer.size / format.frameSize
    let (start, jumped) = clock.advance(
      pts: buffer.pts, frames: frames, rate: format.rate, segmentStart: segment?.start ?? 0)
    let isDiscontinuity = jumped || buffer.isDiscontinuity
    let isGap = buffer.isGap
    let mapped: Void? = try buffer.withBytes { bytes throws(ElementError) in
      var done = 0
      while done < frames {
        let count = min(frames - done, Int(format.rate))
        let pts = ClockTime.sum(start, ClockTime.duration(frames: UInt64(done), rate: format.rate))
        let offset = done * format.frameSize
        do {
          try analyse(
            AudioBuffer(
              bytes: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count * format.frameSize]),
              format: format, frames: count, pts: pts, runningTime: segment?.toRunningTime(pts),
              streamTime: segment?.toStreamTime(pts), isDiscontinuity: isDiscontinuity && done == 0, isGap: isGap))
        } catch {
          throw ElementError(error)
        }
        noteRunningTime(start: pts, duration: ClockTime.duration(frames: UInt64(count), rate: format.rate))
        done += count
      }
    }
    if mapped == nil { throw ElementError.resource(.read, "An audio buffer could not be read.") }
  }

  // Each stretch was noted when it had been analysed.
  override func noteBuffer(_ buffer: borrowing Buffer) {}

  override func noteGap(start: UInt64, duration: UInt64?) { clock.skip(to: ClockTime.sum(start, duration ?? 0)) }

  override func noteFlush() { clock.forget() }

  override func end() {
    super.end()
    clock.forget()
  }
}
