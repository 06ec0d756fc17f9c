"""Cameras' frames inside pictures: they are what is kept beside them, and garbled ones are refused."""

import io
import random
import shutil
import signal
import sys

import pytest
from conftest import jpeg, line, run
from PIL import Image

from dualcam import BadPicture, MissingPicture, Recording, cameras_inside, embedded, frame_inside, names

COAST, WALKER = "synth:coast?frames=4&roll=4", "synth:walker?frames=4"
WAYS = {
    "422": [f"{COAST}&w=320&h=240", f"{WALKER}&w=320&h=240"],
    # Sides that aren't whole MCUs.
    "420": [f"{COAST}&w=328&h=250&subsampling=420", f"{WALKER}&w=200&h=154&subsampling=420"],
    # All coefficients, and codes that are longer than what tables are looked up by.
    "noise": ["synth:noise?frames=2&w=160&h=96&quality=100"],
    "files of 420": ["file:420?fps=10"],
    "files of 444": ["file:444?fps=10"],
}


@pytest.fixture(autouse=True)
def _soon():
    """Fails a test that hangs."""
    signal.alarm(120)
    yield
    signal.alarm(0)


def write_frames(path, subsampling):
    """Frames with restart markers, and with bytes behind their end as cameras leave them."""
    path.mkdir()
    for number, tail in enumerate((b"", b"\xff\xd9", bytes(500), b"left over\xff\xd9")):
        file = io.BytesIO()
        image = Image.effect_noise((317, 203), 60).convert("RGB")
        image.save(file, "JPEG", quality=70, subsampling=subsampling, restart_marker_blocks=(0, 7, 1, 20)[number], comment=b"\xff" * number)
        (path / f"{number}.jpg").write_bytes(file.getvalue() + tail)


@pytest.fixture(scope="module")
def pairs(dualcam, tmp_path_factory):
    """Recordings that keep frames beside and inside, by how they are made."""
    folder = tmp_path_factory.mktemp("pairs")
    write_frames(folder / "420", "4:2:0")
    write_frames(folder / "444", "4:4:4")
    for name, sources in WAYS.items():
        for place in ("beside", "inside"):
            run(dualcam, "annotate", *sources, "--keep-source", place, "-o", f"{name}/{place}", cwd=folder)
    return folder


@pytest.mark.parametrize("way", WAYS)
def test_a_frame_inside_is_the_cameras(pairs, way):
    beside, inside = (Recording(pairs / way / place) for place in ("beside", "inside"))
    assert not (pairs / way / "inside" / "sources").exists() and len(inside) == len(beside) >= 2
    for picture in inside:
        cameras = [one.camera for one in picture.line.cameras]
        assert cameras_inside(picture.jpeg) == tuple(cameras) and {one.kept for one in picture.line.cameras} == {"inside"}
        for camera in cameras:
            frame = (pairs / way / "beside" / names.kept_name(picture.index, camera)).read_bytes()
            assert picture.kept(camera) == frame == picture.stripped(camera) == frame_inside(picture.jpeg, camera)
            assert beside[picture.index].kept(camera) == frame
            assert picture.where_kept(camera) == f"{picture.path} (the {camera}'s frame inside)"
            assert beside[picture.index].where_kept(camera).endswith(f"/sources/{picture.index:06}.{camera}.jpg")


def test_both_kinds_are_listed_alike(pairs, dualcam, tmp_path):
    beside, inside = (Recording(pairs / "422" / place) for place in ("beside", "inside"))
    everything = set(range(4))
    assert inside.kept() == beside.kept() == {"primary": everything, "secondary": everything}
    assert inside.cameras["kept"].unique().tolist() == ["inside"] and beside.cameras["kept"].isna().all()
    # Frames inside are gone with their picture.
    shutil.copytree(pairs / "422" / "inside", tmp_path / "copy")
    run(dualcam, "library", str(tmp_path / "copy"), "delete", "1")
    rec = Recording(tmp_path / "copy")
    assert rec.kept() == {"primary": {0, 2, 3}, "secondary": {0, 2, 3}}
    with pytest.raises(MissingPicture, match="000001.jpg: there is no such file: the picture was deleted"):
        rec[1].kept()


