# Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.
"""What goes wrong: one class for each kind of failure, and one above them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .types import (
    ErrorReport,
    RpcErrorReport,
)

__all__ = [
    "AuthFailedError",
    "AuthRequiredError",
    "CallCancelledError",
    "ClosedError",
    "DeniedError",
    "Error",
    "InternalError",
    "InvalidInputError",
    "LimitError",
    "MissingCapabilityError",
    "ProcessError",
    "ProtocolError",
    "RpcError",
    "StorageError",
    "TimedOutError",
    "TransportError",
    "UnsupportedVersionError",
]


class Error(Exception):
    """What went wrong with a connection or a call."""

    def __init__(self, report: ErrorReport) -> None:
        """Makes an error of what the core says about it."""
        super().__init__(report)
        self.report = report

    def __str__(self) -> str:
        """The whole sentence for a person."""
        return self.report.message

    @property
    def code(self) -> str:
        """The stable name of the kind of failure."""
        return self.report.code

    @property
    def message(self) -> str:
        """The whole sentence for a person: the server, the method, what happened, and what to do
        next. What a server said in it is safe to show.
        """
        return self.report.message

    @property
    def reason(self) -> str:
        """What happened, alone."""
        return self.report.reason

    @property
    def may_have_run(self) -> bool:
        """Whether the request may have taken effect although it failed."""
        return self.report.may_have_run

    @property
    def next_step(self) -> str | None:
        """What to do about it, alone."""
        return self.report.next_step

    @property
    def target(self) -> str | None:
        """The server that it happened with, as the user named it."""
        return self.report.target

    @property
    def method(self) -> str | None:
        """The method of the request that failed."""
        return self.report.method

    @property
    def rpc(self) -> RpcErrorReport | None:
        """The server's JSON-RPC error, where it sent one."""
        return self.report.rpc

    @property
    def http_status(self) -> int | None:
        """The HTTP status that the server answered with, where that was the failure."""
        return self.report.http_status

    @property
    def causes(self) -> Sequence[str] | None:
        """What it came from, each because of the next. What others said in it is safe to show."""
        return self.report.causes


class CallCancelledError(Error):
    """The caller cancelled the request."""


class TimedOutError(Error):
    """The peer did not answer in time."""


class ClosedError(Error):
    """The connection is closed."""


class TransportError(Error):
    """Bytes could not be exchanged with the peer."""


class ProtocolError(Error):
    """The peer broke the protocol."""


class UnsupportedVersionError(Error):
    """No protocol version is spoken by both sides."""


class MissingCapabilityError(Error):
    """The peer does not offer what the request needs."""


class RpcError(Error):
    """The peer answered with a JSON-RPC error."""


class InvalidInputError(Error):
    """The caller gave something that cannot be sent."""


class DeniedError(Error):
    """A policy or a person refused."""


class AuthRequiredError(Error):
    """The server wants the caller to sign in."""


class AuthFailedError(Error):
    """Signing in failed."""


class StorageError(Error):
    """Stored data could not be read or written."""


class ProcessError(Error):
    """A server's process could not be started or ended badly."""


class LimitError(Error):
    """A limit on what a peer may cost was reached."""


class InternalError(Error):
    """A fault of Hostline itself."""


BY_CODE: Mapping[str, type[Error]] = {
    "cancelled": CallCancelledError,
    "timeout": TimedOutError,
    "closed": ClosedError,
    "transport": TransportError,
    "protocol": ProtocolError,
    "unsupported_version": UnsupportedVersionError,
    "missing_capability": MissingCapabilityError,
    "rpc": RpcError,
    "invalid_input": InvalidInputError,
    "denied": DeniedError,
    "auth_required": AuthRequiredError,
    "auth_failed": AuthFailedError,
    "storage": StorageError,
    "process": ProcessError,
    "limit": LimitError,
    "internal": InternalError,
}
"""The class for each stable name."""
