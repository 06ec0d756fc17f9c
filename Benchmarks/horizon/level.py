"""How far a 360° panorama is from level, and whether it bends, by the uprights in it: python level.py PANORAMA… | PANORAMA TRUTH_CSV NAME | --to FOLDER PANORAMA…

Line segments (OpenCV's LSD) of 18 views lie on great circles; uprights' all pass through the zenith, which is
found on a grid of tilts up to 9° and refined by reweighted least squares. With TRUTH_CSV (file, roll, pitch, yaw in
degrees) the rolls of the views named NAME_… are rewritten for the true zenith. With --to, FOLDER gets each panorama as a grey JPEG
of 2048 × 1024, turned level if at least 60 segments agree.

A panorama that was stitched badly isn't rigid: it leans one way here, another there, and no roll is right for all of its views. In each
30° of yaw the uprights' median lean from the common zenith is its own; the panorama bends by as much as two of these differ, where
both are known to a third of that. One that bends by more than 1° says nothing of accuracy. Needs numpy and opencv-python.
"""
import csv, os, pathlib, sys
import cv2, numpy as np

def camera(roll, pitch, yaw):
    r, p, a = np.radians([roll, pitch, yaw])
    rz = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    rx = np.array([[1, 0, 0], [0, np.cos(p), -np.sin(p)], [0, np.sin(p), np.cos(p)]])
    ry = np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])
    return ry @ rx @ rz

def view(panorama, turn, focal, w, h):
    x, y = np.meshgrid(np.arange(w) + .5 - w / 2, np.arange(h) + .5 - h / 2)
    d = np.stack([x / focal, y / focal, np.ones_like(x)], -1) @ turn.T
    d /= np.linalg.norm(d, axis=-1, keepdims=True)
    u = (np.arctan2(d[..., 0], d[..., 2]) / (2 * np.pi) + .5) * panorama.shape[1] - .5
    v = (np.arcsin(d[..., 1]) / np.pi + .5) * panorama.shape[0] - .5
    return cv2.remap(panorama, u.astype(np.float32), v.astype(np.float32), cv2.INTER_CUBIC, borderMode=cv2.BORDER_WRAP)

def uprights(panorama, w=640, h=480):
    """Near-upright segments: normals of their great circles in the panorama's axes (y down), lengths, yaws in degrees."""
    focal, normals, lengths, yaws = h / 2 / np.tan(np.radians(31)), [], [], []
    detector = cv2.createLineSegmentDetector()
    for pitch in (-20, 15):
        for yaw in range(0, 360, 40):
            turn = camera(0, pitch, yaw)
            found = detector.detect(view(panorama, turn, focal, w, h))[0]
            for x1, y1, x2, y2 in [] if found is None else found.reshape(-1, 4):
                n = np.cross(*(turn @ [(x - w / 2) / focal, (y - h / 2) / focal, 1] for x, y in ((x1, y1), (x2, y2))))
                n /= np.linalg.norm(n)
                if np.hypot(x2 - x1, y2 - y1) >= 25 and abs(n[1]) < np.sin(np.radians(15)):
                    normals.append(n); lengths.append(np.hypot(x2 - x1, y2 - y1))
                    ray = turn @ [((x1 + x2) / 2 - w / 2) / focal, ((y1 + y2) / 2 - h / 2) / focal, 1]
                    yaws.append(np.degrees(np.arctan2(ray[0], ray[2])))
    return np.array(normals).reshape(-1, 3), np.array(lengths), np.array(yaws)

def nadir(normals, lengths):
    """Which way is down; how many segments agree."""
    if len(normals) < 5: return np.array([0., 1, 0]), 0
    steps = np.tan(np.radians(np.arange(-9, 9.01, .25)))
    grid = np.array([[x, 1, z] for x in steps for z in steps]); grid /= np.linalg.norm(grid, axis=1, keepdims=True)
    scores = [(lengths * np.maximum(0, 1 - (normals @ z / np.radians(.7)) ** 2)).sum() for z in grid]
    best = grid[np.argmax(scores)]
    for _ in range(10):
        off = np.abs(normals @ best) / np.radians(.8); near = off < 1
        weighted = normals[near] * (lengths[near] * (1 - off[near] ** 2) ** 2)[:, None]
        best = np.linalg.eigh(weighted.T @ normals[near])[1][:, 0]; best *= np.sign(best[1])
    return best, int(near.sum())

