# What goes wrong with cameras, provoked with real drivers. Sourced by dualcam.sh, whose functions and names it uses.
# shellcheck shell=bash disable=SC2154

# MARK: What v4l2-ctl sees

agrees() { has_python || return 0; python3 "$LAB_REPO/tools/lab/jobs/formats.py" /out/devices.json >&2; }
check "formats, sizes, rates and controls are those that v4l2-ctl tells" agrees
complies() { has_python || return 0; python3 "$LAB_REPO/tools/lab/jobs/compliance.py" /out/devices.json >&2; }
check "v4l2-compliance names the same devices, and finds nothing wrong with what dualcam relies on" complies

# MARK: What can't be opened

meta=$(webcam-node A 1)
check "a metadata node is refused with 69 and the reason" fails_with 69 "metadata" \
    "$bin" record --primary "$meta" --frames 1 -o none
check "a program streams from a webcam" holds_camera "$(webcam-node A)"
check "a webcam in use: 75, and the process that has it is named" fails_with 75 "v4l2-ctl ($holder)" \
    "$bin" record --primary "$a" --frames 1 -o busy
lets_go
node=$(webcam-node A)
chgrp video "$node" && chmod 660 "$node"
check "a node that may not be opened: 77, with its group and the remedy" fails_with 77 "usermod -aG video" \
    setpriv --reuid 65534 --regid 65534 --clear-groups "$bin" run --primary "$node" --frames 1
check "the list of devices tells the same of it" sh -c \
    'setpriv --reuid 65534 --regid 65534 --clear-groups "$1" devices | grep -q "group video"' sh "$bin"
chmod 600 "$node"

# MARK: Damaged frames, by each policy

# spoils NAME POLICY FAULT… : a recording of A in which it sends bad frames of each kind, as long as it takes until the
# manifest has some of them; good ones between them, for what a policy keeps of these.
spoils() {
    local name=$1 policy=$2 fault before
    shift 2
    starts_recording "$name" --primary "$a" --resolution 320x180 --fps 15 "${plain[@]}" --frames 100000 \
        --damaged "$policy" --keep-source || return 1
    for fault in "$@"; do
        before=$(flags "$name" damaged)
        case $fault in
            cut | garble | blank)
                webcam-fault A "$fault" 100000 && wait_for has_flags "$name" damaged $((before + 3)) ;;
            # Of these nothing arrives.
            empty) webcam-fault A "$fault" 3 && goes_on "$name" ;;
            *) webcam-fault A "$fault" 100000 && goes_on "$name" ;;
        esac || { echo "# no frame that is $fault came" >&2; return 1; }
        webcam-fault A ok
        goes_on "$name" || return 1
    done
    ends_well "$name"
}
for policy in keep-rows drop keep; do
    check "--damaged $policy goes through bad frames" spoils "bad-$policy" "$policy" cut garble no-dht no-eoi doubled blank empty
    keep "bad-$policy"
    later "the recording with --damaged $policy verifies" verifies "bad-$policy"
    later "libjpeg-turbo decodes all of its pictures" decodes "bad-$policy"
    later "every frame of it is accounted for" accounts "bad-$policy"
    later "its manifest has the damaged frames" flagged "bad-$policy" damaged
done
later "rows that were kept are counted" flagged bad-keep-rows rowsKept
later "dropped frames show the one before" flagged bad-drop repeated
later "kept frames without Huffman tables or EOI were completed" python3 "$LAB_REPO/tools/lab/jobs/sources.py" bad-keep-rows

# MARK: A camera that falls silent

began() { [ "$(grep -c 'stream began' /out/lab/webcam-B.log)" -gt "$1" ]; }
stalls() {
    starts_recording stalled --primary "$a" --secondary "$b" "${size[@]}" "${plain[@]}" --frames 100000 || return 1
    local streams
    streams=$(grep -c 'stream began' /out/lab/webcam-B.log)
    webcam-fault B stall 100000
    wait_for secondary_was stalled stale || { echo "# never stale" >&2; return 1; }
    wait_for began "$streams" || { echo "# never started again" >&2; return 1; }
    webcam-fault B ok
    wait_for secondary_is stalled live || { echo "# never live again" >&2; return 1; }
    goes_on stalled && ends_well stalled
}
check "a silent camera becomes stale, is started again, and is live again" stalls
keep stalled
later "the recording with the silence verifies" verifies stalled
later "every frame of the camera that went on is accounted for" accounts stalled

