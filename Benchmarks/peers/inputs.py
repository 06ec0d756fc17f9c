#!/usr/bin/env python3
"""Makes the cameras' Motion JPEG, a raw camera's file and the masks that the peers need.

Photographs (Debian's mate-backgrounds) are panned, zoomed and turned a little, as a hand-held camera would see
them, get noise that grows with the light, and are coded as a UVC webcam does: baseline, 4:2:2, the standard
Huffman tables, one scan. The same seeds give the same pictures.

usage: inputs.py CACHE FRAMES [--calm] [CAMERA …]        a, b, c and raw without a name
--calm cuts to another photograph every second second instead of six times in all: each cut costs the guides.
What is there already is left alone.
"""
import glob, os, subprocess, sys
import cv2, numpy as np
from job import CLOCK_TEXT, JOBS, STATUS_TEXT

PHOTOS = ["RainDrops", "Dune", "LadyBird", "Storm", "Wood", "Garden"]
# name: width, height, first photo, noise, seed
CAMERAS = {"a": (1920, 1080, 0, 3.4, 1), "b": (640, 360, 3, 2.6, 2), "c": (1280, 720, 3, 3.0, 3),
           "a2": (1920, 1080, 3, 3.4, 4), "uhd": (3840, 2160, 2, 3.4, 5), "uhd2": (3840, 2160, 4, 3.4, 6),
           "360p": (640, 360, 0, 3.4, 1), "480p": (848, 480, 0, 3.4, 1), "720p": (1280, 720, 0, 3.4, 1),
           "1440p": (2560, 1440, 0, 3.4, 1)}
# A raw camera's frames are large: so many are kept, and shown in turn.
RAW_FRAMES = 48
# Tables of ITU-T T.81 Annex K.3, by class and number: how many codes there are of each length
STANDARD = {0x00: "00010501010101010100000000000000", 0x10: "0002010303020403050504040000017d",
            0x01: "00030101010101010101010000000000", 0x11: "00020102040403040705040400010277"}


def photos(cache):
    folder = f"{cache}/photos"
    if not glob.glob(folder + "/**/RainDrops.jpg", recursive=True):
        os.makedirs(folder, exist_ok=True)
        subprocess.run(["apt-get", "download", "-q", "mate-backgrounds"], cwd=folder, check=True, stdout=sys.stderr)
        for package in glob.glob(folder + "/*.deb"):
            subprocess.run(["dpkg", "-x", package, folder], check=True)
    return [cv2.imread(glob.glob(f"{folder}/**/{name}.jpg", recursive=True)[0]) for name in PHOTOS]


