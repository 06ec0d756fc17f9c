#!/usr/bin/env python3
"""clock.py RECORDING CAMERA : a webcam's own times, and the driver's, against the truth, which it wrote into CAMERA.truth.

Own times are all late by the guest's shortest delay from a header's making to its reading, as no frame of the bus is counted
here; their errors don't tell of it, so that the median is taken off before they are judged."""
import json
import statistics
import sys

folder, camera = sys.argv[1:]
truth = [int(line.split()[1]) for line in open(f"{folder}/{camera}.truth")]
driver, own, errors, last = [], [], [], None
for text in open(folder + "/frames.jsonl"):
    one = next(c for c in json.loads(text)["cameras"] if c["id"] == camera)
    if one.get("sequence", last) == last:
        continue
    last = one["sequence"]
    if "deviceTimestampNs" not in one:
        continue
    driver.append((one["timestampNs"] - truth[last]) / 1000)
    own.append((one["deviceTimestampNs"] - truth[last]) / 1000)
    errors.append(one["deviceErrorUs"])
if len(own) < 100:
    sys.exit(f"# {camera}: only {len(own)} frames have a time of their own")


def most(values):
    """95 % are within this of 0."""
    return sorted(map(abs, values))[len(values) * 95 // 100]


middle = statistics.median(own)
honest = sum(abs(value - middle) <= 2 * error for value, error in zip(own, errors)) / len(own)
print(f"# {camera}: 95 % of {len(own)} frames within {most(own):.0f} µs of the truth (median {middle:.0f} late), by the driver "
      f"within {most(driver):.0f} ({statistics.median(driver):.0f}); {honest:.0%} within twice their error of each other")
sys.exit(0 if most(own) < most(driver) / 8 and honest >= 0.8 else 1)
