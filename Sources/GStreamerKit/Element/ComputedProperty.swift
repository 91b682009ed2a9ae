/// A read-only property that is computed when it is read, on the thread that reads:
///
///     override class var computedProperties: [ComputedProperty] {
///       [ComputedProperty("timeline", "What was heard, as JSON") { (sink: TimelineSink) in sink.snapshot() }]
///     }
public struct ComputedProperty: AnyProperty {
  let name: String
  private let blurb: String
  private let type: ValueType
  private let compute: @Sendable (Element) -> Value?

  /// A property of elements of class `E`. `compute` runs on the thread that reads.
  public init<E: Element, T: PropertyValue>(_ name: String, _ blurb: String, _ compute: @escaping @Sendable (E) -> T) {
    self.name = name
    self.blurb = blurb
    type = T.valueType
    self.compute = { ($0 as? E).map { compute($0).value } }
  }

  var mutability: Mutability? { nil }

  func specification(name: String) -> PropertySpecification {
    PropertySpecification(
      name: name, blurb: blurb, type: type, initial: nil, lower: nil, upper: nil, mutability: nil)
  }

  func read(_ element: Element) -> Value { compute(element) ?? .string("") }

  func write(_ value: Value) -> Bool { false }
}
