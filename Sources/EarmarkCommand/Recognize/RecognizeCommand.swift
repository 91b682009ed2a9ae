import Earmark
import Media
import Recognition

/// `earmark recognize`: finds the materials of a pack in inputs and prints a row for each time one is heard.
struct RecognizeCommand: Command {
  private static let pack = OptionDefinition("pack", short: "p", .value("PACK"), "the pack with the materials to find")
  private static let once = OptionDefinition(
    "once", .flag, "leave each input at the first material that is recognised in it")
  private static let clockStart = OptionDefinition(
    "clock-start", .value("TIME"),
    "when the input begins, for observed_at: RFC 3339, for example 2026-05-01T18:00:00Z (default: when the file was "
      + "last changed)")

  static let definition = CommandDefinition(
    "recognize", "finds the materials of a pack in recordings and streams",
    operands: [
      OperandDefinition(
        "INPUT", .oneOrMore, "audio or video files or URIs, or - for standard input, in anything GStreamer decodes")
    ],
    options: [pack, once, clockStart, .format], required: ["pack"],
    details: [
      "Prints a row for each time a material is heard, as soon as that is over: when it starts and ends in the input, "
        + "which material, the place in the material where the hearing begins, the speed against the original, the "
        + "confidence, the marker and the title of the campaign.",
      "Inputs are read one after the other, as fast as they decode. One that fails is reported, the others are read.",
    ],
    examples: [
      CommandExample("earmark recognize --pack spots.earpack broadcast.mp3", "the timeline of a recording"),
      CommandExample(
        "earmark recognize --pack spots.earpack --format jsonl --once clips/*.wav", "what each of many clips is"),
    ],
    exitCodes: [.done, .nothingRecognised, .input, .pack, .network, .notAuthorised])

  private let pack: String
  private let requests: [RecognitionRequest]
  private let leavesAtFirst: Bool
  private let format: OutputFormat
  private let engine: any RecognitionEngine

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try self.init(arguments, engine: PipelineEngine())
  }

  init(_ arguments: ParsedArguments, engine: any RecognitionEngine) throws(UsageError) {
    self.engine = engine
    format = try arguments.outputFormat()
    leavesAtFirst = arguments.has(Self.once)
    let start = try Self.clockStart(arguments)
    let pack = arguments.value(Self.pack) ?? ""
    self.pack = pack
    requests = arguments.operands.map { RecognitionRequest(input: AudioInput($0), pack: pack, clockStart: start) }
    if requests.count(where: { $0.input == .standardInput }) > 1 {
      throw arguments.usageError("standard input can be read only once")
    }
  }

  private static func clockStart(_ arguments: ParsedArguments) throws(UsageError) -> Timestamp? {
    guard let text = arguments.value(clockStart) else { return nil }
    if let time = Timestamp(parsing: text) { return time }
    throw arguments.usageError(
      "--clock-start takes a time as in 2026-05-01T18:00:00Z, with a zone, not \"\(text)\"")
  }

  func run(on console: Console) async throws -> ExitCode {
    let verification = try engine.check(pack: pack)
    let start = ContinuousClock.now
    var printer = ActivityPrinter(format: format, namesSource: requests.count > 1)
    let meter = ProgressMeter(items: requests.count)
    let ticker = ProgressTicker(meter, on: console)
    defer { ticker.stop() }
    var recognised = 0
    var failures: [ExitCode] = []
    for (index, request) in requests.enumerated() where !Interruption.shared.isRequested {
      do {
        recognised += try await recognise(request, index, &printer, meter, console)
      } catch {
        let failure = try Self.failure(error)
        console.report(failure)
        failures.append(failure.exitCode)
        // All the others would fail in the same way.
        if failure.exitCode == .pack { break }
      }
    }
    ticker.stop()
    try printer.finish(on: console)
    console.detail(Speed(seconds: meter.seconds, elapsed: (ContinuousClock.now - start) / .seconds(1)).text)
    if Interruption.shared.isRequested { return .interrupted }
    if !failures.contains(.pack), let damage = await verification.value {
      console.report(damage)
      failures.append(damage.exitCode)
    }
    return .worst(of: failures, otherwise: recognised > 0 ? .done : .nothingRecognised)
  }

  /// The failure of an input, after which the others are still tried; anything else goes on up.
  private static func failure(_ error: any Error) throws -> CommandFailure {
    if let error = error as? RecognitionError { return CommandFailure(error) }
    guard let failure = error as? CommandFailure, failure.exitCode != .internalError else { throw error }
    return failure
  }

  /// Runs one input; returns how many rows were printed.
  private func recognise(
    _ request: RecognitionRequest, _ index: Int, _ printer: inout ActivityPrinter, _ meter: ProgressMeter,
    _ console: Console
  ) async throws -> Int {
    let run = try engine.start(request)
    meter.follow(item: index) { run.progress }
    defer { meter.finish(item: index, seconds: run.progress.position) }
    var rows = 0
    let token = Interruption.shared.add { run.cancel() }
    defer { Interruption.shared.remove(token) }
    for try await record in run.records {
      let activity = try ActivityLine(parsing: record)
      if activity.type == "fault" { console.report("\(request.input.name): \(activity.text ?? "a stage has trouble")") }
      if leavesAtFirst, activity.isBeginning { run.cancel() }
      guard activity.isFinished, !(leavesAtFirst && rows > 0) else { continue }
      try printer.print(activity, record: record, on: console)
      rows += 1
    }
    if let damage = run.damage { console.report(damage) }
    return rows
  }
}
