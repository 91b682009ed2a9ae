import CGStreamer

/// The GOptionEntry table of a command's options and the memory GOption writes into, which lives as long as this.
final class OptionTable {
  private typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>

  private let options: [OptionDefinition]
  private let entries: UnsafeMutablePointer<GOptionEntry>
  private let flags: UnsafeMutablePointer<gint>
  private let single: Strings
  private let many: UnsafeMutablePointer<Strings?>
  /// The place of the operands in `many`, after all options.
  private var operands: Int { options.count }

  init(_ options: [OptionDefinition]) {
    self.options = options
    entries = .allocate(capacity: options.count + 2)
    entries.initialize(repeating: GOptionEntry(), count: options.count + 2)
    flags = .allocate(capacity: options.count)
    flags.initialize(repeating: 0, count: options.count)
    single = .allocate(capacity: options.count)
    single.initialize(repeating: nil, count: options.count)
    many = .allocate(capacity: options.count + 1)
    many.initialize(repeating: nil, count: options.count + 1)
    for (index, option) in options.enumerated() {
      entries[index].long_name = UnsafePointer(g_strdup(option.name))
      entries[index].short_name = option.short?.asciiValue.map(gchar.init(bitPattern:)) ?? 0
      switch option.kind {
      case .flag: point(index, G_OPTION_ARG_NONE, flags + index)
      case .value: point(index, G_OPTION_ARG_FILENAME, single + index)
      case .values: point(index, G_OPTION_ARG_FILENAME_ARRAY, many + index)
      }
    }
    // The empty name collects what is no option (G_OPTION_REMAINING).
    entries[operands].long_name = UnsafePointer(g_strdup(""))
    point(operands, G_OPTION_ARG_FILENAME_ARRAY, many + operands)
  }

  deinit {
    for index in 0...options.count { g_free(UnsafeMutableRawPointer(mutating: entries[index].long_name)) }
    for index in options.indices { g_free(single[index]) }
    for index in 0...options.count { g_strfreev(many[index]) }
    entries.deallocate()
    flags.deallocate()
    single.deallocate()
    many.deallocate()
  }

  private func point(_ index: Int, _ kind: GOptionArg, _ memory: UnsafeMutableRawPointer) {
    entries[index].arg = kind
    entries[index].arg_data = memory
  }

  func add(to context: OpaquePointer?) { g_option_context_add_main_entries(context, entries, nil) }

  /// What was parsed.
  func collect(into start: ParsedArguments) throws(UsageError) -> ParsedArguments {
    var arguments = start
    for (index, option) in options.enumerated() {
      if flags[index] != 0 { arguments.set(flag: option.name) }
      if let text = single[index] { arguments.append(try Self.text(text, start), option: option.name) }
      for text in try Self.list(many[index], start) { arguments.append(text, option: option.name) }
    }
    for text in try Self.list(many[operands], start) { arguments.append(operand: text) }
    return arguments
  }

  private static func list(_ strings: Strings?, _ arguments: ParsedArguments) throws(UsageError) -> [String] {
    guard let strings else { return [] }
    var result: [String] = []
    var index = 0
    while let string = strings[index] {
      result.append(try text(string, arguments))
      index += 1
    }
    return result
  }

  private static func text(_ bytes: UnsafeMutablePointer<gchar>, _ arguments: ParsedArguments) throws(UsageError)
    -> String
  {
    guard let text = String(validatingCString: bytes) else {
      throw arguments.usageError("the argument \"\(String(cString: bytes))\" is not UTF-8 text")
    }
    return text
  }
}
