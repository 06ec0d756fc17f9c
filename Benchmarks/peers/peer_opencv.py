#!/usr/bin/env python3
"""The job in OpenCV as fast as we could make it: whole frames in parallel on two threads, blurs on small copies.

usage: peer_opencv.py JOB INPUT OUTPUT FRAMES
"""
import sys
from concurrent.futures import ThreadPoolExecutor
import cv2, numpy as np
from job import CLOCK_TEXT, JOBS, STATUS_TEXT

job, source, target, count = JOBS[sys.argv[1]], sys.argv[2], sys.argv[3], int(sys.argv[4])
A, B, STATUS, CLOCK, WIDTH, HEIGHT, LINE_TOP = job.A, job.B, job.STATUS, job.CLOCK, job.width, job.height, job.line_top
coding = [cv2.IMWRITE_JPEG_QUALITY, 85, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422]
cover = {k: cv2.imread(f"{source}/{job.name}-{k}.png", 0).astype(np.float32) / 255 for k in ("status", "clock")}
rest = {k: 1 - m for k, m in cover.items()}


def read(camera, i):
    return cv2.imdecode(np.fromfile(f"{source}/{camera}/{i:05d}.jpg", np.uint8), cv2.IMREAD_COLOR)


def frame(i):
    a, b = (read(camera, i) for camera in job.cameras)
    small = cv2.resize(cv2.resize(a, (320, 180)), (160, 90), interpolation=cv2.INTER_AREA)
    canvas = cv2.resize(cv2.GaussianBlur(small, (0, 0), 3), (WIDTH, HEIGHT))
    for picture, (x, y, w, h) in ((a, A), (b, B)):
        view = canvas[y:y + h, x:x + w]
        if picture.shape[:2] == (h, w):
            view[:] = picture
        else:
            cv2.resize(picture, (w, h), dst=view)
        for k in (1, 2):
            cv2.line(view, (k * w // 3, 0), (k * w // 3, h - 1), (230, 230, 230), 2)
            cv2.line(view, (0, k * h // 3), (w - 1, k * h // 3), (230, 230, 230), 2)
        if picture is a:
            cv2.line(view, (24, LINE_TOP - y + 70), (w - 24, LINE_TOP - y + 9), (40, 220, 255), 3, cv2.LINE_AA)
    for k, (x, y, w, h), text, size in (("status", STATUS, STATUS_TEXT, 0.9), ("clock", CLOCK, CLOCK_TEXT, 0.9)):
        view = canvas[y:y + h, x:x + w]
        blurred = cv2.resize(cv2.blur(cv2.resize(view, (w // 8, h // 8)), (5, 5)), (w, h))
        view[:] = cv2.blendLinear(cv2.convertScaleAbs(blurred, alpha=0.75, beta=64), view, cover[k], rest[k])
        cv2.putText(canvas, text, (x + 24, y + h // 2 + 10), cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), 2,
                    cv2.LINE_AA)
    cv2.imencode(".jpg", canvas, coding)[1].tofile(f"{target}/{i:05d}.jpg")


cv2.setNumThreads(1)
with ThreadPoolExecutor(2) as threads:
    list(threads.map(frame, range(count)))
