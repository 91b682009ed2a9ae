import Foundation
import TestAudio

/// What `make build` has built, installed into a folder that stands for a whole system.
struct Installation {
  static let source = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

  /// In front of all paths.
  let destination: TemporaryFolder
  let prefix: String
  private let state: TemporaryFolder

  init(prefix: String = "/usr/local") throws {
    destination = try TemporaryFolder()
    state = try TemporaryFolder()
    self.prefix = prefix
  }

  /// One that is made once, for those who only look.
  static let shared = Result { () throws -> Installation in
    let installation = try Installation()
    let result = try installation.call("install")
    if result.status != 0 { throw Tool.Failure(message: result.error) }
    return installation
  }

  /// Runs `scripts/install-files`.
  func call(_ word: String, environment: [String: String] = [:]) throws -> Tool.Result {
    try Tool.run(
      Self.source.appending(path: "scripts/install-files"), [word],
      environment: ["DESTDIR": destination.url.path, "PREFIX": prefix].merging(environment) { $1 })
  }

  /// All that is there but folders, as paths from the destination on.
  var files: Set<String> {
    Set(entries.filter { !isFolder($0) })
  }

  var entries: [String] {
    FileManager.default.enumerator(atPath: destination.url.path)?.compactMap { $0 as? String } ?? []
  }

  private func isFolder(_ path: String) -> Bool {
    var result: ObjCBool = false
    return FileManager.default.fileExists(atPath: destination.path(path), isDirectory: &result) && result.boolValue
  }

  /// Where the plugins are.
  var plugins: String {
    files.first { $0.hasSuffix("/libgstearapi.so") }
      .map { destination.url.appending(path: $0).deletingLastPathComponent().path } ?? "none"
  }

  var earmark: URL { destination.url.appending(path: prefix).appending(path: "bin/earmark") }

  /// For programs that shall find the installed plugins and nothing of the toolchain.
  var environment: [String: String] {
    ["GST_PLUGIN_PATH": plugins, "GST_REGISTRY": state.path("registry.bin"), "LD_LIBRARY_PATH": ""]
  }
}
