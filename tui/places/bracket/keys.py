"""Bracket by keys: from match to match, results of the selected one, on to the next round.

A result is typed as the tree shows the match, the upper side first, whoever has White on the
board; it is saved, and told, as the board has it. Where White is below and the slip reads the other
way, it is not taken without a question. What the place is comes at the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from engine.alphabet import fold
from engine.entrants import EntrantId
from engine.event import Match, Round
from engine.match_results import winning_side
from engine.refusal import Refused, Stale
from engine.results import CLEAR, FORFEITS, ResultForm, brief
from engine.tables import StandingTable
from saves.safe_text import safe, shortened
from tui.keys.commands import keys_of
from tui.places.bracket.picture import (
    DETAILS,
    BracketState,
    below_is_white,
    extra_help,
    list_needs,
    match_at,
    match_lines,
    named,
    pane,
    picture,
    resume,
    selected_board,
    settle,
    shown_above_first,
    slip_note,
    ways_of,
)
from tui.places.bracket.ways import Ways
from tui.places.finding import among
from tui.places.result_entry import (
    LINE_STARTS,
    Typed,
    begins_line,
    beyond_text,
    boards_lost,
    choice_of,
    earlier_question,
    entering,
    free_to_enter,
    from_line,
    given,
    leaves_open,
    line_example,
    not_saved,
    proposal_after,
    removed_text,
    removing,
    result_of_line,
    typed_out,
    walkover_question,
    way_to_a_round,
)
from tui.places.shape import (
    AtEnter,
    AtYes,
    Bell,
    Converse,
    DeskView,
    Do,
    Failed,
    Go,
    Key,
    Outcome,
    PlaceKind,
    Prompt,
    Question,
    Step,
    UndoLast,
    say,
)
from tui.screens.meeting_lines import panel_lines
from tui.screens.names import entrants_in_short, name_in
from tui.screens.standings_lines import note_lines, standing_lines
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from tui.app import TopboardApp


DIALOG_WIDTH = 80
NAME = 16
"""Cells of a name in a message, or before a line being typed."""
PAGE = 8
"""Matches of a column that a page key goes over."""

BracketStep = Step[BracketState]

NO_OPEN = "no match is open or to be drawn"

# Results, by the same forms and the same way as in Results


def on_key(desk: DeskView, state: BracketState, key: Key) -> BracketStep | None:
    """A result of the selected match."""
    if key.typed in keys_of("bracket"):
        return None
    before, state = state.put_last, replace(state, put_last=None)
    board = selected_board(desk, state)
    if board is None:
        if key.typed in LINE_STARTS:
            problem = f"this match has no {desk.event.board_word} yet"
            return say(state, f"{problem}: {way_to_a_round(desk)}", "bad")
        return None
    form = desk.format.typed_form(desk.event, board[1])
    choice = choice_of(desk, form, key.typed)
    lines = form.kind == "line" and key.typed in LINE_STARTS
    opens = begins_line(form, key.typed)
    if not (choice or lines or opens):
        return None
    if not board[0].published:
        called = desk.event.called(board[0].number)
        refusal = f"{called} is only proposed, so nothing was entered: F2, P publishes it"
        return say(state, refusal, "bad")
    if choice is not None and typed_out(state, form, choice):
        where = desk.event.board_name(board[1].board).capitalize()
        text = shown_above_first(desk, state, board[1], choice.text)
        label = _won(desk, board[1], text, slip_note(desk, state, board[1]))
        text = walkover_question(where, label, _meant(desk, state, before))
        question = Question(text, WalkoverInTree(state.at, choice.text))
        return Step(replace(state, questions=(*state.questions, question)))
    if choice is not None and not opens:
        return take(desk, state, board, choice.text)
    return open_line(desk, state, form, key.typed)


def _won(desk: DeskView, match: Match, text: str, note: str = "") -> str:
    """`Ash wins (0-1 on the slip: White is below)`, of a result that has a winner."""
    side = winning_side(desk.format.result_form(match).parse(text))
    winner = match.white if side == "white" else match.black
    how = " by forfeit" if text in FORFEITS else ""
    slip = f"{brief(text)} on the slip{f': {note}' if note else ''}"
    return f"{name_in(desk.event, winner, 30)} wins{how} ({slip})"


def _meant(desk: DeskView, state: BracketState, before: Typed | None) -> str:
    """What the digit before a sign was; empty where it entered nothing."""
    if before is None:
        return ""
    match = desk.event.round(before.round).match(before.board)
    where = desk.event.board_name(before.board)
    return f"the {state.last_key} before it is {where}, {_won(desk, match, before.text)}"


def take(
    desk: DeskView,
    state: BracketState,
    board: tuple[Round, Match],
    text: str,
    agreed: bool = False,
) -> BracketStep:
    """The result of the selected match: on its way, or asked about first. Where White is below,
    `1-0` typed as the slip has it would be the win of the other side: unless it is `agreed`, who
    wins is asked."""
    (round, match), event = board, desk.event
    typed_text, text = text, shown_above_first(desk, state, match, text)
    stands = state.entry.current(round.number, match)
    was = None if stands == CLEAR else stands
    typed = Typed(round.number, match.board, text, was)
    if text == stands:
        note = f" ({note})" if (note := slip_note(desk, state, match)) else ""
        already = f"is {brief(text)} already{note}"
        already = already if was else "has no result"
        return say(state, f"{event.board_name(match.board)} {already}: not changed")
    free = free_to_enter(event, desk.format, round, match)
    beyond = beyond_text(event, desk.format, round.number, match.board, text)
    lost = boards_lost(desk.format, match, text)
    if was is None and free and not beyond and not lost:
        note = slip_note(desk, state, match)
        if agreed or not note or text == typed_text:
            return put(desk, state, typed)
        question = Question(f"{_won(desk, match, text, note)}?", EnterInTree(typed))
        return Step(replace(state, questions=(*state.questions, question)))
    typed = typed._replace(over_boards=bool(lost))
    return _asked(desk, state, round, match, typed, beyond if free else "", free, lost)


def _asked(
    desk: DeskView,
    state: BracketState,
    round: Round,
    match: Match,
    typed: Typed,
    beyond: str,
    free: bool,
    lost: str,
) -> BracketStep:
    event = desk.event
    if beyond:
        typed = typed._replace(insist=True)
        text = f"{beyond}\n\nEnter it all the same?"
    elif free:
        where = event.board_name(match.board).capitalize()
        stands = brief(typed.was) if typed.was is not None else "no result"
        text = f"{where} has {stands}: {given(typed.text)} instead?"
        after = proposal_after(event, desk.format, entering(typed))
        text = f"{text}\n\n{after}" if after else text
    else:
        text, undone = earlier_question(
            event, desk.format, round.number, match.board, typed.was, typed.text
        )
        typed = typed._replace(insist=undone)
    typed = removing(event, desk.format, typed)
    names = _named(desk, state, match)
    text = "\n\n".join(part for part in (names, text, lost) if part)
    question = Question(text, EnterInTree(typed), warning=typed.insist)
    return Step(replace(state, questions=(*state.questions, question)))


def _named(desk: DeskView, state: BracketState, match: Match) -> str:
    """Both sides, in the order in which a result is reported."""
    names = [name_in(desk.event, id, 30) for id in match.pair]
    if slip_note(desk, state, match):
        names = [
            f"{name} ({side})" for name, side in zip(names, desk.event.side_words, strict=True)
        ]
    return " - ".join(names)


@dataclass(frozen=True, slots=True)
class WalkoverInTree(AtYes):
    """Asked whether a sign after a digit is a walkover of the match."""

    at: str
    text: str

    def yes(self, desk: DeskView, state: BracketState) -> BracketStep:
        """It is."""
        board = selected_board(desk, state)
        if state.at != self.at or board is None:
            return say(state, "that match is not selected any more: nothing was changed", "bad")
        return take(desk, state, board, self.text, agreed=True)


@dataclass(frozen=True, slots=True)
class EnterInTree(AtYes):
    """Asked whether a result is to be entered."""

    typed: Typed

    def yes(self, desk: DeskView, state: BracketState) -> BracketStep:
        """It is."""
        return put(desk, state, self.typed)


def put(desk: DeskView, state: BracketState, typed: Typed) -> BracketStep:
    """The result is on its way; after a first one the next open match is selected."""
    entry, effect = state.entry.put(typed)
    state = replace(state, entry=entry, put_last=typed)
    if typed.was is None:
        state = replace(state, at=_next_to_play(desk, state) or state.at)
    return Step(state, (effect,))


def _next_to_play(desk: DeskView, state: BracketState) -> str | None:
    """The next match on a board without a result, typed or entered; from the top after the
    last."""
    ways = ways_of(desk)
    if ways is None or state.at not in ways.place:
        return None
    order, fixtures = list(ways.place), ways.filled.fixtures
    here = order.index(state.at)
    typed = _typed_matches(ways, state)
    for id in (*order[here + 1 :], *order[:here]):
        if fixtures[id].state == "drawn" and id not in typed:
            return id
    return None


def _typed_matches(ways: Ways, state: BracketState) -> frozenset[str]:
    """Matches whose result is on its way to the journal."""
    typed = {place for place, text in state.entry.waiting.items() if not leaves_open(text)}
    fixtures = ways.filled.fixtures.items() if typed else ()
    return frozenset(id for id, each in fixtures if (each.round, each.board) in typed)


def on_outcome(desk: DeskView, state: BracketState, outcome: Outcome) -> BracketStep:
    """A result is in the journal, or is not: then its match is selected again."""
    state = replace(state, entry=state.entry.after_outcome(desk, outcome))
    typed = outcome.effect.about if isinstance(outcome.effect, Do) else None
    if not isinstance(typed, Typed):
        if isinstance(outcome, Failed):
            return say(state, str(outcome.refusal), "bad")
        return Step(state)
    at = _match_of(desk, typed)
    if not isinstance(outcome, Failed):
        gone = removed_text(desk.event, typed.removes)
        entered = f"{_entered_text(desk, at)} · u undoes"
        return say(state, "; ".join(filter(None, (entered, gone))), "done")
    state = replace(state, at=at or state.at)
    refusal = outcome.refusal
    if isinstance(refusal, Stale):
        again = Refused(refusal.what, refusal.why, "look at it, then enter it again")
        return say(state, str(again), "bad")
    return say(state, not_saved(desk, typed, outcome), "bad")


def _match_of(desk: DeskView, typed: Typed) -> str:
    """The match on that board; empty where it is gone."""
    ways = ways_of(desk)
    fixtures = ways.filled.fixtures.items() if ways is not None else ()
    return next((id for id, each in fixtures if (each.round, each.board) == typed.place), "")


def _entered_text(desk: DeskView, at: str) -> str:
    """`Ødegren H 45, Tullyroe N 31`: short, so that nothing moves on the screen."""
    ways = ways_of(desk)
    if ways is None or at not in ways.place:
        return "entered"
    sides = ways.words(desk.event, at, NAME)
    return ", ".join(f"{safe(side.name)} {side.score}" for side in sides)


# The line for results that are longer than a key


@dataclass(frozen=True, slots=True)
class TreeResultLine(AtEnter):
    """The result of a match, typed as a line."""

    at: str
    pair: tuple[EntrantId, EntrantId]

    def entered(self, desk: DeskView, state: BracketState, text: str) -> BracketStep:
        """The result; a line that is not one stays open: a tie only needs its tie-break added. An
        empty one closes."""
        if not text.strip():
            return Step(state)
        board = selected_board(desk, state)
        if state.at != self.at:
            return say(state, "that match is not selected any more: nothing was changed", "bad")
        if board is None or board[1].pair != self.pair:
            how = "is not published any more" if board is None else "was paired anew meanwhile"
            return say(state, f"that match {how}: nothing was changed", "bad")
        form = desk.format.typed_form(desk.event, board[1])
        sides = _with_home(desk, state, board[1], text)
        try:
            step = take(desk, state, board, result_of_line(desk, form, sides))
        except Refused as refusal:
            return say(open_line(desk, state, form, text).state, str(refusal), "bad")
        again = open_line(desk, state, form, text).state.prompt
        return from_line(step, len(state.questions), again)


def open_line(desk: DeskView, state: BracketState, form: ResultForm, first: str) -> BracketStep:
    """The line for the selected match's result, begun with what was typed."""
    board = selected_board(desk, state)
    assert board is not None
    names = _sides(desk, state, board[1])
    if not begins_line(form, first):
        # who wins a tie is said by these words of the slip, wherever the two are in the tree
        at = 1 if below_is_white(desk, state, board[1]) else 0
        names[at] += f" ({desk.event.side_words[0]})"
    label = f"{' - '.join(names)} ({line_example(form, first)})"
    line = TreeResultLine(state.at, board[1].pair)
    return Step(replace(state, prompt=Prompt(label, line, first)))


