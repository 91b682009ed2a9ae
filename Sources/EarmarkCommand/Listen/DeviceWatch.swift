import Dispatch
import GStreamerKit
import Synchronization

/// Notices when the sound server goes on with another device than the one that was asked for: it moves a stream whose
/// device is unplugged to the next best, which nobody wants to listen to instead.
final class DeviceWatch: Sendable {
  /// The element that has the device open; nil once nobody needs to look any more.
  private let element = Mutex<ElementRef?>(nil)
  /// Says which device an element has open. The sound server is asked, which may not answer.
  private let current: @Sendable (ElementRef) -> String?
  private let interval: Double

  /// - Parameter interval: seconds from look to look.
  init(interval: Double = 1, current: @escaping @Sendable (ElementRef) -> String? = { $0.get("current-device") }) {
    self.interval = interval
    self.current = current
  }

  /// Looks again and again, until cancelled, which device the element has open; makes the element fail when it is another.
  func keep(_ element: ElementRef, on name: String) {
    self.element.withLock { $0 = element }
    lookLater(for: name)
  }

  /// Lets go of the element. Never waits.
  func cancel() { element.withLock { $0 = nil } }

  private func lookLater(for name: String) {
    DispatchQueue.global().asyncAfter(deadline: .now() + interval) { [weak self] in
      guard let self, look(for: name) else { return }
      lookLater(for: name)
    }
  }

  /// Returns whether to look again.
  private func look(for name: String) -> Bool {
    guard let element = element.withLock({ $0 }) else { return false }
    let current = current(element)
    // It may have been cancelled meanwhile.
    guard self.element.withLock({ $0 != nil }) else { return false }
    if let current, !current.isEmpty, current != name {
      element.post(.resource(.notFound, "The device \(name) is gone.", debug: "moved to \(current)"))
    }
    return true
  }
}
