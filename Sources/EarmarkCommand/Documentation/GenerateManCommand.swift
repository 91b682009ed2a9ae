import Foundation

/// `earmark generate man`: the manual, from the definitions of the commands.
struct GenerateManCommand: Command {
  static let definition = CommandDefinition(
    "generate man", "writes the pages of the manual",
    operands: [OperandDefinition("DIR", .one, "the folder they are put in; made if it is not there")],
    details: [
      "The date in the pages is that of the program, or the one in SOURCE_DATE_EPOCH, in seconds since 1970."
    ],
    examples: [
      CommandExample("earmark generate man man1", "write earmark.1 and the others"),
      CommandExample("earmark generate man ~/.local/share/man/man1", "put them where man looks for those of a user"),
    ],
    exitCodes: [.done, .input])

  private let folder: String

  init(_ arguments: ParsedArguments) throws(UsageError) { folder = arguments.operands[0] }

  func run(on console: Console) async throws -> ExitCode {
    let environment = ProcessInfo.processInfo.environment
    let pages = Manual(CommandOutline(CommandTree()), date: Self.date(environment["SOURCE_DATE_EPOCH"])).pages
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(.input, "the folder \"\(folder)\" cannot be made", details: "\(error)")
    }
    for page in pages {
      let path = "\(folder)/\(page.name).1"
      do {
        try Data(page.text.utf8).write(to: URL(filePath: path))
      } catch {
        throw CommandFailure(.input, "\"\(path)\" cannot be written", details: "\(error)")
      }
    }
    console.detail("\(pages.count) pages")
    return .done
  }

  /// - Parameter seconds: since 1970; when it is no number, the day on which the program was last changed counts.
  static func date(_ seconds: String?) -> String {
    let program = try? FileManager.default.attributesOfItem(atPath: "/proc/self/exe")
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let file = link.flatMap { try? FileManager.default.attributesOfItem(atPath: $0) } ?? program
    let changed = file?[.modificationDate] as? Date ?? Date(timeIntervalSince1970: 0)
    let date = seconds.flatMap(Int32.init).map { Date(timeIntervalSince1970: Double($0)) } ?? changed
    return date.formatted(.iso8601.year().month().day())
  }
}
