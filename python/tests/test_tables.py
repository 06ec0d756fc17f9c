"""The tables: the same columns and types whatever the recording, missing values, segments, marks."""

import json

import pandas as pd
import pyarrow as pa
import pytest
from conftest import line, session

import dualcam
from dualcam import TABLES, Recording, RecordingWarning

EMPTY_LINES = [{"index": 0, "file": "000000.jpg"}]
FULL = {
    "composition": {"headroom": 0.125, "leadRoom": 0.25, "leads": "left", "axis": 0.475, "symmetry": 0.75},
    "silhouette": {"template": "portrait", "path": "M0 0", "iou": 0.75, "state": "near"},
    "focus": {"sharpness": 1.5, "share": 0.5, "state": "idle"},
    "exposure": {"mean": 0.5, "clippedHigh": 0.25, "clippedLow": 0.125, "state": "snapped"},
}


def full(index):
    value = line(index, utcErrorUs=5, utcStepUs=-7, deviceSkewUs=9, glass="full", still=True, composerReason="size", shot="photos/IMG_0001.jpg",
                 triggers=["snapped"], marks=["here", "there"], alarms=["depth<4"], alarmsUnknown=["speed>9kn"],
                 controls=[{"camera": "primary", "name": "gain", "value": 64}],
                 values=[{"name": "depth", "number": 3.25, "unit": "m", "ageMs": 12.5}, {"name": "state", "text": "idle", "ageMs": 1}])
    value["hud"][0] |= FULL
    value["hud"][0]["horizon"] |= {"witness": "both", "sensorDelayMs": 80.5, "sensorMountingDegrees": 1.25, "sensorTurnDegrees": -90.0}
    for one in value["cameras"]:
        one |= {"utc": "2026-11-24T06:37:05.123456Z", "reconnects": 2, "zoom": 1.5, "obstacle": "size", "rowsKept": 3, "rows": 4,
                "format": "yuyv", "width": 16, "height": 8, "deviceTimestampNs": 71, "deviceErrorUs": 12, "skewUs": -3, "masked": 0.25,
                "kept": "inside"}
    return value


@pytest.mark.parametrize("name", TABLES)
def test_columns_and_types_never_change(folder, tmp_path, name):
    kinds = {"int": ("Int64", pa.int64()), "float": ("Float64", pa.float64()), "bool": ("boolean", pa.bool_()),
             "text": ("string", pa.string()), "time": ("datetime64[ns, UTC]", pa.timestamp("ns", "UTC"))}
    schema = TABLES[name]
    for number, lines in enumerate(([], EMPTY_LINES, [full(0)], [full(i) for i in range(40)])):
        folder.path = tmp_path / str(number)
        rec = Recording(folder.write(lines))
        table, arrow = rec.table(name), rec.arrow(name)
        assert list(table.index.names) == list(schema.key) == [one.name for one in schema.columns if one.is_key]
        assert list(table.columns) == [one.name for one in schema.columns if not one.is_key]
        assert arrow.column_names == [one.name for one in schema.columns]
        for one in schema.columns:
            field = arrow.schema.field(one.name)
            assert field.type == kinds[one.kind][1] and field.nullable != one.is_key, one.name
            assert field.metadata[b"meaning"].decode() == one.meaning
            if not one.is_key:
                assert str(table[one.name].dtype) == kinds[one.kind][0], one.name
        assert table.index.is_unique and table.index.is_monotonic_increasing
        for level, key in zip(table.index.levels, schema.key, strict=True):
            assert str(level.dtype) == ("int64" if key in ("segment", "index") else "string")
        # Both tables agree.
        arrow.validate(full=True)
        assert arrow.num_rows == len(table)
        for one in schema.columns:
            values = table.reset_index()[one.name]
            theirs = arrow[one.name].to_pylist()
            if one.kind == "time":
                theirs = pd.array(theirs, dtype="datetime64[ns, UTC]")
            assert [None if pd.isna(value) else value for value in values] == [None if pd.isna(v) else v for v in theirs], one.name


def test_every_column_is_filled_by_a_full_line(folder):
    rec = Recording(folder.write([full(0)], [0]))
    for name in TABLES:
        table = rec.table(name)
        empty = set()
        if name == "guides":
            table = table.xs("primary", level="camera")
        if name == "frames":
            empty = {"mcus_recoded", "mcus_redrawn", "mcus_coded"}
            assert rec.frames["triggers"].iloc[0] == "snapped" and rec.frames["marks"].iloc[0] == "here,there"
        if name == "cameras":
            # Cameras' frames aren't photos.
            empty = {"photo"}
        assert set(table.columns[table.isna().all()]) == empty, name


