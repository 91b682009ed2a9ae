/// Names and numbers of the stage contract (docs/stage-contract.md).
public enum StageContract {
  /// The version of the contract these stages speak. A reader refuses a higher one.
  public static let version: Int32 = 1
  /// Name of the custom upstream event that ends the current activity.
  public static let clear = "earmark-clear"
}
