import Earmark

/// One source that is listened to, from its first start to the end.
struct Listening {
  private let source: ListenSource
  private let endsAtFirst: Bool
  private var printer: ListenPrinter
  private let console: Console
  private let patience: Double

  /// Whether any audio has come yet.
  private var hasRun = false
  private var isInTrouble = false
  /// Why it ends, when it does not end because it was asked to.
  private var failure: CommandFailure?

  /// What comes in, from whatever thread.
  private enum Input: Sendable {
    case event(PipelineRunner.Event)
    /// What has not ended by now never will.
    case deadline
  }

  /// - Parameter patience: seconds that the end of the session is waited for.
  init(
    source: ListenSource, endsAtFirst: Bool, printer: ListenPrinter, console: Console,
    patience: Double = Stopping.patience
  ) {
    self.source = source
    self.endsAtFirst = endsAtFirst
    self.printer = printer
    self.console = console
    self.patience = patience
  }

  /// Listens until the end.
  mutating func run(
    for duration: Double?,
    start: (@escaping @Sendable (PipelineRunner.Event) -> Void) throws(RecognitionError) -> any ListenSession
  ) async throws -> ExitCode {
    let (inputs, later) = AsyncStream.makeStream(of: Input.self)
    let session: any ListenSession
    do throws(RecognitionError) { session = try start { later.yield(.event($0)) } } catch { throw end(error) }
    let stop: @Sendable () -> Void = { [patience] in
      session.stop()
      Stopping.expect(within: patience) { later.yield(.deadline) }
    }
    let token = Interruption.shared.add(stop)
    defer { Interruption.shared.remove(token) }
    let clock = duration.map { seconds in
      Task {
        try? await Task.sleep(for: .seconds(seconds))
        if !Task.isCancelled { stop() }
      }
    }
    defer { clock?.cancel() }
    do {
      loop: for await input in inputs {
        switch input {
        case .deadline:
          console.report("\(source.title) does not end, and is left behind")
          break loop
        case .event(.stopped(let error)):
          if let error, failure == nil { failure = end(error) }
          break loop
        case .event(let event): try receive(event, stop)
        }
      }
    } catch {
      // Nobody reads any more, or the disk is full.
      stop()
      loop: for await input in inputs {
        switch input {
        case .deadline, .event(.stopped): break loop
        case .event: break
        }
      }
      throw error
    }
    return try finish(session)
  }

  private mutating func finish(_ session: any ListenSession) throws -> ExitCode {
    let figures = session.figures
    console.detail(
      "heard \(NumberText.fixed(figures.heard, decimals: 1)) s, opened again \(figures.restarts) times, "
        + "dropped \(figures.dropped) buffers")
    try printer.finish(on: console)
    if Interruption.shared.isRequested { return .interrupted }
    if let failure { throw failure }
    return printer.count > 0 ? .done : .nothingRecognised
  }

  private mutating func receive(_ event: PipelineRunner.Event, _ stop: @Sendable () -> Void) throws {
    switch event {
    case .running: try begin()
    case .recovering(let error, let delay): try recover(from: error, in: delay, stop)
    case .activity(let line, _):
      // At most one row is asked for; what begins while it is being ended is not it.
      if endsAtFirst, printer.count > 0 { return }
      let activity = try printer.activity(line, on: console)
      if endsAtFirst, activity.isBeginning { stop() }
    case .markerState(let line, _): try printer.other(line, on: console)
    case .fault(let line):
      if let text = try? ActivityLine(parsing: line).text { console.report("\(source.title): \(text)") }
      try printer.other(line, on: console)
    case .starting, .campaign, .stopped: break
    }
  }

  private mutating func begin() throws {
    if isInTrouble {
      console.note("listening to \(source.title) again")
      try printer.trouble("listening again", retryIn: nil, isRestored: true, on: console)
    } else {
      console.detail("listening to \(source.title)")
    }
    hasRun = true
    isInTrouble = false
  }

  private mutating func recover(
    from error: RecognitionError, in delay: Double, _ stop: @Sendable () -> Void
  ) throws {
    let trouble = SourceTrouble(error, of: source)
    guard hasRun else {
      failure = CommandFailure(trouble.exitCode, trouble.message, details: trouble.details)
      return stop()
    }
    isInTrouble = true
    console.report("\(trouble.message); trying again in \(NumberText.short(delay, decimals: 1)) s")
    if !trouble.details.isEmpty { console.detail("  " + trouble.details) }
    try printer.trouble(trouble.message, exitCode: trouble.exitCode, retryIn: delay, on: console)
  }

  private func end(_ error: RecognitionError) -> CommandFailure {
    let trouble = SourceTrouble(error, of: source)
    return CommandFailure(trouble.exitCode, trouble.message, details: trouble.details)
  }
}
