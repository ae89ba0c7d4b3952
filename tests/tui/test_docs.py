"""The pages that are made from the program say what the program does."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engine.entrant_fields import ENTRANT_FIELDS
from engine.tiebreaks.codes import KNOWN
from tui.commands import COMMANDS
from tui.commands.subcommand import Subcommand, command_named
from tui.exports import EXPORTS
from tui.keys.page import keys_page

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_keys_is_made_from_the_table_as_it_is() -> None:
    assert (DOCS / "keys.md").read_text(encoding="utf-8") == keys_page()


SAME = {"--help", "--json", "--output", "--folder"}
"""What the page says once, of every command that has it."""
ENTRY_DATA = "`add` and `edit` take the data of an entry: "
SECTIONS = {"generate": "### Random", "simulate": "### Trying", "advise": "### Which"}


def options_of(command: Subcommand) -> set[str]:
    parser = ArgumentParser()
    command.arguments(parser)
    return {word for word in parser.format_help().split() if word.startswith("--")}


def said_of(words: str) -> str:
    """What docs/cli.md says of a command: its rows, and what is written of it alone."""
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    lines = page.splitlines()
    said = [x for x in lines if x.startswith("| `") and f"`{words}" in x.split("` |")[0]]
    if words in ("add", "edit"):
        said += [line for line in lines if line.startswith(ENTRY_DATA)]
    if start := SECTIONS.get(words):
        said.append(re.split(r"\n##+ ", page[page.index(start) + 4 :])[0])
    return "\n".join(said)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_of_commands_has_every_option(name: str) -> None:
    command = command_named(name)
    for words, one in commands_of(name, command):
        options = {re.sub(r"[^a-z0-9-]", "", word) for word in options_of(one)} - SAME
        said = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", said_of(words)))
        assert options <= said, words


def test_the_page_of_commands_has_every_kind_of_export() -> None:
    assert missing(EXPORTS, said_of("export EVENT")) == []


def test_the_page_of_exchange_has_every_column_of_an_entry_list() -> None:
    page = (DOCS / "exchange.md").read_text(encoding="utf-8")
    rows = page[page.index("| column |") :].split("\n\n")[0]
    assert missing(ENTRANT_FIELDS, "".join(row.split("|")[1] for row in rows.splitlines())) == []


def test_the_page_of_standings_has_every_tie_break() -> None:
    assert missing(KNOWN, (DOCS / "standings.md").read_text(encoding="utf-8")) == []


def missing(names: Iterable[str], page: str) -> list[str]:
    return [name for name in names if f"`{name}`" not in page]


def commands_of(name: str, command: Subcommand) -> Iterator[tuple[str, Subcommand]]:
    from importlib import import_module

    yield name, command
    for action, (module, _) in command.actions.items():
        actions = import_module(f"tui.commands.{module}").ACTIONS
        yield f"{name} FOLDER {action}", actions[action]
