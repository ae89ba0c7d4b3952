"""Results typed at the speed of reading slips: what a key, a paste and an outcome mean.

A key is taken against the board selected when it is typed, and the next open board is selected at
once; the saves follow in order.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from typing import cast

from engine import actions
from engine.actions import Action
from engine.alphabet import begins, fold
from engine.entrants import Entrant, EntrantId
from engine.event import Event, Match
from engine.points import counted
from engine.protocol import OverASeason, PlayedByTeams, part_of
from engine.refusal import Refused, Stale, StaleResult
from engine.results import CLEAR, GAME_KEYS, GameResult, KeyChoice, ResultForm, brief, result_text
from engine.waiting import (
    adjourned,
    drawn_from_another,
    due_now,
    finished_by,
    half_in,
    is_due,
    open_earlier,
)
from saves.safe_text import safe, shortened
from tui.keys.commands import keys_of, list_keys, result_keys
from tui.places.result_entry import (
    DRAW_TYPED_OUT,
    LINE_STARTS,
    REST_OF_SCORE,
    Typed,
    absent_ones,
    begins_line,
    beyond_text,
    choice_of,
    earlier_question,
    entering,
    free_to_enter,
    from_line,
    line_example,
    not_saved,
    pair_named,
    proposal_after,
    proposal_text,
    removing,
    result_of_line,
    saved_text,
    typed_out,
    walkover_question,
    way_to_a_round,
    whole_results,
)
from tui.places.result_words import all_in_text
from tui.places.results.picture import WHOLE_MATCH, first_keys, picture
from tui.places.results.state import (
    Chosen,
    ListedBoards,
    ResultsState,
    TypedBoard,
    begun,
    board_at,
    boards_of,
    gone_to,
    halted,
    in_question,
    open_after,
    open_boards,
    overtaken,
    result_form,
    running_after,
    selected_match,
    still_open,
    verifying,
    why_asked,
)
from tui.places.shape import (
    Answering,
    AtEnter,
    AtYes,
    Converse,
    DeskView,
    Do,
    Done,
    Effect,
    Failed,
    Key,
    Outcome,
    Prompt,
    Question,
    S,
    Step,
    UndoLast,
    UseScheme,
    moved,
    said,
    say,
)
from tui.terminal.app import AT_ONCE

NUMLOCK_KEYS = {"insert", "delete", "kp_begin", "clear"}
NUMLOCK_MOVES = ({"end": "1"}, {"end": "1", "pagedown": "3"})
"""Keys of lists that are also keys of results, in each scheme: said, because nobody looks."""
PASTE_LIMIT = 4000
"""Characters of a paste; a round has fewer results."""

ResultsStep = Step[ResultsState]


def on_key(
    desk: DeskView, state: ResultsState, key: Key, place: str = "results"
) -> ResultsStep | None:
    """Results before everything else; `place`: whose table of actions holds."""
    if in_question(desk, state) is not None:
        from tui.places.results import verification

        return verification.decides(desk, state, key, place)
    if halted(desk, state):
        from tui.places.results import verification

        return verification.stands_still(desk, state, key, place)
    put_last = state.put_last
    before, state = _put_before(desk, state), replace(state, put_last=None)
    if key.typed == "/" and before is not None and state.last_key == "1" and place == "results":
        return _goes_on_as_half(desk, state, before)
    form = result_form(desk, state)
    if form is not None:
        if isinstance(state.selected, tuple) and not (state.from_pile or verifying(desk, state)):
            from tui.places.results import team_boards

            of_team = team_boards.put_before(desk, state, put_last)
            score = team_boards.score_begun(desk, state, key.typed, of_team)
            if score is not None:
                return score
            choice = choice_of(desk, form, key.typed)
            if choice is not None and typed_out(state, form, choice):
                return team_boards.ask_walkover(desk, state, choice, of_team)
        if begins_line(form, key.typed):
            return open_line(desk, state, form, key.typed)
        if key.typed == "½" and form.kind == "game" and not state.from_pile:
            if before is not None and state.last_key.isdigit() and state.last_key != "0":
                return _ask_half(desk, state, before)
            return _half_line(desk, state, key.typed)
        if choice := choice_of(desk, form, key.typed):
            if typed_out(state, form, choice) and not (state.from_pile or verifying(desk, state)):
                return _ask_walkover(desk, state, form, choice, before)
            return _noting_put(take(desk, state, choice.text))
        if form.kind == "line" and key.typed in LINE_STARTS:
            return open_line(desk, state, form, key.typed)
    if key.typed in keys_of(place) or key.typed in ("j", "k"):
        return None
    if key.name in NUMLOCK_KEYS:
        return say(state, "NumLock is off: the keypad sends no digits", "bad")
    if hint := numlock_text(desk, key):
        way = list_keys().get(key.name, "")
        if way:
            body = picture(desk, state).body
            state = replace(state, selected=moved(body, state.selected, way, desk.page))
        return say(state, hint)
    if key.name in AT_ONCE or key.name in list_keys():
        return None
    if key.name == "enter":
        return Step(state)
    return Step(_no_result(desk, state, key.typed))


def _put_before(desk: DeskView, state: ResultsState) -> Typed | None:
    """The result entered by the key before this one, if it is saved and its board is still
    listed."""
    boards, put = boards_of(desk, state), state.put_last
    if boards is None or not isinstance(put, Typed):
        return None
    match = boards.by_number.get(put.board)
    if match is None or boards.place(put.board) != put.place:
        return None
    return put if state.entry.current(put.round, match) == put.text else None


def _noting_put(step: ResultsStep) -> ResultsStep:
    """With the result that a key has put on its way."""
    put = next((one.about for one in step.effects if isinstance(one, Do)), None)
    if not isinstance(put, Typed | TypedBoard):
        return step
    return step._replace(state=replace(step.state, put_last=put))


def is_no_result(desk: DeskView, state: ResultsState, typed: str) -> bool:
    """Whether the selected board takes a result, and the key neither enters nor begins one."""
    form = result_form(desk, state)
    if form is None:
        return False
    line = begins_line(form, typed) or (form.kind == "line" and typed in LINE_STARTS)
    return not line and choice_of(desk, form, typed) is None


def numlock_text(desk: DeskView, key: Key) -> str:
    """The message about a key of lists that is also a result's; empty for any other."""
    meant = NUMLOCK_MOVES[desk.second_scheme].get(key.name)
    return f"if {meant} was meant, NumLock is off: no result was entered" if meant else ""


