import Foundation
import TestAudio
import Testing

/// Calls that no careful person makes: descriptors that are closed, names that are no text, files that are not what they
/// are given as.
@Suite struct HostileCallTests {
  private let earmark: Earmark

  init() throws { earmark = try .withPack() }

  private func expect(
    _ line: String, _ status: Int32, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try earmark.shell(line)
    #expect(result.status == status, "\(result.error)", sourceLocation: sourceLocation)
    #expect(result.error.hasPrefix("earmark: "), "\(result.error)", sourceLocation: sourceLocation)
    #expect(result.error.contains(words), "\(result.error)", sourceLocation: sourceLocation)
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)", sourceLocation: sourceLocation)
  }

  @Test(arguments: ["pack add p.earpack $'bad\\xff.wav'", "pack add p.earpack a.wav --id $'\\xff'"])
  func wordsThatAreNoTextAreRefused(arguments: String) throws {
    let before = try earmark.folder.contents("p.earpack")
    try expect("cp a.wav $'bad\\xff.wav'; earmark \(arguments)", 2, "is no UTF-8 text")
    #expect(try earmark.folder.contents("p.earpack") == before)
  }

  @Test func closedDescriptors() throws {
    try expect("earmark recognize --pack p.earpack - <&-", 3, "standard input is closed")
    try expect("earmark pack list p.earpack >&-", 70, "the results cannot be written")
    #expect(try earmark.shell("earmark recognize --pack p.earpack none.wav 2>&-").status == 3)
  }

  @Test func whatIsAddedWithoutDescriptorsIsWhole() throws {
    #expect(try earmark.shell("earmark pack add p.earpack a.wav --id b <&- >&- 2>&-").status == 70)
    #expect(try earmark("pack", "verify", "p.earpack").status == 0)
    #expect(try earmark("pack", "list", "p.earpack").text.contains("b "))
  }

  @Test func anEmptyPackPathIsAMissingPack() throws {
    try expect("earmark recognize --pack '' a.wav", 4, "the path of a pack must not be empty")
  }

  @Test(arguments: ["http://", "https:///x", "file://none", "file:///%00"])
  func addressesThatNameNothing(address: String) throws {
    try expect("earmark recognize --pack p.earpack '\(address)'", 3, address)
  }

  @Test(arguments: [(500, 1), (8000, 64)]) func soundThatCannotBeAnalysed(rate: Int, channels: Int) throws {
    let tune = Tune.samples(seed: 4, seconds: 2.5, rate: rate)
    try earmark.folder.write("odd.wav", WaveFile.bytes(tune, rate: rate, channels: channels))
    for command in ["recognize --pack", "pack add"] {
      // Usually "has sound of a kind that cannot be analysed"; GStreamer 1.22 may lose why a decodebin stopped.
      try expect("earmark \(command) p.earpack odd.wav", 3, "\"odd.wav\" ")
    }
  }

  @Test func aCampaignWhoseTitleIsNoTextIsShown() throws {
    try earmark.folder.write("c.json", Array(#"{"title":3}"#.utf8))
    try earmark("pack", "campaign", "p.earpack", "a", "c.json")
    let result = try earmark("recognize", "--pack", "p.earpack", "a.wav", "--format", "csv")
    #expect(result.status <= 1, "\(result.error)")
    #expect(result.error == "")
  }

  @Test func aCampaignThatIsTooLongIsNotReadWhole() throws {
    try expect(
      "truncate -s 20G c.json; earmark pack campaign p.earpack a c.json", 3,
      "\"c.json\" is longer than the 1048576 bytes")
    try expect("earmark pack campaign p.earpack a - < /dev/zero", 3, "\"-\" is longer than")
    try expect("mkfifo f.json; earmark pack campaign p.earpack a f.json", 3, "\"f.json\" cannot be read")
  }
}
