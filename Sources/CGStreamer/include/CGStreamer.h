// What Swift cannot import from GStreamer's headers: macros with casts, variadic functions, mutable globals. No logic.
#pragma once
#include <gst/audio/audio.h>
#include <gst/base/gstbasesink.h>
#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

// Fundamental types; a static const is imported as a Swift let.
static const GType EARMARK_TYPE_NONE = G_TYPE_NONE;
static const GType EARMARK_TYPE_BOOLEAN = G_TYPE_BOOLEAN;
static const GType EARMARK_TYPE_INT = G_TYPE_INT;
static const GType EARMARK_TYPE_UINT = G_TYPE_UINT;
static const GType EARMARK_TYPE_LONG = G_TYPE_LONG;
static const GType EARMARK_TYPE_ULONG = G_TYPE_ULONG;
static const GType EARMARK_TYPE_INT64 = G_TYPE_INT64;
static const GType EARMARK_TYPE_UINT64 = G_TYPE_UINT64;
static const GType EARMARK_TYPE_CHAR = G_TYPE_CHAR;
static const GType EARMARK_TYPE_UCHAR = G_TYPE_UCHAR;
static const GType EARMARK_TYPE_FLOAT = G_TYPE_FLOAT;
static const GType EARMARK_TYPE_DOUBLE = G_TYPE_DOUBLE;
static const GType EARMARK_TYPE_STRING = G_TYPE_STRING;
static const GType EARMARK_TYPE_ENUM = G_TYPE_ENUM;

static const gint EARMARK_PARAM_READWRITE = G_PARAM_READWRITE;
static const gint EARMARK_PARAM_READABLE = G_PARAM_READABLE;
static const gint EARMARK_PARAM_MUTABLE_READY = GST_PARAM_MUTABLE_READY;
static const gint EARMARK_PARAM_MUTABLE_PAUSED = GST_PARAM_MUTABLE_PAUSED;
static const gint EARMARK_PARAM_MUTABLE_PLAYING = GST_PARAM_MUTABLE_PLAYING;

static const guint64 EARMARK_CLOCK_TIME_NONE = GST_CLOCK_TIME_NONE;

static inline GType earmark_type_of(gconstpointer instance) { return G_TYPE_FROM_INSTANCE(instance); }
static inline GType earmark_type_of_class(gconstpointer klass) { return G_TYPE_FROM_CLASS(klass); }
static inline GType earmark_fundamental(GType type) { return G_TYPE_FUNDAMENTAL(type); }

static inline gboolean earmark_is_a(gconstpointer instance, GType type) {
  return instance != NULL && g_type_is_a(G_TYPE_FROM_INSTANCE(instance), type);
}

// The lowest level any category prints at is a mutable global, which Swift 6 refuses to read.
static inline gboolean earmark_debug_enabled(GstDebugCategory *category, guint level) {
  return G_UNLIKELY(level <= (guint)_gst_debug_min) && level <= (guint)gst_debug_category_get_threshold(category);
}

static inline void earmark_warning(const char *text) { g_log("GStreamer", G_LOG_LEVEL_WARNING, "%s", text); }

static inline void earmark_buffer_unref(GstBuffer *buffer) { gst_buffer_unref(buffer); }
static inline void earmark_event_unref(GstEvent *event) { gst_event_unref(event); }
static inline GstEvent *earmark_event_ref(GstEvent *event) { return gst_event_ref(event); }
