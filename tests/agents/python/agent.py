"""The agent of Python: what the package `hostline` does when it is told to.

`tests/agents/README.md` says what an agent is. It compares nothing and decides nothing.
"""

from __future__ import annotations

import asyncio
import gc
import json
import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import hostline

# A command may hold a scenario's largest message.
LINE_BYTES = 64 << 20


def say(line: dict[str, Any]) -> None:
    """Writes one line."""
    print(json.dumps(line, ensure_ascii=False), flush=True)


def snake(name: str) -> str:
    """The name of a member as an argument."""
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def keywords(members: dict[str, Any]) -> dict[str, Any]:
    """Members of the wire as arguments of the typed functions."""
    read: dict[str, Any] = {
        "limits": hostline.MessageLimits.from_dict,
        "shutdown": hostline.ShutdownWaits.from_dict,
        "ref": hostline.completion_reference_from_dict,
        "argument": hostline.CompletionArgument.from_dict,
    }
    return {
        snake(name): read[name](value) if name in read else value for name, value in members.items()
    }


# The typed function of each operation, and what scenarios call the list that it gives.
FUNCTIONS = {
    "tools/list": ("list_tools", "tools"),
    "tools/call": ("call_tool", None),
    "resources/list": ("list_resources", "resources"),
    "resources/templates/list": ("list_resource_templates", "resourceTemplates"),
    "resources/read": ("read_resource", None),
    "prompts/list": ("list_prompts", "prompts"),
    "prompts/get": ("get_prompt", None),
    "completion/complete": ("complete", None),
    "ping": ("ping", None),
    "logging/setLevel": ("set_log_level", None),
    "request": ("request", None),
    "tasks/start": ("start_task", None),
    "tasks/get": ("get_task", None),
    "tasks/list": ("list_tasks", "tasks"),
    "tasks/cancel": ("cancel_task", None),
    "tasks/result": ("task_result", None),
    "notifications/roots/list_changed": ("roots_changed", None),
}


def in_words(error: hostline.Error | hostline.ErrorReport) -> dict[str, Any]:
    """An error in the form of the scenarios, whose message is what happened alone."""
    report = error.report if isinstance(error, hostline.Error) else error
    words = report.to_dict()
    words["sentence"] = str(error) if isinstance(error, hostline.Error) else report.message
    words["message"] = words.pop("reason")
    return words


class Answers:
    """Gives prepared answers in their order, the last one again and again."""

    def __init__(self, connection: str, answers: dict[str, list[dict[str, Any]]]) -> None:
        """Has a function for each kind of question that has answers."""
        self.connection = connection
        self.answers = {kind: list(prepared) for kind, prepared in answers.items()}
        if "form" in answers:
            self.elicit_form = partial(self.answer, "form", hostline.ElicitResult.from_dict)
        if "url" in answers:
            self.elicit_url = partial(self.answer, "url", hostline.ElicitResult.from_dict)
        if "sampling" in answers:
            read = hostline.CreateMessageResult.from_dict
            self.create_message = partial(self.answer, "sampling", read)
        if "roots" in answers:
            self.list_roots = partial(self.answer, "roots", hostline.ListRootsResult.from_dict)

    async def answer(self, kind: str, read: Callable[[dict[str, Any]], Any], question: Any) -> Any:
        """Says what was asked, and answers it."""
        asked = question.to_dict()
        asked = asked.get("params", asked)
        asked.pop("target", None)
        say({"asked": {"kind": kind, **asked}, "connection": self.connection})
        prepared = self.answers[kind]
        answer = prepared.pop(0) if len(prepared) > 1 else prepared[0]
        if answer.get("hang"):
            await asyncio.Event().wait()
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return read(answer)