_PLACE = re.compile(r"(?<=[\s=])(upper|lower)(?=\s|$)", re.IGNORECASE)
"""The winner of a tie by where he is in the tree."""


def _with_home(desk: DeskView, state: BracketState, match: Match, text: str) -> str:
    """A line with the side that is called upper or lower as the format names it."""
    ways = ways_of(desk)
    above = ways is not None and ways.filled.fixtures[state.at].home == match.white
    said = ("home", "away") if above else ("away", "home")
    return _PLACE.sub(lambda side: said[side[1].casefold() == "lower"], text, count=1)


def _sides(desk: DeskView, state: BracketState, match: Match) -> list[str]:
    """The two as they are in the tree, from above."""
    pair = match.pair[::-1] if below_is_white(desk, state, match) else match.pair
    names = entrants_in_short(desk.event.entrants, NAME)
    return [safe(names[id].name) for id in pair]


# From match to match


def _known(desk: DeskView, state: BracketState) -> Ways:
    ways = ways_of(desk)
    if ways is None or state.at not in ways.place:
        raise Refused("there is no bracket yet", "", "F2 Pairings: draw the first round")
    return ways


def _moving(
    way: Callable[[Ways, BracketState], str | None],
    otherwise: str = "there is none",
    not_drawn: str = "",
) -> Callable[[DeskView, BracketState], BracketStep]:
    """The command that goes where `way` leads from the selected match; without such a match it is
    refused by `otherwise`, or by `not_drawn` where every round is drawn when it comes."""

    def move(desk: DeskView, state: BracketState) -> BracketStep:
        ways = _known(desk, state)
        at = way(ways, state)
        if at is None:
            raise Refused(not_drawn if not_drawn and ways.drawn_anew else otherwise)
        return Step(replace(state, at=at))

    return move


