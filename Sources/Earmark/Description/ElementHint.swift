import GStreamerKit
import Media

/// How to come by an element that is not there.
package enum ElementHint {
  /// The project's own elements.
  static let own = [
    "earfingerprint", "earmarkerdetect", "earmarkerembed", "earapi", "eartimelinesink", "earrecognizer",
  ]

  /// A clause without a full stop, such as `install the Debian package gstreamer1.0-libav`.
  package static func text(for factory: String) -> String {
    if own.contains(factory) {
      return
        "it comes with Earmark: set GST_PLUGIN_PATH to the folder of its plugins, or install them with make install"
    }
    if let package = PluginPackage.name(forElement: factory) { return "install the Debian package \(package)" }
    if let near = Suggestion.nearest(to: factory, among: ElementFactory.names.sorted() + own) {
      return "did you mean \(near)?"
    }
    return "install the GStreamer plugin that has it, or set GST_PLUGIN_PATH to its folder"
  }
}
