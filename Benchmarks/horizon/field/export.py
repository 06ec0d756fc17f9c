"""Writes a trained network for the guides: python export.py NET.npz PACK Sources/CShims/CGuides

The folder gets field_layers.h and weights/field.bin.
Folds the normalizations into the layers, and quantizes: weights to 8 bits by output, what layers make to 12, by the largest seen on
288 views. Needs what train.py needs.
"""
import pathlib, sys
import numpy as np, torch
import train as T
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import weights as stored
raw = np.load(sys.argv[1]); net = T.Net(); net.load_state_dict({k: torch.from_numpy(raw[k]) for k in raw.files if k != "steps"}); net.eval()
pack = T.load(sys.argv[2]); views = T.Views(pack, np.arange(len(pack["names"])), True)
g = torch.Generator(T.dev).manual_seed(11)
most = {}
def seen(name, t): most[name] = max(most.get(name, 0), .9 * float(t.max()))
with torch.no_grad():
    for b in range(6):
        img = views.batch(48, T.SHAPES[b % 3], g)[0]
        a = net.a(img); seen("a", a); b_ = net.b(a); seen("b", b_); c = net.c(b_); seen("c", c); c = c + net.d(c); seen("c", c); c = c + net.j(c); seen("c", c)
        e = net.e(c); seen("e", e)
        e = e + net.f(e); seen("e", e); q = torch.relu(net.p(e.mean((2, 3)))); seen("e", q); e = e + q[:, :, None, None]; seen("e", e)
        for k in (net.g, net.h, net.i): e = e + k(e); seen("e", e)
scale = {k: 4000 / v for k, v in most.items()}; scale["in"] = 512.
print({k: round(v, 2) for k, v in most.items()})
def folded(m):
    f = (m.b.weight / torch.sqrt(m.b.running_var + m.b.eps)).detach().numpy()
    return m.c.weight.detach().numpy() * f[:, None, None, None], m.b.bias.detach().numpy() - m.b.running_mean.numpy() * f
arrays = {}
def emit(name, w, b, sin, sout, split):
    """split: whether each pixel under the kernel is a run of its own, else each row of it."""
    o, i, kh, kw = w.shape; top = np.maximum(np.abs(w).reshape(o, -1).max(1), 1e-8) / 127
    q = np.round(w / top[:, None, None, None]).astype(int)
    runs = [q[:, :, y, x].reshape(o, i) for y in range(kh) for x in range(kw)] if split else [q[:, :, y].transpose(0, 2, 1).reshape(o, -1) for y in range(kh)]
    runs = [np.pad(r, ((0, 0), (0, r.shape[1] % 2))) for r in runs]
    flat = np.stack(runs, 1)                        # o, run, sample
    flat = flat.reshape(o // 8, 8, flat.shape[1], -1, 2).transpose(0, 2, 3, 1, 4).reshape(-1)
    arrays[f"{name}_weights"] = "int16_t", flat
    arrays[f"{name}_factors"] = "float", stored.rounded(top / sin * sout, 7)
    arrays[f"{name}_biases"] = "float", stored.rounded(b * sout, 7)
for name, sin, sout, split in [("a", "in", "a", 0), ("b", "a", "b", 0), ("c", "b", "c", 0), ("d", "c", "c", 0), ("j", "c", "c", 1), ("e", "c", "e", 0), ("f", "e", "e", 0)]:
    emit(name, *folded(getattr(net, name)), scale[sin], scale[sout], split)
emit("p", net.p.weight.detach().numpy()[:, :, None, None], net.p.bias.detach().numpy(), scale["e"], scale["e"], 0)
for name, split in (("g", 1), ("h", 0), ("i", 1)): emit(name, *folded(getattr(net, name)), scale["e"], scale["e"], split)
ow = net.o.weight.detach().numpy()[:, :, 0, 0] / scale["e"]
fit = [float(net.alpha.exp()), float(net.beta.exp()) / 2] + net.pr.tolist() + net.pz.tolist() + net.ph.tolist()
arrays["outputs"] = "float", stored.rounded(ow, 7).reshape(ow.shape)
arrays["output_biases"] = "float", stored.rounded(net.o.bias.detach().numpy(), 7)
arrays["fit"] = "float", stored.rounded(fit, 7)
folder = pathlib.Path(sys.argv[3])
structure = stored.write(folder / "weights/field.bin", "field_arrays", arrays)
(folder / "field_layers.h").write_text(f"""// Made by Benchmarks/horizon/field/export.py; docs/decisions/0030 and 0070 have data, licences, seeds and figures. Weights lie as cguides_convolve wants them.
#pragma once
#include <stdint.h>

// weights/field.bin: the layers in the order of use; what makes three numbers of the last one; and how well a field fits a roll.
{structure}""")
