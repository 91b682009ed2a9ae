import Foundation
import Synchronization
import Testing

@testable import TimelineStage

/// A state whose changes are told in order.
@Suite final class ToldStateTests: Sendable {
  private let count = ToldState<Int, Int>(0)
  private let told = Mutex<[Int]>([])

  private func count(_ tell: (Int) -> Void = { _ in }) {
    count.change { count in
      count += 1
      return [count]
    } tell: { number in
      told.withLock { $0.append(number) }
      tell(number)
    }
  }

  @Test func whatATellerChangesFollowsOnceItHasReturned() {
    // One teller tells all of it.
    count { number in
      guard number == 1 else { return }
      count()
      count()
      #expect(told.withLock { $0 } == [1] && count.read(\.self) == 3)
    }
    #expect(told.withLock { $0 } == [1, 2, 3])
  }

  @Test func nobodyWaitsForATellerThatBlocks() throws {
    let isThere = DispatchSemaphore(value: 0)
    let goesOn = DispatchSemaphore(value: 0)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      count { number in
        guard number == 1 else { return }
        isThere.signal()
        goesOn.wait()
      }
      isDone.signal()
    }
    isThere.wait()
    count()
    #expect(told.withLock { $0 } == [1] && count.read(\.self) == 2)
    goesOn.signal()
    isDone.wait()
    #expect(told.withLock { $0 } == [1, 2])
  }

  @Test func manyThreadsAreToldInOrder() {
    DispatchQueue.concurrentPerform(iterations: 8) { _ in for _ in 0..<500 { count() } }
    count()
    #expect(told.withLock { $0 } == Array(1...4001))
  }

  @Test func whatChangesNothingTellsNothing() {
    count.change { _ in
      []
    } tell: { _ in
      Issue.record("told")
    }
    #expect(count.read(\.self) == 0)
  }
}