def _no_result(desk: DeskView, state: ResultsState, typed: str) -> ResultsState:
    form = result_form(desk, state)
    if boards_of(desk, state) is None:
        text = f"no round is published, so nothing was entered: {way_to_a_round(desk)}"
        return said(state, text, "bad")
    if form is None and state.missing_only:
        text = f"no result is missing and nothing was changed: m shows all {desk.event.board_word}s"
        return said(state, text, "bad")
    keys = (result_keys(choice, desk.second_scheme)[0] for choice in form.keys) if form else ()
    known = " ".join(keys) or "?"
    shown = "space" if typed == "space" else shortened(typed, 12)
    return said(state, f"{shown} is not a result key; nothing changed. Results: {known}", "bad")


# Taking a result


def take(desk: DeskView, state: ResultsState, text: str) -> ResultsStep:
    """The result of the selected board: compared in a pass, else on its way, or asked about."""
    boards, match = boards_of(desk, state), selected_match(desk, state)
    if boards is None or match is None:
        return Step(state)
    if verifying(desk, state):
        from tui.places.results import verification

        return Step(verification.compare_selected(desk, state, text))
    if isinstance(state.selected, tuple):
        from tui.places.results import team_boards

        return team_boards.take(desk, state, text)
    event, (number, board) = desk.event, boards.place(match.board)
    typed = Typed(number, board, text, state.entry.replaced(desk, number, match))
    if not free_to_enter(event, desk.format, event.round(number), match):
        if text == (match.result.text if match.result else CLEAR):
            stands = f"is {brief(text)} already" if match.result else "has no result"
            state = replace(state, entry=state.entry.forget_unsaved(typed.place))
            where = f"{event.called(number)}, {event.board_name(board)}"
            return say(state, f"{where} {stands}: not changed")
        return ask_earlier(desk, state, typed)
    if beyond := beyond_text(event, desk.format, number, board, text):
        insisted = Enter(typed._replace(insist=True), advance=True)
        return _asked(state, f"{beyond}\n\nEnter it all the same?", insisted)
    all_in = open_after(boards, state, None) is None
    if all_in and match.result is not None and text == match.result.text:
        return say(state, f"{event.board_name(board)} is {brief(text)} already: not changed")
    if typed.overwrites and (all_in or state.from_pile or state.gone_to != state.selected):
        why = why_asked(desk, state, boards, all_in)
        typed = removing(event, desk.format, typed)
        after = proposal_after(event, desk.format, entering(typed))
        words = (_replacing_question(desk, typed), why, after)
        return _asked(state, "\n\n".join(filter(None, words)), Enter(typed, advance=False))
    return put(desk, state, typed, advance=text != CLEAR)


def put(desk: DeskView, state: ResultsState, typed: Typed, advance: bool) -> ResultsStep:
    """The result is on its way, and the next open board is selected."""
    boards = boards_of(desk, state)
    entry, _ = state.entry.put(typed)
    if advance and boards is not None:
        after = replace(state, entry=entry)
        following = open_after(boards, after, typed.board)
        if following is None:
            following = running_after(boards, after, typed.board)
        if following is not None:
            state = replace(state, selected=following)
    entry, effect = state.entry.put(typed)
    return Step(replace(state, entry=entry), (effect,))


@dataclass(frozen=True, slots=True)
class Enter(AtYes):
    """Asked whether a result is to be entered."""

    typed: Typed
    advance: bool

    def yes(self, desk: DeskView, state: ResultsState) -> ResultsStep:
        """It is."""
        return put(desk, state, self.typed, self.advance)


def _asked(state: ResultsState, text: str, purpose: Answering) -> ResultsStep:
    """A warning where the result takes insisting."""
    warning = isinstance(purpose, Enter) and purpose.typed.insist
    unforeseen = isinstance(purpose, Overwrite)
    question = Question(text, purpose, warning=warning, unforeseen=unforeseen)
    return Step(replace(state, questions=(*state.questions, question)))


def _ask_walkover(
    desk: DeskView,
    state: ResultsState,
    form: ResultForm,
    choice: KeyChoice,
    before: Typed | None,
) -> ResultsStep:
    board = cast(Chosen, state.selected)
    sides = ("home", "away") if isinstance(board, tuple) else desk.event.side_words
    where = _board_words(desk, board).capitalize()
    rest = REST_OF_SCORE.get(before.text, "") if before is not None else ""
    if before is None or rest == "" or brief(before.text)[0] != state.last_key:
        question = walkover_question(where, choice.named(sides), whole_results(desk, form))
        return _asked(state, question, Walkover(board, choice.text))
    stands = f"{desk.event.board_name(before.board).capitalize()} is {brief(before.text)}"
    question = walkover_question(where, choice.named(sides), "", stands, rest)
    asked = Question(question, Walkover(board, choice.text), typed_on=rest)
    return Step(replace(state, questions=(*state.questions, asked)))


@dataclass(frozen=True, slots=True)
class Walkover(AtYes):
    """Asked whether a sign after a digit is a walkover of the board."""

    board: Chosen
    text: str

    def yes(self, desk: DeskView, state: ResultsState) -> ResultsStep:
        """It is."""
        if state.selected != self.board:
            gone = f"{_board_words(desk, self.board)} is not selected any more"
            return say(state, f"{gone}: nothing was changed", "bad")
        return take(desk, state, self.text)


def _replacing_question(desk: DeskView, typed: Typed) -> str:
    stands = f"{desk.event.board_name(typed.board).capitalize()} has {brief(typed.was)}"
    instead = f"{brief(typed.text)} instead" if typed.text != CLEAR else "clear it"
    return f"{stands}: {instead}?\n{pair_named(desk.event, typed.round, typed.board)}"


def ask_earlier(desk: DeskView, state: ResultsState, typed: Typed) -> ResultsStep:
    """Results of an earlier round ask, saying what depends on them. The question gives the saved
    result, whoever entered it: it is replaced knowingly."""
    match = desk.event.round(typed.round).match(typed.board)
    stands = state.entry.current(typed.round, match)
    was = None if stands == CLEAR else stands
    text, undone = earlier_question(
        desk.event, desk.format, typed.round, typed.board, was, typed.text
    )
    typed = removing(desk.event, desk.format, typed._replace(was=was, insist=undone))
    return _asked(state, text, Enter(typed, advance=False))


