"""An archive's readings: Parquet files written from lines by one or several programs, and their dataset."""

import collections
import functools
import hashlib
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import time

import pandas as pd
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from archives import output, piece, reading, write_plan
from conftest import module, run

import dualcam
from dualcam import NoReadings, OtherPlan, Plan, RecordingWarning, readings, write_readings
from dualcam.__main__ import main

FULL = {
    "camera": "primary", "grid": "phi", "horizon": {
        "angleDegrees": -2.5, "interval90": [-4, -1], "confidence": 0.9, "levelDegrees": -1.25, "pitchDegrees": 3, "pitchInterval90": [1, 5],
        "fieldOfViewDegrees": 70, "fieldOfViewInterval90": None, "state": "idle"},
    "silhouette": {"template": "portrait", "path": "M0 0Z", "iou": 0.75, "state": "near"},
    "subject": {"x": 0.1, "y": 0.2, "width": 0.3, "height": 0.4, "eyes": {"x": 0.25, "y": 0.3}, "powerPoint": 2, "distance": 0.05, "state": "snapped"},
    "composition": {"headroom": 0.125, "leadRoom": 0.25, "leads": "left", "axis": 0.475, "symmetry": 0.75},
    "focus": {"sharpness": 12.5, "share": 0.5, "state": "near"},
    "exposure": {"mean": 0.4, "clippedHigh": 0.01, "clippedLow": 0.02, "state": "snapped"},
}
BLIND = {"camera": "secondary", "grid": "none", "horizon": {"angleDegrees": None, "interval90": None, "confidence": 0, "state": "unknown"},
         "subject": None}


@pytest.fixture
def plan(tmp_path):
    """Four shards, three of them done: a film in two parts, in two shards; two films; nothing; one not done."""
    cut = [piece(f"2026/a.avi/{k:06}", "2026/a.avi", first=3 * k) for k in range(2)]
    plan = Plan(write_plan(tmp_path / "again.plan", [[cut[0]], [cut[1], piece("b.avi"), piece("c ü")], [], [piece("d.avi")]]))
    output(plan, 0, {"2026/a.avi/000000": [reading(k, k / 4) for k in range(3)]})
    output(plan, 1, {
        "2026/a.avi/000001": [reading(3, None), reading(4, utc="2026-11-24T06:37:05.123456Z"), reading(5, 2, hint="Raise the left side")],
        "b.avi": [{"index": 0, "timestampNs": 0, "damaged": True, "hud": [FULL, BLIND], "hint": None},
                  {"index": 1, "timestampNs": 40_000_000, "error": "no JPEG"}, {"index": 2, "error": "gone"}],
        # As one camera's guides without an array around them.
        "c ü": [{**reading(0), "hud": FULL, "file": "x/1.jpg"}, {**reading(7), "hud": []}],
    })
    output(plan, 2, {})
    return plan


def made(plan, folder, **more):
    """Writes the files; skips what isn't done."""
    return collections.Counter(one.state for one in write_readings(plan, folder, **more))


def table(folder):
    with pytest.warns(RecordingWarning, match="shards have no readings here"):
        return readings(folder).to_table()


