import Foundation
import Synchronization

/// Ctrl-C and a request to terminate: the first asks the running command to come to an end, the second ends at once.
final class Interruption: Sendable {
  private struct State {
    var isRequested = false
    var actions: [Int: @Sendable () -> Void] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// The one of the process.
  static let shared = Interruption()

  var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Starts to listen. To be called before any other thread is started: all threads inherit the blocked signals, so
  /// that only the one here gets them.
  func listen() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    Thread.detachNewThread { [self] in
      var set = waited
      var number: Int32 = 0
      while sigwait(&set, &number) == 0 {
        if !request() { _exit(ExitCode.interrupted.rawValue) }
      }
    }
  }

  /// A program in the background of a script, or under nohup, has them ignored and shall go on.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return address(action.__sigaction_handler.sa_handler) == address(SIG_IGN)
  }

  private static func address(_ handler: __sighandler_t?) -> Int {
    handler.map { Int(bitPattern: unsafeBitCast($0, to: UnsafeRawPointer.self)) } ?? 0
  }

  /// Asks for the end, and says whether this was the first time.
  @discardableResult func request() -> Bool {
    let actions: [@Sendable () -> Void]? = state.withLock { state in
      if state.isRequested { return nil }
      state.isRequested = true
      defer { state.actions = [:] }
      return Array(state.actions.values)
    }
    actions?.forEach { $0() }
    return actions != nil
  }

  /// Has `action` run on an interruption, at once when it has already come; nil then.
  func add(_ action: @escaping @Sendable () -> Void) -> Int? {
    let token: Int? = state.withLock { state in
      if state.isRequested { return nil }
      state.next += 1
      state.actions[state.next] = action
      return state.next
    }
    if token == nil { action() }
    return token
  }

  /// Forgets an action.
  func remove(_ token: Int?) {
    if let token { state.withLock { $0.actions[token] = nil } }
  }
}
