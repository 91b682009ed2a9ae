/// Which buffers have gone into a leaky queue and have not come out of it, and so how much audio it has thrown away.
struct DropLedger: Equatable {
  private struct Entry: Equatable {
    let id: UInt
    /// ns.
    let length: UInt64
  }

  // Oldest first; those before `first` are gone.
  private var entries: [Entry] = []
  private var first = 0

  /// Audio that went in and has neither come out nor been thrown away, ns.
  private(set) var waiting: UInt64 = 0
  /// Audio that the queue has thrown away, ns.
  private(set) var dropped: UInt64 = 0

  /// A buffer goes in. Two that exist at the same time have different ids.
  mutating func enter(_ id: UInt, length: UInt64) {
    entries.append(Entry(id: id, length: length))
    waiting &+= length
  }

  /// A buffer has come out: those that went in before it and have not come out never will. Nothing happens for one that
  /// is not known, which went in before `forget()`.
  mutating func leave(_ id: UInt) {
    guard let index = entries[first...].firstIndex(where: { $0.id == id }) else { return }
    drop(index - first)
    waiting &-= entries[first].length
    first += 1
    compact()
  }

  /// The queue has this many buffers at the moment: all but as many as that, and one that may be on its way out, are gone.
  mutating func settle(count: Int) {
    drop(entries.count - first - 1 - max(0, count))
    compact()
  }

  /// What is in the queue is thrown away on purpose, which does not count.
  mutating func forget() {
    entries = []
    first = 0
    waiting = 0
  }

  private mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    for entry in entries[first..<first + count] {
      dropped &+= entry.length
      waiting &-= entry.length
    }
    first += count
  }

  private mutating func compact() {
    guard first > 64, first > entries.count / 2 else { return }
    entries.removeFirst(first)
    first = 0
  }
}
