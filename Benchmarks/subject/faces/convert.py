"""Writes MediaPipe's short-range face detector for the guides: python convert.py face_detection_short_range.tflite
Sources/CShims/CGuides

The folder gets faces_layers.h and weights/faces.bin.

The file lies in the Python package mediapipe 0.10.14 (`pip download --no-deps mediapipe==0.10.14`), under
mediapipe/modules/face_detection. Weights are rounded to 12 bits by output. Needs tflite and numpy.
"""

import pathlib
import sys

import numpy as np
import tflite

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import weights as stored

BITS = 12
model = tflite.Model.GetRootAsModel(open(sys.argv[1], "rb").read(), 0)
graph = model.Subgraphs(0)
NAMES = {v: k for k, v in vars(tflite.BuiltinOperator).items() if isinstance(v, int)}


def shape(tensor):
    return graph.Tensors(tensor).ShapeAsNumpy().tolist() if graph.Tensors(tensor).ShapeLength() else []


# The operators in order, and the weights, which are stored as half floats.
steps, weights = [], {}
for i in range(graph.OperatorsLength()):
    op = graph.Operators(i)
    code = model.OperatorCodes(op.OpcodeIndex())
    name = NAMES[max(code.BuiltinCode(), code.DeprecatedBuiltinCode())]
    ins, out = op.InputsAsNumpy().tolist(), op.OutputsAsNumpy().tolist()[0]
    if name == "DEQUANTIZE":
        data = model.Buffers(graph.Tensors(ins[0]).Buffer()).DataAsNumpy().tobytes()
        weights[out] = np.frombuffer(data, "<f2").reshape(shape(ins[0])).astype(np.float32)
    else:
        steps.append((name, ins, out))


def eights(n):
    return (n + 7) // 8 * 8


numbers, scales, biases, blocks, count = [], [], [], [], 0


def put(w, b):
    """Rows of inputs, columns of outputs, both padded to eights where they are channels."""
    global count
    scale = np.maximum(np.abs(w).max(0), 1e-9) / (2 ** (BITS - 1) - 1)
    blocks.append((w.shape[0], w.shape[1], len(scales)))
    numbers.extend(np.round(w / scale).astype(int).ravel())
    scales.extend(scale)
    biases.extend(b)
    at = count
    count += w.size + len(b)
    return at


def padded(w, rows, columns):
    return np.pad(w, ((0, rows - w.shape[0]), (0, columns - w.shape[1])))


def mixing(step):
    """Weights of a 1 x 1 layer, input by output, and biases."""
    w, b = weights[step[1][1]], weights[step[1][2]]
    return w.reshape(w.shape[0], -1).T, b


# A first layer; blocks of a neighbourhood, a mixture and what is added to it; and two heads, of scores and of boxes with points.
table, convolutions = [], [s for s in steps if s[0] in ("CONV_2D", "DEPTHWISE_CONV_2D")]
w, b = mixing(convolutions[0])
table.append(f"  {{64, 3, 24, 2, {put(w, b)}, 0}},")
side, rest = 64, convolutions[1:-4]
assert len(rest) == 32
for near, mix in zip(rest[::2], rest[1::2]):
    w = weights[near[1][1]]
    inputs, step = w.shape[3], shape(near[1][0])[1] // shape(near[2])[1]
    outputs, side = shape(mix[2])[3], side // step
    at = put(padded(w.reshape(9, inputs), 9, eights(inputs)), np.pad(weights[near[1][2]], (0, eights(inputs) - inputs)))
    w, b = mixing(mix)
    then = put(padded(w, eights(inputs), eights(outputs)), np.pad(b, (0, eights(outputs) - outputs)))
    table.append(f"  {{{side}, {eights(inputs)}, {eights(outputs)}, {step}, {at}, {then}}},")
heads = []
for scores, boxes in zip(convolutions[-4:-2], convolutions[-2:]):
    (w, b), (v, c) = mixing(scores), mixing(boxes)
    w, b = np.concatenate([w, v], 1), np.concatenate([b, c])
    heads.append((w.shape[0], eights(len(b)), put(padded(w, len(w), eights(len(b))), np.pad(b, (0, eights(len(b)) - len(b))))))


def lines(values, say):
    out, line = [], " "
    for v in values:
        text = say(v) + ","
        if len(line) + len(text) > 118:
            out.append(line)
            line = " "
        line += text
    return "\n".join(out + [line])


folder = pathlib.Path(sys.argv[2])
arrays = stored.write(folder / "weights/faces.bin", "faces_arrays", {
    "scales": ("float", stored.rounded(scales, 6)),
    "biases": ("float", stored.rounded(biases, 6)),
    "weights": ("int16_t", numbers),
})
(folder / "faces_layers.h").write_text(f"""// MediaPipe's short-range face detector, from the Python package mediapipe 0.10.14: Copyright Google, Apache License 2.0.
// Changed: weights rounded to {BITS} bits. Made by Benchmarks/subject/faces/convert.py.
#pragma once
#include <stdint.h>

enum {{ faces_side = 128, faces_blocks = {len(table)}, faces_parts = {len(blocks)}, faces_weight_count = {count} }};

// The output's side, channels in and out, the step, and where the weights of its neighbourhood and of its mixture begin.
typedef struct {{
  int side, inputs, outputs, step, near, mix;
}} faces_block;

static const faces_block faces_block_table[] = {{
""" + "\n".join(table) + """
};

// Inputs, outputs and first weight of the heads.
static const int faces_heads[2][3] = {""" + ", ".join(f"{{{a}, {b}, {c}}}" for a, b, c in heads) + """};

// Rows and columns of weights, and the columns' first scale.
static const int faces_part_table[][3] = {
""" + lines(blocks, lambda b: f" {{{b[0]}, {b[1]}, {b[2]}}}") + f"""
}};

// weights/faces.bin.
{arrays}""")
