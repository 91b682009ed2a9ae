import GStreamerKit

/// A marker stage that hears what it is told to: code 7 at two seconds and code 9 at six, say, with `codes="2:7 6:9"`. Each
/// holds for two seconds.
final class MarkerSpeaker: AudioAnalyser {
  @Property("Words SECOND:CODE, in order") var codes = ""
  private var words: [(time: UInt64, code: UInt64)] = []

  override class var info: ElementInfo {
    ElementInfo(
      "earmarkerspeaker", longName: "Marker speaker", category: "Filter/Audio", about: "Tests", pads: audioPads)
  }

  override func start() throws {
    words = codes.split(separator: " ").compactMap { word in
      let numbers = word.split(separator: ":").compactMap { UInt64($0) }
      return numbers.count == 2 ? (numbers[0] * 1_000_000_000, numbers[1]) : nil
    }
    var announcement = Structure("earmark-stage-marker")
    announcement["contract"] = Int32(1)
    announcement["stage"] = "earmarkerspeaker"
    announcement["algorithm"] = "none/1"
    announcement["details"] = ""
    announce(announcement)
  }

  override func analyse(_ audio: borrowing AudioBuffer) throws {
    let end = (audio.runningTime ?? 0) + audio.duration
    while let word = words.first, word.time <= end {
      words.removeFirst()
      var evidence = Structure("earmark-marker")
      evidence["contract"] = Int32(1)
      evidence["stage"] = name
      evidence["running-time"] = word.time
      evidence["stream-time"] = word.time
      evidence["duration"] = UInt64(1_000_000_000)
      evidence["code"] = word.code
      evidence["profile"] = "inband"
      evidence["false-alarms"] = 0.001
      evidence["confidence"] = 1.0
      evidence["valid-for"] = UInt64(2_000_000_000)
      push(.custom(evidence))
    }
  }
}
