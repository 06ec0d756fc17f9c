# What the jobs that check a dualcam executable have in common: source it after `bin` is set.
#
# The guest only records: what merely reads a recording is written down with `later`, and host.sh does it once the guest
# has gone, many times as fast.
# shellcheck shell=bash
# shellcheck source=tools/lab/jobs/tap.sh
source "$LAB_REPO/tools/lab/jobs/tap.sh"
shopt -s nullglob
# Where recordings are kept, and logs beside them: on the host another folder.
out=${LAB_OUT:-/out}
# Seconds after which something hangs. No check waits for time: each waits for what a run has recorded or said.
limit=900
# Where only the camera matters: guides and chrome are most of what a picture costs in the guest.
plain=(--no-hud --no-chrome)

# starts_job : a working folder in the guest's memory.
starts_job() {
    cd "$(mktemp -d)" || exit 1
    mkdir -p "$out/recordings"
}

# later DESCRIPTION COMMAND… : a check for the host, of recordings that were kept.
later() {
    printf '%q ' check "$@" >> "$out/later"
    echo >> "$out/later"
}

# query JQ PYTHON [FILE] : a question about JSON, asked with jq where it is installed, else with python3, for which
# `read()` gives the values in the input, one a line or one in all.
query() {
    if command -v jq > /dev/null; then
        jq -r "$1" "${@:3}"
    else
        python3 -c 'import json, sys
def read():
    text = open(sys.argv[1]).read() if len(sys.argv) > 1 else sys.stdin.read()
    try: return [json.loads(text)]
    except ValueError: return [json.loads(line) for line in text.splitlines() if line.strip()]
'"$2" "${@:3}"
    fi
}

show() {
    sed 's/^/# /' "$1" | tail -n "${2:-8}" >&2
}

# record NAME OPTIONS… : one recording into the folder NAME; true when dualcam exits with 0.
record() {
    local name=$1 code
    shift
    timeout "$limit" "$bin" record "$@" -o "$name" > "$out/$name.log" 2>&1
    code=$?
    [ "$code" -eq 0 ] || { echo "# exit code $code" >&2; show "$out/$name.log"; return 1; }
}

# preflight OPTIONS… : what is needed is told, whatever the verdict; the exit code is 1 for no.
preflight() {
    local code
    timeout "$limit" "$bin" bench --preflight --frames 12 --json "$@" > "$out/preflight.json" 2> "$out/preflight.log"
    code=$?
    grep -q '"what" : "usb"' "$out/preflight.json" && grep -q '"name" : "bus 1"' "$out/preflight.json" || code=99
    [ "$code" -le 1 ] && return
    echo "# exit code $code" >&2
    show "$out/preflight.log"
    return 1
}

pictures() {
    local files=("$1"/[0-9][0-9][0-9][0-9][0-9][0-9].jpg)
    echo "${#files[@]}"
}

# holds NAME COUNT : that many pictures and lines, and nothing half written.
holds() {
    local lines
    lines=$(wc -l < "$1/frames.jsonl") || return 1
    [ "$(pictures "$1")" -eq "$2" ] && [ "$lines" -eq "$2" ] && [ -s "$1/session.json" ] \
        && [ "$(find "$1" -maxdepth 1 -name '*.jpg' | wc -l)" -eq "$2" ] && return
    echo "# $(pictures "$1") pictures and $lines lines, not $2: $(find "$1" -maxdepth 1 | wc -l) files" >&2
    return 1
}

