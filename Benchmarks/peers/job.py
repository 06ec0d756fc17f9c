"""The jobs' pictures, in canvas pixels as dualcam lays them out: where cameras and panels lie, for the peers that draw
the same."""
from dataclasses import dataclass

BAR_TEXT, SHELF_TEXT = "dual 30 fps", "REC 00.12   cam A   cam B   hold the horizon level"


@dataclass
class Job:
    name: str
    what: str
    # Sources by the names that inputs.py gives them, the primary first, and dualcam's arguments.
    cameras: tuple
    arguments: list
    width: int
    height: int
    A: tuple                                             # x, y, width, height
    B: tuple = None
    BAR: tuple = None
    SHELF: tuple = None
    line_top: int = 0
    # Which of them libjpeg-turbo decodes under the floor; the canvas is always encoded.
    floor_cameras: tuple = ()
    # Names of those that are set beside it.
    peers: tuple = ()


JOBS = {job.name: job for job in [
    Job("native", "both cameras unscaled on a canvas of their own scale", ("a", "b"), [], 2608, 1296, floor_cameras=("a", "b"),
        A=(16, 96, 1920, 1080), B=(1952, 96, 640, 360), BAR=(16, 0, 2576, 96), SHELF=(16, 1176, 2576, 120), line_top=500,
        peers=("opencv", "ffmpeg", "annotate", "one", "pixel")),
    Job("scaled", "1080p and 720p scaled onto a canvas of 1920x1080", ("a", "c"), ["--canvas", "1920x1080"], 1920, 1080,
        floor_cameras=("a", "c"),
        A=(16, 80, 1408, 792), B=(1440, 80, 464, 260), BAR=(16, 4, 1888, 72), SHELF=(16, 980, 1888, 90), line_top=400,
        peers=("opencv", "ffmpeg", "annotate", "one")),
    Job("raw", "one raw YUYV camera of 1080p, grid and horizon, no chrome", ("raw",), ["--layout", "single", "--no-chrome"],
        1952, 1296, A=(16, 96, 1920, 1080), peers=("annotate", "one",)),
]}
