/// A property whatever its type.
protocol AnyProperty: Sendable {
  /// nil for a property that is read only.
  var mutability: Mutability? { get }
  func specification(name: String) -> PropertySpecification
  func read(_ element: Element) -> Value
  /// False where the value does not fit.
  func write(_ value: Value) -> Bool
}
