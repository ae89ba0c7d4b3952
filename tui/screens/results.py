"""The place Results: the control desk, one key a result."""

from __future__ import annotations

from textual import events, work

from engine.actions import EnterResults, Withdraw
from engine.actions.presence import lost_by_leaving
from engine.alphabet import fold
from engine.entrants import Entrant
from engine.protocol import GAME_KEYS, ResultForm
from engine.refusal import Refused
from engine.results import GameResult
from saves.safe_text import safe
from tui.keyboard import AT_ONCE, key_of
from tui.screens.results_lines import (
    LINE_STARTS,
    begins_line,
    due_now,
    line_example,
)
from tui.screens.results_saving import absent_ones
from tui.screens.results_taking import ResultsTaking

NUMLOCK_KEYS = {"insert", "delete", "kp_begin", "clear"}
NUMLOCK_MOVES = ({"end": "1"}, {"end": "1", "pagedown": "3"})
"""Keys of lists that stand on keys of results too, in each scheme: told, for nobody looks."""


class Results(ResultsTaking):
    """Results typed at the speed of reading slips.

    A key is taken against the board selected when it is typed, and the next open board is
    selected at once; the saves follow in order, each row painted when its save is acknowledged.
    """

    def __init__(self) -> None:
        super().__init__()
        self._name = ""

    async def on_place_key(self, event: events.Key) -> bool:
        """Results before everything else."""
        self.follow_round()
        if self.in_question is not None:
            return self.decides(event)
        key = key_of(event)
        form = self._form(self.desk.event)
        if form is not None:
            if begins_line(form, key):
                self._open_line(form, key)
                return True
            if choice := self._choice(form, key):
                self._take(choice.text)
                return True
            if form.kind == "line" and key in LINE_STARTS:
                self._open_line(form, key)
                return True
        if key in self.keys or key in ("j", "k"):
            return False
        if event.key in NUMLOCK_KEYS:
            self.message("NumLock is off: the keypad sends no digits", "bad")
            return True
        if meant := NUMLOCK_MOVES[self.desk.second_scheme].get(event.key):
            self.body.take_key(event.key)
            self.message(f"if {meant} was meant, NumLock is off: no result was entered", "info")
            return True
        if event.key in AT_ONCE:
            return False
        if event.key in ("enter", "escape") or self.body.take_key(event.key):
            return True
        self._wrong(key)
        return True

    def _wrong(self, key: str) -> None:
        form = self._form(self.desk.event)
        if self.round_shown(self.desk.event) is None:
            self.message("no round is published, so nothing was entered: F2 draws", "bad")
            return
        if form is None and self._missing_only:
            self.message("no result is missing and nothing was changed: m shows all boards", "bad")
            return
        known = " ".join(self._keys(k)[0] for k in form.keys) if form and form.keys else "?"
        shown = "space" if key == "space" else safe(key, 12)
        self.message(f"{shown} is no result and nothing was changed; results: {known}", "bad")

    def _open_line(self, form: ResultForm, first: str) -> None:
        board = self.body.selected
        where = f"{self.desk.event.board_word} {board}"

        def done(text: str) -> None:
            if self.body.selected != board:
                self.message(f"{where} is not selected any more: nothing was changed", "bad")
                return
            sign = self._choice(form, text) if begins_line(form, text) else None
            try:
                # a sign and enter is enough for a walkover; with a number behind it it is none
                self._take(sign.text if sign else form.parse(text).text)
            except Refused as refusal:
                # the line stays open: a tie only needs its tie-break added
                if text.strip():
                    self._open_line(form, text)
                self.message(str(refusal), "bad")

        self.prompt(f"{where} ({self._line_hint(form, first)})", done)
        if self._prompt is not None:
            self._prompt.text = first
            self._show_foot()

    def _line_hint(self, form: ResultForm, first: str) -> str:
        """What the line asks for, and whose point a sign is where the format says so."""
        event, match = self.desk.event, self.selected_match(self.desk.event)
        asked = line_example(form, first)
        if match is None or begins_line(form, first):
            return asked
        hint = self.desk.format.entry_hint(event, self._number(match.board), match)
        return f"{asked}: {safe(hint, 120)}" if hint else asked

    # Actions of the table

    def action_undo(self) -> None:
        """After everything typed before."""
        self._queue.put_nowait(self._undo)

    async def _undo(self) -> None:
        try:
            await self.console.action_undo()
        except Refused as refusal:
            self.message(str(refusal), "bad")
            return
        turned = self.desk.turned()
        boards = turned.action.about(None).boards if turned else ()
        if boards:
            self.body.select(boards[0])

    def action_find(self) -> None:
        """In Results a slash may be part of a result."""
        self._wrong("/")

    def action_find_next(self) -> None:
        """The next board with that name."""
        if not self._name or not self._select_name(self._name, self.body.cursor + 1):
            self.message("g and letters find a name; n the next one", "bad")

    def action_go_to(self) -> None:
        """To a board by its number, or to a name."""

        was, only = self.body.selected, self._missing_only

        def changed(text: str) -> None:
            if text.strip() and not text.strip().isdigit():
                self._name = fold(text)
                self._select_name(self._name, 0)

        def dropped() -> None:
            # whoever does not look types the next result for the board before the jump
            if self._missing_only != only:
                self._missing_only = only
                self.repaint()
            self.body.select(was)

        def done(typed: str) -> None:
            text = typed.strip()
            if text.isdecimal() and text.isascii():
                if self._all_rows() and not self.body.select(int(text)):
                    self.message(
                        f"there is no {self.desk.event.board_name(int(text))} in this round", "bad"
                    )
            elif not text:
                self.action_next_missing()
            elif not self._select_name(fold(text), 0):
                dropped()
                self.message(f"nobody here is called {text}", "bad")

        self.prompt("go to board or name", done, changed, dropped)

    def action_next_missing(self) -> None:
        """To the next board without a result; in the pass, to the next slip."""
        round, board = self.round_shown(self.desk.event), self.body.selected
        at = board if isinstance(board, int) else None
        if round is None:
            raise Refused("no result is missing", "no round is published", "F2 draws one")
        after = self._to_verify_after if self.verifying else self._open_after
        following = after(round, at)
        if following is None:
            self.message("there is no other one to do", "bad")
        else:
            self.body.select(following)

    def _all_rows(self) -> bool:
        """All boards are listed: one that is gone to need not be missing."""
        if self._missing_only:
            self._missing_only = False
            self.repaint()
        return True

    def _select_name(self, wanted: str, start: int) -> bool:
        """The first board from that row on with a player in whose name each word begins a word."""
        event = self.desk.event
        round = self.round_shown(event)
        if round is None or not self._all_rows():
            return False
        count = len(round.matches)
        for row in (*range(start, count), *range(min(start, count))):
            match = round.matches[row]
            if any(_called(wanted, event.entrant(id)) for id in match.pair):
                return self.body.select(match.board, jump=True)
        return False

    def action_key_scheme(self) -> None:
        """1 0 = for results, or 1 3 2: at this console, until the program ends."""
        self.desk.second_scheme = not self.desk.second_scheme
        self.refresh_frame()
        named = zip(GAME_KEYS, ("White", "Black", "draw", "clear"), strict=False)
        scheme = ", ".join(f"{self._keys(choice)[0]} {name}" for choice, name in named)
        self.message(f"result keys: {scheme}; K changes them back")

    def action_missing(self) -> None:
        """Only what is missing, or everything."""
        self._missing_only = not self._missing_only
        self.repaint()

    def action_round_before(self) -> None:
        """One round back."""
        self._go_round(-1)

    def action_round_after(self) -> None:
        """One round on."""
        self._go_round(1)

    def _go_round(self, by: int) -> None:
        event = self.desk.event
        round = self.round_shown(event)
        if round is None:
            return
        number = round.number + by
        if not any(r.number == number for r in event.published):
            self.message(f"{self.desk.format.round_name(number)} is not published", "bad")
            return
        current = event.current
        self._round = None if current and number == current.number else number
        self.repaint()

    @work(group="asking")
    async def action_correct(self) -> None:
        """The selected board as it was really played."""
        round, match = self.round_shown(self.desk.event), self.selected_match(self.desk.event)
        if round is not None and match is not None:
            from tui.screens.correction import correct_board

            await correct_board(self.console, self.began(round, match.board), match)

    @work(group="asking")
    async def action_seat(self) -> None:
        """A late entry has the seat of one of the selected board who did not come."""
        round, match = self.round_shown(self.desk.event), self.selected_match(self.desk.event)
        if round is not None and match is not None:
            from tui.screens.correction import seat_late_entry

            await seat_late_entry(self.console, self.began(round, match.board), match)

    @work(group="asking")
    async def action_adjourn_rest(self) -> None:
        """What is missing counts as a draw for pairing only."""
        round = self.round_shown(self.desk.event)
        missing = due_now(round) if round else ()
        if round is None or not missing:
            self.message("no result is missing", "bad")
            return
        if form := self._form(self.desk.event):
            form.parse(GameResult.ADJOURNED.text)
        called = self.desk.format.round_name(round.number)
        boards = ", ".join(str(b) for b in missing[:12]) + (" …" if len(missing) > 12 else "")
        question = (
            f"{len(missing)} boards of {called} have no result: {boards}.\n\n"
            f"{self.desk.format.adjourned_means().capitalize()} (adjourned)? The true results are "
            "entered later."
        )
        if await self.console.ask(question):
            rows = tuple((b, GameResult.ADJOURNED.text) for b in missing)
            current = self.desk.event.current
            here = None if current and round.number == current.number else round.number
            await self.desk.act(EnterResults(rows, here))

    @work(group="asking")
    async def action_withdraw_loser(self) -> None:
        """Whoever forfeited on the selected board leaves the event."""
        event = self.desk.event
        match = self.selected_match(event)
        absent = absent_ones(match) if match else []
        if not absent and self._forfeited is not None:
            round, board = self._forfeited
            absent = absent_ones(event.round(round).match(board))
        if not absent:
            self.message("no forfeit on this board: withdraw in Entries (F1)", "bad")
            return
        from tui.screens.leaving import withdraw_losing, withdrawal_question

        first = self.desk.format.round_name(len(event.published) + 1)
        for id in absent:
            name = safe(event.entrant(id).name)
            if lost := lost_by_leaving(self.desk.event, self.desk.format, id):
                await withdraw_losing(self.console, id, lost)
            elif await self.console.ask(
                withdrawal_question(self.console, id, f"Withdraw {name} from {first} on?")
            ):
                await self.desk.act(Withdraw(id))


def _called(wanted: str, entrant: Entrant) -> bool:
    """Whether each word that is wanted, folded, begins a word of the name; `#12` is the start
    number."""
    if wanted.startswith("#"):
        return wanted[1:].strip() == str(entrant.start_number)
    words = fold(entrant.name).replace(",", " ").split()
    return all(
        any(word.startswith(one) for word in words) for one in wanted.replace(",", " ").split()
    )
