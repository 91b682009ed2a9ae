import Foundation
import Synchronization
import TestAudio

/// A program that runs on while its output is read.
final class Listening: Sendable {
  private struct State {
    var output = ""
    var error = ""
    var isOver = false
  }

  private let process = Process()
  private let state = Mutex(State())
  private let readers = DispatchGroup()

  /// Starts `earmark` or another program.
  convenience init(
    _ arguments: String..., program: URL = Tool.products.appending(path: "earmark"), folder: URL? = nil,
    environment: [String: String] = [:]
  ) throws {
    try self.init(arguments: arguments, program: program, folder: folder, environment: environment)
  }

  init(
    arguments: [String], program: URL = Tool.products.appending(path: "earmark"), folder: URL? = nil,
    environment: [String: String] = [:]
  ) throws {
    process.executableURL = program
    process.arguments = arguments
    process.environment = Tool.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = folder }
    let output = Pipe()
    let error = Pipe()
    process.standardOutput = output
    process.standardError = error
    process.standardInput = FileHandle.nullDevice
    try process.run()
    read(output) { $0.output += $1 }
    read(error) { $0.error += $1 }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  private func read(_ pipe: Pipe, _ append: @escaping @Sendable (inout State, String) -> Void) {
    let handle = pipe.fileHandleForReading
    readers.enter()
    Thread.detachNewThread { [weak self, readers] in
      while true {
        let data = handle.availableData
        if data.isEmpty { break }
        self?.state.withLock { append(&$0, String(decoding: data, as: UTF8.self)) }
      }
      readers.leave()
    }
  }

  /// What it has printed by now.
  var output: String { state.withLock { $0.output } }
  /// What it has said by now.
  var error: String { state.withLock { $0.error } }
  var isRunning: Bool { process.isRunning }

  /// The complete lines it has printed by now that are JSON objects.
  var records: [[String: Any]] {
    output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  /// Waits until something holds; false when the program ended before, or after so many seconds.
  func wait(_ limit: Double = 60, until holds: (Listening) -> Bool) async -> Bool {
    let end = Date.now + limit
    while Date.now < end {
      if holds(self) { return true }
      if !process.isRunning {
        await finished()
        return holds(self)
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  /// Waits for the end of the program and of what it says.
  private func finished() async {
    _ = try? await elsewhere { [self] in
      process.waitUntilExit()
      readers.wait()
    }
  }

  func interrupt() { process.interrupt() }

  /// The exit status; kills it when it does not end.
  func status(within limit: Double = 60) async -> Int32 {
    let end = Date.now + limit
    while process.isRunning, Date.now < end { try? await Task.sleep(for: .milliseconds(20)) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    await finished()
    return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  }
}
