#!/bin/bash
# twins.sh BIN : two webcams of one name without serial numbers, under a driver that hands on frames in error. Runs in the
# guest, whose webcams it replaces.
set -u
bin=${1:?usage: twins.sh BIN}
# shellcheck source=tools/lab/jobs/checks.sh
source "$LAB_REPO/tools/lab/jobs/checks.sh"
starts_job

# The driver reads this when a webcam is plugged in.
nodrop=$(< /sys/module/uvcvideo/parameters/nodrop)
echo 1 > /sys/module/uvcvideo/parameters/nodrop
for letter in A B; do
    webcam-stop "$letter"
    webcam-start "$letter" "Lab Webcam"
done

nodes=("$(webcam-node A)" "$(webcam-node B)")
paths=()
for node in "${nodes[@]}"; do
    for link in /dev/v4l/by-path/*; do
        [ "$(readlink -f "$link")" = "$node" ] && paths+=("$link")
    done
done
a=${paths[0]} b=${paths[1]}
size=(--resolution 320x180 --secondary-resolution 320x180 --fps 15 "${plain[@]}")

"$bin" devices --json > /out/twins.json 2> /out/twins.log
check "by-id can't tell them apart, and the list says so" grep -q "use by-path" /out/twins.json
check "both by-path names lead to different cameras" [ "$a" != "$b" ]
check "they are recorded by their ports" record twins --primary "$a" --secondary "$b" "${size[@]}" --frames 30
keep twins
later "both twins were live" both_live twins
later "dualcam verifies their recording" verifies twins

check "a recording of twins begins" starts_recording swapped --primary "$a" --secondary "$b" "${size[@]}" --frames 100000
exec 7< "$(webcam-node B)"
webcam-unplug B
check "the one that is unplugged is lost" wait_for secondary_was swapped lost
webcam-plug B
check "and comes back in its own viewfinder" wait_for secondary_is swapped live
check "it ends well" ends_well swapped
exec 7<&-
keep swapped
later "the other was never taken for it" never_lost swapped primary

# Frames in error come until a picture shows the one after; how many the driver hands on is the guest's speed.
in_error() {
    starts_recording errors --primary "$a" "${size[@]}" --frames 100000 --json || return 1
    for _ in 1 2 3; do
        webcam-fault A error-bit 4
        goes_on errors || return 1
    done
    ends_well errors
}
check "frames that the driver marks as bad are passed over" in_error
check "and counted" grep -Eq '"bad" *: *[1-9]' /out/errors.log
keep errors
later "the recording of them verifies" verifies errors
later "libjpeg-turbo decodes all of it, too" decodes errors
# So many in a row are a silence in a slow guest, after which a stream that was started again counts from 0; the frame that
# says so may be among those that are lost.
later "no frame in error was lost without a count" accounts errors primary 3
# As the next job finds them.
echo "$nodrop" > /sys/module/uvcvideo/parameters/nodrop
for letter in A B; do
    webcam-stop "$letter"
    webcam-start "$letter" "Lab Webcam $letter" "CAM-$letter"
done
finish
