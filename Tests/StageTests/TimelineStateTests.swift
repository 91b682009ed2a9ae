import Recognition
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
}
