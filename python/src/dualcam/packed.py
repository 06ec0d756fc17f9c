"""JPEGs that ``dualcam pack`` stored as JPEG XL: the same bytes as before."""

import os
import shutil
import subprocess
import tempfile

from .errors import BadPicture, MissingPackage
from .files import read_regular

_PATIENCE = 60


def packed_path(path: str) -> str:
    """Where ``pack`` puts the JPEG of this path."""
    return path.removesuffix(".jpg") + ".jxl"


def read_packed(path: str) -> bytes:
    """The JPEG that was at ``path``, from the packed file beside it.

    Raises:
        FileNotFoundError: there is none.
        OSError: it can't be read.
        BadPicture: it holds no JPEG.
        MissingPackage: neither imagecodecs nor djxl is here.
    """
    data = read_regular(packed_path(path))
    try:
        from imagecodecs import JpegxlError, jpegxl_decode_jpeg
    except ImportError:
        return _by_program(path, data)
    try:
        return bytes(jpegxl_decode_jpeg(data, numthreads=1))
    except (JpegxlError, RuntimeError, ValueError) as error:
        raise _damaged(path, str(error)) from error


def _by_program(path: str, data: bytes) -> bytes:
    djxl = shutil.which("djxl")
    if djxl is None:
        raise MissingPackage(
            f"{packed_path(path)} is packed as JPEG XL: pip install 'dualcam[packed]', or apt install libjxl-tools, "
            f"or run: dualcam unpack {os.path.dirname(path)}"
        )
    with tempfile.TemporaryDirectory(prefix="dualcam-") as folder:
        # A copy: whatever the file's name is, it can't be taken for an option.
        source, target = f"{folder}/a.jxl", f"{folder}/a.jpg"
        with open(source, "wb") as file:
            file.write(data)
        try:
            done = subprocess.run([djxl, source, target], stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _damaged(path, str(error)) from error
        if done.returncode != 0 or not os.path.exists(target):
            raise _damaged(path, "djxl refuses it")
        return read_regular(target)


def _damaged(path: str, why: str) -> BadPicture:
    return BadPicture(f"{packed_path(path)}: no packed JPEG: {why}; check the recording with 'dualcam verify'")
