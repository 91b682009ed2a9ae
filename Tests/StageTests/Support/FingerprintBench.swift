import GStreamerKit
import TestAudio

/// A folder with a pack and a wav file, and `earfingerprint` run over it.
struct FingerprintBench {
  let folder: TemporaryFolder
  let pack: String
  let file: String

  /// - Parameters:
  ///   - parts: what the file has.
  ///   - rate: samples per second.
  init(_ parts: [Broadcast.Part] = [.init(material: "one", until: 6)], rate: Int = Broadcast.rate) throws {
    folder = try TemporaryFolder()
    pack = try Broadcast.writePack(to: folder)
    file = try Broadcast.write(parts, to: folder, rate: rate)
  }

  /// The text of the stage that is tested.
  func stage(_ properties: String = "") -> String {
    "earfingerprint name=fingerprint pack=\(pack) post-messages=true \(properties)"
  }

  /// `filesrc ! wavparse ! BEFORE ! earfingerprint PROPERTIES ! AFTER`.
  func line(before: String = "identity name=before", properties: String = "", after: String = "fakesink") -> String {
    "filesrc location=\(file) ! wavparse ! \(before) ! \(stage(properties)) ! \(after)"
  }

  func run(
    before: String = "identity name=before", properties: String = "", after: String = "fakesink",
    prepare: (Pipeline) -> Void = { _ in },
    onMessage: @escaping @Sendable (Message, Pipeline) -> Void = { _, _ in }
  ) async throws -> StageRun {
    try await StageRun(line(before: before, properties: properties, after: after), prepare: prepare) { _, _ in
    } onMessage: {
      onMessage($0, $1)
    }
  }
}
