import Foundation
import TestAudio

/// Runs the built program.
struct Earmark {
  static let program = Tool.products.appending(path: "earmark")

  /// Where the program runs and files are.
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let pack = Result { () throws -> Data in
    let earmark = try Earmark()
    try earmark.tune("a.wav", seed: 1)
    try earmark("pack", "create", "p.earpack", "a.wav")
    return try earmark.folder.contents("p.earpack")
  }

  /// A folder with `a.wav`, three seconds, and `p.earpack`, which has the material `a`.
  static func withPack() throws -> Earmark {
    let earmark = try Earmark()
    try earmark.tune("a.wav", seed: 1)
    try earmark.folder.write("p.earpack", pack.get())
    return earmark
  }

  @discardableResult
  func callAsFunction(
    _ arguments: String..., input: Data? = nil, environment: [String: String] = [:], during: ((Process) -> Void)? = nil
  ) throws -> Tool.Result {
    try Tool.run(
      Self.program, arguments, input: input, folder: folder.url, environment: environment, during: during)
  }

  /// Runs a shell line in which `earmark` is the program.
  func shell(_ line: String) throws -> Tool.Result {
    try Tool.run(
      URL(filePath: "/bin/bash"), ["-c", "earmark() { '\(Self.program.path)' \"$@\"; }; \(line)"], folder: folder.url)
  }

  /// Writes some seconds of a melody of its own.
  @discardableResult
  func tune(_ name: String, seed: UInt64, seconds: Double = 3) throws -> String {
    try folder.write(name, WaveFile.bytes(Tune.samples(seed: seed, seconds: seconds)))
  }
}
