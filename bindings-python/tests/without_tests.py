"""Fails where the package has the operations of tests: ``without_tests.py TARGET``."""

from __future__ import annotations

import asyncio
import sys

import hostline


async def main(target: str) -> None:
    """Calls one of them, which must be unknown."""
    async with hostline.connect(target) as server:
        try:
            await server._call("testing/live", {})
        except hostline.InvalidInputError:
            return
        sys.exit("the operations of tests are there")


asyncio.run(main(sys.argv[1]))
