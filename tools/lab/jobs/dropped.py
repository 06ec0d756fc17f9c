#!/usr/bin/env python3
"""dropped.py V4L2CTL.log FRAMES.jsonl : whether v4l2-ctl and dualcam see a driver drop alike: by the share of frames that are
missing in the sequence numbers, of runs that are each other's repetition but for chance."""
import json
import re
import sys

log = open(sys.argv[1]).read()
taken = log.count("<")
theirs = sum(int(n) for n in re.findall(r"dropped buffers: (\d+)", log))
sequences = [line["cameras"][0] for line in map(json.loads, open(sys.argv[2]))]
gaps = sum(camera["gap"] for camera in sequences)
print(f"# v4l2-ctl: {theirs} dropped beside {taken}; dualcam: {gaps} beside {len(sequences)}")
shares = [theirs / max(1, theirs + taken), gaps / max(1, gaps + len(sequences))]
# A fifth is dropped; of a hundred frames a share beyond these limits comes once in ten thousand runs.
sys.exit(0 if all(0.05 < share < 0.38 for share in shares) else 1)
