"""Datasets for LeRobot; its own reader opens one in tools/check/with."""

import io
import json
import math
import os

import numpy as np
import pandas as pd
import pytest
from conftest import jpeg, module
from PIL import Image
from robots import SIZE, record, shot

import dualcam
from dualcam import BadPicture, NoEpisodes, Recording, feature_stats, write_lerobot
from dualcam.__main__ import main

pq = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def demos(tmp_path):
    """Two recordings of two cameras; in the second the horizon is unknown in one picture."""
    for number, count in (("1", 5), ("2", 130)):
        lines = [shot(i, i * 40, cameras=("primary", "secondary")) for i in range(count)]
        lines[3]["hud"] = []
        record(tmp_path / "demo" / number, lines, kept=("primary", "secondary"))
    return [tmp_path / "demo" / number for number in ("1", "2")]


def tables(path):
    return [pq.read_table(path / "data" / "chunk-000" / f"file-00{number}.parquet") for number in (0, 1)]


def test_the_cameras_jpegs_are_unchanged(demos, tmp_path):
    write_lerobot(demos, tmp_path / "set", task="look")
    for table, demo in zip(tables(tmp_path / "set"), demos, strict=True):
        for camera in ("primary", "secondary"):
            for index, cell in enumerate(table[f"observation.images.{camera}"].to_pylist()):
                name = f"{index:06}.{camera}.jpg"
                assert cell == {"bytes": (demo / "sources" / name).read_bytes(), "path": name}


def test_rows(demos, tmp_path):
    made = write_lerobot(demos, tmp_path / "set", task="look", state=["horizon_angle_deg", "subject_x"])
    one, two = tables(tmp_path / "set")
    assert made.rows == 135 and (len(one), len(two)) == (5, 130)
    assert two["timestamp"].to_pylist() == (np.arange(130) / 25).astype(np.float32).tolist()
    assert two["frame_index"].to_pylist() == two["picture"].to_pylist() == list(range(130))
    assert two["index"].to_pylist() == list(range(5, 135)) and set(two["episode_index"].to_pylist()) == {1}
    assert two["camera_time"][2].as_py() == [0.08, 0.08]
    # No subject was ever seen, but datasets with other columns can't be merged.
    names = ["primary.horizon_angle_deg", "primary.subject_x", "secondary.horizon_angle_deg", "secondary.subject_x"]
    assert made.features["observation.state"]["names"] == names
    states = np.array(two["observation.state"].to_pylist())
    assert np.isnan(states[:, 1::2]).all() and np.isnan(states[3]).all() and states[4, ::2].tolist() == [0.5, 0.5]


def test_an_unknown_value_is_what_one_says(demos, tmp_path):
    write_lerobot(demos[0], tmp_path / "set", task="look", unknown=-1)
    states = pq.read_table(tmp_path / "set" / "data" / "chunk-000" / "file-000.parquet")["observation.state"].to_pylist()
    assert states[3] == [-1] * 12 and states[4] == [0.5, 0.5, -1, -1, -1, -1] * 2


def said(index, *values):
    """A line in which instruments say these: name, number or text or nothing, unit."""
    many = []
    for name, value, unit in values:
        one = {} if value is None else {"text": value} if isinstance(value, str) else {"number": value}
        many.append({"name": name, **one, **({"unit": unit} if unit else {}), "ageMs": 1.5})
    return shot(index, index * 40, values=many)


