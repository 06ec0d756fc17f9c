"""Fits the weights of HorizonNetwork: python fit.py Sources/CShims/CGuides/weights/posterior.bin FOLDER… [--more FOLDER…]

Each folder holds truth.csv (file, roll in degrees; 999 for a picture without a horizon), curves.f32, which
`run FOLDER --curves FOLDER/curves.f32` writes, and field.npy (field/read.py): what networks that have not seen a scene make of
its perspective field, instead of the one in the program. The posterior is fitted by maximum likelihood to a Gaussian of σ = .6°
around the true roll (to all rolls alike where there is none), mirrored pictures included: Adam, 6000 steps of 96.
The scenes (file names up to the last _) are split in three: each third is judged by a fit to the other two, and
the weights that are written come from a last fit to all. As the targets are wider than the answers' errors, such a posterior is too wide:
the power of it is taken whose confidence is nearest to the share within 1° of the thirds that it wasn't fitted to.

With --more, the weights that are there already learn further scenes, those of the folders after it, and keep what they say of the views
of the folders before it, whatever these show; the mean of both weights is written (Wortsman et al. 2022). That is for scenes which the
fit lacked, and for a new network of the field, of which the old scenes' curves would be too good, as it has seen them. Needs numpy and torch.
"""
import os, pathlib, sys
import numpy as np, torch, torch.nn.functional as F
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import weights as stored

CURVES, BINS, HIDDEN, SCALE = 16, 241, 16, 4096
ROLLS = np.arange(BINS) / 2 - 60

def load(folder):
    rows = [line.split(",") for line in open(folder + "/truth.csv").read().split("\n")[1:] if line]
    raw = np.fromfile(folder + "/curves.f32", np.float32).reshape(len(rows), CURVES * BINS + 3)
    gains = np.array([20.] * 11 + [4.] * 3 + [1.] * 2)[None, :, None]
    curves = raw[:, :CURVES * BINS].reshape(-1, CURVES, BINS).copy()
    if os.path.exists(folder + "/field.npy"):
        likelihood = np.load(folder + "/field.npy")
        curves[:, 14] = np.maximum(0, 1 + (likelihood - likelihood.max(1, keepdims=True)) / 8) ** 2
        curves[:, 15] = 20 * np.exp(likelihood)
    curves = np.sqrt(np.maximum(curves, 0) * gains)
    amounts = np.repeat(raw[:, CURVES * BINS:, None], BINS, 2)
    away = np.broadcast_to(np.abs(ROLLS) / 60, (len(rows), 1, BINS))
    roll = np.array([float(r[1]) for r in rows])
    return np.concatenate([curves, amounts, away], 1).astype(np.float32), roll, np.array([r[0].rsplit("_", 1)[0] for r in rows])

def targets(roll):
    t = np.exp(-.5 * ((ROLLS - roll[:, None]) / .6) ** 2); t[np.abs(roll) > 90] = 1
    return (t / t.sum(1, keepdims=True)).astype(np.float32)

def logits(p, x, drop=False):
    h = F.relu(F.conv1d(x, p[0], p[1], padding=4))
    if drop: h = h * torch.bernoulli(torch.full((h.shape[0], HIDDEN, 1), .9)) / .9
    return F.conv1d(F.relu(F.conv1d(h, p[2], p[3], padding=4)), p[4], p[5], padding=2)[:, 0]

def fit(x, t, seed, steps=6000, batch=96):
    torch.manual_seed(seed); x, t = torch.from_numpy(x), torch.from_numpy(t)
    new = lambda o, i, w, gain=1.: (torch.randn(o, i, w) * np.sqrt(2 / (i * w)) * gain).requires_grad_()
    zeros = lambda n: torch.zeros(n, requires_grad=True)
    p = [new(HIDDEN, x.shape[1], 9), zeros(HIDDEN), new(HIDDEN, HIDDEN, 9), zeros(HIDDEN), new(1, HIDDEN, 5, .3), zeros(1)]
    adam = torch.optim.AdamW([dict(params=p[0::2], weight_decay=1e-3), dict(params=p[1::2], weight_decay=0)])
    for i in range(steps):
        for group in adam.param_groups: group["lr"] = 2e-3 * min(1, i / 100) * (.5 + .5 * np.cos(np.pi * i / steps))
        k = torch.randint(0, len(x), (batch,)); a, b = x[k], t[k]; flip = torch.rand(batch) < .5
        a = torch.where(flip[:, None, None], a.flip(2), a); b = torch.where(flip[:, None], b.flip(1), b)
        loss = -(b * torch.log_softmax(logits(p, a, True), 1)).sum(1).mean()
        adam.zero_grad(); loss.backward(); adam.step()
    return [a.detach() for a in p]

