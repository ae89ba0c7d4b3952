"""Results of chess teams by board: the boards of the selected match, a key each.

The home team's players are on the left on every board, as on the sheet of the match: a result is
shown and typed as the home team has it. The journal has it as White of the board has it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.actions import Action, EnterResult
from engine.actions.team_play import EnterBoardResult, SetLineup, board_named
from engine.entrants import Entrant, EntrantId
from engine.event import NOBODY, Event, Match, TeamBoard
from engine.points import NIL, counted, points_text
from engine.protocol import PlayedByTeams, part_of
from engine.refusal import Refused, StaleResult
from engine.results import CLEAR, TEAM_BOARD, GameResult, KeyChoice, brief, result_text
from engine.teams import entered_after, lineup_of, player_name, players_by_id
from engine.waiting import finished_by, is_due
from engine.warnings import Level
from saves.cells import text_width
from saves.safe_text import safe, shortened
from tui.places.result_entry import (
    DRAW_TYPED_OUT,
    boards_lost,
    choice_of,
    free_to_enter,
    from_line,
    given,
    proposal_after,
    proposal_removed,
    removed_text,
    walkover_question,
    what_becomes,
    whole_results,
)
from tui.places.result_words import all_in_text, says_result
from tui.places.results.state import (
    Difference,
    ListedBoards,
    ResultsState,
    TeamPlace,
    TypedBoard,
    as_home,
    board_at,
    boards_of,
    entered_text,
    gone_to,
    is_whole,
    open_boards,
    overtaken,
    verifying,
    why_asked,
)
from tui.places.shape import (
    AtEnter,
    AtYes,
    DeskView,
    Do,
    Done,
    Failed,
    Outcome,
    Prompt,
    Question,
    Step,
    said,
    say,
)
from tui.screens.names import name_in
from tui.widgets.lines import Line, fit, line

TeamStep = Step[ResultsState]

SQUAD_CELLS = 20
"""Cells of a line of a team's players beside the name and the reason."""
RATED = 100
"""Cells from which ratings are beside the players of a board; in fewer the names stand whole."""
BEFORE_HOME, BEFORE_AWAY, RATING_CELLS = 7, 2, 5
"""Cells in front of a player's name after those in front of its team's; of a rating."""


def next_open(
    boards: ListedBoards, state: ResultsState, selected: tuple[int, int]
) -> tuple[int, int] | None:
    """The next open board: of this match, then of those after it, from the top after the last. A
    postponed match that is finished is no longer in the list."""
    number, board = selected
    match = boards.by_number.get(number)
    here = open_boards(boards, state, match) if match is not None else []
    if behind := [at for at in here if at > board]:
        return number, behind[0]
    for other in boards.after(number):
        if other.board == number or not is_due(other, boards.round):
            continue
        if there := open_boards(boards, state, other):
            return other.board, there[0]
    left = [at for at in here if at != board]
    return (number, left[0]) if left else None


# Taking a result


def take(desk: DeskView, state: ResultsState, text: str) -> TeamStep:
    """The result of the selected board, as the home team has it: on its way, or asked about."""
    boards = boards_of(desk, state)
    known = board_at(boards, state.selected) if boards is not None else None
    if boards is None or known is None:
        return Step(state)
    match, at = known
    board, place = match.lineups[at - 1], (*boards.place(match.board), at)
    text = as_home(board, text)
    was = state.team_waiting.get(place, entered_text(board))
    was = None if was == CLEAR else was
    if text == (was or CLEAR):
        return Step(_advanced(boards, state, text))
    if place not in state.team_waiting and was != "?" and _entered_elsewhere(desk, place):
        was = None  # it may have come to the screen the blink of an eye before the key
    typed = TypedBoard(place, text, was)
    begun_anew = any(waits[:2] == place[:2] for waits in state.team_waiting)
    if is_whole(match) and not begun_anew:
        return _asked_over_whole(desk, state, match, replace(typed, over_whole=True))
    earlier = not free_to_enter(desk.event, desk.format, desk.event.round(place[0]), match)
    filled = next_open(boards, state, (match.board, at)) is None
    alone = filled or state.gone_to != state.selected
    if earlier or (was is not None and was != "?" and alone):
        return _asked(desk, state, boards, typed, earlier)
    return put(boards, state, typed)


def _asked_over_whole(
    desk: DeskView, state: ResultsState, match: Match, typed: TypedBoard
) -> TeamStep:
    stands = result_text(match.result.text) if match.result else ""
    where = desk.event.board_name(match.board).capitalize()
    text = f"{where} has {stands} for the whole match: shall its boards count instead?\n\n"
    text += "Its score is then theirs, once every board has a result."
    return Step(replace(state, questions=(*state.questions, Question(text, EnterBoard(typed)))))


def put(boards: ListedBoards, state: ResultsState, typed: TypedBoard) -> TeamStep:
    """The result is on its way, and the next open board is selected."""
    state = replace(state, team_waiting={**state.team_waiting, typed.place: typed.text})
    after = _advanced(boards, state, typed.text)
    number, board, at = typed.place
    over = typed.was is not None or typed.over_whole
    action = EnterBoardResult(board, at, typed.text, typed.was, number, over, insist=typed.insist)
    return Step(after, (Do(action, about=typed, more=True),))


