"""Fits the weights of HorizonNetwork: python fit.py WEIGHTS.swift FOLDER…

Each folder holds truth.csv (file, roll in degrees; 999 for a picture without a horizon) and curves.f32, which
`run FOLDER --curves FOLDER/curves.f32` writes. The posterior is fitted by maximum likelihood to a Gaussian of σ = .6°
around the true roll (to all rolls alike where there is none), mirrored pictures included: Adam, 3500 steps of 96.
The scenes (file names up to the last _) are split in three: each third is judged by a fit to the other two, and
the weights that are written come from a last fit to all. Needs numpy and jax.
"""
import sys
import jax, jax.numpy as jnp, numpy as np

CURVES, BINS, HIDDEN, SCALE = 14, 241, 8, 4096
ROLLS = np.arange(BINS) / 2 - 60

def load(folder):
    rows = [line.split(",") for line in open(folder + "/truth.csv").read().split("\n")[1:] if line]
    raw = np.fromfile(folder + "/curves.f32", np.float32).reshape(len(rows), CURVES * BINS + 3)
    gains = np.array([20.] * 11 + [4.] * 3)[None, :, None]
    curves = np.sqrt(np.maximum(raw[:, :CURVES * BINS].reshape(-1, CURVES, BINS), 0) * gains)
    amounts = np.repeat(raw[:, CURVES * BINS:, None], BINS, 2)
    away = np.broadcast_to(np.abs(ROLLS) / 60, (len(rows), 1, BINS))
    roll = np.array([float(r[1]) for r in rows])
    return np.concatenate([curves, amounts, away], 1).astype(np.float32), roll, np.array([r[0].rsplit("_", 1)[0] for r in rows])

def targets(roll):
    t = np.exp(-.5 * ((ROLLS - roll[:, None]) / .6) ** 2); t[np.abs(roll) > 90] = 1
    return (t / t.sum(1, keepdims=True)).astype(np.float32)

def layer(x, w, b):
    return jax.lax.conv_general_dilated(x, w, (1,), "SAME", dimension_numbers=("NCH", "OIH", "NCH")) + b[None, :, None]

def logits(p, x, key=None):
    h = jax.nn.relu(layer(x, p[0], p[1]))
    if key is not None: h = h * jax.random.bernoulli(key, .9, (h.shape[0], HIDDEN, 1)) / .9
    return layer(jax.nn.relu(layer(h, p[2], p[3])), p[4], p[5])[:, 0]

def fit(x, t, seed, steps=3500, batch=96):
    keys = jax.random.split(jax.random.PRNGKey(seed), 3)
    new = lambda k, o, i, w, gain=1.: jax.random.normal(k, (o, i, w)) * np.sqrt(2 / (i * w)) * gain
    p = [new(keys[0], HIDDEN, x.shape[1], 9), jnp.zeros(HIDDEN), new(keys[1], HIDDEN, HIDDEN, 9), jnp.zeros(HIDDEN),
         new(keys[2], 1, HIDDEN, 5, .3), jnp.zeros(1)]
    m, v = ([jnp.zeros_like(a) for a in p] for _ in range(2))
    @jax.jit
    def step(p, m, v, x, t, key, i, rate):
        g = jax.grad(lambda p: -jnp.mean(jnp.sum(t * jax.nn.log_softmax(logits(p, x, key)), 1)))(p)
        m = [.9 * a + .1 * b for a, b in zip(m, g)]; v = [.999 * a + .001 * b * b for a, b in zip(v, g)]
        c, d = 1 - .9 ** (i + 1), 1 - .999 ** (i + 1)
        return [a - rate * (b / c / (jnp.sqrt(e / d) + 1e-8) + 1e-3 * a * (a.ndim > 1)) for a, b, e in zip(p, m, v)], m, v
    random, key = np.random.default_rng(seed), jax.random.PRNGKey(seed + 9)
    for i in range(steps):
        k = random.integers(0, len(x), batch); a, b = x[k].copy(), t[k].copy(); flip = random.random(batch) < .5
        a[flip], b[flip] = a[flip][:, :, ::-1], b[flip][:, ::-1]
        key, now = jax.random.split(key)
        p, m, v = step(p, m, v, a, b, now, i, 2e-3 * min(1, i / 100) * (.5 + .5 * np.cos(np.pi * i / steps)))
    return p

def judge(name, posterior, roll):
    sums = np.cumsum(np.pad(posterior, ((0, 0), (3, 2))), 1); mass = (sums[:, 5:] - sums[:, :-5])[:, :BINS]
    k = np.clip(mass.argmax(1), 3, BINS - 4); near = k[:, None] + np.arange(-3, 4)
    w = np.take_along_axis(posterior, near, 1); error = np.abs((w * ROLLS[near]).sum(1) / w.sum(1) - roll)
    sure = mass.max(1) >= .5
    print(f"{name}: n {len(roll)} median {np.median(error):.2f} p90 {np.quantile(error, .9):.2f}; confidence >= .5: "
          f"{sure.mean():.2f}, median {np.median(error[sure]):.2f} p90 {np.quantile(error[sure], .9):.2f}")
    for low in np.arange(0, 1, .1):
        part = (mass.max(1) >= low) & (mass.max(1) < low + .1)
        if part.any(): print(f"  {low:.1f}: n {part.sum()}, within 1 degree {np.mean(error[part] < 1):.2f}")

def main():
    x, roll, scene = (np.concatenate(a) for a in zip(*map(load, sys.argv[2:])))
    t, real = targets(roll), np.abs(roll) < 90
    names, posterior = sorted(set(scene[real])), np.zeros((len(x), BINS), np.float32)
    for third in range(3):
        held = np.isin(scene, names[third::3]) & real
        p = fit(x[~held], t[~held], third)
        for i in np.array_split(np.flatnonzero(held), 20): posterior[i] = jax.nn.softmax(logits(p, x[i]))
    judge("scenes not fitted to", posterior[real], roll[real])
    w1, b1, w2, b2, w3, _ = map(np.asarray, fit(x, t, 7))
    flat = [w1.transpose(1, 2, 0), b1, w2.transpose(1, 2, 0), b2, w3[0].T]
    values = np.round(np.concatenate([a.ravel() for a in flat]) * SCALE).astype(int)
    lines, line = [], "   "
    for value in values:
        if len(line) + len(str(value)) > 106: lines.append(line); line = "   "
        line += f" {value},"
    text = open(sys.argv[1]).read(); head = text[:text.index("[\n") + 2]
    open(sys.argv[1], "w").write(head + "\n".join(lines + [line]) + "\n  ]\n}\n")

main()
