import CGStreamer

/// Turns what a pipeline said when it failed into an error that names the input and the way out.
struct DecodeDiagnosis {
  let input: AudioInput
  var missing: [MissingPlugin] = []
  /// Whether the source gave a single byte, as far as that is known.
  var hasData = true

  private var name: String { input == .standardInput ? input.name : "\"\(input.name)\"" }

  private func error(_ code: DecodeError.Code, _ message: String, _ failure: PipelineFailure) -> DecodeError {
    DecodeError(
      code, message, details: [failure.message, failure.debug].filter { !$0.isEmpty }.joined(separator: " | "))
  }

  func error(for failure: PipelineFailure) -> DecodeError {
    let missing = missing + MissingPlugin.list(inDebugText: failure.debug)
    if let plugin = missing.first(where: \.concernsSound) {
      return error(.missingDecoder, missingMessage(plugin), failure)
    }
    if !missing.isEmpty { return error(.noAudio, noAudio.message, failure) }
    switch failure.domain {
    case .resource: return resourceError(failure)
    // A source that gives up without saying why speaks of the stream.
    case .stream where failure.isFromSource: return resourceError(failure)
    case .stream: return streamError(failure)
    case .core where failure.code == Int32(GST_CORE_ERROR_MISSING_PLUGIN.rawValue):
      return error(.missingDecoder, "\(name) needs a GStreamer plugin that is not installed", failure)
    case .core, .other: return error(.failed, "\(name) cannot be decoded: \(failure.message)", failure)
    }
  }

  private func resourceError(_ failure: PipelineFailure) -> DecodeError {
    guard case .uri = input else {
      if failure.domain == .resource, failure.code == Int32(GST_RESOURCE_ERROR_NOT_FOUND.rawValue) {
        return error(.notFound, "there is no file \(name)", failure)
      }
      return error(.unreadable, "\(name) cannot be read", failure)
    }
    if let status = failure.httpStatus, status >= 400 {
      switch status {
      case 401, 403, 407: return error(.notAuthorised, "\(name) may not be read without authorisation", failure)
      case 404, 410: return error(.notFound, "there is nothing at \(name)", failure)
      default: return error(.network, "the server of \(name) answered with the status \(status)", failure)
      }
    }
    if failure.domain == .resource, failure.code == Int32(GST_RESOURCE_ERROR_NOT_AUTHORIZED.rawValue) {
      return error(.notAuthorised, "\(name) may not be read without authorisation", failure)
    }
    return error(.network, "\(name) cannot be read: check the address and the network", failure)
  }

  private func streamError(_ failure: PipelineFailure) -> DecodeError {
    switch failure.code {
    case Int32(GST_STREAM_ERROR_TYPE_NOT_FOUND.rawValue) where !hasData: return empty
    case Int32(GST_STREAM_ERROR_TYPE_NOT_FOUND.rawValue), Int32(GST_STREAM_ERROR_WRONG_TYPE.rawValue):
      return error(.notMedia, "\(name) is no audio or video of a kind that is known", failure)
    case Int32(GST_STREAM_ERROR_CODEC_NOT_FOUND.rawValue): return error(.noAudio, noAudio.message, failure)
    case Int32(GST_STREAM_ERROR_DECRYPT.rawValue), Int32(GST_STREAM_ERROR_DECRYPT_NOKEY.rawValue):
      return error(.unreadable, "\(name) is encrypted", failure)
    case Int32(GST_STREAM_ERROR_FAILED.rawValue) where Self.isRefused(failure):
      return error(
        .failed,
        "\(name) has sound of a kind that cannot be analysed: it takes 1,000 to 768,000 Hz and 1 to 63 channels",
        failure)
    default: return error(.corrupt, "\(name) is damaged or cut off, none of it can be decoded", failure)
    }
  }

  /// Whether what was decoded found nobody to take it: see `MediaSource.description`.
  private static func isRefused(_ failure: PipelineFailure) -> Bool {
    failure.debug.contains("not-negotiated") || failure.debug.contains("not-linked")
  }

  private func missingMessage(_ plugin: MissingPlugin) -> String {
    let thing =
      switch plugin.kind {
      case "urisource": "a source for \(plugin.detail):// addresses"
      case "element": "the GStreamer element \(plugin.detail)"
      case _ where !plugin.name.isEmpty: "the \(plugin.name)"
      default: "a decoder for \(plugin.detail)"
      }
    let package = PluginPackage.name(forDetail: plugin.detail)
    let cure = package.map { "install the Debian package \($0)" } ?? "install the GStreamer plugin that brings it"
    return "\(name) needs \(thing), which is missing; \(cure)"
  }

  var empty: DecodeError { DecodeError(.empty, "\(name) is empty") }
  var noAudio: DecodeError { DecodeError(.noAudio, "\(name) has no sound track") }
  var silentTrack: DecodeError { DecodeError(.noAudio, "\(name) has a sound track, but no sound in it") }
  var cancelled: DecodeError { DecodeError(.cancelled, "\(name) was not read to its end") }

  /// The error for an input of which only the beginning could be decoded.
  func brokenOff(_ error: DecodeError) -> DecodeError {
    DecodeError(error.code, "\(name) is damaged or cut off; what decodes of it is used", details: error.details)
  }

  func stalled(after seconds: Double) -> DecodeError {
    DecodeError(.stalled, "\(name) gave no data for \(Int(seconds.rounded())) seconds")
  }
}
