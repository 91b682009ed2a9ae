#!/usr/bin/env bash
# Opens the player; without a file, with a video made of the demo's broadcast and with the demo's pack.
#
#   run.sh [OPTION…] [--pack PACK FILE-OR-URI…]      options as of player.py
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../prepare.sh
. "$here/../prepare.sh"
case " $* " in
*' --pack '* | *' --help '*) ;;
*)
    video=$output/broadcast.webm
    if [ ! -f "$video" ]; then
        echo 'Making a video of the broadcast…' >&2
        "$here/make-video.sh" "$broadcast" "$top/examples/demo/truth.tsv" 180 "$video"
    fi
    set -- "$@" --pack "$pack" "$video"
    ;;
esac
exec /usr/bin/python3 "$here/player.py" "$@"
