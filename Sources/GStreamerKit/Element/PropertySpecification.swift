import CGStreamer

/// What a GParamSpec is made from.
struct PropertySpecification {
  let name, blurb: String
  let type: ValueType
  let initial, lower, upper: Value?
  /// nil for read only.
  let mutability: Mutability?

  func make() -> UnsafeMutablePointer<GParamSpec>? {
    let flags = GParamFlags(rawValue: mutability.map { EARMARK_PARAM_READWRITE | $0.flag } ?? EARMARK_PARAM_READABLE)
    switch type {
    case .int:
      return g_param_spec_int(
        name, name, blurb, bound(lower) ?? Int32.min, bound(upper) ?? Int32.max, bound(initial) ?? 0, flags)
    case .uint:
      return g_param_spec_uint(
        name, name, blurb, bound(lower) ?? UInt32.min, bound(upper) ?? UInt32.max, bound(initial) ?? 0, flags)
    case .int64:
      return g_param_spec_int64(
        name, name, blurb, bound(lower) ?? Int.min, bound(upper) ?? Int.max, bound(initial) ?? 0, flags)
    case .uint64:
      return g_param_spec_uint64(
        name, name, blurb, bound(lower) ?? UInt.min, bound(upper) ?? UInt.max, bound(initial) ?? 0, flags)
    case .double:
      return g_param_spec_double(
        name, name, blurb, lower.flatMap { Double($0) } ?? -Double.greatestFiniteMagnitude,
        upper.flatMap { Double($0) } ?? Double.greatestFiniteMagnitude, initial.flatMap { Double($0) } ?? 0, flags)
    case .boolean:
      return g_param_spec_boolean(name, name, blurb, initial == .boolean(true) ? 1 : 0, flags)
    case .string:
      return g_param_spec_string(name, name, blurb, initial.flatMap { String($0) } ?? "", flags)
    case .enumeration(_, let nicks):
      let index = nicks.firstIndex { initial == .string($0) } ?? 0
      return g_param_spec_enum(name, name, blurb, type.gtype, gint(index), flags)
    }
  }

  private func bound<T: FixedWidthInteger>(_ value: Value?) -> T? { value?.integer() }
}
