"""The columns of every table: names, types, meanings. Every recording's tables have exactly these."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from .lines import Guides, Line

Kind = Literal["int", "float", "bool", "text", "time"]
"""``int``: 64 bits. ``time``: nanoseconds since 1970, UTC."""


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
_CAMERA = Column("camera", "text", "`primary` or `secondary`", True)


def _frame_rows(line: Line) -> Iterator[tuple[Any, ...]]:
    mcus = line.mcus
    yield (
        line.index, line.file, True, None, None, line.composer, line.composer_reason,
        *(mcus.get(name) for name in ("copied", "recoded", "redrawn", "coded", "kept")),
        line.skew_us, line.hint, line.glass, line.latency_ms, line.utc_error_us, line.utc_step_us,
        line.still, line.deleted, None, line.lost, line.recovered,
    )


def bare_frame(index: int, file: str) -> tuple[Any, ...]:
    """The row of a picture without a line."""
    known = {"index": index, "file": file, "has_line": False, "deleted": False}
    return tuple(known.get(column.name) for column in TABLES["frames"].columns[1:])


def _camera_rows(line: Line) -> Iterator[tuple[Any, ...]]:
    for one in line.cameras:
        yield (
            line.index, one.camera, one.state, one.sequence, one.gap, one.timestamp_ns, one.clock, one.utc_ns, one.bytes,
            one.format, one.width, one.height, one.reconnects, one.zoom, one.obstacle,
            None if one.flags is None else ",".join(one.flags), one.rows_kept, one.rows,
        )


def _guide_rows(line: Line) -> Iterator[tuple[Any, ...]]:
    for one in line.guides:
        silhouette = one.silhouette
        yield (line.index, one.camera, *guide_values(one, silhouette.path if silhouette else None))


def guide_values(one: Guides, *path: str | None) -> tuple[Any, ...]:
    """One camera's values in ``guides``, from ``grid`` on; the outline only if given."""
    horizon, subject, silhouette, focus, exposure = one.horizon, one.subject, one.silhouette, one.focus, one.exposure
    return (
        one.grid,
        *((horizon.angle_deg, horizon.low_deg, horizon.high_deg, horizon.confidence, horizon.state) if horizon else _NONE[:5]),
        *((subject.x, subject.y, subject.width, subject.height, subject.power_point, subject.distance, subject.state)
          if subject else _NONE[:7]),
        *((silhouette.template, silhouette.iou, silhouette.state) if silhouette else _NONE[:3]),
        *path,
        *((focus.sharpness, focus.share, focus.state) if focus else _NONE[:3]),
        *((exposure.mean, exposure.clipped_high, exposure.clipped_low, exposure.state) if exposure else _NONE[:4]),
    )


_NONE = (None,) * 7


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
            Column("state", "text", "`live`, `stale` or `lost`"),
            Column("sequence", "int", "the source's own counter"),
            Column("gap", "int", "frames of this camera lost since the line before"),
            Column("timestamp_ns", "int", "the frame's time in ns, on `clock`"),
            Column("clock", "text", "`monotonic`, `arrival` or `media`"),
            Column("utc", "time", "the frame's time in UTC"),
            Column("bytes", "int", "size of the camera's frame"),
            Column("format", "text", "the frame's format, if it differs from the start"),
            Column("width", "int", "the frame's width in pixels, if it differs from the start"),
            Column("height", "int", "the frame's height in pixels, if it differs from the start"),
            Column("reconnects", "int", "times the camera was reopened; missing if never"),
            Column("zoom", "float", "how many times the frame's middle is enlarged by cropping"),
            Column("obstacle", "text", "why the frame wasn't carried over in a spliced picture"),
            Column("flags", "text", "names with commas between them, such as `damaged`; empty if there are none"),
            Column("rows_kept", "int", "of a damaged frame: readable rows of MCUs"),
            Column("rows", "int", "of a damaged frame: all rows of MCUs"),
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
            Column("horizon_angle_deg", "float", "degrees; positive: the horizon rises to the right"),
            Column("horizon_low_deg", "float", "lower bound; the truth is between the bounds in nine of ten cases"),
            Column("horizon_high_deg", "float", "upper bound"),
            Column("horizon_confidence", "float", "probability that the angle is within 1°, 0 to 1"),
            Column("horizon_state", "text", "`unknown`, `idle`, `near` or `snapped`"),
            Column("subject_x", "float", "the box's left edge, a fraction of the viewfinder's width"),
            Column("subject_y", "float", "the box's top edge, a fraction of the viewfinder's height, downwards"),
            Column("subject_width", "float", "the box's width, a fraction of the viewfinder's"),
            Column("subject_height", "float", "the box's height, a fraction of the viewfinder's"),
            Column("subject_power_point", "int", "the grid's nearest power point, from 0"),
            Column("subject_distance", "float", "from the box's centre to it, a share of the viewfinder's diagonal"),
            Column("subject_state", "text", "`unknown`, `idle`, `near` or `snapped`"),
            Column("silhouette_template", "text", "the template's name"),
            Column("silhouette_iou", "float", "intersection over union of subject and template, 0 to 1"),
            Column("silhouette_state", "text", "`unknown`, `idle`, `near` or `snapped`"),
            Column("silhouette_path", "text", "the subject's outline: SVG path data in fractions of the viewfinder"),
            Column("focus_sharpness", "float", "the focus meter's sharpness"),
            Column("focus_share", "float", "sharpness as a share of the best of the last seconds, 0 to 1"),
            Column("focus_state", "text", "`unknown`, `idle`, `near` or `snapped`"),
            Column("exposure_mean", "float", "mean luma, 0 to 1"),
            Column("exposure_clipped_high", "float", "share of blown-out pixels, 0 to 1"),
            Column("exposure_clipped_low", "float", "share of black pixels, 0 to 1"),
            Column("exposure_state", "text", "`unknown`, `idle`, `near` or `snapped`"),
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
