"""A client in Python, measured: what the programs of ``src/bin`` do, with the same options.

Modes: ``hostline`` and ``hostline-blocking`` are the package, ``mcp`` the official Python SDK. It
prints one line of JSON, which is a sample of ``src/sample.rs``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shlex
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

Once = Callable[[], Awaitable[None]]

parser = argparse.ArgumentParser()
for name in ("mode", "program", "address", "workload"):
    parser.add_argument(f"--{name}", default="")
for name in ("operations", "warm-up", "in-flight", "bytes", "tools"):
    parser.add_argument(f"--{name}", type=int, default=1)
options = parser.parse_args()

LISTS = options.workload == "list"
TOOL = "blob" if options.workload == "large" else "echo"
WORDS = ["stdio", "--tools", str(options.tools)]
TARGET = options.address or shlex.join([options.program, *WORDS])


def arguments() -> dict[str, Any]:
    """A call's arguments, made anew for each call as a program would."""
    return {"bytes": options.bytes} if TOOL == "blob" else {"text": "x" * options.bytes}


def check(found: int) -> None:
    """Fails unless what came has the size that was asked for."""
    expected = options.tools if LISTS else options.bytes
    if found != expected:
        raise AssertionError(f"{found}, and not {expected}")


def memory(key: str) -> int:
    """A size from the process's status, in KiB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{key}:"))


class Section:
    """A timed section, of which a sample is printed."""

    def __init__(self) -> None:
        """Begins."""
        self.latencies: list[float] = []
        self.cpu, self.wall = time.process_time(), time.perf_counter()

    def finish(self) -> None:
        """Ends, and prints the sample."""
        cpu, wall = time.process_time() - self.cpu, time.perf_counter() - self.wall
        times = sorted(self.latencies) or [0.0]
        sample = {
            "cpu_us": cpu * 1e6 / options.operations,
            "per_second": options.operations / wall,
            "p50_us": times[(len(times) - 1) * 50 // 100] * 1e6,
            "p99_us": times[(len(times) - 1) * 99 // 100] * 1e6,
            "memory_kib": memory("VmRSS"),
            "peak_kib": memory("VmHWM"),
        }
        print(json.dumps(sample))


async def measured(once: Once) -> None:
    """Warms up, and measures."""
    await some(once, options.warm_up)
    section = Section()
    await some(once, options.operations, section)
    section.finish()


async def some(once: Once, most: int, section: Section | None = None) -> None:
    """Does it so often, with so many in flight."""
    if options.workload != "in-flight":
        for _ in range(most):
            began = time.perf_counter()
            await once()
            if section is not None:
                section.latencies.append(time.perf_counter() - began)
        return
    begun = count()

    async def lane() -> None:
        while next(begun) < most:
            await once()

    await asyncio.gather(*(lane() for _ in range(options.in_flight)))


async def with_hostline() -> None:
    """The package, on a loop."""
    import hostline

    async with hostline.connect(TARGET, protocol="2026-07-28") as server:

        async def once() -> None:
            if LISTS:
                return check(len(await server.list_tools()))
            (block,) = (await server.call_tool(TOOL, arguments())).content
            assert isinstance(block, hostline.TextContent)
            return check(len(block.text))

        await measured(once)


def with_blocking_hostline() -> None:
    """The package, on threads without a loop."""
    import hostline
    from hostline import blocking

    with blocking.connect(TARGET, protocol="2026-07-28") as server:

        def once(_: object = None) -> None:
            if LISTS:
                return check(len(server.list_tools()))
            (block,) = server.call_tool(TOOL, arguments()).content
            assert isinstance(block, hostline.TextContent)
            return check(len(block.text))

        if options.workload == "in-flight":
            with ThreadPoolExecutor(options.in_flight) as pool:
                list(pool.map(once, range(options.warm_up)))
                section = Section()
                list(pool.map(once, range(options.operations)))
                section.finish()
            return
        for _ in range(options.warm_up):
            once()
        section = Section()
        for _ in range(options.operations):
            began = time.perf_counter()
            once()
            section.latencies.append(time.perf_counter() - began)
        section.finish()


async def with_mcp() -> None:
    """The official SDK, as its documentation says."""
    mcp: Any = import_module("mcp")
    if options.address:
        http: Any = import_module("mcp.client.streamable_http")
        target = http.streamable_http_client(options.address)
    else:
        target = mcp.StdioServerParameters(command=options.program, args=WORDS)
    async with import_module("mcp.client").Client(target, mode="auto") as client:

        async def once() -> None:
            if LISTS:
                return check(len((await client.list_tools()).tools))
            (block,) = (await client.call_tool(TOOL, arguments())).content
            return check(len(block.text))

        await measured(once)


if options.mode == "hostline-blocking":
    with_blocking_hostline()
else:
    asyncio.run(with_hostline() if options.mode == "hostline" else with_mcp())
