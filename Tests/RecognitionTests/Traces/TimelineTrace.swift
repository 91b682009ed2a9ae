@testable import Recognition

/// Runs payloads through a campaign timeline, one second apart, written as in "A1 -> A1+m -> A1-miss".
///
///     A1         material A, activity 1            A      no activity id        1     no material
///     A1+m       with marker m                     A1-miss  without (the word says why the line stands there)
///     A1=c       with a campaign named c           A1.    ended        A1x   ended, superseded
///     nothing    neither material nor activity
///     stop, start:s2      session calls            A1/s2  a callback of session s2
///
/// Rows come out as `A1[1-3]`, with `+m` and `=c`, `x` in front when superseded, and `[3-]` while current; without an
/// activity id as `A`.
struct TimelineTrace {
  private(set) var timeline = CampaignTimeline()
  private(set) var outcomes: [CampaignTimeline.Outcome] = []
  private var now: UInt64 = 0

  init(_ script: String) {
    for token in script.split(separator: " ") where token != "->" { run(String(token)) }
  }

  var rows: String { timeline.rows.map(Self.row).joined(separator: " ") }

  /// `appended 3, refined 5` …: what was done and by which rule.
  var log: String {
    outcomes.map { $0.action.rawValue + ($0.rule.map { " \($0)" } ?? "") }.joined(separator: ", ")
  }

  private mutating func run(_ token: String) {
    now += 1_000_000_000
    if token == "stop" {
      timeline.stop(at: now)
      return
    }
    if token.hasPrefix("start:") {
      timeline.start(session: String(token.dropFirst(6)), at: now)
      return
    }
    let session = token.split(separator: "/").count == 2 ? token.split(separator: "/").last.map(String.init) : nil
    var rest = token.split(separator: "/").first.map(String.init) ?? ""
    if rest.hasSuffix("-miss") { rest.removeLast(5) }
    let isSuperseded = rest.hasSuffix("x")
    let isEnd = isSuperseded || rest.hasSuffix(".")
    if isEnd { rest.removeLast() }
    var payload = CampaignPayload(materialID: nil)
    if rest != "nothing" {
      let ids = rest.prefix { !"+=".contains($0) }
      payload.materialID = String(ids.prefix { $0.isLetter })
      payload.activityID = String(ids.drop { $0.isLetter })
    }
    if let campaign = Self.part(of: rest, after: "=") { payload.campaign = ["name": .string(campaign)] }
    if let marker = Self.part(of: rest, after: "+") { payload.attach(MarkerIdentity(id: "id-" + marker, name: marker)) }
    payload.position = Int64(now / 1_000_000)
    outcomes.append(
      timeline.apply(
        payload, kind: isEnd ? .ended : nil, at: now, isSuperseded: isSuperseded, session: session))
  }

  private static func part(of token: String, after mark: Character) -> String? {
    guard let index = token.firstIndex(of: mark) else { return nil }
    return String(token[token.index(after: index)...].prefix { !"+=".contains($0) })
  }

  private static func row(_ row: TimelineRow) -> String {
    (row.isSuperseded ? "x" : "") + row.materialID + (row.activityID ?? "")
      + (row.payload.marker.map { "+" + $0 } ?? "")
      + (row.payload.campaign?["name"]?.stringValue.map { "=" + $0 } ?? "") + "[" + TimelineJSON.seconds(row.start)
      + "-" + (row.end.map { TimelineJSON.seconds($0) } ?? "") + "]"
  }
}
