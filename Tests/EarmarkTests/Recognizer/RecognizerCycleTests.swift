import Earmark
import Foundation
import GStreamerKit
import Recognition
import Synchronization
import TestAudio
import Testing

/// Starts and stops, again and again.
@Suite struct RecognizerCycleTests {
  let sound: Sound
  let silence = "audiotestsrc is-live=true wave=silence samplesperbuffer=160 ! audio/x-raw,rate=16000"

  init() throws { sound = try Sound() }

  @Test func aHundredStartsAndStops() async throws {
    let stopped = Mutex(true)
    let strays = Mutex(0)
    let calls = Mutex(0)
    let recognizer = try Recognizer(
      pipeline: sound.description(silence),
      configuration: .quiet {
        $0.onState = { _ in
          calls.withLock { $0 += 1 }
          if stopped.withLock({ $0 }) { strays.withLock { $0 += 1 } }
        }
      })
    await RecognizerHandlerTests.offThePool {
      for turn in 0..<100 {
        stopped.withLock { $0 = false }
        recognizer.start()
        if turn % 2 == 0 { usleep(UInt32(turn) * 200) }
        if turn % 5 == 0 { recognizer.pause() }
        recognizer.stop()
        stopped.withLock { $0 = true }
      }
    }
    #expect(strays.withLock { $0 } == 0 && calls.withLock { $0 } >= 200)
    #expect(recognizer.state.word == "stopped")
  }

  @Test func aHundredRecognizers() async throws {
    for turn in 0..<100 {
      let recognizer = try Recognizer(pipeline: sound.description(silence), configuration: .quiet())
      recognizer.start()
      // Every other one is let go of as it is.
      if turn % 2 == 0 { await recognizer.stopped() }
    }
  }
}
