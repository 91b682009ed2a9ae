import Foundation
import TestAudio
import Testing

/// The pack commands as somebody uses them.
@Suite struct PackCommandTests {
  private let earmark: Earmark

  init() throws { earmark = try Earmark() }

  private func ids() throws -> [String] {
    try earmark("pack", "list", "p.earpack", "--format", "jsonl").text.split(separator: "\n").compactMap {
      (try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["id"] as? String
    }
  }

  @Test func aPackIsMadeFilledListedAndEmptied() throws {
    for (index, name) in ["b.wav", "a.wav", "c d.wav"].enumerated() { try earmark.tune(name, seed: UInt64(index)) }
    let created = try earmark("pack", "create", "p.earpack", "b.wav", "a.wav", "c d.wav", "--jobs", "2")
    #expect(created.status == 0, "\(created.error)")
    #expect(created.text.contains("3 materials"))
    #expect(created.text.contains("hours/s"))
    #expect(try ids() == ["b", "a", "c d"])

    let info = try earmark("pack", "info", "p.earpack").text
    for word in ["materials       3", "format_version  1.0", "bytes_per_hour"] {
      #expect(info.contains(word), "\(info)")
    }
    let verified = try earmark("pack", "verify", "p.earpack")
    #expect(verified.status == 0)
    #expect(!verified.text.contains(" no"))

    let removed = try earmark("pack", "remove", "p.earpack", "a", "none", "c d")
    #expect(removed.status == 3)
    #expect(removed.error == "earmark: \"p.earpack\" has no material \"none\"\n")
    #expect(try ids() == ["b"])
    #expect(earmark.folder.names.filter { $0.hasPrefix("p.") } == ["p.earpack"])
  }

  @Test func anExistingFileIsNotReplacedWithoutForce() throws {
    try earmark.folder.write("p.earpack", Array("precious".utf8))
    try earmark.tune("a.wav", seed: 1)
    let refused = try earmark("pack", "create", "p.earpack", "a.wav")
    #expect(refused.status == 2)
    #expect(refused.error == "earmark: \"p.earpack\" exists already; --force replaces it\n")
    #expect(try earmark.folder.contents("p.earpack") == Data("precious".utf8))
    #expect(try earmark("pack", "create", "p.earpack", "a.wav", "--force").status == 0)
    #expect(try ids() == ["a"])
  }

  @Test func theSameIDReplacesAndKeepsItsCampaign() throws {
    try earmark.tune("a.wav", seed: 1)
    try earmark.tune("other.wav", seed: 2, seconds: 4)
    try earmark.folder.write("c.json", Array("{\n \"title\": \"Sale\"\n}\n".utf8))
    try earmark("pack", "create", "p.earpack")
    let added = try earmark("pack", "add", "p.earpack", "a.wav", "--campaign", "c.json", "--title", "First")
    #expect(added.status == 0, "\(added.error)")
    let again = try earmark("pack", "add", "p.earpack", "other.wav", "--id", "a", "--format", "jsonl")
    #expect(again.text.hasPrefix(#"{"v":1,"type":"material","id":"a","duration":4,"action":"replaced""#))
    #expect(again.text.contains(#"{"v":1,"type":"summary","materials":1,"hours":"#))
    let list = try earmark("pack", "list", "p.earpack", "--format", "jsonl").text
    #expect(
      list
        == #"{"v":1,"type":"material","id":"a","duration":4,"title":"a","campaign":{"title":"Sale"}}"# + "\n")
  }

  @Test func campaignsAndMarkersAreSet() throws {
    let earmark = try Earmark.withPack()
    let set = try earmark("pack", "campaign", "p.earpack", "a", "-", input: Data(#"{"title":"Sale, \"now\""}"#.utf8))
    #expect(set.status == 0, "\(set.error)")
    #expect(
      try earmark("pack", "list", "p.earpack", "--format", "csv").text.hasSuffix("a,3,a,\"Sale, \"\"now\"\"\"\r\n"))
    let marker = try earmark(
      "pack", "marker", "p.earpack", "1001", "--name", "Channel 4", "--attribute", "city=Oslo", "--attribute", "x==")
    #expect(marker.status == 0, "\(marker.error)")
    let info = try earmark("pack", "info", "p.earpack", "--format", "jsonl").text
    #expect(info.contains(#""campaigns":1,"markers":1"#))
  }

  @Test func campaignsThatAreNoneAreRefused() throws {
    let earmark = try Earmark.withPack()
    for (name, text) in [
      ("list.json", "[1]"), ("broken.json", "{"), ("empty.json", ""), ("latin.json", "{\"a\":\"\u{FFFE}"),
    ] {
      try earmark.folder.write(name, Array(text.utf8))
      let result = try earmark("pack", "campaign", "p.earpack", "a", name)
      #expect(result.status == 3)
      #expect(result.error == "earmark: \"\(name)\" holds no JSON object\n")
    }
    #expect(try earmark("pack", "campaign", "p.earpack", "a", "none.json").status == 3)
    #expect(try earmark("pack", "campaign", "p.earpack", "none", "list.json").status == 3)
    #expect(try earmark("pack", "add", "p.earpack", "a.wav", "--campaign", "list.json").status == 3)
  }

  @Test func titlesComeFromTags() throws {
    try Tool.launch(
      "audiotestsrc wave=pink-noise num-buffers=150 ! taginject tags=title=Spring ! flacenc ! filesink "
        + "location=\(earmark.folder.path("t.flac"))")
    try earmark("pack", "create", "p.earpack", "t.flac")
    #expect(try earmark("pack", "list", "p.earpack").text.contains("Spring"))
  }

  @Test func controlCharactersInTitlesAreShown() throws {
    try earmark.tune("a.wav", seed: 1)
    let created = try earmark("pack", "create", "p.earpack", "a.wav", "--title", "A\u{1B}[31mB\u{202E}C")
    #expect(created.text.contains("A\\x1b[31mB\\u{202e}C"), "\(created.text)")
    #expect(try earmark("pack", "list", "p.earpack").text.contains("A\\x1b[31mB\\u{202e}C"))
    let line = try earmark("pack", "list", "p.earpack", "--format", "jsonl").text
    #expect(line.contains(#""title":"A\u001b[31mB"#), "\(line)")
  }

  @Test func oddNamesWork() throws {
    let names = ["-dash.wav", "a:b c.wav", "ünï.wav", "quote\"'.wav", "x ! y.wav"]
    for (index, name) in names.enumerated() { try earmark.tune(name, seed: UInt64(index)) }
    let result = try earmark(
      "pack", "create", "p.earpack", "--", "-dash.wav", "a:b c.wav", "ünï.wav", "quote\"'.wav", "x ! y.wav")
    #expect(result.status == 0, "\(result.error)")
    #expect(try ids() == ["-dash", "a:b c", "ünï", "quote\"'", "x ! y"])
    #expect(try earmark("pack", "remove", "p.earpack", "--", "-dash").status == 0)
  }

  @Test func standardInputIsRead() throws {
    try earmark("pack", "create", "p.earpack")
    let bytes = Data(WaveFile.bytes(Tune.samples(seed: 3, seconds: 3)))
    let result = try earmark("pack", "add", "p.earpack", "-", "--id", "piped", input: bytes)
    #expect(result.status == 0, "\(result.error)")
    #expect(try ids() == ["piped"])
  }

  @Test func filesOfOneCallMustHaveIDsOfTheirOwn() throws {
    try earmark("pack", "create", "p.earpack")
    let result = try earmark("pack", "add", "p.earpack", "a.wav", "x/a.mp3")
    #expect(result.status == 2)
    #expect(result.error.contains("would both have the id \"a\""))
    #expect(result.error.contains("earmark pack add --help"))
  }

  @Test func quietSaysNothingOfSuccess() throws {
    let result = try earmark("pack", "create", "p.earpack", "--quiet")
    #expect(result.status == 0)
    #expect(result.text == "" && result.error == "")
  }

  @Test func severalWritersLoseNothing() throws {
    try earmark("pack", "create", "p.earpack")
    for index in 0..<4 { try earmark.tune("\(index).wav", seed: UInt64(index)) }
    let result = try earmark.shell("for i in 0 1 2 3; do earmark pack add p.earpack $i.wav & done; wait")
    #expect(result.status == 0, "\(result.error)")
    #expect(try ids().sorted() == ["0", "1", "2", "3"])
  }
}
