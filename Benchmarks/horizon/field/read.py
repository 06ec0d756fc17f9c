"""What networks make of views they haven't seen: python read.py PACK NET0.npz NET1.npz FOLDER

Writes FOLDER/field.npy for fit.py: the logarithm of each roll's probability, by the network that has left the view's scene out; of
what is no scene of the pack, by both in turn. Needs what train.py needs.
"""
import sys
import cv2, numpy as np, torch
import train as T
pack = dict(np.load(sys.argv[1] + "/pack.npz")); folder = sys.argv[4]
fold = {str(n).replace("_", "~"): int(f) for n, f in zip(pack["names"], pack["fold"])}
nets = []
for k in range(2):
    raw = np.load(sys.argv[2 + k]); n = T.Net().to(T.dev); n.load_state_dict({k: torch.from_numpy(raw[k]) for k in raw.files if k != "steps"}); n.eval(); nets.append(n)
rows = [l.split(",") for l in open(folder + "/truth.csv").read().split("\n")[1:] if l]
by = np.array([fold.get(r[0].rsplit("_", 1)[0], i % 2) for i, r in enumerate(rows)])
out = np.zeros((len(rows), 241), np.float32)
for k in range(2):
    for part in np.array_split(np.flatnonzero(by == k), max(1, (by == k).sum() // 64)):
        if not len(part): continue
        img = [cv2.imread(f"{folder}/{rows[i][0]}", 0) for i in part]
        shapes = sorted({i.shape for i in img})
        for s in shapes:
            idx = [j for j, i in enumerate(img) if i.shape == s]; h, w = s; size = (240, round(240 * h / w)) if w >= h else (round(240 * w / h), 240)
            x = torch.stack([torch.from_numpy(cv2.resize(img[j], size, interpolation=cv2.INTER_AREA)).float()[None] / 255 for j in idx]).to(T.dev)
            with torch.no_grad():
                A, B = nets[k].parts(nets[k].field(T.normalise(x)), T.tables(size[1], size[0])); out[part[idx]] = nets[k].roll(A, B).cpu().numpy()
np.save(folder + "/field.npy", out)
