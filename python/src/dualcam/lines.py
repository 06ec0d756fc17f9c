"""One line of ``frames.jsonl``, or of ``dualcam run --json``, as typed values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from . import jsonvalues as j
from .errors import LineError
from .names import file_name, is_index


@dataclass(frozen=True, slots=True)
class CameraLine:
    """One camera's frame in a picture. Values the line lacks are ``None``."""

    camera: str
    state: str
    sequence: int | None
    gap: int | None
    timestamp_ns: int | None
    clock: str | None
    utc_ns: int | None
    bytes: int | None
    format: str | None
    width: int | None
    height: int | None
    reconnects: int | None
    zoom: float
    obstacle: str | None
    flags: tuple[str, ...] | None
    rows_kept: int | None
    rows: int | None

    @property
    def utc(self) -> datetime | None:
        """The frame's time in UTC, to the microsecond."""
        return j.moment(self.utc_ns)


@dataclass(frozen=True, slots=True)
class Horizon:
    """The horizon in a camera's frame; degrees, positive if it rises to the right."""

    angle_deg: float | None
    low_deg: float | None
    high_deg: float | None
    confidence: float | None
    state: str | None


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject's box, in fractions of the viewfinder from its top left corner, and the power point nearest to it."""

    x: float | None
    y: float | None
    width: float | None
    height: float | None
    power_point: int | None
    distance: float | None
    state: str | None


@dataclass(frozen=True, slots=True)
class Silhouette:
    """The subject's outline as SVG path data, in fractions of the viewfinder, and how well it fills the template."""

    template: str | None
    path: str | None
    iou: float | None
    state: str | None


@dataclass(frozen=True, slots=True)
class Focus:
    """How sharp the frame is."""

    sharpness: float | None
    share: float | None
    state: str | None


@dataclass(frozen=True, slots=True)
class Exposure:
    """How bright the frame is; fractions, 0 to 1."""

    mean: float | None
    clipped_high: float | None
    clipped_low: float | None
    state: str | None


@dataclass(frozen=True, slots=True)
class Guides:
    """One camera's guides; those the line lacks are ``None``."""

    camera: str
    grid: str | None
    horizon: Horizon | None
    subject: Subject | None
    silhouette: Silhouette | None
    focus: Focus | None
    exposure: Exposure | None


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
    index = j.integer(values, "index")
    if index is None:
        raise LineError("“index” is missing")
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
        mcus=_counts(values, "mcus"),
        skew_us=j.integer(values, "skewUs"),
        cameras=_unique("cameras", [_camera(one) for one in j.children(values, "cameras") or ()]),
        guides=_unique("hud", [parse_guides(one) for one in j.children(values, "hud") or ()]),
        hint=j.text(values, "hint"),
        glass=j.text(values, "glass"),
        stages_ms=_times(values, "stagesMs"),
        latency_ms=j.number(values, "latencyMs"),
        controls=_controls(values),
        bytes=j.integer(values, "bytes"),
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


def _name(values: j.Object, key: str) -> str:
    name = j.text(values, key)
    if name is None:
        raise LineError(f"“{key}” is missing")
    return name


_T = TypeVar("_T", CameraLine, Guides)


def _unique(key: str, items: list[_T]) -> tuple[_T, ...]:
    if len({one.camera for one in items}) != len(items):
        raise LineError(f"“{key}” has one camera twice")
    return tuple(items)


def _counts(values: j.Object, key: str) -> Mapping[str, int]:
    counts = j.child(values, key) or {}
    return {j.encodable(name, key): value for name in counts if (value := j.integer(counts, name)) is not None}


def _times(values: j.Object, key: str) -> Mapping[str, float]:
    times = j.child(values, key) or {}
    return {j.encodable(name, key): value for name in times if (value := j.number(times, name)) is not None}


def _flags(values: j.Object) -> tuple[str, ...] | None:
    flags = values.get("flags")
    if flags is None:
        return None
    if type(flags) is not list or any(type(one) is not str for one in flags):
        raise LineError("“flags” isn't an array of strings")
    return tuple(j.encodable(one, "flags") for one in flags)


def _camera(values: j.Object) -> CameraLine:
    zoom = j.number(values, "zoom")
    return CameraLine(
        camera=_name(values, "id"),
        state=_name(values, "state"),
        sequence=j.integer(values, "sequence"),
        gap=j.integer(values, "gap"),
        timestamp_ns=j.integer(values, "timestampNs"),
        clock=j.text(values, "clock"),
        utc_ns=j.utc_ns(values, "utc"),
        bytes=j.integer(values, "bytes"),
        format=j.text(values, "format"),
        width=j.integer(values, "width"),
        height=j.integer(values, "height"),
        reconnects=j.integer(values, "reconnects"),
        zoom=1.0 if zoom is None else zoom,
        obstacle=j.text(values, "obstacle"),
        flags=_flags(values),
        rows_kept=j.integer(values, "rowsKept"),
        rows=j.integer(values, "rows"),
    )


def parse_guides(values: j.Object) -> Guides:
    """One camera's guides in a line's “hud”."""
    horizon, subject, silhouette, focus, exposure = (
        j.child(values, key) for key in ("horizon", "subject", "silhouette", "focus", "exposure")
    )
    return Guides(
        camera=_name(values, "camera"),
        grid=j.text(values, "grid"),
        horizon=None if horizon is None else _horizon(horizon),
        subject=None if subject is None else _subject(subject),
        silhouette=None if silhouette is None else Silhouette(
            template=j.text(silhouette, "template"),
            path=j.text(silhouette, "path"),
            iou=j.number(silhouette, "iou"),
            state=j.text(silhouette, "state"),
        ),
        focus=None if focus is None else Focus(
            sharpness=j.number(focus, "sharpness"), share=j.number(focus, "share"), state=j.text(focus, "state")
        ),
        exposure=None if exposure is None else Exposure(
            mean=j.number(exposure, "mean"),
            clipped_high=j.number(exposure, "clippedHigh"),
            clipped_low=j.number(exposure, "clippedLow"),
            state=j.text(exposure, "state"),
        ),
    )


def _horizon(values: j.Object) -> Horizon:
    low, high = None, None
    interval = values.get("interval90")
    if interval is not None:
        if type(interval) is not list or len(interval) != 2 or any(type(one) not in (int, float) for one in interval):
            raise LineError("“interval90” isn't a pair of numbers")
        low, high = (j.finite(one, "interval90") for one in interval)
    return Horizon(
        angle_deg=j.number(values, "angleDegrees"),
        low_deg=low,
        high_deg=high,
        confidence=j.number(values, "confidence"),
        state=j.text(values, "state"),
    )


def _subject(values: j.Object) -> Subject:
    return Subject(
        x=j.number(values, "x"),
        y=j.number(values, "y"),
        width=j.number(values, "width"),
        height=j.number(values, "height"),
        power_point=j.integer(values, "powerPoint"),
        distance=j.number(values, "distance"),
        state=j.text(values, "state"),
    )


def _controls(values: j.Object) -> tuple[Control, ...]:
    found = [
        Control(_name(one, "camera"), _name(one, "name"), j.integer(one, "value"))
        for one in j.children(values, "controls") or ()
    ]
    if len({(one.camera, one.name) for one in found}) != len(found):
        raise LineError("“controls” has one control twice")
    return tuple(found)
