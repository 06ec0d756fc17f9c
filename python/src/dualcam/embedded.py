"""Cameras' own frames inside pictures, which ``--keep-source inside`` puts there; docs/recordings.md has their format.

A frame's MCUs are the picture's where that shows them, and otherwise in segments of their own. Only a few codes of DC values
have to be made anew, so codes are walked for their lengths alone, and bits are copied in long runs.
"""

import hashlib
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from . import names
from .errors import BadPicture, MissingPicture
from .files import LARGEST


def cameras_inside(jpeg: bytes) -> tuple[str, ...]:
    """The cameras whose own frames are inside a picture.

    Args:
        jpeg: the picture's bytes.

    Raises:
        BadPicture: it is no JPEG, or what is inside is garbled.
    """
    return tuple(one.camera for one in _read(jpeg)[1])


def frame_inside(jpeg: bytes, camera: str = "primary") -> bytes:
    """A camera's own frame out of a picture: the bytes that the camera sent.

    Args:
        jpeg: the picture's bytes.

    Raises:
        MissingPicture: the picture has no frame of this camera inside.
        BadPicture: it is no JPEG, or doesn't give the frame back.
    """
    headers, inside = _read(jpeg)
    for one in inside:
        if one.camera == camera:
            return _restore(jpeg, headers, one)
    others = f", but of the {' and '.join(one.camera for one in inside)}" if inside else ""
    raise MissingPicture(f"no frame of the {camera} is inside{others}")


def _garbled(why: str, camera: str | None = None) -> BadPicture:
    return BadPicture(f"{f'the {camera}' if camera else 'a camera'}'s frame inside is garbled: {why}")


# --- Headers

_MARK = b"dualcam\0\1"
_NUMBERS = 6
# Between two segments. dualcam's pictures have nothing there.
_MOST_BETWEEN = 1024
_MOST_BLOCKS = 10
_LONGEST_SIDE = 16_384


