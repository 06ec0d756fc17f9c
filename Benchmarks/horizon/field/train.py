"""Trains the network that reads perspective fields: python train.py PACK OUT.npz [--fold 2] [--seconds 3600] [--seed 3] [--batch 128] [--start FOLDER]

PACK is what pack.py makes. FOLD 0 or 1 leaves half of the places and of the kinds of rendered scenes out and is judged by them; 2
trains on all. Each step takes BATCH new views of random panoramas: rolls of ±63°, two fifths of them within some 6°; pitches
of 12° (standard deviation), 7 in 100 straight up or down, where no roll is right; 25° to 75° across the shorter side, distorted, at
16:9, 4:3 and 9:16; with blur, gamma, fog, vignettes, noise, parts of other pictures and text before them. The loss is the roll's
cross-entropy (σ = .7°), plus those of the field's vectors (von Mises), of the horizon's side and of lean and height. AdamW, 3e-3
(--rate) falling along a cosine; the weights are a running mean. --start begins with the network of Sources/CShims/CGuides. Every five
minutes OUT.npz.state gets all that a run needs, and the same command goes on with it. Needs numpy, opencv-python and torch; two cores
take 250 views a second, a large GPU 6,000.
"""
import argparse, os, pathlib, re, sys, time
import cv2, numpy as np, torch, torch.nn as nn, torch.nn.functional as F

dev = "cuda" if torch.cuda.is_available() else "cpu"
# On a processor most of the time is the views' own, unless they are one loop.
compiled = torch.compile(dynamic=False) if dev == "cpu" else lambda f: f
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

@compiled
def directions(h, w, f, bent, flip, roll, pitch, yaw):
    """Longitudes and latitudes, n × h × w, as shares of a panorama; angles in radians, f in pixels."""
    e = lambda t: t[:, None, None]; c, s = torch.cos, torch.sin
    y = (torch.arange(h, device=f.device) + .5 - h / 2)[:, None]; x = (torch.arange(w, device=f.device) + .5 - w / 2)[None]
    far = (1 + e(bent) * ((x * x + y * y)[None] / (w * w / 4))) / e(f); X, Y = x[None] * far * e(flip), y[None] * far
    x1, y1 = c(e(roll)) * X - s(e(roll)) * Y, s(e(roll)) * X + c(e(roll)) * Y
    y2, z2 = c(e(pitch)) * y1 - s(e(pitch)), s(e(pitch)) * y1 + c(e(pitch))
    x3, z3 = c(e(yaw)) * x1 + s(e(yaw)) * z2, -s(e(yaw)) * x1 + c(e(yaw)) * z2
    return torch.atan2(x3, z3) / 6.28318531 + .5, torch.atan2(y2, torch.sqrt(x3 * x3 + z3 * z3)) / 3.14159265 + .5

@compiled
def sample(panos, idx, lon, lat):
    """Light of 0 to 1, n × 1 × h × w, by the four samples around each place of panoramas, all × H × W bytes."""
    H, W = panos.shape[1:]; flat = panos.view(-1); at = idx[:, None, None] * (H * W)
    u, v = lon * W - .5, (lat * H - .5).clamp(0, H - 1.001)
    u0, v0 = torch.floor(u), torch.floor(v); fu, fv = u - u0, v - v0
    left, right = u0.long() % W, (u0.long() + 1) % W; row = at + v0.long() * W
    top = flat[row + left].float() * (1 - fu) + flat[row + right].float() * fu
    low = flat[row + W + left].float() * (1 - fu) + flat[row + W + right].float() * fu
    return ((top * (1 - fv) + low * fv) / 255)[:, None]

