import Foundation
import Synchronization

/// A process that Foundation knows nothing of: its `Process` takes a child for ended when that closes all descriptors it
/// was given, as a daemon does, and then waits for it before any other.
final class SpawnedProcess: Sendable {
  let identifier: pid_t
  private let isOver = Mutex(false)

  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in Int32(0)...2 { posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0) }
    var identifier: pid_t = 0
    let error = posix_spawn(&identifier, program, &actions, nil, words, variables)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .ENOENT) }
    self.identifier = identifier
  }

  deinit { kill() }

  var isRunning: Bool {
    isOver.withLock { isOver in
      if !isOver, waitpid(identifier, nil, WNOHANG) == identifier { isOver = true }
      return !isOver
    }
  }

  /// Ends it at once.
  func kill() {
    isOver.withLock { isOver in
      guard !isOver else { return }
      Foundation.kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
      isOver = true
    }
  }
}
