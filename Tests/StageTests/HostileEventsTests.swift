import GStreamerKit
import Recognition
import Testing

/// Events of the contract with values nobody means.
@Suite struct HostileEventsTests {
  private func run(_ lines: [String], stages: String = "earapi ! eartimelinesink name=timeline") async throws
    -> StageRun
  {
    try await StageRun(
      """
      audiotestsrc num-buffers=100 samplesperbuffer=800 ! audio/x-raw,rate=8000 ! earscript name=script
      ! \(stages)
      """
    ) { $0.element(named: "script")?.set("script", lines.joined(separator: "\n")) }
  }

  /// A material's fields, one of them replaced.
  private func material(_ replacing: (field: String, value: String), at time: Int) -> String {
    var fields = [
      ("contract", "(int)1"), ("stage", "(string)x"), ("running-time", "(guint64)\(time)000000"),
      ("stream-time", "(guint64)0"), ("duration", "(guint64)1000000000"), ("material-id", "(string)a"),
      ("position", "(gint64)0"), ("matched-from", "(guint64)0"), ("score", "(int)50"), ("false-alarms", "(double)0.5"),
      ("confidence", "(double)0.6"), ("rate", "(double)1"),
    ]
    fields.removeAll { $0.0 == replacing.field }
    fields.append((replacing.field, replacing.value))
    return "\(time) earmark-material, " + fields.map { "\($0.0)=\($0.1)" }.joined(separator: ", ")
  }

  private static let largest = "(guint64)18446744073709551615"

  @Test(arguments: [
    ("running-time", largest), ("running-time", "(guint64)18446744073709551614"), ("duration", largest),
    ("matched-from", largest), ("matched-until", largest), ("stream-time", largest),
    ("position", "(gint64)-9223372036854775808"), ("position", "(gint64)9223372036854775807"),
    ("score", "(int)-2147483648"), ("false-alarms", "(double)nan"), ("false-alarms", "(double)-inf"),
    ("rate", "(double)nan"), ("rate", "(double)0"), ("rate", "(double)1e308"), ("rate", "(double)-1"),
    ("confidence", "(double)nan"), ("alternatives", "(int)3"), ("material-id", "(int)3"),
  ])
  func oneOddFieldHarmsNobody(field: String, value: String) async throws {
    let odd = [material((field, value), at: 2000), material((field, value), at: 3000)]
    let run = try await run([Script.fingerprint()] + odd + [Script.airing("good", 4...9)])
    #expect(run.error == nil)
    #expect(run.rows.contains { $0["material_id"]?.stringValue == "good" }, "\(run.summary)")
    #expect(run.timeline.arrayValue != nil, "the snapshot is JSON")
  }

  @Test(arguments: ["start", "end", "running-time", "position", "rate", "confidence", "score", "revision"])
  func oddActivitiesHarmNobody(field: String) async throws {
    func activity(_ id: String, _ event: String, _ odd: (String, String)?, at time: Int) -> String {
      var fields = [
        ("contract", "(int)1"), ("running-time", "(guint64)\(time)000000"), ("event", "(string)\(event)"),
        ("activity-id", "(string)\(id)"), ("material-id", "(string)\(id)"), ("revision", "(uint)1"),
        ("start", "(guint64)\(time)000000"), ("end", Self.largest), ("position", "(gint64)0"), ("rate", "(double)1"),
        ("confidence", "(double)1"), ("score", "(int)5"), ("payload", "(string)\"\\{\\}\""),
      ]
      if let odd { fields = fields.filter { $0.0 != odd.0 } + [odd] }
      return "\(time) earmark-activity, " + fields.map { "\($0.0)=\($0.1)" }.joined(separator: ", ")
    }
    let values =
      switch field {
      case "rate", "confidence": ["(double)nan", "(double)inf", "(double)-1e308"]
      case "position": ["(gint64)-9223372036854775808", "(gint64)9223372036854775807"]
      case "score": ["(int)-2147483648", "(int)2147483647"]
      case "revision": ["(uint)0", "(uint)4294967295"]
      default: ["(guint64)0", "(guint64)18446744073709551614"]
      }
    var lines: [String] = []
    for (index, value) in values.enumerated() {
      for event in ["started", "refined", "ended"] {
        lines.append(activity("odd\(index)", event, (field, value), at: 1000 * (index + 1)))
      }
    }
    lines.append(activity("good", "started", nil, at: 5000))
    let run = try await run(lines, stages: "eartimelinesink name=timeline")
    #expect(run.error == nil)
    #expect(run.rows.contains { $0["material_id"]?.stringValue == "good" }, "\(run.summary)")
    #expect(run.timeline.arrayValue != nil)
  }

  @Test(arguments: ["code", "running-time", "duration", "valid-for"]) func oddMarkersHarmNobody(field: String)
    async throws
  {
    func marker(_ value: String, at time: Int) -> String {
      let fields =
        [
          ("contract", "(int)1"), ("running-time", "(guint64)\(time)000000"), ("duration", "(guint64)1000000000"),
          ("code", "(guint64)5"), ("valid-for", "(guint64)3000000000"),
        ].filter { $0.0 != field } + [(field, value)]
      return "\(time) earmark-marker, " + fields.map { "\($0.0)=\($0.1)" }.joined(separator: ", ")
    }
    let run = try await run([
      Script.fingerprint(), Script.marker, marker(Self.largest, at: 1000), marker("(int)-1", at: 2000),
      marker("(string)x", at: 3000), marker("(guint64)0", at: 4000), Script.airing("good", 4...9),
    ])
    #expect(run.error == nil)
    #expect(run.summary.count == 1, "\(run.summary)")
  }

  @Test func manyAlternativesAndLongTexts() async throws {
    let alternative = "(structure)[alternative, material-id=(string)b, position=(gint64)0, score=(int)1;]"
    let many = "<" + Array(repeating: alternative, count: 2_000).joined(separator: ", ") + ">"
    let long = "(string)" + String(repeating: "x", count: 1_000_000)
    let run = try await run([
      Script.fingerprint(), material(("alternatives", many), at: 2000), material(("material-id", long), at: 3000),
      Script.airing("good", 4...9),
    ])
    #expect(run.error == nil)
    #expect(run.rows.contains { $0["material_id"]?.stringValue == "good" }, "\(run.summary.count)")
  }
}
