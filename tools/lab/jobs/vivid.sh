#!/bin/bash
# vivid.sh BIN : what vivid can be that webcams aren't: a multi-planar camera, an interlaced input, an input without a signal.
# Runs in the guest, whose vivids it replaces by one of each kind.
set -u
bin=${1:?usage: vivid.sh BIN}
# shellcheck source=tools/lab/jobs/checks.sh
source "$LAB_REPO/tools/lab/jobs/checks.sh"
starts_job

# loads MULTIPLANAR : one vivid, single-planar (1) or multi-planar (2); its node is $v.
loads() {
    rmmod vivid 2> /dev/null
    modprobe -d "$LAB_CACHE/kernel/root" vivid n_devs=1 node_types=0x1 multiplanar="$1" || return 1
    local folder
    for folder in /sys/class/video4linux/video*; do
        case $(< "$folder/name") in vivid-*-vid-cap) v=/dev/${folder##*/} ;; esac
    done
    [ -n "$v" ]
}
size=(--resolution 320x180 "${plain[@]}")
v=''

# MARK: Multi-planar

check "vivid is a multi-planar camera" loads 2
check "it says so" sh -c 'v4l2-ctl -d "$1" -D | grep -q "Video Capture Multiplanar"' sh "$v"
check "the list of devices has it" sh -c '"$1" devices --json | grep -q "\"$2\""' sh "$bin" "$v"
for format in yuyv nv12; do
    check "a multi-planar camera is recorded as $format" record "planes-$format" --primary "$v" "${size[@]}" --format "$format" \
        --frames 20
    keep "planes-$format"
    later "that recording has 20 pictures and 20 lines" holds "planes-$format" 20
    later "its camera sent $format" negotiated "planes-$format" "$format"
    later "it verifies" verifies "planes-$format"
    later "libjpeg-turbo decodes all of it" decodes "planes-$format"
done

# MARK: Television

check "vivid is a television card" loads 1
# Inputs in vivid's order: webcam, TV, S-Video, HDMI.
check "its input is S-Video, of interlaced fields" v4l2-ctl -d "$v" --set-input=2
told_of_combs() {
    record fields --primary "$v" "${plain[@]}" --format yuyv --frames 10 && log_says fields "its input is interlaced"
}
check "an interlaced input is recorded, and told" told_of_combs
keep fields
later "that recording verifies" verifies fields

signal() { v4l2-ctl -d "$v" -c standard_signal_mode="$1" > signal.log 2>&1 || { show signal.log; return 1; }; }
check "the plug of the S-Video input is pulled" signal 1
told_of_no_signal() {
    starts_recording dark --primary "$v" "${plain[@]}" --format yuyv --frames 100000 || return 1
    ends_well dark && log_says dark "no signal"
}
check "an input without a signal is told" told_of_no_signal
check "the list of devices tells it, too" sh -c '"$1" devices | grep -q "no signal"' sh "$bin"
signal 0
finish
