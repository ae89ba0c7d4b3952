"""The place Bracket: trees of a knockout, the flow of stages, results entered in them.

A result is typed as the tree shows the match, the upper side first, whoever has White on the
board; it is saved as the board has it.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events, work

from engine.actions import CLEAR, EnterResult
from engine.bracket_words import match_on_board
from engine.event import Event, Match, Round
from engine.protocol import ResultForm
from engine.refusal import Refused, Stale
from engine.tables import StandingTable
from saves.safe_text import safe
from tui.keyboard import key_of
from tui.keys import Command, keys_of, result_keys
from tui.places.result_questions import beyond_told, earlier_question, free_to_enter, given
from tui.places.result_words import LINE_STARTS, begins_line, brief, how_typed, line_example
from tui.screens.bracket_view import BracketView
from tui.screens.bracket_words import match_lines
from tui.screens.choice_dialog import choose_opponents
from tui.screens.dialogs import Telling
from tui.screens.finals_dialog import settle_finals
from tui.screens.panel_lines import panel_lines
from tui.screens.standings_lines import note_lines, standing_lines
from tui.widgets.lines import Line, line

DIALOG_WIDTH = 80


class BracketPlace(BracketView):
    """The tree, with what can be done in it."""

    # Results, by the same forms and the same action as in Results

    async def on_place_key(self, event: events.Key) -> bool:
        """A result of the selected match."""
        key = key_of(event)
        if key in self.keys:
            return False
        found = self._board(self.desk.event)
        if found is None:
            if key in LINE_STARTS:
                self.message("this match is on no board yet: F2 draws the round", "bad")
                return True
            return False
        form = self.desk.format.result_form(found[1])
        choice = next((k for k in form.keys if key in result_keys(k, False)), None)
        if begins_line(form, key):
            self._open_line(form, key)
        elif choice is not None:
            await self._take(choice.text)
        elif form.kind == "line" and key in LINE_STARTS:
            self._open_line(form, key)
        else:
            return False
        return True

    def _board(self, event: Event) -> tuple[Round, Match] | None:
        ways = self.ways(event)
        if ways is None or self.at not in ways.place:
            return None
        fixture = ways.filled.fixtures[self.at]
        match = match_on_board(event, fixture)
        return (
            None if match is None or fixture.round is None else (event.round(fixture.round), match)
        )

    def first_keys(self, event: Event) -> str:
        """How a result of the selected match is written."""
        found = self._board(event)
        if found is None:  # blank, so that the keys behind it stay where they are
            return " " * len(self._example)
        self._example = f" {self.desk.format.result_form(found[1]).example} "
        return self._example

    def extra_help(self) -> Sequence[Command]:
        """The format's result keys."""
        found = self._board(self.desk.event)
        if found is None:
            return []
        form = self.desk.format.result_form(found[1])
        return [
            Command(k.id, "bracket", k.label, keys, how_typed(form, k, keys[0]))
            for k in form.keys
            for keys in (result_keys(k, False),)
        ]

    def _turned(self, match: Match) -> bool:
        """Whether the side that stands below in the tree is White, or home, on the board."""
        ways = self.ways(self.desk.event)
        return ways is not None and ways.filled.fixtures[self.at].home != match.white

    def _open_line(self, form: ResultForm, first: str) -> None:
        at = self.at

        async def take(text: str) -> None:
            try:
                await self._take(form.parse(text).text)
            except Refused as refusal:
                # the line stays open: a tie only needs its tie-break added
                if text.strip():
                    self._open_line(form, text)
                self.message(str(refusal), "bad")

        def done(text: str) -> None:
            if self.at == at:
                self.call_later(take, text)

        self.prompt(f"{self._sides()} ({line_example(form, first)})", done)
        if self._prompt is not None:
            self._prompt.text = first
            self._show_foot()

    def _sides(self) -> str:
        found = self._board(self.desk.event)
        if found is None:
            return ""
        upper, lower = found[1].pair[::-1] if self._turned(found[1]) else found[1].pair
        names = (safe(self.desk.event.entrant(id).name, 14) for id in (upper, lower))
        return " - ".join(names)

    async def _take(self, text: str) -> None:
        """The result of the selected match: saved at once, or asked about first."""
        event = self.desk.event
        found = self._board(event)
        if found is None:
            raise Refused("this match is on no board", "", "F2 draws the round")
        round, match = found
        if text != CLEAR and self._turned(match):
            text = self.desk.format.result_form(match).parse(text).turned().text
        was = match.result.text if match.result else None
        if text == (was or CLEAR):
            stands = f"is {brief(text)} already" if match.result else "has no result"
            self.message(f"{event.board_name(match.board)} {stands}: not changed")
        elif (
            was is None
            and free_to_enter(event, round, match)
            and not beyond_told(event, self.desk.format, round.number, match.board, text)
        ):
            await self._save(EnterResult(match.board, text, None, round.number))
        else:
            self._ask(round, match, was, text)

    async def _save(self, action: EnterResult) -> None:
        at = self.at
        with self.console.batch_update():  # the result and the next match in one picture
            try:
                await self.desk.do(action, more=True)
            except Stale as stale:
                raise Refused(stale.what, stale.why, "look at it, then enter it again") from stale
            if action.was is None:
                self._advance()
            self.message(f"{self._told(at)} · u undoes", "done")

    def _told(self, id: str) -> str:
        """`Ødegren 45, Tullyroe 31`: short, so that nothing moves on the screen."""
        ways = self.ways(self.desk.event)
        if ways is None or id not in ways.place:
            return "entered"
        both = ways.words(self.desk.event, id)
        return ", ".join(f"{safe(side.name, 10)} {side.score}" for side in both)

    def _advance(self) -> None:
        """On to the next match that is open."""
        ways = self.ways(self.desk.event)
        if ways is None or self.at not in ways.place:
            return
        following = ways.next_open(self.desk.event, self.at)
        if following is not None and ways.filled.fixtures[following].state == "drawn":
            self.go_to(following)

    @work(exclusive=True, group="asking")
    async def _ask(self, round: Round, match: Match, was: str | None, text: str) -> None:
        event, undone = self.desk.event, False
        if free_to_enter(event, round, match):
            where = event.board_name(match.board).capitalize()
            question = f"{where} has {brief(was)}: {given(text)} instead?"
            beyond = beyond_told(event, self.desk.format, round.number, match.board, text)
            if beyond:
                question, undone = f"{beyond}\n\nEnter it all the same?", True
        else:
            question, undone = earlier_question(
                event, self.desk.format, round.number, match.board, was, text
            )
        names = " - ".join(safe(event.entrant(id).name, 30) for id in match.pair)
        if await self.console.ask(f"{names}\n\n{question}"):
            await self._save(
                EnterResult(match.board, text, was, round.number, was is not None, undone)
            )

    # Looking closer

    @work(exclusive=True, group="asking")
    async def action_details(self) -> None:
        """All about the selected match."""
        ways = self._known()
        title = ways.node(self.at).label
        lines = match_lines(self.desk.event, ways, self.at, self.desk.format)
        await self.console.push_screen_wait(Telling(title, lines))

    @work(exclusive=True, group="asking")
    async def action_beside(self) -> None:
        """The tables of the stages, the Swiss first, then lucky losers and what else there is."""
        event, room = self.desk.event, min(self.size.width, DIALOG_WIDTH) - 8
        lines = [one for t in self.desk.format.standings(event)[1:] for one in _table(t, room)]
        lines += panel_lines(self.desk.format.panels(event), room)
        if not lines:
            self.message("this format shows no tables beside the bracket")
            return
        lines = [Line(one.parts, row) for row, one in enumerate(lines)]
        await self.console.push_screen_wait(Telling("Beside the bracket", lines))

    @work(exclusive=True, group="asking")
    async def action_finals(self) -> None:
        """Places in the finals, and play-offs for them."""
        await settle_finals(self)

    # On to the next round

    def action_choose(self) -> None:
        """The draw by choice."""
        choose_opponents(self)

    async def action_draw(self) -> None:
        """To Pairings, and draw there."""
        await self.console.go("pairings")
        front, draw = self.console.front, keys_of("pairings").get("d")
        if front is not None and front.place == "pairings" and draw is not None:
            front.call_later(front.run_command, draw)


def _table(table: StandingTable, room: int) -> list[Line]:
    heads, lines = standing_lines(table, room)
    notes = [line(f"   {text}", "dim") for text in note_lines(table, room)]
    return [line(f" {safe(table.name, 60)}", "group"), heads, *lines, *notes, Line()]
