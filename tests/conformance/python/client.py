"""The client in Python that the official conformance suite judges: ``client.py URL``.

It does what ``tests/src/bin/conformance-client`` does, through the package. The suite names the
scenario and the protocol version in the environment. The exit code is 0 only if what the scenario
is about really happened; what went over the wire the suite judges by itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, ProxyHandler, build_opener

import hostline

# The suite kills a client after 30 s and may hang when it does, so we give up before.
DEADLINE = 25

# The address of a client's metadata document that the suite knows of.
DOCUMENT = "https://conformance-test.local/client-metadata.json"

VERSION = os.environ.get("MCP_CONFORMANCE_PROTOCOL_VERSION") or "auto"


def connect(delegate: hostline.Delegate | None = None) -> hostline.Connecting[hostline.Client]:
    """Connects to the suite's server, in the version of the scenario."""
    return hostline.connect(sys.argv[-1], protocol=VERSION, delegate=delegate)


def expect(what: str, found: object, expected: object) -> None:
    """Fails where something is not as it has to be."""
    if found != expected:
        raise AssertionError(f"{what}: {found!r}, and not {expected!r}")


async def names(server: hostline.Client) -> list[str]:
    """The names of the server's tools."""
    return [tool.name for tool in await server.list_tools()]


async def call(
    server: hostline.Client, tool: str, arguments: Mapping[str, Any] | None = None
) -> str:
    """Calls a tool that must not fail, and gives its text."""
    result = await server.call_tool(tool, arguments or {})
    texts = [block.text for block in result.content if isinstance(block, hostline.TextContent)]
    text = "\n".join(texts)
    if result.is_error:
        raise AssertionError(f"{tool} failed: {text}")
    return text


async def connect_only() -> None:
    """The server is who it says it is."""
    async with connect() as server:
        if VERSION != "auto":
            expect("the version", server.info.version, VERSION)
        info = server.info.server
        expect("the server's name", info and info.name, "test-server")


async def call_a_tool() -> None:
    """A tool gives a sum."""
    async with connect() as server:
        expect("the tools", await names(server), ["add_numbers"])
        said = await call(server, "add_numbers", {"a": 2, "b": 3})
        expect("the sum", said, "The sum of 2 and 3 is 5")


class Accepts(hostline.Delegate):
    """A person who accepts a form as it stands; the core fills in the defaults."""

    def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
        """Accepts."""
        return hostline.ElicitResult("accept")


async def accept_defaults() -> None:
    """A form is accepted without anything that a person has filled in."""
    async with connect(Accepts()) as server:
        (tool,) = await names(server)
        content = (await call(server, tool)).removeprefix("Elicitation completed: ")
        defaults = {
            "name": "John Doe",
            "age": 30,
            "score": 95.5,
            "status": "active",
            "verified": True,
        }
        expect("the form", json.loads(content), defaults)


async def outlive_a_stream() -> None:
    """The stream with the answer breaks, and the answer comes on the next one."""
    async with connect() as server:
        expect("the tools", await names(server), ["test_reconnection"])
        said = await call(server, "test_reconnection")
        expect("the answer", said, "Reconnection test completed successfully")


class Everyone(Accepts):
    """Declares all that a client can be asked."""

    def elicit_url(self, question: hostline.ElicitUrlQuestion) -> hostline.ElicitResult:
        """Declines."""
        return hostline.ElicitResult("decline")

    def create_message(
        self, question: hostline.CreateMessageQuestion
    ) -> hostline.CreateMessageResult:
        """Says nothing."""
        content = {"type": "text", "text": ""}
        return hostline.CreateMessageResult("assistant", content, "none")

    def list_roots(self, question: hostline.ListRootsQuestion) -> hostline.ListRootsResult:
        """There are none."""
        return hostline.ListRootsResult([])


async def declare_everything() -> None:
    """The server refuses the first request for its version. It offers no features to list."""
    async with connect(Everyone()) as server:
        await server.ping()


class Person(hostline.Delegate):
    """Confirms whatever is asked, but not before something else has been done."""

    def __init__(self) -> None:
        """Nothing is asked yet."""
        self.asked = asyncio.Event()
        self.decided = asyncio.Event()

    async def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
        """Waits, and confirms."""
        self.asked.set()
        await self.decided.wait()
        self.decided.clear()
        return hostline.ElicitResult("accept", content={"confirmed": True})

    async def think(self, meanwhile: Awaitable[str] | None = None) -> str | None:
        """Waits for a question, does something else, and then lets it be answered."""
        await self.asked.wait()
        self.asked.clear()
        done = None if meanwhile is None else await meanwhile
        self.decided.set()
        return done


async def answer_in_rounds() -> None:
    """While one call waits for its input, another must not be given any of it."""
    person = Person()
    async with connect(person) as server:
        await names(server)
        echoed, unrelated = await asyncio.gather(
            call(server, "test_mrtr_echo_state"),
            person.think(call(server, "test_mrtr_unrelated")),
        )
        expect("the call with a state", echoed, "echo-state-ok")
        expect("the call between", unrelated, "unrelated-ok")
        stateless, _ = await asyncio.gather(call(server, "test_mrtr_no_state"), person.think())
        expect("the call without a state", stateless, "no-state-ok")
        untyped = await call(server, "test_mrtr_no_result_type")
        expect("the untyped result", untyped, "no-result-type-test-ok")


