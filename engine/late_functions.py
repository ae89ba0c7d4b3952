"""What is loaded when it is used first, so that a start does not wait for it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


class LateFunctions:
    """The functions of a module that is loaded when one of them is called first.

    A type checker is given the module itself::

        if TYPE_CHECKING:
            from engine import log
        else:
            log = LateFunctions("engine.log")
    """

    __slots__ = ("_module",)

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def late(*given: Any, **named: Any) -> Any:
            return getattr(import_module(self._module), name)(*given, **named)

        return late
