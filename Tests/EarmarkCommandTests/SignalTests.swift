import Foundation
import TestAudio
import Testing

/// Ctrl-C and readers that go.
@Suite struct SignalTests {
  private let earmark: Earmark

  init() throws { earmark = try .withPack() }

  /// Runs the program on a pipe nobody writes into and interrupts it as soon as it has opened that.
  private func interrupted(_ arguments: String...) throws -> Tool.Result {
    let pipe = earmark.folder.path("pipe.wav")
    mkfifo(pipe, 0o600)
    return try Tool.run(Earmark.program, arguments, folder: earmark.folder.url, limit: 60) { process in
      // Opening waits for the reader.
      let descriptor = open(pipe, O_WRONLY)
      process.interrupt()
      process.waitUntilExit()
      close(descriptor)
    }
  }

  @Test func anInterruptedAdditionLeavesThePackAsItWas() throws {
    let before = try earmark.folder.contents("p.earpack")
    let result = try interrupted("pack", "add", "p.earpack", "pipe.wav", "a.wav", "--jobs", "1")
    #expect(result.status == 130, "\(result.error)")
    #expect(result.error == "earmark: interrupted, nothing was added\n")
    #expect(result.text == "")
    #expect(try earmark.folder.contents("p.earpack") == before)
    #expect(earmark.folder.names == ["a.wav", "p.earpack", "pipe.wav"])
  }

  @Test func anInterruptedRecognitionEnds() throws {
    #expect(try interrupted("recognize", "--pack", "p.earpack", "pipe.wav", "a.wav").status == 130)
  }

  @Test func theCurrentRowIsFinished() throws {
    let tune = Tune.samples(seed: 21, seconds: 10)
    try earmark.folder.write("long.wav", WaveFile.bytes(tune))
    try earmark("pack", "create", "long.earpack", "long.wav")
    let pipe = earmark.folder.path("pipe.wav")
    mkfifo(pipe, 0o600)
    let bytes = Data(WaveFile.bytes(tune).prefix(9 * 16000))
    let result = try Tool.run(
      Earmark.program, ["recognize", "--pack", "long.earpack", "pipe.wav", "--format", "jsonl"],
      folder: earmark.folder.url
    ) { process in
      // A pipe holds 4 seconds of it: when all is written, 5 seconds at least have been read.
      guard let writer = FileHandle(forWritingAtPath: pipe) else { return }
      try? writer.write(contentsOf: bytes)
      process.interrupt()
      process.waitUntilExit()
    }
    #expect(result.status == 130, "\(result.error)")
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(result.text.utf8)) as? [String: Any], "\(result.text)")
    #expect(row["material_id"] as? String == "long" && row["event"] as? String == "ended")
    #expect(try #require(row["end"] as? Double) > 2)
  }

  @Test func aReaderThatGoesIsNoError() throws {
    let result = try earmark.shell(
      "set -o pipefail; for i in $(seq 300); do echo; done > /dev/null; (sleep 1; earmark pack list p.earpack) | true; echo ${PIPESTATUS[0]}"
    )
    #expect(result.text == "141\n")
    #expect(result.error == "")
  }

  @Test func whatIsIgnoredByAScriptStaysIgnored() throws {
    let result = try earmark.shell(
      "trap '' INT; earmark pack add p.earpack a.wav & p=$!; kill -INT $p; wait $p; echo $?")
    #expect(result.text.hasSuffix("0\n"))
  }
}
