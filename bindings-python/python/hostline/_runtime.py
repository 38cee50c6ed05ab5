"""What the generated API stands on: opening a connection, calling, and reading its events.

It carries things between the generated API and the courier of the running loop, and decides
nothing. Nothing here keeps a connection alive but the connection itself and the calls on it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Generator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._library import native
from .types import Connected, Dropped, Event, ProgressReport, event_from_dict

if TYPE_CHECKING:
    from ._courier import Courier

Item = TypeVar("Item")
Self = TypeVar("Self", bound="Connection")


class Listing(list[Item]):
    """A list that a server gave, without the items that could not be used."""

    __slots__ = ("dropped",)

    dropped: Sequence[Dropped]
    """What was left out, and why."""

    def __init__(self, items: list[Item], dropped: Sequence[Dropped]) -> None:
        """Makes a list of what a server gave."""
        super().__init__(items)
        self.dropped = dropped


def listing(items: list[Item], result: Mapping[str, Any]) -> Listing[Item]:
    """The list of items that were read from a result."""
    return Listing(items, [Dropped.from_dict(dropped) for dropped in result["dropped"]])


def _courier() -> Courier:
    """The courier of the loop that runs in this thread.

    Whoever has a loop has loaded asyncio, which costs more than all of this package: so only here.
    """
    from ._courier import Courier

    return Courier.of_running_loop()


class Connection:
    """An open connection to a server. It ends when it is closed, or when nothing refers to it."""

    def __init__(self, delegate: object) -> None:
        """Makes a connection that is not open yet."""
        self.delegate = delegate
        self._arrived: deque[Event] = deque()
        self._handle: native.Handle
        self._info: Connected

    @property
    def info(self) -> Connected:
        """What is known of the server."""
        return self._info

    def events(self) -> Events:
        """What the server says without being asked, until the connection has ended.

        One reader at a time. Waiting for the next one may be cancelled, and go on later.
        """
        return Events(self)

    async def __aenter__(self: Self) -> Self:
        """Gives itself, and closes itself at the end of the block."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes the connection."""
        await self._call("close", {})

    async def _open(self, options: dict[str, Any]) -> None:
        if self.delegate is not None:
            options["elicitation"] = getattr(self.delegate, "elicitation", ("form",))
        courier = _courier()
        call = native.connect(options, courier.queue)
        courier.introduce(call.number, self)
        self._handle = await courier.outcome(call)
        self._info = Connected.from_dict(self._handle.connected())

    async def _call(
        self,
        operation: str,
        params: Any,
        on_progress: Callable[[ProgressReport], None] | None = None,
    ) -> Any:
        """Calls an operation of the contract by its name, with raw parameters."""
        courier = _courier()
        if on_progress is not None:
            params["progress"] = True
        call = self._handle.call(operation, params, courier.queue)
        return await courier.outcome(call, on_progress)


class Events(AsyncIterator[Event]):
    """The events of one connection. What one reader leaves is there for the next."""

    def __init__(self, connection: Connection) -> None:
        """Begins to read where the last reader has stopped."""
        self._connection = connection

    async def __anext__(self) -> Event:
        """Waits for the next event."""
        connection = self._connection
        if not connection._arrived:
            courier = _courier()
            call = connection._handle.call("events/next", {}, courier.queue)
            self._keep(await courier.outcome(call, unclaimed=self._keep))
        if not connection._arrived:
            raise StopAsyncIteration
        return connection._arrived.popleft()

    def _keep(self, arrived: list[dict[str, Any]]) -> None:
        self._connection._arrived.extend(event_from_dict(event) for event in arrived)


class Connecting(Generic[Self]):
    """A connection on its way: await it, or enter it with ``async with``."""

    def __init__(
        self, kind: Callable[[object], Self], options: Mapping[str, Any], delegate: object
    ) -> None:
        """Remembers what is to be opened. It begins when it is awaited or entered."""
        self._kind, self._options, self._delegate = kind, options, delegate

    def __await__(self) -> Generator[Any, None, Self]:
        """Opens a connection."""
        return self._open().__await__()

    async def __aenter__(self) -> Self:
        """Opens a connection, and closes it at the end of the block."""
        self._opened = await self._open()
        return self._opened

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes the connection."""
        await self._opened.__aexit__(kind, error, trace)

    async def _open(self) -> Self:
        connection = self._kind(self._delegate)
        await connection._open(dict(self._options))
        return connection
