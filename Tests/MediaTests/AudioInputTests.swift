import Media
import Testing

@Suite struct AudioInputTests {
  @Test(arguments: [
    ("-", AudioInput.standardInput), ("a.wav", .file("a.wav")), ("./-", .file("./-")), ("-x.wav", .file("-x.wav")),
    ("a:b c.wav", .file("a:b c.wav")), ("C:/x", .file("C:/x")), ("http:/x", .file("http:/x")), ("", .file("")),
    ("://x", .file("://x")), ("1a://x", .file("1a://x")), ("a b://x", .file("a b://x")), ("é://x", .file("é://x")),
    ("http://h/x.mp3?q#f", .uri("http://h/x.mp3?q#f")), ("RTSP://h", .uri("RTSP://h")),
    ("a+b-c.9://x", .uri("a+b-c.9://x")), ("file:///tmp/a%20b%C3%BC.wav", .file("/tmp/a bü.wav")),
    ("file:///a%2", .uri("file:///a%2")), ("file:///a%00", .uri("file:///a%00")), ("file:///%FF", .uri("file:///%FF")),
    ("file://host/a", .uri("file://host/a")),
  ])
  func namesAreUnderstood(_ name: String, _ input: AudioInput) { #expect(AudioInput(name) == input) }

  @Test(arguments: [
    ("a.wav", "a"), ("x/y/a.b.flac", "a.b"), ("x/.hidden", ".hidden"), ("noext", "noext"), ("x/dir/", "dir"),
    ("http://h/p/song.mp3?token=a/b.c", "song"), ("http://radio.example", "radio"), ("a:b c.wav", "a:b c"),
  ])
  func stems(_ name: String, _ stem: String) { #expect(AudioInput(name).stem == stem) }

  @Test func someInputsHaveNoStem() {
    #expect(AudioInput("-").stem == nil)
    #expect(AudioInput("/").stem == nil)
  }
}
