import Foundation
import GStreamerKit
import Synchronization
import TestAudio
import Testing

@testable import TimelineStage

/// Files that several sinks append rows to.
@Suite struct RowFileTests {
  private let folder: TemporaryFolder
  private var rows: String { folder.path("rows.jsonl") }

  init() throws { folder = try TemporaryFolder() }

  private func lines(_ name: String = "rows.jsonl") throws -> [String] {
    let text = try String(decoding: folder.contents(name), as: UTF8.self)
    #expect(text.isEmpty || text.hasSuffix("\n"), "half a row is at the end of \(name)")
    return text.split(separator: "\n").map(String.init)
  }

  /// A row that says by its length whether it is whole.
  private static func row(_ writer: String, _ number: Int) -> String {
    let padding = 17 * (number % 29)
    return "\(writer) \(number) \(padding) " + String(repeating: "x", count: padding)
  }

  private func isWhole(_ line: String) -> Bool {
    let fields = line.split(separator: " ", omittingEmptySubsequences: false)
    return fields.count == 4 && Int(fields[2]) == fields[3].count
  }

  private final class Flag: Sendable { let isSet = Mutex(true) }

  /// Appends to all files at once; returns how many rows in all.
  private static func append(to root: String, files: Int, while flag: Flag) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<files {
        group.addTask {
          let file = try RowFile(path: root + "/\(index)")
          var count = 0
          while flag.isSet.withLock({ $0 }) || count < 5 {
            try file.append(row("free", count) + "\n")
            count += 1
            try await Task.sleep(for: .milliseconds(index % 4))
          }
          return count
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 }
    }
  }

  @Test func rowsOfManySinksDoNotMix() async throws {
    let path = rows
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let file = try RowFile(path: path)
          for number in 0..<100 { try file.append(Self.row("w\(writer)", number) + "\n") }
        }
      }
      try await group.waitForAll()
    }
    let lines = try lines()
    #expect(lines.count == 400 && lines.allSatisfy(isWhole))
    for writer in 0..<4 {
      #expect(lines.filter { $0.hasPrefix("w\(writer) ") } == (0..<100).map { Self.row("w\(writer)", $0) })
    }
  }

  /// One process may write only so much, while another goes on: neither loses a row, and none is cut in half.
  @Test(.timeLimit(.minutes(1))) func aSizeLimitTakesNobodyElsesRows() async throws {
    let (root, files) = (folder.url.path, 40)
    let stays = Flag()
    async let limited = #expect(processExitsWith: .success) { [root = root as String, files = files as Int] in
      var limit = rlimit(rlim_cur: 20_000, rlim_max: 20_000)
      guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
      for index in 0..<files {
        let file = try RowFile(path: root + "/\(index)")
        var count = 0
        do {
          while true {
            try file.append(RowFileTests.row("limited", count) + "\n")
            count += 1
          }
        } catch let error as RowFile.Failure where error.number == EFBIG {}
        try "\(count)".write(toFile: root + "/\(index).count", atomically: true, encoding: .utf8)
      }
    }
    async let free = Self.append(to: root, files: files, while: stays)
    _ = await limited
    stays.isSet.withLock { $0 = false }
    let written = try await free
    var found = 0
    for index in 0..<files {
      let lines = try lines("\(index)")
      #expect(lines.allSatisfy(isWhole), "file \(index)")
      let limitedRows = lines.filter { $0.hasPrefix("limited ") }
      #expect(try limitedRows.count == Int(String(decoding: folder.contents("\(index).count"), as: UTF8.self)))
      found += lines.count - limitedRows.count
    }
    #expect(found == written && written > 0)
  }

  @Test(.timeLimit(.minutes(1))) func aLockThatIsKeptHoldsNothingUpForEver() throws {
    let holder = open(rows, O_RDWR | O_CREAT, 0o644)
    defer { close(holder) }
    flock(holder, LOCK_EX)
    let writer = try RowWriter(location: rows) { Issue.record("\($0)") }
    for number in 0..<20 { writer.write(Self.row("a", number)) }
    writer.close()
    #expect(try lines() == (0..<20).map { Self.row("a", $0) })
  }

  @Test func aReaderThatGoesIsAnErrorAndEndsNoProgram() async throws {
    let pipe = folder.path("pipe")
    mkfifo(pipe, 0o600)
    await #expect(processExitsWith: .success) { [pipe = pipe as String] in
      signal(SIGPIPE, SIG_DFL)
      let reader = open(pipe, O_RDONLY | O_NONBLOCK)
      let said = Mutex("")
      let writer = try RowWriter(location: pipe) { error in said.withLock { $0 = error.message } }
      writer.write("one")
      close(reader)
      writer.write("two")
      writer.close()
      exit(said.withLock { $0 }.hasSuffix("its reader has gone.") ? 0 : 3)
    }
  }

  @Test(arguments: [
    ("none/rows.jsonl", "its folder does not exist."), ("", "it is a folder."), ("file/rows.jsonl", "does not exist."),
  ])
  func placesThatCannotBe(name: String, reason: String) throws {
    try folder.write("file", [])
    let error = #expect(throws: ElementError.self) {
      _ = try RowWriter(location: name.isEmpty ? folder.url.path : folder.path(name)) { _ in }
    }
    #expect(error?.message.hasSuffix(reason) == true && error?.message.contains(folder.url.path) == true)
  }
}
