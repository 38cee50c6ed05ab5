"""Runs the snippets of a page as they stand there: ``readme.py PAGE``.

A snippet that starts a loop itself is a program. The others follow each other on one loop, with a
real server as their ``target``.
"""

from __future__ import annotations

import ast
import asyncio
import re
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import hostline

TARGET = "npx -y @modelcontextprotocol/server-everything"


def run(snippet: str, names: dict[str, Any]) -> None:
    """Runs one snippet."""
    if "asyncio.run(" in snippet:
        exec(compile(snippet, "snippet", "exec"), {"__name__": "__main__"})
        return
    code = compile(snippet, "snippet", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    begun = FunctionType(code, names)()
    if asyncio.iscoroutine(begun):
        asyncio.run(begun)


def main() -> None:
    """Runs all snippets of the page."""
    page = Path(sys.argv[1]).read_text(encoding="utf-8")
    snippets = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names = {"__name__": "page", "asyncio": asyncio, "hostline": hostline, "target": TARGET}
    for snippet in snippets:
        run(snippet, names)
    assert snippets, "there are no snippets"


main()
