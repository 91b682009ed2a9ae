import Earmark
import GStreamerKit

/// One of the pipelines that are run, and what has become of it.
struct RunPipeline: Sendable {
  /// What happens to it.
  enum Phase: Sendable, Equatable {
    /// Started; no audio has come yet.
    case starting
    case running
    /// It broke, and is started again at this time.
    case waiting(until: ContinuousClock.Instant)
    case ended
  }

  /// What its rows and messages call it.
  let name: String
  /// What its variable INPUT stands for; nil where it has none.
  let input: String?
  let runner: PipelineRunner
  /// Where its graph is written once it plays; nil: nowhere.
  private let graph: String?

  private(set) var phase = Phase.starting
  /// Why it has ended, if that was a failure.
  private(set) var failure: CommandFailure?
  /// Whether it has broken and not run since.
  private(set) var isInTrouble = false
  /// Whether audio has ever come.
  private(set) var hasRun = false
  private var hasGraph = false
  var rows = 0
  private let startedAt = ContinuousClock.now
  private var endedAt: ContinuousClock.Instant?

  init(name: String, input: String?, runner: PipelineRunner, graph: String?) {
    self.name = name
    self.input = input
    self.runner = runner
    self.graph = graph
  }

  mutating func starts() { phase = .starting }

  /// Audio has come.
  mutating func runs() {
    phase = .running
    isInTrouble = false
    hasRun = true
  }

  /// Where the graph is to be written, once.
  mutating func takeGraph() -> String? {
    if hasGraph { return nil }
    hasGraph = true
    return graph
  }

  mutating func breaks(retryIn delay: Double) {
    phase = .waiting(until: .now + .seconds(delay))
    isInTrouble = true
  }

  mutating func ends(_ failure: CommandFailure?) {
    phase = .ended
    endedAt = .now
    self.failure = failure
  }

  /// Whether somebody takes care of it: audio comes, or its absence will be noticed, or it is to be started again.
  /// - Parameter limit: seconds without audio after which the runner should have noticed; nil: it never does.
  func isCaredFor(limit: Double?) -> Bool {
    let patience = 20.0
    switch phase {
    case .ended: return true
    case .waiting(let time): return ContinuousClock.now < time + .seconds(patience)
    case .starting, .running: return limit.map { runner.statistics.silentFor < $0 + patience } ?? true
    }
  }

  static let columns = [
    Column("source", width: 20), Column("state", width: 8), Column("heard", width: 11, alignedRight: true),
    Column("speed", alignedRight: true), Column("restarts", alignedRight: true), Column("rows", alignedRight: true),
    Column("lost", width: 11, alignedRight: true), Column("dropped", alignedRight: true),
  ]

  /// The cells of `columns`.
  var cells: [Cell] {
    let statistics = runner.statistics
    let elapsed = ((endedAt ?? .now) - startedAt) / .seconds(1)
    return [
      .text(name), .text(word), .time(statistics.heard),
      elapsed > 0 ? .number(statistics.heard / elapsed, decimals: 2) : .none, .integer(statistics.restarts),
      .integer(rows), .time(statistics.lost), .integer(Int(clamping: statistics.dropped)),
    ]
  }

  private var word: String {
    switch phase {
    case .starting: "starting"
    case .running: "running"
    case .waiting: "waiting"
    case .ended: failure == nil ? "ended" : "failed"
    }
  }
}
