"""Prepares the pictures for train.py: python pack.py OUT PHOTOS SCENES

PHOTOS holds the panoramas of panoramas.csv as NAME.EXTENSION (8 bits, or HDR, which is developed as a camera would), SCENES
rendered ones (`run --scenes SCENES 12 1536`), of which seeds 1 and 2 are left for tests. OUT gets grey JPEGs of 1536 × 768 and
pack.npz: which way is up in each (by level.py, where 60 uprights agree), the half that it belongs to, how often it is taken; and
lines of text to draw over views. Needs numpy and opencv-python.
"""
import glob, os, sys
os.environ.setdefault("OPENCV_IO_ENABLE_OPENEXR", "1")
import cv2, numpy as np
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import level

W, H = 1536, 768
# Kinds of scenes that belong to the first half; the others to the second. Places with the same first word share a half.
FIRST = ("street", "hills", "night", "coast", "dune", "verge")
# Ups of a pack that is there already.
known = {}
panos = dict(names=[], up=[], fold=[], weight=[])

def grey(path):
    image = cv2.imread(path, cv2.IMREAD_UNCHANGED)
    if image is None: raise SystemExit(f"{path} is no picture")
    if image.ndim == 3: image = image[..., :3] @ np.array([.114, .587, .299], np.float32)
    if image.dtype == np.float32 and os.path.splitext(path)[1] in (".hdr", ".exr"):
        x = np.clip(np.nan_to_num(image), 0, 6e4); x *= .18 / max(1e-7, np.median(x[len(x) // 3:2 * len(x) // 3]))
        white = np.clip(np.percentile(x, 99.5), 3, 16)                        # Reinhard et al. 2002
        image = 255 * np.clip(1.18 * x * (1 + x / white ** 2) / (1 + x), 0, 1) ** (1 / 2.2)
    image = cv2.resize(image, (W, H), interpolation=cv2.INTER_AREA if image.shape[1] > W else cv2.INTER_CUBIC)
    return np.clip(image + .5, 0, 255).astype(np.uint8)

def add(path, name, fold, weight, measure):
    image, up = grey(path), known.get(name, np.array([0., -1, 0]))
    if measure and name not in known:
        down, agreeing = level.nadir(*level.uprights(image)[:2])
        if agreeing >= 60: up = -down
    cv2.imwrite(f"{sys.argv[1]}/{name}.jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 86])
    for key, value in zip(panos, (name, up, fold, weight)): panos[key].append(value)

def texts(count=256):
    rng, text, box = np.random.default_rng(1), [], []
    fonts = [cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_PLAIN, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX]
    letters = list("ABCDEFGHIKLMNOPRSTUVWXYZabcdefghiklmnoprstuvw0123456789:-/. ")
    for _ in range(count):
        t, b = np.zeros((270, 480), np.uint8), np.zeros((270, 480), np.uint8)
        for _ in range(rng.integers(1, 5)):
            line, font = "".join(rng.choice(letters, rng.integers(3, 34))), fonts[rng.integers(5)]
            size, thick = float(rng.uniform(.3, 1.3)), int(rng.integers(1, 3))
            (wide, high), _ = cv2.getTextSize(line, font, size, thick)
            x = int(rng.integers(2, max(3, 470 - min(wide, 400))))
            y = int(rng.choice([rng.integers(high + 4, high + 30), rng.integers(230, 264), rng.integers(high + 4, 264)]))
            cv2.rectangle(b, (x - 3, y - high - 4), (x + wide + 3, y + 6), 255, -1)
            cv2.putText(t, line, (x, y), font, size, 255, thick, cv2.LINE_AA)
        if rng.random() < .3: cv2.rectangle(b, (0, 0), (480, int(rng.integers(14, 40))), 255, -1)
        text.append(t); box.append(b)
    return dict(text=np.array(text), box=np.array(box))

def main():
    os.makedirs(sys.argv[1], exist_ok=True)
    if os.path.exists(sys.argv[1] + "/pack.npz"):
        pack = np.load(sys.argv[1] + "/pack.npz"); known.update(zip(pack["names"].tolist(), pack["up"]))
    photos = sorted(glob.glob(sys.argv[2] + "/*.*")); stem = lambda path: os.path.splitext(os.path.basename(path))[0]
    words = sorted({stem(p).split("-")[0] for p in photos})
    for p in photos: add(p, stem(p), words.index(stem(p).split("-")[0]) % 2, 1., True)
    scenes = [s for s in sorted(glob.glob(sys.argv[3] + "/*.*")) if int(stem(s).split("_")[1]) > 2]
    for s in scenes: add(s, stem(s), int(stem(s).split("_")[0] not in FIRST), .55 * len(photos) / len(scenes), False)
    np.savez_compressed(sys.argv[1] + "/pack.npz", **{k: np.array(v) for k, v in panos.items()}, **texts())
    print(len(photos), "photos,", len(scenes), "scenes")

if __name__ == "__main__": main()
