#!/usr/bin/env python3
"""Proves what dualcam claims of a recording, from its folder alone, without dualcam and with nothing but Python 3.11:

(a) every sequence number of every camera is accounted for: its frame is in a picture or in a counted gap, and the totals in session.json
    agree with frames.jsonl and the files;
(b) every block of a viewfinder outside ink has the coefficients of the camera's own frame, if that was kept (record --keep-source).

What can't be proved is counted as "not checked". This file can be copied and run alone; docs/recordings.md has what it relies on.
"""
import argparse, functools, json, os, re, sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace


# --- JPEG: the coefficients of baseline pictures

class Bad(Exception):
    """Why a file can't be read, or isn't what it should be."""


@functools.lru_cache(maxsize=64)
def code_table(spec, is_dc):
    """For each of the next 16 bits: how many of them to take; how many places to go on in the block, 64 if it ends; the value;
    and how many bits the value has beyond these. None if there is no such code."""
    entries, at, symbols = [None] * 65536, 0, iter(spec[16:])
    for length in range(1, 17):
        for symbol in [next(symbols) for _ in range(spec[length - 1])]:
            size = symbol if is_dc else symbol & 15
            step = 1 if is_dc else (symbol >> 4) + 1 if size or symbol == 0xF0 else 64
            inside = size if size <= 16 - length else 0
            span, width = 1 << 16 - length, 1 << 16 - length - inside
            for bits in range(1 << inside):
                value = signed(bits, inside) if inside else 0
                entries[at + bits * width : at + (bits + 1) * width] = [(length + inside, step, value, size - inside)] * width
            at += span
    return entries[:65536]


def signed(bits, size):
    return bits if bits >> size - 1 else bits - (1 << size) + 1


