import FingerprintStage
import GStreamerKit

/// Called by GStreamer when it loads the shared object: a GstPluginDesc.
@c(gst_plugin_earfingerprint_get_desc)
public func earfingerprintDescriptor() -> UnsafeRawPointer { FingerprintPlugin.descriptor.pointer }
