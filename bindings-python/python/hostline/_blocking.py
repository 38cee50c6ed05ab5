"""What the generated blocking API stands on: threads that wait by themselves, without a loop.

Each thread has a :class:`Line` of its own, so that a connection may be used from several at once.
Questions of servers are answered by threads that do nothing else.
"""

from __future__ import annotations

import contextlib
import inspect
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from queue import SimpleQueue
from types import TracebackType
from typing import Any, TypeVar

from ._failure import failure
from ._library import native
from ._runtime import Listing, listing
from .types import QUESTIONS, Connected, Event, ProgressReport, event_from_dict

__all__ = ["Connection", "Listing", "listing", "opened"]

Self = TypeVar("Self", bound="Connection")

Outcome = tuple[bool, Any]


class Line(threading.local):
    """The way from the core to one thread."""

    def __init__(self) -> None:
        """Begins for the thread that first needs it."""
        is_main_thread = threading.current_thread() is threading.main_thread()
        self.queue = native.Queue.waited(is_main_thread)
        # More than one is under way where a listener calls, too.
        self._ended: dict[int, Outcome | None] = {}
        self._listeners: dict[int, Callable[[ProgressReport], None]] = {}

    def outcome(
        self, call: native.Cancel, on_progress: Callable[[ProgressReport], None] | None = None
    ) -> Any:
        """Waits for what comes of a call. What is raised meanwhile cancels it."""
        number = call.number
        self._ended[number] = None
        if on_progress is not None:
            self._listeners[number] = on_progress
        try:
            while (ended := self._ended[number]) is None:
                self.queue.wait()
                self._take()
        except BaseException:
            call.cancel()
            raise
        finally:
            del self._ended[number]
            self._listeners.pop(number, None)
        return given(ended)

    def _take(self) -> None:
        failed: BaseException | None = None
        for kind, number, value in self.queue.take():
            if kind == "progress":
                try:
                    if number in self._listeners:
                        self._listeners[number](ProgressReport.from_dict(value))
                except BaseException as error:
                    failed = error
            elif number in self._ended:
                self._ended[number] = (kind == "result", value)
        # What came with it is kept.
        if failed is not None:
            raise failed


line = Line()


def given(outcome: Outcome) -> Any:
    """What a call gave; what it failed with is raised."""
    well, value = outcome
    if well:
        return value
    raise failure(value)


class Answers:
    """Lets a delegate answer, on threads that do nothing else."""

    def __init__(self, delegate: object) -> None:
        """Begins to listen."""
        self.queue = native.Queue.waited(False)
        self.opened: SimpleQueue[Outcome] = SimpleQueue()
        self._delegate = delegate
        self._is_over = False
        threading.Thread(target=self._listen, name="hostline-questions", daemon=True).start()

    def end(self) -> None:
        """Ends with the connection."""
        self._is_over = True
        self.queue.wake()

    def _listen(self) -> None:
        while True:
            self.queue.wait()
            if self._is_over:
                return
            for kind, _number, value in self.queue.take():
                if kind == "question":
                    threading.Thread(target=self._answer, args=(value,), daemon=True).start()
                elif kind in ("result", "error"):
                    self.opened.put((kind == "result", value))

    def _answer(self, question: native.Question) -> None:
        try:
            function, read = QUESTIONS[question.name]
            answer = getattr(self._delegate, function)(read(question.values()))
            if inspect.isawaitable(answer):
                if inspect.iscoroutine(answer):
                    answer.close()
                raise TypeError(f"{function} of a blocking connection must not be async")
            question.answer(answer.to_dict())
        except Exception as error:
            question.fail(str(error))


class Connection:
    """An open connection to a server. It ends when it is closed, or when nothing refers to it."""

    def __init__(self, handle: native.Handle) -> None:
        """Takes a connection that is open."""
        self._handle = handle
        self._info = Connected.from_dict(handle.connected())

    @property
    def info(self) -> Connected:
        """What is known of the server."""
        return self._info

    def events(self) -> Iterator[Event]:
        """What the server says without being asked, until the connection has ended.

        One reader at a time. It waits for the next one as long as it takes.
        """
        arrived: deque[Event] = deque()
        while True:
            events = self._call("events/next", {})
            arrived.extend(event_from_dict(event) for event in events)
            if not arrived:
                return
            while arrived:
                yield arrived.popleft()

    def __enter__(self: Self) -> Self:
        """Gives itself, and closes itself at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes the connection."""
        self._call("close", {})

    def _call(
        self,
        operation: str,
        params: Any,
        on_progress: Callable[[ProgressReport], None] | None = None,
    ) -> Any:
        """Calls an operation of the contract by its name, with raw parameters."""
        if on_progress is not None:
            params["progress"] = True
        call = self._handle.call(operation, params, line.queue)
        return line.outcome(call, on_progress)


def opened(
    kind: Callable[[native.Handle], Self], options: Mapping[str, Any], delegate: object
) -> Self:
    """Opens a connection."""
    options = dict(options)
    if delegate is None:
        return kind(line.outcome(native.connect(options, line.queue)))
    options["elicitation"] = getattr(delegate, "elicitation", ("form",))
    answers = Answers(delegate)
    with contextlib.ExitStack() as undone:
        undone.callback(answers.end)
        call = native.connect(options, answers.queue)
        undone.callback(call.cancel)
        connection = kind(given(answers.opened.get()))
        undone.pop_all()
    weakref.finalize(connection, answers.end)
    return connection
