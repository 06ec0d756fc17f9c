#!/usr/bin/env python3
"""formats.py DEVICES.json : whether `dualcam devices --json` tells of each camera what v4l2-ctl tells: formats, sizes,
rates and names of controls."""
import json
import re
import subprocess
import sys


def ask(node, *arguments):
    return subprocess.run(["v4l2-ctl", "-d", node, *arguments], capture_output=True, text=True).stdout


def offered(node):
    modes, code, size = set(), None, None
    for line in ask(node, "--list-formats-ext").splitlines():
        if found := re.search(r"\[\d+\]: '(.*?)'", line):
            code, size = found[1], None
            modes.add((code,))
        elif found := re.search(r"Size: Discrete (\d+)x(\d+)", line):
            size = f"{found[1]}x{found[2]}"
            modes.add((code, size))
        elif found := re.search(r"Interval: Discrete .*\(([\d.]+) fps\)", line):
            modes.add((code, size, f"{float(found[1]):.3f}"))
    return modes


def controls(node):
    # Arrays and structures are no settings of a camera; dualcam doesn't ask for them.
    found = re.findall(r"^\s*(\w+) 0x[0-9a-f]{8} \((\w+)\)(.*)", ask(node, "--list-ctrls"), re.M)
    plain = {"int", "bool", "menu", "button", "int64", "intmenu", "bitmask", "str"}
    return {name for name, kind, rest in found if kind in plain and "dims=" not in rest and "elems=" not in rest}


failed = 0
for device in json.load(open(sys.argv[1])):
    node, ours = device["path"], set()
    for entry in device["formats"]:
        ours.add((entry["fourcc"],))
        for size in entry["sizes"]:
            sides = f"{size['width']}x{size['height']}"
            ours.add((entry["fourcc"], sides))
            ours |= {(entry["fourcc"], sides, f"{rate:.3f}") for rate in size["fps"]}
    theirs = offered(node)
    names, their_names = {c["name"] for c in device["controls"]}, controls(node)
    for what, a, b in (("modes", ours, theirs), ("controls", names, their_names)):
        for text, left in (("v4l2-ctl doesn't tell", a - b), ("dualcam doesn't tell", b - a)):
            if left:
                failed = 1
                print(f"# {node} {what}: {text} {sorted(left)[:5]} and {max(0, len(left) - 5)} more")
    print(f"# {node}: {len(theirs)} formats, sizes and rates, {len(their_names)} controls")
sys.exit(failed)
