"""A TRF file as values, and what all files of a kind have: details, bars, added points."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from engine import actions
from engine.entrants import Entrant, EntrantId, RequestedBye
from engine.event import Adjustment, Instruction, Round
from engine.points import NIL, Points
from engine.saved_results import without_results
from saves.trf_codes import HEAD, TAIL, Header, bans_of
from saves.trf_lines import PlayerLine

if TYPE_CHECKING:
    from engine.later_changes import LaterChange
    from saves.trf_ties import Ties

OtherPoints = Literal["match points", "game points"]
OtherSum = tuple[OtherPoints, Points, Points]
"""Which points, those of the file, those of the rounds."""


@dataclass(frozen=True)
class TrfFile:
    """A TRF file as values. Start numbers are the entrants' ids and, unless the players alone
    were asked for, their start numbers.

    `rounds` are published, with results; byes asked for in rounds not yet paired stand with
    the entrants. `points` and `ranks` are the file's own columns (None: blank). `settings` are
    those that the file states, by the names formats use. `accelerations` are the added points
    of each round from the first. `adjustments` make up for results of abnormal value (299).
    """

    title: str
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    total_rounds: int | None
    points: Mapping[EntrantId, Points | None]
    ranks: Mapping[EntrantId, int | None]
    settings: Mapping[str, Any]
    initial_colour: Literal["W", "B"] | None = None
    accelerations: Mapping[EntrantId, tuple[Points, ...]] = field(default_factory=dict)
    forbidden: tuple[Instruction, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    tiebreaks: tuple[str, ...] = ()
    details: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    rounds_left: int = 0
    """Rounds that were paired, and not looked at."""
    sums_apart: Mapping[EntrantId, Points] = field(default_factory=dict)
    """The sum of the rounds of everybody whose points column is another."""
    standing_order: tuple[str, ...] = ()
    """The codes of 212, `PTS` among them; empty where the file has none."""
    left_strict: bool = False
    """Whether the file says that its event has left strict mode."""
    later: tuple[LaterChange, ...] = ()
    """What became otherwise after later rounds had been drawn."""
    ties: Ties = field(default_factory=dict)
    """Who won the tie-breaks of drawn games."""
    of_teams: bool = False
    """Whether the entrants are teams with their players."""
    divisions: tuple[str, ...] = ()
    """Of a league, from the top; each is the section of its teams."""
    others_apart: Mapping[EntrantId, tuple[OtherPoints, Points, Points]] = field(
        default_factory=dict
    )
    """Of teams whose other points, those that do not rank them, are not the sum of their rounds:
    which, the file's, the sum."""

    def import_rounds(self, source: str = "") -> actions.ImportRounds:
        """The action that puts these rounds into an event with these entrants."""
        parts = [without_results(round) for round in self.rounds]
        rounds, results = tuple(r for r, _ in parts), tuple(s for _, s in parts)
        return actions.ImportRounds(rounds, results, source, settled=True)


def details_of(header: Header, players_only: bool) -> tuple[tuple[str, str], ...]:
    """What the file says of the event; with the rounds, whose numbers they name, the lines that are
    kept as they are."""
    details = dict(header.details)
    if not players_only:
        for key, lines in ((HEAD, header.head), (TAIL, header.tail)):
            if lines:
                details[key] = "\n".join(lines)
    return tuple(details.items())


def accelerations_of(
    header: Header, numbers: Container[int]
) -> dict[EntrantId, tuple[Points, ...]]:
    """The added points of each of these numbers, round by round."""
    return {
        str(number): tuple(by_round.get(r, NIL) for r in range(1, max(by_round) + 1))
        for number, by_round in sorted(header.accelerations.items())
        if by_round and number in numbers
    }


def forbidden_of(header: Header, must_exist: Callable[[int, int], None]) -> Iterator[Instruction]:
    """The bars; `must_exist` refuses a number on a line that nobody has."""
    for ban in header.bans:
        for number in ban.players:
            must_exist(number, ban.line)
    for one, other, round in bans_of(header):
        if one != other:
            yield Instruction("bar", str(one), str(other), round)


def entrant_of(
    player: PlayerLine,
    byes: dict[int, RequestedBye],
    numbered: bool,
    estimated: Container[int] = (),
) -> Entrant:
    """With the number by which he was drawn where it is the rounds that are wanted; `estimated`
    are those whose ratings are estimates."""
    entrant = Entrant(
        id=str(player.number),
        name=player.name,
        rating=player.rating,
        estimated=player.rating is not None and player.number in estimated,
        title=player.title,
        federation=player.federation,
        fide_id=player.fide_id,
        birth=player.birth,
        sex=player.sex,
        start_number=player.number if numbered else None,
    )
    return replace(entrant, byes=tuple(byes[r] for r in sorted(byes))) if byes else entrant


def rounds_left_note(left: int) -> str:
    """What of a file that only its players are taken from stays behind."""
    its = "its round is" if left == 1 else f"its {left} rounds are"
    return f"{its} not taken: a new event takes rounds over too"
