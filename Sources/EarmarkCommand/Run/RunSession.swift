import Dispatch
import Earmark
import Foundation
import Recognition

/// Runs pipelines until all have ended: prints what they say, in the order in which it comes.
struct RunSession {
  /// What comes in, from whatever thread.
  enum Input: Sendable {
    case event(Int, PipelineRunner.Event)
    /// The program is to end.
    case interruption
    /// Figures are asked for.
    case report
    /// The service manager is to hear that all is well.
    case beat
    /// What has not ended by now never will.
    case deadline
  }

  private var pipelines: [RunPipeline]
  private var printer: RunPrinter
  private let console: Console
  private let notifier: ServiceNotifier?
  private let stallTimeout: Double?
  private let start = ContinuousClock.now
  private var isStopping = false
  private var status = ""
  /// Why no results can be printed any more.
  private var outputFailure: (any Error)?

  init(
    _ pipelines: [RunPipeline], printer: RunPrinter, console: Console, notifier: ServiceNotifier?,
    stallTimeout: Double?
  ) {
    self.pipelines = pipelines
    self.printer = printer
    self.console = console
    self.notifier = notifier
    self.stallTimeout = stallTimeout
  }

  /// - Parameters:
  ///   - inputs: what comes in.
  ///   - later: adds to it.
  ///   - showsStatistics: whether figures are printed at the end.
  mutating func run(
    _ inputs: AsyncStream<Input>, later: AsyncStream<Input>.Continuation, showsStatistics: Bool
  ) async throws -> ExitCode {
    let runners = pipelines.map(\.runner)
    let token = Interruption.shared.add {
      for runner in runners { runner.stop() }
      later.yield(.interruption)
    }
    defer { Interruption.shared.remove(token) }
    Interruption.shared.onReport { later.yield(.report) }
    defer { Interruption.shared.onReport(nil) }
    BrokenPipe.before {
      for runner in runners { runner.stop() }
      Stopping.wait { for runner in runners { runner.stopAndWait() } }
    }
    defer { BrokenPipe.before(nil) }
    let timer = beats(later)
    defer { timer?.cancel() }

    if Interruption.shared.isRequested { return endCode }
    for runner in runners { runner.start() }
    notifier?.ready()
    tellStatus()
    for await input in inputs {
      if case .deadline = input { break }
      take(input, later)
      if pipelines.allSatisfy({ $0.phase == .ended }) { break }
    }
    return try finish(showsStatistics: showsStatistics)
  }

  /// Asks for a beat at half the time that the service manager allows.
  private func beats(_ later: AsyncStream<Input>.Continuation) -> (any DispatchSourceTimer)? {
    guard let interval = notifier?.watchdog else { return nil }
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now(), repeating: interval / 2, leeway: .milliseconds(10))
    timer.setEventHandler { later.yield(.beat) }
    timer.activate()
    return timer
  }

  private mutating func take(_ input: Input, _ later: AsyncStream<Input>.Continuation) {
    switch input {
    case .event(let number, let event):
      do { try take(event, of: number) } catch {
        // Nobody can be told any more, or the disk is full: what else the pipelines write is finished.
        outputFailure = outputFailure ?? error
        stop(later)
      }
      tellStatus()
    // Also those that were started while it came.
    case .interruption: stop(later)
    case .report: do { try report() } catch { outputFailure = outputFailure ?? error }
    case .beat: if pipelines.allSatisfy({ $0.isCaredFor(limit: stallTimeout) }) { notifier?.beat() }
    case .deadline: break
    }
  }

  private mutating func stop(_ later: AsyncStream<Input>.Continuation) {
    guard !isStopping else { return }
    isStopping = true
    notifier?.stopping()
    for pipeline in pipelines { pipeline.runner.stop() }
    Stopping.expect { later.yield(.deadline) }
  }

  // MARK: Events

  private mutating func take(_ event: PipelineRunner.Event, of number: Int) throws {
    let name = pipelines[number].name
    switch event {
    case .starting: pipelines[number].starts()
    case .running: try runs(number)
    case .recovering(let error, let delay):
      pipelines[number].breaks(retryIn: delay)
      let failure = pipelines[number].failure(error)
      let time = NumberText.short(delay, decimals: 1)
      console.report("\(pipelines[number].named(failure.message)); trying again in \(time) s")
      if !failure.details.isEmpty { console.detail("  " + failure.details) }
      try print(FaultRecord(failure, retryIn: delay, source: name).line)
    case .activity(let line, _):
      guard outputFailure == nil else { return }
      if try printer.activity(line) { pipelines[number].rows += 1 }
    case .markerState(let line, _): try print(line)
    case .campaign: break
    case .fault(let line):
      if let text = try? ActivityLine(parsing: line).text { console.report(pipelines[number].named(text)) }
      try print(line)
    case .stopped(let error): try ends(number, error)
    }
  }

  private mutating func runs(_ number: Int) throws {
    let (wasInTrouble, hasRun) = (pipelines[number].isInTrouble, pipelines[number].hasRun)
    pipelines[number].runs()
    let name = pipelines[number].name
    if let graph = pipelines[number].takeGraph() {
      do throws(RecognitionError) { try pipelines[number].runner.writeDot(to: graph) } catch {
        console.report(CommandFailure(error))
      }
    }
    guard wasInTrouble else { return console.detail("\(name): running") }
    console.note("\(name): running\(hasRun ? " again" : "")")
    try print(FaultRecord(restored: name, hasRun: hasRun).line)
  }

  private mutating func ends(_ number: Int, _ error: RecognitionError?) throws {
    let name = pipelines[number].name
    guard let error else {
      pipelines[number].ends(nil)
      return console.detail("\(name): ended")
    }
    let failure = pipelines[number].failure(error)
    pipelines[number].ends(failure)
    console.report(pipelines[number].named(failure.message))
    if !failure.details.isEmpty { console.detail("  " + failure.details) }
    try print(FaultRecord(failure, retryIn: nil, source: name).line)
  }

  private func print(_ line: String) throws {
    if outputFailure == nil { try printer.other(line) }
  }

  // MARK: Figures

  private func report() throws {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    let used = [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    try printer.statistics(pipelines, cpu: (used, (ContinuousClock.now - start) / .seconds(1)))
  }

  private mutating func tellStatus() {
    guard let notifier else { return }
    let words = [
      (pipelines.count { $0.phase == .running }, "running"),
      (pipelines.count { $0.isInTrouble && $0.phase != .ended }, "in trouble"),
      (pipelines.count { $0.failure != nil }, "failed"),
      (pipelines.count { $0.phase == .ended && $0.failure == nil }, "ended"),
    ]
    let text =
      "\(pipelines.count) pipeline\(pipelines.count == 1 ? "" : "s"): "
      + words.filter { $0.0 > 0 || $0.1 == "running" }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    guard text != status else { return }
    status = text
    notifier.status(text)
  }

  /// After an interruption. What a service manager asks for is no failure of the service.
  private var endCode: ExitCode { notifier != nil && Interruption.shared.isTermination ? .done : .interrupted }

  private mutating func finish(showsStatistics: Bool) throws -> ExitCode {
    if !isStopping { notifier?.stopping() }
    for pipeline in pipelines where pipeline.phase != .ended {
      console.report("\(pipeline.name): it does not end, and is left behind")
    }
    if showsStatistics, outputFailure == nil { try report() }
    if let outputFailure { throw outputFailure }
    try printer.finish()
    if Interruption.shared.isRequested { return endCode }
    return .worst(of: pipelines.compactMap { $0.failure?.exitCode }, otherwise: .done)
  }
}
