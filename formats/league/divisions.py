"""The settings of a league, its divisions, each as a round robin of its own (its teams, its
numbers, its matches), and what a match of a league is judged by.

Before round 1 the entry list gives the division of each team (`section`, which entry lists also
call `division`). From then on the lot with the numbers of each division gives it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, cast

from engine.entrants import EntrantId
from engine.event import Event, Lot, Match, Round, derived
from engine.lots import standing_lot
from engine.phrases import phrase
from engine.protocol import Conflict, Rule
from engine.refusal import Refused
from engine.standings import natural_order
from formats.berger import FEWEST, NUMBERS, most_entrants, numbered, rounds_of
from formats.round_robin import PlayedBefore
from formats.settings import knob
from formats.team_round_robin import TeamRoundRobinSettings


class LeagueSettings(TeamRoundRobinSettings):
    """Those of the round robin of teams, which every division is, and of the season."""

    divisions: tuple[str, ...] = knob(
        default=(),
        description="the divisions from the top, by their names in the entry list; "
        "empty: in the order of their names",
    )
    promoted: int = knob(
        default=0, ge=0, le=20, description="places of a division that are promoted"
    )
    relegated: int = knob(
        default=0, ge=0, le=20, description="places of a division that are relegated"
    )
    home_white: Literal["odd", "even"] = knob(
        default="odd", description="boards on which the home team has White"
    )


def league_settings(event: Event) -> LeagueSettings:
    """The format's own settings."""
    return cast(LeagueSettings, event.settings)


@dataclass(frozen=True)
class LeagueDivision:
    """A division: `event` has its teams, matches and lots alone, with the settings of the league;
    rounds after its last one are left out."""

    name: str
    event: Event

    @property
    def title(self) -> str:
        """`Division 2`; a name of several letters as it is, empty for a league without any."""
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
    """By name the teams in the lots of round 1, once it is published."""
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


def unordered(event: Event) -> tuple[str, ...]:
    """Divisions, by name, for which nobody has said which is above which: `divisions` does not name
    them, and their names do not count them, as `1` and `2` or `Division A` and `Division B` do.
    They are in the order of their names all the same."""
    listed = {each.casefold() for each in league_settings(event).divisions}
    names = [each.name for each in divisions(event) if each.name]
    left = tuple(name for name in names if name.casefold() not in listed)
    patterns = {_COUNT.sub("#", name.casefold()) for name in left}
    counted = len(patterns) == 1 and "#" in next(iter(patterns))
    return left if len(left) > 1 and not counted else ()


_COUNT = re.compile(r"[0-9]+|\b[^\W\d_]\b")
"""A number, or a single letter."""


def order_wanted(event: Event) -> Refused | None:
    """The refusal where promotion and relegation go by an order that nobody has said."""
    settings, names = league_settings(event), unordered(event)
    if not names or not (settings.promoted or settings.relegated):
        return None
    return Refused(
        "which division is the top one is not said",
        f"by name {names[0]} would be above {names[1]}, and promotion and relegation go by it",
        f"set `divisions`, the top one first: {', '.join((*names[1:], names[0]))}",
    )


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


class OneDivision(Rule):
    """Two teams that meet are of one division."""

    id = "division"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Both are named."""
        home, away = (division_of(event, id) for id in match.pair)
        if home is None or away is None or home.name != away.name:
            yield self._found(match, "they play in different divisions")


class MetBefore(PlayedBefore):
    """Within the division two meet once, in a double league twice."""

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """As in the round robin that the division is."""
        division = division_of(event, match.white)
        return super().judge_match(match, number, division.event) if division else ()


class OffFixtures(Rule):
    """The table says who meets whom; who is at home may be changed."""

    id = "table"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """In round 1 a change by hand changes the numbers, not the table."""
        division = division_of(event, match.white)
        if division is None or not 1 < number <= division.rounds:
            return
        place = {id: no for no, id in enumerate(division.order, start=1)}
        due = {frozenset(pair) for pair in rounds_of(division.event)[number - 1]}
        if frozenset(place.get(id, 0) for id in match.pair) not in due:
            yield self._found(match, f"the fixtures of round {number} have other opponents")
