"""What the generated API stands on: opening, calling, and reading events.

It carries things between the generated API and the courier of the running loop, and decides
nothing. Nothing here keeps what is open alive but its own object and the calls on it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Generator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ._failure import failure
from ._library import native
from .types import QUESTIONS, Dropped, ProgressReport

if TYPE_CHECKING:
    from ._courier import Courier

Function = TypeVar("Function", bound=Callable[..., Any])
Item = TypeVar("Item")
Self = TypeVar("Self", bound="Opened")


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


def evaluate(function: str, params: Any) -> Any:
    """What a function of the core gives, at once."""
    well, value = native.evaluate(function, params)
    if not well:
        raise failure(value)
    return value


def unset(function: Function) -> Function:
    """Marks a function that a delegate has only where its own class says so."""
    function._is_unset = True  # type: ignore[attr-defined]
    return function


def answered(delegate: object) -> list[str]:
    """The names of the questions that a delegate answers."""

    def answers(function: str) -> bool:
        method = getattr(delegate, function, None)
        return method is not None and not getattr(method, "_is_unset", False)

    return [name for name, (function, _) in QUESTIONS.items() if answers(function)]


class Opened:
    """Something open. It ends when it is closed, or when nothing refers to it."""

    _opening: ClassVar[str]

    def __init__(self, delegate: object) -> None:
        """Makes something that is not open yet."""
        self.delegate = delegate
        self._handle: native.Handle
        self._known: Any

    async def __aenter__(self: Self) -> Self:
        """Gives itself, and closes itself at the end of the block."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes it."""
        await self._call("close", {})

    async def _open(self, options: dict[str, Any], on: Opened | None) -> None:
        if self.delegate is not None:
            options["answers"] = answered(self.delegate)
        courier = _courier()
        beneath = None if on is None else on._handle
        call = native.open_handle(self._opening, beneath, options, courier.queue)
        courier.introduce(call.number, self)
        self._handle = await courier.outcome(call)
        self._known = self._handle.info()

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


class _Saying(Opened, Generic[Item]):
    """Something open that says things without being asked."""

    def __init__(self, delegate: object) -> None:
        super().__init__(delegate)
        self._arrived: deque[Item] = deque()

    @staticmethod
    def _read_event(value: Any) -> Any:
        raise NotImplementedError

    async def _next(self) -> Item:
        """Waits for the next event. What is not taken is there for whoever asks next."""
        if not self._arrived:
            courier = _courier()
            call = self._handle.call("events/next", {}, courier.queue)
            self._keep(await courier.outcome(call, unclaimed=self._keep))
        if not self._arrived:
            raise StopAsyncIteration
        return self._arrived.popleft()

    def _keep(self, arrived: list[dict[str, Any]]) -> None:
        self._arrived.extend(self._read_event(event) for event in arrived)


class Connection(_Saying[Item]):
    """Something open that also says things without being asked."""

    def events(self) -> Events[Item]:
        """What is said without being asked, until the end.

        One reader at a time. Waiting for the next event may be cancelled, and go on later.
        """
        return Events(self)


class Events(AsyncIterator[Item]):
    """The events of one connection. What one reader leaves is there for the next."""

    def __init__(self, connection: Connection[Item]) -> None:
        """Begins to read where the last reader has stopped."""
        self._connection = connection

    async def __anext__(self) -> Item:
        """Waits for the next event."""
        return await self._connection._next()


class Stream(_Saying[Item]):
    """Something open that is only for hearing what it says: iterate over it."""

    def __aiter__(self: Self) -> Self:
        """Reads on where the last reader has stopped."""
        return self

    async def __anext__(self) -> Item:
        """Waits for the next event."""
        return await self._next()


class Connecting(Generic[Self]):
    """Something on its way to be open: await it, or enter it with ``async with``."""

    def __init__(
        self,
        kind: Callable[[object], Self],
        options: Mapping[str, Any],
        delegate: object = None,
        on: Opened | None = None,
    ) -> None:
        """Remembers what is to be opened. It begins when it is awaited or entered."""
        self._kind, self._options, self._delegate, self._on = kind, options, delegate, on

    def __await__(self) -> Generator[Any, None, Self]:
        """Opens it."""
        return self._open().__await__()

    async def __aenter__(self) -> Self:
        """Opens it, and closes it at the end of the block."""
        self._opened = await self._open()
        return self._opened

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes it."""
        await self._opened.__aexit__(kind, error, trace)

    async def _open(self) -> Self:
        opened = self._kind(self._delegate)
        await opened._open(dict(self._options), self._on)
        return opened
