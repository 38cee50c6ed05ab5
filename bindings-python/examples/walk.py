"""The whole way once: connect, list, call with progress, answer a question, cancel, fail, close.

The same program stands in the examples of each language, and prints the same. It expects a server
with the tools `countdown`, `greet` and `wait`: `cargo xtask test python` runs it with one.
"""

from __future__ import annotations

import asyncio
import sys

import hostline


class Person(hostline.Delegate):
    """Who answers when the server asks."""

    async def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
        """Says the same name to everybody."""
        print(f"greet asks: {question.message}")
        return hostline.ElicitResult("accept", content={"name": "Ada"})


def text(result: hostline.CallToolResult) -> str:
    """What a result says."""
    return "\n".join(
        block.text for block in result.content if isinstance(block, hostline.TextContent)
    )


async def main(target: str) -> None:
    """Walks the whole way."""
    async with hostline.connect(target, delegate=Person()) as server:
        known = server.info
        name = known.server.name if known.server else "a server"
        print(f"connected to {name}, protocol {known.version} over {known.transport}")

        tools = await server.list_tools()
        print("tools:", ", ".join(tool.name for tool in tools))

        result = await server.call_tool(
            "countdown",
            {"from": 3},
            on_progress=lambda report: print(
                f"countdown: {report.progress:g} of {report.total or 0:g}, {report.message}"
            ),
        )
        print("countdown says:", text(result))

        result = await server.call_tool("greet")
        print("greet says:", text(result))

        waiting = asyncio.Event()

        def begun(report: hostline.ProgressReport) -> None:
            print("wait:", report.message)
            waiting.set()

        call = asyncio.create_task(server.call_tool("wait", on_progress=begun))
        await waiting.wait()
        call.cancel()
        try:
            await call
        except asyncio.CancelledError:
            print("wait: cancelled")

        try:
            await server.call_tool("missing")
        except hostline.RpcError as error:
            print(f"missing: {error.code}: {error.reason}")
    print("closed")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else ""))
