"""Hand-made recordings, and real ones."""

import io
import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import matplotlib
import pytest
from PIL import Image

matplotlib.use("agg")

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIDTH, HEIGHT = 48, 32


def colour(segment: int, index: int) -> tuple[int, int, int]:
    """The colour of a hand-made picture: different for each, far enough apart to survive JPEG."""
    return (index * 40 % 256, segment * 60 % 256, index // 6 * 40 % 256)


def jpeg(segment: int, index: int, size: tuple[int, int] = (WIDTH, HEIGHT)) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size, colour(segment, index)).save(file, "JPEG", quality=95, subsampling=0)
    return file.getvalue()


def line(index: int, segment: int = 0, **more: Any) -> dict[str, Any]:
    """A line in which every value is unique to this picture."""
    own = segment * 1000 + index
    return {
        "index": index, "file": f"{index:06}.jpg", "composer": "splice", "mcus": {"copied": own, "kept": own + 1}, "skewUs": own,
        "cameras": [
            {"id": name, "state": "live", "sequence": own * 10 + at, "gap": own % 3, "timestampNs": own * 33_000_000 + 7,
             "clock": "monotonic", "bytes": own + 5, "flags": ["damaged", "repeated"] if own % 2 else []}
            for at, name in enumerate(("primary", "secondary"))
        ],
        "hud": [
            {"camera": "primary", "grid": "thirds",
             "horizon": {"angleDegrees": own / 8, "interval90": [own / 8 - 1, own / 8 + 1], "confidence": 0.5, "levelDegrees": -1.25,
                         "pitchDegrees": own / 16, "pitchInterval90": [own / 16 - 2, own / 16 + 2],
                         "fieldOfViewDegrees": 64.0, "fieldOfViewInterval90": [60.5, 68], "state": "near"},
             "subject": {"x": own / 4096, "y": 0.25, "width": 0.5, "height": 0.5, "eyes": {"x": 0.5, "y": 0.375}, "powerPoint": 2,
                         "distance": 0.125, "state": "idle"}},
        ],
        "hint": f"hint {own}", "stagesMs": {"decode": own / 4, "encode": own / 2}, "latencyMs": own / 16, "inkBlocks": own, **more,
    }


def session(layout: tuple[int, int] = (WIDTH, HEIGHT), first: int = 0, **more: Any) -> dict[str, Any]:
    width, height = layout
    return {
        "tool": "dualcam", "version": "0.1.0", "startedAt": "2026-11-24T06:37:05Z", "endedAt": "2026-11-24T06:38:05Z",
        "sources": [{"id": "primary", "name": "A camera", "specification": "/dev/video0", "asked": {}, "differences": [],
                     "negotiated": {"format": "mjpeg", "width": 16, "height": 16, "fps": 30}}],
        "layout": {"mode": "side-by-side", "scale": 1, "canvas": {"width": width, "height": height}, "viewfinders": [
            {"camera": "primary", "x": 8, "y": 4, "width": 16, "height": 12},
            {"camera": "secondary", "x": 24, "y": 4, "width": width - 24, "height": 8}]},
        "settings": {"grid": "thirds"}, "firstIndex": first, "totals": {"frames": 1}, **more,
    }


class Folder:
    """Writes recordings."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path

    def write(self, lines: Iterable[Any], files: Iterable[int] = (), *, segment: int | None = None, tail: bytes = b"",
              size: tuple[int, int] = (WIDTH, HEIGHT), about: Any = None) -> pathlib.Path:
        """Writes a recording or segment from dictionaries (or bytes) and picture numbers."""
        folder = self.path if segment is None else self.path / f"{segment:06}"
        folder.mkdir(parents=True, exist_ok=True)
        data = [one if isinstance(one, bytes) else json.dumps(one, ensure_ascii=False).encode() for one in lines]
        (folder / "frames.jsonl").write_bytes(b"".join(one + b"\n" for one in data) + tail)
        (folder / "session.json").write_text(json.dumps(session(size) if about is None else about))
        for index in files:
            (folder / f"{index:06}.jpg").write_bytes(jpeg(segment or 0, index, size))
        return self.path


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> Folder:
    return Folder(tmp_path / "rec")


@pytest.fixture(scope="session")
def dualcam() -> str:
    """The program that $DUALCAM names."""
    program = os.environ.get("DUALCAM")
    if not program:
        pytest.skip("DUALCAM names no program")
    assert os.access(program, os.X_OK), program
    return program


@pytest.fixture(scope="session")
def recordings(dualcam: str, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Real recordings: plain, segments, walker."""
    folder = tmp_path_factory.mktemp("real")
    small = ["--primary", "synth:coast?w=320&h=240&fps=30&roll=4", "--secondary", "synth:walker?w=320&h=240&fps=30"]
    for arguments in (
        ["record", *small, "--frames", "30", "-o", "plain"],
        ["record", *small, "--duration", "3s", "--segment", "1s", "-o", "segments"],
        ["annotate", "--primary", "synth:walker?w=640&h=360&frames=120", "-o", "walker"],
    ):
        run(dualcam, *arguments, cwd=folder)
    return folder


def run(*command: str, cwd: pathlib.Path | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def module(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """``python -m dualcam``."""
    return subprocess.run([sys.executable, "-m", "dualcam", *arguments], capture_output=True, text=True, timeout=120)
