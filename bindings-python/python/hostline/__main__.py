"""The command line ``hostline``: the same as the program of that name.

``python -m hostline`` and the script ``hostline`` of this package are both this.
"""

from __future__ import annotations

import signal
import sys
from typing import NoReturn

from ._library import native


def main() -> NoReturn:
    """Runs the command line of this process, and ends the process with its exit code."""
    # The command takes over Ctrl-C itself. Python's own handler would be called besides, and answer
    # it with a traceback once the command has ended.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(native.run_command(["hostline", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
