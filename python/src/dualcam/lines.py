"""One line of ``frames.jsonl``, or of ``dualcam run --json``, as typed values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Literal, TypeVar

from . import jsonvalues as j
from .errors import LineError
from .names import file_name, is_index

Kind = Literal["int", "float", "bool", "text", "time"]
"""``int``: 64 bits. ``time``: nanoseconds since 1970, UTC."""

_T = TypeVar("_T")
_READERS: dict[Kind, Callable[[j.Object, str], Any]] = {
    "int": j.integer, "float": j.number, "bool": j.flag, "text": j.text, "time": j.utc_ns
}


@dataclass(frozen=True, slots=True)
class Member:
    """What a field is in a line and in the tables.

    Attributes:
        key: its key in the line.
        kind: its column's.
        meaning: its column's.
        read: gives its value.
    """

    key: str
    kind: Kind
    meaning: str
    read: Callable[[j.Object, str], Any]


def _member(key: str, kind: Kind, meaning: str, read: Callable[[j.Object, str], Any] | None = None) -> Mapping[str, Member]:
    return {"member": Member(key, kind, meaning, read or _READERS[kind])}


def members(of: type) -> dict[str, Member]:
    """The members of an object in a line, by the fields of its class."""
    return {one.name: one.metadata["member"] for one in fields(of)}


def _reader(of: type[_T]) -> Callable[[j.Object], _T]:
    parts = [(one.read, one.key) for one in members(of).values()]
    return lambda values: of(*[read(values, key) for read, key in parts])


def _name(values: j.Object, key: str) -> str:
    return j.required(j.text, values, key)


def _zoom(values: j.Object, key: str) -> float:
    zoom = j.number(values, key)
    return 1.0 if zoom is None else zoom


_NUMBERS = {int, float}


def _bound(position: int) -> Callable[[j.Object, str], float | None]:
    """Reads one of a pair of numbers."""
    def read(values: j.Object, key: str) -> float | None:
        pair = values.get(key)
        if pair is None:
            return None
        if type(pair) is not list or len(pair) != 2 or not {type(one) for one in pair} <= _NUMBERS:
            raise LineError(f"“{key}” isn't a pair of numbers")
        return j.finite(pair[position], key)
    return read


def _axis(axis: str) -> Callable[[j.Object, str], float | None]:
    """Reads a coordinate of a place."""
    def read(values: j.Object, key: str) -> float | None:
        place = values.get(key)
        if place is None:
            return None
        if type(place) is not dict or type(place.get(axis)) not in _NUMBERS:
            raise LineError(f"“{key}” isn't a place")
        return j.finite(place[axis], key)
    return read


_STATE = _member("state", "text", "`unknown`, `idle`, `near` or `snapped`")


@dataclass(frozen=True, slots=True)
class CameraLine:
    """One camera's frame in a picture. Values the line lacks are ``None``."""

    camera: str = field(metadata=_member("id", "text", "its name, such as `primary`", _name))
    state: str = field(metadata=_member("state", "text", "`live`, `stale` or `lost`", _name))
    sequence: int | None = field(metadata=_member("sequence", "int", "the source's own counter"))
    gap: int | None = field(metadata=_member("gap", "int", "frames of this camera lost since the line before"))
    timestamp_ns: int | None = field(metadata=_member("timestampNs", "int", "the frame's time in ns, on `clock`"))
    clock: str | None = field(metadata=_member("clock", "text", "`monotonic`, `arrival` or `media`"))
    utc_ns: int | None = field(metadata=_member("utc", "time", "the frame's time in UTC"))
    device_timestamp_ns: int | None = field(
        metadata=_member("deviceTimestampNs", "int", "when its exposure began by the camera's own clock, in ns of `monotonic`")
    )
    device_error_us: int | None = field(metadata=_member("deviceErrorUs", "int", "the standard error of that in µs"))
    skew_us: int | None = field(metadata=_member("skewUs", "int", "of three and more: from the driving camera's frame to this in µs"))
    bytes: int | None = field(metadata=_member("bytes", "int", "size of the camera's frame"))
    photo: str | None = field(metadata=_member("photo", "text", "the name of the photo's file; missing for films and cameras"))
    format: str | None = field(metadata=_member("format", "text", "the frame's format, if it differs from the start"))
    width: int | None = field(metadata=_member("width", "int", "the frame's width in pixels, if it differs from the start"))
    height: int | None = field(metadata=_member("height", "int", "the frame's height in pixels, if it differs from the start"))
    reconnects: int | None = field(metadata=_member("reconnects", "int", "times the camera was reopened; missing if never"))
    zoom: float = field(metadata=_member("zoom", "float", "how many times the frame's middle is enlarged by cropping", _zoom))
    obstacle: str | None = field(metadata=_member("obstacle", "text", "why the frame wasn't carried over in a spliced picture"))
    flags: tuple[str, ...] | None = field(
        metadata=_member("flags", "text", "names with commas between them, such as `damaged`; empty if there are none", j.texts)
    )
    rows_kept: int | None = field(metadata=_member("rowsKept", "int", "of a damaged frame: readable rows of MCUs"))
    rows: int | None = field(metadata=_member("rows", "int", "of a damaged frame: all rows of MCUs"))

    @property
    def utc(self) -> datetime | None:
        """The frame's time in UTC, to the microsecond."""
        return j.moment(self.utc_ns)


