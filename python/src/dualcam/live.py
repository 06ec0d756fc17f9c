"""A running recorder's lines."""

import io
import os
import stat
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import IO, Any, BinaryIO, cast

from . import names
from .errors import LineError, NoSuchRecording, RecordingWarning, unreadable
from .files import open_regular, read_regular
from .folder import find_segments, is_recording
from .lines import Line, parse_line
from .manifest import LONGEST, RawLine, read_lines
from .problems import Problem
from .session import parse_session

_Report = Callable[[Problem], object]

# A segmented recording pauses between one segment's end and the next one's start.
_GRACE = 2.0


def live(
    source: str | os.PathLike[str] | IO[str] | IO[bytes],
    *,
    follow: bool = True,
    backlog: bool = True,
    timeout: float | None = None,
    poll: float = 0.1,
    on_problem: _Report | None = None,
) -> Iterator[Line]:
    """Iterates over lines as they are written.

    A pipe (``-`` for standard input, a FIFO, a file object) ends when its writer closes it. A file is followed until
    ``timeout``. A recording's folder is followed from segment to segment until the recorder ends; a killed recorder
    leaves no sign of its end, so set ``timeout``. A picture's file exists before its line.

    Args:
        source: ``-``, an open file, or the path of a file, a FIFO or a recording's folder.
        follow: whether to wait for more at the end of a file or folder.
        backlog: whether to begin with existing lines; for files and folders.
        timeout: seconds without a line after which to end; for files and folders.
        poll: seconds between two looks at a file or folder.
        on_problem: called for each unusable line, instead of a ``RecordingWarning``; iteration continues.

    Raises:
        NoSuchRecording: there is no such file or folder.
        UnreadableFile: it can't be read.
    """
    report = on_problem or _warn
    stream: BinaryIO | None = None
    path = ""
    if hasattr(source, "readline"):
        stream, path = _binary(cast("IO[Any]", source)), str(getattr(source, "name", "the stream"))
    else:
        path = os.fspath(source)
        if path == "-":
            stream, path = cast(BinaryIO, sys.stdin.buffer), "standard input"
    if stream is None:
        try:
            mode = os.stat(path).st_mode
        except FileNotFoundError:
            raise NoSuchRecording(f"{path}: there is no such file or folder; start the recorder first") from None
        except OSError as error:
            raise unreadable(path, error) from error
        if stat.S_ISDIR(mode) or stat.S_ISREG(mode):
            tails = _folder_tails(path) if stat.S_ISDIR(mode) else _file_tail(path)
            return _follow(tails, follow, backlog, timeout, poll, report)
    if timeout is not None or not backlog:
        raise ValueError(f"{path} is a pipe, which ends when its writer closes it: timeout and backlog are for files and folders")
    return _stream(stream, path, report)


def _warn(problem: Problem) -> None:
    warnings.warn(str(problem), RecordingWarning, stacklevel=4)


# --- Pipes

