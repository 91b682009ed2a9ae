import GStreamerKit
import Media

/// The elements of others that pipelines are made of.
enum ElementChecks {
  /// Something that one of several sets of elements does.
  struct Need: Sendable {
    let subject: String
    /// Whether nothing works without it.
    let isVital: Bool
    /// Each enough alone, the one to recommend first.
    let choices: [[String]]
  }

  static let needs: [Need] = [
    vital("decoding", ["decodebin", "uridecodebin", "typefind", "filesrc"]), vital("conversion", ["audioconvert"]),
    Need(subject: "resampling", isVital: false, choices: [["audioresample"]]), format("WAV", [["wavparse"]]),
    format("FLAC", [["flacparse", "flacdec"]]), format("Ogg Vorbis", [["oggdemux", "vorbisdec"]]),
    format("Ogg Opus", [["oggdemux", "opusdec"]]),
    format("MP3", [["mpegaudioparse", "mpg123audiodec"], ["mpegaudioparse", "avdec_mp3"]]),
    format("AAC", [["aacparse", "avdec_aac"], ["aacparse", "faad"]]), format("MP4", [["qtdemux"]]),
    format("Matroska and WebM", [["matroskademux"]]), format("MPEG-TS", [["tsdemux"]]),
    format("AC-3", [["avdec_ac3"], ["a52dec"]]), format("AIFF", [["aiffparse"]]),
    Need(
      subject: "stream HTTP and Icecast", isVital: false,
      choices: [["souphttpsrc", "icydemux"], ["curlhttpsrc", "icydemux"]]),
    Need(subject: "stream RTSP", isVital: false, choices: [["rtspsrc", "rtpjitterbuffer", "udpsrc"]]),
    Need(subject: "stream HLS", isVital: false, choices: [["hlsdemux"], ["hlsdemux2"]]),
    Need(subject: "sound source", isVital: false, choices: [["pulsesrc"], ["pipewiresrc"], ["alsasrc"]]),
  ]

  static func all() -> [Check] { needs.map { check($0, has: GStreamer.hasElement) } }

  static func check(_ need: Need, has: (String) -> Bool) -> Check {
    if let choice = need.choices.first(where: { $0.allSatisfy(has) }) {
      return .ok(need.subject, choice.joined(separator: ", "))
    }
    let missing = (need.choices.first ?? []).filter { !has($0) }
    var packages: [String] = []
    for package in missing.compactMap(PluginPackage.name(forDetail:)) where !packages.contains(package) {
      packages.append(package)
    }
    let finding = "missing: \(missing.joined(separator: ", "))"
    let remedy =
      packages.isEmpty
      ? "install the GStreamer plugins that bring it"
      : "install the Debian package\(packages.count > 1 ? "s" : "") \(packages.joined(separator: " "))"
    return need.isVital
      ? .fail(need.subject, finding, remedy: remedy) : .warn(need.subject, finding, remedy: remedy)
  }

  private static func vital(_ subject: String, _ elements: [String]) -> Need {
    Need(subject: subject, isVital: true, choices: [elements])
  }

  private static func format(_ name: String, _ choices: [[String]]) -> Need {
    Need(subject: "format \(name)", isVital: false, choices: choices)
  }
}