def _next_open(ways: Ways, state: BracketState, by: int) -> str | None:
    return ways.next_open(state.at, by, _typed_matches(ways, state))


def on_click(desk: DeskView, state: BracketState, x: int, row: int) -> BracketStep:
    """Select the match that is clicked on; on the selected one, all about it."""
    at = match_at(desk, state, x, row)
    if at is None:
        return Step(state)
    return details(desk, state) if at == state.at else Step(replace(state, at=at))


@dataclass(frozen=True, slots=True)
class FindName:
    """A name looked for, from the match on that was selected."""

    start: str

    def changed(self, desk: DeskView, state: BracketState, text: str) -> BracketStep:
        """To the next match with a name that holds it, while it is typed."""
        state = replace(state, name=fold(text.strip()))
        if not state.name:
            return Step(state)
        at = _known(desk, state).named(desk.event, state.name, self.start, False)
        return Step(replace(state, at=at)) if at is not None else Step(state, (Bell(),))

    def entered(self, desk: DeskView, state: BracketState, text: str) -> BracketStep:
        """There; a name that nobody has stays, as what is typed on is not a result of this
        match."""
        name = fold(text.strip())
        if name and _known(desk, state).named(desk.event, name, self.start, False) is None:
            meant = "; 1 before it is 1-0 already" if name.startswith("2-1") else ""
            raise Refused(f"nobody here is called {shortened(text, 20)}{meant}")
        hits = _known(desk, state).holding(desk.event, name) if name else []
        return Step(among(state, hits, state.at))

    def dropped(self, desk: DeskView, state: BracketState) -> BracketStep:
        """There too."""
        return Step(state)


