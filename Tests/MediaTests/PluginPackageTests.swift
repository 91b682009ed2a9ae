import Testing

@testable import Media

/// Which Debian package brings an element.
@Suite struct PluginPackageTests {
  @Test(arguments: [
    ("queue", "libgstreamer1.0-0"), ("audioconvert", "gstreamer1.0-plugins-base"),
    ("pulsesrc", "gstreamer1.0-plugins-good"), ("rtpopusdepay", "gstreamer1.0-plugins-good"),
    ("rtpsrc", "gstreamer1.0-plugins-bad"), ("hlsdemux", "gstreamer1.0-plugins-bad"),
    ("x264enc", "gstreamer1.0-plugins-ugly"), ("avdec_aac", "gstreamer1.0-libav"), ("alsasrc", "gstreamer1.0-alsa"),
    ("pipewiresrc", "gstreamer1.0-pipewire"), ("glimagesink", "gstreamer1.0-gl"),
  ])
  func elements(_ factory: String, _ package: String) {
    #expect(PluginPackage.name(forElement: factory) == package)
  }

  @Test(arguments: ["earfingerprint", "nosuchelement", ""]) func othersAreInNone(_ factory: String) {
    #expect(PluginPackage.name(forElement: factory) == nil)
  }
}
