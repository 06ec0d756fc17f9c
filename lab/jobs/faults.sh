# What goes wrong with cameras, provoked with real drivers. Sourced by dualcam.sh, whose functions and names it uses.
# shellcheck shell=bash disable=SC2154

log_says() { grep -q -e "$2" "/out/$1.log" || { show "/out/$1.log"; return 1; }; }
flagged() { grep -q -e "\"$2\"" "$1/frames.jsonl" || { echo "# no line has $2" >&2; return 1; }; }
# fails_with CODE TEXT COMMAND… : the exit code, and a message with these words.
fails_with() {
    local wanted=$1 text=$2
    shift 2
    exits_with "$wanted" "$@" || return 1
    grep -q -e "$text" exit.log || { show exit.log; return 1; }
}

# MARK: What v4l2-ctl sees

agrees() { has_python || return 0; python3 "$LAB_REPO/lab/jobs/formats.py" /out/devices.json >&2; }
check "formats, sizes, rates and controls are those that v4l2-ctl tells" agrees
complies() { has_python || return 0; python3 "$LAB_REPO/lab/jobs/compliance.py" /out/devices.json >&2; }
check "v4l2-compliance names the same devices, and finds nothing wrong with what dualcam relies on" complies

# MARK: What can't be opened

meta=$(webcam-node A 1)
check "a metadata node is refused with 69 and the reason" fails_with 69 "metadata" \
    "$bin" record --primary "$meta" --frames 1 -o none
v4l2-ctl -d "$(webcam-node A)" --stream-mmap=2 --stream-count=100000 > /dev/null 2>&1 &
holder=$!
sleep 2
check "a webcam in use: 75, and the process that has it is named" fails_with 75 "v4l2-ctl ($holder)" \
    "$bin" record --primary "$a" --frames 1 -o busy
kill "$holder" 2> /dev/null
wait "$holder" 2> /dev/null
node=$(webcam-node A)
chgrp video "$node" && chmod 660 "$node"
check "a node that may not be opened: 77, with its group and the remedy" fails_with 77 "usermod -aG video" \
    setpriv --reuid 65534 --regid 65534 --clear-groups "$bin" run --primary "$node" --frames 1
check "the list of devices tells the same of it" sh -c \
    'setpriv --reuid 65534 --regid 65534 --clear-groups "$1" devices | grep -q "group video"' sh "$bin"
chmod 600 "$node"

# MARK: Damaged frames, by each policy

# spoils NAME POLICY FAULT… : a recording of A in which it sends bad frames.
spoils() {
    local name=$1 policy=$2
    shift 2
    starts_recording "$name" --primary "$a" --resolution 640x360 --fps 15 --frames 60 --damaged "$policy" --keep-source \
        || return 1
    local fault
    for fault in "$@"; do
        webcam-fault A "$fault" 5
        sleep 0.5
    done
    reaches_its_end "$name"
}
for policy in keep-rows drop keep; do
    check "--damaged $policy goes through bad frames" spoils "bad-$policy" "$policy" cut garble no-dht no-eoi doubled blank
    check "its recording verifies" verifies "bad-$policy"
    check "libjpeg-turbo decodes all of its pictures" decodes "bad-$policy"
    check "every frame of it is accounted for" accounts "bad-$policy"
    check "its manifest has the damaged frames" flagged "bad-$policy" damaged
done
check "rows that were kept are counted" flagged bad-keep-rows rowsKept
check "dropped frames show the one before" flagged bad-drop repeated
whole_sources() {
    # Only frames flagged as damaged may have something wrong.
    has_python || return 0
    python3 - "$1" << 'PYTHON' >&2
import glob, json, subprocess, sys
damaged = {line["index"] for line in map(json.loads, open(sys.argv[1] + "/frames.jsonl"))
           if any("damaged" in camera["flags"] for camera in line["cameras"])}
files = [f for f in glob.glob(sys.argv[1] + "/sources/*.primary.jpg")
         if int(f.rsplit("/", 1)[1].split(".")[0]) not in damaged]
bad = [f for f in files if subprocess.run(["djpeg", "-scale", "1/8", "-outfile", "/dev/null", f],
                                          stderr=subprocess.DEVNULL).returncode]
print(f"# {len(files)} kept frames, {len(damaged)} damaged ones, {len(bad)} that djpeg complains of: {bad[:3]}")
sys.exit(1 if bad or not files else 0)
PYTHON
}
check "kept frames without Huffman tables or EOI were completed" whole_sources bad-keep-rows
for policy in keep-rows drop keep; do keep "bad-$policy"; done

