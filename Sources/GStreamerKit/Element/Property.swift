import CGStreamer
import Synchronization

/// A property of an element, shown by `gst-inspect-1.0` with its range and default. `camelCase` becomes `kebab-case`:
///
///     @Property("Seconds between two observations", in: 0.25...10, mutable: .playing) var interval = 1.0
///
/// Reads and writes are locked, since applications and the streaming thread share it. Assigning from Swift is not
/// checked against the range or the state.
@propertyWrapper
public final class Property<T: PropertyValue>: AnyProperty, Sendable {
  private let current: Mutex<T>
  private let initial: T
  private let range: ClosedRangeOf<T>?
  let blurb: String
  let mutability: Mutability?

  /// A property that takes every value of its type; `wrappedValue` is the default.
  public init(wrappedValue: T, _ blurb: String, mutable: Mutability = .ready) {
    current = Mutex(wrappedValue)
    initial = wrappedValue
    range = nil
    self.blurb = blurb
    mutability = mutable
  }

  /// A property that takes values in a range; `wrappedValue` is the default.
  public init(wrappedValue: T, _ blurb: String, in range: ClosedRange<T>, mutable: Mutability = .ready)
  where T: Comparable {
    current = Mutex(wrappedValue)
    initial = wrappedValue
    self.range = ClosedRangeOf(lower: range.lowerBound, upper: range.upperBound)
    self.blurb = blurb
    mutability = mutable
  }

  /// The current value.
  public var wrappedValue: T {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  func specification(name: String) -> PropertySpecification {
    PropertySpecification(
      name: name, blurb: blurb, type: T.valueType, initial: initial.value, lower: range?.lower.value,
      upper: range?.upper.value, mutability: mutability)
  }

  func read(_ element: Element) -> Value { wrappedValue.value }

  func write(_ value: Value) -> Bool {
    guard let converted = T(value) else { return false }
    wrappedValue = converted
    return true
  }
}

/// Bounds whose type need not be known to be comparable.
struct ClosedRangeOf<T: Sendable>: Sendable {
  let lower, upper: T
}