def test_every_row(plan, tmp_path):
    folder = tmp_path / "parquet"
    found = list(write_readings(plan, folder))
    assert [(one.state, one.rows, one.lines, one.bad) for one in found] == [
        ("made", 3, 3, 0), ("made", 9, 8, 0), ("made", 0, 0, 0), ("not done", 0, 0, 0)]
    with pytest.warns(RecordingWarning, match="parquet: 1 of 4 shards have no readings here; the first is 3"):
        dataset = readings(folder)
    assert isinstance(dataset, ds.Dataset) and dataset.count_rows() == 12
    rows = dataset.to_table().to_pylist()
    head = [(one["recording"], one["part"], one["index"], one["seconds"], one["camera"], one["horizon_angle_deg"]) for one in rows]
    a = "2026/a.avi"
    assert head == [
        (a, 0, 0, 0, "primary", 0), (a, 0, 1, 0.033333333, "primary", 0.25), (a, 0, 2, 0.066666667, "primary", 0.5),
        (a, 1, 3, 0.1, "primary", None), (a, 1, 4, 0.133333333, "primary", 0.5), (a, 1, 5, 0.166666667, "primary", 2),
        ("b.avi", None, 0, 0, "primary", -2.5), ("b.avi", None, 0, 0, "secondary", None), ("b.avi", None, 1, 0.04, None, None),
        ("b.avi", None, 2, None, None, None), ("c ü", None, 0, None, "primary", -2.5), ("c ü", None, 7, 0.233333333, None, None),
    ]
    assert rows[6] == {
        "recording": "b.avi", "part": None, "index": 0, "seconds": 0, "utc": None, "camera": "primary", "grid": "phi", "horizon_angle_deg": -2.5,
        "horizon_low_deg": -4, "horizon_high_deg": -1, "horizon_confidence": 0.9, "horizon_witness": None, "horizon_sensor_delay_ms": None,
        "horizon_sensor_mounting_deg": None, "horizon_sensor_turn_deg": None, "horizon_level_deg": -1.25, "horizon_pitch_deg": 3, "horizon_pitch_low_deg": 1,
        "horizon_pitch_high_deg": 5, "horizon_field_of_view_deg": 70, "horizon_field_of_view_low_deg": None, "horizon_field_of_view_high_deg": None, "horizon_state": "idle", "subject_x": 0.1, "subject_y": 0.2,
        "subject_width": 0.3, "subject_height": 0.4, "subject_eyes_x": 0.25, "subject_eyes_y": 0.3, "subject_power_point": 2,
        "subject_distance": 0.05, "subject_state": "snapped",
        "composition_headroom": 0.125, "composition_lead_room": 0.25, "composition_leads": "left", "composition_axis": 0.475,
        "composition_symmetry": 0.75, "silhouette_template": "portrait", "silhouette_iou": 0.75, "silhouette_state": "near", "focus_sharpness": 12.5, "focus_share": 0.5,
        "focus_state": "near", "exposure_mean": 0.4, "exposure_clipped_high": 0.01, "exposure_clipped_low": 0.02,
        "exposure_state": "snapped", "damaged": True, "hint": None, "file": None, "error": None,
    }
    assert rows[10]["file"] == "x/1.jpg"
    assert rows[4]["utc"] == pd.Timestamp("2026-11-24T06:37:05.123456Z") and rows[5]["hint"] == "Raise the left side"
    assert rows[8]["error"] == "no JPEG" and rows[9]["error"] == "gone" and rows[11]["error"] is None


def test_types_and_what_a_file_says_of_itself(plan, tmp_path):
    folder = tmp_path / "parquet"
    made(plan, folder)
    schema = table(folder).schema
    name = pa.dictionary(pa.int32(), pa.string())
    assert schema.field("recording").type == schema.field("camera").type == name and not schema.field("recording").nullable
    types = {one: str(schema.field(one).type) for one in ("part", "index", "seconds", "utc", "damaged", "hint")}
    assert types == {"part": "int64", "index": "int64", "seconds": "double", "utc": "timestamp[ns, tz=UTC]", "damaged": "bool", "hint": "string"}
    assert pq.read_schema(folder / "000001.parquet").field("horizon_angle_deg").metadata[b"meaning"].startswith(b"degrees; positive")
    about = {key.decode(): value.decode() for key, value in pq.read_metadata(folder / "000001.parquet").metadata.items()}
    assert about["dualcam.plan"] == plan.id and about["dualcam.shard"] == "1" and about["dualcam.job"] == "analyze"
    assert json.loads(about["dualcam.settings"]) == ["--grid", "phi"] and json.loads(about["dualcam.tool"])["version"] == "0.1.0"
    # sha256sum(1) reproduces it: the shard's .sums has these lines.
    sums = pathlib.Path(plan.board(1, "sums")).read_bytes()
    assert about["dualcam.readings_sha256"] == hashlib.sha256(sums).hexdigest()
    assert sorted(os.listdir(folder)) == ["000000.parquet", "000001.parquet", "000002.parquet", "_plan.json"]


def test_filters_by_recording_and_camera(plan, tmp_path):
    made(plan, tmp_path / "parquet")
    with pytest.warns(RecordingWarning):
        dataset = readings(tmp_path / "parquet")
    field = ds.field
    assert dataset.to_table(filter=(field("recording") == "b.avi") & (field("camera") == "secondary")).num_rows == 1
    assert dataset.to_table(filter=field("part") == 1, columns=["index"]).column(0).to_pylist() == [3, 4, 5]
    assert dataset.to_table().to_pandas()["recording"].dtype == "category"


