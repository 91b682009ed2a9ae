import CGStreamer
import Synchronization

/// Makes a pipeline's links to pads that come only with the data again, each time it is started: GStreamer's parser makes
/// each of them once, so that `decodebin ! …` would run once only.
final class DelayedLinks: Sendable {
  /// Pads that were linked so, by the address of the element whose pads come and go. They are kept alive.
  private let targets = Mutex<[UInt: [Target]]>([:])

  private struct Target: @unchecked Sendable {  // GstPad locks itself
    let pad: UnsafeMutablePointer<GstPad>
  }

  init(in elements: [ElementRef]) {
    for element in elements where Self.hasLatePads(element) {
      // Called after the parser's own handler, which was connected before.
      let closure = makeClosure { [self] values in
        guard values.count > 1, let owner = g_value_get_object(values[0]), let object = g_value_get_object(values[1])
        else { return }
        added(UnsafeMutableRawPointer(object).assumingMemoryBound(to: GstPad.self), to: UInt(bitPattern: owner))
      }
      g_signal_connect_closure(element.pointer, "pad-added", closure, 0)
    }
  }

  deinit {
    for target in targets.withLock({ $0.values.flatMap { $0 } }) { gst_object_unref(target.pad) }
  }

  private func added(_ pad: UnsafeMutablePointer<GstPad>, to owner: UInt) {
    guard gst_pad_get_direction(pad) == GST_PAD_SRC else { return }
    if let peer = gst_pad_get_peer(pad) {
      let isNew = targets.withLock { targets in
        guard targets[owner]?.contains(where: { $0.pad == peer }) != true else { return false }
        targets[owner, default: []].append(Target(pad: peer))
        return true
      }
      if !isNew { gst_object_unref(peer) }
      return
    }
    for target in targets.withLock({ $0[owner] ?? [] }) where gst_pad_is_linked(target.pad) == 0 {
      if gst_pad_link(pad, target.pad) == GST_PAD_LINK_OK { return }
    }
  }

  private static func hasLatePads(_ element: ElementRef) -> Bool {
    // The class's own list.
    var item = gst_element_get_pad_template_list(element.pointer)
    while let current = item {
      if let template = current.pointee.data?.assumingMemoryBound(to: GstPadTemplate.self),
        template.pointee.direction == GST_PAD_SRC, template.pointee.presence == GST_PAD_SOMETIMES
      {
        return true
      }
      item = current.pointee.next
    }
    return false
  }
}
