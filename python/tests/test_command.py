"""``python -m dualcam``."""

import subprocess
import sys

import pytest
from conftest import line, module, session

import dualcam
from dualcam.__main__ import main


def test_a_summary(folder, capsys):
    lines = [line(i) for i in range(6)]
    lines[2]["deleted"] = True
    assert main([str(folder.write(lines, [0, 1, 3, 4]))]) == 0
    out, err = capsys.readouterr()
    rows = dict(one.split(None, 1) for one in out.splitlines() if "," not in one.split("  ")[0])
    assert rows["recording"] == str(folder.path) and rows["pictures"] == "6: 4 there, 1 deleted, 1 missing"
    assert rows["primary"] == "6 live; 6 frames lost" and rows["problems"] == "none" and not err
    assert rows["skew"] == "median 0.0 ms, p95 0.0, worst 0.0"
    assert rows["latency"] == "median 0.2 ms, 99 % below 0.3 ms, worst 0.3 ms"
    assert "horizon, primary  median 0.3°, 90 % of pictures from 0.0° to 0.6°, median confidence 0.50" in out
    assert rows["time"] == "2026-11-24T06:37:05Z to 2026-11-24T06:38:05Z"


def test_the_skew_of_three_cameras_is_each_ones_from_the_leader(folder, capsys):
    names = ("left", "right", "arm")
    lines = [line(i, cameras=[{"id": name, "state": "live", "skewUs": skew} for name, skew in zip(names, (0, -500, 1000 * i + 1000), strict=True)])
             for i in range(3)]
    # A camera that takes the lead, and one that is lost: its frame is an old one.
    for camera, skew in zip(lines[2]["cameras"], (3000, 0, 90_000), strict=True):
        camera["skewUs"] = skew
    lines[2]["cameras"][2]["state"] = "lost"
    assert main([str(folder.write(lines))]) == 0
    (found,) = [one for one in capsys.readouterr().out.splitlines() if one.startswith("skew")]
    assert found.split("  ")[-1] == (
        "arm median 1.5 ms, p95 1.9, worst 2.0; left median 3.0 ms, p95 3.0, worst 3.0; right median 0.5 ms, p95 0.5, worst 0.5"
    )


def test_segments_and_marks_in_a_summary(folder, capsys):
    folder.write([line(0)], [0, 1], segment=0)
    folder.write([line(0, 1, deleted=True, lost=True), line(1, 1, recovered=True)], [1], segment=1, about=session(endedAt=None))
    (folder.path / "000000" / "freed.json").write_text('{"before":0,"pictures":0}')
    assert main([str(folder.path)]) == 0
    out = capsys.readouterr().out
    assert "4 in 2 segments: 3 there, 1 lost in a power cut, 1 without a line, 1 recovered" in out and "it runs still" in out


def test_bad_data_is_65_and_a_torn_line_isnt(folder, capsys):
    path = folder.write([line(0)], [0], tail=b"{")
    assert main([str(path)]) == 0
    assert "line 2: the last line isn't whole" in capsys.readouterr().err
    assert main([str(folder.write([line(0), b"garbage"], [0]))]) == 65
    out, err = capsys.readouterr()
    assert f"dualcam: {path}/frames.jsonl: line 2: no JSON" in err and out.endswith("problems          1, on standard error\n")


def test_a_plot(folder, tmp_path, capsys):
    path = str(folder.write([line(i) for i in range(5)]))
    for name, start in (("out.png", b"\x89PNG"), ("out.SVG", b"<?xml")):
        assert main([path, "--plot", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(start)
    assert main([path, "--plot", str(tmp_path / "no" / "out.png")]) == 73
    assert "no/out.png: No such file or directory; name a file in a folder that exists" in capsys.readouterr().err
    assert main([path, "--plot", "out.doc"]) == 64 and "must end in .png" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "code", "text"), [
    ([], 64, "required: DIR; --help"), (["a", "b"], 64, "unrecognized arguments: b"), (["--what", "a"], 64, "--help"),
])
def test_wrong_usage_is_64(arguments, code, text, capsys):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    out, err = capsys.readouterr()
    assert (stop.value.code, out) == (code, "") and text in err


def test_no_recording_is_66_or_65(tmp_path, capsys):
    assert main([str(tmp_path)]) == 65 and "no recording" in capsys.readouterr().err
    # As a process, for its exit code.
    done = module(str(tmp_path / "no"))
    assert (done.returncode, done.stdout, done.stderr) == (66, "", f"dualcam: {tmp_path}/no: there is no such folder\n")


def test_a_reader_that_leaves_early_is_no_traceback(folder):
    path = str(folder.write([line(0)]))
    with subprocess.Popen([sys.executable, "-m", "dualcam", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b"" and process.wait(60) == 74


def test_without_matplotlib_or_pyarrow(folder, monkeypatch, capsys):
    path = str(folder.write([line(0)]))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main([path]) == 0
    assert main([path, "--plot", "out.png"]) == 69 and "pip install 'dualcam[plot]'" in capsys.readouterr().err
    rec = dualcam.Recording(path)
    assert len(rec.frames) == 1
    with pytest.raises(dualcam.MissingPackage, match=r"pip install 'dualcam\[arrow\]'"):
        rec.arrow("frames")
