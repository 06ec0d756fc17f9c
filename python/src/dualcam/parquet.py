"""An archive's readings: a Parquet file per shard, and one dataset of them all."""

import contextlib
import hashlib
import io
import json
import os
import re
import secrets
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from . import jsonvalues as j
from .errors import (
    BadPlan,
    CannotCreate,
    DualcamError,
    LineError,
    NoReadings,
    OtherPlan,
    RecordingWarning,
    UnwritableFile,
    unreadable,
    writing,
)
from .files import open_regular
from .manifest import LONGEST, read_lines
from .plan import Piece, Plan
from .problems import Problem
from .readings import ENCODED, PieceReader, Row, arrow_schema
from .rows import import_pyarrow
from .version import VERSION

if TYPE_CHECKING:
    import pyarrow.dataset

FORMAT = 1
"""The version of the columns; files of another version are rewritten."""

MARK = "_plan.json"
"""The file that names the folder's plan; dataset readers skip names that begin with an underscore."""

_BLOCK = 1000
_NAME = re.compile(r"([0-9]{6}|[1-9][0-9]{6,17})\.parquet", re.ASCII)
_BATCH = 4096
_GROUP = 16 * _BATCH
_NAMED = 100
_OLD = 3600.0

State = Literal["made", "there", "not done", "failed"]


@dataclass(frozen=True, slots=True)
class ShardReadings:
    """The outcome for one shard.

    Attributes:
        state: ``made`` now; ``there`` already, from the same lines; ``not done``, says the board; ``failed``: see ``error``.
        path: the Parquet file's path, whether or not it exists.
        lines: lines read, including bad ones.
        bad: unusable lines, plus files that aren't what the worker wrote.
        problems: the first hundred of these.
        error: why there is no file.
    """

    shard: int
    state: State
    path: str
    rows: int = 0
    lines: int = 0
    bad: int = 0
    problems: tuple[str, ...] = ()
    error: DualcamError | None = None


def write_readings(
    plan: Plan | str | os.PathLike[str], folder: str | os.PathLike[str], *, part: tuple[int, int] = (1, 1)
) -> Iterator[ShardReadings]:
    """Writes a Parquet file for every finished shard, and yields each shard's outcome.

    Existing files made from the same lines stay. Any number of programs may work on one folder at once. A shard whose
    lines can't be read is reported as ``failed``, and the next follows.

    Args:
        plan: a plan, or its path.
        folder: where the files go; created if missing. More than 1,000 shards go into subfolders of 1,000.
        part: which of how many equal parts of the shards, counted from 1.

    Raises:
        MissingPackage: pyarrow isn't installed.
        OtherPlan: the folder holds another plan's readings.
        UnwritableFile: a file can't be written, for instance because the disk is full.
    """
    import_pyarrow()
    plan = plan if isinstance(plan, Plan) else Plan(plan)
    numbers = plan.part(*part)
    writer = _Writer(plan, os.fspath(folder))
    return map(writer.write, numbers)


def readings(folder: str | os.PathLike[str]) -> "pyarrow.dataset.Dataset":
    """The readings in a folder as one dataset, in the order of the shards; loads nothing.

    A ``RecordingWarning`` counts shards without a file.

    Raises:
        MissingPackage: pyarrow isn't installed.
        NoReadings: the folder holds none.
        UnreadableFile: the folder can't be listed.
    """
    import_pyarrow()
    import pyarrow.dataset as ds
    import pyarrow.fs

    path = os.fspath(folder)
    how = "'python -m dualcam readings PLAN -o FOLDER' makes them"
    try:
        found = sorted(_files(path))
        mark = _read_mark(path)
    except FileNotFoundError:
        raise NoReadings(f"{path}: there is no such folder; {how}") from None
    except OSError as error:
        raise unreadable(path, error) from error
    if not found:
        raise NoReadings(f"{path}: there are no readings; {how}")
    shards = j.integer(mark, "shards") if mark else None
    if shards is not None and len(found) < shards:
        there = {number for number, _ in found}
        first = next(number for number in range(shards) if number not in there)
        what = f"{shards - len(found)} of {shards} shards have no readings here; the first is {first}"
        warnings.warn(f"{path}: {what}", RecordingWarning, stacklevel=2)
    files = [file for _, file in found]
    return ds.FileSystemDataset.from_paths(
        files, schema=arrow_schema(), format=ds.ParquetFileFormat(), filesystem=pyarrow.fs.LocalFileSystem()
    )


def _files(folder: str, prefix: str = "") -> Iterator[tuple[int, str]]:
    """The number and path of each Parquet file in a folder and its subfolders of 1,000."""
    with os.scandir(folder) as entries:
        for entry in entries:
            match = _NAME.fullmatch(entry.name)
            if match:
                yield int(match[1]), os.path.abspath(entry.path)
            elif not prefix and entry.name.isdecimal() and len(entry.name) >= 3 and entry.is_dir():
                yield from _files(entry.path, entry.name)


