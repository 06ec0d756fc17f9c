"""Recordings shuffled and damaged at random, by seed: no row or picture may ever have another frame's data.

Every value of a hand-made line, and every picture's colour, is unique to its picture, so each reading can be checked alone.
"""

import json
import random
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from conftest import Folder, colour, jpeg, line

from dualcam import LineError, Recording, RecordingWarning, parse_line

ROUNDS = 150
DIVISORS = {"decode": 4, "encode": 2}


def own_values(own):
    """What the tables must say about a picture, by table and column, if they say anything."""
    return {
        "frames": {"file": f"{own % 1000:06}.jpg", "mcus_copied": own, "mcus_kept": own + 1, "skew_us": own, "hint": f"hint {own}",
                   "latency_ms": own / 16},
        "guides": {"horizon_angle_deg": own / 8, "horizon_low_deg": own / 8 - 1, "horizon_high_deg": own / 8 + 1, "subject_x": own / 4096},
    }


def is_own(value, own):
    """Whether a value is the picture's own, missing, or no picture's, such as text with a broken byte."""
    return pd.isna(value) or value == own or (isinstance(own, str) and not re.fullmatch(r"hint \d+|\d+\.jpg", value))


def check_tables(rec):
    for name in ("frames", "guides"):
        for key, row in zip(rec.table(name).index, rec.table(name).to_dict("records"), strict=True):
            for column, value in own_values(key[0] * 1000 + key[1])[name].items():
                assert is_own(row[column], value), (name, key, column, row[column])
    for (segment, index, _), row in zip(rec.cameras.index, rec.cameras.to_dict("records"), strict=True):
        own = segment * 1000 + index
        assert pd.isna(row["sequence"]) or row["sequence"] // 10 == own
        assert is_own(row["timestamp_ns"], own * 33_000_000 + 7) and is_own(row["bytes"], own + 5)
    for (segment, index, stage), ms in rec.stages["ms"].items():
        # A stage's name may be broken too.
        assert stage not in DIVISORS or ms == (segment * 1000 + index) / DIVISORS[stage]
    # Arrow has the same rows.
    frames = rec.arrow("frames").to_pylist()
    for row in frames:
        assert is_own(row["skew_us"], row["segment"] * 1000 + row["index"])
    assert [(row["segment"], row["index"]) for row in frames] == rec.frames.index.tolist()
    assert rec.frames.index.is_unique and rec.cameras.index.is_unique and rec.stages.index.is_unique


