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
        self.pictures, self.deleted, self.below, self.problems = {}, set(), {}, []
        self.first = self.session = self.after = self.last = None
        self.stops, self.ends, self.is_ended, digest = set(), [], False, None
        text = key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        for number, line in enumerate(read(f"{folder}/signed.jsonl").split(b"\n")[:-1], 1):
            try:
                message, signature = SIGNATURE.match(line).groups()
                key.verify(bytes.fromhex(signature.decode()), message)
                record = json.loads(line)
                if record.get("before") != digest:
                    raise ValueError("doesn't go on from the line before")
                if "key" in record and record["key"] != base64.b64encode(text).decode():
                    raise ValueError("names another key")
                digest = sha256(line)
                self.ends = ([] if record["what"] in ("picture", "run") else self.ends) + [digest]
                self.take(record)
            except (AttributeError, InvalidSignature, ValueError, KeyError, TypeError) as error:
                self.problems.append(f"signed.jsonl, line {number}: {error or 'its signature is wrong'}")
                return

    def take(self, record):
        self.session, what = record.get("session", self.session), record["what"]
        if what == "run":
            if not self.is_ended and self.last is not None:
                self.stops.add(record["first"])
            self.first = record["first"] if self.first is None else self.first
            self.after = self.after or ((record["segment"], record["after"]) if "after" in record else None)
            self.is_ended = False
        elif what == "picture":
            if self.last is not None and record["index"] <= self.last:
                raise ValueError("has the number of an earlier picture")
            self.pictures[record["index"]], self.last = record, record["index"]
        elif what == "freed":
            segment = record.get("segment", "")
            self.below[segment] = max(self.below.get(segment, 0), record["below"])
        elif what == "deleted":
            self.deleted |= set(record["pictures"])
        elif what == "end":
            self.is_ended = True


def check(folder, log, below, place, problems, notes):
    seen = set()
    if log.session != sha256(read(f"{folder}/session.json")):
        problems.append(f"{place}session.json: isn't as it was signed")
    for number, line in enumerate(read(f"{folder}/frames.jsonl").split(b"\n")[:-1], 1):
        index = json.loads(line)["index"]
        picture, there = log.pictures.get(index), os.path.exists(f"{folder}/{index:06d}.jpg")
        if picture is None:
            if there and (log.first is None or index < log.first or index + 1 in log.stops):
                notes.append(f"{place}{index:06d}.jpg isn't signed: it was there before, or in flight when the recorder was stopped")
            elif there:
                problems.append(f"{place}{index:06d}.jpg: isn't signed")
            continue
        if seen and index < max(seen):
            problems.append(f"{place}frames.jsonl, line {number}: isn't where it was signed")
        seen.add(index)
        is_restored = line.endswith(b'"recovered":true}') and index + 1 in log.stops
        if not is_restored and sha256(MARKS.sub(b"}", line)) != picture["line"]:
            problems.append(f"{place}frames.jsonl, line {number}: isn't as it was signed")
        for file in picture["files"]:
            path = f"{folder}/{file['path']}"
            if not os.path.exists(path):
                if index >= below and index not in log.deleted:
                    problems.append(f"{place}{file['path']}: is gone, and nothing signed says why")
            elif sha256(read(path)) != file["sha256"]:
                problems.append(f"{place}{file['path']}: isn't as it was signed")
    for index in sorted(set(log.pictures) - seen):
        if index + 1 not in log.stops and (log.is_ended or index != log.last):
            problems.append(f"{place}frames.jsonl: the line of picture {index} is missing")
    if not log.is_ended:
        notes.append(f"{place}the end isn't signed: pictures cut off it wouldn't be noticed")
    return len(seen)


def verify(path, key):
    problems, notes, pictures, before = [], [], 0, None
    names = [""] if os.path.exists(f"{path}/frames.jsonl") else sorted(name for name in os.listdir(path) if re.fullmatch(r"\d{6,}", name))
    folders = [(f"{path}/{name}" if name else path, name) for name in names]
    for folder, name in folders:
        if not os.path.exists(f"{folder}/signed.jsonl"):
            return [f"{name or path}: nothing is signed"], notes, 0
    logs = [Log(folder, key) for folder, _ in folders]
    freed = {}
    for log in logs:
        for segment, below in log.below.items():
            if segment:
                freed[segment] = max(freed.get(segment, 0), below)
    for (folder, name), log in zip(folders, logs):
        place = name + "/" if name else ""
        problems += [place + problem for problem in log.problems]
        if name and before and (log.after is None or log.after[0] != before[0] or log.after[1] not in before[1].ends):
            problems.append(f"{place}signed.jsonl: doesn't go on from the segment {before[0]}")
        if name and not before and log.after and log.after[0] not in freed:
            problems.append(f"{place}signed.jsonl: the segment {log.after[0]} is missing")
        try:
            pictures += check(folder, log, max(log.below.get("", 0), freed.get(name, 0) if name else 0), place, problems, notes)
        except (OSError, ValueError, KeyError, TypeError) as error:
            problems.append(f"{place}a file isn't as documented: {type(error).__name__}: {error}")
        before = (name, log)
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
