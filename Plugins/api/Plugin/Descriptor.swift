import APIStage
import GStreamerKit

@c(gst_plugin_earapi_get_desc)
public func earapiDescriptor() -> UnsafeRawPointer { APIPlugin.descriptor.pointer }
