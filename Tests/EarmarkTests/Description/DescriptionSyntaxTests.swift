import Earmark
import GStreamerKit
import Testing

/// What GStreamer's parser gets to read.
@Suite struct DescriptionSyntaxTests {
  static let texts: [(String, String)] = [
    ("fakesrc ! fakesink", "fakesrc ! fakesink"),
    ("fakesrc!fakesink", "fakesrc ! fakesink"),
    ("  fakesrc\n\n!\tfakesink\r\n", "fakesrc ! fakesink"),
    ("# a comment\nfakesrc # another ! \"\n! fakesink #", "fakesrc ! fakesink"),
    ("fakesrc \\\n  ! fakesink", "fakesrc ! fakesink"),
    ("fakesrc num-buffers = 3 ! fakesink", "fakesrc num-buffers=3 ! fakesink"),
    ("filesrc location=a#b", "filesrc location=\"a#b\""),
    ("filesrc location=\"a # b\"", "filesrc location=\"a # b\""),
    ("filesrc location='a \"b\" \\ ${C}'", "filesrc location=\"a \\\"b\\\" \\\\ ${C}\""),
    ("filesrc location=a\\ b", "filesrc location=\"a b\""),
    ("filesrc location=\"a\\\"b\"", "filesrc location=\"a\\\"b\""),
    ("filesrc location=\"\"", "filesrc location=\"\""),
    ("filesrc location=a\"b", "filesrc location=\"a\\\"b\""),
    ("filesrc location=\"a\nb\"", "filesrc location=\"a\nb\""),
    ("filesrc location=/a/b:c,d%20@e=~.wav", "filesrc location=/a/b:c,d%20@e=~.wav"),
    ("( fakesrc ! identity ) ! fakesink", "( fakesrc ! identity ) ! fakesink"),
    ("(fakesrc ! identity)!fakesink", "( fakesrc ! identity ) ! fakesink"),
    ("bin.(name=b fakesrc ! fakesink )", "( name=b fakesrc ! fakesink )"),
    ("pipeline . ( fakesrc ! fakesink )", "pipeline.( fakesrc ! fakesink )"),
    ("tee name=t t. ! queue ! fakesink t.src_1 ! fakesink", "tee name=t t. ! queue ! fakesink t.src_1 ! fakesink"),
    ("fakesrc ! tee name=t t.src_%u ! fakesink", "fakesrc ! tee name=t t.src_%u ! fakesink"),
    ("fakesrc .src ! .sink fakesink", "fakesrc .src ! .sink fakesink"),
    ("a .x , y ! .z,w b", "a .x , y ! .z , w b"),
    ("fakesrc ! audio/x-raw ! fakesink", "fakesrc ! audio/x-raw ! fakesink"),
    (
      "fakesrc ! audio/x-raw,\n # mono\n channels=1, format={ (string)F32LE, S16LE } ! fakesink",
      "fakesrc ! audio/x-raw, channels=1, format={ (string)F32LE, S16LE } ! fakesink"
    ),
    ("fakesrc ! 'audio/x-raw, rate=8000' ! fakesink", "fakesrc ! audio/x-raw, rate=8000 ! fakesink"),
    ("fakesrc ! \"audio/x-raw, a=\\\"b!\\\"\" ! fakesink", "fakesrc ! audio/x-raw, a=\"b\\041\" ! fakesink"),
    (
      "fakesrc ! audio/x-raw(memory:SystemMemory);audio/x-ac3 ! fakesink",
      "fakesrc ! audio/x-raw(memory:SystemMemory);audio/x-ac3 ! fakesink"
    ),
    (
      "fakesrc ! capsfilter caps=audio/x-raw,rate=8000 ! fakesink",
      "fakesrc ! capsfilter caps=audio/x-raw,rate=8000 ! fakesink"
    ),
    ("uridecodebin uri=http://a/b?c=d&e ! fakesink", "uridecodebin uri=\"http://a/b?c=d&e\" ! fakesink"),
    ("file:///a/b.wav ! decodebin ! fakesink", "file:///a/b.wav ! decodebin ! fakesink"),
    ("fakesrc ! file:///tmp/a", "fakesrc ! file:///tmp/a"),
    ("tee ! queue tee1. ! tee ! queue", "tee name=tee0 ! queue tee1. ! tee name=tee1 ! queue"),
    ("filesrc location=\"\\\"a b\\\"\"", "filesrc location=\"\\\"a b\\\"\""),
    ("filesrc location=\"a\\\\\"", "filesrc location=\"\\\"a\\\\134\\\"\""),
    ("decodebin name=d d. : identity", "decodebin name=d d. : identity"),
    ("lamemp3enc @preset=\"a b\"", "lamemp3enc @preset=\"a b\""),
    ("bin child::volume=1", "bin child::volume=1"),
    ("\u{FEFF}fakesrc ! fakesink", "fakesrc ! fakesink"),
  ]

