"""The members of a line, made from Sources/Recordings/Line/LineFields.swift: don't edit."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from . import jsonvalues as j
from .member import bound, coordinate, known, member, needed, numbers


@dataclass(frozen=True, slots=True)
class PictureMembers:
    """What a line says of the whole picture."""

    composer: str | None = field(
        metadata=member("composer", "text", "`splice` copies JPEG data, `pixel` decodes and encodes; `session.json` says why")
    )
    composer_reason: str | None = field(
        metadata=member("composerReason", "text", "why the picture wasn't spliced although that was requested")
    )
    mcus: Mapping[str, int] = field(
        metadata=member("mcus", "int", "the canvas's MCUs by origin", numbers("int"))
    )
    skew_us: int | None = field(
        metadata=member("skewUs", "int", "time between the cameras' frames in microseconds; `null` unless two are live")
    )
    device_skew_us: int | None = field(
        metadata=member("deviceSkewUs", "int", "`skewUs` by the cameras' own clocks; absent unless all live cameras have such times")
    )
    utc_error_us: int | None = field(
        metadata=member("utcErrorUs", "int", "how far the wall clock may be off by the kernel's estimate (adjtimex(2)), in microseconds; `null` if nothing disciplines the clock or the kernel doesn't say")
    )
    utc_step_us: int | None = field(
        metadata=member("utcStepUs", "int", "on the first line after the wall clock was set: by how many microseconds")
    )
    hint: str | None = field(
        metadata=member("hint", "text", "the hint that the picture shows")
    )
    alarms: tuple[str, ...] | None = field(
        metadata=member("alarms", "text", "names with commas between them: the conditions of `--alarm` that hold, such as `depth<2.5`", j.texts)
    )
    alarms_unknown: tuple[str, ...] | None = field(
        metadata=member("alarmsUnknown", "text", "names with commas between them: the conditions of `--alarm` of which nothing is known: their values are absent, too old, or of another kind", j.texts)
    )
    still: bool = field(
        metadata=member("still", "bool", "recorded only because of a USR1 signal", known("bool", False))
    )
    shot: str | None = field(
        metadata=member("shot", "text", "the shutter was pressed for it: the path of the photo, the first camera's own picture, or `file` with `--photos annotated`")
    )
    triggers: tuple[str, ...] | None = field(
        metadata=member("triggers", "text", "names with commas between them: the triggers that fired in the picture: `snapped`, `motion`, `camera-lost`, `event`, conditions such as `depth<2.5`", j.texts)
    )
    before_trigger: bool = field(
        metadata=member("beforeTrigger", "bool", "recorded by `--before`, since a trigger fired after it", known("bool", False))
    )
    marks: tuple[str, ...] | None = field(
        metadata=member("marks", "text", "names with commas between them: what programs marked since the line before, by the event `mark`", j.texts)
    )
    glass: str | None = field(
        metadata=member("glass", "text", "the glass became cheaper because frames were late, or was restored; a run begins as `full`")
    )
    bytes: int | None = field(
        metadata=member("bytes", "int", "the picture's size, of `run --json` only")
    )
    stages_ms: Mapping[str, float] = field(
        metadata=member("stagesMs", "float", "milliseconds that each stage of the picture took", numbers("float"))
    )
    latency_ms: float | None = field(
        metadata=member("latencyMs", "float", "live: milliseconds from the driver's time stamp until the file has its name")
    )
    ink_blocks: int | None = field(
        metadata=member("inkBlocks", "int", "beside kept frames: how many pixels of the picture's ink map are black")
    )
    recovered: bool = field(
        metadata=member("recovered", "bool", "the line of the picture in flight at a kill, restored without what it said", known("bool", False))
    )
    deleted: bool = field(
        metadata=member("deleted", "bool", "the picture was deleted; written when a run begins or ends, until then `deleted.json` lists the picture (beside a manifest over 64 MiB always)", known("bool", False))
    )
    lost: bool = field(
        metadata=member("lost", "bool", "the picture, marked as deleted, was lost in a power cut", known("bool", False))
    )


@dataclass(frozen=True, slots=True)
class CameraLine:
    """One camera's frame in a picture. Values the line lacks are ``None``."""

    camera: str = field(
        metadata=member("id", "text", "the camera's name, such as `primary`", needed("text"))
    )
    state: str = field(
        metadata=member("state", "text", "`live`, `stale` or `lost`", needed("text"))
    )
    sequence: int | None = field(
        metadata=member("sequence", "int", "the camera's own counter")
    )
    gap: int | None = field(
        metadata=member("gap", "int", "frames of this camera lost since the line before: in the camera, in transit, late, unreadable, or skipped for one nearer in time to the other camera's; present even when the camera is gone")
    )
    timestamp_ns: int | None = field(
        metadata=member("timestampNs", "int", "when the frame was taken, in nanoseconds on `clock`")
    )
    clock: str | None = field(
        metadata=member("clock", "text", "`monotonic`: the driver's; `arrival`: taken as the frame came; `media`: of a file or scene, from 0")
    )
    utc_ns: int | None = field(
        metadata=member("utc", "time", "`timestampNs` in UTC, to the microsecond; live jobs only. Two pictures within a second are exactly as far apart as their stamps")
    )
    device_timestamp_ns: int | None = field(
        metadata=member("deviceTimestampNs", "int", "when the frame's exposure began by the camera's own clock, in nanoseconds of CLOCK_MONOTONIC; absent while it isn't known")
    )
    device_error_us: int | None = field(
        metadata=member("deviceErrorUs", "int", "the standard error of `deviceTimestampNs` in microseconds")
    )
    skew_us: int | None = field(
        metadata=member("skewUs", "int", "of three cameras and more: from the frame that leads the picture to this one, in microseconds")
    )
    bytes: int | None = field(
        metadata=member("bytes", "int", "the size of the camera's frame")
    )
    photo: str | None = field(
        metadata=member("photo", "text", "the name of the photo's file; a byte that isn't UTF-8 stands as one character of U+EF80 … U+EFFF, its value added to U+EF00")
    )
    format: str | None = field(
        metadata=member("format", "text", "the frame's pixel format, if it differs from the start")
    )
    width: int | None = field(
        metadata=member("width", "int", "the frame's width in pixels, if it differs from the start")
    )
    height: int | None = field(
        metadata=member("height", "int", "the frame's height in pixels, if it differs from the start")
    )
    reconnects: int | None = field(
        metadata=member("reconnects", "int", "times the camera was reopened; absent for none")
    )
    zoom: float = field(
        metadata=member("zoom", "float", "how many times cropping enlarges the frame's middle; absent for 1", known("float", 1.0))
    )
    masked: float = field(
        metadata=member("masked", "float", "the share of the frame that masks and `--redact` hide; absent for none", known("float", 0.0))
    )
    kept: str | None = field(
        metadata=member("kept", "text", "with `--keep-source inside`: `inside` if the picture gives the camera's frame back, `beside` if that lies in `sources`")
    )
    obstacle: str | None = field(
        metadata=member("obstacle", "text", "why this camera's frame was drawn from pixels in a spliced picture")
    )
    flags: tuple[str, ...] | None = field(
        metadata=member("flags", "text", "names with commas between them: `damaged`; `repeated`: an earlier frame is shown; `restarted`: the camera counts anew; `time-fallback`; `missing-huffman-tables`", j.texts)
    )
    rows_kept: int | None = field(
        metadata=member("rowsKept", "int", "of a damaged frame: readable rows of MCUs; the last good frame fills in the others")
    )
    rows: int | None = field(
        metadata=member("rows", "int", "of a damaged frame: all rows of MCUs")
    )

    @property
    def utc(self) -> datetime | None:
        """`timestampNs` in UTC, to the microsecond; live jobs only. Two pictures within a second are exactly as far apart as their stamps."""
        return j.moment(self.utc_ns)


