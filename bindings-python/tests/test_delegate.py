"""Questions of servers, and who answers them."""

from __future__ import annotations

import asyncio

import pytest

import hostline
from conftest import Script, question

# What a server did that asks for what nobody can answer.
NOT_OFFERED = "the server asked for input that this client did not offer"


class Says(hostline.Delegate):
    """Answers forms as it was told, in a plain function."""

    def __init__(self, action: str = "accept") -> None:
        self.action = action
        self.asked: list[hostline.ElicitFormQuestion | hostline.ElicitUrlQuestion] = []

    def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
        self.asked.append(question)
        return hostline.ElicitResult(self.action)


class SaysAll(Says):
    """Answers addresses and servers that ask a model or for roots, too."""

    def elicit_url(self, question: hostline.ElicitUrlQuestion) -> hostline.ElicitResult:
        self.asked.append(question)
        return hostline.ElicitResult(self.action)

    def create_message(
        self, question: hostline.CreateMessageQuestion
    ) -> hostline.CreateMessageResult:
        (message,) = question.params.messages
        return hostline.CreateMessageResult("assistant", message.content, "echo")

    async def list_roots(self, question: hostline.ListRootsQuestion) -> hostline.ListRootsResult:
        return hostline.ListRootsResult([hostline.Root("file:///tmp")])


class Fails(hostline.Delegate):
    async def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
        raise LookupError("the person has left")


class Waits(hostline.Delegate):
    """Never answers, and says when it was asked and cancelled."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.cancelled = asyncio.Event()

    async def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.cancelled.set()
        return hostline.ElicitResult("cancel")


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
async def test_a_plain_function_answers(script: Script, version: str) -> None:
    delegate = Says(action="decline")
    target = script(question(), version)
    async with hostline.connect(target, delegate=delegate) as server:
        result = await server.call_tool("t")
    assert result.content == [hostline.TextContent("decline")]
    (asked,) = delegate.asked
    assert isinstance(asked, hostline.ElicitFormQuestion)
    assert (asked.message, asked.target) == ("Well?", server.info.target)


async def test_an_address_is_asked_only_where_it_was_offered(script: Script) -> None:
    delegate: Says = SaysAll()
    async with hostline.connect(script(question("url")), delegate=delegate) as server:
        await server.call_tool("t")
    assert isinstance(delegate.asked[0], hostline.ElicitUrlQuestion)

    delegate = Says()
    async with hostline.connect(script(question("url")), delegate=delegate) as server:
        with pytest.raises(hostline.ProtocolError, match=NOT_OFFERED):
            await server.call_tool("t")
    assert delegate.asked == []


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
async def test_a_model_and_roots_are_asked_where_a_delegate_has_them(
    script: Script, version: str
) -> None:
    said = {"role": "user", "content": {"type": "text", "text": "Well?"}}
    sampling = {"messages": [said], "maxTokens": 5}
    asks = {
        "model": {"method": "sampling/createMessage", "params": sampling},
        "roots": {"method": "roots/list"},
    }
    reply = [{"type": "text", "text": "${answers/model/model} ${answers/roots/roots/0/uri}"}]
    rules = [{"on": "tools/call", "do": [{"ask": asks}, {"reply": {"content": reply}}]}]
    async with hostline.connect(script(rules, version), delegate=SaysAll()) as server:
        result = await server.call_tool("t")
    assert result.content == [hostline.TextContent("echo file:///tmp")]


async def test_what_a_delegate_has_no_function_for_is_not_asked(script: Script) -> None:
    asks = {"roots": {"method": "roots/list"}}
    rules = [{"on": "tools/call", "do": [{"ask": asks}, {"reply": {"content": []}}]}]
    async with hostline.connect(script(rules), delegate=Says()) as server:
        with pytest.raises(hostline.ProtocolError, match=NOT_OFFERED):
            await server.call_tool("t")


async def test_a_delegate_need_be_of_no_class(script: Script) -> None:
    class Anyone:
        def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
            return hostline.ElicitResult("decline")

    async with hostline.connect(script(question()), delegate=Anyone()) as server:  # type: ignore[arg-type]
        result = await server.call_tool("t")
    assert result.content == [hostline.TextContent("decline")]


async def test_without_a_delegate_nobody_is_asked(script: Script) -> None:
    async with hostline.connect(script(question())) as server:
        with pytest.raises(hostline.ProtocolError, match=NOT_OFFERED):
            await server.call_tool("t")


async def test_what_an_exception_says_is_in_the_error(script: Script) -> None:
    async with hostline.connect(script(), delegate=Fails()) as server:
        with pytest.raises(hostline.InvalidInputError) as caught:
            await server._call("testing/ask", {"message": "Well?"})
    assert caught.value.reason.endswith("elicitation/form: the person has left")


async def test_an_answer_of_another_type_is_an_error(script: Script) -> None:
    class Wrong(hostline.Delegate):
        def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
            return {"action": "accept"}  # type: ignore[return-value]

    async with hostline.connect(script(), delegate=Wrong()) as server:
        with pytest.raises(hostline.InvalidInputError):
            await server._call("testing/ask", {"message": "Well?"})


async def test_whom_nobody_waits_for_is_cancelled(script: Script) -> None:
    delegate = Waits()
    async with hostline.connect(script(question()), delegate=delegate) as server:
        call = asyncio.create_task(server.call_tool("t"))
        await delegate.asked.wait()
        call.cancel()
        await delegate.cancelled.wait()
        with pytest.raises(asyncio.CancelledError):
            await call


async def test_closing_cancels_whoever_is_asked(script: Script) -> None:
    delegate = Waits()
    server = await hostline.connect(script(question()), delegate=delegate)
    call = asyncio.create_task(server.call_tool("t"))
    await delegate.asked.wait()
    await server.close()
    await delegate.cancelled.wait()
    with pytest.raises(hostline.ClosedError):
        await call
