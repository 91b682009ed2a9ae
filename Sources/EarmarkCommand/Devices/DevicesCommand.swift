import GStreamerKit

/// `earmark devices`: the devices that can be listened to.
struct DevicesCommand: Command {
  static let definition = CommandDefinition(
    "devices", "lists the devices that can be listened to", operands: [], options: [.format],
    details: [
      "A row for each microphone and input, and for each monitor: what a sound output plays, as a source. The first column "
        + "is what --device of earmark listen takes. CSV and JSON Lines also have the GStreamer element that opens the "
        + "device, for --source and pipeline descriptions.",
      "Where there is none it says what is missing: a sound server that runs, or the GStreamer plugin that speaks to it.",
    ],
    examples: [
      CommandExample("earmark devices", "a table of microphones and monitors"),
      CommandExample("earmark devices --format jsonl", "the same for programs, with the element of each"),
    ],
    exitCodes: [.done, .input])

  private static let columns = [
    Column("device"), Column("kind"), Column("default"), Column("format"), Column("description"), Column("source"),
  ]

  private let format: OutputFormat

  init(_ arguments: ParsedArguments) throws(UsageError) { format = try arguments.outputFormat() }

  func run(on console: Console) async throws -> ExitCode {
    let devices = try await CaptureDevices.find()
    guard !devices.isEmpty else { throw await CaptureDevices.explainNone() }
    let columns = format == .text ? Self.columns.dropLast() : Self.columns
    let rows = devices.map { Array(Self.cells($0).prefix(columns.count)) }
    try console.print(Table(type: "device", columns: columns, format: format).all(rows))
    return .done
  }

  static func cells(_ device: AudioDevice) -> [Cell] {
    [
      .text(device.name), .text(device.isMonitor ? "monitor" : "microphone"), .flag(device.isDefault),
      .text(CapsText.summary(device.caps)), .text(device.displayName), .text(device.launchText),
    ]
  }
}
