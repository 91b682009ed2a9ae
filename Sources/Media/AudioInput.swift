/// Where audio is read from, as somebody names it on a command line or in a program.
public enum AudioInput: Sendable, Hashable {
  /// A file by its path, absolute or relative to the working directory.
  case file(String)
  /// Anything GStreamer has a source for, for example `https://…`.
  case uri(String)
  /// What is piped into the program.
  case standardInput

  /// `-` is standard input, `SCHEME://…` a URI, everything else a path, also with colons or spaces in it.
  /// A `file://` URI without a host becomes the path it stands for.
  public init(_ name: String) {
    if name == "-" {
      self = .standardInput
    } else if let scheme = Self.scheme(of: name) {
      self = scheme == "file" ? Self.path(ofFileURI: name).map(Self.file) ?? .uri(name) : .uri(name)
    } else {
      self = .file(name)
    }
  }

  /// The input as messages name it.
  public var name: String {
    switch self {
    case .file(let path): path
    case .uri(let uri): uri
    case .standardInput: "standard input"
    }
  }

  /// The last part of the path or URI without its extension; nil for standard input and where nothing is left.
  public var stem: String? {
    let path: Substring
    switch self {
    case .file(let file): path = file[...]
    case .uri(let uri):
      path = uri[(uri.firstRange(of: "://")?.upperBound ?? uri.startIndex)...].prefix { $0 != "?" && $0 != "#" }
    case .standardInput: return nil
    }
    guard let last = path.split(separator: "/").last else { return nil }
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return String(last) }
    return String(last[..<dot])
  }

  /// The scheme in lower case when the text begins like `scheme://` (RFC 3986, section 3.1).
  private static func scheme(of text: String) -> String? {
    let scheme = text.prefix { $0 != ":" }
    guard text.dropFirst(scheme.count).hasPrefix("://"), let first = scheme.first, first.isASCII, first.isLetter,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return scheme.lowercased()
  }

  private static func path(ofFileURI uri: String) -> String? {
    let rest = uri.dropFirst("file://".count)
    guard rest.hasPrefix("/") else { return nil }
    var bytes: [UInt8] = []
    var iterator = rest.utf8.makeIterator()
    while let byte = iterator.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = iterator.next().flatMap(hexadecimal), let low = iterator.next().flatMap(hexadecimal) else {
          return nil
        }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.map(UInt8.init)
  }
}
