import Foundation
import TestAudio
import Testing

@testable import EarmarkCommand

@Suite struct ConsoleTests {
  private let output = Pipe()
  private let error = Pipe()

  private func console(_ verbosity: Console.Verbosity) -> Console {
    Console(
      verbosity: verbosity, output: OutputDescriptor(number: output.fileHandleForWriting.fileDescriptor),
      error: OutputDescriptor(number: error.fileHandleForWriting.fileDescriptor), environment: [:])
  }

  private func text(_ pipe: Pipe) throws -> String {
    try pipe.fileHandleForWriting.close()
    return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  @Test func resultsAndRemarksGoTheirWays() throws {
    let console = console(.normal)
    try console.print("row\n")
    console.note("note")
    console.detail("detail")
    console.report("bad\u{1B}[0m")
    #expect(try text(output) == "row\n")
    #expect(try text(error) == "note\nearmark: bad\\x1b[0m\n")
  }

  @Test func quietLeavesErrors() throws {
    let console = console(.quiet)
    console.note("note")
    console.report(CommandFailure(.input, "bad", details: "why"))
    #expect(try text(error) == "earmark: bad\n")
  }

  @Test func verboseGivesDetails() throws {
    console(.verbose).report(CommandFailure(.input, "bad", details: "why"))
    #expect(try text(error) == "earmark: bad\n  why\n")
  }

  @Test func noProgressWithoutATerminal() throws {
    let console = console(.normal)
    #expect(!console.showsProgress)
    console.draw(progress: "half")
    #expect(try text(error) == "")
  }

  @Test func aFullDiskIsAFailure() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let console = Console(
      verbosity: .normal, output: OutputDescriptor(number: full.fileDescriptor),
      error: OutputDescriptor(number: error.fileHandleForWriting.fileDescriptor), environment: [:])
    let failure = #expect(throws: CommandFailure.self) { try console.print("row\n") }
    #expect(failure?.exitCode == .internalError)
  }
}
