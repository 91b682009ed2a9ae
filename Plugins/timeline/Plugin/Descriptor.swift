import TimelineStage
import GStreamerKit

@c(gst_plugin_eartimeline_get_desc)
public func eartimelineDescriptor() -> UnsafeRawPointer { TimelinePlugin.descriptor.pointer }