def find(desk: DeskView, state: BracketState) -> BracketStep:
    """To a match by a piece of a name, or a start number."""
    _known(desk, state)
    return Step(replace(state, prompt=Prompt("find a name", FindName(state.at))))


def find_next(desk: DeskView, state: BracketState) -> BracketStep:
    """The next match of that name."""
    if not state.name:
        return find(desk, state)
    ways = _known(desk, state)
    at = ways.named(desk.event, state.name, state.at, True)
    if at is None:
        return say(state, "not found")
    return Step(among(replace(state, at=at), ways.holding(desk.event, state.name), at))


@dataclass(frozen=True, slots=True)
class GoToInTree:
    """A board of the round in play by its number, or a name; `start` was selected before."""

    start: str

    def changed(self, desk: DeskView, state: BracketState, text: str) -> BracketStep:
        """To the first match with such a name, while it is typed."""
        state = replace(state, at=self.start)
        if not text.strip() or text.strip().isdecimal():
            return Step(state)
        return FindName(self.start).changed(desk, state, text)

    def entered(self, desk: DeskView, state: BracketState, text: str) -> BracketStep:
        """There, or to the next open match; one that is not there stays, as what is typed on is not
        a result of this match."""
        ways, text = _known(desk, state), text.strip()
        if not text:
            at = ways.next_open(self.start, 1, _typed_matches(ways, state))
            return Step(replace(state, at=at)) if at else say(state, NO_OPEN)
        if not (text.isascii() and text.isdecimal()):
            return FindName(self.start).entered(desk, state, text)
        round = desk.event.current
        number = round.number if round is not None else 0
        there = ((f.round, f.board, id) for id, f in ways.filled.fixtures.items())
        at = next((id for of, board, id in there if (of, board) == (number, int(text))), None)
        if at is None:
            where = f"{desk.event.board_name(int(text))} in {desk.event.called(number)}"
            raise Refused(f"there is no {where}")
        return Step(replace(state, at=at))

    def dropped(self, desk: DeskView, state: BracketState) -> BracketStep:
        """Whoever does not look types the next result for the match before the jump."""
        return Step(replace(state, at=self.start))