@compiled
def spoil(img, o, text, box, noise, q):
    """What cameras and people do to a picture; q are 20 numbers of 0 to 1 for each."""
    n, _, h, w = img.shape; v = lambda k: q[k][:, None, None, None]
    y = (torch.arange(h, device=img.device) + .5 - h / 2)[:, None]; x = (torch.arange(w, device=img.device) + .5 - w / 2)[None]
    img = img.clamp(0, 1) ** (.55 + 1.2 * v(0))
    # Things before the scene: parts of other pictures, turned with them, in soft blobs and straight boxes.
    cx, cy = (v(1) - .5) * w, (v(2) - .2) * h; rx, ry = (.04 + .2 * v(3)) * w, (.1 + .4 * v(4)) * h
    far = ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2
    far = torch.where(v(5) < .3, torch.maximum(((x - cx) / rx).abs(), ((y - cy) / ry).abs()), far)
    m = torch.sigmoid((1 - far) * (4 + 30 * v(6))) * (v(7) < .25).float()
    img = img * (1 - m) + (img[o].flip(3) * (.4 + .8 * v(8))).clamp(0, 1) * m
    # Fog and vignettes, gain and offset.
    fog = torch.where(v(9) < .15, .6 * v(10), torch.zeros_like(v(10))); img = img * (1 - fog) + (.3 + .6 * v(11)) * fog
    img = img * (1 - .5 * v(12) * (v(13) < .3) * ((x * x + y * y) / (w * w / 4)))
    img = img * (.35 + .8 * v(14)) + .12 * v(15)
    # Text on the picture.
    on = (v(16) < .2).float()
    img = img * (1 - box * on * v(17) * (v(17) < .4)); img = img * (1 - text * on) + torch.where(v(18) < .75, .85 + .15 * v(18), .1 * v(18)) * text * on
    img = img + .02 * v(19) ** 2 * noise
    return normalise((img.clamp(0, 1) * 255).round() / 255)

