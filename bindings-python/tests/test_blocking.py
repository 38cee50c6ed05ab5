"""The blocking flavour."""

from __future__ import annotations

import gc
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import hostline
from conftest import DEADLINE, Rules, Script, question, says
from hostline import blocking
from test_life import run

HANGS: Rules = [{"on": "tools/call", "do": [{"progress": {"progress": 1}}, {"hang": True}]}]


def text(result: hostline.CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, hostline.TextContent)
    return block.text


def live(server: blocking.Client) -> int:
    """How many connections are alive."""
    count: int = (server._call("testing/live", {}))["handles"]
    return count


def settled(server: blocking.Client, most: int) -> None:
    """Waits until no more connections are alive than before."""
    while live(server) > most:
        server._call("testing/sleep", {"ms": 5})


class Person(hostline.Delegate):
    def __init__(self) -> None:
        self.thread: threading.Thread | None = None

    def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
        self.thread = threading.current_thread()
        return hostline.ElicitResult("accept", content={})


class Later(hostline.Delegate):
    async def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
        return hostline.ElicitResult("accept", content={})


def test_it_does_what_the_other_does(script: Script) -> None:
    with blocking.connect(script(says("hi"))) as server:
        assert server.info.version == "2026-07-28"
        assert server.list_tools() == []
        assert text(server.call_tool("t", {"a": 1})) == "hi"
    with pytest.raises(hostline.ClosedError):
        server.list_tools()


def test_what_goes_wrong_is_raised(script: Script) -> None:
    with pytest.raises(hostline.ProcessError):
        blocking.connect("/no/such/program")
    with (
        blocking.connect(script(HANGS)) as server,
        pytest.raises(hostline.TimedOutError),
    ):
        server.call_tool("t", timeout_ms=50)


def test_progress_is_heard_on_the_thread_that_calls(script: Script) -> None:
    rules: Rules = [
        {"on": "tools/call", "do": [{"progress": {"progress": 1}}, {"reply": {"content": []}}]}
    ]
    heard: list[object] = []

    def hear(report: hostline.ProgressReport) -> None:
        heard.append((report.progress, threading.current_thread()))
        # A call from within a call.
        heard.append(server.list_tools())

    with blocking.connect(script(rules)) as server:
        server.call_tool("t", on_progress=hear)
    assert heard == [(1, threading.current_thread()), []]


def test_a_listener_that_fails_cancels_the_call(script: Script) -> None:
    def fail(report: hostline.ProgressReport) -> None:
        raise KeyError(report.progress)

    with blocking.connect(script(HANGS)) as server:
        with pytest.raises(KeyError):
            server.call_tool("t", on_progress=fail)
        assert server.list_tools() == []


def test_questions_are_answered_on_a_thread_of_their_own(script: Script) -> None:
    person = Person()
    with blocking.connect(script(question()), delegate=person) as server:
        assert text(server.call_tool("t")) == "accept"
        asked = person.thread
        assert asked not in (None, threading.current_thread())


def test_a_question_comes_to_the_delegate_whichever_thread_calls(script: Script) -> None:
    with (
        blocking.connect(script(question()), delegate=Person()) as server,
        ThreadPoolExecutor(4) as pool,
    ):
        assert {text(it) for it in pool.map(server.call_tool, ["t"] * 8)} == {"accept"}


def test_a_delegate_that_would_need_a_loop_is_refused(script: Script) -> None:
    with (
        blocking.connect(script(question()), delegate=Later()) as server,
        pytest.raises(hostline.InvalidInputError, match="must not be async"),
    ):
        server.call_tool("t")


def test_other_threads_go_on_while_one_waits(script: Script) -> None:
    hanging = blocking.connect(script(HANGS))
    begun = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(hanging.call_tool, "t", on_progress=lambda _: begun.set())
        assert begun.wait(DEADLINE)
        with blocking.connect(script(says("hi"))) as server:
            assert {text(server.call_tool("t")) for _ in range(50)} == {"hi"}
        assert not call.done()
        hanging.close()
        with pytest.raises(hostline.ClosedError):
            call.result(DEADLINE)


def test_events_are_iterated_until_the_connection_ends(script: Script) -> None:
    server = blocking.connect(script())
    events = server.events()
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(list[hostline.Event], events)
        server.close()
        assert isinstance(read.result(DEADLINE)[-1], hostline.ClosedEvent)


def test_a_connection_that_nobody_holds_ends_with_its_threads(script: Script) -> None:
    with blocking.connect(script()) as witness:
        before = live(witness)
        server = blocking.connect(script(question()), delegate=Person())
        server.call_tool("t")
        del server
        gc.collect()
        settled(witness, before)
        for thread in threading.enumerate():
            if thread.name == "hostline-questions":
                thread.join(DEADLINE)
                assert not thread.is_alive()


INTERRUPTED = """
import os, signal, sys
from hostline import blocking

try:
    with blocking.connect(sys.argv[1]) as server:
        print("open", flush=True)
        server.call_tool("t", on_progress=lambda _: os.kill(os.getpid(), signal.SIGINT))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name != "posix", reason="the system has no signals")
def test_ctrl_c_ends_a_call_that_waits(script: Script) -> None:
    done = run(INTERRUPTED, script(HANGS))
    assert (done.returncode, done.stdout, done.stderr) == (0, "open\ninterrupted\n", "")


BUSY = """
import sys, threading
from hostline import blocking

def call_for_ever():
    while True:
        server.call_tool("t")
        under_way.set()

server = blocking.connect(sys.argv[1])
under_way = threading.Event()
for _ in range(3):
    threading.Thread(target=call_for_ever, daemon=True).start()
under_way.wait()
"""


def test_a_program_may_end_while_other_threads_wait(script: Script) -> None:
    for _ in range(5):
        done = run(BUSY, script(says("hi")))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = run(BUSY.replace("under_way.wait()", ""), script(HANGS))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


FORK = """
import os, sys, hostline
from hostline import blocking

server = blocking.connect(sys.argv[1])
child = os.fork()
if child == 0:
    try:
        server.list_tools()
    except hostline.InternalError as error:
        print(error.reason, flush=True)
    os._exit(0)
os.waitpid(child, 0)
server.list_tools()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_fork_says_that_it_is_one(script: Script) -> None:
    done = run(FORK, script())
    assert done.returncode == 0, done.stderr
    assert "forked" in done.stdout


class Knows(Person):
    """A delegate that knows what it answers for."""

    server: blocking.Client | None = None


def test_a_connection_whose_delegate_knows_it_ends_with_the_last_who_does(script: Script) -> None:
    with blocking.connect(script(says("hi"))) as other:
        before, threads = live(other), threading.active_count()
        knows = Knows()
        knows.server = blocking.connect(script(question()), delegate=knows)
        assert text(knows.server.call_tool("t"))
        assert knows.thread is not None
        del knows
        gc.collect()
        settled(other, before)
        deadline = time.monotonic() + DEADLINE
        while threading.active_count() > threads and time.monotonic() < deadline:
            other._call("testing/sleep", {"ms": 5})
        assert threading.active_count() <= threads


def test_a_connection_that_is_closed_keeps_no_thread(script: Script) -> None:
    threads = threading.active_count()
    with blocking.connect(script(question()), delegate=Person()) as server:
        assert threading.active_count() > threads
    deadline = time.monotonic() + DEADLINE
    while threading.active_count() > threads and time.monotonic() < deadline:
        threading.Event().wait(0.005)
    assert threading.active_count() <= threads
    del server


def test_the_package_has_it_without_another_import() -> None:
    assert hostline.blocking is blocking
