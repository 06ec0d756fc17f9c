"""Trains the network that reads perspective fields: python train.py PACK OUT.npz FOLD SECONDS SEED [BATCH]

PACK is what pack.py makes. FOLD 0 or 1 leaves half of the places and of the kinds of rendered scenes out and is judged by them; 2
trains on all. Each step takes BATCH (256) new views of random panoramas: rolls of ±63°, two fifths of them within some 6°; pitches
of 12° (standard deviation), 7 in 100 straight up or down, where no roll is right; 25° to 75° across the shorter side, distorted, at
16:9, 4:3 and 9:16; with blur, gamma, fog, vignettes, noise, parts of other pictures and text before them. The loss is the roll's
cross-entropy (σ = .7°), plus those of the field's vectors (von Mises), of the horizon's side and of lean and height. AdamW, 3e-3
falling along a cosine; the weights are a running mean. Needs numpy, opencv-python and torch; ten minutes of a large GPU.
"""
import sys, time
import cv2, numpy as np, torch, torch.nn as nn, torch.nn.functional as F

dev = "cuda" if torch.cuda.is_available() else "cpu"
STRIDE, LONG = 16, 240
RC = torch.arange(-60, 61, 4.)                  # rolls of the coarse grid, degrees
ZC = torch.linspace(-.8, .8, 9)                 # tan(pitch) / focal length
HC = torch.linspace(-1.5, 1.5, 16)              # tan(pitch) · focal length
RF = torch.arange(241) / 2 - 60.
SHAPES = [(135, 240), (180, 240), (240, 135)]

def cubic():
    """Catmull-Rom from the coarse rolls to half degrees."""
    m = torch.zeros(241, 31)
    for i in range(241):
        p = (float(RF[i]) + 60) / 4; k = min(int(p), 29); t = p - k
        w = [-.5*t + t*t - .5*t**3, 1 - 2.5*t*t + 1.5*t**3, .5*t + 2*t*t - 1.5*t**3, -.5*t*t + .5*t**3]
        for j in range(4): m[i, min(30, max(0, k - 1 + j))] += w[j]
    return m

