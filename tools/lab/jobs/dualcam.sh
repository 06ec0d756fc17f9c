#!/bin/bash
# dualcam.sh BIN : checks a dualcam executable against real drivers: two UVC webcams and two vivid cameras.
# Runs in the guest. Logs and recordings are left in /out.
set -u
bin=${1:?usage: dualcam.sh BIN}
# shellcheck source=tools/lab/jobs/checks.sh
source "$LAB_REPO/tools/lab/jobs/checks.sh"
starts_job

a=/dev/v4l/by-id/usb-dualcam_Lab_Webcam_A_CAM-A-video-index0
b=/dev/v4l/by-id/usb-dualcam_Lab_Webcam_B_CAM-B-video-index0
vivids=()
for folder in /sys/class/video4linux/video*; do
    case $(< "$folder/name") in vivid-*-vid-cap) vivids+=("/dev/${folder##*/}") ;; esac
done

# MARK: 1. The list of devices

lists_the_cameras() {
    local wanted found
    timeout "$limit" "$bin" devices --json > /out/devices.json 2> /out/devices.log || { show /out/devices.log; return 1; }
    wanted=$(printf '%s\n' "${vivids[@]}" "$(webcam-node A)" "$(webcam-node B)" | sort)
    found=$(query '.[].path' 'for device in read()[0]: print(device["path"])' /out/devices.json \
        | while read -r path; do readlink -f "$path"; done | sort)
    [ "$found" = "$wanted" ] || { echo "# found:" $found "; wanted:" $wanted >&2; return 1; }
}
check "devices --json lists the four cameras and no metadata node" lists_the_cameras
check "devices --json gives the webcams' stable names" grep -q "${a##*/}" /out/devices.json

# MARK: 2. Two webcams

size=(--resolution 640x360 --secondary-resolution 640x360 --fps 15)
check "two webcams are recorded" record webcams --primary "$a" --secondary "$b" "${size[@]}" --frames 30
check "a preflight tells what the webcams need of their bus" preflight --primary "$a" --secondary "$b" "${size[@]}"
keep webcams
later "the recording has 30 pictures and 30 lines" holds webcams 30
later "both webcams were live" both_live webcams
later "dualcam verifies the recording" verifies webcams
later "libjpeg-turbo decodes every picture without a warning" decodes webcams
later "the webcams sent MJPEG" negotiated webcams mjpeg

# MARK: 3. Two raw cameras

# Small from here on: what is checked doesn't depend on it, and the guest is slow.
size=(--resolution 320x180 --secondary-resolution 320x180 --fps 15)
check "two vivids are recorded as YUYV" record raw --primary "${vivids[0]}" --secondary "${vivids[1]}" "${size[@]}" \
    --format yuyv --frames 20
keep raw
later "the raw recording has 20 pictures and 20 lines" holds raw 20
later "both vivids were live" both_live raw
later "dualcam verifies the raw recording" verifies raw
later "libjpeg-turbo decodes every picture of raw cameras" decodes raw
later "the vivids sent YUYV" negotiated raw yuyv

# MARK: 4. A webcam and a raw camera

check "a webcam and a vivid are recorded together" record mixed --primary "$a" --secondary "${vivids[0]}" "${size[@]}" \
    --secondary-format nv12 --frames 30
keep mixed
later "the mixed recording has 30 pictures and 30 lines" holds mixed 30
later "the vivid beside the webcam sent NV12" negotiated mixed nv12
later "dualcam verifies the mixed recording" verifies mixed
later "libjpeg-turbo decodes every picture of mixed cameras" decodes mixed

# MARK: 5. The plug is pulled and put in again

old=$(webcam-node B)
check "a recording of both webcams begins" starts_recording unplugged --primary "$a" --secondary "$b" "${size[@]}" \
    --frames 100000
# is_confined : every thread of the recorder has all of its seccomp filters.
is_confined() {
    local threads confined
    threads=$(cat /proc/"$recorder"/task/*/status | grep -c '^Seccomp_filters:')
    confined=$(cat /proc/"$recorder"/task/*/status | grep -c -E '^Seccomp_filters:[[:space:]]+([3-9]|[1-9][0-9])')
    [ "$threads" -ge 4 ] && [ "$threads" -eq "$confined" ] && return
    echo "# $confined of $threads threads have their filters" >&2
    return 1
}
check "every thread of it denies itself what it doesn't need" is_confined
# As long as somebody holds the old node, its number isn't given out again.
exec 7< "$old"
webcam-unplug B
check "the manifest says that the secondary is lost" wait_for secondary_was unplugged lost
check "the recording goes on with one camera" goes_on unplugged
webcam-plug B
new=$(webcam-node B)
check "the webcam comes back under another number" [ "$old" != "$new" ]
check "the secondary is live again in the same recording" wait_for secondary_is unplugged live
check "the recording goes on with both" goes_on unplugged
check "a TERM signal ends the recording with exit code 0" ends_well unplugged
exec 7<&-
keep unplugged
later "the primary was never lost" never_lost unplugged primary
later "dualcam verifies the recording that lost a camera" verifies unplugged
later "libjpeg-turbo decodes every picture of it" decodes unplugged

check "a recording goes on when the plug is pulled for good" starts_recording alone --primary "$a" --secondary "$b" \
    "${size[@]}" "${plain[@]}" --frames 40
webcam-unplug B
check "it reaches its end with exit code 0" reaches_its_end alone
webcam-plug B
keep alone
later "it has all of its 40 pictures" holds alone 40

# MARK: 6. What can't be done

check "a camera that isn't there gives exit code 69" exits_with 69 "$bin" record --primary /dev/video99 --frames 1 -o none
check "a program streams from a vivid" holds_camera "${vivids[0]}"
check "a camera that is in use gives exit code 75" exits_with 75 "$bin" record --primary "${vivids[0]}" --frames 1 -o busy
lets_go

# MARK: 7. What goes wrong, one by one

# shellcheck source=tools/lab/jobs/faults.sh
source "$LAB_REPO/tools/lab/jobs/faults.sh"
finish
