import Earmark
import GStreamerKit
import TestAudio
import Testing

/// A pipeline whose clock goes away, as with the sound device that gave it.
@Suite struct RunnerClockTests {
  let sound: Sound
  let log = RunnerLog()
  let keeper = Collected<ElementRef>()

  init() throws { sound = try Sound() }

  private func runner() throws -> PipelineRunner {
    return try PipelineRunner(
      sound.description(
        "audiotestsrc is-live=true wave=silence samplesperbuffer=160 ! audio/x-raw,rate=16000 "
          + "! earclockkeeper name=keeper"),
      restart: .init(when: .never, stallTimeout: 20), log: log
    ) { [keeper] pipeline in
      guard let element = pipeline.element(named: "keeper") else { return }
      ClockKeeper.begin(element)
      keeper.add(element)
    }
  }

  private func loseClock() { keeper.all.first.map(ClockKeeper.loseClock) }

  private func hears(_ runner: PipelineRunner) async throws {
    let heard = runner.statistics.heard
    try await waitUntil { runner.statistics.heard > heard + 0.2 }
  }

  @Test func itGoesOnByAnotherClock() async throws {
    let runner = try runner()
    runner.start()
    try await log.wait(for: "running")
    for _ in 1...3 {
      loseClock()
      try await hears(runner)
    }
    await runner.stopped()
    #expect(log.words == ["starting 0", "running", "stopped"])
    #expect(runner.statistics.lost == 0 && runner.statistics.restarts == 0)
  }

  @Test func aPauseStaysAPause() async throws {
    let runner = try runner()
    runner.start()
    try await log.wait(for: "running")
    runner.pause()
    try await waitUntil { keeper.all.first?.targetState == .paused }
    loseClock()
    try await Task.sleep(for: .milliseconds(200))
    #expect(keeper.all.first?.targetState == .paused)
    runner.resume()
    try await hears(runner)
    await runner.stopped()
    #expect(log.words == ["starting 0", "running", "stopped"])
  }

  @Test func aClockThatIsLostAtTheEndChangesNothing() async throws {
    let runner = try runner()
    for turn in 1...10 {
      runner.start()
      try await log.wait(for: "running", count: turn)
      runner.stop()
      loseClock()
      try await log.wait(for: "stopped", count: turn)
    }
    try await Task.sleep(for: .milliseconds(200))
    #expect(keeper.all.first?.targetState == .null && log.words.count == 30)
  }
}
