import Dispatch
import Earmark
import Foundation
import GStreamerKit
import Recognition
import Synchronization
import TestAudio
import Testing

/// One session from start to stop: sequences, handlers, values.
@Suite struct RecognizerTests {
  let sound: Sound
  let states = Collected<String>()
  let silence = "audiotestsrc is-live=true wave=silence samplesperbuffer=160 ! audio/x-raw,rate=16000"

  init() throws { sound = try Sound() }

  /// A line that plays a recording as fast as time passes.
  func live(_ file: String) throws -> PipelineDescription {
    try sound.description("filesrc location=\(file) ! wavparse ! identity sync=true")
  }

  @Test func aRecordingGivesItsRows() async throws {
    let recognizer = try Recognizer.input(sound.recording("one", nil, "two"), pack: sound.pack)
    recognizer.start()
    var rows: [TimelineRow] = []
    for await row in recognizer.timeline where !row.isCurrent { rows.append(row) }
    #expect(rows.map(\.materialID) == ["one", "two"])
    #expect(rows.map(\.material.title) == ["Spot one", "Spot two"])
    #expect(rows.first?.campaign?.title == "Campaign of one" && rows.first?.campaign?.id == "c-one")
    #expect(rows.allSatisfy { $0.observedAt != nil && $0.marker == nil })
    #expect(recognizer.rows == rows && recognizer.currentRow == nil)
    #expect(recognizer.history.map(\.materialID) == ["two", "one"])
    #expect(recognizer.state.word == "stopped" && recognizer.droppedResults == 0)
    #expect(abs((recognizer.statistics?.heard ?? 0) - 36) < 0.1)
  }

