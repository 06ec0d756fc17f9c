"""The example that finds every minute in which the horizon was off."""

import csv
import importlib.util
import json
import re
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from archives import output, piece, reading, write_plan
from conftest import ROOT

import dualcam
from dualcam.readings import arrow_schema

SCRIPT = ROOT / "python" / "examples" / "horizon_off.py"
spec = importlib.util.spec_from_file_location("horizon_off", SCRIPT)
horizon_off = importlib.util.module_from_spec(spec)
sys.modules["horizon_off"] = horizon_off
spec.loader.exec_module(horizon_off)

SCHEMA = arrow_schema()


def write(path, recordings, *, group=65_536):
    """A file of readings, from each recording's name and columns."""
    columns = {name: [] for name in ("recording", "part", "camera", "seconds", "horizon_angle_deg", "horizon_confidence")}
    for name, known in recordings:
        length = len(known["seconds"])
        for key, values in columns.items():
            value = {"recording": name, "part": None, "camera": "primary", "horizon_confidence": 0.8, **known}[key]
            values += [value] * length if value is None or isinstance(value, (str, int, float)) else list(value)
    rows = len(columns["seconds"])
    columns["index"] = range(rows)
    arrays = [pa.array(columns[field.name], field.type.value_type if pa.types.is_dictionary(field.type) else field.type)
              if field.name in columns else pa.nulls(rows, field.type) for field in SCHEMA]
    arrays = [array.dictionary_encode() if pa.types.is_dictionary(field.type) and array.type == pa.string() else array
              for field, array in zip(SCHEMA, arrays, strict=True)]
    path.parent.mkdir(exist_ok=True)
    pq.write_table(pa.table(arrays, schema=SCHEMA), path, row_group_size=group)


def find(folder, *, verdicts=horizon_off.VERDICTS, **rule):
    return horizon_off.find(dualcam.readings(folder), horizon_off.Rule(**rule), verdicts=verdicts).to_pylist()


def times(first, last, rate=1):
    return np.arange(first * rate, last * rate) / rate


def test_a_minute_by_hand(tmp_path):
    angles = np.r_[[3.0] * 31, [-1.0] * 29]
    write(tmp_path / "000000.parquet", [("a.avi", {"seconds": times(0, 60), "horizon_angle_deg": angles})])
    assert find(tmp_path) == [{
        "recording": "a.avi", "camera": "primary", "minute": 0, "verdict": "off", "frames": 60, "confident": 60, "confident_share": 1,
        "median_deg": 3, "median_abs_deg": 3, "off_share": 31 / 60,
    }]
    angles[30] = -1
    write(tmp_path / "000000.parquet", [("a.avi", {"seconds": times(0, 60), "horizon_angle_deg": angles})])
    # Exactly half: the median is between the two, here 2°, which isn't above the limit.
    (row,) = find(tmp_path)
    assert (row["median_abs_deg"], row["median_deg"], row["off_share"], row["verdict"]) == (2, 1, 0.5, "level")


def test_what_is_off_level_and_unknown(tmp_path):
    wave = np.where(np.arange(60) % 2, 4.0, -4.0)
    seconds = times(0, 60)
    write(tmp_path / "000000.parquet", [
        ("left", {"seconds": seconds, "horizon_angle_deg": -2.1}), ("level", {"seconds": seconds, "horizon_angle_deg": 2.0}),
        ("sways", {"seconds": seconds, "horizon_angle_deg": wave}),
        ("unsure", {"seconds": seconds, "horizon_angle_deg": 9.0, "horizon_confidence": 0.49}),
        ("barely", {"seconds": seconds, "horizon_angle_deg": 9.0, "horizon_confidence": np.r_[[0.5] * 30, [0.0] * 30]}),
        ("short", {"seconds": times(0, 29), "horizon_angle_deg": 9.0}),
        ("fog", {"seconds": seconds, "horizon_angle_deg": None, "horizon_confidence": 0.0}),
        ("rare", {"seconds": times(0, 60, 10), "horizon_angle_deg": 9.0, "horizon_confidence": np.r_[[0.9] * 59, [0.1] * 541]}),
    ])
    found = {row["recording"]: row for row in find(tmp_path)}
    assert {name: row["verdict"] for name, row in found.items()} == {
        "left": "off", "level": "level", "sways": "off", "unsure": "unknown", "barely": "off", "short": "unknown", "fog": "unknown",
        "rare": "unknown"}
    assert found["left"]["median_deg"] == -2.1 and found["sways"]["median_deg"] == 0 and found["sways"]["median_abs_deg"] == 4
    assert found["fog"]["median_deg"] is found["fog"]["off_share"] is None and found["fog"]["confident"] == 0
    assert found["barely"]["confident_share"] == 0.5
    assert [row["recording"] for row in find(tmp_path, verdicts=("off",))] == ["barely", "left", "sways"]
    assert {row["recording"] for row in find(tmp_path, verdicts=("off",), frames=5, share=0.01, degrees=5)} == {"barely", "short", "rare"}


