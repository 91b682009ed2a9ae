/// Sentences of elements and stages as parts of others.
package enum Sentence {
  /// Without a full stop.
  package static func withoutStop(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// As it goes on behind "earmark: ": without a capital and a full stop. Names and paths stay as they are.
  package static func continued(_ sentence: String) -> String {
    let text = withoutStop(sentence)
    let word = text.prefix { !$0.isWhitespace }
    guard word.dropFirst().allSatisfy({ $0.isLowercase }) else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
