import CGStreamer

@testable import GStreamerKit

/// Gives the pipeline its clock, as the element of a sound device does, and loses it when it is told to.
final class ClockKeeper: AudioAnalyser {
  override class var info: ElementInfo {
    ElementInfo("earclockkeeper", longName: "Clock keeper", category: "Filter/Audio", about: "Tests", pads: audioPads)
  }

  private static let key = "earmark-test-clock"

  /// Makes the element a keeper of a clock. Before the pipeline is started.
  static func begin(_ element: ElementRef) {
    let object = UnsafeMutableRawPointer(element.pointer)
    let klass = object.load(as: UnsafeMutablePointer<GstElementClass>.self)
    klass.pointee.provide_clock = { element in
      guard let clock = element.flatMap({ ClockKeeper.clock(of: UnsafeMutableRawPointer($0)) }) else { return nil }
      return UnsafeMutableRawPointer(gst_object_ref(clock)).assumingMemoryBound(to: GstClock.self)
    }
    element.pointer.pointee.object.flags |= GST_ELEMENT_FLAG_PROVIDE_CLOCK.rawValue
    makeClock(for: object)
  }

  /// The clock stands still, as that of a device that was taken away; there is another one, and the pipeline is told.
  static func loseClock(of element: ElementRef) {
    let object = UnsafeMutableRawPointer(element.pointer)
    guard let lost = clock(of: object)?.assumingMemoryBound(to: GstClock.self) else { return }
    gst_object_ref(lost)
    defer { gst_object_unref(lost) }
    var (inner, outer) = (GstClockTime(), GstClockTime())
    inner = gst_clock_get_internal_time(lost)
    outer = gst_clock_get_time(lost)
    gst_clock_set_calibration(lost, inner, outer, 0, 1)
    makeClock(for: object)
    gst_element_post_message(
      element.pointer, gst_message_new_clock_lost(object.assumingMemoryBound(to: GstObject.self), lost))
  }

  private static func clock(of element: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    g_object_get_data(element.assumingMemoryBound(to: GObject.self), key)
  }

  private static func makeClock(for element: UnsafeMutableRawPointer) {
    guard let clock = g_object_new_with_properties(gst_system_clock_get_type(), 0, nil, nil) else { return }
    gst_object_ref_sink(clock)
    g_object_set_data_full(element.assumingMemoryBound(to: GObject.self), key, clock) { gst_object_unref($0) }
  }
}
