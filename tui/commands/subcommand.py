"""What a command of the command line is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Subcommand:
    """What a command takes and what it does; `run` returns the exit status.

    `actions` are commands of its own, named behind its first argument: name to module and help
    line. Each is in the module's `ACTIONS`, and takes that argument too.
    """

    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]
    actions: Mapping[str, tuple[str, str]] = field(default_factory=dict)