def test_values_follow_the_guides(tmp_path):
    lines = [said(i, ("speed", i / 2, "kn"), ("state", "idle", ""), ("depth", None if i == 3 else 10 + i, "m")) for i in range(5)]
    del lines[4]["values"]
    other = [said(i, ("speed", 9, "kn")) for i in range(4)]
    demos = [record(tmp_path / "demo" / "1", lines), record(tmp_path / "demo" / "2", other)]
    made = write_lerobot(demos, tmp_path / "set", task="look", state=["subject_x", "horizon_confidence"])
    assert made.features["observation.state"] == {
        "dtype": "float32", "shape": [4], "names": ["primary.subject_x", "primary.horizon_confidence", "values.depth", "values.speed"]}
    one, two = (np.array(table["observation.state"].to_pylist()) for table in tables(tmp_path / "set"))
    assert one[:, 1].tolist() == [0.5] * 5 and one[:4, 3].tolist() == [0, 0.5, 1, 1.5] and one[:3, 2].tolist() == [10, 11, 12]
    # Too old, or not there at all: as a guide that doesn't know.
    assert np.isnan(one[3:, 2]).all() and np.isnan(one[4, 3]) and np.isnan(two[:, 2]).all() and two[:, 3].tolist() == [9] * 4
    stats = json.loads((tmp_path / "set" / "meta" / "stats.json").read_text())["observation.state"]
    assert (stats["max"][2], stats["max"][3]) == (12, 9)
    write_lerobot(demos, tmp_path / "few", task="look", state=["subject_x"], values=["speed"], unknown=-1)
    assert tables(tmp_path / "few")[0]["observation.state"].to_pylist() == [[-1, 0], [-1, 0.5], [-1, 1], [-1, 1.5], [-1, -1]]
    none = write_lerobot(demos, tmp_path / "none", task="look", state=["subject_x"], values=[])
    assert none.features["observation.state"]["names"] == ["primary.subject_x"]


def test_values_without_guides(tmp_path):
    lines = [{**said(i, ("depth", i, "")), "hud": []} for i in range(4)]
    made = write_lerobot(record(tmp_path / "demo", lines), tmp_path / "set", task="look")
    assert made.features["observation.state"]["names"] == ["values.depth"]


def test_values_that_make_no_dataset(tmp_path, capsys):
    one = record(tmp_path / "1", [said(i, ("depth", i, "m"), ("state", "idle", "")) for i in range(4)])
    two = record(tmp_path / "2", [said(i, ("depth", i, "ft")) for i in range(4)])
    with pytest.raises(NoEpisodes, match=r"depth is in m in .*1, and in ft in .*2; leave it out"):
        write_lerobot([one, two], tmp_path / "set", task="look")
    with pytest.raises(NoEpisodes, match="depht, state: no value with numbers in the recordings; there are: depth"):
        write_lerobot(one, tmp_path / "set", task="look", values=["depht", "state"])
    assert not (tmp_path / "set").exists()
    assert main(["lerobot", str(one), str(two), "-o", str(tmp_path / "set"), "--task", "look", "--values", "none"]) == 0
    assert "values." not in capsys.readouterr().out


def test_the_description(demos, tmp_path):
    write_lerobot(demos, tmp_path / "set", task="greif “das”")
    meta = tmp_path / "set" / "meta"
    info = json.loads((meta / "info.json").read_text())
    assert (info["codebase_version"], info["fps"], info["total_episodes"], info["total_frames"]) == ("v3.0", 25, 2, 135)
    assert info["features"]["observation.images.primary"] == {"dtype": "image", "shape": [24, 32, 3], "names": ["height", "width", "channels"]}
    table = tables(tmp_path / "set")[0]
    assert list(info["features"]) == table.column_names
    # For readers that know nothing of LeRobot.
    told = json.loads(table.schema.metadata[b"huggingface"])["info"]["features"]
    assert list(told) == table.column_names and told["observation.images.primary"] == {"_type": "Image"}
    assert told["camera_time"] == {"feature": {"dtype": "float64", "_type": "Value"}, "length": 2, "_type": "Sequence"}
    assert pd.read_parquet(meta / "tasks.parquet").loc["greif “das”"].task_index == 0
    episodes = pd.read_parquet(meta / "episodes" / "chunk-000" / "file-000.parquet")
    assert episodes[["dataset_from_index", "dataset_to_index", "data/file_index"]].to_numpy().tolist() == [[0, 5, 0], [5, 135, 1]]
    assert episodes["recording"].tolist() == [str(one) for one in demos] and episodes["tasks"][0].tolist() == ["greif “das”"]


