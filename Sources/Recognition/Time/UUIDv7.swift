import Synchronization

private let generator = Mutex(UUIDv7Generator(random: SystemRandomNumberGenerator()))

/// A new UUID version 7 in lower case; ids made by one process grow in text order. Safe from any thread.
public func uuidV7() -> String {
  generator.withLock { $0.next() }
}
