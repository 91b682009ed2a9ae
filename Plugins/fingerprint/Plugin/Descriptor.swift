import FingerprintStage
import GStreamerKit

@c(gst_plugin_earfingerprint_get_desc)
public func earfingerprintDescriptor() -> UnsafeRawPointer { FingerprintPlugin.descriptor.pointer }
