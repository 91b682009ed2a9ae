import GStreamerKit
@main enum EarmarkCommand { static func main() { GStreamer.initialize() } }
