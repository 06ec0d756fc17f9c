"""``python -m dualcam DIR`` summarizes and plots a recording; ``readings`` and ``lerobot`` write Parquet files."""

import os
import sys
import warnings

from . import archive_command, lerobot_command
from .arguments import USAGE, Parser
from .errors import DualcamError, MissingPackage, RecordingWarning
from .recording import Recording
from .summary import summary
from .version import VERSION

_BAD_DATA, _CANNOT_CREATE, _IO = 65, 73, 74


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == [archive_command.NAME]:
        return archive_command.main(arguments[1:])
    if arguments[:1] == [lerobot_command.NAME]:
        return lerobot_command.main(arguments[1:])
    parser = Parser(
        prog="python -m dualcam", description="Prints a summary of a recording.",
        epilog="'python -m dualcam readings --help' is about the readings of an archive, 'python -m dualcam lerobot --help' about "
        "datasets for LeRobot.",
    )
    parser.add_argument("folder", metavar="DIR", help="a recording, or a folder of segments")
    parser.add_argument("--plot", metavar="OUT.png", help="also draw roll, confidence, latency and lost frames into this file")
    parser.add_argument("--version", action="version", version=VERSION)
    options = parser.parse_args(arguments)
    try:
        return _run(options.folder, options.plot)
    except DualcamError as error:
        print(f"dualcam: {error}", file=sys.stderr)
        return error.exit_code


def _run(folder: str, plot: str | None) -> int:
    if plot is not None:
        _prepare(plot)
    rec = Recording(folder)
    with warnings.catch_warnings():
        # Printed from the list instead, all of them.
        warnings.simplefilter("ignore", RecordingWarning)
        found = rec.problems
    for problem in found:
        print(f"dualcam: {folder}/{problem}", file=sys.stderr)
    print(summary(rec))
    if plot is not None:
        try:
            rec.plot(plot)
        except OSError as error:
            print(f"dualcam: {plot}: {error.strerror or error}; name a file in a folder that exists", file=sys.stderr)
            return _CANNOT_CREATE
    return 0 if all(problem.is_normal for problem in found) else _BAD_DATA


def _prepare(plot: str) -> None:
    ending = os.path.splitext(plot)[1]
    try:
        import matplotlib
        from matplotlib.backends.backend_agg import FigureCanvasAgg
    except ImportError as error:
        raise MissingPackage("--plot needs matplotlib: pip install 'dualcam[plot]'") from error
    # A file needs no screen.
    matplotlib.use("agg")
    known = FigureCanvasAgg.get_supported_filetypes()
    if ending.removeprefix(".").lower() not in known:
        raise _BadEnding(f"--plot is {plot!r}; its name must end in .png, .svg or .pdf")


class _BadEnding(DualcamError):
    exit_code = USAGE


def _close_quietly() -> None:
    """Drops the rest of the output, whose reader has left, as ``head`` does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:
        _close_quietly()
        code = _IO
    sys.exit(code)