@pytest.mark.parametrize("group", [7, 65_536])
def test_minutes_straddle_files_and_batches(group, tmp_path):
    """A recording cut at 90 and 200 s: minute 1 is in two files, where others begin and end."""
    angle = np.where((times(0, 240) >= 60) & (times(0, 240) < 120), 5.0, 0.0)

    def part(number, first, last):
        return ("cut", {"part": number, "seconds": times(first, last), "horizon_angle_deg": angle[first:last]})

    write(tmp_path / "000000.parquet", [("x", {"seconds": times(0, 70), "horizon_angle_deg": 1.0}), part(0, 0, 90)], group=group)
    write(tmp_path / "000001.parquet", [part(1, 90, 200)], group=group)
    write(tmp_path / "000002.parquet", [part(2, 200, 240), ("y", {"seconds": times(0, 60), "horizon_angle_deg": 3.0}),
                                        ("z", {"seconds": times(0, 60), "horizon_angle_deg": 0.0})], group=group)
    found = [(row["recording"], row["minute"], row["frames"], row["verdict"]) for row in find(tmp_path)]
    assert found == [("cut", 0, 60, "level"), ("cut", 1, 60, "off"), ("cut", 2, 60, "level"), ("cut", 3, 60, "level"), ("x", 0, 60, "level"),
                     ("x", 1, 10, "unknown"), ("y", 0, 60, "off"), ("z", 0, 60, "level")]


def test_cameras_frames_without_one_and_times_apart(tmp_path):
    seconds = np.repeat(times(0, 60), 3)
    camera = ["primary", "secondary", None] * 60
    angle = [4.0, 0.0, None] * 60
    write(tmp_path / "000000.parquet", [
        ("a", {"seconds": seconds, "camera": camera, "horizon_angle_deg": angle}),
        ("b", {"seconds": [None, 7200.0, 1e9], "horizon_angle_deg": 0.0}), ("c", {"seconds": [0.0], "camera": None, "horizon_angle_deg": None}),
    ])
    found = [(row["recording"], row["camera"], row["minute"], row["frames"], row["verdict"]) for row in find(tmp_path)]
    assert found == [("a", "primary", 0, 60, "off"), ("a", "secondary", 0, 60, "level"), ("b", "primary", 120, 1, "unknown"),
                     ("b", "primary", 16_666_666, 1, "unknown")]


def test_a_recording_whose_rows_arent_together(tmp_path):
    one = {"seconds": times(0, 60), "horizon_angle_deg": 0.0}
    write(tmp_path / "000000.parquet", [("a", one), ("b", one)])
    write(tmp_path / "000001.parquet", [("a", one)])
    with pytest.raises(ValueError, match="a: its rows aren't together"):
        find(tmp_path)


