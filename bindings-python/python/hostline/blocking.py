# Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.
"""The same as :mod:`hostline.api`, for threads without an event loop.

A delegate answers with plain functions, each on a thread of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ._blocking import (
    Connection,
    Listing,
    listing,
    opened,
)
from .api import Delegate
from .types import (
    CallToolResult,
    LoggingLevel,
    MessageLimits,
    ProgressReport,
    Prompt,
    ProtocolChoice,
    ShutdownWaits,
    Tool,
)

__all__ = [
    "Client",
    "Delegate",
    "connect",
]


class Client(Connection):
    """A connection to one server.

    It ends when it is closed, at the end of a `with` block, or when nothing refers to it any
    more.
    """

    def list_tools(
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
            timeout_ms: How long to wait for an answer, in milliseconds. Default: the
                connection's.
            max_total_ms: How long to wait in all, in milliseconds. Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        params: dict[str, Any] = {
            "maxPages": max_pages,
            "fresh": fresh,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = self._call("tools/list", params)
        return listing([Tool.from_dict(item) for item in result["items"]], result)

    def call_tool(
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
        params: dict[str, Any] = {
            "name": name,
            "arguments": arguments,
            "allowRepeat": allow_repeat,
            "checkArguments": check_arguments,
            "logLevel": log_level,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = self._call("tools/call", params, on_progress)
        return CallToolResult.from_dict(result)

    def list_prompts(
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
            timeout_ms: How long to wait for an answer, in milliseconds. Default: the
                connection's.
            max_total_ms: How long to wait in all, in milliseconds. Default: the connection's.
            meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
        """
        params: dict[str, Any] = {
            "maxPages": max_pages,
            "fresh": fresh,
            "timeoutMs": timeout_ms,
            "maxTotalMs": max_total_ms,
            "meta": meta,
        }
        result: Any = self._call("prompts/list", params)
        return listing([Prompt.from_dict(item) for item in result["items"]], result)

    def close(self) -> None:
        """Ends the connection in good order: what is queued is sent, sessions are deleted, the
        server's process is asked to end and then made to. Calls that wait fail with `closed`.

        Closing twice does nothing more.
        """
        self._call("close", {})


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
    delegate: Delegate | None = None,
) -> Client:
    """Connects to a server: an address, or a command line that is split by the platform's rules and
    never run by a shell.

    It finds out by itself which protocol versions the server speaks.

    Close the server yourself; or enter it with `with`, which does.

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
        delegate: Who answers what the server asks. Default: nobody.
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
    }
    return opened(Client, options, delegate)
