# Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.
"""What goes in and comes out.

Every object keeps the members that it does not know, and gives them back. A set of names is open: a
server may send one that is not listed here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

__all__ = [
    "Annotations",
    "AudioContent",
    "CacheScope",
    "CallToolResult",
    "Capability",
    "ClosedEvent",
    "CompleteResult",
    "Completion",
    "CompletionArgument",
    "CompletionReference",
    "Connected",
    "ContentBlock",
    "CreateMessageParams",
    "CreateMessageQuestion",
    "CreateMessageResult",
    "Dropped",
    "ElicitAction",
    "ElicitFormQuestion",
    "ElicitResult",
    "ElicitUrlQuestion",
    "ElicitationCompleteEvent",
    "EmbeddedResource",
    "ErrorReport",
    "Event",
    "GetPromptResult",
    "Icon",
    "IconTheme",
    "ImageContent",
    "Implementation",
    "IncludeContext",
    "ListCapability",
    "ListRootsQuestion",
    "ListRootsResult",
    "LogEvent",
    "LoggingLevel",
    "MessageLimits",
    "MissedEvent",
    "ModelHint",
    "ModelPreferences",
    "NoticeEvent",
    "NoticeKind",
    "ProgressReport",
    "Prompt",
    "PromptArgument",
    "PromptMessage",
    "PromptReference",
    "PromptsChangedEvent",
    "ProtocolChoice",
    "ReadResourceResult",
    "Resource",
    "ResourceContents",
    "ResourceLink",
    "ResourceTemplate",
    "ResourceTemplateReference",
    "ResourceUpdatedEvent",
    "ResourcesCapability",
    "ResourcesChangedEvent",
    "Role",
    "Root",
    "RpcErrorReport",
    "SamplingMessage",
    "ServerCapabilities",
    "ShutdownWaits",
    "StderrEvent",
    "StopReason",
    "Task",
    "TaskCapability",
    "TaskElicitationRequests",
    "TaskMetadata",
    "TaskRequests",
    "TaskSamplingRequests",
    "TaskStatus",
    "TaskStatusEvent",
    "TaskSupport",
    "TaskToolRequests",
    "TextContent",
    "Tool",
    "ToolAnnotations",
    "ToolChoice",
    "ToolChoiceMode",
    "ToolExecution",
    "ToolsChangedEvent",
    "Unknown",
    "UnknownNotificationEvent",
    "Validation",
    "ValidationStatus",
    "completion_reference_from_dict",
    "content_block_from_dict",
    "event_from_dict",
]

VERSION = "0.1.0"
"""The version of Hostline that this package was made from."""

Value = TypeVar("Value")


def _one(read: Callable[[Any], Value], value: Any) -> Value | None:
    return None if value is None else read(value)


def _each(read: Callable[[Any], Value], values: Any) -> Sequence[Value] | None:
    return None if values is None else [read(value) for value in values]


@dataclass(frozen=True, slots=True)
class Unknown:
    """An object of a kind that this version of Hostline does not know, kept whole."""

    kind: str
    """What the server calls the kind."""
    members: Mapping[str, Any]
    """All of its members."""

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        return dict(self.members)


CacheScope: TypeAlias = (
    Literal[
        "public",
        "private",
    ]
    | str
)
"""Who may be given a kept result (2026-07-28 `server/utilities/caching`). What is not
[`Self::Public`] must be taken as private.

- ``public``: Anyone.
- ``private``: Only whoever asked.
"""

ElicitAction: TypeAlias = (
    Literal[
        "accept",
        "decline",
        "cancel",
    ]
    | str
)
"""What a person did with a question (2026-07-28 `client/elicitation`, "Response Actions").

- ``accept``: The person answered, or agreed to open the address.
- ``decline``: The person refused.
- ``cancel``: The person closed the question without an answer.
"""

IconTheme: TypeAlias = (
    Literal[
        "light",
        "dark",
    ]
    | str
)
"""The background that an icon is made for (2026-07-28 `schema`, `Icon`).

- ``light``: A light background.
- ``dark``: A dark background.
"""

IncludeContext: TypeAlias = (
    Literal[
        "none",
        "thisServer",
        "allServers",
    ]
    | str
)
"""Whose context is to be added to a conversation; deprecated.

- ``none``: None.
- ``thisServer``: That of the server that asks.
- ``allServers``: That of all servers.
"""

LoggingLevel: TypeAlias = (
    Literal[
        "debug",
        "info",
        "notice",
        "warning",
        "error",
        "critical",
        "alert",
        "emergency",
    ]
    | str
)
"""How grave a log message is, by RFC 5424.

- ``debug``: Details for developers.
- ``info``: What happens in the usual course.
- ``notice``: What is usual but worth a look.
- ``warning``: What may become a fault.
- ``error``: A fault.
- ``critical``: A fault of something that others need.
- ``alert``: A fault that must be dealt with at once.
- ``emergency``: The system cannot be used.
"""

NoticeKind: TypeAlias = (
    Literal[
        "noise",
        "oversized",
        "stderr_dropped",
        "byte_order_mark",
        "not_sent",
        "stream_given_up",
        "resumed",
    ]
    | str
)
"""What a transport noticed.

- ``noise``: The server's process wrote a line that is no message.
- ``oversized``: A message was larger than the limit, and was dropped.
- ``stderr_dropped``: Lines of standard error were dropped, because they came too fast.
- ``byte_order_mark``: A message began with a byte order mark.
- ``not_sent``: A message could not be sent.
- ``stream_given_up``: A broken stream was not opened again.
- ``resumed``: A broken stream was resumed.
"""

ProtocolChoice: TypeAlias = (
    Literal[
        "auto",
        "modern",
        "legacy",
    ]
    | str
)
"""Which protocol versions a client tries: one of these names, or one version such as `2025-11-25`.

- ``auto``: Find out: the modern one if the server speaks it, else the newest legacy one in
    common.
- ``modern``: The modern version only.
- ``legacy``: The newest legacy version in common.
"""

Role: TypeAlias = (
    Literal[
        "user",
        "assistant",
    ]
    | str
)
"""Who speaks, or whom a thing is meant for (2026-07-28 `schema`, `Role`).

- ``user``: A person.
- ``assistant``: A model.
"""

StopReason: TypeAlias = (
    Literal[
        "endTurn",
        "stopSequence",
        "maxTokens",
        "toolUse",
    ]
    | str
)
"""Why a model stopped.

- ``endTurn``: It was done.
- ``stopSequence``: It came to a stop sequence.
- ``maxTokens``: It had said as much as it may.
- ``toolUse``: It wants a tool to be called.
"""

TaskStatus: TypeAlias = (
    Literal[
        "working",
        "input_required",
        "completed",
        "failed",
        "cancelled",
    ]
    | str
)
"""How a task stands (2025-11-25 `basic/utilities/tasks`, "Task Status Lifecycle").

