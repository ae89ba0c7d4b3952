"""Knockouts: single, and double with a losers' bracket; players or teams, games or IMPs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.brackets import title_of
from engine.entrants import Entrant, EntrantId
from engine.event import Bye, Event, Instruction, Match, Round
from engine.fixtures import Filled
from engine.match_results import MatchRules, fits_a_line, match_form
from engine.phrases import phrase
from engine.points import Points, counted
from engine.protocol import Advice, Bracketed, Dependent, MatchLength, Measure, Proposal, Rule
from engine.reasons import Reason, Reasons
from engine.refusal import Refused
from engine.results import ResultForm
from engine.tables import StandingTable
from engine.waiting import NextStep, adjourned, adjourned_notes, missing_boards, stale_notes
from formats.common import TableFormat, nobody_floats, seniority, with_rounds
from formats.knockout import places, telling
from formats.knockout.drawing import depending, due, first_round, length_set, next_round, undo
from formats.knockout.field import (
    RULES,
    leaves,
    lines_of,
    methods,
    seated_by_later,
    settings_of,
    shape,
    standing,
)
from formats.knockout.settings import LARGEST, DoubleSettings, SingleSettings
from formats.settings import MOST_ROUNDS, FormatSettings


class Knockout(Bracketed, TableFormat):
    """Who loses is out."""

    name = "knockout"
    title = "Knockout"
    used_for = "cups, one loss is out"
    summary = (
        "single elimination for players, teams or bridge teams (IMPs), seeded or drawn, "
        "to 1,024 entrants"
    )
    Settings: ClassVar[type[FormatSettings]] = SingleSettings
    report_code = "CUSTOM_KNOCKOUT"
    adjourned_waits = True
    beyond_trf = "no places in the bracket (they are taken to be those of the seeds)"

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """Seeds by their numbers, then by rating, title, name."""
        return [e.id for e in sorted(event.entrants, key=_seeding)]

    def draw(self, event: Event) -> Proposal:
        """The first round by seeds and lots, every other as the bracket goes on."""
        if not event.published:
            return first_round(event, self.order(event))
        return next_round(event)

    def of_teams(self, event: Event) -> bool:
        """Where matches are scored in IMPs, or an entry has members."""
        return settings_of(event).of_teams(event.entrants)

    def sides(self, event: Event) -> tuple[str, str]:
        """For players who meet in several games, the one who has White in the first of them."""
        chosen = settings_of(event)
        if chosen.score == "games" and chosen.games > 1 and not self.of_teams(event):
            return phrase("White first"), phrase("Black first")
        return super().sides(event)

    def entry_hint(self, event: Event, number: int, match: Match) -> str:
        """For players who meet in several games, the one whom a tie-break calls home."""
        if match.boards is not None or match.games == 1 or self.of_teams(event):
            return ""
        return f"home is {event.entrant(match.white).name}"

    def length_now(self, event: Event, match: Match) -> MatchLength:
        """As the settings say."""
        return length_set(settings_of(event))

    def kept_in_a_cut(self, event: Event) -> Mapping[str, Any]:
        """The kind of a match, and its tie-breaks."""
        chosen = settings_of(event).chosen
        return {key: chosen[key] for key in ("score", "games", "boards", "ties") if key in chosen}

    def levels(self, event: Event, round: Round) -> Mapping[EntrantId, int]:
        """All the same: nobody floats, whoever has won more."""
        return nobody_floats(event)

    def measures(self, event: Event, round: Round) -> tuple[Measure, ...]:
        """The first round: clubs kept apart, seeds on their lines."""
        return telling.measures(event, self.order(event), round)

    def worded(self, reason: Reason, event: Event) -> str:
        """Where both sides of a match come from, walkovers, clubs."""
        return telling.worded(reason, event)

    def explanation(self, event: Event, round: Round, place: Match | Bye) -> Reasons:
        """Where both come from; in the first round seeds, clubs and lots."""
        return telling.explanation(event, self.order(event), round, place)

    def bracket(self, event: Event) -> Filled | None:
        """The present bracket; from the first proposal on."""
        return standing(event)

    def from_file(self, event: Event, round: Round) -> Round:
        """The lines of the draw are read from the boards and byes of the first round, and the
        entrants who are out from the walkovers of every round. `Refused` if the first round is not
        that of a bracket."""
        if not event.published:
            lines_of(round)
        try:
            own = self.draw(event)
        except Refused:
            return round
        matches = {frozenset(match.pair): match for match in round.matches}
        byes = {bye.entrant: bye for bye in round.byes}
        pairs = [frozenset(match.pair) for match in own.matches]
        rests = {bye.entrant: bye.left for bye in own.byes}
        if set(pairs) != matches.keys() or not rests.keys() <= byes.keys():
            return round
        drawn = (replace(matches[pair], board=n) for n, pair in enumerate(pairs, start=1))
        resting = (replace(byes[id], left=left) for id, left in rests.items())
        # whom a walkover is against has no bye of his own
        others = (bye for id, bye in byes.items() if id not in {*rests, *rests.values()})
        return replace(round, matches=tuple(drawn), byes=(*resting, *others))

    def seated(self, first: Round, later: Sequence[Round]) -> Round:
        """Neighbours are those whose winners met."""
        return seated_by_later(first, later)

    def standings(self, event: Event) -> list[StandingTable]:
        """By how far everybody has come; those who come equally far share the place."""
        tree = standing(event) if event.published else None
        return places.tables(event, tree, self.order(event))

    def rules(self, event: Event) -> Sequence[Rule]:
        """The bracket, the clubs of the first round, usual tie-breaks."""
        return RULES

    def stage_name(self, match: Match) -> str:
        """The bracket's round."""
        return self.group_name(match.group)

    def group_name(self, group: str) -> str:
        """The bracket's round."""
        return title_of(group)

    def result_form(self, match: Match) -> ResultForm:
        """A line: IMPs, or games of a best of n; a tie asks for its tie-break."""
        return match_form(_match_rules(match))

    def typed_form(self, event: Event, match: Match) -> ResultForm:
        """With the event's own tie-breaks; of teams nobody has White."""
        if match.lineups:
            return self.result_form(match)
        own = methods(match, tuple(filter(fits_a_line, settings_of(event).ties)))
        return match_form(
            replace(_match_rules(match), methods=own, colours=not self.of_teams(event))
        )

    def advise(self, event: Event) -> list[Advice]:
        """What the entries mean for the draw."""
        absent = leaves(event, 1)
        count = sum(not absent(e.id) for e in event.entrants)
        if event.published or count < 2:
            return []
        # of earlier versions: an entry list takes nobody out any more
        asked = [e for e in event.entrants if e.active(1) and (b := e.bye_in(1)) and not b.absent]
        out = ", ".join(e.name for e in asked)
        left_out = [Advice(f"not in the bracket, by a bye asked for: {out}", urgent=True)]
        if count > LARGEST:
            size = f"{count:,} entrants are too many for a knockout: at most {LARGEST:,}"
            return [Advice(size, urgent=True)]
        bracket = shape(event, count)
        byes = bracket.lines - count
        size = f"{counted(count, 'entrant')}: {counted(bracket.rounds, 'round')}"
        size = f"{size}, {counted(byes, 'bye')} in the first one"
        return [Advice(size), *(left_out if asked else [])]

    def next_step(self, event: Event) -> NextStep:
        """Round after round, until nothing is left to play."""
        waiting = adjourned(event)
        notes = adjourned_notes(event)
        if event.proposal is not None:
            return NextStep("publish", event.proposal.number, notes=(*stale_notes(event), *notes))
        for round in event.published:
            missing = missing_boards(round)
            if missing:
                return NextStep("play", round.number, missing, notes=notes)
        number = len(event.published)
        tree = standing(event)
        if tree is not None and not tree.over and not tree.ready and waiting:
            # nothing can be played before one of these is
            first = waiting[0][0]
            boards = tuple(board for r, board in waiting if r == first)
            return NextStep("play", first, boards, notes=notes)
        if tree is not None and (tree.over or not tree.ready):
            return NextStep("finished", number)
        ready = [e for e in event.entrants if e.active(1)]
        if tree is None and len(ready) < self.smallest:
            return NextStep("register", 1)
        return NextStep("draw", number + 1, notes=notes)

    def expected(self, event: Event, number: int) -> list[Entrant]:
        """Everybody in the first round; then the entrants in a match that can be played."""
        there = super().expected(event, number)
        tree = standing(event)
        if number == 1 or tree is None:
            return there
        playing = {id for f in due(tree, number) for id in f.pair}
        return [e for e in there if e.id in playing]

    def seeds_unused(self, event: Event) -> str:
        """Its bracket goes by them."""
        return ""

    def entry_refused(self, event: Event) -> str:
        """Once the draw is published."""
        return "the draw is published" if event.published else ""

    def bye_refused(self, event: Event, entrant: Entrant, points: Points) -> str:
        """There are no byes by request."""
        return "in a knockout byes come from the draw; who cannot play is withdrawn"

    def left_out_means(self, event: Event) -> str:
        """Nobody enters the bracket later; in it whoever is not there loses."""
        lost = "the match is lost by walkover"
        return lost if event.published else "not in the bracket, so out of the event"

    def instruction_refused(self, event: Event, instruction: Instruction) -> str:
        """A lock once the draw is published, unless the two meet next in any case."""
        tree, number = standing(event), len(event.published) + 1
        if tree is None or not event.published or instruction.kind != "lock":
            return ""
        if instruction.round not in (None, number):
            return ""
        pairs = [frozenset(fixture.pair) for fixture in due(tree, number)]
        return "" if instruction.pair in pairs else "their places in the bracket do not meet"

    def depending(
        self, event: Event, number: int, changed: Sequence[Match]
    ) -> tuple[Dependent, ...]:
        """The matches of those who went on because of it, and what came of those."""
        return depending(event, number, changed)

    def undo_depending(self, event: Event, dependents: Sequence[Dependent]) -> Event:
        """Their boards are open again for those who play there now, later ones are removed."""
        return undo(event, dependents)

    def rounds_planned(self, event: Event) -> int | None:
        """As the bracket has it, which begins with two."""
        known = event.published or len(_playing(event)) > 1
        return event.settings.rounds if known else None

    def settle(self, event: Event) -> Event:
        """A proposal that the bracket no longer has is dropped; the number of rounds follows."""
        event = _without_old_proposal(event)
        tree = standing(event) if event.published else None
        rounds = tree.rounds(len(event.published)) if tree else _planned(event)
        if rounds == event.settings.rounds:
            return event
        return replace(event, settings=with_rounds(event.settings, rounds))


