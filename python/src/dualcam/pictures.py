"""Recorded pictures, read and decoded on demand."""

import io
import warnings
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from . import names
from .embedded import frame_inside
from .errors import BadPicture, DualcamError, MissingPicture, NoLayout, UnreadableFile, unreadable
from .files import read_regular
from .lines import Line
from .packed import read_packed
from .session import Layout

if TYPE_CHECKING:
    from .segment import Segment


class Picture:
    """One picture. It holds no pixels: each use of ``array`` reads and decodes the file again."""

    __slots__ = ("_segment", "index")

    def __init__(self, segment: "Segment", index: int) -> None:
        self._segment = segment
        self.index = index
        """The picture's number in its segment."""

    def __repr__(self) -> str:
        return f"Picture(segment={self.segment}, index={self.index}, path={self.path!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and (self.path, self.index) == (other.path, other.index)

    def __hash__(self) -> int:
        return hash((self.path, self.index))

    def _repr_jpeg_(self) -> bytes | None:
        # For notebooks.
        return self.jpeg if self.exists else None

    @property
    def segment(self) -> int:
        """The segment's number; 0 in a recording without segments."""
        return self._segment.number

    @property
    def key(self) -> tuple[int, int]:
        """Segment and index, unique in the recording."""
        return self.segment, self.index

    @property
    def path(self) -> str:
        """The file's path, whether or not it exists."""
        return f"{self._segment.path}/{names.file_name(self.index)}"

    @property
    def exists(self) -> bool:
        """Whether the file existed when the recording was read."""
        return self.index in self._segment.files

    @property
    def line(self) -> Line | None:
        """The picture's line in the manifest; ``None`` if it has none."""
        return self._segment.line(self.index)

    @property
    def jpeg(self) -> bytes:
        """The file's bytes; of a packed picture, those from before.

        Raises:
            MissingPicture: it has no file.
            UnreadableFile: the file can't be read.
            BadPicture: it was packed, and is damaged.
            MissingPackage: it is packed, and nothing here unpacks it.
        """
        try:
            return _read(self.path)
        except FileNotFoundError:
            raise MissingPicture(f"{self.path}: there is no such file: the picture {self._fate()}") from None

    def kept(self, camera: str = "primary") -> bytes:
        """A camera's own frame, as it came: the bytes of a JPEG that ``--keep-source`` kept, beside the picture or inside.

        Raises:
            MissingPicture: it wasn't kept, or is gone.
            UnreadableFile, MissingPackage: as for ``jpeg``.
            BadPicture: as for ``jpeg``, or the picture should give it back and doesn't.
        """
        path = self._kept_path(camera)
        # Others' names could lead out of the folder.
        if names.is_camera(camera):
            try:
                return _read(path)
            except FileNotFoundError:
                pass
        picture = self.jpeg
        try:
            return self._strip(picture, camera)
        except MissingPicture:
            what = "there is no such file, and no such frame is inside"
            raise MissingPicture(f"{path}: {what}: record with --keep-source, and with a camera that sends JPEGs") from None

    def stripped(self, camera: str = "primary") -> bytes:
        """A camera's own frame out of the picture alone, as it came: what ``--keep-source inside`` kept.

        Raises:
            MissingPicture: the picture has none inside, or is gone.
            UnreadableFile, MissingPackage: as for ``jpeg``.
            BadPicture: as for ``jpeg``, or the picture doesn't give it back.
        """
        return self._strip(self.jpeg, camera)

    def where_kept(self, camera: str = "primary") -> str:
        """Where ``kept`` finds a frame, for messages: a file's path, or the picture's."""
        if self.index in self._segment.kept_beside.get(camera, ()):
            return self._kept_path(camera)
        return f"{self.path} (the {camera}'s frame inside)"

    @property
    def array(self) -> NDArray[np.uint8]:
        """The picture as height × width × 3 bytes, RGB.

        Raises:
            MissingPicture, UnreadableFile, MissingPackage: as for ``jpeg``.
            BadPicture: it can't be decoded completely.
        """
        data = self.jpeg
        try:
            # Pillow warns above 89 megapixels, which a canvas may have.
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", Image.DecompressionBombWarning)
                with Image.open(io.BytesIO(data), formats=["JPEG"]) as image:
                    return np.array(image.convert("RGB"))
        except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
            raise BadPicture(f"{self.path}: no whole JPEG: {error}; check the recording with 'dualcam verify'") from error

    @property
    def layout(self) -> Layout:
        """Where the viewfinders are in this picture; NoLayout without a usable session.json."""
        session = self._segment.session
        if session is None:
            raise NoLayout(f"{self._segment.path}/{names.SESSION} is missing or unusable, and with it the layout")
        return session.runs[session.run_of(self.index)].layout

    def viewfinder(self, camera: str = "primary") -> NDArray[np.uint8]:
        """The part of ``array`` inside a camera's viewfinder, with ink and any inset viewfinder.

        Raises:
            NoLayout: the layout lacks this viewfinder, or is for another canvas.
        """
        layout = self.layout
        rect = layout.viewfinder(camera)
        array = self.array
        height, width = array.shape[:2]
        if (width, height) != (layout.width, layout.height):
            raise NoLayout(
                f"{self.path} has {width}x{height} pixels, but {names.SESSION} describes a canvas of "
                f"{layout.width}x{layout.height}"
            )
        return array[rect.y : rect.y + rect.height, rect.x : rect.x + rect.width]

    def _kept_path(self, camera: str) -> str:
        return f"{self._segment.path}/{names.kept_name(self.index, camera)}"

    def _strip(self, picture: bytes, camera: str) -> bytes:
        try:
            return frame_inside(picture, camera)
        except MissingPicture as error:
            raise MissingPicture(f"{self.path}: {error}: record with --keep-source inside") from None
        except BadPicture as error:
            raise BadPicture(f"{self.path}: {error}; check the recording with 'dualcam verify'") from None

    def _fate(self) -> str:
        frames = self._segment.tables["frames"]
        row = int(np.searchsorted(frames["index"].values, self.index))
        for name, fate in (
            ("lost", "was lost in a power cut"), ("deleted", "was deleted"), ("freed", "was freed to make room")
        ):
            if frames[name].values[row] and not frames[name].missing[row]:
                return fate
        return "is gone, and nothing says why; check the recording with 'dualcam verify'"


