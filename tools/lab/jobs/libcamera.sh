#!/bin/bash
# libcamera.sh BIN : the lab's webcams by way of libcamera, which makes its plug-in first. Runs in the guest.
set -u
bin=${1:?usage: libcamera.sh BIN}
# shellcheck source=tools/lab/jobs/checks.sh
source "$LAB_REPO/tools/lab/jobs/checks.sh"
starts_job

# A guest is a chroot, in which udevadm does nothing unless told to.
export SYSTEMD_IGNORE_CHROOT=1
/lib/systemd/systemd-udevd --daemon && udevadm trigger --action=add && udevadm wait /dev/media? /dev/video? || exit 1
# libcamera names a webcam by what the firmware calls its bus. This bus is no hardware, so the recorder sees a /sys that has a name.
mkdir -p sys/firmware_node
echo '\_SB_.LAB' > sys/firmware_node/path
cat > recorder << SCRIPT
#!/bin/sh
exec unshare -m sh -c '
    for folder in /sys/*; do
        mkdir -p "$PWD\$folder"
        mount --bind "\$folder" "$PWD\$folder"
    done
    mount --rbind "$PWD/sys" /sys
    exec "\$@"' sh "$bin" "\$@"
SCRIPT
chmod +x recorder
bin=$PWD/recorder

model() { echo "libcamera:Lab Webcam $1: Lab Webcam $1"; }
size=(--resolution 320x180 --secondary-resolution 320x180 "${plain[@]}")

check "without its plug-in: 69, and what builds it" fails_with 69 "plugins/libcamera/build" \
    "$bin" record --primary libcamera:0 --frames 1 -o none
check "the plug-in is built" "$LAB_REPO/plugins/libcamera/build"
check "a camera that libcamera hasn't: 69, and what lists them" fails_with 69 "cam --list" \
    "$bin" record --primary libcamera:nobody --frames 1 -o none
check "a program streams from a webcam" holds_camera "$(webcam-node A)"
check "a webcam in use: 75" fails_with 75 "another program is using it;" "$bin" record --primary "$(model A)" --frames 1 -o busy
lets_go

check "two webcams are recorded" record both --primary "$(model A)" --secondary "$(model B)" "${size[@]}" --frames 30
keep both
later "both were live" both_live both
later "they sent Motion JPEG" negotiated both mjpeg
later "dualcam verifies the recording" verifies both
later "libjpeg-turbo decodes all of it" decodes both
later "every frame of both is accounted for" eval 'accounts both && accounts both secondary'
later "their times are monotonic and their own" eval '! flags both time-fallback > /dev/null'

# The driver reads this when a webcam is plugged in.
echo 1 > /sys/module/uvcvideo/parameters/nodrop
a=/dev/v4l/by-path/$(basename "$(find /dev/v4l/by-path -lname "*$(basename "$(webcam-node A)")")")
check "a recording with one of libcamera's begins" starts_recording away --primary "$a" --secondary "$(model B)" "${size[@]}" --frames 100000 --json
webcam-unplug B
check "it is lost with its plug" wait_for secondary_was away lost
webcam-plug B
check "and comes back" wait_for secondary_is away live
webcam-fault B error-bit 4
check "frames in error are passed over" goes_on away
check "the recording ends well" ends_well away
check "bad frames are counted" grep -Eq '"bad" *: *[1-9]' /out/away.log
keep away
later "the other camera was never lost" never_lost away primary
later "the recording that lost a camera verifies" verifies away
finish