# The line for results that are longer than a key


SELDOM = "½-0 0-½ 0-0; 1-0u ½-½u 0-1u: under one move, not rated"
"""Results of a game that have no key."""


@dataclass(frozen=True, slots=True)
class ResultPrompt(AtEnter):
    """The result of a board, typed as a line."""

    board: Chosen
    round: int
    """The one in which it began."""
    pair: tuple[EntrantId, EntrantId]

    def entered(self, desk: DeskView, state: ResultsState, text: str) -> ResultsStep:
        """The result; a line that is not one stays open: a tie only needs its tie-break added. An
        empty one closes."""
        if not text.strip():
            return Step(state)
        form = result_form(desk, state)
        number = self.board[0] if isinstance(self.board, tuple) else self.board
        if reason := overtaken(desk, state, self.round, number, self.pair):
            return say(state, reason, "bad")
        if state.selected != self.board or form is None:
            where = _board_words(desk, self.board)
            problem = f"{where} is not selected any more: nothing was changed"
            return say(state, problem, "bad")
        try:
            step = take(desk, state, result_of_line(desk, form, text))
        except Refused as refusal:
            return say(open_line(desk, state, form, text).state, str(refusal), "bad")
        again = open_line(desk, state, form, text).state.prompt
        return from_line(step, len(state.questions), again)


def open_line(desk: DeskView, state: ResultsState, form: ResultForm, first: str) -> ResultsStep:
    """The line for the selected board's result, begun with what was typed."""
    board = cast(Chosen, state.selected)
    label = f"{_board_words(desk, board)} ({_line_hint(desk, state, form, first)})"
    return Step(replace(state, prompt=Prompt(label, _line_for(desk, state, board), first)))


def other_result(desk: DeskView, state: ResultsState) -> ResultsStep:
    """A result that has no key, typed as a line."""
    form = result_form(desk, state)
    if form is None or state.selected is None:
        return Step(_no_result(desk, state, "o"))
    if isinstance(state.selected, tuple) and not verifying(desk, state):
        from tui.places.results import team_boards

        return team_boards.match_line(desk, state)
    if form.kind == "line":
        return open_line(desk, state, form, "")
    board = cast(Chosen, state.selected)
    label = f"{_board_words(desk, board)} ({SELDOM})"
    return Step(replace(state, prompt=Prompt(label, _line_for(desk, state, board), "")))


@dataclass(frozen=True, slots=True)
class HalfPrompt:
    """The line of a result that begins with half a point; a draw typed out needs no enter. `back`
    is what is said where the line is left: a result that its first key had entered was taken
    back."""

    line: ResultPrompt
    back: str = ""

    def changed(self, desk: DeskView, state: ResultsState, text: str) -> ResultsStep:
        """A whole draw is entered."""
        if text in DRAW_TYPED_OUT:
            return self.entered(desk, replace(state, prompt=None), text)
        return Step(state)

    def entered(self, desk: DeskView, state: ResultsState, text: str) -> ResultsStep:
        """As another line; an empty one is left."""
        return self.line.entered(desk, state, text) if text.strip() else self.dropped(desk, state)

    def dropped(self, desk: DeskView, state: ResultsState) -> ResultsStep:
        """What the board has now."""
        return say(state, self.back) if self.back else Step(state)


def _half_line(desk: DeskView, state: ResultsState, typed: str, back: str = "") -> ResultsStep:
    """The line for a result of the selected board that begins with half a point."""
    board = cast(Chosen, state.selected)
    label = f"{_board_words(desk, board)} ({DRAW_TYPED_OUT[typed == '½']}, ½-0, 0-½)"
    purpose = HalfPrompt(_line_for(desk, state, board), back)
    return Step(replace(state, prompt=Prompt(label, purpose, typed)))


def _ask_half(desk: DeskView, state: ResultsState, before: Typed) -> ResultsStep:
    """`1½`: as likely as the next result it is the score of a match of more games, and here that
    `1` was a whole result."""
    board = cast(Chosen, state.selected)
    stands = f"{desk.event.board_name(before.board)} is {brief(before.text)}"
    question = (
        f"{_board_words(desk, board).capitalize()}: does ½ begin its result?\n\n"
        f"{stands.capitalize()}: one key is a whole result. If ½ belongs to that "
        f"{state.last_key}, press enter: nothing is entered here, and u takes "
        f"{brief(before.text)} back."
    )
    return _asked(state, question, HalfBegun(board, stands))


@dataclass(frozen=True, slots=True)
class HalfBegun:
    """Asked whether a `½` after a digit begins the result of the board; `stands`: what the digit
    has entered, `board 1 is 1-0`."""

    board: Chosen
    stands: str

    def yes(self, desk: DeskView, state: ResultsState) -> ResultsStep:
        """It does: the line goes on."""
        if state.selected != self.board:
            gone = f"{_board_words(desk, self.board)} is not selected any more"
            return say(state, f"{gone}: nothing was changed", "bad")
        return _half_line(desk, state, "½")

    def no(self, desk: DeskView, state: ResultsState) -> ResultsStep:
        """Nothing was done; the digit has its result still."""
        return say(state, f"{self.stands} still: u takes it back")


def _goes_on_as_half(desk: DeskView, state: ResultsState, before: Typed) -> ResultsStep:
    """`1/`: the `1` was no win. What it entered is taken back, and the line of its board goes on
    with the half."""
    match = desk.event.round(before.round).match(before.board)
    was = before.was or CLEAR
    typed = Typed(before.round, before.board, was, state.entry.replaced(desk, before.round, match))
    step = put(desk, gone_to(state, before.board), typed, advance=False)
    where = desk.event.board_name(before.board)
    stands = f"is {brief(was)} as before" if before.was else "has no result"
    back = f"{where} {stands}: the {brief(before.text)} of that 1 is taken back"
    line = _half_line(desk, step.state, "1/", back)
    return step._replace(state=line.state)


def _line_for(desk: DeskView, state: ResultsState, board: Chosen) -> ResultPrompt:
    match = selected_match(desk, state)
    assert match is not None
    return ResultPrompt(board, begun(desk, state), match.pair)


def _board_words(desk: DeskView, board: Chosen) -> str:
    """`table 3, board 2`."""
    if isinstance(board, tuple):
        return f"{desk.event.board_word} {board[0]}, board {board[1]}"
    return f"{desk.event.board_word} {board}"


