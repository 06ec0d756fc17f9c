"""Recordings of dualcam: tables, pictures, live lines, plots.

    >>> import dualcam
    >>> rec = dualcam.Recording("out/lab")
    >>> rec.frames, rec.cameras, rec.guides, rec.stages, rec.controls
    >>> rec[170].array, rec[170].viewfinder("primary")
    >>> rec.plot()
"""

from .columns import TABLES, Column, Schema
from .errors import (
    BadPicture,
    DualcamError,
    LineError,
    MissingPackage,
    MissingPicture,
    NoLayout,
    NoPermission,
    NoSuchPicture,
    NoSuchRecording,
    NotARecording,
    RecordingWarning,
    UnreadableFile,
)
from .lines import CameraLine, Control, Exposure, Focus, Guides, Horizon, Line, Silhouette, Subject, parse_line
from .live import live
from .pictures import Picture, Pictures
from .problems import Problem
from .recording import Recording
from .session import Layout, Session, Source, Viewfinder
from .version import VERSION as __version__

__all__ = [
    "TABLES", "BadPicture", "CameraLine", "Column", "Control", "DualcamError", "Exposure", "Focus", "Guides", "Horizon", "Layout",
    "Line", "LineError", "MissingPackage", "MissingPicture", "NoLayout", "NoPermission", "NoSuchPicture", "NoSuchRecording",
    "NotARecording", "Picture", "Pictures", "Problem", "Recording", "RecordingWarning", "Schema", "Session", "Silhouette",
    "Source", "Subject", "UnreadableFile", "Viewfinder", "__version__", "live", "parse_line",
]
