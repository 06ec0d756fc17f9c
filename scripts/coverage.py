"""Sums llvm-cov's summary by module and folder, as a table in Markdown: `coverage.py FILE.json SOURCES`."""

import json
import sys
from pathlib import Path


def main():
    report, sources = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    sums = {}
    for file in json.loads(report.read_text())["data"][0]["files"]:
        path = Path(file["filename"])
        if not path.is_relative_to(sources):
            continue
        parts = path.relative_to(sources).parts
        summary = file["summary"]
        # C counts the ways out of a condition, Swift regions.
        ways = summary["branches"] if path.suffix != ".swift" else summary["regions"]
        module = parts[1] if parts[0] == "CShims" else parts[0]
        folder = parts[1] if len(parts) > 2 and parts[0] != "CShims" else ""
        for row in {(module, ""), (module, folder), ("all", "")}:
            counts = sums.setdefault(row, [0, 0, 0, 0])
            for index, (kind, field) in enumerate(
                [("lines", "covered"), ("lines", "count"), (None, "covered"), (None, "count")]
            ):
                counts[index] += (summary[kind] if kind else ways)[field]
    if not sums:
        sys.exit(f"coverage.py: {report} has no file under {sources}")
    print("| Module | Folder | Lines | run | Branches | taken |")
    print("|---|---|---:|---:|---:|---:|")
    for (module, folder), (lines, line_count, ways, way_count) in sorted(
        sums.items(), key=lambda item: (item[0][0] == "all", item[0])
    ):
        print(
            f"| {'' if folder else module} | {folder} | {line_count:,} | {percent(lines, line_count)} "
            f"| {way_count:,} | {percent(ways, way_count)} |"
        )


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


if __name__ == "__main__":
    main()