@dataclass(frozen=True, slots=True)
class Control:
    """A V4L2 control as the driver read it back."""

    camera: str = field(
        metadata=member("camera", "text", "the camera's name", needed("text"))
    )
    name: str = field(
        metadata=member("name", "text", "the control's name", needed("text"))
    )
    value: int | None = field(
        metadata=member("value", "int", "its value, as the driver read it back")
    )


@dataclass(frozen=True, slots=True)
class NamedValue:
    """What a program or an instrument said. Values that are too old are ``None``."""

    name: str = field(
        metadata=member("name", "text", "its name", needed("text"))
    )
    number: float | None = field(
        metadata=member("number", "float", "a number, interpolated to the picture's time; absent once it is too old")
    )
    text: str | None = field(
        metadata=member("text", "text", "a text; absent once it is too old")
    )
    unit: str | None = field(
        metadata=member("unit", "text", "its source's unit")
    )
    age_ms: float | None = field(
        metadata=member("ageMs", "float", "milliseconds since it was said before the picture's time")
    )


@dataclass(frozen=True, slots=True)
class Horizon:
    """The horizon in this camera's frame."""

    angle_deg: float | None = field(
        metadata=member("angleDegrees", "float", "degrees; positive: the horizon rises to the right")
    )
    low_deg: float | None = field(
        metadata=member("interval90", "float", "the truth is between these bounds in nine cases of ten: the lower bound", bound(0))
    )
    high_deg: float | None = field(
        metadata=member("interval90", "float", "the truth is between these bounds in nine cases of ten: the higher bound", bound(1))
    )
    confidence: float | None = field(
        metadata=member("confidence", "float", "the probability of being within 1°")
    )
    sure: bool | None = field(
        metadata=member("sure", "bool", "about 19 of 20 such angles are within 1°")
    )
    witness: str | None = field(
        metadata=member("witness", "text", "who the angle is from: `picture`, `sensor` or `both` with a sensor of `--values`, `rig` or `pictureAndRig` with other cameras of a rig that moves; absent without these")
    )
    sensor_delay_ms: float | None = field(
        metadata=member("sensorDelayMs", "float", "how much later than frames the sensor's samples come, as learned from the pictures, in milliseconds")
    )
    sensor_mounting_deg: float | None = field(
        metadata=member("sensorMountingDegrees", "float", "the camera's roll where the sensor's is 0, as learned from the pictures")
    )
    sensor_turn_deg: float | None = field(
        metadata=member("sensorTurnDegrees", "float", "what the camera rolls by, as learned: 0 the sensor's roll, 90 its pitch, 180 and −90 the same with the other sign")
    )
    level_deg: float | None = field(
        metadata=member("levelDegrees", "float", "the roll that counts as level and from which `angleDegrees` is given; absent: 0")
    )
    pitch_deg: float | None = field(
        metadata=member("pitchDegrees", "float", "degrees; positive: the camera looks up; absent without evidence")
    )
    pitch_low_deg: float | None = field(
        metadata=member("pitchInterval90", "float", "its bounds, as those of the angle: the lower bound", bound(0))
    )
    pitch_high_deg: float | None = field(
        metadata=member("pitchInterval90", "float", "its bounds, as those of the angle: the higher bound", bound(1))
    )
    field_of_view_deg: float | None = field(
        metadata=member("fieldOfViewDegrees", "float", "degrees from the left to the right edge; absent if it isn't known to 10°")
    )
    field_of_view_low_deg: float | None = field(
        metadata=member("fieldOfViewInterval90", "float", "its bounds; `null` if it was given: the lower bound", bound(0))
    )
    field_of_view_high_deg: float | None = field(
        metadata=member("fieldOfViewInterval90", "float", "its bounds; `null` if it was given: the higher bound", bound(1))
    )
    state: str | None = field(
        metadata=member("state", "text", "`unknown`, `idle`, `near` or `snapped`")
    )


