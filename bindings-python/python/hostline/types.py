# Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.
"""What goes in and comes out.

Every object keeps the members that it does not know, and gives them back. A set of names is open: a
server may send one that is not listed here.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, field
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

from ._frozen import frozen

__all__ = [
    "AccountStatus",
    "Annotations",
    "AskedEvent",
    "AudioContent",
    "AuditReport",
    "AuthMode",
    "CacheScope",
    "CallToolResult",
    "Capability",
    "Catalogue",
    "CataloguePrompt",
    "CatalogueResource",
    "CatalogueTemplate",
    "CatalogueTool",
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
    "Decision",
    "DecisionTerm",
    "DelegateStore",
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
    "Grant",
    "HostCallResult",
    "HostEvent",
    "HostInfo",
    "HostLog",
    "HostLogEntry",
    "HostLogEvent",
    "HostMissedEvent",
    "HostQuestion",
    "Icon",
    "IconPicture",
    "IconTheme",
    "ImageContent",
    "Implementation",
    "IncludeContext",
    "KeptRecord",
    "KeychainStore",
    "ListCapability",
    "ListRecordsQuestion",
    "ListRootsQuestion",
    "ListRootsResult",
    "LogEvent",
    "LoggingLevel",
    "MemberDifference",
    "MemoryStore",
    "MessageLimits",
    "MissedEvent",
    "ModelHint",
    "ModelPreferences",
    "NoticeEvent",
    "NoticeKind",
    "OAuthOptions",
    "OpenAddressQuestion",
    "OpenedAddress",
    "PassphraseStore",
    "PinDifference",
    "PinnedDefinition",
    "Pins",
    "PostureChoice",
    "ProgressReport",
    "Prompt",
    "PromptArgument",
    "PromptMessage",
    "PromptReference",
    "PromptsChangedEvent",
    "ProtocolChoice",
    "ReadResourceResult",
    "RecordNames",
    "RecordQuestion",
    "RefusedIcon",
    "RegistrationKind",
    "RemovedRecord",
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
    "SafeIcon",
    "SamplingMessage",
    "SaveRecordQuestion",
    "ServerActivity",
    "ServerCapabilities",
    "ServerNote",
    "ServerStatus",
    "SessionStatus",
    "SettledEvent",
    "ShutdownWaits",
    "SignInEvent",
    "SignInStep",
    "Simulation",
    "Standing",
    "StatusEvent",
    "StatusFault",
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
    "TextRun",
    "TokenStoreChoice",
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
    "host_event_from_dict",
    "icon_picture_from_dict",
    "token_store_choice_from_dict",
]

VERSION = "0.1.0"
"""The version of Hostline that this package was made from."""

Value = TypeVar("Value")


def _one(read: Callable[[Any], Value], value: Any) -> Value | None:
    return None if value is None else read(value)


def _each(read: Callable[[Any], Value], values: Any) -> Sequence[Value] | None:
    return None if values is None else [read(value) for value in values]


@frozen
class Unknown:
    """An object of a kind that this version of Hostline does not know, kept whole."""

    kind: str
    """What the server calls the kind."""
    members: Mapping[str, Any]
    """All of its members."""

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        return dict(self.members)


AuthMode: TypeAlias = (
    Literal[
        "oauth",
        "none",
    ]
    | str
)
"""How a client shows a server who it acts for.

- ``oauth``: By OAuth 2.1, as the specification profiles it (2026-07-28 `basic/authorization`):
    the first request that the server refuses has a person sign in.
- ``none``: As nobody.
"""

CacheScope: TypeAlias = (
    Literal[
        "public",
        "private",
    ]
    | str
)
"""Who may be given a kept result (2026-07-28 `server/utilities/caching`). What is not `public` must
be taken as private.

- ``public``: Anyone.
- ``private``: Only whoever asked.
"""

DecisionTerm: TypeAlias = (
    Literal[
        "once",
        "session",
        "half-day",
        "always",
    ]
    | str
)
"""For how long an answer holds.

- ``once``: For one request.
- ``session``: As long as the client is connected.
- ``half-day``: For twelve hours.
- ``always``: Until it is taken back.
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

PostureChoice: TypeAlias = (
    Literal[
        "ask-for-writes",
        "read-only",
        "ask-always",
        "block",
    ]
    | str
)
"""How much a server may do without asking.

- ``ask-for-writes``: Tools that are known to read are called, since you have said so, or its
    server says so and you trust it (`docs/policy.md`); anything else is asked for.
- ``read-only``: Tools that are known to read are called; anything else is not.
- ``ask-always``: Everything is asked for.
- ``block``: Nothing is done.
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

RegistrationKind: TypeAlias = (
    Literal[
        "given",
        "document",
        "dynamic",
    ]
    | str
)
"""How the client of an issuer came to be known.

- ``given``: A person, or the program, has given it.
- ``document``: It is a metadata document.
- ``dynamic``: It was registered on the way.
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

ServerActivity: TypeAlias = (
    Literal[
        "disabled",
        "idle",
        "starting",
        "ready",
        "waiting",
        "failed",
    ]
    | str
)
"""What a server does now.

- ``disabled``: The person has turned it off.
- ``idle``: Nobody has needed it yet, or it was stopped.
- ``starting``: It is being started.
- ``ready``: It serves.
- ``waiting``: It has ended by itself and is started again after a wait.
- ``failed``: It could not be started, and is not tried again until somebody needs it.
"""

