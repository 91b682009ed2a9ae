import CGStreamer

/// A property as its element declares it.
public struct FactoryProperty: Sendable {
  /// What kind of value it takes.
  public enum Kind: Sendable, Equatable {
    case boolean
    /// A number without a fraction; the bounds as text, since those of guint64 and gint64 fit no common type. nil where
    /// every number of the type is allowed.
    case whole(minimum: String?, maximum: String?)
    /// A number with a fraction; nil where there is no bound.
    case number(minimum: Double?, maximum: Double?)
    case string
    /// One of these.
    case enumeration([String])
    /// Any of these, joined by `+`.
    case flags([String])
    /// Another element, written as a description.
    case element
    /// Anything else, such as `GstCaps`.
    case other(type: String)
  }

  /// As it is written in a description, such as `max-false-alarms`.
  public let name: String
  /// What it is for.
  public let summary: String
  /// Whether its value can be asked for.
  public let isReadable: Bool
  /// Whether it can be set, at least in state NULL.
  public let isWritable: Bool
  /// What values it takes.
  public let kind: Kind
  /// The value it has when nobody sets it, as text; nil where there is none.
  public let defaultText: String?

  // Constant, of a class that is never unloaded.
  private nonisolated(unsafe) let specification: UnsafeMutablePointer<GParamSpec>

  init(_ declared: UnsafeMutablePointer<GParamSpec>) {
    // A property of an interface is declared there.
    let specification = g_param_spec_get_redirect_target(declared) ?? declared
    self.specification = specification
    name = g_param_spec_get_name(specification).map { String(cString: $0) } ?? ""
    summary = g_param_spec_get_blurb(specification).map { String(cString: $0) } ?? ""
    let flags = specification.pointee.flags.rawValue
    isReadable = flags & EARMARK_PARAM_READABLE != 0
    isWritable = flags & (EARMARK_PARAM_READWRITE & ~EARMARK_PARAM_READABLE) != 0
    kind = Kind(specification)
    defaultText = Self.text(g_param_spec_get_default_value(specification), kind)
  }

  /// Whether a description may give the property this text: it reads as a value of the type, within its range.
  public func accepts(_ text: String) -> Bool {
    switch kind {
    case .element: return !text.isEmpty
    // GStreamer reads nothing as nought.
    case .whole, .number: if text.isEmpty { return false }
    default: break
    }
    var value = GValue()
    g_value_init(&value, specification.pointee.value_type)
    defer { g_value_unset(&value) }
    return gst_value_deserialize_with_pspec(&value, text, specification) != 0
      && g_param_value_validate(specification, &value) == 0
  }

  /// What it takes, for people: `a whole number from 0 to 10`.
  public var expectation: String {
    switch kind {
    case .boolean: "true or false"
    case .whole(let minimum?, let maximum?): "a whole number from \(minimum) to \(maximum)"
    case .whole: "a whole number"
    case .number(let minimum?, let maximum?): "a number from \(Self.short(minimum)) to \(Self.short(maximum))"
    case .number(let minimum?, nil): "a number of at least \(Self.short(minimum))"
    case .number(nil, let maximum?): "a number of at most \(Self.short(maximum))"
    case .number: "a number"
    case .string: "a text"
    case .enumeration(let nicks): "one of \(nicks.joined(separator: ", "))"
    case .flags(let nicks): "any of \(nicks.joined(separator: ", ")), joined by +"
    case .element: "an element, written as a description"
    case .other("GstCaps"): "caps, such as audio/x-raw,rate=8000"
    case .other("GstFraction"): "a fraction, such as 25/1"
    case .other(let type): "a value of the type \(type)"
    }
  }

  private static func short(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return String(whole) }
    // A gfloat has the digits of one.
    return Double(Float(number)) == number ? "\(Float(number))" : "\(number)"
  }

  private static func text(_ value: UnsafePointer<GValue>?, _ kind: Kind) -> String? {
    guard let value else { return nil }
    switch kind {
    case .string: return g_value_get_string(value).map { String(cString: $0) }
    case .number:
      if case .double(let number) = Value(reading: value) { return short(number) }
      return nil
    case .enumeration:
      if case .string(let nick) = Value(reading: value) { return nick }
      return nil
    case .element, .other: return nil
    case .flags: return flagsText(value)
    case .boolean, .whole:
      guard let text = gst_value_serialize(value) else { return nil }
      defer { g_free(text) }
      return String(cString: text)
    }
  }
}

