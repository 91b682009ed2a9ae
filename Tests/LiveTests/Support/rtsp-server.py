#!/usr/bin/python3
"""Serves a WAVE file as rtsp://127.0.0.1:PORT/live until standard input is closed.

Usage: rtsp-server.py FILE PORT (0: any). Prints the port.
"""
import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

Gst.init(None)
loop = GLib.MainLoop()
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service(sys.argv[2])
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(
    f'( filesrc location="{sys.argv[1]}" ! wavparse ! audioconvert ! audioresample'
    " ! audio/x-raw,format=S16BE,rate=44100,channels=1 ! rtpL16pay name=pay0 )"
)
factory.set_shared(True)
server.get_mount_points().add_factory("/live", factory)
if server.attach(None) == 0:
    sys.exit("no port")
print(server.get_bound_port(), flush=True)


def wait_for_end():
    sys.stdin.read()
    loop.quit()


threading.Thread(target=wait_for_end, daemon=True).start()
loop.run()
