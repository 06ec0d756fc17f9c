"""Episodes on an even grid of time."""

import numpy as np
import pytest
from conftest import session
from robots import record, shot

from dualcam import NoEpisodes, Recording
from dualcam.episodes import find_episodes

BOTH = ("primary", "secondary")


def find(*folders, **options):
    return find_episodes([Recording(folder) for folder in folders], **options)


def rows(found):
    return [one.pictures.tolist() for one in found.episodes]


def test_an_even_recording_is_one_episode(tmp_path):
    found = find(record(tmp_path, [shot(i, i * 1000 / 30) for i in range(40)]))
    (one,) = found.episodes
    assert (found.fps, found.cameras, found.images, found.left_out) == (30, ("primary",), ("primary",), 0)
    assert one.pictures.tolist() == list(range(40)) and one.repeated == 0 and one.worst_ms < 0.001
    assert one.seconds[:, 0] == pytest.approx(np.arange(40) / 30, abs=1e-8)


def test_a_lost_frame_repeats_the_nearest_and_is_counted(tmp_path):
    # Of the two missing ticks one is nearer to the picture before, one to that after.
    times = [0, 100, 200, 500, 600]
    (one,) = find(record(tmp_path, [shot(i, ms) for i, ms in enumerate(times)])).episodes
    assert one.pictures.tolist() == [0, 1, 2, 2, 3, 3, 4] and one.repeated == 2 and one.worst_ms == 100
    assert one.seconds[:, 0].tolist() == [0, 0.1, 0.2, 0.2, 0.5, 0.5, 0.6]


def test_jitter_neither_repeats_nor_drops(tmp_path):
    jitter = np.random.default_rng(1).uniform(-8, 8, 300)
    found = find(record(tmp_path, [shot(i, i * 1000 / 30 + (jitter[i] if i else 0)) for i in range(300)]))
    assert rows(found) == [list(range(300))] and found.left_out == 0 and 5 < found.episodes[0].worst_ms <= 8


def test_a_gap_a_run_and_a_segment_end_an_episode(tmp_path):
    # 560 ms after picture 3; picture 7 is alone, and so left out.
    times = [0, 40, 80, 120, 680, 720, 760, 2000, 4000, 4040]
    lines = [shot(i, ms) for i, ms in enumerate(times)]
    assert rows(find(record(tmp_path / "gap", lines))) == [[0, 1, 2, 3], [4, 5, 6], [8, 9]]
    assert find(record(tmp_path / "gap", lines)).left_out == 1
    assert len(find(tmp_path / "gap", gap=0.6).episodes) == 2 and len(find(tmp_path / "gap", gap=9).episodes) == 1
    runs = record(tmp_path / "runs", lines[:4], about=session(first=2, previous=[session()]))
    assert rows(find(runs)) == [[0, 1], [2, 3]]
    for number in (0, 1):
        record(tmp_path / "segments", [shot(i, number * 80 + i * 40) for i in range(2)], segment=number)
    found = find(tmp_path / "segments", runs)
    assert [(one.segment, one.pictures.tolist()) for one in found.episodes] == [(0, [0, 1]), (1, [0, 1]), (0, [0, 1]), (0, [2, 3])]


def test_a_lower_rate_leaves_out_pictures_and_counts_them(tmp_path):
    found = find(record(tmp_path, [shot(i, i * 40) for i in range(26)]), fps=5)
    assert rows(found) == [[0, 5, 10, 15, 20, 25]] and found.left_out == 20


@pytest.mark.parametrize("what", ["lost", "damaged", "unkept", "deleted", "no line"])
def test_a_picture_that_cant_be_shown_is_left_out(tmp_path, what):
    lines = [shot(i, i * 40) for i in range(6)]
    if what == "lost":
        lines[2]["cameras"][0]["state"] = "lost"
    if what == "damaged":
        lines[2]["cameras"][0]["flags"] = ["repeated", "damaged"]
    if what == "no line":
        lines[2] = shot(6, 240)
    record(tmp_path, lines)
    if what in ("unkept", "deleted"):
        (tmp_path / "sources" / "000002.primary.jpg").unlink()
    if what == "deleted":
        (tmp_path / "000002.jpg").unlink()
        (tmp_path / "deleted.json").write_text('{"deleted":[2]}')
    found = find(tmp_path)
    assert 2 not in rows(found)[0] and found.episodes[0].repeated == 1
    assert found.left_out == (0 if what in ("deleted", "no line") else 1)


def test_without_every_cameras_frames_the_canvas_is_shown_too(tmp_path):
    lines = [shot(i, i * 40, cameras=BOTH) for i in range(6)]
    lines[2]["cameras"][0]["flags"] = ["damaged"]
    for kept, images in (((), ("canvas",)), (("secondary",), ("secondary", "canvas")), (BOTH, BOTH)):
        found = find(record(tmp_path / f"kept-{len(kept)}", lines, kept=kept))
        # The canvas shows what could be read of a damaged frame.
        assert found.images == images and (2 in rows(found)[0]) == ("primary" not in kept)
    (tmp_path / "kept-1" / "000003.jpg").unlink()
    assert 3 not in rows(find(tmp_path / "kept-1"))[0]


def test_the_camera_with_most_frames_leads(tmp_path):
    lines = [shot(i, i * 40, cameras=BOTH) for i in range(10)]
    for i in range(1, 10, 2):
        # Half the rate: the frame is that of the line before.
        lines[i]["cameras"][0] |= {"timestampNs": lines[i - 1]["cameras"][0]["timestampNs"], "flags": ["repeated"]}
    found = find(record(tmp_path, lines, kept=BOTH))
    assert found.fps == 25 and rows(found) == [list(range(10))]
    assert found.episodes[0].seconds[:4].tolist() == [[0, 0], [0, 0.04], [0.08, 0.08], [0.08, 0.12]]


def test_rates(tmp_path):
    assert find(record(tmp_path / "ntsc", [shot(i, i * 1001 / 30) for i in range(9)])).fps == 30
    slow = record(tmp_path / "slow", [shot(i, i * 5000) for i in range(3)])
    with pytest.raises(NoEpisodes, match=r"slow: its pictures are 5 s apart"):
        find(slow)
    found = find(slow, fps=1, gap=6)
    assert rows(found) == [[0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2]] and found.episodes[0].repeated == 8
    # Three rows, which is longer than half a second.
    assert rows(find(record(tmp_path / "two", [shot(i, i * 1000) for i in range(3)]))) == [[0, 1, 2]]


def test_recordings_that_are_unlike_are_named(tmp_path):
    one = record(tmp_path / "one", [shot(i, i * 40) for i in range(3)])
    two = record(tmp_path / "two", [shot(i, i * 40, cameras=BOTH) for i in range(3)], kept=BOTH)
    bare = record(tmp_path / "bare", [shot(i, i * 40) for i in range(3)], kept=())
    with pytest.raises(NoEpisodes, match=r"two has the cameras primary, secondary and images of primary, secondary, but what is before it primary"):
        find(one, two)
    with pytest.raises(NoEpisodes, match=r"bare has the cameras primary and images of canvas"):
        find(one, bare)


def test_without_moving_pictures_there_are_none(tmp_path):
    with pytest.raises(NoEpisodes, match="no picture has a line"):
        find(record(tmp_path / "empty", []))
    with pytest.raises(NoEpisodes, match="in no two pictures in a row"):
        find(record(tmp_path / "one", [shot(0, 0)]))