SignInStep: TypeAlias = (
    Literal[
        "sending",
        "answered",
        "unanswered",
        "visiting",
        "waiting",
        "signed_in",
        "renewed",
        "dropped",
        "not_renewed",
        "not_kept",
        "failed",
        "signed_out",
    ]
    | str
)
"""A step of signing in, renewing or signing out.

- ``sending``: Something is sent to the server or an issuer.
- ``answered``: The answer to it.
- ``unanswered``: There was no answer.
- ``visiting``: A person is sent to an issuer's page.
- ``waiting``: A person must sign in, and could not be asked now.
- ``signed_in``: Somebody has signed in.
- ``renewed``: The token was renewed.
- ``dropped``: The issuer has taken the tokens back, and they are forgotten.
- ``not_renewed``: The issuer will not renew the token, which is kept.
- ``not_kept``: A new token could not be stored; it is used while the program lives.
- ``failed``: A sign-in came to nothing.
- ``signed_out``: Somebody has signed out.
"""

Standing: TypeAlias = (
    Literal[
        "offered",
        "off",
        "held",
    ]
    | str
)
"""Whether something is offered.

- ``offered``: It is.
- ``off``: The person has turned it off.
- ``held``: It waits for approval.
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


@frozen
class AccountStatus:
    """How an account stands. It holds no token and no secret."""

    target: str
    """The server's address."""
    store: str
    """Where tokens are kept, in words."""
    _: KW_ONLY
    session: SessionStatus | None = None
    """What somebody has signed in to, if anybody has."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> AccountStatus:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("target"),
            rest.pop("store"),
            session=_one(SessionStatus.from_dict, rest.pop("session", None)),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "target": self.target,
            "store": self.store,
        }
        if self.session is not None:
            members["session"] = self.session.to_dict()
        members.update(self.extra)
        return members


@frozen
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


@frozen
class AskedEvent:
    """There is a question for a person, or more wait for its answer now."""

    type: ClassVar[Literal["asked"]] = "asked"
    question: HostQuestion
    """The question."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> AskedEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            HostQuestion.from_dict(rest.pop("question")),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "question": self.question.to_dict(),
        }
        members.update(self.extra)
        return members


@frozen
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


@frozen
class AuditReport:
    """What was found of the record."""

    is_whole: bool
    """Whether the record is as it was written."""
    report: Any
    """All that was found."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> AuditReport:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("isWhole"),
            rest.pop("report"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "isWhole": self.is_whole,
            "report": self.report,
        }
        members.update(self.extra)
        return members


@frozen
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


@frozen
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


@frozen
class Catalogue:
    """What servers offer."""

    tools: Sequence[CatalogueTool]
    """The tools, also those that are off or held."""
    prompts: Sequence[CataloguePrompt]
    """The prompts, the same way."""
    resources: Sequence[CatalogueResource]
    """The resources."""
    templates: Sequence[CatalogueTemplate]
    """The resource templates."""
    notes: Sequence[ServerNote]
    """What was left out, and why."""
    faults: Sequence[ServerNote]
    """The servers that could not be started, and why."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Catalogue:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            [CatalogueTool.from_dict(item) for item in rest.pop("tools")],
            [CataloguePrompt.from_dict(item) for item in rest.pop("prompts")],
            [CatalogueResource.from_dict(item) for item in rest.pop("resources")],
            [CatalogueTemplate.from_dict(item) for item in rest.pop("templates")],
            [ServerNote.from_dict(item) for item in rest.pop("notes")],
            [ServerNote.from_dict(item) for item in rest.pop("faults")],
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "tools": [item.to_dict() for item in self.tools],
            "prompts": [item.to_dict() for item in self.prompts],
            "resources": [item.to_dict() for item in self.resources],
            "templates": [item.to_dict() for item in self.templates],
            "notes": [item.to_dict() for item in self.notes],
            "faults": [item.to_dict() for item in self.faults],
        }
        members.update(self.extra)
        return members


@frozen
class CataloguePrompt:
    """A prompt of the catalogue."""

    name: str
    """Its name in the catalogue."""
    server: str
    """The server that has it."""
    standing: Standing
    """Whether it is offered."""
    held_because: Sequence[str]
    """Why it is held, in sentences."""
    prompt: Prompt
    """The prompt, with the name that the server has for it."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> CataloguePrompt:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("name"),
            rest.pop("server"),
            rest.pop("standing"),
            rest.pop("heldBecause"),
            Prompt.from_dict(rest.pop("prompt")),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "name": self.name,
            "server": self.server,
            "standing": self.standing,
            "heldBecause": self.held_because,
            "prompt": self.prompt.to_dict(),
        }
        members.update(self.extra)
        return members


@frozen
class CatalogueResource:
    """A resource of the catalogue."""

    address: str
    """Its address in the catalogue."""
    server: str
    """The server that has it."""
    resource: Resource
    """It, with the address that the server has for it."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> CatalogueResource:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("address"),
            rest.pop("server"),
            Resource.from_dict(rest.pop("resource")),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "address": self.address,
            "server": self.server,
            "resource": self.resource.to_dict(),
        }
        members.update(self.extra)
        return members


