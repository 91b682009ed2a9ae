import Foundation

/// Shared objects that tests need to have in C, since what loads them is no Swift.
public enum CLibrary {
  /// Makes one of a file in the folder `C`.
  /// - Parameters:
  ///   - packages: what pkg-config knows it needs.
  ///   - libraries: what else it is linked with.
  /// - Returns: its path.
  @discardableResult public static func make(
    _ source: String, named name: String, in folder: TemporaryFolder, packages: [String] = [], libraries: [String] = []
  ) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "C/\(source)").path
    var flags: [String] = []
    if !packages.isEmpty {
      let result = try Tool.run(URL(filePath: "/usr/bin/pkg-config"), ["--cflags", "--libs"] + packages)
      guard result.status == 0 else { throw Tool.Failure(message: "pkg-config: \(result.error)") }
      flags = result.text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    let arguments = ["-shared", "-fPIC", "-O1", "-o", folder.path(name), file] + flags + libraries
    let result: Tool.Result
    do { result = try Tool.run(URL(filePath: "/usr/bin/gcc"), arguments) } catch {
      throw Tool.Failure(message: "gcc is missing; these tests need the Debian packages gcc and libc6-dev (\(error))")
    }
    guard result.status == 0 else { throw Tool.Failure(message: "gcc \(source): \(result.error)") }
    return folder.path(name)
  }

  /// A folder with a GStreamer plugin that has the element `earmarkerdetect`, which hears code 7 every second; made once.
  public static func markerPlugin() throws -> TemporaryFolder { try plugin.get() }

  private static let plugin = Result { () throws -> TemporaryFolder in
    let folder = try TemporaryFolder()
    try make("marker-stage.c", named: "libgstearmarkermock.so", in: folder, packages: ["gstreamer-base-1.0"])
    return folder
  }
}
