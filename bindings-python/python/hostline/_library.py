"""The native half of the package, once it is known to be there and to fit."""

from .types import VERSION

__all__ = ["native"]

_ADVICE = "install it again with: pip install --force-reinstall hostline"

try:
    from . import _native as native
except ImportError as error:
    raise ImportError(
        f"the native library of hostline is missing or does not fit this Python; {_ADVICE}"
    ) from error

if native.__version__ != VERSION:
    raise ImportError(
        f"the native library of hostline has version {native.__version__} and the package has "
        f"version {VERSION}; {_ADVICE}"
    )