- ``working``: It runs.
- ``input_required``: It waits for an answer to a request of the server.
- ``completed``: It has ended well, and its result can be fetched.
- ``failed``: It has ended badly.
- ``cancelled``: It was given up.
"""

TaskSupport: TypeAlias = (
    Literal[
        "forbidden",
        "optional",
        "required",
    ]
    | str
)
"""Whether calls of a tool can become tasks (2025-11-25 `basic/utilities/tasks`, "Tool-Level
Negotiation").

- ``forbidden``: They cannot.
- ``optional``: They can.
- ``required``: They must.
"""

ToolChoiceMode: TypeAlias = (
    Literal[
        "auto",
        "required",
        "none",
    ]
    | str
)
"""Whether a model must use tools.

- ``auto``: As it likes.
- ``required``: At least one.
- ``none``: None.
"""

ValidationStatus: TypeAlias = (
    Literal[
        "unchecked",
        "valid",
        "mismatch",
        "unsupported_dialect",
        "invalid_schema",
        "external_ref",
    ]
    | str
)
"""Whether a result's structured content fits the schema that the tool promised.

- ``unchecked``: It was not checked: there is no schema, no content, or nobody asked.
- ``valid``: It fits.
- ``mismatch``: It does not fit.
- ``unsupported_dialect``: The schema's dialect is unknown, so that nothing can be said.
- ``invalid_schema``: The schema itself is invalid.
- ``external_ref``: The schema refers to another document, which is never fetched.
"""


@dataclass(frozen=True, slots=True)
class Annotations:
    """Hints for whoever shows a thing (2026-07-28 `server/resources`, "Annotations")."""

    _: KW_ONLY
    audience: Sequence[Role] | None = None
    """Whom the thing is meant for."""
    priority: float | None = None
    """How much the thing matters, from 0 to 1."""
    last_modified: str | None = None
    """When the thing was last changed, by ISO 8601."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Annotations:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            audience=rest.pop("audience", None),
            priority=rest.pop("priority", None),
            last_modified=rest.pop("lastModified", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.audience is not None:
            members["audience"] = self.audience
        if self.priority is not None:
            members["priority"] = self.priority
        if self.last_modified is not None:
            members["lastModified"] = self.last_modified
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class AudioContent:
    """Sound (2026-07-28 `schema`, `AudioContent`; since 2025-03-26)."""

    type: ClassVar[Literal["audio"]] = "audio"
    data: str
    """The sound's bytes in base64."""
    mime_type: str
    """The sound's media type, as the peer says."""
    _: KW_ONLY
    annotations: Annotations | None = None
    """Hints for the reader's program."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the sound."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> AudioContent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("data"),
            rest.pop("mimeType"),
            annotations=_one(Annotations.from_dict, rest.pop("annotations", None)),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "data": self.data,
            "mimeType": self.mime_type,
        }
        if self.annotations is not None:
            members["annotations"] = self.annotations.to_dict()
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class CallToolResult:
    """What a tool answered (2026-07-28 `server/tools`, "Tool Result")."""

    content: Sequence[ContentBlock]
    """The answer for people and models."""
    validation: Validation
    """Whether the structured content fits the tool's output schema. It is found here, and not sent.
    """
    _: KW_ONLY
    structured_content: Any = None
    """The answer for programs (since 2025-06-18; an object before 2026-07-28)."""
    is_error: bool | None = None
    """Whether the tool failed."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the answer."""
    dropped: Sequence[Dropped] | None = None
    """What was left out of `content`."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> CallToolResult:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            [content_block_from_dict(item) for item in rest.pop("content")],
            Validation.from_dict(rest.pop("validation")),
            structured_content=rest.pop("structuredContent", None),
            is_error=rest.pop("isError", None),
            meta=rest.pop("_meta", None),
            dropped=_each(Dropped.from_dict, rest.pop("dropped", None)),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "content": [item.to_dict() for item in self.content],
            "validation": self.validation.to_dict(),
        }
        if self.structured_content is not None:
            members["structuredContent"] = self.structured_content
        if self.is_error is not None:
            members["isError"] = self.is_error
        if self.meta is not None:
            members["_meta"] = self.meta
        if self.dropped is not None:
            members["dropped"] = [item.to_dict() for item in self.dropped]
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class Capability:
    """A capability that has no settings."""

    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Capability:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ClosedEvent:
    """The connection has ended."""

    type: ClassVar[Literal["closed"]] = "closed"
    error: ErrorReport
    """Why."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ClosedEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            ErrorReport.from_dict(rest.pop("error")),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "error": self.error.to_dict(),
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class CompleteResult:
    """What the argument may become."""

    completion: Completion
    """The proposals."""
    _: KW_ONLY
    result_type: str | None = None
    """What kind of result this is."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the proposals."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> CompleteResult:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            Completion.from_dict(rest.pop("completion")),
            result_type=rest.pop("resultType", None),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "completion": self.completion.to_dict(),
        }
        if self.result_type is not None:
            members["resultType"] = self.result_type
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class Completion:
    """Proposals, best first."""

    values: Sequence[str]
    """At most 100 values."""
    _: KW_ONLY
    total: int | None = None
    """How many there are in all."""
    has_more: bool | None = None
    """Whether there are more, even if it is not known how many."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Completion:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("values"),
            total=rest.pop("total", None),
            has_more=rest.pop("hasMore", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "values": self.values,
        }
        if self.total is not None:
            members["total"] = self.total
        if self.has_more is not None:
            members["hasMore"] = self.has_more
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class CompletionArgument:
    """An argument and what was typed of it."""

    name: str
    """The argument's name."""
    value: str
    """What was typed."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> CompletionArgument:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("name"),
            rest.pop("value"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "name": self.name,
            "value": self.value,
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class Connected:
    """What is known of a server once it is connected."""

    target: str
    """The name of the server, as the user gave it: the address without its query, or the command
    line.
    """
    version: str
    """The protocol version that is spoken."""
    transport: str
    """The transport: `stdio`, `streamable-http` or `http+sse`."""
    _: KW_ONLY
    server: Implementation | None = None
    """What the server calls itself. It is not verified: show it, and decide nothing by it."""
    capabilities: ServerCapabilities | None = None
    """What the server offers, where it was asked."""
    instructions: str | None = None
    """The server's advice on how to use it: untrusted text."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Connected:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("target"),
            rest.pop("version"),
            rest.pop("transport"),
            server=_one(Implementation.from_dict, rest.pop("server", None)),
            capabilities=_one(ServerCapabilities.from_dict, rest.pop("capabilities", None)),
            instructions=rest.pop("instructions", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "target": self.target,
            "version": self.version,
            "transport": self.transport,
        }
        if self.server is not None:
            members["server"] = self.server.to_dict()
        if self.capabilities is not None:
            members["capabilities"] = self.capabilities.to_dict()
        if self.instructions is not None:
            members["instructions"] = self.instructions
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class CreateMessageParams:
    """The parameters of `sampling/createMessage`."""

    messages: Sequence[SamplingMessage]
    """The conversation so far."""
    max_tokens: int
    """The most tokens that the answer may have."""
    _: KW_ONLY
    model_preferences: ModelPreferences | None = None
    """Which model the server would like."""
    system_prompt: str | None = None
    """What the model is to be told first."""
    include_context: IncludeContext | None = None
    """Whose context is to be added; deprecated."""
    temperature: float | None = None
    """How freely the model is to choose its words."""
    stop_sequences: Sequence[str] | None = None
    """Words at which the model is to stop."""
    metadata: Any = None
    """What goes to the model's provider as it is."""
    tools: Sequence[Tool] | None = None
    """The tools that the model may use (since 2025-11-25)."""
    tool_choice: ToolChoice | None = None
    """Whether it must use them (since 2025-11-25)."""
    task: TaskMetadata | None = None
    """Asks that the request become a task (2025-11-25 only)."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the request."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> CreateMessageParams:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            [SamplingMessage.from_dict(item) for item in rest.pop("messages")],
            rest.pop("maxTokens"),
            model_preferences=_one(ModelPreferences.from_dict, rest.pop("modelPreferences", None)),
            system_prompt=rest.pop("systemPrompt", None),
            include_context=rest.pop("includeContext", None),
            temperature=rest.pop("temperature", None),
            stop_sequences=rest.pop("stopSequences", None),
            metadata=rest.pop("metadata", None),
            tools=_each(Tool.from_dict, rest.pop("tools", None)),
            tool_choice=_one(ToolChoice.from_dict, rest.pop("toolChoice", None)),
            task=_one(TaskMetadata.from_dict, rest.pop("task", None)),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "messages": [item.to_dict() for item in self.messages],
            "maxTokens": self.max_tokens,
        }
        if self.model_preferences is not None:
            members["modelPreferences"] = self.model_preferences.to_dict()
        if self.system_prompt is not None:
            members["systemPrompt"] = self.system_prompt
        if self.include_context is not None:
            members["includeContext"] = self.include_context
        if self.temperature is not None:
            members["temperature"] = self.temperature
        if self.stop_sequences is not None:
            members["stopSequences"] = self.stop_sequences
        if self.metadata is not None:
            members["metadata"] = self.metadata
        if self.tools is not None:
            members["tools"] = [item.to_dict() for item in self.tools]
        if self.tool_choice is not None:
            members["toolChoice"] = self.tool_choice.to_dict()
        if self.task is not None:
            members["task"] = self.task.to_dict()
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class CreateMessageQuestion:
    """A server's request for a model's answer (2026-07-28 `client/sampling`)."""

    target: str
    """The server that asks, as the user named it."""
    params: CreateMessageParams
    """What it asks: untrusted text."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> CreateMessageQuestion:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("target"),
            CreateMessageParams.from_dict(rest.pop("params")),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "target": self.target,
            "params": self.params.to_dict(),
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class CreateMessageResult:
    """A model's answer."""

    role: Role
    """Who says it."""
    content: Any
    """What is said: one piece, or since 2025-11-25 several."""
    model: str
    """The model's name."""
    _: KW_ONLY
    stop_reason: StopReason | None = None
    """Why the model stopped."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the answer."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> CreateMessageResult:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("role"),
            rest.pop("content"),
            rest.pop("model"),
            stop_reason=rest.pop("stopReason", None),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "role": self.role,
            "content": self.content,
            "model": self.model,
        }
        if self.stop_reason is not None:
            members["stopReason"] = self.stop_reason
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class Dropped:
    """A report of an item, or of a part of one, that was left out of a list because it did not have
    the right shape.
    """

    index: int
    """The item's place in the list that the server sent, counted from 0."""
    reason: str
    """What is wrong, with the place inside the item."""
    kept: bool
    """Whether the item is in the list, without the part that was wrong."""
    _: KW_ONLY
    name: str | None = None
    """The item's name or address, where it has one: untrusted text."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Dropped:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("index"),
            rest.pop("reason"),
            rest.pop("kept"),
            name=rest.pop("name", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "index": self.index,
            "reason": self.reason,
            "kept": self.kept,
        }
        if self.name is not None:
            members["name"] = self.name
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ElicitFormQuestion:
    """A form that the client shows (2026-07-28 `client/elicitation`, "Form Mode")."""

    target: str
    """The server that asks, as the user named it."""
    message: str
    """What the server says to the person: untrusted text."""
    requested_schema: Any
    """The JSON Schema of the form: an object with flat members."""
    _: KW_ONLY
    meta: Mapping[str, Any] | None = None
    """What is attached to the question."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ElicitFormQuestion:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("target"),
            rest.pop("message"),
            rest.pop("requestedSchema"),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "target": self.target,
            "message": self.message,
            "requestedSchema": self.requested_schema,
        }
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ElicitResult:
    """A person's answer."""

    action: ElicitAction
    """What the person did."""
    _: KW_ONLY
    content: Mapping[str, Any] | None = None
    """What the person filled in: strings, numbers, booleans and, since 2025-11-25, lists of
    strings.
    """
    meta: Mapping[str, Any] | None = None
    """What is attached to the answer."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ElicitResult:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("action"),
            content=rest.pop("content", None),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "action": self.action,
        }
        if self.content is not None:
            members["content"] = self.content
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ElicitUrlQuestion:
    """An address that the person opens (2026-07-28 `client/elicitation`, "URL Mode")."""

    target: str
    """The server that asks, as the user named it."""
    message: str
    """What the server says to the person: untrusted text."""
    url: str
    """The address. It must be shown to the person, and opened only with consent."""
    _: KW_ONLY
    elicitation_id: str | None = None
    """What the event `elicitationComplete` will name (2025-11-25 only)."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the question."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ElicitUrlQuestion:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("target"),
            rest.pop("message"),
            rest.pop("url"),
            elicitation_id=rest.pop("elicitationId", None),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "target": self.target,
            "message": self.message,
            "url": self.url,
        }
        if self.elicitation_id is not None:
            members["elicitationId"] = self.elicitation_id
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ElicitationCompleteEvent:
    """A person has finished what an address was opened for."""

    type: ClassVar[Literal["elicitationComplete"]] = "elicitationComplete"
    elicitation_id: str
    """The elicitation."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ElicitationCompleteEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("elicitationId"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "elicitationId": self.elicitation_id,
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class EmbeddedResource:
    """A resource as part of a message (2026-07-28 `schema`, `EmbeddedResource`)."""

    type: ClassVar[Literal["resource"]] = "resource"
    resource: ResourceContents
    """The resource."""
    _: KW_ONLY
    annotations: Annotations | None = None
    """Hints for the reader's program."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the resource."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> EmbeddedResource:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            ResourceContents.from_dict(rest.pop("resource")),
            annotations=_one(Annotations.from_dict, rest.pop("annotations", None)),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "resource": self.resource.to_dict(),
        }
        if self.annotations is not None:
            members["annotations"] = self.annotations.to_dict()
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ErrorReport:
    """What an error says about itself."""

    code: str
    """The stable name of the kind of failure."""
    message: str
    """The whole sentence for a person: the server, the method, what happened, and what to do next.
    What a server said in it is safe to show.
    """
    reason: str
    """What happened, alone."""
    may_have_run: bool
    """Whether the request may have taken effect although it failed."""
    _: KW_ONLY
    next_step: str | None = None
    """What to do about it, alone."""
    target: str | None = None
    """The server that it happened with, as the user named it."""
    method: str | None = None
    """The method of the request that failed."""
    rpc: RpcErrorReport | None = None
    """The server's JSON-RPC error, where it sent one."""
    http_status: int | None = None
    """The HTTP status that the server answered with, where that was the failure."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ErrorReport:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("code"),
            rest.pop("message"),
            rest.pop("reason"),
            rest.pop("mayHaveRun"),
            next_step=rest.pop("nextStep", None),
            target=rest.pop("target", None),
            method=rest.pop("method", None),
            rpc=_one(RpcErrorReport.from_dict, rest.pop("rpc", None)),
            http_status=rest.pop("httpStatus", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "code": self.code,
            "message": self.message,
            "reason": self.reason,
            "mayHaveRun": self.may_have_run,
        }
        if self.next_step is not None:
            members["nextStep"] = self.next_step
        if self.target is not None:
            members["target"] = self.target
        if self.method is not None:
            members["method"] = self.method
        if self.rpc is not None:
            members["rpc"] = self.rpc.to_dict()
        if self.http_status is not None:
            members["httpStatus"] = self.http_status
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class GetPromptResult:
    """A prompt that was filled in (2026-07-28 `server/prompts`, "Getting a Prompt")."""

    messages: Sequence[PromptMessage]
    """The messages, in the order in which a model is given them."""
    _: KW_ONLY
    result_type: str | None = None
    """What kind of result this is."""
    description: str | None = None
    """What the prompt is for."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the prompt."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> GetPromptResult:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            [PromptMessage.from_dict(item) for item in rest.pop("messages")],
            result_type=rest.pop("resultType", None),
            description=rest.pop("description", None),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "messages": [item.to_dict() for item in self.messages],
        }
        if self.result_type is not None:
            members["resultType"] = self.result_type
        if self.description is not None:
            members["description"] = self.description
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class Icon:
    """A picture that stands for something (2026-07-28 `basic`, "`icons`"). Its address is a peer's
    word: it must not be shown or fetched as it is.
    """

    src: str
    """Where the picture is: an `https:` or `data:` address."""
    _: KW_ONLY
    mime_type: str | None = None
    """The picture's media type."""
    sizes: Sequence[str] | None = None
    """The sizes that it is made for, such as `48x48` or `any`."""
    theme: IconTheme | None = None
    """The background that it is made for."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Icon:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("src"),
            mime_type=rest.pop("mimeType", None),
            sizes=rest.pop("sizes", None),
            theme=rest.pop("theme", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "src": self.src,
        }
        if self.mime_type is not None:
            members["mimeType"] = self.mime_type
        if self.sizes is not None:
            members["sizes"] = self.sizes
        if self.theme is not None:
            members["theme"] = self.theme
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ImageContent:
    """A picture (2026-07-28 `schema`, `ImageContent`)."""

    type: ClassVar[Literal["image"]] = "image"
    data: str
    """The picture's bytes in base64."""
    mime_type: str
    """The picture's media type, as the peer says."""
    _: KW_ONLY
    annotations: Annotations | None = None
    """Hints for the reader's program."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the picture."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ImageContent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("data"),
            rest.pop("mimeType"),
            annotations=_one(Annotations.from_dict, rest.pop("annotations", None)),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "data": self.data,
            "mimeType": self.mime_type,
        }
        if self.annotations is not None:
            members["annotations"] = self.annotations.to_dict()
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class Implementation:
    """A program that speaks the protocol (2026-07-28 `schema`, `Implementation`). It is what the
    program says of itself, and proves nothing.
    """

    name: str
    """The name that programs use."""
    version: str
    """The version; empty where a peer sent none."""
    _: KW_ONLY
    title: str | None = None
    """The name that people see."""
    description: str | None = None
    """What the program is."""
    website_url: str | None = None
    """The address of its page."""
    icons: Sequence[Icon] | None = None
    """Pictures that stand for the program."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Implementation:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("name"),
            rest.pop("version"),
            title=rest.pop("title", None),
            description=rest.pop("description", None),
            website_url=rest.pop("websiteUrl", None),
            icons=_each(Icon.from_dict, rest.pop("icons", None)),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "name": self.name,
            "version": self.version,
        }
        if self.title is not None:
            members["title"] = self.title
        if self.description is not None:
            members["description"] = self.description
        if self.website_url is not None:
            members["websiteUrl"] = self.website_url
        if self.icons is not None:
            members["icons"] = [item.to_dict() for item in self.icons]
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ListCapability:
    """A capability that may tell when its list has changed."""

    _: KW_ONLY
    list_changed: bool | None = None
    """Whether there are notifications when the list has changed."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ListCapability:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            list_changed=rest.pop("listChanged", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.list_changed is not None:
            members["listChanged"] = self.list_changed
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ListRootsQuestion:
    """A server's question in which folders it may work (2026-07-28 `client/roots`)."""

    target: str
    """The server that asks, as the user named it."""
    _: KW_ONLY
    meta: Mapping[str, Any] | None = None
    """What is attached to the question."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ListRootsQuestion:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("target"),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "target": self.target,
        }
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ListRootsResult:
    """The folders that a server may work in."""

    roots: Sequence[Root]
    """The folders."""
    _: KW_ONLY
    meta: Mapping[str, Any] | None = None
    """What is attached to the answer."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ListRootsResult:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            [Root.from_dict(item) for item in rest.pop("roots")],
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "roots": [item.to_dict() for item in self.roots],
        }
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class LogEvent:
    """A log message of the server."""

    type: ClassVar[Literal["log"]] = "log"
    level: LoggingLevel
    """How grave it is."""
    data: Any
    """What happened, in any form: untrusted."""
    _: KW_ONLY
    logger: str | None = None
    """The part of the server that says it."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the message."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> LogEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("level"),
            rest.pop("data"),
            logger=rest.pop("logger", None),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "level": self.level,
            "data": self.data,
        }
        if self.logger is not None:
            members["logger"] = self.logger
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class MessageLimits:
    """What one message of a server may cost."""

    _: KW_ONLY
    bytes: int | None = None
    """The most bytes. Default 16 MiB."""
    depth: int | None = None
    """The deepest nesting of arrays and objects. Default 128."""
    batch: int | None = None
    """The most messages of one batch. Default 128."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> MessageLimits:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            bytes=rest.pop("bytes", None),
            depth=rest.pop("depth", None),
            batch=rest.pop("batch", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.bytes is not None:
            members["bytes"] = self.bytes
        if self.depth is not None:
            members["depth"] = self.depth
        if self.batch is not None:
            members["batch"] = self.batch
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class MissedEvent:
    """Events were left out, since nobody fetched them."""

    type: ClassVar[Literal["missed"]] = "missed"
    count: int
    """How many."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> MissedEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("count"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "count": self.count,
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ModelHint:
    """The name of a model, or a part of it."""

    _: KW_ONLY
    name: str | None = None
    """The name."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ModelHint:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            name=rest.pop("name", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.name is not None:
            members["name"] = self.name
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ModelPreferences:
    """Which model a server would like. The client need not follow."""

    _: KW_ONLY
    hints: Sequence[ModelHint] | None = None
    """Names, most wanted first."""
    cost_priority: float | None = None
    """How much cost matters, from 0 to 1."""
    speed_priority: float | None = None
    """How much speed matters, from 0 to 1."""
    intelligence_priority: float | None = None
    """How much intelligence matters, from 0 to 1."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ModelPreferences:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            hints=_each(ModelHint.from_dict, rest.pop("hints", None)),
            cost_priority=rest.pop("costPriority", None),
            speed_priority=rest.pop("speedPriority", None),
            intelligence_priority=rest.pop("intelligencePriority", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.hints is not None:
            members["hints"] = [item.to_dict() for item in self.hints]
        if self.cost_priority is not None:
            members["costPriority"] = self.cost_priority
        if self.speed_priority is not None:
            members["speedPriority"] = self.speed_priority
        if self.intelligence_priority is not None:
            members["intelligencePriority"] = self.intelligence_priority
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class NoticeEvent:
    """Something else that the transport noticed."""

    type: ClassVar[Literal["notice"]] = "notice"
    notice: NoticeKind
    """What it is."""
    _: KW_ONLY
    detail: str | None = None
    """More about it: untrusted text."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> NoticeEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("notice"),
            detail=rest.pop("detail", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "notice": self.notice,
        }
        if self.detail is not None:
            members["detail"] = self.detail
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ProgressReport:
    """How far a call has come (2026-07-28 `basic/patterns/progress`)."""

    call: int
    """The number of the call, which tells calls apart."""
    progress: float
    """How far it has come, more each time."""
    _: KW_ONLY
    total: float | None = None
    """How far it has to come, where that is known."""
    message: str | None = None
    """What is being done, in words for a person: untrusted text."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ProgressReport:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("call"),
            rest.pop("progress"),
            total=rest.pop("total", None),
            message=rest.pop("message", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "call": self.call,
            "progress": self.progress,
        }
        if self.total is not None:
            members["total"] = self.total
        if self.message is not None:
            members["message"] = self.message
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt that a server can fill in (2026-07-28 `server/prompts`, "Prompt")."""

    name: str
    """The name by which it is asked for."""
    _: KW_ONLY
    arguments: Sequence[PromptArgument] | None = None
    """What it wants to be filled in with."""
    title: str | None = None
    """The name that people see (since 2025-06-18)."""
    description: str | None = None
    """What it is for."""
    icons: Sequence[Icon] | None = None
    """Pictures that stand for it (since 2025-11-25)."""
    meta: Mapping[str, Any] | None = None
    """What is attached to it."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Prompt:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("name"),
            arguments=_each(PromptArgument.from_dict, rest.pop("arguments", None)),
            title=rest.pop("title", None),
            description=rest.pop("description", None),
            icons=_each(Icon.from_dict, rest.pop("icons", None)),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "name": self.name,
        }
        if self.arguments is not None:
            members["arguments"] = [item.to_dict() for item in self.arguments]
        if self.title is not None:
            members["title"] = self.title
        if self.description is not None:
            members["description"] = self.description
        if self.icons is not None:
            members["icons"] = [item.to_dict() for item in self.icons]
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class PromptArgument:
    """Something that a prompt is filled in with (2026-07-28 `schema`, `PromptArgument`)."""

    name: str
    """Its name."""
    _: KW_ONLY
    title: str | None = None
    """The name that people see (since 2025-06-18)."""
    description: str | None = None
    """What it is."""
    required: bool | None = None
    """Whether it must be given."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> PromptArgument:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("name"),
            title=rest.pop("title", None),
            description=rest.pop("description", None),
            required=rest.pop("required", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "name": self.name,
        }
        if self.title is not None:
            members["title"] = self.title
        if self.description is not None:
            members["description"] = self.description
        if self.required is not None:
            members["required"] = self.required
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message of a prompt (2026-07-28 `server/prompts`, "PromptMessage")."""

    role: Role
    """Who says it."""
    content: ContentBlock
    """What is said."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> PromptMessage:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("role"),
            content_block_from_dict(rest.pop("content")),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "role": self.role,
            "content": self.content.to_dict(),
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class PromptReference:
    """A prompt, by its name."""

    type: ClassVar[Literal["ref/prompt"]] = "ref/prompt"
    name: str
    """The prompt's name."""
    _: KW_ONLY
    title: str | None = None
    """The name that people see (since 2025-06-18)."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> PromptReference:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("name"),
            title=rest.pop("title", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "name": self.name,
        }
        if self.title is not None:
            members["title"] = self.title
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class PromptsChangedEvent:
    """The list of prompts has changed."""

    type: ClassVar[Literal["promptsChanged"]] = "promptsChanged"
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> PromptsChangedEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ReadResourceResult:
    """What was read (2026-07-28 `server/resources`, "Reading Resources")."""

    contents: Sequence[ResourceContents]
    """The resource, or the parts of it."""
    _: KW_ONLY
    ttl_ms: int | None = None
    """For how long the contents may be kept."""
    cache_scope: CacheScope | None = None
    """Who may be given the kept contents."""
    result_type: str | None = None
    """What kind of result this is."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the contents."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ReadResourceResult:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            [ResourceContents.from_dict(item) for item in rest.pop("contents")],
            ttl_ms=rest.pop("ttlMs", None),
            cache_scope=rest.pop("cacheScope", None),
            result_type=rest.pop("resultType", None),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "contents": [item.to_dict() for item in self.contents],
        }
        if self.ttl_ms is not None:
            members["ttlMs"] = self.ttl_ms
        if self.cache_scope is not None:
            members["cacheScope"] = self.cache_scope
        if self.result_type is not None:
            members["resultType"] = self.result_type
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class Resource:
    """Something that can be read from a server (2026-07-28 `server/resources`, "Resource")."""

    uri: str
    """Its address."""
    name: str
    """The name that programs use."""
    _: KW_ONLY
    title: str | None = None
    """The name that people see (since 2025-06-18)."""
    description: str | None = None
    """What it is."""
    mime_type: str | None = None
    """Its media type."""
    size: int | None = None
    """Its length in bytes, before any encoding."""
    annotations: Annotations | None = None
    """Hints for the reader's program."""
    icons: Sequence[Icon] | None = None
    """Pictures that stand for it (since 2025-11-25)."""
    meta: Mapping[str, Any] | None = None
    """What is attached to it."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Resource:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("uri"),
            rest.pop("name"),
            title=rest.pop("title", None),
            description=rest.pop("description", None),
            mime_type=rest.pop("mimeType", None),
            size=rest.pop("size", None),
            annotations=_one(Annotations.from_dict, rest.pop("annotations", None)),
            icons=_each(Icon.from_dict, rest.pop("icons", None)),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "uri": self.uri,
            "name": self.name,
        }
        if self.title is not None:
            members["title"] = self.title
        if self.description is not None:
            members["description"] = self.description
        if self.mime_type is not None:
            members["mimeType"] = self.mime_type
        if self.size is not None:
            members["size"] = self.size
        if self.annotations is not None:
            members["annotations"] = self.annotations.to_dict()
        if self.icons is not None:
            members["icons"] = [item.to_dict() for item in self.icons]
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ResourceContents:
    """What a resource holds: `text`, or bytes as `blob`."""

    uri: str
    """The address of what was read."""
    _: KW_ONLY
    text: str | None = None
    """The text, where it is text."""
    blob: str | None = None
    """The bytes in base64, where it is bytes."""
    mime_type: str | None = None
    """The media type, as the peer says."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the contents."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ResourceContents:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("uri"),
            text=rest.pop("text", None),
            blob=rest.pop("blob", None),
            mime_type=rest.pop("mimeType", None),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "uri": self.uri,
        }
        if self.text is not None:
            members["text"] = self.text
        if self.blob is not None:
            members["blob"] = self.blob
        if self.mime_type is not None:
            members["mimeType"] = self.mime_type
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ResourceLink:
    """The address of a resource that can be read (2026-07-28 `schema`, `ResourceLink`; since
    2025-06-18). It need not be in the server's list.
    """

    type: ClassVar[Literal["resource_link"]] = "resource_link"
    uri: str
    """The resource's address."""
    name: str
    """The name that programs use."""
    _: KW_ONLY
    title: str | None = None
    """The name that people see."""
    description: str | None = None
    """What the resource is."""
    mime_type: str | None = None
    """The resource's media type."""
    size: int | None = None
    """The resource's length in bytes."""
    annotations: Annotations | None = None
    """Hints for the reader's program."""
    icons: Sequence[Icon] | None = None
    """Pictures that stand for the resource."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the link."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ResourceLink:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("uri"),
            rest.pop("name"),
            title=rest.pop("title", None),
            description=rest.pop("description", None),
            mime_type=rest.pop("mimeType", None),
            size=rest.pop("size", None),
            annotations=_one(Annotations.from_dict, rest.pop("annotations", None)),
            icons=_each(Icon.from_dict, rest.pop("icons", None)),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "uri": self.uri,
            "name": self.name,
        }
        if self.title is not None:
            members["title"] = self.title
        if self.description is not None:
            members["description"] = self.description
        if self.mime_type is not None:
            members["mimeType"] = self.mime_type
        if self.size is not None:
            members["size"] = self.size
        if self.annotations is not None:
            members["annotations"] = self.annotations.to_dict()
        if self.icons is not None:
            members["icons"] = [item.to_dict() for item in self.icons]
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ResourceTemplate:
    """A pattern of addresses that can be read (2026-07-28 `server/resources`, "Resource
    Templates").
    """

    uri_template: str
    """The pattern, by RFC 6570."""
    name: str
    """The name that programs use."""
    _: KW_ONLY
    title: str | None = None
    """The name that people see (since 2025-06-18)."""
    description: str | None = None
    """What the resources are."""
    mime_type: str | None = None
    """The media type, if all have the same."""
    annotations: Annotations | None = None
    """Hints for the reader's program."""
    icons: Sequence[Icon] | None = None
    """Pictures that stand for it (since 2025-11-25)."""
    meta: Mapping[str, Any] | None = None
    """What is attached to it."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ResourceTemplate:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("uriTemplate"),
            rest.pop("name"),
            title=rest.pop("title", None),
            description=rest.pop("description", None),
            mime_type=rest.pop("mimeType", None),
            annotations=_one(Annotations.from_dict, rest.pop("annotations", None)),
            icons=_each(Icon.from_dict, rest.pop("icons", None)),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "uriTemplate": self.uri_template,
            "name": self.name,
        }
        if self.title is not None:
            members["title"] = self.title
        if self.description is not None:
            members["description"] = self.description
        if self.mime_type is not None:
            members["mimeType"] = self.mime_type
        if self.annotations is not None:
            members["annotations"] = self.annotations.to_dict()
        if self.icons is not None:
            members["icons"] = [item.to_dict() for item in self.icons]
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ResourceTemplateReference:
    """A resource template, by its pattern."""

    type: ClassVar[Literal["ref/resource"]] = "ref/resource"
    uri: str
    """The pattern, by RFC 6570."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ResourceTemplateReference:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("uri"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "uri": self.uri,
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ResourceUpdatedEvent:
    """A resource has changed."""

    type: ClassVar[Literal["resourceUpdated"]] = "resourceUpdated"
    uri: str
    """Its address."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ResourceUpdatedEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("uri"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "uri": self.uri,
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ResourcesCapability:
    """What a server can do with resources (2026-07-28 `server/resources`, "Capabilities")."""

    _: KW_ONLY
    subscribe: bool | None = None
    """Whether single resources can be watched."""
    list_changed: bool | None = None
    """Whether there are notifications when the list has changed."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ResourcesCapability:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            subscribe=rest.pop("subscribe", None),
            list_changed=rest.pop("listChanged", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.subscribe is not None:
            members["subscribe"] = self.subscribe
        if self.list_changed is not None:
            members["listChanged"] = self.list_changed
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ResourcesChangedEvent:
    """The list of resources has changed."""

    type: ClassVar[Literal["resourcesChanged"]] = "resourcesChanged"
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ResourcesChangedEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class Root:
    """A folder that a server may work in."""

    uri: str
    """Its address, which begins with `file://`."""
    _: KW_ONLY
    name: str | None = None
    """The name that people see."""
    meta: Mapping[str, Any] | None = None
    """What is attached to it."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Root:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("uri"),
            name=rest.pop("name", None),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "uri": self.uri,
        }
        if self.name is not None:
            members["name"] = self.name
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class RpcErrorReport:
    """A server's JSON-RPC error: untrusted."""

    code: float
    """The code."""
    message: str
    """What the server says."""
    _: KW_ONLY
    data: Any = None
    """What the server adds."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> RpcErrorReport:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("code"),
            rest.pop("message"),
            data=rest.pop("data", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "code": self.code,
            "message": self.message,
        }
        if self.data is not None:
            members["data"] = self.data
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class SamplingMessage:
    """One message of the conversation."""

    role: Role
    """Who says it."""
    content: Any
    """What is said: one piece, or since 2025-11-25 several."""
    _: KW_ONLY
    meta: Mapping[str, Any] | None = None
    """What is attached to the message (since 2025-11-25)."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> SamplingMessage:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("role"),
            rest.pop("content"),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "role": self.role,
            "content": self.content,
        }
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ServerCapabilities:
    """What a server can do (2026-07-28 `schema`, `ServerCapabilities`)."""

    _: KW_ONLY
    experimental: Mapping[str, Any] | None = None
    """Capabilities of no version."""
    logging: Capability | None = None
    """The server sends log messages; deprecated by 2026-07-28."""
    completions: Capability | None = None
    """The server completes arguments."""
    prompts: ListCapability | None = None
    """The server has prompts."""
    resources: ResourcesCapability | None = None
    """The server has resources."""
    tools: ListCapability | None = None
    """The server has tools."""
    tasks: TaskCapability | None = None
    """The tasks that the server offers (2025-11-25 only)."""
    extensions: Mapping[str, Any] | None = None
    """The extensions that the server knows, with their settings."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ServerCapabilities:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            experimental=rest.pop("experimental", None),
            logging=_one(Capability.from_dict, rest.pop("logging", None)),
            completions=_one(Capability.from_dict, rest.pop("completions", None)),
            prompts=_one(ListCapability.from_dict, rest.pop("prompts", None)),
            resources=_one(ResourcesCapability.from_dict, rest.pop("resources", None)),
            tools=_one(ListCapability.from_dict, rest.pop("tools", None)),
            tasks=_one(TaskCapability.from_dict, rest.pop("tasks", None)),
            extensions=rest.pop("extensions", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.experimental is not None:
            members["experimental"] = self.experimental
        if self.logging is not None:
            members["logging"] = self.logging.to_dict()
        if self.completions is not None:
            members["completions"] = self.completions.to_dict()
        if self.prompts is not None:
            members["prompts"] = self.prompts.to_dict()
        if self.resources is not None:
            members["resources"] = self.resources.to_dict()
        if self.tools is not None:
            members["tools"] = self.tools.to_dict()
        if self.tasks is not None:
            members["tasks"] = self.tasks.to_dict()
        if self.extensions is not None:
            members["extensions"] = self.extensions
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ShutdownWaits:
    """How long the steps of ending a server's process wait."""

    _: KW_ONLY
    eof_ms: int | None = None
    """After the end of its input, before it is asked to end, in milliseconds. Default 2,000."""
    term_ms: int | None = None
    """After it was asked to end, before it is made to, in milliseconds. Default 2,000."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ShutdownWaits:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            eof_ms=rest.pop("eofMs", None),
            term_ms=rest.pop("termMs", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.eof_ms is not None:
            members["eofMs"] = self.eof_ms
        if self.term_ms is not None:
            members["termMs"] = self.term_ms
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class StderrEvent:
    """A line that the server's process wrote to its standard error."""

    type: ClassVar[Literal["stderr"]] = "stderr"
    line: str
    """The line: untrusted text."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> StderrEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("line"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "line": self.line,
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class Task:
    """A request that runs on its own. It is also the answer to `tasks/get` and `tasks/cancel` and
    the parameters of `notifications/tasks/status`.
    """

    task_id: str
    """The task's identifier."""
    status: TaskStatus
    """How it stands."""
    created_at: str
    """When it was made, by ISO 8601."""
    last_updated_at: str
    """When its status last changed, by ISO 8601."""
    _: KW_ONLY
    ttl: int | None = None
    """For how many milliseconds it is kept from its making on; none means without end."""
    status_message: str | None = None
    """More about how it stands, in words for a person."""
    poll_interval: int | None = None
    """After how many milliseconds it is worth asking again."""
    meta: Mapping[str, Any] | None = None
    """What is attached to it."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Task:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("taskId"),
            rest.pop("status"),
            rest.pop("createdAt"),
            rest.pop("lastUpdatedAt"),
            ttl=rest.pop("ttl", None),
            status_message=rest.pop("statusMessage", None),
            poll_interval=rest.pop("pollInterval", None),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "taskId": self.task_id,
            "status": self.status,
            "createdAt": self.created_at,
            "lastUpdatedAt": self.last_updated_at,
        }
        if self.ttl is not None:
            members["ttl"] = self.ttl
        if self.status_message is not None:
            members["statusMessage"] = self.status_message
        if self.poll_interval is not None:
            members["pollInterval"] = self.poll_interval
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class TaskCapability:
    """What a peer can do with tasks (2025-11-25 `basic/utilities/tasks`, "Capabilities")."""

    _: KW_ONLY
    list: Capability | None = None
    """Tasks can be listed."""
    cancel: Capability | None = None
    """Tasks can be cancelled."""
    requests: TaskRequests | None = None
    """The requests that can become tasks."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> TaskCapability:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            list=_one(Capability.from_dict, rest.pop("list", None)),
            cancel=_one(Capability.from_dict, rest.pop("cancel", None)),
            requests=_one(TaskRequests.from_dict, rest.pop("requests", None)),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.list is not None:
            members["list"] = self.list.to_dict()
        if self.cancel is not None:
            members["cancel"] = self.cancel.to_dict()
        if self.requests is not None:
            members["requests"] = self.requests.to_dict()
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class TaskElicitationRequests:
    """The requests for a person's answer that can become tasks."""

    _: KW_ONLY
    create: Capability | None = None
    """`elicitation/create`."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> TaskElicitationRequests:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            create=_one(Capability.from_dict, rest.pop("create", None)),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.create is not None:
            members["create"] = self.create.to_dict()
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class TaskMetadata:
    """What a request says that asks to become a task."""

    _: KW_ONLY
    ttl: int | None = None
    """For how many milliseconds the task is to be kept."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> TaskMetadata:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            ttl=rest.pop("ttl", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.ttl is not None:
            members["ttl"] = self.ttl
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class TaskRequests:
    """The requests that can become tasks (2025-11-25 `basic/utilities/tasks`, "Capabilities")."""

    _: KW_ONLY
    tools: TaskToolRequests | None = None
    """Requests about tools, to a server."""
    sampling: TaskSamplingRequests | None = None
    """Requests for a model's answer, to a client."""
    elicitation: TaskElicitationRequests | None = None
    """Requests for a person's answer, to a client."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> TaskRequests:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            tools=_one(TaskToolRequests.from_dict, rest.pop("tools", None)),
            sampling=_one(TaskSamplingRequests.from_dict, rest.pop("sampling", None)),
            elicitation=_one(TaskElicitationRequests.from_dict, rest.pop("elicitation", None)),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.tools is not None:
            members["tools"] = self.tools.to_dict()
        if self.sampling is not None:
            members["sampling"] = self.sampling.to_dict()
        if self.elicitation is not None:
            members["elicitation"] = self.elicitation.to_dict()
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class TaskSamplingRequests:
    """The requests for a model's answer that can become tasks."""

    _: KW_ONLY
    create_message: Capability | None = None
    """`sampling/createMessage`."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> TaskSamplingRequests:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            create_message=_one(Capability.from_dict, rest.pop("createMessage", None)),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.create_message is not None:
            members["createMessage"] = self.create_message.to_dict()
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class TaskStatusEvent:
    """A task has changed."""

    type: ClassVar[Literal["taskStatus"]] = "taskStatus"
    task: Task
    """The task."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> TaskStatusEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            Task.from_dict(rest.pop("task")),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "task": self.task.to_dict(),
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class TaskToolRequests:
    """The requests about tools that can become tasks."""

    _: KW_ONLY
    call: Capability | None = None
    """`tools/call`."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> TaskToolRequests:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            call=_one(Capability.from_dict, rest.pop("call", None)),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.call is not None:
            members["call"] = self.call.to_dict()
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class TextContent:
    """Text (2026-07-28 `schema`, `TextContent`)."""

    type: ClassVar[Literal["text"]] = "text"
    text: str
    """The text: a peer's own words."""
    _: KW_ONLY
    annotations: Annotations | None = None
    """Hints for the reader's program."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the text."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> TextContent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("text"),
            annotations=_one(Annotations.from_dict, rest.pop("annotations", None)),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "text": self.text,
        }
        if self.annotations is not None:
            members["annotations"] = self.annotations.to_dict()
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that a server can do (2026-07-28 `server/tools`, "Tool")."""

    name: str
    """The name by which it is called."""
    input_schema: Any
    """The JSON Schema of its arguments; any object where a peer sent none."""
    _: KW_ONLY
    output_schema: Any = None
    """The JSON Schema of its structured content (since 2025-06-18)."""
    title: str | None = None
    """The name that people see (since 2025-06-18)."""
    description: str | None = None
    """What it does, in words that a model reads."""
    annotations: ToolAnnotations | None = None
    """Hints about what it does (since 2025-03-26). They are the server's own word."""
    execution: ToolExecution | None = None
    """How it can be run (2025-11-25 only)."""
    icons: Sequence[Icon] | None = None
    """Pictures that stand for it (since 2025-11-25)."""
    meta: Mapping[str, Any] | None = None
    """What is attached to it."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Tool:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("name"),
            rest.pop("inputSchema"),
            output_schema=rest.pop("outputSchema", None),
            title=rest.pop("title", None),
            description=rest.pop("description", None),
            annotations=_one(ToolAnnotations.from_dict, rest.pop("annotations", None)),
            execution=_one(ToolExecution.from_dict, rest.pop("execution", None)),
            icons=_each(Icon.from_dict, rest.pop("icons", None)),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "name": self.name,
            "inputSchema": self.input_schema,
        }
        if self.output_schema is not None:
            members["outputSchema"] = self.output_schema
        if self.title is not None:
            members["title"] = self.title
        if self.description is not None:
            members["description"] = self.description
        if self.annotations is not None:
            members["annotations"] = self.annotations.to_dict()
        if self.execution is not None:
            members["execution"] = self.execution.to_dict()
        if self.icons is not None:
            members["icons"] = [item.to_dict() for item in self.icons]
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ToolAnnotations:
    """Hints about what a tool does (2026-07-28 `schema`, `ToolAnnotations`). They must not be
    trusted unless the server is.
    """

    _: KW_ONLY
    title: str | None = None
    """The name that people see."""
    read_only_hint: bool | None = None
    """The tool changes nothing. Taken as false when absent."""
    destructive_hint: bool | None = None
    """The tool may destroy something. Taken as true when absent."""
    idempotent_hint: bool | None = None
    """Calling the tool again with the same arguments does no more. Taken as false when absent."""
    open_world_hint: bool | None = None
    """The tool reaches the world outside. Taken as true when absent."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ToolAnnotations:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            title=rest.pop("title", None),
            read_only_hint=rest.pop("readOnlyHint", None),
            destructive_hint=rest.pop("destructiveHint", None),
            idempotent_hint=rest.pop("idempotentHint", None),
            open_world_hint=rest.pop("openWorldHint", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.title is not None:
            members["title"] = self.title
        if self.read_only_hint is not None:
            members["readOnlyHint"] = self.read_only_hint
        if self.destructive_hint is not None:
            members["destructiveHint"] = self.destructive_hint
        if self.idempotent_hint is not None:
            members["idempotentHint"] = self.idempotent_hint
        if self.open_world_hint is not None:
            members["openWorldHint"] = self.open_world_hint
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """Whether a model must use tools."""

    _: KW_ONLY
    mode: ToolChoiceMode | None = None
    """Whether it must; taken as [`ToolChoiceMode::Auto`] when absent."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ToolChoice:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            mode=rest.pop("mode", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.mode is not None:
            members["mode"] = self.mode
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ToolExecution:
    """How a tool can be run (2025-11-25 `schema`, `ToolExecution`)."""

    _: KW_ONLY
    task_support: TaskSupport | None = None
    """Whether calls of it can become tasks. Taken as forbidden when absent."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ToolExecution:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            task_support=rest.pop("taskSupport", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.task_support is not None:
            members["taskSupport"] = self.task_support
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class ToolsChangedEvent:
    """The list of tools has changed. Nothing is fetched by itself."""

    type: ClassVar[Literal["toolsChanged"]] = "toolsChanged"
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ToolsChangedEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
        }
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class UnknownNotificationEvent:
    """A notification that Hostline does not know."""

    type: ClassVar[Literal["unknown"]] = "unknown"
    method: str
    """The method."""
    _: KW_ONLY
    params: Any = None
    """The parameters."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> UnknownNotificationEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("method"),
            params=rest.pop("params", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "method": self.method,
        }
        if self.params is not None:
            members["params"] = self.params
        members.update(self.extra)
        return members


@dataclass(frozen=True, slots=True)
class Validation:
    """What was found about a result's structured content."""

    status: ValidationStatus
    """Whether it fits."""
    _: KW_ONLY
    findings: Sequence[str] | None = None
    """What does not fit: sentences that name a place and a rule."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Validation:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("status"),
            findings=rest.pop("findings", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "status": self.status,
        }
        if self.findings is not None:
            members["findings"] = self.findings
        members.update(self.extra)
        return members


CompletionReference: TypeAlias = PromptReference | ResourceTemplateReference | Unknown
"""What an argument belongs to.

- ``PromptReference``: A prompt.
- ``ResourceTemplateReference``: A resource template.
"""

_COMPLETION_REFERENCE: Mapping[str, Callable[[Mapping[str, Any]], CompletionReference]] = {
    "ref/prompt": PromptReference.from_dict,
    "ref/resource": ResourceTemplateReference.from_dict,
}


def completion_reference_from_dict(members: Mapping[str, Any]) -> CompletionReference:
    """Reads the object from the protocol's own form."""
    kind = members["type"]
    read = _COMPLETION_REFERENCE.get(kind)
    return Unknown(kind, members) if read is None else read(members)


ContentBlock: TypeAlias = (
    TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource | Unknown
)
"""One piece of a message or a result (2026-07-28 `schema`, `ContentBlock`).

- ``TextContent``: Text.
- ``ImageContent``: A picture.
- ``AudioContent``: Sound.
- ``ResourceLink``: The address of a resource.
- ``EmbeddedResource``: A resource itself.
"""

_CONTENT_BLOCK: Mapping[str, Callable[[Mapping[str, Any]], ContentBlock]] = {
    "text": TextContent.from_dict,
    "image": ImageContent.from_dict,
    "audio": AudioContent.from_dict,
    "resource_link": ResourceLink.from_dict,
    "resource": EmbeddedResource.from_dict,
}


def content_block_from_dict(members: Mapping[str, Any]) -> ContentBlock:
    """Reads the object from the protocol's own form."""
    kind = members["type"]
    read = _CONTENT_BLOCK.get(kind)
    return Unknown(kind, members) if read is None else read(members)


Event: TypeAlias = (
    ToolsChangedEvent
    | PromptsChangedEvent
    | ResourcesChangedEvent
    | ResourceUpdatedEvent
    | LogEvent
    | ElicitationCompleteEvent
    | TaskStatusEvent
    | StderrEvent
    | NoticeEvent
    | UnknownNotificationEvent
    | MissedEvent
    | ClosedEvent
    | Unknown
)
"""One thing that a server, or its transport, said without being asked.

- ``ToolsChangedEvent``: The list of tools has changed. Nothing is fetched by itself.
- ``PromptsChangedEvent``: The list of prompts has changed.
- ``ResourcesChangedEvent``: The list of resources has changed.
- ``ResourceUpdatedEvent``: A resource has changed.
- ``LogEvent``: A log message.
- ``ElicitationCompleteEvent``: A person has finished what an address was opened for.
- ``TaskStatusEvent``: A task has changed.
- ``StderrEvent``: A line that the server's process wrote to its standard error.
- ``NoticeEvent``: Something else that the transport noticed.
- ``UnknownNotificationEvent``: A notification that Hostline does not know.
- ``MissedEvent``: Events were left out, since nobody fetched them.
- ``ClosedEvent``: The connection has ended.
"""

_EVENT: Mapping[str, Callable[[Mapping[str, Any]], Event]] = {
    "toolsChanged": ToolsChangedEvent.from_dict,
    "promptsChanged": PromptsChangedEvent.from_dict,
    "resourcesChanged": ResourcesChangedEvent.from_dict,
    "resourceUpdated": ResourceUpdatedEvent.from_dict,
    "log": LogEvent.from_dict,
    "elicitationComplete": ElicitationCompleteEvent.from_dict,
    "taskStatus": TaskStatusEvent.from_dict,
    "stderr": StderrEvent.from_dict,
    "notice": NoticeEvent.from_dict,
    "unknown": UnknownNotificationEvent.from_dict,
    "missed": MissedEvent.from_dict,
    "closed": ClosedEvent.from_dict,
}


def event_from_dict(members: Mapping[str, Any]) -> Event:
    """Reads the object from the protocol's own form."""
    kind = members["type"]
    read = _EVENT.get(kind)
    return Unknown(kind, members) if read is None else read(members)


QUESTIONS: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], Any]]] = {
    "elicitation/form": ("elicit_form", ElicitFormQuestion.from_dict),
    "elicitation/url": ("elicit_url", ElicitUrlQuestion.from_dict),
    "sampling/createMessage": ("create_message", CreateMessageQuestion.from_dict),
    "roots/list": ("list_roots", ListRootsQuestion.from_dict),
}
"""For each question, the delegate's function and what reads it."""
