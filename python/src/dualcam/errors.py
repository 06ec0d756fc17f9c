"""The package's errors, with exit codes after sysexits.h."""

import contextlib
import errno
from collections.abc import Iterator


class DualcamError(Exception):
    """An error whose message says what is wrong and what to do.

    Attributes:
        exit_code: the exit code of ``python -m dualcam``.
    """

    exit_code = 65

    def __str__(self) -> str:
        # KeyError would put its message in quotes.
        return str(self.args[0]) if self.args else ""


class NoSuchRecording(DualcamError, FileNotFoundError):
    """There is no such folder."""

    exit_code = 66


class NotARecording(DualcamError, ValueError):
    """The folder is neither a recording nor a folder of segments."""


class UnreadableFile(DualcamError, OSError):
    """A file can't be read."""

    exit_code = 74


class NoPermission(UnreadableFile):
    """The user may not read a file."""

    exit_code = 77


class NoSuchPicture(DualcamError, KeyError):
    """The recording has neither a line nor a file with this number."""

    exit_code = 66


class MissingPicture(DualcamError, FileNotFoundError):
    """The picture has a line but no file: deleted, freed, lost, or simply gone."""

    exit_code = 66


class BadPicture(DualcamError, ValueError):
    """The file isn't the JPEG that the recording describes."""


class NoLayout(DualcamError, ValueError):
    """session.json doesn't give this viewfinder's place."""


class MissingPackage(DualcamError, ImportError):
    """An optional package isn't installed."""

    exit_code = 69


class NoSuchPlan(DualcamError, FileNotFoundError):
    """There is no such plan."""

    exit_code = 66


class BadPlan(DualcamError, ValueError):
    """The file isn't a plan, or is damaged."""


class OtherPlan(DualcamError, ValueError):
    """The plan has another version, or the folder belongs to another plan."""

    exit_code = 78


class NoSuchShard(DualcamError, IndexError):
    """The plan has no shard with this number."""

    exit_code = 64


class NoReadings(DualcamError, FileNotFoundError):
    """The folder holds no readings, or a piece's readings are gone."""

    exit_code = 66


class NoEpisodes(DualcamError, ValueError):
    """Recordings that give no dataset: no moving pictures with times, or none that fit one another."""


class UnwritableFile(DualcamError, OSError):
    """A file can't be written."""

    exit_code = 74


class CannotCreate(UnwritableFile):
    """A folder can't be created."""

    exit_code = 73


class LineError(DualcamError, ValueError):
    """A line can't be used; the message is a clause such as ``no JSON``."""


class RecordingWarning(UserWarning):
    """Something in a recording or a stream of lines was skipped."""


def unreadable(path: str, error: OSError) -> UnreadableFile:
    """The error to raise for a failed system call on ``path``."""
    kind = NoPermission if isinstance(error, PermissionError) else UnreadableFile
    remedy = "; ask its owner, or change its mode" if kind is NoPermission else ""
    return kind(f"{path}: {error.strerror or error}{remedy}")


@contextlib.contextmanager
def writing(path: str) -> Iterator[None]:
    """Gives failed system calls that write ``path`` as UnwritableFile."""
    try:
        yield
    except DualcamError:
        raise
    except OSError as error:
        remedy = {errno.ENOSPC: "; make room", errno.EDQUOT: "; make room", errno.EACCES: "; change its folder's mode"}
        raise UnwritableFile(f"{path}: {error.strerror or error}{remedy.get(error.errno or 0, '')}; then run it again") from error
