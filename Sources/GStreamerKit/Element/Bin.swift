import CGStreamer

/// An element made of others. Put its fixed children together in `setUp()`; they follow its state.
///
///     override func setUp() {
///       guard let inside = try? ElementRef.bin("tee name=tee"), add(inside), let tee = inside.child(named: "tee") else { return }
///       …
///     }
open class Bin: Element {
  /// What becomes of a message of a child.
  public enum MessagePassage: Sendable {
    /// It is treated as in any bin, which mostly means that the application gets it.
    case pass
    /// Nobody hears of it.
    case drop
    /// It goes on as a warning with this text, from the same source.
    case warning(ElementError)
  }

  /// Whether the bin counts neither as a sink nor as a source, whatever is in it: a filter with a branch that ends inside.
  open class var hidesEnds: Bool { false }

  /// READY→PAUSED, before the children. What it throws becomes an error message, and the state change fails.
  open func start() throws {}
  /// PAUSED→READY, after the children.
  open func stop() {}
  /// What is to become of a child's message, on the thread that posts it; nil for kinds that `Message` leaves out.
  open func passage(of message: Message?) -> MessagePassage { .pass }

  /// Takes over an element that is in no bin yet.
  @discardableResult
  public final func add(_ child: ElementRef) -> Bool {
    withObject { gst_bin_add($0.assumingMemoryBound(to: GstBin.self), child.pointer) } ?? 0 != 0
  }

  /// Makes the pad of one of this element's templates, which stands for a pad of a child.
  @discardableResult
  public final func expose(_ pad: PadRef, as name: String) -> Bool {
    withObject { object in
      let element = object.assumingMemoryBound(to: GstElement.self)
      guard let template = gst_element_get_pad_template(element, name),
        let ghost = gst_ghost_pad_new_from_template(name, pad.pointer, template)
      else { return false }
      return gst_element_add_pad(element, ghost) != 0
    } ?? false
  }

  final override class var parent: ParentClass { .bin }

  final override class func prepare(_ instance: UnsafeMutableRawPointer) {
    guard hidesEnds else { return }
    let flags = GST_ELEMENT_FLAG_SINK.rawValue | GST_ELEMENT_FLAG_SOURCE.rawValue
    gst_bin_set_suppressed_flags(instance.assumingMemoryBound(to: GstBin.self), GstElementFlags(flags))
  }

  final override class func installVirtuals(_ klass: UnsafeMutableRawPointer) {
    install(on: klass.assumingMemoryBound(to: GstBinClass.self))
  }
}