def test_a_frame_that_isnt_inside_is_beside(dualcam, tmp_path):
    """One that is drawn from pixels."""
    run(dualcam, "annotate", "synth:coast?w=320&h=240&frames=2", "synth:walker?w=320&h=240&frames=2&subsampling=420", "--keep-source", "inside",
        "-o", "rec", cwd=tmp_path)
    rec = Recording(tmp_path / "rec")
    assert rec.kept() == {"primary": {0, 1}, "secondary": {0, 1}}
    assert [one.kept for one in rec[1].line.cameras] == ["inside", "beside"] and cameras_inside(rec[1].jpeg) == ("primary",)
    assert rec[1].kept("secondary") == (tmp_path / "rec/sources/000001.secondary.jpg").read_bytes()
    with pytest.raises(MissingPicture, match="000001.jpg: no frame of the secondary is inside, but of the primary"):
        rec[1].stripped("secondary")


def test_cameras_of_other_names(dualcam, folder, tmp_path):
    run(dualcam, "annotate", "--camera", "synth:coast?w=320&h=240&frames=2,name=arm_2", "--keep-source", "inside", "-o", "real", cwd=tmp_path)
    assert Recording(tmp_path / "real").kept() == {"arm_2": {0, 1}}
    path = folder.write([line(0)], [0])
    (path / "sources").mkdir()
    for name in ("arm_2", "a" * 24, "a" * 25, "2arm", "_arm", "Arm", "arm-2", "ink"):
        (path / "sources" / f"000000.{name}.jpg").write_bytes(jpeg(0, 0))
    (path / "sources" / "000000.ink.pbm").write_bytes(b"P4")
    assert Recording(path).kept() == {name: {0} for name in ("arm_2", "a" * 24, "ink")}


def test_lines_about_frames_inside(folder):
    """A line says that a frame is inside; no name in it leads out of the folder."""
    lines = [line(index) for index in range(4)]
    for one in lines[:3]:
        one["cameras"][0]["kept"], one["cameras"][1]["kept"] = "inside", "beside"
    lines[1]["cameras"][0]["id"] = "x/../../primary"
    rec = Recording(folder.write(lines, [0, 1, 3]))
    assert rec.kept() == {"primary": {0}}
    (folder.path / "sources" / "000001.x").mkdir(parents=True)
    (folder.path / "primary.jpg").write_bytes(jpeg(0, 0))
    with pytest.raises(MissingPicture, match="there is no such file"):
        rec[1].kept("x/../../primary")
    with pytest.raises(MissingPicture, match="000000.primary.jpg: there is no such file"):
        rec[0].kept()


@pytest.mark.parametrize("by", ["imagecodecs", "djxl"])
def test_a_packed_picture_has_its_frames_inside(pairs, tmp_path, by, monkeypatch):
    imagecodecs = pytest.importorskip("imagecodecs")
    shutil.copytree(pairs / "422" / "inside", tmp_path / "copy")
    picture = tmp_path / "copy" / "000001.jpg"
    picture.with_suffix(".jxl").write_bytes(imagecodecs.jpegxl_encode_jpeg(picture.read_bytes()))
    picture.unlink()
    if by == "djxl":
        if not shutil.which("djxl"):
            pytest.skip("there is no djxl here")
        monkeypatch.setitem(sys.modules, "imagecodecs", None)
    rec, beside = Recording(tmp_path / "copy"), Recording(pairs / "422" / "beside")
    for camera in ("primary", "secondary"):
        assert rec[1].kept(camera) == beside[1].kept(camera) and rec.kept()[camera] == set(range(4))


