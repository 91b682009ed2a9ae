#!/usr/bin/env bash
# Says how loud every spot of the demo's broadcast is.
#
#   run.sh [OPTION…] [PACK FILE-OR-URI]      options as of loudness.py; without --fast it plays in real time
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../prepare.sh
. "$here/../prepare.sh"
case ${!#} in
-* | "$0") set -- "$@" "$pack" "$broadcast" ;;
esac
exec /usr/bin/python3 "$here/loudness.py" "$@"
