#!/usr/bin/env python3
"""Proves what dualcam claims of a recording, from its folder alone, without dualcam and with nothing but Python 3.11:

(a) every sequence number of every camera is accounted for: its frame is in a picture or in a counted gap, and the totals in session.json
    agree with frames.jsonl and the files;
(b) every block of a viewfinder outside ink has the coefficients of the camera's own frame, if that was kept (record --keep-source).

What can't be proved is counted as "not checked". Nothing is signed: changes that agree with one another aren't found. This file can be copied and run alone; docs/recordings.md has what it relies on.
"""
import argparse, calendar, functools, hashlib, json, os, re, stat, sys, time
from collections import Counter, defaultdict
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

    def __init__(self, data, codes=()):
        self.quantizers, self.codes, self.interval, self.exif, self.inside, at = {}, dict(codes), 0, b"", [], 2
        if data[:2] != b"\xff\xd8":
            raise Bad("isn't a JPEG")
        try:
            while True:
                at = data.index(b"\xff", at)
                while data[at + 1] == 0xFF or data[at + 1] < 2 or 0xD0 <= data[at + 1] <= 0xD7:
                    at = data.index(b"\xff", at + 1)
                marker, end = data[at + 1], at + 2 + int.from_bytes(data[at + 2 : at + 4])
                body, at = data[at + 4 : end], end
                if marker == 0xDA:
                    break
                if marker == 0xE1 and body.startswith(b"Exif"):
                    self.exif = body
                elif marker == 0xE9 and body.startswith(INSIDE):
                    self.inside.append(body[len(INSIDE):])
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
        self.coders = dict(zip(body[1 : 2 * body[0] + 1 : 2], body[2 : 2 * body[0] + 1 : 2]))
        self.used = [table for component in self.components for coder in [self.coders[component[0]]] for table in (coder >> 4, 16 | coder & 15)]
        # Of each block of an MCU: its component, and the pixels that it stands for.
        self.blocks = [(number, x * across // h, y * down // v, across // h, down // v)
                       for number, (_, h, v, _) in enumerate(self.components) for y in range(v) for x in range(h)]
        # Fill bytes before a marker stay behind the data, where they mean nothing. A pattern of them all would take forever on many.
        end = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]").search(data, at)
        if end is None:
            raise Bad("is cut short: it has no end marker")
        self.parts = re.split(rb"\xff([\xd0-\xd7])", data[at : end.start()])
        self.parts[::2] = [part.rstrip(b"\xff") for part in self.parts[::2]]
        count = -(-self.columns * self.rows // self.interval) if self.interval else 1
        if len(self.parts) != 2 * count - 1 or any(mark[0] != 0xD0 + k % 8 for k, mark in enumerate(self.parts[1::2])):
            raise Bad("is cut short or garbled: its restart intervals aren't whole")
        if end[0][-1] != 0xD9:
            # Cameras leave garbage after a whole scan.
            self.mcus

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

    coded = None

    def decode(self, data, plan, count, found, places=None):
        words = data + b"\xff\xff\xff\xff"
        words = [a << 16 | b << 8 | c for a, b, c in zip(words, words[1:], words[2:])]
        at, last = 0, [0] * len(self.components)
        for _ in range(count):
            mcu, start, sites = [], at, []
            for component, dc, ac in plan:
                begin = at
                taken, _, value, size = dc[words[at >> 3] >> 8 - (at & 7) & 0xFFFF]
                at += taken
                if size:
                    value, at = signed((words[at >> 3] >> 8 - (at & 7) & 0xFFFF) >> 16 - size, size), at + size
                last[component] += value
                sites.append((begin, at))
                if not -1024 <= last[component] < 1024:
                    raise IndexError
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
            if places is not None:
                places.append((start, at, sites))
        if at > 8 * len(data):
            raise IndexError


# Segments with what pictures don't have of their cameras' frames begin so.
INSIDE = b"dualcam\0\1"


def bits_of(data):
    """Bytes as a string of zeros and ones."""
    return f"{int.from_bytes(data):0{8 * len(data)}b}" if data else ""


class Coded:
    """The bits of a scan's MCUs, and where in them the codes of DC values lie."""

    def __init__(self, picture, parts, count):
        self.mcus, coders = [], [picture.coders[component[0]] for component in picture.components]
        plan = [(number, code_table(picture.codes[coders[number] >> 4], True), code_table(picture.codes[16 | coders[number] & 15], False))
                for number, *_ in picture.blocks]
        interval = picture.columns if picture.interval == picture.columns else picture.interval or count
        for part in parts:
            data = part.replace(b"\xff\x00", b"\xff")
            places, found = [], []
            picture.decode(data, plan, min(interval, count - len(self.mcus)), found, places)
            bits = bits_of(data)
            self.mcus += [(bits, place, mcu) for place, mcu in zip(places, found)]


def dc_codes(spec):
    """The code of each size of a difference, as text."""
    codes, code, symbols = {}, 0, iter(spec[16:])
    for length in range(1, 17):
        for _ in range(spec[length - 1]):
            codes.setdefault(next(symbols), f"{code:0{length}b}")
            code += 1
        code <<= 1
    return codes


class Inside:
    """A camera's frame inside a spliced picture, as docs/recordings.md has it."""

    def __init__(self, data):
        self.at, self.data = 0, data
        self.camera = self.take(self.number(1)).decode()
        self.place, self.size, self.interval = [self.number(2), self.number(2)], [self.number(2), self.number(2)], self.number(2)
        self.bytes, self.digest, self.head = self.number(4), self.take(32), self.take(self.number(4))
        self.tail, self.zeros, lengths = self.take(self.number(4)), self.number(4), self.take(self.number(4))
        self.patch, self.runs, value, shift = self.data[self.at:], [], 0, 0
        if not 0 < self.size[0] <= 65535 or not 0 < self.size[1] <= 65535 or self.zeros > 1 << 23 or not CAMERA.fullmatch(self.camera):
            raise IndexError
        for byte in lengths:
            if shift > 27:
                raise IndexError
            value, shift = value | (byte & 127) << shift, shift + 7
            if byte < 128:
                self.runs.append(value)
                value, shift = 0, 0

    def take(self, count):
        self.at += count
        if self.at > len(self.data):
            raise IndexError
        return self.data[self.at - count : self.at]

    def number(self, count):
        return int.from_bytes(self.take(count))

    def frame(self, picture):
        """The camera's JPEG, from the MCUs that the picture carried over and from the others; and which MCUs are others, by their place."""
        across, down = picture.mcu
        columns, rows = -(-self.size[0] // across), -(-self.size[1] // down)
        if sum(self.runs) != columns * rows or self.place[0] + columns > picture.columns or self.place[1] + rows > picture.rows:
            raise IndexError
        if picture.coded is None:
            picture.coded = Coded(picture, picture.parts[::2], picture.columns * picture.rows)
        patched = sum(self.runs[1::2])
        # As wide as the frame, with a marker after each row; zeros fill the last.
        own = SimpleNamespace(**{**vars(picture), "interval": columns, "columns": columns, "decode": picture.decode})
        parts = re.split(rb"\xff[\xd0-\xd9]", self.patch, maxsplit=rows + 1)[: -(-patched // columns)]
        patch, others, out, last, next_one = iter(Coded(own, parts, len(parts) * columns).mcus), [], [], [0] * len(picture.components), 0
        codes = [dc_codes(picture.codes[picture.coders[component[0]] >> 4]) for component in picture.components]
        scan, restarts = b"", 0
        for kind, length in enumerate(self.runs):
            for number in range(next_one, next_one + length):
                if self.interval and number and number % self.interval == 0:
                    scan += padded(out) + bytes([0xFF, 0xD0 + restarts % 8])
                    out, last, restarts = [], [0] * len(last), restarts + 1
                place = (self.place[1] + number // columns) * picture.columns + self.place[0] + number % columns
                if kind % 2:
                    others.append(place)
                bits, place, mcu = next(patch) if kind % 2 else picture.coded.mcus[place]
                at = place[0]
                for (component, *_), block, (start, end) in zip(picture.blocks, mcu, place[2]):
                    difference = block[0] - last[component]
                    size = abs(difference).bit_length()
                    text = f"{difference if difference > 0 else difference + (1 << size) - 1:0{size}b}" if size else ""
                    out += [bits[at:start], codes[component][size], text]
                    last[component], at = block[0], end
                out.append(bits[at : place[1]])
            next_one += length
        frame = self.head + scan + padded(out) + self.tail + bytes(self.zeros)
        if hashlib.sha256(frame).digest() != self.digest or len(frame) != self.bytes:
            raise Bad(f"doesn't give back the {self.camera}'s frame: its SHA-256 is another")
        return frame, others


def padded(parts):
    """Bits as bytes of a scan: up to a whole byte by ones, and with a zero after each FF."""
    text = "".join(parts)
    text += "1" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8).replace(b"\xff", b"\xff\x00") if text else b""


def frames_inside(picture):
    """By camera: the frame inside the picture, and the MCUs that the picture doesn't share with it."""
    joined, found = {}, {}
    try:
        for body in picture.inside:
            camera, part, count = (int.from_bytes(body[k : k + 2]) for k in (0, 2, 4))
            parts = joined.setdefault(camera, [])
            if part != len(parts) or part >= count or parts and parts[0][0] != count:
                raise IndexError
            parts.append((count, body[6:]))
        if any(len(parts) != parts[0][0] for parts in joined.values()):
            raise IndexError
        for parts in joined.values():
            inside = Inside(b"".join(data for _, data in parts))
            if inside.camera in found:
                raise IndexError
            frame, others = inside.frame(picture)
            found[inside.camera] = frame, others, [p * m for p, m in zip(inside.place, picture.mcu)] + inside.size
    except (IndexError, KeyError, ValueError, TypeError, StopIteration, ZeroDivisionError):
        raise Bad("has a camera's frame inside that is cut short or garbled") from None
    return found


def ink_of(picture, views, inside):
    """What frames inside tell of ink, as rows of a map: the MCUs that aren't theirs, unless a later viewfinder covers them."""
    (across, down), rows = picture.mcu, [0] * -(-picture.size[1] // 8)
    for name, (x, y, width, height) in views:
        mask = (1 << (x + width) // 8) - (1 << -(-x // 8))
        for row in range(-(-y // 8), (y + height) // 8):
            rows[row] &= ~mask
        for place in inside.get(name, (b"", []))[1]:
            row, column = divmod(place, picture.columns)
            for each in range(row * down // 8, min((row + 1) * down // 8, len(rows))):
                rows[each] |= ((1 << across // 8) - 1) << column * across // 8
    return rows


frame_of = functools.lru_cache(maxsize=8)(Picture)  # A slower camera's frame is in several pictures.


def is_nearest(ours, theirs, own, other):
    """Whether a block's coefficients are the nearest that its own quantizers can express; none is beyond 1023, but DC may be -1024."""
    ours, theirs = ({0: block[0], **dict(zip(block[1::2], block[2::2]))} for block in (ours, theirs))
    exact = {place: max(-1023 - (not place), min(1023, theirs.get(place, 0) * other[place] / own[place])) for place in {*ours, *theirs}}
    return all(abs(ours.get(place, 0) - value) <= 0.5 for place, value in exact.items())


def claimed(picture, rect, later, ink):
    """A viewfinder's MCUs in the picture, and for each block why nothing is claimed about it, or None."""
    for place, reasons, masks in claims_by_place(tuple(picture.size), picture.mcu, tuple(picture.blocks), rect, later):
        yield place, [reason or ("ink" if any(ink[row] & mask for row in rows) else None) for reason, (rows, mask) in zip(reasons, masks)]


@functools.lru_cache(maxsize=64)
def claims_by_place(size, mcu, blocks, rect, later):
    """The same without ink, and of each block its rows in the map of ink and its bits there."""
    (x, y, width, height), (across, down), found = rect, mcu, []
    for row in range(y // down, -(-(y + height) // down)):
        for column in range(x // across, -(-(x + width) // across)):
            reasons, masks = [], []
            for _, left, top, w, h in blocks:
                left, top = left + column * across, top + row * down
                reasons.append("covered" if any(left < a + c and a < left + w and top < b + d and b < top + h for a, b, c, d in later)
                               else "edge" if left + w > x + width or top + h > y + height else None)
                masks.append((range(top // 8, min((top + h) // 8, -(-size[1] // 8))), ((1 << w // 8) - 1) << left // 8))
            found.append((row * -(-size[0] // across) + column, reasons, masks))
    return found


@functools.lru_cache(maxsize=16)
def owners(size, mcu, rects):
    """Who fills each MCU that a viewfinder touches: the last one, if it has all of the MCU, or else None; with its row and column."""
    (across, down), found = mcu, []
    for row in range(-(-size[1] // down)):
        for column in range(-(-size[0] // across)):
            x, y = column * across, row * down
            for number, (a, b, c, d) in reversed(list(enumerate(rects))):
                if x < a + c and a < x + across and y < b + d and b < y + down:
                    found.append((number if a <= x and b <= y and x + across <= a + c and y + down <= b + d else None, row, column))
                    break
    return found


# --- Recordings

EXIF, NUMBER, CAMERA = str.maketrans("-T", ": "), re.compile(r"(?!0\d{6})\d{6,18}"), re.compile(r"[a-z][a-z0-9_]{0,23}")
TIME, MCUS = re.compile(rb"\d{4}:\d\d:\d\d \d\d:\d\d:\d\d(?=\0)"), {"copied", "recoded", "redrawn", "coded", "kept"}
LONGEST_LINE, LARGEST = 1 << 20, 256 << 20


def opened(path):
    """A regular file, to be read: a pipe would block, a link could lead anywhere."""
    try:
        file = open(path, "rb", opener=lambda path, flags: os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)))
    except OSError as error:
        raise Bad(f"can't be read: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise Bad("isn't a regular file")
    return file


def nanoseconds(utc):
    """Since 1970, of a time as lines have it."""
    second, _, rest = utc.partition(".")
    return calendar.timegm(time.strptime(second, "%Y-%m-%dT%H:%M:%S")) * 10**9 + int(rest[:-1]) * 1000


class Recording:
    """A folder with frames.jsonl: a recording, or one of its segments."""

    def __init__(self, folder, place, report):
        self.folder, self.place, self.report, self.names = folder, place, report, set(os.listdir(folder))
        self.sources = set(os.listdir(folder + "/sources")) if os.path.isdir(folder + "/sources") else set()
        self.kept = defaultdict(set)
        for name in self.sources:
            self.kept[name.partition(".")[0]].add(name.partition(".")[2])

    def problem(self, file, line, what):
        self.report.problems.append({"file": self.place + file, "line": line, "what": what})

    def skip(self, what, count=1):
        self.report.unchecked.update({what: count} if count else {})

    def load(self, name, default=None):
        if name not in self.names and default is not None:
            return default
        try:
            return json.loads(self.read(name))
        except Bad as error:
            raise ValueError(f"{name} {error}") from None

    def read(self, name):
        with opened(f"{self.folder}/{name}") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise Bad(f"is larger than {LARGEST >> 20} MiB")
        return data

    def check(self):
        try:
            session = self.load("session.json")
            runs, self.is_open = (session.get("previous") or []) + [session], not session.get("totals")
            lines = self.read_lines()
            if any(run["tool"] != "dualcam" for run in runs):
                self.problem("session.json", None, "is another tool's")
            firsts = [run["firstIndex"] for run in runs] + [1 << 62]
            if firsts != sorted(firsts) or lines and lines[0][1]["index"] < firsts[0]:
                self.problem("session.json", None, f"its runs begin at {firsts[:-1]}, which the lines don't fit")
            self.check_files(lines)
            for run, first, end in zip(runs, firsts, firsts[1:]):
                self.check_run(run, first, [(number, line) for number, line in lines if first <= line["index"] < end])
        except (OSError, Bad, KeyError, TypeError, ValueError, AttributeError) as error:
            self.problem("session.json", None, f"or another file isn't as documented: {type(error).__name__}: {error}")

    def texts(self):
        """The manifest's lines, as far as they end."""
        with opened(f"{self.folder}/frames.jsonl") as file:
            while text := file.readline(LONGEST_LINE + 1):
                if text[-1:] == b"\n":
                    yield text[:-1]
                elif len(text) > LONGEST_LINE:
                    raise ValueError("a line of frames.jsonl has no end")
                elif self.is_open:
                    self.skip("half lines at the end of a manifest whose run didn't end")
                else:
                    yield text

    def read_lines(self):
        found, highest = [], -1
        for number, text in enumerate(self.texts(), 1):
            try:
                line = json.loads(text)
                index, cameras = line["index"], line.get("cameras", [])
                numbers = [index] + [camera.get("gap", 0) for camera in cameras]
                numbers += [camera[key] for camera in cameras if "sequence" in camera for key in ("sequence", "timestampNs", "bytes")]
                if not all(type(each) is int and each >= 0 for each in numbers) or line["file"] != f"{index:06d}.jpg" or index <= highest:
                    raise ValueError(f"after index {highest}, index, file or numbers don't fit")
                if not all(CAMERA.fullmatch(camera["id"]) and isinstance(camera["flags"], list) for camera in cameras):
                    raise ValueError("no such camera")
                if any("rows" in camera and not camera["rowsKept"] < camera["rows"] for camera in cameras):
                    raise ValueError("no row is missing")
                mcus, is_spliced = line.get("mcus", {}), line.get("composer") == "splice"
                if "composer" in line and (line["composer"] not in ("splice", "pixel") or set(mcus) != (MCUS if is_spliced else set())
                                           or not all(type(count) is int and count >= 0 for count in mcus.values())):
                    raise ValueError("no composer, or not its counts of MCUs")
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
        for index in set(self.load("kept.json", {"kept": []})["kept"]) - self.present:
            self.problem("kept.json", None, f"frame {index} is kept but missing")
        for number, line in lines:
            if line["index"] in self.present:
                if line.get("deleted") or line["index"] in listed["deleted"]:
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
        names, is_restored, self.clock = [name for name, _ in views], False, None
        goes_on = run.get("startedAt") and run["startedAt"] == report.run.get("startedAt") and report.run.get("endedAt", "") > run["startedAt"]
        for track in report.tracks.values():
            track.is_new, track.is_in_last, track.passed, track.facts = True, track.is_in_last and goes_on, None, Counter()
        report.run = run
        for number, line in lines:
            if line["index"] > expected:
                if line.get("recovered") and not totals:
                    self.skip("numbers of which a power cut left nothing", line["index"] - expected)
                else:
                    self.problem("frames.jsonl", number, f"lines {expected} to {line['index'] - 1} are missing before it")
                for track in report.tracks.values():
                    track.is_new, track.is_in_last = True, False
            expected = line["index"] + 1
            if line.get("recovered") and "composer" not in line and not totals:
                self.skip("pictures whose line a kill took and the next start restored without numbers")
                is_restored = True
                continue
            if line.get("recovered") or "composer" not in line or is_restored:
                self.problem("frames.jsonl", number, "has no composer, or is said to be restored after a kill, though its run ended or goes on")
                continue
            if [camera["id"] for camera in line["cameras"]] != names:
                self.problem("frames.jsonl", number, f"its cameras aren't those of the viewfinders, {names}")
                continue
            self.check_clocks(line, number, sources)
            for camera in line["cameras"]:
                track = SimpleNamespace(last=None, time=None, bytes=None, masked=None, passed=None, is_new=True, is_in_last=False, reconnects=0, owed=0,
                                        facts=Counter(), sums=Counter())
                self.follow(report.tracks.setdefault(camera["id"], track), camera, number, sources[camera["id"]]["specification"])
            for name, track in report.tracks.items():
                track.is_in_last = any(camera["id"] == name and "sequence" in camera for camera in line["cameras"])
        for track in report.tracks.values():
            track.sums.update(track.facts)
        self.check_passed(settings, totals)
        present = [(number, line) for number, line in lines if line["index"] in self.present]
        taken = self.check_pictures(present, size, views, sources, settings.get("keepSource"))
        if not totals:
            return self.skip("runs without totals: killed, or not over")
        mcus = Counter()
        for _, line in lines:
            mcus.update(line.get("mcus", {}))
        self.check_totals(totals, first, len(lines), taken if len(present) == len(lines) else totals["bytes"], mcus)

    def follow(self, track, camera, number, specification):
        """Accounts for a camera's frames between the line before and this one."""
        name, sequence, gap, facts = camera["id"], camera.get("sequence"), camera.get("gap", 0), track.facts
        facts.update(frames=0, lost=gap, passedOver=0)
        track.owed += gap
        # A mask that is changed meanwhile makes other bytes of the same frame.
        is_same = sequence is not None and camera["timestampNs"] == track.time and (
            camera["bytes"] == track.bytes or camera.get("masked") != track.masked)
        if sequence is None or sequence == track.last and "repeated" in camera["flags"] and (is_same or not track.is_new):
            # No frame, or the same again; a run may begin with one of its own. What a gap counts here, the next frame's number tells.
            track.is_new &= sequence is None
            if sequence is not None and not is_same:
                self.problem("frames.jsonl", number, f"{name}: frame {sequence} is repeated with another time or size")
            return
        # A run's first frame, repeated: the run before, which may have been freed, counted it.
        facts.update(frames=1, damaged="damaged" in camera["flags"] and not ("repeated" in camera["flags"] and track.is_new))
        step = 0 if track.last is None else (sequence - track.last) % (1 << 32)
        is_back = track.last is not None and (not 1 <= step <= 1 << 16 or camera["timestampNs"] <= track.time)
        is_restart = "restarted" in camera["flags"] or camera.get("reconnects", 0) != track.reconnects
        back = f"{name}: frame {sequence} comes after {track.last}, or isn't later, and no restart is flagged"
        if track.is_new and (step - 1 != track.owed or is_back):
            # A run's first frame; a file is read from where it says, of a camera nothing is claimed before it.
            start = re.search(r"[?&]first=(\d+)", specification)
            ahead = sequence - int(start[1] if start else 0)
            if camera["clock"] == "media" and gap > ahead:
                self.problem("frames.jsonl", number, f"{name}: a gap of {gap} before frame {sequence}, the first")
            elif camera["clock"] == "media":
                self.skip(f"frames of the {name} before a run's first picture", ahead - gap)
            if track.last is not None:
                self.skip(f"frames of the {name} between two runs, which don't share their numbers: places")
            if track.is_in_last and is_back and not is_restart and camera["clock"] != "media":
                self.problem("frames.jsonl", number, back)
        elif is_restart:
            facts["restarts"] += 1
            self.skip(f"frames of the {name} around restarts, after which a camera counts anew: places")
        elif is_back:
            self.pass_over(track, number, 1, back)  # A restart's flag may be in a picture that wasn't recorded.
        elif step - 1 < track.owed:
            self.problem("frames.jsonl", number, f"{name}: a gap of {track.owed} between frames {track.last} and {sequence}")
        elif step - 1 > track.owed:
            passed = step - 1 - track.owed
            self.pass_over(track, number, passed, f"{name}: {passed} frames between {track.last} and {sequence} are in no gap")
        elif "repeated" in camera["flags"] and "damaged" not in camera["flags"] and not track.is_new:
            self.pass_over(track, number, 1, f"{name}: frame {sequence} is repeated, but no line has it before")
        track.is_new, track.owed, track.reconnects = False, 0, camera.get("reconnects", 0)
        track.last, track.time, track.bytes, track.masked = sequence, camera["timestampNs"], camera["bytes"], camera.get("masked")

    def pass_over(self, track, number, count, what):
        """A frame may have been in a picture that wasn't recorded: the run's end tells whether there were such."""
        track.facts["passedOver"] += count
        track.passed = track.passed or (number, what)

    def check_clocks(self, line, number, sources):
        """Compares the times in one line with one another, and with those of the line before."""
        cameras = [camera for camera in line["cameras"] if "sequence" in camera]
        if [camera["state"] for camera in cameras] == ["live"] * 2 and line.get("skewUs") is not None:
            one, other = (camera["timestampNs"] / 1000 + 1000 * sources[camera["id"]].get("offsetMs", 0) for camera in cameras)
            if abs(one - other) > line["skewUs"] + 2:
                self.problem("frames.jsonl", number, "its frames are farther apart than its skewUs")
        stamped = [camera for camera in cameras if camera["clock"] != "media"]
        offsets = [nanoseconds(camera["utc"]) - camera["timestampNs"] for camera in stamped if "utc" in camera]
        if offsets and (len(offsets) < len(stamped) or max(offsets) - min(offsets) > 1000):
            self.problem("frames.jsonl", number, "its times in UTC don't fit its stamps alike")
        if offsets:
            before, self.clock = self.clock, (offsets[0], max(camera["timestampNs"] for camera in stamped))
            # The kernel slews by at most 500 parts in a million.
            if before and "utcStepUs" not in line and abs(offsets[0] - before[0]) > 5e6 + abs(self.clock[1] - before[1]) / 200:
                self.problem("frames.jsonl", number, "its times in UTC fit its stamps otherwise than the line before's, and no step is told")

    def check_passed(self, settings, totals):
        """Frames in no gap and no picture must have been in pictures that weren't to be recorded, or couldn't be."""
        reasons = [key for key in ("fps", "everySeconds", "trigger") if settings.get(key)]
        unmade = totals.get("dropped", {}).get("writer", 0) + totals.get("paused", 0) + settings.get("skip", 0)
        for name, track in self.report.tracks.items():
            if not track.passed:
                continue
            passed = track.facts["passedOver"]
            why = ("passed over by " + ", ".join(reasons) if reasons
                   else "that skip, totals.dropped.writer and totals.paused count" if passed <= unmade
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
        lost |= {f"dropped.{name}": (count, 0) for name, count in totals["dropped"].items() if count < 0}
        exact |= {f"mcus.{key}": (said.get(key, 0), mcus[key]) for key in {*said, *mcus}}
        for what, (said, found) in {**exact, **lost, "damaged": (totals["damaged"], damaged)}.items():
            if said < found or said > found and what in exact:
                self.problem("session.json", None, f"totals.{what} of the run from {first} on is {said}, but there are {found}")
            else:
                self.skip(f"frames after a run's last line, in totals.{what} alone", said - found)

    def check_pictures(self, lines, size, views, sources, is_kept):
        """Checks each picture, and those chosen to the last bit and with the cameras' frames; returns their bytes."""
        report, taken = self.report, 0
        is_kept = is_kept or any(f"{line['index']:06d}" in self.kept for _, line in lines)
        for number, line in lines:
            report.pictures += 1
            try:
                data = self.read(line["file"])
                taken += len(data)
                picture = Picture(data)
                count = picture.columns * picture.rows
                if picture.size != size or sum(line.get("mcus", {"": count}).values()) != count:
                    raise Bad(f"is {picture.size} with {count} MCUs, but the canvas is {size}, with {line.get('mcus')}")
                self.check_time(picture.exif, line)
                self.check_photo(line)
                if line["index"] % report.every:
                    self.skip("pictures not decoded (--every)")
                    continue
                report.decoded += len(picture.mcus) > 0
                if is_kept and "composer" in line:
                    self.compare(picture, number, line, views, sources, is_kept)
                else:
                    self.skip("viewfinders whose camera's frames weren't kept", len(views))
            except Bad as error:
                self.problem(line["file"], number, str(error))
        return taken

    def check_photo(self, line):
        """A photo beside the picture is there, and a JPEG."""
        photo = line.get("shot", line["file"])
        if photo == line["file"]:
            return
        if photo != f"photos/IMG_{line['index'] + 1:04}.jpg":
            raise Bad(f"names another's photo, {photo}")
        try:
            data = self.read(photo)
        except Bad as error:
            raise Bad(f"has a photo, {photo}, that {error}") from None
        if data[:2] != b"\xff\xd8" or data[-2:] != b"\xff\xd9":
            raise Bad(f"has a photo, {photo}, that isn't a whole JPEG")

    def check_time(self, exif, line):
        """A picture was taken when its first camera's frame was."""
        stamps = [camera["utc"].translate(EXIF).encode()[:-1].split(b".") for camera in line.get("cameras", []) if "utc" in camera]
        found = set(TIME.findall(exif))
        if not stamps or not exif:
            self.skip("pictures whose EXIF data was removed", bool(stamps))
        elif not found and "utc" not in line["cameras"][0]:
            self.skip("pictures without an EXIF time, since the first camera had no frame")
        elif found != {stamps[0][0]} or stamps[0][1] + b"\0" not in exif:
            raise Bad("was taken at another time than its line says, by its EXIF data")

    def compare(self, picture, number, line, views, sources, is_kept):
        """The second claim, for one picture."""
        stem, is_spliced, carried = "sources/" + line["file"][:-3], line["composer"] == "splice", []
        cameras, expected, inside = {camera["id"]: camera for camera in line["cameras"]}, set(), frames_inside(picture)
        rects, are_beside = tuple(tuple(rect) for _, rect in views), bool(self.kept[line["file"][:-4]]) or is_kept != "inside"
        if are_beside:
            ink, expected = self.read_ink(stem + "ink.pbm", picture.size), {"ink.pbm"}
            blocks = sum(row.bit_count() for row in ink)
            if line.get("inkBlocks", blocks) != blocks:
                self.problem(stem + "ink.pbm", number, f"has {blocks} blocks, but its line says {line['inkBlocks']}")
            self.skip("ink maps whose line doesn't count their blocks", "inkBlocks" not in line)
        else:
            ink = ink_of(picture, views, inside)
        for name in inside.keys() - {name for name, _ in views if cameras.get(name, {}).get("kept") == "inside"}:
            self.problem(line["file"], number, f"has a frame of the {name} inside that its line doesn't tell")
        for place, (name, rect) in enumerate(views):
            camera, source, file = cameras.get(name, {"flags": []}), sources[name], f"{stem}{name}.jpg"
            is_there = file.removeprefix("sources/") in self.sources
            expected.add(name + ".jpg")
            obstacle = camera.get("obstacle") or not is_spliced and (line.get("composerReason") or "as the rest")
            carried.append(not obstacle)
            is_turned = bool(source.get("rotate") or source.get("flip") or source.get("crop"))
            kind = camera.get("format", (source.get("negotiated") or {}).get("format", "mjpeg" if is_there else "unknown"))
            why = ("the camera was lost" if "sequence" not in camera
                   else "the frame was raw" if not is_there and kind != "mjpeg"
                   else "the frame was damaged" if "damaged" in camera["flags"]
                   else f"drawn from pixels, {obstacle}" if obstacle else None)
            if camera.get("kept") == "inside":
                self.check_inside(picture, inside, name, list(rect), camera, line, number, why, is_there)
                continue
            if "sequence" in camera and kind != "mjpeg" and (is_there or not obstacle) or "sequence" not in camera and is_there:
                raise Bad(f"has JPEG data of the {name}, which its line doesn't say")
            if not is_there and (why is None or "pixels" in why):
                raise Bad(f"has no kept frame {file}")
            if is_there:
                data = self.read(file)
                more, end = len(data) - camera["bytes"], 2 * data.endswith(b"\xff\xd9")
                # Huffman tables and an end marker are added if the camera omitted them.
                if more not in (0, end) and not (more in (420, 420 + end) and "missing-huffman-tables" in camera["flags"]):
                    self.problem(file, number, f"has {len(data)} bytes, but its line says {camera['bytes']}")
            if why:
                self.skip(f"viewfinders: {why}")
                # Without an end marker of its own, a frame is damaged even if all of its MCUs came.
                if "damaged" in why and is_there and not is_turned and more not in (2, 422) and self.is_whole(picture, data, rect):
                    self.problem(file, number, "is whole, but its line says that it was damaged")
                continue
            self.skip("turns, flips and crops: frames were kept after them", is_turned)
            try:
                later = rects[place + 1 :]
                self.compare_view(picture, frame_of(data), claimed(picture, rects[place], later, ink), name, rect, line["file"], number, place)
            except Bad as error:
                self.problem(file, number, str(error))
        for ending in self.kept[line["file"][:-4]] - expected:
            self.problem(stem + ending, number, "is of no camera in its picture")
        if is_spliced:
            self.count_owners(picture, rects, carried, ink, line["mcus"], stem + "ink.pbm" if are_beside else line["file"], number)

    def check_inside(self, picture, inside, name, rect, camera, line, number, why, is_there):
        """The frame inside is the one that the line tells of; its digest, which was right, says that the picture carries it."""
        _, others, place = inside.get(name, (b"", [], None))
        if place != rect or why or is_there or len(inside[name][0]) != camera["bytes"]:
            raise Bad(f"has no frame of the {name} inside that its line could tell of")
        # What the same bits mean is said by tables, of which the frame has its own.
        frame = Picture(inside[name][0], picture.codes)
        if frame.tables != picture.tables or frame.blocks != picture.blocks or frame.size != rect[2:]:
            raise Bad(f"has other tables than the {name}'s frame inside it")
        if [frame.codes[each] for each in frame.used] != [picture.codes[each] for each in picture.used]:
            raise Bad(f"has other Huffman tables than the {name}'s frame inside it")
        blocks = len(picture.blocks)
        self.report.blocks["equal"] += blocks * (-(-rect[2] // picture.mcu[0]) * -(-rect[3] // picture.mcu[1]) - len(others))
        self.report.blocks["ink"] += blocks * len(others)

    def count_owners(self, picture, rects, carried, ink, said, name, number):
        """Ink can't excuse more than was drawn: as many MCUs lie under it as the line counts."""
        (across, down), found, redrawn = picture.mcu, 0, 0
        rows = [functools.reduce(int.__or__, ink[row : row + down // 8]) for row in range(0, len(ink), down // 8)]
        mask = (1 << across // 8) - 1
        for owner, row, column in owners(tuple(picture.size), picture.mcu, rects):
            if owner is None or carried[owner]:
                found += 1
                redrawn += owner is None or rows[row] >> column * across // 8 & mask != 0
        if found != said["copied"] + said["recoded"] + said["redrawn"] or redrawn != said["redrawn"]:
            self.problem(name, number, f"touches {redrawn} of {found} MCUs of the cameras' frames, but the line says {said}")

    def is_whole(self, picture, data, rect):
        try:
            frame = frame_of(data)
            return frame.blocks == picture.blocks and frame.size == rect[2:] and len(frame.mcus) > 0
        except Bad:
            return False

    def read_ink(self, name, size):
        """The ink map's rows; bit n is the block in column n."""
        across, down = -(-size[0] // 8), -(-size[1] // 8)
        head, row = f"P4\n{across} {down}\n".encode(), -(-across // 8)
        data = self.read(name) if name.removeprefix("sources/") in self.sources else b""
        if not data.startswith(head) or len(data) != len(head) + row * down:
            raise Bad(f"has no ink map of its size, {name}")
        return [int(f"{int.from_bytes(data[k : k + row]):0{8 * row}b}"[::-1], 2) for k in range(len(head), len(data), row)]

    def compare_view(self, picture, frame, claims, name, rect, file, number, place_of_view):
        if frame.blocks != picture.blocks or frame.size != rect[2:] or rect[0] % picture.mcu[0] or rect[1] % picture.mcu[1]:
            raise Bad(f"is {frame.size} and doesn't fit the picture, which nothing says")
        if place_of_view == 0 and frame.tables != picture.tables:
            self.problem(file, number, f"has other quantization than the {name}, whose it takes")
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
    report = SimpleNamespace(every=every, pictures=0, decoded=0, problems=[], tracks={}, run={}, unchecked=Counter(), blocks=Counter())
    whole, first = Recording(path, "", report), 0
    segments = {int(name): name for name in whole.names if NUMBER.fullmatch(name) and os.path.isdir(f"{path}/{name}")}
    if any(os.path.lexists(f"{path}/{part}/packed.json") for part in [".", *segments.values()]):
        raise FileNotFoundError(f"{path}: packed as JPEG XL; run: dualcam unpack {path}")
    if {"frames.jsonl", "session.json"} & whole.names:
        whole.check()
    elif not segments:
        raise FileNotFoundError(f"{path}: no recording: neither frames.jsonl and session.json nor segments")
    else:
        try:
            first = int(whole.load("freed.json", {"before": 0})["before"])
        except (ValueError, KeyError, TypeError) as error:
            whole.problem("freed.json", None, f"isn't as documented: {error}")
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