class Views:
    def __init__(self, pack, which, train):
        self.p = torch.from_numpy(pack["panos"][which]).to(dev)       # n × H × W, uint8
        self.q = torch.cat([F.avg_pool2d(self.p[i:i + 8].float()[:, None], 2) for i in range(0, len(self.p), 8)])[:, 0].round().byte().contiguous()
        self.up = torch.from_numpy(pack["up"][which]).float().to(dev)
        self.w = torch.from_numpy(pack["weight"][which]).float().to(dev)
        small = lambda t: F.avg_pool2d(torch.from_numpy(t).to(dev).float()[:, None] / 255, 2)
        text, box = small(pack["text"]), small(pack["box"])
        self.text = {s: (text, box) if text.shape[2:] == s else tuple(F.interpolate(t, s) for t in (text, box)) for s in SHAPES}
        self.host = np.random.default_rng(1)
        self.train = train
    @torch.no_grad()
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
        bent = (.05 * N(n)).clamp(-.12, .12) if self.train else torch.zeros(n, device=dev)
        flip = torch.where(R(n) < .5, -1., 1.) if self.train else torch.ones(n, device=dev)
        lon, lat = directions(h2, w2, f, bent, flip, r, p, yaw)
        # Truth: up in the camera's axes.
        c, s = torch.cos, torch.sin
        ux, uy, uz = self.up[idx].T
        a1, c1 = c(yaw) * ux - s(yaw) * uz, s(yaw) * ux + c(yaw) * uz
        b1, c2 = c(p) * uy + s(p) * c1, -s(p) * uy + c(p) * c1
        vx, vy = c(r) * a1 + s(r) * b1, -s(r) * a1 + c(r) * b1
        vx = vx * flip
        flat = torch.sqrt(vx * vx + vy * vy); true = torch.rad2deg(torch.atan2(-vx, -vy))
        unit = max(h2, w2) / 2; z = c2 / flat / (f / unit); hh = c2 / flat * (f / unit)
        # Wide views from the half-size panoramas: the wider half of a batch.
        if self.train:
            o = torch.argsort(fov); half = n // 2
            img = torch.empty(n, 1, h2, w2, device=dev)
            for k, panos in ((o[:half], self.p), (o[half:], self.q)): img[k] = sample(panos, idx[k], lon[k], lat[k])
        else: img = sample(self.p, idx, lon, lat)
        if self.train:
            if self.host.random() < .5:
                sg = .3 + 1.2 * self.host.random() if self.host.random() < .7 else 1.5 + 3.5 * self.host.random(); reach = int(np.ceil(2.5 * sg))
                t = torch.arange(-reach, reach + 1, device=dev, dtype=torch.float)
                k = torch.exp(-t * t / 2 / sg / sg); k /= k.sum(); at = int(self.host.integers(n - n // 3)); m = slice(at, at + n // 3)
                img[m] = F.conv2d(F.conv2d(F.pad(img[m], (reach,) * 4, mode="replicate"), k.view(1, 1, 1, -1)), k.view(1, 1, -1, 1))
            t = torch.randint(0, len(self.text[shape][0]), (n,), device=dev, generator=g)
            img = spoil(img, torch.randperm(n, device=dev, generator=g), self.text[shape][0][t], self.text[shape][1][t], N(n, 1, h2, w2), R(20, n))
        else:
            img = normalise(F.avg_pool2d(((img + .008 * N(n, 1, h2, w2)).clamp(0, 1) * 255).round() / 255, 2))
        return img, true, z, hh, none | (true.abs() > 60.5), idx

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

def stored(folder):
    """The arrays that export.py wrote."""
    data, at, out = (pathlib.Path(folder) / "weights/field.bin").read_bytes(), 0, {}
    for kind, name, sizes in re.findall(r"_Alignas\(64\) (\w+) (\w+)((?:\[\d+\])+);", (pathlib.Path(folder) / "field_layers.h").read_text()):
        shape = [int(k) for k in re.findall(r"\d+", sizes)]; dtype = np.dtype({"int16_t": "<i2", "float": "<f4"}[kind])
        out[name] = np.frombuffer(data, dtype, int(np.prod(shape)), at).reshape(shape); at += -(-int(np.prod(shape)) * dtype.itemsize // 64) * 64
    return out

def begin(net, folder, views, g):
    """Gives the network the stored weights. Normalizations take what each layer makes of some views, so that the whole stays as it is."""
    a, unit = stored(folder), 1 / 500
    split = {"j", "g", "i"}
    with torch.no_grad():
        for name in "abcdjefphgi":
            layer = getattr(net, name); shape = (layer.weight.shape + (1, 1)) if name == "p" else layer.c.weight.shape
            o, i, kh, kw = shape; run = i if name in split else kw * i; runs = kh * kw if name in split else kh
            q = a[name + "_weights"].reshape(o // 8, runs, -1, 8, 2).transpose(0, 3, 1, 2, 4).reshape(o, runs, -1)[:, :, :run]
            q = q.reshape(o, kh, kw, i).transpose(0, 3, 1, 2) * (a[name + "_factors"] * (512 * unit if name == "a" else 1))[:, None, None, None]
            w, b = torch.from_numpy(q.astype(np.float32)), torch.from_numpy(a[name + "_biases"] * np.float32(unit))
            if name == "p": layer.weight.copy_(w[:, :, 0, 0]); layer.bias.copy_(b)
            else: layer.c.weight.copy_(w); layer.b.weight.fill_(1); layer.b.bias.copy_(b); layer.b.running_mean.zero_(); layer.b.running_var.fill_(1 - layer.b.eps)
        net.o.weight.copy_(torch.from_numpy(a["outputs"] / unit)[:, :, None, None]); net.o.bias.copy_(torch.from_numpy(a["output_biases"].copy()))
        fit = a["fit"]; net.alpha.fill_(float(np.log(fit[0]))); net.beta.fill_(float(np.log(2 * fit[1]))); n = len(ZC)
        net.pr.copy_(torch.from_numpy(fit[2:18].copy())); net.pz.copy_(torch.from_numpy(fit[18:18 + n].copy())); net.ph.copy_(torch.from_numpy(fit[18 + n:].copy()))
        net.eval(); img = views.batch(256, SHAPES[0], g)[0]; layers = [m for m in net.modules() if isinstance(m, Conv)]
        def settle(layer, given, made):
            out = layer.c(given[0]); mean, var = out.mean((0, 2, 3)), out.var((0, 2, 3)).clamp_min(1e-6)
            size = np.sqrt(2 / layer.c.weight[0].numel()) / layer.c.weight.flatten(1).std(1).clamp_min(1e-6)
            layer.c.weight *= size[:, None, None, None]; mean, var = mean * size, var * size * size
            layer.b.bias += mean / size; layer.b.weight.copy_(torch.sqrt(var + layer.b.eps) / size); layer.b.running_mean.copy_(mean); layer.b.running_var.copy_(var)
        hooks = [m.register_forward_hook(settle) for m in layers]; net.field(img)
        for hook in hooks: hook.remove()
        net.train()

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pack"); parser.add_argument("out"); parser.add_argument("--start")
    for name, value in (("fold", 2), ("seconds", 3600.), ("seed", 3), ("batch", 128), ("rate", 3e-3)): parser.add_argument("--" + name, type=type(value), default=value)
    a = parser.parse_args(); out, fold, n = a.out, a.fold, a.batch
    pack = load(a.pack); torch.manual_seed(a.seed); names, half = pack["names"], pack["fold"]
    train = np.flatnonzero(half != fold) if fold < 2 else np.arange(len(names)); test = np.flatnonzero(half == fold)
    views = Views(pack, train, True); held = Views(pack, test, False) if len(test) else None
    g = torch.Generator(dev).manual_seed(a.seed + 1)
    net = Net().to(dev)
    if a.start: begin(net, a.start, views, g)
    net = net.to(memory_format=torch.channels_last); field = torch.compile(net.field, dynamic=False) if dev == "cpu" else net.field
    opt = torch.optim.AdamW(net.parameters(), a.rate, weight_decay=1e-2)
    tabs = [tables(*s) for s in SHAPES]; xy = [tuple(t.to(dev) for t in cells(*s)) for s in SHAPES]
    step, ema, spent, last = 0, None, 0., time.time()
    if os.path.exists(out + ".state"):
        state = torch.load(out + ".state", weights_only=False); net.load_state_dict(state["net"]); opt.load_state_dict(state["opt"]); g.set_state(state["g"])
        step, ema, spent = state["step"], state["ema"], state["spent"]
    saved = spent
    while True:
        now = time.time(); spent += now - last; last = now; done = spent / a.seconds
        if spent - saved > 300 or done >= 1:
            torch.save(dict(net=net.state_dict(), opt=opt.state_dict(), g=g.get_state(), step=step, ema=ema, spent=spent), out + ".part"); os.replace(out + ".part", out + ".state"); saved = spent
        if done >= 1: break
        for q in opt.param_groups: q["lr"] = a.rate * min(1, (step + 1) / 200) * (.5 + .5 * np.cos(np.pi * done)) + 1e-6
        k = int(np.random.default_rng(a.seed * 1000003 + step).choice(3, p=[.7, .18, .12]))
        img, true, z, hh, none, idx = views.batch(n, SHAPES[k], g)
        with torch.autocast(dev, torch.bfloat16): o = field(img.to(memory_format=torch.channels_last))
        A, B = net.parts(o, tabs[k]); lp = net.roll(A, B)
        t = torch.exp(-.5 * ((RF.to(dev) - true[:, None]) / .7) ** 2); t = torch.where(none[:, None], torch.ones_like(t), t); t = t / t.sum(1, keepdim=True)
        l0 = -(t * lp).sum(1).mean(); ok = (~none).float()
        x, y = xy[k]; ux, uy = ups(x, y, torch.deg2rad(true)[:, None], z[:, None])
        o = o.float(); v = o[:, :2].flatten(2); s = o[:, 2].flatten(1); size = v.norm(dim=1)
        l1 = ((torch.log(torch.special.i0e(size)) + size - v[:, 0] * ux - v[:, 1] * uy).mean(1) * ok).sum() / ok.sum()
        d = -torch.sin(torch.deg2rad(true))[:, None] * x - torch.cos(torch.deg2rad(true))[:, None] * y + hh[:, None]
        l2 = (F.binary_cross_entropy_with_logits(s, (d > 0).float(), reduction="none").mean(1) * ok).sum() / ok.sum()
        r = ((true + 60) / 4).round().long().clamp(0, 30)
        a_, b_ = torch.log_softmax(A[torch.arange(n), r], 1), torch.log_softmax(B[torch.arange(n), r], 1)
        tz = torch.softmax(-.5 * ((ZC.to(dev) - z[:, None]) / .12) ** 2, 1); th = torch.softmax(-.5 * ((HC.to(dev) - hh[:, None]) / .12) ** 2, 1)
        l3 = (-((tz * a_).sum(1) + (th * b_).sum(1)) * ok).sum() / ok.sum()
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
        if step % 200 == 0 or step in (1, 20): print(f"fold {fold} {spent:.0f} s step {step} roll {l0:.3f} up {l1:.3f} sky {l2:.3f} zh {l3:.3f}", flush=True)
    net.load_state_dict(ema)
    if held: print(f"fold {fold}: {step} steps of {n}; held out:"); judge(net, held, names[test])
    views.train = False; print(f"fold {fold}: trained on:"); judge(net, views, names[train], 2048)
    np.savez(out, steps=step, **{k: v.float().cpu().numpy() for k, v in net.state_dict().items()})

if __name__ == "__main__": main()
