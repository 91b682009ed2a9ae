import Media
import Testing

@testable import EarmarkCommand

@Suite struct ExitCodeTests {
  @Test func theWorstFailureCounts() {
    #expect(ExitCode.worst(of: [.input, .pack, .input], otherwise: .done) == .pack)
    #expect(ExitCode.worst(of: [.network, .notAuthorised, .pack], otherwise: .done) == .notAuthorised)
    #expect(ExitCode.worst(of: [], otherwise: .nothingRecognised) == .nothingRecognised)
  }

  @Test(arguments: [
    (DecodeError.Code.notFound, ExitCode.input), (.directory, .input), (.empty, .input), (.notMedia, .input),
    (.stalled, .input), (.corrupt, .input), (.missingDecoder, .input), (.network, .network),
    (.notAuthorised, .notAuthorised), (.cancelled, .interrupted),
  ])
  func inputsFailWithTheirCode(_ code: DecodeError.Code, _ exitCode: ExitCode) {
    let failure = CommandFailure(DecodeError(code, "said", details: "more"))
    #expect(failure == CommandFailure(exitCode, "said", details: "more"))
  }
}
