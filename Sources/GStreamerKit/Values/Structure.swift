import CGStreamer

/// A GstStructure as a Swift value: a name and typed fields. Copies share storage until one is changed.
public struct Structure: Sendable {
  private var storage: Storage

  /// An empty structure. A name has letters, digits and `/-_.:`, and begins with a letter; other characters become `-`.
  public init(_ name: String) {
    GStreamer.initialize()
    storage = Storage(owning: gst_structure_new_empty(Structure.valid(name)))
  }

  /// Parses GStreamer's text form, such as `earmark-marker, code=(guint64)7`; nil where it is malformed.
  public init?(parsing text: String) {
    GStreamer.initialize()
    // GStreamer asserts that a name begins with a letter.
    guard let first = text.utf8.first(where: { $0 != 32 }), Structure.isLetter(first),
      let pointer = gst_structure_from_string(text, nil)
    else { return nil }
    storage = Storage(owning: pointer)
  }

  init(copying pointer: UnsafePointer<GstStructure>) {
    storage = Storage(owning: gst_structure_copy(pointer))
  }

  /// The structure's name.
  public var name: String {
    withPointer { gst_structure_get_name($0).map { String(cString: $0) } ?? "" }
  }

  /// The names of the fields, in order.
  public var fieldNames: [String] {
    withPointer { pointer in
      (0..<max(0, gst_structure_n_fields(pointer))).compactMap { index in
        gst_structure_nth_field_name(pointer, guint(index)).map { String(cString: $0) }
      }
    }
  }

  /// Whether the field is there, of whatever type.
  public func has(_ field: String) -> Bool {
    withPointer { gst_structure_has_field($0, field) != 0 }
  }

  /// A field of any type; nil where it is missing. Setting nil takes the field away.
  public subscript(value field: String) -> Value? {
    get {
      withPointer { pointer in gst_structure_get_value(pointer, field).map { Value(reading: $0) } }
    }
    set {
      makeUnique()
      if let newValue {
        withPointer { pointer in newValue.withGValue { gst_structure_set_value(pointer, field, $0) } }
      } else {
        withPointer { gst_structure_remove_field($0, field) }
      }
    }
  }

  /// A field as a Swift type: nil where it is missing, of another type or out of range; integers are read from any
  /// integer type. Setting nil takes the field away.
  public subscript<T: ValueConvertible>(_ field: String) -> T? {
    get { self[value: field].flatMap { T($0) } }
    set { self[value: field] = newValue?.value }
  }

  /// A field as a Swift type; the same as the subscript, where the type cannot be inferred.
  public func get<T: ValueConvertible>(_ field: String, as type: T.Type) -> T? { self[field] }

  /// The text form, which `init(parsing:)` reads.
  public var text: String {
    withPointer { pointer in
      guard let text = gst_structure_to_string(pointer) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
  }

  func withPointer<R>(_ body: (UnsafeMutablePointer<GstStructure>) -> R) -> R {
    withExtendedLifetime(storage) { body(storage.pointer) }
  }

  /// A copy for a C function that takes ownership.
  func copied() -> UnsafeMutablePointer<GstStructure>? {
    withPointer { gst_structure_copy($0) }
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) {
      storage = Storage(owning: withPointer { gst_structure_copy($0) })
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }

  private static func valid(_ name: String) -> String {
    func isOther(_ byte: UInt8) -> Bool { (48...57).contains(byte) || "/-_.:+".utf8.contains(byte) }
    var bytes = name.utf8.map { isLetter($0) || isOther($0) ? $0 : 45 }
    if let first = bytes.first, isLetter(first) {} else { bytes.insert(120, at: 0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // Immutable while shared: only a uniquely referenced one is written to.
  private final class Storage: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstStructure>
    init(owning pointer: UnsafeMutablePointer<GstStructure>) { self.pointer = pointer }
    deinit { gst_structure_free(pointer) }
  }
}

extension Structure: Equatable {
  /// The same name and equal fields, in whatever order.
  public static func == (left: Structure, right: Structure) -> Bool {
    left.withPointer { first in right.withPointer { gst_structure_is_equal(first, $0) != 0 } }
  }
}

extension Structure: CustomStringConvertible {
  public var description: String { text }
}

extension Structure: ValueConvertible {
  public init?(_ value: Value) {
    guard case .structure(let structure) = value else { return nil }
    self = structure
  }
  public var value: Value { .structure(self) }
}
