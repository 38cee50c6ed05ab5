"""The agent of Python: what the package `hostline` does when it is told to.

`tests/agents/README.md` says what an agent is. It compares nothing and decides nothing.
"""

from __future__ import annotations

import asyncio
import gc
import json
import re
import sys
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
    read = {
        "limits": hostline.MessageLimits.from_dict,
        "shutdown": hostline.ShutdownWaits.from_dict,
    }
    return {
        snake(name): read[name](value) if name in read else value for name, value in members.items()
    }


def in_words(error: hostline.Error | hostline.ErrorReport) -> dict[str, Any]:
    """An error in the form of the scenarios, whose message is what happened alone."""
    report = error.report if isinstance(error, hostline.Error) else error
    words = report.to_dict()
    words["sentence"] = str(error) if isinstance(error, hostline.Error) else report.message
    words["message"] = words.pop("reason")
    return words


class Answers(hostline.Delegate):
    """Gives prepared answers in their order, the last one again and again."""

    def __init__(self, connection: str, answers: dict[str, list[dict[str, Any]]]) -> None:
        """Offers each way of asking that has answers."""
        self.connection = connection
        self.answers = {mode: list(prepared) for mode, prepared in answers.items()}
        self.elicitation = tuple(answers)

    async def elicit(self, question: hostline.ElicitQuestion) -> hostline.ElicitResult:
        """Says what was asked, and answers it."""
        asked = question.to_dict()
        del asked["target"]
        mode = asked.pop("mode")
        say({"asked": {"kind": mode, **asked}, "connection": self.connection})
        prepared = self.answers[mode]
        answer = prepared.pop(0) if len(prepared) > 1 else prepared[0]
        if answer.get("hang"):
            await asyncio.Event().wait()
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return hostline.ElicitResult.from_dict(answer)


class Agent:
    """All that the agent holds."""

    def __init__(self) -> None:
        """Begins with nothing."""
        self.servers: dict[str, hostline.Client] = {}
        self.listening: dict[str, asyncio.Task[None]] = {}
        self.commands: dict[int, asyncio.Task[Any]] = {}

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
        delegate = Answers(name, answers) if answers is not None else None
        server = await hostline.connect(**keywords(command["options"]), delegate=delegate)
        self.servers[name] = server
        self.listening[name] = asyncio.create_task(self.listen(name, server))
        known = server.info.to_dict()
        return {"server": None, "capabilities": None, "instructions": None, **known}

    async def listen(self, name: str, server: hostline.Client) -> None:
        """Says what the server says without being asked."""
        async for event in server.events():
            said = event.to_dict()
            if isinstance(event, hostline.ClosedEvent):
                said["error"] = in_words(event.error)
            say({"event": said, "connection": name})

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
        if command["operation"] == "tools/list":
            tools = await server.list_tools(**params)
            dropped = [dropped.to_dict() for dropped in tools.dropped]
            return {"tools": [tool.to_dict() for tool in tools], "dropped": dropped}
        if command["operation"] == "prompts/list":
            prompts = await server.list_prompts(**params)
            dropped = [dropped.to_dict() for dropped in prompts.dropped]
            return {"prompts": [prompt.to_dict() for prompt in prompts], "dropped": dropped}
        result = await server.call_tool(**params)
        return {**result.to_dict(), "validation": result.validation.status}

    async def do_testing(self, command: dict[str, Any]) -> Any:
        """Calls an operation by its name, with raw parameters."""
        params = command.get("params", {})
        if "connection" in command:
            server = self.servers[command["connection"]]
            return await server._call(command["operation"], params)
        async with hostline.Connecting(hostline.Client, params, None):
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
