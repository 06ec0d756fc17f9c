#!/usr/bin/env python3
"""Checks that no place is both in a fit and in a figure: places.py FOLDER [--fitted FOLDER]

FOLDER holds what is measured: panoramas, or views with a truth.csv whose names begin with their place. A place is in the fit if
field/panoramas.csv names it. With --fitted, the panoramas that were fitted to, two panoramas are also the same place if they look alike from
some direction, mirrored or not: their grey pictures, 128 × 64, correlate by .9 at some yaw. That needs numpy and Pillow.
Prints what is in both; the exit status is 1 if anything is.
"""
import argparse, csv, pathlib, re, sys

PICTURES = {".jpg", ".jpeg", ".png", ".ppm", ".pgm"}
ALIKE = .9

def place(name):
    """A picture's place: without its extension, a size, and the numbers of a view."""
    stem = re.sub(r"\.\w+$", "", name)
    return re.sub(r"[^a-z0-9]", "", re.sub(r"(_\d+k|_\d+)+$", "", stem.lower()))

def pictures(folder): return sorted(p for p in pathlib.Path(folder).iterdir() if p.suffix.lower() in PICTURES)

def measured(folder):
    truth = pathlib.Path(folder) / "truth.csv"
    if truth.exists():
        with open(truth, newline="") as file: return sorted({place(row[0]) for row in list(csv.reader(file))[1:] if row})
    return sorted({place(p.name) for p in pictures(folder)})

def fitted():
    with open(pathlib.Path(__file__).parent / "field" / "panoramas.csv", newline="") as file:
        return {place(row["name"]): row["name"] for row in csv.DictReader(file)}

def likeness(a, b):
    """The highest correlation of two grey panoramas over all yaws, mirrored or not."""
    import numpy as np
    def seen(p):
        # As much of the sphere as a row has counts.
        weight = np.sin((np.arange(p.shape[0]) + .5) / p.shape[0] * np.pi)[:, None] ** .5
        p = (p - np.average(p, weights=np.broadcast_to(weight ** 2, p.shape))) * weight
        return np.fft.rfft(p / max(1e-9, np.sqrt((p ** 2).sum())), axis=1)
    best = 0
    for other in (b, b[:, ::-1]):
        best = max(best, np.fft.irfft((seen(a) * np.conj(seen(other))).sum(0), n=a.shape[1]).max())
    return float(best)

def grey(path):
    import numpy as np
    from PIL import Image
    return np.asarray(Image.open(path).convert("L").resize((128, 64), Image.Resampling.BOX), float)

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder"); parser.add_argument("--fitted")
    o = parser.parse_args()
    names, both = fitted(), []
    both += [f"{name}: fitted as {names[name]}" for name in measured(o.folder) if name in names]
    if o.fitted:
        known = [(p.name, grey(p)) for p in pictures(o.fitted)]
        for path in pictures(o.folder):
            picture = grey(path)
            both += [f"{path.name}: looks like {name} ({share:.2f})" for name, other in known if (share := likeness(picture, other)) >= ALIKE]
    for line in both: print(line)
    sys.exit(1 if both else 0)

if __name__ == "__main__": main()
