import Foundation
import GStreamerKit
import Synchronization
import TestAudio
import Testing

/// The device monitor against a sound server. The environment says where that is, so each test runs this test program once
/// more, alone.
@Suite struct DeviceMonitorTests {
  private static let role = ProcessInfo.processInfo.environment["EARMARK_MONITOR_TEST"]

  @Test(.enabled(if: role == nil), .timeLimit(.minutes(2)))
  func devicesComeAndGo() async throws {
    let daemon = try await SoundDaemon.make()
    let child = try Listening(
      "--testing-library", "swift-testing", "--filter", "DeviceMonitorTests/asChild",
      program: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
      environment: daemon.environment.merging(["EARMARK_MONITOR_TEST": "watch"]) { $1 })
    #expect(await child.wait { $0.output.contains("CHILD: there [\"air.monitor\"]") }, "\(child.output)\(child.error)")
    try await daemon.plug("door")
    #expect(await child.wait { $0.output.contains("CHILD: added door.monitor pulsesrc device=door.monitor") })
    try await daemon.unplug("door")
    #expect(await child.wait { $0.output.contains("CHILD: removed door.monitor") })
    #expect(await child.wait { $0.output.contains("CHILD: once more") })
    try await daemon.plug("window")
    #expect(await child.wait { $0.output.contains("CHILD: done") })
    #expect(await child.status() == 0, "\(child.output)\(child.error)")
  }

  @Test(.enabled(if: role != nil))
  func asChild() async throws {
    let monitor = DeviceMonitor()
    let observed = Mutex(0)
    let subscription = monitor.observe { _ in observed.withLock { $0 += 1 } }
    let changes = monitor.changes()
    #expect(monitor.providers.contains("pulsedeviceprovider"))
    let devices = monitor.devices
    print("CHILD: there \(devices.map(\.name))")
    fflush(nil)
    let air = try #require(devices.first)
    #expect(air.isMonitor && air.isDefault && air.deviceClass == "Audio/Source" && air.element == "pulsesrc")
    #expect(air.displayName == "Monitor of Air" && air.caps?.structure?.name == "audio/x-raw")
    // What opens it is a pipeline's beginning.
    _ = try Pipeline("\(air.launchText) ! fakesink")

    loop: for await change in changes {
      switch change {
      case .added(let device) where device.name == "door.monitor":
        print("CHILD: added \(device.name) \(device.launchText)")
      case .removed(let device) where device.name == "door.monitor":
        print("CHILD: removed \(device.name)")
        break loop
      default: break
      }
      fflush(nil)
    }
    for _ in 0..<1000 where observed.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(observed.withLock { $0 } >= 2)
    subscription.cancel()
    monitor.stop()
    monitor.stop()
    var rest = monitor.changes().makeAsyncIterator()
    #expect(await rest.next() == nil)
    #expect(DeviceProvider.pulseAudio.answers())
    #expect(!DeviceProvider("nosuchprovider").answers() && !DeviceProvider("nosuchprovider").isInstalled)
    // One that is let go of while it tells of something.
    let last = Mutex<DeviceMonitor?>(DeviceMonitor())
    let told = DispatchSemaphore(value: 0)
    last.withLock { monitor in
      _ = monitor?.observe { _ in
        let taken = last.withLock { last in
          defer { last = nil }
          return last
        }
        _ = taken
        told.signal()
      }
    }
    print("CHILD: once more")
    fflush(nil)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        told.wait()
        continuation.resume()
      }
    }
    print("CHILD: done")
  }

  @Test(.enabled(if: role == nil))
  func aClassNobodyHasIsEmpty() {
    let monitor = DeviceMonitor("Nothing/AtAll")
    #expect(monitor.devices.isEmpty)
  }
}
