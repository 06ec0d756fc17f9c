"""People in a film of a camera that stands, by dualcam and by OpenCV's packaged detector: python clip.py DUALCAM FILM [EMPTY]

The truth is what differs from the frame with the number EMPTY, or from the median of all, in parts of at least .8 % of the picture: as
good as people are apart from each other and from the scene. Smaller parts, from .1 %, may be found but need not. Boxes match from an
overlap of .5 on. Prints recall, precision, the mean overlap of what matches, and how often all are right and none is too many, of every
tenth frame from the third second on. Needs numpy and OpenCV before 5 (HOG).
"""
import json, os, subprocess, sys, tempfile
import cv2, numpy as np

def film(path):
    capture, frames = cv2.VideoCapture(path), []
    while (frame := capture.read()[1]) is not None: frames.append(frame)
    if not frames: raise SystemExit(f"{path} has no frames that OpenCV can read")
    return frames, capture.get(cv2.CAP_PROP_FPS) or 30

def dualcam(program, frames, fps):
    """Boxes in pixels, of each frame."""
    height, width = frames[0].shape[:2]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "film.avi")
        writer = cv2.VideoWriter(path, cv2.VideoWriter_fourcc(*"MJPG"), fps, (width, height))
        for frame in frames: writer.write(frame)
        writer.release()
        lines = subprocess.run([program, "analyze", "file:" + path, "--json"], check=True, capture_output=True, text=True).stdout.splitlines()
    for line in lines:
        hud = json.loads(line)["hud"]
        bodies = hud.get("subjects") or [hud["subject"]] if hud.get("subject") else []
        yield [(b["x"] * width, b["y"] * height, b["width"] * width, b["height"] * height) for b in bodies]

def truth(frame, background):
    """What stands out, without shadows, which darken all three channels alike."""
    height, width = frame.shape[:2]
    now, before = (cv2.GaussianBlur(image, (5, 5), 0).astype(np.float32) + 1 for image in (frame, background))
    # Exposure and white balance follow what is seen.
    now /= np.median(now / before, axis=(0, 1)); ratio = now / before
    shadow = (ratio.max(2) < 1) & (ratio.min(2) > .5) & (ratio.max(2) - ratio.min(2) < .12)
    mask = ((np.abs(now - before).max(2) > 28) & ~shadow).astype(np.uint8)
    mask = cv2.morphologyEx(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3))), cv2.MORPH_CLOSE, np.ones((19, 11)))
    parts = cv2.connectedComponentsWithStats(mask)[2][1:]
    return [(tuple(part[:4]), part[4] > .008 * width * height) for part in parts if part[4] > .001 * width * height]

def hog(detector, frame):
    boxes, weights = detector.detectMultiScale(frame, winStride=(4, 4), padding=(8, 8), scale=1.05)
    # A window has a border around its person: Dalal and Triggs 2005.
    return [(x + .18 * w, y + .07 * h, .64 * w, .86 * h) for (x, y, w, h), weight in zip(boxes, np.ravel(weights)) if weight > .5]

def overlap(a, b):
    across, down = (max(0, min(a[i] + a[i + 2], b[i] + b[i + 2]) - max(a[i], b[i])) for i in (0, 1))
    return across * down / (a[2] * a[3] + b[2] * b[3] - across * down)

def matches(wanted, found):
    pairs, used = sorted(((overlap(a, b), i, j) for i, a in enumerate(wanted) for j, b in enumerate(found)), reverse=True), (set(), set())
    for share, i, j in pairs:
        if share >= .5 and i not in used[0] and j not in used[1]:
            used[0].add(i); used[1].add(j); yield share, i, j

def main():
    if len(sys.argv) not in (3, 4): raise SystemExit(__doc__)
    if not hasattr(cv2, "HOGDescriptor"): raise SystemExit(f"OpenCV {cv2.__version__} has no HOGDescriptor; install one before 5")
    frames, fps = film(sys.argv[2])
    background = frames[int(sys.argv[3])] if len(sys.argv) > 3 else np.median(frames[::max(1, len(frames) // 60)], axis=0).astype(np.uint8)
    detector = cv2.HOGDescriptor(); detector.setSVMDetector(cv2.HOGDescriptor.getDefaultPeopleDetector())
    results = {"dualcam": [], "OpenCV's HOG": []}
    for number, boxes in enumerate(dualcam(sys.argv[1], frames, fps)):
        if number % 10 or number < 3 * fps: continue
        parts = truth(frames[number], background); large = [is_large for _, is_large in parts]
        for name, found in (("dualcam", boxes), ("OpenCV's HOG", hog(detector, frames[number]))):
            pairs = list(matches([box for box, _ in parts], found)); hits = [share for share, i, _ in pairs if large[i]]
            extra = len(found) - len(pairs)
            results[name].append((sum(large), len(hits), extra, sum(hits), sum(large) == len(hits) and extra == 0))
    print(f"| {len(results['dualcam'])} frames | recall | precision | overlap | all right |\n|---|---|---|---|---|")
    for name, rows in results.items():
        wanted, hits, extra, shares, right = np.sum(rows, axis=0)
        print(f"| {name} | {hits / max(1, wanted):.2f} | {hits / max(1, hits + extra):.2f} | {shares / max(1, hits):.2f} | {right / len(rows):.0%} |")

if __name__ == "__main__": main()