@frozen
class CatalogueTemplate:
    """A resource template of the catalogue."""

    address: str
    """Its address in the catalogue."""
    server: str
    """The server that has it."""
    template: ResourceTemplate
    """It, with the address that the server has for it."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> CatalogueTemplate:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("address"),
            rest.pop("server"),
            ResourceTemplate.from_dict(rest.pop("template")),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "address": self.address,
            "server": self.server,
            "template": self.template.to_dict(),
        }
        members.update(self.extra)
        return members


@frozen
class CatalogueTool:
    """A tool of the catalogue."""

    name: str
    """Its name in the catalogue."""
    server: str
    """The server that has it."""
    standing: Standing
    """Whether it is offered."""
    held_because: Sequence[str]
    """Why it is held, in sentences."""
    definition: str
    """What consent to it is bound to."""
    tokens: int
    """About how many tokens its definition takes."""
    tool: Tool
    """The tool, with the name that the server has for it."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> CatalogueTool:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("name"),
            rest.pop("server"),
            rest.pop("standing"),
            rest.pop("heldBecause"),
            rest.pop("definition"),
            rest.pop("tokens"),
            Tool.from_dict(rest.pop("tool")),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "name": self.name,
            "server": self.server,
            "standing": self.standing,
            "heldBecause": self.held_because,
            "definition": self.definition,
            "tokens": self.tokens,
            "tool": self.tool.to_dict(),
        }
        members.update(self.extra)
        return members


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
class CreateMessageResult:
    """A model's answer."""

    role: Role
    """Who says it."""
    content: Any
    """What is said: one piece in the protocol's own form, such as `{"type": "text", "text":
    "hello"}`, or since 2025-11-25 several.
    """
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


@frozen
class Decision:
    """What a person has decided."""

    allow: bool
    """Whether it may happen."""
    _: KW_ONLY
    term: DecisionTerm | None = None
    """For how long the answer holds. Default `once`."""
    requests: int | None = None
    """How many of the identical requests that wait may happen, where it is allowed once. Default 1.
    """
    constraints: Sequence[Any] | None = None
    """What the arguments of later calls must be like, where the answer holds for them: as `where`
    of a rule (`docs/policy.md`).
    """
    edited: Any = None
    """What the person made of it, where the matter is a `form`, `sampling` or a `sampling-answer`.
    """
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Decision:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("allow"),
            term=rest.pop("term", None),
            requests=rest.pop("requests", None),
            constraints=rest.pop("constraints", None),
            edited=rest.pop("edited", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "allow": self.allow,
        }
        if self.term is not None:
            members["term"] = self.term
        if self.requests is not None:
            members["requests"] = self.requests
        if self.constraints is not None:
            members["constraints"] = self.constraints
        if self.edited is not None:
            members["edited"] = self.edited
        members.update(self.extra)
        return members


@frozen
class DelegateStore:
    """Has the delegate keep tokens and secrets, with its functions for records."""

    kind: ClassVar[Literal["delegate"]] = "delegate"
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> DelegateStore:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("kind", None)
        return cls(
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "kind": self.kind,
        }
        members.update(self.extra)
        return members


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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
    causes: Sequence[str] | None = None
    """What it came from, each because of the next. What others said in it is safe to show."""
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
            causes=rest.pop("causes", None),
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
        if self.causes is not None:
            members["causes"] = self.causes
        members.update(self.extra)
        return members


@frozen
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


@frozen
class Grant:
    """What a person has granted."""

    id: str
    """Its name."""
    sentence: str
    """What it allows or denies, in words."""
    effect: str
    """`allow` or `deny`."""
    server: str
    """What the server was called when it was granted."""
    what: Any
    """What it is about."""
    scope: Any
    """For how long it stands."""
    created_by: str
    """Where the person said it."""
    _: KW_ONLY
    client: str | None = None
    """The only client that it is for."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Grant:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("id"),
            rest.pop("sentence"),
            rest.pop("effect"),
            rest.pop("server"),
            rest.pop("what"),
            rest.pop("scope"),
            rest.pop("createdBy"),
            client=rest.pop("client", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "id": self.id,
            "sentence": self.sentence,
            "effect": self.effect,
            "server": self.server,
            "what": self.what,
            "scope": self.scope,
            "createdBy": self.created_by,
        }
        if self.client is not None:
            members["client"] = self.client
        members.update(self.extra)
        return members


@frozen
class HostCallResult:
    """What a tool answered, through the gate (2026-07-28 `server/tools`, "Tool Result")."""

    content: Sequence[ContentBlock]
    """The answer for people and models."""
    _: KW_ONLY
    structured_content: Any = None
    """The answer for programs."""
    is_error: bool | None = None
    """Whether the tool failed."""
    meta: Mapping[str, Any] | None = None
    """What is attached to the answer."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> HostCallResult:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            [content_block_from_dict(item) for item in rest.pop("content")],
            structured_content=rest.pop("structuredContent", None),
            is_error=rest.pop("isError", None),
            meta=rest.pop("_meta", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "content": [item.to_dict() for item in self.content],
        }
        if self.structured_content is not None:
            members["structuredContent"] = self.structured_content
        if self.is_error is not None:
            members["isError"] = self.is_error
        if self.meta is not None:
            members["_meta"] = self.meta
        members.update(self.extra)
        return members


@frozen
class HostInfo:
    """What is known of a host once it is open."""

    config: str
    """The file of the configuration."""
    is_owner: bool
    """Whether the host is in this process. Otherwise another process owns the configuration, and
    everything is done there.
    """
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> HostInfo:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("config"),
            rest.pop("isOwner"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "config": self.config,
            "isOwner": self.is_owner,
        }
        members.update(self.extra)
        return members


