"""Opening files that others may have put into a recording's folder."""

import errno
import os
import stat
from io import BufferedReader

LARGEST = 256 << 20
"""The most bytes of a picture or a description; dualcam reads no larger ones."""


def open_regular(path: str, *, follow: bool = False) -> BufferedReader:
    """Opens a regular file to read: a pipe or device would block or never end, and a link could lead anywhere.

    Args:
        follow: whether ``path`` may be a link.

    Raises:
        OSError: it isn't one, or can't be opened.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | (0 if follow else getattr(os, "O_NOFOLLOW", 0))
    try:
        file = os.open(path, flags)
    except OSError as error:
        if error.errno == errno.ELOOP:
            error.strerror = "it is a link; name the file itself"
        elif error.errno == errno.ENXIO:
            error.strerror = "it isn't a regular file"
        raise
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EINVAL, "it isn't a regular file", path)
    return os.fdopen(file, "rb")


def read_regular(path: str, limit: int = LARGEST) -> bytes:
    """A regular file's bytes.

    Raises:
        OSError: as ``open_regular``, or it is larger than ``limit``.
    """
    with open_regular(path) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise OSError(errno.EFBIG, f"it is larger than {limit >> 20} MiB", path)
    return data
