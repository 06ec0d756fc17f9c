#!/usr/bin/env python3
"""Films of photographed people who are there from the first frame, with their truth.

    Benchmarks/subject/photos.py ANNOTATIONS.json FOLDER [JSON FOLDER …] [--only MOTION,…] [--part K/N] [--name TEXT] > films
    Benchmarks/subject/run --films films

takes annotations as COCO has them (Lin et al., "Microsoft COCO: Common objects in context", ECCV 2014; `instances_val2017.json`) and the folder of
their photographs; those named in photos.txt gave the figures in docs/hud.md. A person, their bag and their dog are cut out by their masks and move
before what is inpainted behind them: sway (all sway), arm (the largest waves, too), one (of several, the others 2.2 s later), scene (a thing moves,
too), still (nobody moves), hand (the camera sways), pan (it pans), and hand-empty and pan-empty without anybody.

Each film is a line of JSON (name, kind, motion, width, height, fps, frames, people) and its frames: luma, Cb and Cr (4:2:0), and a byte for each pixel
of the luma: 0 nobody, 255 either, else the person's number. Needs numpy and opencv-python-headless.
"""
import argparse, json, os, pathlib, sys
import cv2, numpy as np

W, H, FPS, SECONDS = 480, 270, 30, 5.2

def photo(entry, aspect=W / H, wide=1.0):
    """The photo and its masks by item, cut to the aspect around its people and brought to the height; `wide` times as wide as a frame."""
    path, w, h, items = entry
    picture = cv2.imread(path)
    masks = []
    for category, polygons, crowd in items:
        mask = np.zeros((h, w), np.uint8)
        for polygon in polygons or []:
            cv2.fillPoly(mask, [np.array(polygon).reshape(-1, 2).round().astype(np.int32)], 255)
        masks.append((category, mask))
    people = [m for c, m in masks if c == 1]
    if w / h > aspect * wide:
        cw, ch = int(h * aspect * wide), h
    else:
        cw, ch = w, int(w / aspect / wide)
    if people:
        ys, xs = np.nonzero(np.maximum.reduce(people))
        cx, top = (xs.min() + xs.max()) / 2, ys.min()
    else:
        cx, top = w / 2, (h - ch) / 2
    x = int(min(max(0, cx - cw / 2), w - cw))
    # Heads before feet.
    y = int(min(max(0, top - .08 * ch), h - ch))
    size = (int(W * wide), H)
    cut = lambda a, how: cv2.resize(a[y:y + ch, x:x + cw], size, interpolation=how)
    how = cv2.INTER_AREA if cw > size[0] else cv2.INTER_CUBIC
    return cut(picture, how), [(c, cut(m, cv2.INTER_LINEAR)) for c, m in masks]

