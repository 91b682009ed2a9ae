import Foundation
import TestAudio
import Testing

/// Several files at once: the same comes of it as of one after another.
@Suite struct PackJobsTests {
  private let earmark: Earmark

  init() throws { earmark = try Earmark() }

  private static let files = ["a.wav", "short.wav", "b.wav", "text.wav", "none.wav", "c.wav", "silent.wav", "d.wav"]

  /// Four files that are fine among four that are not.
  private func writeFiles() throws {
    for (index, name) in ["a.wav", "b.wav", "c.wav", "d.wav"].enumerated() {
      try earmark.tune(name, seed: UInt64(index), seconds: Double(9 - 2 * index))
    }
    try earmark.tune("short.wav", seed: 9, seconds: 1.5)
    try earmark.folder.write("text.wav", Array("no audio at all".utf8))
    try earmark.folder.write("silent.wav", WaveFile.bytes([Float](repeating: 0, count: 24_000)))
  }

  private func made(jobs: String?) throws -> (result: Tool.Result, pack: Data) {
    let name = "p\(jobs ?? "").earpack"
    try earmark("pack", "create", name)
    let options = jobs.map { " --jobs \($0)" } ?? ""
    let result = try earmark.shell(
      "earmark pack add \(name)\(options) --format jsonl \(Self.files.joined(separator: " "))")
    return (result, try earmark.folder.contents(name))
  }

  @Test func anyNumberOfJobsMakesTheSamePack() throws {
    try writeFiles()
    let one = try made(jobs: "1")
    #expect(one.result.status == 3)
    // In the order in which the files were given, one line each.
    let reported = one.result.error.split(separator: "\n").map { line in
      Self.files.firstIndex { line.contains($0) } ?? -1
    }
    #expect(reported == [1, 3, 4, 6], "\(one.result.error)")
    let rows = one.result.text.split(separator: "\n").dropLast()
    for (row, id) in zip(rows, ["a", "b", "c", "d"]) { #expect(row.contains("\"id\":\"\(id)\"")) }
    for jobs in ["2", "3", "256", nil] {
      let many = try made(jobs: jobs)
      #expect(many.result.status == 3)
      #expect(many.result.error == one.result.error)
      #expect(many.result.text.split(separator: "\n").dropLast() == rows)
      // But for UUID, times, and the checksum of the header.
      #expect(many.pack.dropFirst(192) == one.pack.dropFirst(192))
    }
  }

  @Test func allFilesFail() throws {
    try writeFiles()
    let pack = try made(jobs: "1").pack
    let result = try earmark("pack", "add", "p1.earpack", "short.wav", "text.wav", "none.wav", "--jobs", "3")
    #expect(result.status == 3)
    #expect(result.text == "")
    #expect(result.error.split(separator: "\n").count == 3)
    #expect(try earmark.folder.contents("p1.earpack") == pack)
  }

  @Test(arguments: ["0", "-1", "257", "99999999999999999999", "x", "1.5", "", " 2", "0x2"])
  func numbersThatAreNone(jobs: String) throws {
    let earmark = try Earmark.withPack()
    let before = try earmark.folder.contents("p.earpack")
    for command in ["add", "create"] {
      let result = try earmark("pack", command, "p.earpack", "a.wav", "--jobs=\(jobs)")
      #expect(result.status == 2)
      #expect(result.error.contains("--jobs takes a whole number from 1 to 256, not \"\(jobs)\""))
    }
    #expect(try earmark.folder.contents("p.earpack") == before)
  }

  @Test func anInterruptionStopsAllJobs() throws {
    let earmark = try Earmark.withPack()
    let before = try earmark.folder.contents("p.earpack")
    let pipes = (0..<3).map { earmark.folder.path("pipe\($0).wav") }
    for pipe in pipes { #expect(mkfifo(pipe, 0o600) == 0) }
    let arguments = ["pack", "add", "p.earpack", "a.wav", "pipe0.wav", "pipe1.wav", "pipe2.wav", "--jobs", "4"]
    let result = try Tool.run(Earmark.program, arguments, folder: earmark.folder.url, limit: 60) { process in
      // Opening waits for the readers: all three are being read at the same time.
      let descriptors = pipes.map { open($0, O_WRONLY) }
      process.interrupt()
      process.waitUntilExit()
      descriptors.forEach { close($0) }
    }
    #expect(result.status == 130, "\(result.error)")
    #expect(result.error == "earmark: interrupted, nothing was added\n")
    #expect(try earmark.folder.contents("p.earpack") == before)
  }
}
