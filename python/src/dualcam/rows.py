"""Collects a table's rows in compact columns, and makes pandas and Arrow tables from them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .columns import Column, Schema
from .errors import MissingPackage
from .member import Kind

if TYPE_CHECKING:
    import pyarrow

# Lists of Python numbers take about ten times the memory, so rows are packed in chunks.
_CHUNK = 16_384
_TYPES: dict[Kind, Any] = {"int": np.int64, "float": np.float64, "bool": np.bool_, "text": np.object_, "time": np.int64}


@dataclass(slots=True)
class Values:
    """One column's values; where ``missing`` is true, the value is meaningless."""

    values: NDArray[Any]
    missing: NDArray[np.bool_]

    @staticmethod
    def pack(kind: Kind, items: Iterable[Any]) -> "Values":
        """Packs Python values; ``None`` is missing."""
        found = list(items)
        missing = np.fromiter((item is None for item in found), np.bool_, len(found))
        if kind == "text":
            values = np.empty(len(found), np.object_)
            values[:] = found
        else:
            values = np.fromiter((0 if item is None else item for item in found), _TYPES[kind], len(found))
        return Values(values, missing)

    @staticmethod
    def join(kind: Kind, parts: list["Values"]) -> "Values":
        """The parts concatenated; without any, an empty column of the right type."""
        if not parts:
            return Values(np.empty(0, _TYPES[kind]), np.empty(0, np.bool_))
        return Values(np.concatenate([part.values for part in parts]), np.concatenate([part.missing for part in parts]))

    def take(self, rows: NDArray[Any]) -> "Values":
        """Some rows, by position or by mask."""
        return Values(self.values[rows], self.missing[rows])


class RowCollector:
    """Collects one table's rows, line by line."""

    def __init__(self, schema: Schema) -> None:
        # The segment is known; the line's number isn't part of the table.
        self._key = schema.key[1:]
        self.columns = (*schema.columns[1:], Column("line", "int", "the line's number; 0 for a row without one"))
        self._pending: list[tuple[Any, ...]] = []
        self._packed: list[list[Values]] = [[] for _ in self.columns]
        self._texts: dict[str, str] = {}

    def add(self, row: tuple[Any, ...], line: int) -> None:
        """Adds a row: a value for each column, ``None`` if it is missing."""
        self._pending.append((*row, line))
        if len(self._pending) == _CHUNK:
            self._pack()

    def finish(self, unwanted: set[int]) -> dict[str, Values]:
        """The columns by name, sorted by key, without the rows of unwanted lines."""
        self._pack()
        columns = {
            column.name: Values.join(column.kind, parts) for column, parts in zip(self.columns, self._packed, strict=True)
        }
        lines = columns.pop("line").values
        wanted = np.flatnonzero(~np.isin(lines, list(unwanted))) if unwanted else np.arange(len(lines))
        # Ranks, because lexsort needs numbers.
        ranks = [np.unique(columns[name].values[wanted], return_inverse=True)[1] for name in reversed(self._key)]
        order = wanted[np.lexsort(ranks)]
        return {name: values.take(order) for name, values in columns.items()}

    def _pack(self) -> None:
        if not self._pending:
            return
        for column, parts, items in zip(self.columns, self._packed, zip(*self._pending, strict=True), strict=True):
            if column.kind == "text":
                # Most texts repeat.
                same = self._texts
                items = tuple(None if item is None else same.setdefault(item, item) for item in items)
            parts.append(Values.pack(column.kind, items))
        self._pending = []


def to_pandas(schema: Schema, columns: Mapping[str, Values]) -> pd.DataFrame:
    """A table with nullable types and the key as its index."""
    data = {column.name: _series(column.kind, columns[column.name]) for column in schema.columns if not column.is_key}
    keys = [
        _series("text", columns[column.name]) if column.kind == "text" else columns[column.name].values.copy()
        for column in schema.columns
        if column.is_key
    ]
    index = pd.MultiIndex.from_arrays(keys, names=list(schema.key))
    return pd.DataFrame(data, index=index)


def _series(kind: Kind, column: Values) -> Any:
    # The data frame copies these, so that changing one table changes no other.
    values, missing = column.values, column.missing
    if kind == "int":
        return pd.arrays.IntegerArray(values, missing)
    if kind == "float":
        return pd.arrays.FloatingArray(values, missing)
    if kind == "bool":
        return pd.arrays.BooleanArray(values, missing)
    if kind == "text":
        return pd.array(values, dtype=pd.StringDtype())
    times = values.astype("M8[ns]")
    times[missing] = np.datetime64("NaT", "ns")
    return pd.DatetimeIndex(times).tz_localize("UTC").array


def to_arrow(schema: Schema, columns: Mapping[str, Values]) -> "pyarrow.Table":
    """A table, key columns first, with each field's meaning as metadata."""
    pa = import_pyarrow()
    fields = [arrow_field(column) for column in schema.columns]
    arrays = []
    for column, field in zip(schema.columns, fields, strict=True):
        data = columns[column.name]
        if column.kind == "time":
            arrays.append(pa.array(data.values, pa.int64(), mask=data.missing).cast(field.type))
        else:
            arrays.append(pa.array(data.values, field.type, mask=data.missing))
    return pa.table(arrays, schema=pa.schema(fields))


def arrow_field(column: Column, kind: Any = None) -> Any:
    """A column as an Arrow field, by default of the type for its kind."""
    pa = import_pyarrow()
    types = {
        "int": pa.int64(), "float": pa.float64(), "bool": pa.bool_(), "text": pa.string(), "time": pa.timestamp("ns", "UTC")
    }
    kind = types[column.kind] if kind is None else kind
    return pa.field(column.name, kind, nullable=not column.is_key, metadata={"meaning": column.meaning})


def import_pyarrow() -> Any:
    """The ``pyarrow`` module."""
    try:
        import pyarrow
    except ImportError as error:
        raise MissingPackage("Arrow tables need pyarrow: pip install 'dualcam[arrow]'") from error
    return pyarrow
