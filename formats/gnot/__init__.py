"""The double knockout with Swiss repechage: 16 to 32 bridge teams over five sessions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from engine.entrants import Entrant, EntrantId
from engine.event import Bye, Event, Match, Round, derived
from engine.fixtures import Filled
from engine.lots import lot_reason
from engine.match_results import BRIDGE_METHODS, MatchRules, match_form
from engine.phrases import phrase
from engine.points import Points
from engine.protocol import Advice, Bracketed, Dependent, Measure, Proposal, Qualifying, Rule
from engine.reasons import Reason, Reasons
from engine.refusal import Refused
from engine.results import ResultForm
from engine.tables import Panel, Qualified, StandingTable
from engine.waiting import (
    Choice,
    NextStep,
    left_open,
    open_until_now,
    stale_notes,
    waiting_notes,
)
from formats.common import TableFormat, nobody_floats
from formats.gnot import appeals, final, shown
from formats.gnot.calendar import HALVES, SHORT, STARTS, SWISS_TRIANGLE, swiss_round, titles
from formats.gnot.choosing import choosing
from formats.gnot.drawing import draw
from formats.gnot.flow import flow, seeding
from formats.gnot.judging import RULES, measures, methods_of, needs_winner, refuse_other_stage
from formats.gnot.repechage import first_swiss_round, swiss_field
from formats.gnot.settings import LEAST, GnotSettings
from formats.gnot.shown import panels, swiss_headings
from formats.gnot.swiss import SWISS, repechage, with_drop_ins_kept
from formats.gnot.tables import layout
from formats.gnot.ways_on import lots_behind, played_so_far
from formats.gnot.wording import worded
from formats.settings import FormatSettings


class Gnot(Bracketed, Qualifying, TableFormat):
    """A team that loses once goes on below, a team that loses there plays the Swiss."""

    name = "gnot"
    title = "Double knockout with Swiss repechage"
    used_for = "bridge teams"
    summary = (
        "16 to 32 bridge teams, matches in IMPs, five sessions: qualifying, two knockouts, "
        "a Swiss for the rest"
    )
    smallest = LEAST
    report_code = "CUSTOM_TEAM_KNOCKOUT"
    kind = "team"
    all_play = "every team plays on; who cannot is withdrawn"
    draws_stay = True
    Settings: ClassVar[type[FormatSettings]] = GnotSettings

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """By seed, then by rating, title, name."""
        return seeding(event)

    def draw(self, event: Event) -> Proposal:
        """Everything that starts in the next half-session."""
        return draw(event)

    def standings(self, event: Event) -> list[StandingTable]:
        """Overall, the Swiss, the DKO, the SKO."""
        return list(shown.tables(event))

    def panels(self, event: Event) -> list[Panel]:
        """Lucky losers, the triangle, drop-in scores, lots."""
        return panels(event)

    def headings(self, event: Event, round: Round) -> Mapping[str, str]:
        """How many teams are in the Swiss, and which drop in on what score."""
        return swiss_headings(event, round)

    def length(self, event: Event) -> str:
        """Its rounds are half-sessions, which nobody counts."""
        return phrase("{count} sessions", count=HALVES // 2)

    def round_mark(self, event: Event, number: int) -> str:
        """`S2.1`: as its session."""
        return f"S{GnotSettings.round_label(number)}"

    def round_of_all(self, event: Event, number: int) -> str:
        """That of five sessions there are five needs not be said."""
        return event.called(number)

    def levels(self, event: Event, round: Round) -> Mapping[EntrantId, int]:
        """All the same: nobody floats, whoever has won more."""
        return nobody_floats(event)

    def bracket(self, event: Event) -> Filled | None:
        """DKO, SKO, Swiss and qualifying session, as far as they are drawn."""
        return played_so_far(event)

    def measures(self, event: Event, round: Round) -> tuple[Measure, ...]:
        """Stages, repeats, and how far from what ranking, choice and lot give."""
        return measures(event, round)

    def worded(self, reason: Reason, event: Event) -> str:
        """How a match came about, walkovers, appeals, what a choice costs."""
        return worded(reason, event)

    def explanation(self, event: Event, round: Round, place: Match | Bye) -> Reasons:
        """How it was drawn, and the lots that helped to decide it."""
        if not isinstance(place, Match):
            return place.why
        lots = lots_behind(event, round.number, place)
        return (*place.why, *(lot_reason(lot, place.pair) for lot in lots))

    def qualified(self, event: Event) -> Sequence[Qualified]:
        """The National and the Regional Final."""
        return final.qualified(event)

    def kept_in_a_cut(self, event: Event) -> Mapping[str, Any]:
        """Matches in IMPs."""
        return {"score": "imps"}

    def declinable(self, event: Event) -> Mapping[EntrantId, str]:
        """The place in a final that each team has."""
        return final.declinable(event)

    def play_offs(self, event: Event) -> Sequence[Sequence[EntrantId]]:
        """Teams of the Swiss that are level for a place in a final (4.4)."""
        return final.play_offs_possible(event)

    def rules(self, event: Event) -> Sequence[Rule]:
        """Meetings, stages, tie-breaks."""
        return RULES

    def advise(self, event: Event) -> list[Advice]:
        """What the size of the entry means, and what the printed tables say."""
        return advice(event)

    def stage_name(self, match: Match) -> str:
        """The stage's round; of a triangle which one."""
        if match.part == SWISS_TRIANGLE:
            return phrase("Swiss triangle")
        return self.group_name(match.group)

    def group_name(self, group: str) -> str:
        """The stage's round."""
        return titles().get(group, group)

    def result_form(self, match: Match) -> ResultForm:
        """IMPs; a tied knockout match asks for its tie-break, a Swiss or triangle match not."""
        usual = methods_of(match) or BRIDGE_METHODS
        rules = MatchRules(
            None,
            needs_winner=needs_winner(match),
            methods=usual,
            victory_points=match.stage == SWISS and match.boards == SHORT,
        )
        return match_form(rules)

    def next_step(self, event: Event) -> NextStep:
        """Half after half. A match over a whole session is waited for at its close only."""
        number = len(event.published)
        missing = open_until_now(event)
        if missing is not None:
            return NextStep("play", *missing, notes=waiting_notes(event, *missing))
        if event.proposal is not None:
            return NextStep("publish", event.proposal.number, notes=_publish_notes(self, event))
        if number >= HALVES:
            return NextStep("finished", number, notes=final.final_notes(event))
        teams = [e for e in event.entrants if e.active(1)]
        if number == 0:
            try:
                layout(len(teams))
            except Refused as refusal:
                return NextStep("register", 1, notes=(str(refusal),))
            return NextStep("draw", 1)
        choice = _choice(event)
        if choice is not None:
            notes = tuple(self.worded(note, event) for note in choice.notes)
            return NextStep("choose", number + 1, choice=choice, notes=notes)
        return NextStep("draw", number + 1)

    def expected(self, event: Event, number: int) -> list[Entrant]:
        """The teams that play in what starts in that half."""
        there = super().expected(event, number)
        if number == 1:
            return there
        before = event.until(number - 1)
        stages = flow(before)
        playing = {
            t for key, starts in STARTS.items() if starts == number for t in stages.field(key)
        }
        swiss = swiss_round(number)
        if swiss >= first_swiss_round(len(stages.teams)):
            busy = repechage(before).in_triangle(swiss)
            playing |= set(swiss_field(before, swiss)) - busy
        return [e for e in there if e.id in playing]

    def seeds_unused(self, event: Event) -> str:
        """Its bracket goes by them."""
        return ""

    def entry_refused(self, event: Event) -> str:
        """Once match 1 is published."""
        return "the draw of match 1 is published" if event.published else ""

    def bye_refused(self, event: Event, entrant: Entrant, points: Points) -> str:
        """There are no byes by request."""
        return self.all_play

    def refuse_publication(self, event: Event) -> None:
        """Nobody plays in a stage that is not his."""
        refuse_other_stage(event)

    def freeze(self, event: Event) -> Event:
        """Drop-in scores that have been given are kept."""
        return with_drop_ins_kept(event)

    def depending(
        self, event: Event, number: int, changed: Sequence[Match]
    ) -> tuple[Dependent, ...]:
        """Boards that the two teams of a match with another winner have played since."""
        return appeals.depending(event, number, changed)

    def undo_depending(self, event: Event, dependents: Sequence[Dependent]) -> Event:
        """They are open again, for the teams that belong there now."""
        return appeals.reopened(event, dependents)

    def given_stays(self, before: Event, after: Event) -> Sequence[str]:
        """Drop-in scores, with the one by the corrected result."""
        return tuple(_drop_ins_given(before, after))

    def refuse_correction(self, before: Event, after: Event, number: int) -> None:
        """Results decide which team was where."""
        appeals.refuse_other_teams(before, before.round(number), after.round(number))

    def corrected(self, before: Event, after: Event, number: int) -> Event:
        """3.8: another winner swaps two teams in the draws that exist; nothing else moves."""
        return appeals.corrected(before, after, number, self.expected)


