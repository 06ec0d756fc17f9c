"""Recordings of dualcam: tables, pictures, live lines, plots.

    >>> import dualcam
    >>> rec = dualcam.Recording("out/lab")
    >>> rec.frames, rec.cameras, rec.guides, rec.stages, rec.controls, rec.values
    >>> rec[170].array, rec[170].viewfinder("primary")
    >>> rec.plot()

Archives that many machines annotate or analyze: plans, and the readings of all frames as one dataset.

    >>> plan = dualcam.Plan("again.plan")
    >>> dualcam.readings("parquet").count_rows()

Recordings as a dataset for LeRobot.

    >>> dualcam.write_lerobot("out/lab", "dataset", task="look around")
"""

from .columns import TABLES, Column, Schema
from .embedded import cameras_inside, frame_inside
from .episodes import Episode, Episodes
from .errors import (
    BadPicture,
    BadPlan,
    CannotCreate,
    DualcamError,
    LineError,
    MissingPackage,
    MissingPicture,
    NoEpisodes,
    NoLayout,
    NoPermission,
    NoReadings,
    NoSuchPicture,
    NoSuchPlan,
    NoSuchRecording,
    NoSuchShard,
    NotARecording,
    OtherPlan,
    RecordingWarning,
    UnreadableFile,
    UnwritableFile,
)
from .lerobot import LeRobotDataset, write_lerobot
from .lines import Guides, Line, parse_line
from .live import live
from .members import CameraLine, Composition, Control, Exposure, Focus, Horizon, NamedValue, Silhouette, Subject
from .parquet import ShardReadings, readings, write_readings
from .pictures import Picture, Pictures
from .plan import Piece, Plan, Shard
from .problems import Problem
from .recording import Recording
from .session import Layout, Session, Source, Viewfinder
from .version import VERSION as __version__

__all__ = [
    "TABLES", "BadPicture", "BadPlan", "CameraLine", "CannotCreate", "Column", "Composition", "Control", "DualcamError",
    "Episode", "Episodes", "Exposure", "Focus", "Guides", "Horizon", "Layout", "LeRobotDataset", "Line", "LineError",
    "MissingPackage", "MissingPicture", "NamedValue", "NoEpisodes", "NoLayout", "NoPermission", "NoReadings", "NoSuchPicture",
    "NoSuchPlan", "NoSuchRecording", "NoSuchShard", "NotARecording", "OtherPlan", "Picture", "Pictures", "Piece", "Plan",
    "Problem", "Recording", "RecordingWarning", "Schema", "Session", "Shard", "ShardReadings", "Silhouette", "Source",
    "Subject", "UnreadableFile", "UnwritableFile", "Viewfinder", "__version__", "cameras_inside", "frame_inside", "live",
    "parse_line", "readings", "write_lerobot", "write_readings",
]
