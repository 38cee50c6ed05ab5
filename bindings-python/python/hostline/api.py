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
    Opened,
    Stream,
    evaluate,
    listing,
    unset,
)
from .types import (
    AccountStatus,
    AuditReport,
    AuthMode,
    CallToolResult,
    Catalogue,
    CompleteResult,
    CompletionArgument,
    CompletionReference,
    Connected,
    CreateMessageQuestion,
    CreateMessageResult,
    Decision,
    ElicitFormQuestion,
    ElicitResult,
    ElicitUrlQuestion,
    Event,
    GetPromptResult,
    Grant,
    HostCallResult,
    HostEvent,
    HostInfo,
    HostLog,
    HostQuestion,
    Icon,
    IconPicture,
    IconTheme,
    KeptRecord,
    ListRecordsQuestion,
    ListRootsQuestion,
    ListRootsResult,
    LoggingLevel,
    MessageLimits,
    OAuthOptions,
    OpenAddressQuestion,
    OpenedAddress,
    Pins,
    PostureChoice,
    ProgressReport,
    Prompt,
    ProtocolChoice,
    ReadResourceResult,
    RecordNames,
    RecordQuestion,
    RemovedRecord,
    Resource,
    ResourceTemplate,
    SaveRecordQuestion,
    ServerStatus,
    ShutdownWaits,
    Simulation,
    Task,
    TokenStoreChoice,
    Tool,
    event_from_dict,
    host_event_from_dict,
    icon_picture_from_dict,
)

