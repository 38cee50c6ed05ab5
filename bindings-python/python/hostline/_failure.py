"""From what the core says of a failure to the exception that is raised."""

from __future__ import annotations

from typing import Any

from . import errors
from .types import ErrorReport

__all__ = ["failure"]


class CauseError(Exception):
    """What a failure came from, in the words of the core."""


def failure(value: dict[str, Any]) -> errors.Error:
    """The exception of a failure, with what it came from."""
    report = ErrorReport.from_dict(value)
    error = errors.BY_CODE.get(report.code, errors.Error)(report)
    last: BaseException = error
    for said in report.causes or ():
        last.__cause__ = CauseError(said)
        last = last.__cause__
    return error
