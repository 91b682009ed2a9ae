@testable import Recognition

/// Runs a scripted trace through an activity tracker, on a virtual clock that a token moves on by one second.
///
///     A          a hop that hears A, going on along its line (the first hop of A hears second 1 of it)
///     A@12       … at second 12 of it, a line of its own unless the old one leads there
///     A!         … so strong that it needs no second hop
///     A^2 A_3    … whose evidence begins at 2 s (else when its line was first heard, less a second), ends at 3 s (else now)
///     A%1.01     … at this rate
///     A#40       … with so many landmarks (20, an alternative 15)
///     A~B@4~C    … with the alternatives B, at second 4 of it, and C, going on along its line
///     =B         a second hop in the same second
///     -          nothing is heard; time passes
///     +m         marker m was heard during the last second; +m(3,5) from 3 to 5 s; takes no time
///     ?1         a late answer about the first activity, with a campaign; takes no time
///     |          end(): flush, seek, clear, end of stream; takes no time
///     t=0        running time goes on from here
///     A*5 -*7    repetition
///
/// Rows come out as `A[0-5]`, with `@12` when the place at the start is not 0, `+m` for the marker, `?` for the answer's
/// campaign, `x` in front when superseded, and `[3-]` while open.
struct ActivityTrace {
  private(set) var tracker: ActivityTracker
  private(set) var events: [ActivityEvent] = []
  private(set) var now: Double = 0
  private let durations: [String: Double]
  private var lines: [String: (position: Double, time: Double, from: Double, rate: Double)] = [:]

  /// - Parameter durations: of the materials, in seconds; those that are not there are not known.
  init(
    _ script: String, configuration: ActivityTracker.Configuration = .init(), durations: [String: Double] = [:]
  ) {
    let ids = Counter()
    self.durations = durations
    tracker = ActivityTracker(configuration: configuration) { "id-\(ids.next())" }
    for token in script.split(separator: " ") {
      let parts = token.split(separator: "*")
      for _ in 0..<(parts.count == 2 ? Int(parts[1]) ?? 1 : 1) { run(String(parts[0])) }
    }
  }

  /// The activities in the order they were first reported, each in its last state.
  var activities: [Activity] {
    var order: [String] = []
    var last: [String: Activity] = [:]
    for event in events {
      if last.updateValue(event.activity, forKey: event.activity.id) == nil { order.append(event.activity.id) }
    }
    return order.compactMap { last[$0] }
  }

  var rows: String { activities.map(Self.row).joined(separator: " ") }

  /// `started A`, `refined A` …
  var kinds: String { events.map { "\($0.kind.rawValue) \($0.activity.materialID)" }.joined(separator: ", ") }

  private mutating func run(_ token: String) {
    if token == "-" {
      now += 1
      events += tracker.advance(to: nanoseconds(now))
    } else if token == "|" {
      events += tracker.end()
    } else if token.hasPrefix("t=") {
      now = Double(token.dropFirst(2)) ?? now
      lines = [:]
    } else if token.hasPrefix("+") {
      let parts = token.dropFirst().split(whereSeparator: { "(,)".contains($0) })
      let identity = MarkerIdentity(
        id: "id-\(parts[0])", name: String(parts[0]), attributes: ["of": .string(String(parts[0]))])
      let stretch = parts.count == 3 ? (Double(parts[1]) ?? 0, Double(parts[2]) ?? 0) : (max(0, now - 1), now)
      events += tracker.attach(identity, from: nanoseconds(stretch.0), to: nanoseconds(stretch.1))
    } else if token.hasPrefix("?") {
      var answer = CampaignPayload(materialID: nil)
      answer.campaign = ["name": "late"]
      let index = (Int(token.dropFirst()) ?? 1) - 1
      let id = activities.indices.contains(index) ? activities[index].id : "unknown"
      events += tracker.refine(activityID: id, payload: answer)
    } else {
      let isSimultaneous = token.hasPrefix("=")
      if !isSimultaneous { now += 1 }
      hop(isSimultaneous ? String(token.dropFirst()) : token)
    }
  }

  private mutating func hop(_ token: String) {
    var readings = token.split(separator: "~").map(String.init)
    let (name, options) = Self.options(readings.removeFirst())
    let position = follow(name, at: options["@"], rate: options["%"] ?? 1)
    let observation = MaterialObservation(
      materialID: name, position: Int64((position * 1e9).rounded()),
      matchedFrom: nanoseconds(options["^"] ?? lines[name]?.from ?? 0), matchedUntil: options["_"].map(nanoseconds),
      runningTime: nanoseconds(now), duration: 1_000_000_000, score: Int(options["#"] ?? 20),
      falseAlarms: options["!"] == nil ? 0.5 : 0.001, rate: options["%"] ?? 1,
      alternatives: readings.map {
        let (name, options) = Self.options($0)
        let position = options["@"] ?? follow(name, at: nil, rate: 1)
        return MaterialAlternative(
          materialID: name, position: Int64((position * 1e9).rounded()), score: Int(options["#"] ?? 15))
      })
    events += tracker.observe(observation) { [durations] in
      CampaignPayload(materialID: $0, title: "Title of \($0)", duration: durations[$0])
    }
  }

  /// The place on the material's line, which an explicit one off it begins anew.
  private mutating func follow(_ name: String, at explicit: Double?, rate: Double) -> Double {
    let foretold = lines[name].map { $0.position + (now - $0.time) * $0.rate }
    let position = explicit ?? foretold ?? 1
    let isOnLine = foretold.map { abs($0 - position) < 1.5 } ?? false
    let from = isOnLine ? lines[name]?.from ?? now - 1 : now - 1
    lines[name] = (position, now, from, rate)
    return position
  }

  private static func options(_ token: String) -> (name: String, options: [Character: Double]) {
    var options: [Character: Double] = [:]
    var name = ""
    var key: Character?
    var text = ""
    // The last option is stored by the mark after it.
    for character in token + "!" {
      if "@!^_%#".contains(character) {
        if let key { options[key] = Double(text) ?? 1 } else { name = text }
        key = character
        text = ""
      } else {
        text.append(character)
      }
    }
    return (name, options)
  }

  private static func row(_ activity: Activity) -> String {
    let place = activity.position / 1_000_000
    return (activity.isSuperseded ? "x" : "") + activity.materialID + "[" + seconds(activity.start) + "-"
      + (activity.end.map(seconds) ?? "") + "]" + (place == 0 ? "" : "@" + TimelineJSON.seconds(activity.position))
      + (activity.marker.map { "+" + $0.name } ?? "") + (activity.payload.campaign == nil ? "" : "?")
  }

  private static func seconds(_ time: UInt64) -> String { TimelineJSON.seconds(time) }
}

/// Seconds as nanoseconds.
func nanoseconds(_ seconds: Double) -> UInt64 { UInt64((seconds * 1e9).rounded()) }