def test_missing_is_na_and_never_0(folder):
    rec = Recording(folder.write([{"index": 0, "file": "000000.jpg", "cameras": [{"id": "primary", "state": "lost"}],
                                   "hud": [{"camera": "primary"}], "stagesMs": {"ink": None}, "skewUs": None}]))
    frame = rec.frames.loc[(0, 0)]
    known = {"file", "has_line", "has_file", "run", "still", "before_trigger", "deleted", "freed", "lost", "recovered"}
    assert set(frame.index[frame.notna()]) == known
    camera = rec.cameras.loc[(0, 0, "primary")]
    assert set(camera.index[camera.notna()]) == {"state", "zoom", "masked"} and camera["zoom"] == 1 and camera["masked"] == 0
    assert rec.guides.loc[(0, 0, "primary")].isna().all() and len(rec.stages) == 0
    assert rec.arrow("frames")["skew_us"].null_count == 1 and rec.arrow("cameras")["utc"].null_count == 1


def test_values_are_the_lines(folder):
    rec = Recording(folder.write([full(3), full(4)], [3, 4]))
    assert rec.frames.loc[(0, 4), "hint"] == "hint 4" and rec.frames.loc[(0, 3), "mcus_kept"] == 4
    assert rec.frames.loc[(0, 3), "utc_error_us"] == 5 and rec.frames.loc[(0, 3), "utc_step_us"] == -7
    camera = rec.cameras.loc[(0, 3, "secondary")]
    assert (rec.frames.loc[(0, 3), "device_skew_us"], camera["device_timestamp_ns"], camera["device_error_us"]) == (9, 71, 12)
    assert camera["sequence"] == 31 and camera["flags"] == "damaged,repeated" and camera["rows_kept"] == 3
    assert camera["utc"] == pd.Timestamp("2026-11-24T06:37:05.123456Z")
    assert rec.arrow("cameras")["utc"][0].value == 1_795_502_225_123_456_000
    assert rec.cameras.loc[(0, 4, "primary"), "flags"] == ""
    guides = rec.guides.loc[(0, 4, "primary")]
    assert (guides["horizon_low_deg"], guides["horizon_high_deg"], guides["silhouette_iou"]) == (-0.5, 1.5, 0.75)
    assert (guides["focus_share"], guides["exposure_clipped_low"], guides["subject_power_point"]) == (0.5, 0.125, 2)
    assert rec.stages.loc[(0, 4, "encode"), "ms"] == 2 and rec.controls.loc[(0, 3, "primary", "gain"), "value"] == 64
    assert rec.values.loc[(0, 3, "depth"), "number"] == 3.25 and rec.values.loc[(0, 3, "depth"), "age_ms"] == 12.5
    assert rec.values.loc[(0, 4, "state"), "text"] == "idle"


def test_rows_are_sorted_by_their_whole_key(folder):
    stages = {"write": 8, "pair": 1, "ink": 6, "a stage of a later version": 9}
    cameras = [{"id": name, "state": "live"} for name in ("secondary", "primary")]
    rec = Recording(folder.write([line(i, stagesMs=stages, cameras=cameras) for i in (7, 3)]))
    assert rec.stages.index.tolist() == [(0, i, stage) for i in (3, 7) for stage in sorted(stages)]
    assert rec.cameras.index.tolist() == [(0, i, name) for i in (3, 7) for name in ("primary", "secondary")]
    assert rec.stages.index.is_monotonic_increasing and rec.stages.loc[(0, 3, "pair"), "ms"] == 1


def test_large_numbers_stay_exact(folder):
    value = line(0)
    value["cameras"][0]["timestampNs"] = 2**63 - 1
    value["cameras"][1]["timestampNs"] = None
    rec = Recording(folder.write([value]))
    assert rec.cameras["timestamp_ns"].tolist() == [2**63 - 1, pd.NA] and rec.arrow("cameras")["timestamp_ns"].to_pylist() == [2**63 - 1, None]


def test_more_rows_than_are_packed_at_once(folder, monkeypatch):
    monkeypatch.setattr("dualcam.rows._CHUNK", 7)
    rec = Recording(folder.write([line(i) for i in range(50)]))
    assert rec.frames["skew_us"].tolist() == list(range(50)) and len(rec.cameras) == 100


def test_tables_join_by_their_key(folder):
    folder.write([line(i, 0) for i in (0, 2, 5)], segment=0)
    rec = Recording(folder.write([line(i, 3) for i in (1, 2)], segment=3))
    with pytest.warns(RecordingWarning, match="2 segments are missing"):
        joined = rec.frames.join(rec.stages["ms"].unstack("stage"))
    assert joined.index.tolist() == [(0, 0), (0, 2), (0, 5), (3, 1), (3, 2)]
    assert joined["decode"].tolist() == [0, 0.5, 1.25, 750.25, 750.5] and joined["skew_us"].tolist() == [0, 2, 5, 3001, 3002]
    assert rec.arrow("frames")["segment"].to_pylist() == [0, 0, 0, 3, 3]