def test_as_a_plain_loop_does(tmp_path):
    """Any angles, confidences and gaps, judged by Python alone."""
    rng = np.random.default_rng(7)
    wanted = {}
    for file in range(4):
        recordings = []
        for number in range(5):
            name, count = f"{file}/{number}.avi", int(rng.integers(1, 500))
            seconds = np.sort(rng.uniform(0, 400, count))
            angle = np.where(rng.random(count) < 0.2, np.nan, rng.normal(0, 3, count))
            confidence = np.round(rng.random(count), 2)
            recordings.append((name, {
                "seconds": seconds, "horizon_angle_deg": [None if np.isnan(one) else one for one in angle], "horizon_confidence": confidence}))
            for minute in range(7):
                here = (seconds // 60) == minute
                sure = [one for one, c in zip(angle[here], confidence[here], strict=True) if c >= 0.5 and not np.isnan(one)]
                if here.any():
                    typical = np.median(np.abs(sure)) if sure else None
                    known = len(sure) >= 30 and len(sure) >= 0.1 * here.sum()
                    wanted[name, minute] = (int(here.sum()), len(sure), typical, "unknown" if not known else "off" if typical > 2 else "level")
        write(tmp_path / f"{file:06}.parquet", recordings, group=100)
    rows = find(tmp_path)
    found = {(row["recording"], row["minute"]): (row["frames"], row["confident"], row["median_abs_deg"], row["verdict"]) for row in rows}
    assert found == wanted and {one[3] for one in wanted.values()} == {"off", "level", "unknown"}
    assert [(row["recording"], row["minute"]) for row in rows] == sorted(wanted)


RECORDINGS, MINUTES = 10_000, 3


def archive(folder):
    """10,000 recordings of 3 minutes, a frame a second, in 1,000 files, cut at 90 s into files of their own; which minutes are off."""
    rng = np.random.default_rng(11)
    kind = rng.choice(3, (RECORDINGS, MINUTES), p=[0.88, 0.05, 0.07])
    typical = np.where(kind == 1, rng.choice([-1, 1], kind.shape) * rng.uniform(2.5, 12, kind.shape), rng.uniform(-1.5, 1.5, kind.shape))
    folder.mkdir()
    second = np.arange(60 * MINUTES)
    each = 20
    for block in range(0, RECORDINGS, each):
        names = pa.array([f"2026/{number:05}.avi" for number in range(block, block + each)])
        angle = np.repeat(typical[block:block + each], 60, axis=1) + rng.uniform(-0.4, 0.4, (each, len(second)))
        confidence = np.where(np.repeat(kind[block:block + each], 60, axis=1) == 2, 0.2, 0.85)
        # The last recording of a file continues in the next.
        cuts = [np.s_[:-90], np.s_[-90:]]
        whole = {"recording": np.repeat(np.arange(each, dtype=np.int32), len(second)), "index": np.tile(second, each),
                 "seconds": np.tile(second / 1.0, each), "horizon_angle_deg": angle.reshape(-1), "horizon_confidence": confidence.reshape(-1)}
        for half, cut in enumerate(cuts):
            part = {key: values[cut] for key, values in whole.items()}
            rows = len(part["index"])
            part["recording"] = pa.DictionaryArray.from_arrays(pa.array(part["recording"]), names)
            part["camera"] = pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, np.int32)), pa.array(["primary"]))
            arrays = [pa.array(part[field.name]) if field.name in part else pa.nulls(rows, field.type) for field in SCHEMA]
            pq.write_table(pa.table(arrays, schema=SCHEMA), folder / f"{2 * block // each + half:06}.parquet")
    return {(f"2026/{number:05}.avi", int(minute)) for number, minute in zip(*np.nonzero(kind == 1), strict=True)}, kind


