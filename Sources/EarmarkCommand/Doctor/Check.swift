/// What was looked at, what was found, and how to mend it.
struct Check: Sendable, Equatable {
  enum Status: String, Sendable, Comparable {
    case ok
    /// Something does not work, which not everybody needs.
    case warn
    /// What everybody needs does not work.
    case fail

    static func < (left: Status, right: Status) -> Bool { left.rank < right.rank }
    private var rank: Int { self == .ok ? 0 : self == .warn ? 1 : 2 }
  }

  let status: Status
  /// What was looked at, for example `decoder MP3`.
  let subject: String
  let finding: String
  /// How to mend it; empty where there is nothing to mend.
  let remedy: String
  /// What the program exits with because of a failure.
  let exitCode: ExitCode

  static func ok(_ subject: String, _ finding: String) -> Check {
    Check(status: .ok, subject: subject, finding: finding, remedy: "", exitCode: .done)
  }

  static func warn(_ subject: String, _ finding: String, remedy: String) -> Check {
    Check(status: .warn, subject: subject, finding: finding, remedy: remedy, exitCode: .done)
  }

  static func fail(_ subject: String, _ finding: String, remedy: String, exitCode: ExitCode = .input) -> Check {
    Check(status: .fail, subject: subject, finding: finding, remedy: remedy, exitCode: exitCode)
  }

  static let columns = [Column("status"), Column("check"), Column("finding"), Column("remedy")]

  var cells: [Cell] {
    [.text(status.rawValue), .text(subject), .text(finding), remedy.isEmpty ? .none : .text(remedy)]
  }
}
