#!/bin/bash
# clock.sh BIN : frames' times by the webcams' own clocks, against when they were truly exposed. Runs in the guest.
set -u
bin=${1:?usage: clock.sh BIN}
# shellcheck source=tools/lab/jobs/checks.sh
source "$LAB_REPO/tools/lab/jobs/checks.sh"
starts_job

size=(--resolution 320x180 --secondary-resolution 320x180 --fps 15 "${plain[@]}")
check "two webcams are recorded" record clocks --primary "$(webcam-node A)" --secondary "$(webcam-node B)" "${size[@]}" \
    --frames 600
cp /run/webcam-A.truth clocks/primary.truth
cp /run/webcam-B.truth clocks/secondary.truth
keep clocks
for camera in primary secondary; do
    later "the $camera's frames have times by its own clock, and their errors are honest" true_times clocks "$camera"
done
later "dualcam verifies the recording" verifies clocks

# timed_again : the secondary came back, and has times by its own clock since.
timed_again() {
    grep '"reconnects":1' replugged/frames.jsonl | sed 's/.*"id":"secondary"//' | grep -q '"deviceTimestampNs"'
}
check "a recording begins" starts_recording replugged --primary "$(webcam-node A)" --secondary "$(webcam-node B)" \
    "${size[@]}" --frames 100000
webcam-unplug B
webcam-plug B
check "a webcam that was unplugged has times by its own clock again" wait_for timed_again
check "the recording ends well" ends_well replugged
keep replugged
later "dualcam verifies it" verifies replugged

v=$(v4l2-ctl --list-devices 2> /dev/null | sed -n '/^vivid/{n;s/^[[:space:]]*//p;q}')
check "a vivid is recorded without such times" record unclocked --primary "$v" "${size[@]}" --frames 10
check "the summary says so" log_says unclocked "none timed by its own clock"
check "the list of devices says which cameras have a metadata node" \
    sh -c '"$1" devices | grep -c "  clock  *its own" | grep -qx 2' sh "$bin"
finish