  @Test(arguments: texts) func whatIsWritten(_ text: String, _ expected: String) throws {
    let description = try PipelineDescription.text(text)
    #expect(description.launchText == expected)
    // It is a fixed point.
    #expect(try PipelineDescription.text(expected.replacing("${", with: "$\\{")).launchText.isEmpty == false)
  }

  /// Lines people run, on elements that Debian's base and good packages have.
  static let lines = [
    "audiotestsrc num-buffers=1 ! audioconvert ! audioresample ! autoaudiosink",
    "filesrc location=\"a b.ogg\" ! oggdemux ! vorbisdec ! audioconvert ! fakesink",
    "filesrc location=x.mkv ! matroskademux name=d d.audio_0 ! queue ! fakesink d.video_0 ! queue ! fakesink",
    "filesrc location=x ! decodebin name=d d. ! queue ! audioconvert ! fakesink d. ! queue ! videoconvert ! fakesink",
    "audiotestsrc ! tee name=t ! queue ! fakesink t. ! queue ! fakesink",
    "audiomixer name=m ! fakesink audiotestsrc freq=440 ! m. audiotestsrc freq=880 ! m.",
    "audiomixer name=m sink_0::volume=0.5 ! fakesink audiotestsrc ! m.sink_0",
    "playbin uri=file:///a audio-sink=\"fakesink sync=true\" flags=audio+soft-volume",
    "playbin3 uri=file:///a video-sink=fakesink",
    "audiotestsrc wave=ticks volume=0.25 is-live=true ! queue leaky=downstream max-size-time=1000000 ! fakesink",
    "audiotestsrc wave=8 ! audio/x-raw,format=(string)F32LE,rate=(int)44100,channels=(int)2 ! fakesink",
    "audiotestsrc ! audio/x-raw,rate=[8000,48000] ! fakesink",
    "audiotestsrc ! audio/x-raw,channels=2 ! deinterleave name=d d.src_0 ! queue ! fakesink d.src_1 ! fakesink",
    "( audiotestsrc ! volume volume=2 ) ! fakesink",
    "bin.( name=b audiotestsrc ! audioconvert ) ! fakesink",
    "uridecodebin uri=rtsp://host/x ! audioconvert ! earfingerprint pack=a ! earapi ! eartimelinesink",
    "audiotestsrc ! earfingerprint interval=500000000 speed-range=0.1 ! earapi hold=6000000000 ! eartimelinesink sync=1",
    "videotestsrc pattern=snow ! video/x-raw,framerate=30000/1001,width=320 ! videoconvert ! fakesink",
    "appsrc caps=\"audio/x-raw,format=F32LE,rate=8000,channels=1,layout=interleaved\" ! fakesink",
    "udpsrc port=5004 caps=application/x-rtp,media=audio ! rtpjitterbuffer latency=50 ! fakesink",
    "souphttpsrc location=http://a/b is-live=true ! icydemux ! fakesink",
    "filesrc location=x ! multifilesink location=\"a-%05d.raw\"",
    "audiotestsrc ! level message=true interval=100000000 ! fakesink",
    "input-selector name=s ! fakesink audiotestsrc ! s. audiotestsrc ! s.",
    "audiotestsrc num-buffers=-1 timestamp-offset=-5 ! identity sleep-time=5 drop-probability=0.5 ! fakesink",
    "audiotestsrc ! clocksync ts-offset=-1000 ! valve drop=TRUE ! fakesink name=a\\ b",
    "rtpbin name=r audiotestsrc ! alawenc ! rtppcmapay ! r.send_rtp_sink_0 r.send_rtp_src_0 ! udpsink port=5000",
    "audiotestsrc ! vorbisenc quality=0.4 ! oggmux ! filesink location=x.ogg",
    "filesrc location=a ! fakesink audiotestsrc ! fakesink",
    "file:///a ! fakesink",
  ]

  /// GStreamer takes what is written for it as it takes the line itself.
  @Test(arguments: lines) func realLines(_ line: String) throws {
    Stages.register()
    let pipeline = try Pipeline(line)
    let ours = try PipelineDescription.text(line).makePipeline()
    #expect(ours.elements.map(\.factory) == pipeline.elements.map(\.factory))
  }

  /// In a process that has made other elements of the kind too.
  @Test func namesThatGStreamerGives() throws {
    for _ in 0..<2 {
      let pipeline = try PipelineDescription.text("fakesrc ! tee ! queue ! fakesink tee0. ! fakesink").makePipeline()
      #expect(pipeline.element(named: "tee0") != nil)
    }
  }
}
