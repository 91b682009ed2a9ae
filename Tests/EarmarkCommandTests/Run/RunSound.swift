import Foundation
import TestAudio

/// A folder with a pack of the materials `one` and `two` (12 s each), recordings of them, and description files.
struct RunSound {
  let earmark: Earmark

  static let pipelines = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "pipelines")

  private static func tune(_ seed: UInt64) -> [Float] { Tune.samples(seed: seed, seconds: 12) }
  private static let silence = [Float](repeating: 0, count: 8000)

  private static let pack = Result { () throws -> Data in
    let earmark = try Earmark()
    for (name, seed) in [("one", UInt64(31)), ("two", 32)] {
      try earmark.folder.write("\(name).wav", WaveFile.bytes(tune(seed)))
    }
    let result = try earmark("pack", "create", "p.earpack", "one.wav", "two.wav")
    if result.status != 0 { throw Tool.Failure(message: result.error) }
    return try earmark.folder.contents("p.earpack")
  }

  init() throws {
    earmark = try Earmark()
    try folder.write("p.earpack", Self.pack.get())
    try folder.write("one.wav", WaveFile.bytes(Self.tune(31) + Self.silence))
    try folder.write("both.wav", WaveFile.bytes(Self.tune(31) + Self.silence + Self.tune(32)))
  }

  var folder: TemporaryFolder { earmark.folder }

  /// The path of a shipped description.
  func shipped(_ name: String) -> String { Self.pipelines.appending(path: name).path }

  /// A description of which the source is given, with the stages behind it.
  @discardableResult func write(_ name: String, _ source: String) throws -> String {
    try folder.write(name, Array("\(source) ! earfingerprint pack=p.earpack ! earapi ! eartimelinesink\n".utf8))
    return name
  }

  /// A source that has no end.
  static let endless = "audiotestsrc is-live=true wave=silence samplesperbuffer=160 ! audio/x-raw,rate=16000"

  /// The lines of a type that are printed as JSON Lines.
  static func records(_ text: String, type: String = "activity") throws -> [[String: Any]] {
    try text.split(separator: "\n").compactMap { line in
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let record, record["v"] as? Int == 1 else { throw Tool.Failure(message: "no line of version 1: \(line)") }
      return record["type"] as? String == type ? record : nil
    }
  }

  /// The rows: what is said last about each activity, as `SOURCE MATERIAL SECOND`.
  static func rows(_ text: String) throws -> [String] {
    try records(text).filter { $0["event"] as? String == "ended" && $0["superseded"] as? Bool != true }.map { record in
      let start = (record["start"] as? Double).map { Int($0.rounded()) } ?? -1
      return "\(record["source"] ?? "") \(record["material_id"] ?? "") \(start)"
    }
  }

  /// Waits for a file that says that something has come about.
  func wait(for name: String, until holds: (String) -> Bool = { _ in true }) {
    for _ in 0..<6000 {
      if let data = try? folder.contents(name), holds(String(decoding: data, as: UTF8.self)) { return }
      usleep(10000)
    }
  }

  /// Runs the program with its output in the file `out`, where it can be read meanwhile.
  func watched(
    _ arguments: String..., environment: [String: String] = [:], during: @escaping (Process) -> Void
  ) throws -> Tool.Result {
    try Tool.run(
      URL(filePath: "/bin/sh"), ["-c", "exec \"$0\" \"$@\" > out", Earmark.program.path] + arguments,
      folder: folder.url, environment: environment, during: during)
  }
}