def test_what_is_there_stays_unless_it_is_of_other_lines(plan, tmp_path):
    folder = tmp_path / "parquet"
    assert made(plan, folder) == {"made": 3, "not done": 1}
    inodes = {one: (folder / one).stat().st_ino for one in os.listdir(folder)}
    assert made(plan, folder) == {"there": 3, "not done": 1}
    assert {one: (folder / one).stat().st_ino for one in os.listdir(folder)} == inodes
    # Other readings, a damaged file, one of another shard, and one of an older package.
    output(plan, 0, {"2026/a.avi/000000": [reading(k, 9) for k in range(3)]})
    (folder / "000001.parquet").write_bytes((folder / "000001.parquet").read_bytes()[:-9])
    (folder / "000002.parquet").write_bytes((folder / "000000.parquet").read_bytes())
    output(plan, 3, {"d.avi": [reading(0)]})
    assert made(plan, folder) == {"made": 4}
    assert readings(folder).to_table().column("horizon_angle_deg").to_pylist()[:3] == [9, 9, 9] and made(plan, folder) == {"there": 4}
    bare = pq.read_table(folder / "000003.parquet")
    pq.write_table(bare, folder / "000003.parquet")
    assert made(plan, folder) == {"there": 3, "made": 1}


def test_another_plans_folder(plan, tmp_path, capsys):
    made(plan, tmp_path / "parquet")
    other = write_plan(tmp_path / "other.plan", [[piece("z.avi")]])
    with pytest.raises(OtherPlan, match="holds the readings of another plan"):
        write_readings(other, tmp_path / "parquet")
    assert main(["readings", str(other), "-o", str(tmp_path / "parquet")]) == 78 and "name another folder" in capsys.readouterr().err


BAD = [
    (b"garbage", "no JSON"), (b"", "no JSON"), (b"[1]", "no JSON object"), (b'{"index":1}', "neither “hud” nor “error” is there"),
    (b'{"index":"1","hud":[]}', "“index” isn't a whole number"), (b'{"hud":[]}', "“index” is missing"), (b'{"index":-1,"hud":[]}', "can't be"),
    (b'{"index":1,"timestampNs":"0","hud":[]}', "“timestampNs” isn't a whole number"), (b'{"index":1,"hud":[1]}', "“hud” isn't an array"),
    (b'{"index":1,"hud":[{"camera":"primary","horizon":{"angleDegrees":"2"}}]}', "“angleDegrees” isn't a number"),
    (b'{"index":1,"hud":[{"camera":"primary","horizon":{"angleDegrees":NaN}}]}', "NaN is no JSON"),
    (b'{"index":1,"hud":[{"camera":"primary","horizon":{"interval90":[1]}}]}', "isn't a pair"), (b'{"index":1,"hud":[{}]}', "“camera” is missing"),
    (b'{"index":1,"hud":[{"camera":"primary"},{"camera":"primary"}]}', "one camera twice"), (b'{"index":1,"hud":"x"}', "“hud” isn't an array"),
    (b'{"index":1,"hud":[],"hint":1}', "“hint” isn't a string"), (b'{"index":0,"hud":[]}', "frame 0 comes after frame 0"),
    (b'{"index":1,"hud":[],"hint":"' + b"x" * (1 << 20) + b'"}', "longer than 1 MiB"), (b'{"index":1,"hud":[],"hint":"\xff"}', "not UTF-8"),
    (b'{"index":1,"hud":[],"hint":"\\ud800"}', "half a character"), (b'{"index":1,"hud":[],"damaged":1}', "neither true nor false"),
]


@pytest.mark.parametrize(("bad", "what"), BAD)
def test_a_bad_line_is_counted_and_named_and_the_rest_is_read(bad, what, tmp_path, capsys):
    plan = Plan(write_plan(tmp_path / "again.plan", [[piece("a.avi")]]))
    output(plan, 0, {"a.avi": [reading(0), bad, reading(2)]})
    for state in ("made", "there"):
        (one,) = write_readings(plan, tmp_path / "parquet")
        assert (one.state, one.rows, one.lines, one.bad) == (state, 2, 3, 1)
        assert one.problems[0].startswith("a.avi/readings.jsonl: line 2: ") and what in one.problems[0]
    assert main(["readings", plan.path, "-o", str(tmp_path / "parquet")]) == 65
    assert f"dualcam: shard 0: {plan.result}/a.avi/readings.jsonl: line 2: " in capsys.readouterr().err
    assert readings(tmp_path / "parquet").to_table().column("index").to_pylist() == [0, 2]


