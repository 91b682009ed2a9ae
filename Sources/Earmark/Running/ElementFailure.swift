import GStreamerKit

/// An error that an element of a running pipeline posted, and what it means.
struct ElementFailure {
  /// Name of the element.
  var element: String
  /// The name of its factory; empty when it has gone.
  var factory = ""
  /// The factory's classification.
  var category = ""
  /// What its property `uri` or `location` says, if it has one.
  var location = ""
  var error: ElementError

  init(element: String, factory: String = "", category: String = "", location: String = "", error: ElementError) {
    self.element = element
    self.factory = factory
    self.category = category
    self.location = location
    self.error = error
  }

  init(_ error: ElementError, from name: String, in pipeline: Pipeline) {
    let element = pipeline.element(named: name)
    self.init(
      element: name, factory: element?.factory ?? "", category: element?.category ?? "",
      location: element?.get("uri") ?? element?.get("location") ?? "", error: error)
  }

  /// Whether trying again cannot help: a bad pack, stages that do not fit together.
  var isFinal: Bool { isOwnStage && !(factory == "eartimelinesink" && error.domain == .resource) }

  /// The same for callers of the library.
  var recognitionError: RecognitionError { RecognitionError(code, message, cause: error) }

  private var isOwnStage: Bool { Stages.names.contains(factory) || factory == "earmarkerdetect" }

  private var code: RecognitionError.Code {
    if isOwnStage { return factory != "eartimelinesink" && error.domain == .resource ? .pack : .stage }
    if isMissingPlugin || error.domain == .stream && error.code != ElementError.Stream.failed.rawValue { return .input }
    if isNetwork { return .network }
    // A device that is taken away speaks of itself, or of the stream; formats that do not fit do as well.
    if isDevice { return isRefusedFormat ? .stage : .device }
    return category.contains("Source") || category.contains("Demux") || category.contains("Decoder") ? .input : .stage
  }

  private var isMissingPlugin: Bool {
    error.domain == .core && error.code == ElementError.Core.missingPlugin.rawValue
  }

  private var isNetwork: Bool {
    category.contains("Network") || category.contains("Adaptive")
      || location.contains("://") && !location.hasPrefix("file://") && error.domain == .resource
  }

  /// A microphone, or a loudspeaker.
  private var isDevice: Bool {
    ["Source/Audio", "Audio/Source", "Source/Video", "Sink/Audio"].contains { category.contains($0) }
      && factory != "audiotestsrc" && factory != "videotestsrc" && factory != "appsrc"
  }

  private var isRefusedFormat: Bool {
    error.debug.contains("not-negotiated") || error.debug.contains("not-linked") || error.domain == .core
  }

  private var message: String {
    guard code == .device else { return error.message }
    let resource = error.domain == .resource ? error.code : 0
    if resource == ElementError.Resource.busy.rawValue {
      return "The audio device of \(element) is busy: another program uses it; close that, or choose another device."
    }
    let hint =
      switch resource {
      case ElementError.Resource.notFound.rawValue: "plug it in, or choose another device"
      case ElementError.Resource.notAuthorized.rawValue: "this user may not record; see the system's sound settings"
      default: "is it plugged in, and is the sound server running?"
      }
    return "The audio device of \(element) cannot be used (\(Sentence.withoutStop(error.message))): \(hint)"
      + (hint.hasSuffix("?") ? "" : ".")
  }
}
