import Testing

@testable import TimelineStage

@Suite struct DropLedgerTests {
  private func ledger(_ count: Int) -> DropLedger {
    var ledger = DropLedger()
    for id in 0..<count { ledger.enter(UInt(id), length: 10) }
    return ledger
  }

  @Test func whatComesOutInOrderIsNotDropped() {
    var ledger = ledger(1000)
    for id in 0..<1000 {
      ledger.leave(UInt(id))
      ledger.settle(count: 999 - id)
    }
    #expect(ledger.dropped == 0 && ledger.waiting == 0)
  }

  @Test func whatIsSkippedIsDropped() {
    var ledger = ledger(10)
    ledger.leave(3)
    #expect(ledger.dropped == 30 && ledger.waiting == 60)
    ledger.leave(9)
    #expect(ledger.dropped == 80 && ledger.waiting == 0)
  }

  @Test func aQueueWithFewerBuffersHasDroppedSome() {
    var ledger = ledger(10)
    // One may be on its way out.
    ledger.settle(count: 9)
    #expect(ledger.dropped == 0)
    ledger.settle(count: 4)
    #expect(ledger.dropped == 50 && ledger.waiting == 50)
    ledger.leave(6)
    #expect(ledger.dropped == 60 && ledger.waiting == 30)
  }

  @Test func whatIsForgottenIsNotDropped() {
    var ledger = ledger(10)
    ledger.forget()
    #expect(ledger.dropped == 0 && ledger.waiting == 0)
    ledger.enter(20, length: 7)
    // Of before.
    ledger.leave(5)
    #expect(ledger.dropped == 0 && ledger.waiting == 7)
    ledger.leave(20)
    #expect(ledger.dropped == 0 && ledger.waiting == 0)
  }

  @Test func anAddressIsUsedAgain() {
    var ledger = DropLedger()
    for id in [1, 2, 1, 3] as [UInt] { ledger.enter(id, length: 1) }
    // The first 1 and the 2 were thrown away; the second 1 comes out, is taken for the first, and 2 and "1" go with 3.
    ledger.leave(1)
    ledger.leave(3)
    #expect(ledger.dropped == 2 && ledger.waiting == 0)
  }

  @Test func nonsenseIsBorne() {
    var ledger = DropLedger()
    ledger.leave(1)
    ledger.settle(count: 5)
    ledger.settle(count: -5)
    ledger.settle(count: .max - 1)
    ledger.enter(1, length: .max)
    ledger.enter(2, length: .max)
    ledger.settle(count: 0)
    #expect(ledger.dropped == .max)
    ledger.leave(2)
    #expect(ledger.waiting == 0)
  }
}
