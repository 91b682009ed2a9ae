import GStreamerKit
import Media

/// Where sound comes from that is listened to as it comes.
struct ListenSource: Sendable, Equatable {
  /// The kinds of sources: they differ in what goes wrong with them.
  enum Kind: Sendable, Equatable {
    /// A device by its name; nil for the one the sound system takes by itself.
    case device(String?)
    /// A stream by its address.
    case stream(String)
    /// Launch text.
    case text
  }

  let kind: Kind
  /// What rows and messages call it.
  let name: String
  /// The beginning of the pipeline, up to raw audio.
  let launchText: String
  /// Whether it gives sound at its own pace, whether somebody takes it or not.
  let isPaced: Bool

  /// The name of the element that opens a device, and of the one that opens a stream.
  static let element = "listened"

  static func device(_ device: AudioDevice) -> ListenSource {
    let words = device.launchText.split(separator: " ", maxSplits: 1).map(String.init)
    let choice = words.count > 1 ? " " + words[1] : ""
    return ListenSource(
      kind: .device(device.name), name: device.name,
      launchText: device.element + " name=\(element)" + choice + pace(device.element), isPaced: true)
  }

  /// What the sound system takes when nothing is named, also when that changes.
  static func standardDevice(_ device: AudioDevice) -> ListenSource {
    guard device.isDefault else { return .device(device) }
    return ListenSource(
      kind: .device(nil), name: device.name, launchText: "\(device.element) name=\(element)" + pace(device.element),
      isPaced: true)
  }

  static func stream(_ uri: String) -> ListenSource {
    // The address is set as a property: it may hold any character.
    let scheme = uri.prefix { $0 != ":" }.lowercased()
    return ListenSource(
      kind: .stream(uri), name: uri,
      launchText: "uridecodebin name=\(element) caps=audio/x-raw expose-all-streams=false",
      isPaced: ["rtsp", "rtspt", "rtsph", "rtspu", "rtp", "udp", "srt"].contains(scheme))
  }

  static func text(_ text: String) -> ListenSource {
    ListenSource(kind: .text, name: text, launchText: text, isPaced: false)
  }

  /// Sound comes in pieces of 20 ms, so that nothing waits long for the device.
  private static func pace(_ element: String) -> String {
    ["pulsesrc", "alsasrc"].contains(element) ? " latency-time=20000 buffer-time=400000" : ""
  }

  /// The whole pipeline. The pack is set as a property.
  func pipelineText(markers: Bool) -> String {
    // The only queue that may throw audio away stands before all stages, and only behind a source that cannot wait: a full
    // one throws their events away with it.
    let leak = isPaced ? "leaky=downstream " : ""
    return """
      \(launchText)
      ! queue \(leak)max-size-time=10000000000 max-size-buffers=100000 max-size-bytes=64000000
      ! audio/x-raw,rate=[1000,768000],channels=[1,63] ! audioconvert ! audio/x-raw,layout=interleaved
      ! earfingerprint interval=\(Self.interval)
      \(markers ? "! earmarkerdetect " : "")! earapi ! eartimelinesink post-messages=false
      """
  }

  /// What messages call it.
  var title: String {
    switch kind {
    case .device(let name): name.map { "the device \($0)" } ?? "the default device"
    case .stream(let uri): "\"\(uri)\""
    case .text: "--source"
    }
  }

  /// How often a heard material is looked for, ns.
  static let interval = 500_000_000
}
