import Foundation

/// The program from its arguments to its exit code.
struct Program {
  let tree: CommandTree
  let output: OutputDescriptor
  let error: OutputDescriptor

  init(
    tree: CommandTree = CommandTree(), output: OutputDescriptor = .standardOutput,
    error: OutputDescriptor = .standardError
  ) {
    self.tree = tree
    self.output = output
    self.error = error
  }

  /// - Parameter arguments: The words after the program's name.
  func run(_ arguments: [String]) async -> ExitCode { await run(.success(arguments)) }

  /// - Parameter arguments: The words after the program's name, or what is wrong with them.
  func run(_ arguments: Result<[String], UsageError>) async -> ExitCode {
    let console = Console(verbosity: .normal, output: output, error: error)
    do {
      switch try tree.request(arguments.get()) {
      case .version:
        try console.print("earmark \(ProgramVersion.text)\n")
        return .done
      case .help(let text):
        try console.print(text)
        return .done
      case .run(let command, let parsed):
        return try await run(command, parsed)
      }
    } catch let error as UsageError {
      console.report("\(error.message) (see \"\(error.helpLine)\")")
      return .usage
    } catch let failure as CommandFailure {
      console.report(failure)
      return failure.exitCode
    } catch {
      console.report("this should not have happened: \(error)")
      return .internalError
    }
  }

  private func run(_ command: any Command.Type, _ arguments: ParsedArguments) async throws -> ExitCode {
    let verbosity: Console.Verbosity =
      arguments.has(.quiet) ? .quiet : arguments.has(.verbose) ? .verbose : .normal
    let console = Console(verbosity: verbosity, output: output, error: error)
    do { return try await command.init(arguments).run(on: console) } catch let failure as CommandFailure {
      console.report(failure)
      return failure.exitCode
    }
  }
}
