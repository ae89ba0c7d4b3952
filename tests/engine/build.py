"""Small events from a compact notation, for tests.

    build("Ann Bea Cid Dan", "A-B 1-0, C-D =", "A-C 1/2-0, B bye", "A-D ?, B half, C out")

Entrants are named by their first letters, numbered from 1 in the order given. Each further text
is a published round: `A-B 1` is a board with its result (as `parse_game` reads it; none: open),
`B bye` the pairing-allocated bye, `B half`, `B zero`, `B full` requested byes, `B out` absent.
Whoever is not named in a round has neither board nor bye in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from typing import Any

from engine.entrants import Entrant
from engine.event import Bye, Event, Match, Round, RoundState
from engine.points import HALF, NIL, ONE, Points
from engine.results import parse_game


@dataclass(frozen=True)
class Rules:
    """Settings of an event, with FIDE's usual points."""

    rounds: int = 9
    win_points: Points = ONE
    draw_points: Points = HALF
    loss_points: Points = NIL
    forfeit_points: Points = NIL
    bye_points: Points = ONE
    tiebreaks: tuple[str, ...] = ()
    predetermined: bool = False
    not_chosen: frozenset[str] = frozenset()
    only_with: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    correction_window: int = 0
    language: str = "en"
    site: str = ""
    by_games: bool = False
    round_word: str = "round"

    @property
    def round_points(self) -> tuple[Points, Points, Points]:
        return self.loss_points, self.draw_points, self.win_points

    @staticmethod
    def round_label(number: int) -> str:
        return str(number)

    @staticmethod
    def round_file(number: int) -> str:
        return f"round-{number:02}"

    @staticmethod
    def round_name(number: int) -> str:
        return f"round {number}"

    @staticmethod
    def board_word(entrants: object) -> str:
        return "board"

    @property
    def chosen(self) -> dict[str, object]:
        return asdict(self)


def build(
    names: str, *rounds: str, tiebreaks: str = "", total: int | None = None, **more: Any
) -> Event:
    """The event; `total` is the number of rounds it will have (as many as are given), `more`
    further settings. Entrants are in `names` as `Ann:1800` (rating) or `Ann`."""
    entrants = tuple(_entrant(no, word) for no, word in enumerate(names.split(), start=1))
    settings = Rules(
        rounds=total or max(1, len(rounds)), tiebreaks=tuple(tiebreaks.split()), **more
    )
    played = tuple(
        _round(number, text, entrants, settings) for number, text in enumerate(rounds, start=1)
    )
    return Event("Test", "plain", settings, entrants=entrants, rounds=played, next_id=99)


def _entrant(no: int, word: str) -> Entrant:
    name, _, rating = word.partition(":")
    return Entrant(str(no), name, rating=int(rating) if rating else None)


def _round(number: int, text: str, entrants: tuple[Entrant, ...], settings: Rules) -> Round:
    matches: list[Match] = []
    byes: list[Bye] = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        head, _, rest = part.partition(" ")
        if "-" in head:
            white, black = (_id(short, entrants) for short in head.split("-"))
            result = parse_game(rest) if rest else None
            matches.append(Match(len(matches) + 1, white, black, result))
        else:
            byes.append(_bye(_id(head, entrants), rest, settings))
    return Round(number, RoundState.PUBLISHED, tuple(matches), tuple(byes))


def _bye(id: str, kind: str, settings: Rules) -> Bye:
    if kind == "bye":
        return Bye(id, settings.bye_points)
    if kind == "out":
        return Bye(id, NIL, "absent")
    worth = {
        "half": settings.draw_points,
        "zero": settings.loss_points,
        "full": settings.win_points,
    }
    return Bye(id, worth[kind], "requested")


def _id(short: str, entrants: tuple[Entrant, ...]) -> str:
    found = [e.id for e in entrants if e.name.startswith(short)]
    assert len(found) == 1, f"{short} names {len(found)} entrants"
    return found[0]


def order(event: Event) -> list[str]:
    """Pairing numbers as entered."""
    return [e.id for e in event.entrants]


def d(text: str | float) -> Decimal:
    """A decimal."""
    return Decimal(str(text))