class Agent:
    """All that the agent holds."""

    def __init__(self) -> None:
        """Begins with nothing."""
        self.servers: dict[str, hostline.Client] = {}
        self.listening: dict[str, asyncio.Task[None]] = {}
        self.commands: dict[int, asyncio.Task[Any]] = {}
        self.subscriptions: dict[str, tuple[hostline.Subscription, asyncio.Task[None]]] = {}

    def begin(self, command: dict[str, Any]) -> None:
        """Begins a command. It replies also when it is cancelled before its first step."""
        number = command["id"]
        task = asyncio.create_task(getattr(self, f"do_{command['do']}")(command))
        self.commands[number] = task
        task.add_done_callback(partial(self.reply, number))

    def reply(self, number: int, task: asyncio.Task[Any]) -> None:
        """Says how a command has ended."""
        del self.commands[number]
        if task.cancelled():
            say({"id": number, "error": {"code": "cancelled", "message": "it was cancelled"}})
            return
        match task.exception():
            case None:
                say({"id": number, "ok": task.result()})
            case hostline.Error() as error:
                say({"id": number, "error": in_words(error)})
            case error:
                message = f"{type(error).__name__}: {error}"
                say({"id": number, "error": {"code": "foreign", "message": message}})

    async def do_connect(self, command: dict[str, Any]) -> dict[str, Any]:
        """Connects, and begins to listen."""
        name = command["connection"]
        answers = command.get("input")
        delegate: Any = Answers(name, answers) if answers is not None else None
        options = keywords(command["options"])
        if answers and "sampling" in answers:
            # Whoever answers for a model can give it tools.
            options["sampling_tools"] = True
        server = await hostline.connect(**options, delegate=delegate)
        self.servers[name] = server
        self.listening[name] = asyncio.create_task(self.listen(name, server))
        known = server.info.to_dict()
        return {"server": None, "capabilities": None, "instructions": None, **known}

    async def listen(self, name: str, server: hostline.Client) -> None:
        """Says what the server says without being asked."""
        async for event in server.events():
            self.say_event(name, event)

    def say_event(self, name: str, event: hostline.Event) -> None:
        """Says one event."""
        said = event.to_dict()
        if isinstance(event, hostline.ClosedEvent):
            said["error"] = in_words(event.error)
        say({"event": said, "connection": name})

    async def do_subscribe(self, command: dict[str, Any]) -> None:
        """Begins to listen to changes under a name."""
        name = command["connection"]
        subscription = await self.servers[name].subscribe(**keywords(command["filter"]))

        async def listen() -> None:
            async for event in subscription:
                self.say_event(name, event)

        listening = asyncio.create_task(listen())
        self.subscriptions[f"{name}/{command['subscription']}"] = (subscription, listening)

    async def do_unsubscribe(self, command: dict[str, Any]) -> None:
        """Stops to listen to changes."""
        key = f"{command['connection']}/{command['subscription']}"
        subscription, listening = self.subscriptions.pop(key)
        await subscription.close()
        await listening

    async def do_subscriptionEnds(self, command: dict[str, Any]) -> None:  # noqa: N802
        """Waits until a subscription has ended by itself."""
        key = f"{command['connection']}/{command['subscription']}"
        _, listening = self.subscriptions.pop(key)
        await listening

    async def do_call(self, command: dict[str, Any]) -> Any:
        """Calls the typed function of an operation."""
        server = self.servers[command["connection"]]
        params = keywords(command["params"])
        if command.get("progress"):

            def report(progress: hostline.ProgressReport) -> None:
                said = progress.to_dict()
                del said["call"]
                say({"progress": said, "of": command["id"]})

            params["on_progress"] = report
        function, name = FUNCTIONS[command["operation"]]
        result = await getattr(server, function)(**params)
        if name is not None:
            dropped = [dropped.to_dict() for dropped in result.dropped]
            return {name: [item.to_dict() for item in result], "dropped": dropped}
        if isinstance(result, hostline.CallToolResult):
            return {**result.to_dict(), "validation": result.validation.status}
        return result.to_dict() if hasattr(result, "to_dict") else result

    async def do_testing(self, command: dict[str, Any]) -> Any:
        """Calls an operation by its name, with raw parameters."""
        params = command.get("params", {})
        if "connection" in command:
            server = self.servers[command["connection"]]
            return await server._call(command["operation"], params)
        async with hostline.Connecting(hostline.Client, params):
            return None

    async def do_cancel(self, command: dict[str, Any]) -> None:
        """Cancels another command."""
        if command["of"] in self.commands:
            self.commands[command["of"]].cancel()

    async def do_close(self, command: dict[str, Any]) -> None:
        """Closes a connection, and keeps it."""
        await self.servers[command["connection"]].close()

    async def do_drop(self, command: dict[str, Any]) -> None:
        """Forgets a connection without closing it."""
        name = command["connection"]
        if name in self.listening:
            listening = self.listening.pop(name)
            listening.cancel()
            await asyncio.wait([listening])
        for key in [key for key in self.subscriptions if key.startswith(f"{name}/")]:
            _, listening = self.subscriptions.pop(key)
            listening.cancel()
            await asyncio.wait([listening])
        self.servers.pop(name, None)
        if command.get("collect", True):
            gc.collect()

    async def close_all(self) -> None:
        """Closes everything at the end of the input."""
        closing = [server.close() for server in self.servers.values()]
        await asyncio.gather(*closing, return_exceptions=True)


async def main() -> None:
    """Obeys until the input ends."""
    agent = Agent()
    lines = asyncio.StreamReader(limit=LINE_BYTES)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    say({"agent": "python", "hostline": hostline.__version__})
    while line := await lines.readline():
        agent.begin(json.loads(line))
    await agent.close_all()


if __name__ == "__main__":
    asyncio.run(main())