class _Encoded:
    """A text file's lines as bytes."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def readline(self, limit: int) -> bytes:
        return self._file.readline(limit).encode("utf-8", "surrogatepass")


def _binary(file: IO[Any]) -> BinaryIO:
    is_text = isinstance(file, io.TextIOBase) or isinstance(getattr(file, "encoding", None), str)
    return cast(BinaryIO, _Encoded(file) if is_text else file)


def _stream(stream: BinaryIO | None, path: str, report: _Report) -> Iterator[Line]:
    if stream is None:
        try:
            file = open(path, "rb")
        except OSError as error:
            raise unreadable(path, error) from error
        with file:
            yield from _stream(file, path, report)
        return
    for raw in read_lines(stream):
        if raw.is_whole:
            yield from _parse(raw, path, None, report)
        else:
            report(_torn(path, raw.number))


def _parse(raw: RawLine, path: str, segment: int | None, report: _Report) -> Iterator[Line]:
    try:
        if raw.is_too_long:
            raise LineError(f"longer than {LONGEST >> 20} MiB")
        line = parse_line(raw.data, segment=segment, number=raw.number)
    except LineError as error:
        report(Problem(path, raw.number, f"{error}; passed over"))
        return
    yield line


def _torn(path: str, number: int) -> Problem:
    return Problem(path, number, "the last line isn't whole: its writer was stopped; passed over", is_normal=True)


# --- Files that grow

class _Tail:
    """The end of one file. Reopened for each read: a run that deleted pictures replaces its manifest at the end."""

    def __init__(self, path: str, folder: str | None = None, segment: int | None = None) -> None:
        self.path, self.folder, self.segment = path, folder, segment
        self.number, self.offset = 0, 0
        self.is_torn = False
        self._identity: tuple[int, int] | None = None

    def read(self) -> Iterator[RawLine]:
        """The complete lines since the last call."""
        try:
            with open_regular(self.path, follow=self.folder is None) as file:
                self._find(file)
                for raw in read_lines(file):
                    self.is_torn = not raw.is_whole
                    if self.is_torn:
                        return
                    self.number += 1
                    self.offset += raw.length
                    yield RawLine(self.number, self.offset - raw.length, raw.length, raw.data, True)
        except FileNotFoundError:
            # Not created yet, or freed as the oldest segment.
            return
        except OSError as error:
            raise unreadable(self.path, error) from error

    def _find(self, file: BinaryIO) -> None:
        """Seeks to the first unread line."""
        status = os.fstat(file.fileno())
        identity = (status.st_dev, status.st_ino)
        if self._identity not in (None, identity):
            # The same lines, some with a mark added, so count lines instead of bytes.
            wanted, self.number, self.offset = self.number, 0, 0
            for raw in read_lines(file):
                if self.number == wanted or not raw.is_whole:
                    break
                self.number, self.offset = raw.number, raw.offset + raw.length
        elif status.st_size < self.offset:
            self.number, self.offset = 0, 0
        self._identity = identity
        file.seek(self.offset)

    def has_ended(self) -> bool:
        """Whether the recorder has written its totals."""
        if self.folder is None:
            return False
        try:
            return parse_session(read_regular(f"{self.folder}/{names.SESSION}")).totals is not None
        except (LineError, OSError):
            return False


def _file_tail(path: str) -> Iterator[tuple[_Tail | None, bool]]:
    tail = _Tail(path)
    while True:
        yield tail, False


def _folder_tails(path: str) -> Iterator[tuple[_Tail | None, bool]]:
    """Yields the current file and whether another follows; if so, the next yield is that one."""
    folders: list[tuple[int, str]] = []
    while not folders:
        is_segmented, folders = _segments(path)
        if not folders:
            # The recorder hasn't started yet.
            yield None, False
    at = 0
    while True:
        number, folder = folders[at]
        tail = _Tail(f"{folder}/{names.MANIFEST}", folder, number)
        while True:
            # Look for the next one first: it appears only after this one's last line.
            if is_segmented and at + 1 == len(folders):
                folders += _later(path, number)
            is_last = at + 1 == len(folders)
            yield tail, not is_last
            if not is_last:
                break
        at += 1


def _segments(path: str) -> tuple[bool, list[tuple[int, str]]]:
    try:
        return find_segments(path)
    except OSError as error:
        raise unreadable(path, error) from error


def _later(path: str, number: int) -> list[tuple[int, str]]:
    try:
        found = sorted(other for name in os.listdir(path) if (other := names.segment_number(name)) is not None and other > number)
    except OSError as error:
        raise unreadable(path, error) from error
    folders = [(other, f"{path}/{names.segment_name(other)}") for other in found]
    return [(other, folder) for other, folder in folders if is_recording(folder)]


def _follow(
    tails: Iterator[tuple[_Tail | None, bool]], follow: bool, backlog: bool, timeout: float | None, poll: float, report: _Report
) -> Iterator[Line]:
    last = time.monotonic()
    skips = not backlog
    for tail, has_next in tails:
        idle = True
        for raw in tail.read() if tail else ():
            idle = False
            if not skips and tail:
                yield from _parse(raw, tail.path, tail.segment, report)
        if has_next:
            if tail and tail.is_torn:
                report(_torn(tail.path, tail.number + 1))
            continue
        skips = False
        now = time.monotonic()
        if not idle:
            last = now
        waited = now - last
        has_ended = idle and tail is not None and waited >= _GRACE and tail.has_ended()
        if not follow or has_ended or (timeout is not None and waited >= timeout):
            if tail and tail.is_torn:
                report(_torn(tail.path, tail.number + 1))
            return
        if idle:
            time.sleep(poll)