def _match_rules(match: Match) -> MatchRules:
    games = None if match.boards else match.games
    return MatchRules(games, methods=methods(match), may_wait=True)


class DoubleKnockout(Knockout):
    """Who loses twice is out."""

    name = "double_knockout"
    title = "Double knockout"
    used_for = "cups, two losses are out"
    summary = (
        "double elimination for players, teams or bridge teams (IMPs): losers' bracket, "
        "and a grand final that may be played twice"
    )
    Settings = DoubleSettings

    def seated(self, first: Round, later: Sequence[Round]) -> Round:
        """Unchanged: losers meet across the parts of the draw."""
        return first


def _planned(event: Event) -> int:
    """Rounds for the present entries; as many as an event can have if there are none."""
    count = min(len(_playing(event)), LARGEST)
    return shape(event, count).rounds if count > 1 else MOST_ROUNDS


def _playing(event: Event) -> list[Entrant]:
    """The entrants present for round 1, before it is published."""
    absent = leaves(event, 1)
    return [entrant for entrant in event.entrants if not absent(entrant.id)]


def _seeding(entrant: Entrant) -> tuple[int, tuple[int, int, str, str, int]]:
    return (entrant.seed or 10_000, seniority(entrant))


def _without_old_proposal(event: Event) -> Event:
    """Drops the engine's own draw of a later round when another pair is due in it."""
    proposal = event.proposal
    if proposal is None or not event.published or proposal.altered:
        return event
    drawn = next_round(replace(event, rounds=event.published))
    pairs = {frozenset(m.pair) for m in drawn.matches}
    if pairs == {frozenset(m.pair) for m in proposal.matches}:
        return event
    return replace(event, rounds=event.published)
