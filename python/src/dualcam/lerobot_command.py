"""``python -m dualcam lerobot DIR… -o FOLDER`` writes recordings as a dataset for LeRobot."""

import argparse
import math
import sys
import warnings

import numpy as np
import pandas as pd

from .arguments import Parser
from .errors import DualcamError, RecordingWarning
from .lerobot import NUMBERS, STATE, LeRobotDataset, write_lerobot
from .recording import Recording
from .summary import skew

NAME = "lerobot"

_BAD_DATA, _INTERRUPTED = 65, 75


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    parser = Parser(
        prog=f"python -m dualcam {NAME}",
        description="Writes recordings as a dataset that LeRobot opens: a stretch without a gap is an episode, each camera's own "
        "JPEGs (of 'record --keep-source') are its images, and the guides' numbers its state.",
        epilog=f"A recording in a folder of that name is ./{NAME}.",
    )
    parser.add_argument("folders", metavar="DIR", nargs="+", help="recordings, or folders of segments")
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help="where the dataset goes; a new folder")
    parser.add_argument("--task", metavar="TEXT", required=True, help="what is done in them, in words")
    parser.add_argument("--fps", metavar="N", type=_fps, help="rows a second; by default the pictures' rate")
    parser.add_argument("--gap", metavar="SECONDS", type=_gap, help="a longer one ends an episode; by default 0.5, or three rows")
    columns = f"columns of the guides; by default {','.join(STATE)}"
    parser.add_argument("--state", metavar="NAME,…", type=_state, default=STATE, help=columns)
    columns = "values of 'record --values' that follow, or none; by default all that are numbers"
    parser.add_argument("--values", metavar="NAME,…", type=_values, default=None, help=columns)
    unknown = "stands where a guide doesn't know, and for a value that is too old; by default NaN"
    parser.add_argument("--unknown", metavar="NUMBER", type=float, default=math.nan, help=unknown)
    options = parser.parse_args(arguments)
    try:
        return _run(options)
    except DualcamError as error:
        print(f"dualcam: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("dualcam: interrupted; nothing was written", file=sys.stderr)
        return _INTERRUPTED


def _fps(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} isn't a whole number from 1")
    return int(text)


def _gap(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not seconds > 0:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a number of seconds above 0")
    return seconds


def _state(text: str) -> tuple[str, ...]:
    found = tuple(text.split(","))
    if strange := [name for name in found if name not in NUMBERS]:
        raise argparse.ArgumentTypeError(f"{', '.join(strange)}: not among {', '.join(NUMBERS)}")
    return found


def _values(text: str) -> tuple[str, ...]:
    return () if text == "none" else tuple(text.split(","))


def _run(options: argparse.Namespace) -> int:
    recordings = [Recording(folder) for folder in options.folders]
    is_normal = True
    with warnings.catch_warnings():
        # Printed from the list instead, all of them.
        warnings.simplefilter("ignore", RecordingWarning)
        for rec in recordings:
            for problem in rec.problems:
                print(f"dualcam: {rec.path}/{problem}", file=sys.stderr)
                is_normal = is_normal and problem.is_normal
        made = write_lerobot(
            recordings, options.output, task=options.task, fps=options.fps, gap=options.gap, state=options.state,
            values=options.values, unknown=options.unknown,
        )
    _tell(made)
    return 0 if is_normal else _BAD_DATA


def _tell(made: LeRobotDataset) -> None:
    found = made.episodes
    count = len(found.episodes)
    print(f"{made.path}: {count} {'episode' if count == 1 else 'episodes'}, {made.rows} rows, {found.fps} a second")
    for key, feature in made.features.items():
        if key.startswith("observation."):
            size = "x".join(map(str, reversed(feature["shape"][:2])))
            print(f"  {key}  {size if feature['dtype'] == 'image' else ', '.join(feature['names'])}")
    if text := _skew(made):
        print(f"  skew  {text}")
    repeated = sum(one.repeated for one in found.episodes)
    worst = max(one.worst_ms for one in found.episodes)
    print(f"  {repeated} rows repeat a picture, {found.left_out} pictures left out, times at most {worst:.1f} ms off the grid")


def _skew(made: LeRobotDataset) -> str | None:
    """Of the pictures in it, each counted once."""
    frames, cameras = [], []
    for one in made.episodes.episodes:
        pictures = pd.MultiIndex.from_product([[one.segment], np.unique(one.pictures)])
        frames.append(one.recording.frames.loc[pictures])
        table = one.recording.cameras
        cameras.append(table[table.droplevel("camera").index.isin(pictures)])
    # Two recordings have pictures of the same numbers.
    return skew(pd.concat(frames), pd.concat(cameras, keys=range(len(cameras))))
