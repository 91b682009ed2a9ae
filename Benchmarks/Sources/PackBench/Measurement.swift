import Foundation

/// What a piece of work took.
struct Measurement {
  let seconds: Double
  let cpu: Double
  /// Given to write(2) by this process.
  let written: Int

  static func of<Result>(_ work: () throws -> Result) rethrows -> (Result, Measurement) {
    let (clock, cpu, written) = (ContinuousClock.now, cpuSeconds(), writtenBytes())
    let result = try work()
    return (
      result,
      Measurement(
        seconds: (ContinuousClock.now - clock) / .seconds(1), cpu: cpuSeconds() - cpu, written: writtenBytes() - written
      )
    )
  }

  /// Prints it as a row of a table.
  func print(_ what: String) {
    Swift.print(String(format: "| %@ | %.3f s | %.3f s | %.2f MB |", what, seconds, cpu, Double(written) / 1e6))
  }

  /// The most memory of its own that the process had, and how much of it belongs to files, MB.
  static func memory() -> String {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let value = { (key: String) in
      status.split(separator: "\n").first { $0.hasPrefix(key) }
        .flatMap { $0.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first }.flatMap { Int($0) } ?? 0
    }
    return String(
      format: "peak resident %.0f MB, now anonymous %.0f MB, of files %.0f MB", Double(value("VmHWM")) / 1_024,
      Double(value("RssAnon")) / 1_024, Double(value("RssFile")) / 1_024)
  }

  private static func cpuSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func writtenBytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)) ?? ""
    return status.split(separator: "\n").first { $0.hasPrefix("wchar") }
      .flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0
  }
}