def correct(
    desk: DeskView, state: ResultsState, boards: ListedBoards, stopped: Difference, ask: bool
) -> TeamStep:
    """What the slip of a verification says is right, over the result that was shown."""
    place = (stopped.round, stopped.board, stopped.at or 0)
    typed = TypedBoard(place, stopped.typed, stopped.saved)
    return _asked(desk, state, boards, typed, earlier=True) if ask else put(boards, state, typed)


def _advanced(boards: ListedBoards, state: ResultsState, text: str) -> ResultsState:
    selected = state.selected
    if text == CLEAR or not isinstance(selected, tuple):
        return state
    following = next_open(boards, state, selected)
    return replace(state, selected=following) if following else state


def _entered_elsewhere(desk: DeskView, place: TeamPlace) -> bool:
    """Whether the last word on that board's result came from another desk."""
    number, table, at = place
    current = desk.event.current.number if desk.event.current else number
    for logged in desk.since_publication():
        action = logged.action
        if not (says_result(action) and action.about(None).is_at(table, number, current)):
            continue
        if not isinstance(action, EnterBoardResult) or action.board == at:
            return logged.n in desk.elsewhere
    return False


@dataclass(frozen=True, slots=True)
class EnterBoard(AtYes):
    """Asked whether a board's result is to be entered."""

    typed: TypedBoard

    def yes(self, desk: DeskView, state: ResultsState) -> TeamStep:
        """It is."""
        boards = boards_of(desk, state)
        return put(boards, state, self.typed) if boards is not None else Step(state)


def _asked(
    desk: DeskView, state: ResultsState, boards: ListedBoards, typed: TypedBoard, earlier: bool
) -> TeamStep:
    from tui.screens.agreeing import has_to_agree

    event, (number, match, at) = desk.event, typed.place
    where = board_named(event, match, at)
    board = event.round(number).match(match).lineups[at - 1]
    stands, new = _as_home(board, typed.was), _as_home(board, typed.text)
    names = [
        shortened(player_name(event, id), 40) if id else "nobody" for id in (board.home, board.away)
    ]
    pair = f"{names[0]} - {names[1]}\n\n"
    if earlier:
        text = f"{pair}{event.called(number).capitalize()}, {where}: {stands} becomes {new}?\n\n"
        action = _entering(typed)
        becomes, undone = what_becomes(event, desk.format, number, action)
        # this question is the one that its warnings ask
        warned = has_to_agree(event, desk.format, action)
        typed = replace(typed, insist=bool(undone or warned))
        text += becomes + (f"\n\n{warned}" if warned else "")
    else:
        text = f"{pair}{where.capitalize()} has {stands}: {new} instead?\n\n"
        all_in = next_open(boards, state, (match, at)) is None
        after = proposal_after(event, desk.format, _entering(typed))
        words = why_asked(desk, state, boards, all_in), after
        text += "\n\n".join(filter(None, words))
    removes = proposal_removed(event, desk.format, _entering(typed))
    typed = replace(typed, removes=removes)
    return Step(replace(state, questions=(*state.questions, Question(text, EnterBoard(typed)))))


def _entering(typed: TypedBoard) -> EnterBoardResult:
    number, match, at = typed.place
    return EnterBoardResult(match, at, typed.text, typed.was, number, replace=True)


def _as_home(board: TeamBoard, text: str | None) -> str:
    return "no result" if text in (None, CLEAR) else brief(as_home(board, text))


# What became of it


def after_outcome(desk: DeskView, state: ResultsState, outcome: Outcome) -> TeamStep | None:
    """A board's result, a match's or a line-up is in the journal, or is not; None for others."""
    about = outcome.effect.about if isinstance(outcome.effect, Do) else None
    if isinstance(about, TypedBoard):
        waiting = {
            place: text
            for place, text in state.team_waiting.items()
            if place != about.place or text != about.text
        }
        state = replace(state, team_waiting=waiting)
        if isinstance(outcome, Failed):
            return _not_saved(desk, state, about, outcome)
        return Step(_saved(desk, state, about))
    if isinstance(about, TypedLineup):
        if isinstance(outcome, Done):
            if about.asked and state.prompt is None and not state.questions:
                state = about.prompt.following(desk, state)
            return say(
                state,
                f"{_team_name(desk, about.prompt.team)}: line-up entered{_nobody_on(desk, about)}",
                "done",
            )
        return about.refused(desk, state, outcome.refusal)
    return about.after_outcome(desk, state, outcome) if isinstance(about, TypedMatch) else None


def _saved(desk: DeskView, state: ResultsState, typed: TypedBoard) -> ResultsState:
    number, table, at = typed.place
    match = desk.event.round(number).match(table)
    board = match.lineups[at - 1]
    if typed.was not in (None, typed.text, "?"):
        change = f"{_as_home(board, typed.was)} became {_as_home(board, typed.text)}"
        gone = removed_text(desk.event, typed.removes)
        change = "; ".join(filter(None, (f"{change} · u undoes it", gone)))
        current = desk.event.current
        earlier = current is not None and number != current.number
        where = f"{desk.event.called(number)}, " if earlier else ""
        state = said(state, f"{where}{board_named(desk.event, table, at)}: {change}")
    if verifying(desk, state):
        from tui.places.results import verification

        return verification.say_verified(desk, state)
    if match.level:
        where = desk.event.board_name(table)
        on_it = isinstance(state.selected, tuple) and state.selected[0] == table
        keys = "o" if on_it else f"g {table} enter, then o,"
        return said(state, f"{where} is level by its boards: {keys} enters who goes on", "bad")
    round = desk.event.round(number)
    finished = finished_by(desk.event, round, match) if typed.fills else None
    if finished is not None:
        return said(state, all_in_text(desk.event, desk.format, finished), "done")
    return state


