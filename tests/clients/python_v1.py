"""A walk through a server with the official Python client, version 1, which many hosts have today.

It takes and prints what python_v2.py does, but knows only the legacy era.
"""

import json
import sys
from contextlib import AsyncExitStack
from typing import Any

import anyio
import mcp.types as types
from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from pydantic import AnyUrl

job = json.loads(sys.argv[1])
seen: dict[str, Any] = {}
told = anyio.Event()


async def on_elicit(context: Any, params: Any) -> types.ElicitResult:
    return types.ElicitResult(action="accept", content={"name": "Ada"})


async def on_message(message: Any) -> None:
    if isinstance(message, types.ServerNotification) and isinstance(message.root, types.ToolListChangedNotification):
        told.set()


def text(result: types.CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if isinstance(block, types.TextContent))


def connect() -> Any:
    if "command" in job:
        program, *arguments = job["command"]
        return stdio_client(StdioServerParameters(command=program, args=arguments))
    headers = {"Authorization": f"Bearer {job['token']}"} if "token" in job else {}
    if job["transport"] == "sse":
        return sse_client(job["url"], headers=headers)
    return streamable_http_client(job["url"], http_client=create_mcp_http_client(headers=headers))


async def lists(session: ClientSession) -> None:
    seen["tools"] = sorted(tool.name for tool in (await session.list_tools()).tools)
    seen["prompts"] = sorted(prompt.name for prompt in (await session.list_prompts()).prompts)
    seen["resources"] = sorted(str(resource.uri) for resource in (await session.list_resources()).resources)
    templates = (await session.list_resource_templates()).resourceTemplates
    seen["templates"] = [template.uriTemplate for template in templates]


async def tools(session: ClientSession) -> None:
    seen["structured"] = (await session.call_tool("add", {"a": 2, "b": 3})).structuredContent
    reports: list[float] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        reports.append(progress)

    seen["counted"] = text(await session.call_tool("count", {"to": 3}, progress_callback=on_progress))
    seen["progress"] = reports[:2]
    failure = await session.call_tool("fail", {})
    seen["failure"] = [failure.isError, text(failure)]
    try:
        seen["wrong_arguments"] = (await session.call_tool("add", {"a": "two"})).isError
    except McpError as error:
        seen["wrong_arguments"] = error.error.code
    seen["form"] = text(await session.call_tool("ask-form", {}))


async def others(session: ClientSession) -> None:
    seen["resource"] = (await session.read_resource(AnyUrl("demo://about"))).contents[0].text
    city = await session.read_resource(AnyUrl("demo://cities/portugal/lisbon"))
    seen["template"] = city.contents[0].text
    visit = await session.get_prompt("plan-visit", {"country": "Portugal"})
    seen["prompt"] = visit.messages[0].content.text
    reference = types.PromptReference(type="ref/prompt", name="plan-visit")
    completed = await session.complete(reference, {"name": "country", "value": "p"})
    seen["completion"] = completed.completion.values


async def change(session: ClientSession) -> None:
    await session.call_tool("toggle-tool", {})
    await told.wait()
    seen["change"] = True
    await session.call_tool("toggle-tool", {})


async def cancel(session: ClientSession) -> None:
    """This client has no call to cancel, so the notification is sent by hand."""
    begun = anyio.Event()
    number = session._request_id

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        begun.set()

    async def call() -> None:
        await session.call_tool("slow", {"seconds": 60}, progress_callback=on_progress)

    async with anyio.create_task_group() as group:
        group.start_soon(call)
        await begun.wait()
        params = types.CancelledNotificationParams(requestId=number)
        notification = types.CancelledNotification(method="notifications/cancelled", params=params)
        await session.send_notification(types.ClientNotification(notification))
        group.cancel_scope.cancel()
    seen["cancelled"] = True
    seen["afterwards"] = text(await session.call_tool("echo", {"text": "still here"}))


async def main() -> None:
    with anyio.fail_after(30):
        async with AsyncExitStack() as stack:
            read, write, *_ = await stack.enter_async_context(connect())
            session = await stack.enter_async_context(
                ClientSession(read, write, elicitation_callback=on_elicit, message_handler=on_message)
            )
            opened = await session.initialize()
            seen["version"] = opened.protocolVersion
            seen["server"] = opened.serverInfo.name
            await lists(session)
            await tools(session)
            await others(session)
            await change(session)
            await cancel(session)
    print(json.dumps(seen))


anyio.run(main)
