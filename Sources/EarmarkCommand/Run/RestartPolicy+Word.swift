import Earmark

extension RestartPolicy.Condition {
  /// The words of the command line.
  static let words = ["never", "on-failure", "always"]
  /// The words in a sentence.
  static let choice = "never, on-failure or always"

  /// The condition that a word of the command line stands for.
  init?(word: String) {
    switch word {
    case "never": self = .never
    case "on-failure": self = .onFailure
    case "always": self = .always
    default: return nil
    }
  }
}
