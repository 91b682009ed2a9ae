import Foundation

/// What the command reads of a record: enough to decide whether it is a row, and to print it.
struct ActivityLine: Decodable, Sendable, Equatable {
  struct Marker: Decodable, Sendable, Equatable { var name: String? }
  struct Campaign: Decodable, Sendable, Equatable {
    var title: String?

    /// What is in a campaign is up to who made it: a title that is no text is none.
    init(from decoder: any Decoder) throws {
      title = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .title)
    }

    enum CodingKeys: String, CodingKey { case title }
  }

  var type: String
  var event: String?
  var materialID: String?
  var start: Double?
  var end: Double?
  var position: Double?
  var rate: Double?
  var confidence: Double?
  var superseded: Bool?
  var marker: Marker?
  var campaign: Campaign?
  var source: String?
  /// Of a fault.
  var text: String?

  enum CodingKeys: String, CodingKey {
    case type, event, start, end, position, rate, confidence, superseded, marker, campaign, source, text
    case materialID = "material_id"
  }

  init(parsing line: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
  }

  /// Whether a material begins to be heard.
  var isBeginning: Bool { type == "activity" && event == "started" }

  /// Whether this is the last word on an activity that counts.
  var isFinished: Bool { type == "activity" && event == "ended" && superseded != true }

  static let columns = [
    Column("start", width: 11, alignedRight: true), Column("end", width: 11, alignedRight: true),
    Column("material", width: 20), Column("position", width: 11, alignedRight: true),
    Column("rate", width: 5, alignedRight: true), Column("confidence", alignedRight: true),
    Column("marker", width: 10), Column("campaign", width: 20), Column("source"),
  ]

  /// The cells of `columns`.
  var cells: [Cell] {
    [
      start.map(Cell.time) ?? .none, end.map(Cell.time) ?? .none, materialID.map(Cell.text) ?? .none,
      position.map(Cell.time) ?? .none, rate.map { .number($0, decimals: 3) } ?? .none,
      confidence.map { .number($0, decimals: 3) } ?? .none, (marker?.name).map(Cell.text) ?? .none,
      (campaign?.title).map(Cell.text) ?? .none, source.map(Cell.text) ?? .none,
    ]
  }
}
