/// Tells things of the same name apart.
enum UniqueNames {
  /// The names, with a number behind those that were there before: `a`, `a#2`, `a#3`.
  static func make(_ names: [String], separator: String = "#") -> [String] {
    var taken: Set<String> = []
    let given = Set(names)
    return names.map { name in
      var number = 1
      var unique = name
      while taken.contains(unique) || (number > 1 && given.contains(unique)) {
        number += 1
        unique = "\(name)\(separator)\(number)"
      }
      taken.insert(unique)
      return unique
    }
  }
}
