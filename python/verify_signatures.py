#!/usr/bin/env python3
"""Proves what is signed of a dualcam recording, without dualcam: that signed.jsonl is whole and by the key, and that pictures, kept
frames, lines and session.json are as it says. Needs PyPI's or Debian's cryptography.

  python/verify_signatures.py out/lab camera.pub
"""
import argparse, base64, hashlib, json, os, re, stat, sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization

SIGNATURE = re.compile(rb'^(.*),"signature":"([0-9a-f]{128})"}$', re.S)
MARKS = re.compile(rb',"deleted":true(?:,"lost":true)?}$')


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def read(path):
    """A file's bytes: of a regular one, as a pipe would have no end."""
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    with open(file, "rb") as opened:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(f"{path} isn't a file")
        return opened.read()


class Log:
    """What a folder's signed.jsonl says; `problems` has what is wrong with the log itself."""

    def __init__(self, folder, key):
        self.pictures, self.restored, self.unsigned, self.gone, self.missing, self.removed = {}, {}, set(), {}, {}, {}
        self.problems, self.sessions, self.ends, digest = [], [], [], None
        self.first = self.after = self.last = None
        self.is_ended = False
        own = base64.b64encode(key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)).decode()
        for number, line in enumerate(read(f"{folder}/signed.jsonl").split(b"\n")[:-1], 1):
            try:
                message, signature = SIGNATURE.match(line).groups()
                key.verify(bytes.fromhex(signature.decode()), message)
                record = json.loads(line)
                if record.get("before") != digest:
                    raise ValueError("doesn't go on from the line before")
                if record.get("key", own) != own:
                    raise ValueError("names another key")
                digest = sha256(line)
                self.ends = ([] if record["what"] in ("picture", "run") else self.ends) + [digest]
                self.take(record)
            except (AttributeError, InvalidSignature, ValueError, KeyError, TypeError) as error:
                self.problems.append(f"signed.jsonl, line {number}: {error or 'its signature is wrong'}")
                return

    def take(self, record):
        what, segment = record["what"], record.get("segment", "")
        self.sessions += [record["session"]] if "session" in record else []
        if what == "run":
            self.first = record["first"] if self.first is None else self.first
            self.after = self.after or ((segment, record["after"]) if "after" in record else None)
            self.is_ended = False
        elif what == "picture":
            if self.last is not None and record["index"] <= self.last:
                raise ValueError("has the number of an earlier picture")
            self.pictures[record["index"]], self.last = record, record["index"]
        elif what == "restored":
            self.restored[record["index"]] = record["line"]
        elif what == "unsigned":
            self.unsigned |= set(record["pictures"])
        elif what in ("freed", "deleted"):
            self.gone.setdefault(segment, set()).update(record["pictures"])
        elif what == "missing":
            self.missing.setdefault(segment, set()).update(record["pictures"])
        elif what == "removed":
            self.removed[segment] = (record["ends"], record.get("earlier"), record.get("after"))
        elif what == "end":
            self.is_ended = not record.get("continues")


def check(folder, log, gone, missing, place, problems, notes):
    seen, last = set(), -1
    if sha256(read(f"{folder}/session.json")) not in log.sessions[-2:]:
        problems.append(f"{place}session.json: isn't as it was signed")
    for number, line in enumerate(read(f"{folder}/frames.jsonl").split(b"\n")[:-1], 1):
        index = json.loads(line)["index"]
        picture = log.pictures.get(index)
        if picture is None:
            if log.first is None or index < log.first:
                notes.append(f"{place}{index:06d}.jpg isn't signed: it was recorded before anything was")
            elif index in log.unsigned:
                notes.append(f"{place}{index:06d}.jpg isn't signed: it was in flight when the recorder was stopped")
            else:
                problems.append(f"{place}{index:06d}.jpg: isn't signed")
            continue
        if index <= last:
            problems.append(f"{place}frames.jsonl, line {number}: isn't where it was signed")
        last = max(last, index)
        seen.add(index)
        digest = sha256(MARKS.sub(b"}", line))
        if digest != picture["line"]:
            if digest == log.restored.get(index):
                notes.append(f"{place}frames.jsonl, line {number}: was restored after a stop, without what it said")
            else:
                problems.append(f"{place}frames.jsonl, line {number}: isn't as it was signed")
        for file in picture["files"]:
            if not re.fullmatch(rf"{index:06d}\.jpg|sources/{index:06d}\.[a-z0-9_]+\.(jpg|pbm)|photos/IMG_{index + 1:04d}[-_a-z0-9]*\.jpg", file["path"]):
                problems.append(f"{place}signed.jsonl: {file['path']} is no file of picture {index}")
                continue
            path = f"{folder}/{file['path']}"
            if not os.path.lexists(path):
                if index not in gone and index not in missing:
                    problems.append(f"{place}{file['path']}: is gone, and nothing signed says why")
            elif sha256(read(path)) != file["sha256"]:
                problems.append(f"{place}{file['path']}: isn't as it was signed")
    for index in sorted(set(log.pictures) - seen):
        if index not in missing and index not in gone and (log.is_ended or index <= last):
            problems.append(f"{place}frames.jsonl: the line of picture {index} is missing")
    known = {file["path"] for picture in log.pictures.values() for file in picture["files"]}
    for part in ("", "sources/", "photos/"):
        for name in os.listdir(f"{folder}/{part}") if os.path.isdir(f"{folder}/{part}") else []:
            number = re.match(r"(\d{6,})\.[a-z0-9_.]*(jpg|pbm)$", name) or re.match(r"IMG_(\d{4,})[-_a-z0-9]*\.jpg$", name)
            index = int(number[1]) - (part == "photos/") if number else None
            if index is not None and part + name not in known and index >= (log.first or 0) and index not in log.unsigned and (log.is_ended or index <= last):
                problems.append(f"{place}{part}{name}: isn't signed")
    lost = len((missing - gone) & set(log.pictures))
    notes += [f"{place}{lost} signed pictures are gone: deleted without a signature, or lost in a power cut"] if lost else []
    return len(seen)