def _read(path: str) -> bytes:
    try:
        try:
            return read_regular(path)
        except FileNotFoundError:
            return read_packed(path)
    except (FileNotFoundError, DualcamError):
        raise
    except OSError as error:
        raise unreadable(path, error) from error


class Pictures(Sequence[Picture]):
    """Pictures that have a file, by position, ordered by segment and index."""

    def __init__(self, keys: "Sequence[tuple[Segment, NDArray[np.int64]]]") -> None:
        """``keys`` has each segment's picture numbers."""
        self._keys = [(segment, indices) for segment, indices in keys if len(indices)]
        self._ends = np.cumsum([len(indices) for _, indices in self._keys]).astype(np.int64)

    def __repr__(self) -> str:
        return f"<{len(self)} pictures>"

    def __len__(self) -> int:
        return int(self._ends[-1]) if len(self._ends) else 0

    def __iter__(self) -> Iterator[Picture]:
        for segment, indices in self._keys:
            for index in indices:
                yield Picture(segment, int(index))

    @overload
    def __getitem__(self, position: int) -> Picture: ...

    @overload
    def __getitem__(self, position: slice) -> "Pictures": ...

    def __getitem__(self, position: int | slice) -> "Picture | Pictures":
        if isinstance(position, slice):
            return self._slice(range(len(self))[position])
        at = range(len(self))[position]
        part = int(np.searchsorted(self._ends, at, side="right"))
        segment, indices = self._keys[part]
        return Picture(segment, int(indices[at - int(self._ends[part]) + len(indices)]))

    def _slice(self, positions: range) -> "Pictures":
        forwards = positions if positions.step > 0 else positions[::-1]
        every = np.arange(forwards.start, forwards.stop, forwards.step, dtype=np.int64)
        kept = []
        start = 0
        for (segment, indices), end in zip(self._keys, self._ends.tolist(), strict=True):
            kept.append((segment, indices[every[(every >= start) & (every < end)] - start]))
            start = end
        if positions.step < 0:
            kept = [(segment, indices[::-1]) for segment, indices in reversed(kept)]
        return Pictures(kept)