def go_to(desk: DeskView, state: BracketState) -> BracketStep:
    """To a board by its number, or to a name."""
    _known(desk, state)
    label = f"go to {desk.event.board_word} or name"
    return Step(replace(state, prompt=Prompt(label, GoToInTree(state.at))))


# Looking closer


def details(desk: DeskView, state: BracketState) -> BracketStep:
    """All about the selected match."""
    ways = _known(desk, state)
    lines = match_lines(desk.event, ways, state.at, desk.format)
    return Step(state, (Converse(_read, (named(ways.filled, state.at), lines)),))


def beside(desk: DeskView, state: BracketState) -> BracketStep:
    """The tables of the stages, the Swiss first, then lucky losers and what else there is."""
    event, room = desk.event, min(desk.width, DIALOG_WIDTH) - 8
    tables = desk.format.standings(event)[1:]
    lines = [each for table in tables for each in _table(table, room)]
    lines += panel_lines(desk.format.panels(event), room)
    if not lines:
        return say(state, "this format shows no tables beside the bracket")
    lines = [Line(each.parts, row) for row, each in enumerate(lines)]
    return Step(state, (Converse(_read, ("Beside the bracket", lines)),))


def _table(table: StandingTable, room: int) -> list[Line]:
    heads, lines = standing_lines(table, room)
    notes = [line(f"   {text}", "dim") for text in note_lines(table, room)]
    return [line(f" {shortened(table.name, 60)}", "group"), heads, *lines, *notes, Line()]


