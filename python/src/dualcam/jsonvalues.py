"""Reads JSON strictly: a value of the wrong type raises ``LineError``."""

import json
import math
import re
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any, TypeVar

from .errors import LineError

Object = dict[str, Any]

_T = TypeVar("_T")

_LARGEST = 2**63 - 1
_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z")
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def _refuse(constant: str) -> Any:
    raise LineError(f"{constant} is no JSON")


# json.loads would create one for each line.
_DECODER = json.JSONDecoder(parse_constant=_refuse)


def parse_object(data: bytes) -> Object:
    """The object in ``data``. Refuses NaN, infinities and text that isn't UTF-8."""
    try:
        value = _DECODER.decode(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise LineError(f"not UTF-8 at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise LineError(f"no JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise LineError("nested too deeply") from None
    except LineError:
        raise
    except ValueError:
        # Python won't parse numbers of thousands of digits.
        raise LineError("a number with too many digits") from None
    if not isinstance(value, dict):
        raise LineError("no JSON object")
    return value


def required(read: Callable[[Object, str], _T | None], values: Object, key: str) -> _T:
    """What ``read`` gives; an error if it is missing."""
    value = read(values, key)
    if value is None:
        raise LineError(f"“{key}” is missing")
    return value


def integer(values: Object, key: str) -> int | None:
    """A whole number that fits 64 bits; ``None`` if the key is missing or null."""
    value = values.get(key)
    if value is None:
        return None
    if type(value) is not int:
        if type(value) is not float or not value.is_integer() or abs(value) > 2**53:
            raise LineError(f"“{key}” isn't a whole number")
        value = int(value)
    if not -_LARGEST <= value <= _LARGEST:
        raise LineError(f"“{key}” doesn't fit 64 bits")
    return value


def number(values: Object, key: str) -> float | None:
    """A finite number; ``None`` if the key is missing or null."""
    value = values.get(key)
    if value is None:
        return None
    if type(value) is float and math.isfinite(value):
        return value
    if type(value) is not float and type(value) is not int:
        raise LineError(f"“{key}” isn't a number")
    return finite(value, key)


def finite(value: float, key: str) -> float:
    """``value`` as a finite float."""
    try:
        result = float(value)
    except OverflowError:
        result = math.inf
    if not math.isfinite(result):
        raise LineError(f"“{key}” is too large")
    return result


def text(values: Object, key: str) -> str | None:
    """A string that can be written as UTF-8; ``None`` if the key is missing or null."""
    value = values.get(key)
    if value is None:
        return None
    if type(value) is not str:
        raise LineError(f"“{key}” isn't a string")
    return encodable(value, key)


def encodable(value: str, key: str) -> str:
    """``value``, unless it contains a lone surrogate, which Arrow and files can't hold."""
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise LineError(f"“{key}” has half a character") from None
    return value


def flag(values: Object, key: str) -> bool | None:
    """True or false; ``None`` if the key is missing or null."""
    value = values.get(key)
    if value is None or type(value) is bool:
        return value
    raise LineError(f"“{key}” is neither true nor false")


def child(values: Object, key: str) -> Object | None:
    """An object; ``None`` if the key is missing or null."""
    value = values.get(key)
    if value is None or type(value) is dict:
        return value
    raise LineError(f"“{key}” isn't an object")


def children(values: Object, key: str) -> list[Object] | None:
    """An array of objects; ``None`` if the key is missing or null."""
    value = values.get(key)
    if value is None:
        return None
    if type(value) is not list or any(type(item) is not dict for item in value):
        raise LineError(f"“{key}” isn't an array of objects")
    return value


def texts(values: Object, key: str) -> tuple[str, ...] | None:
    """An array of strings; ``None`` if the key is missing or null."""
    found = values.get(key)
    if found is None:
        return None
    if type(found) is not list or any(type(one) is not str for one in found):
        raise LineError(f"“{key}” isn't an array of strings")
    return tuple(encodable(one, key) for one in found)


def utc_ns(values: Object, key: str) -> int | None:
    """A time such as ``2026-11-24T06:37:05.123456Z``, in nanoseconds since 1970; ``None`` if the key is missing or null."""
    value = text(values, key)
    if value is None:
        return None
    match = _TIME.fullmatch(value)
    if not match:
        raise LineError(f"“{key}” isn't a time in UTC")
    *parts, fraction = match.groups()
    try:
        whole = datetime(*map(int, parts), tzinfo=timezone.utc)  # type: ignore[arg-type,misc]
    except ValueError as error:
        raise LineError(f"“{key}” isn't a time: {error}") from None
    elapsed = whole - _EPOCH
    result = (elapsed.days * 86_400 + elapsed.seconds) * 1_000_000_000 + int((fraction or "0").ljust(9, "0"))
    if not -_LARGEST <= result <= _LARGEST:
        raise LineError(f"“{key}” is outside of 1678 to 2262")
    return result


def moment(ns: int | None) -> datetime | None:
    """Nanoseconds since 1970 as a time, truncated to microseconds."""
    if ns is None:
        return None
    seconds, rest = divmod(ns, 1_000_000_000)
    return datetime.fromtimestamp(seconds, timezone.utc).replace(microsecond=rest // 1000)
