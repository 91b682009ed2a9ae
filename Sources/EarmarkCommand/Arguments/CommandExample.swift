/// An example in a command's help.
struct CommandExample: Sendable {
  let line: String
  let summary: String

  init(_ line: String, _ summary: String) {
    self.line = line
    self.summary = summary
  }
}
