#!/usr/bin/env python3
"""How many faces and people --redact hides in photographs. Use Benchmarks/redact/run."""
import argparse, collections, json, pathlib, subprocess, tempfile
import numpy as np
from PIL import Image, ImageDraw

LEVEL = 24  # of what is hidden: JPEGMasker.level

def hidden(recording):
    """By photo: its number, its kept frame's pixels that are hidden, and the share in its line."""
    for text in open(recording / "frames.jsonl"):
        line = json.loads(text)
        frame = np.asarray(Image.open(recording / f"sources/{line['index']:06d}.primary.jpg").convert("L")).astype(int)
        yield line["index"], np.abs(frame - LEVEL) <= 3, line["cameras"][0].get("masked", 0)

def kinds(face, photo):
    """What a face counts as: its size, the way it looks, and its light."""
    score, x, y, w, h, *marks = face
    points = np.array(marks, float).reshape(5, 2)
    apart = np.linalg.norm(points[1] - points[0])
    turn = abs(points[2][0] - points[:2, 0].mean()) / max(apart, 1)
    part = photo[max(0, y):y + h, max(0, x):x + w]
    share, light = w / photo.shape[1], part.mean() if part.size else 0
    yield "size", "8 % of the width and more" if share >= .08 else "4 to 8 %" if share >= .04 else "2 to 4 %" if share >= .02 else "less than 2 %"
    yield "pose", "from the front" if turn < .25 else "half turned" if turn < .6 else "from the side"
    yield "light", "dark (mean luma below 70)" if light < 70 else "bright (above 170)" if light > 170 else "between"

def faces(recording, photos, found):
    table = {least: collections.defaultdict(lambda: [0, 0]) for least in (80, 60)}
    empty = []
    for index, flat, masked in hidden(recording):
        path = photos[index]
        photo = np.asarray(Image.open(path).convert("L"))
        if not found[path.stem]: empty.append(masked)
        for face in found[path.stem]:
            x, y, w, h = face[1:5]
            part = flat[max(0, y):y + h, max(0, x):x + w]
            for least, counts in table.items():
                if face[0] < least: continue
                for kind in [("all", ""), *kinds(face, photo)]:
                    counts[kind][0] += not part.size or part.mean() >= .9
                    counts[kind][1] += 1
    print("faces hidden to nine tenths: sure (score 80 and more), found (60 and more)")
    for kind in sorted(table[60]):
        print(f"  {' '.join(kind):34}" + "".join(f"{counts[kind][0]:6} of {counts[kind][1]:3}" for counts in table.values()))
    if empty: print(f"  {len(empty)} photos without any: {100 * np.mean(empty):.1f} % of the area hidden")

def people(recording, photos, annotations):
    images = {image["id"]: image["file_name"] for image in annotations["images"]}
    outlines = collections.defaultdict(list)
    for item in annotations["annotations"]:
        if item["category_id"] == 1 and isinstance(item["segmentation"], list): outlines[images[item["image_id"]]].append(item["segmentation"])
    counts, empty = collections.defaultdict(lambda: [0, 0]), []
    for index, flat, masked in hidden(recording):
        shapes = outlines.get(photos[index].name)
        if not shapes: empty.append(masked)
        for shape in shapes or []:
            mask = Image.new("1", flat.shape[::-1])
            for polygon in shape: ImageDraw.Draw(mask).polygon(polygon, fill=1)
            mask = np.asarray(mask)
            share = mask.mean()
            if share < .01: continue
            kind = "a tenth of the picture and more" if share >= .1 else "3 to 10 %" if share >= .03 else "1 to 3 %"
            counts[kind][0] += flat[mask].mean() >= .9
            counts[kind][1] += 1
    print("people hidden to nine tenths")
    for kind, (good, all) in sorted(counts.items()): print(f"  {kind:34}{good:6} of {all:3}")
    if empty: print(f"  {len(empty)} photos without any: {100 * np.mean(empty):.1f} % of the area hidden")

def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=pathlib.Path)
    parser.add_argument("--annotations", type=pathlib.Path, help="COCO's, for people")
    parser.add_argument("--dualcam", required=True)
    parser.add_argument("--detect", required=True)
    options = parser.parse_args()
    photos = sorted(options.photos.glob("*.jpg"))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        lines = []
        for photo in photos:
            pixels = np.asarray(Image.open(photo).convert("RGB"))[:, :, ::-1]
            (folder / f"{photo.stem}.bgr").write_bytes(pixels.tobytes())
            lines.append(f"{folder}/{photo.stem}.bgr {pixels.shape[1]} {pixels.shape[0]}")
        done = subprocess.run([options.detect], input="\n".join(lines), capture_output=True, text=True, check=True)
        found = {}
        for line in done.stdout.splitlines():
            path, *values = line.split()
            found[pathlib.Path(path).stem] = [list(map(int, value.split(","))) for value in values]
        for target in ("faces", *["people"] * bool(options.annotations)):
            subprocess.run([options.dualcam, "annotate", options.photos, "--stills", "--no-hud", "--no-chrome", "--keep-source", "--redact", target, "-o", folder / target],
                           check=True, capture_output=True)
            if target == "faces": faces(folder / target, photos, found)
            else: people(folder / target, photos, json.loads(options.annotations.read_text()))

main()
