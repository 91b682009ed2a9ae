import Earmark
import GStreamerKit
import Testing

/// Random changes of real lines.
@Suite struct DescriptionFuzzTests {
  /// The same numbers for the same seed.
  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  static let pieces = [
    " ", "\n", "!", ":", "(", ")", ".", ",", ";", "=", "\"", "'", "\\", "#", "$", "{", "}", "${", "${A}", "${A:-b c}",
    "/",
    "t.", "name=", "name=a", "audio/x-raw", "bin.(", "@preset=", "include ", "\0", "é", "\u{301}", "\u{A0}", "%", "\t",
    "0",
    "-1", "queue", "tee name=t",
  ]

  static func mutate(_ text: String, _ random: inout Random) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0...scalars.count, using: &random)
      let end = min(scalars.count, place + Int.random(in: 0...6, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: scalars.removeSubrange(place..<end)
      case 1:
        scalars.insert(contentsOf: Array(scalars[place..<end]), at: Int.random(in: 0...scalars.count, using: &random))
      default: scalars.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").unicodeScalars), at: place)
      }
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  static let texts = DescriptionSyntaxTests.lines + DescriptionSyntaxTests.texts.map(\.0)

  @Test(arguments: 0..<8) func readingNeverFailsOtherwiseThanWithAnError(seed: UInt64) {
    var random = Random(state: seed)
    for _ in 0..<600 {
      let text = Self.mutate(Self.texts.randomElement(using: &random) ?? "", &random)
      do throws(DescriptionError) {
        let description = try PipelineDescription.text(text, variables: ["A": "x y"], environment: [:])
        // What is written for GStreamer says the same when it is read again.
        let again = try PipelineDescription.text(description.launchText, environment: [:])
        #expect(again.launchText == description.launchText || description.launchText.contains("\\134"), "\(text)")
      } catch {
        #expect(error.line ?? 1 > 0 && error.column ?? 1 > 0 && !error.message.isEmpty, "\(text)")
      }
    }
  }

  @Test func whatPassesBecomesAPipelineOrAnError() {
    var random = Random(state: 99)
    var made = 0
    for _ in 0..<500 {
      let text = Self.mutate(Self.texts.randomElement(using: &random) ?? "", &random)
      do throws(DescriptionError) {
        _ = try PipelineDescription.text(text, variables: ["A": "x y"], environment: [:]).makePipeline()
        made += 1
      } catch {
        #expect(!error.message.isEmpty && !error.message.contains("earmark-element"), "\(text)")
        // GStreamer's parser finds no fault in the syntax that ours did not find first.
        #expect(!error.message.contains("syntax error"), "\(text)")
      }
    }
    #expect(made > 20)
  }
}