class Picture:
    """A baseline JPEG. A block is a list: its DC value, then the places and values of all other coefficients that aren't 0."""

    def __init__(self, data):
        self.quantizers, self.codes, self.interval, self.exif, at = {}, {}, 0, b"", 2
        if data[:2] != b"\xff\xd8":
            raise Bad("isn't a JPEG")
        try:
            while True:
                at = data.index(b"\xff", at)
                while data[at + 1] == 0xFF:
                    at += 1
                marker, end = data[at + 1], at + 2 + int.from_bytes(data[at + 2 : at + 4])
                body, at = data[at + 4 : end], end
                if marker == 0xDA:
                    break
                if marker == 0xE1 and body.startswith(b"Exif"):
                    self.exif = body
                elif marker == 0xDD:
                    self.interval = int.from_bytes(body[:2])
                elif marker in (0xC0, 0xC1):
                    self.size = [int.from_bytes(body[3:5]), int.from_bytes(body[1:3])]
                    self.components = [(body[k], body[k + 1] >> 4, body[k + 1] & 15, body[k + 2]) for k in range(6, 6 + 3 * body[5], 3)]
                elif 0xC2 <= marker <= 0xCF and marker not in (0xC4, 0xCC):
                    raise Bad("isn't a baseline JPEG")
                while body and marker in (0xC4, 0xDB):
                    step = 2 if body[0] >> 4 else 1
                    end = 17 + sum(body[1:17]) if marker == 0xC4 else 1 + 64 * step
                    if marker == 0xC4:
                        self.codes[body[0]] = body[1:end]
                    else:
                        self.quantizers[body[0] & 15] = [int.from_bytes(body[k : k + step]) for k in range(1, end, step)]
                    body = body[end:]
            self.read_scan(body, data, at)
        except (IndexError, KeyError, ValueError, AttributeError, ZeroDivisionError):
            raise Bad("is cut short or garbled in its headers") from None

    def read_scan(self, body, data, at):
        if body[0] != len(self.components):
            raise Bad("isn't one scan of all its components")
        across, down = (8 * max(component[k] for component in self.components) for k in (1, 2))
        self.mcu, self.columns, self.rows = (across, down), -(-self.size[0] // across), -(-self.size[1] // down)
        self.tables = [self.quantizers[component[3]] for component in self.components]
        self.coders = dict(zip(body[1::2], body[2::2]))
        # Of each block of an MCU: its component, and the pixels that it stands for.
        self.blocks = [(number, x * across // h, y * down // v, across // h, down // v)
                       for number, (_, h, v, _) in enumerate(self.components) for y in range(v) for x in range(h)]
        end = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]").search(data, at)
        if end is None or end[0][-1] != 0xD9:
            raise Bad("is cut short: it has no end marker" if end is None else "has more than one scan")
        self.parts = re.split(rb"\xff+([\xd0-\xd7])", data[at : end.start()])
        count = -(-self.columns * self.rows // self.interval) if self.interval else 1
        if len(self.parts) != 2 * count - 1 or any(mark[0] != 0xD0 + k % 8 for k, mark in enumerate(self.parts[1::2])):
            raise Bad("is cut short or garbled: its restart intervals aren't whole")

    @functools.cached_property
    def mcus(self):
        """All MCUs, each a list of blocks."""
        found, count = [], self.columns * self.rows
        try:
            coders = [self.coders[component[0]] for component in self.components]
            plan = [(number, code_table(self.codes[coders[number] >> 4], True), code_table(self.codes[16 | coders[number] & 15], False))
                    for number, *_ in self.blocks]
            for part in self.parts[::2]:
                self.decode(part.replace(b"\xff\x00", b"\xff"), plan, min(self.interval or count, count - len(found)), found)
        except (IndexError, KeyError, ValueError, StopIteration, TypeError):
            raise Bad(f"is cut short or garbled in MCU {len(found)}") from None
        return found

    def decode(self, data, plan, count, found):
        words = data + b"\xff\xff\xff\xff"
        words = [a << 16 | b << 8 | c for a, b, c in zip(words, words[1:], words[2:])]
        at, last = 0, [0] * len(self.components)
        for _ in range(count):
            mcu = []
            for component, dc, ac in plan:
                taken, _, value, size = dc[words[at >> 3] >> 8 - (at & 7) & 0xFFFF]
                at += taken
                if size:
                    value, at = signed((words[at >> 3] >> 8 - (at & 7) & 0xFFFF) >> 16 - size, size), at + size
                last[component] += value
                block, place = [last[component]], 0
                add = block.append
                while place < 63:
                    taken, step, value, size = ac[words[at >> 3] >> 8 - (at & 7) & 0xFFFF]
                    at += taken
                    if step == 64:
                        break
                    if size:
                        value, at = signed((words[at >> 3] >> 8 - (at & 7) & 0xFFFF) >> 16 - size, size), at + size
                    place += step
                    if value:
                        add(place)
                        add(value)
                if place > 63:
                    raise IndexError
                mcu.append(block)
            found.append(mcu)
        if at > 8 * len(data):
            raise IndexError


frame_of = functools.lru_cache(maxsize=8)(Picture)  # A slower camera's frame is in several pictures.


def is_nearest(ours, theirs, own, other):
    """Whether a block's coefficients are the nearest that its own quantizers can express; none is beyond 1023."""
    ours, theirs = ({0: block[0], **dict(zip(block[1::2], block[2::2]))} for block in (ours, theirs))
    exact = {place: max(-1023, min(1023, theirs.get(place, 0) * other[place] / own[place])) for place in {*ours, *theirs}}
    return all(abs(ours.get(place, 0) - value) <= 0.5 for place, value in exact.items())


def claimed(picture, rect, later, ink):
    """A viewfinder's MCUs in the picture, and for each block why nothing is claimed about it, or None."""
    (x, y, width, height), (across, down) = rect, picture.mcu
    for row in range(y // down, -(-(y + height) // down)):
        for column in range(x // across, -(-(x + width) // across)):
            reasons = []
            for _, left, top, w, h in picture.blocks:
                left, top = left + column * across, top + row * down
                if any(left < a + c and a < left + w and top < b + d and b < top + h for a, b, c, d in later):
                    reasons.append("covered")
                elif left + w > x + width or top + h > y + height:
                    reasons.append("edge")
                else:
                    mask = ((1 << w // 8) - 1) << left // 8
                    reasons.append("ink" if any(ink[k] & mask for k in range(top // 8, (top + h) // 8)) else None)
            yield row * picture.columns + column, reasons


# --- Recordings

EXIF, NUMBER, CAMERA = str.maketrans("-T", ": "), re.compile(r"(?!0\d{6})\d{6,18}"), re.compile(r"[a-z][a-z0-9_]{0,23}")


class Recording:
    """A folder with frames.jsonl: a recording, or one of its segments."""

    def __init__(self, folder, place, report):
        self.folder, self.place, self.report, self.names = folder, place, report, set(os.listdir(folder))
        self.sources = set(os.listdir(folder + "/sources")) if "sources" in self.names else set()

    def problem(self, file, line, what):
        self.report.problems.append({"file": self.place + file, "line": line, "what": what})

    def skip(self, what, count=1):
        self.report.unchecked.update({what: count} if count else {})

    def load(self, name, default=None):
        return json.loads(self.read(name)) if name in self.names or default is None else default

    def read(self, name):
        return Path(self.folder, name).read_bytes()

    def check(self):
        try:
            session = self.load("session.json")
            runs, self.is_open = (session.get("previous") or []) + [session], not session.get("totals")
            lines = self.read_lines()
            firsts = [run["firstIndex"] for run in runs] + [1 << 62]
            if firsts != sorted(firsts) or lines and lines[0][1]["index"] < firsts[0]:
                self.problem("session.json", None, f"its runs begin at {firsts[:-1]}, which the lines don't fit")
            self.check_files(lines)
            for run, first, end in zip(runs, firsts, firsts[1:]):
                self.check_run(run, first, [(number, line) for number, line in lines if first <= line["index"] < end])
        except (OSError, KeyError, TypeError, ValueError, AttributeError) as error:
            self.problem("session.json", None, f"or another file isn't as documented: {type(error).__name__}: {error}")

    def read_lines(self):
        *whole, half = self.read("frames.jsonl").split(b"\n")
        if half and self.is_open:
            self.skip("half lines at the end of a manifest whose run didn't end")
            half = b""
        found, highest = [], -1
        for number, text in enumerate(whole + [half] * bool(half), 1):
            try:
                line = json.loads(text)
                index, cameras = line["index"], line.get("cameras", [])
                numbers = [index] + [camera.get("gap", 0) for camera in cameras]
                numbers += [camera[key] for camera in cameras if "sequence" in camera for key in ("sequence", "timestampNs", "bytes")]
                if not all(type(each) is int and each >= 0 for each in numbers) or line["file"] != f"{index:06d}.jpg" or index <= highest:
                    raise ValueError(f"after index {highest}, index, file or numbers don't fit")
                if not all(CAMERA.fullmatch(camera["id"]) and isinstance(camera["flags"], list) for camera in cameras):
                    raise ValueError("no such camera")
                highest = index
                found.append((number, line))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                self.problem("frames.jsonl", number, f"can't be read: {error!r}")
        return found

    def check_files(self, lines):
        """A picture for each line and a line for each picture; what was freed or deleted is on record."""
        known, missing = {line["index"] for _, line in lines}, 0
        freed, listed = self.load("freed.json", {"before": 0, "pictures": 0}), self.load("deleted.json", {"deleted": []})
        self.present = {line["index"] for _, line in lines if line["file"] in self.names}
        for number, line in lines:
            if line["index"] in self.present:
                if line.get("deleted"):
                    self.problem(line["file"], number, "is marked as deleted but exists")
            elif line.get("deleted") or line["index"] in listed["deleted"]:
                self.skip("pictures lost in a power cut, as their lines say" if line.get("lost") else "pictures deleted since")
            elif line["index"] < freed["before"]:
                missing += 1
            else:
                self.problem(line["file"], number, "is missing")
        self.skip("pictures freed to make room", missing)
        if missing > freed["pictures"]:
            self.problem("freed.json", None, f"{missing} pictures are missing before {freed['before']}, but {freed['pictures']} were freed")
        for name in sorted(self.names) + ["sources/" + name for name in sorted(self.sources)]:
            index, _, ending = name.removeprefix("sources/").partition(".")
            is_unfinished = index == "" and ending.endswith(".tmp")
            is_picture = NUMBER.fullmatch(index) and (ending == "jpg" or name.startswith("sources/"))
            if self.is_open and (is_unfinished or is_picture and int(index) == max(known, default=-1) + 1):
                self.skip("files of a picture in flight when a run was killed")
            elif is_unfinished or is_picture and int(index) not in known:
                self.problem(name, None, "is unfinished" if is_unfinished else "has no line in frames.jsonl")

    def check_run(self, run, first, lines):
        report, totals, settings, expected = self.report, run.get("totals") or {}, run["settings"], first
        size = [run["layout"]["canvas"][key] for key in ("width", "height")]
        views = [(view["camera"], [view[key] for key in ("x", "y", "width", "height")]) for view in run["layout"]["viewfinders"]]
        sources = {source["id"]: source for source in run["sources"]}
        if any(min(x, y) < 0 or min(w, h) < 1 or x + w > size[0] or y + h > size[1] for _, (x, y, w, h) in views):
            return self.problem("session.json", None, f"a viewfinder of the run from {first} on leaves the canvas")
        for track in report.tracks.values():
            track.is_new, track.facts = True, Counter()
        for number, line in lines:
            if line["index"] > expected:
                self.problem("frames.jsonl", number, f"lines {expected} to {line['index'] - 1} are missing before it")
            expected = line["index"] + 1
            if "composer" not in line:
                self.skip("pictures whose line a kill took and the next start restored without numbers")
            for camera in line.get("cameras", []):
                track = SimpleNamespace(last=None, time=None, bytes=None, passed=None, is_new=True, owed=0, facts=Counter(), sums=Counter())
                self.follow(report.tracks.setdefault(camera["id"], track), camera, number, sources[camera["id"]]["specification"])
        for track in report.tracks.values():
            track.sums.update(track.facts)
        self.check_passed(settings, totals)
        present = [(number, line) for number, line in lines if line["index"] in self.present]
        taken = self.check_pictures(present, size, views, sources)
        if not totals:
            return self.skip("runs without totals: killed")
        mcus = Counter()
        for _, line in lines:
            mcus.update(line.get("mcus", {}))
        self.check_totals(totals, first, len(lines), taken if len(present) == len(lines) else totals["bytes"], mcus)

    def follow(self, track, camera, number, specification):
        """Accounts for a camera's frames between the line before and this one."""
        name, sequence, gap, facts = camera["id"], camera.get("sequence"), camera.get("gap", 0), track.facts
        facts.update(frames=0, lost=gap, passedOver=0)
        track.owed += gap
        if sequence is None or sequence == track.last and "repeated" in camera["flags"]:
            # No frame, or the same again. What a gap counts here, the next frame's number tells.
            track.is_new &= sequence is None
            if sequence is not None and (camera["timestampNs"], camera["bytes"]) != (track.time, track.bytes):
                self.problem("frames.jsonl", number, f"{name}: frame {sequence} is repeated with another time or size")
            return
        facts.update(frames=1, damaged="damaged" in camera["flags"])
        step = 0 if track.last is None else (sequence - track.last) % (1 << 32)
        if track.is_new and step - 1 != track.owed:
            # A run's first frame; a file is read from where it says, of a camera nothing is claimed before it.
            start = re.search(r"[?&]first=(\d+)", specification)
            ahead = sequence - int(start[1] if start else 0)
            if camera["clock"] == "media" and gap > ahead:
                self.problem("frames.jsonl", number, f"{name}: a gap of {gap} before frame {sequence}, the first")
            elif camera["clock"] == "media":
                self.skip(f"frames of the {name} before a run's first picture", ahead - gap)
            if track.last is not None:
                self.skip(f"frames of the {name} between two runs, which don't share their numbers: places")
        elif "restarted" in camera["flags"]:
            facts["restarts"] += 1
        elif not 1 <= step <= 1 << 16:
            self.problem("frames.jsonl", number, f"{name}: frame {sequence} comes after {track.last}, and no restart is flagged")
        elif step - 1 < track.owed:
            self.problem("frames.jsonl", number, f"{name}: a gap of {track.owed} between frames {track.last} and {sequence}")
        elif camera["timestampNs"] <= track.time:
            self.problem("frames.jsonl", number, f"{name}: frame {sequence} isn't later than {track.last}")
        elif step - 1 > track.owed:
            facts["passedOver"] += step - 1 - track.owed
            track.passed = (number, f"{name}: {step - 1 - track.owed} frames between {track.last} and {sequence} are in no gap")
        track.is_new, track.owed = False, 0
        track.last, track.time, track.bytes = sequence, camera["timestampNs"], camera["bytes"]

    def check_passed(self, settings, totals):
        """Frames in no gap and no picture must have been in pictures that weren't to be recorded, or couldn't be."""
        reasons = [key for key in ("fps", "everySeconds", "trigger") if settings.get(key)]
        unmade = totals.get("dropped", {}).get("writer", 0) + totals.get("paused", 0)
        for name, track in self.report.tracks.items():
            passed = track.facts["passedOver"]
            why = ("passed over by " + ", ".join(reasons) if reasons
                   else "that totals.dropped.writer and totals.paused count" if passed <= unmade
                   else None if totals else "that a run without totals may have been too slow to write")
            if why:
                self.skip(f"frames of the {name} in pictures {why}", passed)
            else:
                self.problem("frames.jsonl", *track.passed)

    def check_totals(self, totals, first, lines, taken, mcus):
        tracks, damaged = self.report.tracks, sum(track.facts["damaged"] for track in self.report.tracks.values())
        lost = {f"dropped.{name}": (totals["dropped"].get(name, 0), track.facts["lost"]) for name, track in tracks.items()}
        said = totals.get("mcus", {})
        exact = {"frames": (totals["frames"], lines), "bytes": (totals["bytes"], taken)}
        exact |= {f"mcus.{key}": (said.get(key, 0), mcus[key]) for key in {*said, *mcus}}
        for what, (said, found) in {**exact, **lost, "damaged": (totals["damaged"], damaged)}.items():
            if said < found or said > found and what in exact:
                self.problem("session.json", None, f"totals.{what} of the run from {first} on is {said}, but there are {found}")
            else:
                self.skip(f"frames after a run's last line, in totals.{what} alone", said - found)

    def check_pictures(self, lines, size, views, sources):
        """Checks each picture, and those chosen to the last bit and with the cameras' frames; returns their bytes."""
        report, taken, is_kept = self.report, 0, any(line["file"][:-3] + "ink.pbm" in self.sources for _, line in lines)
        for number, line in lines:
            report.pictures += 1
            try:
                data = self.read(line["file"])
                taken += len(data)
                picture = Picture(data)
                count = picture.columns * picture.rows
                if picture.size != size or sum(line.get("mcus", {"": count}).values()) != count:
                    raise Bad(f"is {picture.size} with {count} MCUs, but the canvas is {size}, with {line.get('mcus')}")
                times = [camera["utc"].translate(EXIF).encode()[:-1].split(b".") for camera in line.get("cameras", []) if "utc" in camera]
                if times and picture.exif and not any(second in picture.exif and micros in picture.exif for second, micros in times):
                    raise Bad("was taken at another time than its line says, by its EXIF data")
                self.skip("pictures whose EXIF time was removed", bool(times) and not picture.exif)
                if line["index"] % report.every:
                    self.skip("pictures not decoded (--every)")
                    continue
                report.decoded += len(picture.mcus) > 0
                if is_kept and "composer" in line:
                    self.compare(picture, number, line, views, sources)
                else:
                    self.skip("viewfinders whose camera's frames weren't kept", len(views))
            except Bad as error:
                self.problem(line["file"], number, str(error))
        return taken

    def compare(self, picture, number, line, views, sources):
        """The second claim, for one picture."""
        stem, touched, carried, is_spliced = "sources/" + line["file"][:-3], 0, 0, line["composer"] == "splice"
        cameras, ink = {camera["id"]: camera for camera in line["cameras"]}, self.read_ink(stem + "ink.pbm", picture.size)
        for place, (name, rect) in enumerate(views):
            camera, source, file = cameras.get(name, {"flags": []}), sources[name], f"{stem}{name}.jpg"
            is_there = file.removeprefix("sources/") in self.sources
            obstacle = camera.get("obstacle") or not is_spliced and (line.get("composerReason") or "as the rest")
            why = ("the camera was lost" if "sequence" not in camera
                   else "the frame was raw" if not is_there and camera.get("format", source["negotiated"]["format"]) != "mjpeg"
                   else "the frame was damaged" if "damaged" in camera["flags"]
                   else f"drawn from pixels, {obstacle}" if obstacle else None)
            if not is_there and (why is None or "pixels" in why):
                raise Bad(f"has no kept frame {file}")
            if is_there:
                data = self.read(file)
                more = len(data) - camera.get("bytes", 0)
                if more < 0 or more > 0 and not {"missing-huffman-tables", "damaged"} & set(camera["flags"]):
                    self.problem(file, number, f"has {len(data)} bytes, but its line says {camera.get('bytes')}")
            claims = list(claimed(picture, rect, [view[1] for view in views[place + 1 :]], ink))
            shown = [any(reasons) for _, reasons in claims if set(reasons) != {"covered"} and not obstacle]
            carried, touched = carried + len(shown), touched + sum(shown)
            if why:
                self.skip(f"viewfinders: {why}")
                continue
            if source.get("rotate") or source.get("flip") or source.get("crop"):
                self.skip("turns, flips and crops: frames were kept after them")
            try:
                self.compare_view(picture, frame_of(data), claims, name, rect, line["file"], number)
            except Bad as error:
                self.problem(file, number, str(error))
        said = line.get("mcus", {"copied": 0, "recoded": 0, "redrawn": 0})
        if carried != said["copied"] + said["recoded"] + said["redrawn"] or touched != said["redrawn"]:
            self.problem(stem + "ink.pbm", number, f"touches {touched} of {carried} MCUs of the cameras' frames, but the line says {said}")

    def read_ink(self, name, size):
        """The ink map's rows; bit n is the block in column n."""
        across, down = -(-size[0] // 8), -(-size[1] // 8)
        head, row = f"P4\n{across} {down}\n".encode(), -(-across // 8)
        data = self.read(name) if name.removeprefix("sources/") in self.sources else b""
        if not data.startswith(head) or len(data) != len(head) + row * down:
            raise Bad(f"has no ink map of its size, {name}")
        return [int(f"{int.from_bytes(data[k : k + row]):0{8 * row}b}"[::-1], 2) for k in range(len(head), len(data), row)]

    def compare_view(self, picture, frame, claims, name, rect, file, number):
        if frame.blocks != picture.blocks or frame.size != rect[2:] or rect[0] % picture.mcu[0] or rect[1] % picture.mcu[1]:
            raise Bad(f"is {frame.size} and doesn't fit the picture, which nothing says")
        different = []
        for theirs, (place, reasons) in zip(frame.mcus, claims):
            ours = picture.mcus[place]
            if ours == theirs and frame.tables == picture.tables and not any(reasons):
                self.report.blocks["equal"] += len(reasons)
                continue
            for (component, x, y, *_), reason, our, their in zip(picture.blocks, reasons, ours, theirs):
                own, other = picture.tables[component], frame.tables[component]
                if not reason:
                    is_good = our == their if own == other else is_nearest(our, their, own, other)
                    reason = "different" if not is_good else "equal" if own == other else "nearest"
                if reason == "different":
                    row, column = divmod(place, picture.columns)
                    different.append(f"at pixel {column * picture.mcu[0] + x},{row * picture.mcu[1] + y}, component {component}")
                self.report.blocks[reason] += 1
        if different:
            self.problem(file, number, f"{len(different)} blocks differ from {name}'s frame; the first is {different[0]}")


def verify(path, every):
    report = SimpleNamespace(every=every, pictures=0, decoded=0, problems=[], tracks={}, unchecked=Counter(), blocks=Counter())
    whole, first = Recording(path, "", report), 0
    segments = {int(name): name for name in whole.names if NUMBER.fullmatch(name) and os.path.isdir(f"{path}/{name}")}
    if any(Path(path).rglob("packed.json")):
        raise FileNotFoundError(f"{path}: packed as JPEG XL; run: dualcam unpack {path}")
    if {"frames.jsonl", "session.json"} & whole.names:
        whole.check()
    elif not segments:
        raise FileNotFoundError(f"{path}: no recording: neither frames.jsonl and session.json nor segments")
    else:
        first = whole.load("freed.json", {"before": 0})["before"]
        whole.skip("segments freed to make room", first)
        for number in sorted({*range(first, max(segments)), *segments}):
            if number in segments:
                Recording(f"{path}/{segments[number]}", segments[number] + "/", report).check()
            else:
                whole.problem(f"{number:06d}", None, "is missing")
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog="Exit codes: 0 the claims hold, 1 they don't, 2 usage.",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="a recording, or a folder of segments")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="decode only every Nth picture; all else is checked in full")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    options = parser.parse_args()
    try:
        report = verify(options.folder, max(1, options.every))
    except OSError as error:
        parser.error(str(error))
    facts = {name: dict(track.sums) for name, track in report.tracks.items()} | {"blocks": report.blocks}
    if options.json:
        print(json.dumps({"good": not report.problems, "pictures": report.pictures, "decoded": report.decoded, **facts,
                          "notChecked": report.unchecked, "problems": report.problems}, indent=1))
    else:
        for problem in report.problems:
            print(f"{problem['file']}{', line %d' % problem['line'] if problem['line'] else ''}: {problem['what']}")
        for name, counts in facts.items():
            print(f"  {name}:", ", ".join(f"{count} {key}" for key, count in counts.items()) or "none compared")
        for what, count in report.unchecked.items():
            print(f"  not checked: {count} {what}")
        print(f"{options.folder}: {'not ' if report.problems else ''}good; {report.pictures} pictures, {report.decoded} decoded")
    return 1 if report.problems else 0


if __name__ == "__main__":
    sys.exit(main())
