import Earmark

/// One source that is listened to, from its first start to the end.
struct Listening {
  private let source: ListenSource
  private let endsAtFirst: Bool
  private var printer: ListenPrinter
  private let console: Console

  /// Whether any audio has come yet.
  private var hasRun = false
  private var isInTrouble = false
  /// Why it ends, when it does not end because it was asked to.
  private var failure: CommandFailure?

  init(source: ListenSource, endsAtFirst: Bool, printer: ListenPrinter, console: Console) {
    self.source = source
    self.endsAtFirst = endsAtFirst
    self.printer = printer
    self.console = console
  }

  /// Listens until the end.
  mutating func run(
    for duration: Double?,
    start: (@escaping @Sendable (PipelineRunner.Event) -> Void) throws(RecognitionError) -> any ListenSession
  ) async throws -> ExitCode {
    let (events, continuation) = AsyncStream.makeStream(of: PipelineRunner.Event.self)
    let session: any ListenSession
    do throws(RecognitionError) { session = try start { continuation.yield($0) } } catch { throw end(error) }
    let token = Interruption.shared.add { session.stop() }
    defer { Interruption.shared.remove(token) }
    let clock = duration.map { seconds in
      Task {
        try? await Task.sleep(for: .seconds(seconds))
        if !Task.isCancelled { session.stop() }
      }
    }
    defer { clock?.cancel() }
    do {
      loop: for await event in events {
        if case .stopped(let error) = event {
          if let error, failure == nil { failure = end(error) }
          break loop
        }
        try receive(event, session)
      }
    } catch {
      // Nobody reads any more, or the disk is full.
      session.stop()
      for await event in events { if case .stopped = event { break } }
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

  private mutating func receive(_ event: PipelineRunner.Event, _ session: any ListenSession) throws {
    switch event {
    case .running: try begin()
    case .recovering(let error, let delay): try recover(from: error, in: delay, session)
    case .activity(let line, _):
      // At most one row is asked for; what begins while it is being ended is not it.
      if endsAtFirst, printer.count > 0 { return }
      let activity = try printer.activity(line, on: console)
      if endsAtFirst, activity.isBeginning { session.stop() }
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
      try printer.trouble("listening again", number: 0, retryIn: nil, isRestored: true, on: console)
    } else {
      console.detail("listening to \(source.title)")
    }
    hasRun = true
    isInTrouble = false
  }

  private mutating func recover(
    from error: RecognitionError, in delay: Double, _ session: any ListenSession
  ) throws {
    let trouble = SourceTrouble(error, of: source)
    guard hasRun else {
      failure = CommandFailure(trouble.exitCode, trouble.message, details: trouble.details)
      return session.stop()
    }
    isInTrouble = true
    console.report("\(trouble.message); trying again in \(NumberText.short(delay, decimals: 1)) s")
    if !trouble.details.isEmpty { console.detail("  " + trouble.details) }
    try printer.trouble(trouble.message, number: trouble.number, retryIn: delay, on: console)
  }

  private func end(_ error: RecognitionError) -> CommandFailure {
    let trouble = SourceTrouble(error, of: source)
    return CommandFailure(trouble.exitCode, trouble.message, details: trouble.details)
  }
}
