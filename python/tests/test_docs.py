"""docs/python.md: its tables are those of the code, and its examples run."""

import os
import re

import dualcam
from conftest import ROOT
from dualcam import TABLES, Recording

PAGE = ROOT / "docs" / "python.md"
TYPES = {"int": "Int64", "float": "Float64", "bool": "boolean", "text": "string", "time": "datetime64[ns, UTC]"}


def tables():
    """The part of the page that is generated."""
    parts = []
    for name, schema in TABLES.items():
        parts.append(f"### `{name}`\n\nA row: {schema.row}. Its key: {', '.join(f'`{key}`' for key in schema.key)}.\n")
        rows = [f"| `{one.name}` | {'string' if one.kind == 'text' else 'int64' if one.is_key else TYPES[one.kind]} | {one.meaning} |"
                for one in schema.columns]
        parts.append("\n".join(["| Column | Type | Is |", "|---|---|---|", *rows]) + "\n")
    return "\n".join(parts)


def test_the_pages_tables_are_the_codes():
    text = PAGE.read_text()
    head, rest = re.split(r"(?<=-k test_docs -->\n\n)", text)
    tail = rest[rest.index("## The command"):]
    wanted = f"{head}{tables()}\n{tail}"
    if os.environ.get("DUALCAM_WRITE_DOCS"):
        PAGE.write_text(wanted)
    assert PAGE.read_text() == wanted, "out of date: DUALCAM_WRITE_DOCS=1 tools/check/python -k test_docs"


def test_the_pages_examples_run(recordings, tmp_path, monkeypatch, capsys):
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(examples) == 5
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "lab").symlink_to(recordings / "plain")
    (tmp_path / "out" / "watch").symlink_to(recordings / "segments")
    monkeypatch.chdir(tmp_path)
    names = {}
    outputs = []
    for example in examples:
        exec(compile(example, "docs/python.md", "exec"), names)
        outputs.append(capsys.readouterr().out)
    assert "horizon_confidence" in outputs[0] and outputs[1].count("\n") >= 6 and outputs[2].count("(240, 320, 3)") == 10
    assert f"{len(names['watch'])} pictures in segments (0, 1, 2" in outputs[3] and names["first"].array.shape[2] == 3
    import pyarrow.parquet
    assert pyarrow.parquet.read_table("cameras.parquet").schema.equals(Recording("out/watch").arrow("cameras").schema, check_metadata=False)


def test_every_name_of_the_page_exists():
    text = PAGE.read_text()
    for name in re.findall(r"`rec\.(\w+)", text):
        assert hasattr(Recording, name), name
    for name in re.findall(r"`(\w+(?:Error|Warning))`", text):
        assert hasattr(dualcam, name), name


def test_the_version_is_the_programs():
    """pyproject.toml takes it from the package, and the package has the program's."""
    source = (ROOT / "Sources" / "Pipeline" / "Errors" / "Version.swift").read_text()
    assert re.search(r'text = "(.*?)"', source)[1] == dualcam.__version__
    from importlib.metadata import version
    assert version("dualcam") == dualcam.__version__
