/// The history of activities, keyed by exact activity id.
///
/// Unlike the campaign timeline it updates a known activity in place, also one that is no longer current, with the same
/// merge that never degrades. It knows nothing of markers being cleared: history survives that.
///
/// Memory is bounded: the latest `capacity` activities are kept.
public struct ActivityHistory: Sendable {
  /// What an event did to the history.
  public enum Change: Sendable, Equatable {
    case added(ActivityResult)
    case updated(ActivityResult)
    /// An identical or older revision, an empty id, or a known id with another material.
    case unchanged
  }

  /// Activities kept, at least 1.
  public let capacity: Int
  /// In order of insertion. `first` is the number of the entry at index 0.
  private var entries: [ActivityResult] = []
  private var first = 0
  private var numbers: [String: Int] = [:]

  /// An empty history that keeps so many activities.
  public init(capacity: Int = 1000) {
    self.capacity = max(1, capacity)
  }

  /// All entries, newest first.
  public var results: [ActivityResult] { entries.suffix(capacity).reversed() }

  /// How many activities are kept now.
  public var count: Int { min(entries.count, capacity) }

  /// The entry of an activity, while it is kept.
  public subscript(activityID: String) -> ActivityResult? {
    guard let number = numbers[activityID] else { return nil }
    return entries[number - first]
  }

  /// Takes the state of an activity in.
  public mutating func apply(_ activity: Activity, generation: UInt = 0) -> Change {
    guard !activity.id.isEmpty else { return .unchanged }
    guard let number = numbers[activity.id] else { return add(activity, generation: generation) }
    let old = entries[number - first]
    guard activity.revision > old.activity.revision, activity.materialID == old.activity.materialID else {
      return .unchanged
    }
    var result = old
    result.activity = old.activity.merging(newer: activity)
    result.isRefinement = true
    entries[number - first] = result
    return .updated(result)
  }

  private mutating func add(_ activity: Activity, generation: UInt) -> Change {
    let result = ActivityResult(activity: activity, generation: generation)
    numbers[activity.id] = first + entries.count
    entries.append(result)
    if entries.count > capacity, let forgotten = entries.dropLast(capacity).last {
      numbers[forgotten.activity.id] = nil
    }
    // Cut in larger steps, so that a long life costs no move of all entries for each new one.
    if entries.count >= capacity + capacity / 2 + 1 {
      first += entries.count - capacity
      entries.removeFirst(entries.count - capacity)
    }
    return .added(result)
  }
}