@dataclass(frozen=True, slots=True)
class OverwriteBoard:
    """Another desk was there first: theirs stays unless the arbiter says `y`."""

    typed: TypedBoard
    selected: tuple[int, int] | None
    """The board that was selected when it was asked, and is again after the answer."""

    def yes(self, desk: DeskView, state: ResultsState) -> TeamStep:
        """Theirs is replaced, as it is."""
        number, table, at = self.typed.place
        result = desk.event.round(number).match(table).lineups[at - 1].result
        boards = boards_of(desk, state)
        if boards is None:
            return Step(state)
        typed = replace(self.typed, was=result.text if result else None)
        if what_becomes(desk.event, desk.format, number, _entering(typed))[1]:
            return _asked(desk, self._back(state), boards, typed, earlier=True)
        step = put(boards, state, typed)
        return step._replace(state=self._back(step.state))

    def no(self, desk: DeskView, state: ResultsState) -> TeamStep:
        """Theirs stays."""
        return Step(self._back(state))

    def _back(self, state: ResultsState) -> ResultsState:
        following = state.questions[0].purpose if state.questions else None
        if isinstance(following, OverwriteBoard):
            return replace(state, selected=following.typed.place[1:])
        return replace(state, selected=self.selected)


def _ask_whose(
    desk: DeskView, state: ResultsState, typed: TypedBoard, stale: StaleResult
) -> TeamStep:
    number, table, at = typed.place
    board = desk.event.round(number).match(table).lineups[at - 1]
    shown = _as_home(board, stale.entered) if stale.entered else None
    standing = StaleResult(stale.board, shown, "", "", stale.by).what
    mine = "that it is cleared" if typed.text == CLEAR else _as_home(board, typed.text)
    text = f"{standing[:1].upper()}{standing[1:]}.\n\nYou typed {mine}. Overwrite theirs?"
    front = state.questions[0].purpose if state.questions else None
    back = state.selected if isinstance(state.selected, tuple) else None
    if isinstance(front, OverwriteBoard):
        back = front.selected
    if front is None:
        state = replace(state, selected=(table, at))
    asked = Question(text, OverwriteBoard(typed, back), unforeseen=True)
    return Step(replace(state, questions=(*state.questions, asked)))


def _not_saved(desk: DeskView, state: ResultsState, typed: TypedBoard, failed: Failed) -> TeamStep:
    if isinstance(failed.refusal, StaleResult):
        return _ask_whose(desk, state, typed, failed.refusal)
    lost = [one.about for one in failed.dropped if isinstance(one.about, TypedBoard)]
    gone = {one.place for one in (typed, *lost)}
    waiting = {place: text for place, text in state.team_waiting.items() if place not in gone}
    _, table, at = typed.place
    more = f" (and {len(lost)} more)" if lost else ""
    where = board_named(desk.event, table, at)
    state = gone_to(replace(state, team_waiting=waiting), (table, at))
    return say(state, f"NOT SAVED: {where}{more}: {failed.refusal.reason}", "bad")


# A match as a whole


ONE_KEY = "One key enters a board, o the whole match."


@dataclass(frozen=True, slots=True)
class MatchPrompt(AtEnter):
    """The result of a match as a whole, typed as a line."""

    table: int
    round: int
    pair: tuple[EntrantId, EntrantId]

    def entered(self, desk: DeskView, state: ResultsState, text: str) -> TeamStep:
        """The result; a line that is not a result stays open."""
        boards = boards_of(desk, state)
        if not text.strip():
            return Step(state)
        reason = overtaken(desk, state, self.round, self.table, self.pair)
        if reason or boards is None:
            return say(state, reason, "bad")
        match = boards.by_number[self.table]
        if text.strip() in (CLEAR, GameResult.ADJOURNED.text):
            result = text.strip()
        else:
            try:
                result = desk.format.result_form(match).parse(text).text
            except Refused as refusal:
                again = replace(state, prompt=_match_line(desk, self.round, match, text))
                return say(again, str(refusal), "bad")
        was = match.result.text if match.result else None
        return TypedMatch(self.round, self.table, result).asked(desk, state, was)


