#!/usr/bin/env python3
"""Measures dualcam beside its peers and beside libjpeg-turbo's own calls, in turn, and prints a table for each job.

CPU is user + system of the whole process by the kernel's own count (wait4), less what the same command takes for
one frame; wall is a monotonic clock around it. Each round runs everybody once; medians of the rounds.

usage: compare.py CACHE FRAMES ROUNDS DUALCAM PEER_PYTHON [--json] [--beside=DUALCAM] [JOB …]
Start it with a bare python3: a child's peak memory can't read below its parent's.
"""
import json, os, re, shutil, statistics, subprocess, sys, time
from job import CLOCK_TEXT, JOBS, STATUS_TEXT

cache, frames, rounds, dualcam, peer_python = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5]
here = os.path.dirname(os.path.abspath(__file__))
source, target, sample = f"{cache}/{frames}", f"{cache}/out", f"{cache}/canvases"
font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
# Python's and ffmpeg's processes keep their heap: else large pictures are mapped and faulted in anew each time.
keep_heap = dict(os.environ, GLIBC_TUNABLES="glibc.malloc.mmap_threshold=1000000000:"
                 "glibc.malloc.trim_threshold=4000000000:glibc.malloc.top_pad=64000000")


def ffmpeg(job, n, program="ffmpeg"):
    """Blurs at 1/16 size, filled boxes for the grid, plane copies (xstack) in place of full-frame overlays."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = job.A, job.B
    WIDTH, HEIGHT, STATUS, CLOCK, LINE_TOP = job.width, job.height, job.STATUS, job.CLOCK, job.line_top
    scaled = job.name == "scaled"
    scale_a, scale_b = (f"scale={w}:{h}:flags=bilinear," if scaled else "" for w, h in ((aw, ah), (bw, bh)))
    over, full = "format=yuv422", "scale=in_range=full:out_range=full,format=yuva422p"

    def grid(w, h):
        box = "t=fill:c=white@0.6"
        return ",".join([f"drawbox=x={k * w // 3 - 1}:y=0:w=2:h={h}:{box}" for k in (1, 2)] +
                        [f"drawbox=x=0:y={k * h // 3 - 1}:w={w}:h=2:{box}" for k in (1, 2)])

    def pane(x, y, w, h):
        return (f"crop={w // 16}:{max(4, h // 16)}:{x // 16}:{min(y // 16, HEIGHT // 16 - max(4, h // 16))},"
                f"boxblur=1:1,scale={w}:{h}:flags=bilinear,drawbox=c=white@0.25:t=fill,setsar=1")

    strips = [(0, 0, WIDTH, ay), (0, ay, ax, ah), (ax + aw, ay, bx - ax - aw, ah), (bx, by + bh, bw, ah - bh),
              (bx + bw, ay, WIDTH - bx - bw, ah), (0, ay + ah, WIDTH, HEIGHT - ay - ah)]
    graph = (f"[0:v]split[a][s];[s]scale={WIDTH // 16}:{HEIGHT // 16}:flags=fast_bilinear,boxblur=4:2,"
             f"split=3[s0][s1][s2];[s1]{pane(*STATUS)},{full}[t];[s2]{pane(*CLOCK)},{full}[h];"
             "[3:v]format=gray[m1];[4:v]format=gray[m2];[t][m1]alphamerge[t1];[h][m2]alphamerge[h1];"
             f"[s0]scale={WIDTH}:{HEIGHT}:flags=bilinear,setsar=1,split={len(strips)}"
             + "".join(f"[g{i}]" for i in range(len(strips))) + ";")
    for i, (x, y, w, h) in enumerate(strips):
        graph += f"[g{i}]crop={w}:{h}:{x}:{y}"
        if i == 0:
            graph += (f"[p0];[p0][t1]overlay=x={STATUS[0]}:y={STATUS[1]}:{over},format=yuvj422p"
                      f"[p1];[p1][h1]overlay=x={CLOCK[0]}:y={CLOCK[1]}:{over},format=yuvj422p")
        graph += f"[q{i}];"
    places = "|".join([f"{x}_{y}" for x, y, _, _ in strips] + [f"{ax}_{ay}", f"{bx}_{by}"])
    graph += (f"[a]{scale_a}{grid(aw, ah)}[ag];[ag][2:v]overlay=x=0:y={LINE_TOP - ay}:{over},format=yuvj422p,setsar=1[av];"
              f"[1:v]{scale_b}{grid(bw, bh)},setsar=1[bv];" + "".join(f"[q{i}]" for i in range(len(strips)))
              + f"[av][bv]xstack=inputs={len(strips) + 2}:layout={places}")
    for (x, y, _, h), text in ((STATUS, STATUS_TEXT), (CLOCK, CLOCK_TEXT)):
        graph += f",drawtext=fontfile={font}:text='{text}':fontsize=26:fontcolor=white:x={x + 24}:y={y + h // 2 - 13}"
    graph += "[out]"
    command = [program, "-nostdin", "-hide_banner", "-loglevel", "error", "-y"]
    for camera in job.cameras:
        command += ["-framerate", "30", "-i", f"{source}/{camera}/%05d.jpg"]
    for picture in ("line", "status", "clock"):
        command += ["-i", f"{source}/{job.name}-{picture}.png"]
    return command + ["-filter_complex", graph, "-map", "[out]", "-frames:v", str(n), "-q:v", "2", "-huffman",
                      "default", f"{target}/%05d.jpg"]


def gstreamer(job, n):
    """Less than the others do: panels aren't blurred, and texts come with the grid, all as one still picture."""
    def place(pad, rectangle):
        return [f"sink_{pad}::{key}={value}" for key, value in zip(("xpos", "ypos", "width", "height"), rectangle)]

    def camera(name):
        return ["multifilesrc", f"location={source}/{name}/%05d.jpg", "start-index=0", f"stop-index={n - 1}",
                "caps=image/jpeg,framerate=30/1", "!", "jpegdec", "!"]
    return ["gst-launch-1.0", "-q", "compositor", "name=c", "background=black", *place(0, (0, 0, job.width, job.height)),
            *place(1, job.A), *place(2, job.B), "!", f"video/x-raw,format=Y42B,width={job.width},height={job.height},framerate=30/1,colorimetry=1:4:0:0",
            "!", "gdkpixbufoverlay", f"location={source}/{job.name}-ink.png", "!", "queue", "!", "jpegenc", "quality=85", "!",
            "multifilesink", f"location={target}/%05d.jpg",
            *camera(job.cameras[0]), "tee", "name=t", "t.", "!", "queue", "!", "videoscale", "!", "video/x-raw,width=160,height=90",
            "!", "c.sink_0", "t.", "!", "queue", "!", "c.sink_1", *camera(job.cameras[1]), "queue", "!", "c.sink_2"]


