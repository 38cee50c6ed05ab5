"""Runs the programs of a page as they stand there: ``pages.py PAGE ADDRESS``.

Each section is a program: its snippets, one after the other. The address is that of a server that
wants a sign-in, and stands in for the page's own.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import sys
from pathlib import Path
from types import FunctionType

ADDRESS = "https://mcp.example.com/mcp"


def run(program: str) -> None:
    """Runs one program."""
    code = compile(program, "page", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    begun = FunctionType(code, {"__name__": "page"})()
    if inspect.iscoroutine(begun):
        asyncio.run(begun)


def main() -> None:
    """Runs all programs of the page."""
    page, address = sys.argv[1:]
    sections = Path(page).read_text(encoding="utf-8").split("\n## ")
    programs = 0
    for section in sections:
        name = section.partition("\n")[0]
        program = "".join(re.findall(r"```python\n(.*?)```", section, re.DOTALL))
        if program:
            print(f"{name}:", flush=True)
            run(program.replace(ADDRESS, address))
            programs += 1
    assert programs, "there are no programs"
    print(f"{programs} programs of {page}")


main()
