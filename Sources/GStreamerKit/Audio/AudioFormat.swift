import CGStreamer

/// The format of raw interleaved audio.
public struct AudioFormat: Sendable, Equatable {
  /// GStreamer's name of the sample format, such as `S16LE` or `F32BE`.
  public let sampleFormat: String
  /// Frames per second.
  public let rate: UInt32
  /// Samples of a frame, 1…64.
  public let channels: Int
  /// Bytes of one sample of one channel.
  public let sampleSize: Int
  /// Bytes of one frame (a sample of every channel).
  public let frameSize: Int
  let raw: GstAudioFormat

  /// A format by its name; nil where there is no such sample format, the rate is not in 1…2³¹−1 or the channels are
  /// not in 1…64.
  public init?(sampleFormat: String, rate: UInt32, channels: Int) {
    guard let format = Self.formats[sampleFormat], rate > 0, rate <= UInt32(Int32.max), (1...64).contains(channels),
      let info = gst_audio_format_get_info(format)
    else { return nil }
    self.sampleFormat = sampleFormat
    self.rate = rate
    self.channels = channels
    raw = format
    sampleSize = Int(info.pointee.width) / 8
    frameSize = sampleSize * channels
  }

  // `gst_audio_format_from_string` is declared as not reading memory, so that an optimised caller may free the text before
  // the call.
  private static let formats: [String: GstAudioFormat] = {
    var formats: [String: GstAudioFormat] = [:]
    for raw in GST_AUDIO_FORMAT_S8.rawValue...GST_AUDIO_FORMAT_F64BE.rawValue {
      let format = GstAudioFormat(raw)
      if let name = gst_audio_format_to_string(format) { formats[String(cString: name)] = format }
    }
    return formats
  }()

  /// The format that fixed raw audio caps describe; nil for other caps and for non-interleaved layout.
  public init?(_ caps: Caps) {
    var info = GstAudioInfo()
    guard caps.isFixed, caps.withPointer({ gst_audio_info_from_caps(&info, $0) }) != 0,
      info.layout == GST_AUDIO_LAYOUT_INTERLEAVED || info.channels == 1, let finfo = info.finfo,
      let name = gst_audio_format_to_string(finfo.pointee.format), info.rate > 0
    else { return nil }
    self.init(sampleFormat: String(cString: name), rate: UInt32(info.rate), channels: Int(info.channels))
  }

  /// Caps that describe exactly this format.
  public var caps: Caps? {
    Caps(
      "audio/x-raw, format=\(sampleFormat), rate=\(rate), channels=\(channels), layout=interleaved"
        + (channels > 2 ? ", channel-mask=(bitmask)0" : ""))
  }

  public static func == (left: AudioFormat, right: AudioFormat) -> Bool {
    left.raw == right.raw && left.rate == right.rate && left.channels == right.channels
  }

  /// Every raw interleaved format in both byte orders, any rate, 1 to 64 channels: what an analyser's pads take.
  public static let anyCaps = """
    audio/x-raw, format={ F32LE, F32BE, F64LE, F64BE, S8, U8, S16LE, S16BE, U16LE, U16BE, S24_32LE, S24_32BE, \
    U24_32LE, U24_32BE, S32LE, S32BE, U32LE, U32BE, S24LE, S24BE, U24LE, U24BE, S20LE, S20BE, U20LE, U20BE, S18LE, \
    S18BE, U18LE, U18BE }, rate=[1, max], channels=[1, 64], layout=interleaved
    """
}