def test_ten_thousand_recordings(tmp_path, capsys):
    folder = tmp_path / "parquet"
    started = time.perf_counter()
    truth, kind = archive(folder)
    wrote = time.perf_counter() - started
    code = ("import re, runpy, sys; sys.argv = sys.argv[1:]\ntry: runpy.run_path(sys.argv[0], run_name='__main__')\n"
            r"finally: print(re.search(r'VmHWM:\s+(\d+)', open('/proc/self/status').read())[1])")
    command = [sys.executable, "-c", code, str(SCRIPT), str(folder), "-o", str(tmp_path / "off.csv")]
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    took = time.perf_counter() - started
    assert done.returncode == 0, done.stderr
    with open(tmp_path / "off.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    found = [(row["recording"], int(row["minute"])) for row in rows]
    assert set(found) == truth and found == sorted(found) and len(truth) > 1000 and {row["frames"] for row in rows} == {"60"}
    recordings = len({name for name, _ in truth})
    assert done.stderr == f"{len(truth)} minutes off by more than 2°, in {recordings} recordings\n"
    peak = int(done.stdout.split()[-1]) >> 10
    assert peak < 1000
    counts = {verdict: sum(kind.flat == at) for at, verdict in enumerate(("level", "off", "unknown"))}
    table = horizon_off.find(dualcam.readings(folder), verdicts=horizon_off.VERDICTS)
    assert table.num_rows == RECORDINGS * MINUTES
    assert {one["values"]: one["counts"] for one in table["verdict"].value_counts().to_pylist()} == counts
    with capsys.disabled():
        print(f"\n{RECORDINGS} recordings, {RECORDINGS * MINUTES * 60} rows in 1,000 files (written in {wrote:.1f} s): "
              f"{len(truth)} minutes off found in {took:.1f} s, peak {peak} MiB")


@pytest.fixture
def small(tmp_path):
    """A plan with readings: one film that leans from 60 s on, cut in the middle of a minute; a level one; one that can't be read."""
    plan = dualcam.Plan(write_plan(tmp_path / "again.plan", [
        [piece("lean $x.avi/000000", "lean $x.avi")], [piece("lean $x.avi/000001", "lean $x.avi", first=900), piece("level.avi")], [piece("bad.avi")]]))
    rng = np.random.default_rng(3)
    lines = [reading(k, round((6 if k >= 600 else 0) + float(rng.normal(0, 0.3)), 3), rate=10) for k in range(1200)]
    output(plan, 0, {"lean $x.avi/000000": lines[:900]})
    output(plan, 1, {"lean $x.avi/000001": lines[900:], "level.avi": lines[:300]})
    output(plan, 2, {"bad.avi": [{"index": k, "error": "no JPEG"} for k in range(5)]})
    assert all(one.state == "made" for one in dualcam.write_readings(plan, tmp_path / "parquet"))
    return tmp_path / "parquet"


def test_the_example_on_a_plans_readings(small, tmp_path, capfd):
    assert horizon_off.main([str(small)]) == 0
    out, err = capfd.readouterr()
    rows = list(csv.DictReader(out.splitlines()))
    assert [(row["recording"], row["minute"], row["frames"], row["verdict"]) for row in rows] == [("lean $x.avi", "1", "600", "off")]
    assert float(rows[0]["median_deg"]) == pytest.approx(6, abs=0.1) and err == "1 minutes off by more than 2°, in 1 recordings\n"
    for name in ("out.json", "out.csv", "out.arrow", "out.parquet"):
        assert horizon_off.main([str(small), "--all", "-o", str(tmp_path / name), "--plot", str(tmp_path / "plot.png")]) == 0
    rows = json.loads((tmp_path / "out.json").read_text())
    assert [(row["recording"], row["minute"], row["verdict"]) for row in rows] == [
        ("lean $x.avi", 0, "level"), ("lean $x.avi", 1, "off"), ("level.avi", 0, "level")]
    assert pq.read_table(tmp_path / "out.parquet").to_pylist() == rows
    with pa.ipc.open_file(tmp_path / "out.arrow") as file:
        assert file.read_all().to_pylist() == rows
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_the_plot_shows_what_the_table_has(small):
    from matplotlib import pyplot

    table = horizon_off.find(dualcam.readings(small), verdicts=horizon_off.VERDICTS)
    figure = horizon_off.plot(table)
    strips, _, histogram, through = figure.axes
    cells = strips.images[0].get_array()
    # The worst first; nothing where nothing was recorded.
    assert [one.get_text() for one in strips.get_yticklabels()] == [r"lean \$x.avi", "level.avi"]
    assert cells.shape == (2, 2) and cells.mask.tolist() == [[False, False], [False, True]] and cells[0, 1] == pytest.approx(6, abs=0.1)
    assert {one.get_text() for one in histogram.get_legend().get_texts()} == {"level: 2", "off: 1", "unknown: 0"}
    assert [bar.get_height() for bar in through.patches] == [50, 0, 0, 0]
    pyplot.close(figure)
    for rows in (table.slice(0, 0), table.slice(0, 1)):
        figure = horizon_off.plot(rows)
        figure.canvas.draw()
        pyplot.close(figure)


def test_wrong_usage_and_no_readings(tmp_path, capsys):
    for arguments in ([str(tmp_path), "-o", "x.doc"], [str(tmp_path), "--degrees", "0"], []):
        with pytest.raises(SystemExit):
            horizon_off.main(arguments)
    capsys.readouterr()
    assert horizon_off.main([str(tmp_path)]) == 66 and re.match("horizon_off: .*there are no readings", capsys.readouterr().err)
