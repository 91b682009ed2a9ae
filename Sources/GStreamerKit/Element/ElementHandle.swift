/// The C side of an element; none for the throw-away object that a class is described from.
public struct ElementHandle {
  let pointer: UnsafeMutableRawPointer?
}
