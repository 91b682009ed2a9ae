import Foundation
import TestAudio
import Testing

/// The example of a service, as its README says it is tried.
@Suite struct ServiceExampleTests {
  private let example = RunSound.pipelines.deletingLastPathComponent().appending(path: "examples/service")

  @Test func theUnitRuns() throws {
    let result = try Tool.run(
      example.appending(path: "run.sh"), [], environment: ["EARMARK": Earmark.program.path], limit: 120)
    #expect(result.status == 0, "\(result.text)\(result.error)")
    for word in ["READY=1", "STATUS=2 pipelines: ", "STOPPING=1", "the program ended with 0"] {
      #expect(result.text.contains(word), "\(result.text)\(result.error)")
    }
    #expect(result.text.contains("\"material_id\":\"corner-bakery\""), "\(result.text)")
    #expect(result.text.contains("\"material_id\":\"stillwater-tea\""), "\(result.text)")
  }

  @Test func aProgramThatIsNotThereIsSaid() throws {
    let result = try Tool.run(example.appending(path: "run.sh"), [], environment: ["EARMARK": "/nowhere/earmark"])
    #expect(result.status == 1 && result.error.contains("there is no program /nowhere/earmark"), "\(result.error)")
  }

  /// Options and codes that the unit relies on are those of the command.
  @Test func theUnitFitsTheCommand() throws {
    let unit = try String(contentsOf: example.appending(path: "earmark-monitor.service"), encoding: .utf8)
    #expect(unit.contains("Type=notify") && unit.contains("WatchdogSec=") && unit.contains("Restart=on-failure"))
    #expect(unit.contains("RestartPreventExitStatus=2 4"))
    let variables = try String(contentsOf: example.appending(path: "monitor.env"), encoding: .utf8)
    for use in unit.matches(of: /\$\{(\w+)\}/) { #expect(variables.contains("\n\(use.1)="), "\(use.1)") }
  }
}
