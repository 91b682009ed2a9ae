import Earmark

/// A description file that is to be run, as the command line has it.
struct RunRequest: Sendable, Equatable {
  let file: String
  /// Assignments for all files and those behind this one, which come first.
  var variables: [String: String]
  /// When it is started again.
  var restart: RestartPolicy.Condition

  /// The name among the assignments that says when a pipeline is started again.
  private static let restartName = "RESTART"

  /// The requests of a command line: what is before the first file is for all, what is behind a file is for that file.
  /// - Parameter restart: for pipelines whose assignments say nothing about it.
  static func all(
    _ operands: [String], restart: RestartPolicy.Condition, of arguments: ParsedArguments
  ) throws(UsageError) -> [RunRequest] {
    var common = RunRequest(file: "", variables: [:], restart: restart)
    var requests: [RunRequest] = []
    for operand in operands {
      guard let (name, value) = assignment(operand) else {
        if operand.isEmpty { throw arguments.usageError("the name of a file is empty") }
        requests.append(RunRequest(file: operand, variables: common.variables, restart: common.restart))
        continue
      }
      var request = requests.popLast() ?? common
      try request.assign(name, value, of: arguments)
      if request.file.isEmpty { common = request } else { requests.append(request) }
    }
    if requests.isEmpty { throw arguments.usageError("FILE.gst is missing") }
    return requests
  }

  private mutating func assign(_ name: String, _ value: String, of arguments: ParsedArguments) throws(UsageError) {
    switch name {
    case "MARKERS": throw arguments.usageError("MARKERS takes no value; --markers puts the marker stage in")
    case Self.restartName:
      guard let condition = RestartPolicy.Condition(word: value) else {
        throw arguments.usageError("RESTART takes \(RestartPolicy.Condition.choice), not \"\(value)\"")
      }
      restart = condition
    default: variables[name] = value
    }
  }

  /// `NAME=VALUE`; nil for anything else, which is the name of a file.
  private static func assignment(_ operand: String) -> (name: String, value: String)? {
    guard let sign = operand.firstIndex(of: "=") else { return nil }
    let name = operand[..<sign]
    let isName = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }
    guard isName, let first = name.utf8.first, !(0x30...0x39).contains(first) else { return nil }
    return (String(name), String(operand[operand.index(after: sign)...]))
  }
}
