internal import Synchronization

/// The check of what opening a pack leaves unchecked: in the background, and once for everybody in this process who uses
/// the same file, at the same time or one after another.
///
/// It goes on as long as one of them keeps theirs. That a pack is whole is remembered. A damaged one is checked again for
/// who comes later, since it may have been mended.
public final class PackVerification: Sendable {
  private let file: File
  private let number: UInt64

  /// Joins the check of a pack's file, or begins it. Returns at once.
  /// - Parameter onResult: called once, on another thread: the first damage, nil when the pack is whole. After `cancel`
  ///   only a call that is under way is finished.
  public init(of pack: Pack, onResult: @escaping @Sendable (PackError?) -> Void) {
    let file = File(pack)
    self.file = file
    number = Self.registry.withLock { registry in
      registry.next += 1
      let number = registry.next
      registry.works[file, default: Work(number: number, task: Self.begin(file, pack, number))].listeners[number] =
        onResult
      return number
    }
  }

  deinit { cancel() }

  /// Nothing is to be said any more. The check ends where nobody else waits for it.
  public func cancel() {
    let task = Self.registry.withLock { registry -> Task<Void, Never>? in
      registry.works[file]?.listeners[number] = nil
      guard let work = registry.works[file], work.listeners.isEmpty else { return nil }
      registry.works[file] = nil
      return work.task
    }
    task?.cancel()
  }

  // MARK: Shared

  /// A file as it was when it was opened.
  private struct File: Hashable {
    let path: String
    let identity: PackSource.Identity
    let modified: Int64

    init(_ pack: Pack) {
      path = pack.path
      identity = pack.body.source.identity
      modified = pack.body.source.modified
    }
  }

  private struct Work {
    /// The number of who began it.
    let number: UInt64
    let task: Task<Void, Never>
    var listeners: [UInt64: @Sendable (PackError?) -> Void] = [:]
  }

  private struct Registry {
    var next: UInt64 = 0
    var works: [File: Work] = [:]
    /// Files that were whole, the latest last.
    var whole: [File] = []
  }

  private static let registry = Mutex(Registry())
  private static let remembered = 16

  private static func begin(_ file: File, _ pack: Pack, _ number: UInt64) -> Task<Void, Never> {
    Task.detached(priority: .utility) {
      let isKnown = registry.withLock { $0.whole.contains(file) }
      let damage = isKnown ? nil : await firstDamage(of: pack)
      guard !Task.isCancelled else { return }
      let listeners = registry.withLock { registry -> [@Sendable (PackError?) -> Void] in
        guard let work = registry.works[file], work.number == number else { return [] }
        registry.works[file] = nil
        if damage == nil, !isKnown { registry.whole = registry.whole.suffix(remembered - 1) + [file] }
        return Array(work.listeners.values)
      }
      for listener in listeners { listener(damage) }
    }
  }

  private static func firstDamage(of pack: Pack) async -> PackError? {
    let damage = Mutex<PackError?>(nil)
    let check = pack.verifyInBackground { error in damage.withLock { $0 = $0 ?? error } }
    await withTaskCancellationHandler {
      await check.value
    } onCancel: {
      check.cancel()
    }
    return withExtendedLifetime(pack) { damage.withLock { $0 } }
  }
}
