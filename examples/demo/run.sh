#!/usr/bin/env bash
# The demo: makes a pack from the bundled spots, composes a three-minute broadcast and recognises what plays in it.
#
#   run.sh [OPTION…]     options go to `earmark recognize`, for example --format jsonl
#
# EARMARK is the command to run (default: the release build of this working copy), DEMO_OUTPUT the folder that
# demo.earpack and broadcast.ogg are written to (default: .build/demo at the top of the working copy).
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")"
top=$(cd ../.. && pwd)
earmark=${EARMARK:-$top/.build/release/earmark}
output=${DEMO_OUTPUT:-$top/.build/demo}
pack=$output/demo.earpack

command -v "$earmark" >/dev/null || {
    printf '%s is missing: run "make demo" at the top of the working copy, which builds it\n' "$earmark" >&2
    exit 1
}
mkdir -p "$output"

# What leads up to the timeline is no result: it goes to standard error.
{
    echo '— The pack: fingerprints of eight spots, and the campaigns of seven'
    "$earmark" pack create --force --quiet "$pack"
    "$earmark" pack add "$pack" spots/*.opus
    for campaign in campaigns/*.json; do
        "$earmark" pack campaign --quiet "$pack" "$(basename "$campaign" .json)" "$campaign"
    done
    echo
    echo '— The broadcast: three minutes of spots between other programme'
    ./compose-broadcast.sh "$output/broadcast.ogg" >/dev/null
    awk -F'\t' '!/^#/ { printf "%9.3f %9.3f  %-18s %s\n", $1, $2, $3, $6 }' truth.tsv
    echo
    echo '— What Earmark hears in it'
} >&2
"$earmark" recognize --pack "$pack" "$@" "$output/broadcast.ogg"
