"""How weights lie in the files that dualcam carries (Sources/CShims/CGuides/weights): arrays one after the other, little endian,
each from a multiple of 64 bytes. A structure in C says the same; a file of another size doesn't compile."""

import numpy as np

TYPES = {"int8_t": "<i1", "int16_t": "<i2", "float": "<f4"}


def rounded(values, digits):
    """Floats of so many digits: what is exported again has the same bytes as before."""
    return np.array([f"{v:.{digits}g}" for v in np.ravel(values)]).astype(np.float32)


def write(path, name, arrays):
    """Writes arrays, given as name: (type in C, values), and returns the structure called `name` in C."""
    whole, members = b"", ""
    for member, (kind, values) in arrays.items():
        values = np.asarray(values)
        stored = values.astype(TYPES[kind])
        assert (stored == values).all(), f"{member} has numbers that {kind} can't hold"
        whole += stored.tobytes()
        whole += bytes(-len(whole) % 64)
        members += f"  _Alignas(64) {kind} {member}" + "".join(f"[{n}]" for n in values.shape) + ";\n"
    open(path, "wb").write(whole)
    return f"#define {name}_bytes {len(whole)}\ntypedef struct {{\n{members}}} {name};\n"
