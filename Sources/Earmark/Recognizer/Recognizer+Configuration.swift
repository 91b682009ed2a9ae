public import Dispatch
public import Recognition

extension Recognizer {
  /// What a recognizer is made with.
  ///
  /// Handlers are called one after the other on `queue`, while a session runs. One that blocks delays the other handlers and
  /// nothing else; it may use the recognizer, also stop it or let go of it.
  public struct Configuration: Sendable {
    /// Path of the pack of materials, for the fingerprint stages of a description; nil: the description names it.
    public var pack: String?
    /// When a pipeline that breaks is started again; nil: what suits the input. Not for attached elements.
    public var restart: RestartPolicy?
    /// What is listened to, as results name it; nil: the input's name.
    public var source: String?
    /// When the first sample was heard, for recordings: times of day count from there. Nil: the modification time of the
    /// file that `input` is given; elsewhere they are taken from the clock as audio comes. Not for attached elements.
    public var clockStart: Timestamp?
    /// Where handlers are called. A program that runs another main loop than Dispatch's chooses another queue than main.
    public var queue = DispatchQueue.main
    /// So many results wait for each reader of a sequence, and for the handlers, at most; then the oldest are dropped
    /// and counted (`droppedResults`). 1 at least.
    public var bufferLimit = 1024
    /// So many seconds of pushed audio wait at most; what is pushed beyond is dropped, counted and reported as a fault.
    public var pushLimit = 60.0

    /// A row of the timeline is new or has changed.
    public var onRow: (@Sendable (TimelineRow) -> Void)?
    /// An activity is new or has changed.
    public var onActivity: (@Sendable (Activity) -> Void)?
    /// The state of markers has changed.
    public var onMarker: (@Sendable (MarkerSnapshot) -> Void)?
    /// The session goes on to another state.
    public var onState: (@Sendable (State) -> Void)?
    /// Trouble that passes.
    public var onFault: (@Sendable (FaultRecord) -> Void)?

    /// The defaults; no handlers.
    public init() {}
  }
}