def test_the_statistics(demos, tmp_path):
    write_lerobot(demos, tmp_path / "set", task="look")
    stats = json.loads((tmp_path / "set" / "meta" / "stats.json").read_text())
    known = np.array([i / 8 for count in (5, 130) for i in range(count) if i != 3])
    angle = {name: values[0] for name, values in stats["observation.state"].items()}
    assert angle["count"] == 135 and (angle["min"], angle["max"]) == (0, 129 / 8)
    assert (angle["mean"], angle["std"], angle["q90"]) == pytest.approx((known.mean(), known.std(), np.quantile(known, 0.9)))
    images = stats["observation.images.primary"]
    # All five of the first, a hundred of the second.
    assert images["count"] == [105] and np.shape(images["q01"]) == (3, 1, 1) and 0 <= images["min"][0][0][0] < images["max"][0][0][0] <= 1
    episodes = pd.read_parquet(tmp_path / "set" / "meta" / "episodes" / "chunk-000" / "file-000.parquet")
    pixels = np.concatenate([np.asarray(Image.open(one)).reshape(-1, 3) for one in sorted((demos[0] / "sources").glob("*.primary.jpg"))]) / 255
    for name, of in (("min", np.min), ("max", np.max), ("mean", np.mean), ("std", np.std)):
        found = [one[0][0] for one in episodes[f"stats/observation.images.primary/{name}"][0]]
        assert found == pytest.approx(of(pixels, axis=0)), name


def test_a_rows_line_says_all_that_the_recording_knows(tmp_path):
    lines = [shot(i, i * 40) for i in range(3)]
    lines[1] |= {"still": True, "deviceSkewUs": -41, "controls": [{"camera": "primary", "name": "gain", "value": 64}], "later": ["ü", 1]}
    lines[1]["cameras"][0] |= {"deviceTimestampNs": 71, "deviceErrorUs": 9, "rowsKept": 3, "rows": 9}
    lines[1]["hud"][0] |= {"focus": {"sharpness": 2.5, "share": 0.75, "state": "near"}, "exposure": {"mean": 0.5, "state": "idle"}}
    record(tmp_path / "demo", lines)
    made = write_lerobot(tmp_path / "demo", tmp_path / "set", task="look")
    table = pq.read_table(tmp_path / "set" / "data" / "chunk-000" / "file-000.parquet")
    assert [json.loads(one) for one in table["line"].to_pylist()] == lines
    assert made.features["line"] == {"dtype": "string", "shape": [1], "names": None}
    assert "line" not in json.loads((tmp_path / "set" / "meta" / "stats.json").read_text())


def test_quantiles_of_pictures():
    levels = np.random.default_rng(1).integers(0, 256, (40, 40, 3), np.uint8)
    file = io.BytesIO()
    Image.fromarray(levels).save(file, "JPEG", quality=100, subsampling=0)
    pixels = np.asarray(Image.open(file)).reshape(-1, 3)
    stats = feature_stats.of_images(feature_stats.histogram(file.getvalue()), 1)
    for share in feature_stats.QUANTILES:
        found = [one[0][0] * 255 for one in stats[f"q{round(share * 100):02}"]]
        assert found == pytest.approx(np.quantile(pixels, share, axis=0, method="inverted_cdf")), share


def test_the_canvas_and_one_camera(tmp_path):
    record(tmp_path / "demo", [shot(i, i * 40) for i in range(4)], kept=())
    made = write_lerobot(tmp_path / "demo", tmp_path / "set", task="look", state=["horizon_confidence"])
    table = pq.read_table(tmp_path / "set" / "data" / "chunk-000" / "file-000.parquet")
    assert table["observation.images.canvas"][2].as_py()["bytes"] == (tmp_path / "demo" / "000002.jpg").read_bytes()
    # A feature of one number is a plain column.
    assert table["observation.state"].to_pylist() == [0.5] * 4 and made.features["camera_time"]["shape"] == [1]


def test_without_guides_there_is_no_state(tmp_path):
    record(tmp_path / "demo", [shot(i, i * 40) | {"hud": []} for i in range(4)])
    made = write_lerobot(tmp_path / "demo", tmp_path / "set", task="look")
    assert "observation.state" not in made.features and made.rows == 4


def test_a_repeated_picture_is_read_for_both_rows(tmp_path):
    record(tmp_path / "demo", [shot(i, ms) for i, ms in enumerate((0, 40, 80, 160))])
    write_lerobot(tmp_path / "demo", tmp_path / "set", task="look")
    table = pq.read_table(tmp_path / "set" / "data" / "chunk-000" / "file-000.parquet")
    assert table["picture"].to_pylist() == [0, 1, 2, 2, 3]
    found = [one["bytes"] for one in table["observation.images.primary"].to_pylist()]
    assert found[2] == found[3] != found[4] and table["camera_time"].to_pylist() == [0, 0.04, 0.08, 0.08, 0.16]


