"""A league: a season of teams of players in one or several divisions, every division a round robin.

Each division plays by the Berger tables (FIDE C.05 Annex 1), in which home and away alternate;
matches are numbered through the season, so that a match that is played later keeps a number that
no other has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.boards import Seating
from engine.entrants import Entrant, EntrantId, has_left
from engine.event import Bye, Event, EventSettings, Instruction, Lot, Match, Round
from engine.match_results import open_games_lost
from engine.numbers import start_numbers
from engine.points import Points, counted
from engine.protocol import Advice, ByHand, Measure, OverASeason, Proposal, ReadFromFiles, Rule
from engine.reasons import Reason
from engine.refusal import Refused
from engine.results import GameResult
from engine.tables import Meetings, Panel, StandingTable
from engine.waiting import NextStep, due_round, round_by_round
from formats.berger import (
    FEWEST,
    berger,
    most_entrants,
    numbered,
    numbers_not_seeded,
    reckoned,
    settings_of,
)
from formats.common import nobody_floats, seniority, without_number
from formats.league.divisions import (
    LeagueDivision,
    LeagueSettings,
    MetBefore,
    OffFixtures,
    OneDivision,
    division_of,
    divisions,
    league_settings,
    numbers_lot,
    order_wanted,
    unordered,
)
from formats.league.tables import PROMOTION, RELEGATION, fixtures, standings
from formats.round_robin import seated, with_byes
from formats.settings import MOST_ROUNDS, FormatSettings
from formats.team_round_robin import TeamRoundRobin
from formats.teams import TeamFormat

ROUND_ROBIN = TeamRoundRobin()
"""What every division is."""


class League(OverASeason, ReadFromFiles, TeamFormat):
    """Divisions of teams over a season, with dates, postponed matches, promotion, relegation."""

    name = "league"
    title = "League"
    used_for = "seasons of club teams"
    summary = (
        "every team meets every team of its division at home or away, or both; dates, postponed "
        "matches, promotion and relegation"
    )
    smallest = FEWEST
    section_word = "Division"
    drawn_by_results = False
    Settings: ClassVar[type[FormatSettings]] = LeagueSettings
    report_code = "CUSTOM_TEAM_ROUNDROBIN"

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """By division and number; teams that do not play come last."""
        order = [id for division in divisions(event) for id in division.order]
        others = [e for e in event.entrants if e.id not in set(order)]
        return [*order, *(e.id for e in sorted(others, key=seniority))]

    def seeds_unused(self, event: Event) -> str:
        """The numbers of the divisions go by them where the setting says so."""
        return numbers_not_seeded(league_settings(event))

    def draw(self, event: Event) -> Proposal:
        """The next round of every division that has one."""
        number = len(event.published) + 1
        matches: list[Match] = []
        byes: list[Bye] = []
        lots: list[Lot] = []
        wanted = order_wanted(event) if not event.published else None
        if wanted is not None:
            raise wanted
        for division in divisions(event):
            _refuse_size(division)
            if number > division.rounds:
                continue
            drawn = ROUND_ROBIN.draw(division.event)
            byes += drawn.byes
            for match in drawn.matches:
                board = len(matches) + 1
                match = replace(division.fixture(match), board=board, group=division.title)
                matches.append(replace(match, section=division.name or None))
            if not event.published and league_settings(event).numbers == "lot":
                there = list(division.order)
                lot = numbers_lot(event, division.purpose, there, len(lots))
                lots += [lot] if lot not in event.lots else []
        return Proposal(number, tuple(matches), tuple(byes), tuple(lots))

    def seating(self, event: Event) -> Seating:
        """Matches are numbered through the season."""
        seating = league_settings(event).seating
        last = max((m.board for r in event.published for m in r.matches), default=0)
        return replace(seating, first=max(seating.first, last + 1), movable=False)

    def worded(self, reason: Reason, event: Event) -> str:
        """As in a round robin."""
        return ROUND_ROBIN.worded(reason, event)

    def stage_name(self, match: Match) -> str:
        """The division, beside each match; empty in a league of one."""
        return match.group

    def away_white(self, event: Event, round: Round, match: Match, board: int) -> bool:
        """By the setting the home team has White on the odd boards, or on the even ones."""
        return (board % 2 == 0) == (league_settings(event).home_white == "odd")

    def freeze(self, event: Event) -> Event:
        """The numbers of every division, read from the first round as it was published; a reversed
        fixture changes none."""
        if len(event.published) == 1:
            for division in divisions(event):
                order = _numbers_played(division)
                known = [lot.order for lot in event.lots if lot.purpose == division.purpose]
                if order != (known[-1] if known else None):
                    lot = Lot(len(event.lots) + 1, division.purpose, order)
                    event = replace(event, lots=(*event.lots, lot))
        return super().freeze(event)

    def from_file(self, event: Event, round: Round) -> Round:
        """Its matches numbered through the season, with their divisions."""
        last = max((m.board for r in event.published for m in r.matches), default=0)
        ranks = {id: at for at, each in enumerate(divisions(event)) for id in each.order}
        ordered = sorted(round.matches, key=lambda m: (ranks.get(m.white, len(ranks)), m.board))
        matches = []
        for board, match in enumerate(ordered, start=last + 1):
            match = replace(match, board=board)
            if (division := division_of(event, match.white)) is not None:
                match = replace(match, group=division.title, section=division.name or None)
            matches.append(match)
        return replace(round, matches=tuple(matches))

    def report_type(self, event: Event) -> str:
        """Single or double."""
        double = league_settings(event).double
        return "CUSTOM_TEAM_DOUBLEROUNDROBIN" if double else self.report_code

    def file_settings(self, code: str, words: str) -> Mapping[str, Any]:
        """Single or double."""
        return ROUND_ROBIN.file_settings(code, words)

    def refuse_publication(self, event: Event) -> None:
        """Not with a match between divisions."""
        for match in event.current.matches if event.current else ():
            home, away = (division_of(event, id) for id in match.pair)
            if home is None or away is None or home.name != away.name:
                where = event.board_name(match.board)
                why = "its teams play in different divisions"
                raise Refused(f"{where} cannot be published", why, "swap the teams back")

    def expected(self, event: Event, number: int) -> list[Entrant]:
        """Nobody of a division that has played its last round."""
        lasting = {id for each in divisions(event) if number <= each.rounds for id in each.members}
        return [entrant for entrant in super().expected(event, number) if entrant.id in lasting]

    def standings(self, event: Event) -> list[StandingTable]:
        """A table a division; with several, one with all of them before these."""
        name = self.points_name(event)
        return [replace(table, points=name) for table in standings(self.settle(event))]

    def as_counted(self, event: Event) -> Event:
        """Nothing of those who left early, forfeits of those who left late."""
        parts = [reckoned(each.event) for each in divisions(event)]
        rounds = tuple(_joined(round, parts) for round in event.rounds)
        return replace(event, rounds=rounds)

    def rules(self, event: Event) -> Sequence[Rule]:
        """One division, its table, and nobody meets anybody too often."""
        return (OneDivision(), MetBefore(), OffFixtures())

    def measures(self, event: Event, round: Round) -> tuple[Measure, ...]:
        """For every division what a round robin counts; the arbiter decides who is at home."""
        measures: list[Measure] = []
        for division in divisions(event):
            part = division.part(round)
            if round.number > division.rounds or (
                round.number == 1 and _as_drawn(division, part) is not None
            ):
                continue
            counts = ROUND_ROBIN.measures(division.event, part)
            measures += [replace(m, where=division.title) for m in counts if m.name != "colours"]
        return tuple(measures)

    def levels(self, event: Event, round: Round) -> Mapping[EntrantId, int]:
        """Nobody floats."""
        return nobody_floats(event)

    def by_hand_refused(self, event: Event, change: ByHand) -> str:
        """As in the round robin that each division is."""
        return ROUND_ROBIN.by_hand_refused(event, change)

    def instruction_refused(self, event: Event, instruction: Instruction) -> str:
        """Neither a lock nor a bar."""
        return ROUND_ROBIN.instruction_refused(event, instruction)

    def next_step(self, event: Event) -> NextStep:
        """Round after round, without matches that have been put off."""
        step = round_by_round(1 if event.published else self.smallest, self.settle(event))
        if step.name != "finished":
            return step
        return step._replace(notes=(*step.notes, *_next_season(event)))

    def rounds_planned(self, event: Event) -> int | None:
        """Those of the largest division."""
        return max((each.rounds for each in divisions(event)), default=0) or None

    def settle(self, event: Event) -> Event:
        """The number of rounds follows from the divisions, and the value of walkovers from the
        annulled teams."""
        event = super().settle(event)
        event = with_byes(event, lambda bye: _walkover_now(event, bye))
        rounds = min(self.rounds_planned(event) or MOST_ROUNDS, MOST_ROUNDS)
        if rounds == event.settings.rounds:
            return event
        return replace(event, settings=self.settings({"rounds": rounds}, event.settings))

    def settings_changed(self, event: Event, settings: EventSettings) -> None:
        """The fixtures are fixed by the first round. Promotion is not set without the order of the
        divisions."""
        ROUND_ROBIN.settings_changed(event, settings)
        wanted = order_wanted(replace(event, settings=settings)) if event.published else None
        if wanted is not None and order_wanted(event) is None:
            raise wanted

    def entry_refused(self, event: Event) -> str:
        """Once the numbers are given."""
        return ROUND_ROBIN.entry_refused(event)

    def bye_refused(self, event: Event, entrant: Entrant, points: Points) -> str:
        """Every match is played, or lost."""
        return "in a league every match is played, if on another day; else it is a forfeit"

    def leaving(self, event: Event, id: EntrantId) -> Event:
        """Open matches of the round in play, and those put off, are lost by forfeit."""
        number = len(event.published)
        for round in event.published:
            for match in round.matches:
                if id not in match.pair or not (match.open or _waiting(match)):
                    continue
                if due_round(match, round) < number:
                    continue
                away = not has_left(event.entrant(match.opponent(id)), number)
                lost = GameResult.BLACK_FORFEIT if match.white == id else GameResult.WHITE_FORFEIT
                lost = lost if away else GameResult.DOUBLE_FORFEIT
                match = open_games_lost(match, lost, settings_of(event).forfeit(lost))
                round = round.with_match(match)
            event = event.with_round(round)
        return event

    def leaving_means(self, event: Event, id: EntrantId) -> str:
        """By the rule of half of the matches."""
        division = division_of(event, id)
        return ROUND_ROBIN.leaving_means(division.event, id) if division else ""

    def panels(self, event: Event) -> list[Panel]:
        """The fixtures of every division."""
        return fixtures(event)

    def meetings(self, event: Event) -> Meetings | None:
        """Each division by itself, in one table."""
        parts = [table for d in divisions(event) if (table := ROUND_ROBIN.meetings(d.event))]
        if not parts:
            return None
        order = tuple(id for part in parts for id in part.order)
        cells = {pair: cell for part in parts for pair, cell in part.cells.items()}
        return Meetings(order, start_numbers(event, self.order(event)), cells)

    def advise(self, event: Event) -> list[Advice]:
        """How long it is, and teams without a division."""
        there = divisions(event)
        away = without_number(event, (id for each in there for id in each.order))
        away += _order_advice(event)
        if event.published:
            return [one for each in there for one in ROUND_ROBIN.advise(each.event)] + away
        lines = []
        for each in there:
            named = f"{each.title}: " if each.title else ""
            size = counted(len(each.order), "team")
            if not each.name and len(there) > 1:
                names = ", ".join(event.entrant(id).name for id in each.order[:3])
                lines.append(Advice(f"no division: {names}", urgent=True))
            elif not each.playable:
                takes = _taken(event)
                lines.append(Advice(f"{named}{size}, {takes}", urgent=True))
            else:
                lines.append(Advice(f"{named}{size}, {counted(each.rounds, 'round')}"))
        return lines + away


def _walkover_now(event: Event, bye: Bye) -> Bye:
    division = division_of(event, bye.entrant)
    return bye if division is None else ROUND_ROBIN.walkover_now(division.event, bye)


def _next_season(event: Event) -> list[str]:
    """Who changes division, and how next season's event is made of this one's entries."""
    there = divisions(event)
    if len(there) < 2:
        return []
    moved = []
    for at, table in enumerate(standings(event)[1:]):
        ways: dict[str, int] = {PROMOTION: at - 1, RELEGATION: at + 1}
        for row in table.rows:
            to = ways.get(row.zone)
            if to is not None and 0 <= to < len(there):
                moved.append(f"{row.name} to {there[to].title}")
    if not moved:
        return []
    how = "export the entries (CSV), change column section of these teams, import it in a new event"
    return [f"for next season {how}: {', '.join(moved)}"]


def _order_advice(event: Event) -> list[Advice]:
    """That divisions are in the order of their names."""
    if (wanted := order_wanted(event)) is not None:
        return [Advice(str(wanted), urgent=True)]
    names = unordered(event)
    by_name = f"by name {names[0]} is above {names[1]}: `divisions` sets the order" if names else ""
    return [Advice(by_name)] if by_name else []


def _refuse_size(division: LeagueDivision) -> None:
    if division.playable:
        return
    size = counted(len(division.order), "team")
    named = f"{division.title} has {size}" if division.title else f"the league has {size}"
    raise Refused(named, _taken(division.event), "see column section of the teams")


def _taken(event: Event) -> str:
    a_division = "a division of a double league" if league_settings(event).double else "a division"
    return f"{a_division} takes {FEWEST} to {most_entrants(event)}"


def _waiting(match: Match) -> bool:
    return match.result is not None and match.result.provisional


def _as_drawn(division: LeagueDivision, round: Round) -> tuple[EntrantId, ...] | None:
    """The numbers as they are drawn, if round 1 has just the matches that follow from them; None if
    teams have changed places."""
    order = numbered(division.event)
    table = berger(len(order) + len(order) % 2)[0]
    due = {frozenset(order[no - 1] for no in pair) for pair in table if max(pair) <= len(order)}
    return order if {frozenset(match.pair) for match in round.matches} == due else None


def _numbers_played(division: LeagueDivision) -> tuple[EntrantId, ...]:
    event = division.event
    round = event.published[0]
    if league_settings(event).numbers == "lot" and not event.lots:  # a file has no lots
        return seated(event, round)
    return _as_drawn(division, round) or seated(event, round)


def _joined(round: Round, parts: Sequence[Event]) -> Round:
    """A round of all divisions as each of them counts it. The walkovers that a division counts have
    no board of their own: their numbers follow those of all divisions."""
    known = [r for part in parts for r in part.rounds if r.number == round.number]
    drawn = {match.pair for match in round.matches}
    matches = [match for part in known for match in part.matches if match.pair in drawn]
    walkovers = [match for part in known for match in part.matches if match.pair not in drawn]
    after = max((match.board for match in round.matches), default=0) + 1
    at_end = [replace(match, board=board) for board, match in enumerate(walkovers, after)]
    byes = tuple(bye for part in known for bye in part.byes)
    return replace(round, matches=(*matches, *at_end), byes=byes)
