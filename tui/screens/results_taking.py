"""Results as they are taken: one of the selected board, or a paste of many."""

from __future__ import annotations

from dataclasses import replace

from textual import events, work

from engine.actions import CLEAR
from engine.event import Round
from engine.protocol import KeyChoice, ResultForm
from engine.refusal import Refused
from saves.safe_text import safe
from tui.screens.results_lines import brief, due_now
from tui.screens.results_saving import Typed
from tui.screens.results_verifying import ResultsVerifying

PASTE_LIMIT = 4000
"""Characters of a paste; a round has fewer results."""


class ResultsTaking(ResultsVerifying):
    """What a result typed or pasted does: entered, compared, asked about, gone on from."""

    def _choice(self, form: ResultForm, key: str) -> KeyChoice | None:
        return next((k for k in form.keys if key in self._keys(k)), None)

    def _take(self, text: str) -> None:
        """The result of the selected board; the next open one is selected."""
        if self.verifying:
            self.compare(text)
            return
        event = self.desk.event
        round, match = self.round_shown(event), self.selected_match(event)
        if round is None or match is None:
            return
        number = self.began(round, match.board)
        entered = Typed(number, match.board, text, self._stood(number, match))
        from tui.screens.result_questions import free_to_enter

        if not free_to_enter(event, event.round(number), match):
            if text == (match.result.text if match.result else CLEAR):
                self._unsaved.pop((number, match.board), None)
                stands = f"is {brief(text)} already" if match.result else "has no result"
                self.message(
                    f"{event.called(number)}, {event.board_name(match.board)} {stands}: not changed"
                )
            else:
                self._ask_earlier(entered, event)
            return
        from tui.screens.result_questions import beyond_told

        beyond = beyond_told(event, self.desk.format, number, match.board, text)
        if beyond:
            self._ask_beyond(entered, f"{beyond}\n\nEnter it all the same?", round)
            return
        if entered.overwrites and self._open_after(round, None) is None:
            self._ask_full(entered)
            return
        self._put(entered)
        if text != CLEAR:
            self._advance(round, match.board)

    @work(group="asking")
    async def _ask_beyond(self, entered: Typed, question: str, round: Round) -> None:
        """A score that the boards cannot give is more likely a slip of the finger."""
        if self._asked:
            return
        self._asked = True
        try:
            if await self.console.ask(question):
                self._put(replace(entered, insist=True))
                self._advance(round, entered.board)
        finally:
            self._asked = False

    def _advance(self, round: Round, board: int) -> None:
        following = self._open_after(round, board)
        if following is not None:
            self.body.select(following, hold=True)
        else:
            self._queue.put_nowait(lambda: self._say_all_in(round.number))

    def _say_all_in(self, number: int) -> None:
        event = self.desk.event
        round = self.round_shown(event)
        if round is not None and round.number == number and not due_now(round):
            from tui.screens.all_in import all_in_told

            self.message(all_in_told(event, self.desk.format, round), "done")

    def on_paste(self, event: events.Paste) -> None:
        """Results pasted: taken one by one, until something is none."""
        event.stop()
        text = event.text
        self.follow_round()
        if self._prompt is not None:
            self._prompt.text = safe(self._prompt.text + text, 60)
            self._show_foot()
            return
        if len(text) > PASTE_LIMIT:
            self.message(f"{len(text):,} characters pasted: too many, nothing was entered", "bad")
            return
        form = self._form(self.desk.event)
        if form is not None and form.kind == "line":
            self._paste_lines(text.split())
            return
        taken = 0
        for character in text:
            if character.isspace():
                continue
            match = self.selected_match(self.desk.event)
            form = self._form(self.desk.event)
            choice = self._choice(form, character) if form else None
            if self.in_question is not None:
                self.message(
                    f"{self.in_question.question} · {taken} of the paste were taken", "bad"
                )
                return
            if self.verifying and choice is not None:
                self.compare(choice.text)
                taken += 1
                continue
            waiting = match and self._waiting.get((self._number(match.board), match.board))
            if match is None or choice is None or not match.open or waiting:
                why = "is no result" if choice is None else "has no open board left"
                told = f"paste stopped: {safe(character)} {why}; {taken} results were taken"
                self.message(told, "bad")
                return
            self._take(choice.text)
            taken += 1

    def _paste_lines(self, lines: list[str]) -> None:
        """Results that are lines, one after the other on open boards, until one is none."""
        for taken, text in enumerate(lines):
            match = self.selected_match(self.desk.event)
            form = self._form(self.desk.event)
            waiting = match and (self._number(match.board), match.board) in self._waiting
            if match is None or form is None or not match.open or waiting:
                told = f"paste stopped: {safe(text, 12)} has no open board left"
                self.message(f"{told}; {taken} results were taken", "bad")
                return
            try:
                result = form.parse(text).text
            except Refused as refusal:
                self.message(f"paste stopped after {taken} results: {refusal}", "bad")
                return
            number = self._number(match.board)
            from tui.screens.result_questions import beyond_told

            if beyond := beyond_told(
                self.desk.event, self.desk.format, number, match.board, result
            ):
                self.message(f"paste stopped after {taken} results: {beyond}", "bad")
                return
            self._take(result)
