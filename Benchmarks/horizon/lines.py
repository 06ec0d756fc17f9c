"""The classical way, to compare with: a picture's roll by the line segments in it.

Segments (OpenCV's LSD) vote for the zenith, where uprights meet: roll R and z = tan(pitch)/focal length, both unknown. Level ones
vote for R, so that a sea's edge counts where uprights are missing. The best of a grid is refined by least squares, reweighted.
The constants are those that do best on training photographs and on rendered places of seeds 1 and 2. Needs numpy and opencv-python.
"""
import cv2, numpy as np

ROLLS, HEIGHTS = np.radians(np.arange(-60, 60.1, 1)), np.arange(-.5, .51, .025)     # z where the picture is 2 high
NEAR, SHORT = np.radians(2), .025                 # how far off a voter may be; shorter segments, of the width, don't vote
LEVEL = .35                                       # a level segment's vote; an upright's is 1
USUAL_ROLL, USUAL_HEIGHT = np.radians(30), .3     # standard deviations before looking
detector = cv2.createLineSegmentDetector()

def segments(image):
    """Middles (of a picture 2 high, its middle 0), directions, lengths in pixels."""
    found, size = detector.detect(image)[0], np.array(image.shape[::-1])
    ends = np.zeros((0, 2, 2)) if found is None else found.reshape(-1, 2, 2).astype(float)
    along = ends[:, 1] - ends[:, 0]; length = np.hypot(*along.T); long = length > SHORT * size[0]
    return (ends.mean(1) + .5 - size / 2)[long] / size[1] * 2, along[long] / length[long, None], length[long]

def sines(roll, height, middle, along):
    """How far segments are from the way to the zenith, and how far from level; for one or a grid of zeniths."""
    up = [-np.sin(roll)[..., None], -np.cos(roll)[..., None]]; x, y = (up[i] - height[..., None] * middle[:, i] for i in (0, 1))
    return (x * along[:, 1] - y * along[:, 0]) / np.hypot(x, y), up[0] * along[:, 0] + up[1] * along[:, 1]

def vote(sine): return np.maximum(0, 1 - (sine / NEAR) ** 2)

def estimate(image):
    """The roll in degrees, > 0 if the horizon rises to the right; what share of the segments' length agrees."""
    middle, along, length = segments(image)
    if not len(length): return 0., 0.
    roll, height = np.meshgrid(ROLLS, HEIGHTS, indexing="ij")
    upright, level = sines(roll, height, middle, along); score = (vote(upright) + LEVEL * vote(level)) @ length
    best = (score * np.exp(-.5 * (roll / USUAL_ROLL) ** 2 - .5 * (height / USUAL_HEIGHT) ** 2)).argmax()
    at, share, step = np.array([roll.flat[best], height.flat[best]]), score.flat[best] / length.sum(), 1e-4
    voters = np.concatenate([length, LEVEL * length])
    for _ in range(10):
        off = lambda a, b: np.concatenate(sines(at[0] + a, at[1] + b, middle, along))
        now = off(0, 0); slopes = np.stack([off(step, 0) - now, off(0, step) - now], 1) / step
        weighted = slopes * (voters * vote(now) ** 2)[:, None]
        # Where only level segments agree, the height stays where it is.
        at -= np.linalg.solve(weighted.T @ slopes + np.diag([1e-9, 1e-3]) * voters.max(), weighted.T @ now)
    return float(np.degrees(at[0])), float(share)
