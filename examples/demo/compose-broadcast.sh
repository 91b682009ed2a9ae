#!/usr/bin/env bash
# Composes the demo's broadcast from the bundled files, sample by sample as broadcast.tsv says.
#
#   compose-broadcast.sh OUT.ogg|OUT.opus|OUT.flac|OUT.wav    composes; prints the path
#   compose-broadcast.sh --truth                              prints what plays when, one row per spot
#
# Needs gst-launch-1.0 with the base and good plugins (Debian: gstreamer1.0-tools, gstreamer1.0-plugins-base,
# gstreamer1.0-plugins-good). Everything is cut in raw audio, 48 kHz stereo 16 bit: a frame is 4 bytes.
set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
table=$here/broadcast.tsv
raw='audio/x-raw,format=S16LE,layout=interleaved,rate=48000,channels=2'

fail() {
    printf 'compose-broadcast: %s\n' "$1" >&2
    exit "${2:-1}"
}

# The rows of the table with times in frames: track, start, end, source, from, rate, gain, note.
rows() {
    awk -F '\t' -v OFS='\t' '
        function stop(why) { print "compose-broadcast: broadcast.tsv, line " NR ": " why > "/dev/stderr"; exit 1 }
        function frames(seconds) { return int(seconds * 48000 + 0.5) }
        /^#/ || /^$/ { next }
        NF != 8 { stop("8 columns split by tabs are needed, not " NF) }
        {
            start = frames($2); end = frames($3)
            if (end <= start) stop("the end must be after the start")
            if ($1 == "A" && start != there["A"]) stop("track A has a gap or an overlap at " $2 " s")
            if (start < there[$1]) stop("the row begins before the one above it on its track ends")
            there[$1] = end
            print $1, start, end, $4, frames($5), $6, $7, $8
        }' "$table"
}

truth() {
    printf '#start\tend\tspot\tposition\trate\tnote\n'
    awk -F '\t' -v OFS='\t' '!/^#/ && $4 ~ /^spots\// {
        sub(/^spots\//, "", $4)
        printf "%.3f\t%.3f\t%s\t%.3f\t%s\t%s\n", $2, $3, $4, $5, $6, $8
    }' "$table"
}

[ $# -eq 1 ] || fail 'usage: compose-broadcast.sh OUT.ogg|OUT.opus|OUT.flac|OUT.wav, or --truth' 2
if [ "$1" = --truth ]; then
    truth
    exit
fi

out=$1
case $out in
*.ogg) encoder='vorbisenc bitrate=96000 ! oggmux' ;;
*.opus) encoder='opusenc bitrate=96000 ! oggmux' ;;
*.flac) encoder='flacenc' ;;
*.wav) encoder='wavenc' ;;
*) fail "$out: the name must end in .ogg, .opus, .flac or .wav" 2 ;;
esac
command -v gst-launch-1.0 >/dev/null || fail 'gst-launch-1.0 is missing: install gstreamer1.0-tools'
[ -d "$(dirname "$out")" ] || fail "$(dirname "$out"): no such folder"

# Beside the result, so that the finished file is renamed into place whole.
work=$(mktemp -d "$(dirname "$out")/.broadcast.XXXXXX")
trap 'rm -rf "$work"' EXIT

# launch WORD...: runs one pipeline; what it says is shown only when it fails.
launch() {
    gst-launch-1.0 -q "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "a pipeline failed: $*"; }
}

# bytes FILE FROM COUNT: a stretch of a file, or as much of it as there is.
bytes() {
    dd if="$1" bs=1M iflag=skip_bytes,count_bytes skip="$2" count="$3" status=none
}

# decoded SOURCE: the path of a bundled file as raw audio, decoded once.
decoded() {
    local target=$work/${1//\//-}.raw
    [ -f "$here/$1.opus" ] || fail "$1.opus is missing"
    [ -f "$target" ] || launch filesrc location="$here/$1.opus" ! oggdemux ! opusdec ! audioconvert dithering=none \
        ! audioresample ! "$raw" ! filesink location="$target"
    printf '%s\n' "$target"
}

# stretch SOURCE FROM COUNT RATE GAIN: COUNT frames of a source as they are broadcast, on stdout.
stretch() {
    local source=$1 from=$2 count=$3 rate=$4 gain=$5 file taken factor
    if [ "$source" = silence ]; then
        head -c $((count * 4)) /dev/zero
        return
    fi
    file=$(decoded "$source")
    # Played faster means: the same samples, declared at a higher rate, and resampled to the broadcast's.
    taken=$(awk "BEGIN { printf \"%d\", $count * $rate + 0.5 }")
    [ $(((from + taken) * 4)) -le "$(stat -c %s "$file")" ] || fail "$source.opus is shorter than broadcast.tsv wants"
    bytes "$file" $((from * 4)) $((taken * 4)) >"$work/cut.raw"
    if [ "$rate" != 1 ] || [ "$gain" != 0 ]; then
        factor=$(awk "BEGIN { printf \"%.6f\", 10 ^ ($gain / 20) }")
        launch filesrc location="$work/cut.raw" \
            ! rawaudioparse pcm-format=s16le num-channels=2 sample-rate="$(awk "BEGIN { print 48000 * $rate }")" \
            ! audioconvert ! audio/x-raw,format=F32LE ! volume volume="$factor" ! audioresample quality=10 \
            ! audioconvert dithering=none ! "$raw" ! filesink location="$work/played.raw"
        mv "$work/played.raw" "$work/cut.raw"
        # The resampler may end a few frames early; a longer gap fails the check of the length below.
        head -c 64 /dev/zero >>"$work/cut.raw"
    fi
    bytes "$work/cut.raw" 0 $((count * 4))
}

# Both tracks as raw files; silence fills track B up to its next row.
: >"$work/A" && : >"$work/B"
rows >"$work/rows"
while IFS=$'\t' read -r track start end source from rate gain _; do
    there=$(($(stat -c %s "$work/$track") / 4))
    head -c $(((start - there) * 4)) /dev/zero >>"$work/$track"
    stretch "$source" "$from" $((end - start)) "$rate" "$gain" >>"$work/$track"
    [ "$(stat -c %s "$work/$track")" -eq $((end * 4)) ] || fail "$source: not as long as broadcast.tsv says"
done <"$work/rows"

parse=(rawaudioparse pcm-format=s16le num-channels=2 sample-rate=48000)
# shellcheck disable=SC2086  # the encoder is several words
launch audiomixer name=mixer ! "$raw" ! audioconvert dithering=none ! $encoder \
    ! filesink location="$work/out.${out##*.}" \
    filesrc location="$work/A" ! "${parse[@]}" ! mixer. filesrc location="$work/B" ! "${parse[@]}" ! mixer.
mv "$work/out.${out##*.}" "$out"
printf '%s\n' "$out"