# PyPI's packages: the newest that there are.
newest_ffmpeg, opencv_version = subprocess.run(
    [peer_python, "-c", "import cv2, imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe(), cv2.__version__)"],
    check=True, capture_output=True, text=True).stdout.split()


def version(program):
    """As in `ffmpeg version n9.0.2-17-g2a571b6068 Copyright …`"""
    first = subprocess.run([program, "-version"], check=True, capture_output=True, text=True).stdout.split()[2]
    return re.match(r"n?([0-9.]+)", first)[1]


def opencv(job, n):
    return [peer_python, f"{here}/peer_opencv.py", job.name, source, target, str(n)]


def inputs(job):
    files = [f"file:{source}/{c}.y4m?loop=1" if c == "raw" else f"file:{source}/{c}.mjpeg" for c in job.cameras]
    return [part for pair in zip(("--primary", "--secondary"), files) for part in pair]


def annotate(job, n, binary=dualcam):
    return [binary, "annotate", *inputs(job), *job.arguments, "-o", target, "--template", "none", "--frames", str(n)]


def by_pixels(job, n):
    return annotate(job, n) + ["--composer", "pixel"]


def on_one_thread(job, n):
    return annotate(job, n) + ["--threads", "1"]


PEERS = {"opencv": (f"OpenCV {opencv_version}, tuned", opencv, keep_heap),
         "ffmpeg": (f"FFmpeg {version('ffmpeg')}, tuned", ffmpeg, keep_heap),
         "newest": (f"FFmpeg {version(newest_ffmpeg)}, the same", lambda job, n: ffmpeg(job, n, newest_ffmpeg), keep_heap),
         "gstreamer": ("GStreamer, nothing blurred", gstreamer, keep_heap),
         "annotate": ("dualcam annotate", annotate, dict(os.environ)),
         "one": ("the same, --threads 1", on_one_thread, dict(os.environ)),
         "pixel": ("the same, --composer pixel", by_pixels, dict(os.environ))}