def _line_hint(desk: DeskView, state: ResultsState, form: ResultForm, first: str) -> str:
    """What the line asks for, and whose point a sign is if the format says so."""
    match, boards = selected_match(desk, state), boards_of(desk, state)
    example = line_example(form, first)
    if match is None or boards is None or begins_line(form, first):
        return example
    hint = desk.format.entry_hint(desk.event, boards.began[match.board], match)
    return f"{example}: {safe(hint, 240)}" if hint else example


# A paste


def on_paste(desk: DeskView, state: ResultsState, text: str) -> ResultsStep:
    """Results pasted: taken one by one, until something is not a result."""
    state = replace(state, put_last=None)
    if len(text) > PASTE_LIMIT:
        large = f"{len(text):,} characters pasted: too many, nothing was entered"
        return say(state, large, "bad")
    if halted(desk, state):
        from tui.places.results import verification

        return say(state, verification.halted_text(desk, state), "bad")
    form = result_form(desk, state)
    if form is not None and form.kind == "line":
        return _pasted(desk, state, text.split(), _line_pasted)
    parts = text.split()
    if not any(map(_SCORE.fullmatch, parts)):
        parts = [character for part in parts for character in part]
    return _pasted(desk, state, parts, _key_pasted)


def _pasted(
    desk: DeskView,
    state: ResultsState,
    parts: list[str],
    read: Callable[[DeskView, ResultsState, str, int], str],
) -> ResultsStep:
    """Each part on the board selected by then; `read` gives its result, or raises `Refused` with
    why the paste stops there."""
    effects: list[Effect] = []
    for count, part in enumerate(parts):
        try:
            step = take(desk, state, read(desk, state, part, count))
        except Refused as refusal:
            return Step(said(state, str(refusal), "bad"), tuple(effects))
        state = step.state
        effects += step.effects
        if state.questions:
            break
    return Step(state, tuple(effects))


_SCORE = re.compile(r"(\d½?|½|1/2)[-–:](\d½?|½|1/2)u?|[+-]/[+-]")
"""A score written out, `1-0`: one result, where its characters as keys would be three. A row of
keys, `10=-+`, has more."""


def _key_pasted(desk: DeskView, state: ResultsState, part: str, count: int) -> str:
    """For a key, or a score written out; a number beside such scores is not a row of keys."""
    form, stopped = result_form(desk, state), in_question(desk, state)
    result = _read_pasted(desk, form, part) if form else None
    if stopped is not None:
        from tui.places.results import verification

        question = verification.question(desk, stopped)
        raise Refused(f"{question} · of the paste {_taken(count)}", "", "")
    if result is not None and (verifying(desk, state) or _selected_is_open(desk, state)):
        return result
    why = "is not a result" if result is None else "has no open board left"
    raise Refused(f"paste stopped: {shortened(part, 12)} {why}; {_taken(count)}", "", "")


def _read_pasted(desk: DeskView, form: ResultForm, part: str) -> str | None:
    if len(part) == 1:
        choice = choice_of(desk, form, part)
        return choice.text if choice is not None else None
    try:
        return form.parse(part).text
    except Refused:
        return None


def _taken(count: int) -> str:
    return f"{counted(count, 'result')} {'was' if count == 1 else 'were'} taken"


def _line_pasted(desk: DeskView, state: ResultsState, text: str, count: int) -> str:
    form, boards, match = result_form(desk, state), boards_of(desk, state), None
    if _selected_is_open(desk, state):
        match = selected_match(desk, state)
    if form is None or boards is None or match is None:
        left = f"paste stopped: {shortened(text, 12)} has no open board left"
        raise Refused(f"{left}; {_taken(count)}", "", "")
    stopped = f"paste stopped after {counted(count, 'result')}"
    try:
        result = form.parse(text).text
    except Refused as refusal:
        raise Refused(f"{stopped}: {refusal}", "", "") from refusal
    if beyond := beyond_text(desk.event, desk.format, *boards.place(match.board), result):
        raise Refused(f"{stopped}: {beyond}", "", "")
    return result


def _selected_is_open(desk: DeskView, state: ResultsState) -> bool:
    """Whether a paste may fill the selected board: it overwrites nothing."""
    if isinstance(state.selected, tuple):
        listed = boards_of(desk, state)
        known = board_at(listed, state.selected) if listed is not None else None
        if listed is None or known is None:
            return False
        return known[1] in open_boards(listed, state, known[0])
    boards, match = boards_of(desk, state), selected_match(desk, state)
    return (
        boards is not None
        and match is not None
        and match.open
        and boards.place(match.board) not in state.entry.waiting
    )


# What became of it


def on_outcome(desk: DeskView, state: ResultsState, outcome: Outcome) -> ResultsStep:
    """A result is in the journal, or is not; a proposal may have been drawn from another."""
    step = _followed(desk, state, outcome)
    if isinstance(outcome, Failed) or not drawn_from_another(desk.event):
        return step
    before, message = state.message, step.state.message
    words = [message.text.rstrip(".")] if message is not None and message is not before else []
    return step._replace(
        state=said(step.state, ". ".join([*words, proposal_text(desk.event)]), "bad")
    )


def _followed(desk: DeskView, state: ResultsState, outcome: Outcome) -> ResultsStep:
    """An undo goes to its board."""
    state = replace(state, entry=state.entry.after_outcome(desk, outcome))
    if part_of(desk.format, PlayedByTeams) is not None:
        from tui.places.results import team_boards

        if (step := team_boards.after_outcome(desk, state, outcome)) is not None:
            return step
    about = outcome.effect.about if isinstance(outcome.effect, Do) else None
    if isinstance(outcome, Failed):
        if isinstance(about, Typed):
            return _not_saved(desk, state, about, outcome)
        return say(state, str(outcome.refusal), "bad")
    if isinstance(about, Typed):
        return Step(_saved(desk, state, about))
    if isinstance(about, str):
        return say(state, about, "done")
    return Step(_turned(desk, state, outcome))


def _saved(desk: DeskView, state: ResultsState, typed: Typed) -> ResultsState:
    if text := saved_text(desk, typed):
        state = said(state, text)
    boards = boards_of(desk, state)
    if verifying(desk, state):
        from tui.places.results import verification

        return verification.say_verified(desk, state)
    round = boards.round if boards is not None else None
    # the journal says which was the last, and not what was open when it was typed: another desk
    # may have entered the others meanwhile
    if round is None or not typed.fills:
        return state
    began = desk.event.round(typed.round)
    match = began.match(typed.board)
    finished = finished_by(desk.event, began, match)
    if finished is None or (is_due(match, began) and round.number != typed.round):
        return state
    return said(state, all_in_text(desk.event, desk.format, finished), "done")


