import Foundation
import TestAudio
import Testing

/// What bad input gets from `pack add` and `recognize`: a line that names it, the exit code, no crash, no hang.
@Suite struct BadInputTests {
  private let earmark: Earmark

  init() throws {
    earmark = try Earmark()
    try earmark("pack", "create", "p.earpack")
    try earmark.tune("good.wav", seed: 1, seconds: 2.1)
  }

  /// Adds a file that must fail; the one line says so, and a second file is added all the same.
  private func expect(_ name: String, _ words: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let added = try earmark("pack", "add", "p.earpack", name, "good.wav")
    #expect(added.status == 3, "\(added.error)", sourceLocation: sourceLocation)
    #expect(added.error.hasPrefix("earmark: "), sourceLocation: sourceLocation)
    #expect(added.error.contains(name) && added.error.contains(words), "\(added.error)", sourceLocation: sourceLocation)
    #expect(added.error.split(separator: "\n").count == 1, "\(added.error)", sourceLocation: sourceLocation)
    #expect(added.text.contains("good"), sourceLocation: sourceLocation)
    #expect(try earmark("pack", "verify", "p.earpack").status == 0, sourceLocation: sourceLocation)
  }

  /// Recognises something that cannot be.
  private func expectUnreadable(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let result = try earmark("recognize", "--pack", "p.earpack", name)
    #expect(result.status == 3, "\(result.error)", sourceLocation: sourceLocation)
    #expect(result.text == "", sourceLocation: sourceLocation)
    #expect(result.error.contains(name), "\(result.error)", sourceLocation: sourceLocation)
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)", sourceLocation: sourceLocation)
  }

  private func launch(_ line: String, to name: String) throws {
    try Tool.launch("\(line) ! filesink location=\(earmark.folder.path(name))")
  }

  @Test func noSuchFile() throws {
    try expect("none.wav", "there is no file")
    try expectUnreadable("none.wav")
  }

  @Test func aDirectory() throws {
    try FileManager.default.createDirectory(atPath: earmark.folder.path("dir"), withIntermediateDirectories: false)
    try expect("dir", "is a directory")
    try expectUnreadable("dir")
  }

  @Test func anEmptyFile() throws {
    try earmark.folder.write("empty.wav", [])
    try expect("empty.wav", "is empty")
    try expectUnreadable("empty.wav")
  }

  @Test func aTextFile() throws {
    try earmark.folder.write("text.mp3", Array("Once upon a time there was no sound.\n".utf8))
    try expect("text.mp3", "is no audio or video of a kind that is known")
    try expectUnreadable("text.mp3")
  }

  @Test func aTruncatedMP3IsUsedAsFarAsItGoes() throws {
    try launch("audiotestsrc wave=pink-noise num-buffers=300 ! lamemp3enc", to: "whole.mp3")
    let whole = try earmark.folder.contents("whole.mp3")
    try earmark.folder.write("cut.mp3", whole.prefix(whole.count * 6 / 10))
    let result = try earmark("pack", "add", "p.earpack", "cut.mp3")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("0:00:04."), "\(result.text)")
    #expect(try earmark("recognize", "--pack", "p.earpack", "cut.mp3").status <= 1)
  }

  @Test func aVideoWithoutSound() throws {
    try launch("videotestsrc num-buffers=30 ! theoraenc ! matroskamux", to: "video.mkv")
    try expect("video.mkv", "has no sound track")
    try expectUnreadable("video.mkv")
  }

  @Test func halfASecond() throws {
    try earmark.tune("short.wav", seed: 2, seconds: 0.5)
    try expect("short.wav", "is too short to be recognised: 0.50 seconds")
    #expect(try earmark("recognize", "--pack", "p.earpack", "short.wav").status == 1)
  }

  @Test func silence() throws {
    try earmark.folder.write("silent.wav", WaveFile.bytes([Float](repeating: 0, count: 24000)))
    try expect("silent.wav", "has no sound that could be recognised")
    let result = try earmark("recognize", "--pack", "p.earpack", "silent.wav")
    #expect(result.status == 1)
    #expect(result.text == "" && result.error == "")
  }

  @Test func samplesThatAreNoNumbersOrClipped() throws {
    var tune = Tune.samples(seed: 3, seconds: 3).map { max(-1, min(1, $0 * 50)) }
    for index in stride(from: 0, to: tune.count, by: 50) { tune[index] = [.nan, .infinity, -1e30][index % 3] }
    try earmark.folder.write("nan.wav", WaveFile.floatBytes(tune))
    #expect(try earmark("pack", "add", "p.earpack", "nan.wav").status == 0)
    #expect(try earmark("recognize", "--pack", "p.earpack", "nan.wav").status <= 1)
    try earmark.folder.write("allnan.wav", WaveFile.floatBytes([Float](repeating: .nan, count: 24000)))
    try expect("allnan.wav", "has no sound that could be recognised")
  }

  @Test(arguments: [(48000, 8), (384_000, 1)]) func manyChannelsAndHighRates(_ rate: Int, _ channels: Int) throws {
    let tune = Tune.samples(seed: 4, seconds: 2.5, rate: rate)
    try earmark.folder.write("a.wav", WaveFile.bytes(tune, rate: rate, channels: channels))
    let result = try earmark("pack", "add", "p.earpack", "a.wav")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("0:00:02.500"))
    #expect(try earmark("recognize", "--pack", "p.earpack", "a.wav").status <= 1)
  }

  @Test func aServerThatIsNotThere() throws {
    let added = try earmark("pack", "add", "p.earpack", "http://localhost:1/a.mp3")
    #expect(added.status == 5)
    #expect(added.error.contains("http://localhost:1/a.mp3"))
    #expect(try earmark("recognize", "--pack", "p.earpack", "http://localhost:1/a.mp3").status == 5)
  }

  @Test func standardInputThatIsEmptyOrNoise() throws {
    #expect(try earmark("recognize", "--pack", "p.earpack", "-", input: Data()).status == 3)
    let noise = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
    #expect(try earmark("recognize", "--pack", "p.earpack", "-", input: noise).status == 3)
  }

  @Test func namesThatNoPackTakesFailAlone() throws {
    try earmark.tune("line\nbreak.wav", seed: 5)
    let result = try earmark("pack", "add", "p.earpack", "line\nbreak.wav", "good.wav")
    #expect(result.status == 3)
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
    #expect(result.text.contains("1 material,"))
  }

  @Test func theWorstOfSeveralInputsCounts() throws {
    try earmark.tune("a.wav", seed: 6)
    let result = try earmark("recognize", "--pack", "p.earpack", "none.wav", "a.wav", "http://localhost:1/x", "dir")
    #expect(result.status == 5)
    #expect(result.error.split(separator: "\n").count == 3, "\(result.error)")
    #expect(try earmark("recognize", "--pack", "p.earpack", "a.wav").status == 1)
  }

  @Test func filesWithoutAUsableOneLeaveThePackAlone() throws {
    let before = try earmark.folder.contents("p.earpack")
    #expect(try earmark("pack", "add", "p.earpack", "none.wav").status == 3)
    #expect(try earmark.folder.contents("p.earpack") == before)
    let created = try earmark("pack", "create", "q.earpack", "none.wav")
    #expect(created.status == 3)
    #expect(!earmark.folder.exists("q.earpack"))
  }
}
