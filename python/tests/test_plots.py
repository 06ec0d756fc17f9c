"""What the plots show: values in their places, gaps as gaps."""

import numpy as np
import pytest
from conftest import line, session
from matplotlib import pyplot

from dualcam import Recording, plots
from dualcam.plots import Timeline


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")


def at(index, ns, **more):
    value = line(index, **more)
    for one in value["cameras"]:
        one["timestampNs"] = ns
    return value


def curve(ax, number=-1):
    return ax.lines[number].get_xdata(), ax.lines[number].get_ydata()


def test_time_counts_from_the_first_picture(folder):
    time = Timeline(Recording(folder.write([at(i, 5_000_000_000 + i * 40_000_000) for i in range(5)])))
    assert time.seconds.tolist() == pytest.approx([0, 0.04, 0.08, 0.12, 0.16]) and len(time.x) == 5 and time.label == "seconds"


def test_gaps_in_time_are_gaps(folder):
    ns = [0, 40_000_000, 80_000_000, 2_000_000_000, 2_040_000_000]
    rec = Recording(folder.write([at(i, one) for i, one in enumerate(ns)]))
    x, y = curve(plots.roll(rec))
    assert np.isnan(x[3]) and np.isnan(y[3]) and len(x) == 6
    assert np.delete(x, 3).tolist() == pytest.approx([one / 1e9 for one in ns]) and np.delete(y, 3).tolist() == [i / 8 for i in range(5)]


def test_pictures_without_readings_are_gaps(folder):
    lines = [at(i, i * 40_000_000) for i in range(5)]
    lines[1]["hud"] = []
    lines[3] = {"index": 3, "file": "000003.jpg", "cameras": [], "hud": [], "recovered": True}
    rec = Recording(folder.write(lines))
    x, y = curve(plots.roll(rec), 2)
    assert np.isnan(y).tolist() == [False, True, False, True, False] and np.isnan(x).tolist() == [False, False, False, True, False]
    # No line leads to a value between two breaks.
    assert curve(plots.roll(rec))[1].tolist() == [0, 0.25, 0.5] and plots.roll(rec).lines[-1].get_marker() == "."
    assert np.isnan(curve(plots.latency(rec), 0)[1]).tolist() == [False, False, False, True, False]


def test_a_clock_that_starts_again_goes_on(folder):
    rec = Recording(folder.write([at(i, ns) for i, ns in enumerate([10**12, 10**12 + 10**8, 10**12 + 2 * 10**8, 5, 10**8 + 5])]))
    time = Timeline(rec)
    assert time.seconds.tolist() == pytest.approx([0, 0.1, 0.2, 0.3, 0.4]) and np.isnan(time.x[3]) and len(time.x) == 6


def test_from_run_to_run_the_wall_clock_counts(folder):
    lines = [at(i, ns) for i, ns in enumerate([10**9, 2 * 10**9, 10**15, 10**15 + 10**9])]
    for value, second in zip(lines, (0, 1, 31, 32), strict=True):
        for one in value["cameras"]:
            one["utc"] = f"2026-11-24T06:37:{second:02}.500000Z"
    rec = Recording(folder.write(lines, about=session(first=2, previous=[session()])))
    assert Timeline(rec).seconds.tolist() == pytest.approx([0, 1, 31, 32])
    # Within a run, a stepped wall clock moves nothing.
    lines[1]["cameras"][0]["utc"] = "2030-01-01T00:00:00Z"
    rec = Recording(folder.write(lines[:2]))
    assert Timeline(rec).seconds.tolist() == pytest.approx([0, 1])


@pytest.mark.parametrize(("seconds", "label", "end"), [(100, "seconds", 100), (1000, "minutes", 1000 / 60), (40_000, "hours", 40_000 / 3600)])
def test_units_of_time(folder, seconds, label, end):
    rec = Recording(folder.write([at(i, i * seconds * 10**9 // 4) for i in range(5)]))
    ax = plots.latency(rec)
    assert ax.get_xlabel() == f"{label} since the first picture" and np.nanmax(curve(ax, 0)[0]) == pytest.approx(end)


def test_roll_has_its_interval_and_hides_unsure_angles(folder):
    lines = [at(i, i * 40_000_000) for i in range(6)]
    for value in lines[:3]:
        value["hud"][0]["horizon"]["confidence"] = 0.49
    ax = plots.roll(Recording(folder.write(lines)))
    assert np.isnan(curve(ax)[1]).tolist() == [True] * 3 + [False] * 3 and not np.isnan(curve(ax, 1)[1]).any()
    band = ax.collections[0].get_paths()[0].vertices
    assert band[:, 1].min() == -1 and band[:, 1].max() == 5 / 8 + 1
    assert ax.get_ylabel() == "degrees" and ax.get_title("left") == "Roll of the primary camera"


def test_latency_tells_its_percentiles(folder):
    rec = Recording(folder.write([at(i, i * 40_000_000, latencyMs=float(i)) for i in range(101)]))
    ax = plots.latency(rec)
    assert "median 50.0 ms, 99 % below 99.0 ms" in ax.get_title("left") and ax.get_ylim() == pytest.approx((0, 112)) and ax.get_ylabel() == "ms"


def test_drops_add_up(folder):
    ax = plots.drops(Recording(folder.write([at(i, i * 40_000_000) for i in range(300)])))
    assert sum(bar.get_height() for bar in ax.patches) == 600 and len(ax.patches) == 240
    assert ax.get_title("left") == "Frames lost: primary 300, secondary 300"


@pytest.mark.parametrize("lines", [[], [line(0)], [{"index": 0, "file": "000000.jpg"}], [line(0), {"index": 1, "file": "000001.jpg"}]])
def test_little_or_nothing_can_be_plotted(folder, tmp_path, lines):
    Recording(folder.write(lines)).plot(tmp_path / "out.png")
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")


def test_what_isnt_there_is_said(folder):
    rec = Recording(folder.write([at(i, i, latencyMs=None) for i in (0, 3)]))
    texts = [ax.texts[0].get_text() for ax in (plots.latency(rec), plots.roll(rec, camera="secondary"), plots.drops(rec))]
    assert texts == ["only live recordings have a latency", "no horizon was read", "none"]


def test_one_figure_of_all_in_the_given_axes(folder):
    rec = Recording(folder.write([at(i, i * 40_000_000) for i in range(5)]))
    figure = rec.plot()
    titles = [ax.get_title("left").split(",")[0].split(":")[0] for ax in figure.axes]
    assert titles == ["Roll of the primary camera", "Confidence that it is within 1°", "Latency", "Frames lost"]
    assert figure.get_suptitle() == "rec  ·  5 pictures  ·  2026-11-24 06:37:05 UTC"
    _, ax = pyplot.subplots()
    assert all(draw(rec, ax) is ax for draw in (plots.roll, plots.confidence, plots.latency, plots.drops))
