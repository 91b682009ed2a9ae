import CGStreamer
import Foundation
import Synchronization

@main
enum EarmarkCommand {
  /// Not async: the runtime would then park the first thread with all signals let through, past `Interruption`.
  static func main() {
    StandardDescriptors.hold()
    IgnoredSignals.ignore()
    Interruption.shared.listen()
    let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    let arguments = Result { () throws(UsageError) in
      try RawArguments.texts(words.dropFirst().compactMap { $0.map { UnsafePointer($0) } })
    }
    let result = Mutex(ExitCode.internalError)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let code = await Program().run(arguments)
      result.withLock { $0 = code }
      done.signal()
    }
    done.wait()
    // Tracers, such as the one that finds objects nobody released, report when GStreamer ends. What other threads are just
    // letting go of is no leak.
    if ProcessInfo.processInfo.environment["GST_TRACERS"] != nil, gst_is_initialized() != 0 {
      usleep(300_000)
      gst_deinit()
    }
    exit(result.withLock { $0.rawValue })
  }
}
