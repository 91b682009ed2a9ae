import CGStreamer

extension Value {
  /// Reads a GValue of any type.
  init(reading gvalue: UnsafePointer<GValue>) {
    let type = gvalue.pointee.g_type
    switch earmark_fundamental(type) {
    case EARMARK_TYPE_INT: self = .int(g_value_get_int(gvalue))
    case EARMARK_TYPE_UINT: self = .uint(g_value_get_uint(gvalue))
    case EARMARK_TYPE_CHAR: self = .int(Int32(g_value_get_schar(gvalue)))
    case EARMARK_TYPE_UCHAR: self = .uint(UInt32(g_value_get_uchar(gvalue)))
    case EARMARK_TYPE_LONG: self = .int64(Int64(g_value_get_long(gvalue)))
    case EARMARK_TYPE_ULONG: self = .uint64(UInt64(g_value_get_ulong(gvalue)))
    case EARMARK_TYPE_INT64: self = .int64(Int64(g_value_get_int64(gvalue)))
    case EARMARK_TYPE_UINT64: self = .uint64(UInt64(g_value_get_uint64(gvalue)))
    case EARMARK_TYPE_FLOAT: self = .double(Double(g_value_get_float(gvalue)))
    case EARMARK_TYPE_DOUBLE: self = .double(g_value_get_double(gvalue))
    case EARMARK_TYPE_BOOLEAN: self = .boolean(g_value_get_boolean(gvalue) != 0)
    case EARMARK_TYPE_STRING: self = .string(g_value_get_string(gvalue).map { String(cString: $0) } ?? "")
    case EARMARK_TYPE_ENUM: self = .string(Value.nick(gvalue) ?? Value.text(gvalue))
    case gst_value_array_get_type():
      self = .array(
        (0..<gst_value_array_get_size(gvalue)).compactMap { Value(item: gst_value_array_get_value(gvalue, $0)) })
    case gst_value_list_get_type():
      self = .array(
        (0..<gst_value_list_get_size(gvalue)).compactMap { Value(item: gst_value_list_get_value(gvalue, $0)) })
    default:
      if type == gst_structure_get_type(), let structure = gst_value_get_structure(gvalue) {
        self = .structure(Structure(copying: structure))
      } else {
        self = .other(Value.text(gvalue))
      }
    }
  }

  private init?(item: UnsafePointer<GValue>?) {
    guard let item else { return nil }
    self.init(reading: item)
  }

  private static func nick(_ gvalue: UnsafePointer<GValue>) -> String? {
    guard let klass = g_type_class_ref(gvalue.pointee.g_type) else { return nil }
    defer { g_type_class_unref(klass) }
    let found = g_enum_get_value(klass.assumingMemoryBound(to: GEnumClass.self), g_value_get_enum(gvalue))
    return found?.pointee.value_nick.map { String(cString: $0) }
  }

  private static func text(_ gvalue: UnsafePointer<GValue>) -> String {
    // All the data of a buffer, in hexadecimal, would be its text.
    if gvalue.pointee.g_type == gst_buffer_get_type() || gvalue.pointee.g_type == gst_sample_get_type() {
      return String(cString: g_type_name(gvalue.pointee.g_type))
    }
    guard let text = gst_value_serialize(gvalue) ?? g_strdup_value_contents(gvalue) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// The GType that carries this value in a structure.
  var gtype: GType {
    switch self {
    case .int: EARMARK_TYPE_INT
    case .uint: EARMARK_TYPE_UINT
    case .int64: EARMARK_TYPE_INT64
    case .uint64: EARMARK_TYPE_UINT64
    case .double: EARMARK_TYPE_DOUBLE
    case .boolean: EARMARK_TYPE_BOOLEAN
    case .string, .other: EARMARK_TYPE_STRING
    case .structure: gst_structure_get_type()
    case .array: gst_value_array_get_type()
    }
  }

  /// Runs `body` with an initialised GValue of this value's own type, which lives as long as the call.
  func withGValue<R>(_ body: (UnsafeMutablePointer<GValue>) -> R) -> R {
    var gvalue = GValue()
    g_value_init(&gvalue, gtype)
    defer { g_value_unset(&gvalue) }
    _ = write(to: &gvalue)
    return body(&gvalue)
  }

  /// Writes into an initialised GValue, converting to its type; false where the value does not fit.
  func write(to gvalue: UnsafeMutablePointer<GValue>) -> Bool {
    let type = gvalue.pointee.g_type
    switch (earmark_fundamental(type), self) {
    case (EARMARK_TYPE_INT, _):
      guard let number = integer(as: Int32.self) else { return false }
      g_value_set_int(gvalue, number)
    case (EARMARK_TYPE_UINT, _):
      guard let number = integer(as: UInt32.self) else { return false }
      g_value_set_uint(gvalue, number)
    case (EARMARK_TYPE_INT64, _):
      guard let number = integer(as: Int.self) else { return false }
      g_value_set_int64(gvalue, number)
    case (EARMARK_TYPE_UINT64, _):
      guard let number = integer(as: UInt.self) else { return false }
      g_value_set_uint64(gvalue, number)
    case (EARMARK_TYPE_LONG, _):
      guard let number = integer(as: Int.self) else { return false }
      g_value_set_long(gvalue, number)
    case (EARMARK_TYPE_ULONG, _):
      guard let number = integer(as: UInt.self) else { return false }
      g_value_set_ulong(gvalue, number)
    case (EARMARK_TYPE_FLOAT, _):
      guard let number = Double(self) else { return false }
      g_value_set_float(gvalue, Float(number))
    case (EARMARK_TYPE_DOUBLE, _):
      guard let number = Double(self) else { return false }
      g_value_set_double(gvalue, number)
    case (EARMARK_TYPE_BOOLEAN, .boolean(let flag)): g_value_set_boolean(gvalue, flag ? 1 : 0)
    case (EARMARK_TYPE_STRING, .string(let text)), (EARMARK_TYPE_STRING, .other(let text)):
      g_value_set_string(gvalue, text)
    case (gst_value_array_get_type(), .array(let items)):
      for item in items { item.withGValue { gst_value_array_append_value(gvalue, $0) } }
    case (_, .structure(let structure)) where type == gst_structure_get_type():
      structure.withPointer { gst_value_set_structure(gvalue, $0) }
    case (_, .string(let text)), (_, .other(let text)): return gst_value_deserialize(gvalue, text) != 0
    default: return false
    }
    return true
  }
}