def _turned(desk: DeskView, state: ResultsState, done: Done) -> ResultsState:
    """The board that an undo was about is selected, in its round."""
    action = done.turned.action if done.turned is not None else None
    about = action.about(None) if action is not None else None
    if about is None or not about.boards:
        return state
    listed, board = boards_of(desk, state), about.boards[0]
    if about.round is not None and (listed is None or listed.began.get(board) != about.round):
        if about.round not in {round.number for round in desk.event.published}:
            return state
        current = desk.event.current
        latest = current is not None and current.number == about.round
        state = replace(state, round=None if latest else about.round, listed=about.round)
    if isinstance(action, actions.EnterBoardResult):
        return gone_to(state, (action.number, action.board))
    return gone_to(state, board)


def _not_saved(desk: DeskView, state: ResultsState, typed: Typed, failed: Failed) -> ResultsStep:
    if isinstance(failed.refusal, Stale):
        return _ask_whose(desk, state, typed, failed.refusal)
    return say(gone_to(state, typed.board), not_saved(desk, typed, failed), "bad")


@dataclass(frozen=True, slots=True)
class Overwrite:
    """Another desk was there first: theirs stays unless the arbiter says `y`."""

    typed: Typed
    selected: int | None
    """The board that was selected when it was asked, and is again after the answer."""

    def yes(self, desk: DeskView, state: ResultsState) -> ResultsStep:
        """Theirs is replaced, as it is."""
        result = desk.event.round(self.typed.round).match(self.typed.board).result
        typed = self.typed._replace(was=result.text if result else None)
        step = put(desk, state, typed, advance=False)
        return step._replace(state=self._back(step.state))

    def no(self, desk: DeskView, state: ResultsState) -> ResultsStep:
        """Theirs stays."""
        return Step(self._back(state))

    def _back(self, state: ResultsState) -> ResultsState:
        following = state.questions[0].purpose if state.questions else None
        board = following.typed.board if isinstance(following, Overwrite) else self.selected
        return replace(state, selected=board)


def _ask_whose(desk: DeskView, state: ResultsState, typed: Typed, stale: Stale) -> ResultsStep:
    front = state.questions[0].purpose if state.questions else None
    back = front.selected if isinstance(front, Overwrite) else cast("int | None", state.selected)
    mine = "that it is cleared" if typed.text == CLEAR else result_text(typed.text)
    what = stale.what
    if isinstance(stale, StaleResult):  # as the screen writes it
        stands = result_text(stale.entered) if stale.entered else None
        what = StaleResult(stale.board, stands, "", "", stale.by).what
    pair = pair_named(desk.event, typed.round, typed.board)
    text = f"{what[:1].upper()}{what[1:]}.\n{pair}\n\nYou typed {mine}. Overwrite theirs?"
    if front is None:
        state = replace(state, selected=typed.board)
    typed = removing(desk.event, desk.format, typed)
    words = (text, proposal_after(desk.event, desk.format, entering(typed)))
    return _asked(state, "\n\n".join(filter(None, words)), Overwrite(typed, back))


def on_change(before: Event, desk: DeskView, state: ResultsState) -> ResultsStep:
    """Another desk, or an undo, may have changed a board in question; another desk may have
    published the next round while one is verified."""
    if any(_withdraws(question) for question in state.questions):
        state = _asked_anew(desk, state)
    if not verifying(desk, state):
        newer = newly_published(before, desk.event)
        return Step(with_newer_round_reported(state, newer) if newer else state)
    from tui.places.results import verification

    if halted(desk, state):
        return verification.newer_round(desk, state)
    return Step(verification.withdrawn(desk, state))


def newly_published(before: Event, event: Event) -> str:
    """`round 2 is published`, where it was not before; empty where nothing was."""
    there = len(before.published)
    if len(event.published) <= there:
        return ""
    return f"{event.called(event.published[-1].number)} is published"


def with_newer_round_reported(state: S, newer: str) -> S:
    """That a round was published, in the place of a message that all is done: it is not true any
    more."""
    shown = state.message
    return said(state, newer) if shown is not None and shown.kind == "done" else state


def on_select(desk: DeskView, state: ResultsState, key: object) -> ResultsStep:
    """A board is selected, but not away from one that is in question."""
    if in_question(desk, state) is not None or not isinstance(key, int | tuple | None):
        return Step(state)
    return Step(replace(gone_to(state, key), put_last=None))


# Going to a board


BOARD_OF_MATCH = re.compile(r"([0-9]{1,6})[.]([0-9]{1,3})")
"""Of teams: the match and its board."""


@dataclass(frozen=True, slots=True)
class GoTo:
    """A board by its number, or a name; `selected` and `missing_only` as they were."""

    selected: int | None
    missing_only: bool

    def changed(self, desk: DeskView, state: ResultsState, text: str) -> ResultsStep:
        """To the first board with such a name, while it is typed."""
        if not text.strip() or text.strip().replace(".", "", 1).isdigit():
            return Step(state)
        state = replace(state, name=fold(text))
        return Step(_to_name(desk, state, state.name) or replace(state, missing_only=False))

    def dropped(self, desk: DeskView, state: ResultsState) -> ResultsStep:
        """Whoever does not look types the next result for the board before the jump."""
        return Step(replace(state, selected=self.selected, missing_only=self.missing_only))

    def entered(self, desk: DeskView, state: ResultsState, text: str) -> ResultsStep:
        """There, or to the next board without a result."""
        text = text.strip()
        if not text:
            return next_missing(desk, state)
        boards = boards_of(desk, state)
        if text.isdecimal() and text.isascii():
            state = replace(state, missing_only=False)
            if boards is not None and int(text) in boards.by_number:
                return Step(gone_to(state, int(text)))
            where = desk.event.board_name(int(text))
            said = f"there is no {where} in this round"
            there = [r.number for r in desk.event.published if r.index(int(text)) is not None]
            if part_of(desk.format, OverASeason) is not None and there:  # numbered through it
                said = f"{where} is in {desk.event.called(there[0])}, not in this round"
            return Step(self._again(desk, state, said, text))
        if place := BOARD_OF_MATCH.fullmatch(text):  # 1.1, as the list writes it
            selected = (int(place[1]), int(place[2]))
            if boards is not None and board_at(boards, selected) is not None:
                return Step(replace(gone_to(state, selected), missing_only=False))
            return Step(self._again(desk, state, f"there is no board {text} in this round", text))
        going = _to_name(desk, state, fold(text))
        if going is not None:
            from tui.places.finding import among

            return Step(among(going, _called(desk, going, fold(text)), going.selected))
        return Step(self._again(desk, state, f"nobody here is called {shortened(text, 20)}", text))

    def _again(self, desk: DeskView, state: ResultsState, wrong: str, text: str) -> ResultsState:
        """The line stays open: a result that is typed on without looking does nothing."""
        state = self.dropped(desk, state).state
        return replace(state, prompt=Prompt(f"{wrong}; esc, or {_go_to(desk)}", self, text))


