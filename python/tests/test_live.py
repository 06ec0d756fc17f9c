"""Lines as they are written: pipes, files that grow or are replaced, folders from segment to segment."""

import io
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

import pytest
from conftest import line, session

from dualcam import NoSuchRecording, Recording, RecordingWarning, live


def data(*lines):
    return b"".join(json.dumps(one).encode() + b"\n" for one in lines)


def following(source, **more):
    """Gathers lines in a thread; the list grows."""
    found, problems = [], []

    def gather():
        for one in live(source, poll=0.01, on_problem=problems.append, **more):
            found.append(one)

    thread = threading.Thread(target=gather, daemon=True)
    thread.start()
    return found, problems, thread


def until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.005)


def append(path, more):
    with open(path, "ab") as file:
        file.write(more)


def test_an_open_file_of_bytes_or_text():
    lines = [line(i) for i in range(3)]
    for file in (io.BytesIO(data(*lines)), io.StringIO(data(*lines).decode())):
        assert [(one.index, one.number, one.skew_us) for one in live(file)] == [(0, 1, 0), (1, 2, 1), (2, 3, 2)]


def test_garbage_is_named_and_the_next_line_follows():
    stream = io.BytesIO(data(line(0)) + b"\xff\xff\n" + data(line(1)) + b"{}\n" + data(line(2)) + b'{"index":')
    with pytest.warns(RecordingWarning) as seen:
        assert [one.index for one in live(stream)] == [0, 1, 2]
    texts = [str(one.message) for one in seen]
    assert len(texts) == 3 and "line 2: not UTF-8" in texts[0] and "line 4: “index” is missing" in texts[1]
    assert "line 6: the last line isn't whole" in texts[2] and seen[0].filename == __file__


def test_the_lines_of_run_have_no_file_but_bytes():
    value = line(7, bytes=1234)
    del value["file"]
    (one,) = live(io.BytesIO(data(value)))
    assert one.file is None and one.bytes == 1234 and one.segment is None


def test_a_line_without_end_doesnt_fill_memory():
    class Endless(io.RawIOBase):
        given = 0

        def readable(self):
            return True

        def readinto(self, buffer):
            if self.given > 20 << 20:
                return 0
            buffer[:] = b"x" * len(buffer)
            self.given += len(buffer)
            return len(buffer)

    problems = []
    assert list(live(io.BufferedReader(Endless()), on_problem=problems.append)) == []
    assert len(problems) == 1 and problems[0].line == 1


def test_standard_input():
    code = "import dualcam\nfor one in dualcam.live('-'): print(one.index, flush=True)"
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    # Each line arrives while the pipe is open.
    for index in range(3):
        process.stdin.write(data(line(index)))
        process.stdin.flush()
        assert process.stdout.readline() == b"%d\n" % index
    process.stdin.close()
    assert process.wait(20) == 0
    process.stdout.close()


def test_a_fifo_ends_with_its_writer(tmp_path):
    path = tmp_path / "fifo"
    os.mkfifo(path)
    found, problems, thread = following(path)
    with open(path, "wb", buffering=0) as writer:
        writer.write(data(line(0)))
        until(lambda: len(found) == 1)
        writer.write(data(line(1)) + b"garbage\n")
        until(lambda: len(found) == 2 and len(problems) == 1)
        assert thread.is_alive()
    thread.join(20)
    assert not thread.is_alive() and [one.index for one in found] == [0, 1]
    with pytest.raises(ValueError, match="timeout and backlog are for files and folders"):
        live(path, timeout=1)


def test_a_file_that_grows(tmp_path):
    path = tmp_path / "frames.jsonl"
    path.write_bytes(data(line(0)))
    found, problems, thread = following(path, timeout=0.5)
    until(lambda: len(found) == 1)
    whole = data(line(1))
    append(path, whole[:30])
    time.sleep(0.1)
    assert len(found) == 1 and not problems
    append(path, whole[30:] + b"garbage\n" + data(line(2)))
    until(lambda: len(found) == 3)
    thread.join(20)
    assert [(one.index, one.number) for one in found] == [(0, 1), (1, 2), (2, 4)] and [one.line for one in problems] == [3]


def test_a_manifest_that_is_replaced_gives_no_line_twice(tmp_path):
    path = tmp_path / "frames.jsonl"
    path.write_bytes(data(*(line(i) for i in range(5))))
    found, problems, thread = following(path, timeout=0.5)
    until(lambda: len(found) == 5)
    other = tmp_path / "other"
    other.write_bytes(data(*(line(i, deleted=True) for i in range(5)), line(5)))
    other.rename(path)
    until(lambda: len(found) == 6)
    append(path, data(line(6)))
    thread.join(20)
    assert [(one.index, one.number) for one in found] == [(i, i + 1) for i in range(7)] and problems == []


