"""A recording: its tables, pictures and plots."""

import operator
import os
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import pandas as pd

from . import names, problems
from .columns import TABLES
from .errors import NoSuchPicture, NoSuchRecording, NotARecording, unreadable
from .folder import find_segments, missing_segments
from .pictures import Picture, Pictures
from .problems import Problem
from .rows import Values, to_arrow, to_pandas
from .segment import Segment
from .session import Session

if TYPE_CHECKING:
    import pyarrow
    from matplotlib.figure import Figure

_Number = SupportsIndex
_Key = _Number | slice | tuple[_Number, _Number | slice]


class Recording:
    """A recording, with or without segments, read on first use; ``refresh`` reads it again.

    Everything is joined by a picture's key (segment and index), never by position. ``rec[170]`` is the picture with index
    170, with segments ``rec[3, 170]``; ``rec[100:200]`` has the existing pictures with these indices. Iteration gives all
    existing pictures.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Finds the recording's folders, and reads nothing else yet.

        Raises:
            NoSuchRecording: there is no such folder.
            NotARecording: it isn't a recording.
            UnreadableFile: it can't be listed.
        """
        self.path = os.fspath(path)
        self._find()

    def __repr__(self) -> str:
        return f"Recording({self.path!r})"

    def refresh(self) -> None:
        """Forgets everything, so that the next use reads the recording again; for one that is running."""
        self._find()
        for name in ("_segments", "_by_number", "frames", "cameras", "guides", "stages", "controls", "values", "pictures"):
            self.__dict__.pop(name, None)

    # --- Tables

    @cached_property
    def frames(self) -> pd.DataFrame:
        """A row for each picture that has a line or a file."""
        return self.table("frames")

    @cached_property
    def cameras(self) -> pd.DataFrame:
        """A row for each picture and camera in it."""
        return self.table("cameras")

    @cached_property
    def guides(self) -> pd.DataFrame:
        """A row for each picture and camera with guides in it."""
        return self.table("guides")

    @cached_property
    def stages(self) -> pd.DataFrame:
        """A row for each picture and stage of making it."""
        return self.table("stages")

    @cached_property
    def controls(self) -> pd.DataFrame:
        """A row for each picture and control that changed with it."""
        return self.table("controls")

    @cached_property
    def values(self) -> pd.DataFrame:
        """A row for each picture and value of an instrument at its time."""
        return self.table("values")

    def table(self, name: str) -> pd.DataFrame:
        """A new table, by name (see ``dualcam.TABLES``). Its index is the key, unique and sorted."""
        return to_pandas(TABLES[name], self._columns(name))

    def arrow(self, name: str) -> "pyarrow.Table":
        """A table by name, key columns first. MissingPackage without pyarrow."""
        return to_arrow(TABLES[name], self._columns(name))

    @property
    def session(self) -> Session | None:
        """``session.json``, of the last segment if there are any; ``None`` if it is missing or unusable."""
        return self._segments[-1].session

    @property
    def sessions(self) -> dict[int, Session | None]:
        """The sessions by segment number."""
        return {segment.number: segment.session for segment in self._segments}

    @property
    def segments(self) -> tuple[int, ...]:
        """The segment numbers; only 0 without segments."""
        return tuple(segment.number for segment in self._segments)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was skipped."""
        found = [problem for segment in self._segments for problem in segment.problems]
        return (*self._folder_problems, *found)

    # --- Pictures

    @cached_property
    def pictures(self) -> Pictures:
        """The pictures that exist, by position."""
        return Pictures([(segment, np.array(sorted(segment.files), np.int64)) for segment in self._segments])

    def __len__(self) -> int:
        return len(self.pictures)

    def __iter__(self) -> Iterator[Picture]:
        return iter(self.pictures)

    def __contains__(self, key: object) -> bool:
        if isinstance(key, Picture):
            key = key.key
        if not isinstance(key, tuple):
            key = (0, key)
        elif len(key) != 2:
            return False
        number, index = key
        segment = self._by_number.get(number)
        return segment is not None and isinstance(index, SupportsIndex) and operator.index(index) in segment

    def __getitem__(self, key: _Key) -> "Picture | Pictures":
        number: int | None = None
        part: Any = key
        if isinstance(key, tuple):
            if len(key) != 2:
                raise TypeError(f"{key!r}: a picture's key is its index, or segment and index")
            number, part = operator.index(key[0]), key[1]
        if isinstance(part, slice):
            return self._slice(self._segment(number), part)
        return self.picture(operator.index(part), number)

    def picture(self, index: int, segment: int | None = None) -> Picture:
        """The picture with an index, in the given segment if there are any.

        Raises:
            NoSuchPicture: there is neither a line nor a file with that index.
        """
        found = self._segment(segment)
        index = operator.index(index)
        if index not in found:
            hint = "; rec.pictures[-1] is the last picture" if index < 0 else ""
            raise NoSuchPicture(f"{found.path}: there is no picture {index}{hint}")
        return Picture(found, index)

    def kept(self, segment: int | None = None) -> dict[str, set[int]]:
        """By camera, the pictures whose frames of that camera ``--keep-source`` kept: ``rec.picture(170).kept("primary")`` gives one."""
        return self._segment(segment).kept

    def _slice(self, segment: Segment, part: slice) -> Pictures:
        bounds = [operator.index(bound) for bound in (part.start, part.stop) if bound is not None]
        if any(bound < 0 for bound in bounds) or (part.step is not None and part.step < 1):
            raise ValueError("rec[a:b] takes pictures by their indices, which rise from 0; rec.pictures[-10:] takes the last ten")
        first = part.start or 0
        last = part.stop if part.stop is not None else 10**18
        step = part.step or 1
        indices = sorted(index for index in segment.files if first <= index < last and (index - first) % step == 0)
        return Pictures([(segment, np.array(indices, np.int64))])

    def _segment(self, number: int | None) -> Segment:
        if number is None:
            if self.is_segmented:
                raise TypeError(
                    f"{self.path} is in segments, whose pictures have the same indices: name the segment too, as in "
                    f"rec[{self._segments[0].number}, 5], or use rec.pictures, which goes by position"
                )
            return self._segments[0]
        segment = self._by_number.get(number)
        if segment is None:
            known = ", ".join(map(str, self.segments[:5])) + (" …" if len(self.segments) > 5 else "")
            raise NoSuchPicture(f"{self.path}: there is no segment {number}; there is: {known}")
        return segment

    # --- Plots

    def plot(self, path: str | os.PathLike[str] | None = None) -> "Figure":
        """One figure of roll, confidence, latency and lost frames over time; saved if ``path`` is given.

        Raises:
            MissingPackage: matplotlib isn't installed.
        """
        from . import plots

        figure = plots.overview(self)
        if path is not None:
            figure.savefig(path)
        return figure

    # --- Parts

    def _find(self) -> None:
        try:
            self.is_segmented, self._folders = find_segments(self.path)
        except (FileNotFoundError, NotADirectoryError):
            raise NoSuchRecording(f"{self.path}: there is no such folder") from None
        except OSError as error:
            raise unreadable(self.path, error) from error
        if not self._folders:
            raise NotARecording(
                f"{self.path}: no recording: neither {names.MANIFEST} nor {names.SESSION}, and no segments; "
                "name the folder that was given to 'dualcam record -o'"
            )

    @cached_property
    def _segments(self) -> list[Segment]:
        segments = []
        for number, path in self._folders:
            prefix = f"{names.segment_name(number)}/" if self.is_segmented else ""
            try:
                segments.append(Segment(path, number, prefix))
            except OSError:
                # A running recording may free its oldest segment meanwhile.
                if os.path.isdir(path):
                    raise
        if not segments:
            raise NoSuchRecording(f"{self.path}: its folders are gone")
        self._folder_problems = missing_segments(self.path, [one.number for one in segments]) if self.is_segmented else []
        problems.warn(self.path, [*self._folder_problems, *(one for segment in segments for one in segment.problems)])
        return segments

    @cached_property
    def _by_number(self) -> dict[int, Segment]:
        return {segment.number: segment for segment in self._segments}

    def _columns(self, name: str) -> dict[str, Values]:
        parts = [(segment, segment.tables[name]) for segment in self._segments]
        columns = {
            column.name: Values.join(column.kind, [tables[column.name] for _, tables in parts])
            for column in TABLES[name].columns[1:]
        }
        numbers = [np.full(len(tables["index"].values), segment.number, np.int64) for segment, tables in parts]
        joined = np.concatenate(numbers)
        return {"segment": Values(joined, np.zeros(len(joined), np.bool_)), **columns}
