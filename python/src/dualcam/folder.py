"""Finds the folders of a recording."""

import os

from . import jsonvalues as j
from . import names
from .errors import LineError
from .files import open_regular
from .problems import Problem


def is_recording(path: str) -> bool:
    """Whether the folder itself holds pictures and their manifest."""
    return any(os.path.isfile(f"{path}/{name}") for name in (names.MANIFEST, names.SESSION))


def find_segments(path: str) -> tuple[bool, list[tuple[int, str]]]:
    """Whether a recording has segments, and each folder's number and path, ascending; no folders if it isn't one.

    Raises:
        OSError: the folder can't be listed.
    """
    with os.scandir(path) as entries:
        numbers = sorted(
            number for entry in entries if (number := names.segment_number(entry.name)) is not None and entry.is_dir()
        )
    if is_recording(path):
        return False, [(0, path)]
    folders = [(number, f"{path}/{names.segment_name(number)}") for number in numbers]
    return True, [(number, folder) for number, folder in folders if is_recording(folder)]


def missing_segments(path: str, numbers: list[int]) -> list[Problem]:
    """A problem if segments are missing, except those freed to make room."""
    freed = 0
    try:
        with open_regular(f"{path}/{names.FREED}") as file:
            freed = j.integer(j.parse_object(file.read(4096)), "before") or 0
    except FileNotFoundError:
        pass
    except (LineError, OSError) as error:
        return [Problem(names.FREED, None, f"{error}; freed segments aren't known")]
    wanted = range(freed, numbers[-1] + 1)
    there = set(numbers)
    if all(number in there for number in wanted):
        return []
    gone = len(wanted) - sum(number >= freed for number in there)
    first = next(number for number in wanted if number not in there)
    return [Problem(names.segment_name(first), None, f"{gone} segments are missing from here on" if gone > 1 else "is missing")]
