import Synchronization

/// A state that several threads change, and whose changes are told in the order in which they were made. Nobody waits for
/// whoever tells: one thread tells at a time, without the lock, and also what others have changed meanwhile.
final class ToldState<State: Sendable, Output: Sendable>: Sendable {
  private struct Content {
    var state: State
    var untold: [Output] = []
    var isTelling = false
  }
  private let content: Mutex<Content>

  init(_ state: State) { content = Mutex(Content(state: state)) }

  /// Reads it.
  func read<Value: Sendable>(_ body: (State) -> Value) -> Value { content.withLock { body($0.state) } }

  /// Changes it, and tells what follows from that; inside `tell`, once that has returned.
  /// - Parameter tell: may read the state, and change it.
  func change(_ body: (inout State) -> [Output], tell: (Output) -> Void) {
    let isTelling = content.withLock { content in
      content.untold += body(&content.state)
      guard !content.isTelling, !content.untold.isEmpty else { return false }
      content.isTelling = true
      return true
    }
    guard isTelling else { return }
    while true {
      let outputs = content.withLock { content in
        defer { content.untold = [] }
        content.isTelling = !content.untold.isEmpty
        return content.untold
      }
      if outputs.isEmpty { return }
      for output in outputs { tell(output) }
    }
  }
}
