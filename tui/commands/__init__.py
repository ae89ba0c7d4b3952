"""The commands of the command line: one module a group, loaded when it is asked for."""

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


COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("making", "a ready event with fictional entrants, opened"),
    "formats": ("making", "the formats with their settings, defaults and bounds"),
    "new": ("making", "make an event"),
    "import": ("making", "entries from a CSV or TRF file into an event"),
    "numbers": ("numbering", "list start numbers, exchange two, make them anew"),
    "set": ("setting", "change an event's settings or its title"),
    "cut": ("cutting", "the first of a standing into a new knockout"),
    "add": ("entries", "add an entrant"),
    "edit": ("entries", "change an entry"),
    "withdraw": ("entries", "an entrant leaves the event"),
    "expel": ("entries", "expel an entrant: out of the event and of the standings"),
    "reenter": ("entries", "a withdrawn entrant comes back"),
    "bye": ("entries", "a requested bye"),
    "adjust": ("entries", "points given or taken, with the reason"),
    "present": ("entries", "check-in"),
    "status": ("looking", "where an event stands and what comes next"),
    "round": ("looking", "a round with its results"),
    "standings": ("looking", "the tables"),
    "performance": ("performing", "rating performance, expected score, rating change"),
    "norms": ("norming", "who has made a title norm, can still make one, or has missed it"),
    "prizes": ("prizes", "who wins what by the plan of prizes, and why"),
    "entries": ("lists", "the entry list"),
    "ratings": ("rating_lists", "rating lists of federations: load, look up, compare"),
    "bracket": ("lists", "every match of a knockout: who plays, how it stands, where it leads"),
    "log": ("logbook", "who did what"),
    "draw": ("drawing", "propose the next round, and publish it"),
    "pairings": ("by_hand", "pair a round by hand: take apart, pair, draw the rest"),
    "swap": ("drawing", "two entrants of the proposal change places"),
    "turn": ("drawing", "turn the colours of a board of the proposal"),
    "choose": ("choosing", "draw by choice"),
    "decline": ("finals", "a place in a final is given up"),
    "playoff": ("finals", "the result of a play-off for a place"),
    "tie": ("ties", "who shares a place; a lot among them, or their order set by hand"),
    "why": ("reasons", "the reasons of a pairing, and what another would cost"),
    "result": ("playing", "enter one result, or many"),
    "lineup": ("teams", "who plays for a team in a round"),
    "postpone": ("season", "a match of a league is played on another day"),
    "dates": ("season", "the days of the rounds: list, set, a day every so many days"),
    "players": ("teams", "the players of a team: list, add, put in order, take out"),
    "correct": ("playing", "a published board as it was really played"),
    "congress": ("congress", "several events as one: boards, people, draws, fees"),
    "series": ("series", "standings over several events or congresses"),
    "export": ("exporting", "publish: TRF, CSV, HTML, text, JSON"),
    "publish": ("publishing", "the site for players' phones, as a folder of pages"),
    "check": ("checking", "every round drawn again and compared, every rule checked"),
    "pair": ("pairing", "the next round of TRF files, as pairing engines print it"),
    "generate": ("generating", "random tournaments as TRF files"),
    "advise": ("advising", "which format for this field: all that fit, side by side"),
    "simulate": ("simulating", "what a format does to a field, from many events played"),
    "undo": ("safety", "take an action back"),
    "redo": ("safety", "do an undone action again"),
    "restore": ("safety", "go back to a restore point"),
    "verify": ("safety", "whether the save files are sound"),
    "backup": ("safety", "the whole event in one file"),
    "project": ("showing", "the projector: pages for the hall, read-only"),
    "show": ("showing", "what a projector shows, and a message on it"),
    "clock": ("showing", "the round clock: start, delay, stop; who is still playing"),
    "manual": ("reading_manual", "the manual's pages, offline"),
    "serve": ("showing", "the projector in browsers, read-only"),
}
"""Name to module and help line, in the order of `topboard --help`."""
