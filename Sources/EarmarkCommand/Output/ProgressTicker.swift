import Foundation

/// Draws a meter a few times a second while it lives, if the console shows progress at all.
final class ProgressTicker: Sendable {
  private let task: Task<Void, Never>?
  private let console: Console

  init(_ meter: ProgressMeter, on console: Console) {
    self.console = console
    guard console.showsProgress else {
      task = nil
      return
    }
    task = Task {
      while !Task.isCancelled {
        console.draw(progress: meter.line())
        try? await Task.sleep(for: .milliseconds(200))
      }
      console.draw(progress: "")
    }
  }

  func stop() {
    task?.cancel()
    console.draw(progress: "")
  }
}
