"""A plan from ``dualcam plan``, and how much of it is done."""

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from . import jsonvalues as j
from .errors import BadPlan, LineError, NoSuchPlan, NoSuchShard, OtherPlan, unreadable
from .files import open_regular
from .manifest import LONGEST

VERSION = 1
"""The plan version that this package reads."""

JOBS = ("annotate", "analyze")

_TAIL = 4096
_ENTRY = 17
_LONGEST_SHARD = 256 << 20
_BLOCK = 1000
_HEX16 = re.compile(rb"[0-9a-f]{16}\n")
_ID = re.compile(r"[0-9a-f]{64}")
_PART = re.compile(r".+/[0-9]{1,18}", re.ASCII | re.DOTALL)
_AGAIN = "make it again with 'dualcam plan'"


@dataclass(frozen=True, slots=True)
class Piece:
    """One run over an input or part of it.

    Attributes:
        output: its folder, relative to the plan's result.
        input: the input's path as in the plan: absolute, or relative to the plan's folder.
        kind: ``film``, ``folder`` or ``recording``.
        cameras: of a recording, those whose frames are read; ``None`` for other inputs.
        bytes: the size of the input's frames.
        first: the number of its first frame in the input.
        frames: how many there are, including lost ones.
        warm_up: how many earlier frames are read first, so that the guides know the scene.
        is_part: whether it is only a part of its input.
        sha256: each camera's frames'.
        raw: the JSON, including keys unknown to this version.
    """

    output: str
    input: str
    kind: str
    cameras: tuple[str, ...] | None
    bytes: int
    first: int
    frames: int
    warm_up: int
    is_part: bool
    sha256: tuple[str, ...]
    raw: j.Object = field(repr=False)

    @property
    def part(self) -> int | None:
        """The part's number if the input was cut, such as 2 in ``2026/a.avi/000002``; otherwise ``None``."""
        return int(self.output.rpartition("/")[2]) if self.is_part else None

    @property
    def recording(self) -> str:
        """The output's name without the part's number: the same for all parts of an input."""
        return self.output.rpartition("/")[0] if self.is_part else self.output


@dataclass(frozen=True, slots=True)
class Shard:
    """Pieces that one worker does in one go.

    Attributes:
        number: counted from 0.
        frames: frames to read, including warm-up.
        seconds: the plan's estimate on one processor.
    """

    number: int
    frames: int
    seconds: float
    pieces: tuple[Piece, ...]


