#!/bin/bash
# Checks the lab itself with v4l2-ctl: that the cameras are there, send what they were given, and come back after
# their plug was pulled. Runs in the guest.
set -u
# shellcheck source=tools/lab/jobs/tap.sh
source "$LAB_REPO/tools/lab/jobs/tap.sh"
scratch=$(mktemp -d)
cd "$scratch" || exit 1

for node in /dev/video*; do
    v4l2-ctl -d "$node" --info > "${node##*/}.info" 2> /dev/null
done

# driver_nodes DRIVER CAPABILITY : the nodes of that driver whose own capabilities name that one.
driver_nodes() {
    awk -v driver="$1" -v capability="$2" '
        FNR == 1 { mine = own = 0 }
        /Driver name/ && $NF == driver { mine = 1 }
        /Device Caps/ { own = 1; next }
        own && !/^\t\t/ { own = 0 }
        own { sub(/^[ \t]+/, ""); if (mine && $0 == capability) { sub(/\.info$/, "", FILENAME); print "/dev/" FILENAME } }
    ' video*.info
}

counts_nodes() {
    local found
    found=$(driver_nodes "$1" "$2" | wc -l)
    [ "$found" -eq "$3" ] || { echo "# $found found" >&2; return 1; }
}

# stream NODE FRAMES FILE : captures MJPEG at 640×360 into one file.
stream() {
    timeout 40 v4l2-ctl -d "$1" --set-fmt-video=width=640,height=360,pixelformat=MJPG --set-parm=15 \
        --stream-mmap=4 --stream-count="$2" --stream-to="$3" > "$3.log" 2>&1
}

# split FILE FOLDER : writes each JPEG of a stream to a file of its own; prints their sums.
# The lab's frames have no EOI but at their end, and a new frame begins with SOI and JFIF's APP0.
sums_of_stream() {
    perl -0777 -ne 'use Digest::MD5 "md5_hex"; print md5_hex("\xFF\xD8\xFF\xE0$_"), "\n"
        for grep { length } split /\xFF\xD8\xFF\xE0/' "$1"
}

# same_as_source LETTER FILE COUNT : as many frames, each one of the webcam's, byte for byte and in their order.
same_as_source() {
    local letter=$1 sources
    sources=$(cd "$LAB_CACHE/frames/$letter-640x360" && md5sum -- *.jpg | cut -d' ' -f1)
    sums_of_stream "$2" | awk -v wanted="$3" -v list="$sources" '
        BEGIN { total = split(list, sums, "\n"); for (i = 1; i <= total; i++) place[sums[i]] = i }
        !($1 in place) { print "# frame " NR " is not one of the source frames"; bad = 1; next }
        NR > 1 { step = (place[$1] - last + total) % total; if (step == 0) repeated++; if (step > 1) gaps++ }
        { last = place[$1] }
        END {
            if (gaps) print "# " gaps " gaps: the guest was slow"
            if (NR != wanted) print "# " NR " frames, not " wanted
            exit (bad || repeated || NR != wanted) ? 1 : 0
        }' >&2
}

links_lead_to() {
    [ "$(readlink -f "/dev/v4l/by-id/usb-dualcam_Lab_Webcam_$1_CAM-$1-video-index0")" = "$(webcam-node "$1")" ] \
        && [ "$(readlink -f "/dev/v4l/by-id/usb-dualcam_Lab_Webcam_$1_CAM-$1-video-index1")" = "$(webcam-node "$1" 1)" ]
}

captures_raw() {
    timeout 40 v4l2-ctl -d "$1" --set-fmt-video=width=640,height=360,pixelformat="$2" --stream-mmap=4 \
        --stream-count=5 --stream-to=raw.bin > raw.log 2>&1
    [ "$(stat -c %s raw.bin)" -eq $((5 * $3)) ]
}

control_holds() {
    v4l2-ctl -d "$1" --set-ctrl="$2=$3" && [ "$(v4l2-ctl -d "$1" --get-ctrl="$2")" = "$2: $3" ]
}

a=$(webcam-node A) b=$(webcam-node B)
check "two webcams can capture" counts_nodes uvcvideo 'Video Capture' 2
check "two webcams have metadata" counts_nodes uvcvideo 'Metadata Capture' 2
check "two vivids can capture" counts_nodes vivid 'Video Capture' 2
check "links lead to webcam A" links_lead_to A
check "links lead to webcam B" links_lead_to B
check "brightness can be set" control_holds "$a" brightness 12
check "power line frequency can be set" control_holds "$b" power_line_frequency 2

stream "$a" 20 a.mjpeg &
stream "$b" 20 b.mjpeg &
wait
check "webcam A sends its own frames, byte for byte" same_as_source A a.mjpeg 20
check "webcam B sends its own frames, byte for byte" same_as_source B b.mjpeg 20

mapfile -t vivids < <(driver_nodes vivid 'Video Capture')
check "vivid captures YUYV" captures_raw "${vivids[0]}" YUYV $((640 * 360 * 2))
check "vivid captures NV12" captures_raw "${vivids[1]}" NV12 $((640 * 360 * 3 / 2))

webcam-fault A cut 3
stream "$a" 6 cut.mjpeg
whole=$(sums_of_stream cut.mjpeg | grep -cFf <(md5sum "$LAB_CACHE"/frames/A-640x360/*.jpg | cut -d' ' -f1))
check "three of six frames arrive cut" [ "$whole" -eq 3 ]

# The plug is pulled while frames come in.
v4l2-ctl -d "$b" --set-fmt-video=width=640,height=360,pixelformat=MJPG --stream-mmap=4 --stream-count=100000 \
    --stream-to=unplugged.mjpeg > unplugged.log 2>&1 &
reader=$!
for ((tries = 0; tries < 100; tries++)); do
    [ -s unplugged.mjpeg ] && break
    sleep 0.1
done
check "frames come in before the plug is pulled" [ -s unplugged.mjpeg ]
exec 7< "$b"  # as long as somebody holds the old node, its number isn't given out again
webcam-unplug B
check "an unplugged webcam has no node" sh -c '! webcam-node B > /dev/null'
check "an unplugged webcam has no links" sh -c '! ls /dev/v4l/by-id/*CAM-B* 2> /dev/null'
kill -KILL "$reader" 2> /dev/null
wait "$reader" 2> /dev/null
webcam-plug B
check "it comes back under another number" [ "$(webcam-node B)" != "$b" ]
exec 7<&-
check "links lead to webcam B after it was plugged in again" links_lead_to B
stream "$(webcam-node B)" 5 again.mjpeg
check "it sends its own frames again" same_as_source B again.mjpeg 5
finish
