/// One JSON value. Integers that fit in 64 bits stay exact; every other number is a `Double`.
public enum JSONValue: Sendable, Equatable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The value of a key of an object; nil for an absent key and for every other kind of value.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The text of a string, else nil.
  public var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The truth value of a boolean, else nil.
  public var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// Any number as a `Double`, else nil.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// A number that is, rounded, in the range of `Int64`; else nil.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value.rounded())
    default: nil
    }
  }

  /// The members of an object, else nil.
  public var objectValue: [String: JSONValue]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// The elements of an array, else nil.
  public var arrayValue: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// Whether the value says nothing: null, "", {} and []. Zero and false do say something.
  public var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    case .bool, .integer, .number: false
    }
  }
}
