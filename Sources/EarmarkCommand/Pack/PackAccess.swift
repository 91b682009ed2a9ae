import Fingerprinting

/// Opening and writing packs with the failures of the command line.
enum PackAccess {
  /// The operand every pack command starts with.
  static let operand = OperandDefinition("PACK", .one, "the pack, a file with the extension .earpack")

  static func open(_ path: String) throws(CommandFailure) -> Pack {
    try guarded { try Pack(path: path) }
  }

  /// Changes a pack as a whole: nobody else writes meanwhile, and the old file stays as it is when anything fails.
  /// - Parameter merging: Whether the whole is written, else what changed where that is enough.
  static func change(
    _ path: String, merging: Bool = false, _ body: (inout PackBuilder) throws -> Void
  ) throws(CommandFailure) {
    try guarded {
      try PackLock.withLock(path: path) {
        var builder = PackBuilder(contentsOf: try Pack(path: path))
        try body(&builder)
        try write(builder, to: path, replacing: true, merging: merging)
      }
    }
  }

  /// Makes a new pack.
  static func create(_ path: String, replacing: Bool, _ builder: PackBuilder) throws(CommandFailure) {
    try guarded {
      try PackLock.withLock(path: path) { try write(builder, to: path, replacing: replacing) }
    }
  }

  /// Fails where a pack could not be written, so that this is known before long work.
  static func checkWritable(_ path: String) throws(CommandFailure) {
    try guarded { try PackLock.withLock(path: path) {} }
  }

  private static func write(
    _ builder: PackBuilder, to path: String, replacing: Bool, merging: Bool = false
  ) throws {
    if Interruption.shared.isRequested { throw CommandFailure(.interrupted, "interrupted; \"\(path)\" is as it was") }
    try builder.write(to: path, replacing: replacing, merging: merging)
  }

  /// Runs something with a pack; every error becomes a failure that names it.
  static func guarded<Result>(_ body: () throws -> Result) throws(CommandFailure) -> Result {
    do {
      return try body()
    } catch let failure as CommandFailure {
      throw failure
    } catch let error as PackError {
      throw CommandFailure(exitCode(of: error), error.message)
    } catch {
      throw CommandFailure(.internalError, "the pack cannot be worked with: \(error)")
    }
  }

  /// What was given by the caller is not the pack's fault.
  private static func exitCode(of error: PackError) -> ExitCode {
    switch error.code {
    case .exists: .usage
    // A path that cannot be one is a pack that is not there.
    case .invalidArgument where error.path.isEmpty: .pack
    case .invalidArgument, .noSuchMaterial: .input
    default: .pack
    }
  }
}
