import CGStreamer

/// The C class that an element extends.
struct ParentClass: Sendable {
  let type: @Sendable () -> GType
  /// Bytes of the C instance structure; the word after it holds the Swift object.
  let instanceSize: Int

  static let element = ParentClass(
    type: { gst_element_get_type() }, instanceSize: MemoryLayout<GstElement>.size)
  static let transform = ParentClass(
    type: { gst_base_transform_get_type() }, instanceSize: MemoryLayout<GstBaseTransform>.size)
  static let bin = ParentClass(
    type: { gst_bin_get_type() }, instanceSize: MemoryLayout<GstBin>.size)
  static let sink = ParentClass(
    type: { gst_base_sink_get_type() }, instanceSize: MemoryLayout<GstBaseSink>.size)

  /// The C class structure, to chain up to. The class is in use as long as an instance of a subclass lives.
  func classStructure<T>(as _: T.Type) -> UnsafeMutablePointer<T>? {
    g_type_class_peek(type())?.assumingMemoryBound(to: T.self)
  }
}
