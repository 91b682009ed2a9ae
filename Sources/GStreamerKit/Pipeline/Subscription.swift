/// Something that goes on until it is cancelled; letting go of it does not cancel it.
public final class Subscription: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Ends it. A call that is under way on another thread may still finish. Doing so again does nothing.
  public func cancel() { body() }
}