def check_pictures(rec, chance):
    everything = [*rec, *(rec.pictures[i] for i in range(len(rec))), *rec.pictures[::-1]]
    for picture in chance.sample(everything, min(12, len(everything))):
        assert (abs(picture.array.astype(int) - colour(*picture.key)) <= 6).all(), picture
        taken = picture.line
        row = rec.frames.loc[picture.key]
        assert row["has_file"] and row["has_line"] == (taken is not None)
        if taken is not None:
            assert (taken.segment, taken.index) == picture.key
            own = picture.segment * 1000 + picture.index
            assert is_own(taken.skew_us, own) and all(one.sequence is None or one.sequence // 10 == own for one in taken.cameras)


class Damage:
    """One damaged segment, and what must survive."""

    def __init__(self, chance, segment):
        self.chance, self.segment = chance, segment
        indices = sorted(chance.sample(range(36), chance.randint(0, 14)))
        self.lines = [json.dumps(line(index, segment)).encode() for index in indices]
        self.whole = dict(enumerate(indices))
        self.files = set(indices)
        self.tail = b""
        self.renamed = False
        for _ in range(chance.randint(0, 6)):
            chance.choice((self.shuffle, self.drop_line, self.double, self.cut, self.break_bytes, self.rename, self.glue,
                           self.insert, self.drop_file, self.add_file, self.tear, self.recover, self.foreign))()
        # Last, because a lie whose truth is damaged can't be detected.
        if chance.random() < 0.3:
            self.contradict()

    def at(self):
        return self.chance.randrange(len(self.lines)) if self.lines else None

    def survivors(self):
        """The pictures whose own line is there, complete and uncontradicted."""
        found = {}
        for data in self.lines:
            try:
                taken = parse_line(data, needs_file=True)
            except LineError:
                continue
            if not taken.recovered:
                found.setdefault(taken.index, set()).add(data)
        return {index for index, lines in found.items() if len(lines) == 1}

    def shuffle(self):
        self.chance.shuffle(self.lines)

    def drop_line(self):
        if self.lines:
            del self.lines[self.at()]

    def double(self):
        if self.lines:
            self.lines.insert(self.at(), self.chance.choice(self.lines))

    def contradict(self):
        """Another picture's data under this one's number and name: only the duplicate gives it away."""
        if self.lines:
            index = self.chance.choice(sorted(self.survivors()) or [0])
            own = self.segment * 1000 + index
            if index in self.survivors():
                lie = line(index, self.segment) | {"skewUs": own + 1, "hint": f"hint {own + 1}"}
                self.lines.insert(self.at(), json.dumps(lie).encode())

    def cut(self):
        if self.lines:
            at = self.at()
            self.lines[at] = self.lines[at][: self.chance.randrange(len(self.lines[at]) or 1)]

    def break_bytes(self):
        """Damages bytes outside numbers: one digit for another would be an undetectable lie."""
        if self.lines and (data := bytearray(self.lines[at := self.at()])):
            for _ in range(self.chance.randint(1, 4)):
                data[self.chance.randrange(len(data))] = self.chance.choice(b"\x00\xff\x80#{}[]\",:\\")
            self.lines[at] = bytes(data)

    def rename(self):
        """Another number or another name; both would be an undetectable lie."""
        if self.lines and not self.renamed:
            self.renamed = True
            at = self.at()
            try:
                value = json.loads(self.lines[at])
            except ValueError:
                return
            if isinstance(value, dict):
                other = self.chance.randrange(40)
                value |= {"index": other} if self.chance.random() < 0.5 else {"file": f"{other:06}.jpg"}
                self.lines[at] = json.dumps(value).encode()

    def glue(self):
        """The head of a torn line, followed by the next line."""
        if len(self.lines) > 1:
            at = self.chance.randrange(len(self.lines) - 1)
            self.lines[at : at + 2] = [self.lines[at][: self.chance.randrange(1, len(self.lines[at]) or 2)] + self.lines[at + 1]]

    def insert(self):
        self.lines.insert(self.at() or 0, self.chance.choice((b"", b"\x00" * 40, b"null", b'{"index":1e99}', b'{"index":7}', b"9" * 6000)))

    def drop_file(self):
        if self.files:
            self.files.discard(self.chance.choice(sorted(self.files)))

    def add_file(self):
        self.files.add(self.chance.randrange(40))

    def tear(self):
        index = self.chance.randrange(40)
        data = json.dumps(line(index, self.segment)).encode()
        self.tail = data[: self.chance.randrange(len(data) + 1)]

    def recover(self):
        index = self.chance.randrange(40)
        value = {"index": index, "file": f"{index:06}.jpg", "cameras": [], "hud": [], "recovered": True}
        self.lines.insert(self.at() or 0, json.dumps(value).encode())

    def foreign(self):
        """Keys of a later version."""
        if self.lines and (data := self.lines[at := self.at()]).endswith(b"}") and len(data) > 2:
            self.lines[at] = data[:-1] + b',"later":{"index":3,"file":"000003.jpg"}}'


@pytest.fixture(scope="module")
def encoded():
    """Every picture's file, written once."""
    return {(segment, index): jpeg(segment, index) for segment in range(3) for index in range(40)}


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_no_row_joins_another_frames_data(tmp_path, seed, encoded):
    chance = random.Random(seed)
    folder = Folder(tmp_path / "rec")
    is_segmented = chance.random() < 0.5
    segments = [Damage(chance, number) for number in (range(chance.randint(1, 3)) if is_segmented else [0])]
    for one in segments:
        folder.write(one.lines, segment=one.segment if is_segmented else None, tail=one.tail)
        path = folder.path / f"{one.segment:06}" if is_segmented else folder.path
        for index in one.files:
            (path / f"{index:06}.jpg").write_bytes(encoded[one.segment, index])
    rec = Recording(folder.path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordingWarning)
        check_tables(rec)
    check_pictures(rec, chance)
    # Nothing undamaged is left out.
    told = rec.frames.index[rec.frames["has_line"] & ~rec.frames["recovered"].fillna(False)]
    assert set(told) == {(one.segment, index) for one in segments for index in one.survivors()}
    assert {one.key for one in rec} == {(one.segment, index) for one in segments for index in one.files}
    assert set(rec.frames.index) >= set(told) | {one.key for one in rec}


def test_the_damage_does_damage(encoded):
    """Over all seeds each kind of problem occurs, and much survives; otherwise the test above proves nothing."""
    told = pictures = 0
    for seed in range(ROUNDS):
        chance = random.Random(seed)
        chance.random()
        one = Damage(chance, 0)
        told += len(one.survivors())
        pictures += len(one.whole)
    assert 0.3 < told / pictures < 0.95, told / pictures
    assert len(np.unique([encoded[key] for key in encoded if key[1] < 36])) == 3 * 36
