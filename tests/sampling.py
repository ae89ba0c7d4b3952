"""Which cases of a long list are tried at each commit; `make test-slow` tries them all."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pytest


def sampled(values: Iterable[object], quick: Collection[object]) -> list[object]:
    """The values as parameters of a test, those that are not among the `quick` ones slow."""
    return [v if v in quick else pytest.param(v, marks=pytest.mark.slow) for v in values]
