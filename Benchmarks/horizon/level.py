"""How far a 360° panorama is from level, by the uprights in it: python level.py PANORAMA [TRUTH_CSV NAME]

Line segments (OpenCV's LSD) of 18 views lie on great circles; uprights' all pass through the zenith, which is
found on a grid of tilts up to 9° and refined by reweighted least squares. With TRUTH_CSV (file, roll, pitch, yaw in
degrees) the rolls of the views named NAME_… are rewritten for the true zenith. Needs numpy and opencv-python.
"""
import csv, sys
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

def nadir(panorama, w=640, h=480):
    """Which way is down, in the panorama's axes (y down); how many segments agree, and of how many."""
    focal, normals, lengths = h / 2 / np.tan(np.radians(31)), [], []
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
    if len(normals) < 5: return np.array([0., 1, 0]), 0, len(normals)
    normals, lengths = np.array(normals), np.array(lengths)
    steps = np.tan(np.radians(np.arange(-9, 9.01, .25)))
    grid = np.array([[x, 1, z] for x in steps for z in steps]); grid /= np.linalg.norm(grid, axis=1, keepdims=True)
    scores = [(lengths * np.maximum(0, 1 - (normals @ z / np.radians(.7)) ** 2)).sum() for z in grid]
    best = grid[np.argmax(scores)]
    for _ in range(10):
        off = np.abs(normals @ best) / np.radians(.8); near = off < 1
        weighted = normals[near] * (lengths[near] * (1 - off[near] ** 2) ** 2)[:, None]
        best = np.linalg.eigh(weighted.T @ normals[near])[1][:, 0]; best *= np.sign(best[1])
    return best, int(near.sum()), len(normals)

def main():
    down, agreeing, total = nadir(cv2.imread(sys.argv[1], cv2.IMREAD_GRAYSCALE))
    tilt = np.degrees(np.arctan2(np.hypot(down[0], down[2]), down[1]))
    print(f"{sys.argv[1]}: {tilt:.2f}° off level ({agreeing} of {total} near-upright segments agree)")
    if len(sys.argv) < 4: return
    rows = list(csv.reader(open(sys.argv[2])))
    for row in rows[1:]:
        if row[0].rsplit("_", 1)[0] == sys.argv[3]:
            d = camera(*map(float, row[1:4])).T @ down
            row[1] = f"{np.degrees(np.arctan2(d[0], d[1])):.4f}"
    csv.writer(open(sys.argv[2], "w", newline="")).writerows(rows)

if __name__ == "__main__": main()
