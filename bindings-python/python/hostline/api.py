# Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.
"""What can be opened, and what can be done on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ._runtime import (
    Connecting,
    Connection,
    Listing,
    Stream,
    listing,
    unset,
)
from .types import (
    CallToolResult,
    CompleteResult,
    CompletionArgument,
    CompletionReference,
    Connected,
    CreateMessageQuestion,
    CreateMessageResult,
    ElicitFormQuestion,
    ElicitResult,
    ElicitUrlQuestion,
    Event,
    GetPromptResult,
    ListRootsQuestion,
    ListRootsResult,
    LoggingLevel,
    MessageLimits,
    ProgressReport,
    Prompt,
    ProtocolChoice,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    ShutdownWaits,
    Task,
    Tool,
    event_from_dict,
)

__all__ = [
    "Client",
    "Delegate",
    "Subscription",
    "connect",
]


class Delegate:
    """Answers what is asked.

    A delegate has any of these functions; what it has not, nobody is told that it could answer, and
    nobody asks. They run on the event loop on which the connection was opened, and may be plain or
    async. One whose answer nobody waits for any more is cancelled. What an exception says becomes
    part of the error of the call.
    """

    @unset
    def elicit_form(self, question: ElicitFormQuestion) -> ElicitResult | Awaitable[ElicitResult]:
        """A server's question to a person: a form (2026-07-28 `client/elicitation`, "Form Mode").

        All of its text is the server's own and untrusted.
        """
        raise NotImplementedError

    @unset
    def elicit_url(self, question: ElicitUrlQuestion) -> ElicitResult | Awaitable[ElicitResult]:
        """A server's question to a person: an address to open (2026-07-28 `client/elicitation`,
        "URL Mode").

        All of its text is the server's own and untrusted. Accepting the address means that the
        person agreed to open it, and no more: the program opens it.
        """
        raise NotImplementedError

    @unset
    def create_message(
        self, question: CreateMessageQuestion
    ) -> CreateMessageResult | Awaitable[CreateMessageResult]:
        """A server's request for a model's answer (2026-07-28 `client/sampling`).

        A person should see what is asked, and what is answered.
        """
        raise NotImplementedError

    @unset
    def list_roots(
        self, question: ListRootsQuestion
    ) -> ListRootsResult | Awaitable[ListRootsResult]:
        """In which folders a server may work (2026-07-28 `client/roots`)."""
        raise NotImplementedError


class Client(Connection[Event]):
    """A connection to one server.

    It ends when it is closed, or when nothing refers to it any more.
    """

    _opening = "connect"

    @cached_property
    def info(self) -> Connected:
        """What is known of it."""
        return Connected.from_dict(self._known)

    @staticmethod
    def _read_event(value: Any) -> Event:
        return event_from_dict(value)

    async def list_tools(
        self,
        *,
        max_pages: int | None = None,
        fresh: bool | None = None,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Listing[Tool]:
        """Lists the server's tools, through all pages (2026-07-28 `server/tools`).

        A tool that does not have the shape of one is left out and reported.

        Args:
            max_pages: How many pages to fetch at the most. Default 1,000.
            fresh: Whether to fetch anew, also where a result could be reused. Default false.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "maxPages": max_pages,
            "fresh": fresh,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("tools/list", values)
        return listing([Tool.from_dict(item) for item in result["items"]], result)

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        allow_repeat: bool | None = None,
        check_arguments: bool | None = None,
        log_level: LoggingLevel | None = None,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
        on_progress: Callable[[ProgressReport], None] | None = None,
    ) -> CallToolResult:
        """Calls a tool (2026-07-28 `server/tools`, "Calling Tools").

        A tool that fails says so in the result (`isError`); that is no error of the call.
        Cancelling it tells the server to stop; the tool may have run all the same.

        Args:
            name: The tool's name.
            arguments: The arguments: an object. Default: without any.
            allow_repeat: Whether the call may be sent again although the first one may have
                run. Default false.
            check_arguments: Whether to check the arguments against the tool's input schema
                before sending, with defaults filled in. Default false.
            log_level: The lowest level of log messages that this call wants.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
            on_progress: How far a call has come. It comes before the call's result. A listener
                that fails ends the call with its own error.
        """
        values: dict[str, Any] = {
            "name": name,
            "arguments": arguments,
            "allowRepeat": allow_repeat,
            "checkArguments": check_arguments,
            "logLevel": log_level,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("tools/call", values, on_progress)
        return CallToolResult.from_dict(result)

    async def list_resources(
        self,
        *,
        max_pages: int | None = None,
        fresh: bool | None = None,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Listing[Resource]:
        """Lists the server's resources, through all pages (2026-07-28 `server/resources`).

        A resource that does not have the shape of one is left out and reported.

        Args:
            max_pages: How many pages to fetch at the most. Default 1,000.
            fresh: Whether to fetch anew, also where a result could be reused. Default false.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "maxPages": max_pages,
            "fresh": fresh,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("resources/list", values)
        return listing([Resource.from_dict(item) for item in result["items"]], result)

    async def list_resource_templates(
        self,
        *,
        max_pages: int | None = None,
        fresh: bool | None = None,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Listing[ResourceTemplate]:
        """Lists the server's resource templates, through all pages (2026-07-28 `server/resources`,
        "Resource Templates").

        A template that does not have the shape of one is left out and reported.

        Args:
            max_pages: How many pages to fetch at the most. Default 1,000.
            fresh: Whether to fetch anew, also where a result could be reused. Default false.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "maxPages": max_pages,
            "fresh": fresh,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("resources/templates/list", values)
        return listing([ResourceTemplate.from_dict(item) for item in result["items"]], result)

    async def read_resource(
        self,
        uri: str,
        *,
        fresh: bool | None = None,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> ReadResourceResult:
        """Reads a resource (2026-07-28 `server/resources`, "Reading Resources").

        Args:
            uri: The resource's address.
            fresh: Whether to fetch anew, also where a result could be reused. Default false.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "uri": uri,
            "fresh": fresh,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("resources/read", values)
        return ReadResourceResult.from_dict(result)

    async def list_prompts(
        self,
        *,
        max_pages: int | None = None,
        fresh: bool | None = None,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Listing[Prompt]:
        """Lists the server's prompts, through all pages (2026-07-28 `server/prompts`).

        A prompt that does not have the shape of one is left out and reported.

        Args:
            max_pages: How many pages to fetch at the most. Default 1,000.
            fresh: Whether to fetch anew, also where a result could be reused. Default false.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "maxPages": max_pages,
            "fresh": fresh,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("prompts/list", values)
        return listing([Prompt.from_dict(item) for item in result["items"]], result)

    async def get_prompt(
        self,
        name: str,
        arguments: Mapping[str, str] | None = None,
        *,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> GetPromptResult:
        """Gets a prompt with its arguments filled in (2026-07-28 `server/prompts`, "Getting a
        Prompt").

        Args:
            name: The prompt's name.
            arguments: The arguments, by their names. Default: without any.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "name": name,
            "arguments": arguments,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("prompts/get", values)
        return GetPromptResult.from_dict(result)

    async def complete(
        self,
        ref: CompletionReference,
        argument: CompletionArgument,
        *,
        context: Mapping[str, str] | None = None,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> CompleteResult:
        """Asks for completions of an argument (2026-07-28 `server/utilities/completion`).

        Args:
            ref: The prompt or the resource template that has the argument.
            argument: The argument, as far as it is typed.
            context: Arguments that are known already, by their names (since 2025-06-18).
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "ref": None if ref is None else ref.to_dict(),
            "argument": None if argument is None else argument.to_dict(),
            "context": context,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("completion/complete", values)
        return CompleteResult.from_dict(result)

    async def ping(
        self,
        *,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> None:
        """Asks whether the server is there. Versions without `ping` are asked to discover
        themselves.

        Args:
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        await self._call("ping", values)

    async def set_log_level(
        self,
        level: LoggingLevel,
        *,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> None:
        """Sets the lowest level of log messages that the server sends. Where the version says it
        with each request, later requests say it.

        Args:
            level: The lowest level.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "level": level,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        await self._call("logging/setLevel", values)

    async def request(
        self,
        method: str,
        params: Mapping[str, Any] | None = None,
        *,
        allow_repeat: bool | None = None,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Any:
        """Sends any request, and gives its result as it came.

        Cancelling it tells the server to stop; it may have taken effect all the same.

        Args:
            method: The method.
            params: The parameters: an object without `_meta`. Default: without any.
            allow_repeat: Whether the request may be sent again although the first one may have
                run. Default false.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "method": method,
            "params": params,
            "allowRepeat": allow_repeat,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("request", values)
        return result

    async def start_task(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        ttl_ms: int | None = None,
        check_arguments: bool | None = None,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Task:
        """Calls a tool as a task that the server keeps (2025-11-25 `basic/utilities/tasks`).

        A server that has not declared tasks for calls of tools, and a tool that does not allow
        them, are refused before anything is sent.

        Args:
            name: The tool's name.
            arguments: The arguments: an object. Default: without any.
            ttl_ms: How long the server should keep the task, in milliseconds. Default: as it
                likes.
            check_arguments: Whether to check the arguments against the tool's input schema
                before sending, with defaults filled in. Default false.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "name": name,
            "arguments": arguments,
            "ttlMs": ttl_ms,
            "checkArguments": check_arguments,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("tasks/start", values)
        return Task.from_dict(result)

    async def get_task(
        self,
        task_id: str,
        *,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Task:
        """Reads a task (2025-11-25 `basic/utilities/tasks`).

        Args:
            task_id: The task's identifier.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "taskId": task_id,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("tasks/get", values)
        return Task.from_dict(result)

    async def list_tasks(
        self,
        *,
        max_pages: int | None = None,
        fresh: bool | None = None,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Listing[Task]:
        """Lists the server's tasks, through all pages (2025-11-25 `basic/utilities/tasks`).

        Args:
            max_pages: How many pages to fetch at the most. Default 1,000.
            fresh: Whether to fetch anew, also where a result could be reused. Default false.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "maxPages": max_pages,
            "fresh": fresh,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("tasks/list", values)
        return listing([Task.from_dict(item) for item in result["items"]], result)

    async def cancel_task(
        self,
        task_id: str,
        *,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Task:
        """Cancels a task (2025-11-25 `basic/utilities/tasks`).

        Args:
            task_id: The task's identifier.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "taskId": task_id,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("tasks/cancel", values)
        return Task.from_dict(result)

    async def task_result(
        self,
        task_id: str,
        *,
        timeout_ms: int | None = None,
        max_total_ms: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Any:
        """Waits for a task to end, polling as often as the server advises, and gives its result as
        it came: that of the request which the task runs.

        The longest wait in all bounds the whole of it; the task goes on all the same.

        Args:
            task_id: The task's identifier.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the connection's.
            max_total_ms: How long to wait in all, whatever progress there is, in milliseconds.
                Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        values: dict[str, Any] = {
            "taskId": task_id,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = await self._call("tasks/result", values)
        return result

    async def roots_changed(self) -> None:
        """Tells the server that the list of roots has changed. Versions that ask for roots whenever
        they need them are not told.
        """
        await self._call("notifications/roots/list_changed", {})

    async def close(self) -> None:
        """Ends the connection in good order: what is queued is sent, sessions are deleted, the
        server's process is asked to end and then made to. Calls that wait fail with `closed`.

        Closing twice does nothing more.
        """
        await self._call("close", {})

    def subscribe(
        self,
        *,
        tools_list_changed: bool | None = None,
        prompts_list_changed: bool | None = None,
        resources_list_changed: bool | None = None,
        resource_subscriptions: Sequence[str] | None = None,
    ) -> Connecting[Subscription]:
        """Subscribes to changes (2026-07-28 `basic/patterns/subscriptions`).

        A stream that breaks is opened again. Older versions send list changes unasked, and changes
        of resources after `resources/subscribe`; what arrives is the same. A subscription that
        nothing refers to any more ends.

        Await it, and close it yourself; or enter it with `async with`, which does.

        Args:
            tools_list_changed: Those of the list of tools. Default false.
            prompts_list_changed: Those of the list of prompts. Default false.
            resources_list_changed: Those of the list of resources. Default false.
            resource_subscriptions: Those of the resources of these addresses. Default: of none.
        """
        options: dict[str, Any] = {
            "toolsListChanged": tools_list_changed,
            "promptsListChanged": prompts_list_changed,
            "resourcesListChanged": resources_list_changed,
            "resourceSubscriptions": resource_subscriptions,
        }
        return Connecting(Subscription, options, on=self)


class Subscription(Stream[Event]):
    """A subscription to changes: iterate over it to hear of them, until it is closed or the
    connection has ended. One reader at a time.

    An event `missed` stands for changes that may have been lost while a broken stream was opened
    again.
    """

    _opening = "subscribe"

    @staticmethod
    def _read_event(value: Any) -> Event:
        return event_from_dict(value)

    async def close(self) -> None:
        """Ends the subscription, and waits until that is on its way to the server. Whoever reads it
        comes to its end.

        Closing twice does nothing more.
        """
        await self._call("close", {})


def connect(
    target: str,
    *,
    client_name: str | None = None,
    client_version: str | None = None,
    client_title: str | None = None,
    protocol: ProtocolChoice | None = None,
    timeout_ms: int | None = None,
    max_total_ms: int | None = None,
    probe_timeout_ms: int | None = None,
    startup_timeout_ms: int | None = None,
    limits: MessageLimits | None = None,
    log_level: LoggingLevel | None = None,
    strict_schemas: bool | None = None,
    environment: Mapping[str, str] | None = None,
    folder: str | None = None,
    shutdown: ShutdownWaits | None = None,
    headers: Mapping[str, str] | None = None,
    sampling_tools: bool | None = None,
    delegate: Delegate | None = None,
) -> Connecting[Client]:
    """Connects to a server: an address, or a command line that is split by the platform's rules and
    never run by a shell.

    It finds out by itself which protocol versions the server speaks.

    Await it, and close it yourself; or enter it with `async with`, which does.

    Args:
        target: The server: an address that begins with `https://` or `http://`, or a command
            line.
        client_name: The program's name, which the server is told. Default `hostline`.
        client_version: The program's version, which the server is told. Default Hostline's own.
        client_title: The program's name for people.
        protocol: Which protocol versions to try. Default `auto`.
        timeout_ms: How long a request waits for an answer or for progress, in milliseconds.
            Default 60,000.
        max_total_ms: How long a request waits in all, whatever progress it reports, in
            milliseconds. Default 1,800,000. The time that a person takes to answer a question does
            not count.
        probe_timeout_ms: How long a server over stdio may be silent on the first question
            before it is taken for a legacy one, in milliseconds. Default 5,000.
        startup_timeout_ms: How long opening the connection may take in all, in milliseconds.
            Default 60,000.
        limits: What one message of the server may cost.
        log_level: The lowest level of log messages that requests ask for. Default: none are
            asked for.
        strict_schemas: Whether a tool whose output schema cannot be used may not be called.
            Default: it may, and the result says that it was not checked.
        environment: Variables of the environment of a server that is a command. A server
            inherits only a few that are harmless.
        folder: The folder in which a server that is a command is started. Default: this
            program's.
        shutdown: How long the steps of ending a server that is a command wait.
        headers: Headers of every request to a server that is an address. They are secret: no
            log and no error repeats them.
        sampling_tools: Whether a model may be given tools, where the program answers for one.
            Default false.
        delegate: Who answers what is asked. Default: nobody.
    """
    options: dict[str, Any] = {
        "target": target,
        "clientName": client_name,
        "clientVersion": client_version,
        "clientTitle": client_title,
        "protocol": protocol,
        "timeoutMs": timeout_ms,
        "maxTotalMs": max_total_ms,
        "probeTimeoutMs": probe_timeout_ms,
        "startupTimeoutMs": startup_timeout_ms,
        "limits": None if limits is None else limits.to_dict(),
        "logLevel": log_level,
        "strictSchemas": strict_schemas,
        "environment": environment,
        "folder": folder,
        "shutdown": None if shutdown is None else shutdown.to_dict(),
        "headers": headers,
        "samplingTools": sampling_tools,
    }
    return Connecting(Client, options, delegate)