def bend(normals, lengths, yaws, down, least=12):
    """By how many degrees the leans of two 30° of yaw differ, and in how many of the twelve the lean is known."""
    # Both signs of a normal are one circle: an upright seen at yaw a has its normal near (cos a, 0, −sin a).
    aside = np.stack([np.cos(np.radians(yaws)), 0 * yaws, -np.sin(np.radians(yaws))], -1)
    leans = np.degrees(np.arcsin(np.clip((normals * np.sign((normals * aside).sum(-1))[:, None]) @ down, -1, 1)))
    found = []
    for k in range(12):
        near = (np.floor(yaws / 30).astype(int) % 12 == k) & (np.abs(leans) < 6)
        if near.sum() < least: continue
        order = np.argsort(leans[near]); share = np.cumsum(lengths[near][order]) / lengths[near].sum()
        middle = leans[near][order][np.searchsorted(share, .5)]
        # The error of a median, by the quartiles.
        spread = np.subtract(*(leans[near][order][np.searchsorted(share, q)] for q in (.75, .25))) / 1.35
        # Trees lean each by itself.
        if spread < 1: found.append((middle, 1.25 * spread / np.sqrt(near.sum())))
    known = [max(0, abs(a - b)) for a, ea in found for b, eb in found if 3 * np.hypot(ea, eb) < abs(a - b)]
    return max(known, default=0), len(found)

def levelled(panorama, down, width=2048):
    """The panorama turned so that `down` is."""
    axis, cosine = np.cross([0, 1., 0], down), down[1]
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + k + k @ k / (1 + cosine)                               # Rodrigues
    lon, lat = np.meshgrid(((np.arange(width) + .5) / width - .5) * 2 * np.pi, ((np.arange(width // 2) + .5) * 2 / width - .5) * np.pi)
    d = np.stack([np.cos(lat) * np.sin(lon), np.sin(lat), np.cos(lat) * np.cos(lon)], -1) @ turn.T
    u = (np.arctan2(d[..., 0], d[..., 2]) / (2 * np.pi) + .5) * panorama.shape[1] - .5
    v = (np.arcsin(np.clip(d[..., 1], -1, 1)) / np.pi + .5) * panorama.shape[0] - .5
    return cv2.remap(panorama, u.astype(np.float32), v.astype(np.float32), cv2.INTER_CUBIC, borderMode=cv2.BORDER_WRAP)

def write(folder, paths):
    sys.path.insert(0, str(pathlib.Path(__file__).parent / "field"))
    from pack import grey
    os.makedirs(folder, exist_ok=True)
    for path in paths:
        panorama = grey(path); down, agreeing = nadir(*uprights(panorama)[:2])
        if agreeing < 60: down = np.array([0., 1, 0])
        cv2.imwrite(f"{folder}/{pathlib.Path(path).stem}.jpg", levelled(panorama, down), [cv2.IMWRITE_JPEG_QUALITY, 93])
        print(f"{path}: " + (f"turned by {np.degrees(np.arccos(np.clip(down[1], -1, 1))):.1f}°" if agreeing >= 60 else "as it is: too few uprights"))

def main():
    if len(sys.argv) > 3 and sys.argv[1] == "--to": return write(sys.argv[2], sys.argv[3:])
    edits = len(sys.argv) == 4 and sys.argv[2].endswith(".csv")
    for path in sys.argv[1:2] if edits else sys.argv[1:]:
        normals, lengths, yaws = uprights(cv2.imread(path, cv2.IMREAD_GRAYSCALE))
        down, agreeing = nadir(normals, lengths)
        tilt = np.degrees(np.arctan2(np.hypot(down[0], down[2]), down[1]))
        bent, sides = bend(normals, lengths, yaws, down)
        print(f"{path}: {tilt:.2f}° off level ({agreeing} of {len(normals)} near-upright segments agree), "
              + (f"bends by {bent:.1f}° (of {sides} of 12 directions)" if sides > 1 else "too few uprights to say whether it bends"))
    if not edits: return
    rows = list(csv.reader(open(sys.argv[2])))
    for row in rows[1:]:
        if row[0].rsplit("_", 1)[0] == sys.argv[3]:
            d = camera(*map(float, row[1:4])).T @ down
            row[1] = f"{np.degrees(np.arctan2(d[0], d[1])):.4f}"
    csv.writer(open(sys.argv[2], "w", newline="")).writerows(rows)

if __name__ == "__main__": main()
