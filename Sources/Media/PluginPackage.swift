/// Which Debian package brings what GStreamer was found to lack: a decoder, a source for an address, an element.
package enum PluginPackage {
  /// The package for what GStreamer calls the detail of a missing plugin: a media type with fields for a decoder or
  /// demuxer, a protocol for a source, a factory name for an element.
  package static func name(forDetail detail: String) -> String? {
    let media = detail.prefix { $0 != "," && $0 != "(" && $0 != " " }
    if media == "audio/mpeg" {
      return detail.contains("mpegversion=(int)1") ? "gstreamer1.0-plugins-good" : "gstreamer1.0-libav"
    }
    return packages.first { $0.details.contains(String(media)) }?.name ?? name(forElement: String(media))
  }

  private static let packages: [(name: String, details: Set<String>)] = [
    (
      "gstreamer1.0-plugins-base",
      [
        "audio/x-opus", "audio/x-vorbis", "application/ogg", "audio/ogg", "audioconvert", "audioresample", "decodebin",
        "uridecodebin", "typefind", "oggdemux", "vorbisdec", "opusdec", "opusparse",
      ]
    ),
    (
      "gstreamer1.0-plugins-good",
      [
        "audio/x-wav", "audio/x-flac", "audio/x-wavpack", "audio/x-speex", "audio/x-au", "audio/x-mulaw",
        "audio/x-alaw", "audio/x-m4a", "video/quicktime", "audio/x-matroska", "video/x-matroska", "video/webm",
        "audio/webm", "video/x-flv", "video/x-msvideo", "application/x-id3", "application/x-apetag", "http", "https",
        "icyx", "rtsp", "rtspt", "rtsph", "udp", "wavparse", "flacparse", "flacdec", "mpegaudioparse",
        "mpg123audiodec", "aacparse", "qtdemux", "matroskademux", "souphttpsrc", "icydemux", "rtspsrc",
        "rtpjitterbuffer", "udpsrc", "autoaudiosrc", "level",
      ]
    ),
    (
      "gstreamer1.0-plugins-bad",
      [
        "audio/x-aiff", "video/mpegts", "application/mxf", "application/x-hls", "application/dash+xml", "audio/midi",
        "rtmp", "srt", "sftp", "scp", "aiffparse", "tsdemux", "hlsdemux", "curlhttpsrc", "faad",
      ]
    ),
    (
      "gstreamer1.0-plugins-ugly",
      [
        "video/x-ms-asf", "application/vnd.rn-realmedia", "audio/AMR", "audio/AMR-WB", "video/mpeg",
        "audio/x-private1-lpcm", "a52dec",
      ]
    ),
    (
      "gstreamer1.0-libav",
      [
        "audio/x-ac3", "audio/x-eac3", "audio/x-alac", "audio/x-wma", "audio/x-ape", "audio/x-dts", "audio/x-tta",
        "audio/x-shorten", "audio/x-musepack", "audio/x-adpcm", "audio/x-atrac3", "application/x-ape",
        "audio/x-ttafile", "avdec_aac", "avdec_ac3", "avdec_mp3",
      ]
    ),
    ("gstreamer1.0-pulseaudio", ["pulsesrc", "pulsesink"]),
    ("gstreamer1.0-alsa", ["alsasrc", "alsasink"]),
    ("gstreamer1.0-pipewire", ["pipewiresrc", "pipewiresink"]),
  ]
}
