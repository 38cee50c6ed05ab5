"""Plays one story: runs the client of the story, as its authors wrote it, against a server of ours.

The only argument is JSON: `folder` is where the package `stories` lies, `story` which one it is, and
each of `legs` has a `name`, the `mode` in which the client opens, and the `command` or the `url` of
the server. One line of JSON per leg says what came of it.
"""

import functools
import importlib
import json
import logging
import sys
import traceback
from typing import Any

import anyio
import httpx2
from mcp import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

DEADLINE = 30
"""Seconds for one leg."""


async def play(story: Any, leg: dict[str, Any], several: bool, raw: bool) -> None:
    with anyio.fail_after(DEADLINE):
        if "command" in leg:
            program, *arguments = leg["command"]
            server = StdioServerParameters(command=program, args=arguments)
            target = (lambda: server) if several else server
            await story.main(target, mode=leg["mode"])
            return
        base = str(httpx2.URL(leg["url"]).copy_with(path="/"))
        async with httpx2.AsyncClient(base_url=base, timeout=DEADLINE, trust_env=False) as http:
            if hasattr(story, "build_auth"):
                http.auth = story.build_auth(http)
            fresh = functools.partial(streamable_http_client, leg["url"], http_client=http)
            more = {"http": http} if raw else {}
            await story.main(fresh if several else fresh(), mode=leg["mode"], **more)


def main() -> None:
    job = json.loads(sys.argv[1])
    sys.path.insert(0, job["folder"])
    # What a client thinks of the server is worth reading where a leg failed.
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    story = importlib.import_module(f"stories.{job['story']}.client")
    wanted = story.main.__code__.co_varnames[: story.main.__code__.co_argcount]
    raw = "http" in story.main.__kwdefaults__ or "http" in story.main.__annotations__
    for leg in job["legs"]:
        said = {"leg": leg["name"], "fault": None}
        try:
            anyio.run(play, story, leg, "targets" in wanted, raw)
        except BaseException:
            said["fault"] = traceback.format_exc()
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
