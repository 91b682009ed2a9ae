/// A Swift type that goes into a structure's field and comes out of one.
public protocol ValueConvertible: Sendable {
  /// Reads a value; nil where it does not fit. Integers are read from any integer type whose value is in range.
  init?(_ value: Value)
  /// The value to write.
  var value: Value { get }
}

/// A Swift type that a property or a signal's argument can have.
public protocol PropertyValue: ValueConvertible {
  /// The GType that carries it.
  static var valueType: ValueType { get }
}

/// An enumeration as a property: `enum Profile: String, PropertyEnumeration { case inband, ultrasonic }`. Raw values
/// are the nicks; the registered GEnum is named `Earmark` followed by the type's name.
public protocol PropertyEnumeration: PropertyValue, CaseIterable, RawRepresentable where RawValue == String {}

extension PropertyEnumeration {
  public static var valueType: ValueType {
    .enumeration(name: "Earmark\(Self.self)", nicks: allCases.map(\.rawValue))
  }
  public init?(_ value: Value) {
    switch value {
    case .string(let nick): self.init(rawValue: nick)
    default: return nil
    }
  }
  public var value: Value { .string(rawValue) }
}