def warp(image, dx, dy, bend, foot):
    """Moved, and bent from the feet upwards; all in pixels."""
    h, w = image.shape[:2]
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    rise = np.clip((foot - ys) / max(1, foot), 0, 1.5)
    return cv2.remap(image, xs - np.float32(dx) - np.float32(bend) * rise.astype(np.float32), ys - np.float32(dy), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

class Film:
    def __init__(self, name, entry, motion, seed):
        self.name, self.motion, self.random = name, motion, np.random.default_rng(seed)
        self.wide = 1.6 if motion.startswith("pan") else 1.0
        self.picture, masks = photo(entry, wide=self.wide)
        h, w = self.picture.shape[:2]
        least = .008 * w * h / self.wide
        self.people = [m for c, m in masks if c == 1 and (m > 127).sum() >= least]
        self.small = [m for c, m in masks if c == 1 and 0 < (m > 127).sum() < least]
        self.animals = [m for c, m in masks if 16 <= c <= 25 and (m > 127).sum() >= least / 2]
        self.things = [m for c, m in masks if c not in (1,) and not 16 <= c <= 25 and c not in (62, 63, 65, 67, 70) and (m > 127).sum() > 0]
        order = np.argsort([-(m > 127).sum() for m in self.people])
        self.people = [self.people[k] for k in order]
        if motion.endswith("empty"): self.animals = []
        moving = self.people + self.animals
        if moving:
            everybody = cv2.dilate((np.maximum.reduce(moving) > 60).astype(np.uint8), np.ones((7, 7)))
            self.back = cv2.inpaint(self.picture, everybody, 5, cv2.INPAINT_TELEA)
        else:
            self.back = self.picture
        self.area = sum((m > 127).sum() for m in self.people) / (w * h)
        self.height = max([np.ptp(np.nonzero(m > 127)[0]) / h for m in self.people] or [0])
        self.phases = self.random.uniform(0, 6.28, (len(moving), 4))
        self.noise = self.random.normal(0, 1.6, (8, H, W)).astype(np.float32)
        # An arm of the first: from the shoulder, as thick as a fifth of the shoulders.
        if motion == "arm" and self.people:
            m = self.people[0] > 127
            ys, xs = np.nonzero(m)
            top, tall = ys.min(), np.ptp(ys)
            row = min(h - 1, int(top + .27 * tall)); at = np.nonzero(m[row])[0]
            if len(at) < 4: at = np.array([xs.min(), xs.max()])
            self.shoulder = (float(at.max()) - 2, float(row)); self.arm = .30 * tall; self.thick = max(3, int(.055 * tall))
            around = self.picture[max(0, row - 3):row + 3, max(0, at.max() - 8):at.max()]
            self.cloth = around.reshape(-1, 3).mean(0) if around.size else np.array([90, 90, 90])

    def sway(self, k, t):
        """What a body does at a time, in pixels: dx, dy, bend."""
        a = self.phases[k]
        size = 3.2 * np.sin(1.7 * t + a[0]) + 1.2 * np.sin(4.1 * t + a[1])
        start = 3.2 * np.sin(a[0]) + 1.2 * np.sin(a[1])
        return .35 * (size - start), .3 * np.sin(2.3 * t + a[2]), .9 * (size - start)

    def stirs(self, k, t):
        """When a body moves: its own time, from which its pose follows."""
        if self.motion == "still": return 0
        if self.motion == "one": return t if k == 0 else max(0, t - 2.2)
        return t

    def camera(self, t):
        """Shift in pixels and roll in degrees of the window."""
        if self.motion == "hand" or self.motion == "hand-empty":
            a = self.phases[0] if len(self.phases) else (0, 1, 2, 3)
            return 5 * np.sin(1.1 * t + a[0]) + 2 * np.sin(3.7 * t), 3 * np.sin(1.4 * t + a[1]) + 1.5 * np.sin(4.3 * t), .6 * np.sin(.9 * t + a[2])
        if self.motion.startswith("pan"):
            most = W * (self.wide - 1)
            return most * (.5 - .5 * np.cos(2 * np.pi * t / 7)), 2 * np.sin(1.3 * t), .4 * np.sin(.8 * t)
        return 0, 0, 0

    def frame(self, n):
        t = n / FPS
        h, w = self.picture.shape[:2]
        out = self.back.astype(np.float32)
        truth = np.zeros((h, w), np.uint8)
        for m in self.small: truth[m > 60] = 255
        if self.motion == "scene" and self.things:
            m = self.things[0]
            dx = 6 * np.sin(3 * t)
            a = warp(m, dx, 0, 0, h)[..., None] / np.float32(255)
            out = out * (1 - a) + warp(self.picture, dx, 0, 0, h) * a
        moving = self.people + self.animals
        feet = [np.nonzero(m > 127)[0].max() for m in moving]
        for k in sorted(range(len(moving)), key=lambda k: feet[k]):
            dx, dy, bend = self.sway(k, self.stirs(k, t))
            m = cv2.GaussianBlur(moving[k], (3, 3), 0)
            a = warp(m, dx, dy, bend, feet[k])
            alpha = a[..., None] / np.float32(255)
            out = out * (1 - alpha) + warp(self.picture, dx, dy, bend, feet[k]) * alpha
            truth[a > 127] = k + 1 if k < len(self.people) else 255
            if k == 0 and self.motion == "arm":
                angle = np.radians(20 + 70 * np.sin(2 * np.pi * 1.3 * t))
                x0, y0 = self.shoulder[0] + dx + bend * .8, self.shoulder[1] + dy
                x1, y1 = x0 + self.arm * np.cos(angle), y0 - self.arm * np.sin(angle)
                cover = np.zeros((h, w), np.uint8)
                p = lambda x, y: (int(round(16 * x)), int(round(16 * y)))
                cv2.line(cover, p(x0, y0), p(x1, y1), 255, self.thick, cv2.LINE_AA, 4)
                c = cover[..., None] / np.float32(255)
                shade = self.cloth * (.8 + .4 * np.linspace(0, 1, w)[None, :, None])
                out = out * (1 - c) + np.clip(shade, 0, 255) * c
                truth[cover > 127] = 1
        x, y, roll = self.camera(t)
        if x or y or roll:
            if self.wide == 1:
                centre = ((w - 1) / 2, (h - 1) / 2)
                turn = cv2.getRotationMatrix2D(centre, roll, 1.06); turn[:, 2] += x, y
                out = cv2.warpAffine(out, turn, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                truth = cv2.warpAffine(truth, turn, (w, h), flags=cv2.INTER_NEAREST)
            else:
                centre = (x + W / 2, H / 2)
                turn = cv2.getRotationMatrix2D(centre, roll, 1.02); turn[0, 2] -= x; turn[1, 2] += y
                out = cv2.warpAffine(out, turn, (W, H), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                truth = cv2.warpAffine(truth, turn, (W, H), flags=cv2.INTER_NEAREST)
        elif self.wide > 1:
            out, truth = out[:, :W], truth[:, :W]
        yuv = cv2.cvtColor(np.clip(out, 0, 255).astype(np.float32) / 255, cv2.COLOR_BGR2YCrCb)
        luma = np.clip(yuv[..., 0] * 255 + self.noise[n % 8], 0, 255).astype(np.uint8)
        small = cv2.resize(yuv[..., 1:] * 255, (W // 2, H // 2), interpolation=cv2.INTER_AREA)
        cr, cb = (np.clip(small[..., k], 0, 255).round().astype(np.uint8) for k in (0, 1))
        return luma, cb, cr, truth

def kind(film):
    if film.animals: return "animals"
    if not film.people: return "nobody"
    return {1: "alone", 2: "two"}.get(len(film.people), "group")

def read(pairs):
    """By name: a photograph's path, width and height, and its things: category, polygons, whether it is a crowd."""
    photos, wanted = {}, set((pathlib.Path(__file__).parent / "photos.txt").read_text().split())
    for annotations, folder in zip(pairs[::2], pairs[1::2]):
        with open(annotations) as file: found = json.load(file)
        things = {}
        for thing in found["annotations"]: things.setdefault(thing["image_id"], []).append(thing)
        for image in found["images"]:
            path = os.path.join(folder, image["file_name"])
            if image["file_name"] not in wanted or not os.path.exists(path): continue
            photos[image["file_name"]] = (path, image["width"], image["height"], [
                (t["category_id"], t["segmentation"] if isinstance(t["segmentation"], list) else None, t.get("iscrowd", 0))
                for t in things.get(image["id"], [])])
    return photos

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", nargs="+", metavar="JSON FOLDER"); parser.add_argument("--only"); parser.add_argument("--name")
    parser.add_argument("--part", default="0/1", help="every Nth photograph from the Kth on, as a share of them")
    o = parser.parse_args()
    photos = read(o.photos); part, parts = map(int, o.part.split("/"))
    if not photos: sys.exit("none of the photographs in photos.txt is there")
    motions = o.only.split(",") if o.only else ["sway", "arm", "one", "scene", "still", "hand", "pan", "hand-empty", "pan-empty"]
    for motion in motions:
        for number, name in enumerate(sorted(photos)):
            if number % parts != part or o.name and o.name not in name: continue
            entry = photos[name]
            if motion.endswith("empty") == any(thing[0] == 1 for thing in entry[3]): continue
            film = Film(name, entry, motion, number)
            if film.people and (film.height < .5 or film.area < .03 or len(film.people) > 5): continue
            if not film.people and not motion.endswith("empty"): continue
            if motion == "one" and len(film.people) < 2 or motion == "scene" and not film.things: continue
            frames = int(FPS * SECONDS)
            head = dict(name=name, kind=kind(film), motion=motion, width=W, height=H, fps=FPS, frames=frames, people=len(film.people))
            sys.stdout.buffer.write((json.dumps(head) + "\n").encode())
            for n in range(frames):
                for plane in film.frame(n): sys.stdout.buffer.write(plane.tobytes())
            sys.stdout.buffer.flush()

if __name__ == "__main__": main()