def begin(path):
    """The weights that are there."""
    flat = np.frombuffer(open(path, "rb").read(), "<i2").astype(np.float32) / SCALE; at, p, inputs = 0, [], CURVES + 4
    for o, i, w in ((HIDDEN, inputs, 9), (HIDDEN, HIDDEN, 9)):
        p += [flat[at:at + o * i * w].reshape(i, w, o).transpose(2, 0, 1), flat[at + o * i * w:at + o * i * w + o]]; at += o * i * w + o
    p += [flat[at:at + HIDDEN * 5].reshape(5, HIDDEN).T[None], np.zeros(1, np.float32)]
    return [torch.from_numpy(a.copy()) for a in p]

def learn(p, keep, more, t, seed, steps=4000, batch=96):
    """As fit, from weights that are there: a third of each step's views are of `more`, with targets; for the others the answers stay."""
    torch.manual_seed(seed); old = [a.clone() for a in p]; p = [a.clone().requires_grad_() for a in p]
    adam = torch.optim.AdamW([dict(params=p[0::2], weight_decay=1e-4), dict(params=p[1::2], weight_decay=0)])
    for i in range(steps):
        for group in adam.param_groups: group["lr"] = 5e-4 * min(1, i / 100) * (.5 + .5 * np.cos(np.pi * i / steps))
        a = torch.randint(0, len(keep), (batch * 2 // 3,)); b = torch.randint(0, len(more), (batch // 3,))
        with torch.no_grad(): said = torch.softmax(logits(old, keep[a]), 1)
        v, w = torch.cat([keep[a], more[b]]), torch.cat([said, t[b]]); flip = torch.rand(batch) < .5
        v = torch.where(flip[:, None, None], v.flip(2), v); w = torch.where(flip[:, None], w.flip(1), w)
        loss = -(w * torch.log_softmax(logits(p, v), 1)).sum(1).mean()
        adam.zero_grad(); loss.backward(); adam.step()
    return [a.detach() for a in p]

def judge(name, posterior, roll):
    sums = np.cumsum(np.pad(posterior, ((0, 0), (3, 2))), 1); mass = (sums[:, 5:] - sums[:, :-5])[:, :BINS]
    k = np.clip(mass.argmax(1), 3, BINS - 4); near = k[:, None] + np.arange(-3, 4)
    w = np.take_along_axis(posterior, near, 1); error = np.abs((w * ROLLS[near]).sum(1) / w.sum(1) - roll)
    sure = mass.max(1) >= .5; auc = [np.maximum(0, 1 - error / l).mean() for l in (1, 5, 10)]; very = mass.max(1) >= .8
    if name: print(f"{name}: n {len(roll)} AUC {auc[0]:.2f} {auc[1]:.2f} {auc[2]:.2f} median {np.median(error):.2f} p90 {np.quantile(error, .9):.2f}; confidence >= .5: "
          f"{sure.mean():.2f}, median {np.median(error[sure]):.2f} p90 {np.quantile(error[sure], .9):.2f}; >= .8: {very.mean():.2f}, within 1 degree {np.mean(error[very] < 1) if very.any() else 0:.2f}", flush=True)
    return error, mass.max(1)

def confidence(logit):
    """Peak and mass of five half degrees, as AnglePosterior.peak has them."""
    p = np.exp(logit - logit.max(1, keepdims=True)); p /= p.sum(1, keepdims=True)
    sums = np.cumsum(np.pad(p, ((0, 0), (3, 2))), 1); mass = (sums[:, 5:] - sums[:, :-5])[:, :BINS]
    return p, mass.max(1)

def tenths(name, error, mass):
    """Prints the share within 1° of each tenth of confidence; returns by how much they differ from it, in the mean."""
    gap, line = 0., []
    for low in np.arange(0, 1, .1):
        part = (mass >= low) & (mass < low + .1 + 1e-9 * (low > .85))
        if part.sum() < 20: line.append("   –"); continue
        share = np.mean(error[part] < 1); gap += part.sum() * abs(share - mass[part].mean()); line.append(f"{share:.2f}")
    if name: print(f"  {name:10s} {' '.join(line)}  off by {gap / len(mass):.3f}", flush=True)
    return gap / len(mass)

def inside(posterior, roll):
    """The share of the mass about the peak's angle that reaches to the truth, in nine of ten."""
    sums = np.cumsum(np.pad(posterior, ((0, 0), (3, 2))), 1); k = np.clip((sums[:, 5:] - sums[:, :-5])[:, :BINS].argmax(1), 3, BINS - 4)
    near = k[:, None] + np.arange(-3, 4); w = np.take_along_axis(posterior, near, 1); angle = (w * ROLLS[near]).sum(1) / w.sum(1)
    # A bin's mass is spread evenly over its half degree.
    edges = np.concatenate([[0], ROLLS + .25 + 60.25]); total = np.pad(np.cumsum(posterior, 1), ((0, 0), (1, 0)))
    at = lambda i, v: np.interp(v + 60.25, edges, total[i])
    return np.quantile([at(i, a + abs(a - r)) - at(i, a - abs(a - r)) for i, (a, r) in enumerate(zip(angle, roll))], .9)

def write(path, p, power=1):
    w1, b1, w2, b2, w3, _ = (a.numpy() for a in p)
    flat = [w1.transpose(1, 2, 0), b1, w2.transpose(1, 2, 0), b2, w3[0].T * power]
    values = np.round(np.concatenate([a.ravel() for a in flat]) * SCALE).astype(int)
    stored.write(path, "posterior_arrays", {"weights": ("int16_t", values)})

def main():
    if "--more" in sys.argv:
        at = sys.argv.index("--more"); keep, more = ([np.concatenate(a) for a in zip(*map(load, f))] for f in (sys.argv[2:at], sys.argv[at + 1:]))
        real = np.abs(more[1]) < 90; kinds = np.array([s.split("~")[0].rstrip("0123456789") for s in more[2]]); names = np.array(sorted(set(more[2])))
        def say(p):
            with torch.no_grad(): return np.concatenate([logits(p, x[i]).numpy() for i in np.array_split(np.arange(len(real)), 20)])
        old = begin(sys.argv[1]); keep, x, t = torch.from_numpy(keep[0]), torch.from_numpy(more[0]), torch.from_numpy(targets(more[1]))
        held = np.isin(more[2], names[::2]); found = np.zeros((len(real), BINS), np.float32)
        for part in (held, ~held): found[part] = say(learn(old, keep, x[~part], t[~part], 1))[part]
        for name, logit in (("before", say(old)), ("after, scenes not learned", found)):
            posterior, mass = confidence(logit)
            for kind in sorted(set(kinds[real])):
                part = real & (kinds == kind); error, _ = judge(f"{name}: {kind}", posterior[part], more[1][part]); tenths(kind, error, mass[part])
        write(sys.argv[1], [(a + b) / 2 for a, b in zip(old, learn(old, keep, x, t, 1))]); return
    x, roll, scene = (np.concatenate(a) for a in zip(*map(load, sys.argv[2:])))
    t, real = targets(roll), np.abs(roll) < 90
    names, logit = sorted(set(scene[real])), np.zeros((len(x), BINS), np.float32)
    for third in range(3):
        held = np.isin(scene, names[third::3]) | (~real & (np.arange(len(x)) % 3 == third))
        p = fit(x[~held], t[~held], third)
        with torch.no_grad():
            for i in np.array_split(np.flatnonzero(held), 20): logit[i] = logits(p, torch.from_numpy(x[i])).numpy()
    kinds = np.array([s.split("~")[0] if "~" in s else "sea" if s.startswith("sea") else "photo" for s in scene])
    # Photographs count as much as what is drawn.
    def gap(power):
        p, mass = confidence(power * logit[real]); error, _ = judge(None, p, roll[real]); photo = kinds[real] == "photo"
        return tenths(None, error[photo], mass[photo]) + tenths(None, error[~photo], mass[~photo])
    powers = np.arange(.8, 1.81, .05); power = powers[np.argmin([gap(k) for k in powers])]
    posterior, mass = confidence(power * logit)
    print(f"to the power of {power:.2f}; the share within 1° of each tenth of confidence:")
    error, _ = judge("scenes not fitted to", posterior[real], roll[real])
    for kind in ["all"] + sorted(set(kinds[real])):
        part = (kinds[real] == kind) | (kind == "all"); tenths(kind, error[part], mass[real][part])
    print(f"without a horizon: {np.mean(mass[~real] >= .5):.3f} reach .5; the interval that holds the truth in nine of ten has this share of the mass:")
    for kind in ["all"] + sorted(set(kinds[real])):
        part = np.flatnonzero(real)[(kinds[real] == kind) | (kind == "all")]; print(f"  {kind:10s} {inside(posterior[part], roll[part]):.2f}")
    for kind in sorted(set(kinds[real])): judge(f"  {kind}", posterior[real & (kinds == kind)], roll[real & (kinds == kind)])
    if sys.argv[1] == "-": return
    write(sys.argv[1], fit(x, t, 7), power)

if __name__ == "__main__": main()