@dataclass(slots=True)
class _Headers:
    """What a picture says before its entropy-coded data.

    Attributes:
        components: how often each is in an MCU, across and down, by its name in the file.
        tables: each component's.
        interval: MCUs between restart markers; 0 for none.
        parts: what the segments of frames inside hold, by the camera's number.
        scan: where the entropy-coded data begin.
    """

    width: int
    height: int
    components: dict[int, tuple[int, int]]
    tables: list["_Tables"]
    interval: int
    parts: dict[int, list[bytes]]
    scan: int

    @property
    def blocks(self) -> list[int]:
        """The component of each block of an MCU."""
        return [number for number, (across, down) in enumerate(self.components.values()) for _ in range(across * down)]

    def mcus(self, width: int, height: int) -> tuple[int, int]:
        """Columns and rows of the MCUs that hold so many pixels."""
        across, down = (8 * max(factors) for factors in zip(*self.components.values(), strict=True))
        return -(-width // across), -(-height // down)


def _segments(jpeg: bytes) -> Iterator[tuple[int, bytes, int]]:
    """Each segment's marker, content and end, up to the scan's header."""
    at = end = 2
    while at + 4 <= len(jpeg) and at - end <= _MOST_BETWEEN:
        marker = jpeg[at + 1]
        if jpeg[at] != 0xFF or marker == 0xFF:
            at += 1
        elif marker < 2 or 0xD0 <= marker <= 0xD9:
            at += 2
        else:
            end = at + 2 + max(2, int.from_bytes(jpeg[at + 2 : at + 4], "big"))
            if end > len(jpeg):
                break
            yield marker, jpeg[at + 4 : end], end
            if marker == 0xDA:
                return
            at = end
    raise BadPicture("no whole JPEG: its headers are cut short or garbled")


def _read_headers(jpeg: bytes) -> _Headers:
    found = _Headers(0, 0, {}, [], 0, {}, 0)
    counts: dict[int, int] = {}
    codes: dict[int, bytes] = {}
    chosen: dict[int, int] = {}
    try:
        for marker, body, end in _segments(jpeg):
            if marker == 0xE9 and body.startswith(_MARK):
                _take_part(body[len(_MARK) :], found.parts, counts)
            elif marker == 0xC4:
                _take_codes(body, codes)
            elif marker == 0xDD:
                found.interval = int.from_bytes(body[:2], "big")
            elif marker in (0xC0, 0xC1):
                found.height, found.width = (int.from_bytes(body[at : at + 2], "big") for at in (1, 3))
                found.components = {body[at]: (body[at + 1] >> 4, body[at + 1] & 15) for at in range(6, 6 + 3 * body[5], 3)}
            elif marker == 0xDA:
                chosen = {body[at]: body[at + 1] for at in range(1, 1 + 2 * body[0], 2)}
                found.scan = end
        if not found.parts:
            return found
        found.tables = [_tables(codes[chosen[name] >> 4], codes[16 | chosen[name] & 15]) for name in found.components]
    except LookupError:
        raise BadPicture("no whole baseline JPEG: its headers are garbled") from None
    if any(len(parts) != counts[camera] for camera, parts in found.parts.items()):
        raise _garbled("a segment is missing")
    if len(found.components) == 1:
        # A component alone isn't interleaved, whatever its factors are (ITU-T T.81, A.2.2).
        found.components = dict.fromkeys(found.components, (1, 1))
    factors = {factor for both in found.components.values() for factor in both}
    if 0 in factors or not 0 < len(found.blocks) <= _MOST_BLOCKS or max(found.width, found.height) > _LONGEST_SIDE:
        raise BadPicture("no baseline JPEG of a size and components that dualcam's have")
    return found


def _take_part(body: bytes, parts: dict[int, list[bytes]], counts: dict[int, int]) -> None:
    camera, number, count = (int.from_bytes(body[at : at + 2], "big") for at in (0, 2, 4))
    taken = parts.setdefault(camera, [])
    if len(body) <= _NUMBERS or number != len(taken) or number >= count or counts.setdefault(camera, count) != count:
        raise _garbled("a segment is missing, cut short or out of place")
    taken.append(body[_NUMBERS:])


def _take_codes(body: bytes, codes: dict[int, bytes]) -> None:
    """Takes Huffman codes: by class and number, how many there are of each length, and their symbols."""
    at = 0
    while at < len(body):
        end = at + 17 + sum(body[at + 1 : at + 17])
        if end > len(body):
            raise IndexError
        codes[body[at]] = body[at + 1 : end]
        at = end


# --- What is inside

@dataclass(frozen=True, slots=True)
class _Inside:
    """A camera's frame as its segments have it.

    Attributes:
        corner: column and row of the picture's MCU at which the viewfinder begins.
        shape: the frame's columns and rows of MCUs.
        interval: MCUs between its restart markers; 0 for none.
        size: its bytes.
        head: those before the entropy-coded data.
        tail: those behind, without ``zeros`` at their end.
        runs: lengths of runs of MCUs: those that are the picture's, and those that are the patch's, in turn.
        patch: the latter's entropy-coded data.
    """

    camera: str
    corner: tuple[int, int]
    shape: tuple[int, int]
    interval: int
    size: int
    digest: bytes
    head: bytes
    tail: bytes
    zeros: int
    runs: list[int]
    patch: bytes


class _Fields:
    """What a camera's segments hold, from the first byte on."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, count: int) -> bytes:
        self._at += count
        if self._at > len(self._data):
            raise _garbled("it is cut short")
        return self._data[self._at - count : self._at]

    def number(self, count: int) -> int:
        return int.from_bytes(self.take(count), "big")

    def counted(self, count: int) -> bytes:
        return self.take(self.number(count))

    def rest(self) -> bytes:
        return self._data[self._at :]


def _read(jpeg: bytes) -> tuple[_Headers, list[_Inside]]:
    """A picture's headers and the frames inside, in the order of its cameras."""
    if not jpeg.startswith(b"\xff\xd8"):
        raise BadPicture("no JPEG")
    headers = _read_headers(jpeg)
    inside = [_read_inside(b"".join(parts), headers) for parts in headers.parts.values()]
    if len({one.camera for one in inside}) != len(inside):
        raise _garbled("it is there twice")
    return headers, inside


def _read_inside(data: bytes, headers: _Headers) -> _Inside:
    fields = _Fields(data)
    camera = fields.counted(1).decode("ascii", "replace")
    if not names.is_camera(camera):
        raise _garbled("it has no camera's name")
    column, row, width, height, interval = (fields.number(2) for _ in range(5))
    size, digest, head, tail = fields.number(4), fields.take(32), fields.counted(4), fields.counted(4)
    zeros, lengths, patch = fields.number(4), fields.counted(4), fields.rest()
    if size > LARGEST or len(head) + len(tail) + zeros > size:
        raise _garbled("its sizes contradict one another", camera)
    columns, rows = headers.mcus(width, height)
    most = headers.mcus(headers.width, headers.height)
    if not columns or not rows or column + columns > most[0] or row + rows > most[1]:
        raise _garbled("it leaves the picture", camera)
    runs = _read_runs(lengths, columns * rows)
    if runs is None:
        raise _garbled("its MCUs are counted wrong", camera)
    return _Inside(camera, (column, row), (columns, rows), interval, size, digest, head, tail, zeros, runs, patch)


def _read_runs(lengths: bytes, left: int) -> list[int] | None:
    """Numbers in LEB128 whose sum is right; else none."""
    runs: list[int] = []
    value = shift = 0
    for byte in lengths:
        value |= (byte & 127) << shift
        shift += 7
        if byte > 127 and shift < 28:
            continue
        left -= value
        # Only the first may be of none.
        if byte > 127 or left < 0 or (not value and runs):
            return None
        runs.append(value)
        value = shift = 0
    return runs if not left and not shift else None


# --- Codes

_BITS = 16
"""The longest code's, and what tables are looked up by."""

_LAST = 63
"""The number of a block's last coefficient."""

# Steps of codes that end the block, and of bits that no table has. They are longer than all steps that a block can take before.
_END, _NONE = 256, 1024

_MARKER = re.compile(rb"\xff[^\x00\xff]")


@dataclass(frozen=True, slots=True)
class _Tables:
    """What the next 16 bits mean. Their entries have several numbers each; arrays give Python's numbers sooner than NumPy's do.

    Attributes:
        block: at a block's beginning: in 5 bits how many bits to go on, in 11 how many coefficients, then the DC difference + 32768.
            It goes over all codes that are whole in these bits.
        more: further on in a block, the same without a difference.
        dc: the length of the DC code that they begin with, 0 for none, and from bit 5 on that of the difference behind it.
        ac: as ``more``, but over one code only.
        codes: by the length of a DC difference: its code and that code's length.
    """

    block: "array[int]"
    more: "array[int]"
    dc: "array[int]"
    ac: "array[int]"
    codes: dict[int, tuple[int, int]]


@lru_cache(maxsize=8)
def _tables(dc: bytes, ac: bytes) -> _Tables:
    """Makes them from how many codes of DC and AC there are of each length, and their symbols; IndexError if that can't be."""
    windows = np.arange(1 << _BITS)
    lengths, symbols = _first_codes(ac)
    size = symbols & 15
    bits, steps = lengths + size, np.where((size > 0) | (symbols == 0xF0), (symbols >> 4) + 1, _END)
    steps[lengths == 0] = _NONE

    def go_on(taken: NDArray[np.int64], place: NDArray[np.int64]) -> None:
        # A code's own bits have to be known, not those of its coefficient.
        while True:
            rest = windows << np.minimum(taken, _BITS) & 0xFFFF
            fits = (place < _LAST) & (lengths[rest] > 0) & (taken + lengths[rest] <= _BITS)
            if not fits.any():
                return
            taken += np.where(fits, bits[rest], 0)
            place += np.where(fits, steps[rest], 0)

    more = bits.copy(), steps.copy()
    go_on(*more)
    own, sizes = _first_codes(dc)
    if sizes.max() > _BITS:
        raise IndexError
    fits = (own > 0) & (own + sizes <= _BITS)
    difference = (windows << own & 0xFFFF) >> _BITS - sizes
    difference -= np.where(difference >> np.maximum(sizes - 1, 0) == 0, (1 << sizes) - 1, 0)
    block = np.where(fits, own + sizes, 0), np.where(fits, 0, _NONE)
    go_on(*block)
    entries = block[0] | block[1] << 5 | np.where(fits, difference + 32768, 0) << 16
    first = np.unique(np.where(own > 0, sizes, -1), return_index=True)[1]
    codes = {int(sizes[at]): (int(at >> _BITS - own[at]), int(own[at])) for at in first if own[at]}
    return _Tables(array("I", entries.astype(np.uint32).tobytes()), _pairs(*more), _pairs(own, sizes), _pairs(bits, steps), codes)


def _first_codes(spec: bytes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By the next 16 bits: the length of the code that they begin with, 0 for none, and its symbol."""
    lengths, found = np.zeros(1 << _BITS, np.int64), np.zeros(1 << _BITS, np.int64)
    at, symbols = 0, iter(spec[16:])
    for length, count in enumerate(spec[:16], 1):
        for _ in range(count):
            end = at + (1 << _BITS - length)
            if end > 1 << _BITS:
                raise IndexError
            lengths[at:end], found[at:end] = length, next(symbols)
            at = end
    return lengths, found


def _pairs(low: NDArray[np.int64], high: NDArray[np.int64]) -> "array[int]":
    return array("H", (low | high << 5).astype(np.uint16).tobytes())


class _Walker:
    """Walks the MCUs of entropy-coded data, forwards only; a LookupError says that they can't be read.

    Attributes:
        interval: MCUs between restart markers.
        data: the bytes of the current interval.
        at: where the next MCU begins, in bits of these.
        last: each component's DC value before it.
    """

    def __init__(self, stuffed: bytes, headers: _Headers, interval: int) -> None:
        self._stuffed, self.interval = stuffed, interval
        tables = headers.tables
        self._plan = [(component, tables[component].block, tables[component].more, tables[component]) for component in headers.blocks]
        self._part, self._mcu = -1, 0
        # Where the next interval begins, if there is one.
        self._next: int | None = 0
        self._words = array("I")
        self.data, self.at, self.last = b"", 0, [0] * len(headers.tables)

    def seek(self, mcu: int) -> None:
        """Walks to an MCU, by its number."""
        part = mcu // self.interval
        if part > self._part:
            self._begin(part)
        self.walk(mcu - self._mcu)

    def walk(self, count: int) -> None:
        """Walks over MCUs of this interval."""
        words, at, last, plan, end = self._words, self.at, self.last, self._plan, 8 * len(self.data)
        # All time is spent here.
        for _ in range(count):
            for component, block, more, tables in plan:
                begin = at
                entry = block[words[at >> 4] >> 16 - (at & 15) & 0xFFFF]
                at += entry & 31
                place = entry >> 5 & 2047
                difference = (entry >> 16) - 32768
                while place < 63:
                    entry = more[words[at >> 4] >> 16 - (at & 15) & 0xFFFF]
                    at += entry & 31
                    place += entry >> 5
                if place != 63 and not 256 <= place < 319:
                    # It took codes of the next block along, or met one that no table has whole.
                    _, at, difference = _walk_block(words, begin, tables)
                last[component] += difference
            if at > end:
                raise IndexError
        self.at = at
        self._mcu += count

    def dc_sites(self) -> list[tuple[int, int, int, int]]:
        """Of each component in the next MCU: its number, where its first DC code begins and ends, and that DC value."""
        sites: dict[int, tuple[int, int, int, int]] = {}
        at = self.at
        for component, _, _, tables in self._plan:
            begin = at
            end, at, difference = _walk_block(self._words, at, tables)
            sites.setdefault(component, (component, begin, end, self.last[component] + difference))
        return list(sites.values())

    def _begin(self, part: int) -> None:
        begin = end = 0
        while self._part < part:
            if self._next is None:
                raise IndexError
            begin, marker = self._next, _MARKER.search(self._stuffed, self._next)
            end = marker.start() if marker else len(self._stuffed)
            self._next = marker.end() if marker and 0xD0 <= marker[0][1] <= 0xD7 else None
            self._part += 1
        self.data = self._stuffed[begin:end].replace(b"\xff\x00", b"\xff")
        # 32 bits from every other byte on. What is looked at behind the end isn't taken.
        halves = np.frombuffer(self.data + bytes(6 + len(self.data) % 2), ">u2").astype(np.uint32)
        self._words = array("I", (halves[:-1] << 16 | halves[1:]).tobytes())
        self._mcu, self.at, self.last = part * self.interval, 0, [0] * len(self.last)


def _walk_block(words: "array[int]", at: int, tables: _Tables) -> tuple[int, int, int]:
    """Walks a block code by code: where its AC codes begin, where the next block does, and its DC difference."""
    entry = tables.dc[words[at >> 4] >> 16 - (at & 15) & 0xFFFF]
    if not entry:
        raise IndexError
    at += entry & 31
    difference = 0
    if size := entry >> 5:
        difference = (words[at >> 4] >> 16 - (at & 15) & 0xFFFF) >> _BITS - size
        if not difference >> size - 1:
            difference -= (1 << size) - 1
        at += size
    begin = at
    place = 0
    while place < _LAST:
        entry = tables.ac[words[at >> 4] >> 16 - (at & 15) & 0xFFFF]
        at += entry & 31
        place += entry >> 5
    if place != _LAST and not _END <= place < _END + _LAST:
        raise IndexError
    return begin, at, difference


# --- The frame

class _Writer:
    """Writes entropy-coded data out of others' bits."""

    def __init__(self, headers: _Headers) -> None:
        self._codes = [tables.codes for tables in headers.tables]
        self._begin()

    def _begin(self) -> None:
        self._data = bytearray()
        # Bits that aren't in it yet, and how many.
        self._bits = self._count = 0
        self._last = [0] * len(self._codes)

    def copy(self, source: _Walker, first: int, count: int) -> None:
        """Copies MCUs of one interval; the first one's DC differences are others if its neighbour is another here."""
        source.seek(first)
        at = source.at
        if source.last != self._last:
            for component, begin, end, value in source.dc_sites():
                self._copy(source.data, at, begin)
                self._put(component, value - self._last[component])
                at = end
        source.walk(count)
        self._copy(source.data, at, source.at)
        self._last = source.last.copy()

    def finish(self) -> bytes:
        """Ends an interval, and gives its bytes."""
        missing = -self._count & 7
        self._add((1 << missing) - 1, missing)
        data = bytes(self._data.replace(b"\xff", b"\xff\x00"))
        self._begin()
        return data

    def _put(self, component: int, difference: int) -> None:
        size = abs(difference).bit_length()
        self._add(*self._codes[component][size])
        self._add(difference if difference > 0 else difference + (1 << size) - 1, size)

    def _copy(self, data: bytes, begin: int, end: int) -> None:
        bits = int.from_bytes(data[begin >> 3 : end + 7 >> 3], "big") >> (-end & 7)
        self._add(bits & (1 << end - begin) - 1, end - begin)

    def _add(self, bits: int, count: int) -> None:
        bits |= self._bits << count
        count += self._count
        self._count = count & 7
        self._data += (bits >> self._count).to_bytes(count >> 3, "big")
        self._bits = bits & (1 << self._count) - 1


def _restore(jpeg: bytes, headers: _Headers, inside: _Inside) -> bytes:
    try:
        scan = _scan(jpeg, headers, inside)
    except LookupError:
        raise _garbled("its MCUs can't be read", inside.camera) from None
    if len(inside.head) + len(scan) + len(inside.tail) + inside.zeros != inside.size:
        raise _garbled("what comes out has another size", inside.camera)
    frame = b"".join((inside.head, scan, inside.tail, bytes(inside.zeros)))
    if hashlib.sha256(frame).digest() != inside.digest:
        raise _garbled("what comes out isn't what the camera sent: its SHA-256 differs", inside.camera)
    return frame


def _scan(jpeg: bytes, headers: _Headers, inside: _Inside) -> bytes:
    """The frame's entropy-coded data."""
    wide, high = headers.mcus(headers.width, headers.height)
    columns, rows = inside.shape
    picture = _Walker(jpeg[headers.scan :], headers, headers.interval or wide * high)
    patch = _Walker(inside.patch, headers, columns)
    writer, scan = _Writer(headers), bytearray()
    interval = inside.interval or columns * rows
    next_one = patched = 0
    for run, length in enumerate(inside.runs):
        end = next_one + length
        while next_one < end:
            row, column = divmod(next_one, columns)
            source, first = picture, (inside.corner[1] + row) * wide + inside.corner[0] + column
            if run % 2:
                source, first = patch, patched
            # What lies together in both.
            stop = min(columns - column, interval - next_one % interval, source.interval - first % source.interval)
            count = min(end - next_one, stop)
            writer.copy(source, first, count)
            next_one += count
            patched += count if run % 2 else 0
            if next_one % interval == 0 and next_one < columns * rows:
                # Restart markers have numbers from 0 to 7.
                scan += writer.finish() + bytes((0xFF, 0xD0 + (next_one // interval - 1) % 8))
    return bytes(scan + writer.finish())
