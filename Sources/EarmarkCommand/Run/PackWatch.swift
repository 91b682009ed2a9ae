import Fingerprinting
import Synchronization

/// Checks packs while they are used: all of a pack is not looked at when it is opened.
enum PackWatch {
  /// Checks them one after the other.
  /// - Parameters:
  ///   - packs: their paths. One that cannot be opened is left to who uses it.
  ///   - report: called for each that is damaged.
  /// - Returns: the failures, once all have been checked.
  static func start(
    _ packs: Set<String>, report: @escaping @Sendable (CommandFailure) -> Void
  ) -> Task<[CommandFailure], Never> {
    Task.detached(priority: .utility) {
      var failures: [CommandFailure] = []
      for path in packs.sorted() {
        guard let pack = try? PackAccess.open(path) else { continue }
        let damage = Mutex<CommandFailure?>(nil)
        await pack.verifyInBackground { error in
          damage.withLock { $0 = $0 ?? CommandFailure(.pack, error.message) }
        }.value
        // It would end early when nobody used the pack any more.
        withExtendedLifetime(pack) {}
        guard let failure = damage.withLock({ $0 }) else { continue }
        report(failure)
        failures.append(failure)
      }
      return failures
    }
  }
}