def test_pictures_without_frames_inside():
    assert cameras_inside(jpeg(0, 0)) == ()
    with pytest.raises(MissingPicture, match="no frame of the primary is inside$"):
        frame_inside(jpeg(0, 0))
    for data in (b"", b"\xff", b"\xff\xd8", b"\xff\xd8\xff\xe9\xff", b"P6", b"\xff\xd8" + b"\xff" * 10_000_000, b"\xff\xd8" + bytes(9_000_000)):
        with pytest.raises(BadPicture, match="^no (whole )?JPEG"):
            cameras_inside(data)


# --- Garbled ones

class Taken:
    """A picture of one camera, taken apart."""

    FIELDS = {"column": 2, "row": 2, "width": 2, "height": 2, "interval": 2, "size": 4}

    def __init__(self, data):
        at = data.index(b"\xff\xe9")
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4])
        self.before, self.after = data[:at], data[end:]
        assert b"\xff\xe9" not in self.after[:4]
        self.numbers, data = [0, 0, 1], data[at + 19 : end]

        def take(count):
            nonlocal data
            taken, data = data[:count], data[count:]
            return taken

        self.camera = take(take(1)[0])
        for name, count in self.FIELDS.items():
            setattr(self, name, int.from_bytes(take(count)))
        self.digest, self.head, self.tail = take(32), take(int.from_bytes(take(4))), take(int.from_bytes(take(4)))
        self.zeros, self.runs = int.from_bytes(take(4)), take(int.from_bytes(take(4)))
        self.patch, self.lengths = data, {}

    def data(self):
        def counted(name, count):
            value = getattr(self, name)
            return self.lengths.get(name, len(value)).to_bytes(count) + value

        fields = b"".join(getattr(self, name).to_bytes(count) for name, count in self.FIELDS.items())
        return (counted("camera", 1) + fields + self.digest + counted("head", 4) + counted("tail", 4) + self.zeros.to_bytes(4)
                + counted("runs", 4) + self.patch)

    def segment(self, data, numbers=None):
        body = b"dualcam\0\1" + b"".join(one.to_bytes(2) for one in numbers or self.numbers) + data
        return b"\xff\xe9" + (len(body) + 2).to_bytes(2) + body

    def picture(self, *segments):
        return self.before + b"".join(segments or [self.segment(self.data())]) + self.after


@pytest.fixture(scope="module")
def small(dualcam, tmp_path_factory):
    """A small picture with a frame inside, and the frame."""
    folder = tmp_path_factory.mktemp("small")
    for place in ("beside", "inside"):
        run(dualcam, "annotate", "synth:coast?w=96&h=64&frames=1", "--keep-source", place, "-o", place, cwd=folder)
    return (folder / "inside/000000.jpg").read_bytes(), (folder / "beside/sources/000000.primary.jpg").read_bytes()


def test_a_frame_may_be_in_several_segments(small):
    data, frame = small
    taken = Taken(data)
    assert taken.picture() == data and frame_inside(data) == frame
    inside = taken.data()
    parts = [inside[at : at + 100] for at in range(0, len(inside), 100)]
    segments = [taken.segment(part, [7, number, len(parts)]) for number, part in enumerate(parts)]
    other = taken.segment(b"\5other" + inside[8:], [3, 0, 1])
    mixed = taken.picture(segments[0], other, b"\xff\xe9\0\7dualc", *segments[1:])
    assert cameras_inside(mixed) == ("primary", "other") and frame_inside(mixed, "other") == frame_inside(mixed) == frame
    for wrong in (segments[1:], segments[:-1], [*segments[:3], segments[3], *segments[3:]], [segments[1], segments[0], *segments[2:]],
                  [segments[0], taken.segment(parts[1], [7, 1, 2]), *segments[2:]], [*segments, taken.segment(b"x", [7, len(parts), len(parts)]) ],
                  [taken.segment(b"")], [taken.segment(inside, [0, 0, 0])]):
        with pytest.raises(BadPicture, match="a camera's frame inside is garbled: a segment is missing"):
            cameras_inside(taken.picture(*wrong))
    with pytest.raises(BadPicture, match="it is there twice"):
        frame_inside(taken.picture(taken.segment(inside), taken.segment(inside, [1, 0, 1])))