def test_a_folder_that_holds_something_stays(demos, tmp_path):
    (tmp_path / "set").mkdir()
    write_lerobot(demos[0], tmp_path / "set", task="look")
    before = sorted((tmp_path / "set").rglob("*"))
    with pytest.raises(dualcam.CannotCreate, match="exists already; name a new folder"):
        write_lerobot(demos[0], tmp_path / "set", task="look")
    assert sorted((tmp_path / "set").rglob("*")) == before


@pytest.mark.parametrize(("data", "error", "text"), [
    (b"no JPEG", dualcam.BadPicture, "000003.primary.jpg: no JPEG"),
    (jpeg(1, 3, SIZE)[:-10], dualcam.BadPicture, "000003.primary.jpg: no whole JPEG"),
    (jpeg(1, 3, (64, 48)), dualcam.NoEpisodes, "000003.primary.jpg has 64x48 pixels, but what is before it 32x24"),
])
def test_a_bad_picture_is_named_and_nothing_is_left(demos, tmp_path, data, error, text):
    (demos[0] / "sources" / "000003.primary.jpg").write_bytes(data)
    with pytest.raises(error, match=text):
        write_lerobot(demos, tmp_path / "set", task="look")
    assert os.listdir(tmp_path) == ["demo"]


def test_grey_frames_are_no_dataset(tmp_path):
    record(tmp_path / "demo", [shot(i, i * 40) for i in range(3)])
    Image.new("L", SIZE).save(tmp_path / "demo" / "sources" / "000000.primary.jpg")
    with pytest.raises(dualcam.BadPicture, match="000000.primary.jpg: its colours are L"):
        write_lerobot(tmp_path / "demo", tmp_path / "set", task="look")


def test_wrong_values(demos, tmp_path):
    for wrong, text in (({"fps": 0}, "at least one row a second"), ({"state": ["horizon_state"]}, "horizon_state: no numbers")):
        with pytest.raises(ValueError, match=text):
            write_lerobot(demos, tmp_path / "set", task="look", **wrong)


def test_the_command(demos, tmp_path, capsys):
    command = ["lerobot", *map(str, demos), "-o", str(tmp_path / "set"), "--task", "look", "--state", "horizon_angle_deg"]
    assert main(command) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.splitlines() == [
        f"{tmp_path}/set: 2 episodes, 135 rows, 25 a second",
        "  observation.images.primary  32x24",
        "  observation.images.secondary  32x24",
        "  observation.state  primary.horizon_angle_deg, secondary.horizon_angle_deg",
        "  skew  median 0.1 ms, p95 0.1, worst 0.1",
        "  0 rows repeat a picture, 0 pictures left out, times at most 0.0 ms off the grid",
    ]
    # As a process, for its exit code.
    done = module(*command)
    assert done.returncode == 73 and "exists already" in done.stderr


def test_the_command_says_the_skew_of_the_datasets_pictures(tmp_path, capsys):
    names = ("left", "right", "arm")
    lines = [shot(i, ms, cameras=names) for i, ms in enumerate((0, 40, 120, 160, 200))]
    for at, each in enumerate(lines):
        for camera, skew in zip(each["cameras"], (0, -2000 * at, 500), strict=True):
            camera["skewUs"] = skew
    # In no row: a camera was lost.
    lines[4]["cameras"][0]["state"], lines[4]["cameras"][2]["skewUs"] = "lost", 90_000
    record(tmp_path / "demo", lines, kept=names)
    record(tmp_path / "again", lines[:2], kept=names)
    assert main(["lerobot", *(str(tmp_path / name) for name in ("demo", "again")), "-o", str(tmp_path / "set"), "--task", "look"]) == 0
    out = capsys.readouterr().out.splitlines()
    # One row repeats a picture, which counts once.
    assert out[0].endswith("2 episodes, 7 rows, 25 a second"), out
    assert out[-2] == "  skew  arm median 0.5 ms, p95 0.5, worst 0.5; right median 2.0 ms, p95 5.5, worst 6.0"
    # One camera has none.
    record(tmp_path / "alone", [shot(i, i * 40, skewUs=None) for i in range(3)])
    assert main(["lerobot", str(tmp_path / "alone"), "-o", str(tmp_path / "other"), "--task", "look"]) == 0
    assert "  skew  " not in capsys.readouterr().out