@dataclass(frozen=True, slots=True)
class Horizon:
    """The horizon in a camera's frame; degrees, positive if it rises to the right."""

    angle_deg: float | None = field(
        metadata=_member("angleDegrees", "float", "degrees; positive: the horizon rises to the right")
    )
    low_deg: float | None = field(
        metadata=_member("interval90", "float", "lower bound; the truth is between the bounds in nine of ten cases", _bound(0))
    )
    high_deg: float | None = field(metadata=_member("interval90", "float", "upper bound", _bound(1)))
    confidence: float | None = field(metadata=_member("confidence", "float", "probability that the angle is within 1°, 0 to 1"))
    level_deg: float | None = field(metadata=_member("levelDegrees", "float", "the roll that counts as level, from which the angle is given; absent: 0"))
    pitch_deg: float | None = field(metadata=_member("pitchDegrees", "float", "degrees; positive: the camera looks up"))
    pitch_low_deg: float | None = field(metadata=_member("pitchInterval90", "float", "lower bound, as of the angle", _bound(0)))
    pitch_high_deg: float | None = field(metadata=_member("pitchInterval90", "float", "upper bound", _bound(1)))
    field_of_view_deg: float | None = field(
        metadata=_member("fieldOfViewDegrees", "float", "from the left to the right edge, in degrees")
    )
    state: str | None = field(metadata=_STATE)


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject's box, in fractions of the viewfinder from its top left corner, and the power point nearest to it."""

    x: float | None = field(metadata=_member("x", "float", "the box's left edge, a fraction of the viewfinder's width"))
    y: float | None = field(metadata=_member("y", "float", "the box's top edge, a fraction of the viewfinder's height, downwards"))
    width: float | None = field(metadata=_member("width", "float", "the box's width, a fraction of the viewfinder's"))
    height: float | None = field(metadata=_member("height", "float", "the box's height, a fraction of the viewfinder's"))
    eyes_x: float | None = field(
        metadata=_member("eyes", "float", "the middle between the eyes, a fraction of the viewfinder's width", _axis("x"))
    )
    eyes_y: float | None = field(metadata=_member("eyes", "float", "the same, of its height, downwards", _axis("y")))
    power_point: int | None = field(metadata=_member("powerPoint", "int", "the grid's nearest power point, from 0"))
    distance: float | None = field(
        metadata=_member("distance", "float", "from the eyes, or else the box's centre, to it, a share of the viewfinder's diagonal")
    )
    state: str | None = field(metadata=_STATE)


