#!/usr/bin/env bash
# Builds the example and runs it.
#
#   run.sh PACK [INPUT | --device NAME]    as the program itself
#   run.sh                                 a pack of the demo's spots, and one of them as the input
#
# EARMARK is the command that makes that pack (default: the release build of this working copy).
set -euo pipefail

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$folder/../.." && pwd)
scratch=$top/.build/swift-recognizer
swift build --quiet --package-path "$folder" --scratch-path "$scratch" >&2
program=$scratch/debug/swift-recognizer

if (($#)); then exec "$program" "$@"; fi

earmark=${EARMARK:-$top/.build/release/earmark}
command -v "$earmark" >/dev/null || {
    printf '%s is missing: run "make build" at the top of the working copy\n' "$earmark" >&2
    exit 1
}
spots=("$top"/examples/demo/spots/*.opus)
"$earmark" pack create --force --quiet "$scratch/spots.earpack" >&2
"$earmark" pack add "$scratch/spots.earpack" "${spots[@]}" >&2
exec "$program" "$scratch/spots.earpack" "${spots[0]}"