class Plan:
    """A plan, read by its index: opening it reads its two ends, ``shard`` one line, whatever its size.

    Iteration gives all shards in order. The file must not change after it is opened.

    Attributes:
        path: the file's path.
        job: ``annotate`` or ``analyze``.
        settings: all pieces' settings, as arguments.
        tool: the dualcam that made the plan: ``version``, ``build``.
        result: the path of the folder with the outputs.
        shards, pieces: how many there are.
        frames: frames to read in all, including warm-up.
        seconds: the plan's estimate for everything on one processor.
        id: the SHA-256 of everything before the last line, which contains it.
        raw: the header's JSON.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Reads the plan's header and its last line.

        Raises:
            NoSuchPlan: there is no such file.
            BadPlan: it isn't a plan, or was truncated or changed.
            OtherPlan: the plan is of another version.
            UnreadableFile: it can't be read.
        """
        self.path = os.fspath(path)
        try:
            with open_regular(self.path, follow=True) as file:
                self._state = _state(file)
                self.raw = self._read_header(file)
                end = self._read_end(file)
        except (FileNotFoundError, NotADirectoryError):
            raise NoSuchPlan(f"{self.path}: there is no such plan; 'dualcam plan INPUT… -o {self.path}' makes one") from None
        except OSError as error:
            raise unreadable(self.path, error) from error
        self.shards, self.pieces, self.frames, self.seconds, self.id, self._index = end

    def __repr__(self) -> str:
        return f"Plan({self.path!r}: {self.job}, {self.shards} shards)"

    def __len__(self) -> int:
        return self.shards

    def __iter__(self) -> Iterator[Shard]:
        return self.read(range(self.shards))

    def __getitem__(self, number: int) -> Shard:
        return self.shard(number)

    def shard(self, number: int) -> Shard:
        """The shard with a number, from 0.

        Raises:
            NoSuchShard: the plan has no such shard.
            BadPlan: its line can't be used, or the plan was replaced.
        """
        self._check(number)
        return next(self.read(range(number, number + 1)))

    def read(self, numbers: range) -> Iterator[Shard]:
        """The shards with these numbers, in that order, opening the file once."""
        try:
            with open_regular(self.path, follow=True) as file:
                if _state(file) != self._state:
                    raise BadPlan(f"{self.path}: it changed since it was opened; open it again")
                for number in numbers:
                    self._check(number)
                    yield self._read_shard(file, number)
        except OSError as error:
            raise unreadable(self.path, error) from error

    def verify(self) -> None:
        """Reads the whole file once and compares it with its ``id``.

        Raises:
            BadPlan: it was changed.
        """
        end = self._index + _ENTRY * self.shards
        found = hashlib.sha256()
        try:
            with open_regular(self.path, follow=True) as file:
                while end > 0 and (data := file.read(min(1 << 20, end))):
                    found.update(data)
                    end -= len(data)
        except OSError as error:
            raise unreadable(self.path, error) from error
        if end or found.hexdigest() != self.id:
            raise BadPlan(f"{self.path}: its SHA-256 isn't the one in its last line: it was changed; {_AGAIN}")

    # --- The board

    def board(self, number: int, ending: str) -> str:
        """The path of a shard's file on the board: ``done``, ``failed``, ``placed`` or ``sums``."""
        self._check(number)
        return f"{self.result}/.work/{number // _BLOCK:03}/{number:06}.{ending}"

    def is_done(self, number: int) -> bool:
        """Whether the board lists a shard as done.

        Raises:
            NoSuchShard: the plan has no such shard.
            UnreadableFile: the board can't be read.
        """
        path = self.board(number, "done")
        try:
            os.stat(path)
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            raise unreadable(path, error) from error
        return True

    def outputs(self, piece: Piece) -> str:
        """The path of the file that holds a piece's lines, relative to ``result``."""
        return f"{piece.output}/{'readings.jsonl' if self.job == 'analyze' else 'frames.jsonl'}"

    def part(self, number: int, of: int) -> range:
        """The shards in one of several equal parts, counted from 1, as in ``--shard 2/8``."""
        if not 1 <= number <= of:
            raise ValueError(f"{number}/{of}: parts are counted from 1, as in 1/{max(of, 1)}")
        return range((number - 1) * self.shards // of, number * self.shards // of)

    # --- The file

    def _check(self, number: int) -> None:
        if not 0 <= number < self.shards:
            there = f"0 to {self.shards - 1}" if self.shards else "none"
            raise NoSuchShard(f"{self.path}: there is no shard {number}; there is: {there}")

    def _read_header(self, file: BinaryIO) -> j.Object:
        data = file.readline(LONGEST + 1)
        try:
            values = j.parse_object(data)
            version = values.get("plan")
        except LineError as error:
            raise BadPlan(f"{self.path}: line 1: {error}: this is no plan, or it is damaged") from None
        if version is None:
            raise BadPlan(f"{self.path}: line 1: “plan” is missing: this is no plan")
        if type(version) is not int or version != VERSION:
            raise OtherPlan(f"{self.path}: line 1: a plan of version {version!r}; this package reads version {VERSION}: update it")
        try:
            job = j.text(values, "job")
            if job not in JOBS:
                raise LineError(f"“job” is {job!r} instead of {' or '.join(map(repr, JOBS))}")
            settings = j.texts(values, "settings") or ()
            result = _path(values, "result")
            self.job: str = job
            self.settings = settings
            self.tool: Mapping[str, Any] = j.child(values, "tool") or {}
        except LineError as error:
            raise BadPlan(f"{self.path}: line 1: {error}; {_AGAIN}") from None
        self.result = os.path.normpath(os.path.join(os.path.dirname(self.path), result))
        return values

    def _read_end(self, file: BinaryIO) -> tuple[int, int, int, float, str, int]:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _TAIL))
        tail = file.read(_TAIL)
        start = tail.rfind(b"\n", 0, -1) + 1
        cut = f"{self.path}: its last line isn't a plan's: it was cut off, or is being written; {_AGAIN}"
        if not tail.endswith(b"\n") or (start == 0 and size > _TAIL):
            raise BadPlan(cut)
        try:
            values = j.parse_object(tail[start:])
        except LineError:
            raise BadPlan(cut) from None
        version = values.get("end")
        if version is None:
            raise BadPlan(cut)
        if type(version) is not int or version != VERSION:
            raise OtherPlan(f"{self.path}: its last line is of version {version!r}; this package reads version {VERSION}: update it")
        try:
            shards, pieces, frames, index = (_count(values, key) for key in ("shards", "pieces", "frames", "index"))
            name = j.text(values, "id")
            if name is None or not _ID.fullmatch(name):
                raise LineError("“id” isn't a SHA-256")
            seconds = j.number(values, "seconds") or 0.0
        except LineError as error:
            raise BadPlan(f"{self.path}: last line: {error}; {_AGAIN}") from None
        if index + _ENTRY * shards != size - len(tail) + start:
            raise BadPlan(f"{self.path}: its index isn't where its last line says: a part of it is missing; {_AGAIN}")
        return shards, pieces, frames, seconds, name, index

    def _read_shard(self, file: BinaryIO, number: int) -> Shard:
        place = self._index + _ENTRY * number
        file.seek(place)
        entry = file.read(_ENTRY)
        if not _HEX16.fullmatch(entry):
            raise BadPlan(f"{self.path}: byte {place}: the index's entry of shard {number} can't be used; {_AGAIN}")
        offset = int(entry, 16)
        where = f"{self.path}: byte {offset}: shard {number}"
        if offset >= self._index:
            raise BadPlan(f"{where}: the index points outside of the shards' lines; {_AGAIN}")
        file.seek(offset)
        data = file.readline(min(_LONGEST_SHARD, self._index - offset))
        try:
            if not data.endswith(b"\n"):
                raise LineError("its line has no end")
            values = j.parse_object(data)
            if j.integer(values, "shard") != number:
                raise LineError("this is another line")
            pieces = tuple(_piece(one) for one in j.children(values, "pieces") or ())
            return Shard(number, _count(values, "frames"), j.number(values, "seconds") or 0.0, pieces)
        except LineError as error:
            raise BadPlan(f"{where}: {error}; {_AGAIN}") from None


