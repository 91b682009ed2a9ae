import Earmark
import Foundation
import GStreamerKit
import Recognition
import TestAudio
import Testing

/// What cannot be recognised, and what breaks.
@Suite struct RecognizerFailureTests {
  let sound: Sound
  let states = Collected<String>()
  let silence = "audiotestsrc is-live=true wave=silence samplesperbuffer=160 ! audio/x-raw,rate=16000"

  init() throws { sound = try Sound() }

  func expect(
    _ code: RecognitionError.Code, naming text: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Recognizer
  ) {
    #expect(sourceLocation: sourceLocation) {
      _ = try body()
    } throws: { error in
      (error as? RecognitionError)?.code == code && "\(error)".contains(text)
    }
  }

  @Test func packsThatCannotBeUsed() throws {
    let bad = try sound.folder.write("bad.earpack", Array("no pack".utf8))
    for pack in ["/nowhere/p.earpack", bad, sound.folder.url.path] {
      expect(.pack, naming: pack) { try .listen(pack: pack) }
      expect(.pack, naming: pack) { try .pushed(pack: pack) }
      expect(.pack, naming: pack) {
        try Recognizer(pipeline: sound.description(silence), configuration: .quiet { $0.pack = pack })
      }
    }
  }

  @Test func aPackWithoutAName() {
    expect(.pack, naming: "empty") { try .listen(pack: "") }
  }

  @Test func inputsThatCannotBeRead() throws {
    let empty = try sound.folder.write("empty.wav", [])
    for input in ["/nowhere/a.wav", empty, sound.folder.url.path] {
      expect(.input, naming: input) { try .input(input, pack: sound.pack) }
    }
  }

  @Test func oneTimelineSinkExactly() throws {
    expect(.description, naming: "eartimelinesink") { try Recognizer(pipeline: .text("audiotestsrc ! fakesink")) }
    let branch = "t. ! queue ! earfingerprint ! earapi ! eartimelinesink"
    expect(.description, naming: "2 eartimelinesinks") {
      try Recognizer(pipeline: .text("audiotestsrc ! tee name=t \(branch) \(branch)"))
    }
    expect(.description, naming: "nosuchelement") {
      try Recognizer(pipeline: .text("nosuchelement ! eartimelinesink"))
    }
  }

  @Test func aPackForNobody() throws {
    expect(.stage, naming: "earfingerprint") {
      try Recognizer(
        pipeline: .text("audiotestsrc ! earapi ! eartimelinesink"), configuration: .quiet { $0.pack = sound.pack })
    }
  }

  @Test func aSoundFileThatIsNone() async throws {
    let text = try sound.folder.write("text.wav", Array(repeating: UInt8(ascii: "x"), count: 5000))
    let recognizer = try Recognizer.input(text, pack: sound.pack)
    recognizer.start()
    var last: Recognizer.State?
    for await state in recognizer.states { last = state }
    #expect(last?.word == "stopped input")
    for await _ in recognizer.timeline { Issue.record("a row") }
  }

  @Test func aFileThatGoesAwayBetweenTwoSessions() async throws {
    let file = try sound.recording("one", name: "gone.wav")
    let recognizer = try Recognizer.input(file, pack: sound.pack)
    recognizer.start()
    for await _ in recognizer.states {}
    #expect(recognizer.rows.count == 1)
    #expect(rename(file, file + ".away") == 0)
    recognizer.start()
    for await _ in recognizer.states {}
    #expect(recognizer.state.word == "stopped input" && recognizer.rows.isEmpty)
  }

  @Test func aServerThatIsNotThereIsTriedAgain() async throws {
    let recognizer = try Recognizer.input(
      "http://127.0.0.1:1/a.mp3", pack: sound.pack,
      configuration: .quiet {
        $0.restart = RestartPolicy(when: .onFailure, initialDelay: 0.02, maximumDelay: 0.05)
        $0.onState = { [states] in states.add($0.word) }
      })
    recognizer.start()
    try await states.wait { $0.filter { $0 == "recovering network" }.count >= 2 }
    recognizer.stop()
    #expect(states.all.prefix(3) == ["starting", "recovering network", "starting"])
    #expect(states.all.last == "stopped" && !states.all.contains("running"))
  }

  @Test func anErrorInTheMiddleIsRecovered() async throws {
    let trouble = "\(silence) ! identity error-after=5"
    let recognizer = try Recognizer(
      pipeline: sound.description(trouble),
      configuration: .quiet {
        $0.restart = RestartPolicy(when: .onFailure, initialDelay: 0.01, maximumDelay: 0.01)
        $0.onState = { [states] in states.add($0.word) }
      })
    recognizer.start()
    try await states.wait { $0.count >= 7 }
    recognizer.stop()
    #expect(states.all.prefix(4) == ["starting", "running", "recovering stage", "starting"])
    #expect(states.all.last == "stopped")
    // Unless told otherwise, it is an end.
    let other = try Recognizer(pipeline: sound.description(trouble))
    other.start()
    for await _ in other.states {}
    #expect(other.state.word == "stopped stage")
  }

  @Test func stagesThatAreNotThere() async throws {
    let recognizer = try Recognizer(pipeline: .text("\(silence) ! earapi ! eartimelinesink"))
    recognizer.start()
    for await _ in recognizer.states {}
    #expect(recognizer.state.word == "stopped stage")
  }

  @Test func oddLimits() async throws {
    for limit in [-5, 0, Int.max] {
      let recognizer = try Recognizer.input(
        sound.recording("one"), pack: sound.pack,
        configuration: .quiet {
          $0.bufferLimit = limit
          $0.onRow = { _ in }
        })
      recognizer.start()
      for await _ in recognizer.states {}
      #expect(recognizer.rows.count == 1)
    }
    for limit in [-1, 0, Double.nan, .infinity] {
      let recognizer = try Recognizer.pushed(pack: sound.pack, configuration: .quiet { $0.pushLimit = limit })
      recognizer.start()
      recognizer.append([0, 0] as [Float], try RecognizerPushTests.format("F32LE", 16000))
      await recognizer.stopped()
      #expect(recognizer.state.word == "stopped")
    }
  }
}
