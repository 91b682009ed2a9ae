/// The project's version: the same as the VERSION file at the package's root, which a test makes sure of.
public enum Version {
  /// Such as `1.2.3`.
  public static let text: StaticString = "0.1.0"
}
