"""Hostline: talk to MCP servers safely.

Connect with :func:`connect`; what it gives is a :class:`Client`. Questions of servers go to a
:class:`Delegate`, and whatever goes wrong is an :class:`Error`.
"""

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
