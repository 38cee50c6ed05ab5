"""A small server written with the official Python SDK, version 2.

python server.py                 speaks over stdio
python server.py --port 8080     speaks Streamable HTTP at http://127.0.0.1:8080/mcp
"""

import sys

from mcp.server import MCPServer
from pydantic import BaseModel

server = MCPServer("python-v2", instructions="Adds numbers and repeats text.")


class Sum(BaseModel):
    """What `add` answers with."""

    sum: float


@server.tool()
def add(a: float, b: float) -> Sum:
    """Adds two numbers."""
    return Sum(sum=a + b)


@server.tool()
def echo(text: str) -> str:
    """Repeats a text."""
    return text


@server.resource("hostline://greeting", mime_type="text/plain")
def greeting() -> str:
    """A friendly word."""
    return "Hello"


@server.prompt()
def review(code: str) -> str:
    """Asks for a review."""
    return f"Review this:\n{code}"


if __name__ == "__main__":
    if "--port" in sys.argv:
        port = int(sys.argv[sys.argv.index("--port") + 1])
        server.run(transport="streamable-http", host="127.0.0.1", port=port)
    else:
        server.run()