def _state(file: BinaryIO) -> tuple[int, ...]:
    status = os.fstat(file.fileno())
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def _count(values: j.Object, key: str) -> int:
    value = j.integer(values, key)
    if value is None or value < 0:
        raise LineError(f"“{key}” isn't a count")
    return value


def _path(values: j.Object, key: str) -> str:
    path = j.text(values, key)
    if not path or "\0" in path:
        raise LineError(f"“{key}” isn't a path")
    return path


def _piece(values: j.Object) -> Piece:
    output = _path(values, "output")
    if output.startswith("/") or any(part in ("", ".", "..") for part in output.split("/")):
        raise LineError(f"the output {output!r} leaves the result's folder")
    is_part = j.required(j.flag, values, "isPart")
    if is_part and not _PART.fullmatch(output):
        raise LineError(f"the output {output!r} of a part doesn't end in its number")
    return Piece(
        output=output,
        input=_path(values, "input"),
        kind=j.text(values, "kind") or "",
        cameras=j.texts(values, "cameras"),
        bytes=_count(values, "bytes"),
        first=_count(values, "first"),
        frames=_count(values, "frames"),
        warm_up=_count(values, "warmUp"),
        is_part=is_part,
        sha256=j.texts(values, "sha256") or (),
        raw=values,
    )
