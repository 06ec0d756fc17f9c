#!/bin/bash
# sink.sh BIN : feeds virtual cameras with `dualcam run --sink`, and reads them with v4l2-ctl, with ffmpeg where it is
# installed, and with dualcam itself: two of v4l2loopback, and vivid's output node, which vivid shows on its capture
# node. Runs in the guest (--loopback), whose vivids it replaces by one.
set -u
bin=${1:?usage: sink.sh BIN}
# shellcheck source=tools/lab/jobs/tap.sh
source "$LAB_REPO/tools/lab/jobs/tap.sh"
scratch=$(mktemp -d)
cd "$scratch" || exit 1
# Seconds after which something hangs.
limit=900 width=640 height=360
raw=/dev/video40 jpeg=/dev/video41

vivid_node() {
    local folder
    for folder in /sys/class/video4linux/video*; do
        case $(< "$folder/name") in vivid-000-vid-"$1") echo "/dev/${folder##*/}" ;; esac
    done
}

mkdir still
python3 - "$width" "$height" << 'PYTHON'
import sys
from PIL import Image
width, height = map(int, sys.argv[1:])
tiles = Image.new("RGB", (16, 9))
tiles.putdata([((37 * i) % 230, (91 * i + 40) % 230, (17 * i + 90) % 230) for i in range(144)])
tiles.resize((width, height), Image.NEAREST).save("still/0.jpg", quality=90, subsampling=1)
PYTHON

# feed SINK OPTIONS… : starts feeding a still scene.
feed() {
    rm -f now.jpg
    "$bin" run --primary "file:still?fps=10&loop=1" --layout single --canvas "${width}x$height" --no-hud \
        --no-chrome --latest now.jpg --sink "$@" > feed.json 2> feed.log &
    feeder=$!
    local end=$((SECONDS + limit))
    until [ -s now.jpg ]; do
        kill -0 "$feeder" 2> /dev/null && [ "$SECONDS" -lt "$end" ] || { sed 's/^/# /' feed.log >&2; return 1; }
        sleep 0.2
    done
}

# Ends well, and had nothing to complain of.
stop_feeding() {
    kill -INT "$feeder"
    wait "$feeder"
    local code=$?
    [ "$code" -eq 0 ] && ! grep -q 'warning: v4l2:.*no longer accepts' feed.log && return
    echo "# exit code $code" >&2
    sed 's/^/# /' feed.log >&2
    return 1
}

# capture NODE COUNT FILE
capture() {
    timeout "$limit" v4l2-ctl -d "$1" --stream-mmap=3 --stream-count="$2" --stream-to="$3" > capture.log 2>&1 \
        || { sed 's/^/# /' capture.log >&2; return 1; }
}

# shows_the_scene FILE [SESSION] : the last YUYV picture in the file, or a JPEG, or the viewfinder in a recording's one, is
# what dualcam showed, by the mean luma of 16 × 9 cells.
shows_the_scene() {
    python3 - "$1" now.jpg "$width" "$height" "${@:2}" << 'PYTHON'
import io, json, sys
from PIL import Image
width, height = int(sys.argv[3]), int(sys.argv[4])
data = open(sys.argv[1], "rb").read()
if data[:2] == b"\xff\xd8":
    shown = Image.open(io.BytesIO(data)).convert("L")
    if len(sys.argv) > 5:
        rect = json.load(open(sys.argv[5]))["layout"]["viewfinders"][0]
        left, top = rect["x"], rect["y"]
        shown = shown.crop((left, top, left + rect["width"], top + rect["height"]))
else:
    size = 2 * width * height
    assert len(data) >= size, f"{len(data)} bytes"
    # Limited range, as V4L2 has it where nothing else is said.
    full = bytes(min(255, max(0, round((y - 16) * 255 / 219))) for y in range(256))
    shown = Image.frombytes("L", (width, height), data[len(data) - size::2].translate(full))
made = Image.open(sys.argv[2]).convert("L")
assert shown.size == made.size, (shown.size, made.size)
cells = [list(picture.resize((16, 9), Image.BOX).getdata()) for picture in (shown, made)]
worst = max(abs(a - b) for a, b in zip(*cells))
if worst > 4 or max(cells[1]) - min(cells[1]) < 60:
    sys.exit(f"# {worst} levels apart, {min(cells[1])} to {max(cells[1])} made")
PYTHON
}

