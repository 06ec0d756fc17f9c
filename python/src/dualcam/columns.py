"""The columns of every table: names, types, meanings. Every recording's tables have exactly these."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from .lines import Guides, Line
from .member import Kind, members
from .members import PARTS, CameraLine, NamedValue, PictureMembers


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


# In the order of the line. Times of stages have a table of their own; a picture's size is in lines without a file only.
_PICTURE = {name: one for name, one in members(PictureMembers).items() if name not in ("stages_ms", "bytes")}
_MCUS = ("copied", "recoded", "redrawn", "coded", "kept")
_get_picture = attrgetter(*_PICTURE)


def _picture_columns() -> Iterator[Column]:
    for name, one in _PICTURE.items():
        if name == "mcus":
            yield from (Column(f"{name}_{origin}", one.kind, f"{one.meaning}: {origin}") for origin in _MCUS)
        else:
            yield Column(name, one.kind, one.meaning)


def _cell(value: Any) -> Any:
    """A member as it stands in a table: names have commas between them."""
    return ",".join(value) if type(value) is tuple else value


def _frame_rows(line: Line) -> Iterator[tuple[Any, ...]]:
    values: list[Any] = [line.index, line.file, True, None, None, None]
    for name, value in zip(_PICTURE, _get_picture(line), strict=True):
        values += [value.get(origin) for origin in _MCUS] if name == "mcus" else [_cell(value)]
    yield tuple(values)


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
        yield (line.index, *map(_cell, _camera_values(one)))


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


_said = attrgetter(*members(NamedValue))


def _value_rows(line: Line) -> Iterator[tuple[Any, ...]]:
    for one in line.values:
        yield (line.index, *_said(one))


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
            Column("freed", "bool", "the picture was freed to make room"),
            *_picture_columns(),
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
    "values": Schema(
        "a picture, and what a program or an instrument said at its time",
        (
            _SEGMENT,
            _INDEX,
            Column("name", "text", "its name, such as `depth`", True),
            *_columns(NamedValue)[1:],
        ),
        _value_rows,
    ),
}
"""The tables by name."""
