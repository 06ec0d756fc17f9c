"""Pictures: by key, lazily, and with an error that says why when they aren't there."""

import numpy as np
import pytest
from conftest import colour, jpeg, line, session

from dualcam import BadPicture, MissingPicture, NoLayout, NoSuchPicture, Picture, Pictures, Recording


def is_own(picture):
    """Whether the pixels are those of the picture's key."""
    return bool((abs(picture.array.astype(int) - colour(*picture.key)) <= 6).all())


def test_array_is_height_width_rgb(folder):
    rec = Recording(folder.write([line(i) for i in range(3)], range(3)))
    array = rec[2].array
    assert array.shape == (32, 48, 3) and array.dtype == np.uint8 and array.flags.writeable and is_own(rec[2])
    assert rec[2].jpeg == jpeg(0, 2) and rec[2].path.endswith("/rec/000002.jpg") and rec[2].line.skew_us == 2
    assert rec[2]._repr_jpeg_() == rec[2].jpeg and rec[2] == rec.picture(2) != rec[1] and len({rec[2], rec.picture(2)}) == 1


def test_grey_files_are_rgb_too(folder):
    path = folder.write([line(0)], [0])
    from PIL import Image
    Image.new("L", (48, 32), 99).save(path / "000000.jpg")
    assert Recording(path)[0].array.shape == (32, 48, 3)


def test_index_isnt_position(folder):
    rec = Recording(folder.write([line(i) for i in (2, 5, 9)], [2, 5, 9]))
    assert [picture.index for picture in rec] == [2, 5, 9] == [picture.line.index for picture in rec] and len(rec) == 3
    assert is_own(rec[5]) and rec.pictures[1] == rec[5] and rec.pictures[-1] == rec[9]
    assert 5 in rec and 1 not in rec and (0, 5) in rec and (1, 5) not in rec and "x" not in rec and rec[5] in rec
    assert [one.index for one in rec[2:9]] == [2, 5] and [one.index for one in rec[3:]] == [5, 9] and len(rec[:2]) == 0
    assert [one.index for one in rec[2::7]] == [2, 9] and [one.index for one in rec[np.int64(5) : np.int64(6)]] == [5]
    for bad in (0, 1, 3, -1, 10**30):
        with pytest.raises(NoSuchPicture, match="no picture"):
            rec[bad]
    with pytest.raises(ValueError, match=r"rec.pictures\[-10:\]"):
        rec[-3:]


def test_positions_slice_as_lists_do(folder):
    folder.write([line(i) for i in (1, 4, 6)], (1, 4, 6), segment=0)
    folder.write([], (), segment=1)
    rec = Recording(folder.write([line(i) for i in (0, 4)], (0, 4), segment=2))
    keys = [one.key for one in rec.pictures]
    assert keys == [(0, 1), (0, 4), (0, 6), (2, 0), (2, 4)] and isinstance(rec.pictures, Pictures)
    for part in (slice(None), slice(1, 4), slice(None, None, 2), slice(None, None, -1), slice(4, 0, -3), slice(-2, None), slice(9, 12)):
        assert [one.key for one in rec.pictures[part]] == keys[part], part
    assert [rec.pictures[i].key for i in range(-5, 5)] == keys + keys
    assert [one.key for one in rec.pictures[::-1][1:3]] == keys[::-1][1:3]
    for bad in (5, -6):
        with pytest.raises(IndexError):
            rec.pictures[bad]


def test_a_segment_is_part_of_the_key(folder):
    folder.write([line(3, 0)], [3], segment=0)
    rec = Recording(folder.write([line(3, 1)], [3], segment=1))
    assert rec.segments == (0, 1) and rec[0, 3].line.skew_us == 3 and rec[1, 3].line.skew_us == 1003
    assert is_own(rec[0, 3]) and is_own(rec[1, 3]) and rec.picture(3, segment=1) == rec[1, 3] != rec[0, 3]
    assert [one.key for one in rec[1, 0:9]] == [(1, 3)]
    for bad in (3, slice(0, 4)):
        with pytest.raises(TypeError, match=r"rec\[0, 5\]"):
            rec[bad]
    with pytest.raises(NoSuchPicture, match="no segment 2; there is: 0, 1"):
        rec[2, 3]
    with pytest.raises(TypeError, match="segment and index"):
        rec[0, 1, 2]