def test_readings_that_were_cut_off_are_found_wherever(tmp_path):
    plan = Plan(write_plan(tmp_path / "again.plan", [[piece("a.avi")]]))
    data = b"".join(json.dumps(reading(k)).encode() + b"\n" for k in range(3))
    output(plan, 0, {"a.avi": data})
    for end in (*range(0, len(data), 37), data.rindex(b"\n", 0, -1) + 1):
        (pathlib.Path(plan.result) / "a.avi" / "readings.jsonl").write_bytes(data[:end])
        (one,) = write_readings(plan, tmp_path / "parquet")
        assert one.state == "made" and one.rows == data[:end].count(b"\n") and one.bad == 1 + (not data[:end].endswith(b"\n") and end > 0)
        assert one.problems[-1].startswith("a.avi/readings.jsonl: its SHA-256 isn't the one in") and "000000.sums" in one.problems[-1]
        assert one.bad == 1 or "line isn't whole: the file was cut off" in one.problems[0]


def test_a_thousand_bad_lines_are_counted(tmp_path, capsys):
    plan = Plan(write_plan(tmp_path / "again.plan", [[piece("a.avi")]]))
    output(plan, 0, {"a.avi": [b"x"] * 1000})
    assert main(["readings", plan.path, "-o", str(tmp_path / "parquet"), "--json"]) == 65
    out, err = capsys.readouterr()
    assert json.loads(out)["badLines"] == 1000 and err.count("\n") == 21 and "980 more like these" in err
    (one,) = write_readings(plan, tmp_path / "parquet")
    assert one.bad == 1000 and len(one.problems) == 100


def test_readings_that_are_gone(plan, tmp_path, capsys):
    os.unlink(f"{plan.result}/b.avi/readings.jsonl")
    found = list(write_readings(plan, tmp_path / "parquet"))
    assert [one.state for one in found] == ["made", "failed", "made", "not done"]
    assert isinstance(found[1].error, NoReadings) and "it is gone, although its shard is done" in str(found[1].error)
    assert main(["readings", plan.path, "-o", str(tmp_path / "parquet")]) == 66
    out, err = capsys.readouterr()
    assert "4 shards: 2 there, 1 not done, 1 failed" in out and "dualcam: shard 1: " in err and "1 shards aren't done yet" in err
    assert not (tmp_path / "parquet" / "000001.parquet").exists() and not list((tmp_path / "parquet").glob(".*"))


def test_folders_of_a_thousand(tmp_path):
    plan = Plan(write_plan(tmp_path / "again.plan", [[piece(f"{k}.avi")] for k in range(2003)]))
    for k in (0, 999, 1000, 2002):
        output(plan, k, {f"{k}.avi": [reading(0, k)]})
    assert made(plan, tmp_path / "parquet") == {"made": 4, "not done": 1999}
    found = sorted(str(one.relative_to(tmp_path / "parquet")) for one in (tmp_path / "parquet").rglob("*.parquet"))
    assert found == ["000/000000.parquet", "000/000999.parquet", "001/001000.parquet", "002/002002.parquet"]
    assert table(tmp_path / "parquet").column("recording").to_pylist() == ["0.avi", "999.avi", "1000.avi", "2002.avi"]
    with pytest.warns(RecordingWarning, match="1999 of 2003 shards have no readings here; the first is 1"):
        readings(tmp_path / "parquet")
    # Shards 1001 to 2002.
    assert made(plan, tmp_path / "parts", part=(2, 2)) == {"made": 1, "not done": 1001}


def test_annotated_recordings(tmp_path):
    """Their lines are recordings', and may count from each part's own start."""
    pieces = [piece("a.avi/000000", "a.avi", frames=2), piece("a.avi/000001", "a.avi", first=2, frames=2)]
    plan = Plan(write_plan(tmp_path / "again.plan", [[one] for one in pieces], job="annotate"))

    def line(index, frame, **more):
        cameras = [{"id": name, "state": "live", "sequence": frame, "gap": 0, "timestampNs": frame * 500_000_000, "clock": "media",
                    "bytes": 5, "flags": ["damaged"] if name == "secondary" else []} for name in ("primary", "secondary")]
        return {"index": index, "file": f"{index:06}.jpg", "cameras": cameras, "hud": [FULL, BLIND], "hint": None, **more}

    output(plan, 0, {"a.avi/000000": [line(0, 0), line(1, 1)]})
    output(plan, 1, {"a.avi/000001": [line(0, 2), line(1, 3, hud=[]), line(3, 5) | {"file": "000000.jpg"}]})
    found = list(write_readings(plan, tmp_path / "parquet"))
    assert found[1].bad == 1 and "line 3: index 3 names the file '000000.jpg'" in found[1].problems[0]
    rows = readings(tmp_path / "parquet").to_table().to_pylist()
    assert [(one["part"], one["index"], one["seconds"], one["camera"], one["damaged"], one["file"]) for one in rows[4:]] == [
        (1, 2, 1, "primary", False, "000000.jpg"), (1, 2, 1, "secondary", True, "000000.jpg"), (1, 3, 1.5, None, True, "000001.jpg")]
    assert rows[0]["silhouette_iou"] == 0.75 and {one["recording"] for one in rows} == {"a.avi"}


