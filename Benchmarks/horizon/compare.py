"""The horizon estimator and the classical way (lines.py) on the same views: python compare.py PANORAMAS VIEWS

PANORAMAS holds level panoramas, KIND_NAME.jpg; `run PANORAMAS --views` cuts 60 views 480 wide out of each, as PGM files in VIEWS
(which may have them already, with truth.csv). The estimator reads them 480, 240 and 160 wide. Prints a table by kind; VIEWS
gets each one's answers, NAME.csv: file, roll and angle in degrees, confidence, margin. Needs numpy and opencv-python.
"""
import csv, os, subprocess, sys
import cv2, numpy as np
import lines

RUN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run")
NAMES = ["dualcam-480", "dualcam-240", "dualcam-160", "lines-480"]

def read(path):
    """Files, and their other columns as numbers."""
    if not os.path.exists(path): raise SystemExit(f"{path} is missing: python compare.py PANORAMAS VIEWS makes it")
    rows = list(csv.reader(open(path)))[1:]
    try: return [row[0] for row in rows], np.array([row[1:] for row in rows], float)
    except (ValueError, IndexError): raise SystemExit(f"{path} has a line that isn't a file's name and numbers: delete the folder, and it is made again")

def picture(path):
    image = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
    if image is None: raise SystemExit(f"{path} is missing or no picture: delete the folder, and it is made again")
    return image

def answer(folder, name):
    way, width = name.split("-")
    if way == "dualcam":
        subprocess.run([RUN, folder, "--width", width, "--answers", f"{folder}/{name}.csv"], check=True, stdout=subprocess.DEVNULL)
        return
    files, truth = read(folder + "/truth.csv")
    with open(f"{folder}/{name}.csv", "w", newline="") as out:
        table = csv.writer(out); table.writerow(["file", "roll", "angle", "confidence"])
        for file, (roll, *_) in zip(files, truth):
            table.writerow([file, roll, *lines.estimate(picture(f"{folder}/{file}"))])

def figures(error):
    quantile = lambda q: np.sort(error)[min(len(error) - 1, int(len(error) * q))] if len(error) else np.nan
    return f"{quantile(.5):.2f} | {quantile(.9):.2f}"

def line(kind, name, answers, share=None):
    """One row; which are the confident: those of at least .5, or else the surest `share`."""
    roll, angle, confidence = answers.T[:3]; error = np.abs(angle - roll)
    areas = ", ".join(f"{np.maximum(0, 1 - error / limit).mean():.2f}" for limit in (1, 5, 10))
    sure = confidence >= .5 if share is None else np.argsort(np.argsort(-confidence)) < round(share * len(error))
    interval = f"{100 * (error <= answers[:, 3]).mean():.0f} %" if answers.shape[1] > 3 else ""
    print(f"| {kind} | {name.replace('-', ', ')} | {areas} | {figures(error)} | {100 * sure.mean():.0f} % | {figures(error[sure])} | {interval} |")
    return sure.mean()

def main():
    if len(sys.argv) != 3: raise SystemExit(__doc__)
    panoramas, folder = sys.argv[1:]
    if not os.path.exists(folder + "/truth.csv"):
        if not os.path.isdir(panoramas): raise SystemExit(f"{panoramas} is no folder of panoramas: run --scenes {panoramas} renders some")
        subprocess.run([RUN, panoramas, "--views", "--save", folder], check=True, stdout=subprocess.DEVNULL)
    for name in NAMES: answer(folder, name)
    files, _ = read(folder + "/truth.csv"); kinds = np.array([file.split("_")[0] for file in files])
    answers = {name: read(f"{folder}/{name}.csv")[1] for name in NAMES}
    print("| scene | by | AUC 1°, 5°, 10° | median | p90 | confident: share | median | p90 | 90 % interval |\n" + "|---" * 9 + "|")
    for kind in sorted(set(kinds)) + ["all"] * (len(set(kinds)) > 1):
        part = (kinds == kind) | (kind == "all")
        share = [line(kind, name, answers[name][part]) for name in NAMES[:3]][0]
        line(kind, NAMES[3], answers[NAMES[3]][part], share)

if __name__ == "__main__": main()
