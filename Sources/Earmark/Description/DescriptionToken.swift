/// A piece of a description, after comments, includes and variables are gone.
struct DescriptionToken: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// The name of an element.
    case element(String)
    /// `name=value`, unquoted.
    case assignment(name: String, value: DescriptionValue)
    /// `@preset=value`, unquoted.
    case preset(DescriptionValue)
    /// `name.` or `name.pad`.
    case reference(String, pad: String?)
    /// `.pad`
    case pad(String)
    case comma
    /// `(` or `name.(`: the beginning of a bin of that kind.
    case open(String)
    case close
    /// `!` or `:`, which links as many pads as it can.
    case link(all: Bool)
    /// What stands between two links.
    case caps(String)
    case address(String)
  }

  let kind: Kind
  let place: SourceText.Place
  /// Where the value of an assignment begins.
  var valuePlace: SourceText.Place?

  /// As GStreamer's parser reads it; words in a row are separated by spaces. The same text is an argument of
  /// gst-launch-1.0.
  var launchText: String {
    switch kind {
    case .element(let name): name
    case .assignment(let name, let value): "\(name)=\(LaunchText.value(value.propertyText))"
    case .preset(let value): "@preset=\(LaunchText.value(value.propertyText))"
    case .reference(let name, let pad): "\(name).\(pad ?? "")"
    case .pad(let name): ".\(name)"
    case .comma: ","
    case .open("bin"): "("
    case .open(let name): "\(name).("
    case .close: ")"
    case .link(let all): all ? ":" : "!"
    case .caps(let text): text
    case .address(let text): text
    }
  }

  /// For messages.
  var shown: String {
    switch kind {
    case .comma, .open, .close, .link: "\"\(launchText)\""
    case .assignment(let name, _): "the property \(name)"
    case .preset: "a preset"
    case .caps: "caps"
    default: "\"\(launchText)\""
    }
  }
}
