#!/usr/bin/env bash
# Makes a video of a sound file: a turning background and title cards.
#
#   make-video.sh AUDIO TITLES.tsv SECONDS OUT.webm
#
# A row of TITLES.tsv is a card: start, end (s), title, split by tabs; `corner-bakery` is written "Corner Bakery". What
# follows the third column does not matter, so examples/demo/truth.tsv is such a table.
set -euo pipefail
export LC_ALL=C

[ $# -eq 4 ] || {
    echo 'usage: make-video.sh AUDIO TITLES.tsv SECONDS OUT.webm' >&2
    exit 2
}
rate=12
work=$(mktemp -d "$(dirname "$4")/.video.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The cards as subtitles, with "between programmes" where there is none.
awk -F '\t' -v seconds="$3" '
    function stamp(t) { return sprintf("%02d:%02d:%06.3f", t / 3600, t % 3600 / 60, t % 60) }
    function card(from, to, text) {
        if (to - from < 0.1) return
        line = stamp(from) " --> " stamp(to); gsub(/\./, ",", line)
        printf "%d\n%s\n%s\n\n", ++n, line, text
    }
    /^#/ || NF < 3 { next }
    {
        title = ""; count = split($3, words, "-")
        for (i = 1; i <= count; i++) title = title (i > 1 ? " " : "") toupper(substr(words[i], 1, 1)) substr(words[i], 2)
        card(there, $1, "<i>Earmark Radio</i>"); card($1, $2, "<b>" title "</b>"); there = $2
    }
    END { card(there, seconds, "<i>Earmark Radio</i>") }' "$2" >"$work/cards.srt"

gst-launch-1.0 -q webmmux name=mux ! filesink location="$work/out.webm" \
    filesrc location="$1" ! decodebin ! audioconvert ! audioresample ! vorbisenc ! queue max-size-time=0 ! mux. \
    videotestsrc pattern=pinwheel animation-mode=frames num-buffers=$(($3 * rate)) \
        foreground-color=0xff24415e background-color=0xff1b2538 \
    ! "video/x-raw,width=640,height=360,framerate=$rate/1" \
    ! textoverlay name=cards font-desc='Sans 30' valignment=center shaded-background=false \
    ! videoconvert ! vp8enc deadline=1 cpu-used=8 target-bitrate=500000 keyframe-max-dist=24 threads=2 ! queue ! mux. \
    filesrc location="$work/cards.srt" ! subparse ! cards. >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
}
mv "$work/out.webm" "$4"
