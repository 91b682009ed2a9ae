import Foundation
import TestAudio
import Testing

/// What pipelines of stock programs leave behind: nothing.
@Suite struct LaunchLeakTests {
  let folder: TemporaryFolder
  let pack: String
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    pack = try Broadcast.writePack(to: folder)
    file = try Broadcast.write([.init(material: "one", until: 5)], to: folder)
    try folder.write("text.txt", Array("no audio\n".utf8))
  }

  private func expectNothingAlive(_ launch: Launch, sourceLocation: SourceLocation = #_sourceLocation) {
    let lines = launch.result.error.split(separator: "\n")
    #expect(
      lines.contains { $0.contains("object-alive.class") }, "the tracer did not run", sourceLocation: sourceLocation)
    let alive = lines.filter { $0.contains("object-alive, ") && !$0.contains("new format") }
    #expect(alive.isEmpty, sourceLocation: sourceLocation)
  }

  private static let tracer = ["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7"]

  /// Launch lines in which FILE, PACK and FOLDER stand for what they say, and how they end.
  @Test(arguments: [
    ("filesrc location=FILE ! decodebin ! audioconvert ! earfingerprint pack=PACK ! earapi ! eartimelinesink", true),
    (
      "filesrc location=FILE ! wavparse ! earfingerprint post-messages=true pack=PACK ! earapi post-messages=true ! "
        + "eartimelinesink location=FOLDER/rows.jsonl clock-start=2026-01-31T20:15:00Z", true
    ),
    ("filesrc location=FILE ! wavparse ! queue ! earfingerprint ! queue ! earapi ! queue ! eartimelinesink", true),
    (
      "filesrc location=FILE ! wavparse ! earfingerprint pack=PACK ! tee name=t ! queue ! earapi ! eartimelinesink t. ! "
        + "queue ! fakesink", true
    ),
    ("audiotestsrc num-buffers=20 ! earfingerprint pack=PACK ! earapi ! eartimelinesink", true),
    ("filesrc location=FILE ! wavparse ! earapi ! eartimelinesink", true),
    ("filesrc location=FILE ! wavparse ! eartimelinesink", true),
    ("filesrc location=FILE ! wavparse ! earrecognizer pack=PACK location=FOLDER/ear.jsonl ! fakesink", true),
    (
      // Without its volume control, which playbin itself leaks.
      "playbin flags=audio uri=file://FILE audio-filter=\"earrecognizer pack=PACK\" audio-sink=fakesink", true
    ),
    // What a player bears: no such pack, no such stage, stages that fail.
    ("filesrc location=FILE ! wavparse ! earrecognizer pack=FOLDER/none markers=true ! fakesink", true),
    ("filesrc location=FILE ! wavparse ! earrecognizer pack=PACK chain=nosuchelement ! fakesink", true),
    ("filesrc location=FILE ! wavparse ! earrecognizer pack=PACK chain=\"identity error-after=3\" ! fakesink", true),
    (
      "filesrc location=FILE ! wavparse ! earrecognizer chain=\"capsfilter caps=audio/x-raw,rate=1\" ! fakesink", true
    ),
    // What ends with an error: no such pack, no pack at all, a file that cannot be made, a time that is none, no audio.
    ("filesrc location=FILE ! wavparse ! earfingerprint pack=FOLDER/none ! earapi ! eartimelinesink", false),
    ("filesrc location=FILE ! wavparse ! earfingerprint pack=PACK ! earapi pack=FILE ! eartimelinesink", false),
    (
      "filesrc location=FILE ! wavparse ! earfingerprint pack=PACK ! earapi ! eartimelinesink location=/dev/null/x",
      false
    ),
    ("filesrc location=FILE ! wavparse ! earfingerprint pack=PACK ! earapi ! eartimelinesink clock-start=noon", false),
    (
      "filesrc location=FOLDER/text.txt ! decodebin ! audioconvert ! earfingerprint pack=PACK ! earapi ! eartimelinesink",
      false
    ),
    ("fakesrc num-buffers=3 ! earfingerprint pack=PACK ! earapi ! eartimelinesink", false),
    (
      "filesrc location=FILE ! wavparse ! earfingerprint pack=PACK ! identity error-after=5 ! earapi ! eartimelinesink",
      false
    ),
    ("filesrc location=FILE ! wavparse ! earrecognizer pack=PACK ! identity error-after=5 ! fakesink", false),
  ])
  func nothingIsLeftBehind(line: String, succeeds: Bool) throws {
    let line = line.replacing("FILE", with: file).replacing("PACK", with: pack).replacing(
      "FOLDER", with: folder.url.path)
    let launch = try Launch(line, environment: Self.tracer)
    #expect((launch.result.status == 0) == succeeds, "\(launch.result.error.suffix(2000))")
    expectNothingAlive(launch)
  }

  /// A Ctrl-C, with `-e` and without, leaves nothing either.
  @Test(arguments: [["-m"], ["-m", "-e"]]) func anInterruptLeavesNothingBehind(options: [String]) throws {
    let line =
      "filesrc location=\(file) ! wavparse ! earfingerprint pack=\(pack) ! earapi ! eartimelinesink sync=true"
    let result = try Tool.run(
      Launch.program, options + line.split(separator: " ").map(String.init),
      environment: Launch.environment.merging(Self.tracer) { $1 }, limit: 60
    ) { process in
      usleep(700_000)
      process.interrupt()
    }
    let alive = result.error.split(separator: "\n").filter {
      $0.contains("object-alive, ") && !$0.contains("new format")
    }
    #expect(result.error.contains("object-alive.class") && alive.isEmpty)
  }
}
