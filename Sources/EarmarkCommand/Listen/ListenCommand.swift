import Earmark
import GStreamerKit

/// `earmark listen`: finds the materials of a pack in what a device or a stream gives, as it comes.
struct ListenCommand: Command {
  private static let pack = OptionDefinition("pack", short: "p", .value("PACK"), "the pack with the materials to find")
  private static let device = OptionDefinition(
    "device", short: "d", .value("DEVICE"), "the device, as earmark devices names it (default: the sound system's)")
  private static let source = OptionDefinition(
    "source", .value("TEXT"),
    "the beginning of a pipeline in gst-launch's syntax that gives raw audio, instead of a device")
  private static let once = OptionDefinition("once", .flag, "end at the first material that is recognised")
  private static let markers = OptionDefinition("markers", .flag, "also look for audio markers")
  private static let duration = OptionDefinition(
    "duration", .value("SECONDS"), "end after so many seconds (default: go on until interrupted)")
  private static let stallTimeout = OptionDefinition(
    "stall-timeout", .value("SECONDS"), "so long without any audio, and the source counts as lost (default: 20)")

  static let definition = CommandDefinition(
    "listen", "finds the materials of a pack in what a device or a stream gives, as it comes",
    operands: [
      OperandDefinition(
        "URI", .optional, "a stream, such as http://…, rtsp://… or an HLS playlist, instead of a device")
    ],
    options: [pack, device, source, once, markers, duration, stallTimeout, .format], required: ["pack"],
    details: [
      "Text and CSV have a row for each hearing as soon as it is over. On a terminal, or with --verbose, standard error says "
        + "at once what begins to be heard. JSON Lines have every change of every hearing: started within seconds of its "
        + "start, refined, ended; and a line of type fault when the source breaks, and another when it is back.",
      "A source that breaks or stalls is opened again after a second, then after twice as long each time, up to 30 seconds, "
        + "and one that ends after a second; times go on. When it cannot be opened the first time, that is the end: 3 for a device or unknown "
        + "format, 5 for the network. Recordings are for earmark recognize.",
      "Ctrl-C finishes the current row and ends with 130. With --once it ends with 0 at the first recognition; with "
        + "--duration with 0 or, where nothing was recognised, 1.",
    ],
    examples: [
      CommandExample("earmark listen --pack spots.earpack", "the default microphone"),
      CommandExample(
        "earmark listen --pack spots.earpack --device speakers.monitor --once", "what the loudspeakers play"),
      CommandExample("earmark listen --pack spots.earpack --format jsonl https://example.com/live.mp3", "a stream"),
      CommandExample(
        "earmark listen --pack spots.earpack --source 'alsasrc device=hw:1'", "anything GStreamer can capture"),
    ],
    exitCodes: [.done, .nothingRecognised, .input, .pack, .network, .notAuthorised])

  private enum Choice: Sendable { case device(String?), ready(ListenSource) }

  private let pack: String
  private let choice: Choice
  private let endsAtFirst: Bool
  private let hasMarkers: Bool
  private let duration: Double?
  private let stallTimeout: Double
  private let format: OutputFormat
  private let engine: any ListenEngine

  init(_ arguments: ParsedArguments) throws(UsageError) { try self.init(arguments, engine: RunnerEngine()) }

  init(_ arguments: ParsedArguments, engine: any ListenEngine) throws(UsageError) {
    self.engine = engine
    pack = arguments.value(Self.pack) ?? ""
    choice = try Self.choice(arguments)
    endsAtFirst = arguments.has(Self.once)
    hasMarkers = arguments.has(Self.markers)
    duration = try arguments.seconds(Self.duration)
    stallTimeout = try arguments.seconds(Self.stallTimeout) ?? 20
    format = try arguments.outputFormat()
  }

  private static func choice(_ arguments: ParsedArguments) throws(UsageError) -> Choice {
    let given = [arguments.value(device), arguments.value(source), arguments.operands.first].count { $0 != nil }
    if given > 1 { throw arguments.usageError("--device, --source and a URI exclude each other") }
    if let text = arguments.value(source) {
      if text.allSatisfy(\.isWhitespace) { throw arguments.usageError("--source is empty") }
      if text.last(where: { !$0.isWhitespace }) == "!" {
        throw arguments.usageError("--source ends with \"!\"; leave that out, what follows is known")
      }
      return .ready(.text(text))
    }
    guard let uri = arguments.operands.first else { return .device(arguments.value(device)) }
    guard uri.contains("://"), !uri.lowercased().hasPrefix("file:") else {
      throw arguments.usageError("\"\(uri)\" is no stream; earmark recognize is for recordings, --device for devices")
    }
    return .ready(.stream(uri))
  }

  func run(on console: Console) async throws -> ExitCode {
    try engine.check(pack: pack)
    let source = try await find()
    let request = ListenRequest(source: source, pack: pack, markers: hasMarkers, stallTimeout: stallTimeout)
    let printer = ListenPrinter(format: format, source: source)
    var listening = Listening(source: source, endsAtFirst: endsAtFirst, printer: printer, console: console)
    return try await listening.run(for: duration) { receive throws(RecognitionError) in
      try engine.start(request, receive: receive)
    }
  }

  private func find() async throws(CommandFailure) -> ListenSource {
    switch choice {
    case .ready(let source): return source
    case .device(let name):
      let devices = try await engine.devices()
      guard let name else {
        guard let first = devices.first else { throw await CaptureDevices.explainNone() }
        return .standardDevice(first)
      }
      if let device = CaptureDevices.named(name, among: devices) { return .device(device) }
      if devices.isEmpty { throw await CaptureDevices.explainNone() }
      let hint = Suggestion.nearest(to: name, among: devices.map(\.name)).map { "; did you mean \($0)?" }
      throw CommandFailure(
        .input, "there is no device \"\(name)\"" + (hint ?? "; earmark devices lists those there are"))
    }
  }
}