async def _read(console: TopboardApp, title: str, lines: Sequence[Line]) -> None:
    from tui.screens.dialogs import Telling

    await console.push_screen_wait(Telling(title, lines))


def finals(desk: DeskView, state: BracketState) -> BracketStep:
    """Places in the finals, and play-offs for them."""
    return Step(state, (Converse(_settle_finals),))


async def _settle_finals(console: TopboardApp) -> None:
    from tui.screens.finals_dialog import settle_finals

    await settle_finals(console.here)


# On to the next round


def choose(desk: DeskView, state: BracketState) -> BracketStep:
    """The draw by choice."""
    from tui.screens.choice_dialog import refuse_no_choice

    refuse_no_choice(desk.event, desk.format)
    return Step(state, (Converse(_choose_opponents),))


async def _choose_opponents(console: TopboardApp) -> None:
    from tui.screens.choice_dialog import ChoiceDialog

    answer = await console.push_screen_wait(ChoiceDialog())
    front, command = console.here, keys_of("bracket").get("D")
    if answer == "draw" and command is not None:
        front.call_later(front.run_command, command)


def draw(desk: DeskView, state: BracketState) -> BracketStep:
    """To Pairings, and draw there."""
    return Step(state, (Go("pairings", "draw"),))


def undo(desk: DeskView, state: BracketState) -> BracketStep:
    """After everything typed before."""
    return Step(state, (UndoLast(),))


COMMANDS: Mapping[str, Callable[[DeskView, BracketState], BracketStep]] = {
    "undo": undo,
    "choose": choose,
    "details": details,
    "next_open": _moving(partial(_next_open, by=1), NO_OPEN),
    "last_open": _moving(partial(_next_open, by=-1), NO_OPEN),
    "next_stage": _moving(lambda ways, state: ways.next_stage(state.at)),
    "last_stage": _moving(lambda ways, state: ways.next_stage(state.at, -1)),
    "loser": _moving(
        lambda ways, state: ways.losers_next(state.at),
        "the loser of this match plays no other",
        "no later match of the loser is drawn",
    ),
    "winner": _moving(
        lambda ways, state: ways.winners_next(state.at),
        "the winner of this match plays no other",
        "no later match of the winner is drawn",
    ),
    "beside": beside,
    "draw": draw,
    "finals": finals,
    "find": find,
    "find_next": find_next,
    "go_to_match": go_to,
    "left": _moving(lambda ways, state: ways.left(state.at)),
    "right": _moving(lambda ways, state: ways.right(state.at)),
    "above": _moving(lambda ways, state: ways.step(state.at, -1)),
    "below": _moving(lambda ways, state: ways.step(state.at, 1)),
    "page_above": _moving(lambda ways, state: ways.step(state.at, -PAGE)),
    "page_below": _moving(lambda ways, state: ways.step(state.at, PAGE)),
    "top": _moving(lambda ways, state: ways.ends(state.at, last=False)),
    "bottom": _moving(lambda ways, state: ways.ends(state.at, last=True)),
}


BRACKET = PlaceKind(
    name="bracket",
    initial=lambda desk: BracketState(),
    picture=picture,
    pane=pane,
    list_needs=list_needs,
    commands=COMMANDS,
    waiting=frozenset({"choose", "beside", "draw", "finals"}),
    on_key=on_key,
    on_click=on_click,
    on_outcome=on_outcome,
    settle=settle,
    on_resume=resume,
    extra_help=extra_help,
    unsaved=lambda desk, each: each.entry.settled(desk).not_in_journal,
    remembered={"at": str},
    detail_height=DETAILS,
    selectable=False,
)