# MARK: The end, where a lost camera is to be the end

ends_when_lost() {
    starts_recording stop --primary "$a" --secondary "$b" "${size[@]}" "${plain[@]}" --frames 100000 \
        --on-camera-lost stop || return 1
    webcam-unplug B
    ends_with 69 stop
}
check "--on-camera-lost stop ends with 69 when the plug is pulled" ends_when_lost
check "it names the camera and says why" log_says stop "secondary (.*) is gone: .*disconnected"
webcam-plug B
keep stop
later "what was recorded by then verifies" verifies stop

# MARK: Unplugged again and again

unplugs_often() {
    local rounds=${LAB_RECONNECTS:-10} descriptors memory
    starts_recording often --primary "$a" --secondary "$b" "${size[@]}" --frames 100000 --every 500ms || return 1
    for ((round = 1; round <= rounds; round++)); do
        webcam-unplug B
        webcam-plug B
        wait_for secondary_is often live || { echo "# not back in round $round" >&2; ends_well often; return 1; }
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
keep often
later "the manifest counts how often" flagged often reconnects
later "that recording verifies" verifies often

# MARK: vivid's injected faults

v=${vivids[0]}
has_control() { v4l2-ctl -d "$v" -L 2> /dev/null | grep -q "^ *$1 "; }
press() { v4l2-ctl -d "$v" -c "$1=1" > /dev/null 2>&1; }
raw=(--format yuyv --resolution 320x180 "${plain[@]}" --fps 15)
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
    keep "$name"
    later "the recording through $control verifies" verifies "$name"
    # A stream that begins anew counts anew; the frame that says so may be among those that are lost.
    later "every frame of it is accounted for" accounts "$name" primary 3
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
    keep dropping
    later "every frame that it dropped is a gap in the manifest" accounts dropping
    later "there were gaps" grep -q '"gap":[1-9]' dropping/frames.jsonl
fi
past_the_wrap() { tail -n 1 wrapping/frames.jsonl | grep -Eq '"sequence":[0-9]{1,9},'; }
wraps() {
    v4l2-ctl -d "$v" -c wrap_sequence_number=1 > /dev/null 2>&1
    v4l2-ctl -d "$v" -c wrap_timestamp=1 > /dev/null 2>&1
    # Without --fps: by times that aren't the driver's it would pass over frames that come close to one another.
    starts_recording wrapping --primary "$v" "${raw[@]:0:6}" --frames 100000 && wait_for past_the_wrap && goes_on wrapping \
        && ends_well wrapping
    local code=$?
    v4l2-ctl -d "$v" -c wrap_sequence_number=0 > /dev/null 2>&1
    v4l2-ctl -d "$v" -c wrap_timestamp=0 > /dev/null 2>&1
    return "$code"
}
if has_control wrap_sequence_number; then
    check "sequence numbers and time stamps that wrap are recorded" wraps
    keep wrapping
    later "the numbers did wrap" wrapped wrapping
    later "the wrap is no loss" accounts wrapping
    later "that recording verifies" verifies wrapping
fi
# The clock on the wall jumps a day ahead and back: nothing that is measured goes by it.
jumps() {
    starts_recording clock --primary "$v" "${raw[@]}" --every 500ms --frames 16 || return 1
    date -s @$(($(date +%s) + 86400)) > /dev/null && goes_on clock && date -s @$(($(date +%s) - 172800)) > /dev/null \
        && reaches_its_end clock
    local code=$?
    [ "$code" -eq 0 ] && holds clock 16
}
check "a clock that jumps by days disturbs no timelapse" jumps
keep clock
later "that recording verifies" verifies clock
if has_control disconnect; then
    vivid_leaves() {
        starts_recording leaves --primary "$a" --secondary "$v" "${size[@]}" "${plain[@]}" --secondary-format yuyv \
            --frames 100000 || return 1
        press disconnect
        wait_for secondary_was leaves lost && goes_on leaves && ends_well leaves
    }
    # The last: it doesn't come back but with its driver.
    check "a vivid that is disconnected is lost, and the webcam goes on" vivid_leaves
    keep leaves
    later "that recording verifies" verifies leaves
fi