# Another build, to hold this one against.
beside = next((a.split("=", 1)[1] for a in sys.argv[6:] if a.startswith("--beside=")), None)
if beside:
    PEERS["beside"] = (f"dualcam annotate, {beside}", lambda job, n: annotate(job, n, beside), dict(os.environ))


def busy():
    """Seconds in which processors were not idle, all of them together."""
    ticks = [int(x) for x in open("/proc/stat").readline().split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def once(command, environment):
    """One run: CPU and wall seconds, peak MiB, and the share of the machine that others used meanwhile."""
    shutil.rmtree(target, ignore_errors=True)
    os.makedirs(target)
    with open(f"{cache}/errors.txt", "w") as errors:
        before, start = busy(), time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors, env=environment)
        _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(command)}\nended with {child.returncode}: " + open(f"{cache}/errors.txt").read()[-2000:])
    cpu = usage.ru_utime + usage.ru_stime
    return cpu, wall, usage.ru_maxrss / 1024, max(0.0, busy() - before - cpu) / wall / os.cpu_count()


def output():
    sizes = [e.stat().st_size for e in os.scandir(target) if e.name.endswith(".jpg")]
    if not frames <= len(sizes) <= frames + 1:
        sys.exit(f"{len(sizes)} pictures instead of {frames}")
    return sum(sizes) / len(sizes) / 1024


def check(job):
    """That the peers draw what dualcam does."""
    layout = json.load(open(f"{target}/session.json"))["layout"]
    own = [(layout["canvas"]["width"], layout["canvas"]["height"])]
    own += [tuple(place[key] for key in ("x", "y", "width", "height")) for place in layout["viewfinders"]]
    peers = [(job.width, job.height)] + [place for place in (job.A, job.B) if place]
    if own != peers:
        sys.exit(f"job.py has canvas and viewfinders of {job.name} at {peers}, dualcam at {own}: correct job.py, so that all draw the same")


def floor(job):
    """CPU milliseconds a frame of the steps that the job can't do without."""
    folders = [f"{source}/{c}" if c in job.floor_cameras else "-" for c in (list(job.cameras) + ["-"])[:2]]
    command = [f"{cache}/floor", *folders, sample, str(frames), "8"]
    return [float(x) for x in subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()]


def stages(job):
    """dualcam's own count: mean milliseconds of wall time by stage, one thread, frames in memory; and its CPU."""
    command = [dualcam, "bench", "--json", "--template", "none", "--frames", str(frames), "--loaded", str(min(frames, 240)),
               *inputs(job), *job.arguments]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {s["stage"]: s["ms"]["mean"] for s in report["budget"]["stages"]} | {"CPU": report["budget"]["cpuMsPerFrame"]}


