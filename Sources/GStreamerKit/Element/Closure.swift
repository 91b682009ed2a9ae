import CGStreamer

/// A GClosure that calls Swift with its arguments, the instance first.
func makeClosure(_ body: @escaping @Sendable ([UnsafePointer<GValue>]) -> Void) -> UnsafeMutablePointer<GClosure>? {
  let box = Unmanaged.passRetained(ClosureBody(body)).toOpaque()
  guard let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box) else { return nil }
  g_closure_add_finalize_notifier(closure, box) { data, _ in
    if let data { Unmanaged<ClosureBody>.fromOpaque(data).release() }
  }
  g_closure_set_marshal(closure) { closure, _, count, values, _, _ in
    guard let data = closure?.pointee.data, let values else { return }
    let body = Unmanaged<ClosureBody>.fromOpaque(data).takeUnretainedValue().body
    body((0..<Int(count)).map { values + $0 })
  }
  return closure
}

private final class ClosureBody: Sendable {
  let body: @Sendable ([UnsafePointer<GValue>]) -> Void
  init(_ body: @escaping @Sendable ([UnsafePointer<GValue>]) -> Void) { self.body = body }
}
