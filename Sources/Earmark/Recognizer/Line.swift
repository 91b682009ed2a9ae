/// What waits in line. Taking the first does not move the others, as it does in an array.
struct Line<Element> {
  /// Those in front of `head` have been taken.
  private var elements: [Element?] = []
  private var head = 0

  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Nil where none waits.
  mutating func removeFirst() -> Element? {
    guard head < elements.count else { return nil }
    defer {
      elements[head] = nil
      head += 1
      if head == elements.count {
        elements.removeAll(keepingCapacity: head < 1024)
        head = 0
      } else if head > 64, head > elements.count / 2 {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }
}
