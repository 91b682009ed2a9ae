import Foundation
import Synchronization

/// Kills a process that takes too long.
final class Guardian: Sendable {
  private let identifier: Int32
  private let isReleased = Mutex(false)

  init(_ process: Process, limit: Double) {
    identifier = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + limit) { [self] in
      isReleased.withLock { if !$0 { kill(identifier, SIGKILL) } }
    }
  }

  func release() { isReleased.withLock { $0 = true } }
}
