"""The place Pairings: a draw made, looked at, changed by hand, published."""

from __future__ import annotations

import asyncio

from textual import work

from engine.absence import absences
from engine.actions import (
    Discard,
    PublishRound,
    Release,
)
from engine.actions.results import may_be_adjourned
from engine.actions.rounds import results_missing
from engine.by_hand import weighed
from engine.event import Round
from engine.protocol import unplaced
from engine.refusal import Refused
from engine.rules import Severity
from saves.safe_text import safe
from tui.screens.choice_dialog import choose_opponents
from tui.screens.correction import correct_board, seat_late_entry
from tui.screens.dialogs import Telling
from tui.screens.pairings_asked import PairingsAsked
from tui.screens.pairings_lines import (
    Review,
)
from tui.screens.pairings_view import DRAW_RUNS
from tui.screens.pairings_words import altered_lines, altered_title, publish_question
from tui.screens.roll_call import roll_call
from tui.widgets.lines import line

LISTED = 68
"""Cells of a line in the list of what was changed."""
PUBLISH_KEYS = "y  publish      ↑ ↓  read      enter, esc, n  not yet"


class Pairings(PairingsAsked):
    """The proposal under review, or a published round, or what comes next."""

    # Drawing

    def action_draw(self) -> None:
        """The next round, or extra boards for late entrants."""
        event, format = self.desk.event, self.desk.format
        self._refuse_drawing()
        if event.proposal is not None:
            raise Refused(
                "a proposal stands", "", "r draws it again under the locks, R from scratch"
            )
        step = format.next_step(event)
        if step.choice is not None:
            choose_opponents(self)
            return
        late = format.late_boards(event) and bool(unplaced(event))
        if step.name == "play" and step.missing and not late:
            remedy = "enter them (F3)"
            if may_be_adjourned(event, format, step):
                remedy += f", or {format.adjourned_means()} (A there)"
            called = self.desk.format.round_name(step.round)
            raise results_missing(called, step.missing, remedy)
        self._viewed = None
        if absences(event, format) and not late:
            self._called()
        else:
            self._draw()

    @work(group="asking")
    async def _called(self) -> None:
        """The draw, once it is said of everybody who is missing whether he is drawn."""
        if await roll_call(self.console):
            self.repaint()
            self._draw()

    def action_choose(self) -> None:
        """The draw by choice of the next round."""
        choose_opponents(self)

    def _refuse_drawing(self) -> None:
        if self.desk.beside is not None:
            raise Refused(DRAW_RUNS, "", "wait, or stop it with x")

    @work(group="asking")
    async def action_redraw_rest(self) -> None:
        """Under the locks and bars as they stand."""
        review, event = self._redrawable(), self.desk.event
        if review is None:
            return
        free = [m for m in review.matches if frozenset(m.pair) not in review.locked]
        loose = [m for m in free if review.by_hand(m)]
        if loose:
            boards = ", ".join(str(m.board) for m in loose)
            word = event.board_word.capitalize() + "s" * (len(loose) > 1)
            who = "teams" if self.desk.format.of_teams(event) else "players"
            are, them = ("is", "it") if len(loose) == 1 else ("are", "them")
            question = (
                f"{word} {boards} {are} changed by hand and not locked: the new draw pairs these "
                f"{who} anew, and your change is lost.\n\nRedraw all the same? (n, then l on "
                f"the {event.board_word}, keeps {them})"
            )
            if not await self.console.ask(question):
                return
        self._draw(redraw=True, keep_choices=True)

    @work(group="asking")
    async def action_redraw(self) -> None:
        """Without locks, bars and changes by hand."""
        review = self._redrawable()
        if review is None:
            return
        number = review.round.number
        given = [i for i in self.desk.event.instructions if i.kind != "allow" and i.round == number]
        hand = sum(review.by_hand(m) for m in review.matches)
        word = self.desk.event.board_word.capitalize()
        chosen = sum(c.round == number and bool(c.opponent) for c in self.desk.event.choices)
        question = (
            f"Draw {self.desk.format.round_name(number)} again from scratch?\n\n"
            f"{word}s changed by hand: {hand}; locks and bars of this round: {len(given)}"
            f"{f'; opponents chosen: {chosen}' if chosen else ''}. They are all dropped."
        )
        if not await self.console.ask(question):
            return
        for one in given:
            await self.desk.act(Release(one.kind, one.a, one.b))
        self._draw(redraw=True)

    def _redrawable(self) -> Review | None:
        event = self.desk.event
        review = self.review(event)
        standing = event.proposal or (
            event.current if event.current and event.current.extra else None
        )
        if self.desk.beside is not None or review is None or review.round is not standing:
            self.message("there is no proposal here to draw again; d draws the next round", "bad")
            return None
        return review

    def action_cancel(self) -> None:
        """The running draw, or the mark."""
        if self.desk.beside is not None:
            self.desk.beside.cancel()
        elif self._picked is not None:
            self._picked = None
            self.repaint()
        elif self._viewed is not None:
            self._viewed = None
            self.repaint()

    @work(group="asking")
    async def action_discard(self) -> None:
        """The standing proposal."""
        event = self.desk.event
        extra = event.current is not None and event.current.extra is not None
        if event.proposal is None and not extra:
            self.message("there is no proposal", "bad")
            return
        if self._draw_runs():
            return
        if await self.console.ask("Take the proposal away? Changes by hand go with it."):
            self._picked = None
            await self.desk.act(Discard())

    # Publishing

    @work(group="asking")
    async def action_publish(self) -> None:
        """Asks, and says what must not be."""
        if self._draw_runs():
            return
        event = self.desk.event
        round = event.proposal or event.current
        if round is None or (round.published and round.extra is None):
            self.message("there is no proposal to publish; d draws the next round", "bad")
            return
        if round.altered and not round.published:
            await self._publish_altered(round)
            return
        review = Review(event, self.desk.format, round)
        musts = [c for c in review.conflicts if c.severity is Severity.MUST]
        notes = self.draw_notes(event)
        if await self.console.ask(publish_question(review, musts, notes)):
            await self._publish(PublishRound(round.number), round)

    async def _publish_altered(self, round: Round) -> None:
        """Everything by which it is not the engine's own draw is listed and recorded; asked
        once."""
        event, format = self.desk.event, self.desk.format
        review = self._reviewed
        if review is None or review.round is not round or review.costs is None:
            self.message("comparing with the engine's own draw …")
            review = Review(event, format, round)
            review = review.with_costs(await asyncio.to_thread(weighed, event, format, round))
        costs = review.costs
        assert costs is not None
        lines = altered_lines(review, LISTED)
        lines = [line(f" ! {safe(note, 200)}", "should") for note in self.draw_notes(event)] + lines
        told = Telling(altered_title(review), lines, PUBLISH_KEYS, {"y": "publish", "n": "not"})
        if await self.console.push_screen_wait(told) != "publish":
            return
        insist = any(c.severity is Severity.MUST for c in review.broken)
        action = PublishRound(round.number, insist, costs.departures, costs.worse)
        await self._publish(action, round)

    async def _publish(self, action: PublishRound, asked: Round) -> None:
        """Publish what was asked about, and nothing that has come in its place since."""
        if self._draw_runs():
            return
        event = self.desk.event
        standing = event.proposal or event.current
        if standing is None or (standing.number, _proposed(standing)) != (
            asked.number,
            _proposed(asked),
        ):
            said = "the proposal has changed meanwhile: look at it, then P again"
            if asked.extra is None and asked.number in {r.number for r in event.published}:
                said = f"{self.desk.format.round_name(asked.number)} was published meanwhile"
            self.message(said, "bad")
            return
        if await self.desk.act(action) is not None:
            self._viewed = self._picked = None
            called = self.desk.format.round_name(action.round)
            self.message(f"{called} is published: F3 enters its results", "done")

    @work(group="asking")
    async def action_seat(self) -> None:
        """A late entry has the seat of one of the selected board who did not come."""
        round, match = self.round_shown(self.desk.event), self._selected_match()
        if round is None or not round.published or match is None:
            self.message("select a board of the round in play: < shows it", "bad")
            return
        await seat_late_entry(self.console, round.number, match)

    @work(group="asking")
    async def action_correct(self) -> None:
        """A published board as it was really played."""
        event = self.desk.event
        round, match = self.round_shown(event), self._selected_match()
        if round is None and event.current is not None:
            self._viewed = event.current.number
            self.repaint()
            called = self.desk.format.round_name(self._viewed)
            told = f"this is {called}, the last published: select the board, then c"
            self.message(f"{told}; < goes to earlier rounds")
            return
        if round is None:
            self.message("no round is published yet: there is nothing to correct", "bad")
            return
        if not round.published or match is None:
            self.message("only a published board is corrected; change the proposal itself", "bad")
            return
        await correct_board(self.console, round.number, match)


def _proposed(round: Round) -> object:
    """What publication would put in play: the proposal, or the extra boards of a round in play."""
    return round.extra if round.published else round
