#!/usr/bin/env python3
"""Measures frames on their way to Chromium: from their time stamp to the animation frame that paints them, by server.

usage: servers.py CACHE DUALCAM [--rounds=N] [--seconds=N] [--json] [ustreamer=PROGRAM] [mjpg-streamer=FOLDER] [go2rtc=PROGRAM]

Frame i is due at i/30 s of CLOCK_MONOTONIC and has i in bars. Each server's stream is in an <img> on a page of its own origin, or
dualcam's page shows it; its bars are read in each animation frame. One server runs at a time; each round has all of them.
"""
import json, os, shutil, signal, socket, statistics, subprocess, sys, tempfile, time, urllib.request
import cv2
from playwright.sync_api import sync_playwright

cache, dualcam, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
option = lambda name, usual: next((a.split("=", 1)[1] for a in rest if a.startswith(name + "=")), usual)
rounds, seconds = int(option("--rounds", 3)), int(option("--seconds", 8))
WIDTH, HEIGHT, RATE, COUNT, SIDE = 1280, 720, 30, 240, 32
PERIOD = 1_000_000_000 // RATE
CAMERA, FRAMES = "/dev/video40", f"{cache}/coded"
environment = dict(os.environ, CAMERA=CAMERA, FRAMES=FRAMES, WIDTH=str(WIDTH), HEIGHT=str(HEIGHT), RATE=str(RATE))
preloaded = dict(environment, LD_PRELOAD=f"{cache}/camera.so")

READ = """([url, width, x, y, side]) => {
  const image = url ? new Image() : document.querySelector("canvas"), seen = window.seen = []
  const canvas = document.createElement("canvas")
  canvas.width = 10 * side
  canvas.height = side
  const context = canvas.getContext("2d", { willReadFrequently: true })
  if (url) {
    document.body.replaceChildren(image)
    image.src = url
  }
  let last = -1
  const look = () => {
    requestAnimationFrame(look)
    const scale = (url ? image.naturalWidth : image.width) / width
    if (!scale) return
    context.drawImage(image, x * scale, y * scale, 10 * side * scale, side * scale, 0, 0, 10 * side, side)
    const data = context.getImageData(0, 0, 10 * side, side).data
    const bit = k => data[4 * (side / 2 * 10 * side + k * side + side / 2)] > 128
    let number = 0
    for (let k = 0; k < 8; k++) number |= bit(k + 2) << k
    if (!bit(0) || bit(1) || number === last) return
    last = number
    seen.push([number, performance.timeOrigin + performance.now()])
  }
  look()
}"""


def make_frames():
    """1280x720 photographs with their number in bars: white, black, then eight bits, the lowest first."""
    if os.path.exists(f"{FRAMES}/{COUNT - 1:04}.jpg"):
        return
    os.makedirs(FRAMES, exist_ok=True)
    for i in range(COUNT):
        picture = cv2.imread(f"{cache}/{COUNT}/c/{i:05}.jpg")
        for place, bit in enumerate([1, 0] + [i >> k & 1 for k in range(8)]):
            picture[8:8 + SIDE, 8 + SIDE * place:8 + SIDE * (place + 1)] = 255 * bit
        sampling = [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422]
        cv2.imwrite(f"{FRAMES}/{i:04}.jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85, *sampling])


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """What is measured: processes to start with a port, the server last; a document of the same origin; a stream for an <img>, or
    none if the document shows it; the picture's width and the bars' place in it."""

    def __init__(self, name, start, document, stream, place=(WIDTH, 8, 8)):
        self.name, self.start, self.document, self.stream, self.place = name, start, document, stream, place
        self.ages, self.cpu, self.recorder, self.rate = [], [], [], []


def launch(command, env):
    return subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(f"{cache}/errors.txt", "a"))


def start_dualcam(*look):
    def start(port, folder):
        recorder = launch([dualcam, "run", "--primary", CAMERA, "--layout", "single", "--publish", f"{folder}/lab.sock", *look], preloaded)
        view = launch([dualcam, "view", "--listen", f"127.0.0.1:{port}", f"{folder}/lab.sock"], environment)
        return [recorder, view]
    return start


def start_ustreamer(port, folder):
    return [launch([option("ustreamer", ""), "-d", CAMERA, "-r", f"{WIDTH}x{HEIGHT}", "-f", str(RATE), "-m", "MJPEG", "--port", str(port)], preloaded)]


def start_mjpg_streamer(port, folder):
    home = option("mjpg-streamer", "")
    return [launch([f"{home}/mjpg_streamer", "-i", f"{home}/input_uvc.so -d {CAMERA} -r {WIDTH}x{HEIGHT} -f {RATE}",
                    "-o", f"{home}/output_http.so -p {port} -l 127.0.0.1"], preloaded)]


