#!/usr/bin/env python3
"""Schedules a picture's tasks, as long as one thread takes for them, on 1 to 8 processors.

usage: threads.py DUALCAM PRIMARY SECONDARY [FRAMES] [--json]

`bench --trace` gives the stages' times of each picture, frames in memory, one thread. What two cameras share is split as each
takes alone; the time of writing is that of `annotate`. A task starts when what it needs is there and a thread and a processor
are free, the picture's own tasks first. Not modelled: reading files, waking threads, caches that two processors share.
"""
import heapq, json, os, statistics, subprocess, sys, tempfile, time

dualcam, sources = sys.argv[1], sys.argv[2:4]
frames = next((int(a) for a in sys.argv[4:] if a.isdigit()), 120)
# Frames that a file's thread may be ahead: those that fit into its feed's slots.
AHEAD = 4


def run(*arguments, threads=1):
    return subprocess.run([dualcam, *arguments, "--template", "none", "--threads", str(threads), "--json"], check=True,
                          capture_output=True, text=True).stdout


def annotate(threads, count):
    """The summary, and milliseconds of wall time of the whole process."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        start = time.monotonic()
        report = run("annotate", "--primary", sources[0], "--secondary", sources[1], "-o", folder + "/out",
                     "--frames", str(count), threads=threads)
        return json.loads(report), (time.monotonic() - start) * 1000


def measured(threads, rounds=5):
    """Milliseconds a picture on this machine, without the start: the medians of rounds in turn."""
    each = {t: [] for t in threads}
    for _ in range(rounds):
        for t in threads:
            each[t].append((annotate(t, frames)[1] - annotate(t, 1)[1]) / (frames - 1))
    return {t: statistics.median(times) for t, times in each.items()}


def trace(*cameras):
    """Milliseconds by stage of each picture."""
    options = [part for pair in zip(("--primary", "--secondary"), cameras) for part in pair]
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        run("bench", *options, *(["--layout", "single"] if len(cameras) == 1 else []), "--frames", str(frames),
                                "--loaded", str(frames), "--trace", file.name)
        events = json.load(open(file.name))["traceEvents"]
    pictures = {}
    for event in events:
        if event["cat"] == "stage":
            pictures.setdefault(event["args"]["picture"], {})[event["name"]] = event["dur"] / 1000
    return list(pictures.values())


def tasks(pictures, shares, write, threads, ahead, cut_chrome):
    """(name, picture, crew, milliseconds, names of those before it), in order of urgency."""
    result = []
    for i, picture in enumerate(pictures):
        def add(name, crew, length, *before):
            result.append(((name, i), crew, length, [b if isinstance(b, tuple) else (b, i) for b in before]))

        # In a live job frames come singly: each picture begins when the one before is done.
        fresh = [("write", i - 1)] if i and not ahead else []
        for camera in (0, 1):
            room = ([(f"walk{camera}", i - 1)] if i else []) + ([("join", i - AHEAD)] if i >= AHEAD else [])
            add(f"walk{camera}", f"file{camera}" if ahead else "stage", picture.get("decode", 0) * shares["decode"][camera],
                *(room if ahead else fresh))
        for camera in (0, 1):
            length = sum(picture.get(stage, 0) * shares[stage][camera] for stage in ("reduce", "hud"))
            add(f"camera{camera}", "stage", length, "walk0", "walk1", *([("join", i - 1)] if i else []))
        pieces = threads if cut_chrome else 1
        for piece in range(pieces):
            add(f"chrome{piece}", "stage", picture.get("chrome", 0) / pieces, "camera0", "camera1")
        add("ink", "stage", picture.get("ink", 0), "camera0", "camera1")
        for band in range(threads):
            add(f"band{band}", "stage", picture.get("encode", 0) / threads, "ink", *(f"chrome{p}" for p in range(pieces)))
        add("join", "stage", 0, *(f"band{b}" for b in range(threads)))
        add("write", "sink", write if ahead else 0, "join", *([("write", i - 1)] if i else []))
    return result


def schedule(list_of_tasks, processors, threads):
    """Milliseconds until all are done."""
    free = {"stage": threads, "file0": 1, "file1": 1, "sink": 1}
    waiting, after, ready, running, now = {}, {}, [], [], 0.0
    for order, (name, crew, length, before) in enumerate(list_of_tasks):
        waiting[order] = len(before)
        for other in before:
            after.setdefault(other, []).append(order)
        if not before:
            heapq.heappush(ready, (crew != "stage", order))
    busy = 0
    while ready or running:
        later = []
        while ready and busy < processors:
            urgency = heapq.heappop(ready)
            name, crew, length, _ = list_of_tasks[urgency[1]]
            if free[crew]:
                free[crew] -= 1
                busy += 1
                heapq.heappush(running, (now + length, urgency[1]))
            else:
                later.append(urgency)
        for urgency in later:
            heapq.heappush(ready, urgency)
        now, order = heapq.heappop(running)
        name, crew, _, _ = list_of_tasks[order]
        free[crew] += 1
        busy -= 1
        for other in after.get(name, []):
            waiting[other] -= 1
            if not waiting[other]:
                heapq.heappush(ready, (list_of_tasks[other][1] != "stage", other))
    return now


def main():
    both, alone = trace(*sources), [trace(source) for source in sources]
    total = lambda pictures, stage: sum(picture.get(stage, 0) for picture in pictures)
    shares = {stage: [total(pictures, stage) / max(1e-9, sum(total(p, stage) for p in alone)) for pictures in alone]
              for stage in ("decode", "reduce", "hud")}
    report, _ = annotate(1, frames)
    write = next(s["ms"]["mean"] for s in report["budget"]["stages"] if s["stage"] == "write")

    def milliseconds(processors, threads, ahead=True, cut_chrome=False):
        every = tasks(both, shares, write, threads, ahead and threads > 1, cut_chrome)
        return schedule(every, processors, threads) / len(both)

    rows = [{"processors": p, "threads": t, "annotate": milliseconds(p, t), "live": milliseconds(p, t, ahead=False),
             "chromeCut": milliseconds(p, t, cut_chrome=True)}
            for p, t in [(1, 1), (2, 2), (3, 2), (4, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8)]]
    stages = {stage: total(both, stage) / len(both) for stage in both[0]} | {"write": write}
    here = measured(range(1, 5))
    if "--json" in sys.argv:
        return print(json.dumps({"stagesMs": stages, "shares": shares, "rows": rows, "measuredMs": here}, indent=2))
    print(f"{len(both)} pictures, means in ms: " + ", ".join(f"{name} {length:.2f}" for name, length in stages.items()))
    print("first camera's share: " + ", ".join(f"{stage} {share[0]:.2f}" for stage, share in shares.items()) + "\n")
    print("| processors | threads | annotate, ms a picture | of one thread | live, ms | chrome cut, too |\n|---|---|---|---|---|---|")
    for row in rows:
        print(f"| {row['processors']} | {row['threads']} | {row['annotate']:.1f} | {rows[0]['annotate'] / row['annotate']:.2f} "
              f"| {row['live']:.1f} | {row['chromeCut']:.1f} |")
    print(f"\nannotate on this machine's {os.cpu_count()}, ms a picture: "
          + ", ".join(f"{t} threads {length:.1f}" for t, length in here.items()))


main()
