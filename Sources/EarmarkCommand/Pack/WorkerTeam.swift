import Synchronization

/// Knows when the last of several threads is done.
final class WorkerTeam: Sendable {
  private let members: Mutex<Int>
  private let atEnd: @Sendable () -> Void

  init(_ members: Int, atEnd: @escaping @Sendable () -> Void) {
    self.members = Mutex(members)
    self.atEnd = atEnd
  }

  /// To be called once by each member when it is done.
  func leave() {
    let left = members.withLock { members in
      members -= 1
      return members
    }
    if left == 0 { atEnd() }
  }
}
