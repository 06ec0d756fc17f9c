"""What the storage tests share: the executable, the failing disk, and looking at a recording without dualcam."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(root / "python"))
sys.dont_write_bytecode = True
import verify_recording

executable = os.environ.get("DUALCAM", str(root / ".build/release/dualcam"))
source = "synth:coast?w=64&h=64&fps=1000"


def scratch():
    """A folder in memory, where there is room for it: the tests are about order, not about a disk's speed."""
    parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    return pathlib.Path(tempfile.mkdtemp(prefix="dualcam-disk-", dir=parent))


def build_library(folder):
    """Compiles the failing disk."""
    library = folder / "failing_disk.so"
    subprocess.run(
        ["cc", "-O1", "-shared", "-fPIC", "-o", library, root / "tools/faults/disk/failing_disk.c", "-ldl", "-lpthread"],
        check=True)
    return library


def command(folder, frames, *options):
    limit = [] if frames is None else ["--frames", str(frames)]
    return [executable, "record", "--primary", source, "-o", str(folder), "--no-hud", "--no-chrome", "--composer",
            "pixel", *limit, *options]


def environment(library=None, folder=None, **plan):
    result = dict(os.environ)
    result["SWIFT_BACKTRACE"] = "enable=no"
    if library:
        result["LD_PRELOAD"] = str(library)
        result["FAILING_DISK_FOLDER"] = str(folder)
        for name, value in plan.items():
            result["FAILING_DISK_" + name.upper()] = str(value)
    return result


def record(folder, frames, *options, env=None, timeout=60):
    return subprocess.run(
        command(folder, frames, *options), env=env or environment(), capture_output=True, text=True, timeout=timeout)


def verify(folder):
    """The problems that dualcam finds, and those that python/verify_recording.py finds without it."""
    done = subprocess.run([executable, "verify", str(folder), "--json"], capture_output=True, text=True, env=environment())
    if done.returncode not in (0, 65) or not done.stdout:
        return [f"verify ended with {done.returncode}: {done.stderr.strip()}"]
    problems = json.loads(done.stdout)["problems"] + verify_recording.verify(str(folder), 1).problems
    return [f"{p.get('file', '')}:{p.get('line', '')}: {p['what']}" for p in problems]


def recordings(folder):
    """The recording, or its segments."""
    if not folder.is_dir():
        return []
    if (folder / "frames.jsonl").exists() or (folder / "session.json").exists():
        return [folder]
    return sorted(p for p in folder.iterdir() if p.is_dir() and p.name.isdigit())


def is_whole(data):
    return len(data) > 4 and data[:2] == b"\xff\xd8" and data[-2:] == b"\xff\xd9"


def whole_lines(data):
    return data[:data.rfind(b"\n") + 1]


def freed_before(folder):
    path = folder / "freed.json"
    return json.loads(path.read_text())["before"] if path.exists() else 0


def look(folder):
    """Looks at a recording as it lies there: problems, and the manifests' whole lines by folder."""
    problems, manifests = [], {}
    in_flight = 0
    for one in recordings(folder):
        manifest = one / "frames.jsonl"
        lines = whole_lines(manifest.read_bytes()) if manifest.exists() else b""
        manifests["" if one == folder else one.name] = lines
        before = freed_before(one)
        last, named = -1, set()
        for text in lines.splitlines():
            line = json.loads(text)
            if line["index"] <= last:
                problems.append(f"{one.name}: index {line['index']} after {last}")
            last = line["index"]
            named.add(line["file"])
            path = one / line["file"]
            if line.get("deleted") or (line["index"] < before and not path.exists()):
                continue
            if not path.exists():
                problems.append(f"{one.name}: {line['file']} has a line and is missing")
            elif not is_whole(path.read_bytes()):
                problems.append(f"{one.name}: {line['file']} is not whole")
        problems += [f"{one.name}: {path.name} is not whole" for path in cut_sources(one)]
        for path in one.glob("*.jpg"):
            if not is_whole(path.read_bytes()):
                problems.append(f"{one.name}: {path.name} is not whole")
            if path.name not in named:
                in_flight += 1
    if in_flight > 1:
        problems.append(f"{in_flight} pictures without a line; one is in flight at most")
    return problems, manifests


def cut_sources(recording):
    """The cameras' own frames and maps of the ink that are not whole under their final names, with a picture or without."""
    folder = recording / "sources"
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        data = path.read_bytes()
        if path.name.startswith("."):
            continue
        if path.suffix == ".jpg":
            if not is_whole(data):
                yield path
            continue
        parts = data.split(b"\n", 2)
        size = parts[1].split() if len(parts) == 3 and parts[0] == b"P4" else []
        if len(size) != 2 or len(parts[2]) != (int(size[0]) + 7) // 8 * int(size[1]):
            yield path


def lost(before, after, folder):
    """Lines that were there and are not any more, but in segments that were freed whole."""
    gone = 0
    freed = freed_before(folder) if folder.is_dir() and not (folder / "frames.jsonl").exists() else 0
    for name, lines in before.items():
        if name.isdigit() and int(name) < freed and name not in after:
            continue
        if not after.get(name, b"").startswith(lines):
            gone += 1
    return gone


def need(path, what):
    if not os.access(path, os.X_OK):
        print(f"{path} is missing: {what}", file=sys.stderr)
        sys.exit(69)


def finish(report, ok):
    print(json.dumps(report, indent=2))
    sys.exit(0 if ok else 1)
