import Dispatch
import Earmark
import Foundation
import GStreamerKit
import Recognition
import Synchronization
import TestAudio
import Testing

/// Holds what a handler lets go of.
private final class Holder<Value: AnyObject & Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  func set(_ new: Value?) {
    // Let go of outside the lock.
    let old = value.withLock { value in
      defer { value = new }
      return value
    }
    withExtendedLifetime(old) {}
  }
  var held: Value? { value.withLock { $0 } }
}

private final class Watch: @unchecked Sendable {  // set before anything runs
  weak var recognizer: Recognizer?
}

/// Handlers that do what they should not, and threads that get in each other's way.
@Suite struct RecognizerHandlerTests {
  let sound: Sound
  let states = Collected<String>()
  let silence = "audiotestsrc is-live=true wave=silence samplesperbuffer=160 ! audio/x-raw,rate=16000"

  init() throws { sound = try Sound() }

  @Test func aBlockedHandlerDelaysNothingButTheHandlers() async throws {
    let gate = DispatchSemaphore(value: 0)
    let recognizer = try Recognizer.input(
      sound.recording("one"), pack: sound.pack,
      configuration: .quiet {
        $0.onState = { [states] state in
          if states.all.isEmpty {
            states.add("blocked")
            gate.wait()
          } else {
            states.add(state.word)
          }
        }
      })
    recognizer.start()
    // Sequences and the pipeline go on to the end.
    var rows = 0
    for await row in recognizer.timeline where !row.isCurrent { rows += 1 }
    #expect(rows == 1 && states.all == ["blocked"])
    // Another recognizer is not touched.
    let other = try Recognizer.input(sound.recording("two", name: "o.wav"), pack: sound.pack)
    other.start()
    for await row in other.timeline { #expect(row.materialID == "two") }
    // It is given up after a while, and what had not begun never comes.
    await Self.offThePool { recognizer.stop() }
    gate.signal()
    try await Task.sleep(for: .milliseconds(200))
    #expect(states.all == ["blocked"] && recognizer.state.isStopped)
  }

  @Test func stopInsideAHandler() async throws {
    let holder = Holder<Recognizer>()
    let recognizer = try Recognizer(
      pipeline: sound.description(silence),
      configuration: .quiet {
        $0.onState = { [states] state in
          states.add(state.word)
          if case .running = state {
            holder.held?.stop()
            holder.held?.stop()
          }
        }
      })
    holder.set(recognizer)
    recognizer.start()
    try await states.wait { $0.last == "stopped" }
    await recognizer.stopped()
    #expect(states.all == ["starting", "running", "stopped"])
    holder.set(nil)
  }

  @Test func startAgainInsideAHandler() async throws {
    let holder = Holder<Recognizer>()
    let recognizer = try Recognizer(
      pipeline: sound.description(silence),
      configuration: .quiet {
        $0.onState = { [states] state in
          states.add(state.word)
          guard case .running = state, states.all.filter({ $0 == "running" }).count < 3 else { return }
          holder.held?.stop()
          holder.held?.start()
        }
      })
    holder.set(recognizer)
    recognizer.start()
    try await states.wait { $0.filter { $0 == "running" }.count == 3 }
    recognizer.stop()
    holder.set(nil)
    // Of the sessions before nothing came any more.
    #expect(states.all == ["starting", "running", "starting", "running", "starting", "running", "stopped"])
  }

  @Test func theLastReferenceGoesInAHandler() async throws {
    let file = try sound.recording("one", "two")
    for _ in 0..<5 {
      let holder = Holder<Recognizer>()
      let watch = Watch()
      let rows = Collected<String>()
      let done = Mutex(false)
      holder.set(
        try Recognizer.input(
          file, pack: sound.pack,
          configuration: .quiet {
            $0.onRow = { row in
              rows.add(row.materialID)
              holder.set(nil)
              done.withLock { $0 = true }
            }
          }))
      watch.recognizer = holder.held
      let timeline = holder.held?.timeline
      holder.held?.start()
      // The sequences end with it.
      if let timeline { for await _ in timeline {} }
      try await waitUntil { done.withLock { $0 } }
      try await waitUntil { watch.recognizer == nil }
      #expect(rows.all == ["one"])
    }
  }

  @Test func lettingGoStopsThePipeline() async throws {
    let watch = Watch()
    var recognizer: Recognizer? = try Recognizer(
      pipeline: sound.description(silence), configuration: .quiet { $0.onState = { [states] in states.add($0.word) } })
    watch.recognizer = recognizer
    recognizer?.start()
    try await states.wait { $0.last == "running" }
    let markers = recognizer?.markerSnapshots
    recognizer = nil
    if let markers { for await _ in markers {} }
    try await Task.sleep(for: .milliseconds(100))
    #expect(watch.recognizer == nil && states.all == ["starting", "running"])
  }

  @Test func stopFromAThreadThatHoldsWhatTheHandlerNeeds() async throws {
    let lock = Mutex(())
    let recognizer = try Recognizer(
      pipeline: sound.description(silence),
      configuration: .quiet {
        $0.onState = { [states] state in
          lock.withLock { _ in }
          states.add(state.word)
        }
      })
    recognizer.start()
    try await states.wait { $0.last == "running" }
    // The handler of `stopped` waits for this lock, and stop for the handler: for a while.
    await Self.offThePool { lock.withLock { _ in recognizer.stop() } }
    let count = states.all.count
    #expect(count <= 3 && recognizer.state.isStopped)
  }

  @Test func manyThreads() async throws {
    let recognizer = try Recognizer(
      pipeline: sound.description(silence), configuration: .quiet { $0.onState = { [states] in states.add($0.word) } })
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<6 {
        group.addTask {
          for turn in 0..<15 {
            switch (task + turn) % 3 {
            case 0: await recognizer.stopped()
            case 1: recognizer.pause()
            default: recognizer.start()
            }
            recognizer.resume()
            recognizer.clear()
            _ = (recognizer.rows, recognizer.state, recognizer.statistics, recognizer.timeline)
          }
        }
      }
    }
    await recognizer.stopped()
    let count = states.all.count
    #expect(recognizer.state.isStopped && states.all.last == "stopped")
    try await Task.sleep(for: .milliseconds(200))
    #expect(states.all.count == count)
    // Two sessions never mix.
    for (one, next) in zip(states.all, states.all.dropFirst()) {
      #expect(one != "stopped" || next == "starting")
    }
  }

