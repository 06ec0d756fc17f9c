#!/usr/bin/env python3
"""Turns a 1080p film by 90° and burns a line of text into it: dualcam, which moves coefficients, beside ffmpeg and GStreamer, which decode and
encode. CPU a frame, and how much of the camera's picture is left where there is no text.

usage: turn.py CACHE FRAMES ROUNDS DUALCAM
"""
import os, shutil, statistics, subprocess, sys, time

cache, frames, rounds, dualcam = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
source, target = f"{cache}/{frames}/a", f"{cache}/turned"
font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
TEXT = "lab 3"


def mine(n):
    return [dualcam, "annotate", "--primary", f"file:{source}.mjpeg", "-o", f"{target}/dualcam", "--frames", str(n), "--layout", "single", "--no-chrome", "--no-hud",
            "--rotate", "90", "--stamp", TEXT]


def ffmpeg(quality):
    return lambda n: ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-threads", "1", "-i", f"{source}/%05d.jpg", "-frames:v", str(n), "-vf",
                      f"transpose=1,drawtext=fontfile={font}:text='{TEXT}':fontsize=24:fontcolor=white:x=16:y=h-40", "-q:v", str(quality), "-threads", "1",
                      f"{target}/ffmpeg{quality}/%06d.jpg"]


def gstreamer(n):
    return ["gst-launch-1.0", "-q", "multifilesrc", f"location={source}/%05d.jpg", "start-index=0", f"stop-index={n - 1}", "caps=image/jpeg,framerate=30/1", "!", "jpegdec",
            "!", "videoconvert", "!", "video/x-raw,format=I420,colorimetry=1:4:0:0", "!", "videoflip", "video-direction=90r", "!", "textoverlay", f"text={TEXT}", "valignment=bottom", "halignment=left", "!", "jpegenc", "quality=90", "!",
            "multifilesink", f"location={target}/gstreamer/%06d.jpg"]


PEERS = {"dualcam annotate": ("dualcam", mine), "ffmpeg -q:v 2": ("ffmpeg2", ffmpeg(2)), "GStreamer, quality 90": ("gstreamer", gstreamer)}


def once(name, command):
    shutil.rmtree(f"{target}/{name}", ignore_errors=True)
    if name != "dualcam":
        os.makedirs(f"{target}/{name}")
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} failed: {said[-2000:].decode(errors='replace')}")
    return usage.ru_utime + usage.ru_stime


def quality(name):
    """PSNR in dB of luma in the turned picture's upper half, where no text is, against the camera's own pixels turned; infinite if they are the same."""
    import cv2
    import numpy as np
    first = min(file for file in os.listdir(f"{target}/{name}") if file.endswith(".jpg"))
    # The camera's own samples: turned in coefficients, then decoded by the same decoder.
    turned = f"{target}/turned.jpg"
    original = sorted(os.listdir(source))[0]
    subprocess.run(["jpegtran", "-rotate", "90", "-outfile", turned, f"{source}/{original}"], check=True)
    a, b = (cv2.imread(path, cv2.IMREAD_GRAYSCALE).astype(np.float64) for path in (turned, f"{target}/{name}/{first}"))
    if a.shape != b.shape:
        # dualcam's canvas has a margin around the viewfinder.
        import json
        with open(f"{target}/{name}/session.json") as file:
            rect = json.load(file)["layout"]["viewfinders"][0]
        b = b[rect["y"]:rect["y"] + rect["height"], rect["x"]:rect["x"] + rect["width"]]
    half = a.shape[0] // 2
    error = ((a[:half] - b[:half]) ** 2).mean()
    return float("inf") if error == 0 else 10 * np.log10(255 ** 2 / error)


def main():
    os.makedirs(target, exist_ok=True)
    start_up = {name: min(once(place, make(1)) for _ in range(3)) for name, (place, make) in PEERS.items()}
    taken = {name: [] for name in PEERS}
    for _ in range(rounds):
        for name, (place, make) in PEERS.items():
            taken[name].append((once(place, make(frames)) - start_up[name]) * 1000 / (frames - 1))
    print("\n**turn**: 1080p of 4:2:2 turned by 90°, with a line of text\n")
    print("| | CPU ms/frame (least to most) | of dualcam | untouched luma, dB | KB |\n|---|---|---|---|---|")
    for name, (place, _) in PEERS.items():
        ratio = statistics.median(a / b for a, b in zip(taken[name], taken["dualcam annotate"]))
        sizes = [e.stat().st_size for e in os.scandir(f"{target}/{place}") if e.name.endswith(".jpg")]
        left = quality(place)
        print(f"| {name} | {statistics.median(taken[name]):.1f} ({min(taken[name]):.1f} to {max(taken[name]):.1f}) | {ratio:.2f} | "
              f"{'identical' if left == float('inf') else f'{left:.1f}'} | {sum(sizes) / len(sizes) / 1024:.0f} |")


main()