def frames(pictures, count, width, height, first, noise, seed, calm=False):
    random = np.random.default_rng(seed)
    # Noise fields, a little low-passed as a camera's own denoiser leaves them.
    bank = [cv2.GaussianBlur(random.normal(0, noise * 1.9, (height + 64, width + 64)).astype(np.float32), (0, 0), 0.6)
            for _ in range(7)]
    each = 60 if calm else max(1, count // len(pictures))  # else every photo comes up, however few the frames
    for i in range(count):
        photo = pictures[(i // each + first) % len(pictures)]
        t = (i % each) / each
        h, w = photo.shape[:2]
        zoom = max(width / w, height / h) * (1.06 + 0.10 * t)
        m = cv2.getRotationMatrix2D((w / 2, h / 2), 0.8 * np.sin(i * 0.9), zoom)
        m[0, 2] += width / 2 - w / 2 + 0.018 * width * np.sin(6.28 * t) + random.normal(0, 0.4)
        m[1, 2] += height / 2 - h / 2 + 0.018 * height * np.cos(6.28 * t) + random.normal(0, 0.4)
        view = cv2.warpAffine(photo, m, (width, height), borderMode=cv2.BORDER_REFLECT,
                              flags=cv2.INTER_AREA if zoom < 0.6 else cv2.INTER_LINEAR)
        ycc = cv2.cvtColor(view, cv2.COLOR_BGR2YCrCb)
        dx, dy = random.integers(0, 64, 2)
        luma = ycc[..., 0].astype(np.float32)
        field = bank[i % 7][dy:dy + height, dx:dx + width]
        ycc[..., 0] = np.clip(luma + field * (0.7 + 0.5 * np.sqrt(luma / 255)), 0, 255)
        for c in (1, 2):
            field = bank[(i + c) % 7][dx:dx + height, dy:dy + width]
            ycc[..., c] = np.clip(ycc[..., c] + 0.35 * field, 0, 255)
        yield cv2.cvtColor(ycc, cv2.COLOR_YCrCb2BGR)


def check(data):
    """asserts: baseline, 4:2:2, the standard tables, no restart markers"""
    i, tables = 2, {}
    while data[i + 1] != 0xDA:
        marker, length = data[i + 1], int.from_bytes(data[i + 2:i + 4], "big")
        segment = data[i + 4:i + 2 + length]
        assert marker not in (0xC1, 0xC2, 0xDD), "not as a webcam codes"
        if marker == 0xC0:
            assert [segment[7 + 3 * k] for k in range(3)] == [0x21, 0x11, 0x11], "not 4:2:2"
        while marker == 0xC4 and segment:
            tables[segment[0]] = segment[1:17].hex()
            segment = segment[17 + sum(segment[1:17]):]
        i += 2 + length
    assert tables == STANDARD, tables


def rounded(width, height, radius):
    big, r = np.zeros((height * 4, width * 4), np.uint8), radius * 4
    cv2.rectangle(big, (r, 0), (width * 4 - r - 1, height * 4 - 1), 255, -1)
    cv2.rectangle(big, (0, r), (width * 4 - 1, height * 4 - r - 1), 255, -1)
    for x in (r, width * 4 - r - 1):
        for y in (r, height * 4 - r - 1):
            cv2.circle(big, (x, y), r, 255, -1)
    return cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA)


def motion_jpeg(folder, pictures):
    """A film, and for the peers its frames as files too."""
    coding = [cv2.IMWRITE_JPEG_QUALITY, 90, cv2.IMWRITE_JPEG_OPTIMIZE, 0,
              cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422]
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}.mjpeg.part", "wb") as stream:
        for i, picture in enumerate(pictures):
            data = cv2.imencode(".jpg", picture, coding)[1].tobytes()
            check(data)
            stream.write(data)
            with open(f"{folder}/{i:05d}.jpg", "wb") as file:
                file.write(data)
    os.rename(f"{folder}.mjpeg.part", f"{folder}.mjpeg")


def raw(path, pictures, width, height):
    """YUV4MPEG2 4:2:2, which dualcam reads as a YUYV camera."""
    with open(path + ".part", "wb") as stream:
        stream.write(b"YUV4MPEG2 W%d H%d F30:1 Ip A1:1 C422 XCOLORRANGE=FULL\n" % (width, height))
        for picture in pictures:
            ycc = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb)
            pairs = [(ycc[:, ::2, k].astype(np.uint16) + ycc[:, 1::2, k] + 1) // 2 for k in (2, 1)]
            stream.write(b"FRAME\n" + ycc[..., 0].tobytes() + b"".join(c.astype(np.uint8).tobytes() for c in pairs))
    os.rename(path + ".part", path)


def main():
    cache, count, names = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    calm = "--calm" in names
    names = [n for n in names if n != "--calm"] or ["a", "b", "c", "raw"]
    pictures = photos(cache)
    for name in names:
        folder = f"{cache}/{count}/{name}"
        os.makedirs(f"{cache}/{count}", exist_ok=True)
        if name == "raw":
            if not os.path.exists(folder + ".y4m"):
                few = min(count, RAW_FRAMES)
                # Of one photograph: shown again and again, more of them would be cuts at every eighth frame.
                raw(folder + ".y4m", frames(pictures, few, *CAMERAS["a"], calm=True), *CAMERAS["a"][:2])
        elif not os.path.exists(folder + ".mjpeg"):
            motion_jpeg(folder, frames(pictures, count, *CAMERAS[name], calm))
            print(f"{folder}.mjpeg: {os.path.getsize(folder + '.mjpeg') / count / 1024:.0f} KB a frame", file=sys.stderr)
    for job in JOBS.values():
        if not job.STATUS:
            continue
        # What stays: the line, and over a whole canvas also grids, panels and texts.
        ink = np.zeros((job.height, job.width, 4), np.uint8)
        for x, y, w, h in (job.A, job.B):
            view = ink[y:y + h, x:x + w]
            for k in (1, 2):
                cv2.line(view, (k * w // 3, 0), (k * w // 3, h - 1), (230, 230, 230, 255), 2)
                cv2.line(view, (0, k * h // 3), (w - 1, k * h // 3), (230, 230, 230, 255), 2)
        line = np.zeros((80, job.A[2]), np.uint8)
        cv2.line(line, (24, 70), (job.A[2] - 24, 9), 255, 3, cv2.LINE_AA)
        line = np.dstack([np.full_like(line, v) for v in (40, 220, 255)] + [line])
        cv2.imwrite(f"{cache}/{count}/{job.name}-line.png", line)
        part = ink[job.line_top:job.line_top + 80, job.A[0]:job.A[0] + job.A[2]]
        np.copyto(part, line, where=line[..., 3:] > 0)
        for name, (x, y, w, h), text in (("status", job.STATUS, STATUS_TEXT), ("clock", job.CLOCK, CLOCK_TEXT)):
            mask = rounded(w, h, h // 2)
            cv2.imwrite(f"{cache}/{count}/{job.name}-{name}.png", mask)
            ink[y:y + h, x:x + w] = np.dstack([np.full_like(mask, 255)] * 3 + [mask // 4])
            cv2.putText(ink, text, (x + 24, y + h // 2 + 10), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (255,) * 4, 2, cv2.LINE_AA)
        cv2.imwrite(f"{cache}/{count}/{job.name}-ink.png", ink)


main()
