import Fingerprinting
public import GStreamerKit
import Media
import Recognition

extension Recognizer {
  private static let stages = "earfingerprint name=fingerprint ! earapi name=api ! eartimelinesink name=timeline"
  /// What a capture that is not kept up with loses is lost before the stages, and counted.
  private static let slack = "queue leaky=downstream max-size-time=10000000000 max-size-bytes=0 max-size-buffers=0"

  /// Listens to a microphone, or to what a sound output plays. Unless the configuration says otherwise, a device that is
  /// missing or goes away is tried again.
  /// - Parameters:
  ///   - pack: path of the pack of materials.
  ///   - device: one that a `DeviceMonitor` has found; nil: what the sound system takes.
  /// - Throws: `RecognitionError`.
  public static func listen(
    pack: String, device: AudioDevice? = nil, configuration: Configuration = Configuration()
  ) throws(RecognitionError) -> Recognizer {
    try make(
      "\(device?.launchText ?? "autoaudiosrc") ! \(slack) ! audioconvert ! \(stages)", pack, configuration,
      name: device?.displayName ?? "microphone", restart: .always)
  }

  /// Reads a recording or a stream: a path, `file://…`, or any URI that GStreamer has a source for. A recording is read as
  /// fast as it decodes. Unless the configuration says otherwise, a stream that breaks off is tried again, a recording
  /// is not.
  /// - Throws: `RecognitionError`.
  public static func input(
    _ input: String, pack: String, configuration: Configuration = Configuration()
  ) throws(RecognitionError) -> Recognizer {
    let source: MediaSource
    do throws(DecodeError) { source = try MediaSource(AudioInput(input)) } catch {
      throw RecognitionError(.input, error.message, cause: error)
    }
    var configuration = configuration
    configuration.clockStart = configuration.clockStart ?? source.input.modificationTime
    let isStream = if case .uri = source.input { true } else { false }
    return try make(
      "\(source.description) ! \(stages)", pack, configuration, name: source.input.name,
      restart: isStream ? .onFailure : .never, prepare: { source.prepare($0) })
  }

  /// Recognises what the program pushes with `append`. `finish` ends it; `stop` as well, but waits for what was pushed last
  /// for two seconds only.
  /// - Throws: `RecognitionError`.
  public static func pushed(
    pack: String, configuration: Configuration = Configuration()
  ) throws(RecognitionError) -> Recognizer {
    let name = configuration.source ?? "program"
    return try make(
      "appsrc name=input format=time ! \(stages)", pack, configuration, name: name,
      // The program may make pauses.
      restart: RestartPolicy(when: .never, stallTimeout: nil),
      pushed: { hub in
        PushedAudio(limit: configuration.pushLimit, source: name) { fault, session in
          hub.receive(.fault(line: fault.line), session: session)
        }
      })
  }

  private static func make(
    _ line: String, _ pack: String, _ configuration: Configuration, name: String, restart: RestartPolicy,
    pushed: ((ResultHub) -> PushedAudio)? = nil, prepare: (@Sendable (Pipeline) -> Void)? = nil
  ) throws(RecognitionError) -> Recognizer {
    var configuration = configuration
    configuration.pack = pack
    let description: PipelineDescription
    do throws(DescriptionError) { description = try .text(line, name: name) } catch {
      throw RecognitionError(.description, "\(error)", cause: error)
    }
    return try Recognizer(
      description, configuration, source: name, restart: restart, pushed: pushed, prepare: prepare)
  }

  // MARK: Packs

  /// Opens the pack for its precise error; the stage opens it again, which costs a mapping.
  static func check(pack: String) throws(RecognitionError) {
    do { _ = try Pack(path: pack) } catch {
      throw RecognitionError(.pack, (error as? PackError)?.message ?? "\(error)", cause: error)
    }
  }

  /// Sets the pack of the stages among the elements. Those whose own is empty follow the fingerprint stage.
  static func set(pack: String, in elements: [ElementRef]) throws(RecognitionError) {
    let heads = elements.filter { ["earfingerprint", "earrecognizer"].contains($0.factory) }
    guard !heads.isEmpty else {
      throw RecognitionError(
        .stage,
        "There is no earfingerprint and no earrecognizer here that takes a pack; set it where the pipeline is made.")
    }
    for element in elements where ["earapi", "earmarkerdetect"].contains(element.factory) {
      if let own: String = element.get("pack"), !own.isEmpty { element.set("pack", pack) }
    }
    for element in heads { element.set("pack", pack) }
  }
}