@frozen
class HostLog:
    """What was said between us and a server, from one entry on."""

    entries: Sequence[HostLogEntry]
    """The entries, in their order."""
    missed: int
    """How many entries are gone between those that were asked for and the first of these."""
    has_more: bool
    """Whether there are more, to be asked for after the last of these."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> HostLog:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            [HostLogEntry.from_dict(item) for item in rest.pop("entries")],
            rest.pop("missed"),
            rest.pop("hasMore"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "entries": [item.to_dict() for item in self.entries],
            "missed": self.missed,
            "hasMore": self.has_more,
        }
        members.update(self.extra)
        return members


@frozen
class HostLogEntry:
    """One thing that was said. Secrets are taken out."""

    number: int
    """Its place in the order of the server's entries, from 1 on."""
    at: int
    """When, in milliseconds since 1970."""
    kind: str
    """What it was: `message`, `http`, `stderr` or `status`."""
    _: KW_ONLY
    text: str | None = None
    """A message's JSON text, or the beginning of it; a line of standard error; a sentence."""
    cut: bool | None = None
    """Whether the text was cut."""
    sent: bool | None = None
    """Whether we have sent the message."""
    method: str | None = None
    """The method: of a message, or of HTTP."""
    bytes: int | None = None
    """How long the whole message is, in bytes."""
    address: str | None = None
    """The address of an exchange over HTTP."""
    status: int | None = None
    """The status of the answer."""
    took_ms: float | None = None
    """How long it took until the head of the answer was here, in milliseconds."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> HostLogEntry:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("number"),
            rest.pop("at"),
            rest.pop("kind"),
            text=rest.pop("text", None),
            cut=rest.pop("cut", None),
            sent=rest.pop("sent", None),
            method=rest.pop("method", None),
            bytes=rest.pop("bytes", None),
            address=rest.pop("address", None),
            status=rest.pop("status", None),
            took_ms=rest.pop("tookMs", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "number": self.number,
            "at": self.at,
            "kind": self.kind,
        }
        if self.text is not None:
            members["text"] = self.text
        if self.cut is not None:
            members["cut"] = self.cut
        if self.sent is not None:
            members["sent"] = self.sent
        if self.method is not None:
            members["method"] = self.method
        if self.bytes is not None:
            members["bytes"] = self.bytes
        if self.address is not None:
            members["address"] = self.address
        if self.status is not None:
            members["status"] = self.status
        if self.took_ms is not None:
            members["tookMs"] = self.took_ms
        members.update(self.extra)
        return members


@frozen
class HostLogEvent:
    """Something was said between us and a server."""

    type: ClassVar[Literal["log"]] = "log"
    server: str
    """The server."""
    entry: HostLogEntry
    """What was said."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> HostLogEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("server"),
            HostLogEntry.from_dict(rest.pop("entry")),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "server": self.server,
            "entry": self.entry.to_dict(),
        }
        members.update(self.extra)
        return members


@frozen
class HostMissedEvent:
    """Events were left out, since nobody fetched them."""

    type: ClassVar[Literal["missed"]] = "missed"
    count: int
    """How many."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> HostMissedEvent:
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


@frozen
class HostQuestion:
    """A question for a person. What came from a server or a model in it is untrusted text."""

    id: str
    """Its number, as text: it may be larger than some languages' numbers."""
    until: int
    """When it is taken for answered with no, in seconds since 1970."""
    client: str
    """Which client wants it."""
    server: str
    """What the configuration calls the server."""
    matter: Any
    """What it is about: an object by its `kind`. `call-tool`: `tool`, `definition`, `arguments`,
    and `before`, those of the last time. `definition`: `what`, `pinned` and `now`. `start`:
    `command`, `folder`, `environment` and `confinement`. `form`: `message`, `schema`, and `secret`,
    the fields that seem to ask for one. `address`: `message`, `address` and `warnings`. `sampling`:
    `request`. `sampling-answer`: `answer`. `roots`: `roots`. `sign-in`: `address`.
    """
    reasons: Sequence[str]
    """Why it is asked, in sentences."""
    risks: Sequence[str]
    """What is to be thought of: any of `destructive`, `writes`, `unknown`, `open-world`, `secret`,
    `outside-roots` and `hidden-characters`.
    """
    terms: Sequence[str]
    """For how long an answer can hold, the shortest first: the names of `DecisionTerm`."""
    waiting: int
    """How many identical requests of the client wait for the answer."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> HostQuestion:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("id"),
            rest.pop("until"),
            rest.pop("client"),
            rest.pop("server"),
            rest.pop("matter"),
            rest.pop("reasons"),
            rest.pop("risks"),
            rest.pop("terms"),
            rest.pop("waiting"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "id": self.id,
            "until": self.until,
            "client": self.client,
            "server": self.server,
            "matter": self.matter,
            "reasons": self.reasons,
            "risks": self.risks,
            "terms": self.terms,
            "waiting": self.waiting,
        }
        members.update(self.extra)
        return members


@frozen
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


@frozen
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


@frozen
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


@frozen
class KeptRecord:
    """A record, if there is one."""

    _: KW_ONLY
    record: str | None = field(default=None, repr=False)
    """The record. It holds tokens or secrets."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> KeptRecord:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            record=rest.pop("record", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.record is not None:
            members["record"] = self.record
        members.update(self.extra)
        return members


