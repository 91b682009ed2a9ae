import CGStreamer
import Synchronization

@testable import GStreamerKit

/// What a test does to the buffers that leave an element's pad `src`.
struct PadMeddler {
  /// What becomes of a buffer.
  enum Fate {
    case pass
    case drop
    /// A GAP event of the same stretch goes in its place.
    case gap
    /// It goes on with the flag DISCONT.
    case discontinuity
    /// It goes on with the flag GAP.
    case silence
    /// It goes on with this timestamp, ns, or without one.
    case at(UInt64?)
  }

  private final class Rule: Sendable {
    let count = Atomic(0)
    let fate: @Sendable (Int, UInt64) -> Fate
    init(_ fate: @escaping @Sendable (Int, UInt64) -> Fate) { self.fate = fate }
  }

  /// - Parameter fate: called on the streaming thread with the buffer's number, from 0, and timestamp, ns.
  static func install(on element: ElementRef?, _ fate: @escaping @Sendable (Int, UInt64) -> Fate) {
    withSourcePad(of: element) { pad in
      gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_BUFFER,
        { pad, info, data in
          guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
          return PadMeddler.apply(Unmanaged<Rule>.fromOpaque(data).takeUnretainedValue(), pad, info)
        }, Unmanaged.passRetained(Rule(fate)).toOpaque(),
        { data in data.map { Unmanaged<Rule>.fromOpaque($0).release() } })
    }
  }

  /// Lets nothing through, until the pad is flushed or stopped.
  static func block(_ element: ElementRef?) {
    withSourcePad(of: element) { pad in
      gst_pad_add_probe(
        pad, GstPadProbeType(GST_PAD_PROBE_TYPE_BLOCK.rawValue | GST_PAD_PROBE_TYPE_BUFFER.rawValue),
        { _, _, _ in GST_PAD_PROBE_OK }, nil, nil)
    }
  }

  /// Counts the flushes that pass.
  static func countFlushes(of element: ElementRef?, _ counter: FlushCounter) {
    withSourcePad(of: element) { pad in
      gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_EVENT_FLUSH,
        { _, _, data in
          if let data {
            Unmanaged<FlushCounter>.fromOpaque(data).takeUnretainedValue().count.add(
              1, ordering: .sequentiallyConsistent)
          }
          return GST_PAD_PROBE_OK
        }, Unmanaged.passRetained(counter).toOpaque(),
        { data in data.map { Unmanaged<FlushCounter>.fromOpaque($0).release() } })
    }
  }

  final class FlushCounter: Sendable {
    let count = Atomic(0)
  }

  private static func withSourcePad(of element: ElementRef?, _ body: (UnsafeMutablePointer<GstPad>) -> Void) {
    guard let element, let pad = gst_element_get_static_pad(element.pointer, "src") else { return }
    body(pad)
    gst_object_unref(pad)
  }

  private static func apply(
    _ rule: Rule, _ pad: UnsafeMutablePointer<GstPad>, _ info: UnsafeMutablePointer<GstPadProbeInfo>
  ) -> GstPadProbeReturn {
    guard let buffer = gst_pad_probe_info_get_buffer(info) else { return GST_PAD_PROBE_OK }
    let number = rule.count.add(1, ordering: .relaxed).oldValue
    switch rule.fate(number, UInt64(buffer.pointee.pts)) {
    case .pass: break
    case .drop: return GST_PAD_PROBE_DROP
    case .gap:
      gst_pad_push_event(pad, gst_event_new_gap(buffer.pointee.pts, buffer.pointee.duration))
      return GST_PAD_PROBE_DROP
    case .discontinuity: writable(info)?.pointee.mini_object.flags |= guint(GST_BUFFER_FLAG_DISCONT.rawValue)
    case .silence: writable(info)?.pointee.mini_object.flags |= guint(GST_BUFFER_FLAG_GAP.rawValue)
    case .at(let time): writable(info)?.pointee.pts = time.map { GstClockTime($0) } ?? GstClockTime.max
    }
    return GST_PAD_PROBE_OK
  }

  private static func writable(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> UnsafeMutablePointer<GstBuffer>? {
    guard let data = info.pointee.data else { return nil }
    let object = gst_mini_object_make_writable(data.assumingMemoryBound(to: GstMiniObject.self))
    info.pointee.data = UnsafeMutableRawPointer(object)
    return info.pointee.data?.assumingMemoryBound(to: GstBuffer.self)
  }
}
