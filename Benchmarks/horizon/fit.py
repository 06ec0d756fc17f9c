"""Fits the weights of HorizonNetwork: python fit.py Sources/CShims/CGuides/weights/posterior.bin FOLDER…

Each folder holds truth.csv (file, roll in degrees; 999 for a picture without a horizon), curves.f32, which
`run FOLDER --curves FOLDER/curves.f32` writes, and field.npy (field/read.py): what networks that have not seen a scene make of
its perspective field, instead of the one in the program. The posterior is fitted by maximum likelihood to a Gaussian of σ = .6°
around the true roll (to all rolls alike where there is none), mirrored pictures included: Adam, 6000 steps of 96.
The scenes (file names up to the last _) are split in three: each third is judged by a fit to the other two, and
the weights that are written come from a last fit to all. Needs numpy and torch.
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

def judge(name, posterior, roll):
    sums = np.cumsum(np.pad(posterior, ((0, 0), (3, 2))), 1); mass = (sums[:, 5:] - sums[:, :-5])[:, :BINS]
    k = np.clip(mass.argmax(1), 3, BINS - 4); near = k[:, None] + np.arange(-3, 4)
    w = np.take_along_axis(posterior, near, 1); error = np.abs((w * ROLLS[near]).sum(1) / w.sum(1) - roll)
    sure = mass.max(1) >= .5; auc = [np.maximum(0, 1 - error / l).mean() for l in (1, 5, 10)]; very = mass.max(1) >= .8
    print(f"{name}: n {len(roll)} AUC {auc[0]:.2f} {auc[1]:.2f} {auc[2]:.2f} median {np.median(error):.2f} p90 {np.quantile(error, .9):.2f}; confidence >= .5: "
          f"{sure.mean():.2f}, median {np.median(error[sure]):.2f} p90 {np.quantile(error[sure], .9):.2f}; >= .8: {very.mean():.2f}, within 1 degree {np.mean(error[very] < 1) if very.any() else 0:.2f}", flush=True)
    return error, mass.max(1)

def main():
    x, roll, scene = (np.concatenate(a) for a in zip(*map(load, sys.argv[2:])))
    t, real = targets(roll), np.abs(roll) < 90
    names, posterior = sorted(set(scene[real])), np.zeros((len(x), BINS), np.float32)
    for third in range(3):
        held = np.isin(scene, names[third::3])
        p = fit(x[~held], t[~held], third)
        with torch.no_grad():
            for i in np.array_split(np.flatnonzero(held), 20): posterior[i] = torch.softmax(logits(p, torch.from_numpy(x[i])), 1).numpy()
    error, mass = judge("scenes not fitted to", posterior[real], roll[real])
    for low in np.arange(0, 1, .1):
        part = (mass >= low) & (mass < low + .1)
        if part.any(): print(f"  {low:.1f}: n {part.sum()}, within 1 degree {np.mean(error[part] < 1):.2f}")
    kinds = np.array([s.split("~")[0] if "~" in s else "sea" if s.startswith("sea") else "photo" for s in scene])
    for kind in sorted(set(kinds[real])): judge(f"  {kind}", posterior[real & (kinds == kind)], roll[real & (kinds == kind)])
    if sys.argv[1] == "-": return
    w1, b1, w2, b2, w3, _ = (a.numpy() for a in fit(x, t, 7))
    flat = [w1.transpose(1, 2, 0), b1, w2.transpose(1, 2, 0), b2, w3[0].T]
    values = np.round(np.concatenate([a.ravel() for a in flat]) * SCALE).astype(int)
    stored.write(sys.argv[1], "posterior_arrays", {"weights": ("int16_t", values)})

if __name__ == "__main__": main()
