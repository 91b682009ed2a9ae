import Foundation
import TestAudio
import Testing

/// What bad input gets from `earmark run`: a line that names it, the exit code, no crash, no hang.
@Suite struct RunBadInputTests {
  private let sound: RunSound
  private var earmark: Earmark { sound.earmark }
  private var file: String { sound.shipped("file.gst") }

  init() throws { sound = try RunSound() }

  /// Runs something that must fail with one line and without a result.
  private func expect(
    _ status: Int32, _ arguments: String..., says words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try Tool.run(Earmark.program, ["run"] + arguments, folder: sound.folder.url, limit: 60)
    #expect(result.status == status, "\(result.error)", sourceLocation: sourceLocation)
    #expect(result.text == "", sourceLocation: sourceLocation)
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)", sourceLocation: sourceLocation)
    #expect(result.error.hasPrefix("earmark: "), sourceLocation: sourceLocation)
    for word in words { #expect(result.error.contains(word), "\(result.error)", sourceLocation: sourceLocation) }
  }

  private func write(_ name: String, _ text: String) throws { try sound.folder.write(name, Array(text.utf8)) }

  // MARK: Descriptions

  @Test func aVariableWithoutAValue() throws {
    try expect(2, file, "INPUT=one.wav", says: "file.gst:", "the variable PACK has no value")
    try expect(2, file, "INPUT=one.wav", "PACKS=p.earpack", says: "did you mean PACKS")
  }

  @Test func filesThatIncludeEachOther() throws {
    try write("a.gst", "include b.gst")
    try write("b.gst", "# nothing\ninclude a.gst")
    try expect(2, "a.gst", says: "b.gst:2:")
  }

  @Test func elementsAndPropertiesThatDoNotExist() throws {
    try write("element.gst", "audiotestsrc\n! earfingerprnt ! earapi ! eartimelinesink")
    try expect(2, "element.gst", says: "element.gst:2:3:", "did you mean earfingerprint")
    try write("property.gst", "audiotestsrc ! earfingerprint pak=p ! earapi ! eartimelinesink")
    try expect(2, "property.gst", says: "property.gst:1:", "did you mean pack")
    try write("range.gst", "audiotestsrc ! earfingerprint interval=-5 ! earapi ! eartimelinesink")
    try expect(2, "range.gst", says: "interval of earfingerprint takes")
  }

  @Test func aPipelineWithoutAStage() throws {
    try write("sink.gst", "audiotestsrc ! earfingerprint pack=p.earpack ! earapi ! fakesink")
    try expect(2, "sink.gst", says: "sink.gst has no eartimelinesink")
    try write("fingerprint.gst", "audiotestsrc ! audioconvert ! earapi ! eartimelinesink")
    try expect(2, "fingerprint.gst", says: "fingerprint.gst", "earfingerprint")
    try write("api.gst", "audiotestsrc ! earfingerprint pack=p.earpack ! eartimelinesink")
    try expect(2, "api.gst", says: "api.gst", "earapi")
  }

  @Test func filesThatAreNoDescriptions() throws {
    try sound.folder.write("latin.gst", [0x23, 0xE9, 0x0A])
    try expect(2, "latin.gst", says: "latin.gst:1:2", "UTF-8")
    try write("empty.gst", "# nothing\n")
    try expect(2, "empty.gst", says: "empty.gst")
    try expect(2, ".", says: "it is a directory")
    try expect(2, "none.gst", says: "none.gst: the description cannot be read: there is no such file")
    try expect(2, "one.wav", says: "one.wav")
  }

  @Test func aFileThatMayNotBeRead() throws {
    try write("secret.gst", "audiotestsrc")
    // The superuser may read everything but what there is no way to read.
    let isSuperuser = geteuid() == 0
    if !isSuperuser { chmod(sound.folder.path("secret.gst"), 0) }
    try expect(2, isSuperuser ? "/proc/self/mem" : "secret.gst", says: "the description cannot be read")
  }

  @Test func nothingStartsUnlessAllCan() throws {
    try write("bad.gst", "audiotestsrc ! ! fakesink")
    let result = try earmark("run", file, "INPUT=one.wav", "PACK=p.earpack", "bad.gst", "none.gst")
    #expect(result.status == 2 && result.text == "")
    #expect(result.error.split(separator: "\n").count == 2, "\(result.error)")
  }

  // MARK: Inputs

  @Test func inputsThatCannotBeHeard() throws {
    try expect(3, file, "INPUT=none.wav", "PACK=p.earpack", says: "there is no file \"none.wav\"")
    try expect(3, file, "INPUT=.", "PACK=p.earpack", says: "\".\"", "directory")
    try write("text.mp3", "Once upon a time there was no sound.\n")
    try expect(3, file, "INPUT=text.mp3", "PACK=p.earpack", says: "\"text.mp3\" is no audio")
  }

