import APIStage
import GStreamerKit

/// Called by GStreamer when it loads the shared object: a GstPluginDesc.
@c(gst_plugin_earapi_get_desc)
public func earapiDescriptor() -> UnsafeRawPointer { APIPlugin.descriptor.pointer }
