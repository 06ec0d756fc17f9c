"""The names in a recording's folder."""

import re

MANIFEST = "frames.jsonl"
SESSION = "session.json"
DELETED = "deleted.json"
FREED = "freed.json"
KEPT = "sources"

_FILE = re.compile(r"(\d{6}|[1-9]\d{6,17})\.(?:jpg|jxl)", re.ASCII)
_CAMERA = re.compile(r"[a-z][a-z0-9_]{0,23}")
_KEPT_FILE = re.compile(rf"(\d{{6}}|[1-9]\d{{6,17}})\.({_CAMERA.pattern})\.(?:jpg|jxl)", re.ASCII)
_SEGMENT = re.compile(r"\d{6}|[1-9]\d{6,17}", re.ASCII)


def file_name(index: int) -> str:
    """The file of picture ``index``, as ``000042.jpg``."""
    return f"{index:06}.jpg"


def is_index(index: int) -> bool:
    """Whether a picture can have this number: names have at most 18 digits."""
    return 0 <= index < 10**18


def file_index(name: str) -> int | None:
    """The number in a picture's file name, packed or not; ``None`` for other names and for spellings dualcam doesn't use."""
    match = _FILE.fullmatch(name)
    return int(match[1]) if match else None


def is_camera(name: str) -> bool:
    """Whether a camera can have this name, which becomes part of file names."""
    return _CAMERA.fullmatch(name) is not None


def kept_name(index: int, camera: str) -> str:
    """A camera's own frame of picture ``index``, as ``sources/000042.primary.jpg``."""
    return f"{KEPT}/{index:06}.{camera}.jpg"


def kept_frame(name: str) -> tuple[str, int] | None:
    """The camera and the picture's number in the name of a kept frame, packed or not; ``None`` for other names."""
    match = _KEPT_FILE.fullmatch(name)
    return (match[2], int(match[1])) if match else None


def segment_name(number: int) -> str:
    """The folder of segment ``number``, as ``000003``."""
    return f"{number:06}"


def segment_number(name: str) -> int | None:
    """The number in a segment's name; ``None`` for other names."""
    return int(name) if _SEGMENT.fullmatch(name) else None
