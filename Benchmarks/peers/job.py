"""The jobs' pictures, in canvas pixels as dualcam lays them out: where cameras and panels lie, for the peers that draw
the same. compare.py holds them against a recording's layout."""
from dataclasses import dataclass

STATUS_TEXT, CLOCK_TEXT = "a.mjpeg  30.0 fps   b.mjpeg  30.0 fps", "00.12"


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
    STATUS: tuple = None
    CLOCK: tuple = None
    line_top: int = 0
    # Which of them libjpeg-turbo decodes under the floor; the canvas is always encoded.
    floor_cameras: tuple = ()
    # Names of those that are set beside it.
    peers: tuple = ()


JOBS = {job.name: job for job in [
    Job("native", "both cameras unscaled on a canvas of their own scale", ("a", "b"), [], 2608, 1192, floor_cameras=("a", "b"),
        A=(16, 96, 1920, 1080), B=(1952, 96, 640, 360), STATUS=(16, 20, 752, 56), CLOCK=(2452, 20, 140, 56), line_top=500,
        peers=("opencv", "ffmpeg", "newest", "gstreamer", "annotate", "one", "pixel")),
    Job("scaled", "1080p and 720p scaled onto a canvas of 1920x1080", ("a", "c"), ["--canvas", "1920x1080"], 1920, 1080,
        floor_cameras=("a", "c"),
        A=(20, 96, 1440, 810), B=(1480, 96, 420, 236), STATUS=(20, 20, 752, 56), CLOCK=(1760, 20, 140, 56), line_top=400,
        peers=("opencv", "ffmpeg", "newest", "gstreamer", "annotate", "one")),
    Job("raw", "one raw YUYV camera of 1080p, grid and horizon, no chrome", ("raw",), ["--layout", "single", "--no-chrome"],
        1952, 1192, A=(16, 96, 1920, 1080), peers=("annotate", "one",)),
]}
