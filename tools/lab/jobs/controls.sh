#!/bin/bash
# controls.sh BIN : the screen drives controls of every type, on vivid and on a webcam: what the driver kept is read back from it,
# shown and recorded. Runs in the guest.
set -u
bin=${1:?usage: controls.sh BIN}
# shellcheck source=tools/lab/jobs/checks.sh
source "$LAB_REPO/tools/lab/jobs/checks.sh"
starts_job

v=''
for folder in /sys/class/video4linux/video*; do
    case $(< "$folder/name") in vivid-*-vid-cap) v=${v:-/dev/${folder##*/}} ;; esac
done
w=$(webcam-node A)
check "there are a vivid and a webcam" test -c "$v" -a -c "$w"

# A press, a choice and a value by name for each type; what can't be set, and what is out of range.
cat > script.json << 'JSON'
{"events":[
 {"at":0,"toggle":"settings"},{"at":0,"select":{"id":"page","value":"primary"}},
 {"at":0,"set":{"id":"primary/brightness","value":200}},
 {"at":0,"toggle":"primary/boolean"},
 {"at":0,"select":{"id":"primary/menu","value":"menu-item-4"}},
 {"at":0,"select":{"id":"primary/integer_menu","value":"value-8"}},
 {"at":0,"set":{"id":"primary/integer_64_bits","value":77}},
 {"at":0,"set":{"id":"primary/integer_32_bits","value":1e18}},
 {"at":0,"toggle":"primary/button"},
 {"at":0,"toggle":"primary/gain_automatic"},
 {"at":0,"set":{"id":"primary/read_only_integer_32_bits","value":3}},
 {"at":0,"set":{"id":"primary/gain","value":3}},
 {"at":0,"set":{"id":"secondary/brightness","value":99999}},
 {"at":0,"select":{"id":"secondary/power_line_frequency","value":"60-hz"}},
 {"at":0,"set":{"id":"secondary/nonsense","value":1}}]}
JSON
check "a recording is driven" record driven --primary "$v" --secondary "$w" --resolution 320x180 --script script.json --describe \
    --frames 16

# is DEVICE CONTROL VALUE : the driver has it.
is() {
    local now
    now=$(v4l2-ctl -d "$1" --get-ctrl "$2" | sed 's/^[^:]*: *\([-0-9]*\).*/\1/')
    [ "$now" = "$3" ] || { echo "# $2 is $now" >&2; return 1; }
}
check "an integer is set" is "$v" brightness 200
check "a boolean is turned" is "$v" boolean 0
check "an item of a menu is chosen" is "$v" menu 4
check "an item of a menu of integers is chosen" is "$v" integer_menu 8
check "64 bits keep every one" is "$v" integer_64_bits 77
check "a value out of range is brought into it" is "$v" integer_32_bits 2147483647
check "an automatic control is switched off" is "$v" gain_automatic 0
check "the control it held can be set then" is "$v" gain 3
check "the other camera's value is brought into its range" is "$w" brightness 64
check "the other camera's menu is chosen" is "$w" power_line_frequency 2
check "a control that can only be read is told" log_says driven "can only be read"
check "a control that isn't there is told" log_says driven "has no control “nonsense”"
keep driven

# The camera is opened again with another size, the other becomes the main one, and back. An emulated guest takes seconds a picture.
cat > script.json << 'JSON'
{"events":[
 {"at":"1s","select":{"id":"primary/resolution","value":"640x360"}},
 {"at":"6s","toggle":"swap"},
 {"at":"9s","select":{"id":"layout","value":"pip"}},
 {"at":"9s","select":{"id":"primary/resolution","value":"1x1"}}]}
JSON
check "sizes and cameras change while it records" record switched --primary "$v" --secondary "$w" --resolution 320x180 \
    --script script.json --duration 25s
check "the new size is shown in a layout of its own" log_says switched "now shows primary and secondary, side-by-side"
check "the other camera becomes the main one" log_says switched "now shows secondary and primary"
check "a size that the camera doesn't offer is told" log_says switched "has no size “1x1”"
keep switched

# From the page: a touch there reaches the camera.
v4l2-ctl -d "$w" --set-ctrl brightness=0
"$bin" run --publish lab.sock --primary "$w" --resolution 320x180 > "$out/page.jsonl" 2> "$out/page.log" &
recorder=$!
for _ in {1..600}; do [ -S lab.sock ] && break; sleep 0.2; done
"$bin" view --listen-unix view.sock --allow-control lab.sock 2> "$out/view.log" &
view=$!
for _ in {1..600}; do [ -S view.sock ] && break; sleep 0.2; done
press() {
    local shown
    shown=$(timeout "$limit" python3 "$LAB_REPO/tools/lab/jobs/press.py" view.sock lab primary brightness 0.9) || return 1
    echo "# $shown is shown" >&2
    [ "$shown" != 0 ] && is "$w" brightness "$shown"
}
check "a touch on the page sets a control of the camera, and the page shows its value" press
kill -INT "$view" "$recorder"
check "view and recorder end well" wait "$view" "$recorder"

later "sizes and cameras are in the description" has_views switched '640 primary secondary' '320 secondary primary'
later "that recording with its changes verifies" verifies switched
later "the manifest has what the drivers kept" has_controls driven 'primary brightness 200' 'primary menu 4' \
    'primary integer_64_bits 77' 'secondary brightness 64'
later "that recording verifies" verifies driven
finish
