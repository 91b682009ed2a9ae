import Foundation
import Synchronization

/// How far a long command is: a bar with hours of audio per second and the time that is left.
final class ProgressMeter: Sendable {
  private struct State {
    var finishedItems = 0
    var finishedSeconds = 0.0
    var running: [Int: @Sendable () -> (position: Double, duration: Double?)] = [:]
  }

  private let items: Int
  private let start: ContinuousClock.Instant
  private let state = Mutex(State())

  /// - Parameter items: How many inputs there are.
  init(items: Int, start: ContinuousClock.Instant = .now) {
    self.items = items
    self.start = start
  }

  /// Notes that an input is being worked through, and where to ask how many seconds of it have been, and of how many.
  func follow(item: Int, _ progress: @escaping @Sendable () -> (position: Double, duration: Double?)) {
    state.withLock { $0.running[item] = progress }
  }

  /// Notes that an input is finished, with so many seconds of audio in it.
  func finish(item: Int, seconds: Double) {
    state.withLock {
      $0.running[item] = nil
      $0.finishedItems += 1
      $0.finishedSeconds += seconds
    }
  }

  /// Seconds of audio in the inputs that are finished.
  var seconds: Double { state.withLock { $0.finishedSeconds } }

  /// The line to draw.
  func line(now: ContinuousClock.Instant = .now) -> String {
    let (items, fraction, seconds) = state.withLock { state in
      var part = Double(state.finishedItems)
      var seconds = state.finishedSeconds
      for progress in state.running.values {
        let (position, duration) = progress()
        seconds += position
        if let duration, duration > 0 { part += min(1, position / duration) }
      }
      return (state.finishedItems, self.items > 0 ? min(1, part / Double(self.items)) : 0, seconds)
    }
    let elapsed = (now - start) / .seconds(1)
    let cells = Int(fraction * 24)
    let bar = String(repeating: "#", count: cells) + String(repeating: ".", count: 24 - cells)
    let percent = Int(fraction * 100)
    let left = fraction > 0.005 && elapsed > 0.5 ? TimeText.withSeconds(elapsed * (1 - fraction) / fraction) : "-"
    return
      "[\(bar)] \(percent) %  \(items)/\(self.items)  \(Speed(seconds: seconds, elapsed: elapsed).text)  ETA \(left)"
  }
}