def verify(path, key):
    problems, notes, pictures, before = [], [], 0, None
    names = [""] if os.path.exists(f"{path}/frames.jsonl") else sorted((name for name in os.listdir(path) if re.fullmatch(r"\d{6,}", name)), key=int)
    folders = [(f"{path}/{name}" if name else path, name) for name in names]
    if not folders:
        return [f"{path}: no recording"], notes, 0
    if any(os.path.lexists(f"{folder}/packed.json") for folder, _ in folders):
        return [f"{path}: packed as JPEG XL; run: dualcam unpack {path}"], notes, 0
    logs = [Log(folder, key) if os.path.lexists(f"{folder}/signed.jsonl") else None for folder, _ in folders]
    if not any(logs):
        return [f"{path}: nothing is signed"], notes, 0
    gone, missing, removed = {}, {}, {}
    for log in filter(None, logs):
        removed |= log.removed
        for ours, theirs in ((gone, log.gone), (missing, log.missing)):
            for segment, found in theirs.items():
                if segment:
                    ours.setdefault(segment, set()).update(found)
    for (folder, name), log in zip(folders, logs):
        place = name + "/" if name else ""
        if log is None:
            if before:
                problems.append(f"{place}signed.jsonl: is missing")
            else:
                notes.append(f"{place[:-1]} isn't signed: it was recorded before anything was")
            continue
        problems += [place + problem for problem in log.problems]
        link, steps = log.after, 0
        if not name and link:
            notes.append(f"it is one segment of a recording, and goes on from {link[0]}")
        while name and link and link[0] != (before or [None])[0]:
            if link[0] not in removed or link[1] not in removed[link[0]][0] or steps > len(removed):
                problems.append(f"{place}signed.jsonl: the segment {link[0]} is missing")
                break
            link, steps = (removed[link[0]][1], removed[link[0]][2]) if removed[link[0]][1] else None, steps + 1
        else:
            if name and before and (link is None or link[1] not in before[1].ends):
                problems.append(f"{place}signed.jsonl: doesn't go on from the segment {before[0]}")
        try:
            pictures += check(folder, log, log.gone.get("", set()) | gone.get(name, set()), log.missing.get("", set()) | missing.get(name, set()),
                              place, problems, notes)
        except (OSError, ValueError, KeyError, TypeError) as error:
            problems.append(f"{place}a file isn't as documented: {type(error).__name__}: {error}")
        before = (name, log)
    if not logs[-1] or not logs[-1].is_ended:
        notes.append("the end isn't signed: pictures cut off it wouldn't be noticed")
    return problems, notes, pictures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("key", help="the recorder's public key, in PEM")
    options = parser.parse_args()
    with open(options.key, "rb") as file:
        key = serialization.load_pem_public_key(file.read())
    try:
        problems, notes, pictures = verify(options.folder, key)
    except (OSError, ValueError, KeyError, TypeError) as error:
        problems, notes, pictures = [f"a file isn't as documented: {type(error).__name__}: {error}"], [], 0
    for line in problems + notes:
        print(line)
    print(f"{options.folder}: {'not as it was signed' if problems else 'as it was signed'}; {pictures} pictures")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
