"""The best and the worst answers as pictures: python forty.py SHEET.jpg VIEWS [VIEWS…]

Draws the two best and the three worst of each kind of compare.py's views (the first VIEWS) 480 wide, through the middle the truth in
cyan and the answer in red; below, how often answers of each tenth of confidence are within 1°, in each of the VIEWS. Prints a table
of the worst, with why they fail: forty.csv, written by looking at them. Needs numpy and opencv-python.
"""
import csv, os, sys, textwrap
import cv2, numpy as np
import compare

WIDE, HIGH, STRIP, BEST, WORST = 320, 180, 46, 2, 3
CYAN, RED, WHITE, GREY, INK = (255, 230, 0), (60, 60, 255), (255, 255, 255), (150, 150, 150), (24, 24, 24)

def write(image, text, x, y, color=WHITE, size=.4): cv2.putText(image, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, color, 1, cv2.LINE_AA)

def chosen(files, error):
    """Indices, a row for each kind: the best, each of another place, then the worst, the worst first."""
    kinds = np.array([file.split("_")[0] for file in files])
    for kind in sorted(set(kinds)):
        order = [i for i in np.argsort(error, kind="stable") if kinds[i] == kind]; places = {}
        for i in order: places.setdefault(files[i].rsplit("_", 1)[0], i)
        yield list(places.values())[:BEST] + order[:-WORST - 1:-1]

def cell(image, title, error, roll, angle, confidence, why):
    small = cv2.cvtColor(cv2.resize(image, (WIDE, HIGH), interpolation=cv2.INTER_AREA), cv2.COLOR_GRAY2BGR)
    for degrees, color in ((roll, CYAN), (angle, RED)):
        x, y = 400 * np.cos(np.radians(degrees)), 400 * np.sin(np.radians(degrees)); middle = np.array([WIDE / 2, HIGH / 2])
        ends = [tuple(int(v) for v in np.round((middle + s * np.array([x, -y])) * 16)) for s in (-1, 1)]
        cv2.line(small, *ends, color, 2 if color == CYAN else 1, cv2.LINE_AA, 4)
    strip = np.full((STRIP, WIDE, 3), INK, np.uint8)
    write(strip, f"{title}: {error:.2f} degrees off, confidence {confidence:.2f}", 4, 13)
    for k, part in enumerate(textwrap.wrap(why, 56)[:2]): write(strip, part.replace("°", " degrees"), 4, 27 + 14 * k, GREY, .34)
    return np.vstack([small, strip])

def diagram(answers, title, size=260):
    """Of each tenth of confidence: the share within 1°, and how many of all."""
    error, tenth = np.abs(answers[:, 1] - answers[:, 0]), np.minimum(9, (answers[:, 2] * 10).astype(int))
    plot = np.full((size + 60, 5 * WIDE // 2, 3), INK, np.uint8); place = lambda x, y: (60 + int(x * 2 * size), size + 20 - int(y * size))
    cv2.rectangle(plot, place(0, 0), place(1, 1), GREY); cv2.line(plot, place(0, 0), place(1, 1), GREY, 1, cv2.LINE_AA)
    points = []
    for k in range(10):
        part = tenth == k
        if not part.any(): continue
        cv2.rectangle(plot, place(k / 10 + .01, 0), place(k / 10 + .09, part.mean()), (90, 70, 50), -1)
        if part.sum() >= 10: points.append(place(answers[part, 2].mean(), (error[part] <= 1).mean()))
        write(plot, f"{part.sum()}", place(k / 10 + .02, 0)[0], size + 35, GREY, .36)
    cv2.polylines(plot, [np.array(points)], False, RED, 2, cv2.LINE_AA)
    for point in points: cv2.circle(plot, point, 4, WHITE, -1, cv2.LINE_AA)
    write(plot, f"{title}: the share within 1 degree, by confidence; bars and figures: how many", 60, 14); write(plot, "1", 44, 30, GREY); write(plot, "0", 44, size + 20, GREY)
    return plot

def main():
    if len(sys.argv) < 3: raise SystemExit(__doc__)
    sheet, folders = sys.argv[1], sys.argv[2:]
    here = os.path.dirname(os.path.abspath(__file__)); reasons = dict(csv.reader(open(here + "/forty.csv")))
    files, answers = compare.read(folders[0] + "/dualcam-480.csv"); error = np.abs(answers[:, 1] - answers[:, 0])
    rows, number = [], 0
    print("| | view | off by | confidence | why |\n|---|---|---|---|---|")
    for row in chosen(files, error):
        cells = []
        for column, i in enumerate(row):
            number += 1; title = f"{number} {files[i].split('_')[0]}"; roll, angle, confidence = answers[i, :3]; why = reasons.get(files[i], "") if column >= BEST else ""
            cells.append(cell(compare.picture(f"{folders[0]}/{files[i]}"), title, error[i], roll, angle, confidence, why))
            if column >= BEST: print(f"| {number} | {files[i][:-4]} | {error[i]:.2f}° | {confidence:.2f} | {why} |")
        rows.append(np.hstack(cells))
    plots = [diagram(compare.read(folder + "/dualcam-480.csv")[1], os.path.basename(os.path.normpath(folder))) for folder in folders[:2]]
    plots += [np.full_like(plots[0], INK)] * (2 - len(plots))
    if not cv2.imwrite(sheet, np.vstack(rows + [np.hstack(plots)]), [cv2.IMWRITE_JPEG_QUALITY, 78]): raise SystemExit(f"{sheet} can't be written")

if __name__ == "__main__": main()
