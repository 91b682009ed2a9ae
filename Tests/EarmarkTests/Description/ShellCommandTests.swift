import Earmark
import Foundation
import TestAudio
import Testing

/// The command for a shell runs the same pipeline.
@Suite struct ShellCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: DescriptionVariableTests.hostile.filter { $0 != "." && !$0.contains("/") })
  func hostileNamesOfFiles(_ value: String) throws {
    let source = "s" + value
    let target = "t" + value
    try folder.write(source, Data("contents".utf8))
    let description = try PipelineDescription.text(
      """
      # Copies a file.
      filesrc location=${SOURCE} ! identity name="an odd # name" ! filesink location="${TARGET}"
      """, variables: ["SOURCE": folder.path(source), "TARGET": folder.path(target)])
    let result = try Tool.run(
      URL(filePath: "/bin/sh"), ["-c", description.shellCommand], folder: folder.url, limit: 60)
    #expect(result.status == 0, "\(description.shellCommand)\n\(result.error)")
    #expect(try folder.contents(target) == Data("contents".utf8))
  }

  @Test(arguments: [
    "audiotestsrc num-buffers=9 ! audio/x-raw, rate=8000, format=(string)\"F32LE\" ! wavenc ! filesink location=o",
    "( audiotestsrc num-buffers=9 ! audio/x-raw,rate=8000 ! identity ) ! tee ! queue ! fakesink tee0. ! queue ! wavenc ! filesink location=o",
    "audiomixer name=m ! wavenc ! filesink location=o audiotestsrc num-buffers=9 ! m.sink_0 audiotestsrc num-buffers=9 ! m.",
    "appsrc num-buffers=0 name=unused ! fakesink audiotestsrc num-buffers=9 .src ! .sink wavenc ! filesink location='o'",
    "audiotestsrc num-buffers=9 ! queue leaky=2 ! wavenc ! filesink location=./o",
  ]) func lines(_ text: String) throws {
    let description = try PipelineDescription.text(text)
    let command = description.shellCommand
    #expect(command.hasPrefix("gst-launch-1.0 -e ") && !command.contains("\n"))
    let result = try Tool.run(
      URL(filePath: "/bin/sh"), ["-c", command.replacing("appsrc num-buffers=0", with: "fakesrc num-buffers=1")],
      folder: folder.url, limit: 60)
    #expect(result.status == 0, "\(command)\n\(result.error)")
    #expect(try folder.contents("o").count > 44)
  }
}
