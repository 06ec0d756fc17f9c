"""Episodes: stretches of recordings, laid on an even grid of time."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .errors import NoEpisodes
from .recording import Recording

CANVAS = "canvas"
"""The annotated picture, beside the cameras' own."""

_SECOND = 1_000_000_000
_GAP = 0.5
_ROWS = 3


@dataclass(frozen=True, slots=True)
class Episode:
    """A stretch of one run without a gap, a row for each tick of a clock with ``fps`` ticks a second.

    Attributes:
        pictures: each row's picture: the one nearest in time.
        seconds: rows × cameras: when each camera took its frame, from the first row on.
        repeated: rows that show the picture of the row before.
        worst_ms: how far a row's picture is from its tick at most.
    """

    recording: Recording
    segment: int
    pictures: NDArray[np.int64]
    seconds: NDArray[np.float64]
    repeated: int
    worst_ms: float

    def __len__(self) -> int:
        return len(self.pictures)


@dataclass(frozen=True, slots=True)
class Episodes:
    """The episodes of some recordings.

    Attributes:
        cameras: the cameras in every picture.
        images: what there is a picture of in each row: cameras whose own frames were kept, and ``canvas`` if one's weren't.
        left_out: pictures in the recordings that are in no row.
    """

    fps: int
    cameras: tuple[str, ...]
    images: tuple[str, ...]
    episodes: tuple[Episode, ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class _Run:
    """The usable pictures of one run of a segment, in the order of their times."""

    recording: Recording
    segment: int
    pictures: NDArray[np.int64]
    times: NDArray[np.int64]
    """Pictures × cameras, in ns."""
    own: NDArray[np.int64]
    """The time of each picture: that of the camera with most frames."""


def find_episodes(recordings: Sequence[Recording], fps: int | None = None, gap: float | None = None) -> Episodes:
    """The episodes of recordings of the same cameras.

    A picture counts if each camera was live in it, and each image is there and whole.

    Args:
        fps: rows a second; by default the pictures' median rate, to the next whole number.
        gap: seconds without a picture that end an episode; by default half a second, or three rows if they last longer.

    Raises:
        NoEpisodes: there are none, or the recordings' cameras or images differ.
    """
    frames = [rec.frames for rec in recordings]
    tables = [
        (rec, number, table[table.index.get_level_values("segment") == number])
        for rec, table in zip(recordings, frames, strict=True) for number in rec.segments
    ]
    parts = [one for one in tables if one[2]["has_line"].any()]
    if not parts:
        raise NoEpisodes(f"{', '.join(rec.path for rec in recordings)}: no picture has a line in the manifest")
    cameras, images = _common(parts)
    runs = [run for rec, number, table in parts for run in _runs(rec, number, table, cameras, images)]
    if fps is None:
        fps = _rate(runs, recordings)
    longest = max(_GAP, _ROWS / fps) if gap is None else gap
    episodes = tuple(episode for run in runs for episode in _cut(run, fps, longest))
    if not episodes:
        what = "in no two pictures in a row are all cameras live and all images there"
        raise NoEpisodes(f"{', '.join(rec.path for rec in recordings)}: {what}; 'dualcam verify' looks at each")
    used = {(id(one.recording), one.segment, int(index)) for one in episodes for index in one.pictures}
    there = sum(int((table["has_line"] & ~table["deleted"] & ~table["freed"]).sum()) for table in frames)
    return Episodes(fps, cameras, images, episodes, there - len(used))


def _common(parts: list[tuple[Recording, int, pd.DataFrame]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cameras and images that all segments have; NoEpisodes if they differ."""
    first: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    for rec, number, _ in parts:
        cameras = tuple(sorted(set(rec.cameras.loc[number].index.get_level_values("camera"))))
        kept = tuple(camera for camera in cameras if camera in rec.kept(number))
        found = cameras, kept if kept == cameras else (*kept, CANVAS)
        first = first or found
        if found != first:
            name = f"{rec.path}, segment {number}" if rec.is_segmented else rec.path
            raise NoEpisodes(
                f"{name} has the cameras {', '.join(cameras)} and images of {', '.join(found[1])}, but what is before it "
                f"{', '.join(first[0])} and {', '.join(first[1])}; make a dataset of each kind (a segment's folder will do)"
            )
    assert first is not None
    return first


def _runs(rec: Recording, number: int, frames: pd.DataFrame, cameras: tuple[str, ...], images: tuple[str, ...]) -> list[_Run]:
    frames = frames.droplevel("segment")
    table = rec.cameras.loc[number]
    stamps = table["timestamp_ns"].unstack("camera").reindex(index=frames.index, columns=list(cameras))
    live = (table["state"] == "live").unstack("camera").reindex(index=frames.index, columns=list(cameras))
    usable = frames["has_line"].to_numpy(np.bool_) & live.fillna(False).to_numpy(np.bool_).all(axis=1)
    usable &= stamps.notna().to_numpy(np.bool_).all(axis=1)
    flags = table["flags"].unstack("camera").reindex(index=frames.index)
    for image in images:
        if image == CANVAS:
            usable &= frames["has_file"].to_numpy(np.bool_)
        else:
            # The canvas shows what could be read of a damaged frame; the frame itself may not be readable at all.
            damaged = flags[image].str.split(",").map(lambda names: "damaged" in names, na_action="ignore")
            usable &= frames.index.isin(rec.kept(number)[image]) & ~damaged.fillna(False).to_numpy(np.bool_)
    runs = []
    run_of = frames["run"].fillna(0).to_numpy(np.int64)
    for run in np.unique(run_of[usable]):
        rows = np.flatnonzero(usable & (run_of == run))
        times = stamps.to_numpy(np.int64, na_value=0)[rows]
        lead = max(range(len(cameras)), key=lambda at: len(np.unique(times[:, at])))
        own = times[:, lead]
        newer = np.concatenate([[True], own[1:] > np.maximum.accumulate(own)[:-1]])
        runs.append(_Run(rec, number, frames.index.to_numpy(np.int64)[rows][newer], times[newer], own[newer]))
    return runs


def _rate(runs: list[_Run], recordings: Sequence[Recording]) -> int:
    steps = np.concatenate([np.empty(0, np.int64), *(np.diff(run.own) for run in runs)])
    if not len(steps):
        return 1
    step = float(np.median(steps)) / _SECOND
    if step > 1.5:
        raise NoEpisodes(
            f"{recordings[0].path}: its pictures are {step:.3g} s apart, and a dataset's rows are at most 1 s apart; "
            "name a rate, and a gap that is longer than that, to have pictures repeated"
        )
    return max(1, round(1 / step))


def _cut(run: _Run, fps: int, gap: float) -> list[Episode]:
    ends = np.flatnonzero(np.diff(run.own) > gap * _SECOND) + 1
    episodes = []
    for rows in np.split(np.arange(len(run.own)), ends):
        # A single picture has no time to be in.
        if len(rows) < 2:
            continue
        times = run.own[rows] - run.own[rows[0]]
        ticks = np.arange(int(times[-1] * fps / _SECOND + 0.5) + 1) * (_SECOND / fps)
        after = np.searchsorted(times, ticks).clip(1, len(times) - 1)
        nearest = np.where(ticks - times[after - 1] <= times[after] - ticks, after - 1, after)
        chosen = rows[nearest]
        episodes.append(Episode(
            run.recording, run.segment, run.pictures[chosen], (run.times[chosen] - run.own[rows[0]]) / _SECOND,
            int((np.diff(nearest) == 0).sum()), float(np.abs(times[nearest] - ticks).max()) / 1_000_000,
        ))
    return episodes
