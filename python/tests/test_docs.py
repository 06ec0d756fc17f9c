"""docs/python.md: its tables match the code, and its examples run."""

import os
import re
import sys

import dualcam
from archives import output, piece, reading, write_plan
from conftest import ROOT
from dualcam import TABLES, Plan, Recording, write_readings
from dualcam.readings import COLUMNS, ROW, arrow_schema

PAGE = ROOT / "docs" / "python.md"
TYPES = {"int": "Int64", "float": "Float64", "bool": "boolean", "text": "string", "time": "datetime64[ns, UTC]"}


def tables():
    """The generated part of the page."""
    parts = []
    for name, schema in TABLES.items():
        parts.append(f"### `{name}`\n\nA row: {schema.row}. Its key: {', '.join(f'`{key}`' for key in schema.key)}.\n")
        rows = [f"| `{one.name}` | {'string' if one.kind == 'text' else 'int64' if one.is_key else TYPES[one.kind]} | {one.meaning} |"
                for one in schema.columns]
        parts.append("\n".join(["| Column | Type | Is |", "|---|---|---|", *rows]) + "\n")
    parts.append(f"### `readings`\n\nOf [archives](#archives). A row: {ROW}. In the order of the plan; rows of a recording are together.\n")
    rows = [f"| `{one.name}` | {'string, dictionary-encoded' if 'dictionary' in str(field.type) else field.type} | {one.meaning} |" for one, field in zip(COLUMNS, arrow_schema(), strict=True)]
    parts.append("\n".join(["| Column | Arrow type | Is |", "|---|---|---|", *rows]) + "\n")
    return "\n".join(parts)


def test_the_pages_tables_are_the_codes():
    text = PAGE.read_text()
    head, rest = re.split(r"(?<=-k test_docs -->\n\n)", text)
    tail = rest[rest.index("## The command"):]
    wanted = f"{head}{tables()}\n{tail}"
    if os.environ.get("DUALCAM_WRITE_DOCS"):
        PAGE.write_text(wanted)
    assert PAGE.read_text() == wanted, "out of date: DUALCAM_WRITE_DOCS=1 tools/check/python -k test_docs"


def examples():
    """The examples about recordings, and those about archives."""
    head, archives = PAGE.read_text().split("\n## Archives\n")
    return [re.findall(r"```python\n(.*?)```", part, re.DOTALL) for part in (head, archives)]


def test_the_pages_examples_run(recordings, tmp_path, monkeypatch, capsys):
    found = examples()[0]
    assert len(found) == 6
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "lab").symlink_to(recordings / "plain")
    (tmp_path / "out" / "watch").symlink_to(recordings / "segments")
    monkeypatch.chdir(tmp_path)
    names = {}
    outputs = []
    for example in found:
        exec(compile(example, "docs/python.md", "exec"), names)
        outputs.append(capsys.readouterr().out)
    assert "horizon_confidence" in outputs[0] and outputs[1].count("\n") >= 6 and outputs[2].count("(240, 320, 3)") == 10
    assert f"{len(names['watch'])} pictures in segments (0, 1, 2" in outputs[3] and names["first"].array.shape[2] == 3
    assert outputs[5].startswith("Recording('out/lab') ") and outputs[5].endswith(" pictures left out\n")
    import pyarrow.parquet
    assert pyarrow.parquet.read_table("cameras.parquet").schema.equals(Recording("out/watch").arrow("cameras").schema, check_metadata=False)


def test_the_pages_examples_about_archives_run(tmp_path, monkeypatch, capsys):
    plan = Plan(write_plan(tmp_path / "again.plan", [[piece("a.avi/000000", "a.avi")], [piece("a.avi/000001", "a.avi", first=40), piece("b.avi")]]))
    output(plan, 0, {"a.avi/000000": [reading(k, 3, rate=1) for k in range(40)]})
    output(plan, 1, {"a.avi/000001": [reading(k, 3, rate=1, confidence=0.1) for k in range(40, 70)], "b.avi": [reading(k, 1, rate=1) for k in range(60)]})
    assert len(list(write_readings(plan, tmp_path / "parquet"))) == 2
    (tmp_path / "python").symlink_to(ROOT / "python")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    names = {"dualcam": dualcam}
    outputs = []
    for example in examples()[1]:
        exec(compile(example, "docs/python.md", "exec"), names)
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == "analyze 2 shards, 2 done\na.avi 0 3\n" and outputs[1] == "100 of 130 frames have a horizon\n" and len(names["one"]) == 70
    assert names["off"][["recording", "minute", "median_deg"]].to_numpy().tolist() == [["a.avi", 0, 3]] and os.path.getsize("off.png") > 10_000
    assert sorted(names["minutes"]["verdict"]) == ["level", "off", "unknown"]


def test_every_name_of_the_page_exists():
    text = PAGE.read_text()
    for name in re.findall(r"`rec\.(\w+)", text):
        assert hasattr(Recording, name), name
    for name in re.findall(r"`plan\.(\w+)", text):
        assert name in ("job", "shards") or hasattr(Plan, name), name
    for name in re.findall(r"`(\w*(?:Error|Warning|BadPlan|OtherPlan|NoSuchShard))`", text):
        assert hasattr(dualcam, name), name


def test_the_version_is_the_programs():
    """pyproject.toml takes it from the package, and the package has the program's."""
    source = (ROOT / "Sources" / "Pipeline" / "Errors" / "Version.swift").read_text()
    assert re.search(r'text = "(.*?)"', source)[1] == dualcam.__version__
    from importlib.metadata import version
    assert version("dualcam") == dualcam.__version__
