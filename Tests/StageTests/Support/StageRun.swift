import Earmark
import Foundation
import GStreamerKit
import Recognition
import Synchronization
import TestAudio
import Testing

/// One run of a launch line to its end, and everything it said.
struct StageRun {
  /// Arguments of the signal `activity` of the element `timeline`, decoded.
  var activities: [JSONValue] = []
  var campaigns: [JSONValue] = []
  var markerStates: [JSONValue] = []
  var messages: [Structure] = []
  var warnings: [String] = []
  var error: ElementError?
  /// The property `timeline` at the end of the stream, before the pipeline stops.
  var timeline: JSONValue = .null

  /// The last record of each activity, in order of their start.
  var rows: [JSONValue] {
    var order: [String] = []
    var latest: [String: JSONValue] = [:]
    for record in activities {
      let id = record["activity_id"]?.stringValue ?? ""
      if latest.updateValue(record, forKey: id) == nil { order.append(id) }
    }
    return order.compactMap { latest[$0] }.filter { $0["superseded"] == nil }
  }

  /// `material start-end` of each row, times in seconds.
  var summary: [String] {
    rows.map { row in
      func text(_ key: String) -> String { row[key]?.text() ?? "-" }
      return "\(row["material_id"]?.stringValue ?? "?") \(text("start"))-\(text("end"))"
    }
  }

  static let isReady: Bool = {
    setenv("GST_REGISTRY", Tool.registry, 1)
    setenv("G_DEBUG", "fatal-criticals", 1)
    let plugin = Plugin.describe("earstagetest", "Elements that only tests use") {
      Plugin.register([ScriptedStage.self, WatchingStage.self, TroublingStage.self], in: $0)
    }
    return GStreamer.initialize() && Plugin.registerStatic(plugin)
      && Stages.register().values.allSatisfy { $0 != .missing }
  }()

  /// - Parameters:
  ///   - line: launch text; the sink, if it is ours, is called `timeline`.
  ///   - prepare: sets properties before it plays.
  ///   - onActivity: called inside the signal handler.
  init(
    _ line: String, prepare: (Pipeline) -> Void = { _ in },
    onActivity: @escaping @Sendable (String, ElementRef) -> Void = { _, _ in },
    onMessage: @escaping @Sendable (Message, Pipeline) -> Void = { _, _ in }
  ) async throws {
    try #require(Self.isReady)
    let pipeline = try Pipeline(line)
    prepare(pipeline)
    try await self.init(pipeline, onActivity: onActivity, onMessage: onMessage)
  }

  /// One run of a pipeline that is stopped, to its end.
  init(
    _ pipeline: Pipeline, onActivity: @escaping @Sendable (String, ElementRef) -> Void = { _, _ in },
    onMessage: @escaping @Sendable (Message, Pipeline) -> Void = { _, _ in }
  ) async throws {
    let heard = Mutex((activities: [JSONValue](), campaigns: [JSONValue](), markers: [JSONValue]()))
    var subscriptions: [Subscription?] = []
    if let sink = pipeline.element(named: "timeline") {
      subscriptions = [
        sink.onSignal("activity") { arguments in
          guard case .string(let text)? = arguments.first, let json = try? JSONValue(parsing: text) else { return }
          heard.withLock { $0.activities.append(json) }
          onActivity(text, sink)
        },
        sink.onSignal("campaign") { arguments in
          guard case .string(let text)? = arguments.first, let json = try? JSONValue(parsing: text) else { return }
          heard.withLock { $0.campaigns.append(json) }
        },
        sink.onSignal("marker-state") { arguments in
          guard case .string(let text)? = arguments.first, let json = try? JSONValue(parsing: text) else { return }
          heard.withLock { $0.markers.append(json) }
        },
      ]
    }
    var found: (messages: [Structure], warnings: [String], timeline: JSONValue) = ([], [], .null)
    do {
      try await pipeline.run { message in
        onMessage(message, pipeline)
        switch message {
        case .element(_, let structure): found.messages.append(structure)
        case .warning(_, let warning): found.warnings.append(warning.message)
        case .endOfStream:
          if let text: String = pipeline.element(named: "timeline")?.get("timeline") {
            found.timeline = (try? JSONValue(parsing: text)) ?? .null
          }
        default: break
        }
      }
    } catch let failure as ElementError {
      error = failure
    } catch let failure as PipelineError {
      // What stopped a state change is on the bus, with its domain and code.
      error = pipeline.bus.firstError ?? .core(.stateChange, failure.message)
    }
    for subscription in subscriptions { subscription?.cancel() }
    (messages, warnings, timeline) = found
    (activities, campaigns, markerStates) = heard.withLock { $0 }
  }
}
