"""``session.json``: what was recorded, and where the viewfinders are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from . import jsonvalues as j
from .errors import LineError, NoLayout


@dataclass(frozen=True, slots=True)
class Viewfinder:
    """A viewfinder's rectangle, in canvas pixels from the top left corner, y down."""

    camera: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the viewfinders are on a canvas of ``width`` × ``height`` pixels."""

    mode: str | None
    width: int
    height: int
    scale: float | None
    viewfinders: tuple[Viewfinder, ...]

    def viewfinder(self, camera: str) -> Viewfinder:
        """The viewfinder of a camera such as ``primary``; NoLayout if there is none."""
        for one in self.viewfinders:
            if one.camera == camera:
                return one
        names = ", ".join(one.camera for one in self.viewfinders) or "none"
        raise NoLayout(f"there is no viewfinder for {camera!r} in this picture; there is: {names}")


@dataclass(frozen=True, slots=True)
class Source:
    """One source of frames.

    Attributes:
        negotiated: the delivered ``format``, ``width``, ``height`` and ``fps``; ``None`` if it got no further.
    """

    id: str
    name: str | None
    specification: str | None
    asked: Mapping[str, Any]
    negotiated: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Session:
    """One run of a recording.

    Attributes:
        started_at: ISO 8601; ``None`` in jobs whose output depends only on the input.
        first_index: the number of the run's first picture.
        totals: ``None`` while it runs and if it was killed.
        previous: earlier runs into the same folder, oldest first.
        raw: the JSON.
    """

    version: str | None
    started_at: str | None
    ended_at: str | None
    sources: tuple[Source, ...]
    layout: Layout
    settings: Mapping[str, Any]
    first_index: int
    totals: Mapping[str, Any] | None
    previous: "tuple[Session, ...]"
    raw: j.Object = field(repr=False)

    @property
    def runs(self) -> "tuple[Session, ...]":
        """All runs, oldest first, this one last."""
        return (*self.previous, self)

    def run_of(self, index: int) -> int:
        """The position in ``runs`` of the run that made picture ``index``."""
        return max((i for i, run in enumerate(self.runs) if run.first_index <= index), default=0)


def parse_session(data: bytes) -> Session:
    """The description in ``data``.

    Raises:
        LineError: it isn't JSON, or a required value is missing or of the wrong type.
    """
    return _session(j.parse_object(data))


def _session(values: j.Object) -> Session:
    layout = j.required(j.child, values, "layout")
    return Session(
        version=j.text(values, "version"),
        started_at=j.text(values, "startedAt"),
        ended_at=j.text(values, "endedAt"),
        sources=tuple(_source(one) for one in j.children(values, "sources") or ()),
        layout=_layout(layout),
        settings=j.child(values, "settings") or {},
        first_index=j.required(j.integer, values, "firstIndex"),
        totals=j.child(values, "totals"),
        previous=tuple(_session(one) for one in j.children(values, "previous") or ()),
        raw=values,
    )


def _source(values: j.Object) -> Source:
    return Source(
        id=j.required(j.text, values, "id"),
        name=j.text(values, "name"),
        specification=j.text(values, "specification"),
        asked=j.child(values, "asked") or {},
        negotiated=j.child(values, "negotiated"),
    )


def _layout(values: j.Object) -> Layout:
    canvas = j.required(j.child, values, "canvas")
    width, height = (j.required(j.integer, canvas, key) for key in ("width", "height"))
    viewfinders = []
    for one in j.children(values, "viewfinders") or ():
        camera = j.required(j.text, one, "camera")
        rect = Viewfinder(camera, *(j.required(j.integer, one, key) for key in ("x", "y", "width", "height")))
        inside = (
            rect.x >= 0 and rect.y >= 0 and rect.width > 0 and rect.height > 0
            and rect.x + rect.width <= width and rect.y + rect.height <= height
        )
        if not inside:
            raise LineError(f"the {camera}'s viewfinder leaves the canvas")
        viewfinders.append(rect)
    return Layout(j.text(values, "mode"), width, height, j.number(values, "scale"), tuple(viewfinders))
