import CGStreamer

/// A signal of an element.
public struct Signal: Sendable {
  let name: String
  let arguments: [ValueType]
  let action: (@Sendable (Element, [Value]) -> Void)?

  /// A signal that the element emits with `emit`, without a return value.
  public static func notification(_ name: String, _ arguments: ValueType...) -> Signal {
    Signal(name: name, arguments: arguments, action: nil)
  }

  /// A signal that applications emit to make the element do something. `body` runs on their thread.
  public static func action<E: Element>(_ name: String, _ body: @escaping @Sendable (E) -> Void) -> Signal {
    Signal(name: name, arguments: []) { element, _ in
      if let element = element as? E { body(element) }
    }
  }

  /// An action signal with arguments.
  public static func action<E: Element>(
    _ name: String, _ arguments: ValueType..., body: @escaping @Sendable (E, [Value]) -> Void
  ) -> Signal {
    Signal(name: name, arguments: arguments) { element, values in
      if let element = element as? E { body(element, values) }
    }
  }

  func install(on type: GType) {
    var types = arguments.map(\.gtype)
    let closure = action.map { action in
      makeClosure { values in
        guard let instance = values.first, let object = g_value_get_object(instance) else { return }
        action(ElementType.object(of: object), values.dropFirst().map { Value(reading: $0) })
      }
    }
    let flags = action == nil ? G_SIGNAL_RUN_LAST.rawValue : G_SIGNAL_RUN_LAST.rawValue | G_SIGNAL_ACTION.rawValue
    g_signal_newv(
      name, type, GSignalFlags(flags), closure ?? nil, nil, nil, nil, EARMARK_TYPE_NONE, guint(types.count), &types)
  }
}
