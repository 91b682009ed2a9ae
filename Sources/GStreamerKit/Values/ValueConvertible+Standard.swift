extension Value {
  /// Any integer, exactly; nil for other types and for values out of the range of `T`.
  func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
    switch self {
    case .int(let number): T(exactly: number)
    case .uint(let number): T(exactly: number)
    case .int64(let number): T(exactly: number)
    case .uint64(let number): T(exactly: number)
    default: nil
    }
  }
}

extension Int32: PropertyValue {
  public static var valueType: ValueType { .int }
  public init?(_ value: Value) {
    guard let number = value.integer(as: Int32.self) else { return nil }
    self = number
  }
  public var value: Value { .int(self) }
}

extension UInt32: PropertyValue {
  public static var valueType: ValueType { .uint }
  public init?(_ value: Value) {
    guard let number = value.integer(as: UInt32.self) else { return nil }
    self = number
  }
  public var value: Value { .uint(self) }
}

extension Int64: PropertyValue {
  public static var valueType: ValueType { .int64 }
  public init?(_ value: Value) {
    guard let number = value.integer(as: Int64.self) else { return nil }
    self = number
  }
  public var value: Value { .int64(self) }
}

extension UInt64: PropertyValue {
  public static var valueType: ValueType { .uint64 }
  public init?(_ value: Value) {
    guard let number = value.integer(as: UInt64.self) else { return nil }
    self = number
  }
  public var value: Value { .uint64(self) }
}

extension Double: PropertyValue {
  public static var valueType: ValueType { .double }
  /// Integers are read as well: a text form such as `confidence=1` carries a gint.
  public init?(_ value: Value) {
    if case .double(let number) = value {
      self = number
    } else if let number = value.integer(as: Int64.self) {
      self = Double(number)
    } else if let number = value.integer(as: UInt64.self) {
      self = Double(number)
    } else {
      return nil
    }
  }
  public var value: Value { .double(self) }
}

extension Bool: PropertyValue {
  public static var valueType: ValueType { .boolean }
  public init?(_ value: Value) {
    guard case .boolean(let flag) = value else { return nil }
    self = flag
  }
  public var value: Value { .boolean(self) }
}

extension String: PropertyValue {
  public static var valueType: ValueType { .string }
  public init?(_ value: Value) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
  public var value: Value { .string(self) }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  public init?(_ value: Value) {
    guard case .array(let items) = value else { return nil }
    var result: [Element] = []
    result.reserveCapacity(items.count)
    for item in items {
      guard let element = Element(item) else { return nil }
      result.append(element)
    }
    self = result
  }
  public var value: Value { .array(map(\.value)) }
}
