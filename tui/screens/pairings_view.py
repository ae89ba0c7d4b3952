"""Pairings as it is looked at: the round, its marks, the why of a board."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import work
from textual.timer import Timer

from engine.by_hand import weighed
from engine.entrants import EntrantId
from engine.event import Event, Match, Round
from engine.refusal import Refused
from engine.staleness import changes_in_words, changes_since_the_draw
from engine.waiting import STALE
from saves.safe_text import safe
from tui.places.result_words import rating_width
from tui.screens.pairings_lines import (
    NARROW,
    Columns,
    Review,
    detail_lines,
    head_line,
    in_order_of_weight,
    legend,
    lines_of,
)
from tui.screens.pairings_words import (
    STALE_BY_INSTRUCTION,
    STALE_KEYS,
    advice_lines,
    draw_due,
    late_notes,
    marks_told,
    next_lines,
    no_proposal,
    only_instructed,
)
from tui.screens.place import Fitting, Place
from tui.screens.wrapping import wrapped
from tui.widgets.lines import Line, line

ON_PROPOSAL = {
    "swap", "side_left", "side_right", "turn", "lock", "bar", "allow", "redraw_rest",
    "redraw", "discard",
}  # fmt: skip


DRAW_RUNS = "a draw is running"


class PairingsView(Place):
    """What is shown and selected; what is done with it stands in the classes built on it."""

    place = "pairings"
    detail_height = 4
    remembered: ClassVar[Mapping[str, Fitting]] = {"_viewed": int}

    def __init__(self) -> None:
        super().__init__()
        self._viewed: int | None = None
        self._extra: list[int] = []
        """The proposed extra boards that stand in the list."""
        self._side: int = 0
        self._picked: EntrantId | None = None
        self._ticking: Timer | None = None
        self._reviewed: Review | None = None
        self._changed_from: Round | None = None
        """The proposal before the change that is being made."""
        self.body.decorate = self._with_side

    # What is shown

    def found_by(self, shown: Line) -> str:
        """The names of the line, or the start numbers where a number is looked for."""
        review = self._reviewed
        if review is None or not self._found.isdecimal():
            return shown.text
        match = review.match(shown.key)
        ids = match.pair if match else shown.key[1:] if isinstance(shown.key, tuple) else ()
        return self._found if self._found in {str(review.numbers[id]) for id in ids} else ""

    def round_shown(self, event: Event) -> Round | None:
        """The round gone to, else the proposal, else the round in play."""
        if self._viewed is not None:
            found = next((r for r in event.rounds if r.number == self._viewed), None)
            if found is not None:
                return found
        if event.proposal is not None:
            return event.proposal
        in_play = self.desk.format.next_step(event).name in ("play", "publish")
        return event.current if in_play else None

    def review(self, event: Event) -> Review | None:
        """What is known of the round shown, kept while the event is the same."""
        round = self.round_shown(event)
        if round is None:
            return None
        kept = self._reviewed
        if kept is None or kept.event is not event or kept.round is not round:
            drawn = None
            if round.published:
                drawn = self.desk.store.as_drawn(round)
            kept = self._reviewed = Review(event, self.desk.format, round, drawn)
            before, self._changed_from = self._changed_from, None
            if kept.weighing:
                self._weigh(kept, before)
        return kept

    @work(group="weighing", exclusive=True)
    async def _weigh(self, review: Review, before: Round | None) -> None:
        """What the changes by hand cost, counted beside the console: shown when it is known."""
        costs = await asyncio.to_thread(weighed, review.event, review.format, review.round, before)
        if self._reviewed is review:
            self._reviewed = review.with_costs(costs)
            self.repaint()

    def show(self, event: Event) -> None:
        """The round's groups and boards, or what comes next."""
        review = self.review(event)
        if review is None:
            self.body.show(next_lines(event, self.desk.format, self.size.width))
            return
        lines = lines_of(review, self._columns(event), self._picked)
        notes: Sequence[str] = ()
        if review.round is event.proposal:
            notes = self.draw_notes(event)
        elif review.round is event.current:
            notes = late_notes(event, self.desk.format)
        if notes:
            told = (wrapped(safe(note, 200), self.size.width, "!", most=2) for note in notes)
            lines = [line(text, "should") for texts in told for text in texts] + lines
        if review.round is event.proposal:
            lines = [*advice_lines(event, self.desk.format, self.size.width), *lines]
        self.body.show(lines)
        extra = [m.board for m in review.round.extra.matches] if review.round.extra else []
        if extra and extra != self._extra:
            self.body.select(extra[0])
        self._extra = extra

    def draw_notes(self, event: Event) -> Sequence[str]:
        """What is to be known of the standing proposal."""
        desk = self.desk
        notes = desk.format.next_step(event).notes
        if STALE not in notes:
            return notes
        word = STALE_BY_INSTRUCTION
        if not only_instructed(desk.recent, desk.undone):
            changes = changes_since_the_draw(event, desk.recent, desk.undone)
            word = f"changed since this draw: {changes_in_words(changes, event)}. {STALE_KEYS}"
            word = word if changes else STALE
        return [word if note == STALE else note for note in notes]

    def status_text(self, event: Event) -> str:
        """Round and its state."""
        round = self.round_shown(event)
        if self.desk.beside is not None:
            return "DRAWING" if self.desk.drawing else "COMPARING"
        if round is None:
            step = self.desk.format.next_step(event)
            called = self.desk.format.round_name(step.round)
            if step.choice is not None:
                chooser = safe(event.entrant(step.choice.chooser).name, 24)
                return f"{called} · DRAW BY CHOICE: {chooser} chooses"
            return "finished" if step.name == "finished" else f"{called} to be drawn"
        where = self.desk.format.round_of_all(event, round.number)
        if not round.published:
            narrow = self.size.width < NARROW
            return f"{where} · PROPOSAL" + ("" if narrow else ", not published")
        if round.extra is not None:
            return f"{where} · published · EXTRA BOARDS PROPOSED"
        return f"{where} · published"

    def head(self, event: Event) -> Line | None:
        """Column heads."""
        if self.round_shown(event) is None:
            return None
        return head_line(self._columns(event), event, self.desk.format)

    def _columns(self, event: Event) -> Columns:
        round = self.round_shown(event)
        sectioned = round is not None and any(match.section for match in round.matches)
        return Columns.of(self.size.width, rating_width(event, self.desk.format), sectioned)

    def detail(self, event: Event) -> Sequence[Line]:
        """Why the selected board is as it is."""
        review = self.review(event)
        if review is None or self.body.selected is None:
            return ()
        return detail_lines(review, self.body.selected, self.size.width, self.detail_height)

    def foot(self, event: Event) -> Line:
        """The legend with counts; while a draw runs, that it does."""
        if self.desk.beside is not None:
            doing = "drawing" if self.desk.drawing else "comparing"
            return line(f" {doing} … {self.desk.beside.seconds} s      x or esc stops it", "should")
        if self._picked is not None:
            name = safe(event.entrant(self._picked).name, 28)
            told = f" * {name} is marked; s on the second swaps them, esc unmarks"
            return line(told, "should")
        review = self.review(event)
        return line(legend(review), "dim") if review is not None else Line()

    def works(self, id: str) -> bool:
        """For the key line: what can be done with what is shown."""
        event = self.desk.event
        round = self.round_shown(event)
        proposal = round is not None and not round.published
        if id in (*ON_PROPOSAL, "publish") and self.desk.drawing:
            return False
        if id in ON_PROPOSAL:
            return proposal
        if id in ("cancel",):
            return self.desk.beside is not None
        if id == "choose":
            return self.desk.format.next_step(event).choice is not None
        if id == "draw":
            return self.desk.beside is None and draw_due(event, self.desk.format)
        if id == "publish":
            return proposal or (round is not None and round.extra is not None)
        if id == "correct":
            return round.published if round is not None else event.current is not None
        return round is not None

    def _with_side(self, shown: Line) -> Line:
        """The selected line, with the player that `s` would take pointed at."""
        review = self._reviewed
        if review is None or review.round.published or not isinstance(shown.key, int):
            return shown
        columns = self._columns(self.desk.event)
        at = columns.black if self._side else columns.white
        text = shown.text
        if text[at : at + 1] == "*":
            return shown
        return Line(((text[:at] + ">" + text[at + 1 :], "plain"),), shown.key)

    # What is selected

    def _selected_match(self) -> Match | None:
        review = self.review(self.desk.event)
        return review.match(self.body.selected) if review else None

    def _selected_player(self) -> EntrantId | None:
        match, key = self._selected_match(), self.body.selected
        if match is not None:
            return match.pair[self._side]
        return str(key[1]) if isinstance(key, tuple) else None

    def _draw_runs(self) -> bool:
        """Whether a draw of this desk runs, which is said: what stands is about to be replaced, and
        is neither changed nor published meanwhile."""
        runs = self.desk.drawing
        if runs:
            self.message(f"{DRAW_RUNS}: wait, or stop it with x", "bad")
        return runs

    def _proposal_board(self) -> Match:
        """The selected board of the proposal; `Refused` where there is none."""
        round = self.round_shown(self.desk.event)
        if round is None or round.published:
            if round is None:
                raise no_proposal(self.desk.format.next_step(self.desk.event), self.desk.format)
            raise Refused(
                "this is no proposal",
                "a published board is corrected, not changed",
                "c corrects it",
            )
        match = self._selected_match()
        if match is None:
            raise Refused("a bye has no colours and no opponent", "", "select a board")
        return match

    # Looking

    def action_next_mark(self) -> None:
        """To the next board to look at, the gravest conflicts first."""
        self._to_mark(1)

    def action_last_mark(self) -> None:
        """To the one before in that order."""
        self._to_mark(-1)

    def _to_mark(self, way: int) -> None:
        review = self.review(self.desk.event)
        if review is None:
            return
        keys = [one.key for one in self.body.lines if one.key is not None]
        marked = in_order_of_weight(review, keys)
        if not marked:
            self.message("no rule is broken, nothing changed by hand or locked", "done")
            return
        there = [key for _, key in marked]
        if self.body.selected in there:
            at = (there.index(self.body.selected) + way) % len(marked)
        else:
            at = 0 if way > 0 else -1
        kind, key = marked[at]
        self.body.select(key)
        self.message(marks_told(kind, key, marked), "info")

    def action_round_before(self) -> None:
        """One round back."""
        self._view(-1)

    def action_round_after(self) -> None:
        """One round on."""
        self._view(1)

    def _view(self, by: int) -> None:
        event = self.desk.event
        round = self.round_shown(event)
        number = (round.number if round else len(event.published) + 1) + by
        if number == len(event.published) + 1:
            self._viewed = None
        elif any(r.number == number for r in event.rounds):
            self._viewed = number
        else:
            self.message(f"{event.called(number)} is not drawn", "bad")
            return
        self._picked = None
        self.repaint()