@dataclass(frozen=True, slots=True)
class OneSubject:
    """One of several subjects, in fractions of the viewfinder from its top left corner."""

    id: int | None = field(metadata=_member("id", "int", "the same while a body is followed"))
    x: float | None = field(metadata=_member("x", "float", "the left edge of the box around its outline"))
    y: float | None = field(metadata=_member("y", "float", "the box's top edge, downwards"))
    width: float | None = field(metadata=_member("width", "float", "the box's width"))
    height: float | None = field(metadata=_member("height", "float", "the box's height"))
    path: str | None = field(metadata=_member("path", "text", "its outline: SVG path data"))


@dataclass(frozen=True, slots=True)
class Composition:
    """How the picture is composed around its subject, and whether it is symmetric."""

    headroom: float | None = field(
        metadata=_member("headroom", "float", "above the subject's head, a fraction of the viewfinder's height")
    )
    lead_room: float | None = field(
        metadata=_member("leadRoom", "float", "where the subject goes or looks, a fraction of the viewfinder's width")
    )
    leads: str | None = field(metadata=_member("leads", "text", "where that is: `left` or `right`"))
    axis: float | None = field(
        metadata=_member("axis", "float", "where the axis of symmetry is, if there is one, a fraction of the viewfinder's width")
    )
    symmetry: float | None = field(
        metadata=_member("symmetry", "float", "probability that left and right mirror one another, 0 to 1")
    )


@dataclass(frozen=True, slots=True)
class Silhouette:
    """The subject's outline as SVG path data, in fractions of the viewfinder, and how well it fills the template."""

    template: str | None = field(metadata=_member("template", "text", "the template's name"))
    path: str | None = field(
        metadata=_member("path", "text", "the subject's outline: SVG path data in fractions of the viewfinder")
    )
    iou: float | None = field(metadata=_member("iou", "float", "intersection over union of subject and template, 0 to 1"))
    state: str | None = field(metadata=_STATE)


@dataclass(frozen=True, slots=True)
class Focus:
    """How sharp the frame is."""

    sharpness: float | None = field(metadata=_member("sharpness", "float", "the focus meter's sharpness"))
    share: float | None = field(
        metadata=_member("share", "float", "sharpness as a share of the best of the last seconds, 0 to 1")
    )
    state: str | None = field(metadata=_STATE)


@dataclass(frozen=True, slots=True)
class Exposure:
    """How bright the frame is; fractions, 0 to 1."""

    mean: float | None = field(metadata=_member("mean", "float", "mean luma, 0 to 1"))
    clipped_high: float | None = field(metadata=_member("clippedHigh", "float", "share of blown-out pixels, 0 to 1"))
    clipped_low: float | None = field(metadata=_member("clippedLow", "float", "share of black pixels, 0 to 1"))
    state: str | None = field(metadata=_STATE)


@dataclass(frozen=True, slots=True)
class Guides:
    """One camera's guides; those the line lacks are ``None``.

    Attributes:
        subjects: all subjects, ``subject`` first; empty unless there are several.
    """

    camera: str
    grid: str | None
    horizon: Horizon | None
    subject: Subject | None
    composition: Composition | None
    silhouette: Silhouette | None
    focus: Focus | None
    exposure: Exposure | None
    subjects: tuple[OneSubject, ...]


PARTS: dict[str, type] = {
    "horizon": Horizon, "subject": Subject, "composition": Composition, "silhouette": Silhouette, "focus": Focus,
    "exposure": Exposure,
}
"""The guides of ``Guides``, by key and field, in their order."""