def _drop_ins_given(before: Event, after: Event) -> Iterator[str]:
    """Drop-in scores that the results of `after` would make others."""
    old, new = repechage(before), repechage(after)
    for entering in sorted(new.settled):
        score = new.drop_in(entering)
        if score.settled is not None and score.by_rule != old.drop_in(entering).by_rule:
            yield (
                f"the drop-in score for Swiss {entering} stays {score.settled}, as it was given; "
                f"by this result it would be {score.by_rule}"
            )


def _publish_notes(format: Gnot, event: Event) -> tuple[str, ...]:
    """That a draw is out of date, and which teams it leaves out or has in vain."""
    stale, proposal = stale_notes(event), event.proposal
    if not stale or proposal is None:
        return stale
    placed = proposal.placed
    out = [e.name for e in format.expected(event, proposal.number) if e.id not in placed]
    gone = [e.name for e in event.entrants if e.id in placed and not e.active(proposal.number)]
    affected = [f"{', '.join(out)}: no board in it"] * bool(out)
    affected += [f"{', '.join(gone)}: withdrawn, but in it"] * bool(gone)
    return (*stale, *affected)


@derived
def _choice(event: Event) -> Choice | None:
    """Who chooses next in the half to be drawn, in the order of the stages."""
    number = len(event.published) + 1
    for key, starts in STARTS.items():
        if starts == number:
            asked = choosing(event, flow(event), key)
            if asked is not None and asked.choice is not None:
                return asked.choice
    return None


