import Fingerprinting
import Foundation
import Media

/// Fingerprints the files of one command and tells about it.
struct IntakeSession {
  let sources: [MaterialSource]
  let jobs: Int
  private(set) var materials: [IntakeMaterial] = []
  private(set) var failures: [ExitCode] = []
  private(set) var speed = Speed(seconds: 0, elapsed: 0)

  static let options = [
    MaterialSource.id, MaterialSource.title, MaterialSource.campaign, OptionDefinition.jobs, OptionDefinition.format,
  ]

  init(_ sources: [MaterialSource], jobs: Int?) {
    self.sources = sources
    self.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// Reports each file that fails.
  /// - Throws: `CommandFailure` with the code interrupted.
  mutating func run(on console: Console) async throws(CommandFailure) {
    let start = ContinuousClock.now
    let meter = ProgressMeter(items: sources.count, start: start)
    let intake = Intake(sources, meter: meter)
    let ticker = ProgressTicker(meter, on: console)
    let token = Interruption.shared.add { intake.cancel() }
    var outcomes: [Intake.Outcome] = []
    await intake.run(jobs: jobs) { outcome in
      outcomes.append(outcome)
      switch outcome {
      case .success(let material):
        if let warning = material.warning { console.report(warning) }
        console.detail("\(material.source.input.name): \(material.fingerprint.peakCount) peaks")
      case .failure(let failure):
        if failure.exitCode != .interrupted { console.report(failure) }
      }
    }
    Interruption.shared.remove(token)
    ticker.stop()
    if Interruption.shared.isRequested { throw CommandFailure(.interrupted, "interrupted, nothing was added") }
    for outcome in outcomes {
      switch outcome {
      case .success(let material): materials.append(material)
      case .failure(let failure): failures.append(failure.exitCode)
      }
    }
    speed = Speed(
      seconds: materials.reduce(0) { $0 + $1.fingerprint.duration },
      elapsed: (ContinuousClock.now - start) / .seconds(1))
  }

  /// Puts all materials into a pack; one that is not fit for it becomes a failure.
  /// - Returns: The ids that were in the pack before.
  mutating func add(to builder: inout PackBuilder, on console: Console) -> Set<String> {
    var replaced: Set<String> = []
    materials = materials.filter { material in
      let isKnown = builder.contains(id: material.source.id)
      do {
        try material.add(to: &builder)
      } catch {
        console.report(
          "\"\(material.source.input.name)\" cannot be added: \((error as? PackError)?.message ?? "\(error)")")
        failures.append(.input)
        return false
      }
      if isKnown { replaced.insert(material.source.id) }
      return true
    }
    return replaced
  }

  var exitCode: ExitCode { .worst(of: failures, otherwise: .done) }
}
