"""Values on their way between Python and the core."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import enum
import inspect
import pickle
from types import MappingProxyType
from typing import Any

import pytest

import hostline
from conftest import Script

TOOL = {
    "name": "add",
    "inputSchema": {"type": "object"},
    "outputSchema": True,
    "title": "Add",
    "annotations": {"readOnlyHint": True, "x-hint": 1},
    "execution": {"taskSupport": "sometimes"},
    "icons": [{"src": "data:,", "sizes": ["48x48"], "theme": "dim"}],
    "_meta": {"a/b": [None, 1]},
    "x-own": {"kept": [1]},
}
RESULT = {
    "content": [
        {"type": "text", "text": "hi", "x": 1},
        {"type": "resource", "resource": {"uri": "file:///a", "text": "b"}},
        {"type": "hologram", "depth": 3},
    ],
    "validation": {"status": "mismatch", "findings": ["no"]},
    "structuredContent": {"n": 1},
    "isError": False,
}


def test_an_object_gives_back_every_member_that_it_was_given() -> None:
    tool = hostline.Tool.from_dict(TOOL)
    assert tool.to_dict() == TOOL
    assert tool.extra == {"x-own": {"kept": [1]}}
    assert tool.annotations is not None
    assert tool.annotations.read_only_hint is True
    assert tool.annotations.extra == {"x-hint": 1}


def test_reading_an_object_leaves_what_was_read_as_it_is() -> None:
    before = dict(TOOL)
    hostline.Tool.from_dict(before)
    assert before == TOOL


def test_a_name_that_is_not_listed_stays_what_it_is() -> None:
    tool = hostline.Tool.from_dict(TOOL)
    assert tool.execution is not None
    assert tool.execution.task_support == "sometimes"
    assert tool.icons is not None
    assert tool.icons[0].theme == "dim"


def test_an_object_of_an_unknown_kind_is_kept_whole() -> None:
    result = hostline.CallToolResult.from_dict(RESULT)
    assert [type(block).__name__ for block in result.content] == [
        "TextContent",
        "EmbeddedResource",
        "Unknown",
    ]
    assert result.content[2] == hostline.Unknown("hologram", {"type": "hologram", "depth": 3})
    assert result.to_dict() == RESULT


def test_a_member_that_is_null_counts_as_absent() -> None:
    task = {"taskId": "1", "status": "working", "createdAt": "then", "lastUpdatedAt": "now"}
    read = hostline.Task.from_dict({**task, "ttl": None})
    assert read.ttl is None
    assert read.to_dict() == task


def test_objects_are_frozen_and_can_be_made_by_hand() -> None:
    text = hostline.TextContent("hi", annotations=hostline.Annotations(priority=0.5))
    assert text.to_dict() == {"type": "text", "text": "hi", "annotations": {"priority": 0.5}}
    with pytest.raises(dataclasses.FrozenInstanceError):
        text.text = "ho"  # type: ignore[misc]


def test_an_object_survives_being_copied_and_pickled() -> None:
    text = hostline.TextContent("hi", extra={"x": 1})
    assert copy.copy(text) == pickle.loads(pickle.dumps(text)) == text
    assert dataclasses.replace(text, text="ho").to_dict() == {"type": "text", "text": "ho", "x": 1}
    assert repr(text) == "TextContent(text='hi', annotations=None, meta=None, extra={'x': 1})"
    assert not hasattr(text, "__dict__")


def test_a_class_says_what_it_takes_before_it_was_ever_used() -> None:
    parameters = inspect.signature(hostline.AudioContent).parameters
    assert list(parameters) == [field.name for field in dataclasses.fields(hostline.AudioContent)]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        hostline.PromptArgument()  # type: ignore[call-arg]


def test_an_error_survives_being_pickled() -> None:
    report = hostline.ErrorReport("denied", "all of it", "a part", False, target="there")
    error = pickle.loads(pickle.dumps(hostline.DeniedError(report)))
    assert isinstance(error, hostline.DeniedError)
    assert (str(error), error.code, error.target) == ("all of it", "denied", "there")


class Word(str, enum.Enum):
    ONE = "one"


async def test_values_reach_the_core_and_come_back(script: Script) -> None:
    given: dict[str, Any] = {
        "text": "é 日本 😀 \0 \u2028",
        "numbers": [0, -1, 2**63 - 1, 2**64 - 1, 0.1, 5e-324, 1.5e308],
        "truth": [True, False, None],
        "tuple": (1, (2,)),
        "mapping": MappingProxyType({"a": {}}),
        "enum": Word.ONE,
    }
    async with hostline.connect(script()) as server:
        back = await server._call("testing/echo", given)
    assert back == {
        "text": given["text"],
        "numbers": given["numbers"],
        "truth": [True, False, None],
        "tuple": [1, [2]],
        "mapping": {"a": {}},
        "enum": "one",
    }
    assert [type(number) for number in back["numbers"]] == [int] * 4 + [float] * 3


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def endless() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        ({1: 2}, TypeError, "no member named by int"),
        ({"a": object()}, TypeError, "no form for object"),
        ({"a": b"bytes"}, TypeError, "no form for bytes"),
        ({"a": {1}}, TypeError, "no form for set"),
        ({"a": range(3)}, TypeError, "no form for range"),
        ([float("nan")], ValueError, "no number"),
        (float("-inf"), ValueError, "no number"),
        (["\ud800"], ValueError, "surrogates"),
        (nested(200), ValueError, "nested too deeply"),
        (endless(), ValueError, "nested too deeply"),
    ],
)
def test_what_json_cannot_say_is_refused_as_python_does(
    script: Script, value: Any, kind: type[Exception], text: str
) -> None:
    async def tried() -> None:
        async with hostline.connect(script()) as server:
            with pytest.raises(kind, match=text):
                await server.call_tool("t", {"value": value})

    asyncio.run(tried())


async def test_a_number_beyond_all_bounds_is_an_error_of_its_own_call(script: Script) -> None:
    async with hostline.connect(script()) as server:
        with pytest.raises(hostline.ProtocolError):
            await server._call("testing/echo", [10**400])
        assert await server._call("testing/echo", [10**15]) == [10**15]


async def test_a_list_is_a_list_that_says_what_was_left_out(script: Script) -> None:
    tools = [TOOL, {"name": 5}]
    target = script([{"on": "tools/list", "do": [{"reply": {"tools": tools}}]}])
    async with hostline.connect(target) as server:
        listed = await server.list_tools()
    assert isinstance(listed, list)
    assert [tool.name for tool in listed] == ["add"]
    assert listed[0].to_dict() == TOOL
    assert [dropped.index for dropped in listed.dropped] == [1]


def test_a_secret_is_not_shown() -> None:
    for holder in (
        hostline.PassphraseStore("hunter2"),
        hostline.OAuthOptions(client_id="me", client_secret="hunter2"),
        hostline.SaveRecordQuestion("account/x", "hunter2"),
        hostline.KeptRecord(record="hunter2"),
        hostline.OpenedAddress(returned_to="hunter2"),
    ):
        assert "hunter2" not in repr(holder)
        assert "hunter2" in str(holder.to_dict())
