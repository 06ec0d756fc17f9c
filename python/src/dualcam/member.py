"""What a member of a line is, and how its value is read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeVar

from . import jsonvalues as j
from .errors import LineError

Kind = Literal["int", "float", "bool", "text", "time"]
"""``int``: 64 bits. ``time``: nanoseconds since 1970, UTC."""

_T = TypeVar("_T")
Read = Callable[[j.Object, str], Any]
_READERS: dict[Kind, Read] = {
    "int": j.integer, "float": j.number, "bool": j.flag, "text": j.text, "time": j.utc_ns
}


@dataclass(frozen=True, slots=True)
class Member:
    """What a field is in a line and in the tables.

    Attributes:
        key: its key in the line.
        kind: its column's.
        meaning: its column's.
        read: gives its value.
    """

    key: str
    kind: Kind
    meaning: str
    read: Read


def member(key: str, kind: Kind, meaning: str, read: Read | None = None) -> Mapping[str, Member]:
    """A dataclass field's metadata."""
    return {"member": Member(key, kind, meaning, read or _READERS[kind])}


def members(of: type) -> dict[str, Member]:
    """The members of an object in a line, by the fields of its class."""
    return {one.name: one.metadata["member"] for one in fields(of) if "member" in one.metadata}


def values_reader(of: type) -> Callable[[j.Object], dict[str, Any]]:
    """Gives the values of a class's members, by the fields' names."""
    parts = [(name, one.read, one.key) for name, one in members(of).items()]
    return lambda values: {name: read(values, key) for name, read, key in parts}


def reader(of: type[_T]) -> Callable[[j.Object], _T]:
    """Makes objects of a class that has only members."""
    read = values_reader(of)
    return lambda values: of(**read(values))


def needed(kind: Kind) -> Read:
    """Reads a value that must be there."""
    return lambda values, key: j.required(_READERS[kind], values, key)


def known(kind: Kind, value: _T) -> Callable[[j.Object, str], _T]:
    """Reads a value that is another where none is written."""
    def read(values: j.Object, key: str) -> _T:
        found = _READERS[kind](values, key)
        return value if found is None else found
    return read


_NUMBERS = {int, float}


def bound(position: int) -> Callable[[j.Object, str], float | None]:
    """Reads one of a pair of numbers."""
    def read(values: j.Object, key: str) -> float | None:
        pair = values.get(key)
        if pair is None:
            return None
        if type(pair) is not list or len(pair) != 2 or not {type(one) for one in pair} <= _NUMBERS:
            raise LineError(f"“{key}” isn't a pair of numbers")
        return j.finite(pair[position], key)
    return read


def coordinate(axis: str) -> Callable[[j.Object, str], float | None]:
    """Reads a coordinate of a place."""
    def read(values: j.Object, key: str) -> float | None:
        place = values.get(key)
        if place is None:
            return None
        if type(place) is not dict or type(place.get(axis)) not in _NUMBERS:
            raise LineError(f"“{key}” isn't a place")
        return j.finite(place[axis], key)
    return read


def numbers(kind: Kind) -> Callable[[j.Object, str], Mapping[str, Any]]:
    """Reads numbers by name."""
    def read(values: j.Object, key: str) -> Mapping[str, Any]:
        found = j.child(values, key) or {}
        return {j.encodable(name, key): value for name in found if (value := _READERS[kind](found, name)) is not None}
    return read
