"""Manifests that are torn, doubled, out of order or changed while being read."""

import json

import pytest
from conftest import line

from dualcam import Recording, RecordingWarning
from dualcam.manifest import LONGEST, read_lines


def skews(rec):
    return dict(zip(rec.frames.index.get_level_values("index"), rec.frames["skew_us"], strict=True))


def test_a_torn_last_line_is_passed_over_with_a_warning(folder):
    torn = json.dumps(line(2)).encode()
    rec = Recording(folder.write([line(0), line(1)], tail=torn))
    with pytest.warns(RecordingWarning, match="frames.jsonl: line 3: the last line isn't whole.*being written.*killed") as seen:
        assert skews(rec) == {0: 0, 1: 1}
    assert len(seen) == 1 and rec.problems[0].is_normal and rec.problems[0].line == 3


def test_garbage_is_named_and_the_rest_is_read(folder):
    rec = Recording(folder.write([line(0), b"\x00\xff", line(1), b"", b'{"index":NaN}', line(2), line(3) | {"file": "000004.jpg"}]))
    with pytest.warns(RecordingWarning) as seen:
        assert skews(rec) == {0: 0, 1: 1, 2: 2}
    assert [one.line for one in rec.problems] == [2, 4, 5, 7] and len(seen) == 4
    assert "frames.jsonl: line 7: index 3 names the file '000004.jpg'" in str(seen[3].message)


def test_many_problems_are_ten_warnings_and_a_count(folder):
    rec = Recording(folder.write([b"x"] * 500 + [line(0)]))
    with pytest.warns(RecordingWarning) as seen:
        assert len(rec.frames) == 1
    assert len(seen) == 11 and "490 more" in str(seen[10].message) and len(rec.problems) == 500


def test_lines_in_any_order(folder):
    rec = Recording(folder.write([line(i) for i in (5, 1, 9, 3)], [9, 1]))
    assert list(skews(rec).items()) == [(1, 1), (3, 3), (5, 5), (9, 9)]
    assert rec[1].line.number == 2 and rec[9].line.number == 3
    assert rec.frames.index[rec.frames["has_file"]].tolist() == [(0, 1), (0, 9)]


def test_the_same_line_twice_counts_once(folder):
    rec = Recording(folder.write([line(0), line(1), line(1)], [1]))
    with pytest.warns(RecordingWarning, match="line 3: picture 1 has a line already, 2"):
        assert skews(rec) == {0: 0, 1: 1} and len(rec.cameras) == 4


def test_of_contradicting_lines_none_counts(folder):
    lines = [line(0), line(1), line(2), line(1, hint="other"), line(1)]
    rec = Recording(folder.write(lines, [0, 1, 2]))
    with pytest.warns(RecordingWarning) as seen:
        row = rec.frames.loc[(0, 1)]
    assert ["contradicts line 2" in str(seen[0].message), "another line for picture 1" in str(seen[1].message)] == [True, True]
    assert not row["has_line"] and row["has_file"] and row[["hint", "skew_us"]].isna().all() and rec[1].line is None
    for name in ("cameras", "guides", "stages"):
        assert set(rec.table(name).index.get_level_values("index")) == {0, 2}, name
    assert rec[1].array.shape == (32, 48, 3)


@pytest.mark.parametrize("order", [(0, 1), (1, 0), (1, 2, 0), (2, 0, 1), (0, 1, 2)])
def test_a_recovered_line_gives_way_to_the_pictures_own(folder, order):
    lines = [line(1), {"index": 1, "file": "000001.jpg", "cameras": [], "hud": [], "recovered": True}]
    lines.append(lines[1] | {"later": 1})
    rec = Recording(folder.write([lines[i] for i in order], [1]))
    with pytest.warns(RecordingWarning, match="picture 1 has a"):
        assert skews(rec) == {1: 1}
    assert not rec.frames["recovered"].any() and rec[1].line.skew_us == 1 and len(rec.cameras) == 2


def test_a_line_is_found_again_after_the_manifest_was_replaced(folder):
    path = folder.write([line(i) for i in range(20)], range(20))
    rec = Recording(path)
    pictures = list(rec)
    # As a run does at its end: some lines get a mark, and all later ones move.
    marked = [line(i, deleted=True) if i % 3 == 0 else line(i) for i in range(20)]
    folder.write(marked)
    for picture in pictures:
        assert picture.line.index == picture.index == picture.line.skew_us and picture.line.deleted == (picture.index % 3 == 0)
    folder.write(marked[:19])
    with pytest.raises(KeyError, match="line of picture 19 is gone; read the recording again"):
        pictures[19].line


def test_refresh_reads_what_came_meanwhile(folder):
    rec = Recording(folder.write([line(0)], [0]))
    assert len(rec) == 1 and len(rec.frames) == 1 and 1 not in rec
    folder.write([line(0), line(1)], [0, 1])
    assert len(rec) == 1 and len(rec.frames) == 1
    rec.refresh()
    assert len(rec) == 2 and rec.frames["skew_us"].tolist() == [0, 1] and rec[1].line.skew_us == 1


def test_a_line_that_is_too_long(folder):
    long = json.dumps(line(1, hint="x" * LONGEST)).encode()
    rec = Recording(folder.write([line(0), long, line(2)]))
    with pytest.warns(RecordingWarning, match="line 2: longer than 1 MiB"):
        assert skews(rec) == {0: 0, 2: 2}


def test_lines_are_split_exactly(tmp_path):
    pieces = [b"a\n", b"\n", b"x" * (LONGEST - 1) + b"\n", b"y" * LONGEST + b"\n", b"z" * (3 * LONGEST + 5) + b"\n", b"b\n", b"c"]
    path = tmp_path / "lines"
    path.write_bytes(b"".join(pieces))
    with open(path, "rb") as file:
        found = list(read_lines(file))
    assert [one.length for one in found] == [len(piece) for piece in pieces]
    assert [one.offset for one in found] == [sum(map(len, pieces[:i])) for i in range(len(pieces))]
    assert [one.is_too_long for one in found] == [False, False, False, True, True, False, False]
    assert [one.is_whole for one in found] == [True] * 6 + [False] and all(len(one.data) <= LONGEST + LONGEST for one in found)
    assert [one.data for one in found if not one.is_too_long] == [piece for piece in pieces if len(piece) <= LONGEST]
