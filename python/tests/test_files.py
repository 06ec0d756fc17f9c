"""What isn't a regular file among a recording's files is refused, at once and by name."""

import os
import signal

import pytest
from conftest import jpeg, line

from dualcam import Recording, UnreadableFile

KINDS = ["pipe", "link", "endless"]


def spoil(path, kind):
    path.parent.mkdir(exist_ok=True)
    if path.exists():
        path.rename(path.with_suffix(".own"))
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to(path.with_suffix(".own").name if path.with_suffix(".own").exists() else "/dev/zero")
    else:
        path.touch()
        os.truncate(path, 1 << 40)


@pytest.fixture(autouse=True)
def _soon():
    """Fails a test that hangs."""
    signal.alarm(60)
    yield
    signal.alarm(0)


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_and_kept_frames(folder, kind):
    folder.write([line(0), line(1)], [0, 1])
    rec = Recording(folder.path)
    spoil(folder.path / "000001.jpg", kind)
    spoil(folder.path / "sources/000001.primary.jpg", kind)
    for read in (lambda: rec[1].jpeg, lambda: rec[1].kept()):
        with pytest.raises(UnreadableFile, match="regular file|is a link|larger than 256 MiB"):
            read()


@pytest.mark.parametrize("kind", KINDS)
def test_the_manifest(folder, kind):
    folder.write([line(0)], [0])
    spoil(folder.path / "frames.jsonl", kind)
    with pytest.raises(UnreadableFile, match="regular file|is a link|a line has no end"):
        len(Recording(folder.path).frames)


@pytest.mark.parametrize("name", ["session.json", "deleted.json", "freed.json"])
def test_a_pipe_for_a_description(folder, name):
    folder.write([line(0)], [0])
    spoil(folder.path / name, "pipe")
    with pytest.raises(UnreadableFile, match="regular file"):
        len(Recording(folder.path).frames)