def test_nothing_is_decoded_or_read_before_it_is_asked_for(folder, monkeypatch):
    rec = Recording(folder.write([line(i) for i in range(4)], range(4)))
    for index in range(4):
        (folder.path / f"{index:06}.jpg").write_bytes(b"no JPEG")
    pictures = list(rec) + list(rec[0:4]) + [rec[2]]
    assert len(pictures) == 9 and all(isinstance(one, Picture) for one in pictures)
    with pytest.raises(BadPicture, match="000002.jpg.*verify"):
        pictures[-1].array


@pytest.mark.parametrize(("change", "why"), [
    (lambda path, lines: lines[1].update(deleted=True), "was deleted"),
    (lambda path, lines: lines[1].update(deleted=True, lost=True), "lost in a power cut"),
    (lambda path, lines: (path / "deleted.json").write_text('{"deleted":[1]}'), "was deleted"),
    (lambda path, lines: (path / "freed.json").write_text('{"before":2,"pictures":1}'), "freed to make room"),
    (lambda path, lines: None, "nothing says why"),
])
def test_a_picture_that_is_gone_says_why(folder, change, why):
    lines = [line(i) for i in range(3)]
    folder.write([])
    change(folder.path, lines)
    rec = Recording(folder.write(lines, [0, 2]))
    assert not rec[1].exists and rec[1].line.skew_us == 1 and [one.index for one in rec] == [0, 2] and rec[1]._repr_jpeg_() is None
    with pytest.raises(MissingPicture, match=why):
        rec[1].array


def test_truncated_and_foreign_files(folder):
    path = folder.write([line(0), line(1), line(2)], range(3))
    whole = (path / "000000.jpg").read_bytes()
    (path / "000000.jpg").write_bytes(whole[: len(whole) // 2])
    (path / "000001.jpg").write_bytes(b"\x89PNG\r\n\x1a\n")
    (path / "000002.jpg").write_bytes(b"")
    for picture in Recording(path):
        with pytest.raises(BadPicture, match=f"{picture.index:06}.jpg"):
            picture.array


def test_viewfinders_are_cut_from_the_pictures_own_layout(folder):
    second = session((64, 48), first=2, previous=[session()])
    second["layout"]["viewfinders"][0] |= {"x": 0, "y": 0}
    path = folder.write([line(i) for i in range(4)], [0, 1], about=second)
    for index in (2, 3):
        (path / f"{index:06}.jpg").write_bytes(jpeg(0, index, (64, 48)))
    rec = Recording(path)
    assert rec[1].viewfinder("secondary").shape == (8, 24, 3) and rec[2].viewfinder("secondary").shape == (8, 40, 3)
    array = rec[3].array
    array[:12, :16] = 0
    assert (rec[1].viewfinder() == rec[1].array[4:16, 8:24]).all() and (rec[3].viewfinder("primary") == rec[3].array[:12, :16]).all()
    with pytest.raises(NoLayout, match="there is: primary, secondary"):
        rec[0].viewfinder("third")


def test_a_picture_of_another_size_has_no_viewfinder(folder):
    path = folder.write([line(0)], [0])
    (path / "000000.jpg").write_bytes(jpeg(0, 0, (32, 32)))
    with pytest.raises(NoLayout, match="32x32 pixels.*48x32"):
        Recording(path)[0].viewfinder()


def test_a_viewfinder_outside_of_the_canvas_is_refused(folder):
    about = session()
    about["layout"]["viewfinders"][0]["x"] = 40
    rec = Recording(folder.write([line(0)], [0], about=about))
    with pytest.warns(UserWarning, match="leaves the canvas"), pytest.raises(NoLayout):
        rec[0].viewfinder()


def test_links_and_folders_arent_pictures(folder, tmp_path):
    path = folder.write([line(0)], [0])
    (path / "000001.jpg").mkdir()
    (path / "000002.jpg").symlink_to(path / "000000.jpg")
    for name in ("0000003.jpg", "00004.jpg", "000005.jpeg", ".000006.jpg.tmp", "٠٠٠٠٠٧.jpg", "000008.jpg.broken"):
        (path / name).write_bytes(jpeg(0, 0))
    assert [one.index for one in Recording(path)] == [0]
