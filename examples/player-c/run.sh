#!/usr/bin/env bash
# Builds the player and plays a file with it; without arguments, the demo's broadcast with the demo's pack.
#
#   run.sh [PACK FILE-OR-URI]
#
# CC is the compiler (default: cc). What the player is built into: .build/examples at the top of the working copy, or
# the folder EXAMPLES_BUILD.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../prepare.sh
. "$here/../prepare.sh"
[ $# -eq 0 ] && set -- "$pack" "$broadcast"

need "${CC:-cc}" gcc
need pkg-config pkg-config
build=${EXAMPLES_BUILD:-$top/.build/examples}
mkdir -p "$build"
# shellcheck disable=SC2046  # flags are several words
"${CC:-cc}" -std=c11 -O2 -Wall -Wextra -Wpedantic -Werror "$here/player.c" -o "$build/player" $(pkg-config --cflags --libs gstreamer-1.0)
exec "$build/player" "$@"
