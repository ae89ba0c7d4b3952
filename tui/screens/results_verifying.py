"""The verification pass: every result entered again from the slips, and compared."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from textual import events

from engine.actions import CLEAR
from engine.actions.results import read_result
from engine.entrants import EntrantId
from engine.event import Event, Match, Round
from engine.protocol import ResultForm
from engine.refusal import Refused
from engine.results import GameResult
from engine.running import running
from tui.keyboard import key_of
from tui.screens.results_lines import due_now
from tui.screens.results_saving import ResultsSaving, Typed
from tui.screens.verifying_lines import Difference, MarkedLines, Progress, said
from tui.widgets.lines import Line

IN_QUESTION = "-in-question"
"""Class of the list while the selected board waits for a decision."""
DECIDING = frozenset({"keep_saved", "take_typed", "verify"})
PASSING = frozenset(
    {"help", "palette", "history", "projector", "clock", "key_scheme", "back", "quit"}
    | {"entries", "pairings", "results", "standings", "bracket", "next_place", "last_place"}
)
"""Actions that may be done while a board is in question: they change no result."""
Slip = tuple[EntrantId, EntrantId, str]
"""White, Black and the result: boards can be paired anew under the same number. `-`: none."""


class ResultsVerifying(ResultsSaving):
    """Compares what is typed with what is saved; nothing is changed unless the arbiter says so.

    What was entered again is kept by board: a board counts as verified only as long as
    that is what stands, so another desk's change, an undo or a save that failed put it back
    among those to do, however long one was away.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pass: int | None = None
        """Number of the round that is being verified."""
        self._agreed: dict[tuple[int, int], Slip] = {}
        """What the slips say, by (round, board)."""
        self._corrected: set[tuple[int, int]] = set()
        self._partly: dict[tuple[int, int], Slip] = {}
        """Boards of several games of which some were entered again, and agree."""
        self._difference: Difference | None = None
        self._marked = MarkedLines()
        self._places: tuple[Event, int, dict[int, tuple[int, int]]] | None = None

    @property
    def verifying(self) -> bool:
        """What is typed is compared, not entered: only while that round is shown."""
        round = self.round_shown(self.desk.event)
        return self._pass is not None and round is not None and round.number == self._pass

    @property
    def in_question(self) -> Difference | None:
        """The board on which the pass stands still."""
        return self._difference if self.verifying else None

    # The pass

    def action_verify(self) -> None:
        """Begin, go on, or leave it for now."""
        round = self.round_shown(self.desk.event)
        if round is None:
            raise Refused("nothing can be verified", "no round is published", "F2 draws one")
        if self.verifying:
            self._leave_pass(round)
            return
        progress = self._progress(round)
        if not progress.results:
            raise Refused("nothing can be verified", "no result is in", "enter results first")
        if progress.done:  # once more from the start
            self._forget_pass()
        # another desk may publish the next round meanwhile: the slips are of this one
        self._pass = self._round = round.number
        self._missing_only = False
        self.repaint()
        following = self._to_verify_after(round, None)
        if following is not None:
            self.body.select(following)
        self.message("enter every result again from its slip; v leaves the pass")

    def _forget_pass(self) -> None:
        self._agreed.clear()
        self._partly.clear()
        self._corrected.clear()

    def _leave_pass(self, round: Round) -> None:
        told = self._progress(round).ended
        current = self.desk.event.current
        self._pass = None
        self._settle_question()
        self._round = None if current and round.number == current.number else round.number
        self.repaint()
        self.message(told, "done")

    def compare(self, text: str) -> None:
        """What the slip of the selected board says; raises `Refused` where it is no result."""
        round, match = self.round_shown(self.desk.event), self.selected_match(self.desk.event)
        if round is None or match is None or self._difference is not None:
            return
        place = self._place(round, match.board)
        result = read_result(self.desk.format, self._as_on_slip(round, match), text)
        typed = result.text if result else CLEAR
        stands = self._stands(place, match)
        if typed == stands:
            self._agree(place, match, typed)
            self._go_on(round, match.board)
        elif "," in typed and Typed(*place, stands, was=typed).completes:
            self._partly[place] = (*match.pair, typed)
            where = self.desk.event.board_name(match.board)
            self.message(f"{where}: {said(typed)} agrees; now the other game")
        else:
            self._partly.pop(place, None)
            self._agreed.pop(place, None)
            saved = None if stands == CLEAR else stands
            self._difference = Difference(*place, match.pair, saved, typed)
            self.body.add_class(IN_QUESTION)
            self.repaint()
            self._ask_which()

    def _agree(self, place: tuple[int, int], match: Match, text: str) -> None:
        self._agreed[place] = (*match.pair, text)
        self._partly.pop(place, None)

    def _ask_which(self) -> None:
        if self._difference is not None:
            self.body.select(self._difference.board)
            self.message(self._difference.question, "bad")

    def _go_on(self, round: Round, board: int) -> None:
        """To the next board to verify; after the last one the pass says what it found."""
        following = self._to_verify_after(round, board)
        # this row and the status line alone: 500 slips come as fast as one can type
        widths = self._widths(self.desk.event, round)
        rows = self._rows.of(self.desk.event, round, widths, {}, self._abouts(round))
        shown = next((one for one in rows if one.key == board), None)
        if shown is not None:
            self.body.replace(self._mark(round, self._match(round, board), shown))
        self.status.show(self._status(self.desk.event))
        if following is not None:
            self.body.select(following)
        else:
            self._queue.put_nowait(partial(self._say_verified, round.number))

    def _say_verified(self, number: int) -> None:
        round = self.round_shown(self.desk.event)
        if round is None or round.number != number or not self.verifying:
            return
        progress = self._progress(round)
        if progress.done and self._difference is None:
            self.repaint()
            self.message(f"{progress.ended} · v ends the pass", "done")

    # Which is right

    def action_keep_saved(self) -> None:
        """What is saved is right: the slip was typed wrongly."""
        stopped, round = self._stopped()
        match = self._match(round, stopped.board)
        self._settle_question()
        self._agree((stopped.round, stopped.board), match, stopped.saved or CLEAR)
        self.repaint()
        self._go_on(round, stopped.board)

    def action_take_typed(self) -> None:
        """What was typed is right: a correction as any other, of what was seen."""
        stopped, round = self._stopped()
        event, place = self.desk.event, (stopped.round, stopped.board)
        match = self._match(round, stopped.board)
        self._settle_question()
        self._agree(place, match, stopped.typed)
        self._corrected.add(place)
        entered = Typed(*place, stopped.typed, stopped.saved)
        self.repaint()
        from tui.screens.result_questions import free_to_enter

        if free_to_enter(event, event.round(stopped.round), match):
            self._put(entered)
        else:
            self._ask_earlier(entered, event)
        self._go_on(round, stopped.board)

    def _put(self, entered: Typed) -> None:
        """After the correction of the last board the pass says what it found."""
        super()._put(entered)
        if self.verifying and self._pass is not None:
            self._queue.put_nowait(partial(self._say_verified, self._pass))

    def _stopped(self) -> tuple[Difference, Round]:
        round = self.round_shown(self.desk.event)
        if self.in_question is None or round is None:
            raise Refused("no board is in question", "", "v enters the results again")
        return self.in_question, round

    def _settle_question(self) -> None:
        self._difference = None
        self.body.remove_class(IN_QUESTION)

    def decides(self, event: events.Key) -> bool:
        """A key while a board is in question; True where it stops there.

        What was typed behind the difference belongs to slips that must be taken up again.
        """
        command = self.keys.get(key_of(event))
        if command is not None and command.id in DECIDING | PASSING:
            return False
        self._ask_which()
        return True

    # What stands, what is to do

    def _match(self, round: Round, board: int) -> Match:
        return next(m for m in round.matches if m.board == board)

    def _stands(self, place: tuple[int, int], match: Match) -> str:
        typed = self._waiting.get(place)
        if typed is not None:
            return typed
        return match.result.text if match.result else CLEAR

    def _place(self, round: Round, board: int) -> tuple[int, int]:
        """The round in which the board began, and its number: looked up once for all boards."""
        event = self.desk.event
        known = self._places
        if known is None or known[0] is not event or known[1] != round.number:
            own = {m.board: (round.number, m.board) for m in event.round(round.number).matches}
            on = {m.board: (r.number, m.board) for r, m in running(event, round.number)}
            known = self._places = (event, round.number, {**on, **own})
        return known[2][board]

    def _verified(self, round: Round, match: Match) -> bool:
        place = self._place(round, match.board)
        return self._agreed.get(place) == (*match.pair, self._stands(place, match))

    def _has_slip(self, round: Round, match: Match) -> bool:
        """A result that a slip says; an adjourned game has none yet."""
        stands = self._stands(self._place(round, match.board), match)
        return stands not in (CLEAR, GameResult.ADJOURNED.text)

    def _to_verify_after(self, round: Round, board: int | None) -> int | None:
        order = list(round.matches)
        at = next((i + 1 for i, m in enumerate(order) if m.board == board), 0)
        for match in (*order[at:], *order[:at]):
            if self._has_slip(round, match) and not self._verified(round, match):
                return match.board
        return None

    def _progress(self, round: Round) -> Progress:
        slips = [m for m in round.matches if self._has_slip(round, m)]
        verified = sum(self._verified(round, m) for m in slips)
        corrected = sum(
            self._verified(round, m)
            for m in round.matches
            if self._place(round, m.board) in self._corrected
        )
        return Progress(len(slips), verified, corrected)

    def _as_on_slip(self, round: Round, match: Match) -> Match:
        """The match with what was entered again of it, not with what is saved."""
        white, black, text = self._partly.get(self._place(round, match.board), ("", "", ""))
        empty = replace(match, result=None)
        if (white, black) != match.pair:
            return empty
        return replace(match, result=self.desk.format.result_form(empty).parse(text))

    # What is shown

    def _form(self, event: Event) -> ResultForm | None:
        match, round = self.selected_match(event), self.round_shown(event)
        if match is None or round is None or not self.verifying:
            return super()._form(event)
        return self.desk.format.result_form(self._as_on_slip(round, match))

    def _mark(self, round: Round, match: Match, shown: Line) -> Line:
        stopped = self._difference
        if stopped is not None and match.board == stopped.board:
            return self._marked.of(shown, "differs", stopped.typed)
        agrees = self._has_slip(round, match) and self._verified(round, match)
        return self._marked.of(shown, "agrees" if agrees else None)

    def marked(self, round: Round, lines: list[Line]) -> list[Line]:
        """The boards' lines with the marks of the pass."""
        if not self.verifying:
            return lines
        return [
            self._mark(round, match, one) for match, one in zip(round.matches, lines, strict=True)
        ]

    def show(self, event: Event) -> None:
        """A question is withdrawn where what it asks about is not what stands any more."""
        stopped, round = self.in_question, self.round_shown(event)
        if stopped is not None and round is not None:
            match = next((m for m in round.matches if m.board == stopped.board), None)
            place = (stopped.round, stopped.board)
            saved = stopped.saved or CLEAR
            if match is None or (match.pair, self._stands(place, match)) != (stopped.pair, saved):
                self._settle_question()
                where = self.desk.event.board_name(stopped.board)
                told = f"{where} was changed meanwhile: enter its slip again"
                self.message(told, "bad")
        super().show(event)

    def count_shown(self, round: Round) -> str:
        """How far the pass is, in place of what is missing."""
        return self._progress(round).status if self.verifying else super().count_shown(round)

    def works(self, id: str) -> bool:
        """For the key line: what decides while a board is in question; the pass once all is in,
        in the place of what is missing."""
        if self.in_question is not None:
            return id in DECIDING | {"help"}
        if id in ("keep_saved", "take_typed"):
            return False
        round = self.round_shown(self.desk.event)
        if id in ("missing", "verify") and round is not None:
            all_in = self.verifying or not (due_now(round) or self._missing_only)
            return all_in == (id == "verify")
        return super().works(id)

    def first_keys(self, event: Event) -> str:
        """While a board is in question no result can be typed."""
        return "" if self.in_question is not None else super().first_keys(event)

    def repaint(self) -> None:
        """Back from another place: the question stands where it stood."""
        super().repaint()
        stopped = self.in_question
        if stopped is None or not self.is_current:
            return
        match = self.selected_match(self.desk.event)
        if match is not None and match.board != stopped.board:
            self.body.select(stopped.board)

    def foot(self, event: Event) -> Line:
        """The question stays until it is answered."""
        stopped = self.in_question
        if stopped is None:
            return super().foot(event)
        return Line(((f"! {stopped.question}", "bad"),))
