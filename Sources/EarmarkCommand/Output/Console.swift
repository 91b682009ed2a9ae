import Foundation
import Synchronization

/// Where a command prints: results to standard output, everything else to standard error.
final class Console: Sendable {
  /// How much is said on standard error.
  enum Verbosity: Sendable, Comparable {
    case quiet
    case normal
    case verbose
  }

  let verbosity: Verbosity
  private let output: OutputDescriptor
  private let error: OutputDescriptor
  private let usesColor: Bool
  /// The progress line that stands on the terminal, to be wiped before anything else is written.
  private let progressLine = Mutex("")

  init(
    verbosity: Verbosity, output: OutputDescriptor = .standardOutput, error: OutputDescriptor = .standardError,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.verbosity = verbosity
    self.output = output
    self.error = error
    let refusesColor = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
    usesColor = error.isTerminal && !refusesColor
  }

  /// Whether progress is drawn.
  var showsProgress: Bool { error.isTerminal && verbosity > .quiet }

  /// Prints results, at once.
  /// - Throws: `CommandFailure` when they cannot be written; ends the program when nobody reads them any more.
  func print(_ text: String) throws(CommandFailure) {
    guard !text.isEmpty else { return }
    try progressLine.withLock { line throws(CommandFailure) in
      if output.isTerminal { wipe(&line) }
      do throws(OutputDescriptor.Failure) {
        try output.write(text)
      } catch {
        if error.isBrokenPipe { BrokenPipe.exit() }
        throw CommandFailure(.internalError, "the results cannot be written: \(error.reason)")
      }
    }
  }

  /// Says something that is no result; not when quiet.
  func note(_ message: String) {
    if verbosity > .quiet { say("", message) }
  }

  /// Says something that was asked for and is no result, also when quiet.
  func answer(_ message: String) { say("", message) }

  /// Says something for those who asked for more.
  func detail(_ message: String) {
    if verbosity > .normal { say("", message) }
  }

  /// Says what somebody at a terminal wants to see, and others only when they asked for more.
  func remark(_ message: String) { showsProgress ? note(message) : detail(message) }

  /// Reports what went wrong, in one line.
  func report(_ message: String) { say("earmark: ", message) }

  /// Reports a failure, with its details for those who asked for more.
  func report(_ failure: CommandFailure) {
    report(failure.message)
    if !failure.details.isEmpty { detail("  " + failure.details) }
  }

  private func say(_ prefix: String, _ message: String) {
    let mark = usesColor && !prefix.isEmpty ? "\u{1B}[1;31m\(prefix)\u{1B}[0m" : prefix
    progressLine.withLock { line in
      wipe(&line)
      try? error.write(mark + TerminalText.escaped(message) + "\n")
    }
  }

  /// Draws the progress line, or wipes it when the text is empty.
  func draw(progress text: String) {
    guard showsProgress else { return }
    progressLine.withLock { line in
      guard line != text else { return }
      let fits = String(text.prefix(max(20, error.terminalColumns - 1)))
      try? error.write("\r\u{1B}[K" + fits)
      line = text
    }
  }

  private func wipe(_ line: inout String) {
    guard !line.isEmpty else { return }
    try? error.write("\r\u{1B}[K")
    line = ""
  }
}
