import Foundation
import Synchronization

/// Ctrl-C and a request to terminate: the first asks the running command to come to an end, the second ends at once.
final class Interruption: Sendable {
  private struct State {
    var isRequested = false
    /// The signal that asked for it; nil when none did.
    var signal: Int32?
    var report: (@Sendable () -> Void)?
    var actions: [Int: @Sendable () -> Void] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// The one of the process.
  static let shared = Interruption()

  var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Whether it was SIGTERM that asked for the end.
  var isTermination: Bool { state.withLock { $0.signal == SIGTERM } }

  /// Starts to listen. To be called before any other thread is started: all threads inherit the blocked signals, so
  /// that only the one here gets them.
  func listen() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGUSR1] where !Self.isIgnored(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    Thread.detachNewThread { [self] in
      var set = waited
      var number: Int32 = 0
      while sigwait(&set, &number) == 0 {
        if number == SIGUSR1 {
          report()
        } else if !request(by: number) {
          _exit(ExitCode.interrupted.rawValue)
        }
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

  /// SIGUSR1 has come. Where nobody is there to report, it ends the program, as it does any other.
  private func report() {
    if let report = state.withLock({ $0.report }) { return report() }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGUSR1)
  }

  /// Has `action` run each time SIGUSR1 comes.
  func onReport(_ action: (@Sendable () -> Void)?) { state.withLock { $0.report = action } }

  /// Asks for the end, and says whether this was the first time.
  @discardableResult func request(by signal: Int32? = nil) -> Bool {
    let actions: [@Sendable () -> Void]? = state.withLock { state in
      if state.isRequested { return nil }
      state.isRequested = true
      state.signal = signal
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
