"""Datasets for LeRobot, format v3.0: https://huggingface.co/docs/lerobot/lerobot-dataset-v3

Each camera's own JPEGs go into the Parquet files as they are.
"""

import io
import json
import math
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from PIL import Image

from . import feature_stats, names
from .columns import TABLES
from .episodes import CANVAS, Episode, Episodes, find_episodes
from .errors import BadPicture, CannotCreate, NoEpisodes, writing
from .feature_stats import Stats
from .recording import Recording
from .rows import import_pyarrow

if TYPE_CHECKING:
    import pyarrow

VERSION = "v3.0"
"""The format's version."""

STATE = (
    "horizon_angle_deg", "horizon_confidence", "subject_x", "subject_y", "subject_width", "subject_height",
)
"""The guides' columns that are the state, if nothing else is said."""

NUMBERS = tuple(column.name for column in TABLES["guides"].columns if column.kind in ("int", "float") and not column.is_key)
"""The guides' columns that can be part of the state."""

_DATA = "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet"
_EPISODES = "meta/episodes/chunk-000/file-000.parquet"
_CHUNK = 1000
_BATCH = 100


@dataclass(frozen=True, slots=True)
class LeRobotDataset:
    """A dataset that was written.

    Attributes:
        path: its folder.
        features: as in ``meta/info.json``.
        episodes: what its episodes are made of.
    """

    path: str
    task: str
    features: dict[str, dict[str, Any]]
    episodes: Episodes

    @property
    def rows(self) -> int:
        """In all episodes."""
        return sum(map(len, self.episodes.episodes))


def write_lerobot(
    recordings: Recording | str | os.PathLike[str] | Sequence[Recording | str | os.PathLike[str]],
    folder: str | os.PathLike[str],
    *,
    task: str,
    fps: int | None = None,
    gap: float | None = None,
    state: Sequence[str] = STATE,
    values: Sequence[str] | None = None,
    unknown: float = math.nan,
) -> LeRobotDataset:
    """Writes recordings as a dataset that LeRobot opens. The folder appears once it is complete.

    Args:
        recordings: one or several, or their folders.
        folder: where the dataset goes; it must not exist, or be empty.
        task: what is done in them, in words.
        fps: rows a second; by default the pictures' median rate, to the next whole number.
        gap: seconds without a picture that end an episode; by default half a second, or three rows if they last longer.
        state: columns of ``guides`` that become ``observation.state``, of each camera.
        values: names of ``values`` that follow them there, as ``values.depth``; by default all that are numbers.
        unknown: stands where a guide doesn't know, and for a value that is absent, too old or a text.

    Raises:
        MissingPackage: pyarrow isn't installed.
        NoEpisodes: the recordings give no dataset.
        MissingPicture, UnreadableFile, BadPicture: of a picture.
        CannotCreate, UnwritableFile: of the dataset.
    """
    import_pyarrow()
    if fps is not None and fps < 1:
        raise ValueError(f"fps is {fps}; a dataset has at least one row a second")
    if strange := [name for name in state if name not in NUMBERS]:
        raise ValueError(f"{', '.join(strange)}: no numbers of the guides; there are: {', '.join(NUMBERS)}")
    many = [recordings] if isinstance(recordings, (Recording, str, os.PathLike)) else recordings
    opened = [one if isinstance(one, Recording) else Recording(one) for one in many]
    path = os.path.normpath(os.fspath(folder))
    if os.path.lexists(path) and not (os.path.isdir(path) and not os.listdir(path)):
        raise CannotCreate(f"{path}: it exists already; name a new folder")
    writer = _Writer(find_episodes(opened, fps, gap), task, state, values, unknown)
    unfinished = f"{path}.{os.getpid()}.unfinished"
    try:
        os.makedirs(unfinished)
    except OSError as error:
        raise CannotCreate(f"{unfinished}: {error.strerror or error}; name a folder that can be made") from error
    try:
        with writing(path):
            writer.write(unfinished)
            os.rename(unfinished, path)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return LeRobotDataset(path, task, writer.features, writer.episodes)


