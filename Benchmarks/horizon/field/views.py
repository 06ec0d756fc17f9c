"""Views to fit the posterior to: python views.py PACK OUT PER [SEED]

OUT gets PER views of each panorama of pack.py's, 480 × 270, 500 drawn seas and 600 pictures without a horizon, with truth.csv. Half
of the rolls are within some 5°, the others ±55°; pitches of 10° (standard deviation), 8 in 100 straight up or down; 28° to 68° high;
blur, noise and text on some. Needs numpy and opencv-python.
"""
import os, sys
import cv2, numpy as np
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import level
pack = dict(np.load(sys.argv[1] + "/pack.npz")); out, per = sys.argv[2], int(sys.argv[3]); W = 480; H = 270
os.makedirs(out, exist_ok=True); rng = np.random.default_rng(int(sys.argv[4]) if len(sys.argv) > 4 else 77); rows = []
X, Y = np.meshgrid(np.arange(W) + .5 - W / 2, np.arange(H) + .5 - H / 2)
def save(img, name, roll):
    img = img * rng.uniform(.5, 1.2) + rng.uniform(0, 20) + rng.normal(0, rng.uniform(.3, 4), img.shape)
    cv2.imwrite(f"{out}/{name}.jpg", np.clip(img, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))]); rows.append(f"{name}.jpg,{roll:.4f}")
for i, name in enumerate(pack["names"]):
    pano = cv2.imread(f"{sys.argv[1]}/{name}.jpg", 0)
    slug = str(name).replace("_", "~")
    for k in range(per):
        none = rng.random() < .08
        roll = rng.normal(0, 5) if rng.random() < .5 else rng.uniform(-55, 55)
        pitch = rng.choice([-1, 1], p=[.6, .4]) * rng.uniform(65, 90) if none else np.clip(rng.normal(0, 10), -35, 35)
        fov = rng.uniform(28, 68); turn = level.camera(roll, pitch, rng.uniform(0, 360))
        img = level.view(pano, turn, H / 2 / np.tan(np.radians(fov / 2)), W, H).astype(np.float32)
        d = turn.T @ -pack["up"][i]; true = np.degrees(np.arctan2(d[0], d[1]))
        if rng.random() < .35: img = cv2.GaussianBlur(img, (0, 0), rng.uniform(.4, 2.5))
        if rng.random() < .12:
            t = rng.integers(len(pack["text"])); b = pack["box"][t] / 255 * rng.uniform(0, 1) * (rng.random() < .4); img = img * (1 - b); m = pack["text"][t] / 255; img = img * (1 - m) + rng.choice([245, 20], p=[.8, .2]) * m
        save(img, f"{slug}_{k}", 999 if none or abs(true) > 60 else true)
    if i % 40 == 0: print(i, flush=True)
for k in range(600):
    kind = k % 6
    if kind == 0: img = rng.uniform(40, 200) + rng.uniform(2, 30) * rng.normal(0, 1, (H, W))                    # noise
    elif kind == 1: img = rng.uniform(60, 200) + cv2.resize(cv2.GaussianBlur(rng.normal(0, 1, (H // 2, W // 2)), (0, 0), rng.uniform(3, 25)), (W, H)) * rng.uniform(100, 1500) / 3   # cloud
    elif kind == 2: a = rng.uniform(0, 6.3); img = 128 + (np.cos(a) * X + np.sin(a) * Y) / W * rng.uniform(10, 200)       # a wall in slanting light
    elif kind == 3:                                                                                          # discs out of focus
        img = np.full((H, W), rng.uniform(5, 60), np.float32)
        for _ in range(rng.integers(8, 60)): cv2.circle(img, (int(rng.integers(W)), int(rng.integers(H))), int(rng.integers(4, 30)), float(rng.uniform(60, 255)), -1)
        img = cv2.GaussianBlur(img, (0, 0), rng.uniform(1, 5))
    elif kind == 4:                                                                                          # leaves
        img = np.full((H, W), rng.uniform(20, 90), np.float32)
        for _ in range(400): cv2.ellipse(img, (int(rng.integers(W)), int(rng.integers(H))), (int(rng.integers(5, 26)), int(rng.integers(2, 9))), float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(20, 230)), -1)
    else: img = np.full((H, W), rng.uniform(20, 230)) + rng.normal(0, 1, (H, W))
    save(np.asarray(img, np.float32), f"none_{k}", 999)
for k in range(500):                                                                                         # a sea
    roll = rng.normal(0, 8) if rng.random() < .5 else rng.uniform(-50, 50); r = np.radians(roll); h = rng.uniform(-110, 110)
    d = -np.sin(r) * X - np.cos(r) * Y + h; depth = np.maximum(1, -d); along = np.cos(r) * X - np.sin(r) * Y
    waves = cv2.GaussianBlur(rng.normal(0, 1, (H, W)).astype(np.float32), (0, 0), rng.uniform(.7, 3)) * rng.uniform(0, 60) * np.minimum(1, depth / 80)
    sky = rng.uniform(120, 230) + d / H * rng.uniform(-60, 60); sea = rng.uniform(30, 150) + waves
    img = np.where(d > 0, sky, sea); img = cv2.GaussianBlur(img.astype(np.float32), (0, 0), rng.uniform(.5, 1.5)); save(img, f"sea{k % 20}_{k}", roll if abs(roll) < 60 else 999)
open(out + "/truth.csv", "w").write("file,roll\n" + "\n".join(rows) + "\n"); print(len(rows))
