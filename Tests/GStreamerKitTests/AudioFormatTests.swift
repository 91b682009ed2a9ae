import GStreamerKit
import Testing

@Suite struct AudioFormatTests {
  init() { #expect(TestSupport.isReady) }

  @Test func capsAreRead() throws {
    let caps = try #require(
      Caps("audio/x-raw, format=S24LE, rate=48000, channels=6, channel-mask=(bitmask)0x3f, layout=interleaved"))
    let format = try #require(AudioFormat(caps))
    #expect(format.sampleFormat == "S24LE")
    #expect(format.rate == 48000)
    #expect(format.channels == 6)
    #expect(format.sampleSize == 3)
    #expect(format.frameSize == 18)
    #expect(AudioFormat(try #require(format.caps)) == format)
  }

  @Test(arguments: [
    "audio/x-raw, format=S16LE, rate=48000, channels=2, layout=non-interleaved",
    "audio/x-raw, format=S16LE, rate=[1,2], channels=2, layout=interleaved",
    "audio/mpeg, mpegversion=1", "video/x-raw", "audio/x-raw, format=NONSENSE, rate=1, channels=1, layout=interleaved",
    "audio/x-raw, format=S16LE, layout=interleaved", "ANY", "EMPTY",
  ])
  func otherCapsAreNone(text: String) {
    #expect(Caps(text).flatMap { AudioFormat($0) } == nil)
  }

  @Test func nonsenseIsRefused() {
    #expect(AudioFormat(sampleFormat: "S17LE", rate: 8000, channels: 1) == nil)
    #expect(AudioFormat(sampleFormat: "ENCODED", rate: 8000, channels: 1) == nil)
    #expect(AudioFormat(sampleFormat: "S16LE", rate: 0, channels: 1) == nil)
    #expect(AudioFormat(sampleFormat: "S16LE", rate: 8000, channels: 0) == nil)
    #expect(AudioFormat(sampleFormat: "S16LE", rate: 8000, channels: 65) == nil)
    #expect(Caps("not, caps(") == nil)
  }

  @Test func everyFormatOfThePadsIsKnown() throws {
    let caps = try #require(Caps(AudioFormat.anyCaps))
    #expect(caps.structure?.get("format", as: [String].self)?.count == 30)
    #expect(
      caps.intersects(try #require(Caps("audio/x-raw, format=U18BE, rate=384000, channels=64, layout=interleaved"))))
    #expect(!caps.intersects(try #require(Caps("audio/x-raw, layout=non-interleaved"))))
  }
}
