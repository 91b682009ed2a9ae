import Earmark
import Foundation
import TestAudio
import Testing

/// Files and what they include.
@Suite struct DescriptionFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func read(_ name: String, _ variables: [String: String] = [:]) throws(DescriptionError) -> String {
    try PipelineDescription.file(folder.path(name), variables: variables, environment: [:]).launchText
  }

  func error(_ name: String) throws -> DescriptionError {
    try #require(throws: DescriptionError.self) { try read(name) }
  }

  /// Makes a folder within.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
  }

  @Test func includesAreReadWhereTheyStand() throws {
    try makeFolder("parts/more")
    try folder.write("a.gst", Data("fakesrc\n! include parts/b.gst # the rest\n! fakesink".utf8))
    try folder.write("parts/b.gst", Data("# part\ninclude \"more/c d.gst\" ! include ${LAST:-../e}.gst".utf8))
    try folder.write("parts/more/c d.gst", Data("identity name=c".utf8))
    try folder.write("e.gst", Data("identity name=\"${NAME}\"\n".utf8))
    #expect(
      try read("a.gst", ["NAME": "a b"]) == "fakesrc ! identity name=c ! identity name=\"a b\" ! fakesink")
    // The same file twice is no loop.
    try folder.write("twice.gst", Data("include parts/more/c\\ d.gst ! include \"parts/more/c d.gst\"".utf8))
    #expect(try read("twice.gst") == "identity name=c ! identity name=c")
  }

  @Test func errorsNameTheIncludedFile() throws {
    try makeFolder("parts")
    try folder.write("a.gst", Data("fakesrc ! include parts/b.gst".utf8))
    try folder.write("parts/b.gst", Data("\n\n  identity name=${GONE}".utf8))
    let error = try error("a.gst")
    #expect(error.file == folder.path("parts/b.gst") && error.line == 3 && error.column == 17)
    #expect(error.code == .variable)
  }

  @Test func loopsAreNamed() throws {
    try makeFolder("parts")
    try folder.write("a.gst", Data("fakesrc ! include parts/b.gst".utf8))
    try folder.write("parts/b.gst", Data("identity !\ninclude ../c.gst".utf8))
    try folder.write("c.gst", Data("include ./a.gst".utf8))
    let error = try error("a.gst")
    #expect(error.code == .include && error.file.hasSuffix("c.gst") && error.line == 1 && error.column == 9)
    let names = ["a.gst", "parts/b.gst", "parts/../c.gst", "parts/.././a.gst"].map { folder.path($0) }
    #expect(error.message.hasSuffix(names.joined(separator: " → ")), "\(error)")
    try folder.write("self.gst", Data("include self.gst".utf8))
    #expect(try self.error("self.gst").code == .include)
  }

  @Test func deepAndWideIncludesEnd() throws {
    for level in 0..<40 { try folder.write("deep\(level).gst", Data("include deep\(level + 1).gst".utf8)) }
    #expect(try error("deep0.gst").code == .tooLarge)
    for level in 0..<24 {
      try folder.write(
        "wide\(level).gst", Data("include wide\(level + 1).gst ! include wide\(level + 1).gst".utf8))
    }
    try folder.write("wide24.gst", Data("identity".utf8))
    #expect(try error("wide0.gst").code == .tooLarge)
  }

  @Test func bytesThatAreNoText() throws {
    try folder.write("latin.gst", Data("fakesrc\n! é".utf8) + Data([0xE9, 0x21]))
    var wrong = try error("latin.gst")
    #expect(wrong.code == .encoding && wrong.line == 2 && wrong.column == 4 && wrong.message.contains("UTF-8"))
    try folder.write("zero.gst", Data("fakesrc ! fake\0sink".utf8))
    wrong = try error("zero.gst")
    #expect(wrong.code == .encoding && wrong.line == 1 && wrong.column == 15)
    try folder.write("utf16.gst", "fakesrc ! fakesink".data(using: .utf16)!)
    #expect(try error("utf16.gst").code == .encoding)
    try folder.write("cut.gst", Data("fakesrc ".utf8) + Data([0xC3]))
    #expect(try error("cut.gst").code == .encoding)
    try folder.write("includes.gst", Data("fakesrc !\n include latin.gst".utf8))
    #expect(try error("includes.gst").file.hasSuffix("latin.gst"))
  }

  @Test func filesThatCannotBeRead() throws {
    #expect(try error("nowhere.gst").code == .unreadable)
    #expect(
      try error("nowhere.gst").description.hasSuffix(
        "nowhere.gst: the description cannot be read: there is no such file"))
    #expect(try error(".").message.contains("directory"))
    #expect(throws: DescriptionError.self) { try PipelineDescription.file("") }
    #expect(throws: DescriptionError.self) { try PipelineDescription.file("a\0b") }
    try folder.write("large.gst", Data(repeating: 0x20, count: 1 << 21))
    #expect(try error("large.gst").code == .tooLarge)
    #expect(throws: DescriptionError.self) { try PipelineDescription.file("/dev/zero") }
    // A named pipe nobody writes into has nothing.
    mkfifo(folder.path("pipe.gst"), 0o600)
    #expect(try error("pipe.gst").code == .empty)
    try folder.write("empty.gst", Data())
    #expect(try error("empty.gst").code == .empty)
  }
}