def test_a_file_that_is_begun_again(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(data(line(0), line(1)))
    found, problems, thread = following(path, timeout=0.5)
    until(lambda: len(found) == 2)
    path.write_bytes(data(line(5)))
    thread.join(20)
    assert [(one.index, one.number) for one in found] == [(0, 1), (1, 2), (5, 1)] and problems == []


def test_a_file_that_is_cut_off_at_a_line(tmp_path):
    path = tmp_path / "frames.jsonl"
    path.write_bytes(data(line(0)) + b'{"index":1,')
    found, problems, thread = following(path, timeout=0.5)
    until(lambda: len(found) == 1)
    os.truncate(path, len(data(line(0))))
    append(path, data(line(1)))
    thread.join(20)
    assert [one.index for one in found] == [0, 1] and not problems


def test_without_following_or_backlog(tmp_path):
    path = tmp_path / "frames.jsonl"
    path.write_bytes(data(line(0), line(1)))
    assert [one.index for one in live(path, follow=False)] == [0, 1]
    found, _, thread = following(path, backlog=False, timeout=0.5)
    time.sleep(0.1)
    append(path, data(line(2)))
    thread.join(20)
    assert [(one.index, one.number) for one in found] == [(2, 3)]


def test_a_folder_from_segment_to_segment_until_the_recorder_ends(folder):
    running = session(totals=None)
    folder.path.mkdir()
    found, problems, thread = following(folder.path)
    time.sleep(0.05)
    folder.write([line(0, 0)], segment=0, about=running)
    until(lambda: len(found) == 1)
    append(folder.path / "000000" / "frames.jsonl", data(line(1, 0)))
    folder.write([line(0, 2)], segment=2, about=running)
    until(lambda: len(found) == 3)
    # A segment's last line may appear after the next has begun.
    append(folder.path / "000002" / "frames.jsonl", b"{torn")
    folder.write([line(0, 3)], segment=3, about=running)
    until(lambda: len(found) == 4 and len(problems) == 1)
    assert thread.is_alive()
    folder.write([line(0, 3), line(1, 3)], segment=3)
    thread.join(30)
    assert not thread.is_alive()
    assert [(one.segment, one.index, one.skew_us) for one in found] == [(0, 0, 0), (0, 1, 1), (2, 0, 2000), (3, 0, 3000), (3, 1, 3001)]
    assert problems[0].file.endswith("000002/frames.jsonl") and problems[0].line == 2


def test_a_recording_that_was_killed_ends_by_timeout(folder):
    path = folder.write([line(0)], about=session(totals=None), tail=b'{"index":1')
    problems = []
    since = time.monotonic()
    assert [one.index for one in live(path, timeout=0.3, on_problem=problems.append)] == [0]
    assert 0.3 <= time.monotonic() - since < 10 and len(problems) == 1 and problems[0].is_normal


def test_what_isnt_there_is_an_error_at_once(tmp_path):
    with pytest.raises(NoSuchRecording, match="no: there is no such file or folder; start the recorder first"):
        live(tmp_path / "no")


def test_real_run(dualcam):
    command = [dualcam, "run", "--json", "--frames", "10", "--primary", "synth:walker?w=320&h=240"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        found = list(live(process.stdout))
    assert process.returncode == 0 and [one.index for one in found] == list(range(10))
    assert all(one.bytes > 1000 and one.camera("primary").state == "live" and "decode" in one.stages_ms for one in found)


def test_real_recording_while_it_is_made(dualcam, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    command = [dualcam, "record", "--duration", "3s", "--segment", "1s", "-o", out, "--primary", "synth:walker?w=320&h=240"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        found, problems, thread = following(out)
        until(lambda: found, 60)
        assert process.poll() is None
        assert pathlib.Path(out, f"{found[0].segment:06}", found[0].file).exists()
    thread.join(60)
    assert process.returncode == 0 and not thread.is_alive() and problems == []
    rec = Recording(out)
    assert [(one.segment, one.index) for one in found] == rec.frames.index.tolist() and len(rec.segments) >= 3
    assert [one.latency_ms for one in found] == rec.frames["latency_ms"].tolist()



def test_a_recorder_that_only_pauses_hasnt_ended(folder, monkeypatch):
    monkeypatch.setattr(sys.modules["dualcam.live"], "_GRACE", 0.05)
    path = folder.write([line(0)], about=session(totals=None))
    found, _, thread = following(path)
    time.sleep(0.4)
    append(path / "frames.jsonl", data(line(1)))
    until(lambda: len(found) == 2)
    (path / "session.json").write_text(json.dumps(session()))
    thread.join(20)
    assert not thread.is_alive()
