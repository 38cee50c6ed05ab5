"""The life of connections, loops, processes and the library itself."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest

import hostline
from conftest import DEADLINE, Rules, Script, question, says


async def live(server: hostline.Client) -> int:
    """How many connections are alive."""
    count: int = (await server._call("testing/live", {}))["handles"]
    return count


async def settled(server: hostline.Client, most: int) -> None:
    """Waits until no more connections are alive than before; another test's may have gone, too."""
    while await live(server) > most:
        await server._call("testing/sleep", {"ms": 5})


async def test_a_connection_that_nobody_holds_ends_without_the_garbage_collector(
    script: Script,
) -> None:
    async with hostline.connect(script(says("hi"))) as witness:
        before = await live(witness)
        gc.disable()
        try:
            server = await hostline.connect(script(says("hi")))
            await server.call_tool("t")
            with pytest.raises(hostline.InvalidInputError):
                await server._call("no/such", {})
            gone = weakref.ref(server)
            del server
            assert gone() is None
            await settled(witness, before)
        finally:
            gc.enable()


async def test_a_reader_of_events_that_is_cancelled_lets_go(script: Script) -> None:
    async def read(server: hostline.Client) -> None:
        async for _ in server.events():
            pass

    async with hostline.connect(script()) as witness:
        before = await live(witness)
        server = await hostline.connect(script())
        reading = asyncio.create_task(read(server))
        await server.list_tools()
        reading.cancel()
        await asyncio.wait([reading])
        del server, reading
        gc.collect()
        await settled(witness, before)


def test_loops_in_several_threads_have_their_own_answers(script: Script) -> None:
    said: dict[int, str] = {}

    async def talk(number: int, target: str) -> None:
        async with hostline.connect(target) as server:
            for _ in range(20):
                (block,) = (await server.call_tool("t")).content
                assert isinstance(block, hostline.TextContent)
                said[number] = block.text

    targets = [script(says(f"I am {number}")) for number in range(4)]
    talks = [talk(number, target) for number, target in enumerate(targets)]
    threads = [threading.Thread(target=asyncio.run, args=(talk,)) for talk in talks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE)
    assert said == {number: f"I am {number}" for number in range(4)}


def test_a_connection_outlives_the_loop_that_opened_it(script: Script) -> None:
    async def open_it() -> hostline.Client:
        return await hostline.connect(script(says("hi")))

    server = asyncio.run(open_it())

    async def use_it() -> hostline.CallToolResult:
        try:
            return await server.call_tool("t")
        finally:
            await server.close()

    assert asyncio.run(use_it()).content == [hostline.TextContent("hi")]


def test_a_question_to_a_loop_that_is_gone_fails_instead_of_waiting(script: Script) -> None:
    class Person(hostline.Delegate):
        async def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
            return hostline.ElicitResult("accept", content={})

    async def open_it() -> hostline.Client:
        return await hostline.connect(script(question()), delegate=Person())

    server = asyncio.run(open_it())
    gc.collect()

    async def use_it() -> None:
        with pytest.raises(hostline.InvalidInputError, match="it was not answered"):
            await asyncio.wait_for(server.call_tool("t"), DEADLINE)
        await server.close()

    asyncio.run(use_it())


def test_progress_goes_to_the_loop_that_waits_for_the_call(script: Script) -> None:
    rules: Rules = [
        {"on": "tools/call", "do": [{"progress": {"progress": 1}}, {"reply": {"content": []}}]}
    ]

    async def open_it() -> hostline.Client:
        return await hostline.connect(script(rules))

    server = asyncio.run(open_it())
    heard: list[float] = []

    async def use_it() -> None:
        await server.call_tool("t", on_progress=lambda report: heard.append(report.progress))
        await server.close()

    asyncio.run(use_it())
    assert heard == [1]


def test_a_loop_is_let_go_with_the_calls_that_it_never_finished(script: Script) -> None:
    loop = asyncio.new_event_loop()

    async def begin() -> None:
        server = await hostline.connect(script([{"on": "tools/call", "do": [{"hang": True}]}]))
        calls.append(asyncio.ensure_future(server.call_tool("t")))
        await asyncio.sleep(0)

    calls: list[asyncio.Future[hostline.CallToolResult]] = []
    loop.run_until_complete(begin())
    calls.pop().cancel()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    gone = weakref.ref(loop)
    del loop
    gc.collect()
    assert gone() is None


