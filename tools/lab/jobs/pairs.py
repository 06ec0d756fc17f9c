#!/usr/bin/env python3
"""pairs.py RECORDING : whether two cameras' frames were paired by the nearest, of all that the recording shows.

A frame is shown in some picture even where pairs are off by one, so the lines have all time stamps. Pictures at the
beginning and at the end are left out: their nearest frames may not be in the recording."""
import json
import statistics
import sys

lines = [json.loads(text)["cameras"] for text in open(sys.argv[1] + "/frames.jsonl")]
pairs = [tuple(camera["timestampNs"] for camera in line) for line in lines if all(c["state"] == "live" for c in line)]
others = sorted({other for _, other in pairs})
interval = statistics.median(b - a for a, b in zip(others, others[1:]))
# An eighth of a frame time is what a pair is kept for, and stamps tremble.
off = [
    (abs(other - one), best)
    for one, other in pairs[4:-4]
    for best in [min(abs(stamp - one) for stamp in others)]
    if abs(other - one) > best + interval / 8 + 3e6
]
skews = sorted(abs(other - one) / 1e6 for one, other in pairs)
print(f"# {len(pairs)} pairs, {interval / 1e6:.1f} ms a frame, skew {skews[len(skews) // 2]:.1f} ms, worst {skews[-1]:.1f}; {len(off)} not nearest")
sys.exit(0 if len(pairs) > 20 and len(off) <= len(pairs) / 20 else 1)
