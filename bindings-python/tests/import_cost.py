"""Says what ``import hostline`` costs beyond an empty interpreter: ``import_cost.py MOST``.

It is CPU time in milliseconds, the least of several runs, since a busy machine only adds to it.
"""

from __future__ import annotations

import resource
import subprocess
import sys

RUNS = 9


def cost(line: str) -> float:
    """The CPU time of a program of one line, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", line], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1000


def main() -> None:
    """Measures in turns, so that a slow phase meets both."""
    most = float(sys.argv[1])
    runs = [(cost("pass"), cost("import hostline")) for _ in range(RUNS)]
    empty, whole = min(run[0] for run in runs), min(run[1] for run in runs)
    print(f"import hostline: {whole - empty:.1f} ms of CPU time beyond {empty:.1f} ms")
    if whole - empty > most:
        sys.exit(f"more than {most:.0f} ms")


main()