@pytest.mark.parametrize(("change", "why"), [
    ({"camera": b"../../x"}, "no camera's name"), ({"camera": b"\xff"}, "no camera's name"), ({"camera": b""}, "no camera's name"),
    ({"column": 65_535}, "leaves the picture"), ({"row": 3}, "another size|differs"), ({"width": 0}, "leaves the picture"),
    ({"height": 65_535}, "leaves the picture"), ({"width": 97}, "counted wrong"), ({"interval": 1}, "another size|differs"),
    ({"size": 2**32 - 1}, "sizes contradict"), ({"size": 2**28}, "another size"), ({"size": 5}, "sizes contradict"),
    ({"zeros": 2**32 - 1}, "sizes contradict"), ({"size": 2**28, "zeros": 2**28 - 4000}, "another size"),
    ({"digest": bytes(32)}, "SHA-256 differs"), ({"head": b""}, "another size"), ({"tail": b"\xff\xd8"}, "SHA-256 differs"),
    ({"runs": b""}, "counted wrong"), ({"runs": b"\x80" * 50}, "counted wrong"), ({"runs": b"\0" * 50}, "counted wrong"),
    ({"runs": b"\xff\xff\xff\xff\x7f"}, "counted wrong"), ({"runs": b"\x30"}, "MCUs can't be read|another size|differs"),
    ({"runs": b"\0\x30"}, "MCUs can't be read|another size|differs"), ({"runs": b"\x2f\1"}, "MCUs can't be read|another size|differs"),
    ({"patch": b""}, "MCUs can't be read"), ({"patch": b"\xff" * 5000}, "MCUs can't be read"), ({"patch": bytes(9)}, "MCUs can't be read"),
    ({"lengths": {"head": 2**32 - 1}}, "cut short"), ({"lengths": {"tail": 60_000}}, "cut short"), ({"lengths": {"runs": 2**31}}, "cut short"),
    ({"lengths": {"camera": 255}}, "no camera's name|cut short"),
])
def test_what_contradicts_itself_is_refused(small, change, why):
    taken = Taken(small[0])
    for name, value in change.items():
        setattr(taken, name, value)
    with pytest.raises(BadPicture, match=why):
        frame_inside(taken.picture())


def test_bytes_behind_a_bomb_arent_made(small):
    """What a picture says of a frame takes no memory before it is known to fit."""
    import tracemalloc

    taken = Taken(small[0])
    taken.size, taken.zeros = 2**28, 2**28 - 4000
    tracemalloc.start()
    try:
        with pytest.raises(BadPicture):
            frame_inside(taken.picture())
        assert tracemalloc.get_traced_memory()[1] < 30 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("old", "new"), [
    # Its frame's header: progressive, no height, too wide, no components, no factors, and those of many blocks.
    (b"\xff\xc0", b"\xff\xc2"), (b"\xff\xc0\0\x11\x08", b"\xff\xc0\0\x11\x08\0\0"), (b"\xff\xc0\0\x11\x08", b"\xff\xc0\0\x11\x08\xff\xff\xff\xff\3"),
    (b"\3\1\x21\0\2\x11\1", b"\0\1\x21\0\2\x11\1"), (b"\1\x21\0", b"\1\x00\0"), (b"\1\x21\0", b"\1\xff\0"), (b"\1\x21\0", b"\1\x44\0"),
    # Codes: too many, of a class that there isn't, and of differences that there aren't; and the header of the scan.
    (b"\xff\xc4", b"\xff\xfe"), (b"\0\0\1\5\1\1", b"\0\x09\1\5\1\1"), (b"\0\0\1\5\1\1", b"\0\0\1\5\1\xff"), (b"\0\1\2\3\4\5\6\7\x08", b"\x40\x40\x40\x40\x40\x40\x40\x40\x40"),
    (b"\xff\xda\0\x0c\3", b"\xff\xda\0\x0c\2"), (b"\xff\xda\0\x0c\3\1\0", b"\xff\xda\0\x0c\3\1\x33"), (b"\xff\xda", b"\xff\xd9"),
    # Restart markers: none announced, more, fewer.
    (b"\xff\xdd\0\4", b"\xff\xfe\0\4"), (b"\xff\xdd\0\4\0", b"\xff\xdd\0\4\xff"), (b"\xff\xd0", b"\xff\xd0\xff\xd1"), (b"\xff\xd1", b""),
])
def test_headers_that_lie_are_refused(small, old, new):
    taken = Taken(small[0])
    assert old in taken.after
    taken.after = taken.after.replace(old, new, 1)
    with pytest.raises(BadPicture):
        frame_inside(taken.picture())