  @Test func anAddressThatSaysNothing() throws {
    let listener = try #require(SilentServer())
    let uri = "http://127.0.0.1:\(listener.port)/live"
    try expect(
      3, sound.shipped("network.gst"), "INPUT=\(uri)", "PACK=p.earpack", "--stall-timeout", "1",
      says: "\(uri): no audio came for 1 seconds")
    try expect(
      5, sound.shipped("network.gst"), "INPUT=http://127.0.0.1:1/x", "PACK=p.earpack",
      says: "\"http://127.0.0.1:1/x\" cannot be read")
  }

  // MARK: Packs

  @Test func packsThatCannotBeUsed() throws {
    try expect(4, file, "INPUT=one.wav", "PACK=none.earpack", says: "one.wav: ", "none.earpack")
    try expect(4, file, "INPUT=one.wav", "PACK=one.wav", says: "one.wav")
    try expect(4, file, "INPUT=one.wav", "PACK=none.earpack", "RESTART=always", says: "none.earpack")
  }

  @Test func aPackThatIsDamagedInTheMiddle() throws {
    var pack = try sound.folder.contents("p.earpack")
    for index in pack.count / 2..<pack.count / 2 + 64 { pack[index] ^= 0x5A }
    try sound.folder.write("bad.earpack", pack)
    // Both would go on for ever.
    for name in ["a.gst", "b.gst"] {
      let text = "\(RunSound.endless) ! earfingerprint pack=bad.earpack ! earapi ! eartimelinesink"
      try write(name, text)
    }
    let result = try earmark("run", "a.gst", "b.gst", "--restart", "always", "--format", "jsonl")
    #expect(result.status == 4)
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 2, "\(result.error)")
    for line in lines { #expect(line.contains(/bad\.earpack is damaged \((PEAK|POST):/), "\(result.error)") }
    let faults = try RunSound.records(result.text, type: "fault")
    #expect(faults.map { $0["code"] as? Int } == [502, 502])
  }

  @Test func aPackThatGoesWhileItIsUsed() throws {
    // It stays what it was for who has it open.
    try sound.write("paced.gst", "filesrc location=one.wav ! wavparse ! identity sync=true ")
    let result = try sound.watched("run", "paced.gst", "--format", "jsonl", "--dot", ".") { process in
      sound.wait(for: "paced.dot")
      unlink(sound.folder.path("p.earpack"))
      sound.wait(for: "out") { $0.contains("\"event\":\"started\"") }
      process.interrupt()
    }
    #expect(result.status == 130 && result.error == "", "\(result.error)")
    #expect(try String(decoding: sound.folder.contents("out"), as: UTF8.self).contains("\"event\":\"ended\""))
  }

  // MARK: Outputs

  @Test func aReaderThatGoes() throws {
    // What else the pipelines write is finished all the same.
    try sound.folder.write(
      "rows.gst",
      Array(
        "filesrc location=both.wav ! wavparse ! earfingerprint pack=p.earpack ! earapi ! eartimelinesink location=rows.jsonl"
          .utf8))
    let result = try earmark.shell("earmark run rows.gst --format jsonl | head -c 1 > /dev/null; echo ${PIPESTATUS[0]}")
    #expect(result.text == "141\n" || result.text == "0\n")
    #expect(result.error == "")
    #expect(try RunSound.records(String(decoding: sound.folder.contents("rows.jsonl"), as: UTF8.self)).count >= 1)
  }

  @Test func resultsThatCannotBeWritten() throws {
    let result = try earmark.shell("earmark run \(file) INPUT=both.wav PACK=p.earpack > /dev/full")
    #expect(result.status == 70)
    #expect(result.error == "earmark: the results cannot be written: No space left on device\n")
  }

  @Test func timelinesThatCannotBeWritten() throws {
    try expect(
      70, file, "INPUT=one.wav", "PACK=p.earpack", "TIMELINE=none/rows.jsonl", says: "one.wav: ", "none/rows.jsonl")
    let result = try earmark("run", file, "INPUT=both.wav", "PACK=p.earpack", "TIMELINE=/dev/full")
    #expect(result.status == 70)
    #expect(result.error.contains("/dev/full: no space left on the device"), "\(result.error)")
  }

  @Test func graphsThatCannotBeWritten() throws {
    try sound.write("a.gst", "audiotestsrc num-buffers=10")
    try expect(2, "a.gst", "--dot", "one.wav", says: "one.wav")
    try expect(2, "a.gst", "--dot", "/proc/none", says: "/proc/none")
  }
}

/// Takes connections and never says anything.
private final class SilentServer {
  private let descriptor: Int32
  let port: Int

  init?() {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    if !isBound { return nil }
  }

  deinit { close(descriptor) }
}