def test_a_table_is_the_callers_own(folder):
    rec = Recording(folder.write([line(0), line(1)]))
    one = rec.table("frames")
    one.loc[:, "skew_us"] = 77
    one["hint"] = "mine"
    one.iloc[0, one.columns.get_loc("latency_ms")] = -1.0
    assert rec.table("frames")["skew_us"].tolist() == [0, 1] and rec.frames["hint"].tolist() == ["hint 0", "hint 1"]
    assert rec.table("frames")["latency_ms"].tolist() == [0, 1 / 16] == rec.arrow("frames")["latency_ms"].to_pylist()


def test_marks_of_deleted_freed_and_lost_pictures(folder):
    lines = [line(i) for i in range(8)]
    lines[4] |= {"deleted": True}
    lines[5] |= {"deleted": True, "lost": True}
    path = folder.write([*lines[:7], {"index": 7, "file": "000007.jpg", "cameras": [], "hud": [], "recovered": True}], [1, 6, 7])
    (path / "freed.json").write_text('{"before":3,"pictures":2}' + " " * 40 + "\n")
    (path / "deleted.json").write_text('{"deleted":[3]}')
    frames = Recording(path).frames
    def marked(name): return frames.index.get_level_values("index")[frames[name]].tolist()
    assert marked("freed") == [0, 2] and marked("deleted") == [3, 4, 5] and marked("lost") == [5] and marked("recovered") == [7]
    assert marked("has_file") == [1, 6, 7] and frames["has_line"].all()


def test_a_picture_without_a_line(folder):
    rec = Recording(folder.write([line(0)], [0, 1]))
    row = rec.frames.loc[(0, 1)]
    assert row["has_file"] and not row["has_line"] and not row["deleted"] and pd.isna(row["still"]) and pd.isna(row["hint"])
    assert rec.cameras.index.get_level_values("index").unique().tolist() == [0]


def test_runs_and_their_layouts(folder):
    first, second = session(), session((64, 48), first=2, previous=[session()])
    assert first["firstIndex"] == 0
    rec = Recording(folder.write([line(i) for i in range(4)], about=second))
    assert rec.frames["run"].tolist() == [0, 0, 1, 1]
    assert [run.layout.width for run in rec.session.runs] == [48, 64]


@pytest.mark.parametrize("about", [b"{", b"[]", b"{}", b"\xff", json.dumps(session() | {"layout": None}).encode(),
                                   json.dumps(session() | {"firstIndex": "x"}).encode()])
def test_a_bad_description_costs_only_the_layout(folder, about):
    path = folder.write([line(0)], [0])
    (path / "session.json").write_bytes(about)
    rec = Recording(path)
    with pytest.warns(RecordingWarning, match="session.json.*no viewfinders"):
        assert rec.frames["skew_us"].tolist() == [0]
    assert rec.session is None and rec.frames["run"].isna().all() and rec[0].array.shape == (32, 48, 3)
    with pytest.raises(dualcam.NoLayout, match="session.json"):
        rec[0].viewfinder()


@pytest.mark.parametrize("content", [b"{", b'{"deleted":"x"}', b'{"deleted":[-1]}', b'{"deleted":[true]}'])
def test_a_bad_list_of_deleted_pictures_is_named(folder, content):
    path = folder.write([line(0)], [0])
    (path / "deleted.json").write_bytes(content)
    with pytest.warns(RecordingWarning, match="deleted.json") as seen:
        assert not Recording(path).frames["deleted"].any()
    assert len(seen) == 1


def test_session(folder):
    rec = Recording(folder.write([line(0)]))
    assert rec.session.version == "0.1.0" and rec.session.sources[0].negotiated["fps"] == 30
    assert rec.session.layout.viewfinder("primary").width == 16 and rec.session.raw["settings"] == {"grid": "thirds"}


def test_a_picture_that_is_deleted_while_it_is_read(folder, monkeypatch):
    """The list is written before the file is removed: who sees the file gone must see it on the list."""
    from dualcam.segment import Segment
    path = folder.write([line(0), line(1)], [0, 1])
    look = Segment._list_files

    def delete_first(segment):
        (path / "deleted.json").write_text('{"deleted":[1]}')
        (path / "000001.jpg").unlink()
        return look(segment)

    monkeypatch.setattr(Segment, "_list_files", delete_first)
    frames = Recording(path).frames
    assert frames["deleted"].tolist() == [False, True] == (~frames["has_file"]).tolist()


def test_a_list_that_is_settled_while_it_is_read(folder, monkeypatch):
    """A run marks the lines before it removes the list: a manifest read earlier has no marks yet."""
    from dualcam.segment import Segment
    path = folder.write([line(0), line(1)], [0])
    (path / "deleted.json").write_text('{"deleted":[1]}')
    look = Segment._list_files

    def settle_first(segment):
        (path / "deleted.json").unlink()
        return look(segment)

    monkeypatch.setattr(Segment, "_list_files", settle_first)
    assert Recording(path).frames["deleted"].tolist() == [False, True]
