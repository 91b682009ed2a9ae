import Fingerprinting

/// `earmark pack merge`: writes a pack that was added to in few pieces, or with a lot removed, as one whole.
struct PackMergeCommand: Command {
  static let definition = CommandDefinition(
    "pack merge", "merges the segments of a pack into one", operands: [PackAccess.operand],
    details: [
      "A change of a large pack is appended to it as a segment, and segments are merged from time to time by themselves. "
        + "This merges all of them at a time of your choice, which makes look-ups as fast and the file as small as they "
        + "can be. It takes as long as writing the whole pack; programs that use the pack go on with the old file.",
      "`earmark pack info` says how many segments there are, and how many bytes this would free.",
    ],
    examples: [
      CommandExample("earmark pack merge spots.earpack", "after many additions, or in a quiet hour"),
      CommandExample("earmark pack merge spots.earpack && cp spots.earpack /srv/", "copy a pack as small as it can be"),
    ],
    exitCodes: [.done, .pack])

  private let path: String

  init(_ arguments: ParsedArguments) throws(UsageError) { path = arguments.operands[0] }

  func run(on console: Console) async throws -> ExitCode {
    let before = try PackAccess.open(path).usage
    guard before.segments > 1 || before.deadBytes > 0 else {
      console.note("\"\(path)\" is one segment already")
      return .done
    }
    try PackAccess.change(path, merging: true) { _ in }
    let count = "\(before.segments) \(before.segments == 1 ? "segment" : "segments")"
    console.note("merged \(count) of \"\(path)\", \(before.deadBytes) bytes were of no use any more")
    return .done
  }
}
