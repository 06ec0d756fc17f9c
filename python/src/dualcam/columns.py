"""The columns of every table: names, types, meanings. Every recording's tables have exactly these."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from .lines import PARTS, CameraLine, Guides, Kind, Line, members


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        is_key: whether it is part of the table's key, and so never missing.
    """

    name: str
    kind: Kind
    meaning: str
    is_key: bool = False


@dataclass(frozen=True, slots=True)
class Schema:
    """One table.

    Attributes:
        row: what a row is.
        columns: the columns, the key's first.
        rows: gives a line's rows, without ``segment``.
    """

    row: str
    columns: tuple[Column, ...]
    rows: Callable[[Line], Iterator[tuple[Any, ...]]]

    @property
    def key(self) -> tuple[str, ...]:
        """The names of the columns that identify a row."""
        return tuple(column.name for column in self.columns if column.is_key)


_SEGMENT = Column("segment", "int", "the segment's number; 0 in a recording without segments", True)
_INDEX = Column("index", "int", "the picture's number in its segment", True)
_CAMERA = Column("camera", "text", "its name, such as `primary`", True)


def _frame_rows(line: Line) -> Iterator[tuple[Any, ...]]:
    mcus = line.mcus
    yield (
        line.index, line.file, True, None, None, line.composer, line.composer_reason,
        *(mcus.get(name) for name in ("copied", "recoded", "redrawn", "coded", "kept")),
        line.skew_us, line.device_skew_us, line.hint, line.glass, line.latency_ms, line.utc_error_us, line.utc_step_us,
        line.still, line.deleted, None, line.lost, line.recovered,
    )


def bare_frame(index: int, file: str) -> tuple[Any, ...]:
    """The row of a picture without a line."""
    known = {"index": index, "file": file, "has_line": False, "deleted": False}
    return tuple(known.get(column.name) for column in TABLES["frames"].columns[1:])


def _columns(of: type, prefix: str = "") -> list[Column]:
    # Times have their unit in the field's name only. Outlines go last: they are longer than everything else.
    found = sorted(members(of).items(), key=lambda item: item[0] == "path")
    return [
        Column(prefix + (name.removesuffix("_ns") if one.kind == "time" else name), one.kind, one.meaning) for name, one in found
    ]


_camera_values = attrgetter(*members(CameraLine))


def _camera_rows(line: Line) -> Iterator[tuple[Any, ...]]:
    for one in line.cameras:
        values = _camera_values(one)
        flags = None if one.flags is None else ",".join(one.flags)
        yield (line.index, *values[:-3], flags, *values[-2:])


_PARTS = [
    (key, attrgetter(*names), [None] * len(names))
    for key, part in PARTS.items()
    for names in [[column.name for column in _columns(part)]]
]


def _guide_rows(line: Line) -> Iterator[tuple[Any, ...]]:
    for one in line.guides:
        yield (line.index, one.camera, *guide_values(one))


def guide_values(one: Guides) -> list[Any]:
    """One camera's values in ``guides``, from ``grid`` on."""
    values: list[Any] = [one.grid]
    for key, get, nothing in _PARTS:
        part = getattr(one, key)
        values += nothing if part is None else get(part)
    return values


def _stage_rows(line: Line) -> Iterator[tuple[Any, ...]]:
    for stage, ms in line.stages_ms.items():
        yield line.index, stage, ms


def _control_rows(line: Line) -> Iterator[tuple[Any, ...]]:
    for one in line.controls:
        yield line.index, one.camera, one.name, one.value


TABLES: dict[str, Schema] = {
    "frames": Schema(
        "a picture that has a line or a file",
        (
            _SEGMENT,
            _INDEX,
            Column("file", "text", "the file's name"),
            Column("has_line", "bool", "false if no line could be read; all that a line tells is then missing"),
            Column("has_file", "bool", "whether the picture was there when the recording was read"),
            Column("run", "int", "the run in the segment's `session.json`, from 0; clocks of different runs may be unrelated"),
            Column("composer", "text", "`splice` or `pixel`"),
            Column("composer_reason", "text", "why it isn't `splice` although that was requested"),
            Column("mcus_copied", "int", "blocks copied from a camera bit for bit"),
            Column("mcus_recoded", "int", "blocks coded again with a camera's coefficients"),
            Column("mcus_redrawn", "int", "blocks redrawn under ink"),
            Column("mcus_coded", "int", "blocks coded from pixels"),
            Column("mcus_kept", "int", "blocks kept from an earlier picture"),
            Column("skew_us", "int", "µs between the cameras' frames"),
            Column("device_skew_us", "int", "µs between them by the cameras' own clocks"),
            Column("hint", "text", "the hint that the picture shows"),
            Column("glass", "text", "how the glass is drawn from here on, if that changed"),
            Column("latency_ms", "float", "ms from the driver's time stamp to the file's name; only of live recordings"),
            Column("utc_error_us", "int", "µs by which the wall clock may be wrong, as the kernel estimates; missing if it isn't synchronized"),
            Column("utc_step_us", "int", "µs by which the wall clock was stepped since the line before"),
            Column("still", "bool", "recorded only because of a USR1 signal"),
            Column("deleted", "bool", "the picture was deleted on purpose, or lost in a power cut"),
            Column("freed", "bool", "the picture was freed to make room"),
            Column("lost", "bool", "the picture was lost in a power cut"),
            Column("recovered", "bool", "the line was written afterwards, because a run was killed; it tells nothing else"),
        ),
        _frame_rows,
    ),
    "cameras": Schema(
        "a picture and a camera in it",
        (
            _SEGMENT,
            _INDEX,
            _CAMERA,
            *_columns(CameraLine)[1:],
        ),
        _camera_rows,
    ),
    "guides": Schema(
        "a picture and a camera that has guides in it",
        (
            _SEGMENT,
            _INDEX,
            _CAMERA,
            Column("grid", "text", "the grid's name"),
            *(column for key, part in PARTS.items() for column in _columns(part, f"{key}_")),
        ),
        _guide_rows,
    ),
    "stages": Schema(
        "a picture and a stage of making it",
        (
            _SEGMENT,
            _INDEX,
            Column("stage", "text", "`pair`, `decode`, `reduce`, `hud`, `chrome`, `ink`, `encode` or `write`", True),
            Column("ms", "float", "its time in ms"),
        ),
        _stage_rows,
    ),
    "controls": Schema(
        "a picture, and a camera's V4L2 control whose value is new with it",
        (
            _SEGMENT,
            _INDEX,
            _CAMERA,
            Column("control", "text", "the control's name", True),
            Column("value", "int", "its value, as the driver read it back"),
        ),
        _control_rows,
    ),
}
"""The tables by name."""
