/* Plays a file or URI with playbin and prints what Earmark hears in it: a line of JSON per campaign.
 *
 *   player PACK FILE-OR-URI
 *
 * All of Earmark here is one element in playbin's audio-filter and one signal of it. */
#include <gst/gst.h>
#include <glib-unix.h>
#include <stdio.h>

typedef struct {
  GMainLoop *loop;
  const char *source; /* what is played */
  int status; /* of the process: 0 played to the end, 1 not, 130 interrupted */
} Player;

/* Signal `campaign`, raised on a thread of the recogniser: nothing is done here but hand the line on. A message on the
 * bus is read where all other messages are, in the main loop. */
static void
on_campaign (GstElement *recognizer, const gchar *line, gpointer data)
{
  (void) data;
  GstStructure *structure = gst_structure_new ("player-campaign", "line", G_TYPE_STRING, line, NULL);
  gst_element_post_message (recognizer, gst_message_new_application (GST_OBJECT (recognizer), structure));
}

static void
print_trouble (GstMessage *message, const char *source)
{
  GError *error = NULL;
  gchar *debug = NULL;
  gboolean is_error = GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR;
  if (is_error)
    gst_message_parse_error (message, &error, &debug);
  else
    gst_message_parse_warning (message, &error, &debug);
  g_printerr ("player: %s: %s: %s\n", is_error ? "error" : "warning", source, error->message);
  GST_INFO_OBJECT (GST_MESSAGE_SRC (message), "%s", debug);
  g_error_free (error);
  g_free (debug);
}

/* Everything that happens arrives here, on the main thread. */
static gboolean
on_message (GstBus *bus, GstMessage *message, gpointer data)
{
  (void) bus;
  Player *player = data;
  const GstStructure *structure = gst_message_get_structure (message);
  switch (GST_MESSAGE_TYPE (message)) {
    case GST_MESSAGE_APPLICATION:
      if (gst_structure_has_name (structure, "player-campaign"))
        puts (gst_structure_get_string (structure, "line"));
      break;
    case GST_MESSAGE_ELEMENT: /* trouble that passes: stages that are too slow, a network that is away */
      if (gst_structure_has_name (structure, "earmark-fault"))
        g_printerr ("player: %s\n", gst_structure_get_string (structure, "text"));
      break;
    case GST_MESSAGE_WARNING: /* no such pack, for example: it plays on */
      print_trouble (message, player->source);
      break;
    case GST_MESSAGE_ERROR:
      print_trouble (message, player->source);
      player->status = 1;
      g_main_loop_quit (player->loop);
      break;
    case GST_MESSAGE_EOS:
      g_main_loop_quit (player->loop);
      break;
    default:
      break;
  }
  return G_SOURCE_CONTINUE;
}

static gboolean
on_interrupt (gpointer data)
{
  Player *player = data;
  player->status = 130;
  g_main_loop_quit (player->loop);
  return G_SOURCE_CONTINUE;
}

int
main (int argc, char *argv[])
{
  setvbuf (stdout, NULL, _IOLBF, 0); /* a line at once, also into a pipe */
  gst_init (&argc, &argv);
  if (argc != 3) {
    g_printerr ("usage: player PACK FILE-OR-URI\n");
    return 2;
  }
  GstElement *recognizer = gst_element_factory_make ("earrecognizer", NULL);
  GstElement *playbin = gst_element_factory_make ("playbin", NULL);
  if (!recognizer || !playbin) {
    g_printerr ("player: there is no %s; GST_PLUGIN_PATH must name the folder of libgsteartimeline.so\n",
        playbin ? "earrecognizer" : "playbin");
    return 1;
  }
  gchar *uri = gst_uri_is_valid (argv[2]) ? g_strdup (argv[2]) : gst_filename_to_uri (argv[2], NULL);
  Player player = { g_main_loop_new (NULL, FALSE), argv[2], 0 };

  g_object_set (recognizer, "pack", argv[1], NULL);
  g_signal_connect (recognizer, "campaign", G_CALLBACK (on_campaign), NULL);
  g_object_set (playbin, "uri", uri, "audio-filter", recognizer, NULL);
  /* PLAYER_AUDIO_SINK is for machines without a sound card: fakesink sync=true. */
  const gchar *sink = g_getenv ("PLAYER_AUDIO_SINK");
  if (sink)
    g_object_set (playbin, "audio-sink", gst_parse_launch (sink, NULL), NULL);

  GstBus *bus = gst_element_get_bus (playbin);
  guint watch = gst_bus_add_watch (bus, on_message, &player);
  guint interrupt = g_unix_signal_add (SIGINT, on_interrupt, &player);

  gst_element_set_state (playbin, GST_STATE_PLAYING);
  g_main_loop_run (player.loop);
  gst_element_set_state (playbin, GST_STATE_NULL);

  g_source_remove (interrupt);
  g_source_remove (watch);
  gst_object_unref (bus);
  gst_object_unref (playbin);
  g_main_loop_unref (player.loop);
  g_free (uri);
  return player.status;
}
