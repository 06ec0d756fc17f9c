"""Hand-made plans and results."""

import hashlib
import json
import pathlib
from collections.abc import Iterable
from typing import Any

ZEROS = "0" * 64


def reading(index: int, angle: float | None = 0.5, *, rate: float = 30, confidence: float = 0.8, **more: Any) -> dict[str, Any]:
    """A line of ``dualcam analyze``."""
    horizon = {
        "angleDegrees": angle, "interval90": None if angle is None else [round(angle - 1.5, 2), round(angle + 1.5, 2)],
        "confidence": confidence, "state": "unknown" if angle is None else "near",
    }
    hud = [{"camera": "primary", "grid": "thirds", "horizon": horizon, "subject": None}]
    return {"index": index, "timestampNs": round(index * 1e9 / rate), "hud": hud, "hint": None, **more}


def piece(output: str, name: str | None = None, **more: Any) -> dict[str, Any]:
    """A piece of a plan; ``name`` is the input's name if it is cut."""
    known = {"kind": "film", "bytes": 123, "first": 0, "frames": 3, "warmUp": 0, "isPart": name is not None, "sha256": [ZEROS]}
    return {"output": output, "input": f"archive/{name or output}", **known, **more}


def write_plan(path: pathlib.Path, shards: Iterable[list[dict[str, Any]]], job: str = "analyze", **more: Any) -> pathlib.Path:
    """Writes a plan of shards, each a list of pieces."""
    header = {"plan": 1, "job": job, "tool": {"version": "0.1.0", "sha256": ZEROS}, "settings": ["--grid", "phi"], "result": path.stem}
    lines = [header | more]
    lines += [{"shard": k, "frames": 3 * len(one), "seconds": 0.5, "pieces": one} for k, one in enumerate(shards)]
    return write_lines(path, lines)


def write_lines(path: pathlib.Path, lines: list[dict[str, Any]], **end: Any) -> pathlib.Path:
    """Writes a plan from a header and the shards' lines."""
    body, offsets = b"", []
    data = []
    at = 0
    for line in lines:
        offsets.append(at)
        data.append(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        at += len(data[-1])
    extra = b'{"leftOut":"archive/notes.txt","why":"no film"}\n'
    body = b"".join(data) + extra
    index = len(body)
    body += b"".join(b"%016x\n" % offset for offset in offsets[1:])
    pieces = sum(len(one.get("pieces", [])) for one in lines[1:])
    footer = {"end": 1, "shards": len(lines) - 1, "pieces": pieces, "frames": 3 * pieces, "seconds": 1.5, "index": index,
              "id": hashlib.sha256(body).hexdigest()}
    path.write_bytes(body + json.dumps(footer | end, separators=(",", ":")).encode() + b"\n")
    return path


def output(plan: Any, number: int, contents: dict[str, Any], *, done: bool = True, sums: bool = True) -> None:
    """Writes a shard's outputs (lines or bytes, by the output's name), and marks it done on the board."""
    told = []
    for name, lines in contents.items():
        data = lines if isinstance(lines, bytes) else b"".join(
            (one if isinstance(one, bytes) else json.dumps(one, separators=(",", ":")).encode()) + b"\n" for one in lines
        )
        file = "readings.jsonl" if plan.job == "analyze" else "frames.jsonl"
        folder = pathlib.Path(plan.result) / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(data)
        told.append(f"{hashlib.sha256(data).hexdigest()}  {name}/{file}\n")
    board = pathlib.Path(plan.board(number, "done"))
    board.parent.mkdir(parents=True, exist_ok=True)
    if sums:
        board.with_suffix(".sums").write_text("".join(told))
    if done:
        board.write_text('{"shard":%d}\n' % number)
