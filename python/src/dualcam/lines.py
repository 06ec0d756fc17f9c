"""One line of ``frames.jsonl``, or of ``dualcam run --json``, as typed values."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from . import jsonvalues as j
from .errors import LineError
from .member import reader, values_reader
from .members import PARTS, CameraLine, Control, GuideParts, NamedValue, OneSubject, PictureMembers
from .names import file_name, is_index


@dataclass(frozen=True, slots=True)
class Guides(GuideParts):
    """One camera's guides; those the line lacks are ``None``.

    Attributes:
        subjects: all subjects, ``subject`` first; empty unless there are several.
    """

    camera: str
    grid: str | None
    subjects: tuple[OneSubject, ...]


@dataclass(frozen=True, slots=True)
class Line(PictureMembers):
    """What is known about one picture. Values the line lacks are ``None``.

    Attributes:
        index: the picture's number.
        file: its file's name; ``None`` in the lines of ``dualcam run``.
        raw: the JSON, including keys unknown to this version.
        segment: the segment's number, if known.
        number: the line's number in its file or stream, from 1.
    """

    index: int
    file: str | None
    cameras: tuple[CameraLine, ...]
    guides: tuple[Guides, ...]
    controls: tuple[Control, ...]
    values: tuple[NamedValue, ...]
    raw: j.Object = field(repr=False)
    segment: int | None = None
    number: int | None = None

    def value(self, name: str) -> NamedValue:
        """What an instrument said, such as ``depth``; KeyError if the line doesn't have it."""
        for one in self.values:
            if one.name == name:
                return one
        raise KeyError(name)

    def camera(self, camera: str) -> CameraLine:
        """The frame of a camera such as ``primary``; KeyError if the picture has none."""
        for one in self.cameras:
            if one.camera == camera:
                return one
        raise KeyError(camera)

    def guides_of(self, camera: str) -> Guides:
        """A camera's guides; KeyError if this line has none."""
        for one in self.guides:
            if one.camera == camera:
                return one
        raise KeyError(camera)


def parse_line(data: bytes, *, needs_file: bool = False, segment: int | None = None, number: int | None = None) -> Line:
    """The line in ``data``. Unknown keys are kept in ``raw`` and otherwise ignored.

    Args:
        data: one line, with or without its newline.
        needs_file: whether a line without a file name is an error, as in a recording.

    Raises:
        LineError: it isn't JSON, a known key has a value of the wrong type, or the line contradicts itself.
    """
    values = j.parse_object(data)
    index = j.required(j.integer, values, "index")
    if not is_index(index):
        raise LineError(f"{index} can't be a picture's number")
    file = j.text(values, "file")
    if file is None and needs_file:
        raise LineError("“file” is missing")
    # The name is the number's only other source: if they differ, the line can't be attributed.
    if file is not None and file != file_name(index):
        raise LineError(f"index {index} names the file {file!r} instead of {file_name(index)!r}")
    return Line(
        **_picture(values),
        index=index,
        file=file,
        cameras=_unique("cameras", [_camera(one) for one in j.children(values, "cameras") or ()]),
        guides=_unique("hud", [parse_guides(one) for one in j.children(values, "hud") or ()]),
        controls=_controls(values),
        values=_values(values),
        raw=values,
        segment=segment,
        number=number,
    )


_C = TypeVar("_C", CameraLine, Guides)


def _unique(key: str, items: list[_C]) -> tuple[_C, ...]:
    if len({one.camera for one in items}) != len(items):
        raise LineError(f"“{key}” has one camera twice")
    return tuple(items)


_picture = values_reader(PictureMembers)
_camera = reader(CameraLine)
_control = reader(Control)
_value = reader(NamedValue)
_one_subject = reader(OneSubject)
_PART_READERS: list[tuple[str, Callable[[j.Object], Any]]] = [(key, reader(part)) for key, part in PARTS.items()]


def parse_guides(values: j.Object) -> Guides:
    """One camera's guides in a line's “hud”."""
    parts: dict[str, Any] = {
        key: None if (part := j.child(values, key)) is None else read(part) for key, read in _PART_READERS
    }
    subjects = tuple(_one_subject(one) for one in j.children(values, "subjects") or ())
    return Guides(camera=j.required(j.text, values, "camera"), grid=j.text(values, "grid"), subjects=subjects, **parts)


def _controls(values: j.Object) -> tuple[Control, ...]:
    found = [_control(one) for one in j.children(values, "controls") or ()]
    if len({(one.camera, one.name) for one in found}) != len(found):
        raise LineError("“controls” has one control twice")
    return tuple(found)


def _values(values: j.Object) -> tuple[NamedValue, ...]:
    found = [_value(one) for one in j.children(values, "values") or ()]
    if len({one.name for one in found}) != len(found):
        raise LineError("“values” has one name twice")
    return tuple(found)
