import Foundation
import GStreamerKit
import Testing

@Suite struct SmokeTests {
  init() { #expect(TestSupport.isReady) }

  @Test func eventsPrecedeTheBufferThatCompletesTheirStretch() async throws {
    let pipeline = try Pipeline(
      """
      audiotestsrc num-buffers=4 samplesperbuffer=400 ! audio/x-raw,rate=8000,format=S16LE,channels=1
      ! earkitprobe name=p ! earkitcounter ! earkitcollector name=c
      """)
    try await pipeline.run()
    let got = pipeline.element(named: "c")?.get("got", as: String.self)
    #expect(
      got == """
        earmark-stage-probe buffer earmark-probe earmark-counted buffer buffer earmark-probe earmark-counted buffer eos
        """)
  }
}
