"""Recordings with times of one's choice, as robots' are made."""

import pathlib
from collections.abc import Iterable, Mapping
from typing import Any

from conftest import Folder, jpeg, line

SIZE = (32, 24)


def shot(index: int, ms: float, *, cameras: Iterable[str] = ("primary",), **more: Any) -> dict[str, Any]:
    """A line whose cameras all took their frames at ``ms``, and whose guides say the index."""
    found = [{"id": name, "state": "live", "sequence": index, "gap": 0, "timestampNs": 5_000_000_000 + round(ms * 1e6),
              "clock": "monotonic", "bytes": 9, "flags": []} for name in cameras]
    hud = [{"camera": name, "grid": "thirds", "horizon": {"angleDegrees": index / 8, "confidence": 0.5, "state": "near"},
            "subject": None} for name in cameras]
    return line(index, cameras=found, hud=hud, **more)


def record(folder: pathlib.Path, lines: Iterable[Mapping[str, Any]], *, kept: Iterable[str] = ("primary",),
           segment: int | None = None, **more: Any) -> pathlib.Path:
    """Writes a recording with all pictures, and the frames of the kept cameras."""
    lines = list(lines)
    indices = [one["index"] for one in lines]
    Folder(folder).write(lines, indices, segment=segment, size=SIZE, **more)
    place = folder if segment is None else folder / f"{segment:06}"
    for at, camera in enumerate(kept):
        (place / "sources").mkdir(exist_ok=True)
        for index in indices:
            (place / "sources" / f"{index:06}.{camera}.jpg").write_bytes(jpeg(at + 1, index, SIZE))
    return folder
