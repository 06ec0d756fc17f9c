"""Rows of readings: every frame's guides, from the lines of ``analyze`` and ``annotate``."""

from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from . import jsonvalues as j
from .columns import TABLES, Column, guide_values
from .errors import LineError
from .lines import parse_guides, parse_line
from .manifest import LONGEST, RawLine
from .members import CameraLine
from .names import is_index
from .plan import Piece
from .rows import arrow_field, import_pyarrow

if TYPE_CHECKING:
    import pyarrow

# Outlines stay in the lines: they are longer than everything else.
_ALL = [column for column in TABLES["guides"].columns if not column.is_key]
_GUIDES = [column for column in _ALL if column.name != "silhouette_path"]
_guides = itemgetter(*(_ALL.index(column) for column in _GUIDES))

ROW = "a frame and a camera that has guides in it; a frame without any has one row without a camera"
COLUMNS: tuple[Column, ...] = (
    Column("recording", "text", "the piece's output, of parts of one input without the part's number", True),
    Column("part", "int", "the part's number, from 0; missing if the input wasn't cut"),
    Column("index", "int", "the frame's number, counted from the recording's beginning", True),
    Column("seconds", "float", "its time since the recording's beginning; photographs have none, nor do some that couldn't be read"),
    Column("utc", "time", "its time in UTC, if the line has it"),
    Column("camera", "text", "its name, such as `primary`; missing if the frame has no guides"),
    *_GUIDES,
    Column("damaged", "bool", "whether the camera's frame was damaged, and readable in part"),
    Column("hint", "text", "the hint to the person behind the camera"),
    Column("file", "text", "the picture's file: of photographs, and of annotated recordings"),
    Column("error", "text", "why the frame couldn't be read"),
)
"""The columns of readings."""

ENCODED = ("recording", "camera")
"""Columns that repeat a few texts: Arrow stores each once."""

Row = tuple[Any, ...]
_NOTHING = (None,) * len(_GUIDES)


def arrow_schema() -> "pyarrow.Schema":
    """The columns as Arrow types, with each field's meaning as metadata. MissingPackage without pyarrow."""
    pa = import_pyarrow()
    encoded = pa.dictionary(pa.int32(), pa.string())
    return pa.schema([arrow_field(column, encoded if column.name in ENCODED else None) for column in COLUMNS])


class PieceReader:
    """Turns a piece's lines into rows, one by one."""

    def __init__(self, piece: Piece, job: str) -> None:
        self._recording, self._part = piece.recording, piece.part
        is_analyzed = job == "analyze"
        self._parse = _analyzed if is_analyzed else _annotated
        # An annotated part is a recording, which counts from its own start.
        self._first = 0 if is_analyzed else piece.first
        # To the job the analyzed camera is the first, whichever it is in the recording.
        self._camera = piece.cameras[0] if is_analyzed and piece.cameras else None
        self._last = -1

    def rows(self, raw: RawLine) -> Iterator[Row]:
        """The rows of one line, in the order of ``COLUMNS``.

        Raises:
            LineError: the line can't be used.
        """
        if not raw.is_whole:
            raise LineError("the last line isn't whole: the file was cut off")
        if raw.is_too_long:
            raise LineError(f"longer than {LONGEST >> 20} MiB")
        index, found = self._parse(raw.data)
        if index <= self._last:
            raise LineError(f"frame {index} comes after frame {self._last}")
        self._last = index
        for seconds, utc, camera, *rest in found:
            name = self._camera if self._camera and camera == "primary" else camera
            yield (self._recording, self._part, index + self._first, seconds, utc, name, *rest)


def _analyzed(data: bytes) -> tuple[int, list[Row]]:
    """From a line of ``dualcam analyze``: the frame's number, and for each camera the columns from ``seconds`` on."""
    values = j.parse_object(data)
    index = j.required(j.integer, values, "index")
    if not is_index(index):
        raise LineError(f"{index} can't be a frame's number")
    hud = values.get("hud")
    found = [parse_guides(one) for one in ([hud] if type(hud) is dict else j.children(values, "hud") or ())]
    error, hint, file = j.text(values, "error"), j.text(values, "hint"), j.text(values, "file")
    if hud is None and error is None:
        raise LineError("neither “hud” nor “error” is there")
    if len({one.camera for one in found}) != len(found):
        raise LineError("“hud” has one camera twice")
    # Only photographs have a file here; each is analyzed alone, at time 0.
    seconds = _seconds(j.integer(values, "timestampNs"))
    head = (None if file is not None else seconds, j.utc_ns(values, "utc"))
    tail = (j.flag(values, "damaged") or False, hint, file, error)
    return index, [(*head, one.camera, *_guides(guide_values(one)), *tail) for one in found] or [(*head, None, *_NOTHING, *tail)]


def _annotated(data: bytes) -> tuple[int, list[Row]]:
    """The same from a line of an annotated recording."""
    line = parse_line(data, needs_file=True)
    cameras = {one.camera: one for one in line.cameras}
    # The first camera with a time drove the picture.
    driver = next((one for one in line.cameras if one.timestamp_ns is not None), None)
    # Only a file's time counts from its beginning.
    seconds = _seconds(driver.timestamp_ns) if driver and driver.clock in (None, "media") else None
    head = (seconds, driver.utc_ns if driver else None)
    rows = [
        (*head, one.camera, *_guides(guide_values(one)), _is_damaged(cameras.get(one.camera)), line.hint, line.file, None)
        for one in line.guides
    ]
    if not rows:
        damaged = any(_is_damaged(one) for one in line.cameras)
        rows = [(*head, None, *_NOTHING, damaged, line.hint, line.file, None)]
    return line.index, rows


def _seconds(nanoseconds: int | None) -> float | None:
    return None if nanoseconds is None else nanoseconds / 1e9


def _is_damaged(camera: CameraLine | None) -> bool:
    return camera is not None and "damaged" in (camera.flags or ())
