"""A small server written with FastMCP.

python server.py                 speaks over stdio
python server.py --port 8080     speaks Streamable HTTP at http://127.0.0.1:8080/mcp
"""

import sys
from dataclasses import dataclass
from typing import Annotated, Literal

from fastmcp import FastMCP
from pydantic import Field

server = FastMCP("fastmcp", instructions="Measures rectangles and repeats text.")


@dataclass
class Measure:
    """The result of `rectangle`."""

    area: float
    perimeter: float
    unit: str


@server.tool(annotations={"readOnlyHint": True})
def rectangle(
    width: Annotated[float, Field(gt=0, description="Width of the rectangle")],
    height: Annotated[float, Field(gt=0, description="Height of the rectangle")],
    unit: Literal["mm", "cm", "m"] = "m",
) -> Measure:
    """Measures a rectangle."""
    return Measure(area=width * height, perimeter=2 * (width + height), unit=unit)


@server.tool
def echo(text: str) -> str:
    """Repeats a text."""
    return text


@server.resource("hostline://greeting", mime_type="text/plain")
def greeting() -> str:
    """A friendly word."""
    return "Hello"


@server.prompt
def review(code: str) -> str:
    """Asks for a review."""
    return f"Review this:\n{code}"


if __name__ == "__main__":
    if "--port" in sys.argv:
        port = int(sys.argv[sys.argv.index("--port") + 1])
        server.run(transport="http", host="127.0.0.1", port=port, show_banner=False)
    else:
        server.run(show_banner=False)