__all__ = [
    "Accounts",
    "Client",
    "Delegate",
    "Host",
    "Subscription",
    "Watch",
    "connect",
    "display_safe",
    "open_accounts",
    "open_host",
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

        A person should see what is asked, and what is answered. A host asks nobody for it.
        """
        raise NotImplementedError

    @unset
    def list_roots(
        self, question: ListRootsQuestion
    ) -> ListRootsResult | Awaitable[ListRootsResult]:
        """In which folders a server may work (2026-07-28 `client/roots`)."""
        raise NotImplementedError

    @unset
    def decide(self, question: HostQuestion) -> Decision | Awaitable[Decision]:
        """Decides for a person whether something may happen that a server or a model wants, where
        the policy of the host says that a person is asked.

        What came from a server or a model in the question is untrusted text. Whoever cannot decide
        has said no, and for a term that was not offered the answer holds once.
        """
        raise NotImplementedError

    @unset
    def open_address(
        self, question: OpenAddressQuestion
    ) -> OpenedAddress | Awaitable[OpenedAddress | None] | None:
        """Opens an address where a person signs in, in place of the system's browser. A host opens
        the system's.
        """
        raise NotImplementedError

    @unset
    def load_record(
        self, question: RecordQuestion
    ) -> KeptRecord | Awaitable[KeptRecord | None] | None:
        """Loads a record of tokens or secrets, where the delegate keeps them."""
        raise NotImplementedError

    @unset
    def save_record(self, question: SaveRecordQuestion) -> Awaitable[None] | None:
        """Keeps a record of tokens or secrets. After a crash there must be the earlier or the new
        one.
        """
        raise NotImplementedError

    @unset
    def remove_record(self, question: RecordQuestion) -> RemovedRecord | Awaitable[RemovedRecord]:
        """Forgets a record of tokens or secrets."""
        raise NotImplementedError

    @unset
    def list_records(self, question: ListRecordsQuestion) -> RecordNames | Awaitable[RecordNames]:
        """Lists the names of all records, in order."""
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

    async def icon(
        self,
        icons: Sequence[Icon],
        size: int,
        *,
        theme: IconTheme | None = None,
    ) -> IconPicture:
        """Makes a picture of whichever of these icons suits best, drawn anew (2026-07-28 `basic`,
        "`icons`").

        An icon is `data:`, or stands at the server's own origin and is fetched from there, without
        credentials. One that is not safe to show is refused, which is no failure.

        Args:
            icons: The icons that the server gives for something: itself, a tool, a prompt, a
                resource.
            size: The length of the picture's sides, in pixels.
            theme: The background that it is shown on. Default `light`.
        """
        values: dict[str, Any] = {
            "icons": None if icons is None else [item.to_dict() for item in icons],
            "size": size,
            "theme": theme,
        }
        result: Any = await self._call("icon", values)
        return icon_picture_from_dict(result)

    async def account_status(self) -> AccountStatus:
        """How the account stands that the client acts for, as the store says. Nothing is sent."""
        result: Any = await self._call("account/status", {})
        return AccountStatus.from_dict(result)

    async def sign_in(self) -> None:
        """Lets a person sign in now, whether or not there is a token."""
        await self._call("account/signIn", {})

    async def sign_out(self) -> bool:
        """Forgets the tokens of the account, here and in the store, and tells the issuer where it
        offers that. Gives whether there was anything to forget.
        """
        result: bool = await self._call("account/signOut", {})
        return result

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


class Accounts(Opened):
    """Where tokens and secrets are kept: accounts at servers, and secrets by their names."""

    _opening = "accounts/open"

    async def status(
        self,
        target: str,
    ) -> AccountStatus:
        """How the account at a server stands. Nothing is sent.

        Args:
            target: The server's address.
        """
        values: dict[str, Any] = {
            "target": target,
        }
        result: Any = await self._call("account/status", values)
        return AccountStatus.from_dict(result)

    async def sign_out(
        self,
        target: str,
    ) -> bool:
        """Forgets the tokens for a server, and tells the issuer where it offers that. Gives whether
        there was anything to forget.

        Args:
            target: The server's address.
        """
        values: dict[str, Any] = {
            "target": target,
        }
        result: bool = await self._call("account/signOut", values)
        return result

    async def list_secrets(self) -> Sequence[str]:
        """Lists the names of the secrets, in order."""
        result: Sequence[str] = await self._call("secret/list", {})
        return result

    async def set_secret(
        self,
        name: str,
        value: str,
    ) -> None:
        """Keeps a secret in place of the earlier one of this name. A configuration refers to it as
        `${secret:NAME}`.

        Args:
            name: The name: letters, digits, hyphens, underscores and dots.
            value: The secret.
        """
        values: dict[str, Any] = {
            "name": name,
            "value": value,
        }
        await self._call("secret/set", values)

    async def remove_secret(
        self,
        name: str,
    ) -> bool:
        """Forgets a secret. Gives whether there was one.

        Args:
            name: The name: letters, digits, hyphens, underscores and dots.
        """
        values: dict[str, Any] = {
            "name": name,
        }
        result: bool = await self._call("secret/remove", values)
        return result

    async def close(self) -> None:
        """Lets go of the store; what is kept stays. Closing twice does nothing more."""
        await self._call("close", {})


class Host(Opened):
    """Many servers behind one gate: those of a configuration, what each may do, what a person has
    allowed, and the record of what was done.

    It ends when it is closed, or when nothing refers to it any more.
    """

    _opening = "host/open"

    @cached_property
    def info(self) -> HostInfo:
        """What is known of it."""
        return HostInfo.from_dict(self._known)

    async def servers(
        self,
        *,
        server: str | None = None,
    ) -> Sequence[ServerStatus]:
        """How the servers of the configuration stand.

        Args:
            server: One of them. Default: all.
        """
        values: dict[str, Any] = {
            "server": server,
        }
        result: Any = await self._call("servers", values)
        return [ServerStatus.from_dict(item) for item in result]

    async def start_server(
        self,
        server: str,
    ) -> None:
        """Starts a server and waits until it serves.

        Args:
            server: What the configuration calls it.
        """
        values: dict[str, Any] = {
            "server": server,
        }
        await self._call("server/start", values)

    async def stop_server(
        self,
        server: str,
    ) -> None:
        """Ends a server, with everything that it has started, until it is needed again.

        Args:
            server: What the configuration calls it.
        """
        values: dict[str, Any] = {
            "server": server,
        }
        await self._call("server/stop", values)

    async def restart_server(
        self,
        server: str,
    ) -> None:
        """Starts a server anew, without waiting for it.

        Args:
            server: What the configuration calls it.
        """
        values: dict[str, Any] = {
            "server": server,
        }
        await self._call("server/restart", values)

    async def add_server(
        self,
        server: str,
        target: str,
        *,
        environment: Mapping[str, str] | None = None,
        folder: str | None = None,
        headers: Mapping[str, str] | None = None,
        posture: PostureChoice | None = None,
        enabled: bool | None = None,
        auth: AuthMode | None = None,
        approved: bool | None = None,
    ) -> None:
        """Adds a server to the configuration. It is started when it is needed.

        Args:
            server: What to call it: at most 32 letters and digits, with single `-` and `_`
                between them. The catalogue calls its tools `NAME__TOOL`.
            target: An address that begins with `https://` or `http://`, or a command line.
            environment: Variables of the environment of a command; `${secret:NAME}` stands for
                a secret.
            folder: The folder in which a command is started: a whole path.
            headers: Headers of every request to an address; `${secret:NAME}` stands for a
                secret.
            posture: How much it may do without asking. Default `ask-for-writes`.
            enabled: Whether it is used at all. Default true.
            auth: Who the client acts for at an address. Default `oauth`, where the server wants
                it.
            approved: Whether a person has seen the command and said yes to it, so that nobody
                is asked before it is started. Default false.
        """
        values: dict[str, Any] = {
            "server": server,
            "target": target,
            "environment": environment,
            "folder": folder,
            "headers": headers,
            "posture": posture,
            "enabled": enabled,
            "auth": auth,
            "approved": approved,
        }
        await self._call("server/add", values)

    async def remove_server(
        self,
        server: str,
    ) -> None:
        """Removes a server from the configuration.

        Args:
            server: What the configuration calls it.
        """
        values: dict[str, Any] = {
            "server": server,
        }
        await self._call("server/remove", values)

    async def enable_server(
        self,
        server: str,
    ) -> None:
        """Switches a server of the configuration on.

        Args:
            server: What the configuration calls it.
        """
        values: dict[str, Any] = {
            "server": server,
        }
        await self._call("server/enable", values)

    async def disable_server(
        self,
        server: str,
    ) -> None:
        """Switches a server of the configuration off.

        Args:
            server: What the configuration calls it.
        """
        values: dict[str, Any] = {
            "server": server,
        }
        await self._call("server/disable", values)

    async def reload(self) -> None:
        """Reads the configuration and the grants again."""
        await self._call("reload", {})

    async def catalogue(
        self,
        *,
        server: str | None = None,
        words: str | None = None,
        start: bool | None = None,
    ) -> Catalogue:
        """What all servers offer, as one list; only those that have been started, unless they are
        to be started first.

        Args:
            server: What this server offers. Default: all.
            words: Only the tools that have all of these words.
            start: Whether servers are started that are not there yet. Default false.
        """
        values: dict[str, Any] = {
            "server": server,
            "words": words,
            "start": start,
        }
        result: Any = await self._call("catalogue", values)
        return Catalogue.from_dict(result)

    async def openai_tools(
        self,
        *,
        server: str | None = None,
        words: str | None = None,
        start: bool | None = None,
    ) -> Sequence[Any]:
        """The tools that are offered, each as a member of `tools` of a request to a model in the
        form of OpenAI's interface.

        Args:
            server: What this server offers. Default: all.
            words: Only the tools that have all of these words.
            start: Whether servers are started that are not there yet. Default false.
        """
        values: dict[str, Any] = {
            "server": server,
            "words": words,
            "start": start,
        }
        result: Sequence[Any] = await self._call("openai/tools", values)
        return result

    async def call_openai(
        self,
        call: Any,
        *,
        timeout_ms: int | None = None,
    ) -> Any:
        """Makes a call that a model wants, a member of `tool_calls` of its message, through the
        gate. Gives the message for the model with what came of it; a call that may not be made
        fails with `denied`, and gives none.

        Args:
            call: A member of `tool_calls` of the model's message.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the server's own.
        """
        values: dict[str, Any] = {
            "call": call,
            "timeoutMs": timeout_ms,
        }
        result: Any = await self._call("openai/call", values)
        return result

    async def call_tool(
        self,
        tool: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        server: str | None = None,
        timeout_ms: int | None = None,
        on_progress: Callable[[ProgressReport], None] | None = None,
    ) -> HostCallResult:
        """Calls a tool through the gate: the policy, a person where it says so, and the record.

        A tool that fails says so in the result (`isError`); that is no error of the call. A call
        that may not be made fails with `denied`.

        Args:
            tool: The tool's name: that of the catalogue, or the server's own where the server
                is given.
            arguments: The arguments: an object. Default: without any.
            server: Whose tool it is. Default: the name is one of the catalogue.
            timeout_ms: How long to wait for an answer or for progress, in milliseconds.
                Default: the server's own.
            on_progress: How far a call has come. It comes before the call's result. A listener
                that fails ends the call with its own error.
        """
        values: dict[str, Any] = {
            "tool": tool,
            "arguments": arguments,
            "server": server,
            "timeoutMs": timeout_ms,
        }
        result: Any = await self._call("tools/call", values, on_progress)
        return HostCallResult.from_dict(result)

    async def get_prompt(
        self,
        name: str,
        arguments: Mapping[str, str] | None = None,
        *,
        server: str | None = None,
    ) -> GetPromptResult:
        """Gets a prompt of a server with its arguments filled in.

        Args:
            name: The prompt's name: that of the catalogue, or the server's own where it is
                given.
            arguments: The arguments, by their names. Default: without any.
            server: Whose prompt it is. Default: the name is one of the catalogue.
        """
        values: dict[str, Any] = {
            "name": name,
            "arguments": arguments,
            "server": server,
        }
        result: Any = await self._call("prompts/get", values)
        return GetPromptResult.from_dict(result)

    async def read_resource(
        self,
        address: str,
        *,
        server: str | None = None,
    ) -> ReadResourceResult:
        """Reads a resource of a server.

        Args:
            address: The resource's address: that of the catalogue, or the server's own where it
                is given.
            server: Whose resource it is. Default: the address is one of the catalogue.
        """
        values: dict[str, Any] = {
            "address": address,
            "server": server,
        }
        result: Any = await self._call("resources/read", values)
        return ReadResourceResult.from_dict(result)

    async def simulate(
        self,
        tool: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        server: str | None = None,
    ) -> Simulation:
        """Says what would come of a call, and why, without making it or asking anybody.

        Args:
            tool: The tool's name: that of the catalogue, or the server's own where the server
                is given.
            arguments: The arguments: an object. Default: without any.
            server: Whose tool it is. Default: the name is one of the catalogue.
        """
        values: dict[str, Any] = {
            "tool": tool,
            "arguments": arguments,
            "server": server,
        }
        result: Any = await self._call("policy/simulate", values)
        return Simulation.from_dict(result)

    async def list_rules(self) -> Sequence[Any]:
        """Lists the rules of the policy, as the configuration has them."""
        result: Sequence[Any] = await self._call("policy/list", {})
        return result

    async def add_rule(
        self,
        rule: Mapping[str, Any],
    ) -> None:
        """Adds a rule to the policy.

        Args:
            rule: An object with a `name` that no other rule has, an `effect` (`allow`, `ask` or
                `deny`), and any of `server`, `tool`, `client`, `action` and `where`: see
                `docs/policy.md`.
        """
        values: dict[str, Any] = {
            "rule": rule,
        }
        await self._call("policy/add", values)

    async def remove_rule(
        self,
        name: str,
    ) -> None:
        """Removes a rule of the policy.

        Args:
            name: Its name.
        """
        values: dict[str, Any] = {
            "name": name,
        }
        await self._call("policy/remove", values)

    async def list_grants(self) -> Sequence[Grant]:
        """Lists what a person has granted."""
        result: Any = await self._call("grants/list", {})
        return [Grant.from_dict(item) for item in result]

    async def revoke_grant(
        self,
        grant: str,
    ) -> bool:
        """Takes back what a person has granted. Gives whether it was there.

        Args:
            grant: Its name.
        """
        values: dict[str, Any] = {
            "grant": grant,
        }
        result: bool = await self._call("grants/revoke", values)
        return result

    async def pins(
        self,
        server: str,
    ) -> Pins:
        """What is approved of a server, and what has changed since, word by word.

        Args:
            server: What the configuration calls it.
        """
        values: dict[str, Any] = {
            "server": server,
        }
        result: Any = await self._call("pins", values)
        return Pins.from_dict(result)

    async def approve_pins(
        self,
        server: str,
        digests: Sequence[str],
    ) -> int:
        """Approves definitions that a person has seen. Gives how many are approved now.

        Args:
            server: The server.
            digests: What stands for them, so that nothing is approved that was not seen.
        """
        values: dict[str, Any] = {
            "server": server,
            "digests": digests,
        }
        result: int = await self._call("pins/approve", values)
        return result

    async def forget_pins(
        self,
        server: str,
        *,
        kind: str | None = None,
        name: str | None = None,
    ) -> bool:
        """Takes approval back: of one definition by its kind and name, of the `instructions` by
        that kind alone, or of everything. Gives whether there was any.

        Args:
            server: The server.
            kind: What is defined: `tool`, `prompt` or `instructions`. Default: everything.
            name: Its name.
        """
        values: dict[str, Any] = {
            "server": server,
            "kind": kind,
            "name": name,
        }
        result: bool = await self._call("pins/forget", values)
        return result

    async def read_audit(
        self,
        *,
        server: str | None = None,
        client: str | None = None,
        most: int | None = None,
    ) -> Sequence[Any]:
        """Reads the record of what was done, the oldest line first. In the place of a line that is
        damaged stands why, as `unreadable`.

        Args:
            server: Those about this server.
            client: Those of this client.
            most: The most lines, the newest ones. Default 100.
        """
        values: dict[str, Any] = {
            "server": server,
            "client": client,
            "most": most,
        }
        result: Sequence[Any] = await self._call("audit/read", values)
        return result

    async def verify_audit(self) -> AuditReport:
        """Looks at the whole record, whether it is as it was written."""
        result: Any = await self._call("audit/verify", {})
        return AuditReport.from_dict(result)

    async def log(
        self,
        server: str,
        *,
        after: int | None = None,
    ) -> HostLog:
        """What was said between us and a server, as far as it is kept.

        Args:
            server: The server.
            after: Those behind this number. Default: from the oldest on.
        """
        values: dict[str, Any] = {
            "server": server,
            "after": after,
        }
        result: Any = await self._call("log", values)
        return HostLog.from_dict(result)

    async def list_questions(self) -> Sequence[HostQuestion]:
        """The questions that wait for a person."""
        result: Any = await self._call("questions/list", {})
        return [HostQuestion.from_dict(item) for item in result]

    async def answer_question(
        self,
        question: str,
        decision: Decision,
    ) -> None:
        """Answers a question for a person.

        Args:
            question: The question's number, as text: it may be larger than some languages'
                numbers.
            decision: What a person has decided.
        """
        values: dict[str, Any] = {
            "question": question,
            "decision": None if decision is None else decision.to_dict(),
        }
        await self._call("questions/answer", values)

    async def close(self) -> None:
        """Ends the host in good order, with its servers, where it is in this process; otherwise it
        goes on. Closing twice does nothing more.
        """
        await self._call("close", {})

    def watch(
        self,
        *,
        statuses: bool | None = None,
        questions: bool | None = None,
        logs: Sequence[str] | None = None,
    ) -> Connecting[Watch]:
        """Listens to a host: how its servers stand, questions, and what is said.

        Await it, and close it yourself; or enter it with `async with`, which does.

        Args:
            statuses: Every change of a server's status. Default false.
            questions: Every question for a person; whoever hears them is one who answers them.
                Default false.
            logs: The logs of these servers, from the oldest entry on that is kept.
        """
        options: dict[str, Any] = {
            "statuses": statuses,
            "questions": questions,
            "logs": logs,
        }
        return Connecting(Watch, options, on=self)


class Watch(Stream[HostEvent]):
    """What a host says: iterate over it to hear it, until it is closed or the host has ended. One
    reader at a time.
    """

    _opening = "watch"

    @staticmethod
    def _read_event(value: Any) -> HostEvent:
        return host_event_from_dict(value)

    async def close(self) -> None:
        """Hears no more. Whoever reads it comes to its end."""
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
    auth: AuthMode | None = None,
    oauth: OAuthOptions | None = None,
    token_store: TokenStoreChoice | None = None,
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
        auth: Who the client acts for at a server that is an address. Default: nobody.
        oauth: How somebody signs in; it says `oauth` for `auth`.
        token_store: Where tokens are kept. Default: in the system's keychain.
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
        "auth": auth,
        "oauth": None if oauth is None else oauth.to_dict(),
        "tokenStore": None if token_store is None else token_store.to_dict(),
        "samplingTools": sampling_tools,
    }
    return Connecting(Client, options, delegate)


def open_accounts(
    *,
    token_store: TokenStoreChoice | None = None,
    delegate: Delegate | None = None,
) -> Connecting[Accounts]:
    """Opens the place where tokens and secrets are kept.

    Await it, and close it yourself; or enter it with `async with`, which does.

    Args:
        token_store: Where they are kept. Default: in the system's keychain.
        delegate: Who answers what is asked. Default: nobody.
    """
    options: dict[str, Any] = {
        "tokenStore": None if token_store is None else token_store.to_dict(),
    }
    return Connecting(Accounts, options, delegate)


def open_host(
    *,
    config: str | None = None,
    client_name: str | None = None,
    token_store: TokenStoreChoice | None = None,
    patience_ms: int | None = None,
    starts: bool | None = None,
    delegate: Delegate | None = None,
) -> Connecting[Host]:
    """Opens a configuration and its servers. Where another process owns the configuration,
    everything is done there.

    Await it, and close it yourself; or enter it with `async with`, which does.

    Args:
        config: The file of the configuration, by its whole path. Default: where it belongs on
            this system.
        client_name: What the program is called among those who use the host: consent is bound
            to it. Default `hostline`.
        token_store: Where tokens and secrets are kept. Default: in the system's keychain.
        patience_ms: How long a question waits for a person, in milliseconds. Default 300,000.
        starts: Whether servers are started that the configuration starts with the host. Default
            true.
        delegate: Who answers what is asked. Default: nobody.
    """
    options: dict[str, Any] = {
        "config": config,
        "clientName": client_name,
        "tokenStore": None if token_store is None else token_store.to_dict(),
        "patienceMs": patience_ms,
        "starts": starts,
    }
    return Connecting(Host, options, delegate)


def display_safe(
    text: str,
    *,
    lines: bool | None = None,
    most: int | None = None,
) -> str:
    """Makes a text from a server or a model safe to show: nothing in it can write over other text,
    change its direction or hide. What could is made visible.

    Args:
        text: The text.
        lines: Whether line breaks and tabs stay. Default false.
        most: The most characters to give; what is cut ends with `…`, which counts. Default:
            all.
    """
    values: dict[str, Any] = {
        "text": text,
        "lines": lines,
        "most": most,
    }
    result: str = evaluate("display_safe", values)
    return result
