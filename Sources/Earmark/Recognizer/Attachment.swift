import Dispatch
import GStreamerKit
import Synchronization

/// Listens to an element of somebody else's pipeline, which starts and stops it.
final class Attachment: Sendable {
  let sink: TimelineSink
  private let receive: @Sendable (PipelineRunner.Event, UInt64) -> Void
  private let delivery = DispatchQueue(label: "earmark.recognizer.attachment")
  /// The session that listens; 0: none.
  private let session = Mutex<UInt64>(0)

  /// - Throws: `RecognitionError` for an element that has not the signals.
  init(
    _ element: ElementRef, receive: @escaping @Sendable (PipelineRunner.Event, UInt64) -> Void
  ) throws(RecognitionError) {
    guard TimelineSink.Signal.allCases.allSatisfy({ element.hasSignal($0.rawValue) }) else {
      throw RecognitionError(
        .stage,
        "\(element.factory.isEmpty ? element.name : element.factory) tells no timeline; attach to an eartimelinesink or an "
          + "earrecognizer.")
    }
    sink = TimelineSink(element)
    self.receive = receive
    sink.listen { [weak self] signal, line in
      guard let self else { return }
      // The session at the time of speaking.
      let session = session.withLock { $0 }
      guard session != 0 else { return }
      let name = sink.element.name
      delivery.async { receive(signal.event(line, from: name), session) }
    }
  }

  deinit { sink.ignore() }

  func start(session number: UInt64) {
    session.withLock { $0 = number }
    delivery.async { [receive] in receive(.running, number) }
  }

  func stop(session number: UInt64) {
    session.withLock { if $0 == number { $0 = 0 } }
    delivery.async { [receive] in receive(.stopped(nil), number) }
  }
}

extension TimelineSink.Signal {
  /// What a runner says of it.
  func event(_ line: String, from sink: String) -> PipelineRunner.Event {
    switch self {
    case .activity: .activity(line: line, sink: sink)
    case .campaign: .campaign(line: line, sink: sink)
    case .markerState: .markerState(line: line, sink: sink)
    }
  }
}
