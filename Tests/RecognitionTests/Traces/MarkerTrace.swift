import Synchronization

@testable import Recognition

/// Runs calls through a marker state machine; a token takes one second of running time unless said.
///
///     on off     capture starts, stops (no time)
///     7          code 7 is decoded, valid for 6 s
///     7=m        … and its identity m follows at once
///     =m         an identity alone
///     -          time passes            -*6  six times
///     ~          only the monotonic clock goes on: the source stalls
///     act:1      activity 1 is current; act: none (no time)
///
/// Events come out as `listening`, `detected`, `identified(m)`, `cleared`, `inactive`, names as `"m"` and `nil`, the
/// handler as `m@1` or `m@` without an activity.
struct MarkerTrace {
  private(set) var machine: MarkerStateMachine
  private(set) var events: [MarkerEvent] = []
  private let clock = TestClock()
  private var now: Double = 0

  init(_ script: String, isLive: Bool = false) {
    machine = MarkerStateMachine(isLive: isLive, monotonic: { [clock] in clock.now })
    for token in script.split(separator: " ") {
      let parts = token.split(separator: "*")
      for _ in 0..<(parts.count == 2 ? Int(parts[1]) ?? 1 : 1) { run(String(parts[0])) }
    }
  }

  var log: String {
    events.map { event in
      switch event {
      case .changed(let snapshot): snapshot.state.rawValue + (snapshot.marker.map { "(\($0.name))" } ?? "")
      case .named(let name): name.map { "\"\($0)\"" } ?? "nil"
      case .resolved(let marker, let activity): "\(marker.name)@\(activity ?? "")"
      }
    }.joined(separator: " ")
  }

  private mutating func record(_ new: [MarkerEvent]) { events += new }

  private mutating func run(_ token: String) {
    if token == "on" { return record(machine.start(at: nanoseconds(now))) }
    if token == "off" { return record(machine.stop()) }
    if token.hasPrefix("act:") {
      let id = String(token.dropFirst(4))
      return record(machine.activityChanged(to: id.isEmpty ? nil : id))
    }
    clock.advance(by: 1_000_000_000)
    if token == "~" { return record(machine.poll()) }
    now += 1
    if token == "-" { return record(machine.advance(to: nanoseconds(now))) }
    let parts = token.split(separator: "=", omittingEmptySubsequences: false)
    if let code = UInt64(parts[0]) {
      events += machine.decoded(code: code, at: nanoseconds(now), validFor: 6_000_000_000)
    }
    if parts.count == 2 {
      let name = String(parts[1])
      let identity = MarkerIdentity(id: name.isEmpty ? "" : "id-" + name, name: name)
      events += machine.identified(identity, at: nanoseconds(now), validFor: 6_000_000_000)
    }
  }
}

/// A monotonic clock that a test moves.
final class TestClock: Sendable {
  private let time = Mutex<UInt64>(1_000)

  var now: UInt64 { time.withLock { $0 } }

  func advance(by nanoseconds: UInt64) { time.withLock { $0 += nanoseconds } }
}
