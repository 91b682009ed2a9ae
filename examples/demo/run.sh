#!/usr/bin/env bash
# The demo: makes a pack from the bundled spots, composes a three-minute broadcast and recognises what plays in it.
#
#   run.sh [OPTION…]     options go to `earmark recognize`, for example --format jsonl
#
# EARMARK is the command to run (default: the release build of this working copy), DEMO_OUTPUT the folder that
# demo.earpack and broadcast.ogg are written to (default: .build/demo at the top of the working copy).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
earmark=${EARMARK:-$top/.build/release/earmark}
output=${DEMO_OUTPUT:-$top/.build/demo}
pack=$output/demo.earpack

command -v "$earmark" >/dev/null || {
    printf '%s is missing: run "make demo" at the top of the working copy, which builds it\n' "$earmark" >&2
    exit 1
}
mkdir -p "$output"

"$earmark" pack create --force "$pack" >&2
while IFS=$'\t' read -r id title; do
    [[ $id == \#* ]] && continue
    campaign=()
    [ -f "$here/campaigns/$id.json" ] && campaign=(--campaign "$here/campaigns/$id.json")
    "$earmark" pack add "$pack" "$here/spots/$id.opus" --id "$id" --title "$title" "${campaign[@]}" >&2
done <"$here/materials.tsv"

"$here/compose-broadcast.sh" "$output/broadcast.ogg" >&2
"$earmark" recognize --pack "$pack" "$@" "$output/broadcast.ogg"
