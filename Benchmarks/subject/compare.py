#!/usr/bin/env python3
"""OpenCV's MOG2 in colour beside the subject's mask, on the same small pictures.

    Benchmarks/subject/run --only fixed --dump FOLDER
    Benchmarks/subject/compare.py FOLDER/fixed__plate.bin [FIRST LAST …]

needs numpy and opencv-python-headless. MOG2 learns from the first 30 frames, which are empty, and is then frozen
(learning rate 0); shadows are detected and taken away, the mask is median-filtered, its holes filled, and the largest
part with what is a tenth of it is kept: what one would build around it. FIRST LAST are the frames to judge.
"""
import sys
import time

import cv2
import numpy as np

W, H = 240, 135
CW, CH = W // 2, H // 2
FRAME = W * H * 2 + 2 * CW * CH + 240 * 135


def frames(path):
    with open(path, "rb") as file:
        while len(data := file.read(FRAME)) == FRAME:
            bytes_ = np.frombuffer(data, np.uint8)
            luma = bytes_[: W * H].reshape(H, W)
            cb = bytes_[W * H : W * H + CW * CH].reshape(CH, CW)
            cr = bytes_[W * H + CW * CH : W * H + 2 * CW * CH].reshape(CH, CW)
            rest = bytes_[W * H + 2 * CW * CH :]
            colour = cv2.merge([luma, cv2.resize(cr, (W, H)), cv2.resize(cb, (W, H))])
            yield cv2.cvtColor(colour, cv2.COLOR_YCrCb2BGR), rest[: W * H].reshape(H, W), rest[W * H :].reshape(H, W)


def cleaned(mask):
    mask = cv2.medianBlur(np.where(mask == 255, 255, 0).astype(np.uint8), 3)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return mask
    largest = max(map(cv2.contourArea, contours))
    out = np.zeros_like(mask)
    cv2.drawContours(out, [c for c in contours if cv2.contourArea(c) * 10 >= largest], -1, 255, -1)
    return out


def iou(a, b):
    a, b = a >= 128, b >= 128
    return (a & b).sum() / max(1, (a | b).sum())


def main():
    path, spans = sys.argv[1], [int(a) for a in sys.argv[2:]] or [60, 122, 196, 240, 132, 190]
    # MOG2 is shown at its best: the threshold on the squared distance that does best on each span.
    thresholds = [16, 50, 150, 400, 1000, 2500]
    mogs = [cv2.createBackgroundSubtractorMOG2(30, t, True) for t in thresholds]
    theirs, ours, times = {}, {}, []
    for index, (picture, truth, mask) in enumerate(frames(path)):
        for mog, threshold in zip(mogs, thresholds):
            start = time.perf_counter()
            raw = cleaned(mog.apply(picture, learningRate=-1 if index < 30 else 0))
            times.append(time.perf_counter() - start)
            for k in range(0, len(spans), 2):
                if spans[k] <= index < spans[k + 1]:
                    theirs.setdefault((k, threshold), []).append(iou(raw, truth))
        for k in range(0, len(spans), 2):
            if spans[k] <= index < spans[k + 1]:
                ours.setdefault(k, []).append(iou(mask, truth))
    for k, values in ours.items():
        best = max(thresholds, key=lambda t: np.mean(theirs[k, t]))
        print(
            f"frames {spans[k]} to {spans[k + 1]}: MOG2 {np.mean(theirs[k, best]):.3f} (varThreshold {best}), "
            f"dualcam {np.mean(values):.3f}"
        )
    print(f"MOG2: {1000 * np.median(times):.2f} ms")


main()