@frozen
class KeychainStore:
    """Keeps tokens and secrets in files that are sealed with a key of the system's keychain."""

    kind: ClassVar[Literal["keychain"]] = "keychain"
    _: KW_ONLY
    folder: str | None = None
    """The folder of the files. Default: where data of this user belongs."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> KeychainStore:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("kind", None)
        return cls(
            folder=rest.pop("folder", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "kind": self.kind,
        }
        if self.folder is not None:
            members["folder"] = self.folder
        members.update(self.extra)
        return members


@frozen
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


@frozen
class ListRecordsQuestion:
    """Which records there are."""

    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ListRecordsQuestion:
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


@frozen
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


@frozen
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


@frozen
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


@frozen
class MemberDifference:
    """A member of a definition, as it was and as it is now."""

    member: str
    """Its name."""
    runs: Sequence[TextRun]
    """What was kept, removed and added, safe to show over several lines."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> MemberDifference:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("member"),
            [TextRun.from_dict(item) for item in rest.pop("runs")],
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "member": self.member,
            "runs": [item.to_dict() for item in self.runs],
        }
        members.update(self.extra)
        return members


@frozen
class MemoryStore:
    """Keeps tokens and secrets in memory, as long as the program runs."""

    kind: ClassVar[Literal["memory"]] = "memory"
    _: KW_ONLY
    name: str | None = None
    """Which of several: those of one name are the same. Default: the one without a name."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> MemoryStore:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("kind", None)
        return cls(
            name=rest.pop("name", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "kind": self.kind,
        }
        if self.name is not None:
            members["name"] = self.name
        members.update(self.extra)
        return members


@frozen
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


@frozen
class MissedEvent:
    """Events were left out, since nobody fetched them."""

    type: ClassVar[Literal["missed"]] = "missed"
    count: int
    """How many; 0 where nobody knows, since a broken stream was opened again: fetch anew what
    matters.
    """
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


@frozen
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


@frozen
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


@frozen
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


@frozen
class OAuthOptions:
    """How somebody signs in."""

    _: KW_ONLY
    client_id: str | None = None
    """The client that the issuer knows the program as, where it was registered beforehand; or the
    `https` address of the program's own metadata document.
    """
    client_secret: str | None = field(default=None, repr=False)
    """The secret of that client. It is shown to no issuer that nobody has named: say which one it
    is.
    """
    issuer: str | None = None
    """The issuer that has registered that client: at any other one signing in is an error."""
    client_name: str | None = None
    """What the issuer's pages call the program, where it is registered there on the way. Default
    `Hostline`.
    """
    scopes: Sequence[str] | None = None
    """What to ask for, instead of what the server says that it needs."""
    sends_resource: bool | None = None
    """Whether the issuer is told which server the token is for. Default true; without it a token
    may be good for more servers than this one.
    """
    redirect_port: int | None = None
    """The port of this machine that the browser is sent back to. Default: one that is free, or the
    one of an earlier registration.
    """
    patience_ms: int | None = None
    """How long a person may take to sign in, in milliseconds. Default 300,000."""
    attended: bool | None = None
    """Whether a person may be asked. Default true; without one, what needs a sign-in fails with
    `auth_required`.
    """
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> OAuthOptions:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            client_id=rest.pop("clientId", None),
            client_secret=rest.pop("clientSecret", None),
            issuer=rest.pop("issuer", None),
            client_name=rest.pop("clientName", None),
            scopes=rest.pop("scopes", None),
            sends_resource=rest.pop("sendsResource", None),
            redirect_port=rest.pop("redirectPort", None),
            patience_ms=rest.pop("patienceMs", None),
            attended=rest.pop("attended", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.client_id is not None:
            members["clientId"] = self.client_id
        if self.client_secret is not None:
            members["clientSecret"] = self.client_secret
        if self.issuer is not None:
            members["issuer"] = self.issuer
        if self.client_name is not None:
            members["clientName"] = self.client_name
        if self.scopes is not None:
            members["scopes"] = self.scopes
        if self.sends_resource is not None:
            members["sendsResource"] = self.sends_resource
        if self.redirect_port is not None:
            members["redirectPort"] = self.redirect_port
        if self.patience_ms is not None:
            members["patienceMs"] = self.patience_ms
        if self.attended is not None:
            members["attended"] = self.attended
        members.update(self.extra)
        return members


@frozen
class OpenAddressQuestion:
    """An address that a person has to open in a browser, to sign in."""

    target: str
    """The server that wants somebody to sign in, as the user named it."""
    address: str
    """The address to open: `https`, or `http` on this machine."""
    issuer: str
    """The issuer whose page it is."""
    redirect_uri: str
    """Where the browser is sent back to in the end."""
    scopes: Sequence[str]
    """What the person is asked to allow; none where the issuer decides."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> OpenAddressQuestion:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("target"),
            rest.pop("address"),
            rest.pop("issuer"),
            rest.pop("redirectUri"),
            rest.pop("scopes"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "target": self.target,
            "address": self.address,
            "issuer": self.issuer,
            "redirectUri": self.redirect_uri,
            "scopes": self.scopes,
        }
        members.update(self.extra)
        return members


