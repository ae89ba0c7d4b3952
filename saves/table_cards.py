"""Paper for the tables: result slips, name cards, board numbers; and their order on sheets, so
that the cut piles are sorted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.alphabet import fold
from engine.entrants import EntrantId, rating_text
from engine.event import Event, Match, Round
from engine.match_words import about_match, section_of
from engine.phrases import phrase
from engine.protocol import (
    Format,
    OverASeason,
    bracket_of,
    numbers,
    part_of,
    rooms_of,
    sections_of_round,
)
from engine.results import WholeMatch
from saves.safe_text import shortened
from saves.sheets import published_round, titled

SCHOOL = 32
"""Letters of a school's name beside number and rating."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What a result slip says before it is filled in; `room` is empty where none is named."""

    board: int
    white: str
    black: str
    white_number: int
    black_number: int
    """Start numbers."""
    white_rating: str
    black_rating: str
    white_school: str = ""
    black_school: str = ""
    """By which children of one name are told apart."""
    room: str = ""
    about: str = ""
    """`SKO round 4 · 14 boards`, where there is something to say."""
    figures: tuple[str, ...] = ()
    """What each side writes down of a match in IMPs: `IMPs:`, and `VPs:` where these count."""
    tie_break: bool = False
    """Whether one of the two goes on, so that a tie asks for what decides it."""


@dataclass(frozen=True, slots=True)
class NameCard:
    """The text of an entrant's card: `facts` in a line below the name, `mark` in the corner."""

    name: str
    facts: tuple[str, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A board's number, its room where rooms are named, its section where a round has them."""

    board: int
    room: str = ""
    about: str = ""
    """`section A`."""


def slips(event: Event, format: Format, round: Round) -> list[Slip]:
    """A slip for each board that is played."""
    seating, no, slips = rooms_of(event, format), numbers(format, event), []
    parts = sections_of_round(format, event, round)
    tree = bracket_of(format, event)
    goes_on = tree is not None and bool(tree.bracket.crown)
    for match in sorted(round.matches, key=lambda m: m.board):
        white, black = event.entrant(match.white), event.entrant(match.black)
        room = seating.room(match.board)
        both = (white.name, black.name, no[white.id], no[black.id])
        ratings = (rating_text(white), rating_text(black))
        schools = (shortened(white.school, SCHOOL), shortened(black.school, SCHOOL))
        about = _section(format, parts, match) or about_match(format, match)
        rules = format.result_form(match).rules
        imps = rules if rules is not None and rules.games is None else None
        decided = imps.needs_winner if imps is not None else goes_on
        figures = _figures(imps) if imps is not None else ()
        slips.append(Slip(match.board, *both, *ratings, *schools, room, about, figures, decided))
    return slips


def _section(format: Format, parts: Mapping[EntrantId, str], match: Match) -> str:
    """`section A`; of a season the division, as people call it."""
    if part_of(format, OverASeason) is not None:
        return format.stage_name(match)
    return section_of(parts, match)


def _figures(rules: WholeMatch) -> tuple[str, ...]:
    return (phrase("IMPs:"), *((phrase("VPs:"),) if rules.victory_points else ()))


def name_cards(event: Event, format: Format) -> list[NameCard]:
    """A card for everybody who is in, in order of names.

    Its mark is the fixed board of who has one, else the seed or the pairing number.
    """
    number, name_cards = numbers(format, event), []
    for e in sorted(event.entrants, key=lambda e: (fold(e.name), int(e.id))):
        if e.withdrawn:
            continue
        facts = (e.club or e.school, e.federation, rating_text(e))
        seed = phrase("no {number}", number=number[e.id])
        if e.seed is not None:
            seed = phrase("seed {number}", number=e.seed)
        mark = event.board_name(e.fixed_board) if e.fixed_board is not None else seed
        name_cards.append(NameCard(titled(e.title, e.name), tuple(f for f in facts if f), mark))
    return name_cards


def board_cards(event: Event, format: Format, round_number: int | None = None) -> list[BoardCard]:
    """A number for each board of a published round; before the first one for as many boards as
    the entries will need."""
    seating = rooms_of(event, format)
    if event.current is None and round_number is None:
        needed = sum(e.to_be_paired(1) for e in event.entrants) // 2
        about = dict.fromkeys(range(seating.first, seating.first + needed), "")
    else:
        round = published_round(event, round_number)
        parts = sections_of_round(format, event, round)
        about = {m.board: _section(format, parts, m) for m in round.matches}
    return [BoardCard(board, seating.room(board), facts) for board, facts in sorted(about.items())]


T = TypeVar("T")
SLIPS_ON_A_SHEET = 4


def stacked(things: Sequence[T], on_a_sheet: int) -> list[T | None]:
    """In the order for cutting: the sheets cut as one stack, the piles laid on each other from
    the first place on, are sorted. None where a place stays empty."""
    sheets = -(-len(things) // on_a_sheet)
    places = [sheets * place + sheet for sheet in range(sheets) for place in range(on_a_sheet)]
    return [things[at] if at < len(things) else None for at in places]