extension FactoryProperty {
  /// The nicks of the flags that are set; nil where there are none.
  private static func flagsText(_ value: UnsafePointer<GValue>) -> String? {
    guard let klass = g_type_class_ref(value.pointee.g_type) else { return nil }
    defer { g_type_class_unref(klass) }
    let flags = klass.assumingMemoryBound(to: GFlagsClass.self)
    var rest = g_value_get_flags(value)
    var nicks: [String] = []
    while rest != 0, let first = g_flags_get_first_value(flags, rest)?.pointee, let nick = first.value_nick {
      nicks.append(String(cString: nick))
      rest &= ~first.value
    }
    return nicks.isEmpty ? nil : nicks.joined(separator: "+")
  }
}

extension FactoryProperty.Kind {
  init(_ specification: UnsafeMutablePointer<GParamSpec>) {
    let type = specification.pointee.value_type
    let start = UnsafeRawPointer(specification)
    func whole<T: FixedWidthInteger>(_ minimum: T, _ maximum: T) -> Self {
      let isAny = T.isSigned && minimum == T.min && maximum == T.max
      return .whole(minimum: isAny ? nil : String(minimum), maximum: isAny ? nil : String(maximum))
    }
    switch g_type_name(earmark_type_of(specification)).map({ String(cString: $0) }) {
    case "GParamBoolean": self = .boolean
    case "GParamString": self = .string
    case "GParamChar":
      let bounds = start.load(as: GParamSpecChar.self)
      self = whole(bounds.minimum, bounds.maximum)
    case "GParamUChar":
      let bounds = start.load(as: GParamSpecUChar.self)
      self = whole(bounds.minimum, bounds.maximum)
    case "GParamInt":
      let bounds = start.load(as: GParamSpecInt.self)
      self = whole(bounds.minimum, bounds.maximum)
    case "GParamUInt":
      let bounds = start.load(as: GParamSpecUInt.self)
      self = whole(bounds.minimum, bounds.maximum)
    case "GParamLong":
      let bounds = start.load(as: GParamSpecLong.self)
      self = whole(bounds.minimum, bounds.maximum)
    case "GParamULong":
      let bounds = start.load(as: GParamSpecULong.self)
      self = whole(bounds.minimum, bounds.maximum)
    case "GParamInt64":
      let bounds = start.load(as: GParamSpecInt64.self)
      self = whole(bounds.minimum, bounds.maximum)
    case "GParamUInt64":
      let bounds = start.load(as: GParamSpecUInt64.self)
      self = whole(bounds.minimum, bounds.maximum)
    case "GParamFloat":
      let bounds = start.load(as: GParamSpecFloat.self)
      let limit = Float.greatestFiniteMagnitude
      self = .number(
        minimum: bounds.minimum > -limit ? Double("\(bounds.minimum)") : nil,
        maximum: bounds.maximum < limit ? Double("\(bounds.maximum)") : nil)
    case "GParamDouble":
      let bounds = start.load(as: GParamSpecDouble.self)
      let limit = Double.greatestFiniteMagnitude
      self = .number(
        minimum: bounds.minimum > -limit ? bounds.minimum : nil, maximum: bounds.maximum < limit ? bounds.maximum : nil)
    case "GParamEnum": self = .enumeration(Self.enumerationNicks(type))
    case "GParamFlags": self = .flags(Self.flagNicks(type))
    case _ where g_type_is_a(type, gst_element_get_type()) != 0: self = .element
    default: self = .other(type: g_type_name(type).map { String(cString: $0) } ?? "")
    }
  }

  private static func enumerationNicks(_ type: GType) -> [String] {
    guard let klass = g_type_class_ref(type) else { return [] }
    defer { g_type_class_unref(klass) }
    let values = klass.assumingMemoryBound(to: GEnumClass.self).pointee
    return (0..<Int(values.n_values)).compactMap { values.values[$0].value_nick.map { String(cString: $0) } }
  }

  private static func flagNicks(_ type: GType) -> [String] {
    guard let klass = g_type_class_ref(type) else { return [] }
    defer { g_type_class_unref(klass) }
    let values = klass.assumingMemoryBound(to: GFlagsClass.self).pointee
    return (0..<Int(values.n_values)).compactMap { values.values[$0].value_nick.map { String(cString: $0) } }
  }
}
