/// One entry of the activity history.
public struct ActivityResult: Sendable, Equatable, Codable {
  /// The activity with everything known about it.
  public var activity: Activity
  /// The capture (marker generation) it was first heard in.
  public var generation: UInt
  /// Whether anything was refined since it was first reported.
  public var isRefinement: Bool

  /// An entry with the given values.
  public init(activity: Activity, generation: UInt = 0, isRefinement: Bool = false) {
    self.activity = activity
    self.generation = generation
    self.isRefinement = isRefinement
  }
}
