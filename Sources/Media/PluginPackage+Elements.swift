extension PluginPackage {
  /// The package that brings an element; nil for one that is in none of them.
  /// - Parameter factory: the element's name, such as `pulsesrc`.
  package static func name(forElement factory: String) -> String? {
    if let package = packageOfElement[factory] { return package }
    return families.first { factory.hasPrefix($0.prefix) }?.package
  }

  private static let packageOfElement: [String: String] = elements.reduce(into: [:]) { table, entry in
    for factory in entry.factories.split(whereSeparator: \.isWhitespace) { table[String(factory)] = entry.package }
  }

  /// Elements that are many and named alike, for those that are not listed.
  private static let families: [(prefix: String, package: String)] = [
    ("rtp", "gstreamer1.0-plugins-good"),
    ("gl", "gstreamer1.0-gl"),
    ("avdec_", "gstreamer1.0-libav"),
    ("avenc_", "gstreamer1.0-libav"),
    ("avmux_", "gstreamer1.0-libav"),
    ("avdemux_", "gstreamer1.0-libav"),
    ("vaapi", "gstreamer1.0-vaapi"),
  ]

  /// The elements of Debian 12's packages, those of the families apart.
  private static let elements: [(package: String, factories: String)] = [
    (
      "libgstreamer1.0-0",
      """
      capsfilter clocksync concat dataurisrc downloadbuffer fakesink fakesrc fdsink fdsrc filesink filesrc
      funnel identity input-selector multiqueue output-selector queue queue2 streamiddemux tee typefind valve
      """
    ),
    (
      "gstreamer1.0-plugins-base",
      """
      adder appsink appsrc audioconvert audiointerleave audiomixer audiorate audioresample audiotestsrc
      cdparanoiasrc compositor decodebin decodebin3 encodebin encodebin2 giosink giosrc giostreamsink
      giostreamsrc liveadder multifdsink multisocketsink oggaviparse oggdemux oggmux oggparse ogmaudioparse
      ogmtextparse ogmvideoparse opusdec opusenc overlaycomposition parsebin playbin playbin3 playsink
      rawaudioparse rawvideoparse socketsrc ssaparse streamsynchronizer subparse subtitleoverlay tcpclientsink
      tcpclientsrc tcpserversink tcpserversrc theoradec theoraenc theoraparse unalignedaudioparse
      unalignedvideoparse uridecodebin uridecodebin3 urisourcebin videoconvert videoconvertscale videorate
      videoscale videotestsrc volume vorbisdec vorbisenc vorbisparse vorbistag
      """
    ),
    (
      "gstreamer1.0-plugins-good",
      """
      3gppmux aacparse aasink aatv ac3parse agingtv alawdec alawenc alpha alphacolor amrparse apedemux apev2mux
      aspectratiocrop asteriskh263 audioamplify audiochebband audiocheblimit audiodynamic audioecho
      audiofirfilter audioiirfilter audioinvert audiokaraoke audiopanorama audiowsincband audiowsinclimit
      auparse autoaudiosink autoaudiosrc autovideosink autovideosrc avidemux avimux avisubtitle breakmydata
      cacasink cacatv cairooverlay capssetter cpureport cutter dashdemux2 dcaparse deinterlace deinterleave
      dicetv dtmfsrc dv1394src dvdec dvdemux dynudpsink edgetv equalizer-10bands equalizer-3bands
      equalizer-nbands flacdec flacenc flacparse flactag flvdemux flvmux flxdec gamma gdkpixbufdec
      gdkpixbufoverlay gdkpixbufsink goom goom2k1 hdv1394src hlsdemux2 icydemux id3demux id3v2mux imagefreeze
      imagesequencesrc interleave ismlmux jackaudiosink jackaudiosrc jpegdec jpegenc lamemp3enc level
      matroskademux matroskamux matroskaparse mj2mux monoscope mp4mux mpegaudioparse mpg123audiodec mssdemux2
      mulawdec mulawenc multifilesink multifilesrc multipartdemux multipartmux multiudpsink navigationtest
      navseek optv oss4sink oss4src osssink osssrc pngdec pngenc progressreport pulsesink pulsesrc pushfilesrc
      qtdemux qtmoovrecover qtmux quarktv radioactv revtv rganalysis rglimiter rgvolume rippletv rndbuffersize
      rtspsrc sbcparse scaletempo shagadelictv shapewipe shout2send smpte smptealpha souphttpclientsink
      souphttpsrc spectrum speexdec speexenc splitfilesrc splitmuxsink splitmuxsrc stereo streaktv taginject
      testsink twolamemp2enc udpsink udpsrc v4l2radio v4l2sink v4l2src vertigotv videobalance videobox videocrop
      videoflip videomedian videomixer vp8dec vp8enc vp9dec vp9enc warptv wavenc wavpackdec wavpackenc
      wavpackparse wavparse webmmux ximagesrc xingmux y4menc
      """
    ),
    (
      "gstreamer1.0-plugins-bad",
      """
      a2dpsink accurip adpcmdec adpcmenc aesdec aesenc aiffmux aiffparse alphacombine asfmux asfparse assrender
      atscmux audiobuffersplit audiochannelmix audiolatency audiomixmatrix audioparse audiosegmentclip
      autoconvert autovideoconvert av1dec av1enc av1parse avdtpsink avdtpsrc avwait bayer2rgb bpmdetect bs2b
      bulge burn bz2dec bz2enc camerabin cc708overlay cccombiner ccconverter ccextractor checksumsink chopmydata
      chromahold chromaprint chromium circle clockselect codecalphademux coloreffects combdetect compare
      curlfilesink curlftpsink curlhttpsink curlhttpsrc curlsftpsink curlsmtpsink dashdemux dashsink dc1394src
      debugqroverlay debugspy decklinkaudiosink decklinkaudiosrc decklinkvideosink decklinkvideosrc dfbvideosink
      diffuse dilate diracparse dodge dtlsdec dtlsenc dtlssrtpdec dtlssrtpdemux dtlssrtpenc dtmfdetect dtsdec
      dvbbasebin dvbsrc dvbsubenc dvbsuboverlay dvdspu errorignore exclusion faad faceoverlay fakeaudiosink
      fakevideosink fbdevsink festival fieldanalysis fisheye flitetestsrc fluiddec fpsdisplaysink freeverb
      gaussianblur gdpdepay gdppay gmedec gsmdec gsmenc gtkwaylandsink h263parse h264parse h264timestamper
      h265parse h265timestamper hlsdemux hlssink hlssink2 id3mux interaudiosink interaudiosrc interlace
      intersubsink intersubsrc intervideosink intervideosrc ipcpipelinesink ipcpipelinesrc ipcslavepipeline
      irtspparse ivfparse ivtc jifmux jp2kdecimator jpeg2000parse jpegparse kaleidoscope katedec kateenc
      kateparse katetag kmssink lcms ldacenc libde265dec line21decoder line21encoder marble midiparse mirror
      modplug mpeg2enc mpeg4videoparse mpegpsdemux mpegpsmux mpegtsmux mpegvideoparse mplex mssdemux musepackdec
      mxfdemux mxfmux neonhttpsrc netsim openalsink openalsrc openaptxdec openaptxenc openexrdec openh264dec
      openh264enc openjpegdec openjpegenc openmptdec openni2src opusparse pcapparse perspective pinch pitch
      pngparse pnmdec pnmenc proxysink proxysrc qroverlay removesilence rfbsrc rgb2bayer ristrtpdeext ristrtpext
      ristrtxreceive ristrtxsend ristsink ristsrc rotate roundrobin rsndvdbin rsvgdec rsvgoverlay rtmp2sink
      rtmp2src rtmpsink rtmpsrc rtpasfpay rtponvifparse rtponviftimestamp rtpsink rtpsrc sbcdec sbcenc
      scenechange sctpdec sctpenc sdpdemux sdpsrc sfdec shmsink shmsrc simplevideomark simplevideomarkdetect
      sirendec sirenenc smooth solarize spacescope spanplc spectrascope speed sphere square srtclientsink
      srtclientsrc srtenc srtpdec srtpenc srtserversink srtserversrc srtsink srtsrc stretch switchbin synaescope
      teletextdec testsrcbin timecodestamper tonegeneratesrc transcodebin tsdemux tsparse ttmlparse ttmlrender
      tunnel twirl uritranscodebin uvch264mjpgdemux uvch264src vc1parse videoanalyse videocodectestsink
      videodiff videoframe-audiolevel videoparse videosegmentclip viewfinderbin vmncdec voaacenc voamrwbenc
      vp8alphadecodebin vp9alphadecodebin vp9parse vulkancolorconvert vulkandownload vulkanimageidentity
      vulkanoverlaycompositor vulkanshaderspv vulkansink vulkanupload vulkanviewconvert watchdog waterripple
      wavescope waylandsink webpdec webpenc webrtcbin webrtcdsp webrtcechoprobe webvttenc wildmididec
      wrappercamerabinsrc x265enc y4mdec zbar zebrastripe zxing
      """
    ),
    (
      "gstreamer1.0-plugins-ugly",
      """
      a52dec amrnbdec amrnbenc amrwbdec asfdemux cdiocddasrc dvdlpcmdec dvdreadsrc dvdsubdec dvdsubparse
      mpeg2dec pnmsrc rademux rdtdepay rdtmanager rmdemux rtpasfdepay rtspreal rtspwms siddec x264enc
      """
    ),
    (
      "gstreamer1.0-libav",
      """
      avdeinterlace
      """
    ),
    (
      "gstreamer1.0-alsa",
      """
      alsamidisrc alsasink alsasrc
      """
    ),
    (
      "gstreamer1.0-pipewire",
      """
      pipewiresink pipewiresrc
      """
    ),
    (
      "gstreamer1.0-x",
      """
      clockoverlay textoverlay textrender timeoverlay ximagesink xvimagesink
      """
    ),
    (
      "gstreamer1.0-gtk3",
      """
      gtkglsink gtksink
      """
    ),
    (
      "gstreamer1.0-rtsp",
      """
      rtspclientsink
      """
    ),
    (
      "gstreamer1.0-nice",
      """
      nicesink nicesrc
      """
    ),
    (
      "gstreamer1.0-libcamera",
      """
      libcamerasrc
      """
    ),
    (
      "gstreamer1.0-qt5",
      """
      qmlgloverlay qmlglsink qmlglsrc
      """
    ),
    (
      "gstreamer1.0-espeak",
      """
      espeak
      """
    ),
    (
      "gstreamer1.0-pocketsphinx",
      """
      pocketsphinx
      """
    ),
  ]
}