_FEW = {
    16: "the eight losers of the qualifying match play SKO round 1 for their ranking only: all "
    "eight go on",
    17: "nine teams play SKO round 1: the first has a bye, one is out and waits for Swiss round 3",
    18: "nine winners for eight places in the DKO: the ninth plays SKO round 1, where two are out",
    19: "nine winners for eight places in the DKO: the ninth plays SKO round 1, where three are "
    "out and play a triangle of seven boards in Swiss round 2",
}


def advice(event: Event) -> list[Advice]:
    """The size of the entry while entries are taken, and what the printed tables say otherwise."""
    if event.published:
        row = flow(event).row
        remarks = [Advice(row.remark)] if row is not None and row.remark else []
        return remarks + _left_open(event)
    count = sum(event.entrant(id).active(1) for id in seeding(event))
    try:
        layout(count)
    except Refused as refusal:
        return [Advice(str(refusal), urgent=True)] if count > 1 else []
    stages = flow(event)
    if stages.row is None:
        return [Advice(f"one qualifying match of 28 boards; {_FEW[count]}")]
    row = stages.row
    pools = f"{row.pool_a} in Pool A, {row.pool_b} in Pool B"
    size = f"{count} teams: {pools}{', a triangle of three' * bool(row.triangle)}"
    return [Advice(size)] + ([Advice(row.remark)] if row.remark else [])


def _left_open(event: Event) -> list[Advice]:
    """Teams that have left while their match runs."""
    after = len(event.published) + 1
    gone = [e for e in event.entrants if not e.active(after)]
    return [
        Advice(f"{e.name} has withdrawn: {consequence}", urgent=True)
        for e in gone
        for consequence in left_open(event, e.id)
    ]
