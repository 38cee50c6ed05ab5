"""Calls: how they end, how they are cancelled, what they report, and how they fail."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

import hostline
from conftest import Script, says
from hostline import _courier, errors

# A tool that begins, waits until it is cancelled, and says on its standard error that it was.
PATIENT: list[dict[str, Any]] = [
    {
        "on": "tools/call",
        "do": [{"progress": {"progress": 0}}, {"await": "cancelled"}, {"stderr": "stopped"}],
    }
]


async def test_a_connection_can_be_awaited_or_entered(script: Script) -> None:
    server = await hostline.connect(script(says("hi")))
    result = await server.call_tool("t")
    assert result.content == [hostline.TextContent("hi")]
    assert server.info.version == "2026-07-28"
    await server.close()
    async with hostline.connect(script(says("ho"))) as server, server:
        assert (await server.call_tool("t")).content == [hostline.TextContent("ho")]
    with pytest.raises(hostline.ClosedError):
        await server.list_tools()
    await server.close()


@pytest.mark.parametrize("watches", [True, False])
async def test_both_ways_of_waking_a_loop_bring_everything(
    script: Script, monkeypatch: pytest.MonkeyPatch, watches: bool
) -> None:
    monkeypatch.setattr(_courier, "WATCHES_DESCRIPTORS", watches)
    target = script(says("${arguments/n}"))
    async with hostline.connect(target) as server:
        results = await asyncio.gather(*(server.call_tool("t", {"n": n}) for n in range(1000)))
    expected = [[hostline.TextContent(str(n))] for n in range(1000)]
    assert [result.content for result in results] == expected


async def test_cancelling_the_task_stops_the_server(script: Script) -> None:
    begun = asyncio.Event()
    async with hostline.connect(script(PATIENT)) as server:
        call = asyncio.create_task(server.call_tool("t", on_progress=lambda _: begun.set()))
        await begun.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await stderr_says(server, "stopped")


async def test_a_timeout_of_asyncio_stops_the_server(script: Script) -> None:
    async with hostline.connect(script(PATIENT)) as server:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(server.call_tool("t"), 0.05)
        await stderr_says(server, "stopped")


async def stderr_says(server: hostline.Client, text: str) -> None:
    async for event in server.events():
        if event == hostline.StderrEvent(text):
            return
    pytest.fail("the connection has ended")


async def test_opening_can_be_cancelled(script: Script) -> None:
    target = script([{"on": "server/discover", "do": [{"hang": True}]}])
    opening = asyncio.ensure_future(hostline.connect(target))
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening


async def test_progress_comes_in_its_order_and_before_the_result(script: Script) -> None:
    reports: list[tuple[float, float | None, str | None]] = []
    rules: list[dict[str, Any]] = [
        {
            "on": "tools/call",
            "do": [
                {"progress": {"progress": 1, "total": 3, "message": "one"}},
                {"progress": {"progress": 2, "total": 3}},
                {"progress": {"progress": 2.5}},
                {"reply": {"content": []}},
            ],
        }
    ]

    def report(progress: hostline.ProgressReport) -> None:
        reports.append((progress.progress, progress.total, progress.message))

    async with hostline.connect(script(rules)) as server:
        await server.call_tool("t", on_progress=report)
        assert reports == [(1, 3, "one"), (2, 3, None), (2.5, None, None)]


async def test_what_on_progress_raises_ends_the_call(script: Script) -> None:
    def listen(_: hostline.ProgressReport) -> None:
        raise RuntimeError("no")

    async with hostline.connect(script(PATIENT)) as server:
        with pytest.raises(RuntimeError, match="no"):
            await server.call_tool("t", on_progress=listen)
        await stderr_says(server, "stopped")


async def test_every_code_has_a_class_of_its_own(script: Script) -> None:
    assert len(errors.BY_CODE) == 16
    async with hostline.connect(script()) as server:
        for code, kind in errors.BY_CODE.items():
            with pytest.raises(hostline.Error) as caught:
                await server._call("testing/fail", {"code": code})
            assert type(caught.value) is kind
            assert caught.value.code == code
            assert caught.value.next_step == "do nothing about it"
            assert str(caught.value) == caught.value.message


async def test_a_server_s_error_says_all_that_the_server_said(script: Script) -> None:
    no = {"code": -32001, "message": "no", "data": {"why": [1]}}
    async with hostline.connect(script([{"on": "tools/call", "do": [{"error": no}]}])) as server:
        with pytest.raises(hostline.RpcError) as caught:
            await server.call_tool("t")
    error = caught.value
    assert error.rpc is not None
    assert (error.rpc.code, error.rpc.message, error.rpc.data) == (-32001, "no", {"why": [1]})
    assert error.method == "tools/call"
    assert error.target == server.info.target
    assert error.may_have_run is False


async def test_data_of_an_error_that_python_cannot_hold_costs_only_itself(script: Script) -> None:
    wild = '{"jsonrpc":"2.0","id":${id},"error":{"code":-1,"message":"no","data":1e999}}\n'
    target = script([{"on": "tools/call", "do": [{"write": wild}]}])
    async with hostline.connect(target) as server:
        with pytest.raises(hostline.RpcError) as caught:
            await server.call_tool("t")
        await server.list_tools()
    assert caught.value.rpc == hostline.RpcErrorReport(-1, "no")


async def test_an_option_that_makes_no_sense_is_refused(script: Script) -> None:
    with pytest.raises(hostline.InvalidInputError, match="timeoutMs"):
        await hostline.connect(script(), timeout_ms=-1)
    with pytest.raises(hostline.InvalidInputError, match="1999"):
        await hostline.connect(script(), protocol="1999-12-31")


async def test_events_end_with_the_connection(script: Script) -> None:
    server = await hostline.connect(script())
    reading = asyncio.create_task(collect(server))
    await server.list_tools()
    await server.close()
    events = await reading
    assert isinstance(events[-1], hostline.ClosedEvent)
    assert events[-1].error.code == "closed"


async def collect(server: hostline.Client) -> list[hostline.Event]:
    return [event async for event in server.events()]


async def test_waiting_for_an_event_can_be_cancelled_and_loses_none(script: Script) -> None:
    many = 300
    told = {"jsonrpc": "2.0", "method": "notifications/odd", "params": {}}
    rules: list[dict[str, Any]] = [
        {"on": "tools/call", "do": [{"message": told, "times": many}, {"reply": {"content": []}}]}
    ]
    async with hostline.connect(script(rules, "2025-11-25")) as server:
        events = server.events()
        call = asyncio.create_task(server.call_tool("t"))
        come = 0
        while come < many:
            waiting = asyncio.ensure_future(anext(events))
            await asyncio.wait([waiting], timeout=0)
            waiting.cancel()
            (done,) = (await asyncio.wait([waiting]))[0]
            if not done.cancelled():
                assert isinstance(done.result(), hostline.UnknownNotificationEvent)
                come += 1
        await call


async def test_a_second_reader_of_events_is_refused(script: Script) -> None:
    async with hostline.connect(script()) as server:
        reading = asyncio.create_task(collect(server))
        await server.list_tools()
        with pytest.raises(hostline.InvalidInputError, match="events"):
            await collect(server)
        reading.cancel()


async def test_an_event_that_python_has_no_value_for_takes_no_other_with_it(script: Script) -> None:
    notice = '{"jsonrpc":"2.0","method":"notifications/strange","params":{"n":%s}}\n'
    rules: list[dict[str, Any]] = [
        {
            "on": "tools/call",
            "do": [
                {"write": notice % "1"},
                {"write": notice % "1e999"},
                {"write": notice % "3"},
                {"reply": {"content": []}},
            ],
        }
    ]
    seen: list[str] = []

    async def read(server: hostline.Client) -> None:
        async for event in server.events():
            if isinstance(event, hostline.UnknownNotificationEvent):
                seen.append(str(event.params))
            if isinstance(event, hostline.MissedEvent):
                seen.append(f"missed {event.count}")
            if len(seen) == 3:
                return

    async with hostline.connect(script(rules)) as server:
        await server.call_tool("t")
        await asyncio.wait_for(read(server), 10)
    assert sorted(seen) == ["missed 1", "{'n': 1}", "{'n': 3}"]


async def test_an_error_says_what_it_came_from() -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(hostline.TransportError) as raised:
        await hostline.connect(f"http://127.0.0.1:{port}/mcp")
    cause = raised.value.__cause__
    assert cause is not None
    assert raised.value.causes == [str(cause), str(cause.__cause__)]
    assert "refused" in str(cause.__cause__)
