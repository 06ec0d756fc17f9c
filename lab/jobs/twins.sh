#!/bin/bash
# twins.sh BIN : two webcams of one name without serial numbers, under a driver that hands on frames in error (a guest
# with --twins --nodrop).
set -u
bin=${1:?usage: twins.sh BIN}
# shellcheck source=lab/jobs/checks.sh
source "$LAB_REPO/lab/jobs/checks.sh"

nodes=("$(webcam-node A)" "$(webcam-node B)")
paths=()
for node in "${nodes[@]}"; do
    for link in /dev/v4l/by-path/*; do
        [ "$(readlink -f "$link")" = "$node" ] && paths+=("$link")
    done
done
a=${paths[0]} b=${paths[1]}
size=(--resolution 640x360 --secondary-resolution 640x360 --fps 15)

"$bin" devices --json > /out/twins.json 2> /out/twins.log
check "by-id can't tell them apart, and the list says so" grep -q "use by-path" /out/twins.json
check "both by-path names lead to different cameras" [ "$a" != "$b" ]
check "they are recorded by their ports" record twins --primary "$a" --secondary "$b" "${size[@]}" --frames 30
check "both were live" mostly_live twins
check "dualcam verifies it" verifies twins
keep twins

check "a recording of twins begins" starts_recording swapped --primary "$a" --secondary "$b" "${size[@]}" --frames 100000
exec 7< "$(webcam-node B)"
webcam-unplug B
check "the one that is unplugged is lost" wait_for 40 secondary_was swapped lost
webcam-plug B
check "and comes back in its own viewfinder" wait_for 60 secondary_is swapped live
check "the other was never taken for it" sh -c '! grep -q "^lost$"' < <(states swapped primary)
check "it ends well" ends_well swapped
exec 7<&-
keep swapped

in_error() {
    starts_recording errors --primary "$a" "${size[@]}" --frames 60 --json || return 1
    webcam-fault A error-bit 12
    reaches_its_end errors
}
check "frames that the driver marks as bad are passed over" in_error
check "and counted" grep -Eq '"bad" *: *12' /out/errors.log
check "the recording of them verifies" verifies errors
check "libjpeg-turbo decodes all of it" decodes errors
check "every frame of it is accounted for" accounts errors
finish
