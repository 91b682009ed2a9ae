public import Foundation

/// Programs run by tests.
public enum Tool {
  /// What became of a run.
  public struct Result: Sendable {
    public let status: Int32
    public let output: Data
    public let error: String
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Where `swift test` has put the products: the folder of the test bundle.
  public static let products: URL = {
    let bundle = ProcessInfo.processInfo.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(filePath: bundle).deletingLastPathComponent()
  }()

  /// A registry of this test run alone, and criticals that end the program.
  public static let environment: [String: String] = ProcessInfo.processInfo.environment.merging([
    "GST_REGISTRY": registry, "G_DEBUG": "fatal-criticals", "NO_COLOR": "1", "LC_ALL": "C.UTF-8",
  ]) { $1 }

  /// The registry's path; written by the first who asks, so that programs that start together do not all look through
  /// the plugins.
  public static let registry: String = {
    let name = "earmark-test-registry-\(ProcessInfo.processInfo.processIdentifier).bin"
    let path = FileManager.default.temporaryDirectory.appending(path: name).path
    let scan = Process()
    scan.executableURL = URL(filePath: "/usr/bin/gst-inspect-1.0")
    scan.arguments = ["--exists", "fakesink"]
    scan.environment = ProcessInfo.processInfo.environment.merging(["GST_REGISTRY": path]) { $1 }
    scan.standardOutput = FileHandle.nullDevice
    scan.standardError = FileHandle.nullDevice
    if (try? scan.run()) != nil { scan.waitUntilExit() }
    return path
  }()

  /// Runs a program to its end; after `limit` seconds it is killed.
  /// - Parameter during: Called once the program runs, for example to send it a signal.
  public static func run(
    _ program: URL, _ arguments: [String], input: Data? = nil, folder: URL? = nil,
    environment additions: [String: String] = [:], limit: Double = 120, during: ((Process) -> Void)? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment.merging(additions) { $1 }
    if let folder { process.currentDirectoryURL = folder }
    let output = Pipe()
    let error = Pipe()
    let source = Pipe()
    process.standardOutput = output
    process.standardError = error
    process.standardInput = input == nil ? FileHandle.nullDevice : source
    let errors = PipeReader(error)
    let results = PipeReader(output)
    try withoutBlockedSignals { try process.run() }
    let guardian = Guardian(process, limit: limit)
    if let input {
      let writer = source.fileHandleForWriting
      Thread.detachNewThread {
        try? writer.write(contentsOf: input)
        try? writer.close()
      }
    }
    during?(process)
    let outputData = results.data()
    let errorData = errors.data()
    process.waitUntilExit()
    guardian.release()
    let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return Result(status: status, output: outputData, error: String(decoding: errorData, as: UTF8.self))
  }

  /// Threads that tests run on block all signals, and a program inherits that from the thread that starts it.
  private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }

  /// Runs a gst-launch line to its end, quietly.
  public static func launch(_ line: String) throws {
    let program = URL(filePath: "/usr/bin/gst-launch-1.0")
    let result = try run(program, ["-q"] + line.split(separator: " ").map(String.init))
    if result.status != 0 { throw Failure(message: "gst-launch-1.0 \(line): \(result.error)") }
  }

  /// A tool that did not do what it should.
  public struct Failure: Error {
    public let message: String
    public init(message: String) { self.message = message }
  }
}
