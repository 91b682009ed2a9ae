import Dispatch
import Earmark
import GStreamerKit
import Glibc

/// Prints what is recognised: `swift-recognizer PACK [INPUT | --device NAME]`.
///
/// INPUT is a file or a URI; without one it listens to the default microphone, or to the device of that name
/// (`earmark devices` lists them).
@main struct SwiftRecognizer {
  static func main() async {
    do { try await run(Array(CommandLine.arguments.dropFirst())) } catch {
      // Errors of the library are one sentence that says what to do.
      complain("\(error)")
      exit(1)
    }
  }

  static func run(_ arguments: [String]) async throws {
    guard let recognizer = try recognizer(for: arguments) else {
      complain("usage: swift-recognizer PACK [INPUT | --device NAME]")
      exit(2)
    }
    let interruption = stopOnInterruption(recognizer)
    defer { interruption.cancel() }

    recognizer.start()
    // Two readers beside each other: one for the state, one for the rows. Both end with the session.
    let states = recognizer.states
    let watching = Task {
      for await state in states {
        switch state {
        case .starting, .running: break
        case .recovering(let error, let delay): complain("\(error) Again in \(Int(delay)) s.")
        case .stopped(let error): return error
        }
      }
      return nil
    }
    for await row in recognizer.timeline {
      print(line(row))
      // Also where the output is a file or another program, which would get it in blocks.
      fflush(nil)
    }
    if let error = await watching.value { throw error }
  }

  static func recognizer(for arguments: [String]) throws -> Recognizer? {
    switch arguments.count {
    case 1: return try .listen(pack: arguments[0])
    case 2 where !arguments[1].hasPrefix("--"): return try .input(arguments[1], pack: arguments[0])
    case 3 where arguments[1] == "--device":
      let monitor = DeviceMonitor()
      defer { monitor.stop() }
      guard let device = monitor.devices.first(where: { $0.name == arguments[2] }) else {
        throw RecognitionError(.device, "There is no device \(arguments[2]); earmark devices lists those there are.")
      }
      return try .listen(pack: arguments[0], device: device)
    default: return nil
    }
  }

  /// `from…to  what  campaign`; a row that lasts has no end yet.
  static func line(_ row: TimelineRow) -> String {
    func seconds(_ time: UInt64) -> String { "\(time / 1_000_000_000).\(time / 100_000_000 % 10)" }
    let time = "\(seconds(row.start))…\(row.end.map(seconds) ?? "")"
    let campaign = row.campaign?.title ?? "-"
    return "\(time)\t\(row.material.title)\t\(campaign)\(row.isSuperseded ? "\t(was something else)" : "")"
  }

  /// Ctrl-C stops it in good order: the row that lasts is ended, and printed.
  static func stopOnInterruption(_ recognizer: Recognizer) -> any DispatchSourceSignal {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { Task { await recognizer.stopped() } }
    source.resume()
    return source
  }

  static func complain(_ text: String) {
    let line = text + "\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }
}
