"""Statistics of a dataset's features, by which policies normalize what they are shown."""

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

QUANTILES = (0.01, 0.1, 0.5, 0.9, 0.99)

# Of an episode's pictures, how many are looked at, and at about how many pixels along each side.
MOST = 100
_SIDE = 150

Stats = dict[str, list[Any]]


def of_numbers(rows: NDArray[Any]) -> Stats:
    """Of each column; what is NaN doesn't count. A column without a number has NaN."""
    columns = rows.reshape(len(rows), -1).astype(np.float64).T
    known = [column[~np.isnan(column)] for column in columns]
    return _named([_column(column) for column in known], len(rows))


def _column(values: NDArray[np.float64]) -> list[float]:
    if not len(values):
        return [np.nan] * (4 + len(QUANTILES))
    return [float(one) for one in (values.min(), values.max(), values.mean(), values.std(), *np.quantile(values, QUANTILES))]


def histogram(jpeg: bytes) -> NDArray[np.int64]:
    """Of a picture's red, green and blue, 3 × 256, from a share of its pixels."""
    with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as image:
        pixels = np.asarray(image.convert("RGB"))
    step = max(1, max(pixels.shape) // _SIDE)
    return np.stack([np.bincount(pixels[::step, ::step, channel].ravel(), minlength=256) for channel in range(3)])


def of_images(counts: NDArray[np.int64], pictures: int) -> Stats:
    """From the sum of pictures' histograms; values are between 0 and 1."""
    levels = np.arange(256) / 255
    found = []
    for channel in counts:
        total = channel.sum()
        mean = (levels * channel).sum() / total
        seen = levels[channel > 0]
        places = np.searchsorted(channel.cumsum(), [share * total for share in QUANTILES])
        found.append([seen[0], seen[-1], mean, np.sqrt(((levels - mean) ** 2 * channel).sum() / total), *levels[places]])
    stats = _named(found, pictures)
    return {name: values if name == "count" else [[[float(one)]] for one in values] for name, values in stats.items()}


def _named(columns: Sequence[Sequence[float]], count: int) -> Stats:
    names = ("min", "max", "mean", "std", *(f"q{round(share * 100):02}" for share in QUANTILES))
    return {**{name: list(values) for name, values in zip(names, zip(*columns, strict=True), strict=True)}, "count": [count]}