class _Writer:
    """Writes one dataset."""

    def __init__(self, episodes: Episodes, task: str, state: Sequence[str], values: Sequence[str] | None, unknown: float) -> None:
        self.episodes, self._task = episodes, task
        self._recordings = {id(one.recording): one.recording for one in episodes.episodes}
        self._read_states(state)
        self._read_values(values)
        self._states = [np.where(np.isnan(one), unknown, one).astype(np.float32) for one in self._states]
        self.features = self._features()
        self._sums: dict[str, NDArray[np.int64]] = {}
        self._looked = 0

    def write(self, root: str) -> None:
        """Writes all of it into a folder."""
        pa = import_pyarrow()
        import pyarrow.parquet as pq

        os.makedirs(f"{root}/meta/episodes/chunk-000")
        about: list[dict[str, Any]] = []
        all_numbers: list[dict[str, NDArray[Any]]] = []
        begin = 0
        for number, episode in enumerate(self.episodes.episodes):
            chunk, file = divmod(number, _CHUNK)
            path = f"{root}/{_DATA.format(chunk_index=chunk, file_index=file)}"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            numbers = self._numbers(number, episode, begin)
            # JPEGs don't get smaller, nor are there many that are equal.
            with pq.ParquetWriter(path, self._schema(), compression="none", use_dictionary=False) as file_writer:
                stats = self._write_rows(file_writer, episode, numbers)
            row = {
                "episode_index": number, "tasks": [self._task], "length": len(episode),
                "data/chunk_index": chunk, "data/file_index": file,
                "dataset_from_index": begin, "dataset_to_index": begin + len(episode),
                "meta/episodes/chunk_index": 0, "meta/episodes/file_index": 0,
                "recording": episode.recording.path, "segment": episode.segment,
            }
            about.append({**row, **{f"stats/{key}/{name}": value for key, one in stats.items() for name, value in one.items()}})
            all_numbers.append(numbers)
            begin += len(episode)
        pq.write_table(pa.Table.from_pylist(about), f"{root}/{_EPISODES}")
        pq.write_table(_tasks(self._task), f"{root}/meta/tasks.parquet")
        stats = {key: feature_stats.of_numbers(np.concatenate([one[key] for one in all_numbers])) for key in all_numbers[0]}
        stats |= {key: feature_stats.of_images(sums, self._looked) for key, sums in self._sums.items()}
        _write_json(f"{root}/meta/stats.json", stats)
        _write_json(f"{root}/meta/info.json", self._info(begin))

    # --- What there is

    def _read_states(self, state: Sequence[str]) -> None:
        """Each episode's states, of the cameras that have guides; their columns don't depend on what the guides know."""
        tables = {key: pd.DataFrame(rec.guides[list(state)].unstack("camera")) for key, rec in self._recordings.items()}
        guided = {camera for table in tables.values() for camera in table.columns.get_level_values("camera")}
        wanted = [(column, camera) for camera in self.episodes.cameras if camera in guided for column in state]
        self._state_names = [f"{camera}.{column}" for column, camera in wanted]
        self._states = [_rows(tables[id(one.recording)], one, wanted) for one in self.episodes.episodes]

    def _read_values(self, names: Sequence[str] | None) -> None:
        """Puts each episode's values behind its states: those of all recordings, each in one unit."""
        told = {key: rec.values.dropna(subset=["number"]) for key, rec in self._recordings.items()}
        units: dict[str, dict[str, str]] = {}
        for key, table in told.items():
            for name, unit in table["unit"].fillna("").groupby(level="name").unique().items():
                for each in unit:
                    units.setdefault(str(name), {}).setdefault(str(each), self._recordings[key].path)
        wanted = sorted(units) if names is None else list(names)
        if strange := [name for name in wanted if name not in units]:
            there = f"there are: {', '.join(sorted(units))}" if units else "there are none"
            raise NoEpisodes(f"{', '.join(strange)}: no value with numbers in the recordings; {there}")
        for name in wanted:
            if len(found := units[name]) > 1:
                (one, first), (other, second) = list(found.items())[:2]
                raise NoEpisodes(
                    f"{name} is in {one or 'no unit'} in {first}, and in {other or 'no unit'} in {second}; "
                    "leave it out, or make a dataset of each kind"
                )
        tables = {key: table["number"].unstack("name") for key, table in told.items()}
        self._state_names += [f"values.{name}" for name in wanted]
        self._states = [
            np.hstack([state, _rows(tables[id(one.recording)], one, wanted)])
            for one, state in zip(self.episodes.episodes, self._states, strict=True)
        ]

    def _features(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for image in self.episodes.images:
            width, height = _size(*_picture(self.episodes.episodes[0], 0, image))
            axes = ["height", "width", "channels"]
            found[_image_key(image)] = {"dtype": "image", "shape": [height, width, 3], "names": axes}
        if self._state_names:
            found["observation.state"] = {"dtype": "float32", "shape": [len(self._state_names)], "names": self._state_names}
        cameras = list(self.episodes.cameras)
        found["camera_time"] = {"dtype": "float64", "shape": [len(cameras)], "names": cameras}
        for name, kind in (
            ("picture", "int64"), ("timestamp", "float32"), ("frame_index", "int64"), ("episode_index", "int64"),
            ("index", "int64"), ("task_index", "int64"),
        ):
            found[name] = {"dtype": kind, "shape": [1], "names": None}
        found["line"] = {"dtype": "string", "shape": [1], "names": None}
        return found

    def _info(self, rows: int) -> dict[str, Any]:
        count = len(self.episodes.episodes)
        return {
            "codebase_version": VERSION, "robot_type": None, "total_episodes": count, "total_frames": rows, "total_tasks": 1,
            "chunks_size": _CHUNK, "data_files_size_in_mb": 100, "video_files_size_in_mb": 200, "fps": self.episodes.fps,
            "splits": {"train": f"0:{count}"}, "data_path": _DATA, "video_path": None, "features": self.features,
        }

    def _schema(self) -> "pyarrow.Schema":
        pa = import_pyarrow()
        kinds = {"float32": pa.float32(), "float64": pa.float64(), "int64": pa.int64(), "string": pa.string()}
        fields = []
        # Tells readers that know nothing of LeRobot which columns are pictures.
        told: dict[str, Any] = {}
        for key, feature in self.features.items():
            value = {"dtype": feature["dtype"], "_type": "Value"}
            if feature["dtype"] == "image":
                kind, told[key] = pa.struct([("bytes", pa.binary()), ("path", pa.string())]), {"_type": "Image"}
            elif feature["shape"] == [1]:
                kind, told[key] = kinds[feature["dtype"]], value
            else:
                (size,) = feature["shape"]
                kind, told[key] = pa.list_(kinds[feature["dtype"]], size), {"feature": value, "length": size, "_type": "Sequence"}
            fields.append((key, kind))
        return pa.schema(fields, metadata={"huggingface": json.dumps({"info": {"features": told}})})

    # --- Rows

    def _numbers(self, number: int, episode: Episode, begin: int) -> dict[str, NDArray[Any]]:
        """An episode's features that are numbers."""
        rows = np.arange(len(episode))
        found: dict[str, NDArray[Any]] = {"observation.state": self._states[number]} if self._state_names else {}
        return found | {
            "camera_time": episode.seconds, "picture": episode.pictures,
            "timestamp": (rows / self.episodes.fps).astype(np.float32), "frame_index": rows,
            "episode_index": np.full(len(rows), number), "index": begin + rows, "task_index": np.zeros_like(rows),
        }

    def _write_rows(self, file: Any, episode: Episode, numbers: dict[str, NDArray[Any]]) -> dict[str, Stats]:
        """Writes an episode's rows, and returns its statistics."""
        pa = import_pyarrow()
        schema = self._schema()
        looked = set(np.linspace(0, len(episode) - 1, min(len(episode), feature_stats.MOST)).round().astype(int).tolist())
        sums = {_image_key(image): np.zeros((3, 256), np.int64) for image in self.episodes.images}
        for start in range(0, len(episode), _BATCH):
            rows = range(start, min(start + _BATCH, len(episode)))
            columns: list[Any] = []
            for image in self.episodes.images:
                found = list(self._images(episode, rows, image))
                cells = [
                    {"bytes": jpeg, "path": _file_name(int(episode.pictures[row]), image)}
                    for row, (_, jpeg) in zip(rows, found, strict=True)
                ]
                columns.append(pa.array(cells, schema.field(_image_key(image)).type))
                for row in looked.intersection(rows):
                    sums[_image_key(image)] += _histogram(*found[row - start])
            for key, values in numbers.items():
                part = values[start : rows.stop]
                kind = schema.field(key).type
                flat = pa.array(part.ravel(), kind if part.size == len(part) else kind.value_type)
                columns.append(flat if part.size == len(part) else pa.FixedSizeListArray.from_arrays(flat, part.shape[1]))
            columns.append(pa.array([_line(episode, row) for row in rows], pa.string()))
            file.write_table(pa.Table.from_arrays(columns, schema=schema))
        self._looked += len(looked)
        for key, counts in sums.items():
            self._sums[key] = self._sums.get(key, 0) + counts
        images = {key: feature_stats.of_images(counts, len(looked)) for key, counts in sums.items()}
        return images | {key: feature_stats.of_numbers(values) for key, values in numbers.items()}

    def _images(self, episode: Episode, rows: range, image: str) -> Iterator[tuple[str, bytes]]:
        """Where each row's image is, for messages, and its JPEG; all of one size."""
        height, width, _ = self.features[_image_key(image)]["shape"]
        last: tuple[str, bytes] | None = None
        for row in rows:
            if last is None or episode.pictures[row] != episode.pictures[row - 1]:
                last = _picture(episode, row, image)
                if (found := _size(*last)) != (width, height):
                    raise NoEpisodes(
                        f"{last[0]} has {found[0]}x{found[1]} pixels, but what is before it {width}x{height}; "
                        "make a dataset of each size"
                    )
            yield last


def _rows(table: pd.DataFrame, episode: Episode, columns: list[Any]) -> NDArray[np.float64]:
    """A table's rows of an episode's pictures; what isn't known is NaN."""
    rows = pd.MultiIndex.from_product([[episode.segment], episode.pictures])
    return table.reindex(index=rows, columns=columns).to_numpy(np.float64, na_value=np.nan)


def _image_key(image: str) -> str:
    return f"observation.images.{image}"


def _file_name(index: int, image: str) -> str:
    return names.file_name(index) if image == CANVAS else os.path.basename(names.kept_name(index, image))


def _picture(episode: Episode, row: int, image: str) -> tuple[str, bytes]:
    """Where a row's image is, for messages, and its JPEG."""
    picture = episode.recording.picture(int(episode.pictures[row]), episode.segment)
    if image == CANVAS:
        return picture.path, picture.jpeg
    return picture.where_kept(image), picture.kept(image)


def _line(episode: Episode, row: int) -> str:
    """All that is known about a row's picture: its line, whatever it says."""
    line = episode.recording.picture(int(episode.pictures[row]), episode.segment).line
    assert line is not None
    return json.dumps(line.raw, separators=(",", ":"))


def _size(place: str, jpeg: bytes) -> tuple[int, int]:
    try:
        with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as image:
            size, mode = image.size, image.mode
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise BadPicture(f"{place}: no JPEG: {error}; check the recording with 'dualcam verify'") from error
    if mode != "RGB":
        raise BadPicture(f"{place}: its colours are {mode}, but LeRobot's pictures have three channels; record without --keep-source")
    return size


def _histogram(place: str, jpeg: bytes) -> NDArray[np.int64]:
    try:
        return feature_stats.histogram(jpeg)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise BadPicture(f"{place}: no whole JPEG: {error}; check the recording with 'dualcam verify'") from error


def _tasks(task: str) -> "pyarrow.Table":
    """The table of tasks; pandas finds its index by the name, so it is written as pandas does."""
    return import_pyarrow().Table.from_pandas(pd.DataFrame({"task_index": [0]}, index=pd.Index([task], name="task")))


def _write_json(path: str, what: Any) -> None:
    with open(path, "w", encoding="utf-8") as file:
        # NaN, of a column that no guide knows, is no JSON, but what LeRobot writes and reads too.
        json.dump(what, file, ensure_ascii=False, indent=2)
        file.write("\n")