def test_a_cameras_kept_frames_are_that_cameras(tmp_path):
    pieces = [piece(f"rec/{name}", kind="recording", cameras=[name]) for name in ("primary", "secondary")]
    plan = Plan(write_plan(tmp_path / "again.plan", [pieces]))
    output(plan, 0, {f"rec/{name}": [reading(0), {"index": 1, "error": "no JPEG"}] for name in ("primary", "secondary")})
    made(plan, tmp_path / "parquet")
    rows = readings(tmp_path / "parquet").to_table().to_pylist()
    assert [(one["recording"], one["camera"]) for one in rows] == [
        ("rec/primary", "primary"), ("rec/primary", None), ("rec/secondary", "secondary"), ("rec/secondary", None)]


def test_names_as_sha256sum_writes_them(tmp_path):
    name = "a\\n\n.avi"
    plan = Plan(write_plan(tmp_path / "again.plan", [[piece(name)]]))
    output(plan, 0, {name: [reading(0)]})
    sums = pathlib.Path(plan.board(0, "sums"))
    sums.write_text(run("sha256sum", f"{name}/readings.jsonl", cwd=pathlib.Path(plan.result)))
    assert sums.read_text().startswith("\\") and [one.bad for one in write_readings(plan, tmp_path / "parquet")] == [0]
    sums.write_text(sums.read_text().replace(sums.read_text()[1:9], "00000000"))
    os.unlink(tmp_path / "parquet" / "000000.parquet")
    assert [one.bad for one in write_readings(plan, tmp_path / "parquet")] == [1]


def plainly(plan):
    """All lines of analyze, read without this package's rows."""
    rows = []
    for shard in plan:
        for one in shard.pieces:
            for data in (pathlib.Path(plan.result) / one.output / "readings.jsonl").read_text().splitlines():
                line = json.loads(data)
                hud = line.get("hud") or [{}]
                for guides in [hud] if isinstance(hud, dict) else hud:
                    horizon, subject, silhouette = (guides.get(key) or {} for key in ("horizon", "subject", "silhouette"))
                    low, high = horizon.get("interval90") or (None, None)
                    pitch_low, pitch_high = horizon.get("pitchInterval90") or (None, None)
                    view_low, view_high = horizon.get("fieldOfViewInterval90") or (None, None)
                    eyes, composition = subject.get("eyes") or {}, guides.get("composition") or {}
                    focus, exposure = guides.get("focus") or {}, guides.get("exposure") or {}
                    rows.append({
                        "recording": one.recording, "part": one.part, "index": line["index"], "seconds": line["timestampNs"] / 1e9,
                        "camera": guides.get("camera"), "grid": guides.get("grid"), "horizon_angle_deg": horizon.get("angleDegrees"),
                        "horizon_low_deg": low, "horizon_high_deg": high, "horizon_confidence": horizon.get("confidence"),
                        "horizon_witness": horizon.get("witness"), "horizon_sensor_delay_ms": horizon.get("sensorDelayMs"),
                        "horizon_sensor_mounting_deg": horizon.get("sensorMountingDegrees"), "horizon_sensor_turn_deg": horizon.get("sensorTurnDegrees"),
                        "horizon_level_deg": horizon.get("levelDegrees"), "horizon_pitch_deg": horizon.get("pitchDegrees"), "horizon_pitch_low_deg": pitch_low,
                        "horizon_pitch_high_deg": pitch_high, "horizon_field_of_view_deg": horizon.get("fieldOfViewDegrees"),
                        "horizon_field_of_view_low_deg": view_low, "horizon_field_of_view_high_deg": view_high,
                        "horizon_state": horizon.get("state"), "subject_x": subject.get("x"), "subject_y": subject.get("y"),
                        "subject_width": subject.get("width"), "subject_height": subject.get("height"),
                        "subject_eyes_x": eyes.get("x"), "subject_eyes_y": eyes.get("y"),
                        "subject_power_point": subject.get("powerPoint"), "subject_distance": subject.get("distance"),
                        "subject_state": subject.get("state"), "composition_headroom": composition.get("headroom"),
                        "composition_lead_room": composition.get("leadRoom"), "composition_leads": composition.get("leads"),
                        "composition_axis": composition.get("axis"), "composition_symmetry": composition.get("symmetry"),
                        "silhouette_template": silhouette.get("template"),
                        "silhouette_iou": silhouette.get("iou"), "silhouette_state": silhouette.get("state"),
                        "focus_sharpness": focus.get("sharpness"), "focus_share": focus.get("share"), "focus_state": focus.get("state"),
                        "exposure_mean": exposure.get("mean"), "exposure_clipped_high": exposure.get("clippedHigh"),
                        "exposure_clipped_low": exposure.get("clippedLow"), "exposure_state": exposure.get("state"),
                        "damaged": line.get("damaged", False), "hint": line.get("hint"), "file": line.get("file"), "error": line.get("error"),
                    })
    return rows


