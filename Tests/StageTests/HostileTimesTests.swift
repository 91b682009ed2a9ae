import GStreamerKit
import Recognition
import Testing

/// Timestamps that no recording has.
@Suite struct HostileTimesTests {
  private static let line = """
    audiotestsrc name=source num-buffers=40 samplesperbuffer=800 ! audio/x-raw,rate=8000 ! identity name=out
    ! earfingerprint ! earapi ! eartimelinesink name=timeline
    """

  @Test(arguments: [UInt64.max - 1, UInt64.max - 50_000_000, UInt64.max / 2, UInt64(Int64.max), 1 << 63])
  func timesAtTheEndOfTime(last: UInt64) async throws {
    let run = try await StageRun(Self.line) { pipeline in
      PadMeddler.install(on: pipeline.element(named: "out")) { number, time in number < 20 ? .pass : .at(last) }
    }
    #expect(run.error == nil)
  }

  @Test(arguments: [UInt64.max - 1, UInt64.max - 50_000_000]) func timesThatJumpAboutAndAreMissing(last: UInt64)
    async throws
  {
    let run = try await StageRun(Self.line) { pipeline in
      PadMeddler.install(on: pipeline.element(named: "out")) { number, time in
        switch number % 4 {
        case 0: .at(last)
        case 1: .at(nil)
        case 2: .gap
        default: .at(time)
        }
      }
    }
    #expect(run.error == nil)
  }

  @Test(arguments: [1e-9, 1e8, -1]) func rowsAreKeptThroughOddTimes(step: Double) async throws {
    let script = [Script.fingerprint(), Script.airing("a", 0...3)].joined(separator: "\n")
    let run = try await StageRun(
      """
      audiotestsrc num-buffers=60 samplesperbuffer=800 ! audio/x-raw,rate=8000 ! earscript name=script
      ! identity name=out ! earapi ! eartimelinesink name=timeline
      """
    ) { pipeline in
      pipeline.element(named: "script")?.set("script", script)
      PadMeddler.install(on: pipeline.element(named: "out")) { number, time in
        number < 35 ? .pass : .at(step < 0 ? UInt64.max - 1 : UInt64(Double(number) * step * 1e9))
      }
    }
    #expect(run.error == nil)
    #expect(run.rows.map { $0["material_id"]?.stringValue } == ["a"])
    #expect(run.rows.allSatisfy { $0["event"]?.stringValue == "ended" })
  }

  @Test(arguments: [100, 999, 1_000_000]) func ratesThatCannotBeAnalysedEndThePipeline(rate: Int) async throws {
    let run = try await StageRun(
      "audiotestsrc ! audio/x-raw,format=S16LE,rate=\(rate) ! earfingerprint ! earapi ! eartimelinesink name=timeline")
    #expect(run.error?.message.contains("\(rate) Hz cannot be analysed") == true, "\(String(describing: run.error))")
  }

  @Test func manyTinyBuffersAndOneHugeOne() async throws {
    for size in [1, 500_000] {
      let run = try await StageRun(
        """
        audiotestsrc num-buffers=\(size == 1 ? 5_000 : 2) samplesperbuffer=\(size) ! earfingerprint ! earapi
        ! eartimelinesink name=timeline
        """)
      #expect(run.error == nil)
      #expect(run.rows.isEmpty)
    }
  }
}
