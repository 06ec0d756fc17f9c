"""Pictures and kept frames that ``dualcam pack`` stored as JPEG XL."""

import shutil
import sys

import pytest

from conftest import jpeg, line
from dualcam import BadPicture, MissingPackage, MissingPicture, Recording

imagecodecs = pytest.importorskip("imagecodecs")


@pytest.fixture
def packed(folder):
    """A recording of two pictures, the first one and its frame packed, and the bytes of both."""
    folder.write([line(0), line(1)], [0, 1])
    (folder.path / "sources").mkdir()
    whole = {"000000": (folder.path / "000000.jpg").read_bytes(), "sources/000000.primary": jpeg(3, 4)}
    for name, data in whole.items():
        (folder.path / f"{name}.jxl").write_bytes(imagecodecs.jpegxl_encode_jpeg(data))
    (folder.path / "000000.jpg").unlink()
    return folder.path, list(whole.values())


@pytest.mark.parametrize("by", ["imagecodecs", "djxl"])
def test_a_packed_picture_has_the_bytes_from_before(packed, by, monkeypatch):
    path, (picture, frame) = packed
    if by == "djxl":
        if not shutil.which("djxl"):
            pytest.skip("there is no djxl here")
        monkeypatch.setitem(sys.modules, "imagecodecs", None)
    rec = Recording(path)
    assert len(rec.pictures) == 2 and rec[0].exists
    assert rec[0].jpeg == picture and rec[0].kept() == frame
    assert rec[0].array.shape == rec[1].array.shape


def test_what_unpacks_is_named_if_nothing_does(packed, monkeypatch):
    monkeypatch.setitem(sys.modules, "imagecodecs", None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(MissingPackage, match=r"pip install 'dualcam\[packed\]'.*dualcam unpack"):
        Recording(packed[0])[0].kept()


@pytest.mark.parametrize("by", ["imagecodecs", "djxl"])
def test_a_damaged_one_is_bad(packed, by, monkeypatch):
    path, _ = packed
    if by == "djxl":
        if not shutil.which("djxl"):
            pytest.skip("there is no djxl here")
        monkeypatch.setitem(sys.modules, "imagecodecs", None)
    file = path / "000000.jxl"
    for data in (file.read_bytes()[:-40], b"", b"no picture"):
        file.write_bytes(data)
        with pytest.raises(BadPicture, match="000000.jxl: no packed JPEG"):
            Recording(path)[0].array  # noqa: B018


def test_a_packed_file_that_is_gone_is_missing(packed):
    path, _ = packed
    rec = Recording(path)
    assert len(rec.pictures) == 2
    (path / "000000.jxl").unlink()
    with pytest.raises(MissingPicture):
        rec[0].jpeg  # noqa: B018