def go_to(desk: DeskView, state: ResultsState) -> ResultsStep:
    """To a board by its number, or to a name."""
    purpose = GoTo(cast("int | None", state.selected), state.missing_only)
    return Step(replace(state, prompt=Prompt(_go_to(desk), purpose)))


def _go_to(desk: DeskView) -> str:
    return f"go to {desk.event.board_word} or name"


def _to_name(
    desk: DeskView, state: ResultsState, wanted: str, after: Chosen | None = None
) -> ResultsState | None:
    """The first board, or the first after that one, with a player in whose name each word begins a
    word; it need not be missing. None if there is none."""
    hits, boards = _called(desk, state, wanted), boards_of(desk, state)
    numbers = [match.board for match in boards.round.matches] if boards is not None else []

    def row(board: Chosen) -> tuple[int, int]:
        number, at = board if isinstance(board, tuple) else (board, 0)
        return (numbers.index(number) if number in numbers else -1, at)

    further = (one for one in hits if after is None or row(one) > row(after))
    board = next(further, next(iter(hits), None))
    return replace(gone_to(state, board), missing_only=False) if board is not None else None


def _called(desk: DeskView, state: ResultsState, wanted: str) -> list[Chosen]:
    """The boards with such a player; in a match of teams, of the match where it is the team."""
    boards, entrant = boards_of(desk, state), desk.event.entrant
    hits: list[Chosen] = []
    for match in boards.round.matches if boards is not None else ():
        if any(called(wanted, entrant(id)) for id in match.pair):
            hits.append(match.board)
        hits += [(match.board, at) for at in boards_called(desk.event, match, wanted)]
    return hits


def boards_called(event: Event, match: Match, wanted: str) -> list[int]:
    """The boards of a match of teams, from 1, at which such a player sits."""
    from engine.teams import players_by_id

    players = players_by_id(event)
    return [
        at
        for at, board in enumerate(match.lineups, start=1)
        if any(
            id in players and called(wanted, players[id].player)
            for id in (board.white, board.black)
        )
    ]


def called(wanted: str, entrant: Entrant) -> bool:
    """Whether each word that is wanted, folded, begins a word of the name; `#12` is the start
    number."""
    if wanted.startswith("#"):
        return wanted[1:].strip() == str(entrant.start_number)
    words = fold(entrant.name).replace(",", " ").split()
    return all(
        any(begins(word, part) for word in words) for part in wanted.replace(",", " ").split()
    )


def find(desk: DeskView, state: ResultsState) -> ResultsStep:
    """In Results a slash may be part of a result: that of a board whose `1` it takes back, where
    that was the last key and has entered one."""
    form = result_form(desk, state)
    draw = next((one for one in form.keys if one.id == "result.draw"), None) if form else None
    if state.last_key == "1" and draw is not None:
        key = result_keys(draw, desk.second_scheme)[0]
        keys = f"1 alone is 1-0, {key} is {brief(draw.text)}: look at the {desk.event.board_word}"
        return say(state, f"{keys} that 1 was typed on; / entered nothing", "bad")
    return Step(_no_result(desk, state, "/"))


def find_next(desk: DeskView, state: ResultsState) -> ResultsStep:
    """The next board with the name looked for last."""
    selected = cast("Chosen | None", state.selected)
    following = _to_name(desk, state, state.name, selected) if state.name else None
    if following is None:
        return say(state, "g and letters find a name; n the next one", "bad")
    from tui.places.finding import among

    return Step(among(following, _called(desk, following, state.name), following.selected))


def next_missing(desk: DeskView, state: ResultsState) -> ResultsStep:
    """To the next board without a result, then to those of an earlier round and to adjourned games;
    in the pass, to the next slip."""
    boards = boards_of(desk, state)
    if boards is None:
        raise Refused("no result is missing", "no round is published", way_to_a_round(desk))
    following: Chosen | None
    if verifying(desk, state):
        from tui.places.results import verification

        following = verification.to_verify_after(state, boards, state.selected)
    elif isinstance(state.selected, tuple):
        from tui.places.results import team_boards

        following = team_boards.next_open(boards, state, state.selected)
    else:
        following = open_after(boards, state, cast("int | None", state.selected))
    if following is None and not verifying(desk, state):
        here = boards.round.number, state.selected
        if left := [place for place in _missing_elsewhere(desk.event) if place != here]:
            return Step(replace(state, round=left[0][0], selected=left[0][1]))
    if following is None:
        what = "slip" if verifying(desk, state) else "result"
        return say(state, f"no other {what} is missing", "bad")
    return Step(replace(state, selected=following))


def _at_board(desk: DeskView, state: ResultsState, round: int, board: int) -> ResultsState:
    """At a board of that round; of a match of teams at the first of its boards that is to do."""
    return replace(state, round=round, selected=_to_do(desk.event, round, board)[0])


def _to_do(event: Event, round: int, board: int) -> list[Chosen]:
    """A board of that round; of a match of teams those of its boards that are to do, or the first
    one."""
    of_match = event.round(round).match(board).lineups
    due = [at for at, one in enumerate(of_match, 1) if not one.result or one.result.provisional]
    return [(board, at) for at in due or [1]] if of_match else [board]


def _missing_elsewhere(event: Event) -> Iterator[tuple[int, Chosen]]:
    """Round and board of what an earlier round has open, and of every adjourned game."""
    earlier, boards = open_earlier(event) or (0, ())
    for number, board in (*((earlier, board) for board in boards), *adjourned(event)):
        yield from ((number, one) for one in _to_do(event, number, board))


