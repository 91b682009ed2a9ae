/// Who reads a sequence of results, each with a buffer of its own.
struct Readers<Element: Sendable> {
  private var all: [UInt64: AsyncStream<Element>.Continuation] = [:]

  mutating func add(_ reader: AsyncStream<Element>.Continuation, id: UInt64) { all[id] = reader }

  mutating func remove(_ id: UInt64) -> AsyncStream<Element>.Continuation? { all.removeValue(forKey: id) }

  /// Hands it to everybody. Returns how many lost an older one for it.
  func yield(_ element: Element) -> UInt64 {
    var lost: UInt64 = 0
    for reader in all.values {
      if case .dropped = reader.yield(element) { lost += 1 }
    }
    return lost
  }

  /// Takes all readers out. To be called outside locks, the result ends them.
  mutating func removeAll() -> @Sendable () -> Void {
    let readers = Array(all.values)
    all = [:]
    return { for reader in readers { reader.finish() } }
  }
}