def cells(h, w):
    """Centres of the cells, in halves of the longer side from the middle, y down."""
    rows, cols = -(-h // STRIDE), -(-w // STRIDE)
    y, x = torch.meshgrid((torch.arange(rows) * STRIDE + .5 - h / 2) / (LONG / 2),
                          (torch.arange(cols) * STRIDE + .5 - w / 2) / (LONG / 2), indexing="ij")
    return x.reshape(-1), y.reshape(-1)

def ups(x, y, r, z):
    ux, uy = -torch.sin(r) - z * x, -torch.cos(r) - z * y
    n = torch.sqrt(ux * ux + uy * uy + 1e-8)
    return ux / n, uy / n

def tables(h, w):
    x, y = cells(h, w); r = torch.deg2rad(RC)
    ux, uy = ups(x[None, None], y[None, None], r[:, None, None], ZC[None, :, None])
    up = torch.stack([ux, uy], -1).reshape(len(RC) * len(ZC), -1)
    d = -torch.sin(r)[:, None, None] * x - torch.cos(r)[:, None, None] * y + HC[None, :, None]
    return up.to(dev), (d / torch.sqrt(d * d + .04)).reshape(len(RC) * len(HC), -1).to(dev)

class Conv(nn.Module):
    def __init__(self, i, o, k, s=1, d=1):
        super().__init__()
        self.c = nn.Conv2d(i, o, k, s, padding=d * (k // 2), dilation=d, bias=False); self.b = nn.BatchNorm2d(o)
    def forward(self, x): return F.relu(self.b(self.c(x)))

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Conv(1, 16, 5, 2); self.b = Conv(16, 24, 3, 2); self.c = Conv(24, 32, 3, 2); self.d = Conv(32, 32, 3); self.j = Conv(32, 32, 3, 1, 2)
        self.e = Conv(32, 48, 3, 2); self.f = Conv(48, 48, 3); self.g = Conv(48, 48, 3, 1, 2); self.h = Conv(48, 48, 3); self.i = Conv(48, 48, 3, 1, 2)
        self.p = nn.Linear(48, 48); self.o = nn.Conv2d(48, 3, 1)
        self.alpha = nn.Parameter(torch.tensor(-3.)); self.beta = nn.Parameter(torch.tensor(-3.))
        self.pr = nn.Parameter(torch.zeros(16)); self.pz = nn.Parameter(torch.zeros(len(ZC))); self.ph = nn.Parameter(torch.zeros(len(HC)))
    def field(self, x):
        x = self.c(self.b(self.a(x))); x = x + self.d(x); x = x + self.j(x)
        x = self.e(x); x = x + self.f(x)
        x = x + F.relu(self.p(x.mean((2, 3))))[:, :, None, None]
        x = x + self.g(x); x = x + self.h(x); x = x + self.i(x)
        return self.o(x)
    def parts(self, o, tab):
        """Log likelihoods over (roll, z) and (roll, h)."""
        o = o.float(); n = o.shape[0]
        v = o[:, :2].permute(0, 2, 3, 1).reshape(n, -1); s = o[:, 2].reshape(n, -1)
        A = torch.exp(self.alpha) * (v @ tab[0].T).view(n, len(RC), -1) + self.pz
        B = torch.exp(self.beta) * (s @ tab[1].T).view(n, len(RC), -1) / 2 + self.ph
        return A, B
    def roll(self, A, B):
        prior = torch.cat([self.pr.flip(0)[:-1], self.pr])
        return torch.log_softmax((torch.logsumexp(A, 2) + torch.logsumexp(B, 2) + prior) @ M.T, 1)

def normalise(img):
    m = img.mean((1, 2, 3), keepdim=True); s = img.std((1, 2, 3), keepdim=True).clamp_min(4 / 255)
    return ((img - m) / s).clamp(-4, 4)

class Views:
    def __init__(self, pack, which, train):
        self.p = torch.from_numpy(pack["panos"][which]).to(dev)       # n × H × W, uint8
        self.q = torch.cat([F.avg_pool2d(self.p[i:i + 8].float()[:, None], 2) for i in range(0, len(self.p), 8)])[:, 0].round().byte()
        self.up = torch.from_numpy(pack["up"][which]).float().to(dev)
        self.w = torch.from_numpy(pack["weight"][which]).float().to(dev)
        small = lambda t: F.avg_pool2d(torch.from_numpy(t).to(dev).float()[:, None] / 255, 2)
        self.text, self.box = small(pack["text"]), small(pack["box"])
        self.host = np.random.default_rng(1)
        self.train = train
    def batch(self, n, shape, g, idx=None):
        h, w = shape; h2, w2 = (h, w) if self.train else (2 * h, 2 * w)
        R = lambda *s: torch.rand(*s, device=dev, generator=g)
        N = lambda *s: torch.randn(*s, device=dev, generator=g)
        if idx is None: idx = torch.multinomial(self.w, n, True, generator=g)
        near = R(n) < .4
        roll = torch.where(near, 6 * N(n), 126 * R(n) - 63) if self.train else 60 * R(n) - 30
        pitch = (12 * N(n)).clamp(-40, 40) if self.train else 30 * R(n) - 15
        none = (R(n) < .07) & self.train
        pitch = torch.where(none, (62 + 28 * R(n)) * torch.where(R(n) < .6, -1., 1.), pitch)
        fov = torch.deg2rad((25 + 50 * R(n)) if self.train else 30 + 30 * R(n))  # of the shorter side
        f = min(h2, w2) / 2 / torch.tan(fov / 2)                              # pixels of the doubled picture
        yaw = 6.2832 * R(n); r, p = torch.deg2rad(roll), torch.deg2rad(pitch)
        y, x = torch.meshgrid(torch.arange(h2, device=dev) + .5 - h2 / 2, torch.arange(w2, device=dev) + .5 - w2 / 2, indexing="ij")
        f_ = f[:, None, None]; X, Y = x[None] / f_, y[None] / f_
        if self.train:
            k = (.05 * N(n)).clamp(-.12, .12)[:, None, None]; rr = 1 + k * ((x * x + y * y)[None] / (w2 * w2 / 4)); X, Y = X * rr, Y * rr
        flip = torch.where(R(n) < .5, -1., 1.) if self.train else torch.ones(n, device=dev)
        X = X * flip[:, None, None]
        c, s = torch.cos, torch.sin; e = lambda t: t[:, None, None]
        x1, y1 = c(e(r)) * X - s(e(r)) * Y, s(e(r)) * X + c(e(r)) * Y
        y2, z2 = c(e(p)) * y1 - s(e(p)), s(e(p)) * y1 + c(e(p))
        x3, z3 = c(e(yaw)) * x1 + s(e(yaw)) * z2, -s(e(yaw)) * x1 + c(e(yaw)) * z2
        lon = torch.atan2(x3, z3) / 3.14159265; lat = torch.atan2(y2, torch.sqrt(x3 * x3 + z3 * z3)) / 1.57079633
        # Truth: up in the camera's axes.
        ux, uy, uz = self.up[idx].T
        a1, c1 = c(yaw) * ux - s(yaw) * uz, s(yaw) * ux + c(yaw) * uz
        b1, c2 = c(p) * uy + s(p) * c1, -s(p) * uy + c(p) * c1
        vx, vy = c(r) * a1 + s(r) * b1, -s(r) * a1 + c(r) * b1
        vx = vx * flip
        flat = torch.sqrt(vx * vx + vy * vy); true = torch.rad2deg(torch.atan2(-vx, -vy))
        unit = max(h2, w2) / 2; z = c2 / flat / (f / unit); hh = c2 / flat * (f / unit)
        grid = torch.stack([lon, lat], -1); parts = []
        # Wide views from the half-size panoramas: sorted by field of view, the wider half.
        if self.train:
            o = torch.argsort(fov); half = n // 2
            parts = [F.grid_sample(src[idx[k]].to(torch.float16)[:, None].float(), grid[k], padding_mode="border", align_corners=False) for src, k in ((self.p, o[:half]), (self.q, o[half:]))]
            img = torch.empty(n, 1, h2, w2, device=dev); img[o[:half]] = parts[0]; img[o[half:]] = parts[1]; img /= 255
        else:
            img = torch.cat([F.grid_sample(self.p[idx[i:i + 64]].float()[:, None], grid[i:i + 64], padding_mode="border", align_corners=False) for i in range(0, n, 64)]) / 255
        if self.train:
            v = lambda t: t[:, None, None, None]
            if self.host.random() < .5:
                sg = .3 + 1.2 * self.host.random(); t = torch.arange(-4, 5, device=dev, dtype=torch.float)
                k = torch.exp(-t * t / 2 / sg / sg); k /= k.sum(); at = int(self.host.integers(n - n // 3)); m = slice(at, at + n // 3)
                img[m] = F.conv2d(F.conv2d(F.pad(img[m], (4, 4, 4, 4), mode="replicate"), k.view(1, 1, 1, -1)), k.view(1, 1, -1, 1))
            img = img.clamp(0, 1) ** v(.55 + 1.2 * R(n))
            # Things before the scene: parts of other pictures, turned with them, in soft blobs and straight boxes.
            o = torch.randperm(n, device=dev, generator=g)
            cx, cy = v((R(n) - .5) * w2), v((R(n) - .2) * h2); rx, ry = v((.04 + .2 * R(n)) * w2), v((.1 + .4 * R(n)) * h2)
            q = ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2
            q = torch.where(v(R(n) < .3), torch.maximum(((x - cx) / rx).abs(), ((y - cy) / ry).abs()), q)
            m = torch.sigmoid((1 - q) * v(4 + 30 * R(n))) * v((R(n) < .25).float())
            other = img[o].flip(3) * v(.4 + .8 * R(n))
            img = img * (1 - m) + other.clamp(0, 1) * m
            # Fog and vignettes, gain and offset.
            fog = v(torch.where(R(n) < .15, .6 * R(n), torch.zeros(n, device=dev))); img = img * (1 - fog) + v(.3 + .6 * R(n)) * fog
            img = img * (1 - v(.5 * R(n) * (R(n) < .3)) * ((x * x + y * y) / (w2 * w2 / 4)))
            img = img * v(.35 + .8 * R(n)) + v(.12 * R(n))
            # Text on the picture.
            t = torch.randint(0, len(self.text), (n,), device=dev, generator=g)
            on = v((R(n) < .2).float())
            tx, bx = (q if q.shape[2:] == (h2, w2) else F.interpolate(q, (h2, w2)) for q in (self.text[t], self.box[t]))
            img = img * (1 - bx * on * v(R(n) * (R(n) < .4))); img = img * (1 - tx * on) + v(torch.where(R(n) < .75, .85 + .15 * R(n), .1 * R(n))) * tx * on
            img = img + v(.02 * R(n) ** 2) * N(n, 1, h2, w2)
        else:
            img = img + .008 * N(n, 1, h2, w2)
        img = (img.clamp(0, 1) * 255).round() / 255
        return normalise(img if self.train else F.avg_pool2d(img, 2)), true, z, hh, none | (true.abs() > 60.5), idx

M = cubic().to(dev)

def judge(net, views, names, n=4096):
    g = torch.Generator(dev).manual_seed(5); net.eval(); tab = tables(*SHAPES[0]); out = []
    with torch.no_grad():
        for i in range(0, n, 256):
            k = torch.arange(i, i + 256, device=dev) % len(views.p)
            img, true, z, hh, none, idx = views.batch(256, SHAPES[0], g, k)
            A, B = net.parts(net.field(img), tab)
            p = net.roll(A, B).exp()
            mass = F.conv1d(p[:, None], torch.ones(1, 1, 5, device=dev), padding=2)[:, 0]; best = mass.argmax(1).clamp(3, 237)
            near = best[:, None] + torch.arange(-3, 4, device=dev); q = p.gather(1, near)
            ang = (q * (near / 2 - 60)).sum(1) / q.sum(1)
            out.append(torch.stack([(ang - true).abs(), mass.amax(1), idx.float()], 1).cpu())
    net.train(); out = torch.cat(out).numpy()
    kinds = np.array([names[int(i)].split("_")[0] if "_" in names[int(i)] else "photo" for i in out[:, 2]])
    for k in sorted(set(kinds)) + ["all"]:
        e = out[kinds == k] if k != "all" else out; sure = e[:, 1] >= .5
        auc = [np.maximum(0, 1 - e[:, 0] / l).mean() for l in (1, 5, 10)]
        print(f"  {k:8s} n {len(e):5d} AUC {auc[0]:.2f} {auc[1]:.2f} {auc[2]:.2f} median {np.median(e[:,0]):.2f} p90 {np.quantile(e[:,0],.9):.2f} conf>=.5 {sure.mean():.2f} within1 {np.mean(e[sure,0]<1) if sure.any() else 0:.2f} meanconf {e[:,1].mean():.2f} within1 {np.mean(e[:,0]<1):.2f}", flush=True)

def load(folder):
    pack = dict(np.load(folder + "/pack.npz"))
    pack["panos"] = np.stack([cv2.imread(f"{folder}/{n}.jpg", 0) for n in pack["names"]])
    return pack

def main():
    pack = load(sys.argv[1]); out, fold, seconds, seed = sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5])
    n = int(sys.argv[6]) if len(sys.argv) > 6 else 256
    torch.manual_seed(seed); names, half = pack["names"], pack["fold"]
    train = np.flatnonzero(half != fold) if fold < 2 else np.arange(len(names)); test = np.flatnonzero(half == fold)
    views = Views(pack, train, True); held = Views(pack, test, False) if len(test) else None
    g = torch.Generator(dev).manual_seed(seed + 1)
    net = Net().to(dev); net = net.to(memory_format=torch.channels_last)
    opt = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-2)
    tabs = [tables(*s) for s in SHAPES]; xy = [tuple(t.to(dev) for t in cells(*s)) for s in SHAPES]
    start, step, ema = time.time(), 0, None
    while True:
        done = (time.time() - start) / seconds
        if done >= 1: break
        for q in opt.param_groups: q["lr"] = 3e-3 * min(1, (step + 1) / 200) * (.5 + .5 * np.cos(np.pi * done)) + 1e-6
        k = int(np.random.default_rng(seed * 1000003 + step).choice(3, p=[.7, .18, .12]))
        img, true, z, hh, none, idx = views.batch(n, SHAPES[k], g)
        with torch.autocast(dev, torch.bfloat16, enabled=dev == "cuda"): o = net.field(img.to(memory_format=torch.channels_last))
        A, B = net.parts(o, tabs[k]); lp = net.roll(A, B)
        t = torch.exp(-.5 * ((RF.to(dev) - true[:, None]) / .7) ** 2); t = torch.where(none[:, None], torch.ones_like(t), t); t = t / t.sum(1, keepdim=True)
        l0 = -(t * lp).sum(1).mean(); ok = (~none).float()
        x, y = xy[k]; ux, uy = ups(x, y, torch.deg2rad(true)[:, None], z[:, None])
        o = o.float(); v = o[:, :2].flatten(2); s = o[:, 2].flatten(1); size = v.norm(dim=1)
        l1 = ((torch.log(torch.special.i0e(size)) + size - v[:, 0] * ux - v[:, 1] * uy).mean(1) * ok).sum() / ok.sum()
        d = -torch.sin(torch.deg2rad(true))[:, None] * x - torch.cos(torch.deg2rad(true))[:, None] * y + hh[:, None]
        l2 = (F.binary_cross_entropy_with_logits(s, (d > 0).float(), reduction="none").mean(1) * ok).sum() / ok.sum()
        r = ((true + 60) / 4).round().long().clamp(0, 30)
        a = torch.log_softmax(A[torch.arange(n), r], 1); b = torch.log_softmax(B[torch.arange(n), r], 1)
        tz = torch.softmax(-.5 * ((ZC.to(dev) - z[:, None]) / .12) ** 2, 1); th = torch.softmax(-.5 * ((HC.to(dev) - hh[:, None]) / .12) ** 2, 1)
        l3 = (-((tz * a).sum(1) + (th * b).sum(1)) * ok).sum() / ok.sum()
        loss = l0 + .5 * l1 + .5 * l2 + .1 * l3
        opt.zero_grad(set_to_none=True); loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.); opt.step(); step += 1
        if ema is None: ema = {k: v.clone() for k, v in net.state_dict().items()}
        else:
            m = min(.998, step / (step + 20))
            with torch.no_grad():
                for q, w in net.state_dict().items():
                    if w.dtype.is_floating_point: ema[q].lerp_(w, 1 - m)
                    else: ema[q].copy_(w)
        if step % 1000 == 0 or step == 20: print(f"fold {fold} {time.time()-start:.0f} s step {step} roll {l0:.3f} up {l1:.3f} sky {l2:.3f} zh {l3:.3f}", flush=True)
    net.load_state_dict(ema)
    if held: print(f"fold {fold}: {step} steps of {n}; held out:"); judge(net, held, names[test])
    views.train = False; print(f"fold {fold}: trained on:"); judge(net, views, names[train], 2048)
    np.savez(out, steps=step, **{k: v.float().cpu().numpy() for k, v in net.state_dict().items()})

if __name__ == "__main__": main()
