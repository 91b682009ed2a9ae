import Earmark
import GStreamerKit
import Synchronization

extension RunPipeline {
  /// Makes the runners of descriptions; nothing runs yet.
  /// - Parameters:
  ///   - policies: when each is started again.
  ///   - graphs: the folder for their graphs; nil: none are written.
  ///   - receive: gets each runner's events with its number.
  /// - Returns: the pipelines, and whether any of them has several timeline sinks.
  /// - Throws: the failures of all that cannot be made.
  static func make(
    _ descriptions: [PipelineDescription], policies: [RestartPolicy], graphs: String?,
    receive: @escaping @Sendable (Int, PipelineRunner.Event) -> Void
  ) throws(Failures) -> (pipelines: [RunPipeline], haveBranches: Bool) {
    let names = UniqueNames.make(descriptions.map(source))
    let files = UniqueNames.make(descriptions.map { stem($0.name) }, separator: "-")
    let haveBranches = Mutex(false)
    var failures: [CommandFailure] = []
    var pipelines: [RunPipeline] = []
    for (number, description) in descriptions.enumerated() {
      do throws(RecognitionError) {
        let runner = try PipelineRunner(
          description, restart: policies[number], source: names[number],
          prepare: { pipeline in
            if nameBranches(of: pipeline, names[number]) { haveBranches.withLock { $0 = true } }
          }, receive: { receive(number, $0) })
        let graph = graphs.map { "\($0)/\(files[number]).dot" }
        pipelines.append(
          RunPipeline(name: names[number], input: description.values["INPUT"], runner: runner, graph: graph))
      } catch { failures.append(CommandFailure(error)) }
    }
    if !failures.isEmpty { throw Failures(all: failures) }
    return (pipelines, haveBranches.withLock { $0 })
  }

  /// What is wrong with several things.
  struct Failures: Error {
    let all: [CommandFailure]
  }

  /// What is listened to, as far as the description can be asked.
  private static func source(_ description: PipelineDescription) -> String {
    if let input = description.values["INPUT"], !input.isEmpty { return input }
    return lastPart(description.name)
  }

  private static func lastPart(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func stem(_ path: String) -> String {
    let name = lastPart(path)
    return name.hasSuffix(".gst") && name.count > 4 ? String(name.dropLast(4)) : name
  }

  /// Where there are several timeline sinks, gives those that have no name for their source one each.
  private static func nameBranches(of pipeline: Pipeline, _ name: String) -> Bool {
    // The most downstream come first.
    let sinks = Array(pipeline.elements.filter { $0.factory == "eartimelinesink" }.reversed())
    guard sinks.count > 1 else { return false }
    for (number, sink) in sinks.enumerated() where sink.get("source") == "" {
      sink.set("source", "\(name)/\(number + 1)")
    }
    return true
  }
}
