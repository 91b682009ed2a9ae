import Foundation

/// CPU time of the process.
enum CPUClock {
  static var seconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