  @Test func stoppingWhatWasNeverStartedSaysNothing() async throws {
    let recognizer = try Recognizer(
      pipeline: sound.description(silence), configuration: .quiet { $0.onState = { [states] in states.add($0.word) } })
    recognizer.stop()
    await recognizer.stopped()
    recognizer.pause()
    recognizer.resume()
    recognizer.clear()
    #expect(states.all.isEmpty && recognizer.rows.isEmpty && recognizer.markerSnapshot == nil)
  }

  @Test func aReaderWhoDoesNotReadLosesTheOldest() async throws {
    let recognizer = try Recognizer(
      pipeline: sound.description(silence), configuration: .quiet { $0.bufferLimit = 1 })
    let states = recognizer.states
    recognizer.start()
    try await waitUntil { recognizer.state.word == "running" }
    await recognizer.stopped()
    var words: [String] = []
    for await state in states { words.append(state.word) }
    #expect(words == ["stopped"] && recognizer.droppedResults == 2)
  }

  @Test func handlersThatAreTooSlowLoseTheOldest() async throws {
    let gate = DispatchSemaphore(value: 0)
    let recognizer = try Recognizer.input(
      sound.recording("one", "two"), pack: sound.pack,
      configuration: .quiet {
        $0.bufferLimit = 2
        $0.onState = { [states] state in
          if states.all.isEmpty { gate.wait() }
          states.add(state.word)
        }
        $0.onActivity = { _ in }
      })
    recognizer.start()
    for await _ in recognizer.states {}
    gate.signal()
    await recognizer.stopped()
    #expect(states.all.first == "starting" && states.all.last == "stopped" && recognizer.droppedResults > 0)
  }

  /// Runs what blocks on a thread of its own.
  static func offThePool(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        body()
        continuation.resume()
      }
    }
  }
}
