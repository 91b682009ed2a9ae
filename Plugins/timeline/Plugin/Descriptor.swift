import TimelineStage
import GStreamerKit

/// Called by GStreamer when it loads the shared object: a GstPluginDesc.
@c(gst_plugin_eartimeline_get_desc)
public func eartimelineDescriptor() -> UnsafeRawPointer { TimelinePlugin.descriptor.pointer }
