"""Writes MediaPipe's selfie segmentation (landscape) for the guides: python export.py FOLDER Sources/CShims/CGuides

The guides' folder gets people_layers.h and weights/people.bin.
FOLDER holds table.txt and weights.bin, which convert.py makes of selfie_segmentation_landscape.tflite. Weights are quantized to 8 bits
by output; pictures share memory where they can. Needs numpy.
"""
import pathlib, sys
import numpy as np
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import weights as stored

rows = [l.split() for l in open(sys.argv[1] + "/table.txt") if not l.startswith("#")]
halves = np.fromfile(sys.argv[1] + "/weights.bin", "<f2").astype(np.float32)
KIND = dict(conv3="people_first", pw="people_mix", dw="people_blur", gate="people_gate", gate1="people_gate_by", up2="people_enlarge", tconv2="people_last")
ACT = dict(none="cguides_linear", relu="cguides_relu", hswish="cguides_hswish", sigmoid="cguides_linear")
layers = [dict(kind=r[1], src=int(r[2]), add=int(r[3]), dst=int(r[4]), H=int(r[5]), W=int(r[6]), ci=int(r[7]), co=int(r[8]), k=int(r[9]), s=int(r[10]), act=r[11], w=int(r[12])) for r in rows]

# Where each picture lies: the first place that no picture needed later takes.
size = {0: 144 * 256 * 3}; last = {}
for n, l in enumerate(layers):
    h, w = (l["H"] // l["s"], l["W"] // l["s"]) if l["kind"] in ("conv3", "dw") else (2 * l["H"], 2 * l["W"]) if l["kind"] in ("up2", "tconv2") else (l["H"], l["W"])
    size[l["dst"]] = h * w * l["co"]
    for b in (l["src"], l["add"]):
        if b >= 0: last[b] = n
place, live, end = {0: 0}, {0}, size[0]
for n, l in enumerate(layers):
    taken = sorted((place[b], place[b] + size[b]) for b in live); at = 0
    for a, b in taken:
        if at + size[l["dst"]] <= a: break
        at = max(at, b)
    place[l["dst"]] = at; live.add(l["dst"]); end = max(end, at + size[l["dst"]])
    live = {b for b in live if last.get(b, 999) > n}

weights, scales, biases, blocks, table, count, worst = [], [], [], [], [], 0, 0.
def block(w, b):
    """Rows of inputs, columns of outputs."""
    global count, worst
    top = np.maximum(np.abs(w).max(0), 1e-9) / 127; q = np.round(w / top).astype(int); worst = max(worst, float(np.abs(q * top - w).max()))
    blocks.append((w.shape[0], w.shape[1], len(scales))); weights.extend(q.ravel()); scales.extend(top); biases.extend(b)
    at = count; count += w.size + len(b); return at
for l in layers:
    p = l["w"]
    def take(*shape):
        global p
        n = int(np.prod(shape)); r = halves[p:p + n].reshape(shape); p += n; return r
    ci, co, k, kind = l["ci"], l["co"], l["k"], l["kind"]; at, n, outputs = -1, 0, co
    if kind == "conv3": w = take(co, 27); at = block(w.T, take(co)); n = 27
    elif kind == "pw": w = take(co, ci); at = block(w.T, take(co)); n = ci
    elif kind == "dw": w = take(k * k, ci); at = block(w, take(ci)); n = k * k
    elif kind == "gate":
        w1, b1, w2, b2 = take(k, ci), take(k), take(co, k), take(co); at = block(w1.T, b1); block(w2.T, b2); n, outputs = ci, k
    elif kind == "gate1": w = take(co, ci); at = block(w.T, take(co)); n = ci
    elif kind == "tconv2": w, b = take(4, ci), take(1); at = block(w.T, np.repeat(b, 4)); n, outputs = ci, 4
    table.append(f"  {{{KIND[kind]}, {ACT[l['act']]}, {l['W']}, {l['H']}, {ci}, {outputs}, {k}, {l['s']}, {n}, {at}, {place[l['src']]}, {place[l['add']] if l['add'] >= 0 else -1}, {place[l['dst']]}}},")
def lines(values, fmt):
    out, line = [], " "
    for v in values:
        t = fmt(v) + ","
        if len(line) + len(t) > 118: out.append(line); line = " "
        line += t
    return "\n".join(out + [line])
folder = pathlib.Path(sys.argv[2])
arrays = stored.write(folder / "weights/people.bin", "people_arrays", {
    "scales": ("float", stored.rounded(scales, 6)), "biases": ("float", stored.rounded(biases, 6)), "weights": ("int8_t", weights)})
(folder / "people_layers.h").write_text(f"""// MediaPipe's selfie segmentation (landscape), from the Python package mediapipe 0.10.14: Copyright Google, Apache License 2.0.
// Changed: weights quantized to 8 bits, what is linear folded. Made by Benchmarks/subject/people/export.py.
#pragma once
#include "CGuides.h"

enum {{ people_width = 256, people_height = 144, people_scratch = {end}, people_layers = {len(layers)}, people_blocks = {len(blocks)}, people_weight_count = {count} }};
enum {{ people_first, people_mix, people_blur, people_gate, people_gate_by, people_enlarge, people_last }};

// Places are in the scratch; `rows` of weights for each output, then the biases, lie at `weights`.
typedef struct {{
  int kind, activation, width, height, inputs, outputs, side, step, rows, weights, from, added, to;
}} people_layer;

static const people_layer people_layer_table[] = {{
""" + "\n".join(table) + """
};

// Rows and columns of weights, and the columns' first scale.
typedef struct {
  int rows, columns, scale;
} people_block;

static const people_block people_block_table[] = {
""" + lines(blocks, lambda b: f" {{{b[0]}, {b[1]}, {b[2]}}}") + f"""
}};

// weights/people.bin.
{arrays}""")
print(end, "floats,", count, "weights, worst rounding", worst, "mask at", place[layers[-1]["dst"]])
