"""The classes of what goes in and comes out: dataclasses that are cheap to declare.

There are many of them, and a program uses few. Python writes and compiles the methods of a
dataclass when the class is made, which takes most of the time of an import. So ours are written
when they are first looked for.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_options: object) -> Any:
        """Tells type checkers that a function makes dataclasses, and does nothing here."""
        return lambda function: function


__all__ = ["frozen"]

Made = TypeVar("Made")

WRITTEN = ("__init__", "__repr__", "__eq__", "__hash__")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(declared: type[Made]) -> type[Made]:
    """Makes a class a frozen dataclass with slots, whose methods are written on demand."""
    names = getattr(declared, "__annotations__", {})
    # Making it a dataclass takes the defaults of some fields away.
    body = {name: declared.__dict__[name] for name in names if name in declared.__dict__}
    body.update(__annotations__=names, __module__=declared.__module__, __doc__=declared.__doc__)
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(declared)
    for name in WRITTEN:
        setattr(made, name, _Later(made, name, body))
    made.__setattr__ = made.__delattr__ = _refuse
    made.__getstate__, made.__setstate__ = _state, _restore
    frozen: type[Made] = made
    return frozen


class _Later:
    """A method that is written, with all others of its class, when it is looked for."""

    def __init__(self, made: Any, name: str, body: dict[str, Any]) -> None:
        self.made, self.name, self.body = made, name, body

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        whole: Any = dataclass(frozen=True)(type(self.made.__name__, (), dict(self.body)))
        for name in WRITTEN:
            method = whole.__dict__[name]
            method.__qualname__ = f"{self.made.__qualname__}.{name}"
            setattr(self.made, name, method)
        return self.made.__dict__[self.name].__get__(instance, owner)


def _refuse(it: object, name: str, *_value: object) -> NoReturn:
    raise FrozenInstanceError(f"{name} of {type(it).__name__} cannot be changed")


def _state(it: Any) -> list[Any]:
    return [getattr(it, each.name) for each in fields(it)]


def _restore(it: Any, state: list[Any]) -> None:
    for each, value in zip(fields(it), state, strict=True):
        object.__setattr__(it, each.name, value)
