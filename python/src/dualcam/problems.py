"""What was skipped when a recording was read."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from .errors import RecordingWarning

_MOST_WARNINGS = 10


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that can't be used.

    Attributes:
        file: its path within the recording's folder.
        line: the line's number in it, from 1; ``None`` if it isn't about one line.
        what: a clause for people.
        is_normal: whether this is expected of a recording that is running or was killed.
    """

    file: str
    line: int | None
    what: str
    is_normal: bool = False

    def __str__(self) -> str:
        return f"{self.file}: {self.what}" if self.line is None else f"{self.file}: line {self.line}: {self.what}"


def warn(path: str, problems: Sequence[Problem]) -> None:
    """Warns of each problem, up to ten."""
    for problem in problems[:_MOST_WARNINGS]:
        warnings.warn(f"{path}/{problem}", RecordingWarning, stacklevel=2)
    if len(problems) > _MOST_WARNINGS:
        rest = len(problems) - _MOST_WARNINGS
        warnings.warn(f"{path}: {rest} more like these: see Recording.problems", RecordingWarning, stacklevel=2)
