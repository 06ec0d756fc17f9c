#!/usr/bin/env python3
"""sources.py RECORDING : whether libjpeg-turbo reads every kept frame of the primary but those flagged as damaged.

Stray bytes before a marker, which a garbled frame may come to by chance and many cameras send, are no damage: the picture is
whole."""
import glob
import json
import subprocess
import sys

damaged = {line["index"] for line in map(json.loads, open(sys.argv[1] + "/frames.jsonl"))
           if any("damaged" in camera["flags"] for camera in line["cameras"])}
files = [f for f in glob.glob(sys.argv[1] + "/sources/*.primary.jpg")
         if int(f.rsplit("/", 1)[1].split(".")[0]) not in damaged]


def complains(file):
    done = subprocess.run(["djpeg", "-scale", "1/8", "-outfile", "/dev/null", file], capture_output=True, text=True)
    return done.returncode and not all("extraneous bytes before marker" in line for line in done.stderr.splitlines())


bad = [f for f in files if complains(f)]
print(f"# {len(files)} kept frames, {len(damaged)} damaged ones, {len(bad)} that djpeg complains of: {bad[:3]}",
      file=sys.stderr)
sys.exit(1 if bad or not files else 0)