@dataclass(frozen=True, slots=True)
class ScorePrompt:
    """A line that was begun on a board of a match by a score typed out: `1-0` is the board's
    result, `3-1` that of the whole match, which is asked about by name. `back` is what is said
    where the line is left: a result that its first key had entered was taken back."""

    line: MatchPrompt
    at: int
    back: str = ""

    def changed(self, desk: DeskView, state: ResultsState, text: str) -> TeamStep:
        """A whole draw of the board needs no enter."""
        if text in DRAW_TYPED_OUT:
            return self.entered(desk, replace(state, prompt=None), text)
        return Step(state)

    def entered(self, desk: DeskView, state: ResultsState, text: str) -> TeamStep:
        """The board's result, or the match's; a line that is not a result stays open."""
        if not text.strip():
            return self.dropped(desk, state)
        line = self.line
        boards = boards_of(desk, state)
        reason = overtaken(desk, state, line.round, line.table, line.pair)
        if not reason and state.selected != (line.table, self.at):
            where = board_named(desk.event, line.table, self.at)
            reason = f"{where} is not selected any more: nothing was changed"
        if reason or boards is None:
            return say(state, reason, "bad")
        match = boards.by_number[line.table]
        again = _score_line(desk, line.round, match, self.at, text, self.back)
        try:
            return from_line(
                take(desk, state, TEAM_BOARD.parse(text).text), len(state.questions), again
            )
        except Refused:
            pass  # no result of a game
        try:
            result = desk.format.result_form(match).parse(text).text
        except Refused as refusal:
            return say(replace(state, prompt=again), str(refusal), "bad")
        was = match.result.text if match.result else None
        typed = TypedMatch(line.round, line.table, result)
        return from_line(typed.asked(desk, state, was, True), len(state.questions), again)

    def dropped(self, desk: DeskView, state: ResultsState) -> TeamStep:
        """What the board has now."""
        return say(state, self.back) if self.back else Step(state)


@dataclass(frozen=True, slots=True)
class TypedMatch:
    """The result of a match as a whole on its way to the journal; `-` clears it."""

    round: int
    table: int
    text: str

    def asked(
        self, desk: DeskView, state: ResultsState, was: str | None, by_name: bool = False
    ) -> TeamStep:
        """On its way, or asked about where boards lose their results or somebody has played on,
        and `by_name` where a board was selected, and not the match, when it was typed."""
        event = desk.event
        match = event.round(self.round).match(self.table)
        action = self._action(was, over=True)
        becomes, undone = what_becomes(event, desk.format, self.round, action)
        lost = boards_lost(desk.format, match, self.text)
        earlier = not free_to_enter(event, desk.format, event.round(self.round), match)
        if not (undone or lost or by_name or (becomes and (earlier or was is not None))):
            return self.put(state, was)
        text = f"{event.called(self.round).capitalize()}, {event.board_name(self.table)}: "
        text += f"{result_text(was) if was else 'no result'} becomes {given(self.text)}?"
        if by_name:
            home, away = (_team_name(desk, id) for id in match.pair)
            text = f"{event.board_name(self.table).capitalize()}, {home} - {away}: "
            text += f"{given(self.text)} for the whole match"
            text += f" instead of {brief(was)}?" if was else "?"
            lost = f"{lost or 'Its boards are left without results.'} {ONE_KEY}"
        text = "\n\n".join(part for part in (text, lost, becomes) if part)
        question = Question(text, EnterWhole(self, was, undone))
        return Step(replace(state, questions=(*state.questions, question)))

    def put(
        self, state: ResultsState, was: str | None, over: bool = False, insist: bool = False
    ) -> TeamStep:
        """It goes on its way, over what was there when it was typed; `over` its boards too."""
        return Step(state, (Do(self._action(was, over, insist), about=self),))

    def _action(self, was: str | None, over: bool, insist: bool = False) -> EnterResult:
        over = over or was is not None
        return EnterResult(self.table, self.text, was, self.round, replace=over, insist=insist)

    def after_outcome(self, desk: DeskView, state: ResultsState, outcome: Outcome) -> TeamStep:
        """It is in the journal, or another desk was there first."""
        where = desk.event.board_name(self.table)
        if isinstance(outcome, Done):
            round = desk.event.round(self.round)
            match, finished = round.match(self.table), None
            said = f"{where}: {result_text(self.text)} for the whole match"
            if self.text == CLEAR:
                said = f"{where}: the result of the whole match is cleared"
            elif match.entered_whole:
                said = f"{said}, without games of its players"
                whole = [m for r in desk.event.published for m in r.matches if m.entered_whole]
                if len(whole) == 1:  # who enters a season so need not read it with every match
                    said += "; no tournament file (TRF) until its boards are entered"
                if finished := finished_by(desk.event, round, match):
                    said += f"; {all_in_text(desk.event, desk.format, finished)}"
            elif finished := finished_by(desk.event, round, match):
                said = all_in_text(desk.event, desk.format, finished)
            return say(self._gone_on(desk, state), said, "done")
        if not isinstance(outcome.refusal, StaleResult):
            return say(state, str(outcome.refusal), "bad")
        standing = outcome.refusal.what
        mine = "that it is cleared" if self.text == CLEAR else result_text(self.text)
        text = f"{standing[:1].upper()}{standing[1:]}.\n\nYou typed {mine}. Overwrite theirs?"
        asked = Question(text, OverwriteMatch(self), unforeseen=True)
        return Step(replace(state, questions=(*state.questions, asked)))

    def _gone_on(self, desk: DeskView, state: ResultsState) -> ResultsState:
        """The next open board is selected, as after a board's result, unless the arbiter has gone
        elsewhere."""
        boards, selected = boards_of(desk, state), state.selected
        if boards is None or not isinstance(selected, tuple) or selected[0] != self.table:
            return state
        if self.text == CLEAR or state.prompt is not None or state.questions:
            return state
        last = len(desk.event.round(self.round).match(self.table).lineups)
        following = next_open(boards, state, (self.table, last))
        return replace(state, selected=following) if following else state


