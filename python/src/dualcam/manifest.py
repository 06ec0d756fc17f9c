"""Splits a manifest into lines of any number and length."""

import errno
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

LONGEST = 1 << 20
"""The longest line in bytes; dualcam writes none nearly as long."""

# A line of this length is no line: reading stops.
_MOST = 64 << 20


@dataclass(frozen=True, slots=True)
class RawLine:
    """A line's bytes.

    Attributes:
        number: counted from 1.
        offset: of its first byte in the file.
        length: in bytes, with its newline.
        data: these bytes; of a line that is too long, only the first.
        is_whole: whether a newline ends it.
    """

    number: int
    offset: int
    length: int
    data: bytes
    is_whole: bool

    @property
    def is_too_long(self) -> bool:
        """Whether it is longer than any line of dualcam's."""
        return self.length > LONGEST


def read_lines(file: BinaryIO) -> Iterator[RawLine]:
    """The lines from the file's beginning to its current end; the last may be torn."""
    number, offset = 0, 0
    while data := file.readline(LONGEST + 1):
        number += 1
        length, last = len(data), data
        while not last.endswith(b"\n") and (last := file.readline(LONGEST)):
            length += len(last)
            if length > _MOST:
                raise OSError(errno.EFBIG, "a line has no end")
            if len(data) <= LONGEST:
                data += last
        yield RawLine(number, offset, length, data, (last or data).endswith(b"\n"))
        offset += length
