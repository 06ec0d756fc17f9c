#!/bin/bash
# landlock.sh BIN : checks that dualcam works with the paths that it leaves itself, on a kernel that has Landlock, with a
# real camera that goes away and comes back. Runs in the guest.
set -u
bin=${1:?usage: landlock.sh BIN}
# shellcheck source=tools/lab/jobs/checks.sh
source "$LAB_REPO/tools/lab/jobs/checks.sh"
starts_job

a=/dev/v4l/by-id/usb-dualcam_Lab_Webcam_A_CAM-A-video-index0
b=/dev/v4l/by-id/usb-dualcam_Lab_Webcam_B_CAM-B-video-index0
size=(--resolution 320x180 --secondary-resolution 320x180 --fps 15)

mount -t securityfs securityfs /sys/kernel/security 2> /dev/null
check "the kernel has Landlock" grep -q landlock /sys/kernel/security/lsm

# MARK: A recording under it

mkdir conf
printf 'appearance = "dark"\n' > conf/settings.toml
old=$(webcam-node B)
check "a recording of both webcams begins" starts_recording confined --primary "$a" --secondary "$b" "${size[@]}" \
    --frames 100000 --config conf/settings.toml --latest now.jpg --metrics figures.prom --control control.sock
quiet() { ! grep -q "not confined" /out/confined.log || { show /out/confined.log; return 1; }; }
check "nothing is said of a kernel that can't" quiet
exec 7< "$old"
webcam-unplug B
check "the manifest says that the secondary is lost" wait_for secondary_was confined lost
webcam-plug B
check "the webcam comes back under another number" [ "$old" != "$(webcam-node B)" ]
check "it is opened again, in the same recording" wait_for secondary_is confined live
check "the recording goes on with both" goes_on confined
exec 7<&-

# MARK: Settings that are read again

# As an editor does it: a new file takes the old one's name.
printf 'appearance = "light"\n' > conf/new.toml
mv conf/new.toml conf/settings.toml
kill -HUP "$recorder"
read_again() { grep -q "reread the settings; .*appearance" /out/confined.log; }
check "HUP reads a new file of settings in the old one's place" wait_for read_again
check "the newest picture and the figures are there" test -s now.jpg -a -s figures.prom
check "a TERM signal ends the recording with exit code 0" ends_well confined
check "the control socket is gone" test ! -e control.sock
keep confined
later "dualcam verifies what was recorded under Landlock" verifies confined

# MARK: What it keeps from the program

probe=${bin%/*}/SandboxProbe
if [ -x "$probe" ]; then
    mkdir -p tried/inside tried/outside
    echo secret > tried/outside/file
    ln -s ../outside/file tried/inside/link
    "$probe" paths tried > tried.log 2>&1 || show tried.log
    check "a file outside can't be read" grep -q "^read outside: EACCES" tried.log
    check "nor by a link" grep -q "^read outside by a link: EACCES" tried.log
    check "nor removed" grep -q "^remove outside: EACCES" tried.log
    check "a folder of its own can be worked in" grep -q "^make below: ok" tried.log
fi
finish
