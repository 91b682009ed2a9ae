import CGStreamer

/// What stopped an element, as GStreamer's error messages say it: a domain with a code, a sentence for people, and
/// details for developers.
public struct ElementError: Error, Sendable, Equatable {
  /// What the code belongs to.
  public enum Domain: Sendable, Equatable { case core, library, resource, stream, other(String) }

  /// GST_CORE_ERROR_….
  public enum Core: Int32, Sendable {
    case failed = 1
    case tooLazy, notImplemented, stateChange, pad, thread, negotiation, event, seek, caps, tag, missingPlugin, clock
    case disabled
  }
  /// GST_LIBRARY_ERROR_….
  public enum Library: Int32, Sendable {
    case failed = 1
    case tooLazy, initialization, shutdown, settings, encode
  }
  /// GST_RESOURCE_ERROR_….
  public enum Resource: Int32, Sendable {
    case failed = 1
    case tooLazy, notFound, busy, openRead, openWrite, openReadWrite, close, read, write, seek, sync, settings, noSpace
    case notAuthorized
  }
  /// GST_STREAM_ERROR_….
  public enum Stream: Int32, Sendable {
    case failed = 1
    case tooLazy, notImplemented, typeNotFound, wrongType, codecNotFound, decode, encode, demux, mux, format, decrypt
    case decryptNoKey
  }

  /// What the code belongs to.
  public var domain: Domain
  /// The code in its domain; the raw value of `Core`, `Library`, `Resource` or `Stream`.
  public var code: Int32
  /// A short sentence for people.
  public var message: String
  /// For developers; may be empty.
  public var debug: String

  /// An error of any domain.
  public init(domain: Domain, code: Int32, message: String, debug: String = "") {
    self.domain = domain
    self.code = code
    self.message = message
    self.debug = debug
  }

  /// An error of GStreamer's core, such as a failed negotiation.
  public static func core(_ code: Core, _ message: String, debug: String = "") -> ElementError {
    ElementError(domain: .core, code: code.rawValue, message: message, debug: debug)
  }
  /// An error of a library that is used.
  public static func library(_ code: Library, _ message: String, debug: String = "") -> ElementError {
    ElementError(domain: .library, code: code.rawValue, message: message, debug: debug)
  }
  /// An error of a file, device or network resource.
  public static func resource(_ code: Resource, _ message: String, debug: String = "") -> ElementError {
    ElementError(domain: .resource, code: code.rawValue, message: message, debug: debug)
  }
  /// An error of the data itself.
  public static func stream(_ code: Stream, _ message: String, debug: String = "") -> ElementError {
    ElementError(domain: .stream, code: code.rawValue, message: message, debug: debug)
  }

  /// Any other error that an element threw: a failed stream.
  init(_ error: any Error) {
    self = error as? ElementError ?? .stream(.failed, "\(error)", debug: "\(type(of: error))")
  }
}

extension ElementError.Domain {
  var quark: GQuark {
    switch self {
    case .core: gst_core_error_quark()
    case .library: gst_library_error_quark()
    case .resource: gst_resource_error_quark()
    case .stream: gst_stream_error_quark()
    case .other(let name): g_quark_from_string(name)
    }
  }

  init(quark: GQuark) {
    switch quark {
    case gst_core_error_quark(): self = .core
    case gst_library_error_quark(): self = .library
    case gst_resource_error_quark(): self = .resource
    case gst_stream_error_quark(): self = .stream
    default: self = .other(g_quark_to_string(quark).map { String(cString: $0) } ?? "")
    }
  }
}

extension ElementError: CustomStringConvertible {
  public var description: String { debug.isEmpty ? message : "\(message) (\(debug))" }
}
