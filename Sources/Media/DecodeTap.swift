import CGStreamer
import GStreamerKit

/// Sits at the end of a decoding pipeline: brings what passes to 8 kHz mono and hands it over in chunks of a second.
///
/// Its state belongs to the streaming thread while the pipeline runs, and to whoever stopped the pipeline afterwards.
final class DecodeTap: @unchecked Sendable {  // one thread at a time, as said above
  /// Samples per second of what is handed over.
  static let rate = 8000
  private static let chunkSize = rate
  /// Nanoseconds; what claims to be longer, or of unknown length, is not believed.
  private static let longestGap: GstClockTime = 60_000_000_000

  private let channel: DecodeChannel
  private var segment = GstSegment()
  private var info = GstAudioInfo()
  private var format: AudioFormat?
  private var resampler: MonoResampler?
  private var chunk: [Float] = []

  init(channel: DecodeChannel) {
    self.channel = channel
    gst_segment_init(&segment, GST_FORMAT_UNDEFINED)
    chunk.reserveCapacity(Self.chunkSize * 2)
  }

  /// Looks at what goes through the pad of the probe.
  func probe(_ passing: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
    let kind = passing.pointee.type.rawValue
    if kind & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
      return take(gst_pad_probe_info_get_buffer(passing)) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
    }
    if kind & GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue != 0, let list = gst_pad_probe_info_get_buffer_list(passing) {
      for index in 0..<gst_buffer_list_length(list) where !take(gst_buffer_list_get(list, index)) {
        return GST_PAD_PROBE_DROP
      }
    }
    if kind & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue != 0, let event = gst_pad_probe_info_get_event(passing) {
      take(event)
    }
    return GST_PAD_PROBE_OK
  }

  private func take(_ event: UnsafeMutablePointer<GstEvent>) {
    switch event.pointee.type {
    case GST_EVENT_CAPS:
      var caps: UnsafeMutablePointer<GstCaps>?
      gst_event_parse_caps(event, &caps)
      if let caps { change(to: caps) }
    case GST_EVENT_SEGMENT: gst_event_copy_segment(event, &segment)
    case GST_EVENT_GAP: takeGap(event)
    case GST_EVENT_EOS:
      _ = handOverRest()
      channel.end()
    default: break
    }
  }

  private func change(to caps: UnsafeMutablePointer<GstCaps>) {
    guard gst_audio_info_from_caps(&info, caps) != 0, let finfo = info.finfo,
      let name = gst_audio_format_to_string(finfo.pointee.format),
      let new = AudioFormat(
        sampleFormat: String(cString: name), rate: UInt32(max(0, info.rate)), channels: Int(info.channels))
    else { return }
    guard new != format else { return }
    drain()
    format = new
    resampler = try? MonoResampler(format: new, outputRate: UInt32(Self.rate))
    if resampler == nil {
      channel.fail(
        PipelineFailure(
          domain: .stream, code: Int32(GST_STREAM_ERROR_FORMAT.rawValue),
          message: "sound at \(new.rate) Hz with \(new.channels) channels cannot be brought to \(Self.rate) Hz"))
    }
  }

  /// What is missing in the stream counts as silence, so that what follows keeps its place.
  private func takeGap(_ event: UnsafeMutablePointer<GstEvent>) {
    var start: GstClockTime = 0
    var duration: GstClockTime = 0
    gst_event_parse_gap(event, &start, &duration)
    // A resampler bounds the rate, so that the product does not overflow.
    guard duration <= Self.longestGap, let format, let resampler else { return }
    let frames = UInt64(duration) * UInt64(format.rate) / 1_000_000_000
    resampler.pushSilence(frames: frames) { chunk.append(contentsOf: $0) }
    _ = handOver()
  }

  /// False when nobody wants the audio any more.
  private func take(_ buffer: UnsafeMutablePointer<GstBuffer>?) -> Bool {
    guard let buffer, resampler != nil else { return true }
    channel.noteActivity()
    // What a player would not play, such as an encoder's priming, does not belong to the recording.
    var heard: UnsafeMutablePointer<GstBuffer>? = gst_buffer_ref(buffer)
    if segment.format == GST_FORMAT_TIME, segment.rate > 0 {
      heard = gst_audio_buffer_clip(heard, &segment, info.rate, info.bpf)
    }
    guard let heard else { return true }
    defer { gst_buffer_unref(heard) }
    var map = GstMapInfo()
    guard gst_buffer_map(heard, &map, GST_MAP_READ) != 0 else { return true }
    defer { gst_buffer_unmap(heard, &map) }
    resampler?.push(UnsafeRawBufferPointer(start: map.data, count: Int(map.size))) { chunk.append(contentsOf: $0) }
    return handOver()
  }

  private func drain() { resampler?.drain { chunk.append(contentsOf: $0) } }

  private func handOver() -> Bool {
    guard chunk.count >= Self.chunkSize else { return true }
    let full = chunk
    chunk.removeAll(keepingCapacity: true)
    return channel.push(full)
  }

  private func handOverRest() -> Bool {
    let rest = takeRest()
    return rest.isEmpty || channel.push(rest)
  }

  /// What has not been handed over yet, with the resampler's tail.
  func takeRest() -> [Float] {
    drain()
    resampler = nil
    format = nil
    defer { chunk = [] }
    return chunk
  }
}