@dataclass(frozen=True, slots=True)
class EnterWhole(AtYes):
    """Asked whether a match's result is to take its boards' away, or to undo what was played on
    because of it."""

    typed: TypedMatch
    was: str | None
    insist: bool

    def yes(self, desk: DeskView, state: ResultsState) -> TeamStep:
        """It is."""
        return self.typed.put(state, self.was, over=True, insist=self.insist)


@dataclass(frozen=True, slots=True)
class OverwriteMatch(AtYes):
    """Another desk gave the match a result first: theirs stays unless the arbiter says `y`."""

    typed: TypedMatch

    def yes(self, desk: DeskView, state: ResultsState) -> TeamStep:
        """Theirs is replaced, as it is."""
        result = desk.event.round(self.typed.round).match(self.typed.table).result
        return self.typed.asked(desk, state, result.text if result else None)


def match_line(desk: DeskView, state: ResultsState) -> TeamStep:
    """The line for the result of the whole match of the selected board."""
    boards = boards_of(desk, state)
    known = board_at(boards, state.selected) if boards is not None else None
    if boards is None or known is None:
        return Step(state)
    prompt = _match_line(desk, boards.began[known[0].board], known[0], "")
    return Step(replace(state, prompt=prompt))


def put_before(desk: DeskView, state: ResultsState, put: object) -> TypedBoard | None:
    """The result entered by the key before this one, if it is saved and its match is still
    listed."""
    boards = boards_of(desk, state)
    if boards is None or not isinstance(put, TypedBoard):
        return None
    number, table, at = put.place
    known = board_at(boards, (table, at))
    if known is None or boards.place(table) != (number, table):
        return None
    stands = state.team_waiting.get(put.place, entered_text(known[0].lineups[at - 1]))
    return put if stands == put.text else None


def score_begun(
    desk: DeskView, state: ResultsState, typed: str, before: TypedBoard | None
) -> TeamStep | None:
    """The line of a score that a key begins, or goes on with: `3` is not a result of a board; `.`
    and `½` after a `1` show that the `1` was not one either, and what it has entered is taken
    back."""
    boards = boards_of(desk, state)
    known = board_at(boards, state.selected) if boards is not None else None
    if boards is None or known is None:
        return None
    if before is not None and typed in tuple(".,½/") and state.selected != before.place[1:]:
        return _goes_on_as_score(desk, state, boards, before, state.last_key + typed)
    if typed == "½" or (typed.isdecimal() and choice_of(desk, TEAM_BOARD, typed) is None):
        match, at = known
        line = _score_line(desk, boards.began[match.board], match, at, typed)
        return Step(replace(state, prompt=line))
    return None


def _goes_on_as_score(
    desk: DeskView, state: ResultsState, boards: ListedBoards, before: TypedBoard, text: str
) -> TeamStep:
    """What the first key of the score has entered is taken back, and the line of that board is
    open."""
    number, table, at = before.place
    match = boards.by_number[table]
    board, was = match.lineups[at - 1], before.was or CLEAR
    step = put(boards, gone_to(state, (table, at)), TypedBoard(before.place, was, before.text))
    where = board_named(desk.event, table, at)
    stands = f"is {_as_home(board, was)} as before" if before.was else "has no result"
    back = f"{where} {stands}: the {_as_home(board, before.text)} of that {text[0]} is taken back"
    line = _score_line(desk, number, match, at, text, back)
    return step._replace(state=replace(step.state, selected=(table, at), prompt=line))


def _score_line(
    desk: DeskView, round: int, match: Match, at: int, text: str, back: str = ""
) -> Prompt:
    example = desk.format.result_form(match).example
    label = f"{board_named(desk.event, match.board, at)} (1-0), or the whole match ({example})"
    return Prompt(label, ScorePrompt(MatchPrompt(match.board, round, match.pair), at, back), text)


def ask_walkover(
    desk: DeskView, state: ResultsState, choice: KeyChoice, before: TypedBoard | None
) -> TeamStep:
    """A `-` after a digit: a walkover of the selected board only by yes; any key of a score goes on
    with the score."""
    assert isinstance(state.selected, tuple)
    where = board_named(desk.event, *state.selected).capitalize()
    label = choice.named(("home", "away"))
    asked = WalkoverOrScore(state.selected, choice.text, before, state.last_key)
    text = walkover_question(where, label, whole_results(desk, TEAM_BOARD))
    if before is not None:
        number, table, at = before.place
        board = desk.event.round(number).match(table).lineups[at - 1]
        stands = f"{board_named(desk.event, table, at)} is {_as_home(board, before.text)}"
        text = f"{where}: {label}?\n\n{stands.capitalize()}. If - belongs to a score, type it on: "
        text += "a score of the whole match is asked about."
    keys = "0123456789½" if before is not None else ""
    question = Question(text, asked, typed_on=keys)
    return Step(replace(state, questions=(*state.questions, question)))


