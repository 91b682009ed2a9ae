import CGStreamer

/// A GstCaps: a media type with its parameters. Immutable.
public struct Caps: Sendable {
  private let storage: Storage

  /// Parses such as `audio/x-raw, rate=8000`; nil where it is malformed.
  public init?(_ text: String) {
    GStreamer.initialize()
    guard let pointer = gst_caps_from_string(text) else { return nil }
    storage = Storage(owning: pointer)
  }

  init(borrowing pointer: UnsafeMutablePointer<GstCaps>) {
    storage = Storage(owning: gst_caps_ref(pointer))
  }

  /// The text form.
  public var text: String {
    withPointer { pointer in
      guard let text = gst_caps_to_string(pointer) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
  }

  /// Whether these are one format without alternatives.
  public var isFixed: Bool { withPointer { gst_caps_is_fixed($0) != 0 } }

  /// The first media type with its parameters; nil for ANY and EMPTY.
  public var structure: Structure? {
    withPointer { pointer in
      guard gst_caps_get_size(pointer) > 0 else { return nil }
      return gst_caps_get_structure(pointer, 0).map { Structure(copying: $0) }
    }
  }

  /// Whether something satisfies both.
  public func intersects(_ other: Caps) -> Bool {
    withPointer { first in other.withPointer { gst_caps_can_intersect(first, $0) != 0 } }
  }

  func withPointer<R>(_ body: (UnsafeMutablePointer<GstCaps>) -> R) -> R {
    withExtendedLifetime(storage) { body(storage.pointer) }
  }

  // Never written to.
  private final class Storage: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstCaps>
    init(owning pointer: UnsafeMutablePointer<GstCaps>) { self.pointer = pointer }
    deinit { gst_caps_unref(pointer) }
  }
}

extension Caps: Equatable {
  public static func == (left: Caps, right: Caps) -> Bool {
    left.withPointer { first in right.withPointer { gst_caps_is_equal(first, $0) != 0 } }
  }
}

extension Caps: CustomStringConvertible {
  public var description: String { text }
}