# decodes NAME : libjpeg-turbo reads every picture to its end without a warning.
decodes() {
    local file bad=0
    for file in "$1"/*.jpg; do
        # djpeg's exit code is 2 after a warning.
        djpeg -scale 1/8 -fast -outfile /dev/null "$file" 2> djpeg.log && continue
        echo "# $file: $(head -n 1 djpeg.log)" >&2
        bad=1
    done
    [ "$bad" -eq 0 ] && [ "$(pictures "$1")" -gt 0 ]
}

# verifies NAME : by dualcam, and without its code.
verifies() {
    { "$bin" verify "$1" && python3 "$LAB_REPO/python/verify_recording.py" --every 20 "$1"; } > "$out/$1.verify.log" 2>&1 \
        || { show "$out/$1.verify.log"; return 1; }
}

# states NAME CAMERA : the camera's state in each line of the manifest.
states() {
    query ".cameras[] | select(.id == \"$2\") | .state" "
for line in read():
    for camera in line['cameras']:
        if camera['id'] == '$2': print(camera['state'])" "$1/frames.jsonl" 2> /dev/null
}

# both_live NAME : each camera was, and none was lost. How often one is late is the guest's speed.
both_live() {
    local camera
    for camera in primary secondary; do
        states "$1" "$camera" | grep -q '^live$' && ! states "$1" "$camera" | grep -q '^lost$' && continue
        echo "# $camera: $(states "$1" "$camera" | sort | uniq -c | tr -s ' \n' ' ')" >&2
        return 1
    done
}

# has_controls NAME "CAMERA CONTROL VALUE"… : the manifest has them, in some line.
has_controls() {
    local name=$1 want
    shift
    for want; do
        query '.controls[]? | "\(.camera) \(.name) \(.value)"' "
for line in read():
    for c in line.get('controls', []): print(c['camera'], c['name'], c['value'])" "$name/frames.jsonl" | grep -qx "$want" && continue
        echo "# no line has $want" >&2
        return 1
    done
}

# has_views NAME "WIDTH CAMERA…"… : some run's main viewfinder is so wide, and its viewfinders show these cameras in this order.
has_views() {
    local name=$1 want
    shift
    for want; do
        query '(.previous[]?, .) | .layout.viewfinders | "\(.[0].width) \([.[].camera] | join(" "))"' "
d = read()[0]
for run in d.get('previous', []) + [d]:
    v = run['layout']['viewfinders']
    print(v[0]['width'], *[one['camera'] for one in v])" "$name/session.json" | grep -qx "$want" && continue
        echo "# no run shows $want" >&2
        return 1
    done
}

negotiated() {
    grep -qi "\"$2\"" "$1/session.json" || { echo "# session.json doesn't name $2" >&2; return 1; }
}

# wait_for COMMAND… : until it succeeds, as long as the recording runs.
wait_for() {
    local end=$((SECONDS + limit))
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] && kill -0 "$recorder" 2> /dev/null || return 1
        sleep 0.2
    done
}

at_least() { [ "$(pictures "$1")" -ge "$2" ]; }
camera_was() { states "$1" "$2" | grep -q "^$3\$"; }
camera_is() { [ "$(states "$1" "$2" | tail -n 1)" = "$3" ]; }
secondary_was() { camera_was "$1" secondary "$2"; }
secondary_is() { camera_is "$1" secondary "$2"; }
# sent NAME CAMERA : it was live, and never lost.
sent() { camera_was "$1" "$2" live && never_lost "$1" "$2"; }
# all_stayed NAME CAMERA… : none was ever lost.
all_stayed() {
    local name=$1 camera
    shift
    for camera; do never_lost "$name" "$camera" || { echo "# $camera was lost" >&2; return 1; }; done
}
# flags NAME FLAG : how many lines have it.
flags() { grep -c -e "\"$2\"" "$1/frames.jsonl"; }
has_flags() { [ "$(flags "$1" "$2")" -ge "$3" ]; }
flagged() { has_flags "$1" "$2" 1 || { echo "# no line has $2" >&2; return 1; }; }
never_lost() { ! states "$1" "$2" | grep -q '^lost$'; }
keep() { cp -r "$1" "$out/recordings/" && rm -rf "$1"; }
log_has() { grep -q -e "$2" "$out/$1.log"; }
log_says() { log_has "$@" || { show "$out/$1.log"; return 1; }; }
exits_with() {
    local wanted=$1 code
    shift
    timeout "$limit" "$@" > exit.log 2>&1
    code=$?
    [ "$code" -eq "$wanted" ] || { echo "# exit code $code, not $wanted" >&2; show exit.log; return 1; }
}
# fails_with CODE TEXT COMMAND… : the exit code, and a message with these words.
fails_with() {
    local wanted=$1 text=$2
    shift 2
    exits_with "$wanted" "$@" || return 1
    grep -q -e "$text" exit.log || { show exit.log; return 1; }
}

# holds_camera NODE : another program streams from it once this returns; its process is $holder.
holds_camera() {
    v4l2-ctl -d "$1" --stream-mmap=2 --stream-count=10000000 > holder.log 2>&1 &
    holder=$!
    # It draws a sign for each frame.
    until grep -q '<' holder.log; do
        kill -0 "$holder" 2> /dev/null || { show holder.log; return 1; }
        sleep 0.2
    done
}
lets_go() {
    kill "$holder" 2> /dev/null
    wait "$holder" 2> /dev/null
}

# starts_recording NAME OPTIONS… : in the background; its process is $recorder.
starts_recording() {
    local name=$1
    shift
    "$bin" record "$@" -o "$name" > "$out/$name.log" 2>&1 &
    recorder=$!
    wait_for at_least "$name" 5 || { show "$out/$name.log"; return 1; }
}
goes_on() {
    local before
    before=$(pictures "$1")
    wait_for at_least "$1" $((before + 5)) || { show "$out/$1.log"; return 1; }
}
# ends_with CODE NAME : the recorder ends by itself.
ends_with() {
    local code end=$((SECONDS + limit))
    while kill -0 "$recorder" 2> /dev/null; do
        [ "$SECONDS" -lt "$end" ] || { kill -KILL "$recorder" 2> /dev/null; echo "# had to be killed" >&2; }
        sleep 0.1
    done
    wait "$recorder" 2> /dev/null
    code=$?
    [ "$code" -eq "$1" ] || { echo "# exit code $code" >&2; show "$out/$2.log"; return 1; }
}
reaches_its_end() { ends_with 0 "$1"; }
ends_well() {
    # Not INT, which a shell without job control makes its background processes ignore.
    kill -TERM "$recorder" 2> /dev/null
    ends_with 0 "$1"
}
# wrapped NAME : the primary's sequence numbers came to their end and began anew.
wrapped() { python3 -c 'import json, sys
numbers = [json.loads(line)["cameras"][0]["sequence"] for line in open(sys.argv[1])]
print("# sequence", numbers[0], "to", numbers[-1], file=sys.stderr)
sys.exit(not (max(numbers) > 1 << 31 and numbers[-1] < 1 << 31))' "$1/frames.jsonl"; }
# accounts NAME [CAMERA [ODD STEPS]] : every frame that the camera numbered is in the manifest, or counted as lost.
accounts() { python3 "$LAB_REPO/tools/lab/jobs/account.py" "$@" >&2; }
# true_times NAME CAMERA : its own times are near the truth, and their errors honest.
paired() { has_python || return 0; python3 "$LAB_REPO/tools/lab/jobs/pairs.py" "$@" >&2; }
true_times() { python3 "$LAB_REPO/tools/lab/jobs/clock.py" "$@" >&2; }
# python3 reads what some checks compare; the guest has the host's.
has_python() { command -v python3 > /dev/null; }
