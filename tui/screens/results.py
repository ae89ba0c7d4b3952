"""The place Results: the control desk, one key a result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from textual import events, work

from engine.actions import CLEAR, EnterResult, EnterResults, Withdraw
from engine.event import Event, Match, Round
from engine.protocol import KeyChoice, ResultForm, missing_boards
from engine.refusal import Refused, Stale
from engine.results import GameResult
from saves.safe_text import fold, safe
from tui.keys import Command
from tui.screens.correction import correct_board
from tui.screens.place import Place, typed
from tui.screens.results_lines import (
    BoardLines,
    Widths,
    bye_lines,
    entered_elsewhere,
    head_line,
    last_text,
    result_text,
)
from tui.widgets.lines import Line, line

PASTE_LIMIT = 4000
"""Characters of a paste; a round has fewer results."""
NUMLOCK_KEYS = {"insert", "delete", "kp_begin", "clear"}


@dataclass(frozen=True, slots=True)
class Typed:
    """A result that was typed: where, what, and what stood there when it was."""

    round: int
    board: int
    text: str
    was: str | None


class Results(Place):
    """Results typed at the speed of reading slips.

    A key is taken against the board selected when it is typed, and the next open board is
    selected at once; the saves follow in order, each row painted when its save is acknowledged.
    """

    place = "results"

    def __init__(self) -> None:
        super().__init__()
        self._round: int | None = None
        self._missing_only = False
        self._rows = BoardLines()
        self._queue: asyncio.Queue[Typed | Callable[[], object]] = asyncio.Queue()
        self._waiting: dict[tuple[int, int], str] = {}
        self._unsaved: dict[tuple[int, int], str] = {}
        self._second_scheme = False
        self._name = ""
        self._asked = False

    def on_mount(self) -> None:
        """The saves run beside the keys."""
        super().on_mount()
        self._save_in_order()

    # What is shown

    def round_shown(self, event: Event) -> Round | None:
        """The round in play, or an earlier one that was gone to."""
        if self._round is not None:
            return next((r for r in event.published if r.number == self._round), event.current)
        return event.current

    def show(self, event: Event) -> None:
        """One line a board."""
        round = self.round_shown(event)
        if round is None:
            self.body.show(_nothing_yet(self.desk.format.next_step(event).name))
            return
        unsaved = {b: text for (r, b), text in self._unsaved.items() if r == round.number}
        lines = self._rows.of(event, round, Widths.of(self.size.width), unsaved)
        if self._missing_only:
            open_ones = {*missing_boards(round), *unsaved}
            lines = [one for one in lines if one.key in open_ones]
            if not lines:
                lines = [line("   all results of this round are in", "done")]
        else:
            lines = lines + bye_lines(event, round)
        first = not self.body.lines
        self.body.show(lines)
        if first and self._open_after(round, None) is not None:
            self.body.select(self._open_after(round, None), jump=True)

    def status_text(self, event: Event) -> str:
        """Round, results in and missing."""
        round = self.round_shown(event)
        if round is None:
            return "no round is published"
        missing = len(missing_boards(round))
        total = len(round.matches)
        count = f"{total - missing} of {total} in · {missing} missing" if missing else "all in"
        only = " · MISSING ONLY" if self._missing_only else ""
        past = " (earlier round)" if round is not event.current else ""
        return f"round {round.number} of {event.settings.rounds}{past} · {count}{only}"

    def head(self, event: Event) -> Line | None:
        """Column heads."""
        return head_line(Widths.of(self.size.width)) if self.round_shown(event) else None

    def foot(self, event: Event) -> Line:
        """Who entered what last."""
        desk = self.desk
        return line(last_text(desk.recent, desk.undone, desk.elsewhere), "dim")

    def first_keys(self, event: Event) -> str:
        """The result keys of the selected board, for the key line."""
        form = self._form(event)
        if form is None:
            return ""
        if form.kind == "line":
            return f" {form.example} "
        return " " + "  ".join(_short(k, self._second_scheme) for k in _main_keys(form)) + " "

    def extra_help(self) -> Sequence[Command]:
        """The format's result keys."""
        form = self._form(self.desk.event)
        keys = form.keys if form else ()
        return [
            Command(k.id, "results", k.label, self._keys(k), f"result {result_text(k.text)}")
            for k in keys
        ]

    # What is typed

    def _keys(self, choice: KeyChoice) -> tuple[str, ...]:
        return choice.second if self._second_scheme else choice.keys

    def selected_match(self, event: Event) -> Match | None:
        """The match of the selected line."""
        round, board = self.round_shown(event), self.body.selected
        if round is None or not isinstance(board, int):
            return None
        return next((m for m in round.matches if m.board == board), None)

    def _form(self, event: Event) -> ResultForm | None:
        match = self.selected_match(event)
        return self.desk.format.result_form(match) if match else None

    async def on_place_key(self, event: events.Key) -> bool:
        """Results before everything else."""
        key = typed(event)
        form = self._form(self.desk.event)
        if form is not None:
            if form.kind == "game" and (choice := self._choice(form, key)):
                self._take(choice.text)
                return True
            if form.kind == "line" and key in "0123456789":
                self._open_line(form, key)
                return True
        if key in self.keys or key in ("j", "k"):
            return False
        if event.key in NUMLOCK_KEYS:
            self.message("NumLock is off: the keypad sends no digits", "bad")
            return True
        if event.is_printable:
            self._wrong(key)
            return True
        return False

    def _choice(self, form: ResultForm, key: str) -> KeyChoice | None:
        return next((k for k in form.keys if key in self._keys(k)), None)

    def _wrong(self, key: str) -> None:
        form = self._form(self.desk.event)
        known = " ".join(self._keys(k)[0] for k in form.keys) if form and form.keys else "?"
        shown = "space" if key == "space" else safe(key, 12)
        self.message(f"{shown} is no result and nothing was changed; results: {known}", "bad")

    def _open_line(self, form: ResultForm, first: str) -> None:
        def done(text: str) -> None:
            try:
                self._take(form.parse(text).text)
            except Refused as refusal:
                self.message(str(refusal), "bad")

        self.prompt(f"board {self.body.selected} ({form.example})", done)
        if self._prompt is not None:
            self._prompt.text = first
            self._show_foot()

    def _take(self, text: str) -> None:
        """The result of the selected board; the next open one is selected."""
        event = self.desk.event
        round, match = self.round_shown(event), self.selected_match(event)
        if round is None or match is None:
            return
        entered = Typed(round.number, match.board, text, self._stood(round, match))
        if round is not event.current:
            self._ask_earlier(entered, event)
            return
        self._put(entered)
        if text != CLEAR:
            self._advance(round, match.board)

    def _stood(self, round: Round, match: Match) -> str | None:
        """What the arbiter replaces knowingly; somebody else's result is never that.

        It may have come to the screen the blink of an eye before the key.
        """
        typed = self._waiting.get((round.number, match.board))
        if typed is not None:
            return None if typed == CLEAR else typed
        if match.result is None:
            return None
        desk = self.desk
        theirs = entered_elsewhere(desk.recent, desk.elsewhere, desk.undone, match.board)
        return None if theirs and not match.result.provisional else match.result.text

    def _put(self, entered: Typed) -> None:
        place = (entered.round, entered.board)
        self._unsaved.pop(place, None)
        self._waiting[place] = entered.text
        self._queue.put_nowait(entered)

    def _open_after(self, round: Round, board: int | None) -> int | None:
        """The next board without a result, typed or entered; from the top after the last."""
        order = list(round.matches)
        at = next((i + 1 for i, m in enumerate(order) if m.board == board), 0)
        for match in (*order[at:], *order[:at]):
            standing = self._waiting.get((round.number, match.board))
            still_open = match.open if standing is None else standing == CLEAR
            if still_open and match.board != board:
                return match.board
        return None

    def _advance(self, round: Round, board: int) -> None:
        following = self._open_after(round, board)
        if following is not None:
            self.body.select(following, hold=True)
        else:
            self._queue.put_nowait(lambda: self._say_all_in(round.number))

    def _say_all_in(self, number: int) -> None:
        round = self.round_shown(self.desk.event)
        if round is not None and round.number == number and not missing_boards(round):
            self.message(
                f"all results of round {number} are in: F4 standings, F2 next round", "done"
            )

    def on_paste(self, event: events.Paste) -> None:
        """Results pasted: taken one by one, until something is none."""
        event.stop()
        text = event.text
        if self._prompt is not None:
            self._prompt.text = safe(self._prompt.text + text, 60)
            self._show_foot()
            return
        if len(text) > PASTE_LIMIT:
            self.message(f"{len(text):,} characters pasted: too many, nothing was entered", "bad")
            return
        taken = 0
        for character in text:
            if character.isspace():
                continue
            match = self.selected_match(self.desk.event)
            form = self._form(self.desk.event)
            choice = self._choice(form, character) if form else None
            waiting = match and self._waiting.get((self._number(), match.board))
            if match is None or choice is None or not match.open or waiting:
                why = "is no result" if choice is None else "has no open board left"
                told = f"paste stopped: {safe(character)} {why}; {taken} results were taken"
                self.message(told, "bad")
                return
            self._take(choice.text)
            taken += 1

    def _number(self) -> int:
        round = self.round_shown(self.desk.event)
        return round.number if round else 0

    # Saving, in order

    async def saved(self) -> None:
        """Wait until everything typed so far is saved, or has stopped."""
        await self._queue.join()

    @work(group="saving")
    async def _save_in_order(self) -> None:
        while True:
            job = await self._queue.get()
            if isinstance(job, Typed):
                await self._save(job)
            else:
                made = job()
                if asyncio.iscoroutine(made):
                    await made
            self._queue.task_done()

    async def _save(self, job: Typed) -> None:
        place = (job.round, job.board)
        action = EnterResult(job.board, job.text, job.was, job.round, job.was is not None)
        try:
            await self.desk.do(action, more=not self._queue.empty())
            self.body.settle()
        except Stale as stale:
            self._forget(place, job.text)
            await self._conflict(action, stale)
        except Refused as refusal:
            self._stop(job, refusal)
        else:
            self._forget(place, job.text)

    def _forget(self, place: tuple[int, int], text: str) -> None:
        if self._waiting.get(place) == text:
            del self._waiting[place]

    def _stop(self, job: Typed, refusal: Refused) -> None:
        """A save failed: what was typed since is not saved either, and the rows say so."""
        failed = [job]
        while not self._queue.empty():
            later = self._queue.get_nowait()
            self._queue.task_done()
            if isinstance(later, Typed):
                failed.append(later)
        for one in failed:
            self._forget((one.round, one.board), one.text)
            self._waiting.pop((one.round, one.board), None)
            self._unsaved[(one.round, one.board)] = one.text
        self.body.select(job.board)
        self.repaint()
        more = f" (and {len(failed) - 1} more)" if len(failed) > 1 else ""
        why = str(refusal).removeprefix("NOT SAVED: ")
        self.message(f"NOT SAVED: board {job.board}{more}: {why}", "bad")

    async def _conflict(self, action: EnterResult, stale: Stale) -> None:
        """Another desk was there first: theirs stays unless `y`."""
        self.body.select(action.number)
        what = (
            "clear it"
            if action.result == CLEAR
            else f"overwrite it with {result_text(action.result)}"
        )
        if not await self.desk.ask(
            f"{stale.what}. You typed {result_text(action.result)}: {what}?"
        ):
            return
        event = self.desk.event
        now = event.round(action.round or 0).match(action.number).result
        again = replace(action, was=now.text if now else None, replace=True)
        await self.desk.act(again)

    @work(group="asking")
    async def _ask_earlier(self, entered: Typed, event: Event) -> None:
        """Results of an earlier round ask, saying what depends on them."""
        if self._asked:
            return
        self._asked = True
        try:
            later = [r.number for r in event.published if r.number > entered.round]
            told = f"Round {entered.round}, board {entered.board}: "
            told += f"{result_text(entered.was)} becomes {result_text(entered.text)}?\n\n"
            rounds = f"Rounds {later[0]} to {later[-1]}" if len(later) > 1 else f"Round {later[0]}"
            told += f"{rounds} stay as drawn, though drawn from the old result; "
            told += "standings change."
            if event.proposal is not None:
                told += f" The proposal of round {event.proposal.number} will be out of date."
            if await self.desk.ask(told.replace("_ becomes", "no result becomes")):
                self._put(entered)
        finally:
            self._asked = False

    # Actions of the table

    def action_undo(self) -> None:
        """After everything typed before."""
        self._queue.put_nowait(self._undo)

    async def _undo(self) -> None:
        try:
            await self.desk.action_undo()
        except Refused as refusal:
            self.message(str(refusal), "bad")
            return
        about = self.desk.turned()
        place = about.action.board() if about else None
        if place is not None:
            self.body.select(place[1])

    def action_find(self) -> None:
        """In Results a slash may be part of a result."""
        self._wrong("/")

    def action_find_next(self) -> None:
        """The next board with that name."""
        if not self._name or not self._select_name(self._name, self.body.cursor + 1):
            self.message("g and letters find a name; n the next one", "bad")

    def action_go_to(self) -> None:
        """To a board by its number, or to a name."""

        def changed(text: str) -> None:
            if text and not text.isdigit():
                self._name = fold(text)
                self._select_name(self._name, 0)

        def done(text: str) -> None:
            if text.isdecimal() and text.isascii():
                if self._all_rows() and not self.body.select(int(text)):
                    self.message(f"there is no board {int(text)} in this round", "bad")
            elif text and not self._select_name(fold(text), 0):
                self.message(f"nobody here is called {text}", "bad")

        self.prompt("go to board or name", done, changed)

    def _all_rows(self) -> bool:
        """All boards are listed: one that is gone to need not be missing."""
        if self._missing_only:
            self._missing_only = False
            self.repaint()
        return True

    def _select_name(self, wanted: str, start: int) -> bool:
        """The first board from that row on where a player's name, or a word of it, begins so."""
        event = self.desk.event
        round = self.round_shown(event)
        if round is None or not self._all_rows():
            return False
        count = len(round.matches)
        for row in (*range(start, count), *range(min(start, count))):
            match = round.matches[row]
            names = (fold(event.entrant(id).name) for id in match.pair)
            if any(n.startswith(wanted) or f" {wanted}" in n for n in names):
                return self.body.select(match.board, jump=True)
        return False

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
            self.message(f"round {number} is not published", "bad")
            return
        current = event.current
        self._round = None if current and number == current.number else number
        self.repaint()

    @work(group="asking")
    async def action_correct(self) -> None:
        """The selected board as it was really played."""
        round, match = self.round_shown(self.desk.event), self.selected_match(self.desk.event)
        if round is not None and match is not None:
            await correct_board(self.desk, round.number, match)

    @work(group="asking")
    async def action_adjourn_rest(self) -> None:
        """What is missing counts as a draw for pairing only."""
        round = self.round_shown(self.desk.event)
        missing = missing_boards(round) if round else ()
        if round is None or not missing:
            self.message("no result is missing", "bad")
            return
        boards = ", ".join(str(b) for b in missing[:12]) + (" …" if len(missing) > 12 else "")
        question = (
            f"{len(missing)} boards of round {round.number} have no result: {boards}.\n\n"
            "Count them as draws for the next pairing only (adjourned)? The true results are "
            "entered later."
        )
        if await self.desk.ask(question):
            rows = tuple((b, GameResult.ADJOURNED.text) for b in missing)
            await self.desk.act(EnterResults(rows, round.number))

    @work(group="asking")
    async def action_withdraw_loser(self) -> None:
        """Whoever forfeited on the selected board leaves the event."""
        event = self.desk.event
        match = self.selected_match(event)
        absent = _absent(match) if match else []
        if not absent:
            self.message("no forfeit on this board: withdraw in Entries (F1)", "bad")
            return
        first = len(event.published) + 1
        for id in absent:
            name = safe(event.entrant(id).name)
            if await self.desk.ask(f"Withdraw {name} from round {first} on?"):
                await self.desk.act(Withdraw(id))


def _absent(match: Match) -> list[str]:
    absent = {
        GameResult.WHITE_FORFEIT: [match.black],
        GameResult.BLACK_FORFEIT: [match.white],
        GameResult.DOUBLE_FORFEIT: [match.white, match.black],
    }
    return absent.get(match.result, []) if isinstance(match.result, GameResult) else []


def _main_keys(form: ResultForm) -> list[KeyChoice]:
    wanted = ("result.white", "result.black", "result.draw", "result.clear")
    return [k for k in form.keys if k.id in wanted] or list(form.keys[:4])


def _short(choice: KeyChoice, second: bool) -> str:
    key = (choice.second if second else choice.keys)[0]
    return f"{key} {choice.label.removesuffix(' wins')}"


def _nothing_yet(step: str) -> list[Line]:
    remedy = {
        "register": "F1 Entries: enter the players first",
        "publish": "F2 Pairings: a proposal stands; P there publishes it",
    }
    text = remedy.get(step, "F2 Pairings: draw and publish the round")
    return [Line(), line("   No round is published yet.", "dim"), line(f"   {text}", "plain")]