@dataclass(frozen=True, slots=True)
class WalkoverOrScore(AtYes):
    """Asked whether a `-` after a digit is a walkover of the board, `before` what the digit has
    entered."""

    board: tuple[int, int]
    text: str
    before: TypedBoard | None
    digit: str

    def yes(self, desk: DeskView, state: ResultsState) -> TeamStep:
        """It is."""
        if state.selected != self.board:
            gone = f"{board_named(desk.event, *self.board)} is not selected any more"
            return say(state, f"{gone}: nothing was changed", "bad")
        return take(desk, state, self.text)

    def goes_on(self, desk: DeskView, state: ResultsState, key: str) -> TeamStep:
        """`1-0` typed out is what its `1` has entered already; of any other score, which is the
        whole match's, the line is open."""
        boards, before = boards_of(desk, state), self.before
        if boards is None or before is None or before.place[1] not in boards.by_number:
            return Step(state)
        number, table, at = before.place
        board = desk.event.round(number).match(table).lineups[at - 1]
        if f"{self.digit}-{key}" == _as_home(board, before.text):
            return Step(state)
        return _goes_on_as_score(desk, state, boards, before, f"{self.digit}-{key}")


def _match_line(desk: DeskView, round: int, match: Match, text: str) -> Prompt:
    where, example = desk.event.board_name(match.board), desk.format.result_form(match).example
    label = f"{where}, the whole match ({example}, +/-, -/+, -/-)"
    if match.level:
        score, _ = running_score(match).split(" ")
        label = f"{where}, level: who goes on and how ({score} home lot)"
    return Prompt(label, MatchPrompt(match.board, round, match.pair), text)


# Line-ups


@dataclass(frozen=True, slots=True)
class LineupPrompt:
    """A team's line-up, typed as places in its order: `1 2 3 5`."""

    table: int
    team: EntrantId
    round: int

    def entered(self, desk: DeskView, state: ResultsState, text: str) -> TeamStep:
        """The line-up; a line that is not one stays open."""
        boards = boards_of(desk, state)
        reason = overtaken(desk, state, self.round, self.table)
        if reason or boards is None:
            return say(state, reason, "bad")
        match = boards.by_number[self.table]
        if self.team not in match.pair:
            return say(state, f"{desk.event.board_name(self.table)} has other teams now", "bad")
        from saves.round_clock import past_deadline
        from tui.screens.agreeing import has_to_agree

        team, was = desk.event.entrant(self.team), lineup_of(match, self.team)
        number = self.round
        late = past_deadline(desk.event, number, match, desk.minute)
        table = match.board if desk.format.several_boards else None
        try:
            ids = _read_lineup(tuple(player.id for player in team.players), text)
            action = SetLineup(self.team, ids, number, was, late, table)
            # before anything is asked or noted: what no answer of the arbiter allows
            action.judge(desk.event, desk.format)
            has_to_agree(desk.event, desk.format, action)
        except Refused as refusal:
            return TypedLineup(self, text).refused(desk, state, refusal)
        if (*ids, *[NOBODY] * (len(was) - len(ids))) == was:
            state = self.following(desk, state)
            return say(state, f"{_team_name(desk, self.team)}: line-up unchanged")
        if len(ids) < len(was):
            return self._asked_short(desk, state, action, text, len(was))
        return self.sent(desk, state, action, text)

    def _asked_short(
        self, desk: DeskView, state: ResultsState, action: SetLineup, text: str, boards: int
    ) -> TeamStep:
        """Boards after the last one typed are left out, as a digit can be: only a `-` says that
        nobody is there."""
        empty = range(len(action.players) + 1, boards + 1)
        where = f"board{'s' * (len(empty) > 1)} {' '.join(map(str, empty))}"
        asked = f"{_team_name(desk, self.team)}: nobody on {where}, lost by forfeit?\n\n"
        asked += f"The line has {counted(len(action.players), 'place')} for {boards} boards."
        question = Question(asked, ShortLineup(self, action, text))
        return Step(replace(state, questions=(*state.questions, question)))

    def sent(self, desk: DeskView, state: ResultsState, action: SetLineup, text: str) -> TeamStep:
        """The line-up is on its way."""
        # typed ahead; but no line is behind a question about the one before it
        asked = any(w.level > Level.RECORD for w in action.warnings(desk.event, desk.format))
        state = state if asked else self.following(desk, state)
        return Step(state, (Do(action, about=TypedLineup(self, text, asked)),))

    def changed(self, desk: DeskView, state: ResultsState, text: str) -> TeamStep:
        """`?` is not part of a line-up: it says how one is written."""
        if "?" not in text or state.prompt is None:
            return Step(state)
        boards, lineup = boards_of(desk, state), text.replace("?", "")
        match = boards.by_number.get(self.table) if boards is not None else None
        if match is not None and self.team in match.pair:
            prompt = lineup_prompt(desk, self.round, match, self.team, lineup or None)
            state = replace(state, prompt=prompt)
        return say(state, _how_written(desk, self.team, self._other(desk, match)))

    def dropped(self, desk: DeskView, state: ResultsState) -> TeamStep:
        """The line-up stays as it was."""
        return Step(state)

    def _other(self, desk: DeskView, match: Match | None) -> EntrantId | None:
        """After the home team the away team, if it has players."""
        if match is None or self.team != match.white or not _squad(desk, match.black):
            return None
        return match.black

    def following(self, desk: DeskView, state: ResultsState) -> ResultsState:
        """After the home team's the away team's."""
        boards = boards_of(desk, state)
        match = boards.by_number.get(self.table) if boards is not None else None
        other = self._other(desk, match)
        if match is None or other is None:
            return state
        return _asking(desk, state, self.round, match, other)


