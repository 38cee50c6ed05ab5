"""A small program that uses most of the package: ``agent.py TARGET``.

Strict type checkers find nothing to say about it, from the installed package alone.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

import hostline
from hostline import blocking


class Person(hostline.Delegate):
    """Answers every form in the same way, and opens no page."""

    async def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
        """Says what is asked, and answers."""
        print("asked:", question.message)
        return hostline.ElicitResult("accept", content={"name": "Ada", "check": True})

    def elicit_url(self, question: hostline.ElicitUrlQuestion) -> hostline.ElicitResult:
        """Declines."""
        return hostline.ElicitResult("decline")


def words(content: Sequence[hostline.ContentBlock]) -> str:
    """What a result says, in words."""
    said: list[str] = []
    for block in content:
        match block:
            case hostline.TextContent(text=text):
                said.append(text)
            case hostline.ImageContent(mime_type=kind) | hostline.AudioContent(mime_type=kind):
                said.append(f"[{kind}]")
            case hostline.ResourceLink(uri=uri):
                said.append(uri)
            case hostline.EmbeddedResource(resource=resource):
                said.append(resource.uri)
            case hostline.Unknown(kind=kind):
                said.append(f"[{kind}]")
    return " ".join(said)


def hear(report: hostline.ProgressReport) -> None:
    """Tells how far a call has come."""
    print("progress:", report.progress, report.total)


async def on_a_loop(target: str) -> None:
    """Uses the flavour for asyncio."""
    async with hostline.connect(target, client_name="strict", delegate=Person()) as server:
        name = server.info.server.title if server.info.server else None
        print(name, server.info.version)
        tools = await server.list_tools(max_pages=10)
        print(sorted(tool.name for tool in tools)[:2], [left.reason for left in tools.dropped])
        arguments = {"duration": 1, "steps": 2}
        result = await server.call_tool(
            "trigger-long-running-operation", arguments, on_progress=hear
        )
        print(words(result.content), result.is_error, result.validation.status)
        print(words((await server.call_tool("trigger-elicitation-request")).content)[:20])
        try:
            await asyncio.wait_for(server.call_tool("trigger-long-running-operation"), 0.1)
        except asyncio.TimeoutError:
            print("given up")
        reading = asyncio.create_task(read(server))
    print(await reading)


async def read(server: hostline.Client) -> str | None:
    """Reads what the server says until the connection ends, and gives how it ended."""
    async for event in server.events():
        if isinstance(event, hostline.ClosedEvent):
            return event.error.code
    return None


def on_a_thread(target: str) -> None:
    """Uses the blocking flavour."""
    with blocking.connect(target, timeout_ms=30_000) as server:
        print(words(server.call_tool("get-sum", {"a": 2, "b": 3}).content))
        try:
            server.call_tool("get-sum", {"a": "two"}, check_arguments=True)
        except hostline.InvalidInputError as error:
            print(error.code, error.may_have_run, error.next_step is not None)


if __name__ == "__main__":
    asyncio.run(on_a_loop(sys.argv[1]))
    on_a_thread(sys.argv[1])
