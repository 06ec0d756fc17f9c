#!/usr/bin/env python3
"""compliance.py DEVICES.json : whether `dualcam devices --json` names each camera as v4l2-compliance does, and whether that
finds nothing wrong with what dualcam relies on: capabilities, formats, sizes, rates, controls, buffers."""
import json
import re
import subprocess
import sys

RELIED_ON = ["VIDIOC_QUERYCAP", "VIDIOC_ENUM_FMT/FRAMESIZES/FRAMEINTERVALS", "VIDIOC_G/S_PARM", "VIDIOC_G_FMT",
             "VIDIOC_S_FMT", "VIDIOC_QUERY_EXT_CTRL/QUERYMENU", "VIDIOC_REQBUFS/CREATE_BUFS/QUERYBUF"]
failed = 0
for device in json.load(open(sys.argv[1])):
    said = subprocess.run(["v4l2-compliance", "-d", device["path"]], capture_output=True, text=True, timeout=240).stdout
    if "Card type" not in said:
        sys.exit(f"# v4l2-compliance says nothing of {device['path']}: {said[-300:]}")
    for name, ours in (("Driver name", device["driver"]), ("Card type", device["name"]), ("Bus info", device["bus"])):
        theirs = re.search(rf"^\s*{name}\s*: (.*?)\s*$", said, re.M)
        if not theirs or theirs[1] != ours.strip():
            print(f"# {device['path']}: {name} is {theirs and theirs[1]}, dualcam says {ours}")
            failed = 1
    for test in RELIED_ON:
        result = re.search(rf"test {re.escape(test)}: (\w+)", said)
        if not result or result[1] not in ("OK", "Not"):
            print(f"# {device['path']}: {test}: {result and result[1]}")
            # A v4l2-compliance that is older than the kernel doesn't know all of vivid's formats.
            failed |= device["driver"] != "vivid"
sys.exit(int(failed))
