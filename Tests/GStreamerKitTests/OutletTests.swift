import Testing

@testable import GStreamerKit

@Suite(.timeLimit(.minutes(1))) struct OutletTests {
  init() { #expect(TestSupport.isReady) }

  /// An element whose own state is kept, as a branch beside a player is, is in the player's pause all the same.
  @Test func whatIsPausedAroundAnElementPausesIt() async throws {
    let pipeline = try Pipeline("fakesrc is-live=true ! fakesink name=sink async=false")
    let sink = try #require(pipeline.element(named: "sink"))
    let outlet = ElementOutlet(sink.pointer)
    #expect(!outlet.isPlaying)
    try pipeline.play()
    while !outlet.isPlaying { try await Task.sleep(for: .milliseconds(2)) }
    sink.lockState(true)
    try pipeline.pause()
    while outlet.isPlaying { try await Task.sleep(for: .milliseconds(2)) }
    try pipeline.play()
    while !outlet.isPlaying { try await Task.sleep(for: .milliseconds(2)) }
    sink.lockState(false)
    outlet.close()
    #expect(!outlet.isPlaying)
    await pipeline.stopped()
  }
}
