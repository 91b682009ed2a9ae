import CGStreamer

/// What a pipeline says it had needed and GStreamer has no plugin for.
struct MissingPlugin: Sendable, Equatable {
  /// `decoder`, `urisource`, `element` and others.
  var kind: String
  /// Caps, a protocol, or the name of an element.
  var detail: String
  /// For people, for example `MPEG-4 AAC decoder`.
  var name: String

  init(kind: String, detail: String, name: String) {
    self.kind = kind
    self.detail = detail
    self.name = name
  }

  /// Reads a `missing-plugin` element message; nil for other messages.
  init?(_ message: UnsafeMutablePointer<GstMessage>) {
    guard let structure = gst_message_get_structure(message), gst_structure_has_name(structure, "missing-plugin") != 0
    else { return nil }
    func text(_ field: String) -> String {
      if let string = gst_structure_get_string(structure, field) { return String(cString: string) }
      guard let value = gst_structure_get_value(structure, field), value.pointee.g_type == gst_caps_get_type(),
        let text = gst_caps_to_string(gst_value_get_caps(value))
      else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
    self.init(kind: text("type"), detail: text("detail"), name: text("name"))
  }

  /// Reads the lines `Missing decoder: NAME (CAPS)` of an error's debug text, where decodebin says it when it posts no
  /// message.
  static func list(inDebugText text: String) -> [MissingPlugin] {
    let prefix = "Missing decoder: "
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix(prefix), line.hasSuffix(")") else { return nil }
      let words = line.dropFirst(prefix.count).dropLast()
      // The name may have parentheses of its own; caps begin with a media type.
      for index in words.indices where words[index] == "(" {
        let caps = words[words.index(after: index)...]
        if caps.prefix(while: { $0 != "," && $0 != " " && $0 != ")" }).contains("/") {
          let name = words[..<index].split(separator: " ").joined(separator: " ")
          return MissingPlugin(kind: "decoder", detail: String(caps), name: name + " decoder")
        }
      }
      return nil
    }
  }

  /// Whether sound may be lost by it: a demuxer, a source or an audio decoder, not a decoder of pictures or subtitles.
  var concernsSound: Bool {
    guard kind == "decoder" else { return true }
    let media = detail.prefix { $0 != "," && $0 != "(" && $0 != " " }
    if media.hasPrefix("image/") || media.hasPrefix("text/") || media.hasPrefix("subpicture/") { return false }
    if media == "video/mpeg" { return detail.contains("systemstream=(boolean)true") }
    return !media.hasPrefix("video/") || Self.containers.contains(String(media))
  }

  private static let containers: Set<String> = [
    "video/quicktime", "video/x-matroska", "video/webm", "video/x-flv", "video/x-msvideo", "video/mpegts",
    "video/x-ms-asf", "video/x-nuv", "video/x-dv", "video/ogg",
  ]
}
