"""A recording in a few lines."""

import os
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from .recording import Recording


def summary(rec: "Recording") -> str:
    """A table of two columns: names and figures."""
    rows = [("recording", os.path.abspath(rec.path)), ("pictures", _pictures(rec)), *_times(rec)]
    for camera, table in rec.cameras.groupby(level="camera"):
        rows.append((str(camera), _camera(table)))
    if text := skew(rec.frames, rec.cameras):
        rows.append(("skew", text))
    for camera, table in rec.guides.groupby(level="camera"):
        if text := _horizon(table):
            rows.append((f"horizon, {camera}", text))
    latency = rec.frames["latency_ms"].dropna().to_numpy(np.float64)
    if len(latency):
        median, late = np.percentile(latency, [50, 99])
        rows.append(("latency", f"median {median:.1f} ms, 99 % below {late:.1f} ms, worst {latency.max():.1f} ms"))
    count = len(rec.problems)
    rows.append(("problems", "none" if count == 0 else f"{count}, on standard error"))
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {text}" for name, text in rows)


def _count(number: int, one: str, more: str | None = None) -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"


def _pictures(rec: "Recording") -> str:
    frames = rec.frames
    text = str(len(frames))
    if rec.is_segmented:
        text += f" in {_count(len(rec.segments), 'segment')}"
    gone = ~frames["has_file"]
    parts = [
        (frames["deleted"] & ~frames["lost"].fillna(False), "deleted"),
        (frames["freed"], "freed"),
        (frames["lost"].fillna(False), "lost in a power cut"),
        (gone & ~frames["deleted"] & ~frames["freed"], "missing"),
        (~frames["has_line"], "without a line"),
        (frames["recovered"].fillna(False), "recovered"),
    ]
    found = [f"{int(rows.sum())} {name}" for rows, name in parts if rows.any()]
    return f"{text}: {', '.join([f'{len(rec.pictures)} there', *found])}"


def _times(rec: "Recording") -> list[tuple[str, str]]:
    runs = [run for session in rec.sessions.values() if session is not None for run in session.runs]
    rows = []
    if runs and runs[0].started_at:
        end = runs[-1].ended_at or "it runs still, or was killed"
        rows.append(("time", f"{runs[0].started_at} to {end}"))
    return rows


def _camera(table: pd.DataFrame) -> str:
    states = ", ".join(f"{count} {state}" for state, count in table["state"].value_counts().items())
    return f"{states}; {_count(int(table['gap'].sum()), 'frame')} lost"


def skew(frames: pd.DataFrame, cameras: pd.DataFrame) -> str | None:
    """How far the cameras' frames of a picture are apart; of three cameras and more, each one's from the leader's."""
    tables = {"": frames["skew_us"]}
    if "skew_us" in cameras and cameras["skew_us"].notna().any():
        own = cameras.loc[cameras["state"] == "live", "skew_us"].dropna()
        # Lines don't name the leader, which is at 0.
        level = own[own == 0]
        own = own.drop(level.index[~level.droplevel("camera").index.duplicated()])
        tables = {f"{camera} ": table for camera, table in own.groupby(level="camera")}
    parts = []
    for camera, table in tables.items():
        skews = table.dropna().to_numpy(np.float64) / 1000
        if len(skews):
            median, late = np.percentile(np.abs(skews), [50, 95])
            parts.append(f"{camera}median {median:.1f} ms, p95 {late:.1f}, worst {np.abs(skews).max():.1f}")
    return "; ".join(parts) or None


def _horizon(table: pd.DataFrame) -> str | None:
    angles = table["horizon_angle_deg"].dropna().to_numpy(np.float64)
    if not len(angles):
        return None
    low, median, high = np.percentile(angles, [5, 50, 95])
    sure = table["horizon_confidence"].median()
    text = f"median {median:.1f}°, 90 % of pictures from {low:.1f}° to {high:.1f}°"
    return text if pd.isna(sure) else f"{text}, median confidence {sure:.2f}"
