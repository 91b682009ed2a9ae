import Foundation
import TestAudio

/// An ALSA device `microphone` that one program has at a time, and that the real `alsasrc` opens. While the test holds it,
/// every other program is told that it is busy.
final class HeldDevice: Sendable {
  private let folder: TemporaryFolder
  private let lock: Int32

  static func make() async throws -> HeldDevice { try await elsewhere { try HeldDevice() } }

  private init() throws {
    folder = try TemporaryFolder()
    let library = try CLibrary.make("held-device.c", named: "held.so", in: folder, libraries: ["-l:libasound.so.2"])
    // What is heard while nobody holds it is silence, in time.
    let configuration = """
      pcm_type.held { lib "\(library)" }
      pcm.microphone { type held }
      pcm.free { type null }
      """
    try folder.write("asound.conf", Array(configuration.utf8))
    lock = open(try folder.write("lock", []), O_RDONLY | O_CLOEXEC)
  }

  deinit { close(lock) }

  /// What programs need to find it.
  var environment: [String: String] {
    ["ALSA_CONFIG_PATH": folder.path("asound.conf"), "EARMARK_HELD": folder.path("lock")]
  }

  func hold() { flock(lock, LOCK_EX) }
  func letGo() { flock(lock, LOCK_UN) }
}
