public import GStreamerKit

/// The beginning of a pipeline that reads an input: from the bytes to the raw audio of its first sound track.
public struct MediaSource: Sendable {
  /// What is read.
  public let input: AudioInput
  private let access: InputCheck.Access

  /// Looks whether the input is there and can be read.
  /// - Throws: `DecodeError` when a file is missing, a directory, empty or may not be read.
  public init(_ input: AudioInput) throws(DecodeError) {
    self.input = input
    access = try InputCheck.access(to: input)
  }

  /// Launch text up to raw interleaved audio; ends without a link, so that ` ! sink` can follow.
  public var description: String {
    // Stops at raw audio and leaves out whatever else there is, so that no decoder of pictures is ever made.
    let decoding = "name=decoder caps=audio/x-raw expose-all-streams=false"
    // With five buffers, as is usual, the threads of demuxer and decoder wait for each other at every packet.
    let queue = "max-size-buffers=16384 max-size-bytes=8388608"
    let source =
      switch access {
      // Inside a decodebin of GStreamer 1.22 aiffparse may push before it is linked, and what it says of that is lost:
      // the pipeline would wait for ever.
      case .aiff where GStreamer.hasElement("aiffparse"): "filesrc name=source ! aiffparse"
      case .path, .aiff: "filesrc name=source ! decodebin \(decoding) \(queue)"
      case .descriptor(let number, _): "fdsrc name=source fd=\(number) ! decodebin \(decoding) \(queue)"
      case .uri: "uridecodebin \(decoding)"
      }
    // audioconvert of GStreamer 1.22 crashes at 64 channels, the stages refuse other rates: `error` speaks of both.
    return "\(source) ! audio/x-raw,rate=[1000,768000],channels=[1,63] ! audioconvert ! audio/x-raw,layout=interleaved"
  }

  /// Names the input to the elements of a pipeline made with `description`: a path may hold any character, so it is
  /// no part of launch text.
  public func prepare(_ pipeline: Pipeline) {
    if let (element, property, text) = naming { pipeline.element(named: element)?.set(property, text) }
  }

  /// The property that names the input, if one does: of which element, its name and value.
  var naming: (element: String, property: String, text: String)? {
    switch access {
    case .path(let path), .aiff(let path): ("source", "location", path)
    case .uri(let uri): ("decoder", "uri", uri)
    case .descriptor: nil
    }
  }

  /// Whether GStreamer reads the input through a source of its own.
  var isURI: Bool { if case .uri = access { true } else { false } }

  /// The error that names the input and the way out, for what a pipeline said when it failed.
  /// - Parameters:
  ///   - failure: the error message.
  ///   - element: name of the element that posted it.
  ///   - notices: the `missing-plugin` element messages before it.
  public func error(for failure: ElementError, from element: String, notices: [Structure]) -> DecodeError {
    var diagnosis = DecodeDiagnosis(input: input)
    diagnosis.missing = notices.compactMap(MissingPlugin.init)
    let domain: PipelineFailure.Domain =
      switch failure.domain {
      case .core: .core
      case .resource: .resource
      case .stream: .stream
      default: .other
      }
    var reason = PipelineFailure(domain: domain, code: failure.code, message: failure.message, debug: failure.debug)
    reason.isFromSource = element == "source"
    reason.httpStatus = Self.httpStatus(inDebugText: failure.debug)
    return diagnosis.error(for: reason)
  }

  /// What a web server answered, by what souphttpsrc says: `Not Found (404), URL: …`.
  private static func httpStatus(inDebugText text: String) -> Int? {
    guard let end = text.firstRange(of: "), URL: ")?.lowerBound,
      let start = text[..<end].lastIndex(of: "(")
    else { return nil }
    return Int(text[text.index(after: start)..<end])
  }

  /// What to say of an input that failed like this after its beginning had been used.
  public func brokenOff(_ error: DecodeError) -> DecodeError { DecodeDiagnosis(input: input).brokenOff(error) }

  /// The error for an input that gave no data for so many seconds.
  public func stalled(after seconds: Double) -> DecodeError { DecodeDiagnosis(input: input).stalled(after: seconds) }

  /// The error for an input that ended without a single sample.
  public var silent: DecodeError { DecodeDiagnosis(input: input).silentTrack }
}

extension MissingPlugin {
  /// Reads a `missing-plugin` element message; nil for other messages.
  init?(_ structure: Structure) {
    guard structure.name == "missing-plugin" else { return nil }
    func text(_ field: String) -> String {
      switch structure[value: field] {
      case .string(let text), .other(let text): text
      default: ""
      }
    }
    self.init(kind: text("type"), detail: text("detail"), name: text("name"))
  }
}