def lineup(desk: DeskView, state: ResultsState) -> ResultsStep:
    """The line-ups of the selected match of teams."""
    from tui.places.results import team_boards

    return team_boards.lineup(desk, state)


def postpone(desk: DeskView, state: ResultsState) -> ResultsStep:
    """The selected match of a season is moved to another day: a line for it."""
    match = selected_match(desk, state)
    if part_of(desk.format, OverASeason) is None:
        text = (
            "D moves a match of a league to another day; the next round is drawn in Pairings: F2, d"
        )
        return say(state, text, "bad")
    if match is None:
        return say(state, "no match is selected", "bad")
    return Step(replace(state, prompt=_date_line(desk, state, match.board)))


@dataclass(frozen=True, slots=True)
class DatePrompt(AtEnter):
    """The day of a match; `was` is its own day when the line was opened."""

    number: int
    was: str

    def entered(self, desk: DeskView, state: ResultsState, text: str) -> Step[ResultsState]:
        """The match is moved; a line that cannot be stays open."""
        from engine.event_data import moved_text

        boards = boards_of(desk, state)
        match = boards.by_number.get(self.number) if boards is not None else None
        if boards is None or match is None or not text.strip():
            return Step(state)
        day, at, venue = map(str.strip, text.partition("@"))
        number = boards.began[self.number]
        moves: list[Action] = []
        if day:
            moves.append(actions.Postpone(self.number, day, number, self.was))
        if at:
            moves.append(actions.SetMatchVenue(self.number, venue, number))
        event = desk.event
        try:
            for action in moves:
                action.judge(event, desk.format)
                event = action.change(event, desk.format)
        except Refused as refusal:
            again = replace(state, prompt=_date_line(desk, state, self.number, text))
            return say(again, str(refusal), "bad")
        after = event.round(number).match(self.number)
        venue = after.venue or "the home team's venue"
        where = f"at {venue}" if at else ""
        moved = ", ".join(filter(None, (moved_text(after) if day else "", where)))
        undone = "u undoes it" if len(moves) == 1 else "u u undoes both"
        about = f"{desk.event.board_name(self.number)}: {moved} · {undone}"
        following = _after_match(boards, state, self.number) if day else None
        if following is not None:
            state = replace(state, selected=following)
        return Step(state, tuple(Do(action, about=about) for action in moves))


def _after_match(
    boards: ListedBoards, state: ResultsState, number: int
) -> int | tuple[int, int] | None:
    """The next line to enter behind a match that is put off; None where no other match is open."""
    if not isinstance(state.selected, tuple):
        return open_after(boards, state, number)
    from tui.places.results import team_boards

    match = boards.by_number[number]
    following = team_boards.next_open(boards, state, (number, len(match.lineups)))
    return following if following is not None and following[0] != number else None


def _date_line(desk: DeskView, state: ResultsState, number: int, text: str = "") -> Prompt:
    boards = boards_of(desk, state)
    assert boards is not None
    was = boards.by_number[number].date
    label = f"{desk.event.board_name(number)} on (2026-12-05 19:30, - no date yet, @ venue)"
    return Prompt(label, DatePrompt(number, was), text)


def only_missing(desk: DeskView, state: ResultsState) -> ResultsStep:
    """Only what is missing, or everything."""
    return Step(replace(state, missing_only=not state.missing_only))


def show_all(desk: DeskView, state: ResultsState) -> ResultsStep:
    """Every board, then the round in play; a verification pass is left by its own key."""
    if state.missing_only:
        return Step(replace(state, missing_only=False))
    if state.verification.round is not None:
        return Step(state)
    return Step(replace(state, round=None))


def round_before(desk: DeskView, state: ResultsState) -> ResultsStep:
    """One round back."""
    return _to_round(desk, state, -1)


def round_after(desk: DeskView, state: ResultsState) -> ResultsStep:
    """One round on."""
    return _to_round(desk, state, 1)


def _to_round(desk: DeskView, state: ResultsState, by: int) -> ResultsStep:
    boards, current = boards_of(desk, state), desk.event.current
    if boards is None or current is None:
        return Step(state)
    number = boards.round.number + by
    if not any(r.number == number for r in desk.event.published):
        name = desk.event.called(max(number, 1))
        text = f"{name} is the first" if number < 1 else f"{name} is not published"
        return say(state, text, "bad")
    return Step(replace(state, round=None if number == current.number else number))


# The verification pass


def verify(desk: DeskView, state: ResultsState) -> ResultsStep:
    """Begin, go on, or leave it for now."""
    from tui.places.results import verification

    return verification.begin_or_leave(desk, state)


def keep_saved(desk: DeskView, state: ResultsState) -> ResultsStep:
    """What is saved is right."""
    from tui.places.results import verification

    return Step(verification.keep_saved(desk, state))


def take_typed(desk: DeskView, state: ResultsState) -> ResultsStep:
    """What was typed is right: a correction as any other."""
    from tui.places.results import verification

    state, boards, stopped = verification.take_typed(desk, state)
    event, match = desk.event, boards.by_number[stopped.board]
    free = free_to_enter(event, desk.format, event.round(stopped.round), match)
    if stopped.at is not None:
        from tui.places.results import team_boards

        step = team_boards.correct(desk, state, boards, stopped, ask=not free)
    else:
        typed = Typed(stopped.round, stopped.board, stopped.typed, stopped.saved)
        step = put(desk, state, typed, advance=False) if free else ask_earlier(desk, state, typed)
    return step._replace(state=verification.go_on(desk, step.state, boards, stopped.chosen))


# What else can be done


@dataclass(frozen=True, slots=True)
class AskedAction(AtYes):
    """Asked whether an action is to be done."""

    action: Action
    done: str = ""
    """What is said then."""

    def yes(self, desk: DeskView, state: ResultsState) -> ResultsStep:
        """It is."""
        return Step(state, (Do(self.action, about=self.done or None),))


def undo(desk: DeskView, state: ResultsState) -> ResultsStep:
    """After everything typed before."""
    return Step(state, (UndoLast(),))


