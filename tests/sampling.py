"""Which cases of a long list are tried at each commit; `make test-slow` tries them all."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable
from functools import wraps
from typing import Any

import pytest


def sampled(values: Iterable[object], quick: Collection[object]) -> list[object]:
    """The values as parameters of a test, those that are not among the `quick` ones slow."""
    return [v if v in quick else pytest.param(v, marks=pytest.mark.slow) for v in values]


def each(name: str, values: Iterable[object]) -> Callable[[Callable[..., None]], Any]:
    """All the values as that argument of one test, one after the other: where a case is a
    millisecond, a test of its own for each costs more than what it tries. The first that fails is
    named. The test takes no fixture that the cases would share."""
    cases = list(values)
    assert cases, "nothing would be tried"

    def looping(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def all_of_them(**rest: Any) -> None:
            for case in cases:
                try:
                    test(**rest, **{name: case})
                except Exception as error:
                    error.add_note(f"{name} is {case!r}")
                    raise

        # pytest asks here which arguments it is to give
        del all_of_them.__dict__["__wrapped__"]
        given = inspect.signature(test)
        left = [p for p in given.parameters.values() if p.name != name]
        vars(all_of_them)["__signature__"] = given.replace(parameters=left)
        return all_of_them

    return looping
