import Fingerprinting

/// `earmark pack add`: fingerprints files into a pack.
struct PackAddCommand: Command {
  static let definition = CommandDefinition(
    "pack add", "fingerprints recordings and adds them to a pack",
    operands: [PackAccess.operand, IntakeText.files(.oneOrMore)], options: IntakeSession.options,
    details: [
      "A material whose id the pack has already is replaced; its campaign stays unless there is a new one. The pack is "
        + "changed once, at the end: after an error or an interruption it is as it was. A file that cannot be used is "
        + "reported, the others are added. To a large pack only what is new is written, and from time to time newer "
        + "parts are merged (`earmark pack merge`).",
      IntakeText.requirements,
    ],
    examples: [
      CommandExample("earmark pack add spots.earpack spots/*.flac", "add many files, their names become ids"),
      CommandExample(
        "earmark pack add spots.earpack --id spring-1 --title \"Spring sale\" --campaign spring.json spot.wav",
        "add one file and say what to show for it"),
    ],
    exitCodes: [.done, .input, .pack, .network, .notAuthorised])

  private let path: String
  private let sources: [MaterialSource]
  private let campaign: String?
  private let jobs: Int?
  private let format: OutputFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    sources = try MaterialSource.sources(arguments, names: arguments.operands.dropFirst())
    campaign = arguments.value(MaterialSource.campaign)
    jobs = try arguments.integer(.jobs, in: 1...256)
    format = try arguments.outputFormat()
  }

  func run(on console: Console) async throws -> ExitCode {
    // Before the long work: is there a pack that can be read and written?
    _ = try PackAccess.open(path)
    try PackAccess.checkWritable(path)
    let campaign = try campaign.map { path throws(CommandFailure) in try JSONFile.object(path) }
    var session = IntakeSession(sources.map { $0.with(campaign: campaign) }, jobs: jobs)
    try await session.run(on: console)
    guard !session.materials.isEmpty else { return session.exitCode }
    var replaced: Set<String> = []
    try PackAccess.change(path) { replaced = session.add(to: &$0, on: console) }
    try MaterialIntakeReport(format: format, speed: session.speed)
      .print(session.materials, replaced: replaced, on: console)
    return session.exitCode
  }
}
