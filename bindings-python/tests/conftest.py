"""What the tests share: coroutines as tests, and servers that follow a script.

`HOSTLINE_PROGRAMS` names the folder of the programs that cargo has built.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DEADLINE = 60
VERSION = "2026-07-28"

Rules = list[dict[str, Any]]
Script = Callable[..., str]


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test that is a coroutine, on a loop of its own and with a deadline."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {
        name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters
    }
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), DEADLINE))
    return True


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Gives the target of a server that answers by rules."""

    def target(rules: Rules | None = None, version: str = VERSION) -> str:
        scenario = {
            "name": "A server of the tests.",
            "area": "python",
            "features": [],
            "versions": "all",
            "transports": ["stdio"],
            "peer": {"rules": rules or []},
            "steps": [],
            "expect": {},
        }
        file = tmp_path / f"scenario-{len(list(tmp_path.iterdir()))}.json"
        file.write_text(json.dumps(scenario))
        program = Path(os.environ["HOSTLINE_PROGRAMS"]) / "scripted-peer"
        words = [program, "stdio", "--scenario", file, "--version", version]
        return shlex.join(map(str, words))

    return target


def question(mode: str = "form") -> Rules:
    """A server whose tool asks the person one question and says how it was answered."""
    form = {"message": "Well?", "requestedSchema": {"type": "object", "properties": {}}}
    page = {"mode": "url", "message": "Well?", "url": "https://example.com/"}
    asked = {"method": "elicitation/create", "params": form if mode == "form" else page}
    said = [{"type": "text", "text": "${answers/it/action}"}]
    return [{"on": "tools/call", "do": [{"ask": {"it": asked}}, {"reply": {"content": said}}]}]


def says(text: str) -> Rules:
    """A server whose tool says one thing."""
    return [{"on": "tools/call", "do": [{"reply": {"content": [{"type": "text", "text": text}]}}]}]