def test_the_dataset_is_a_plain_reading_of_all_lines(dualcam, tmp_path):
    """Real lines of analyze in a hand-made plan of cut films."""
    pieces, contents = [], []
    for scene, more in (("coast", "&roll=3"), ("walker", ""), ("city", ""), ("fog", "")):
        options = ["--template", "portrait", "--focus-box", "0.2,0.2,0.5,0.5", "--exposure-box", "0,0,1,1"]
        text = run(dualcam, "analyze", f"synth:{scene}?w=320&h=240&frames=120{more}", "--json", *options, cwd=tmp_path).splitlines()
        assert len(text) == 120
        for part in range(3):
            pieces.append([piece(f"{scene}.avi/{part:06}", f"{scene}.avi", first=40 * part)])
            contents.append({pieces[-1][0]["output"]: [one.encode() for one in text[40 * part:40 * part + 40]]})
    plan = Plan(write_plan(tmp_path / "again.plan", pieces))
    for k, one in enumerate(contents):
        output(plan, k, one)
    assert made(plan, tmp_path / "parquet") == {"made": 12}
    found = readings(tmp_path / "parquet").to_table().to_pylist()
    assert all(one.pop("utc") is None for one in found)
    assert found == plainly(plan) and len(found) == 480 and any(one["subject_x"] for one in found)


def test_the_command(plan, tmp_path, capsys):
    folder = str(tmp_path / "parquet")
    assert main(["readings", plan.path, "-o", folder]) == 75
    out, err = capsys.readouterr()
    assert out == f"4 shards: 3 made, 1 not done; 12 rows of 11 lines in {folder}\n"
    assert err == "dualcam: 1 shards aren't done yet; run it again when they are\n"
    output(plan, 3, {"d.avi": [reading(0)]})
    # As a process, one part after the other.
    for part, count in (("1/2", 2), ("2/2", 2)):
        done = module("readings", plan.path, "-o", folder, "--shard", part, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        told = json.loads(done.stdout)
        assert told["shards"] == count and told["made"] + told["there"] == 2 and told["plan"] == plan.id and told["problems"] == []
    assert readings(folder).count_rows() == 13


@pytest.mark.parametrize(("arguments", "text"), [
    (["again.plan"], "required: -o/--output"), ([], "required: PLAN"), (["p", "-o", "f", "--shard", "0/2"], "'0/2' isn't a part such as 1/8"),
    (["p", "-o", "f", "--shard", "3/2"], "counted from 1"), (["p", "-o", "f", "--shard", "1"], "'1' isn't a part"),
])
def test_wrong_usage_is_64(arguments, text, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["readings", *arguments])
    assert stop.value.code == 64 and text in capsys.readouterr().err


def test_what_cant_be_written_or_isnt_there(plan, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["readings", plan.path, "-o", str(tmp_path / "file")]) == 73 and "file: File exists" in capsys.readouterr().err
    assert main(["readings", "no.plan", "-o", str(tmp_path / "x")]) == 66 and "there is no such plan" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()
    # A full disk, as far as a process can tell.
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
    command = [sys.executable, "-m", "dualcam", "readings", plan.path, "-o", str(tmp_path / "full")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, preexec_fn=limit)
    assert done.returncode == 74 and "full/000000.parquet: File too large; then run it again" in done.stderr and "Traceback" not in done.stderr
    assert os.listdir(tmp_path / "full") == ["_plan.json"]


def test_progress_is_for_terminals(plan, tmp_path):
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "dualcam", "readings", plan.path, "-o", str(tmp_path / "parquet")]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, timeout=60, check=False)
    os.close(theirs)
    said = os.read(ours, 10_000).decode()
    os.close(ours)
    # The line is erased at the end.
    assert done.returncode == 75 and said.startswith("\r1 of 4 shards, 3 rows\x1b[K") and "\r\x1b[Kdualcam: 1 shards aren't done" in said
    assert b"\r" not in done.stdout


