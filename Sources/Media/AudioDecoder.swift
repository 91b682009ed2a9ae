import CGStreamer
import GStreamerKit
import Synchronization

/// Decodes the sound of one input, a file or URI of any kind GStreamer knows or standard input, to mono at 8 kHz.
///
/// A decoder is used once. `decode` keeps its thread until the input ends; `cancel` and `progress` may be called from
/// any other thread. Memory stays bounded whatever the length of the input.
public final class AudioDecoder: Sendable {
  /// Samples per second of the audio that is delivered.
  public static let rate = DecodeTap.rate

  /// How far a decoder is.
  public struct Progress: Sendable, Equatable {
    /// Seconds that have been delivered.
    public var position: Double
    /// Seconds of the whole input, as far as known by now.
    public var duration: Double?

    /// A state with the given values; seconds.
    public init(position: Double, duration: Double?) {
      self.position = position
      self.duration = duration
    }
  }

  private let input: AudioInput
  private let stallTimeout: Double?
  private let channel = DecodeChannel()
  private let state = Mutex(Progress(position: 0, duration: nil))

  /// - Parameters:
  ///   - input: What to decode.
  ///   - stallTimeout: Seconds without any audio after which the decoder gives up; nil for never. Standard input
  ///     may pause as long as it likes.
  public init(_ input: AudioInput, stallTimeout: Double? = 30) {
    self.input = input
    self.stallTimeout = input == .standardInput ? nil : stallTimeout
  }

  /// How far the decoder is.
  public var progress: Progress { state.withLock { $0 } }

  /// Makes `decode` end soon with the error `cancelled`. Does nothing when it has ended.
  public func cancel() { channel.cancel() }

  /// Decodes the input from its beginning to its end.
  ///
  /// An input that breaks off or is damaged behind its beginning is used as far as it decodes: the result tells.
  /// - Parameter body: Called on this thread with the next samples, usually a second of them, nominally in -1…1; the
  ///   buffer is lent for the time of the call.
  /// - Throws: `DecodeError` when there is nothing to deliver, after a failure of the network or of the watchdog, and
  ///   after `cancel()`.
  public func decode(_ body: (UnsafeBufferPointer<Float>) -> Void) throws(DecodeError) -> DecodedAudio {
    var diagnosis = DecodeDiagnosis(input: input)
    let pipeline: DecodePipeline
    let source = try MediaSource(input)
    do throws(PipelineFailure) {
      pipeline = try DecodePipeline(source, channel: channel)
    } catch {
      throw diagnosis.error(for: error)
    }
    var delivered = 0
    func deliver(_ samples: [Float]) {
      guard !samples.isEmpty else { return }
      samples.withUnsafeBufferPointer(body)
      delivered += samples.count
      let position = Double(delivered) / Double(Self.rate)
      // Formats without a table of contents only know better and better how long they are.
      let duration = delivered / Self.rate % 16 <= 1 ? pipeline.duration : nil
      state.withLock {
        $0.position = position
        if let duration { $0.duration = duration }
      }
    }

    if !pipeline.play() {
      channel.fail(PipelineFailure(domain: .other, code: 0, message: "the pipeline does not start"))
    }
    var ending = next(of: pipeline)
    while case .chunk(let samples) = ending {
      deliver(samples)
      ending = next(of: pipeline)
    }
    channel.close()
    let tail = pipeline.stop()
    let rest = channel.takeRest() + tail
    diagnosis.missing = pipeline.missing
    diagnosis.hasData = pipeline.hasData || source.isURI
    switch ending {
    case .chunk, .ended:
      deliver(rest)
      if delivered == 0 { throw diagnosis.hasData ? diagnosis.silentTrack : diagnosis.empty }
      return DecodedAudio(duration: progress.position, title: pipeline.title)
    case .failed(let failure):
      let error = diagnosis.error(for: failure)
      deliver(rest)
      if delivered == 0 || error.isFatal { throw error }
      return DecodedAudio(duration: progress.position, title: pipeline.title, damage: diagnosis.brokenOff(error))
    case .stalled: throw diagnosis.stalled(after: stallTimeout ?? 0)
    case .cancelled: throw diagnosis.cancelled
    }
  }

  /// What the channel delivers next. A pipeline that came to a stop without a word has failed: decodebin may swallow the
  /// error of a demuxer that fails while it is being linked.
  private func next(of pipeline: DecodePipeline) -> DecodeChannel.Delivery {
    var waited = 0.0
    var stops = 0
    while true {
      let patience = min(Self.interval, max(0, (stallTimeout ?? .infinity) - waited))
      let seen = channel.signsOfLife
      let delivery = channel.next(timeout: patience)
      guard case .stalled = delivery else { return delivery }
      waited = channel.signsOfLife == seen ? waited + patience : patience
      stops = pipeline.isRunning ? 0 : stops + 1
      if stops == 2 {
        return .failed(
          PipelineFailure(
            domain: .stream, code: Int32(GST_STREAM_ERROR_FAILED.rawValue),
            message: "the pipeline stopped without saying why"))
      }
      if let stallTimeout, waited >= stallTimeout { return .stalled }
    }
  }

  /// Seconds between two looks at a pipeline that delivers nothing.
  private static let interval = 0.5
}

extension DecodeError {
  /// Whether what was decoded before it is not to be used: more of it may come at another time.
  fileprivate var isFatal: Bool { code == .network || code == .notAuthorised }
}