def measure(job):
    say = lambda text: print(text, file=sys.stderr, flush=True)
    peers = [(*PEERS[name],) for name in (*job.peers, *(["beside"] if beside else []))]
    # The floor encodes what dualcam's canvas holds.
    shutil.rmtree(sample, ignore_errors=True)
    once(annotate(job, frames), dict(os.environ))
    check(job)
    os.rename(target, sample)
    start_up = {name: statistics.median(once(make(job, 1), environment)[0] for _ in range(3))
                for name, make, environment in peers}
    runs, floors, size, noise, own = {name: [] for name, _, _ in peers}, [], {}, [], []
    for number in range(rounds):
        say(f"{job.name}, round {number + 1} of {rounds} …")
        floors.append(floor(job))
        for name, make, environment in peers:
            cpu, wall, peak, others = once(make(job, frames), environment)
            size[name] = output()
            noise.append(others)
            runs[name].append(((cpu - start_up[name]) * 1000 / (frames - 1), wall * 1000 / frames, peak))
        own.append(stages(job))
    steps = [statistics.median(f[k] for f in floors) for k in range(3)]
    base = statistics.median(sum(f) for f in floors)
    table = [{"name": "libjpeg-turbo's calls alone", "cpuMs": base, "ratio": 1.0}]
    for name, _, _ in peers:
        # Ratios are taken within each round, where both ran side by side.
        ratios = [r[0] / sum(f) for r, f in zip(runs[name], floors)]
        column = lambda k: statistics.median(r[k] for r in runs[name])
        table.append({"name": name, "cpuMs": column(0), "ratio": statistics.median(ratios), "wallMs": column(1),
                      "peakMiB": column(2), "outputKB": size[name], "startUpMs": start_up[name] * 1000,
                      "cpuMsRounds": [r[0] for r in runs[name]], "ratioRounds": ratios})
    memory = statistics.median(o["CPU"] / sum(f) for o, f in zip(own, floors))
    stage = {k: statistics.median(o[k] for o in own) for k in own[0]}
    return {"job": job.name, "what": job.what, "floorMs": {"decodeA": steps[0], "decodeB": steps[1], "encode": steps[2]},
            "stagesMs": stage, "inMemoryRatio": memory, "table": table,
            "othersShare": {"median": statistics.median(noise), "most": max(noise)}}


def tell(result):
    noise, table = result["othersShare"], result["table"]
    print(f"\n**{result['job']}**: {result['what']}. Others used {noise['median'] * 100:.0f} % of the machine, at most "
          f"{noise['most'] * 100:.0f} %" + (": too much to trust, run it again.\n" if noise["median"] > 0.05 else ".\n"))
    print("| | CPU ms/frame (least to most) | of the floor | wall ms/frame | peak MiB | start-up CPU ms | output KB |")
    print("|---|---|---|---|---|---|---|")
    for row in table:
        if "wallMs" not in row:
            print(f"| {row['name']} | {row['cpuMs']:.1f} | 1.00 | – | – | – | – |")
            continue
        each = row["cpuMsRounds"]
        print(f"| {row['name']} | {row['cpuMs']:.1f} ({min(each):.1f} to {max(each):.1f}) | {row['ratio']:.2f} "
              f"| {row['wallMs']:.1f} | {row['peakMiB']:.0f} | {row['startUpMs']:.0f} | {row['outputKB']:.0f} |")
    steps = result["floorMs"]
    print(f"\nlibjpeg-turbo's calls: decode A {steps['decodeA']:.2f} ms, decode B {steps['decodeB']:.2f}, "
          f"encode {steps['encode']:.2f}. With frames in memory dualcam takes {result['inMemoryRatio']:.2f} of them.")
    print("\n| stage | dualcam, ms |\n|---|---|")
    own = {k: v for k, v in result["stagesMs"].items() if k not in ("pair", "write", "CPU")}
    for name, value in own.items():
        print(f"| {name} | {value:.2f} |")
    print(f"| all | {sum(own.values()):.2f} |", flush=True)


def main():
    names = [a for a in sys.argv[6:] if not a.startswith("--")] or list(JOBS)
    model = next((l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), "?")
    head = {"frames": frames, "rounds": rounds, "cores": os.cpu_count(), "cpu": model}
    if "--json" in sys.argv:
        return print(json.dumps(head | {"jobs": [measure(JOBS[name]) for name in names]}, indent=2))
    print(f"{os.cpu_count()} cores, {model}; {frames} frames, {rounds} rounds in turn, medians.")
    for name in names:
        tell(measure(JOBS[name]))


main()
