"""One folder of pictures with its manifest: a recording, or a segment of one."""

import os
from dataclasses import dataclass
from functools import cached_property
from typing import BinaryIO

import numpy as np

from . import jsonvalues as j
from . import names
from .columns import TABLES, bare_frame
from .errors import LineError, NoSuchPicture, unreadable
from .files import open_regular
from .lines import Line, parse_line
from .manifest import LONGEST, RawLine, read_lines
from .problems import Problem
from .rows import RowCollector, Values
from .session import Session, parse_session

# For descriptions and lists; dualcam itself reads no larger ones.
_LARGEST_FILE = 64 << 20


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a line is in the manifest."""

    offset: int
    length: int
    number: int
    is_recovered: bool


class Segment:
    """A folder as it was when read.

    Attributes:
        number: the segment's number; 0 in a recording without segments.
        path: the folder's path.
        session: ``None`` if ``session.json`` is missing or unusable.
        tables: each table's columns by name, without ``segment``.
        files: the numbers of existing pictures.
        problems: what was skipped.
    """

    def __init__(self, path: str, number: int, prefix: str = "") -> None:
        self.path, self.number = path, number
        self._prefix = prefix
        self._places: dict[int, _Place] = {}
        self._ambiguous: set[int] = set()
        self._unwanted: set[int] = set()
        self.problems: list[Problem] = []
        self.session = self._read_session()
        collectors = {name: RowCollector(schema) for name, schema in TABLES.items()}
        # The order matters: a run marks deleted pictures in their lines before it removes the list, a file exists before
        # its line, and a freed picture is marked before its file is removed.
        deleted = self._read_deleted()
        self._read_manifest(collectors)
        self.files = self._list_files()
        deleted |= self._read_deleted()
        freed_before = self._read_freed()
        for index in sorted((self.files | self._ambiguous) - self._places.keys()):
            collectors["frames"].add(bare_frame(index, names.file_name(index)), 0)
        self.tables = {name: collector.finish(self._unwanted) for name, collector in collectors.items()}
        self._complete_frames(self.tables["frames"], deleted, freed_before)

    def __contains__(self, index: int) -> bool:
        return index in self._places or index in self.files or index in self._ambiguous

    def line(self, index: int) -> Line | None:
        """The line of picture ``index``; ``None`` if it has none.

        The manifest may have grown or been replaced since it was read, so a line counts only if it has this number.

        Raises:
            NoSuchPicture: the line is gone.
            UnreadableFile: the manifest can't be read.
        """
        place = self._places.get(index)
        if place is None:
            return None
        path = f"{self.path}/{names.MANIFEST}"
        try:
            with open_regular(path) as file:
                file.seek(place.offset)
                line = self._line_of(index, RawLine(place.number, place.offset, place.length, file.read(place.length), True))
                if line is not None:
                    return line
                file.seek(0)
                for raw in read_lines(file):
                    line = self._line_of(index, raw)
                    if line is not None and line.recovered == place.is_recovered:
                        return line
        except OSError as error:
            raise unreadable(path, error) from error
        raise NoSuchPicture(f"{path}: the line of picture {index} is gone; read the recording again")

    @cached_property
    def kept(self) -> dict[str, set[int]]:
        """By camera, the pictures whose frames of that camera were kept as they came, beside the picture or inside."""
        beside, inside = self.kept_beside, self._kept_inside
        if not inside:
            return beside
        return {camera: beside.get(camera, set()) | inside.get(camera, set()) for camera in beside | inside}

    @cached_property
    def kept_beside(self) -> dict[str, set[int]]:
        """Those that have a file of their own; listed on first use."""
        found: dict[str, set[int]] = {}
        try:
            with os.scandir(f"{self.path}/{names.KEPT}") as entries:
                for entry in entries:
                    if one := names.kept_frame(entry.name):
                        found.setdefault(one[0], set()).add(one[1])
        except FileNotFoundError:
            pass
        except OSError as error:
            raise unreadable(f"{self.path}/{names.KEPT}", error) from error
        return found

    @property
    def _kept_inside(self) -> dict[str, set[int]]:
        """Those that existing pictures have inside, by their lines."""
        table = self.tables["cameras"]
        # Only recordings that keep frames inside say where frames are.
        rows = np.flatnonzero(~table["kept"].missing)
        found: dict[str, set[int]] = {}
        columns = (table[name].values[rows].tolist() for name in ("index", "camera", "kept"))
        for index, camera, place in zip(*columns, strict=True):
            if place == "inside" and index in self.files and names.is_camera(camera):
                found.setdefault(camera, set()).add(index)
        return found

    def _line_of(self, index: int, raw: RawLine) -> Line | None:
        if not raw.data.endswith(b"\n") or raw.is_too_long:
            return None
        try:
            line = parse_line(raw.data, needs_file=True, segment=self.number, number=raw.number)
        except LineError:
            return None
        return line if line.index == index else None

    # --- The folder's files

    def _problem(self, file: str, what: str, line: int | None = None, *, is_normal: bool = False) -> None:
        self.problems.append(Problem(self._prefix + file, line, what, is_normal))

    def _read_file(self, name: str) -> bytes | None:
        path = f"{self.path}/{name}"
        try:
            with open_regular(path) as file:
                data = file.read(_LARGEST_FILE + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise unreadable(path, error) from error
        if len(data) > _LARGEST_FILE:
            raise LineError(f"larger than {_LARGEST_FILE >> 20} MiB")
        return data

    def _read_session(self) -> Session | None:
        try:
            data = self._read_file(names.SESSION)
            if data is not None:
                return parse_session(data)
            self._problem(names.SESSION, "is missing")
        except LineError as error:
            self._problem(names.SESSION, f"{error}; there are no viewfinders without it")
        return None

    def _read_deleted(self) -> set[int]:
        try:
            data = self._read_file(names.DELETED)
            if data is None:
                return set()
            listed = j.parse_object(data).get(names.DELETED.removesuffix(".json"))
            if type(listed) is not list or any(type(one) is not int or not names.is_index(one) for one in listed):
                raise LineError("“deleted” isn't an array of pictures' numbers")
            return set(listed)
        except LineError as error:
            self._once(names.DELETED, f"{error}; deleted pictures may not be marked")
            return set()

    def _read_freed(self) -> int:
        try:
            data = self._read_file(names.FREED)
            return 0 if data is None else j.integer(j.parse_object(data), "before") or 0
        except LineError as error:
            self._problem(names.FREED, f"{error}; freed pictures aren't marked")
            return 0

    def _once(self, file: str, what: str) -> None:
        problem = Problem(self._prefix + file, None, what)
        if problem not in self.problems:
            self.problems.append(problem)

    def _list_files(self) -> set[int]:
        try:
            with os.scandir(self.path) as entries:
                found = {names.file_index(entry.name): entry for entry in entries}
                return {index for index, entry in found.items() if index is not None and entry.is_file(follow_symlinks=False)}
        except OSError as error:
            raise unreadable(self.path, error) from error

    # --- The manifest

    def _read_manifest(self, collectors: dict[str, RowCollector]) -> None:
        path = f"{self.path}/{names.MANIFEST}"
        try:
            with open_regular(path) as file:
                for raw in read_lines(file):
                    self._take(raw, file, collectors)
        except FileNotFoundError:
            self._problem(names.MANIFEST, "is missing")
        except OSError as error:
            raise unreadable(path, error) from error

    def _take(self, raw: RawLine, file: BinaryIO, collectors: dict[str, RowCollector]) -> None:
        if not raw.is_whole:
            what = "the last line isn't whole: it is being written, or the recorder was killed; passed over"
            return self._problem(names.MANIFEST, what, raw.number, is_normal=True)
        try:
            if raw.is_too_long:
                raise LineError(f"longer than {LONGEST >> 20} MiB")
            line = parse_line(raw.data, needs_file=True)
        except LineError as error:
            return self._problem(names.MANIFEST, f"{error}; passed over", raw.number)
        if self._is_wanted(line, raw, file):
            for name, schema in TABLES.items():
                for row in schema.rows(line):
                    collectors[name].add(row, raw.number)

    def _is_wanted(self, line: Line, raw: RawLine, file: BinaryIO) -> bool:
        """Whether a line's rows count. Of several lines for one picture none does, unless it is clear which is right."""
        index = line.index
        place = _Place(raw.offset, raw.length, raw.number, line.recovered)
        if index in self._ambiguous:
            self._problem(names.MANIFEST, f"another line for picture {index}; passed over", raw.number)
            return False
        other = self._places.get(index)
        if other is None:
            self._places[index] = place
            return True
        position = file.tell()
        file.seek(other.offset)
        is_same = file.read(other.length) == raw.data
        file.seek(position)
        # A recovered line says nothing another could contradict.
        if is_same or line.recovered:
            what = f"picture {index} has a line already, {other.number}; passed over"
            self._problem(names.MANIFEST, what, raw.number)
            return False
        self._unwanted.add(other.number)
        if other.is_recovered:
            self._problem(names.MANIFEST, f"picture {index} has a better line, {raw.number}; passed over", other.number)
            self._places[index] = place
            return True
        what = f"contradicts line {other.number}, which is for picture {index} too; both passed over"
        self._problem(names.MANIFEST, what, raw.number)
        del self._places[index]
        self._ambiguous.add(index)
        return False

    def _complete_frames(self, frames: dict[str, Values], deleted: set[int], freed_before: int) -> None:
        """Fills in what the lines don't say."""
        indices = frames["index"].values
        rows = len(indices)
        present = np.zeros(rows, np.bool_)
        there = np.zeros(rows, np.bool_)
        has_file = np.isin(indices, np.fromiter(self.files, np.int64, len(self.files)))
        listed = np.isin(indices, np.fromiter(deleted, np.int64, len(deleted)))
        frames["has_file"] = Values(has_file, there)
        is_deleted = frames["deleted"].values.astype(np.bool_) | listed
        frames["deleted"] = Values(is_deleted, present)
        frames["freed"] = Values(~is_deleted & ~has_file & (indices < freed_before), present)
        if self.session is None:
            frames["run"] = Values(np.zeros(rows, np.int64), np.ones(rows, np.bool_))
        else:
            starts = [run.first_index for run in self.session.runs]
            run = np.zeros(rows, np.int64)
            for number, start in enumerate(starts):
                run[indices >= start] = number
            frames["run"] = Values(run, present)