def start_go2rtc(port, folder):
    # Written in Go, it makes its system calls itself: its frames come through a pipe.
    with open(f"{folder}/go2rtc.yaml", "w") as file:
        file.write(f'api: {{listen: "127.0.0.1:{port}"}}\nstreams: {{camera: "exec:{cache}/camera"}}\n')
    return [launch([option("go2rtc", ""), "-config", f"{folder}/go2rtc.yaml"], environment)]


BARE = ["--no-hud"]
# The canvas's width, and the bars' place in the viewfinder in it.
INSIDE = (1312, 16 + 8, 80 + 8)
SERVERS = [Server("dualcam view, no guides", start_dualcam(*BARE), "/healthz", "/stream.mjpg", INSIDE),
           Server("the same, dualcam's page", start_dualcam(*BARE), "/", None, INSIDE),
           Server("dualcam view, with guides", start_dualcam(), "/healthz", "/stream.mjpg", INSIDE)]
if option("ustreamer", None):
    SERVERS.append(Server("ustreamer", start_ustreamer, "/state", "/stream"))
    SERVERS.append(Server("ustreamer, advance_headers", start_ustreamer, "/state", "/stream?advance_headers=1"))
if option("mjpg-streamer", None):
    SERVERS.append(Server("mjpg-streamer", start_mjpg_streamer, "/program.json", "/?action=stream"))
if option("go2rtc", None):
    SERVERS.append(Server("go2rtc", start_go2rtc, "/api", "/api/stream.mjpeg?src=camera"))


def used(process):
    """CPU seconds so far."""
    fields = open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(server, browser, folder):
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    processes = server.start(port, folder)
    try:
        end = time.monotonic() + 20
        while True:
            try:
                urllib.request.urlopen(origin + server.document, timeout=5).read()
                break
            except OSError:
                if time.monotonic() > end:
                    sys.exit(f"{server.name} doesn't answer: see {cache}/errors.txt")
                time.sleep(0.1)
        context = browser.new_context(viewport={"width": 1400, "height": 1000}, bypass_csp=True)
        page = context.new_page()
        page.goto(origin + server.document)
        page.wait_for_timeout(500)
        page.evaluate(READ, [server.stream and origin + server.stream, *server.place, SIDE])
        page.wait_for_timeout(2500)
        page.evaluate("seen.length = 0")
        before, start = [used(p) for p in processes], time.monotonic()
        page.wait_for_timeout(seconds * 1000)
        cpu, spent = [used(p) - b for p, b in zip(processes, before)], time.monotonic() - start
        painted = page.evaluate("seen.splice(0)")
        offset = time.time_ns() - time.monotonic_ns()
        context.close()
        server.cpu.append(cpu[-1] / spent / RATE * 1000)
        server.recorder.append(sum(cpu[:-1]) / spent / RATE * 1000)
        server.rate.append(len(painted) / spent)
        server.ages.append([age(number, milliseconds, offset) for number, milliseconds in painted])
    finally:
        for process in processes:
            process.send_signal(signal.SIGINT)
        for process in processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def age(number, milliseconds, offset):
    """Milliseconds since the frame of this number was last due."""
    now = int(milliseconds * 1e6) - offset
    latest = now // PERIOD
    return (now - (latest - (latest - number) % COUNT) * PERIOD) / 1e6


def main():
    make_frames()
    is_made = not os.path.exists(CAMERA)
    if is_made:
        os.mknod(CAMERA, 0o20600, os.makedev(81, 40))
    try:
        run_rounds()
    finally:
        if is_made:
            os.remove(CAMERA)
    tell()


def run_rounds():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-dev-shm-usage"])
        for number in range(rounds):
            print(f"round {number + 1} of {rounds} …", file=sys.stderr, flush=True)
            for server in SERVERS:
                with tempfile.TemporaryDirectory(prefix="dualcam-servers-") as folder:
                    measure(server, browser, folder)
        browser.close()


def tell():
    part = lambda ages, share: sorted(ages)[min(len(ages) - 1, int(len(ages) * share))]
    results = [{"name": s.name, "p50": [part(a, .5) for a in s.ages], "p99": [part(a, .99) for a in s.ages],
                "framesPerSecond": s.rate, "cpuMsPerFrame": s.cpu, "recorderCpuMsPerFrame": s.recorder} for s in SERVERS]
    if "--json" in rest:
        return print(json.dumps(results, indent=2))
    print("| | age when painted, p50 ms (least to most) | p99 ms | painted a second | server's CPU, ms a frame | recorder's |\n|---|---|---|---|---|---|")
    many = lambda values: f"{statistics.median(values):.0f} ({min(values):.0f} to {max(values):.0f})"
    for r in results:
        print(f"| {r['name']} | {many(r['p50'])} | {many(r['p99'])} | {statistics.median(r['framesPerSecond']):.1f} "
              f"| {statistics.median(r['cpuMsPerFrame']):.2f} | {statistics.median(r['recorderCpuMsPerFrame']) or 0:.2f} |")


main()