# MARK: A camera that falls silent

stalls() {
    starts_recording stalled --primary "$a" --secondary "$b" "${size[@]}" --frames 100000 || return 1
    webcam-fault B stall 20
    wait_for 60 secondary_was stalled stale || { echo "# never stale" >&2; return 1; }
    wait_for 120 secondary_is stalled live || { echo "# never live again" >&2; return 1; }
    goes_on stalled && ends_well stalled
}
check "a silent camera becomes stale, is started again, and is live again" stalls
check "the recording with the silence verifies" verifies stalled
check "every frame of the camera that went on is accounted for" accounts stalled
keep stalled

# MARK: The end, where a lost camera is to be the end

ends_when_lost() {
    starts_recording stop --primary "$a" --secondary "$b" "${size[@]}" --frames 100000 --on-camera-lost stop || return 1
    webcam-unplug B
    local code
    for _ in {1..600}; do
        kill -0 "$recorder" 2> /dev/null || break
        sleep 0.1
    done
    kill -KILL "$recorder" 2> /dev/null
    wait "$recorder" 2> /dev/null
    code=$?
    [ "$code" -eq 69 ] || { echo "# exit code $code" >&2; show /out/stop.log; return 1; }
}
check "--on-camera-lost stop ends with 69 when the plug is pulled" ends_when_lost
check "it names the camera and says why" log_says stop "secondary (.*) is gone: .*disconnected"
check "what was recorded by then verifies" verifies stop
webcam-plug B
keep stop

# MARK: Unplugged again and again

unplugs_often() {
    local rounds=${LAB_RECONNECTS:-10} descriptors memory
    starts_recording often --primary "$a" --secondary "$b" "${size[@]}" --frames 100000 --every 1s || return 1
    for ((round = 1; round <= rounds; round++)); do
        webcam-unplug B
        sleep 0.3
        webcam-plug B
        wait_for 60 secondary_is often live || { echo "# not back in round $round" >&2; ends_well often; return 1; }
        if [ "$round" -eq 5 ]; then
            descriptors=$(find "/proc/$recorder/fd" -mindepth 1 | wc -l)
            memory=$(awk '/RssAnon/ { print $2 }' "/proc/$recorder/status")
        fi
    done
    local now_descriptors now_memory
    now_descriptors=$(find "/proc/$recorder/fd" -mindepth 1 | wc -l)
    now_memory=$(awk '/RssAnon/ { print $2 }' "/proc/$recorder/status")
    # Buffers that are mapped or not at the moment are no growth; the log's timer has three descriptors once it holds back
    # the first warning.
    echo "# $rounds times: $descriptors, then $now_descriptors descriptors; $memory, then $now_memory kB" >&2
    ends_well often && [ "$now_descriptors" -le $((descriptors + 4)) ] && [ "$now_memory" -le $((memory + 8192)) ]
}
check "unplugged again and again, descriptors and memory stay as they are" unplugs_often
check "the manifest counts how often" flagged often reconnects
check "that recording verifies" verifies often
keep often

# MARK: vivid's injected faults

v=${vivids[0]}
has_control() { v4l2-ctl -d "$v" -L 2> /dev/null | grep -q "^ *$1 "; }
press() { v4l2-ctl -d "$v" -c "$1=1" > /dev/null 2>&1; }
raw=(--format yuyv --resolution 640x360 --fps 15)
# Each pressed button makes the next call of its kind fail.
for call in reqbufs streamon; do
    control=inject_vidioc_${call}_error
    has_control "$control" || { v4l2-ctl -d "$v" -L > /out/vivid-controls.txt; continue; }
    press "$control"
    check "$call that fails is an error that names it" fails_with 74 "VIDIOC_${call^^} failed" \
        "$bin" record --primary "$v" "${raw[@]}" --frames 2 -o failing
    rm -rf failing