@frozen
class OpenedAddress:
    """That an address is open."""

    _: KW_ONLY
    returned_to: str | None = field(default=None, repr=False)
    """The whole address that the browser was sent back to, where the program knows it. Without it,
    this machine waits for the browser to come back.
    """
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> OpenedAddress:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            returned_to=rest.pop("returnedTo", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {}
        if self.returned_to is not None:
            members["returnedTo"] = self.returned_to
        members.update(self.extra)
        return members


@frozen
class PassphraseStore:
    """Keeps tokens and secrets in files that are sealed with a key made of a passphrase."""

    kind: ClassVar[Literal["passphrase"]] = "passphrase"
    passphrase: str = field(repr=False)
    """The passphrase."""
    _: KW_ONLY
    folder: str | None = None
    """The folder of the files. Default: where data of this user belongs."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> PassphraseStore:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("kind", None)
        return cls(
            rest.pop("passphrase"),
            folder=rest.pop("folder", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "kind": self.kind,
            "passphrase": self.passphrase,
        }
        if self.folder is not None:
            members["folder"] = self.folder
        members.update(self.extra)
        return members


@frozen
class PinDifference:
    """What has become of one definition."""

    kind: str
    """What is defined: `tool`, `prompt` or `instructions`."""
    name: str
    """Its name; empty for instructions."""
    sentence: str
    """What has become of it, in words."""
    is_held: bool
    """Whether it may not be used until it is approved."""
    members: Sequence[MemberDifference]
    """The members that differ, word by word."""
    _: KW_ONLY
    digest: str | None = None
    """What stands for the definition as the server says it now, by which it is approved."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> PinDifference:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("kind"),
            rest.pop("name"),
            rest.pop("sentence"),
            rest.pop("isHeld"),
            [MemberDifference.from_dict(item) for item in rest.pop("members")],
            digest=rest.pop("digest", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "kind": self.kind,
            "name": self.name,
            "sentence": self.sentence,
            "isHeld": self.is_held,
            "members": [item.to_dict() for item in self.members],
        }
        if self.digest is not None:
            members["digest"] = self.digest
        members.update(self.extra)
        return members


@frozen
class PinnedDefinition:
    """An approved definition."""

    kind: str
    """What is defined: `tool`, `prompt` or `instructions`."""
    name: str
    """Its name; empty for instructions."""
    digest: str
    """What stands for it."""
    approved_at: int
    """When a person approved it, in seconds since 1970."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> PinnedDefinition:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("kind"),
            rest.pop("name"),
            rest.pop("digest"),
            rest.pop("approvedAt"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "kind": self.kind,
            "name": self.name,
            "digest": self.digest,
            "approvedAt": self.approved_at,
        }
        members.update(self.extra)
        return members


@frozen
class Pins:
    """What is approved of a server, and what has changed since."""

    server: str
    """Which server."""
    is_compared: bool
    """Whether the server has been started, so that what it says now is known."""
    approved: Sequence[PinnedDefinition]
    """What is approved."""
    differences: Sequence[PinDifference]
    """What is not as it was approved."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Pins:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("server"),
            rest.pop("isCompared"),
            [PinnedDefinition.from_dict(item) for item in rest.pop("approved")],
            [PinDifference.from_dict(item) for item in rest.pop("differences")],
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "server": self.server,
            "isCompared": self.is_compared,
            "approved": [item.to_dict() for item in self.approved],
            "differences": [item.to_dict() for item in self.differences],
        }
        members.update(self.extra)
        return members


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
class RecordNames:
    """The names of all records."""

    names: Sequence[str]
    """The names."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> RecordNames:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("names"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "names": self.names,
        }
        members.update(self.extra)
        return members


@frozen
class RecordQuestion:
    """Which record is meant."""

    name: str
    """Its name."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> RecordQuestion:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("name"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "name": self.name,
        }
        members.update(self.extra)
        return members


