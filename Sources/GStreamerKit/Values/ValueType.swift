import CGStreamer

/// The type of a property or of a signal's argument.
public enum ValueType: Sendable, Equatable {
  case int, uint, int64, uint64, double, boolean, string
  /// A registered GEnum: the name of its type and its nicks in order; the first has the value 0.
  case enumeration(name: String, nicks: [String])

  var gtype: GType {
    switch self {
    case .int: EARMARK_TYPE_INT
    case .uint: EARMARK_TYPE_UINT
    case .int64: EARMARK_TYPE_INT64
    case .uint64: EARMARK_TYPE_UINT64
    case .double: EARMARK_TYPE_DOUBLE
    case .boolean: EARMARK_TYPE_BOOLEAN
    case .string: EARMARK_TYPE_STRING
    case .enumeration(let name, let nicks): EnumerationType.register(name: name, nicks: nicks)
    }
  }
}
