"""Command-line parsing."""

import argparse
import sys
from typing import NoReturn

USAGE = 64
"""The exit code for a bad command line."""


class Parser(argparse.ArgumentParser):
    """Exits with 64, as dualcam does."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"dualcam: {message}; --help shows what it takes\n")
