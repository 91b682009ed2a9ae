/* A marker stage in C, `earmarkerdetect`, that hears code 7 in whatever it gets, once a second. */
#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

#define PACKAGE "earmarkermock"

typedef struct {
  GstBaseTransform parent;
  GstClockTime due; /* running time at which the code is heard next */
} Stage;

typedef struct {
  GstBaseTransformClass parent;
} StageClass;

GType stage_get_type(void);
G_DEFINE_TYPE(Stage, stage, GST_TYPE_BASE_TRANSFORM)

static GstStaticPadTemplate input =
    GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS("audio/x-raw"));
static GstStaticPadTemplate output =
    GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS("audio/x-raw"));

static gboolean start(GstBaseTransform *base) {
  ((Stage *)base)->due = GST_SECOND;
  return TRUE;
}

/* Whoever is downstream hears of this stage with every stream. */
static gboolean take_event(GstBaseTransform *base, GstEvent *event) {
  gboolean is_start = GST_EVENT_TYPE(event) == GST_EVENT_STREAM_START;
  gboolean is_taken = GST_BASE_TRANSFORM_CLASS(stage_parent_class)->sink_event(base, event);
  if (is_start)
    gst_pad_push_event(
        base->srcpad,
        gst_event_new_custom(
            GST_EVENT_CUSTOM_DOWNSTREAM_STICKY,
            gst_structure_new("earmark-stage-marker", "contract", G_TYPE_INT, 1, "stage", G_TYPE_STRING,
                              "earmarkerdetect", "algorithm", G_TYPE_STRING, "seven/1", "details", G_TYPE_STRING,
                              "always the same", NULL)));
  return is_taken;
}

static GstFlowReturn listen(GstBaseTransform *base, GstBuffer *buffer) {
  Stage *stage = (Stage *)base;
  if (!GST_BUFFER_PTS_IS_VALID(buffer) || !GST_BUFFER_DURATION_IS_VALID(buffer)) return GST_FLOW_OK;
  GstClockTime end = GST_BUFFER_PTS(buffer) + GST_BUFFER_DURATION(buffer);
  GstClockTime time = gst_segment_to_running_time(&base->segment, GST_FORMAT_TIME, end);
  if (!GST_CLOCK_TIME_IS_VALID(time) || time < stage->due) return GST_FLOW_OK;
  stage->due = time + GST_SECOND;
  gst_pad_push_event(
      base->srcpad,
      gst_event_new_custom(
          GST_EVENT_CUSTOM_DOWNSTREAM,
          gst_structure_new("earmark-marker", "contract", G_TYPE_INT, 1, "stage", G_TYPE_STRING, GST_OBJECT_NAME(base),
                            "running-time", G_TYPE_UINT64, time, "stream-time", G_TYPE_UINT64,
                            gst_segment_to_stream_time(&base->segment, GST_FORMAT_TIME, end), "duration",
                            G_TYPE_UINT64, GST_SECOND, "code", G_TYPE_UINT64, (guint64)7, "profile", G_TYPE_STRING,
                            "inband", "false-alarms", G_TYPE_DOUBLE, 0.001, "confidence", G_TYPE_DOUBLE, 1.0,
                            "valid-for", G_TYPE_UINT64, 3 * GST_SECOND, NULL)));
  return GST_FLOW_OK;
}

static void stage_class_init(StageClass *klass) {
  GstElementClass *element = GST_ELEMENT_CLASS(klass);
  GstBaseTransformClass *transform = GST_BASE_TRANSFORM_CLASS(klass);
  gst_element_class_set_static_metadata(element, "Marker stage", "Filter/Analyzer/Audio", "Hears code 7", "Tests");
  gst_element_class_add_static_pad_template(element, &input);
  gst_element_class_add_static_pad_template(element, &output);
  transform->start = start;
  transform->sink_event = take_event;
  transform->transform_ip = listen;
}

static void stage_init(Stage *stage) {
  gst_base_transform_set_passthrough(GST_BASE_TRANSFORM(stage), TRUE);
}

static gboolean plugin_init(GstPlugin *plugin) {
  return gst_element_register(plugin, "earmarkerdetect", GST_RANK_NONE, stage_get_type());
}

GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, earmarkermock, "A marker stage for tests", plugin_init, "1",
                  "MIT", PACKAGE, "https://example.com")
