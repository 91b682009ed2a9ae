import Glibc

/// What `${NAME}` stands for.
struct DescriptionVariables: Sendable {
  /// The name that stands for the marker stage or for nothing.
  static let markers = "MARKERS"
  /// What it expands to.
  static let markerStage = "earmarkerdetect !"

  /// Given by the caller; these come first.
  let assigned: [String: String]
  /// Those of the environment; nil for the process's own.
  let environment: [String: String]?
  let hasMarkers: Bool

  /// The value of a variable; nil where it has none.
  func value(_ name: String) -> String? {
    if let value = assigned[name] { return value }
    if let environment { return environment[name] }
    return getenv(name).map { String(cString: $0) }
  }

  /// The name most like this one among those that have been given.
  func nearest(to name: String) -> String? {
    Suggestion.nearest(to: name, among: assigned.keys.filter { $0 != name }.sorted())
  }
}
