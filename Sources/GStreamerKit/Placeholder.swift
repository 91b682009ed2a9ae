import CGStreamer
public func initialise() { gst_init(nil, nil); _ = earmark_is_a(nil, 0) }