@frozen
class RefusedIcon:
    """An icon that is not shown, and why. It stops nothing."""

    kind: ClassVar[Literal["refused"]] = "refused"
    reason: str
    """The stable name of the reason: `missing`, `address`, `origin`, `unreachable`, `busy`,
    `too_large`, `dimensions`, `unknown_type`, `other_type`, `broken`, `forbidden`, `too_costly`,
    `size` or `internal`.
    """
    sentence: str
    """The reason, in a sentence."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> RefusedIcon:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("kind", None)
        return cls(
            rest.pop("reason"),
            rest.pop("sentence"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "kind": self.kind,
            "reason": self.reason,
            "sentence": self.sentence,
        }
        members.update(self.extra)
        return members


@frozen
class RemovedRecord:
    """Whether there was a record."""

    was_there: bool
    """Whether there was one."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> RemovedRecord:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("wasThere"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "wasThere": self.was_there,
        }
        members.update(self.extra)
        return members


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
class SafeIcon:
    """A picture that Hostline has drawn anew from a server's icon."""

    kind: ClassVar[Literal["shown"]] = "shown"
    png: bytes
    """The picture: a PNG."""
    width: int
    """Its width, in pixels."""
    height: int
    """Its height, in pixels."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> SafeIcon:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("kind", None)
        return cls(
            b64decode(rest.pop("png")),
            rest.pop("width"),
            rest.pop("height"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "kind": self.kind,
            "png": b64encode(self.png).decode(),
            "width": self.width,
            "height": self.height,
        }
        members.update(self.extra)
        return members


@frozen
class SamplingMessage:
    """One message of the conversation."""

    role: Role
    """Who says it."""
    content: Any
    """What is said: one piece in the protocol's own form, such as `{"type": "text", "text":
    "hello"}`, or since 2025-11-25 several.
    """
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


@frozen
class SaveRecordQuestion:
    """A record to keep in place of the earlier one of this name."""

    name: str
    """Its name."""
    record: str = field(repr=False)
    """The record. It holds tokens or secrets."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> SaveRecordQuestion:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("name"),
            rest.pop("record"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "name": self.name,
            "record": self.record,
        }
        members.update(self.extra)
        return members


@frozen
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


@frozen
class ServerNote:
    """What is said of a server."""

    server: str
    """Which one."""
    sentence: str
    """What it is, in a sentence."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ServerNote:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("server"),
            rest.pop("sentence"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "server": self.server,
            "sentence": self.sentence,
        }
        members.update(self.extra)
        return members


@frozen
class ServerStatus:
    """How a server stands."""

    server: str
    """What the configuration calls it."""
    activity: ServerActivity
    """What it does now."""
    sentence: str
    """How it stands, in words."""
    tokens: int
    """About how many tokens the definitions of its offered tools take."""
    _: KW_ONLY
    step: str | None = None
    """The last step that it has reached since it was started last: `begun`, `heard`, `negotiated`,
    `authorized` or `listed`.
    """
    since: int | None = None
    """Since when it does that, in seconds since 1970."""
    version: str | None = None
    """The protocol version that is spoken."""
    transport: str | None = None
    """The transport."""
    tools: int | None = None
    """How many tools it lists."""
    failures: int | None = None
    """How often it has ended by itself in a row."""
    fault: StatusFault | None = None
    """Why it does not serve."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> ServerStatus:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("server"),
            rest.pop("activity"),
            rest.pop("sentence"),
            rest.pop("tokens"),
            step=rest.pop("step", None),
            since=rest.pop("since", None),
            version=rest.pop("version", None),
            transport=rest.pop("transport", None),
            tools=rest.pop("tools", None),
            failures=rest.pop("failures", None),
            fault=_one(StatusFault.from_dict, rest.pop("fault", None)),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "server": self.server,
            "activity": self.activity,
            "sentence": self.sentence,
            "tokens": self.tokens,
        }
        if self.step is not None:
            members["step"] = self.step
        if self.since is not None:
            members["since"] = self.since
        if self.version is not None:
            members["version"] = self.version
        if self.transport is not None:
            members["transport"] = self.transport
        if self.tools is not None:
            members["tools"] = self.tools
        if self.failures is not None:
            members["failures"] = self.failures
        if self.fault is not None:
            members["fault"] = self.fault.to_dict()
        members.update(self.extra)
        return members


@frozen
class SessionStatus:
    """What a sign-in has given."""

    issuer: str
    """The issuer of the token."""
    scopes: Sequence[str]
    """What the token allows, as far as is known."""
    obtained_at: int
    """When the sign-in, or the last renewal, was, in seconds since 1970."""
    can_be_renewed: bool
    """Whether the token can be renewed without asking anybody."""
    _: KW_ONLY
    client_id: str | None = None
    """The client that the issuer knows the program as."""
    registration: RegistrationKind | None = None
    """How that client came to be known."""
    expires_at: int | None = None
    """When the token is over, in seconds since 1970; none where the issuer did not say."""
    refreshed_at: int | None = None
    """When it was last renewed, in seconds since 1970."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> SessionStatus:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("issuer"),
            rest.pop("scopes"),
            rest.pop("obtainedAt"),
            rest.pop("canBeRenewed"),
            client_id=rest.pop("clientId", None),
            registration=rest.pop("registration", None),
            expires_at=rest.pop("expiresAt", None),
            refreshed_at=rest.pop("refreshedAt", None),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "issuer": self.issuer,
            "scopes": self.scopes,
            "obtainedAt": self.obtained_at,
            "canBeRenewed": self.can_be_renewed,
        }
        if self.client_id is not None:
            members["clientId"] = self.client_id
        if self.registration is not None:
            members["registration"] = self.registration
        if self.expires_at is not None:
            members["expiresAt"] = self.expires_at
        if self.refreshed_at is not None:
            members["refreshedAt"] = self.refreshed_at
        members.update(self.extra)
        return members


@frozen
class SettledEvent:
    """A question needs no answer any more."""

    type: ClassVar[Literal["settled"]] = "settled"
    id: str
    """Its number."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> SettledEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("id"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "id": self.id,
        }
        members.update(self.extra)
        return members


@frozen
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


@frozen
class SignInEvent:
    """A step of signing in, renewing or signing out. It holds no token, code or secret."""

    type: ClassVar[Literal["signIn"]] = "signIn"
    step: SignInStep
    """Which one."""
    _: KW_ONLY
    detail: str | None = None
    """What was sent or answered, where there is a text."""
    issuer: str | None = None
    """The issuer."""
    scopes: Sequence[str] | None = None
    """What is asked for, or allowed."""
    expires_at: int | None = None
    """When the token is over, in seconds since 1970."""
    reason: ErrorReport | None = None
    """Why."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> SignInEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            rest.pop("step"),
            detail=rest.pop("detail", None),
            issuer=rest.pop("issuer", None),
            scopes=rest.pop("scopes", None),
            expires_at=rest.pop("expiresAt", None),
            reason=_one(ErrorReport.from_dict, rest.pop("reason", None)),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "step": self.step,
        }
        if self.detail is not None:
            members["detail"] = self.detail
        if self.issuer is not None:
            members["issuer"] = self.issuer
        if self.scopes is not None:
            members["scopes"] = self.scopes
        if self.expires_at is not None:
            members["expiresAt"] = self.expires_at
        if self.reason is not None:
            members["reason"] = self.reason.to_dict()
        members.update(self.extra)
        return members


@frozen
class Simulation:
    """What would come of a call."""

    tool: str
    """The tool's name in the catalogue."""
    server: str
    """The server that has it."""
    verdict: str
    """`allow`, `ask` or `deny`."""
    sentence: str
    """The verdict in words."""
    because: Any
    """What it rests on."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Simulation:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("tool"),
            rest.pop("server"),
            rest.pop("verdict"),
            rest.pop("sentence"),
            rest.pop("because"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "tool": self.tool,
            "server": self.server,
            "verdict": self.verdict,
            "sentence": self.sentence,
            "because": self.because,
        }
        members.update(self.extra)
        return members


@frozen
class StatusEvent:
    """A server stands otherwise than before."""

    type: ClassVar[Literal["status"]] = "status"
    status: ServerStatus
    """How it stands."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> StatusEvent:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        rest.pop("type", None)
        return cls(
            ServerStatus.from_dict(rest.pop("status")),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "type": self.type,
            "status": self.status.to_dict(),
        }
        members.update(self.extra)
        return members


@frozen
class StatusFault:
    """Why a server does not serve."""

    code: str
    """The stable name of the kind of failure."""
    sentence: str
    """The sentence for a person, with what to do."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> StatusFault:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("code"),
            rest.pop("sentence"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "code": self.code,
            "sentence": self.sentence,
        }
        members.update(self.extra)
        return members


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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


@frozen
class TextRun:
    """A run of words."""

    kind: str
    """`kept`, `removed` or `added`."""
    text: str
    """The words."""
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The members that no protocol version names."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> TextRun:
        """Reads the object from the protocol's own form."""
        rest = dict(members)
        return cls(
            rest.pop("kind"),
            rest.pop("text"),
            extra=rest,
        )

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        members: dict[str, Any] = {
            "kind": self.kind,
            "text": self.text,
        }
        members.update(self.extra)
        return members


@frozen
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


@frozen
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


@frozen
class ToolChoice:
    """Whether a model must use tools."""

    _: KW_ONLY
    mode: ToolChoiceMode | None = None
    """Whether it must; taken as `auto` when absent."""
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


@frozen
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


@frozen
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


@frozen
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


@frozen
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
    | SignInEvent
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
- ``SignInEvent``: A step of signing in, renewing or signing out.
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
    "signIn": SignInEvent.from_dict,
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


HostEvent: TypeAlias = (
    StatusEvent | AskedEvent | SettledEvent | HostLogEvent | HostMissedEvent | Unknown
)
"""One thing that a host says to whoever watches it.

- ``StatusEvent``: A server stands otherwise than before.
- ``AskedEvent``: There is a question for a person, or more wait for its answer now.
- ``SettledEvent``: A question needs no answer any more.
- ``HostLogEvent``: Something was said between us and a server.
- ``HostMissedEvent``: Events were left out, since nobody fetched them.
"""

_HOST_EVENT: Mapping[str, Callable[[Mapping[str, Any]], HostEvent]] = {
    "status": StatusEvent.from_dict,
    "asked": AskedEvent.from_dict,
    "settled": SettledEvent.from_dict,
    "log": HostLogEvent.from_dict,
    "missed": HostMissedEvent.from_dict,
}


def host_event_from_dict(members: Mapping[str, Any]) -> HostEvent:
    """Reads the object from the protocol's own form."""
    kind = members["type"]
    read = _HOST_EVENT.get(kind)
    return Unknown(kind, members) if read is None else read(members)


IconPicture: TypeAlias = SafeIcon | RefusedIcon | Unknown
"""A picture that is safe to show, or why there is none.

- ``SafeIcon``: A picture.
- ``RefusedIcon``: There is none: show a placeholder.
"""

_ICON_PICTURE: Mapping[str, Callable[[Mapping[str, Any]], IconPicture]] = {
    "shown": SafeIcon.from_dict,
    "refused": RefusedIcon.from_dict,
}


def icon_picture_from_dict(members: Mapping[str, Any]) -> IconPicture:
    """Reads the object from the protocol's own form."""
    kind = members["kind"]
    read = _ICON_PICTURE.get(kind)
    return Unknown(kind, members) if read is None else read(members)


TokenStoreChoice: TypeAlias = (
    KeychainStore | PassphraseStore | MemoryStore | DelegateStore | Unknown
)
"""Where tokens and secrets are kept.

- ``KeychainStore``: In files that are sealed with a key of the system's keychain: the default.
- ``PassphraseStore``: In files that are sealed with a key made of a passphrase.
- ``MemoryStore``: In memory, as long as the program runs.
- ``DelegateStore``: With the delegate.
"""

_TOKEN_STORE_CHOICE: Mapping[str, Callable[[Mapping[str, Any]], TokenStoreChoice]] = {
    "keychain": KeychainStore.from_dict,
    "passphrase": PassphraseStore.from_dict,
    "memory": MemoryStore.from_dict,
    "delegate": DelegateStore.from_dict,
}


def token_store_choice_from_dict(members: Mapping[str, Any]) -> TokenStoreChoice:
    """Reads the object from the protocol's own form."""
    kind = members["kind"]
    read = _TOKEN_STORE_CHOICE.get(kind)
    return Unknown(kind, members) if read is None else read(members)


QUESTIONS: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], Any]]] = {
    "elicitation/form": ("elicit_form", ElicitFormQuestion.from_dict),
    "elicitation/url": ("elicit_url", ElicitUrlQuestion.from_dict),
    "sampling/createMessage": ("create_message", CreateMessageQuestion.from_dict),
    "roots/list": ("list_roots", ListRootsQuestion.from_dict),
    "consent/decide": ("decide", HostQuestion.from_dict),
    "address/open": ("open_address", OpenAddressQuestion.from_dict),
    "record/load": ("load_record", RecordQuestion.from_dict),
    "record/save": ("save_record", SaveRecordQuestion.from_dict),
    "record/remove": ("remove_record", RecordQuestion.from_dict),
    "record/list": ("list_records", ListRecordsQuestion.from_dict),
}
"""For each question, the delegate's function and what reads it."""
