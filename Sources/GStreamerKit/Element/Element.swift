import CGStreamer

/// Root of every element written in Swift. GStreamer owns it: it is made with the C instance and released with it.
///
/// Subclass `Analyser`, `AudioAnalyser` or `Sink`, give every stored property a default value, and do what needs the
/// C side in `setUp()`: a throw-away object without one is made to learn the properties.
open class Element {
  /// What `gst-inspect-1.0` prints and how the element is registered.
  open class var info: ElementInfo {
    ElementInfo("earmark-unnamed", longName: "Unnamed", category: "Generic", about: "Has no description", pads: [])
  }
  /// The signals of the element, notifications and actions.
  open class var signals: [Signal] { [] }
  /// Read-only properties that are computed when they are read.
  open class var computedProperties: [ComputedProperty] { [] }
  /// Values that properties of the C base class have from the start, such as `["sync": .boolean(false)]`.
  open class var inheritedDefaults: [String: Value] { [:] }
  class var parent: ParentClass { .element }

  /// What any thread may do with the element, also after it has gone.
  public let outlet: ElementOutlet
  var properties: [any AnyProperty] = []

  /// Called by GStreamer's side; override `setUp()` rather than this.
  public required init(handle: ElementHandle) { outlet = ElementOutlet(handle.pointer) }

  /// Called once when the C instance has been made and the properties have their defaults.
  open func setUp() {}

  /// Called after an application has set a property, on its thread; `name` is the GObject name.
  open func propertyChanged(_ name: String) {}

  /// The element's name in its pipeline.
  public var name: String { outlet.name }

  /// Posts an element message.
  public func post(_ structure: Structure) { outlet.post(structure) }

  /// Posts an error message. A hook that can throw does better to throw.
  public func postError(
    _ error: ElementError, file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
  ) {
    outlet.postError(error, file: file, function: function, line: line)
  }

  /// Posts a warning message.
  public func postWarning(
    _ warning: ElementError, file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
  ) {
    outlet.postWarning(warning, file: file, function: function, line: line)
  }

  /// Emits a notification signal; handlers run on this thread before it returns. Do not hold a lock meanwhile.
  public func emit(_ signal: String, _ arguments: any PropertyValue...) {
    outlet.emit(signal, arguments.map(\.value))
  }

  /// Runs `body` with the C instance, which is kept alive meanwhile; nil where it has gone.
  func withObject<R>(_ body: (UnsafeMutableRawPointer) -> R) -> R? { outlet.withObject(body) }

  /// Runs `body`; what it throws becomes an error message, and false.
  func attempt(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      postError(ElementError(error))
      return false
    }
  }

  /// Sets up a new C instance.
  class func prepare(_ instance: UnsafeMutableRawPointer) {}

  /// Installs C functions in the class structure.
  class func installVirtuals(_ klass: UnsafeMutableRawPointer) {}
}
