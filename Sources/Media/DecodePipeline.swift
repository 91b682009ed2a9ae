import CGStreamer
import GStreamerKit
import Synchronization

/// A GStreamer pipeline that decodes the first sound track of an input as fast as it can, and no pictures.
final class DecodePipeline: @unchecked Sendable {  // GStreamer's objects have locks of their own
  private let pipeline: UnsafeMutablePointer<GstElement>
  private let listener: DecodeListener
  private let tap: DecodeTap
  /// Keeps an open descriptor open.
  private let source: MediaSource

  private static let ending = "fakesink name=end sync=false async=false enable-last-sample=false"

  init(_ source: MediaSource, channel: DecodeChannel) throws(PipelineFailure) {
    GStreamer.initialize()
    self.source = source
    tap = DecodeTap(channel: channel)
    listener = DecodeListener(channel: channel)
    var error: UnsafeMutablePointer<GError>?
    let made = gst_parse_launch_full("\(source.description) ! \(Self.ending)", nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
    defer { g_clear_error(&error) }
    guard let made else { throw PipelineFailure(error) }
    pipeline = UnsafeMutablePointer(gst_object_ref_sink(made).assumingMemoryBound(to: GstElement.self))
    if let (element, property, text) = source.naming { set(property, of: element, to: text) }
    attach()
  }

  deinit { gst_object_unref(pipeline) }

  private func element(_ name: String) -> UnsafeMutablePointer<GstElement>? {
    pipeline.withMemoryRebound(to: GstBin.self, capacity: 1) { gst_bin_get_by_name($0, name) }
  }

  private func set(_ property: String, of name: String, to text: String) {
    guard let element = element(name) else { return }
    defer { gst_object_unref(element) }
    var value = GValue()
    g_value_init(&value, EARMARK_TYPE_STRING)
    g_value_set_string(&value, text)
    element.withMemoryRebound(to: GObject.self, capacity: 1) { g_object_set_property($0, property, &value) }
    g_value_unset(&value)
  }

  private func attach() {
    let kinds = GstPadProbeType(
      GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue
        | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue)
    withPad("sink", of: "end") { pad in
      gst_pad_add_probe(
        pad, kinds,
        { _, info, tap in
          guard let info, let tap else { return GST_PAD_PROBE_OK }
          return Unmanaged<DecodeTap>.fromOpaque(tap).takeUnretainedValue().probe(info)
        }, Unmanaged.passRetained(tap).toOpaque(),
        { if let owned = $0 { Unmanaged<DecodeTap>.fromOpaque(owned).release() } })
    }
    let data = GstPadProbeType(GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_PULL.rawValue)
    withPad("src", of: "source") { pad in
      gst_pad_add_probe(
        pad, data,
        { _, _, listener in
          guard let listener else { return GST_PAD_PROBE_REMOVE }
          Unmanaged<DecodeListener>.fromOpaque(listener).takeUnretainedValue().noteData()
          return GST_PAD_PROBE_REMOVE
        }, Unmanaged.passRetained(listener).toOpaque(),
        { if let owned = $0 { Unmanaged<DecodeListener>.fromOpaque(owned).release() } })
    }
    guard let bus = gst_element_get_bus(pipeline) else { return }
    defer { gst_object_unref(bus) }
    gst_bus_set_sync_handler(
      bus,
      { _, message, listener in
        guard let message, let listener else { return GST_BUS_PASS }
        Unmanaged<DecodeListener>.fromOpaque(listener).takeUnretainedValue().receive(message)
        gst_mini_object_unref(UnsafeMutableRawPointer(message).assumingMemoryBound(to: GstMiniObject.self))
        return GST_BUS_DROP
      }, Unmanaged.passRetained(listener).toOpaque(),
      { if let owned = $0 { Unmanaged<DecodeListener>.fromOpaque(owned).release() } })
  }

  private func withPad(_ pad: String, of name: String, _ body: (UnsafeMutablePointer<GstPad>) -> Void) {
    guard let element = element(name) else { return }
    defer { gst_object_unref(element) }
    guard let found = gst_element_get_static_pad(element, pad) else { return }
    defer { gst_object_unref(found) }
    body(found)
  }

  func play() -> Bool { gst_element_set_state(pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE }

  /// Stops all threads of the pipeline; returns the audio that was not handed over yet.
  func stop() -> [Float] {
    gst_element_set_state(pipeline, GST_STATE_NULL)
    return tap.takeRest()
  }

  /// Whether any thread of the pipeline is still at work or waits for data.
  var isRunning: Bool { StreamingTasks.areRunning(inBin: pipeline) }

  /// The length of the input in seconds, if it is known by now.
  var duration: Double? {
    var nanoseconds: gint64 = -1
    guard gst_element_query_duration(pipeline, GST_FORMAT_TIME, &nanoseconds) != 0, nanoseconds > 0 else { return nil }
    return Double(nanoseconds) / 1e9
  }

  var title: String? { listener.title }
  var missing: [MissingPlugin] { listener.missing }
  /// Whether the source gave anything; nil for sources that cannot be asked.
  var hasData: Bool { listener.hasData }
}
