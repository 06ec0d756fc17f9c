"""``python -m dualcam readings PLAN -o FOLDER`` writes an archive's readings as Parquet files."""

import argparse
import json
import os
import re
import signal
import sys
import time
from types import FrameType
from typing import Any, NoReturn

from .arguments import Parser
from .errors import DualcamError
from .parquet import ShardReadings, write_readings
from .plan import Plan

NAME = "readings"

_BAD_DATA, _AGAIN = 65, 75
_MOST = 20
_PART = re.compile(r"([0-9]{1,9})/([0-9]{1,9})", re.ASCII)


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    parser = Parser(
        prog=f"python -m dualcam {NAME}",
        description="Makes Parquet files of the readings of a plan's shards, of those that are done. What is there already stays: "
        "run it again when more is done. Any number of machines may do so at once.",
        epilog=f"A recording in a folder of that name is ./{NAME}.",
    )
    parser.add_argument("plan", metavar="PLAN", help="a plan that 'dualcam plan' made")
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help="where the files go")
    parser.add_argument("--shard", metavar="i/n", type=_part, default=(1, 1), help="do the i-th of n equal parts, from 1")
    parser.add_argument("--json", action="store_true", help="the summary as JSON on standard output")
    options = parser.parse_args(arguments)
    old = signal.signal(signal.SIGTERM, _stop)
    try:
        return _run(options)
    except DualcamError as error:
        print(f"dualcam: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("dualcam: interrupted; run it again to go on", file=sys.stderr)
        return _AGAIN
    finally:
        signal.signal(signal.SIGTERM, old)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _part(text: str) -> tuple[int, int]:
    match = _PART.fullmatch(text)
    number, of = map(int, match.groups()) if match else (0, 0)
    if not 1 <= number <= of:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a part such as 1/8, counted from 1")
    return number, of


class _Totals:
    """What became of the shards."""

    def __init__(self, plan: Plan, folder: str, part: tuple[int, int]) -> None:
        self._plan, self._folder = plan, folder
        self.shards = len(plan.part(*part))
        self.states = {"made": 0, "there": 0, "not done": 0, "failed": 0}
        self.rows, self.lines, self.bad = 0, 0, 0
        self.said: list[str] = []
        self.code = 0
        self._shown = 0.0

    def add(self, one: ShardReadings) -> None:
        self.states[one.state] += 1
        self.rows += one.rows
        self.lines += one.lines
        self.bad += one.bad
        if one.error is not None:
            self._say(f"shard {one.shard}: {one.error}")
            self.code = max(self.code, one.error.exit_code)
        for problem in one.problems:
            self._say(f"shard {one.shard}: {self._plan.result}/{problem}")
        self._progress()

    def _say(self, text: str) -> None:
        if len(self.said) < _MOST:
            self._clear()
            print(f"dualcam: {text}", file=sys.stderr)
            self.said.append(text)

    def _progress(self) -> None:
        now = time.monotonic()
        if sys.stderr.isatty() and now - self._shown >= 0.2:
            self._shown = now
            done = sum(self.states.values())
            print(f"\r{done} of {self.shards} shards, {self.rows} rows\x1b[K", end="", file=sys.stderr, flush=True)

    def _clear(self) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = 0.0

    def finish(self, as_json: bool) -> int:
        """Prints the summary, and returns the exit code."""
        self._clear()
        missing = self.states["not done"]
        more = self.bad + self.states["failed"] - len(self.said)
        if more > 0:
            print(f"dualcam: {more} more like these", file=sys.stderr)
        if missing:
            print(f"dualcam: {missing} shards aren't done yet; run it again when they are", file=sys.stderr)
        code = self.code or (_BAD_DATA if self.bad else _AGAIN if missing else 0)
        if as_json:
            states = {"made": "made", "there": "there", "not done": "notDone", "failed": "failed"}
            about: dict[str, Any] = {"plan": self._plan.id, "job": self._plan.job, "folder": os.path.abspath(self._folder)}
            counts = {"shards": self.shards, **{states[state]: count for state, count in self.states.items()}}
            rest = {"rows": self.rows, "lines": self.lines, "badLines": self.bad, "problems": self.said}
            print(json.dumps({**about, **counts, **rest}))
        else:
            counted = ", ".join(f"{count} {state}" for state, count in self.states.items() if count) or "none"
            print(f"{self.shards} shards: {counted}; {self.rows} rows of {self.lines} lines in {self._folder}")
            if self.bad:
                print(f"{self.bad} lines or files can't be used as they are: see standard error")
        return code


def _run(options: argparse.Namespace) -> int:
    plan = Plan(options.plan)
    totals = _Totals(plan, options.output, options.shard)
    try:
        for one in write_readings(plan, options.output, part=options.shard):
            totals.add(one)
    except BaseException:
        totals._clear()
        raise
    return totals.finish(options.json)
