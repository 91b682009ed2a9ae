import Earmark
import Foundation

/// `earmark run`: runs pipelines from description files, one or many in one process.
struct RunCommand: Command {
  private static let restart = OptionDefinition(
    "restart", .value("POLICY"), choices: RestartPolicy.Condition.words,
    "start a pipeline again: never (default), on-failure, or always, also after the end of the stream")
  private static let stallTimeout = OptionDefinition(
    "stall-timeout", .value("SECONDS"), "so long without any audio is a failure (default: 30); never: no time is")
  private static let markers = OptionDefinition("markers", .flag, "put the marker stage in where ${MARKERS} stands")
  private static let print = OptionDefinition(
    "print", .flag, "print each file as a shell command of gst-launch-1.0, and run nothing")
  private static let dot = OptionDefinition(
    "dot", .value("DIR"), "write a Graphviz file of each pipeline into this folder as soon as it plays")
  private static let stats = OptionDefinition(
    "stats", .flag, "print figures of each pipeline at the end; SIGUSR1 prints them at any time")

  static let definition = CommandDefinition(
    "run", "runs pipelines from description files",
    operands: [
      OperandDefinition(
        "FILE.gst", .oneOrMore, "a pipeline in gst-launch's syntax with comments, variables and includes"),
      OperandDefinition(
        "NAME=VALUE", .any,
        "what ${NAME} stands for: before the first file in all of them, behind a file in that one"),
    ],
    options: [restart, stallTimeout, markers, print, dot, stats, .format],
    details: [
      "All pipelines run in one process until each has ended, and print one stream of rows with their source: what the "
        + "timeline sink's property source says, else the variable INPUT, else the name of the file. The same name again "
        + "gets a number: radio.ogg#2.",
      "Text and CSV have a row for each hearing as soon as it is over. JSON Lines have every change of every hearing, and a "
        + "line of type fault when a pipeline breaks and when it is back. Standard error says so too.",
      "A pipeline that breaks is started again as --restart says, or RESTART=POLICY among its own assignments: after a "
        + "second, then after twice as long each time, up to 30 seconds; times go on. A bad pack or description is an end. "
        + "Nothing is started unless all descriptions can be used; later, one that fails does not end the others. The exit "
        + "code is that of the worst failure.",
      "Ctrl-C finishes the current rows and ends with 130. Under a service manager (NOTIFY_SOCKET) it says when it is ready, "
        + "keeps the watchdog quiet as long as every pipeline is taken care of, and ends with 0 on SIGTERM.",
      "A variable without a value among the assignments has that of the environment. A file whose name has = in it is "
        + "written ./NAME.",
    ],
    examples: [
      CommandExample("earmark run pipelines/file.gst INPUT=broadcast.ogg PACK=spots.earpack", "a recording"),
      CommandExample(
        "earmark run PACK=spots.earpack --restart always --format jsonl network.gst INPUT=http://a.example/live "
          + "network.gst INPUT=http://b.example/live", "two stations, as long as it takes"),
      CommandExample(
        "earmark run --print pipelines/file.gst INPUT=broadcast.ogg PACK=spots.earpack",
        "the same for GStreamer's own tool"),
    ],
    exitCodes: [.done, .input, .pack, .network, .notAuthorised, .internalError])

  private let requests: [RunRequest]
  private let stallTimeout: Double?
  private let hasMarkers: Bool
  private let onlyPrints: Bool
  private let graphs: String?
  private let showsStatistics: Bool
  private let format: OutputFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let word = arguments.value(Self.restart) ?? "never"
    guard let condition = RestartPolicy.Condition(word: word) else {
      throw arguments.usageError("--restart takes \(RestartPolicy.Condition.choice), not \"\(word)\"")
    }
    requests = try RunRequest.all(arguments.operands, restart: condition, of: arguments)
    stallTimeout =
      arguments.value(Self.stallTimeout) == "never" ? nil : try arguments.seconds(Self.stallTimeout) ?? 30
    hasMarkers = arguments.has(Self.markers)
    onlyPrints = arguments.has(Self.print)
    graphs = arguments.value(Self.dot)
    showsStatistics = arguments.has(Self.stats)
    format = try arguments.outputFormat()
  }

  func run(on console: Console) async throws -> ExitCode {
    guard let descriptions = read(console) else { return .usage }
    if onlyPrints {
      for description in descriptions { try console.print(description.shellCommand + "\n") }
      return .done
    }
    try makeFolder()
    let (inputs, later) = AsyncStream.makeStream(of: RunSession.Input.self)
    let policies = requests.map { RestartPolicy(when: $0.restart, stallTimeout: stallTimeout) }
    let (pipelines, haveBranches): ([RunPipeline], Bool)
    do throws(RunPipeline.Failures) {
      (pipelines, haveBranches) = try RunPipeline.make(descriptions, policies: policies, graphs: graphs) {
        later.yield(.event($0, $1))
      }
    } catch {
      for failure in error.all { console.report(failure) }
      return .worst(of: error.all.map(\.exitCode), otherwise: .usage)
    }
    let printer = RunPrinter(format: format, namesSource: pipelines.count > 1 || haveBranches, console: console)
    var session = RunSession(
      pipelines, printer: printer, console: console,
      notifier: ServiceNotifier(environment: ProcessInfo.processInfo.environment), stallTimeout: stallTimeout)
    return try await session.run(inputs, later: later, showsStatistics: showsStatistics)
  }

  /// Reads all description files; nil, with a line for each that cannot be used, when not all of them can.
  private func read(_ console: Console) -> [PipelineDescription]? {
    var descriptions: [PipelineDescription] = []
    for request in requests {
      do throws(DescriptionError) {
        descriptions.append(try .file(request.file, variables: request.variables, markers: hasMarkers))
      } catch { console.report("\(error)") }
    }
    return descriptions.count == requests.count ? descriptions : nil
  }

  private func makeFolder() throws(CommandFailure) {
    guard let graphs else { return }
    do { try FileManager.default.createDirectory(atPath: graphs, withIntermediateDirectories: true) } catch {
      throw CommandFailure(.usage, "no folder \"\(graphs)\" can be made for the graphs", details: "\(error)")
    }
    if access(graphs, W_OK) != 0 {
      throw CommandFailure(.usage, "nothing can be written into the folder \"\(graphs)\"")
    }
  }
}
