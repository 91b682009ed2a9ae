/// One line of type `activity`.
public struct ActivityRecord: Sendable, Equatable {
  /// What happened.
  public var event: ActivityEvent.Kind
  /// The whole state after it.
  public var activity: Activity
  /// Wall-clock time at which the activity began.
  public var observedAt: Timestamp
  /// What was listened to: a file, a URI, a device, a channel.
  public var source: String

  /// A record with the given values.
  public init(event: ActivityEvent.Kind, activity: Activity, observedAt: Timestamp, source: String) {
    self.event = event
    self.activity = activity
    self.observedAt = observedAt
    self.source = source
  }

  /// A record of an event in a stream whose running time 0 was at `clockStart`.
  public init(_ event: ActivityEvent, clockStart: Timestamp, source: String) {
    self.init(
      event: event.kind, activity: event.activity, observedAt: clockStart.adding(nanoseconds: event.activity.start),
      source: source)
  }

  /// `{"v":1,"type":"activity","event":…,"revision":…,"activity_id":…,"material_id":…,"title":…,"start":…,"end":…,
  /// "position":…,"rate":…,"confidence":…,"score":…,"marker":…,"campaign":…,"alternatives":[…],"observed_at":…,
  /// "source":…}`, with `"superseded":true` at the end of a superseded activity's.
  ///
  /// Times are in seconds. A material without a title goes by its id.
  public var line: String {
    var writer = LineWriter(type: "activity")
    writer.string("event", event.rawValue)
    writer.raw("revision", String(activity.revision))
    writer.string("activity_id", activity.id)
    writer.string("material_id", activity.materialID)
    writer.string("title", activity.payload.title ?? activity.materialID)
    writer.raw("start", TimelineJSON.seconds(activity.start))
    writer.raw("end", activity.end.map { TimelineJSON.seconds($0) })
    writer.raw("position", TimelineJSON.seconds(activity.position))
    writer.raw("rate", TimelineJSON.number(activity.rate))
    writer.raw("confidence", TimelineJSON.number(activity.confidence))
    writer.raw("score", String(activity.score))
    writer.marker(activity.marker)
    writer.json("campaign", activity.payload.campaign.map(JSONValue.object))
    writer.raw("alternatives", alternatives)
    writer.string("observed_at", observedAt.text)
    writer.string("source", source)
    if activity.isSuperseded { writer.raw("superseded", "true") }
    return writer.finish()
  }

  /// `[{"material_id":…,"position":…,"score":…},…]`.
  private var alternatives: String {
    var text = "["
    for (index, alternative) in activity.alternatives.enumerated() {
      text += index > 0 ? ",{\"material_id\":" : "{\"material_id\":"
      JSONValue.write(quoting: alternative.materialID, to: &text)
      text += ",\"position\":\(TimelineJSON.seconds(alternative.position)),\"score\":\(alternative.score)}"
    }
    return text + "]"
  }
}
