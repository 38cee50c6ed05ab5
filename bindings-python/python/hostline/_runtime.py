"""What the generated API stands on: awaiting calls, cancelling them, questions and events.

It carries things between the core and the event loops of asyncio, and decides nothing. Each loop
has one :class:`Courier`, which is woken once for all that has come for it. Nothing here keeps a
connection alive but the connection itself and the calls that somebody awaits.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
import weakref
from collections import deque
from collections.abc import AsyncIterator, Callable, Generator, Mapping, Sequence
from types import TracebackType
from typing import Any, Generic, TypeVar

from . import errors
from .types import (
    QUESTIONS,
    VERSION,
    Connected,
    Dropped,
    ErrorReport,
    Event,
    ProgressReport,
    event_from_dict,
)

_ADVICE = "install it again with: pip install --force-reinstall hostline"

try:
    from . import _native as native
except ImportError as error:
    raise ImportError(
        f"the native library of hostline is missing or does not fit this Python; {_ADVICE}"
    ) from error

if native.__version__ != VERSION:
    raise ImportError(
        f"the native library of hostline has version {native.__version__} and the package has "
        f"version {VERSION}; {_ADVICE}"
    )

# A loop of Windows watches no pipes. Whether a loop may is looked at for each one anew, so that the
# other way can be measured and tested everywhere.
WATCHES_DESCRIPTORS = os.name == "posix"

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


class Courier:
    """Brings what comes from the core to one event loop, in its order."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begins to listen. The loop must be the one that runs in this thread."""
        self._waiting: dict[int, asyncio.Future[tuple[bool, Any]]] = {}
        self._listeners: dict[int, Callable[[ProgressReport], None]] = {}
        self._answering: dict[int, asyncio.Task[None]] = {}
        self._connections: weakref.WeakValueDictionary[int, Connection] = (
            weakref.WeakValueDictionary()
        )
        self.queue = self._watched(loop) or native.Queue(_waker(loop, self))

    @staticmethod
    def of_running_loop() -> Courier:
        """The courier of the loop that runs in this thread.

        It lives as long as its loop, so it is kept there and nowhere else.
        """
        loop: Any = asyncio.get_running_loop()
        try:
            courier: Courier = loop._hostline_courier
        except AttributeError:
            courier = loop._hostline_courier = Courier(loop)
        return courier

    async def outcome(
        self,
        call: native.Cancel,
        on_progress: Callable[[ProgressReport], None] | None = None,
        unclaimed: Callable[[Any], None] | None = None,
    ) -> Any:
        """Waits for what comes of a call, and cancels it where nobody waits any more.

        With `unclaimed`, a call that is cancelled is waited for all the same, which takes a moment
        of the core: what it has brought until then is not lost.
        """
        number = call.number
        future = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        if on_progress is not None:
            self._listeners[number] = on_progress
        try:
            well, value = await (asyncio.shield(future) if unclaimed else future)
        except BaseException as error:
            call.cancel()
            if unclaimed and isinstance(error, asyncio.CancelledError):
                well, value = await future
                if well:
                    unclaimed(value)
            raise
        finally:
            self._waiting.pop(number, None)
            self._listeners.pop(number, None)
        if well:
            return value
        report = ErrorReport.from_dict(value)
        raise errors.BY_CODE.get(report.code, errors.Error)(report)

    def introduce(self, number: int, connection: Connection) -> None:
        """Brings the questions of a server to this connection, while it is there."""
        self._connections[number] = connection

    def _watched(self, loop: asyncio.AbstractEventLoop) -> native.Queue | None:
        """A queue that the loop watches by itself, where it can."""
        if not WATCHES_DESCRIPTORS:
            return None
        queue = native.Queue()
        try:
            loop.add_reader(queue.fileno(), self._deliver)
        except NotImplementedError:
            return None
        return queue

    def _deliver(self) -> None:
        for kind, number, value in self.queue.take():
            if kind == "question":
                self._ask(number, value)
            elif kind == "withdrawn":
                if number in self._answering:
                    self._answering[number].cancel()
            elif kind == "progress":
                self._report(number, value)
            else:
                future = self._waiting.get(number)
                # It is done already where its task was cancelled in this same turn of the loop.
                if future is not None and not future.done():
                    future.set_result((kind == "result", value))

    def _report(self, number: int, value: dict[str, Any]) -> None:
        listener = self._listeners.get(number)
        if listener is None:
            return
        try:
            listener(ProgressReport.from_dict(value))
        except Exception as error:
            message = "on_progress has raised an exception"
            loop = asyncio.get_running_loop()
            loop.call_exception_handler({"message": message, "exception": error})

    def _ask(self, number: int, question: native.Question) -> None:
        connection = self._connections.get(number)
        if connection is None:
            return
        asked = question.number
        answering = _answer(connection._delegate, question)
        task = asyncio.get_running_loop().create_task(answering)
        self._answering[asked] = task
        task.add_done_callback(lambda _: self._answering.pop(asked, None))


def _waker(loop: asyncio.AbstractEventLoop, courier: Courier) -> Callable[[], None]:
    """What another thread calls to wake a loop that watches no file descriptors."""
    loop_there, courier_there = weakref.ref(loop), weakref.ref(courier)

    def wake() -> None:
        loop, courier = loop_there(), courier_there()
        if loop is not None and courier is not None:
            # A loop that is closed has nobody who waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(courier._deliver)

    return wake


async def _answer(delegate: Any, question: native.Question) -> None:
    """Asks the delegate, in a task that is cancelled when the question is withdrawn."""
    try:
        function, read = QUESTIONS[question.name]
        answer = getattr(delegate, function)(read(question.values()))
        if inspect.isawaitable(answer):
            answer = await answer
        question.answer(answer.to_dict())
    except Exception as error:
        question.fail(str(error))


class Connection:
    """An open connection to a server. It ends when it is closed, or when nothing refers to it."""

    def __init__(self, delegate: object) -> None:
        """Makes a connection that is not open yet."""
        self._delegate = delegate
        self._arrived: deque[Event] = deque()
        self._handle: native.Handle
        self._connected: Connected

    @property
    def connected(self) -> Connected:
        """What is known of the server."""
        return self._connected

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
        if self._delegate is not None:
            options["elicitation"] = getattr(self._delegate, "elicitation", ("form",))
        courier = Courier.of_running_loop()
        call = native.connect(options, courier.queue)
        courier.introduce(call.number, self)
        self._handle = await courier.outcome(call)
        self._connected = Connected.from_dict(self._handle.connected())

    async def _call(
        self,
        operation: str,
        params: Any,
        on_progress: Callable[[ProgressReport], None] | None = None,
    ) -> Any:
        """Calls an operation of the contract by its name, with raw parameters."""
        courier = Courier.of_running_loop()
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
            courier = Courier.of_running_loop()
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
