"""Plots of a recording over time. Each draws into ``ax``, if given, and returns it."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .errors import MissingPackage

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .recording import Recording

_INK = "#334155"
_QUIET = "#94a3b8"
_LINE = "#1f6f8b"
_BAND = "#a9cfdc"
_CONFIDENCE = "#7a9e7e"
_LATENCY = "#5b6b9a"
_CAMERAS = ("#c8763d", "#e0b68a", "#8a6a52")
_BINS = 120

Floats = NDArray[np.float64]


def roll(rec: "Recording", ax: "Axes | None" = None, *, camera: str = "primary") -> "Axes":
    """The horizon's angle in degrees with its 90 % interval; pale where confidence is below one half."""
    ax = ax or _axes()
    time = Timeline(rec)
    guides = _of_camera(rec, rec.guides, camera)
    angle, low, high, confidence = (
        time.spread(guides[f"horizon_{name}"]) for name in ("angle_deg", "low_deg", "high_deg", "confidence")
    )
    title = f"Roll of the {camera} camera"
    if not np.isfinite(angle).any():
        return _empty(ax, time, title, "no horizon was read")
    ax.fill_between(time.x, low, high, color=_BAND, alpha=0.45, linewidth=0, label="90 % interval")
    ax.axhline(0, color=_QUIET, linewidth=0.8, zorder=1)
    ax.plot(time.x, angle, color=_LINE, alpha=0.35, linewidth=1.2, zorder=2)
    sure = np.where(confidence >= 0.5, angle, np.nan)
    ax.plot(time.x, sure, color=_LINE, linewidth=1.6, zorder=3, label="angle")
    _mark_lonely(ax, time, sure, _LINE)
    ax.legend(loc="upper right", frameon=False, fontsize=8, ncols=2, labelcolor=_INK, borderaxespad=0, bbox_to_anchor=(1, 1.14))
    return _dress(ax, time, title, "degrees")


def confidence(rec: "Recording", ax: "Axes | None" = None, *, camera: str = "primary") -> "Axes":
    """The probability that the horizon's angle is within 1°, 0 to 1."""
    ax = ax or _axes()
    time = Timeline(rec)
    values = time.spread(_of_camera(rec, rec.guides, camera)["horizon_confidence"])
    title = "Confidence that it is within 1°"
    if not np.isfinite(values).any():
        return _empty(ax, time, title, "no horizon was read")
    ax.fill_between(time.x, 0, values, color=_CONFIDENCE, alpha=0.25, linewidth=0)
    ax.plot(time.x, values, color=_CONFIDENCE, linewidth=1.4)
    _mark_lonely(ax, time, values, _CONFIDENCE)
    ax.set_ylim(0, 1)
    ax.set_yticks([0, 0.5, 1], ["0", "50", "100"])
    return _dress(ax, time, title, "%")


def latency(rec: "Recording", ax: "Axes | None" = None) -> "Axes":
    """Milliseconds from the driver's time stamp until the file is in place, with median and 99th percentile."""
    ax = ax or _axes()
    time = Timeline(rec)
    values = time.spread(rec.frames["latency_ms"])
    title = "Latency, from time stamp to file"
    known = values[np.isfinite(values)]
    if not len(known):
        return _empty(ax, time, title, "only live recordings have a latency")
    ax.plot(time.x, values, color=_LATENCY, linewidth=0.7, alpha=0.5)
    ax.plot(time.x, values, linestyle="none", marker=".", markersize=3, color=_LATENCY, markeredgewidth=0)
    # In the title: labels on the two lines could overlap.
    median, worst = np.percentile(known, [50, 99])
    for value in (median, worst):
        ax.axhline(value, color=_INK, linewidth=0.8, linestyle=(0, (4, 3)))
    ax.set_ylim(0, max(float(known.max()) * 1.12, 1))
    return _dress(ax, time, f"{title}: median {median:.1f} ms, 99 % below {worst:.1f} ms", "ms")


def drops(rec: "Recording", ax: "Axes | None" = None) -> "Axes":
    """Frames lost before each picture, summed over short spans of time, by camera."""
    ax = ax or _axes()
    time = Timeline(rec)
    names = rec.cameras.index.get_level_values("camera").unique().tolist()
    lost = {name: _numbers(_of_camera(rec, rec.cameras, name)["gap"]) for name in names}
    totals = {name: int(np.nansum(values)) for name, values in lost.items()}
    title = "Frames lost: " + ", ".join(f"{name} {total}" for name, total in totals.items()) if totals else "Frames lost"
    if not any(totals.values()):
        return _empty(ax, time, title, "none" if totals else "no camera's frame is known")
    from matplotlib.ticker import MaxNLocator

    end = max(float(np.nanmax(time.seconds)), 1e-9)
    bins = max(1, min(_BINS, len(time.seconds)))
    edges = np.linspace(0, end, bins + 1)
    width = end / bins
    known = np.isfinite(time.seconds)
    base = np.zeros(bins)
    for number, (name, values) in enumerate(lost.items()):
        weights = np.nan_to_num(values[known])
        counts, _ = np.histogram(time.seconds[known], edges, weights=weights)
        colour = _CAMERAS[number % len(_CAMERAS)]
        ax.bar(edges[:-1] / time.unit, counts, width / time.unit, base, align="edge", color=colour, label=name, linewidth=0)
        base += counts
    if len(lost) > 1:
        ax.legend(loc="upper right", frameon=False, fontsize=8, ncols=3, labelcolor=_INK, borderaxespad=0, bbox_to_anchor=(1, 1.25))
    ax.yaxis.set_major_locator(MaxNLocator("auto", integer=True, min_n_ticks=1))
    return _dress(ax, time, title, f"frames in {width:.2g} s")


