"""Plans: read by their index, intact or damaged, of any length."""

import json
import os
import time
import tracemalloc

import pytest
from archives import ZEROS, output, piece, write_lines, write_plan

import dualcam
from dualcam import BadPlan, NoSuchPlan, NoSuchShard, OtherPlan, Plan, UnreadableFile


@pytest.fixture
def path(tmp_path):
    shards = [[piece("2026/a.avi/000000", "2026/a.avi"), piece("2026/a.avi/000001", "2026/a.avi", first=3)], [piece("2026/b ü.avi")], []]
    return write_plan(tmp_path / "again.plan", shards)


def test_a_plan(path, tmp_path):
    plan = Plan(path)
    assert (plan.job, plan.settings, plan.shards, plan.pieces, plan.frames) == ("analyze", ("--grid", "phi"), 3, 3, 9)
    assert plan.result == str(tmp_path / "again") and plan.tool["version"] == "0.1.0" and len(plan.id) == 64 and len(plan) == 3
    first = plan.shard(0)
    assert [one.output for one in first.pieces] == ["2026/a.avi/000000", "2026/a.avi/000001"] and first.pieces[1].first == 3
    assert plan.shard(1).pieces[0].output == "2026/b ü.avi" and plan[2].pieces == () and repr(plan).endswith("analyze, 3 shards)")
    assert [one.number for one in plan] == [0, 1, 2] and [one.number for one in plan.read(range(1, 3))] == [1, 2]
    plan.verify()
    assert plan.outputs(first.pieces[0]) == "2026/a.avi/000000/readings.jsonl"
    assert Plan(write_plan(tmp_path / "x.plan", [], job="annotate", result="/data/out")).result == "/data/out"


@pytest.mark.parametrize(("output", "name", "first", "recording", "part"), [
    ("2026/a.avi/000000", "2026/a.avi", 0, "2026/a.avi", 0), ("2026/a.avi/000017", "2026/a.avi", 5100, "2026/a.avi", 17),
    ("2026/a.avi/1000000", "2026/a.avi", 9, "2026/a.avi", 1_000_000), ("2026/a.avi", None, 0, "2026/a.avi", None),
    # A folder whose name is a number, uncut and cut.
    ("lab/000003", None, 0, "lab/000003", None), ("lab/000003/000000", "lab/000003", 0, "lab/000003", 0), ("000", None, 0, "000", None),
])
def test_the_recording_and_the_part_of_an_output(output, name, first, recording, part, tmp_path):
    one = Plan(write_plan(tmp_path / "x.plan", [[piece(output, name, first=first)]])).shard(0).pieces[0]
    assert (one.recording, one.part) == (recording, part)


def test_the_board(path):
    plan = Plan(path)
    assert not any(plan.is_done(k) for k in range(3))
    output(plan, 1, {"2026/b ü.avi": []})
    assert [plan.is_done(k) for k in range(3)] == [False, True, False]
    assert plan.board(2, "failed") == f"{plan.result}/.work/000/000002.failed"
    with pytest.raises(NoSuchShard, match="no shard 3; there is: 0 to 2"):
        plan.is_done(3)


def test_parts_are_all_shards_once(tmp_path):
    plan = Plan(write_plan(tmp_path / "x.plan", [[piece(f"{k}.avi")] for k in range(11)]))
    for of in (1, 2, 3, 11, 20):
        assert [k for i in range(1, of + 1) for k in plan.part(i, of)] == list(range(11))
    for i, of in ((0, 3), (4, 3), (1, 0)):
        with pytest.raises(ValueError, match="counted from 1"):
            plan.part(i, of)


@pytest.mark.parametrize("number", [-1, 3, 10**9])
def test_a_shard_outside_is_an_index_error(path, number):
    with pytest.raises(NoSuchShard, match="there is: 0 to 2") as error:
        Plan(path).shard(number)
    assert isinstance(error.value, IndexError) and isinstance(error.value, dualcam.DualcamError)


def test_wherever_a_plan_is_cut_it_is_said(path):
    data = path.read_bytes()
    for end in range(len(data)):
        path.write_bytes(data[:end])
        with pytest.raises(BadPlan, match=r"again\.plan: (line 1|its last line isn't a plan's: it was cut off)"):
            Plan(path)


def test_whatever_byte_is_changed_verify_finds_it(path):
    data = path.read_bytes()
    for at in range(0, len(data), 7):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
        try:
            plan = Plan(path)
            list(plan)
            # In the last line, only what the index doesn't need can change unnoticed.
            if at < data.rindex(b"\n", 0, -1):
                with pytest.raises(BadPlan, match="SHA-256"):
                    plan.verify()
        except (BadPlan, OtherPlan):
            pass


def line(**more):
    return {"shard": 0, "frames": 3, "seconds": 1, "pieces": [piece("a.avi")], **more}


HEADER = {"plan": 1, "job": "analyze", "settings": [], "result": "again", "tool": {}}


@pytest.mark.parametrize(("header", "kind", "what"), [
    ({"plan": 2}, OtherPlan, "line 1: a plan of version 2; this package reads version 1"), ({"plan": "1"}, OtherPlan, "version '1'"),
    ({"plan": None}, BadPlan, "“plan” is missing: this is no plan"), ({"job": "verify"}, BadPlan, "“job” is 'verify'"),
    ({"settings": [1]}, BadPlan, "“settings” isn't an array of strings"), ({"result": ""}, BadPlan, "“result” isn't a path"),
    ({"tool": 1}, BadPlan, "“tool” isn't an object"),
])
def test_a_header_that_cant_be_used(header, kind, what, tmp_path):
    path = write_lines(tmp_path / "x.plan", [HEADER | header, line()])
    with pytest.raises(kind, match=f"x.plan: {what}" if what.startswith("line") else what):
        Plan(path)


