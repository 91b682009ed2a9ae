#pragma once
#include <gst/audio/audio.h>
#include <gst/base/gstbasesink.h>
#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

static inline gboolean earmark_is_a(gconstpointer instance, GType type) {
  return instance != NULL && g_type_is_a(G_TYPE_FROM_INSTANCE(instance), type);
}
