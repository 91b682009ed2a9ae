import CGStreamer

/// A GStreamer debug category, shown by `GST_DEBUG=NAME:5`. A message is built only when its level is on.
public struct Log: Sendable {
  /// GStreamer's levels.
  public enum Level: UInt32, Sendable {
    case error = 1
    case warning, fixme, info, debug, log, trace
  }

  // Categories live as long as the process and lock themselves.
  private nonisolated(unsafe) let category: UnsafeMutablePointer<GstDebugCategory>?

  /// Registers a category; keep it in a global `let`.
  public init(_ name: StaticString, _ about: StaticString) {
    category = _gst_debug_category_new(name.cString, 0, about.cString)
  }

  /// Whether messages of this level are printed.
  public func isOn(_ level: Level) -> Bool { earmark_debug_enabled(category, level.rawValue) != 0 }

  /// Prints a message of an element, or of none.
  public func callAsFunction(
    _ level: Level, _ element: Element? = nil, _ text: @autoclosure () -> String, file: StaticString = #fileID,
    function: StaticString = #function, line: Int = #line
  ) {
    guard isOn(level) else { return }
    let message = text()
    func write(_ object: UnsafeMutablePointer<GObject>?) {
      gst_debug_log_literal(
        category, GstDebugLevel(level.rawValue), file.cString, function.cString, gint(line), object, message)
    }
    if let element {
      _ = element.withObject { write($0.assumingMemoryBound(to: GObject.self)) }
    } else {
      write(nil)
    }
  }
}

extension StaticString {
  /// The literal's bytes, which live as long as the process. Empty for a single Unicode scalar.
  var cString: UnsafePointer<CChar>? {
    hasPointerRepresentation ? UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) : nil
  }
}
