import Recognition
import Synchronization
import Testing

@testable import TimelineStage

/// What a timeline sink knows, without the sink.
@Suite struct TimelineStateTests {
  private static let second: UInt64 = 1_000_000_000

  private func event(_ id: String, start: UInt64) -> ActivityEvent {
    ActivityEvent(kind: .started, activity: Activity(id: id, materialID: "a", start: start))
  }

  private func campaigns(_ outputs: [TimelineState.Output]) -> Int {
    outputs.count { if case .campaign = $0 { true } else { false } }
  }

  private func markers(_ outputs: [TimelineState.Output]) -> Int {
    outputs.count { if case .markerState = $0 { true } else { false } }
  }

  @Test func aSeekAfterTheEndBeginsAnew() {
    var state = TimelineState(source: "", clockStart: .epoch)
    #expect(campaigns(state.apply(event("x1", start: Self.second))) == 1)
    _ = state.advance(to: 20 * Self.second)
    _ = state.end()
    _ = state.resume()
    #expect(campaigns(state.apply(event("x2", start: Self.second))) == 1)
  }

  @Test func markersListenAgainAfterTheEnd() {
    var state = TimelineState(source: "", clockStart: .epoch)
    #expect(markers(state.startMarkers()) == 1)
    _ = state.advance(to: 20 * Self.second)
    #expect(markers(state.end()) == 1)
    #expect(markers(state.decoded(code: 7, at: 21 * Self.second, validFor: Self.second)) == 0)
    #expect(markers(state.resume()) == 1)
    #expect(markers(state.decoded(code: 7, at: Self.second, validFor: Self.second)) == 1)
  }

  @Test func aSeekBeforeTheEndChangesNothing() {
    var state = TimelineState(source: "", clockStart: .epoch)
    _ = state.startMarkers()
    _ = state.apply(event("x1", start: Self.second))
    #expect(state.resume() == [])
    #expect(markers(state.decoded(code: 7, at: Self.second, validFor: Self.second)) == 1)
  }

  @Test func withoutMarkersNoneStartAfterTheEnd() {
    var state = TimelineState(source: "", clockStart: .epoch)
    _ = state.end()
    #expect(state.resume() == [])
  }

  // MARK: Starts

  private func generations(_ outputs: [TimelineState.Output]) -> [Int64?] {
    outputs.compactMap { output in
      guard case .markerState(let line) = output else { return nil }
      return (try? JSONValue(parsing: line))?["generation"]?.integerValue
    }
  }

  private func states(_ outputs: [TimelineState.Output]) -> [String] {
    outputs.compactMap { output in
      guard case .markerState(let line) = output else { return nil }
      return (try? JSONValue(parsing: line))?["state"]?.stringValue
    }
  }

  @Test func everyStartOfCapturingIsAGeneration() {
    var state = TimelineState(source: "", clockStart: .epoch, generation: 7)
    #expect(generations(state.startMarkers()) == [7])
    // A second marker stage, or the same one again, in one capture.
    #expect(generations(state.startMarkers()) == [7])
    _ = state.end()
    #expect(generations(state.resume()) == [8])
    #expect(state.generation == 8)
  }

  @Test func timesBeginAtTheOffset() {
    var state = TimelineState(source: "", clockStart: .epoch, offset: 100 * Self.second)
    #expect(state.runningTime == 100 * Self.second)
    _ = state.advance(to: 120 * Self.second)
    _ = state.end()
    _ = state.resume()
    #expect(state.runningTime == 100 * Self.second)
  }

  // MARK: Markers and time

  @Test func aMarkerLapsesAfterASeekBack() {
    var state = TimelineState(source: "", clockStart: .epoch)
    _ = state.startMarkers()
    _ = state.advance(to: 100 * Self.second)
    _ = state.decoded(code: 7, at: 100 * Self.second, validFor: 6 * Self.second)
    _ = state.advance(to: 102 * Self.second)
    #expect(state.flushed() == [])
    // Four seconds are left of its time.
    #expect(states(state.advance(to: 0)) == [])
    #expect(states(state.advance(to: 3 * Self.second)) == [])
    #expect(states(state.advance(to: 4 * Self.second)) == ["cleared"])
  }

  @Test func aFlushThatKeepsRunningTimeKeepsTheMarker() {
    var state = TimelineState(source: "", clockStart: .epoch)
    _ = state.startMarkers()
    _ = state.decoded(code: 7, at: 100 * Self.second, validFor: 6 * Self.second)
    _ = state.advance(to: 102 * Self.second)
    _ = state.flushed()
    #expect(states(state.advance(to: 105 * Self.second)) == [])
    #expect(states(state.advance(to: 106 * Self.second)) == ["cleared"])
  }

  @Test func aMarkerLapsesWhileALiveSourceStalls() {
    let clock = Mutex<UInt64>(0)
    var state = TimelineState(source: "", clockStart: nil, monotonic: { clock.withLock { $0 } })
    _ = state.startMarkers()
    _ = state.decoded(code: 7, at: 2 * Self.second, validFor: 6 * Self.second)
    clock.withLock { $0 = 5 * Self.second }
    #expect(states(state.poll(isPlaying: true)) == [])
    // A pause does not count.
    clock.withLock { $0 = 60 * Self.second }
    #expect(states(state.poll(isPlaying: false)) == [])
    clock.withLock { $0 = 65 * Self.second }
    #expect(states(state.poll(isPlaying: true)) == [])
    clock.withLock { $0 = 66 * Self.second }
    #expect(states(state.poll(isPlaying: true)) == ["cleared"])
    #expect(states(state.poll(isPlaying: true)) == [])
  }

  // MARK: Rows

  @Test func rowsWaitAsLongAsTheStageHolds() {
    for (hold, wait) in [(nil, 6), (20 * Self.second, 20), (0, 0)] as [(UInt64?, UInt64)] {
      var state = TimelineState(source: "", clockStart: .epoch)
      if let hold { state.settling = hold }
      _ = state.apply(event("x1", start: Self.second))
      var ended = event("x1", start: Self.second)
      ended.kind = .ended
      ended.activity.revision = 2
      ended.activity.end = 5 * Self.second
      _ = state.apply(ended)
      func finished(_ outputs: [TimelineState.Output]) -> Int {
        outputs.count { if case .finished = $0 { true } else { false } }
      }
      if wait > 0 { #expect(finished(state.advance(to: (5 + wait) * Self.second - 1)) == 0) }
      #expect(finished(state.advance(to: (5 + wait) * Self.second)) == 1)
    }
  }
}