async def use_every_feature() -> None:
    """Each feature has headers of its own."""
    async with connect() as server:
        tools = await names(server)
        expect("the tools", tools, ["test_headers", "my-hyphenated-tool"])
        for tool in tools:
            await call(server, tool)
        resources = await server.list_resources()
        expect("the number of resources", len(resources), 2)
        for resource in resources:
            await server.read_resource(resource.uri)
        prompts = await server.list_prompts()
        expect("the number of prompts", len(prompts), 1)
        for prompt in prompts:
            await server.get_prompt(prompt.name)


async def make_prepared_calls() -> None:
    """The arguments of calls that are prepared are mirrored into headers."""
    prepared = json.loads(os.environ["MCP_CONFORMANCE_CONTEXT"])["toolCalls"]
    async with connect() as server:
        expect("the number of calls", len(prepared), len(await names(server)))
        for each in prepared:
            await call(server, each["name"], each["arguments"])


async def keep_valid_tools() -> None:
    """Tools whose marks are not right are left out, and the others can be called."""
    async with connect() as server:
        tools = await server.list_tools()
        expect("the tools", [tool.name for tool in tools], ["valid_tool"])
        expect("the number of tools left out", len(tools.dropped), 11)
        await call(server, "valid_tool", {"region": "us-west1"})


async def refuse_a_distant_schema() -> None:
    """The schema is really used, so that there is a reason to fetch what it refers to."""
    async with connect() as server:
        expect("the tools", await names(server), ["lookup_user"])
        try:
            await server.call_tool("lookup_user", {"id": "ann"}, check_arguments=True)
        except hostline.InvalidInputError:
            return
        raise AssertionError("the schema was taken for complete")


async def return_a_schema() -> None:
    """What was received is sent back, byte by byte."""
    async with connect() as server:
        (rich,) = [tool for tool in await server.list_tools() if tool.name != "json_schema_echo"]
        said = await call(server, "json_schema_echo", {"schema": rich.input_schema})
        expect("the answer", said, "echoed")


class Stays(HTTPRedirectHandler):
    """Follows no redirect."""

    def redirect_request(self, *_: Any) -> None:
        """Stays where it is."""


def visit(address: str) -> str:
    """Opens an address of the suite, and gives where it sends whoever opens it."""
    try:
        with build_opener(ProxyHandler({}), Stays()).open(address) as page:
            return str(page.url)
    except HTTPError as answer:
        return answer.headers["Location"] or ""


class Browser(hostline.Delegate):
    """A person who agrees to everything. Nobody listens where the suite sends the browser."""

    async def open_address(self, question: hostline.OpenAddressQuestion) -> hostline.OpenedAddress:
        """Agrees."""
        returned_to = await asyncio.to_thread(visit, question.address)
        return hostline.OpenedAddress(returned_to=returned_to)


def issuer_of(url: str) -> str:
    """The issuer that a person has registered the client with: the one that the server names."""
    origin, path = re.fullmatch(r"(https?://[^/]+)(/.*)?", url).groups()  # type: ignore[union-attr]
    with build_opener(ProxyHandler({})).open(
        f"{origin}/.well-known/oauth-protected-resource{path or ''}"
    ) as page:
        issuer: str = json.load(page)["authorization_servers"][0]
        return issuer


def account(scenario: str) -> hostline.OAuthOptions:
    """How the client is known: beforehand where the suite says so, else by its document."""
    context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    if scenario == "auth/pre-registration":
        return hostline.OAuthOptions(
            client_id=context["client_id"],
            client_secret=context["client_secret"],
            issuer=issuer_of(sys.argv[-1]),
        )
    return hostline.OAuthOptions(client_id=DOCUMENT)


async def sign_in(scenario: str) -> None:
    """A program does the same in each of them: it connects, lists the tools and calls them."""
    async with hostline.connect(
        sys.argv[-1],
        protocol=VERSION,
        oauth=account(scenario),
        token_store=hostline.MemoryStore(),
        delegate=Browser(),
    ) as server:
        for tool in await names(server):
            await call(server, tool)


SCENARIOS: Mapping[str, Callable[[], Awaitable[None]]] = {
    "initialize": connect_only,
    "tools_call": call_a_tool,
    "elicitation-sep1034-client-defaults": accept_defaults,
    "sse-retry": outlive_a_stream,
    "request-metadata": declare_everything,
    "sep-2322-client-request-state": answer_in_rounds,
    "http-standard-headers": use_every_feature,
    "http-custom-headers": make_prepared_calls,
    "http-invalid-tool-headers": keep_valid_tools,
    "json-schema-ref-no-deref": refuse_a_distant_schema,
    "json-schema-2020-12-preservation": return_a_schema,
}


def main() -> None:
    """Plays the scenario."""
    scenario = os.environ.get("MCP_CONFORMANCE_SCENARIO", "")
    play = SCENARIOS.get(scenario)
    if scenario.startswith("auth/"):
        play = partial(sign_in, scenario)
    if play is None:
        sys.exit(f"client.py: {scenario} cannot be played yet")
    asyncio.run(asyncio.wait_for(play(), DEADLINE))


main()
