import Fingerprinting

/// `earmark pack create`: makes a new pack, with materials if files are given.
struct PackCreateCommand: Command {
  private static let force = OptionDefinition("force", short: "f", .flag, "replace a file that exists")

  static let definition = CommandDefinition(
    "pack create", "makes a new pack, of files if some are given",
    operands: [PackAccess.operand, IntakeText.files(.any)], options: [force] + IntakeSession.options,
    details: [
      "Never replaces a file without --force. When files are given and none of them can be used, no pack is made.",
      IntakeText.requirements,
    ],
    examples: [
      CommandExample("earmark pack create spots.earpack spots/*.flac", "a pack of all spots in a folder"),
      CommandExample("earmark pack create --force empty.earpack", "an empty pack in place of whatever is there"),
    ],
    exitCodes: [.done, .input, .pack, .network, .notAuthorised])

  private let path: String
  private let sources: [MaterialSource]
  private let campaign: String?
  private let jobs: Int?
  private let format: OutputFormat
  private let replaces: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    sources = try MaterialSource.sources(arguments, names: arguments.operands.dropFirst())
    campaign = arguments.value(MaterialSource.campaign)
    jobs = try arguments.integer(.jobs, in: 1...256)
    format = try arguments.outputFormat()
    replaces = arguments.has(Self.force)
  }

  func run(on console: Console) async throws -> ExitCode {
    if !replaces, PackFile.exists(path) { throw PackFile.refusal(path) }
    try PackAccess.checkWritable(path)
    let campaign = try campaign.map { path throws(CommandFailure) in try JSONFile.object(path) }
    var session = IntakeSession(sources.map { $0.with(campaign: campaign) }, jobs: jobs)
    if !sources.isEmpty {
      try await session.run(on: console)
      if session.materials.isEmpty {
        console.note("no pack was made")
        return session.exitCode
      }
    }
    var builder = PackBuilder()
    _ = session.add(to: &builder, on: console)
    try PackAccess.create(path, replacing: replaces, builder)
    if sources.isEmpty {
      console.note("made the empty pack \"\(path)\"")
    } else {
      try MaterialIntakeReport(format: format, speed: session.speed).print(session.materials, replaced: [], on: console)
    }
    return session.exitCode
  }
}
