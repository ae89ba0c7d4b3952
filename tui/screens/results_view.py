"""Results as it is looked at: the round, its boards, what is in and what is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from textual.timer import Timer

from engine.event import Event, Match, Round
from engine.match_words import about_match
from engine.protocol import KeyChoice, ResultForm, missing_boards
from engine.running import all_in, running
from saves.round_clock import read_clock
from tui.keys import Command, result_keys
from tui.screens.place import Fitting, Place
from tui.screens.results_lines import (
    BoardLines,
    Widths,
    adjourned_boards,
    bye_lines,
    count_text,
    due_now,
    half_in,
    head_line,
    how_typed,
    last_text,
    leaves_open,
    publication,
    rating_width,
)
from tui.widgets.lines import Line, line

CLOCK_SECONDS = 1
"""How often the round clock is looked at."""


class ResultsView(Place):
    """What is shown and selected; typing and saving stand in the classes built on it."""

    place = "results"
    remembered: ClassVar[Mapping[str, Fitting]] = {"_round": int, "_missing_only": bool}

    def __init__(self) -> None:
        super().__init__()
        self._round: int | None = None
        self._left_at: int | None = None
        """How many rounds were published when the round in play was last in front."""
        self._missing_only = False
        self._shown: int | None = None
        """Number of the round that stands in the list."""
        self._published: int | None = None
        """Number of the action that published it, if it is not long ago."""
        self._rows = BoardLines()
        self._waiting: dict[tuple[int, int], str] = {}
        """Typed and not yet acknowledged, by (round, board)."""
        self._unsaved: dict[tuple[int, int], str] = {}
        """Typed and not saved, by (round, board)."""
        self._clock_text = ""
        """What the round clock says, as it stands in the status line."""
        self._clock_timer: Timer | None = None

    def unsaved_results(self) -> Mapping[tuple[int, int], str]:
        """Those on their way, and those that a disk refused."""
        return {**self._waiting, **self._unsaved}

    def on_mount(self) -> None:
        """Look at the round clock now and then."""
        if self._clock_timer is None:  # heard of by every class that is built on this one
            self._clock_timer = self.set_interval(CLOCK_SECONDS, self._look_at_clock)

    def on_screen_resume(self) -> None:
        """The clock may have been set meanwhile. A round that was published meanwhile is in front,
        whatever earlier one was looked at before."""
        published = len(self.desk.event.published)
        if self._left_at is not None and self._left_at != published:
            self._round = None
        self._look_at_clock()

    def _look_at_clock(self) -> None:
        """The status line again where the clock says something new: not more often than once a
        minute."""
        if self.desk.closed or not self.is_current:
            return
        current = self.desk.event.current
        number = current.number if current else 0
        store = self.desk.store
        clock = read_clock(store.folder) if store.departure is None else None
        told = ""
        if clock is not None:
            from tui.projector.words import for_status

            told = for_status(clock, number, datetime.now().astimezone())
        if told != self._clock_text:
            self._clock_text = told
            self.refresh_frame()

    def round_shown(self, event: Event) -> Round | None:
        """The round in play, or an earlier one that was gone to; beside the boards that began in
        it those that still run."""
        found = event.current
        if self._round is not None:
            found = next((r for r in event.published if r.number == self._round), found)
        return with_running(event, found) if found is not None else None

    def began(self, round: Round, board: int) -> int:
        """The round in which a board of the list began."""
        event = self.desk.event
        if any(m.board == board for m in event.round(round.number).matches):
            return round.number
        on = (r.number for r, m in running(event, round.number) if m.board == board)
        return next(on, round.number)

    def show(self, event: Event) -> None:
        """One line a board."""
        if self._round is None or self._left_at is None:
            self._left_at = len(event.published)
        round = self.round_shown(event)
        if round is None:
            self._shown = None
            self.body.show(_nothing_yet(self.desk.format.next_step(event).name))
            return
        unsaved = {b: text for (r, b), text in self._unsaved.items() if r == self.began(round, b)}
        lines = self._rows.of(
            event, round, self._widths(event, round), unsaved, self._abouts(round)
        )
        lines = self.marked(round, lines)
        if self._missing_only:
            open_ones = {*missing_boards(round), *adjourned_boards(round), *unsaved}
            lines = [one for one in lines if one.key in open_ones]
            if not lines:
                lines = [line("   all results of this round are in: m shows them", "done")]
        else:
            lines = lines + bye_lines(event, round)
        self.body.show(lines)
        if self._is_new(round):
            self._shown = round.number
            self._published = publication(self.desk.recent, self.desk.undone, round.number)
            self.body.select(self._first_to_do(round), jump=True)

    def marked(self, round: Round, lines: list[Line]) -> list[Line]:
        """The boards' lines, with whatever marks they have."""
        return lines

    def count_shown(self, round: Round) -> str:
        """What is in and what is missing."""
        return count_text(round)

    def follow_round(self) -> None:
        """A key can come before the first picture of a new round: it is for that round."""
        round = self.round_shown(self.desk.event)
        if round is not None and self._is_new(round):
            self.show(self.desk.event)

    def _is_new(self, round: Round) -> bool:
        """Another round than in the list, or the same number published again."""
        return round.number != self._shown or self._published in self.desk.undone

    def status_text(self, event: Event) -> str:
        """Round, results in and missing."""
        round = self.round_shown(event)
        if round is None:
            return "no round is published"
        only = " · MISSING ONLY" if self._missing_only else ""
        counts = self._clock_text and self._round is None and not all_in(event)
        clock = f" · {self._clock_text}" if counts else ""
        current = event.current
        past = "" if current and round.number == current.number else " (earlier round)"
        told = f"{self.count_shown(round)}{only}{clock}"
        return f"{self.desk.format.round_of_all(event, round.number)}{past} · {told}"

    def head(self, event: Event) -> Line | None:
        """Column heads."""
        round = self.round_shown(event)
        if round is None:
            return None
        sides = self.desk.format.sides(event)
        abouts = set(self._abouts(round).values())
        about = abouts.pop() if len(abouts) == 1 else ""
        return head_line(self._widths(event, round), sides, event.board_word, about)

    def _abouts(self, round: Round) -> dict[int, str]:
        """By board what its match is: `SKO round 4 · 14 boards`."""
        return {m.board: about_match(self.desk.format, m) for m in round.matches}

    def _widths(self, event: Event, round: Round) -> Widths:
        rating = rating_width(event, self.desk.format)
        return Widths.of(self.size.width, round, rating, self._abouts(round).values())

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
            return f" {form.example} result "
        return " " + "  ".join(_key_texts(form, self.desk.second_scheme)) + " "

    def extra_help(self) -> Sequence[Command]:
        """The format's result keys."""
        form = self._form(self.desk.event)
        if form is None:
            return []
        line = (
            [
                Command(
                    "result.line", "results", "Result", ("1", "0", "="), f"as {form.example}, enter"
                )
            ]
            if form.kind == "line"
            else []
        )
        return line + [
            Command(k.id, "results", k.label, self._keys(k), how_typed(form, k, self._keys(k)[0]))
            for k in form.keys
        ]

    def _keys(self, choice: KeyChoice) -> tuple[str, ...]:
        return result_keys(choice, self.desk.second_scheme)

    def selected_match(self, event: Event) -> Match | None:
        """The match of the selected line."""
        round, board = self.round_shown(event), self.body.selected
        if round is None or not isinstance(board, int):
            return None
        return next((m for m in round.matches if m.board == board), None)

    def _form(self, event: Event) -> ResultForm | None:
        match = self.selected_match(event)
        return self.desk.format.result_form(match) if match else None

    def _first_to_do(self, round: Round) -> int | None:
        """The first board without a result, else the first adjourned, else the first of all."""
        found = self._open_after(round, None)
        if found is None:
            found = next(iter((*adjourned_boards(round), *(m.board for m in round.matches))), None)
        return found

    def _open_after(self, round: Round, board: int | None) -> int | None:
        """The next board without a result, typed or entered; from the top after the last."""
        order = list(round.matches)
        due = {*due_now(round), *half_in(round)}
        at = next((i + 1 for i, m in enumerate(order) if m.board == board), 0)
        for match in (*order[at:], *order[:at]):
            standing = self._waiting.get((self.began(round, match.board), match.board))
            still_open = match.board in due if standing is None else leaves_open(standing)
            if still_open and match.board != board:
                return match.board
        return None

    def _number(self, board: int) -> int:
        round = self.round_shown(self.desk.event)
        return self.began(round, board) if round else 0


def with_running(event: Event, round: Round) -> Round:
    """The round with the boards that began earlier and still run in it."""
    on = [m for _, m in running(event, round.number)]
    if not on:
        return round
    matches = sorted((*round.matches, *on), key=lambda m: m.board)
    return replace(round, matches=tuple(matches))


def _key_texts(form: ResultForm, second: bool) -> list[str]:
    """`1 White`, `0 Black` … for the key line, the two forfeits as one."""
    texts = {k.id: result_keys(k, second)[0] for k in form.keys}
    if "result.white" not in texts:
        return [f"{texts[k.id]} {k.label}" for k in form.keys[:4]]
    return [
        f"{texts['result.white']} White",
        f"{texts['result.black']} Black",
        f"{texts['result.draw']} draw",
        f"{texts['result.white-forfeit']} {texts['result.black-forfeit']} forfeit",
        f"{texts['result.clear']} clear",
    ]


def _nothing_yet(step: str) -> list[Line]:
    remedy = {
        "register": "F1 Entries: enter the players first",
        "publish": "F2 Pairings: a proposal stands; P there publishes it",
    }
    text = remedy.get(step, "F2 Pairings: draw and publish the round")
    return [Line(), line("   No round is published yet.", "dim"), line(f"   {text}", "plain")]