@dataclass(frozen=True, slots=True)
class ShortLineup:
    """Asked whether nobody plays on the boards that a line-up leaves out."""

    prompt: LineupPrompt
    action: SetLineup
    text: str

    def yes(self, desk: DeskView, state: ResultsState) -> TeamStep:
        """Their games are lost."""
        return self.prompt.sent(desk, state, self.action, self.text)

    def no(self, desk: DeskView, state: ResultsState) -> TeamStep:
        """The line is open with what was typed."""
        from tui.screens.agreeing import NO

        return TypedLineup(self.prompt, self.text).refused(desk, state, NO)


@dataclass(frozen=True, slots=True)
class TypedLineup:
    """A line-up on its way to the journal: the line that it was typed into, and what was typed."""

    prompt: LineupPrompt
    text: str
    asked: bool = False
    """The arbiter is asked about it first: the other team's line opens after the answer."""

    def refused(self, desk: DeskView, state: ResultsState, refusal: Refused) -> TeamStep:
        """The line is open again with what was typed: the digits that follow are not results."""
        from tui.screens.agreeing import NO

        table, team = self.prompt.table, self.prompt.team
        boards = boards_of(desk, state)
        match = boards.by_number.get(table) if boards is not None else None
        same = boards is not None and boards.began.get(table) == self.prompt.round
        if match is not None and same and team in match.pair:
            at = state.selected[1] if isinstance(state.selected, tuple) else 1
            prompt = lineup_prompt(desk, self.prompt.round, match, team, self.text)
            state = replace(state, prompt=prompt, selected=(table, at))
        unchanged = f"{_team_name(desk, team)}: line-up unchanged"
        return say(state, unchanged if refusal is NO else f"{unchanged}: {refusal}", "bad")


def _how_written(desk: DeskView, team: EntrantId, other: EntrantId | None) -> str:
    squad = len(desk.event.entrant(team).players)
    close = "1235" if squad < 10 else "1 2 3 11"
    text = (
        f"places of the list above from board 1 on, as {close}; - for nobody; "
        "what is typed replaces the line-up, ctrl+u empties the line"
    )
    if other is None:
        return text
    return f"{text}; enter leaves it as it is and goes on to {_team_name(desk, other)}"


def _nobody_on(desk: DeskView, about: TypedLineup) -> str:
    """Which boards the line-up left without a player: their games are lost."""
    prompt = about.prompt
    match = desk.event.round(prompt.round).match(prompt.table)
    empty = [at for at, id in enumerate(lineup_of(match, prompt.team), start=1) if not id]
    if not empty:
        return ""
    return f"; nobody on board{'s' * (len(empty) > 1)} {' '.join(map(str, empty))}: lost by forfeit"


def _team_name(desk: DeskView, team: EntrantId) -> str:
    return name_in(desk.event, team, 30)


def _read_lineup(squad: tuple[EntrantId, ...], text: str) -> tuple[EntrantId, ...]:
    parts = text.replace(",", " ").split()
    if len(parts) == 1 and parts[0].isdigit() and len(squad) < 10:
        parts = list(parts[0])  # 1235
    ids = []
    for part in parts:
        if part in ("-", "0"):
            ids.append(NOBODY)
        elif part.isdecimal() and part.isascii() and 1 <= int(part) <= len(squad):
            ids.append(squad[int(part) - 1])
        else:
            remedy = f"write places 1 to {len(squad)}, - for nobody"
            raise Refused(f"{shortened(part, 12)} is not a place in the team", "", remedy)
    return tuple(ids)


def lineup(desk: DeskView, state: ResultsState) -> TeamStep:
    """The line-up of the home team of the selected match, then of the away team."""
    if part_of(desk.format, PlayedByTeams) is None:
        return say(state, "there are no teams of players here", "bad")
    boards = boards_of(desk, state)
    if boards is None:
        return say(state, "no round is published, so there is no match to line up for", "bad")
    known = board_at(boards, state.selected)
    if known is None:
        return say(state, "no match is selected: select one", "bad")
    match = known[0]
    without = [id for id in match.pair if not _squad(desk, id)]
    first = next((id for id in match.pair if id not in without), None)
    if first is not None:
        state = _asking(desk, state, boards.began[match.board], match, first)
    if first == match.white:
        return Step(state)
    names = " and ".join(_team_name(desk, id) for id in without)
    have = "has" if len(without) == 1 else "have"
    return say(state, f"{names} {have} no players yet: F1, then m, adds them", "bad")


def _squad(desk: DeskView, team: EntrantId) -> tuple[Entrant, ...]:
    return desk.event.entrant(team).players


def _asking(
    desk: DeskView, state: ResultsState, round: int, match: Match, team: EntrantId
) -> ResultsState:
    """The line is open, and the cursor is in the list of the team's players."""
    at = state.selected[1] if isinstance(state.selected, tuple) else 1
    selected = (match.board, max(1, min(at, len(_squad(desk, team)))))
    return replace(state, prompt=lineup_prompt(desk, round, match, team), selected=selected)


def lineup_prompt(
    desk: DeskView, round: int, match: Match, team: EntrantId, text: str | None = None
) -> Prompt:
    """The line for a team's line-up, filled with the present one."""
    entrant = desk.event.entrant(team)
    places = {player.id: place for place, player in enumerate(entrant.players, start=1)}
    stands = " ".join(str(places.get(id, "-")) for id in lineup_of(match, team))
    label = f"{name_in(desk.event, team, 24)} plays (- nobody, ? how, esc leaves it)"
    line = LineupPrompt(match.board, team, round)
    return Prompt(label, line, stands if text is None else text, proposed=text is None)


