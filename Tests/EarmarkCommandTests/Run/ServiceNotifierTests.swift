import Foundation
import TestAudio
import Testing

@testable import EarmarkCommand

/// What a service manager hears.
@Suite struct ServiceNotifierTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [false, true]) func messagesArrive(isAbstract: Bool) throws {
    let name = isAbstract ? "@earmark-test-\(UUID().uuidString)" : folder.path("notify")
    let manager = try #require(ServiceManager(name))
    let notifier = try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": name]))
    notifier.ready()
    notifier.status("two\nlines")
    notifier.beat()
    notifier.stopping()
    #expect(manager.receive(4) == ["READY=1", "STATUS=two lines", "WATCHDOG=1", "STOPPING=1"])
    #expect(notifier.watchdog == nil)
  }

  @Test(arguments: ["", "/", "@", "relative", "vsock:2:1", "/" + String(repeating: "x", count: 200)])
  func addressesThatAreNone(name: String) {
    #expect(ServiceNotifier(environment: ["NOTIFY_SOCKET": name]) == nil)
    #expect(ServiceNotifier(environment: [:]) == nil)
  }

  @Test func aManagerThatHasGoneIsNoError() throws {
    let notifier = try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": folder.path("none")]))
    #expect(!notifier.send("READY=1"))
  }

  @Test(arguments: [
    (["WATCHDOG_USEC": "3000000"], 3.0), (["WATCHDOG_USEC": "1500000", "WATCHDOG_PID": "7"], 1.5),
    (["WATCHDOG_USEC": "1500000", "WATCHDOG_PID": "8"], nil), (["WATCHDOG_USEC": "0"], nil),
    (["WATCHDOG_USEC": "-1"], nil), (["WATCHDOG_USEC": "soon"], nil),
    (["WATCHDOG_USEC": "5", "WATCHDOG_PID": "x"], nil),
  ]) func theWatchdogIsReadFromTheEnvironment(environment: [String: String], seconds: Double?) throws {
    let all = environment.merging(["NOTIFY_SOCKET": "/nowhere"]) { $1 }
    #expect(try #require(ServiceNotifier(environment: all, process: 7)).watchdog == seconds)
  }

  // MARK: The program

  @Test func aServiceFromItsStartToItsEnd() throws {
    let sound = try RunSound()
    let manager = try #require(ServiceManager(folder.path("notify")))
    try sound.write("live.gst", RunSound.endless)
    var messages: [String] = []
    let result = try Tool.run(
      Earmark.program, ["run", "live.gst", "live.gst"], folder: sound.folder.url,
      environment: ["NOTIFY_SOCKET": folder.path("notify"), "WATCHDOG_USEC": "400000"]
    ) { process in
      messages = manager.receive { all in
        all.contains("STATUS=2 pipelines: 2 running") && all.count { $0 == "WATCHDOG=1" } >= 3
      }
      process.terminate()
    }
    messages += manager.receive { $0.contains("STOPPING=1") }
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(messages.filter { $0 == "READY=1" }.count == 1)
    #expect(messages.filter { $0 == "STOPPING=1" }.count == 1)
    #expect(messages.contains("STATUS=2 pipelines: 2 running"), "\(messages)")
  }

  @Test func whatFailsIsInTheStatus() throws {
    let sound = try RunSound()
    let manager = try #require(ServiceManager(folder.path("notify")))
    try sound.write("live.gst", RunSound.endless)
    try sound.write("none.gst", "filesrc location=none.wav ! wavparse")
    let result = try Tool.run(
      Earmark.program, ["run", "live.gst", "none.gst", "none.gst", "RESTART=always"], folder: sound.folder.url,
      environment: ["NOTIFY_SOCKET": folder.path("notify")]
    ) { process in
      let messages = manager.receive { $0.contains("STATUS=3 pipelines: 1 running, 1 in trouble, 1 failed") }
      #expect(!messages.contains("WATCHDOG=1"))
      #expect(messages.contains("STATUS=3 pipelines: 1 running, 1 in trouble, 1 failed"), "\(messages)")
      process.interrupt()
    }
    // Ctrl-C is not the manager's.
    #expect(result.status == 130)
  }
}
