/// The words of the command line as they were given.
enum RawArguments {
  /// The words after the program's name.
  /// - Parameter words: zero-terminated bytes.
  /// - Throws: `UsageError` for a word that is no UTF-8 text. Read with replacements, it would name another file or another
  ///   material.
  static func texts(_ words: some Collection<UnsafePointer<CChar>>) throws(UsageError) -> [String] {
    var texts: [String] = []
    for word in words {
      guard let text = String(validatingCString: word) else {
        throw UsageError(
          "the argument \"\(String(cString: word))\" is no UTF-8 text; rename the file or give the text in UTF-8")
      }
      texts.append(text)
    }
    return texts
  }
}
