import CGStreamer
import Synchronization

/// Registers GEnum types, each once per process.
enum EnumerationType {
  private static let lock = Mutex(())

  static func register(name: String, nicks: [String]) -> GType {
    lock.withLock { _ in
      let known = g_type_from_name(name)
      if known != 0 { return known }
      // GLib keeps the table and its strings for the life of the process.
      let table = UnsafeMutablePointer<GEnumValue>.allocate(capacity: nicks.count + 1)
      for (index, nick) in nicks.enumerated() {
        (table + index).initialize(
          to: GEnumValue(value: gint(index), value_name: g_strdup(nick), value_nick: g_strdup(nick)))
      }
      (table + nicks.count).initialize(to: GEnumValue(value: 0, value_name: nil, value_nick: nil))
      return g_enum_register_static(name, table)
    }
  }
}
