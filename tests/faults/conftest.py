"""What the fault programme stands on: a place, and figures written where they are asked for."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.small_disks import in_memory


@pytest.fixture(autouse=True)
def disk_cache() -> None:
    """The disk is asked to keep what is written, as in the program."""


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder in memory."""
    with in_memory() as name:
        yield name


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Print how much was tried; `FAULT_FIGURES` names a file that takes a JSON line of it."""

    def told(what: str, count: object) -> None:
        line = {"test": request.node.name, "what": what, "count": count}
        print(json.dumps(line))
        if name := os.environ.get("FAULT_FIGURES"):
            with Path(name).open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

    return told
