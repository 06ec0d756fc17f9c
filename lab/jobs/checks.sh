# What the jobs that check a dualcam executable have in common: source it after `bin` is set.
# shellcheck shell=bash
# shellcheck source=lab/jobs/tap.sh
source "$LAB_REPO/lab/jobs/tap.sh"
shopt -s nullglob
scratch=$(mktemp -d)
cd "$scratch" || exit 1
mkdir -p /out/recordings
limit=150  # seconds for one recording; the guest is slow

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
    timeout "$limit" "$bin" record "$@" -o "$name" > "/out/$name.log" 2>&1
    code=$?
    [ "$code" -eq 0 ] || { echo "# exit code $code" >&2; show "/out/$name.log"; return 1; }
}

# preflight OPTIONS… : what is needed is told, whatever the verdict; the exit code is 1 for no.
preflight() {
    local code
    timeout "$limit" "$bin" bench --preflight --frames 12 --json "$@" > /out/preflight.json 2> /out/preflight.log
    code=$?
    grep -q '"what" : "usb"' /out/preflight.json && grep -q '"name" : "bus 1"' /out/preflight.json || code=99
    [ "$code" -le 1 ] && return
    echo "# exit code $code" >&2
    show /out/preflight.log
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
    # djpeg's exit code is 2 after a warning. One process for each of the guest's processors.
    # shellcheck disable=SC2016
    find "$1" -maxdepth 1 -name '*.jpg' -print0 | xargs -0 -r -n 8 -P 2 sh -c '
        for file; do
            djpeg -scale 1/8 -fast -outfile /dev/null "$file" 2> /dev/null || echo "# $file: djpeg gives $?"
        done' sh > djpeg.log
    [ ! -s djpeg.log ] || { head -n 5 djpeg.log >&2; return 1; }
    [ "$(pictures "$1")" -gt 0 ]
}

verifies() {
    timeout "$limit" "$bin" verify "$1" > "/out/$1.verify.log" 2>&1 || { show "/out/$1.verify.log"; return 1; }
}

# states NAME CAMERA : the camera's state in each line of the manifest.
states() {
    query ".cameras[] | select(.id == \"$2\") | .state" "
for line in read():
    for camera in line['cameras']:
        if camera['id'] == '$2': print(camera['state'])" "$1/frames.jsonl" 2> /dev/null
}

# mostly_live NAME : each camera in half of the lines at least.
mostly_live() {
    local camera total live
    for camera in primary secondary; do
        total=$(states "$1" "$camera" | wc -l)
        live=$(states "$1" "$camera" | grep -c '^live$')
        [ "$total" -gt 0 ] && [ $((2 * live)) -ge "$total" ] && continue
        echo "# $camera: live in $live of $total lines" >&2
        return 1
    done
}

negotiated() {
    grep -qi "\"$2\"" "$1/session.json" || { echo "# session.json doesn't name $2" >&2; return 1; }
}

# wait_for SECONDS COMMAND… : until it succeeds, as long as the recording runs.
wait_for() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] && kill -0 "$recorder" 2> /dev/null || return 1
        sleep 0.5
    done
}

at_least() { [ "$(pictures "$1")" -ge "$2" ]; }
secondary_was() { states "$1" secondary | grep -q "^$2\$"; }
secondary_is() { [ "$(states "$1" secondary | tail -n 1)" = "$2" ]; }
keep() { cp -r "$1" /out/recordings/ 2> /dev/null; rm -rf "$1"; }
exits_with() {
    local wanted=$1 code
    shift
    timeout "$limit" "$@" > exit.log 2>&1
    code=$?
    [ "$code" -eq "$wanted" ] || { echo "# exit code $code, not $wanted" >&2; show exit.log; return 1; }
}

# starts_recording NAME OPTIONS… : in the background; its process is $recorder.
starts_recording() {
    local name=$1
    shift
    "$bin" record "$@" -o "$name" > "/out/$name.log" 2>&1 &
    recorder=$!
    wait_for 60 at_least "$name" 5 || { show "/out/$name.log"; return 1; }
}
goes_on() {
    local before
    before=$(pictures "$1")
    wait_for 60 at_least "$1" $((before + 5)) || { show "/out/$1.log"; return 1; }
}
ends_well() {
    local code
    # Not INT, which a shell without job control makes its background processes ignore.
    kill -TERM "$recorder" 2> /dev/null
    for _ in {1..300}; do
        kill -0 "$recorder" 2> /dev/null || break
        sleep 0.1
    done
    kill -KILL "$recorder" 2> /dev/null && echo "# had to be killed" >&2
    wait "$recorder" 2> /dev/null
    code=$?
    [ "$code" -eq 0 ] || { echo "# exit code $code" >&2; show "/out/$1.log"; return 1; }
}

reaches_its_end() {
    for _ in $(seq "$limit"); do
        kill -0 "$recorder" 2> /dev/null || break
        sleep 1
    done
    ends_well "$1"
}
# python3 reads what some checks compare; the guest has the host's.
has_python() { command -v python3 > /dev/null; }
accounts() { has_python || return 0; python3 "$LAB_REPO/lab/jobs/account.py" "$@" >&2; }