def overview(rec: "Recording") -> "Figure":
    """All plots in one figure."""
    plt = _pyplot()
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    engine = ConstrainedLayoutEngine(h_pad=0.09, hspace=0.06)
    figure: Figure = plt.figure(figsize=(9, 8.2), facecolor="white", dpi=100, layout=engine)
    axes = figure.subplots(4, 1, sharex=True, height_ratios=[3, 1.2, 2, 1.4])
    for draw, ax in zip((roll, confidence, latency, drops), axes, strict=True):
        draw(rec, ax)
    for ax in axes[:-1]:
        ax.set_xlabel("")
        ax.tick_params(labelbottom=False)
    figure.suptitle(_headline(rec), x=0.012, ha="left", fontsize=13, color=_INK, fontweight="bold")
    return figure


class Timeline:
    """The time axis of a recording: seconds since its first picture, broken at gaps.

    Attributes:
        seconds: one for each row of ``Recording.frames``; NaN without a time stamp. By the cameras' clock within a run, by UTC
            between runs; without UTC, a clock that restarts continues from where it was.
        x: ``seconds`` in the axis's unit, with a NaN in each break.
    """

    def __init__(self, rec: "Recording") -> None:
        # The first camera with a time drove the picture.
        times = rec.cameras[["timestamp_ns", "utc"]].groupby(level=["segment", "index"]).first().reindex(rec.frames.index)
        known = times["timestamp_ns"].notna().to_numpy(bool)
        steps = np.diff(times["timestamp_ns"].to_numpy(np.int64, na_value=0)[known])
        usual = int(np.median(steps[steps > 0])) if (steps > 0).any() else 0
        # Clocks of different runs may be unrelated; one that went back certainly is.
        runs = rec.frames.reset_index()[["segment", "run"]].to_numpy(np.int64, na_value=0)[known]
        unsure = (np.diff(runs, axis=0) != 0).any(axis=1) | (steps < 0)
        utc = times["utc"].to_numpy("M8[ns]")[known]
        by_utc = np.diff(utc.astype(np.int64))
        has_utc = ~np.isnat(utc[1:]) & ~np.isnat(utc[:-1]) & (by_utc >= 0)
        steps = np.where(unsure & has_utc, by_utc, steps)
        restarts = steps < 0
        steps[restarts] = usual
        self.seconds: Floats = np.full(len(times), np.nan)
        self.seconds[known] = np.concatenate([[0], np.cumsum(steps)])[: known.sum()] / 1e9
        span = float(np.nanmax(self.seconds)) if known.any() else 0.0
        self.unit, self.label = (1, "seconds") if span < 180 else (60, "minutes") if span < 10_800 else (3600, "hours")
        # A break goes before the row that follows it.
        after = np.flatnonzero(known)[1:]
        self._breaks = after[restarts | (steps > 3 * usual)]
        self.x = np.insert(self.seconds / self.unit, self._breaks, np.nan)

    def spread(self, column: "pd.Series[Any]") -> Floats:
        """A column of a table indexed like ``frames``, as floats for ``x``: NaN for missing values and breaks."""
        return np.insert(_numbers(column), self._breaks, np.nan)


def _numbers(column: "pd.Series[Any]") -> Floats:
    return column.to_numpy(np.float64, na_value=np.nan)


def _of_camera(rec: "Recording", table: pd.DataFrame, camera: str) -> pd.DataFrame:
    mine = table[table.index.get_level_values("camera") == camera].droplevel("camera")
    return mine.reindex(rec.frames.index)


def _mark_lonely(ax: "Axes", time: Timeline, values: Floats, colour: str) -> None:
    """Marks isolated values, which no line would show."""
    known = np.concatenate([[False], np.isfinite(values), [False]])
    lonely = known[1:-1] & ~known[:-2] & ~known[2:]
    if lonely.any():
        ax.plot(time.x[lonely], values[lonely], linestyle="none", marker=".", markersize=4, color=colour, markeredgewidth=0)


def _headline(rec: "Recording") -> str:
    from os.path import abspath, basename

    count = len(rec.frames)
    parts = [basename(abspath(rec.path)), f"{count} pictures" if count != 1 else "1 picture"]
    if len(rec.segments) > 1:
        parts.append(f"{len(rec.segments)} segments")
    first = rec.sessions[rec.segments[0]]
    if first is not None and first.runs[0].started_at:
        parts.append(first.runs[0].started_at.replace("T", " ").replace("Z", " UTC"))
    # A dollar sign would start a formula.
    return "  ·  ".join(parts).replace("$", r"\$")


def _dress(ax: "Axes", time: Timeline, title: str, unit: str) -> "Axes":
    ax.set_title(title, loc="left", fontsize=10, color=_INK, pad=7)
    ax.set_ylabel(unit, color=_INK, fontsize=9)
    ax.set_xlabel(f"{time.label} since the first picture", color=_INK, fontsize=9)
    ax.tick_params(colors=_INK, labelsize=8, length=3, width=0.6)
    ax.grid(axis="y", color="#e2e8f0", linewidth=0.7)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color("#cbd5e1")
    ax.margins(x=0.01)
    return ax


def _empty(ax: "Axes", time: Timeline, title: str, why: str) -> "Axes":
    ax.text(0.5, 0.5, why, transform=ax.transAxes, ha="center", va="center", color=_QUIET, fontsize=10)
    ax.set_ylim(0, 1)
    _dress(ax, time, title, "")
    ax.set_yticks([])
    return ax


def _axes() -> "Axes":
    ax: Axes = _pyplot().subplots(figsize=(9, 3), layout="constrained")[1]
    return ax


def _pyplot() -> Any:
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise MissingPackage("plots need matplotlib: pip install 'dualcam[plot]'") from error
    return pyplot