@pytest.mark.parametrize(("end", "kind", "what"), [
    ({"end": 2}, OtherPlan, "last line is of version 2"), ({"shards": -1}, BadPlan, "“shards” isn't a count"),
    ({"index": None}, BadPlan, "“index” isn't a count"), ({"id": "abc"}, BadPlan, "“id” isn't a SHA-256"),
    ({"index": 5}, BadPlan, "its index isn't where"), ({"shards": 2}, BadPlan, "a part of it is missing"), ({"end": None}, BadPlan, "cut off"),
])
def test_a_last_line_that_cant_be_used(end, kind, what, tmp_path):
    path = write_lines(tmp_path / "x.plan", [HEADER, line()], **end)
    with pytest.raises(kind, match=what):
        Plan(path)


@pytest.mark.parametrize(("shard", "what"), [
    ({"shard": 1}, "this is another line"), ({"pieces": [1]}, "“pieces” isn't an array of objects"),
    ({"pieces": [piece("../a")]}, "leaves the result's folder"), ({"pieces": [piece("/a")]}, "leaves"), ({"pieces": [piece("a//b")]}, "leaves"),
    ({"pieces": [piece("a", first=-1)]}, "“first” isn't a count"), ({"pieces": [piece("a", frames="x")]}, "“frames” isn't a whole number"),
    ({"pieces": [piece("a", sha256="x")]}, "“sha256” isn't an array"), ({"pieces": [{"output": "a"}]}, "“isPart” is missing"),
    ({"pieces": [piece("a", isPart=True)]}, "doesn't end in its number"), ({"pieces": [piece("a/x", "a")]}, "doesn't end in its number"),
    ({"pieces": [piece("a", input=None)]}, "“input” isn't a path"), ({"frames": None}, "“frames” isn't a count"),
])
def test_a_shard_that_cant_be_used(shard, what, tmp_path):
    plan = Plan(write_lines(tmp_path / "x.plan", [HEADER, line(**shard)]))
    with pytest.raises(BadPlan, match=rf"x\.plan: byte \d+: shard 0: .*{what}"):
        plan.shard(0)


def test_an_index_that_points_elsewhere(path):
    data = path.read_bytes()
    plan = Plan(path)
    at = data.index(b"0" * 12, data.index(b"leftOut"))
    for entry, what in ((b"%016x" % len(data), "points outside"), (b"x" * 16, "entry of shard 0 can't be used"),
                        (b"%016x" % 1, "shard 0: no JSON"), (data[at + 17:at + 33], "another line")):
        path.write_bytes(data[:at] + entry + data[at + 16:])
        with pytest.raises(BadPlan, match=what):
            Plan(path).shard(0)
    with pytest.raises(BadPlan, match="changed since it was opened"):
        plan.shard(0)


def test_no_plan(tmp_path):
    with pytest.raises(NoSuchPlan, match="there is no such plan; 'dualcam plan") as error:
        Plan(tmp_path / "no.plan")
    assert error.value.exit_code == 66
    with pytest.raises(UnreadableFile):
        Plan(tmp_path)
    for name, data in (("empty", b""), ("text", b"hello\n"), ("jsonl", b'{"index":0}\n' * 1000), ("long", b"x" * 3_000_000)):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(BadPlan, match=f"{name}: line 1: .*no plan"):
            Plan(tmp_path / name)


def test_a_million_shards_open_at_once(tmp_path, capsys):
    path, count = tmp_path / "again.plan", 1_000_000
    head, tail = (json.dumps(HEADER) + "\n").encode(), b',"frames":300,"seconds":1.5,"pieces":[{"output":"%07d.avi","input":"in/%07d.avi",'
    tail += b'"kind":"film","bytes":123456,"first":0,"frames":300,"warmUp":0,"isPart":false,"sha256":["' + ZEROS.encode() + b'"]}]}\n'
    lines = [b'{"shard":%d' % k + tail % (k, k) for k in range(count)]
    at, offsets = len(head), []
    for one in lines:
        offsets.append(b"%016x\n" % at)
        at += len(one)
    end = {"end": 1, "shards": count, "pieces": count, "frames": 300 * count, "seconds": 1.5e6, "index": at, "id": ZEROS}
    path.write_bytes(b"".join([head, *lines, *offsets, json.dumps(end).encode(), b"\n"]))
    del lines, offsets
    tracemalloc.start()
    start = time.perf_counter()
    plan = Plan(path)
    opened = time.perf_counter()
    found = [plan.shard(k).pieces[0].output for k in (0, 1, 499_999, count - 1)]
    read = time.perf_counter()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == ["0000000.avi", "0000001.avi", "0499999.avi", "0999999.avi"] and plan.shards == count
    assert peak < 4 << 20
    started = time.perf_counter()
    assert sum(1 for _ in plan.read(range(0, count, 100))) == count // 100
    each = (time.perf_counter() - started) / (count // 100)
    with capsys.disabled():
        print(f"\n{os.path.getsize(path) >> 20} MiB of plan: opened in {1e3 * (opened - start):.2f} ms, 4 shards in "
              f"{1e3 * (read - opened):.2f} ms, {1e6 * each:.0f} µs a shard in a row, peak {peak >> 10} KiB")
