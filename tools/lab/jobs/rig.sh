#!/bin/bash
# rig.sh BIN : four UVC webcams and two vivid cameras in one recording; two webcams change their ports. Runs in the guest.
set -u
bin=${1:?usage: rig.sh BIN}
# shellcheck source=tools/lab/jobs/checks.sh
source "$LAB_REPO/tools/lab/jobs/checks.sh"
starts_job

for letter in C D; do webcam-start "$letter" "Lab Webcam $letter" "CAM-$letter"; done
rig=() names=(helm port stern mast raw_1 raw_2)
for letter in A B C D; do
    rig+=(--camera "/dev/v4l/by-id/usb-dualcam_Lab_Webcam_${letter}_CAM-$letter-video-index0,name=${names[${#rig[@]} / 2]}")
done
for folder in /sys/class/video4linux/video*; do
    case $(< "$folder/name") in vivid-*-vid-cap) rig+=(--camera "/dev/${folder##*/},name=${names[${#rig[@]} / 2]}") ;; esac
done
rig+=(--resolution 320x180 --fps 15 "${plain[@]}")

check "six cameras are recorded in one picture" record rig "${rig[@]}" --keep-source --frames 20
keep rig
later "the recording has 20 pictures and 20 lines" holds rig 20
later "dualcam verifies it" verifies rig
later "libjpeg-turbo decodes every picture" decodes rig
for name in "${names[@]}"; do later "$name was live" sent rig "$name"; done

check "a recording of six begins" starts_recording moved "${rig[@]}" --frames 100000
webcam-stop B
webcam-stop C
check "the first that is unplugged is lost" wait_for camera_was moved port lost
check "so is the second" wait_for camera_was moved stern lost
check "the recording goes on with four" goes_on moved
# The same webcams, at other ports.
webcam-start E "Lab Webcam B" CAM-B
webcam-start F "Lab Webcam C" CAM-C
check "the first comes back into its own viewfinder" wait_for camera_is moved port live
check "so does the second" wait_for camera_is moved stern live
check "the recording goes on with six" goes_on moved
check "it ends well" ends_well moved
keep moved
later "dualcam verifies it" verifies moved
later "libjpeg-turbo decodes every picture of it" decodes moved
for name in "${names[@]}"; do
    # A webcam that came back counts anew, and frames before its first picture have no number to miss.
    later "every frame of $name is there or counted" accounts moved "$name" 3
done
later "the others were never lost" all_stayed moved helm mast raw_1 raw_2

# Each start is another phase.
for start in 1 2 3 4 5; do
    check "two webcams are recorded, start $start" record "pairs-$start" "${rig[@]:0:4}" --resolution 320x180 --fps 10 --wait all "${plain[@]}" --frames 40
    check "and paired by the nearest frames" paired "pairs-$start"
    rm -rf "pairs-$start"
done

# gain_is DEVICE VALUE : after the recorder set it, or nobody did.
gain_is() { [ "$(v4l2-ctl -d "$1" --get-ctrl gain | grep -o '[0-9]*$')" = "$2" ]; }
vivids=()
for ((i = 8; i < 12; i += 2)); do vivids+=("${rig[i + 1]%%,*}"); done
v4l2-ctl -d "${vivids[0]}" --set-ctrl gain_automatic=0,gain=77
v4l2-ctl -d "${vivids[1]}" --set-ctrl gain_automatic=1
check "a recording that matches exposures begins" starts_recording matched "${rig[@]:8}" --match-exposure --frames 100000
check "the second camera takes the first one's gain" wait_for gain_is "${vivids[1]}" 77
v4l2-ctl -d "${vivids[0]}" --set-ctrl gain=33
check "and follows it" wait_for gain_is "${vivids[1]}" 33
check "this recording ends well, too" ends_well matched
webcam-stop E
webcam-stop F
webcam-start B "Lab Webcam B" CAM-B
webcam-stop D
finish
