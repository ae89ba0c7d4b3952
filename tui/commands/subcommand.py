"""What a command of the command line is, and what is given to it read. The console is opened
without it: reading arguments takes as long to load as ten small modules."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from engine.refusal import Refused
from tui.commands import COMMANDS

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


@dataclass(frozen=True, slots=True)
class Subcommand:
    """The arguments of a command and what it does; `run` returns the exit status.

    `actions` are commands of its own, named after its first argument: name to module and help line.
    Each is in the module's `ACTIONS`, and takes that argument too.
    """

    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]
    actions: Mapping[str, tuple[str, str]] = field(default_factory=dict)


_DATA = re.compile(r"-[^-A-Za-z]")
_MARK = "\0"
"""No argument of a process can contain it."""


def command_named(name: str) -> Subcommand:
    """The command of that name, its module loaded."""
    module = import_module(f"tui.commands.{COMMANDS[name][0]}")
    command: Subcommand = module.COMMANDS[name]
    return command


class Parser(ArgumentParser):
    """Says what is wrong as every other refusal is said."""

    def error(self, message: str) -> NoReturn:
        # as it is, and as the quoted word shows it
        text = message.replace(_MARK, "").replace(repr(_MARK)[1:-1], "")
        text = re.sub(r"^argument (.*?): ", r"\1: ", text)
        raise Refused(text, "", f"see `{self.prog} --help`")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """As all output: argparse would be silent about a full disk."""
        print(self.format_help(), end="", file=file)


def parsed(name: str, argv: list[str]) -> tuple[Subcommand, Namespace]:
    """The command, or the action of it that is named, with what is given."""
    command, prog, text = command_named(name), f"topboard {name}", COMMANDS[name][1]
    if action := command.actions.get(argv[1]) if len(argv) > 1 else None:
        prog, (module, text) = f"{prog} FOLDER {argv[1]}", action
        command = import_module(f"tui.commands.{module}").ACTIONS[argv[1]]
        argv = [argv[0], *argv[2:]]
    parser = Parser(prog=prog, description=text, allow_abbrev=False)
    command.arguments(parser)
    args = parser.parse_intermixed_args([_marked(word) for word in argv])
    for key, value in vars(args).items():
        setattr(args, key, _unmarked(value))
    return command, args


def _marked(word: str) -> str:
    """`-/+`, `-1` and the like are data: no option begins with a sign and no letter."""
    return _MARK + word if _DATA.match(word) else word


def _unmarked(value: object) -> object:
    if isinstance(value, str):
        return value.removeprefix(_MARK)
    if isinstance(value, list):
        return [_unmarked(part) for part in value]
    return value
