"""Recordings that dualcam makes."""

import json
import shutil
import subprocess

import numpy as np
import pandas as pd
from conftest import run

from dualcam import Recording


def lines(folder):
    return [json.loads(one) for one in (folder / "frames.jsonl").read_text().splitlines()]


def test_plain(recordings):
    rec = Recording(recordings / "plain")
    truth = lines(recordings / "plain")
    assert rec.problems == () and len(rec) == len(rec.frames) == len(truth) == 30
    assert rec.frames["has_line"].all() and rec.frames["has_file"].all() and not rec.frames["deleted"].any()
    for value in truth:
        row = rec.frames.loc[(0, value["index"])]
        assert row["latency_ms"] == value["latencyMs"] and row["skew_us"] == value["skewUs"] and row["composer"] == value["composer"]
        assert rec.stages["ms"].loc[0, value["index"]].to_dict() == value["stagesMs"]
        for camera in value["cameras"]:
            mine = rec.cameras.loc[(0, value["index"], camera["id"])]
            assert (mine["timestamp_ns"], mine["sequence"], mine["gap"]) == (camera["timestampNs"], camera["sequence"], camera["gap"])
        for guides in value["hud"]:
            mine = rec.guides.loc[(0, value["index"], guides["camera"])]
            assert mine["horizon_angle_deg"] == guides["horizon"]["angleDegrees"] and mine["horizon_state"] == guides["horizon"]["state"]
    assert (rec.frames["latency_ms"] > 0).all() and rec.session.totals["frames"] == 30


def test_no_key_of_a_real_line_is_left_out(recordings):
    """A key this package doesn't read must be left out on purpose."""
    known = {"index", "file", "composer", "composerReason", "mcus", "skewUs", "cameras", "hud", "hint", "stagesMs", "latencyMs", "glass",
             "controls", "deleted", "lost", "recovered", "still", "bytes", "utcErrorUs", "utcStepUs", "deviceSkewUs"}
    camera = {"id", "state", "sequence", "gap", "timestampNs", "clock", "utc", "bytes", "photo", "format", "width", "height", "reconnects", "zoom",
              "obstacle", "flags", "rowsKept", "rows", "deviceTimestampNs", "deviceErrorUs", "skewUs", "masked", "kept"}
    guides = {"camera", "grid", "horizon", "subject", "subjects", "composition", "silhouette", "focus", "exposure"}
    for name in ("plain", "walker"):
        for value in lines(recordings / name):
            assert set(value) <= known
            assert all(set(one) <= camera for one in value["cameras"]) and all(set(one) <= guides for one in value["hud"])


def test_pictures_and_viewfinders(recordings):
    rec = Recording(recordings / "plain")
    layout = rec.session.layout
    assert rec[3].array.shape == (layout.height, layout.width, 3)
    for camera in ("primary", "secondary"):
        assert rec[3].viewfinder(camera).shape == (240, 320, 3)
    assert not np.array_equal(rec[3].array, rec[20].array)


def test_a_viewfinder_shows_the_cameras_picture(recordings, dualcam, tmp_path):
    """Without ink, the viewfinder is what the camera sent."""
    run(dualcam, "annotate", "--primary", "synth:chart?w=320&h=240&frames=2", "--no-hud", "--keep-source", "-o", "chart", cwd=tmp_path)
    rec = Recording(tmp_path / "chart")
    from PIL import Image
    with Image.open(tmp_path / "chart" / "sources" / "000001.primary.jpg") as image:
        truth = np.asarray(image.convert("RGB")).astype(int)
    # The outermost pixels' colour is mixed with that of their neighbours outside.
    assert np.abs(rec[1].viewfinder("primary").astype(int) - truth)[2:-2, 2:-2].max() == 0


def test_segments(recordings):
    rec = Recording(recordings / "segments")
    assert rec.problems == () and len(rec.segments) >= 3 and rec.segments == tuple(range(len(rec.segments)))
    for number in rec.segments:
        truth = lines(recordings / "segments" / f"{number:06}")
        assert rec.frames.loc[number, "latency_ms"].tolist() == [one["latencyMs"] for one in truth]
        assert all(rec[number, one["index"]].line.raw == one for one in truth[::7])
    times = rec.cameras.xs("primary", level="camera")["timestamp_ns"]
    assert times.is_monotonic_increasing and len(times) == len(rec)


def test_the_walker_has_a_subject(recordings):
    rec = Recording(recordings / "walker")
    assert len(rec.frames) == 120 and rec.frames["latency_ms"].isna().all() and rec.session.started_at is None
    seen = rec.guides.dropna(subset=["subject_x"])
    truth = {one["index"]: one["hud"][0]["subject"] for one in lines(recordings / "walker")}
    assert len(seen) == sum(one is not None for one in truth.values()) > 5
    for (_, index, _), row in seen.iterrows():
        assert row["subject_x"] == truth[index]["x"] and row["subject_height"] == truth[index]["height"]


def test_deletions_by_dualcam(recordings, dualcam, tmp_path):
    path = tmp_path / "copy"
    shutil.copytree(recordings / "plain", path)
    run(dualcam, "library", str(path), "delete", "3-5")
    rec = Recording(path)
    assert rec.frames.index[rec.frames["deleted"]].tolist() == [(0, 3), (0, 4), (0, 5)] and len(rec) == 27
    assert rec[6].line.index == 6 and not rec.frames["freed"].any()


def test_freed_by_a_budget(dualcam, tmp_path):
    run(dualcam, "annotate", "--primary", "synth:noise?w=320&h=240&frames=60", "-o", "whole", cwd=tmp_path)
    size = sum(one.stat().st_size for one in (tmp_path / "whole").glob("*.jpg"))
    run(dualcam, "record", "--primary", "synth:noise?w=320&h=240", "--frames", "60", "--budget", f"{size // 2}B", "-o", "ring", cwd=tmp_path)
    rec = Recording(tmp_path / "ring")
    freed = rec.frames["freed"]
    assert 10 < freed.sum() < 50 and (freed == ~rec.frames["has_file"]).all() and rec.problems == ()
    assert freed.tolist() == sorted(freed, reverse=True)


def test_a_killed_recorder_and_the_next_one(dualcam, tmp_path):
    out = tmp_path / "out"
    command = [dualcam, "record", "--primary", "synth:coast?w=320&h=240", "-o", str(out)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        while not (out / "000005.jpg").exists():
            assert process.poll() is None, process.stderr.read()
        running = Recording(out)
        # Each existing line has its picture, whatever is being written.
        told = running.frames[running.frames["has_line"]]
        assert len(told) >= 4 and told["has_file"].all() and running.session.totals is None
        process.kill()
        process.stderr.read()
    run(*command, "--frames", "5")
    rec = Recording(out)
    assert rec.problems == () and rec.frames["run"].max() == 1 and rec.frames["has_line"].all()
    assert rec.session.first_index == rec.frames.index[rec.frames["run"] == 1][0][1] and len(rec.session.runs) == 2
    assert not rec.frames.loc[rec.frames["recovered"], "latency_ms"].notna().any()
    assert pd.notna(rec.frames.loc[~rec.frames["recovered"], "latency_ms"]).all()
