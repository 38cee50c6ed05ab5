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
from typing import Any, ClassVar, Generic, TypeVar

from ._failure import failure
from ._library import native
from ._runtime import Listing, answered, evaluate, listing
from .types import QUESTIONS, ProgressReport

__all__ = ["Connection", "Listing", "Opened", "Stream", "evaluate", "listing", "opened"]

Item = TypeVar("Item")
Self = TypeVar("Self", bound="Opened")

Outcome = tuple[bool, Any]

MOST_ANSWERS = 64
"""How many questions of one connection are answered at the same time."""


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
        self._whose: Callable[[], object] = lambda: delegate
        self._room = threading.BoundedSemaphore(MOST_ANSWERS)
        self._is_over = False
        threading.Thread(target=self._listen, name="hostline-questions", daemon=True).start()

    def belong_to(self, there: Opened) -> None:
        """From now on what is open has the delegate: nothing here keeps either of the two."""
        reference = weakref.ref(there)
        self._whose = lambda: getattr(reference(), "delegate", None)

    def end(self) -> None:
        """Ends with what is open."""
        self._is_over = True
        self.queue.wake()

    def _listen(self) -> None:
        while True:
            self.queue.wait()
            if self._is_over:
                return
            for kind, _number, value in self.queue.take():
                if kind == "question":
                    self._begin(value)
                elif kind in ("result", "error"):
                    self.opened.put((kind == "result", value))

    def _begin(self, question: native.Question) -> None:
        # An answer that nobody waits for any more goes on, since a thread cannot be ended.
        if not self._room.acquire(blocking=False):
            question.fail(f"{MOST_ANSWERS} questions are being answered already")
            return
        try:
            threading.Thread(target=self._answer, args=(question,), daemon=True).start()
        except RuntimeError as error:
            self._room.release()
            question.fail(str(error))

    def _answer(self, question: native.Question) -> None:
        try:
            function, read = QUESTIONS[question.name]
            answer = getattr(self._whose(), function)(read(question.values()))
            if inspect.isawaitable(answer):
                if inspect.iscoroutine(answer):
                    answer.close()
                raise TypeError(f"{function} of a blocking connection must not be async")
            question.answer({} if answer is None else answer.to_dict())
        except Exception as error:
            question.fail(str(error))
        finally:
            self._room.release()


class Opened:
    """Something open. It ends when it is closed, or when nothing refers to it."""

    _opening: ClassVar[str]

    delegate: object = None
    """Who answers what is asked."""

    def __init__(self, handle: native.Handle) -> None:
        """Takes what is open."""
        self._handle = handle
        self._known: Any = handle.info()
        self._ended: Callable[[], object] = lambda: None

    def __enter__(self: Self) -> Self:
        """Gives itself, and closes itself at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes it."""
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
        result = line.outcome(call, on_progress)
        if operation == "close":
            self._ended()
        return result


class _Saying(Opened, Generic[Item]):
    """Something open that says things without being asked."""

    def __init__(self, handle: native.Handle) -> None:
        super().__init__(handle)
        self._arrived: deque[Item] = deque()

    @staticmethod
    def _read_event(value: Any) -> Any:
        raise NotImplementedError

    def _next(self) -> Item:
        """Waits for the next event. What is not taken is there for whoever asks next."""
        if not self._arrived:
            arrived = self._call("events/next", {})
            self._arrived.extend(self._read_event(event) for event in arrived)
        if not self._arrived:
            raise StopIteration
        return self._arrived.popleft()


class Connection(_Saying[Item]):
    """Something open that also says things without being asked."""

    def events(self) -> Events[Item]:
        """What is said without being asked, until the end.

        One reader at a time. It waits for the next event as long as that takes.
        """
        return Events(self)


class Events(Iterator[Item]):
    """The events of one connection. What one reader leaves is there for the next."""

    def __init__(self, connection: Connection[Item]) -> None:
        """Begins to read where the last reader has stopped."""
        self._connection = connection

    def __next__(self) -> Item:
        """Waits for the next event."""
        return self._connection._next()


class Stream(_Saying[Item]):
    """Something open that is only for hearing what it says: iterate over it."""

    def __iter__(self: Self) -> Self:
        """Reads on where the last reader has stopped."""
        return self

    def __next__(self) -> Item:
        """Waits for the next event."""
        return self._next()


def opened(
    kind: type[Self],
    options: Mapping[str, Any],
    delegate: object = None,
    on: Opened | None = None,
) -> Self:
    """Opens something."""
    options = dict(options)
    beneath = None if on is None else on._handle
    if delegate is None:
        call = native.open_handle(kind._opening, beneath, options, line.queue)
        return kind(line.outcome(call))
    options["answers"] = answered(delegate)
    answers = Answers(delegate)
    with contextlib.ExitStack() as undone:
        undone.callback(answers.end)
        call = native.open_handle(kind._opening, beneath, options, answers.queue)
        undone.callback(call.cancel)
        there = kind(given(answers.opened.get()))
        undone.pop_all()
    there.delegate = delegate
    there._ended = weakref.finalize(there, answers.end)
    answers.belong_to(there)
    return there