def test_no_readings(tmp_path):
    with pytest.raises(NoReadings, match="there is no such folder; 'python -m dualcam readings PLAN -o FOLDER' makes them"):
        readings(tmp_path / "no")
    with pytest.raises(NoReadings, match="there are no readings"):
        readings(tmp_path)


def test_without_pyarrow(plan, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for call in (lambda: readings(tmp_path), lambda: write_readings(plan, tmp_path / "parquet")):
        with pytest.raises(dualcam.MissingPackage, match=r"pip install 'dualcam\[arrow\]'"):
            call()
    assert main(["readings", plan.path, "-o", str(tmp_path / "parquet")]) == 69 and not (tmp_path / "parquet").exists()
    assert "pip install 'dualcam[arrow]'" in capsys.readouterr().err and Plan(plan.path).shards == 4


# --- Several at once, and killed ones

@pytest.fixture
def long(tmp_path):
    """A plan of six shards, each of which takes a while."""
    plan = Plan(write_plan(tmp_path / "again.plan", [[piece(f"{k}.avi")] for k in range(6)]))
    lines = [json.dumps(reading(k, k % 7)).encode() for k in range(12_000)]
    for k in range(6):
        output(plan, k, {f"{k}.avi": lines})
    return plan


def start(plan, folder, *more):
    command = [sys.executable, "-m", "dualcam", "readings", plan.path, "-o", str(folder), *more]
    # A shell's background job ignores SIGINT, and so would the program.
    listens = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=listens)


def test_several_at_once_give_one_result(long, tmp_path):
    programs = [start(long, tmp_path / "parquet", "--json") for _ in range(3)]
    told = [json.loads(one.communicate(timeout=120)[0]) for one in programs]
    assert [one.returncode for one in programs] == [0, 0, 0] and sum(one["made"] for one in told) >= 6
    assert sorted(os.listdir(tmp_path / "parquet")) == [*(f"{k:06}.parquet" for k in range(6)), "_plan.json"]
    made(long, tmp_path / "alone")
    alone, together = (readings(tmp_path / name).to_table() for name in ("alone", "parquet"))
    assert together.equals(alone) and together.num_rows == 72_000


@pytest.mark.parametrize(("kill", "code"), [(signal.SIGKILL, -9), (signal.SIGTERM, 75), (signal.SIGINT, 75)])
def test_a_program_that_is_stopped(kill, code, long, tmp_path):
    folder = tmp_path / "parquet"
    with start(long, folder) as program:
        while not list(folder.glob(".0*")):
            assert program.poll() is None
            time.sleep(0.001)
        program.send_signal(kill)
        err = program.communicate(timeout=60)[1]
    assert program.returncode == code and "Traceback" not in err
    left = list(folder.glob(".0*"))
    assert len(left) == (kill == signal.SIGKILL)
    whole = len(list(folder.glob("*.parquet")))
    assert whole < 6
    counts = made(long, folder)
    # It may still be another program's, until it is old.
    assert counts["there"] == whole and counts["made"] == 6 - whole and list(folder.glob(".0*")) == left
    assert readings(folder).count_rows() == 72_000
    for one in left:
        os.utime(one, (time.time() - 7200,) * 2)
    output(long, 5, {"5.avi": [reading(0)]})
    assert made(long, folder) == {"there": 5, "made": 1} and not list(folder.glob(".0*"))


def test_memory_doesnt_grow_with_a_shard(tmp_path, capsys):
    peaks = {}
    for count in (20_000, 160_000):
        plan = Plan(write_plan(tmp_path / f"{count}.plan", [[piece("a.avi")]]))
        lines = (json.dumps(reading(k, k % 7), separators=(",", ":")).encode() + b"\n" for k in range(count))
        output(plan, 0, {"a.avi": b"".join(lines)})
        code = ("import re, sys, dualcam; (one,) = dualcam.write_readings(*sys.argv[1:]); "
                r"print(one.rows, int(re.search(r'VmHWM:\s+(\d+)', open('/proc/self/status').read())[1]) >> 10)")
        begun = time.perf_counter()
        rows, peaks[count] = map(int, run(sys.executable, "-c", code, plan.path, str(tmp_path / f"{count}")).split())
        took = time.perf_counter() - begun
        assert rows == count
    assert peaks[160_000] < peaks[20_000] + 80, peaks
    with capsys.disabled():
        print(f"\n160,000 lines to Parquet: {took:.1f} s, peak {peaks[160_000]} MiB; 20,000: {peaks[20_000]} MiB")


