#!/bin/sh
# Plays the part of systemd for earmark-monitor.service: see README.md. EARMARK is the program to run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
earmark=${EARMARK:-$root/.build/release/earmark}
if [ ! -x "$earmark" ]; then
  echo "run.sh: there is no program $earmark; build it with \"make build\" or set EARMARK" >&2
  exit 1
fi

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT INT TERM
mkdir -p "$home/.config/earmark" "$home/.config/systemd/user" "$home/bin"
cp "$root/pipelines/network.gst" "$home/.config/earmark/station.gst"
cat > "$home/.config/earmark/monitor.env" <<END
PACK=$home/spots.earpack
STATION_1=file://$root/examples/demo/spots/corner-bakery.opus
STATION_2=file://$root/examples/demo/spots/stillwater-tea.opus
TIMELINES=$home
END
"$earmark" pack create --quiet "$home/spots.earpack" "$root"/examples/demo/spots/*.opus > "$home/pack.txt"

# The unit with the program's whole path, as somebody would write it whose program is not in the path of systemd.
unit=$home/.config/systemd/user/earmark-monitor.service
sed "s|^ExecStart=earmark |ExecStart=$earmark |" "$here/earmark-monitor.service" > "$unit"
if command -v systemd-analyze > /dev/null; then
  mkdir -m 700 "$home/run"
  HOME=$home XDG_RUNTIME_DIR=$home/run systemd-analyze verify --user --man=no "$unit"
  echo "systemd-analyze finds nothing wrong with the unit"
fi

HOME=$home python3 "$here/supervise.py" "$unit"
echo "rows:"
cat "$home"/station-*.jsonl