@pytest.mark.parametrize("seed", range(400))
def test_a_garbled_picture_gives_the_frame_or_an_error(small, seed):
    data, frame = small
    chance = random.Random(seed)
    # The frame's own headers are in it too.
    end = data.rindex(b"\xff\xda") + 14 if seed % 2 else len(data)
    begin = data.index(b"\xff\xe9")
    changed = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(begin, end)
        kind = chance.randrange(5)
        if kind == 0:
            changed[at : at + 1] = bytes([changed[at % len(changed)] ^ 1 << chance.randrange(8)])
        elif kind == 1:
            changed[at : at + 2] = chance.choice((b"\xff\xff", b"\0\0", b"\xff\xd9", b"\xff\xd3", b"\x7f\xff", b"\0\1"))
        elif kind == 2:
            del changed[at : at + chance.randint(1, 50)]
        elif kind == 3:
            changed[at:at] = chance.randbytes(chance.randint(1, 9))
        else:
            del changed[at:]
    try:
        assert frame_inside(bytes(changed)) == frame
    except (BadPicture, MissingPicture):
        pass


def test_codes_that_say_little_end_soon():
    """A picture of the largest size whose blocks take two bits: more MCUs than anyone waits for, if there are no data for them."""
    counts = bytes([1, *bytes(15)])
    codes = b"".join(b"\xff\xc4\0\x14" + bytes([number]) + counts + b"\0" for number in (0, 16))
    side = (16_384).to_bytes(2)
    inside = b"\1a" + bytes(4) + side + side + bytes(2) + (2**28).to_bytes(4) + bytes(48)
    runs = bytes([0x80, 0x80, 0x80, 0x02])
    taken = inside[:-4] + len(runs).to_bytes(4) + runs
    segment = b"dualcam\0\1" + bytes([0, 0, 0, 0, 0, 1]) + taken
    head = (b"\xff\xd8\xff\xe9" + (len(segment) + 2).to_bytes(2) + segment + codes
            + b"\xff\xc0\0\x0b\x08" + side + side + b"\1\1\x11\0\xff\xda\0\x08\1\1\0\0\x3f\0")
    assert cameras_inside(head) == ("a",)
    for scan in (bytes(100_000), b"", b"\xff\xd0" * 100_000, b"\xff" * 100_000):
        with pytest.raises(BadPicture, match="its MCUs can't be read"):
            frame_inside(head + scan + b"\xff\xd9", "a")


def test_codes_are_walked_as_one_by_one(small):
    """The tables of several codes lead to where the codes themselves do."""
    data, _ = small
    headers = embedded._read_headers(data)
    walker = embedded._Walker(data[headers.scan :], headers, headers.interval)
    ends = []
    for mcu in range(headers.interval * 4):
        walker.seek(mcu)
        at, last = walker.at, walker.last.copy()
        for component, _, _, tables in walker._plan:
            _, at, difference = embedded._walk_block(walker._words, at, tables)
            last[component] += difference
        walker.walk(1)
        assert (walker.at, walker.last) == (at, last)
        ends.append(at)
    assert len(set(ends)) > headers.interval
