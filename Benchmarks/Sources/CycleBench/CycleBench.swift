import Dispatch
import Earmark
import Glibc
import GStreamerKit
import Synchronization

/// Starts and stops a recognizer again and again: `cycle-bench PACK [CYCLES]`.
///
/// Half of the cycles use one recognizer, half a new one each, every second of which is let go of while it runs. Prints how
/// much memory is resident as it goes, and how many callbacks came after `stop()` had returned.
@main struct CycleBench {
  static let silence = "audiotestsrc is-live=true wave=silence samplesperbuffer=160 ! audio/x-raw,rate=16000"

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1, let cycles = Int(arguments.count > 2 ? arguments[2] : "1000"), cycles > 0 else {
      print("usage: cycle-bench PACK [CYCLES]")
      exit(2)
    }
    let counts = Counts()
    let pipeline = try PipelineDescription.text("\(silence) ! earfingerprint ! earapi ! eartimelinesink")
    var configuration = Recognizer.Configuration()
    configuration.pack = arguments[1]
    configuration.queue = DispatchQueue(label: "cycle-bench")
    configuration.onState = { _ in counts.call() }

    print("cycles\tresident MiB\tcallbacks\tstray callbacks")
    let kept = try Recognizer(pipeline: pipeline, configuration: configuration)
    for cycle in 0..<cycles {
      let recognizer = cycle % 2 == 0 ? kept : try Recognizer(pipeline: pipeline, configuration: configuration)
      counts.isStopped = false
      recognizer.start()
      // From a stop during the start to one while audio comes.
      usleep(UInt32(cycle % 10) * 2000)
      if cycle % 3 == 0 { recognizer.pause() }
      // A recognizer that is let go of says nothing more either.
      if cycle % 4 != 3 { recognizer.stop() }
      counts.isStopped = cycle % 4 != 3
      let done = cycle + 1
      if done == 1 || done % max(1, cycles / 10) == 0 {
        print("\(done)\t\(resident())\t\(counts.calls)\t\(counts.strays)")
      }
    }
    exit(counts.strays == 0 ? 0 : 1)
  }

  /// Resident memory, MiB, to a tenth.
  static func resident() -> Double {
    guard let file = fopen("/proc/self/statm", "re") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 100)
    guard fgets(&text, 99, file) != nil else { return 0 }
    let fields = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
      separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return (Double(pages * sysconf(Int32(_SC_PAGESIZE))) / 1_048_576 * 10).rounded() / 10
  }
}

/// Callbacks, and those that came where none may.
final class Counts: Sendable {
  private let state = Mutex((calls: 0, strays: 0, isStopped: true))

  var calls: Int { state.withLock { $0.calls } }
  var strays: Int { state.withLock { $0.strays } }
  /// Whether no callback may come now.
  var isStopped: Bool {
    get { state.withLock { $0.isStopped } }
    set { state.withLock { $0.isStopped = newValue } }
  }

  func call() {
    state.withLock { state in
      state.calls += 1
      if state.isStopped { state.strays += 1 }
    }
  }
}