def test_the_commands_options_are_passed_on(demos, tmp_path):
    out = tmp_path / "set"
    assert main(["lerobot", str(demos[1]), "-o", str(out), "--task", "look", "--fps", "50", "--unknown", "7"]) == 0
    info, stats = (json.loads((out / "meta" / name).read_text()) for name in ("info.json", "stats.json"))
    # The guides say nothing of picture 3, and otherwise confidences of a half.
    assert (info["fps"], info["total_frames"], stats["observation.state"]["max"][1]) == (50, 259, 7)
    folder = record(tmp_path / "gaps", [shot(i, i * 400) for i in range(4)])
    for gap, code in (("0.3", 65), ("0.5", 0)):
        assert main(["lerobot", str(folder), "-o", str(tmp_path / gap), "--task", "look", "--gap", gap]) == code


@pytest.mark.parametrize("arguments", [["--fps", "0"], ["--fps", "29.97"], ["--gap", "0"], ["--gap", "nan"], ["--state", "hint"], []])
def test_wrong_usage_is_64(tmp_path, arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["lerobot", str(tmp_path), "-o", str(tmp_path / "set"), *(["--task", "look"] if arguments else []), *arguments])
    assert stop.value.code == 64 and "--help shows what it takes" in capsys.readouterr().err


def test_bad_lines_are_told_and_65(demos, tmp_path, capsys):
    with open(demos[0] / "frames.jsonl", "ab") as file:
        file.write(b"garbage\n")
    assert main(["lerobot", str(demos[0]), "-o", str(tmp_path / "set"), "--task", "look"]) == 65
    out, err = capsys.readouterr()
    assert "frames.jsonl: line 6: no JSON" in err and "1 episode, 5 rows" in out


def test_kept_frames(demos):
    rec = dualcam.Recording(demos[0])
    assert rec[2].kept("secondary") == (demos[0] / "sources" / "000002.secondary.jpg").read_bytes()
    assert rec.kept() == {"primary": set(range(5)), "secondary": set(range(5))}
    with pytest.raises(dualcam.MissingPicture, match="000002.third.jpg: there is no such file.*inside: record with --keep-source"):
        rec[2].kept("third")


@pytest.mark.parametrize("place", ["beside", "inside"])
def test_a_real_recording(dualcam, tmp_path, place):
    from conftest import run

    run(dualcam, "record", "--primary", "synth:coast?w=320&h=240", "--secondary", "synth:walker?w=320&h=240", "--keep-source", place,
        "--frames", "30", "-o", "lab", cwd=tmp_path)
    made = write_lerobot(tmp_path / "lab", tmp_path / "set", task="look")
    assert made.episodes.images == ("primary", "secondary") and made.rows >= 30 and made.episodes.left_out == 0
    assert not math.isnan(max(one.worst_ms for one in made.episodes.episodes))
    table = pq.read_table(tmp_path / "set" / "data" / "chunk-000" / "file-000.parquet")
    rec = Recording(tmp_path / "lab")
    for number, cell in zip(table["picture"].to_pylist(), table["observation.images.secondary"].to_pylist(), strict=True):
        assert cell == {"bytes": rec[number].kept("secondary"), "path": f"{number:06}.secondary.jpg"}


def test_a_frame_inside_is_named_by_its_picture(dualcam, tmp_path):
    from conftest import run

    run(dualcam, "annotate", "--primary", "synth:coast?w=320&h=240&frames=4", "--keep-source", "inside", "-o", "lab", cwd=tmp_path)
    picture = tmp_path / "lab" / "000002.jpg"
    data = picture.read_bytes()
    picture.write_bytes(data[:-2000] + bytes(2000))
    with pytest.raises(BadPicture, match="lab/000002.jpg: the primary's frame inside is garbled"):
        write_lerobot(tmp_path / "lab", tmp_path / "set", task="look")
    assert Recording(tmp_path / "lab")[2].where_kept().endswith("lab/000002.jpg (the primary's frame inside)")
