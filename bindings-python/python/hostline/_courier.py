"""The way between the core and the event loops of asyncio: calls, their outcomes, and questions.

Each loop has one :class:`Courier`, which is woken once for all that has come for it. It decides
nothing, and keeps nothing alive but what somebody awaits.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
import weakref
from collections.abc import Callable
from typing import Any, Protocol

from ._failure import failure
from ._library import native
from .types import QUESTIONS, ProgressReport

# A loop of Windows watches no pipes. Whether a loop may is looked at for each one anew, so that the
# other way can be measured and tested everywhere.
# It is the better way where it can be had: one call at a time costs half the time of the processor.
WATCHES_DESCRIPTORS = os.name == "posix"


class Asked(Protocol):
    """A connection, to whose delegate questions go."""

    delegate: Any


class Courier:
    """Brings what comes from the core to one event loop, in its order."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begins to listen. The loop must be the one that runs in this thread."""
        self._waiting: dict[int, asyncio.Future[tuple[bool, Any]]] = {}
        self._listeners: dict[int, Callable[[ProgressReport], None]] = {}
        self._answering: dict[int, asyncio.Task[None]] = {}
        self._connections: weakref.WeakValueDictionary[int, Asked] = weakref.WeakValueDictionary()
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
        raise failure(value)

    def introduce(self, number: int, connection: Asked) -> None:
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
        ending: BaseException | None = None
        for kind, number, value in self.queue.take():
            if kind == "question":
                self._ask(number, value)
            elif kind == "withdrawn":
                if number in self._answering:
                    self._answering[number].cancel()
            elif kind == "progress":
                try:
                    self._report(number, value)
                except (SystemExit, KeyboardInterrupt) as error:
                    ending = error
            else:
                future = self._waiting.get(number)
                # It is done already where its task was cancelled in this same turn of the loop.
                if future is not None and not future.done():
                    future.set_result((kind == "result", value))
        # What came with it is on its way: nobody else brings it.
        if ending is not None:
            raise ending

    def _report(self, number: int, value: dict[str, Any]) -> None:
        listener = self._listeners.get(number)
        if listener is None:
            return
        try:
            listener(ProgressReport.from_dict(value))
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            # Whoever waits for the call hears of it there, and the call is over. What came with it
            # goes on its way.
            future = self._waiting.get(number)
            if future is not None and not future.done():
                future.set_exception(error)

    def _ask(self, number: int, question: native.Question) -> None:
        connection = self._connections.get(number)
        if connection is None:
            return
        asked = question.number
        answering = _answer(connection.delegate, question)
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
        question.answer({} if answer is None else answer.to_dict())
    except Exception as error:
        question.fail(str(error))
