"""What a call of the Python package costs, by the way in which the event loop is woken.

Run it with a release build of the native half beside the package:

    cargo build --release -p hostline-python --features testing
    cp -r bindings-python/python/hostline /tmp/hostline-bench/
    cp target/release/lib_native.so /tmp/hostline-bench/hostline/_native.abi3.so
    PYTHONPATH=/tmp/hostline-bench python tests/bench/bindings/python/waking.py TARGET

TARGET is a server with any tools; most rows call operations that no server sees, so that they show
the package alone. The rows `tools/call` are whole calls of the server's tool `--tool`.

Two ways of waking are compared, in turns: `descriptor` (a pipe that the loop watches) and `thread`
(another thread calls `loop.call_soon_threadsafe`). A row is the median over the rounds of the CPU
time of this process, all threads together, and of the time on the clock, for one operation.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import hostline
from hostline import _courier

WAYS = {"descriptor": True, "thread": False}
SMALL = {"text": "x" * 80}
LARGE_BYTES = 8 << 20


@dataclass
class Workload:
    """Something that is done so often, so many at a time."""

    name: str
    count: int
    width: int
    once: Callable[[], Awaitable[Any]]


@dataclass
class Cost:
    """What one operation took, in microseconds."""

    cpu: float
    clock: float


async def measure(workload: Workload) -> Cost:
    """Does all of a workload, with so many at a time."""

    async def some(count: int) -> None:
        for _ in range(count):
            await workload.once()

    each = workload.count // workload.width
    await asyncio.gather(*(some(max(each // 10, 1)) for _ in range(workload.width)))
    cpu, clock = time.process_time(), time.perf_counter()
    await asyncio.gather(*(some(each) for _ in range(workload.width)))
    done = each * workload.width / 1e6
    return Cost((time.process_time() - cpu) / done, (time.perf_counter() - clock) / done)


def workloads(server: hostline.Client, tool: str | None, arguments: Any) -> list[Workload]:
    """The rows."""

    async def echo() -> None:
        await server._call("testing/echo", SMALL)

    async def text() -> None:
        await server._call("testing/text", {"bytes": LARGE_BYTES})

    async def call() -> None:
        await server.call_tool(tool or "", arguments)

    rows = [
        Workload("echo of 100 bytes, one at a time", 20_000, 1, echo),
        Workload("echo of 100 bytes, 64 in flight", 64_000, 64, echo),
        Workload("text of 8 MiB, one at a time", 20, 1, text),
        Workload("tools/call, one at a time", 10_000, 1, call),
        Workload("tools/call, 64 in flight", 32_000, 64, call),
    ]
    return rows if tool else rows[:3]


async def round_of(way: str, options: argparse.Namespace) -> dict[str, Cost]:
    """Every workload once, on a loop that is woken in one way."""
    _courier.WATCHES_DESCRIPTORS = WAYS[way]
    async with hostline.connect(options.target) as server:
        rows = workloads(server, options.tool, json.loads(options.arguments))
        return {row.name: await measure(row) for row in rows}


def main() -> None:
    """Takes the figures and prints them."""
    parser = argparse.ArgumentParser(description="What a call of the Python package costs.")
    parser.add_argument("target", help="an address or a command line")
    parser.add_argument("--tool", help="a tool of the server, for the rows tools/call")
    parser.add_argument("--arguments", default="{}", help="its arguments, as JSON")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()

    found: dict[str, dict[str, list[Cost]]] = {}
    for _ in range(options.rounds):
        for way in WAYS:
            for name, cost in asyncio.run(round_of(way, options)).items():
                found.setdefault(name, {}).setdefault(way, []).append(cost)

    print(f"{'workload':<36} {'woken by':<12} {'CPU us':>10} {'clock us':>10}")
    for name, ways in found.items():
        for way, costs in ways.items():
            cpu = statistics.median(cost.cpu for cost in costs)
            clock = statistics.median(cost.clock for cost in costs)
            print(f"{name:<36} {way:<12} {cpu:>10.1f} {clock:>10.1f}")


if __name__ == "__main__":
    main()