def test_an_import_does_not_load_asyncio() -> None:
    done = run("import sys, hostline; print('asyncio' in sys.modules)")
    assert done.stdout == "False\n", done.stderr


def run(code: str, *arguments: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a program of its own."""
    package = path or Path(hostline.__file__).parent.parent
    return subprocess.run(
        [sys.executable, "-X", "dev", "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )


FORK = """
import asyncio, os, sys, hostline

async def use(target):
    async with hostline.connect(target) as server:
        await server.list_tools()

asyncio.run(use(sys.argv[1]))
child = os.fork()
if child == 0:
    try:
        asyncio.run(use(sys.argv[1]))
    except hostline.InternalError as error:
        print(error.reason, flush=True)
    os._exit(0)
os.waitpid(child, 0)
asyncio.run(use(sys.argv[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_fork_says_that_it_is_one_and_harms_its_parent_not(script: Script) -> None:
    done = run(FORK, script())
    assert done.returncode == 0, done.stderr
    assert "forked" in done.stdout


EXIT = """
import asyncio, sys, hostline

async def main():
    global server, task
    server = await hostline.connect(sys.argv[1])
    task = asyncio.ensure_future(server.call_tool("t"))
    await asyncio.sleep(0)

asyncio.run(main())
"""


def test_a_program_may_end_with_its_connections_open(script: Script) -> None:
    done = run(EXIT, script([{"on": "tools/call", "do": [{"hang": True}]}]))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


BUSY = """
import asyncio, sys, threading, hostline

async def call_for_ever(target):
    async with hostline.connect(target) as server:
        while True:
            await server.call_tool("t")
            under_way.set()

under_way = threading.Event()
for _ in range(3):
    threading.Thread(target=asyncio.run, args=(call_for_ever(sys.argv[1]),), daemon=True).start()
under_way.wait()
"""


def test_a_program_may_end_while_other_threads_call(script: Script) -> None:
    target = script(says("hi" * 10_000))
    for _ in range(5):
        done = run(BUSY, target)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


ASKED = """
import asyncio, sys, hostline

class Person(hostline.Delegate):
    async def elicit_form(self, question):
        sys.exit(7)

async def main():
    server = await hostline.connect(sys.argv[1], delegate=Person())
    await server.call_tool("t")

asyncio.run(main())
"""


def test_a_delegate_may_end_the_program(script: Script) -> None:
    done = run(ASKED, script(question()))
    assert (done.returncode, done.stdout) == (7, "")
    assert "Fatal" not in done.stderr


INTERRUPTED = """
import asyncio, os, signal, sys, hostline

async def main():
    async with hostline.connect(sys.argv[1]) as server:
        await server.call_tool("t", on_progress=lambda _: os.kill(os.getpid(), signal.SIGINT))

try:
    asyncio.run(main())
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name != "posix", reason="the system has no signals")
def test_ctrl_c_ends_a_loop_that_waits_for_a_call(script: Script) -> None:
    rules: Rules = [{"on": "tools/call", "do": [{"progress": {"progress": 1}}, {"hang": True}]}]
    done = run(INTERRUPTED, script(rules))
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n", "")


def copy_of_package(folder: Path) -> Path:
    source = Path(hostline.__file__).parent
    shutil.copytree(source, folder / "hostline", ignore=shutil.ignore_patterns("_native*"))
    return folder


def test_a_missing_library_says_what_to_install(tmp_path: Path) -> None:
    done = run("import hostline", path=copy_of_package(tmp_path))
    assert done.returncode == 1
    assert "ImportError: the native library of hostline is missing" in done.stderr
    assert "pip install --force-reinstall hostline" in done.stderr


def test_a_library_of_another_version_says_what_to_install(tmp_path: Path) -> None:
    package = copy_of_package(tmp_path)
    (package / "hostline" / "_native.py").write_text('__version__ = "0.0.1"\n')
    done = run("import hostline", path=package)
    assert done.returncode == 1
    assert "has version 0.0.1" in done.stderr
    assert "pip install --force-reinstall hostline" in done.stderr