@dataclass(frozen=True, slots=True)
class Control:
    """A V4L2 control as the driver read it back."""

    camera: str
    name: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """What is known about one picture. Values the line lacks are ``None``.

    Attributes:
        index: the picture's number.
        file: its file's name; ``None`` in the lines of ``dualcam run``.
        skew_us: time between the cameras' frames.
        device_skew_us: the same by the cameras' own clocks.
        latency_ms: from the driver's time stamp until the file is in place.
        utc_error_us: the kernel's estimate of the wall clock's error.
        utc_step_us: how far the wall clock was stepped since the previous line.
        raw: the JSON, including keys unknown to this version.
        segment: the segment's number, if known.
        number: the line's number in its file or stream, from 1.
    """

    index: int
    file: str | None
    composer: str | None
    composer_reason: str | None
    mcus: Mapping[str, int]
    skew_us: int | None
    device_skew_us: int | None
    cameras: tuple[CameraLine, ...]
    guides: tuple[Guides, ...]
    hint: str | None
    glass: str | None
    stages_ms: Mapping[str, float]
    latency_ms: float | None
    controls: tuple[Control, ...]
    bytes: int | None
    utc_error_us: int | None
    utc_step_us: int | None
    still: bool
    deleted: bool
    lost: bool
    recovered: bool
    raw: j.Object = field(repr=False)
    segment: int | None = None
    number: int | None = None

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
        index=index,
        file=file,
        composer=j.text(values, "composer"),
        composer_reason=j.text(values, "composerReason"),
        mcus=_numbers(j.integer, values, "mcus"),
        skew_us=j.integer(values, "skewUs"),
        device_skew_us=j.integer(values, "deviceSkewUs"),
        cameras=_unique("cameras", [_camera(one) for one in j.children(values, "cameras") or ()]),
        guides=_unique("hud", [parse_guides(one) for one in j.children(values, "hud") or ()]),
        hint=j.text(values, "hint"),
        glass=j.text(values, "glass"),
        stages_ms=_numbers(j.number, values, "stagesMs"),
        latency_ms=j.number(values, "latencyMs"),
        controls=_controls(values),
        bytes=j.integer(values, "bytes"),
        photo=j.text(values, "photo"),
        utc_error_us=j.integer(values, "utcErrorUs"),
        utc_step_us=j.integer(values, "utcStepUs"),
        still=j.flag(values, "still") or False,
        deleted=j.flag(values, "deleted") or False,
        lost=j.flag(values, "lost") or False,
        recovered=j.flag(values, "recovered") or False,
        raw=values,
        segment=segment,
        number=number,
    )


_C = TypeVar("_C", CameraLine, Guides)


def _unique(key: str, items: list[_C]) -> tuple[_C, ...]:
    if len({one.camera for one in items}) != len(items):
        raise LineError(f"“{key}” has one camera twice")
    return tuple(items)


def _numbers(read: Callable[[j.Object, str], _T | None], values: j.Object, key: str) -> Mapping[str, _T]:
    numbers = j.child(values, key) or {}
    return {j.encodable(name, key): value for name in numbers if (value := read(numbers, name)) is not None}


_camera = _reader(CameraLine)
_one_subject = _reader(OneSubject)
_PART_READERS: list[tuple[str, Callable[[j.Object], Any]]] = [(key, _reader(part)) for key, part in PARTS.items()]


def parse_guides(values: j.Object) -> Guides:
    """One camera's guides in a line's “hud”."""
    parts: dict[str, Any] = {
        key: None if (part := j.child(values, key)) is None else read(part) for key, read in _PART_READERS
    }
    subjects = tuple(_one_subject(one) for one in j.children(values, "subjects") or ())
    return Guides(_name(values, "camera"), j.text(values, "grid"), subjects=subjects, **parts)


def _controls(values: j.Object) -> tuple[Control, ...]:
    found = [
        Control(_name(one, "camera"), _name(one, "name"), j.integer(one, "value"))
        for one in j.children(values, "controls") or ()
    ]
    if len({(one.camera, one.name) for one in found}) != len(found):
        raise LineError("“controls” has one control twice")
    return tuple(found)
