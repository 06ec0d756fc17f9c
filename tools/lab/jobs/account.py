#!/usr/bin/env python3
"""account.py RECORDING [CAMERA] : whether every frame that a camera sent is in the manifest, or counted as lost.

From the first picture to the last the camera's numbers tell what was lost: by the driver, in error, or as it gave way to
a newer one here. session.json must count as many. For recordings of every picture: no --every, no --trigger."""
import json
import sys

folder, camera = sys.argv[1], (sys.argv[2:] or ["primary"])[0]
seen = lost = unexplained = 0
last = None
for text in open(folder + "/frames.jsonl"):
    one = next(c for c in json.loads(text)["cameras"] if c["id"] == camera)
    if "sequence" not in one or one["sequence"] == last:
        continue
    sequence = one["sequence"]
    if last is not None and "restarted" not in one["flags"]:
        step = (sequence - last) & 0xFFFFFFFF
        if 1 <= step <= 65536:
            lost += step - 1
        else:
            unexplained += 1
    seen += 1
    last = sequence
totals = json.load(open(folder + "/session.json"))["totals"]
counted = totals["dropped"].get(camera, 0) + totals["dropped"].get("writer", 0)
print(f"# {camera}: {seen} frames shown, {lost} lost by their numbers, {counted} counted, {unexplained} odd steps")
sys.exit(0 if counted == lost and unexplained <= int((sys.argv[3:] or ["0"])[0]) else 1)
