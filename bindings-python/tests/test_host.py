"""Many servers behind one gate."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import hostline
from conftest import Rules, Script, question

TOOL = {"name": "t", "description": "Does it.", "inputSchema": {"type": "object"}}


class Person(hostline.Delegate):
    """Decides as it was told."""

    def __init__(self, *, allow: bool = True) -> None:
        self.allow = allow
        self.asked: list[hostline.HostQuestion] = []

    async def decide(self, question: hostline.HostQuestion) -> hostline.Decision:
        self.asked.append(question)
        return hostline.Decision(self.allow)

    def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
        return hostline.ElicitResult("decline")


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of a configuration that is not there yet."""
    monkeypatch.setenv("HOSTLINE_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "config"
    folder.mkdir(mode=0o700)
    return str(folder / "hostline.toml")


def opening(
    config: str, delegate: hostline.Delegate | None = None
) -> hostline.Connecting[hostline.Host]:
    store = hostline.MemoryStore(name="host")
    return hostline.open_host(config=config, token_store=store, delegate=delegate)


def rules(more: Rules | None = None) -> Rules:
    """A server with one tool."""
    said = {"reply": {"content": [{"type": "text", "text": "done"}]}}
    call: Rules = more or [{"on": "tools/call", "do": [{"progress": {"progress": 1}}, said]}]
    return [{"on": "tools/list", "do": [{"reply": {"tools": [TOOL]}}]}, *call]


async def test_a_call_passes_the_gate_and_the_person(config: str, script: Script) -> None:
    person = Person()
    async with opening(config, person) as host:
        assert host.info.is_owner
        await host.add_server("echo", script(rules()), approved=True)
        (status,) = await host.servers()
        assert (status.server, status.activity) == ("echo", "idle")
        (tool,) = (await host.catalogue(start=True)).tools
        assert (tool.tool.name, tool.standing) == ("t", "offered")
        simulation = await host.simulate(tool.name)
        assert simulation.verdict == "ask"
        heard: list[float] = []
        result = await host.call_tool(
            tool.name, {"a": 1}, on_progress=lambda report: heard.append(report.progress)
        )
        assert result.content == [hostline.TextContent("done")]
        assert heard == [1]
        (asked,) = person.asked
        assert (asked.server, asked.matter["kind"]) == ("echo", "call-tool")
        assert asked.matter["arguments"] == {"a": 1}

        person.allow = False
        with pytest.raises(hostline.DeniedError):
            await host.call_tool("t", {"a": 2}, server="echo")
        lines = await host.read_audit(server="echo")
        verdicts = [line["decided"]["verdict"] for line in lines if "decided" in line]
        assert verdicts[-2:] == ["allow", "deny"]
        assert (await host.verify_audit()).is_whole


async def test_a_model_calls_tools_in_the_words_of_openai(config: str, script: Script) -> None:
    async with opening(config, Person()) as host:
        await host.add_server("echo", script(rules()), approved=True)
        (tool,) = await host.openai_tools(start=True)
        function = tool["function"]
        assert function["description"] == "Does it."
        call = {"id": "c", "function": {"name": function["name"], "arguments": "{}"}}
        assert await host.call_openai(call) == {
            "role": "tool",
            "tool_call_id": "c",
            "content": "done",
        }


async def test_rules_grants_and_pins_are_read_and_changed(config: str, script: Script) -> None:
    async with opening(config, Person()) as host:
        await host.add_server("echo", script(rules()), approved=True)
        (grant,) = await host.list_grants()
        assert (grant.effect, grant.server) == ("allow", "echo")

        await host.add_rule({"name": "never", "effect": "deny", "tool": "t"})
        assert [rule["name"] for rule in await host.list_rules()] == ["never"]
        (tool,) = (await host.catalogue(server="echo", start=True)).tools
        assert (await host.simulate(tool.name)).verdict == "deny"
        await host.remove_rule("never")
        assert await host.list_rules() == []

        pins = await host.pins("echo")
        assert [(pin.kind, pin.name) for pin in pins.approved] == [("tool", "t")]
        assert pins.is_compared
        assert await host.forget_pins("echo")
        assert await host.revoke_grant(grant.id)
        assert not await host.revoke_grant(grant.id)


async def test_servers_are_switched_off_and_removed(config: str, script: Script) -> None:
    async with opening(config) as host:
        await host.add_server("echo", script(rules()), approved=True)
        await host.disable_server("echo")
        (status,) = await host.servers()
        assert status.activity == "disabled"
        await host.enable_server("echo")
        await host.start_server("echo")
        (status,) = await host.servers(server="echo")
        assert status.activity == "ready"
        log = await host.log("echo")
        assert {"message", "status"} <= {entry.kind for entry in log.entries}
        await host.remove_server("echo")
        assert await host.servers() == []
        with pytest.raises(hostline.InvalidInputError):
            await host.start_server("echo")


async def test_whoever_watches_hears_how_servers_stand(config: str, script: Script) -> None:
    async with opening(config) as host:
        await host.add_server("echo", script(rules()), approved=True)
        async with host.watch(statuses=True, logs=["echo"]) as events:
            await host.start_server("echo")
            heard: set[str] = set()
            async for event in events:
                if isinstance(event, hostline.StatusEvent):
                    heard.add(event.status.activity)
                if isinstance(event, hostline.HostLogEvent):
                    heard.add(event.entry.kind)
                if {"starting", "ready", "message"} <= heard:
                    break


async def test_questions_wait_for_whoever_watches(config: str, script: Script) -> None:
    async with opening(config) as host:
        await host.add_server("echo", script(rules()), approved=True)
        async with host.watch(questions=True) as events:
            call = asyncio.create_task(host.call_tool("t", server="echo"))
            async for event in events:
                if isinstance(event, hostline.AskedEvent):
                    (waiting,) = await host.list_questions()
                    assert waiting.id == event.question.id
                    await host.answer_question(waiting.id, hostline.Decision(True))
                if isinstance(event, hostline.SettledEvent):
                    break
            assert (await call).content == [hostline.TextContent("done")]


async def test_what_a_server_asks_for_a_call_reaches_the_delegate(
    config: str, script: Script
) -> None:
    async with opening(config, Person()) as host:
        await host.add_server("echo", script(rules(question())), approved=True)
        result = await host.call_tool("t", server="echo")
        assert result.content == [hostline.TextContent("decline")]


async def test_the_second_one_is_attached_to_the_first(config: str, script: Script) -> None:
    async with opening(config, Person()) as host:
        await host.add_server("echo", script(rules()), approved=True)
        async with opening(config, Person()) as attached:
            assert not attached.info.is_owner
            (status,) = await attached.servers()
            assert status.server == "echo"
            result = await attached.call_tool("t", server="echo")
            assert result.content == [hostline.TextContent("done")]
        assert len(await host.servers()) == 1


async def test_a_host_that_is_closed_says_so(config: str) -> None:
    host = await opening(config)
    await host.close()
    await host.close()
    with pytest.raises(hostline.ClosedError):
        await host.servers()


async def test_without_anybody_to_ask_a_call_is_denied(config: str, script: Script) -> None:
    async with opening(config) as host:
        await host.add_server("echo", script(rules()), approved=True)
        with pytest.raises(hostline.DeniedError):
            await host.call_tool("t", server="echo")
        with pytest.raises(hostline.InvalidInputError):
            await host.add_server("echo", "again")
        with pytest.raises(hostline.InvalidInputError):
            await host.add_server("other", "x", posture="reckless")


async def test_a_host_that_is_closed_leaves_the_configuration_to_the_next(config: str) -> None:
    closed = await opening(config)
    await closed.close()
    async with opening(config) as host:
        assert host.info.is_owner
    with pytest.raises(hostline.ClosedError):
        await closed.remove_rule("any")


async def test_a_watch_ends_with_its_host(config: str) -> None:
    host = await opening(config)
    watch = await host.watch(statuses=True)
    hearing = asyncio.create_task(anext(watch, None))
    await asyncio.sleep(0)
    await host.close()
    assert await hearing is None
    async with opening(config) as next_one:
        assert next_one.info.is_owner, "who has heard of the last one keeps nothing of it"


async def test_whoever_only_watches_decides_nothing(config: str, script: Script) -> None:
    async with opening(config) as host:
        await host.add_server("echo", script(rules()), approved=True)
        async with opening(config) as attached, attached.watch(questions=True) as events:
            assert not attached.info.is_owner
            call = asyncio.create_task(host.call_tool("t", server="echo"))
            asked = await anext(events)
            assert isinstance(asked, hostline.AskedEvent)
            await attached.answer_question(asked.question.id, hostline.Decision(True))
            assert (await call).content == [hostline.TextContent("done")]
        # Nobody hears of questions any more, so that nobody is waited for.
        with pytest.raises(hostline.DeniedError):
            await host.call_tool("t", server="echo")


async def test_a_term_that_is_not_offered_holds_once(config: str, script: Script) -> None:
    class Always(hostline.Delegate):
        def decide(self, question: hostline.HostQuestion) -> hostline.Decision:
            assert "always" not in question.terms
            return hostline.Decision(True, term="always")

    async with opening(config, Always()) as host:
        await host.add_server("echo", script(rules()), approved=True)
        await host.add_rule({"name": "each", "effect": "ask", "tool": "t"})
        (approval,) = await host.list_grants()
        result = await host.call_tool("t", server="echo")
        assert result.content == [hostline.TextContent("done")]
        assert [grant.id for grant in await host.list_grants()] == [approval.id]


async def test_a_decision_that_cannot_be_taken_is_a_no(config: str, script: Script) -> None:
    class Nonsense(hostline.Delegate):
        def decide(self, question: hostline.HostQuestion) -> hostline.Decision:
            return hostline.Decision(True, term="for ever and a day")

    async with opening(config, Nonsense()) as host:
        await host.add_server("echo", script(rules()), approved=True)
        with pytest.raises(hostline.DeniedError):
            await host.call_tool("t", server="echo")


async def test_what_is_no_rule_and_no_definition_changes_nothing(
    config: str, script: Script
) -> None:
    async with opening(config, Person()) as host:
        await host.add_server("echo", script(rules()), approved=True)
        for wrong in ({"name": "n", "effect": "dney"}, {"effect": "deny"}, {"name": "n"}):
            with pytest.raises(hostline.InvalidInputError):
                await host.add_rule(wrong)
        assert await host.list_rules() == []
        for kind, name in ((None, "t"), ("tool", None), ("instructions", "t")):
            with pytest.raises(hostline.InvalidInputError):
                await host.forget_pins("echo", kind=kind, name=name)


async def test_what_is_approved_for_later_stands_in_the_record(config: str, script: Script) -> None:
    async with opening(config, Person()) as host:
        await host.add_server("echo", script(rules()), approved=True)
        lines = await host.read_audit(server="echo")
        assert [line["decided"]["action"] for line in lines] == ["grant/add"]


async def test_a_host_that_is_closed_ends_what_waits_for_a_person(
    config: str, script: Script
) -> None:
    asked = asyncio.Event()

    class Hesitates(hostline.Delegate):
        async def decide(self, question: hostline.HostQuestion) -> hostline.Decision:
            asked.set()
            await asyncio.Event().wait()
            raise AssertionError

    async with opening(config, Hesitates()) as host:
        await host.add_server("echo", script(rules()), approved=True)
        await host.add_rule({"name": "each", "effect": "ask", "tool": "t"})
        call = asyncio.create_task(host.call_tool("t", server="echo"))
        await asked.wait()
    with pytest.raises(hostline.ClosedError):
        await asyncio.wait_for(call, 10)
    # Nothing of it is left that would keep the record from whoever comes next.
    async with opening(config, Person()) as host:
        assert host.info.is_owner
        assert (await host.verify_audit()).is_whole
