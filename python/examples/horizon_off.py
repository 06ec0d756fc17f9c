#!/usr/bin/env python3
"""Every minute of an archive in which the horizon was off by more than 2°.

  python horizon_off.py FOLDER [-o off.csv] [--plot off.png] [--all]

FOLDER has readings written by 'python -m dualcam readings'. The table goes to standard output as CSV, or to a file (.csv,
.json, .arrow, .parquet), sorted by recording, minute and camera; the summary goes to standard error.

A row is a minute of one camera in one recording. Minute 0 is the recording's frames from 0 s up to, but not including, 60 s.
Frames with an angle and a confidence of at least 0.5 are confident.

- A minute is "off" if the median of |angle| over its confident frames is above 2°: more than half of them lean by more than 2° to
  either side. A camera that sways that far around level is off, too; `median_deg`, which has a sign, is then near 0.
- It is "level" if that median is 2° or less.
- It is "unknown" if fewer than 30 of its frames, or less than a tenth, are confident: fog, night and walls have no horizon, and
  a few frames don't make a minute. Unknown isn't level.

Frames that couldn't be read have no camera, and photographs have no time, so neither have a minute.

Memory holds one recording's rows, one batch and the table; the readings may be of any size.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
from numpy.typing import NDArray

import dualcam

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS = ["recording", "camera", "seconds", "horizon_angle_deg", "horizon_confidence"]
VERDICTS = ("off", "level", "unknown")
SCHEMA = pa.schema([
    ("recording", pa.string()),
    ("camera", pa.string()),
    ("minute", pa.int64()),
    ("verdict", pa.string()),
    ("frames", pa.int64()),
    ("confident", pa.int64()),
    ("confident_share", pa.float64()),
    ("median_deg", pa.float64()),
    ("median_abs_deg", pa.float64()),
    ("off_share", pa.float64()),
])
"""``off_share``: the share of confident frames beyond the limit. Angles are missing if no frame is confident."""


@dataclass(frozen=True)
class Rule:
    """What "off" means.

    Attributes:
        degrees: the limit of the median of |angle|.
        confidence: the lowest confidence that counts.
        frames: the fewest confident frames needed to judge a minute.
        share: the smallest share of confident frames, 0 to 1.
    """

    degrees: float = 2.0
    confidence: float = 0.5
    frames: int = 30
    share: float = 0.1


class Rows:
    """Frames of some recordings, in the order of the dataset: arrays of equal length.

    ``name`` is the recording's position in ``names``.
    """

    def __init__(self, names: list[str], name: NDArray[np.int64], columns: dict[str, NDArray[Any]]) -> None:
        self.names, self.name, self.columns = names, name, columns

    @staticmethod
    def of(batch: pa.RecordBatch, cameras: list[str]) -> "Rows":
        """The frames of a batch that have a camera and a time; cameras become positions in a growing list."""
        batch = batch.filter(pc.and_(pc.is_valid(batch["camera"]), pc.is_valid(batch["seconds"])))
        recording, camera = batch["recording"], batch["camera"]
        here = camera.dictionary.to_pylist()
        cameras += [name for name in here if name not in cameras]
        positions = np.array([cameras.index(name) for name in here], np.int64)
        columns: dict[str, NDArray[Any]] = {
            "camera": positions[np.asarray(camera.indices, np.int64)],
            "minute": np.floor(batch["seconds"].to_numpy(zero_copy_only=False) / 60).astype(np.int64),
            # Missing values become NaN.
            "angle": batch["horizon_angle_deg"].to_numpy(zero_copy_only=False),
            "confidence": batch["horizon_confidence"].to_numpy(zero_copy_only=False),
        }
        return Rows(recording.dictionary.to_pylist(), np.asarray(recording.indices, np.int64), columns)

    def take(self, part: slice) -> "Rows":
        """Some rows."""
        return Rows(self.names, self.name[part], {key: values[part] for key, values in self.columns.items()})


def minutes(dataset: ds.Dataset, rule: Rule | None = None) -> Iterator[pa.Table]:
    """Tables of all minutes in the dataset, with ``SCHEMA``; each minute is in one of them.

    The parts of a cut recording are in successive files, and a minute may begin in one and end in the next. So a
    recording's rows are kept until another recording begins.

    Raises:
        ValueError: a recording's rows aren't together.
    """
    rule = rule or Rule()
    finished: set[str] = set()
    kept: list[Rows] = []
    cameras: list[str] = []
    for fragment in dataset.get_fragments():
        for batch in fragment.to_batches(schema=dataset.schema, columns=COLUMNS, batch_readahead=2):
            rows = Rows.of(batch, cameras)
            if not len(rows.name):
                continue
            starts = np.flatnonzero(np.diff(rows.name, prepend=-1))
            if kept and rows.names[rows.name[0]] != kept[0].names[kept[0].name[0]]:
                yield _finish(kept, finished, cameras, rule)
                kept = []
            if len(starts) > 1:
                # All but the last recording of this batch end in it.
                if kept:
                    yield _finish([*kept, rows.take(slice(0, starts[1]))], finished, cameras, rule)
                if len(starts) > 2 or not kept:
                    yield _finish([rows.take(slice(starts[1] if kept else 0, starts[-1]))], finished, cameras, rule)
                kept = []
            kept.append(rows.take(slice(starts[-1], None)))
    if kept:
        yield _finish(kept, finished, cameras, rule)


def _finish(parts: list[Rows], finished: set[str], cameras: list[str], rule: Rule) -> pa.Table:
    """The minutes of complete recordings; several ``parts`` belong to one recording."""
    first = parts[0]
    columns = {key: np.concatenate([part.columns[key] for part in parts]) for key in first.columns}
    # Each run of a name is a recording.
    recording = np.zeros(len(columns["minute"]), np.int64)
    names = [first.names[first.name[0]]]
    if len(parts) == 1:
        changes = np.diff(first.name, prepend=first.name[0]) != 0
        recording = np.cumsum(changes)
        names += [first.names[name] for name in first.name[changes]]
    for name in names:
        if name in finished:
            raise ValueError(f"{name}: its rows aren't together: read the dataset in the order that dualcam.readings gives")
        finished.add(name)
    return _judge(names, cameras, recording, columns, rule)


def _judge(
    names: list[str], cameras: list[str], recording: NDArray[np.int64], columns: dict[str, NDArray[Any]], rule: Rule
) -> pa.Table:
    # One number for recording, minute and camera: it sorts much faster than three.
    first, every = columns["minute"].min(), len(cameras)
    span = columns["minute"].max() - first + 1
    keys, group = np.unique((recording * span + columns["minute"] - first) * every + columns["camera"], return_inverse=True)
    of, minute, camera = keys // (span * every), keys // every % span + first, keys % every
    count = len(keys)
    angle = columns["angle"]
    confident = np.isfinite(angle) & (columns["confidence"] >= rule.confidence)
    frames = np.bincount(group, minlength=count)
    angle, group = angle[confident], group[confident]
    known = np.bincount(group, minlength=count)
    size = np.abs(angle)
    off = np.bincount(group, size > rule.degrees, minlength=count)
    typical = _medians(group, size, known)
    share = known / frames
    is_judged = (known >= rule.frames) & (share >= rule.share)
    verdict = np.where(is_judged, np.where(typical > rule.degrees, "off", "level"), "unknown")
    none = known == 0
    with np.errstate(invalid="ignore"):
        off_share = off / known
    return pa.table([
        pa.array(names).take(pa.array(of)), pa.array(cameras).take(pa.array(camera)), minute, pa.array(verdict.tolist()), frames, known,
        share, pa.array(_medians(group, angle, known), mask=none), pa.array(typical, mask=none), pa.array(off_share, mask=none),
    ], schema=SCHEMA)


def _medians(group: NDArray[np.int64], values: NDArray[np.float64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """The median of each group's values; NaN for none. ``counts`` has the groups' sizes."""
    result = np.full(len(counts), np.nan)
    ordered = values[np.lexsort((values, group))]
    ends = np.cumsum(counts)
    there = counts > 0
    start, size = (ends - counts)[there], counts[there]
    result[there] = (ordered[start + (size - 1) // 2] + ordered[start + size // 2]) / 2
    return result


def find(dataset: ds.Dataset, rule: Rule | None = None, *, verdicts: tuple[str, ...] = ("off",)) -> pa.Table:
    """The minutes with these verdicts, sorted by recording, minute and camera."""
    wanted = pa.array(verdicts)
    found = [table.filter(pc.is_in(table["verdict"], wanted)) for table in minutes(dataset, rule)]
    table = pa.concat_tables(found) if found else SCHEMA.empty_table()
    return table.sort_by([(name, "ascending") for name in ("recording", "minute", "camera")])


# --- The plot

_INK, _QUIET, _LEVEL, _OFF, _UNKNOWN = "#334155", "#cbd5e1", "#7fa7c9", "#b3401f", "#d5d9df"
_MOST_STRIPS, _MOST_BINS = 40, 100


def plot(table: pa.Table, degrees: float = Rule.degrees) -> "Figure":
    """A figure of all minutes: the recordings with most of them off, how far off they are, and where in the archive.

    Args:
        table: from ``find``, with all verdicts.
        degrees: the rule's limit.
    """
    from matplotlib import pyplot

    figure = pyplot.figure(figsize=(12, 7.5), layout="constrained", facecolor="white")
    grid = figure.add_gridspec(2, 2, width_ratios=[1.6, 1])
    names, of = np.unique(np.asarray(table["recording"].to_pylist(), str), return_inverse=True)
    _strips(figure.add_subplot(grid[:, 0]), table, names, of, degrees)
    _histogram(figure.add_subplot(grid[0, 1]), table, degrees)
    _archive(figure.add_subplot(grid[1, 1]), table, of, len(names))
    for ax in figure.axes:
        ax.tick_params(colors=_INK, labelsize=8)
        for label in (ax.xaxis.label, ax.yaxis.label):
            label.set_color(_INK)
            label.set_fontsize(9)
        for side, spine in ax.spines.items():
            spine.set_visible(side in ("left", "bottom"))
            spine.set_color(_QUIET)
    return figure


def _are(table: pa.Table, verdict: str) -> NDArray[np.bool_]:
    return np.asarray(pc.equal(table["verdict"], verdict), np.bool_)


def _strips(ax: "Axes", table: pa.Table, names: NDArray[Any], of: NDArray[np.int64], degrees: float) -> None:
    """A strip for each of the recordings with most minutes off. Of several cameras, the one further off counts."""
    from matplotlib import colormaps
    from matplotlib.colors import TwoSlopeNorm

    minute = table["minute"].to_numpy()
    counts = np.bincount(of[_are(table, "off")], minlength=len(names))
    shown = np.argsort(-counts, kind="stable")[:_MOST_STRIPS]
    row = np.full(len(names), -1)
    row[shown] = np.arange(len(shown))
    here = row[of] >= 0
    first, last = (int(minute[here].min()), int(minute[here].max()) + 1) if here.any() else (0, 1)
    cells = np.full((max(1, len(shown)), last - first), -2.0)
    value = np.where(_are(table, "unknown"), -1, np.nan_to_num(table["median_abs_deg"].to_numpy()))
    np.maximum.at(cells, (row[of][here], minute[here] - first), value[here])
    colours = colormaps["RdYlBu_r"].with_extremes(under=_UNKNOWN, bad="white")
    image = ax.imshow(
        np.ma.masked_array(cells, cells == -2), aspect="auto", interpolation="nearest", cmap=colours,
        norm=TwoSlopeNorm(degrees, 0, 5 * degrees), extent=(first, last, len(cells), 0),
    )
    # A dollar sign would start a formula.
    ax.set_yticks(np.arange(len(shown)) + 0.5, [_short(str(names[at])).replace("$", r"\$") for at in shown])
    of_all = f" of {len(names)}" if len(names) > len(shown) else ""
    ax.set_title(f"Median |angle| of each minute: {len(shown)} recordings{of_all}, by minutes off", loc="left", color=_INK, fontsize=10)
    ax.set_xlabel("minute of the recording")
    bar = ax.figure.colorbar(image, ax=ax, location="bottom", shrink=0.8, aspect=45, extend="both", pad=0.01)
    bar.set_label(f"degrees; yellow to red: off, above {degrees:g}°; grey: unknown; white: nothing recorded")


def _histogram(ax: "Axes", table: pa.Table, degrees: float) -> None:
    signed = table["median_deg"].to_numpy()
    edges = np.linspace(-5 * degrees, 5 * degrees, 81)
    parts = {verdict: _are(table, verdict) for verdict in ("level", "off")}
    values = [np.clip(signed[part], edges[0], edges[-1]) for part in parts.values()]
    labels = [f"{verdict}: {int(part.sum())}" for verdict, part in parts.items()]
    ax.hist(values, edges.tolist(), stacked=True, color=[_LEVEL, _OFF], label=labels)
    ax.plot([], [], linewidth=6, color=_UNKNOWN, label=f"unknown: {int(_are(table, 'unknown').sum())}")
    for limit in (-degrees, degrees):
        ax.axvline(limit, color=_INK, linewidth=0.8, linestyle=(0, (4, 3)))
    ax.set_yscale("symlog", linthresh=10)
    ax.set_title("All minutes, by their median angle", loc="left", color=_INK, fontsize=10)
    ax.set_xlabel("degrees; positive: rises to the right")
    ax.set_ylabel("minutes")
    ax.legend(frameon=False, fontsize=8, labelcolor=_INK)


def _archive(ax: "Axes", table: pa.Table, of: NDArray[np.int64], count: int) -> None:
    bins = max(1, min(_MOST_BINS, count))
    at = of * bins // max(1, count)
    total = np.bincount(at, minlength=bins)
    left, width, base = np.arange(bins) * count / bins, count / bins, np.zeros(bins)
    for verdict, colour in (("off", _OFF), ("unknown", _UNKNOWN)):
        share = 100 * np.bincount(at[_are(table, verdict)], minlength=bins) / np.maximum(total, 1)
        ax.bar(left, share, width, base, align="edge", color=colour, label=verdict)
        base += share
    ax.set_xlim(0, max(1, count))
    # Room for the legend.
    ax.set_ylim(0, min(100, max(1, 1.3 * float(base.max()))))
    ax.set_title("Share of minutes, through the archive", loc="left", color=_INK, fontsize=10)
    ax.set_xlabel(f"recording, by name: {count}" if bins == count else f"recording, by name: {count}, in {bins} groups")
    ax.set_ylabel("%")
    ax.legend(frameon=False, fontsize=8, labelcolor=_INK)


def _short(name: str) -> str:
    return name if len(name) <= 28 else f"…{name[-27:]}"


# --- The command

def write(table: pa.Table, path: str) -> None:
    """Writes a table in the format given by the name's ending."""
    if path.endswith(".json"):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(table.to_pylist(), file, indent=1, ensure_ascii=False)
    elif path.endswith(".arrow"):
        with pa.ipc.new_file(path, table.schema) as file:
            file.write_table(table)
    elif path.endswith(".parquet"):
        import pyarrow.parquet

        pyarrow.parquet.write_table(table, path)
    else:
        import pyarrow.csv

        pyarrow.csv.write_csv(table, sys.stdout.buffer if path == "-" else path)


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit code."""
    parser = argparse.ArgumentParser(description="Finds every minute in which the horizon was off.")
    parser.add_argument("folder", metavar="FOLDER", help="readings that 'python -m dualcam readings' made")
    parser.add_argument("-o", "--output", metavar="FILE", default="-", help=".csv, .json, .arrow or .parquet (default: CSV on standard output)")
    parser.add_argument("--all", action="store_true", help="all minutes, level and unknown ones, too")
    parser.add_argument("--plot", metavar="FILE.png", help="draw all minutes")
    parser.add_argument("--degrees", type=float, default=Rule.degrees, help="the limit (default: %(default)s)")
    parser.add_argument("--confidence", type=float, default=Rule.confidence, help="the least that counts (default: %(default)s)")
    parser.add_argument("--frames", type=int, default=Rule.frames, help="fewest confident frames of a minute (default: %(default)s)")
    parser.add_argument("--share", type=float, default=Rule.share, help="smallest share of them (default: %(default)s)")
    options = parser.parse_args(arguments)
    if options.output != "-" and not options.output.endswith((".csv", ".json", ".arrow", ".parquet")):
        parser.error(f"{options.output}: its name must end in .csv, .json, .arrow or .parquet")
    if not options.degrees > 0:
        parser.error("--degrees must be above 0")
    rule = Rule(options.degrees, options.confidence, options.frames, options.share)
    try:
        table = find(dualcam.readings(options.folder), rule, verdicts=VERDICTS if options.plot or options.all else VERDICTS[:1])
    except (dualcam.DualcamError, ValueError, OSError) as error:
        print(f"horizon_off: {error}", file=sys.stderr)
        return getattr(error, "exit_code", 65)
    off = table.filter(pc.equal(table["verdict"], "off"))
    write(table if options.all else off, options.output)
    if options.plot:
        import matplotlib

        matplotlib.use("agg")
        plot(table, rule.degrees).savefig(options.plot, dpi=110)
    recordings = pc.count_distinct(off["recording"]).as_py()
    print(f"{off.num_rows} minutes off by more than {rule.degrees:g}°, in {recordings} recordings", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
