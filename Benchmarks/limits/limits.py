#!/usr/bin/env python3
"""Measures what dualcam stands: whole processes, CPU as the kernel counts it (wait4), recordings on tmpfs.

usage: limits.py CACHE DUALCAM [--quick] [--first] [--json] [paced] [growth] [cameras] [soak]
Start it with a bare python3: a child's peak memory can't read below its parent's.
"""
import json, math, os, shutil, statistics, subprocess, sys, threading, time
from plot import growth_plot

cache, dualcam, options = sys.argv[1], sys.argv[2], sys.argv[3:]
quick, first = "--quick" in options, "--first" in options
here = os.path.dirname(os.path.abspath(__file__))
source, target = f"{cache}/120", f"{cache}/limits"
SIZES = {"360p": (640, 360), "480p": (848, 480), "720p": (1280, 720), "a": (1920, 1080), "1440p": (2560, 1440),
         "uhd": (3840, 2160)}


def busy():
    """Seconds in which processors were not idle, all of them together."""
    ticks = [int(x) for x in open("/proc/stat").readline().split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def cameras(*names):
    """Films that begin anew at their end, at 30 frames a second where the clock goes, or at another rate: `720p?fps=15`."""
    films = (name.partition("?")[::2] for name in names)
    return [part for name, query in films
            for part in ("--camera", f"file:{source}/{name}.mjpeg?loop=1" + (f"&{query}" if query else ""))]


class Run:
    """A dualcam process: CPU seconds, wall seconds, its summary."""

    def __init__(self, arguments, folder="0"):
        self.folder = f"{target}/{folder}"
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(target, exist_ok=True)
        priority = ["chrt", "-f", "5"] if first else []
        self.start = time.monotonic()
        self.child = subprocess.Popen(priority + [dualcam, *arguments, "-o", self.folder, "--template", "none", "--json"],
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def end(self):
        out, errors = self.child.stdout.read(), self.child.stderr.read()
        _, status, usage = os.wait4(self.child.pid, 0)
        self.child.returncode = os.waitstatus_to_exitcode(status)
        if self.child.returncode:
            sys.exit(f"{' '.join(self.child.args)}\nended with {self.child.returncode}: {errors[-2000:]}")
        self.wall, self.cpu = time.monotonic() - self.start, usage.ru_utime + usage.ru_stime
        self.summary = json.loads(out)
        return self

    @property
    def full_glass(self):
        """Share of the pictures whose glass wasn't made cheaper as pictures were late."""
        glass = json.load(open(f"{self.folder}/session.json"))["totals"].get("glass") or {"full": 1}
        return glass.get("full", 0) / sum(glass.values())

    @property
    def lost(self):
        return self.summary["notWritten"] + sum(c["dropped"] for c in self.summary["cameras"])

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def by_the_clock(frames, *groups, more=()):
    """Each group of cameras recorded by a process of its own, side by side, as `record` does it."""
    before, start = busy(), time.monotonic()
    runs = [Run(["record", *cameras(*g), "--frames", str(frames), *more], str(i)) for i, g in enumerate(groups)]
    for run in runs:
        run.end()
    wall, cpu = time.monotonic() - start, sum(r.cpu for r in runs)
    result = {"cameras": sum(map(len, groups)), "processes": len(groups), "frames": frames,
              # Start-up is a part of the CPU here, and of no weight in a run of seconds.
              "cpuSecondsPerSecond": sum(r.cpu / r.summary["seconds"] for r in runs),
              "latencyMs": max((r.summary["budget"]["latencyMs"] for r in runs), key=lambda l: l["p99"]),
              "framesPerSecond": min(r.summary["framesPerSecond"] for r in runs), "lost": sum(r.lost for r in runs),
              "fullGlass": min(r.full_glass for r in runs),
              "peakMiB": sum(r.summary["budget"]["peakMemoryMiB"] for r in runs),
              "others": max(0, busy() - before - cpu) / wall / os.cpu_count()}
    for run in runs:
        run.remove()
    return result


def row(name, r):
    l = r["latencyMs"]
    print(f"| {name} | {r['cpuSecondsPerSecond']:.2f} | {l['p50']:.1f} / {l['p95']:.1f} / {l['p99']:.1f} / {l['worst']:.1f} "
          f"| {r['framesPerSecond']:.1f} | {r['lost']} of {r['frames'] * r['cameras']} | {r['fullGlass'] * 100:.0f} % "
          f"| {r['peakMiB']:.0f} | {r['others'] * 100:.0f} % |", flush=True)


HEAD = ("| | CPU seconds a second | latency ms, p50 / p95 / p99 / worst | pictures a second | frames lost | glass in full "
        "| peak MiB | others |\n|---|---|---|---|---|---|---|---|")


def paced():
    jobs = [("two cameras of 1080p", 300 if quick else 900, ("a", "a2"), ()),
            ("the same, scaled to 1080p", 300 if quick else 900, ("a", "a2"), ("--canvas", "1920x1080")),
            ("two of 720p, 60 a second", 300 if quick else 900, ("720p?fps=60",) * 2, ()),
            ("two cameras of 4K", 90 if quick else 300, ("uhd", "uhd2"), ()), ("one camera of 4K", 90 if quick else 300, ("uhd",), ())]
    results = []
    print("\n" + HEAD, file=sys.stdout if "--json" not in options else sys.stderr)
    for name, frames, names, more in jobs:
        results.append({"name": name} | by_the_clock(frames, names, more=more))
        if "--json" not in options:
            row(name, results[-1])
    return results


def side_by_side():
    jobs = [("1 of 1080p", [("a",)]), ("2 of 1080p", [("a", "a2")]), ("3 of 1080p", [("a", "a2", "a")]),
            ("4 of 1080p", [("a", "a2", "a2", "a")]), ("4 of 1080p, two processes", [("a", "a2"), ("a2", "a")]),
            ("8 of 720p at 15", [("720p?fps=15",) * 8])]
    results = []
    if "--json" not in options:
        print("\n" + HEAD)
    for name, groups in jobs:
        results.append({"name": name} | by_the_clock(150 if quick else 450, *groups))
        if "--json" not in options:
            row(name, results[-1])
    return results


def growth():
    """CPU of `annotate` a frame, one camera of each size, spliced and by pixels, and libjpeg-turbo's calls for it."""
    frames, rounds = (30, 1) if quick else (120, 3)
    points = []
    for name, (width, height) in SIZES.items():
        point = {"size": f"{width}x{height}", "megapixels": width * height / 1e6}
        for composer in ("splice", "pixel"):
            each = []
            for _ in range(rounds):
                make = lambda n: Run(["annotate", *cameras(name), "--composer", composer, "--frames", str(n)]).end()
                one, all_of_them = make(1).cpu, make(frames)
                each.append((all_of_them.cpu - one) * 1000 / (frames - 1))
            point[composer + "Ms"] = statistics.median(each)
        # The canvases of the last run are what the floor encodes.
        out = subprocess.run([f"{cache}/floor", f"{source}/{name}", "-", all_of_them.folder, str(frames), "8"], check=True,
                             capture_output=True, text=True).stdout
        point["floorMs"] = sum(float(x) for x in out.split())
        all_of_them.remove()
        points.append(point)
        print(f"{point['size']} …", file=sys.stderr, flush=True)

    def exponent(key):
        xs, ys = [math.log(p["megapixels"]) for p in points], [math.log(p[key]) for p in points]
        mx, my = statistics.mean(xs), statistics.mean(ys)
        return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)

    result = {"points": points, "exponents": {k: exponent(k) for k in ("spliceMs", "pixelMs", "floorMs")}}
    with open(f"{here}/../../docs/images/growth.svg", "w") as file:
        file.write(growth_plot(result))
    if "--json" not in options:
        print("\n| camera | megapixels | spliced, CPU ms | by pixels, CPU ms | libjpeg-turbo's calls, CPU ms |\n|---|---|---|---|---|")
        for p in points:
            print(f"| {p['size']} | {p['megapixels']:.2f} | {p['spliceMs']:.1f} | {p['pixelMs']:.1f} | {p['floorMs']:.1f} |")
        e = result["exponents"]
        print(f"| grows as pixels to the | | {e['spliceMs']:.2f} | {e['pixelMs']:.2f} | {e['floorMs']:.2f} |")
    return result


def soak():
    """Anonymous memory of a process over many frames of 360p, sampled twice a second."""
    frames = 2_000 if quick else 20_000
    run, samples = Run(["annotate", *cameras("360p"), "--frames", str(frames)]), []

    def written():
        try:
            # The manifest's last line knows its number.
            with open(f"{run.folder}/frames.jsonl", "rb") as file:
                file.seek(max(0, os.path.getsize(file.name) - 4096))
                return json.loads(file.read().split(b"\n")[-2])["index"] + 1
        except (OSError, IndexError, ValueError):
            return 0

    def resident():
        try:
            for line in open(f"/proc/{run.child.pid}/status"):
                if line.startswith("RssAnon"):
                    return int(line.split()[1])
        except OSError:
            pass

    def watch():
        while run.child.poll() is None:
            count, size = written(), resident()
            if size and count:
                samples.append((count, size))
            time.sleep(0.5)

    # poll() may reap the child: its end is read from its summary here, not from wait4.
    thread = threading.Thread(target=watch)
    thread.start()
    out = run.child.stdout.read()
    thread.join()
    if run.child.returncode:
        sys.exit(f"the soak ended with {run.child.returncode}: {run.child.stderr.read()[-2000:]}")
    summary = json.loads(out)
    run.remove()
    warm = [s for s in samples if s[0] >= frames / 10]
    # Caches fill for a while: what goes on for ever shows in the second half.
    half = [s for s in warm if s[0] >= frames / 2]
    mx, my = (statistics.mean(c) for c in zip(*half))
    slope = sum((x - mx) * (y - my) for x, y in half) / max(1, sum((x - mx) ** 2 for x, _ in half))
    result = {"frames": summary["written"], "samples": len(warm), "firstKiB": warm[0][1], "halfKiB": half[0][1], "lastKiB": warm[-1][1],
              "leastKiB": min(s[1] for s in warm), "mostKiB": max(s[1] for s in warm), "bytesPerFrame": slope * 1024,
              "allocationsPerFrame": summary["budget"]["allocationsPerFrame"],
              "mebibytesPerDayAt30": slope * 30 * 86400 / 1024}
    if "--json" not in options:
        print(f"\n{result['frames']} frames of 360p: {result['firstKiB']} KiB of memory of its own after a tenth of them, "
              f"{result['halfKiB']} after half, {result['lastKiB']} at the end ({result['leastKiB']} to {result['mostKiB']}, {result['samples']} samples); "
              f"in the second half {result['bytesPerFrame']:.2f} bytes a frame, that is {result['mebibytesPerDayAt30']:.1f} MiB a day at 30 a "
              f"second; {result['allocationsPerFrame']} allocations a frame.")
    return result


def main():
    parts = {"paced": paced, "cameras": side_by_side, "growth": growth, "soak": soak}
    names = [o for o in options if not o.startswith("--")] or list(parts)
    model = next((l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), "?")
    if "--json" not in options:
        print(f"{os.cpu_count()} cores, {model}" + (", with real-time priority." if first else "."))
    results = {name: parts[name]() for name in names}
    shutil.rmtree(target, ignore_errors=True)
    if "--json" in options:
        print(json.dumps({"cores": os.cpu_count(), "cpu": model, "realTime": first} | results, indent=2))


main()
