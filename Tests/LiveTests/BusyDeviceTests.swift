import Earmark
import Foundation
import TestAudio
import Testing

/// A capture device that another program has.
@Suite(.timeLimit(.minutes(3))) struct BusyDeviceTests {
  private static let role = ProcessInfo.processInfo.environment["EARMARK_BUSY_TEST"]

  @Test(.enabled(if: role == nil)) func aDeviceThatIsBusyAtFirstEndsIt() async throws {
    let programme = try await Programme.make()
    let device = try await HeldDevice.make()
    device.hold()
    let listening = try Listening.earmark(
      ["--source", "alsasrc device=microphone"], pack: programme.pack, environment: device.environment)
    #expect(await listening.status() == 3)
    #expect(
      listening.words.last
        == "earmark: --source: the audio device of alsasrc0 is busy: another program uses it; close that, or choose another "
        + "device", "\(listening.words)")
    #expect(listening.records.isEmpty && listening.leavesNothing, "\(listening.error)")
  }

  /// Taken by another program in the moment at which it is opened again.
  @Test(.enabled(if: role == nil)) func aDeviceThatIsBusyLaterIsTriedAgain() async throws {
    let programme = try await Programme.make()
    let device = try await HeldDevice.make()
    let listening = try Listening.earmark(
      ["--source", "alsasrc device=microphone num-buffers=100"], pack: programme.pack, environment: device.environment)
    try #require(await listening.wait { $0.error.contains("listening to --source") }, "\(listening.words)")
    device.hold()
    // The first break is the end of what the source gives; what follows are attempts at a device that is busy.
    #expect(await listening.wait { $0.breaks >= 4 }, "\(listening.words)")
    device.letGo()
    #expect(await listening.wait { $0.returns == 1 }, "\(listening.words)")
    listening.interrupt()
    #expect(await listening.status() == 130)

    let faults = listening.records("fault").filter { $0["restored"] as? Bool == false }
    let busy = faults.filter { ($0["text"] as? String)?.contains("another program uses it") == true }
    #expect(busy.count >= 3 && busy.allSatisfy { $0["code"] as? Int == 501 }, "\(faults)")
    let delays = faults.compactMap { $0["retry_in"] as? Double }
    #expect(delays.starts(with: [1, 1, 2, 4]), "\(delays)")
    #expect(listening.words.contains { $0.hasSuffix("or choose another device; trying again in 2 s") })
    #expect(listening.leavesNothing, "\(listening.error)")
  }

  // MARK: The library

  @Test(.enabled(if: role == nil)) func theLibraryWaitsForADevice() async throws {
    let programme = try await Programme.make()
    let device = try await HeldDevice.make()
    device.hold()
    // ALSA reads the environment once: this test program runs once more, alone.
    let child = try Listening(
      "--testing-library", "swift-testing", "--filter", "BusyDeviceTests/asChild",
      program: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
      environment: device.environment.merging(["EARMARK_BUSY_TEST": programme.pack]) { $1 })
    #expect(await child.wait { $0.output.contains("CHILD: recovering device 0.4") }, "\(child.output)\(child.error)")
    device.letGo()
    #expect(await child.wait { $0.output.contains("CHILD: running") }, "\(child.output)\(child.error)")
    #expect(await child.status() == 0, "\(child.output)\(child.error)")
    let words = child.output.split(separator: "\n").filter { $0.hasPrefix("CHILD: ") }.map { $0.dropFirst(7) }
    let said = "The audio device of alsasrc0 is busy: another program uses it; close that, or choose another device."
    #expect(
      words.starts(with: ["stopped device \(said)", "recovering device 0.1", "recovering device 0.2"]), "\(words)")
    #expect(words.suffix(2) == ["running", "stopped"], "\(words)")
  }

  @Test(.enabled(if: role != nil)) func asChild() async throws {
    let pack = try #require(Self.role)
    func say(_ text: String) {
      print("CHILD: \(text)")
      fflush(nil)
    }
    let line = "alsasrc device=microphone ! audioconvert ! earfingerprint ! earapi ! eartimelinesink"
    var configuration = Recognizer.Configuration()
    configuration.pack = pack
    let once = try Recognizer(pipeline: .text(line), configuration: configuration)
    once.start()
    for await case .stopped(let error?) in once.states { say("stopped \(error.code) \(error.message)") }
    configuration.restart = RestartPolicy(when: .onFailure, initialDelay: 0.1, maximumDelay: 0.4)
    let patient = try Recognizer(pipeline: .text(line), configuration: configuration)
    patient.start()
    for await state in patient.states {
      switch state {
      case .recovering(let error, let delay): say("recovering \(error.code) \(delay)")
      case .running:
        say("running")
        Thread.detachNewThread { patient.stop() }
      case .stopped(let error): say("stopped\(error.map { " \($0)" } ?? "")")
      case .starting: break
      }
    }
  }
}
