"""A walk through a server with the official Python client, version 2.

The argument is JSON: `era` is legacy or modern, and the server is a `command`, or a `url` for a
`transport` that is http or sse, and may want a `token`. It prints one line of JSON: what the client
saw.
"""

import json
import sys
from typing import Any

import anyio
import mcp.types as types
from mcp import MCPError, StdioServerParameters
from mcp.client import Client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.client.subscriptions import ToolsListChanged
from mcp.shared._httpx_utils import create_mcp_http_client

job = json.loads(sys.argv[1])
seen: dict[str, Any] = {}
told = anyio.Event()


async def on_elicit(context: Any, params: Any) -> types.ElicitResult:
    return types.ElicitResult(action="accept", content={"name": "Ada"})


async def on_message(message: Any) -> None:
    if isinstance(message, types.ToolListChangedNotification):
        told.set()


def text(result: types.CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if isinstance(block, types.TextContent))


def target() -> Any:
    if "command" in job:
        program, *arguments = job["command"]
        return StdioServerParameters(command=program, args=arguments)
    headers = {"Authorization": f"Bearer {job['token']}"} if "token" in job else {}
    if job["transport"] == "sse":
        return sse_client(job["url"], headers=headers)
    return streamable_http_client(job["url"], http_client=create_mcp_http_client(headers=headers))


async def lists(client: Client) -> None:
    seen["tools"] = sorted(tool.name for tool in (await client.list_tools()).tools)
    seen["prompts"] = sorted(prompt.name for prompt in (await client.list_prompts()).prompts)
    seen["resources"] = sorted(resource.uri for resource in (await client.list_resources()).resources)
    templates = (await client.list_resource_templates()).resource_templates
    seen["templates"] = [template.uri_template for template in templates]


async def tools(client: Client) -> None:
    seen["structured"] = (await client.call_tool("add", {"a": 2, "b": 3})).structured_content
    reports: list[float] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        reports.append(progress)

    seen["counted"] = text(await client.call_tool("count", {"to": 3}, progress_callback=on_progress))
    seen["progress"] = reports[:2]
    failure = await client.call_tool("fail", {})
    seen["failure"] = [failure.is_error, text(failure)]
    try:
        seen["wrong_arguments"] = (await client.call_tool("add", {"a": "two"})).is_error
    except MCPError as error:
        seen["wrong_arguments"] = error.code
    seen["form"] = text(await client.call_tool("ask-form", {}))


async def others(client: Client) -> None:
    seen["resource"] = (await client.read_resource("demo://about")).contents[0].text
    seen["template"] = (await client.read_resource("demo://cities/portugal/lisbon")).contents[0].text
    visit = await client.get_prompt("plan-visit", {"country": "Portugal"})
    seen["prompt"] = visit.messages[0].content.text
    reference = types.PromptReference(name="plan-visit")
    completed = await client.complete(reference, argument={"name": "country", "value": "p"})
    seen["completion"] = completed.completion.values


async def change(client: Client) -> None:
    if job["era"] == "modern":
        async with client.listen(tools_list_changed=True) as subscription:
            await client.call_tool("toggle-tool", {})
            seen["change"] = await anext(subscription) == ToolsListChanged()
    else:
        await client.call_tool("toggle-tool", {})
        await told.wait()
        seen["change"] = True
    await client.call_tool("toggle-tool", {})


async def cancel(client: Client) -> None:
    """Cancelled as soon as the server says that it has begun."""
    with anyio.CancelScope() as scope:

        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            scope.cancel()

        await client.call_tool("slow", {"seconds": 60}, progress_callback=on_progress)
    seen["cancelled"] = scope.cancelled_caught
    seen["afterwards"] = text(await client.call_tool("echo", {"text": "still here"}))


async def main() -> None:
    # Left alone, the client finds out what the server speaks.
    mode = "auto" if job["era"] == "modern" else "legacy"
    client = Client(target(), mode=mode, elicitation_callback=on_elicit, message_handler=on_message)
    with anyio.fail_after(30):
        async with client:
            seen["version"] = client.protocol_version
            seen["server"] = client.server_info.name if client.server_info else None
            await lists(client)
            await tools(client)
            await others(client)
            await change(client)
            await cancel(client)
    print(json.dumps(seen))


anyio.run(main)
