import Foundation

extension Listening {
  /// `earmark listen` with JSON Lines, traced for objects that are left over at its end.
  static func earmark(
    _ words: [String], pack: String, environment: [String: String] = [:]
  ) throws -> Listening {
    let tracer = ["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7", "GST_DEBUG_NO_COLOR": "1"]
    return try Listening(
      arguments: ["listen", "--pack", pack, "--format", "jsonl", "--verbose"] + words,
      environment: environment.merging(tracer) { $1 })
  }

  /// What it has said by now, without what the tracer says.
  var words: [String] {
    error.split(separator: "\n").map(String.init).filter { !$0.contains("GST_TRACER") && !$0.hasPrefix("  ") }
  }

  /// Whether the tracer has run and found nothing.
  var leavesNothing: Bool {
    error.contains("object-alive.class") && !error.contains("object-alive, type-name=(string)Gst")
  }

  func records(_ type: String) -> [[String: Any]] { records.filter { $0["type"] as? String == type } }

  /// The activities that have had an event, in order.
  func activities(_ event: String) -> [[String: Any]] {
    records("activity").filter { $0["event"] as? String == event }
  }

  /// How often it has said so far that the source broke, and how often that it is back.
  var breaks: Int { records("fault").count { $0["restored"] as? Bool == false } }
  var returns: Int { records("fault").count { $0["restored"] as? Bool == true } }

  /// Whether something is being heard that began after so many seconds.
  func hears(after time: Double) -> Bool { activities("started").contains { ($0["start"] as? Double ?? 0) > time } }

  /// The latest end of an activity.
  var latestEnd: Double { activities("ended").compactMap { $0["end"] as? Double }.max() ?? 0 }
}