is_raw_and_full_size() {
    local said
    said=$(v4l2-ctl -d "$raw" --get-fmt-video --get-parm)
    grep -q "Width/Height *: $width/$height" <<< "$said" && grep -q "'YUYV'" <<< "$said" \
        && grep -q 'Frames per second: 10' <<< "$said" && return
    sed 's/^/# /' <<< "$said" >&2
    return 1
}

check "v4l2loopback's module loads" insmod "${LAB_LOOPBACK:?run with --loopback}" devices=2 video_nr=40,41 \
    exclusive_caps=1,0 card_label=Raw,JPEG || finish

check "dualcam feeds v4l2loopback" feed "v4l2:$raw"
check "its node has the canvas' size, YUYV and the rate" is_raw_and_full_size
check "v4l2-ctl reads pictures from it" capture "$raw" 6 raw.yuv
check "they are dualcam's" shows_the_scene raw.yuv
check "a reader that comes after one that went gets pictures too" capture "$raw" 4 again.yuv
check "dualcam's too" shows_the_scene again.yuv
if command -v ffmpeg > /dev/null; then
    check "ffmpeg reads it" timeout "$limit" ffmpeg -v error -y -f v4l2 -i "$raw" -frames:v 2 -q:v 2 -update 1 ffmpeg.jpg
    check "and sees the same" shows_the_scene ffmpeg.jpg
fi
check "dualcam records from it" timeout "$limit" "$bin" record --primary "$raw" --format yuyv --layout single --no-hud \
    --no-chrome --frames 4 -o back
check "and shows the same" shows_the_scene back/000003.jpg back/session.json
check "the feed was never disturbed" stop_feeding

check "dualcam feeds JPEGs" feed "v4l2:$jpeg?format=mjpeg"
check "dualcam records from a node that is camera and output in one" timeout "$limit" "$bin" record --primary "$jpeg" \
    --format mjpeg --layout single --no-hud --no-chrome --frames 4 -o jpegs
check "the JPEGs are dualcam's" shows_the_scene jpegs/000003.jpg jpegs/session.json
check "the recording is whole" timeout "$limit" "$bin" verify jpegs
check "that feed was never disturbed either" stop_feeding

rmmod vivid
check "vivid has an output node too" modprobe -d "$LAB_CACHE/kernel/root" vivid n_devs=1 node_types=0x101
out=$(vivid_node out) cap=$(vivid_node cap)
# HDMI on both ends: vivid shows what comes in.
connect() {
    v4l2-ctl -d "$out" --set-output=1 && v4l2-ctl -d "$cap" --set-input=3 && v4l2-ctl -d "$cap" --set-ctrl=loop_video=1,osd_text_mode=2 \
        && v4l2-ctl -d "$cap" --set-fmt-video="width=$width,height=$height,pixelformat=YUYV"
} > connect.log 2>&1
check "vivid's output is connected to its input" connect
check "dualcam feeds vivid, which takes mapped buffers only" feed "v4l2:$out"
check "v4l2-ctl reads what came through" capture "$cap" 30 vivid.yuv
check "it is dualcam's picture" shows_the_scene vivid.yuv
check "and vivid was never disturbed" stop_feeding

refuses() {
    local wanted=$1 code
    shift
    timeout "$limit" "$bin" run --primary synth:grey --frames 2 "$@" > refuse.log 2>&1
    code=$?
    [ "$code" -eq "$wanted" ] || { echo "# exit code $code, not $wanted" >&2; sed 's/^/# /' refuse.log >&2; return 1; }
}
check "a node that isn't there is named" refuses 69 --sink v4l2:/dev/video99
check "a camera is no sink" refuses 69 --sink "v4l2:$cap"
check "a file is no sink" refuses 69 --sink v4l2:/etc/hostname
finish
