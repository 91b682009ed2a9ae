import Foundation
import Testing

@testable import Media

@Suite struct DecodeChannelTests {
  private func failure(_ message: String) -> PipelineFailure {
    PipelineFailure(domain: .other, code: 0, message: message)
  }

  @Test func everythingPushedComesBeforeTheEnd() {
    let channel = DecodeChannel()
    Thread.detachNewThread {
      for value in 0..<100 { _ = channel.push([Float(value)]) }
      channel.end()
    }
    var received: [Float] = []
    while case .chunk(let samples) = channel.next(timeout: nil) { received += samples }
    #expect(received == (0..<100).map(Float.init))
    guard case .ended = channel.next(timeout: nil) else {
      Issue.record("not ended")
      return
    }
  }

  @Test func theFirstFailureCounts() {
    let channel = DecodeChannel()
    _ = channel.push([1])
    channel.fail(failure("first"))
    channel.fail(failure("second"))
    channel.end()
    guard case .chunk = channel.next(timeout: 10), case .failed(let failure) = channel.next(timeout: 10) else {
      Issue.record("no failure behind the chunk")
      return
    }
    #expect(failure.message == "first")
  }

  @Test func silenceOfThePipelineIsNoticed() {
    guard case .stalled = DecodeChannel().next(timeout: 0.01) else {
      Issue.record("not stalled")
      return
    }
  }

  @Test func cancellingWakesBothSides() {
    let channel = DecodeChannel()
    let pushed = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while channel.push([0]) {}
      pushed.signal()
    }
    channel.cancel()
    pushed.wait()
    guard case .cancelled = channel.next(timeout: nil) else {
      Issue.record("not cancelled")
      return
    }
  }

  @Test func whatComesWhileStoppingIsKept() {
    let channel = DecodeChannel()
    channel.close()
    for value in 0..<9 { #expect(!channel.push([Float(value)])) }
    #expect(channel.takeRest() == (0..<9).map(Float.init))
    #expect(channel.takeRest().isEmpty)
  }
}
