import Foundation
import TestAudio
import Testing

@testable import EarmarkCommand

@Suite struct ManualTests {
  private let earmark: Earmark
  private let commands = CommandTree.all.map { $0.definition }

  init() throws {
    earmark = try Earmark()
    try #require(earmark("generate", "man", "pages", environment: ["SOURCE_DATE_EPOCH": "86400"]).status == 0)
  }

  private var files: [URL] {
    get throws {
      try FileManager.default.contentsOfDirectory(
        at: earmark.folder.url.appending(path: "pages"), includingPropertiesForKeys: nil)
    }
  }

  private func text(_ page: String) throws -> String {
    String(decoding: try earmark.folder.contents("pages/\(page).1"), as: UTF8.self)
  }

  @Test func thereIsAPageForEachCommandAndEachGroup() throws {
    let groups = Set(commands.map(\.name).filter { $0.contains(" ") }.map { String($0.prefix { $0 != " " }) })
    let names =
      ["earmark"] + groups.map { "earmark-\($0)" } + commands.map { "earmark-" + $0.name.replacing(" ", with: "-") }
    #expect(try Set(files.map(\.lastPathComponent)) == Set(names.map { "\($0).1" }))
  }

  /// As somebody sees them who asks for one: every option, argument, example and exit code is there.
  @Test func pagesSayEverythingThatIsDefined() throws {
    for command in commands {
      let page = earmark.folder.path("pages/earmark-\(command.name.replacing(" ", with: "-")).1")
      let result = try Tool.run(
        URL(filePath: "/usr/bin/mandoc"), ["-T", "utf8", "-O", "width=1000", page], environment: ["LC_ALL": "C.UTF-8"])
      // The terminal's way to print bold and underlined characters: the character twice, or with a line under it.
      let shown = result.text.replacing(/.\u{8}/, with: "")
      for option in command.allOptions {
        #expect(shown.contains(option.spelling.trimmingCharacters(in: .whitespaces)), "\(command.name)")
        #expect(shown.contains(option.summary.dropFirst()), "\(command.name)")
      }
      for operand in command.operands { #expect(shown.contains(operand.summary.dropFirst())) }
      for example in command.examples { #expect(shown.contains(example.line)) }
      for paragraph in command.details { #expect(shown.contains(paragraph)) }
      for code in command.allExitCodes { #expect(shown.contains(code.summary.dropFirst())) }
      #expect(shown.contains(command.usage))
    }
  }

  @Test func mandocHasNothingToSay() throws {
    let result = try Tool.run(URL(filePath: "/usr/bin/mandoc"), ["-T", "lint"] + files.map(\.path))
    #expect(result.status == 0 && result.text.isEmpty && result.error.isEmpty, "\(result.text)\(result.error)")
  }

  @Test func groffHasNothingToSay() throws {
    for file in try files {
      let result = try Tool.run(
        URL(filePath: "/usr/bin/man"), ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", file.path],
        environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "80"])
      #expect(result.status == 0 && result.error.isEmpty, "\(file.lastPathComponent): \(result.error)")
    }
  }

  @Test func pagesReferToPagesThatAreThere() throws {
    let others = ["gst\\-inspect\\-1.0", "gst\\-launch\\-1.0"]
    let names = try files.map { String($0.lastPathComponent.dropLast(2)).replacing("-", with: "\\-") }
    for file in try files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.hasPrefix(".BR ") {
        let name = String(line.split(separator: " ")[1])
        #expect(names.contains(name) || others.contains(name), "\(file.lastPathComponent): \(name)")
      }
    }
  }

  @Test func theDateIsTheOneThatIsGiven() throws {
    #expect(try text("earmark").hasPrefix(".TH EARMARK 1 1970-01-02 "))
    #expect(GenerateManCommand.date("0") == "1970-01-01")
    // Without one that makes sense it is that of the program.
    #expect(GenerateManCommand.date(nil) == GenerateManCommand.date("yesterday"))
    #expect(GenerateManCommand.date(nil).count == 10 && GenerateManCommand.date(nil) > "2026")
  }

  @Test(arguments: [
    ("a-b", "a\\-b"), ("it's", "it\\(aqs"), ("\\n", "\\en"), ("\"x\"", "\\(dqx\\(dq"), ("~/^`", "\\(ti/\\(ha\\(ga"),
    ("a…", "a\\[u2026]"), ("🎧", "\\[u1F3A7]"), ("a\nb", "a b"),
  ])
  func textMeansNothingToTheFormatter(text: String, escaped: String) { #expect(ManPage.escaped(text) == escaped) }

  @Test func noLineOfTextBecomesARequest() {
    var page = ManPage("x", summary: "y", date: "2026-01-01")
    page.paragraph(".so /etc/passwd")
    page.paragraph("'so /etc/passwd")
    page.examples([CommandExample(".gst", "'tis")])
    #expect(!page.text.contains("\n.so") && !page.text.contains("\n'") && !page.text.contains("\n.gst"))
  }

  @Test func aFolderThatCannotBeMadeIsNamed() throws {
    try earmark.folder.write("file", Array("x".utf8))
    let result = try earmark("generate", "man", "file/man1")
    #expect(result.status == 3 && result.text.isEmpty)
    #expect(result.error == "earmark: the folder \"file/man1\" cannot be made\n")
    try FileManager.default.createDirectory(
      atPath: earmark.folder.path("odd/earmark.1"), withIntermediateDirectories: true)
    let other = try earmark("generate", "man", "odd")
    #expect(other.status == 3 && other.error == "earmark: \"odd/earmark.1\" cannot be written\n")
  }
}
