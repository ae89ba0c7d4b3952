"""The divisions of a league, each as a round robin of its own: its teams, its numbers, its matches.

Before round 1 the entry list says who is in which (`section`, which entry lists also call
`division`). From then on it is the lot with the numbers of each division that says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from engine.entrants import EntrantId
from engine.event import Event, Lot, Match, Round, derived
from engine.lots import standing_lot
from engine.phrases import phrase
from engine.standings import natural_order
from formats.berger import FEWEST, NUMBERS, most_entrants, numbered, rounds_of
from formats.league.settings import league_settings


@dataclass(frozen=True)
class LeagueDivision:
    """A division: `event` has its teams, matches and lots alone, with the settings of the league;
    rounds after its last one are left out."""

    name: str
    event: Event

    @property
    def title(self) -> str:
        """`Division 2`; a name of several letters as it stands, empty for a league without any."""
        short = len(self.name) == 1 or self.name.isdecimal()
        return phrase("Division {name}", name=self.name) if short else self.name

    @property
    def purpose(self) -> str:
        """The purpose of the lot that keeps its numbers."""
        return f"{NUMBERS}: {self.name}" if self.name else NUMBERS

    @cached_property
    def members(self) -> frozenset[EntrantId]:
        """Its teams."""
        return frozenset(entrant.id for entrant in self.event.entrants)

    @property
    def order(self) -> tuple[EntrantId, ...]:
        """Its teams by number of the table."""
        return numbered(self.event)

    @property
    def playable(self) -> bool:
        """Whether there is a table for so many teams."""
        return FEWEST <= len(self.order) <= most_entrants(self.event)

    @property
    def rounds(self) -> int:
        """How many it plays; 0 where it cannot be played."""
        return len(rounds_of(self.event)) if self.playable else 0

    def part(self, round: Round) -> Round:
        """What of a round is the division's."""
        matches = tuple(m for m in round.matches if self.members.issuperset(m.pair))
        byes = tuple(b for b in round.byes if b.entrant in self.members)
        return replace(round, matches=matches, byes=byes)

    def fixture(self, match: Match) -> Match:
        """The match of the table with the home team that it has: in the second half of a double
        league the one that was away in the first, whatever was reversed there."""
        if not league_settings(self.event).double:
            return match
        played = [m for r in self.event.published for m in r.matches if {*m.pair} == {*match.pair}]
        if len(played) == 1 and played[0].white == match.white:
            return replace(match, white=match.black, black=match.white)
        return match


@derived
def divisions(event: Event) -> tuple[LeagueDivision, ...]:
    """All of them, from the top."""
    members = _recorded(event) or _entered(event)
    made = []
    for name in sorted(members, key=lambda name: _rank(event, name)):
        made.append(_division(event, name, members[name]))
    return tuple(made)


def division_of(event: Event, id: EntrantId) -> LeagueDivision | None:
    """The division of a team; None for one that plays in none."""
    return next((each for each in divisions(event) if id in each.members), None)


def _recorded(event: Event) -> dict[str, frozenset[EntrantId]]:
    """By name who is in the lots of round 1, once it is published."""
    if not event.published:
        return {}
    return {
        lot.purpose.removeprefix(NUMBERS).removeprefix(": "): frozenset(lot.order)
        for lot in event.lots
        if lot.purpose == NUMBERS or lot.purpose.startswith(f"{NUMBERS}: ")
    }


def _entered(event: Event) -> dict[str, frozenset[EntrantId]]:
    members: dict[str, set[EntrantId]] = {}
    names: dict[str, str] = {}
    for entrant in event.entrants:
        name = entrant.section.strip()
        name = names.setdefault(name.casefold(), name)
        members.setdefault(name, set()).add(entrant.id)
    return {name: frozenset(ids) for name, ids in members.items()}


def _rank(event: Event, name: str) -> tuple[bool, int, list[tuple[int, str]]]:
    """By the setting, then by name, teams without a division last."""
    listed = [each.casefold() for each in league_settings(event).divisions]
    known = listed.index(name.casefold()) if name.casefold() in listed else len(listed)
    return (not name, known, natural_order(name.casefold()))


def _division(event: Event, name: str, ids: frozenset[EntrantId]) -> LeagueDivision:
    whole = LeagueDivision(name, event)
    entrants = tuple(entrant for entrant in event.entrants if entrant.id in ids)
    part = LeagueDivision(name, replace(event, entrants=entrants, rounds=(), lots=()))
    lots = tuple(
        replace(lot, purpose=NUMBERS) for lot in event.lots if lot.purpose == whole.purpose
    )
    there = [entrant.id for entrant in entrants if entrant.to_be_paired(1)]
    if not event.published and league_settings(event).numbers == "lot":
        lot = numbers_lot(event, whole.purpose, there)
        lots = (replace(lot, purpose=NUMBERS),)
    drawn = replace(part.event, rounds=tuple(map(part.part, event.rounds)), lots=lots)
    rounds = LeagueDivision(name, drawn).rounds
    played = tuple(round for round in drawn.rounds if round.number <= rounds)
    return LeagueDivision(name, replace(drawn, rounds=played))


def numbers_lot(event: Event, purpose: str, ids: list[EntrantId], already: int = 0) -> Lot:
    """The lot of the numbers of a division; `already` more were drawn before it."""
    return standing_lot(event, purpose, sorted(ids, key=int), already)
