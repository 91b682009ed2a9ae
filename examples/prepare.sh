# Sourced by the examples' run.sh, which sets `here`, its folder. It gives them
#   earmark     the command; EARMARK names another than the release build of this working copy
#   pack        the demo's pack, and
#   broadcast   the demo's three minutes of radio, both made by the demo when they are not there yet, in
#   output      a folder to write to; DEMO_OUTPUT names another than .build/demo
# and lets GStreamer find the plugins of this working copy, unless GST_PLUGIN_PATH says where they are.
# shellcheck shell=bash disable=SC2034

# shellcheck disable=SC2154
top=$(cd "$here/../.." && pwd)
earmark=${EARMARK:-$top/.build/release/earmark}
output=${DEMO_OUTPUT:-$top/.build/demo}
pack=$output/demo.earpack
broadcast=$output/broadcast.ogg

[ -f "$top/.build/release/libgsteartimeline.so" ] && : "${GST_PLUGIN_PATH:=$top/.build/release}"
export GST_PLUGIN_PATH=${GST_PLUGIN_PATH-}

# need COMMAND PACKAGE: says which Debian package brings a command that is not there.
need() {
    command -v "$1" >/dev/null || {
        printf '%s is missing: apt-get install %s\n' "$1" "$2" >&2
        exit 1
    }
}

need gst-inspect-1.0 gstreamer1.0-tools
gst-inspect-1.0 earrecognizer >/dev/null 2>&1 || {
    printf 'GStreamer does not find earrecognizer: run "make build" at the top of the working copy\n' >&2
    exit 1
}
if [ ! -f "$pack" ] || [ ! -f "$broadcast" ]; then
    EARMARK=$earmark DEMO_OUTPUT=$output "$top/examples/demo/run.sh" >/dev/null
fi