# --- The real thing

@pytest.fixture
def archive(dualcam, tmp_path):
    """Three films, and a recording with its cameras' frames."""
    if subprocess.run([dualcam, "plan", "--help"], capture_output=True, timeout=60).returncode:
        pytest.skip("this dualcam knows no plans")
    (tmp_path / "archive").mkdir()
    for name, scene in (("a", "coast?roll=4&"), ("b", "walker?"), ("c", "city?")):
        run(dualcam, "annotate", "--primary", f"synth:{scene}w=320&h=240&frames=90", "--layout", "single", "-o", name, cwd=tmp_path)
        run(dualcam, "export", name, "-o", f"{name}.mkv", cwd=tmp_path)
        run("ffmpeg", "-v", "error", "-r", "30", "-i", f"{name}.mkv", "-map", "0:v", "-c", "copy", f"archive/{name}.avi", cwd=tmp_path)
    run(dualcam, "annotate", "--primary", "synth:walker?w=320&h=240&frames=50", "--secondary", "synth:coast?w=320&h=240&frames=50&roll=-5",
        "--keep-source", "-o", "archive/rec", cwd=tmp_path)
    return tmp_path


def work(dualcam, folder, *arguments):
    """Makes a plan, carries it out, and writes its readings."""
    run(dualcam, "plan", "archive", "-o", "again.plan", *arguments, cwd=folder)
    run(dualcam, "work", "again.plan", cwd=folder)
    run(dualcam, "merge", "again.plan", cwd=folder)
    plan = Plan(folder / "again.plan")
    plan.verify()
    assert all(plan.is_done(k) for k in range(plan.shards))
    found = list(write_readings(plan, folder / "parquet"))
    assert all(one.state == "made" and not one.bad for one in found), found
    rows = readings(folder / "parquet").to_table().to_pylist()
    return plan, {name: [one for one in rows if one["recording"] == name] for name in sorted({one["recording"] for one in rows})}


def test_a_real_plan_is_what_analyze_prints(dualcam, archive):
    plan, rows = work(dualcam, archive, "--analyze")
    assert list(rows) == ["a.avi", "b.avi", "c.avi", "rec/primary", "rec/secondary"] and plan.pieces == 5
    for name in ("a.avi", "b.avi", "c.avi"):
        lines = [json.loads(one) for one in run(dualcam, "analyze", f"file:archive/{name}", "--json", cwd=archive).splitlines()]
        assert len(rows[name]) == len(lines) == 90
        for row, line in zip(rows[name], lines, strict=True):
            hud = line["hud"] if isinstance(line["hud"], dict) else line["hud"][0]
            assert (row["index"], row["seconds"], row["part"]) == (line["index"], line["timestampNs"] / 1e9, None)
            assert row["horizon_angle_deg"] == hud["horizon"]["angleDegrees"] and row["horizon_confidence"] == hud["horizon"]["confidence"]
            assert row["subject_x"] == (hud["subject"] and hud["subject"]["x"]) and row["hint"] == line["hint"]
    assert {one["camera"] for one in rows["rec/secondary"]} == {"secondary"}
    assert rows["rec/secondary"][20]["horizon_angle_deg"] == pytest.approx(-5, abs=1)


@pytest.mark.parametrize("job", ["annotate", "analyze"])
def test_real_parts_go_on_where_others_end(dualcam, archive, job):
    plan, rows = work(dualcam, archive, "--cut", "1s", "--warm-up", "500ms", "--shard-time", "100ms", *(["--analyze"] if job == "analyze" else []))
    assert plan.job == job and plan.shards > 1
    for name in ("a.avi", "b.avi", "c.avi"):
        assert [one["index"] for one in rows[name]] == list(range(90)) and [one["part"] for one in rows[name]] == [k // 30 for k in range(90)]
        assert [one["seconds"] for one in rows[name]] == pytest.approx([k / 30 for k in range(90)], abs=1e-6)
    if job == "annotate":
        assert {one["camera"] for one in rows["rec"]} == {"primary", "secondary"} and len(rows["rec"]) == 100
