"""Gets the panoramas that a list names: python gather.py OUT CLONES [LIST.csv]

LIST.csv (panoramas.csv beside this file) has name, repository, path and licence. OUT gets NAME.EXTENSION of each, CLONES a clone of each
repository as OWNER+NAME, without its files; one that is there already is used as it is. From Debian's packages ("Debian:PACKAGE VERSION")
files come by `apt-get download`. Says what can't be had, and exits with 1 then.
"""
import csv, pathlib, subprocess, sys, tempfile

def clone(folder, repository):
    path = folder / repository.replace("/", "+")
    if not path.exists():
        subprocess.run(["git", "clone", "-q", "--bare", "--depth", "1", "--filter=blob:none", f"https://github.com/{repository}", path], check=True)
    return path

def from_git(folder, repository, path):
    git = clone(folder, repository)
    return subprocess.run(["git", "-C", git, "show", f"HEAD:{path}"], check=True, capture_output=True).stdout

def from_debian(package, path):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=True, capture_output=True)
        archive, = pathlib.Path(folder).glob("*.deb")
        subprocess.run(["dpkg-deb", "-x", archive, folder], check=True)
        return (pathlib.Path(folder) / path).read_bytes()

def main():
    if len(sys.argv) not in (3, 4): raise SystemExit(__doc__)
    out, clones = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    listed = sys.argv[3] if len(sys.argv) > 3 else pathlib.Path(__file__).parent / "panoramas.csv"
    out.mkdir(parents=True, exist_ok=True); clones.mkdir(parents=True, exist_ok=True); missing = []
    with open(listed, newline="") as file: rows = list(csv.DictReader(file))
    for row in rows:
        target = out / (row["name"] + pathlib.Path(row["path"]).suffix)
        if target.exists(): continue
        try:
            if row["repository"].startswith("Debian:"): data = from_debian(row["repository"][7:].split()[0], row["path"])
            else: data = from_git(clones, row["repository"], row["path"])
            target.write_bytes(data)
        except (subprocess.CalledProcessError, OSError) as error:
            missing.append(row["name"]); print(f"{row['name']}: {row['path']} of {row['repository']} can't be had: {error}", file=sys.stderr)
    print(f"{len(rows) - len(missing)} of {len(rows)} panoramas are in {out}")
    sys.exit(1 if missing else 0)

if __name__ == "__main__": main()
