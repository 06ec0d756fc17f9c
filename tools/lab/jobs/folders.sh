#!/bin/bash
# folders.sh BIN : checks that dualcam confines itself and works in a folder of the host's (9p), which the kernel gives a new inode at
# each look-up, or with a cache once it has forgotten the last. Runs in the guest.
set -u
bin=${1:?usage: folders.sh BIN}
# shellcheck source=tools/lab/jobs/checks.sh
source "$LAB_REPO/tools/lab/jobs/checks.sh"
starts_job

cameras=(--primary /dev/v4l/by-id/usb-dualcam_Lab_Webcam_A_CAM-A-video-index0
    --secondary /dev/v4l/by-id/usb-dualcam_Lab_Webcam_B_CAM-B-video-index0
    --resolution 640x360 --secondary-resolution 640x360 --fps 15)

mount -t securityfs securityfs /sys/kernel/security 2> /dev/null
check "the kernel has Landlock" grep -q landlock /sys/kernel/security/lsm
confined() { ! grep -q "not confined" "$1" || { show "$1"; return 1; }; }
# works COMMAND… : dualcam does it, confined.
works() { exits_with 0 "$bin" "$@" && confined exit.log; }
# What the kernel does when memory is short.
forget() { sync && echo 2 > /proc/sys/vm/drop_caches; }

for cache in none loose; do
    # Neither the working folder nor the share's root, both of which the kernel remembers; by a link.
    share=/run/$cache name=shared-$cache
    mkdir "$share"
    check "the host's folder is mounted, cache=$cache" mount -t 9p \
        -o "trans=virtio,version=9p2000.L,msize=512000,cache=$cache" share "$share" || continue
    mkdir "$share/recordings/$name" "$share/$name"
    ln -s "$share/recordings/$name" .
    check "a recording of both webcams begins in it" starts_recording "$name" "${cameras[@]}" --frames 100000 \
        --latest "$share/$name/now.jpg"
    check "the kernel forgets what it read" forget
    rm "$share/$name/now.jpg"
    check "the newest picture is replaced all the same" wait_for test -s "$share/$name/now.jpg"
    check "the recording goes on" goes_on "$name"
    check "a TERM signal ends it with exit code 0" ends_well "$name"
    check "it was confined" confined "$out/$name.log"
    later "dualcam verifies the recording, cache=$cache" verifies "$name"
    later "libjpeg-turbo decodes every picture of it" decodes "$name"
    later "both webcams were live in it" both_live "$name"
    check "a picture of it is kept" works library "$name" keep 0
    check "another is deleted" works library "$name" delete 1
    check "its sheet is drawn" works library "$name" sheet -o "$share/$name/sheet.jpg"
    check "it is exported" works export "$name" -o "$share/$name/film.mkv"
    check "it is annotated again" works annotate --primary "file:$name" --frames 2 -o "$share/$name/made/again"
    umount "$share"
done
finish