@dataclass(frozen=True, slots=True)
class Silhouette:
    """The subject's outline against the template's, if there are any."""

    template: str | None = field(
        metadata=member("template", "text", "the template's name")
    )
    path: str | None = field(
        metadata=member("path", "text", "the subject's outline: SVG path data in fractions of the viewfinder")
    )
    iou: float | None = field(
        metadata=member("iou", "float", "intersection over union of subject and template")
    )
    state: str | None = field(
        metadata=member("state", "text", "`unknown`, `idle`, `near` or `snapped`")
    )


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject, in fractions of the viewfinder from its top left corner, y down."""

    x: float | None = field(
        metadata=member("x", "float", "the box's left edge")
    )
    y: float | None = field(
        metadata=member("y", "float", "the box's top edge")
    )
    width: float | None = field(
        metadata=member("width", "float", "the box's width")
    )
    height: float | None = field(
        metadata=member("height", "float", "the box's height")
    )
    eyes_x: float | None = field(
        metadata=member("eyes", "float", "the middle between the eyes, if a face was found in the last second: a fraction of the viewfinder's width", coordinate("x"))
    )
    eyes_y: float | None = field(
        metadata=member("eyes", "float", "the middle between the eyes, if a face was found in the last second: a fraction of its height, downwards", coordinate("y"))
    )
    power_point: int | None = field(
        metadata=member("powerPoint", "int", "the grid's nearest power point, from 0")
    )
    distance: float | None = field(
        metadata=member("distance", "float", "from the eyes, or else from the box's centre, to that point, a fraction of the viewfinder's diagonal; 1 if there is none")
    )
    state: str | None = field(
        metadata=member("state", "text", "`unknown`, `idle`, `near` or `snapped`")
    )


@dataclass(frozen=True, slots=True)
class OneSubject:
    """One of several."""

    id: int | None = field(
        metadata=member("id", "int", "the same while a body is followed, through crossings, touches, and up to a second in which it is lost")
    )
    x: float | None = field(
        metadata=member("x", "float", "the left edge of the box around its outline")
    )
    y: float | None = field(
        metadata=member("y", "float", "the box's top edge, downwards")
    )
    width: float | None = field(
        metadata=member("width", "float", "the box's width")
    )
    height: float | None = field(
        metadata=member("height", "float", "the box's height")
    )
    path: str = field(
        metadata=member("path", "text", "its outline: SVG path data in fractions of the viewfinder", needed("text"))
    )


@dataclass(frozen=True, slots=True)
class Composition:
    """How the picture is composed."""

    headroom: float | None = field(
        metadata=member("headroom", "float", "above the head of a subject with a face, a fraction of the viewfinder's height")
    )
    lead_room: float | None = field(
        metadata=member("leadRoom", "float", "where the subject goes or looks, a fraction of the viewfinder's width")
    )
    leads: str | None = field(
        metadata=member("leads", "text", "where that is: `left` or `right`")
    )
    axis: float | None = field(
        metadata=member("axis", "float", "where the axis of symmetry is, if there is one, a fraction of the viewfinder's width")
    )
    symmetry: float | None = field(
        metadata=member("symmetry", "float", "the probability that left and right mirror one another")
    )


@dataclass(frozen=True, slots=True)
class Focus:
    """How sharp the frame is."""

    sharpness: float | None = field(
        metadata=member("sharpness", "float", "the focus meter's sharpness")
    )
    share: float | None = field(
        metadata=member("share", "float", "sharpness as a share of the best of the last seconds")
    )
    state: str | None = field(
        metadata=member("state", "text", "`unknown`, `idle`, `near` or `snapped`")
    )


@dataclass(frozen=True, slots=True)
class Exposure:
    """How bright the frame is."""

    mean: float | None = field(
        metadata=member("mean", "float", "mean luma")
    )
    clipped_high: float | None = field(
        metadata=member("clippedHigh", "float", "the share of blown-out pixels")
    )
    clipped_low: float | None = field(
        metadata=member("clippedLow", "float", "the share of black pixels")
    )
    state: str | None = field(
        metadata=member("state", "text", "`unknown`, `idle`, `near` or `snapped`")
    )


PARTS: dict[str, type] = {"horizon": Horizon, "silhouette": Silhouette, "subject": Subject, "composition": Composition, "focus": Focus, "exposure": Exposure}
"""The guides by key, in their order."""


@dataclass(frozen=True, slots=True)
class GuideParts:
    """One camera's guides; those the line lacks are ``None``."""

    horizon: Horizon | None
    silhouette: Silhouette | None
    subject: Subject | None
    composition: Composition | None
    focus: Focus | None
    exposure: Exposure | None