# The picture


def unfolded(
    desk: DeskView, state: ResultsState, boards: ListedBoards, width: int, sides: tuple[int, int]
) -> list[Line]:
    """The boards of the selected match, below its `sides` where the names have room there; while
    a line-up is typed, the team's players."""
    known = board_at(boards, state.selected)
    if known is None:
        return []
    match, _ = known
    purpose = state.prompt.purpose if state.prompt else None
    if isinstance(purpose, LineupPrompt) and purpose.table == match.board:
        return _squad_lines(desk, purpose, width)
    lines, rooms = [], _rooms(desk, match, width, sides)
    for at, board in enumerate(match.lineups, start=1):
        slip = None
        if verifying(desk, state):
            from tui.places.results import verification

            slip = verification.board_in_its_place(state, boards, match, at)
        waiting = state.team_waiting.get((*boards.place(match.board), at))
        lines.append(_board_line(desk, match.board, at, board, waiting, slip, rooms))
    return lines


class _Rooms(NamedTuple):
    """Cells of a player's name at home and away; whether ratings are behind them."""

    home: int
    away: int
    rated: bool


def _rooms(desk: DeskView, match: Match, width: int, sides: tuple[int, int]) -> _Rooms:
    rated = width >= RATED
    beside = RATING_CELLS * rated
    below = _Rooms(sides[0] - BEFORE_HOME - beside, sides[1] - BEFORE_AWAY - beside, rated)
    pairs = [(board.home, board.away) for board in match.lineups]
    names = [max(text_width(_name(desk, id)) for id in ids) for ids in zip(*pairs, strict=True)]
    if all(name <= room for name, room in zip(names, below, strict=False)):
        return below
    even = max((width - (42 if rated else 32)) // 2, 10)
    return _Rooms(even, even, rated)


def _board_line(
    desk: DeskView,
    table: int,
    at: int,
    board: TeamBoard,
    waiting: str | None,
    slip: tuple[str, str] | None,
    rooms: _Rooms,
) -> Line:
    home, away = ("b", "w") if board.away_white else ("w", "b")
    beside = zip((board.home, board.away), rooms, strict=False)
    players = [_player(desk, id, room, rooms.rated) for id, room in beside]
    start = f"    {table:>3}.{at:<2} {home} {players[0]}  {away} {players[1]}  "
    key = (table, at)
    if slip is not None:
        return Line(((start, "bad" if slip[1] == "bad" else "plain"), slip), key)
    if waiting is not None:
        shown = "_" if waiting == CLEAR else _as_home(board, waiting)
        return Line(((start, "plain"), (f"{shown} …", "dim")), key)
    result = board.home_result
    if result is GameResult.ADJOURNED:
        return Line(((start, "plain"), ("adjourned", "should")), key)
    return Line(((start + result_text(result.text if result else None), "plain"),), key)


def _name(desk: DeskView, id: EntrantId) -> str:
    return safe(player_name(desk.event, id)) or "nobody"


def _player(desk: DeskView, id: EntrantId, width: int, rated: bool) -> str:
    known = players_by_id(desk.event).get(id)
    name = _name(desk, id)
    rating = str(known.player.rating or "-") if known else ""
    return fit(name, width) + (f" {rating:>4}" if rated else "")


def _squad_lines(desk: DeskView, asked: LineupPrompt, width: int) -> list[Line]:
    squad = _squad(desk, asked.team)
    why = [_not_eligible(desk.event, player, asked.round) for player in squad]
    room = max(10, min(30, width - SQUAD_CELLS - max(map(len, why), default=0)))
    lines = []
    for place, (player, reason) in enumerate(zip(squad, why, strict=True), start=1):
        name, rating = fit(safe(player.name), room), str(player.rating or "-")
        text = f"    {place:>6}  {name} {rating:>5}  {reason}"
        lines.append(line(text.rstrip(), key=(asked.table, place)))
    return lines


def _not_eligible(event: Event, player: Entrant, round: int) -> str:
    """Why a player may not play in that round; empty for an eligible player."""
    if round < player.joined:
        return entered_after(event, player.joined)
    return "" if player.active(round) else "not eligible"


def last_entered(desk: DeskView, action: Action, hidden: bool = False) -> str:
    """`3.2 1-0`: what was entered on a board, as the home team has it; `hidden` the place alone."""
    if not isinstance(action, EnterBoardResult):
        return ""
    where = f"{action.number}.{action.board}"
    if action.result == CLEAR:
        return f"{where} cleared"
    if hidden:
        return where
    round = desk.event.current if action.round is None else desk.event.round(action.round)
    match = next((m for m in round.matches if m.board == action.number), None) if round else None
    if match is None or action.board > len(match.lineups):
        return f"{where} {brief(action.result)}"
    return f"{where} {_as_home(match.lineups[action.board - 1], action.result)}"


def running_score(match: Match) -> str:
    """`2-½ …` while boards are open; empty without a result of any."""
    if match.result is not None or not any(board.played for board in match.lineups):
        return ""
    home = sum((board.points("white") for board in match.lineups), NIL)
    away = sum((board.points("black") for board in match.lineups), NIL)
    return f"{points_text(home)}-{points_text(away)} …"
