import Foundation
import TestAudio

/// What is played to listeners: a spot of twelve seconds and two of silence, over and over; and the pack that knows it.
struct Programme {
  let folder: TemporaryFolder

  /// The spot alone, the programme of two minutes, the pack with the material `spot` and the marker 7, `Seven`.
  var spot: String { folder.path("spot.wav") }
  var whole: String { folder.path("whole.wav") }
  var pack: String { folder.path("spots.earpack") }

  private static let made = Result { () throws -> Programme in
    let folder = try TemporaryFolder()
    let tune = Tune.samples(seed: 77, seconds: 12)
    try folder.write("spot.wav", WaveFile.bytes(tune))
    let round = tune + [Float](repeating: 0, count: 16000)
    try folder.write("whole.wav", WaveFile.bytes((0..<9).flatMap { _ in round }))
    let result = try Tool.run(
      Tool.products.appending(path: "earmark"), ["pack", "create", "spots.earpack", "spot.wav"], folder: folder.url)
    if result.status != 0 { throw Tool.Failure(message: result.error) }
    let marked = try Tool.run(
      Tool.products.appending(path: "earmark"),
      ["pack", "marker", "spots.earpack", "7", "--name", "Seven", "--id", "airing-7"], folder: folder.url)
    if marked.status != 0 { throw Tool.Failure(message: marked.error) }
    try Tool.launch(
      "filesrc location=\(folder.path("whole.wav")) ! wavparse ! audioresample ! audio/x-raw,rate=44100 "
        + "! lamemp3enc target=bitrate cbr=true bitrate=64 ! filesink location=\(folder.path("whole.mp3"))")
    return Programme(folder: folder)
  }

  /// Made once for all tests.
  static func make() async throws -> Programme { try await elsewhere { try made.get() } }

  /// The programme as an Icecast-like stream of MP3, 64 kbit/s.
  func server() throws -> StreamServer { try StreamServer(Array(try folder.contents("whole.mp3")), rate: 8000) }
}
