import Foundation
import TestAudio
import Testing

/// What a pack gets that is not as it should be, and a place where none can be written.
@Suite struct BadPackTests {
  private let earmark: Earmark
  private let whole: Data

  init() throws {
    earmark = try .withPack()
    whole = try earmark.folder.contents("p.earpack")
  }

  private func expectRefusal(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for arguments in [
      ["pack", "list", name], ["pack", "info", name], ["pack", "verify", name], ["pack", "add", name, "a.wav"],
      ["pack", "remove", name, "a"], ["pack", "marker", name, "1", "--name", "n"],
      ["recognize", "--pack", name, "a.wav"],
    ] {
      let result = try Tool.run(Earmark.program, arguments, folder: earmark.folder.url)
      #expect(result.status == 4, "\(arguments): \(result.status) \(result.error)", sourceLocation: sourceLocation)
      #expect(result.text == "", sourceLocation: sourceLocation)
      #expect(result.error.hasPrefix("earmark: ") && result.error.contains(name), sourceLocation: sourceLocation)
      #expect(result.error.split(separator: "\n").count == 1, "\(result.error)", sourceLocation: sourceLocation)
    }
  }

  @Test func noPack() throws { try expectRefusal("none.earpack") }

  @Test func aDirectory() throws {
    try FileManager.default.createDirectory(
      atPath: earmark.folder.path("d.earpack"), withIntermediateDirectories: false)
    try expectRefusal("d.earpack")
  }

  @Test func anEmptyFile() throws {
    try earmark.folder.write("e.earpack", [])
    try expectRefusal("e.earpack")
  }

  @Test func aFileOfAnotherKind() throws {
    try expectRefusal("a.wav")
  }

  @Test func aTruncatedPack() throws {
    try earmark.folder.write("t.earpack", whole.dropLast(whole.count / 2))
    try expectRefusal("t.earpack")
  }

  @Test func everyBitFlipIsFoundByVerify() throws {
    for position in stride(from: 3, to: whole.count, by: max(1, whole.count / 12)) {
      var bytes = [UInt8](whole)
      bytes[position] ^= 0x10
      try earmark.folder.write("f.earpack", bytes)
      let result = try earmark("pack", "verify", "f.earpack")
      #expect(result.status == 4, "byte \(position)")
      #expect(result.error.contains("f.earpack"))
    }
  }

  /// Sections that are too large to be looked at when a pack is opened.
  @Test(arguments: ["PEAK", "POST"])
  func recognizeTellsOfDamageThatOpeningDoesNotSee(section: String) throws {
    var bytes = [UInt8](whole)
    let entry = try #require(bytes.firstRange(of: Array(section.utf8))).lowerBound
    let offset = bytes[(entry + 8)..<(entry + 16)].reversed().reduce(0) { $0 << 8 | Int($1) }
    bytes[offset + 9] ^= 0x10
    try earmark.folder.write("f.earpack", bytes)
    let result = try earmark("recognize", "--pack", "f.earpack", "a.wav")
    #expect(result.status == 4, "\(result.error)")
    #expect(result.error.contains("f.earpack") && result.error.contains(section))
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
  }

  @Test func aFolderThatIsNotThereOrCannotBeWritten() throws {
    for path in ["none/p.earpack", "/proc/p.earpack", "a.wav/p.earpack"] {
      let result = try earmark("pack", "create", path, "a.wav")
      #expect(result.status == 4, "\(result.error)")
      #expect(result.error.contains(path))
      #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
    }
  }

  @Test func aFullDisk() throws {
    // A limit of one block of 1,024 bytes stands for the disk.
    let result = try earmark.shell("ulimit -f 1; earmark pack add p.earpack a.wav --id b")
    #expect(result.status == 4, "\(result.error)")
    #expect(result.error.contains("p.earpack"))
    #expect(try earmark.folder.contents("p.earpack") == whole)
    #expect(earmark.folder.names == ["a.wav", "p.earpack"])
    #expect(try earmark.shell("earmark pack list p.earpack > /dev/full").status == 70)
  }
}