def key_scheme(desk: DeskView, state: ResultsState) -> ResultsStep:
    """1 0 = for results, or 1 3 2: at this console, until the program ends."""
    second = not desk.second_scheme
    if result_form(desk, state) is not None:
        other = desk._replace(second_scheme=second)
        if (shown := first_keys(other, state)) == first_keys(desk, state):
            word = desk.event.board_word
            text = f"this {word} has the same keys in both schemes; K changes them back"
            return Step(said(state, text), (UseScheme(second),))
    else:
        named = zip(GAME_KEYS, ("White", "Black", "draw", "clear"), strict=False)
        shown = [(result_keys(choice, second)[0], name) for choice, name in named]
    own = [(key, name) for key, name in shown if name != WHOLE_MATCH and key not in ("+", "-")]
    scheme = ", ".join(f"{key} {name}" for key, name in own)
    return Step(said(state, f"result keys: {scheme}; K changes them back"), (UseScheme(second),))


def adjourn_rest(desk: DeskView, state: ResultsState) -> ResultsStep:
    """What is missing counts as a draw until it is entered: in the round that is shown, else in an
    earlier one that is open again."""
    boards, current = boards_of(desk, state), desk.event.current
    missing = due_now(boards.round) if boards is not None else ()
    if not missing and (earlier := open_earlier(desk.event)):
        state = _at_board(desk, state, earlier[0], earlier[1][0])
        boards, missing = boards_of(desk, state), earlier[1]
    if boards is None or current is None or not missing:
        halves = half_in(boards.round) if boards is not None else ()
        has = "has" if len(halves) == 1 else "have"
        half = f"{desk.event.boards_named(halves, 8)} {has} the result of one game: enter the other"
        return say(state, half if halves else "no result is missing", "bad")
    if form := result_form(desk, state):
        form.parse(GameResult.ADJOURNED.text)
    number = boards.round.number
    numbers = ", ".join(map(str, missing[:12])) + (" …" if len(missing) > 12 else "")
    text = (
        f"{counted(len(missing), desk.event.board_word)} of {desk.event.called(number)} "
        f"{'has' if len(missing) == 1 else 'have'} no result: {numbers}.\n\n"
        f"{desk.format.adjourned_means().capitalize()} (adjourned)?"
        f"\n\nThe true result{'s are' if len(missing) > 1 else ' is'} entered later."
    )
    rows = tuple((board, GameResult.ADJOURNED.text) for board in missing)
    action = actions.EnterResults(rows, None if number == current.number else number)
    return _asked(state, text, AskedAction(action))


def withdraw_loser(desk: DeskView, state: ResultsState) -> ResultsStep:
    """Whoever forfeited on the selected board, or on the last one with a forfeit, leaves."""
    from engine.actions.presence import lost_by_leaving

    event, match = desk.event, selected_match(desk, state)
    absent = absent_ones(match) if match is not None else []
    if not absent and not state.from_pile and state.entry.forfeited is not None:
        number, board = state.entry.forfeited
        absent = absent_ones(event.round(number).match(board))
    if not absent:
        text = "no forfeit on this board: withdraw in Entries (F1)"
        if desk.format.of_teams(event):  # a board of the match may have one
            text = "no team has forfeited this match: withdraw one in Entries (F1)"
        return say(state, text, "bad")
    from tui.screens.leaving import withdraw_in_turn

    if any(lost_by_leaving(event, desk.format, id) for id in absent):
        return Step(state, (Converse(withdraw_in_turn, (absent,)),))
    questions = tuple(_withdrawal(desk, actions.Withdraw(id)) for id in absent)
    return Step(replace(state, questions=questions))


def _withdrawal(desk: DeskView, action: actions.Withdraw) -> Question:
    from tui.screens.leaving import withdrawal_question

    text = withdrawal_question(desk.event, desk.format, action.id)
    name = safe(desk.event.entrant(action.id).name, 30)
    return Question(text, AskedAction(action, f"{name} is withdrawn · u undoes it"))


def _withdraws(question: Question) -> actions.Withdraw | None:
    """The withdrawal that it asks about."""
    purpose = question.purpose
    action = purpose.action if isinstance(purpose, AskedAction) else None
    return action if isinstance(action, actions.Withdraw) else None


def _asked_anew(desk: DeskView, state: ResultsState) -> ResultsState:
    """What a withdrawal means hangs on the results: it is asked about as things are now."""
    from tui.screens.leaving import CHANGED_MEANWHILE, asks_plainly

    questions = []
    for question in state.questions:
        action = _withdraws(question)
        if action is None:
            questions.append(question)
        elif asks_plainly(desk.event, desk.format, action.id):
            questions.append(_withdrawal(desk, action))
        else:
            state = said(state, CHANGED_MEANWHILE, "bad")
    return replace(state, questions=tuple(questions))


def correct(desk: DeskView, state: ResultsState) -> ResultsStep:
    """The selected board as it was really played."""
    from tui.screens.correction import correct_board

    return _about_board(desk, state, correct_board)


def seat(desk: DeskView, state: ResultsState) -> ResultsStep:
    """A latecomer has the seat of one of the selected board who did not come."""
    from tui.screens.correction import seat_late_entry

    return _about_board(desk, state, seat_late_entry)


def _about_board(
    desk: DeskView, state: ResultsState, talk: Callable[..., Awaitable[object]]
) -> ResultsStep:
    boards, match = boards_of(desk, state), selected_match(desk, state)
    if boards is None or match is None:
        return Step(state)
    return Step(state, (Converse(talk, (boards.began[match.board], match)),))


def returning(desk: DeskView, state: ResultsState) -> ResultsStep:
    """From another place one comes to the round in play, as results are typed without looking; a
    verification pass goes on where it was. Nobody has gone to a board since."""
    if verifying(desk, state):
        return Step(state)
    ours = state.gone_to is not None and state.gone_to == state.selected
    state = replace(state, round=None, gone_to=None)
    boards, board = boards_of(desk, state), state.selected
    if ours or boards is None or not isinstance(board, int) or board in still_open(boards, state):
        return Step(state)
    following = open_after(boards, state, board)
    return Step(replace(state, selected=following) if following is not None else state)


def resume(desk: DeskView, state: ResultsState) -> Step[ResultsState]:
    """A round that was published meanwhile is in front, whatever earlier one was looked at; a
    verification pass over that one is halted until the arbiter says which is meant."""
    if halted(desk, state):
        from tui.places.results import verification

        return verification.newer_round(desk, state)
    if state.left_at not in (None, len(desk.event.published)):
        return Step(replace(state, round=None))
    return Step(state)
