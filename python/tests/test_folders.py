"""What is a recording, and what an error says when it isn't."""

import pathlib

import pytest
from conftest import line

from dualcam import NoPermission, NoSuchRecording, NotARecording, Recording, RecordingWarning


def test_a_folder_that_isnt_there(tmp_path):
    for path in (tmp_path / "no", tmp_path / "no" / "way"):
        with pytest.raises(NoSuchRecording, match="no: there is no such folder|way: there is no such folder"):
            Recording(path)
    (tmp_path / "file").write_text("")
    with pytest.raises(NoSuchRecording, match="file: there is no such folder"):
        Recording(tmp_path / "file")


def test_a_folder_without_a_recording(tmp_path):
    (tmp_path / "000000").mkdir()
    (tmp_path / "notes").mkdir()
    with pytest.raises(NotARecording, match="neither frames.jsonl nor session.json.*dualcam record -o"):
        Recording(tmp_path)


def test_a_file_without_permission(folder, monkeypatch):
    # Root may read everything, so this is simulated.
    def refuse(path):
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("dualcam.segment.open_regular", refuse)
    with pytest.raises(NoPermission, match="session.json: Permission denied; ask its owner"):
        Recording(folder.write([line(0)])).frames


def test_an_unreadable_manifest_is_an_error_that_names_it(folder):
    path = folder.write([line(0)])
    (path / "frames.jsonl").unlink()
    (path / "frames.jsonl").mkdir()
    with pytest.raises(OSError, match="frames.jsonl: it isn't a regular file"):
        Recording(path).frames


def test_a_recording_without_pictures_yet(folder):
    path = folder.write([])
    assert len(Recording(path)) == 0 and len(Recording(path).frames) == 0 and list(Recording(path)) == []
    (path / "frames.jsonl").unlink()
    with pytest.warns(RecordingWarning, match="frames.jsonl: is missing"):
        assert len(Recording(path).frames) == 0
    assert Recording(pathlib.Path(path)).path == str(path)


def test_segments_are_what_dualcam_calls_so(folder):
    for number in (0, 1, 12):
        folder.write([line(0, number)], [0], segment=number)
    for name in ("0000002", "00003", ".000004.tmp", "000005"):
        (folder.path / name).mkdir()
    (folder.path / ".000004.tmp" / "frames.jsonl").write_text("")
    rec = Recording(folder.path)
    with pytest.warns(RecordingWarning, match="000002: 10 segments are missing from here on"):
        assert rec.segments == (0, 1, 12)
    assert [one.key for one in rec] == [(0, 0), (1, 0), (12, 0)] and rec.frames["skew_us"].tolist() == [0, 1000, 12000]


def test_freed_segments_arent_missing(folder):
    folder.write([line(0, 5)], [0], segment=5)
    (folder.path / "freed.json").write_text('{"before":5,"pictures":99}')
    rec = Recording(folder.path)
    assert rec.segments == (5,) and rec.problems == ()


def test_a_recording_in_a_folder_of_numbers_is_one_recording(folder):
    folder.write([line(0)], [0])
    folder.write([line(1, 7)], [1], segment=7)
    rec = Recording(folder.path)
    assert [one.key for one in rec] == [(0, 0)]


def test_segments_with_other_layouts(folder):
    folder.write([line(0, 0)], [0], segment=0)
    rec = Recording(folder.write([line(0, 1)], [0], segment=1, size=(64, 48)))
    assert rec[0, 0].viewfinder("secondary").shape == (8, 24, 3) and rec[1, 0].viewfinder("secondary").shape == (8, 40, 3)
    assert rec.session.layout.width == 64 and [one.layout.width for one in rec.sessions.values()] == [48, 64]


def test_problems_name_their_segment(folder):
    folder.write([b"garbage"], segment=0)
    rec = Recording(folder.write([line(0, 1)], segment=1, tail=b"{"))
    with pytest.warns(RecordingWarning, match="000000/frames.jsonl: line 1: no JSON"), pytest.warns(RecordingWarning, match="000001/"):
        assert len(rec.frames) == 1


def test_segments_that_are_freed_while_they_are_read(folder):
    folder.write([line(0, 0)], segment=0)
    rec = Recording(folder.write([line(0, 1)], segment=1))
    (folder.path / "freed.json").write_text('{"before":1,"pictures":1}')
    for name in ("frames.jsonl", "session.json"):
        (folder.path / "000000" / name).unlink()
    (folder.path / "000000").rmdir()
    assert rec.segments == (1,) and rec.frames["skew_us"].tolist() == [1000]
