public import Foundation

/// A folder that is there as long as this object is.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "earmark-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in the folder, whether it exists or not.
  public func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file and returns its path.
  @discardableResult public func write(_ name: String, _ contents: some Collection<UInt8>) throws -> String {
    let file = url.appending(path: name)
    try Data(contents).write(to: file)
    return file.path
  }

  public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
  public func contents(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }
  public var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }
}