done
# goes_through NAME CONTROL COUNT : a recording that goes on after a fault.
goes_through() {
    starts_recording "$1" --primary "$v" "${raw[@]}" --frames 100000 || return 1
    for ((i = 0; i < $3; i++)); do
        press "$2"
        goes_on "$1" || return 1
    done
    ends_well "$1"
}
for control in inject_vidioc_qbuf_error inject_fatal_streaming_error inject_v4l2_buf_flag_error; do
    has_control "$control" || continue
    name=vivid-${control#inject_}
    check "a recording goes on after $control" goes_through "$name" "$control" 3
    check "it verifies" verifies "$name"
    # A stream that begins anew counts anew; the frame that says so may be among those that are lost.
    check "every frame of it is accounted for" accounts "$name" primary 3
    keep "$name"
done
drops() {
    v4l2-ctl -d "$v" -c percentage_of_dropped_buffers=20 > /dev/null 2>&1
    record dropping --primary "$v" "${raw[@]}" --frames 60
    local code=$?
    v4l2-ctl -d "$v" -c percentage_of_dropped_buffers=0 > /dev/null 2>&1
    return "$code"
}
if has_control percentage_of_dropped_buffers; then
    check "a driver that drops a fifth of its buffers is recorded" drops
    check "every frame that it dropped is a gap in the manifest" accounts dropping
    sees_drops() {
        has_python || return 0
        v4l2-ctl -d "$v" -c percentage_of_dropped_buffers=20 > /dev/null 2>&1
        timeout "$limit" v4l2-ctl -d "$v" --stream-mmap=4 --stream-count=100 > v4l2-ctl.log 2>&1
        v4l2-ctl -d "$v" -c percentage_of_dropped_buffers=0 > /dev/null 2>&1
        python3 "$LAB_REPO/lab/jobs/dropped.py" v4l2-ctl.log dropping/frames.jsonl >&2
    }
    check "v4l2-ctl sees as many dropped" sees_drops
    check "there were gaps" sh -c 'grep -q "\"gap\":[1-9]" dropping/frames.jsonl'
    keep dropping
fi
wraps() {
    v4l2-ctl -d "$v" -c wrap_sequence_number=1 > /dev/null 2>&1
    v4l2-ctl -d "$v" -c wrap_timestamp=1 > /dev/null 2>&1
    # Without --fps: by times that aren't the driver's it would pass over frames that come close to one another.
    record wrapping --primary "$v" "${raw[@]:0:4}" --frames 300
    local code=$?
    v4l2-ctl -d "$v" -c wrap_sequence_number=0 > /dev/null 2>&1
    v4l2-ctl -d "$v" -c wrap_timestamp=0 > /dev/null 2>&1
    return "$code"
}
if has_control wrap_sequence_number; then
    check "sequence numbers and time stamps that wrap are recorded" wraps
    check "the wrap is no loss" accounts wrapping
    check "that recording verifies" verifies wrapping
    keep wrapping
fi
# The clock on the wall jumps a day ahead and back: nothing that is measured goes by it.
jumps() {
    starts_recording clock --primary "$v" "${raw[@]}" --every 1s --frames 12 || return 1
    date -s @$(($(date +%s) + 86400)) > /dev/null && goes_on clock && date -s @$(($(date +%s) - 172800)) > /dev/null \
        && reaches_its_end clock
    local code=$?
    [ "$code" -eq 0 ] && holds clock 12
}
check "a clock that jumps by days disturbs no timelapse" jumps
check "that recording verifies" verifies clock
keep clock
if has_control disconnect; then
    vivid_leaves() {
        starts_recording leaves --primary "$a" --secondary "$v" --resolution 640x360 --fps 15 --secondary-format yuyv \
            --frames 100000 || return 1
        press disconnect
        wait_for 60 secondary_was leaves lost && goes_on leaves && ends_well leaves
    }
    # The last: it doesn't come back but with its driver.
    check "a vivid that is disconnected is lost, and the webcam goes on" vivid_leaves
    check "that recording verifies" verifies leaves
    keep leaves
fi