def _read_mark(folder: str) -> j.Object | None:
    try:
        with open_regular(f"{folder}/{MARK}") as file:
            return j.parse_object(file.read(LONGEST))
    except (FileNotFoundError, LineError):
        return None


# --- Writing

class _Hashed(io.RawIOBase):
    """A file that is hashed as it is read."""

    def __init__(self, file: io.BufferedReader) -> None:
        self._file = file
        self._sha256 = hashlib.sha256()

    @property
    def sum(self) -> str:
        """The SHA-256 of what was read."""
        return self._sha256.hexdigest()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = self._file.readinto(buffer) or 0
        self._sha256.update(memoryview(buffer)[:count])
        return count


class _Report:
    """Counts what can't be used, and names the first cases."""

    def __init__(self) -> None:
        self.lines, self.rows, self.bad = 0, 0, 0
        self.named: list[str] = []

    def add(self, file: str, line: int | None, what: str) -> None:
        self.bad += 1
        if len(self.named) < _NAMED:
            self.named.append(str(Problem(file, line, what)))


class _Writer:
    """Writes the shards of one plan into one folder."""

    def __init__(self, plan: Plan, folder: str) -> None:
        self._plan, self._folder = plan, folder
        self._schema = arrow_schema()
        self._swept: set[str] = set()
        self._make(folder)
        self._mark()

    def path(self, number: int) -> str:
        """Where a shard's file goes."""
        block = f"{number // _BLOCK:03}/" if self._plan.shards > _BLOCK else ""
        return f"{self._folder}/{block}{number:06}.parquet"

    def write(self, number: int) -> ShardReadings:
        """Writes a shard's file, unless it is there already."""
        path = self.path(number)
        try:
            if not self._plan.is_done(number):
                return ShardReadings(number, "not done", path)
            pieces = self._plan.shard(number).pieces
            old = _metadata(path)
            if old is not None and self._is_ours(old, number):
                # Only hashes the lines, which takes a fraction of the time.
                if old["dualcam.readings_sha256"] == self._hash(pieces):
                    return _kept(number, path, old)
            return self._make_file(number, path, pieces)
        except (UnwritableFile, BadPlan):
            raise
        except DualcamError as error:
            return ShardReadings(number, "failed", path, error=error)

    def _is_ours(self, old: dict[str, str], number: int) -> bool:
        wanted = {"format": str(FORMAT), "plan": self._plan.id, "shard": str(number)}
        return all(old.get(f"dualcam.{key}") == value for key, value in wanted.items()) and "dualcam.readings_sha256" in old

    def _make_file(self, number: int, path: str, pieces: tuple[Piece, ...]) -> ShardReadings:
        import pyarrow.parquet

        report = _Report()
        lines: list[str] = []
        folder, name = os.path.split(path)
        self._make(folder)
        temporary = f"{folder}/.{name}.{os.uname().nodename}.{os.getpid()}.{secrets.token_hex(4)}"
        try:
            with writing(path), open(temporary, "xb") as file:
                self._sweep(folder, os.fstat(file.fileno()).st_mtime)
                with pyarrow.parquet.ParquetWriter(file, self._schema, compression="zstd") as writer:
                    for batch in self._batches(number, pieces, report, lines):
                        writer.write_table(batch, row_group_size=_GROUP)
                    writer.add_key_value_metadata(self._about(number, _sha256(lines), report))
                file.flush()
                os.fsync(file.fileno())
                os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
        return ShardReadings(number, "made", path, report.rows, report.lines, report.bad, tuple(report.named))

    def _batches(
        self, number: int, pieces: tuple[Piece, ...], report: _Report, lines: list[str]
    ) -> Iterator["pyarrow.Table"]:
        """Yields a table per row group, and appends the pieces' sums to ``lines``."""
        pa = import_pyarrow()
        sums = self._sums(number)
        rows: list[Row] = []
        packed: list[Any] = []
        for piece in pieces:
            output = self._plan.outputs(piece)
            with self._open(output) as (file, hashed):
                reader = PieceReader(piece, self._plan.job)
                for raw in read_lines(file):
                    report.lines += 1
                    try:
                        rows.extend(reader.rows(raw))
                    except LineError as error:
                        report.add(output, raw.number, f"{error}; passed over")
                    if len(rows) >= _BATCH:
                        report.rows += len(rows)
                        packed.append(self._pack(rows))
                        rows.clear()
                        if len(packed) * _BATCH >= _GROUP:
                            yield pa.Table.from_batches(packed).unify_dictionaries()
                            packed.clear()
                found = hashed.sum
            lines.append(f"{found}  {output}\n")
            if sums.get(output, found) != found:
                report.add(output, None, f"its SHA-256 isn't the one in {self._plan.board(number, 'sums')}: it was changed")
        if rows:
            report.rows += len(rows)
            packed.append(self._pack(rows))
        if packed:
            yield pa.Table.from_batches(packed).unify_dictionaries()

    def _pack(self, rows: list[Row]) -> Any:
        pa = import_pyarrow()
        arrays = []
        for field, items in zip(self._schema, zip(*rows, strict=True), strict=True):
            if field.name in ENCODED:
                arrays.append(pa.array(items, pa.string()).dictionary_encode())
            else:
                arrays.append(pa.array(items, field.type))
        return pa.record_batch(arrays, schema=self._schema)

    def _about(self, number: int, sha256: str, report: _Report) -> dict[str, str]:
        plan = self._plan
        return {
            "dualcam.format": str(FORMAT), "dualcam.plan": plan.id, "dualcam.shard": str(number), "dualcam.job": plan.job,
            "dualcam.settings": json.dumps(plan.settings), "dualcam.tool": json.dumps(dict(plan.tool)), "dualcam.package": VERSION,
            "dualcam.readings_sha256": sha256, "dualcam.rows": str(report.rows), "dualcam.lines": str(report.lines),
            "dualcam.bad": str(report.bad), "dualcam.problems": json.dumps(report.named),
        }

    # --- The result

    @contextlib.contextmanager
    def _open(self, output: str) -> Iterator[tuple[BinaryIO, _Hashed]]:
        path = f"{self._plan.result}/{output}"
        try:
            with open_regular(path, follow=True) as file:
                hashed = _Hashed(file)
                yield io.BufferedReader(hashed, 1 << 18), hashed
        except FileNotFoundError:
            again = f"'dualcam merge {self._plan.path}' says what to do"
            raise NoReadings(f"{path}: it is gone, although its shard is done; {again}") from None
        except OSError as error:
            raise unreadable(path, error) from error

    def _hash(self, pieces: tuple[Piece, ...]) -> str:
        lines = []
        for piece in pieces:
            output = self._plan.outputs(piece)
            with self._open(output) as (file, hashed):
                while file.read(1 << 20):
                    pass
                lines.append(f"{hashed.sum}  {output}\n")
        return _sha256(lines)

    def _sums(self, number: int) -> dict[str, str]:
        """The sums written by the shard's worker, by path; empty if it wrote none."""
        path = self._plan.board(number, "sums")
        try:
            with open_regular(path, follow=True) as file:
                lines = file.read().decode("utf-8", "replace").split("\n")
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise unreadable(path, error) from error
        # As sha256sum does, a leading backslash says that backslashes and newlines in the name are escaped.
        found = (line.partition("  ") for line in lines)
        return {_plain(name) if sum.startswith("\\") else name: sum.lstrip("\\") for sum, _, name in found}

    # --- The folder

    def _make(self, folder: str) -> None:
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise CannotCreate(f"{folder}: {error.strerror or error}; name a folder that can be made") from error

    def _mark(self) -> None:
        """Marks the folder as this plan's; OtherPlan if it is another's."""
        plan = self._plan
        path = f"{self._folder}/{MARK}"
        with writing(path):
            old = _read_mark(self._folder)
            if old is not None:
                if old.get("plan") != plan.id:
                    what = f"{self._folder}: it holds the readings of another plan ({MARK})"
                    raise OtherPlan(f"{what}; name another folder, or remove this one")
                return
            about = {"plan": plan.id, "shards": plan.shards, "job": plan.job, "settings": plan.settings, "tool": dict(plan.tool)}
            temporary = f"{self._folder}/.{MARK}.{os.getpid()}.{secrets.token_hex(4)}"
            try:
                with open(temporary, "x", encoding="utf-8") as file:
                    file.write(json.dumps(about) + "\n")
                os.replace(temporary, path)
            finally:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(temporary)

    def _sweep(self, folder: str, now: float) -> None:
        """Removes, once per folder, what killed writers left over an hour before ``now``, by the file system's clock."""
        if folder in self._swept:
            return
        self._swept.add(folder)
        with os.scandir(folder) as entries:
            left = [entry for entry in entries if entry.name.startswith(".") and ".parquet." in entry.name]
        for entry in left:
            with contextlib.suppress(FileNotFoundError):
                if now - entry.stat(follow_symlinks=False).st_mtime > _OLD:
                    os.unlink(entry.path)


def _plain(name: str) -> str:
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], name)


def _sha256(lines: list[str]) -> str:
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _metadata(path: str) -> dict[str, str] | None:
    """A file's metadata; ``None`` if there is no file, or it can't be read and must be rewritten."""
    import pyarrow
    import pyarrow.parquet

    try:
        found = pyarrow.parquet.read_metadata(path).metadata or {}
        return {key.decode(): value.decode() for key, value in found.items() if key.startswith(b"dualcam.")}
    except FileNotFoundError:
        return None
    except (OSError, pyarrow.ArrowException, ValueError):
        return None


def _kept(number: int, path: str, about: dict[str, str]) -> ShardReadings:
    rows, lines, bad = (int(about.get(f"dualcam.{key}", 0)) for key in ("rows", "lines", "bad"))
    return ShardReadings(number, "there", path, rows, lines, bad, tuple(json.loads(about.get("dualcam.problems", "[]"))))
