"""Hostline: talk to MCP servers safely.

Connect with :func:`connect`; what it gives is a :class:`Client`. Questions of servers go to a
:class:`Delegate`, and whatever goes wrong is an :class:`Error`.
"""

from typing import TYPE_CHECKING

from . import types
from ._runtime import Connecting as Connecting
from ._runtime import Connection as Connection
from ._runtime import Events as Events
from ._runtime import Listing as Listing
from ._runtime import Opened as Opened
from ._runtime import Stream as Stream
from .api import *
from .errors import *
from .types import *

__version__ = types.VERSION

if TYPE_CHECKING:
    from . import blocking as blocking


def __getattr__(name: str) -> object:
    # Whoever does not use it does not pay for it.
    if name == "blocking":
        from importlib import import_module

        return import_module(".blocking", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