  @Test func aRecordingWasHeardWhenItsFileWasWritten() async throws {
    let file = try sound.recording("one")
    let written = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: file)
    // Unless the program knows better.
    for start in [nil, Timestamp(millisecondsSinceEpoch: 1_200_000_000_000)] {
      let recognizer = try Recognizer.input(file, pack: sound.pack, configuration: .quiet { $0.clockStart = start })
      recognizer.start()
      for await _ in recognizer.states {}
      let expected = start ?? Timestamp(millisecondsSinceEpoch: 1_000_000_000_000)
      let row = try #require(recognizer.rows.first)
      #expect(row.observedAt == expected.adding(nanoseconds: row.start))
    }
  }

  @Test func theStatesOfASession() async throws {
    let recognizer = try Recognizer.input(sound.recording("one"), pack: sound.pack)
    #expect(recognizer.state.word == "stopped")
    // Taken before the first session, it reads that.
    let states = recognizer.states
    recognizer.start()
    var words: [String] = []
    for await state in states { words.append(state.word) }
    #expect(words == ["starting", "running", "stopped"])
  }

  @Test func anyNumberOfReadersGetsTheSame() async throws {
    let recognizer = try Recognizer.input(sound.recording("one", "two"), pack: sound.pack)
    recognizer.start()
    let ids = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<5 {
        let timeline = recognizer.timeline
        group.addTask {
          var ids: [String] = []
          for await row in timeline where !row.isCurrent { ids.append(row.materialID) }
          return ids
        }
      }
      return await group.reduce(into: [[String]]()) { $0.append($1) }
    }
    #expect(ids == Array(repeating: ["one", "two"], count: 5))
  }

  @Test func whoComesLateGetsWhatWasThere() async throws {
    let recognizer = try Recognizer.input(sound.recording("one", "two"), pack: sound.pack)
    recognizer.start()
    for await _ in recognizer.states {}
    var rows: [String] = []
    for await row in recognizer.timeline { rows.append(row.materialID) }
    var activities: [Activity] = []
    for await activity in recognizer.activities { activities.append(activity) }
    #expect(rows == ["one", "two"] && activities.map(\.materialID) == ["one", "two"])
    #expect(activities.allSatisfy { !$0.isCurrent })
    for await state in recognizer.states { #expect(state.isStopped) }
    for await _ in recognizer.markerSnapshots { Issue.record("no marker stage listens") }
    for await _ in recognizer.faults { Issue.record("a fault") }
  }

  @Test func handlersAreCalledInOrderOnTheirQueue() async throws {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "earmark.test", attributes: .concurrent)
    queue.setSpecific(key: key, value: true)
    let words = Collected<String>()
    let add: @Sendable (String) -> Void = { word in
      #expect(DispatchQueue.getSpecific(key: key) == true)
      words.add(word)
    }
    let recognizer = try Recognizer.input(
      sound.recording("one"), pack: sound.pack,
      configuration: .quiet {
        $0.queue = queue
        $0.onState = { add($0.word) }
        $0.onRow = { add("row \($0.materialID) \($0.isCurrent ? "begins" : "ends")") }
        $0.onActivity = { if !$0.isCurrent { add("activity \($0.materialID)") } }
      })
    recognizer.start()
    try await words.wait { $0.last == "stopped" }
    let all = words.all
    #expect(all.first == "starting" && all.filter { $0 == "activity one" }.count == 1)
    #expect(all.firstIndex(of: "row one begins") ?? 99 < all.firstIndex(of: "row one ends") ?? 0)
  }

  @Test func handlersComeOnMainUnlessToldOtherwise() async throws {
    let onMain = Mutex<[Bool]>([])
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
    var configuration = Recognizer.Configuration()
    configuration.onState = { _ in
      let isMain = DispatchQueue.getSpecific(key: key) == true
      onMain.withLock { $0.append(isMain) }
    }
    let recognizer = try Recognizer.input(sound.recording("one"), pack: sound.pack, configuration: configuration)
    recognizer.start()
    try await waitUntil { onMain.withLock { $0.count == 3 } }
    #expect(onMain.withLock { $0 } == [true, true, true])
    // On the handlers' queue nothing is waited for.
    await MainActor.run {
      recognizer.start()
      recognizer.stop()
    }
    await recognizer.stopped()
    #expect(onMain.withLock { $0.count } >= 5)
  }

  @Test func stoppingDecidesWhatWasHeardLast() async throws {
    let rows = Collected<TimelineRow>()
    let recognizer = try Recognizer(
      pipeline: live(sound.recording("one")),
      configuration: .quiet {
        $0.onRow = { rows.add($0) }
        $0.onState = { [states] in states.add($0.word) }
      })
    recognizer.start()
    try await rows.wait { !$0.isEmpty }
    recognizer.stop()
    // All is there when it returns, and nothing comes after.
    let count = rows.all.count
    #expect(rows.all.last?.isCurrent == false && states.all == ["starting", "running", "stopped"])
    try await Task.sleep(for: .milliseconds(200))
    #expect(rows.all.count == count)
  }

  @Test func theSameRecognizerRunsAgain() async throws {
    let recognizer = try Recognizer.input(sound.recording("one"), pack: sound.pack)
    var ids: Set<String?> = []
    for _ in 1...3 {
      recognizer.start()
      for await row in recognizer.timeline where !row.isCurrent {
        ids.insert(row.activityID)
        #expect(row.start < 1_000_000_000)
      }
      await recognizer.stopped()
      #expect(recognizer.rows.count == 1)
    }
    #expect(ids.count == 3)
  }

  @Test func thePlaceInTheMaterialGoesOnWithTheClock() async throws {
    let recognizer = try Recognizer(pipeline: live(sound.recording("one")))
    recognizer.start()
    for await activity in recognizer.activities {
      let observed = try #require(activity.observedAt)
      #expect(activity.rate > 0.97 && activity.rate < 1.03 && activity.confidence > 0.9)
      #expect(abs(activity.predictedPosition(at: observed) - activity.offset) < 0.01)
      let later = activity.predictedPosition(at: observed.adding(nanoseconds: 4_000_000_000))
      #expect(abs(later - activity.offset - 4) < 0.2)
      break
    }
    await recognizer.stopped()
    // What has ended stays where it ended.
    let ended = try #require(recognizer.history.first)
    let length = Double((ended.end ?? 0) - ended.start) / 1e9
    #expect(abs(ended.predictedPosition(at: .latest) - ended.offset - length * ended.rate) < 0.05)
  }

  @Test func anotherPackTakesEffectWhileItRuns() async throws {
    let other = try Sound.pack(of: ["two": 12], in: sound.folder, named: "two.earpack")
    let recognizer = try Recognizer(
      pipeline: .text(
        "\(silence) ! earfingerprint pack=\(other) ! earapi ! eartimelinesink"),
      configuration: .quiet { $0.onState = { [states] in states.add($0.word) } })
    recognizer.start()
    try await states.wait { $0.last == "running" }
    let before = recognizer.statistics?.heard ?? 0
    try recognizer.load(pack: sound.pack)
    #expect { try recognizer.load(pack: "/nowhere/x.earpack") } throws: { error in
      (error as? RecognitionError)?.code == .pack && "\(error)".contains("/nowhere/x.earpack")
    }
    try await waitUntil { (recognizer.statistics?.heard ?? 0) > before + 0.5 }
    #expect(recognizer.statistics?.lost == 0)
    recognizer.stop()
    #expect(states.all == ["starting", "running", "stopped"])
  }

  @Test func clearingReportsTheSameMaterialAgain() async throws {
    let ids = Collected<String?>()
    let holder = Mutex<Recognizer?>(nil)
    let recognizer = try Recognizer(
      pipeline: live(sound.recording("one")),
      configuration: .quiet {
        $0.onRow = { row in
          guard row.isCurrent else { return }
          // In the handler: the test itself may have to wait for its turn until the recording is over.
          if ids.all.isEmpty { holder.withLock { $0 }?.clear() }
          ids.add(row.activityID)
        }
      })
    holder.withLock { $0 = recognizer }
    recognizer.start()
    try await ids.wait { Set($0).count == 2 }
    holder.withLock { $0 = nil }
    recognizer.stop()
    #expect(recognizer.rows.map(\.materialID) == ["one", "one"])
  }

  @Test func aPauseHoldsIt() async throws {
    let recognizer = try Recognizer(
      pipeline: sound.description(silence), configuration: .quiet { $0.onState = { [states] in states.add($0.word) } })
    recognizer.start()
    try await states.wait { $0.last == "running" }
    recognizer.pause()
    try await Task.sleep(for: .milliseconds(300))
    let heard = recognizer.statistics?.heard ?? 0
    try await Task.sleep(for: .milliseconds(300))
    #expect(recognizer.statistics?.heard == heard)
    recognizer.resume()
    try await waitUntil { (recognizer.statistics?.heard ?? 0) > heard }
    recognizer.stop()
    #expect(states.all == ["starting", "running", "stopped"])
  }
}
