"""Results between the key and the journal: typed, on their way, refused. The same in Results and
in Bracket."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from engine import actions
from engine.actions import Action
from engine.entrants import EntrantId
from engine.event import Event, Match, Round
from engine.points import counted
from engine.protocol import Bracketed, Format, bracketed, part_of
from engine.refusal import Stale
from engine.results import CLEAR, GameResult, KeyChoice, ResultForm, Side, brief, result_text
from engine.results import Outcome as Fate
from engine.waiting import drawn_from_another, due_round, nothing_entered
from saves.safe_text import safe, shortened
from tui.keys.commands import result_keys
from tui.places.shape import (
    Answering,
    DeskView,
    Do,
    Failed,
    Outcome,
    PlaceState,
    Prompt,
    Step,
)
from tui.screens.names import name_in

P = TypeVar("P", bound=PlaceState)
RoundBoard = tuple[int, int]
"""Round and board."""
LINE_STARTS = frozenset("0123456789=½,")
"""Where a result is a score, these open the entry line."""
SIGNS = frozenset("+-")
"""Results of their own beside a single game's keys; where scores are typed, a line's beginning."""


class Typed(NamedTuple):
    """A result that was typed: where, what, and what was there when it was."""

    round: int
    board: int
    text: str
    was: str | None
    insist: bool = False
    """The arbiter has read what it undoes, and said yes."""
    over_boards: bool = False
    """He has read that boards of a match of teams lose their results, and said yes."""
    removes: int = 0
    """The round whose proposal goes with it; 0 for none."""

    @property
    def place(self) -> RoundBoard:
        """Round and board."""
        return self.round, self.board

    @property
    def overwrites(self) -> bool:
        """Another result is replaced; one that was still open is no more than awaited."""
        return self.was not in (None, self.text) and not self.completes

    @property
    def fills(self) -> bool:
        """The board was open, or a part of it: the result may be the last one of the round."""
        return self.was is None or self.completes

    @property
    def completes(self) -> bool:
        """What was there is kept, and what was open in it (`?`) is filled in."""
        known = [re.escape(part) for part in (self.was or "").split("?")]
        return len(known) > 1 and re.fullmatch("[^,]+".join(known), self.text) is not None


def way_to_a_round(desk: DeskView) -> str:
    """The remedy where a round is wanted and none is published, or not yet the one wanted."""
    if desk.event.proposal is not None:
        return "F2, P publishes the round"
    if desk.format.next_step(desk.event).name == "register":
        return f"F1: enter the {desk.event.entrant_word}s first"
    return "F2 draws the round"


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """What was typed and is not in the journal. The event is never changed ahead: what a board
    shows comes of the event and of this."""

    waiting: Mapping[RoundBoard, str] = field(default_factory=dict)
    """Typed and not yet acknowledged."""
    unsaved: Mapping[RoundBoard, str] = field(default_factory=dict)
    """Typed and refused, by a full disk for instance."""
    before: Mapping[RoundBoard, str] = field(default_factory=dict)
    """What the event had there when it was refused: `-` for none."""
    forfeited: RoundBoard | None = None
    """The forfeit entered last."""

    def put(self, typed: Typed) -> tuple[ResultEntry, Do]:
        """The result goes on its way; the effect carries it to the journal."""
        action = actions.EnterResult(
            typed.board,
            typed.text,
            typed.was,
            typed.round,
            typed.was is not None or typed.over_boards,
            insist=typed.insist,
        )
        after = replace(
            self,
            waiting={**self.waiting, typed.place: typed.text},
            unsaved=_without(self.unsaved, typed.place),
        )
        return after, Do(action, about=typed, more=True)

    def after_outcome(self, desk: DeskView, outcome: Outcome) -> ResultEntry:
        """What became of something on its way."""
        if isinstance(outcome, Failed):
            return self._failed(desk, outcome)
        effect = outcome.effect
        if isinstance(effect, Do) and isinstance(effect.about, Typed):
            return self._done(desk, effect.about)
        return self

    @property
    def not_in_journal(self) -> Mapping[RoundBoard, str]:
        """Those on their way, and those that were refused."""
        return {**self.waiting, **self.unsaved}

    def _done(self, desk: DeskView, typed: Typed) -> ResultEntry:
        """The journal has it."""
        match = desk.event.round(typed.round).match(typed.board)
        forfeited = typed.place if absent_ones(match) else self.forfeited
        return replace(self._arrived(typed), forfeited=forfeited)

    def _failed(self, desk: DeskView, failed: Failed) -> ResultEntry:
        """It was refused, and with it what was dropped after it. If another desk was quicker the
        arbiter is asked: nothing counts as unsaved."""
        typed = failed.effect.about if isinstance(failed.effect, Do) else None
        if not isinstance(typed, Typed):
            return self
        if isinstance(failed.refusal, Stale):
            return self._arrived(typed)
        lost = [typed, *(do.about for do in failed.dropped if isinstance(do.about, Typed))]
        places = {one.place for one in lost}
        waiting = {place: text for place, text in self.waiting.items() if place not in places}
        return replace(
            self,
            waiting=waiting,
            unsaved={**self.unsaved, **{one.place: one.text for one in lost}},
            before={**self.before, **{place: _text_of(desk, place) for place in places}},
        )

    def settled(self, desk: DeskView) -> ResultEntry:
        """Without what was refused and has been settled since: it is saved after all, or this desk
        has put another result there, in whatever place."""
        over = {place for place, text in self.unsaved.items() if self._is_over(desk, place, text)}
        if not over:
            return self
        left = {place: text for place, text in self.unsaved.items() if place not in over}
        return replace(self, unsaved=left)

    def _is_over(self, desk: DeskView, place: RoundBoard, text: str) -> bool:
        now = _text_of(desk, place)
        changed = now != self.before.get(place, now)
        return now in ("", text) or (changed and not entered_elsewhere(desk, place))

    def forget_unsaved(self, place: RoundBoard) -> ResultEntry:
        """What could not be saved there is wanted no longer."""
        return replace(self, unsaved=_without(self.unsaved, place))

    def current(self, round: int, match: Match) -> str:
        """What was typed for the board last, else what the event has: `-` for none."""
        saved = match.result.text if match.result else CLEAR
        return self.waiting.get((round, match.board), saved)

    def replaced(self, desk: DeskView, round: int, match: Match) -> str | None:
        """What the arbiter replaces knowingly; another desk's result is never that: it may have
        come to the screen the blink of an eye before the key."""
        typed = self.waiting.get((round, match.board))
        if typed is not None:
            return None if typed == CLEAR else typed
        if match.result is None:
            return None
        theirs = entered_elsewhere(desk, (round, match.board))
        return None if theirs and not match.result.provisional else match.result.text

    def _arrived(self, typed: Typed) -> ResultEntry:
        """No longer on its way, unless another was typed for the board since."""
        if self.waiting.get(typed.place) != typed.text:
            return self
        return replace(self, waiting=_without(self.waiting, typed.place))


def _text_of(desk: DeskView, place: RoundBoard) -> str:
    """The result that the event has there, `-` for none; empty if there is no such board."""
    round, board = place
    matches = (m for r in desk.event.published if r.number == round for m in r.matches)
    match = next((m for m in matches if m.board == board), None)
    if match is None:
        return ""
    return match.result.text if match.result else CLEAR


def _without(texts: Mapping[RoundBoard, str], place: RoundBoard) -> dict[RoundBoard, str]:
    return {known: text for known, text in texts.items() if known != place}


class FromLine(NamedTuple):
    """Asked about a result that was typed as a line."""

    purpose: Answering
    line: Prompt

    def yes(self, desk: DeskView, state: Any) -> Step[Any]:
        """It is entered."""
        return self.purpose.yes(desk, state)

    def no(self, desk: DeskView, state: Any) -> Step[Any]:
        """The line is open with what was typed: a slip typed on without looking, whose enter may
        have been the no, is not a result of this board."""
        step = self.purpose.no(desk, state)
        return step._replace(state=replace(step.state, prompt=self.line))


def from_line(step: Step[P], asked: int, line: Prompt | None) -> Step[P]:
    """The step of a line that was entered; `asked`: how many questions there were before."""
    *known, new = step.state.questions or (None,)
    if new is None or len(known) < asked or line is None:
        return step
    question = new._replace(purpose=FromLine(new.purpose, line))
    return step._replace(state=replace(step.state, questions=(*known, question)))


SCORE_KEYS = frozenset("0123456789½")
"""Keys that `-` follows in a score that is typed out, of a game or of a match."""


DRAW_TYPED_OUT = ("1/2-1/2", "½-½")
"""A whole draw, which needs no enter."""


def typed_out(state: PlaceState, form: ResultForm, choice: KeyChoice) -> bool:
    """Whether a walkover's `-` is typed directly after a digit: as likely as a walkover it is the
    middle of `1-0`, which would be the results of three boards."""
    sign = choice.id == "result.black-forfeit" and state.last_key in SCORE_KEYS
    return sign and not begins_line(form, "-")


def whole_results(desk: DeskView, form: ResultForm) -> str:
    """`1 is 1-0, 0 is 0-1`: keys that are a whole result."""
    whole = [c for c in form.keys if c.id in ("result.white", "result.black", "result.draw")]
    return ", ".join(f"{result_keys(c, desk.second_scheme)[0]} is {brief(c.text)}" for c in whole)


REST_OF_SCORE = {"1-0": "0", "0-1": "1"}
"""How a score is typed on after its `-`, by the result that its first key was."""


def walkover_question(board: str, label: str, whole: str, before: str = "", rest: str = "") -> str:
    """Asked before such a walkover; enter, which ends a score that is typed out, is no. `whole`
    says what one key is, or was; `before` what it has entered, where `rest` ends the score."""
    keys = f": {whole}" if whole else ""
    if rest:
        return f"{board}: {label}?\n\n{before}. If - belongs to it, {rest} or enter goes on."
    return (
        f"{board}: {label}?\n\nOne key is a whole result{keys}. If - belongs to a score that you "
        "typed out, press enter: nothing is entered here. Look at the result before it too."
    )


def choice_of(desk: DeskView, form: ResultForm, typed: str) -> KeyChoice | None:
    """The result of a key, in the scheme of this console."""
    return next((k for k in form.keys if typed in result_keys(k, desk.second_scheme)), None)


def result_of_line(desk: DeskView, form: ResultForm, text: str) -> str:
    """The result of a line: a sign and enter is enough for a walkover, but not with a number after
    it. `Refused` as by the format."""
    sign = choice_of(desk, form, text) if begins_line(form, text) else None
    return sign.text if sign else form.parse(text).text


def leaves_open(text: str) -> bool:
    """Whether a result typed leaves a game of the board to be played here and now."""
    return text == CLEAR or ("," in text and "?" in text.split(","))


def saved_text(desk: DeskView, typed: Typed) -> str:
    """The message about a result that the journal has: what was overwritten, and who forfeits,
    which is often gone for good; empty if there is nothing to say."""
    event = desk.event
    awaited = typed.completes and typed.was != GameResult.ADJOURNED.text
    text = ""
    if typed.was not in (None, typed.text) and not awaited:
        text = f"{brief(typed.was)} became {given(typed.text)} · u undoes it"
    match = event.round(typed.round).match(typed.board)
    absent = absent_ones(match)
    if absent:
        there = [one for one in map(event.entrant, absent) if one.active(typed.round + 1)]
        names = " and ".join(shortened(one.name, 30) for one in there)
        came = [name_in(event, id, 30) for id in match.pair if id not in absent]
        won = f"{came[0]} wins by forfeit" if came else "both lose by forfeit"
        text = (text or won) + (f"; x withdraws {names}" if there else "")
    noted = _tie_noted(desk, match, typed.round) if bracketed(desk.format) else []
    text = "; ".join(filter(None, (text, *noted, removed_text(event, typed.removes))))
    earlier = event.current is not None and typed.round != event.current.number
    where = f"{event.called(typed.round)}, " if earlier else ""
    return f"{where}{event.board_name(typed.board)}: {text}" if text else ""


def _tie_noted(desk: DeskView, match: Match, number: int) -> list[str]:
    """What the rule for ties of a bracket has against the way in which one was broken."""
    rules = (rule for rule in desk.format.rules(desk.event) if rule.id == "tie-break")
    found = (one for rule in rules for one in rule.judge_match(match, number, desk.event))
    return [safe(one.text, CHANGE) for one in found]


def not_saved(desk: DeskView, typed: Typed, failed: Failed) -> str:
    """What is said of a result that was refused, and how many were dropped with it."""
    dropped = sum(isinstance(do.about, Typed) for do in failed.dropped)
    more = f" (and {dropped} more)" if dropped else ""
    why = failed.refusal.reason
    return f"NOT SAVED: {desk.event.board_name(typed.board)}{more}: {why}"


def absent_ones(match: Match) -> list[EntrantId]:
    """Who did not come, by the board's forfeit."""
    result = match.result
    if result is None or result.played:
        return []
    sides: tuple[tuple[EntrantId, Side], ...] = ((match.white, "white"), (match.black, "black"))
    return [id for id, side in sides if result.outcome(side) is Fate.LOSS]


def entered_elsewhere(desk: DeskView, place: RoundBoard) -> bool:
    """Whether the last word on the result of that board came from another console."""
    current = desk.event.current.number if desk.event.current else place[0]
    for logged in desk.since_publication():
        if logged.action.about(None).is_at(place[1], place[0], current):
            return logged.n in desk.elsewhere
    return False


NOTHING = "Nothing that was drawn since depends on it."
PLAYED_ON = "It has been played on. This would change:"
RENAMED = "The draw stands, with other names in it:"
PAIR_NAME = 30
"""Cells of each name of a board that is asked about."""
CHANGE = 300
"""Letters of one of them."""


def free_to_enter(event: Event, format: Format, round: Round, match: Match) -> bool:
    """No question: a board of the round in play, or an open one that is still being played, or
    that a correction has opened again where nothing is drawn from an open match."""
    current = event.current
    if current is None or round.number == current.number:
        return True
    return match.open and (format.adjourned_waits or due_round(match, round) >= current.number)


def earlier_question(
    event: Event,
    format: Format,
    round: int,
    board: int,
    was: str | None,
    text: str,
) -> tuple[str, bool]:
    """The question about a result of an earlier round, with what depends on it; and whether it
    takes insisting: something is undone by it, it is more than the boards can give, or an arbiter
    is warned of it. `Refused` if strict mode does not allow a change of the round."""
    from tui.screens.agreeing import has_to_agree

    warned = has_to_agree(event, format, actions.EnterResult(board, text, was, round))
    question = f"{event.called(round).capitalize()}, {event.board_name(board)}: "
    question += f"{'no result' if was is None else brief(was)} becomes "
    question += f"{given(text)}?\n{pair_named(event, round, board)}\n\n"
    becomes, undone = what_becomes(event, format, round, entering(Typed(round, board, text, was)))
    beyond = beyond_text(event, format, round, board, text)
    question = f"{beyond}\n\n{question}" if beyond else question
    agreed = f"\n\n{warned}" if warned else ""
    return question + becomes + agreed, bool(undone or beyond or warned)


def removing(event: Event, format: Format, typed: Typed) -> Typed:
    """With the proposal that goes by it."""
    return typed._replace(removes=proposal_removed(event, format, entering(typed)))


def entering(typed: Typed) -> actions.EnterResult:
    """The action that it becomes once everything about it is agreed."""
    number, board, text, was = typed[:4]
    return actions.EnterResult(board, text, was, number, replace=True, insist=True)


def pair_named(event: Event, round: int, board: int) -> str:
    """`Ash, Ann - Birch, Bob`: who plays on a board, for a question about its result."""
    from tui.screens.names import name_in

    return " - ".join(name_in(event, id, PAIR_NAME) for id in event.round(round).match(board).pair)


def beyond_text(event: Event, format: Format, round: int, board: int, text: str) -> str:
    """That a score is more than the boards of the match can give, or hardly ever do; empty where
    it is not."""
    from engine.actions.results import read_result
    from engine.match_results import beyond_boards, unlikely_score

    match = event.round(round).match(board)
    if match.boards is None:
        return ""
    result = read_result(format, match, text)
    beyond = beyond_boards(match.boards, result) or unlikely_score(match.boards, result)
    name = event.board_name(board).capitalize()
    return f"{name}: {brief(text)} would be {beyond}." if beyond else ""


def what_becomes(event: Event, format: Format, number: int, action: Action) -> tuple[str, bool]:
    """What becomes of all that was drawn since a round when `action` changes a board of it; and
    whether somebody has played on because of that board, which is undone."""
    from engine.actions.results import changes_since, undone_by

    cup = part_of(format, Bracketed)
    if cup is None:
        return later_stay(event, format, number), False
    before, after = event.round(number), action.change(event, format).round(number)
    changes = [safe(one, CHANGE) for one in changes_since(event, format, before, after)]
    undone = bool(undone_by(event, format, before, after))
    whole = _followed(event, format, action)
    parts = []
    if changes:
        parts += [results_lost_text(event, whole, action)]
        parts += ["\n".join((f"{PLAYED_ON if undone else RENAMED}\n", *changes))]
    elif cup.draws_stay and any(r.number > number for r in event.published):
        parts += [_as_drawn(event, format, number)]
    elif not cup.draws_stay and any(r.number > number for r in event.rounds):
        parts += [NOTHING]
    given = [safe(one, CHANGE) for one in cup.given_stays(event, whole)]
    parts += [f"{one[:1].upper()}{one[1:]}." for one in given]
    parts += [proposal_after(event, format, action)]
    return "\n\n".join(filter(None, parts)), undone


def results_lost_text(before: Event, after: Event, action: Action) -> str:
    """How many results of other boards are taken away by an action; empty for none."""
    from engine.actions.results import results_lost

    about = action.about(before)
    own = [(about.round, board) for board in about.boards if about.round is not None]
    lost = results_lost(before, after, own)
    if not lost:
        return ""
    them = "that match is" if lost == 1 else "these matches are"
    return f"{counted(lost, 'result')} would be taken away: {them} to be played again."


def _followed(event: Event, format: Format, action: Action) -> Event:
    """The event after the action with all that follows from it."""
    return format.settle(action.follow(event, action.change(event, format), format))


def proposal_removed(event: Event, format: Format, action: Action) -> int:
    """The round of the standing proposal that an action removes; 0 where it removes none."""
    standing = event.proposal
    if standing is None or _followed(event, format, action).proposal is not None:
        return 0
    return standing.number


def removal_text(event: Event, number: int) -> str:
    """For a question: that the proposal of a round will be gone; empty for none."""
    if not number:
        return ""
    called = event.called(number)
    return f"The proposal of {called} will be removed: d in Pairings (F2) draws it anew."


def removed_text(event: Event, number: int) -> str:
    """That the proposal of a round is gone, and the way on; empty for none, and if there is one
    again."""
    if not number or event.proposal is not None:
        return ""
    return f"the proposal of {event.called(number)} is removed: d in Pairings (F2) draws it anew"


def proposal_after(event: Event, format: Format, action: Action) -> str:
    """What becomes of the standing proposal by an action, and the way on; empty without one, and
    where it has other names afterwards, which are listed."""
    standing = event.proposal
    if standing is None:
        return ""
    after = _followed(event, format, action)
    called = event.called(standing.number)
    if after.proposal is None:
        return removal_text(event, standing.number)
    if drawn_from_another(after):
        return proposal_text(event, "will be")
    if [m.pair for m in after.proposal.matches] != [m.pair for m in standing.matches]:
        return ""
    return f"The proposal of {called} stays as it was drawn."


def _as_drawn(event: Event, format: Format, number: int) -> str:
    """That the rounds published after that one stay as they were drawn."""
    later = [r.number for r in event.published if r.number > number]
    stay, were = ("stays", "it was") if len(later) == 1 else ("stay", "they were")
    rounds = event.rounds_called(later).capitalize()
    text = f"{rounds} {stay} as {were} drawn; the standings are calculated again"
    return text + (", and floats count by the new scores." if format.counts_floats else ".")


def later_stay(event: Event, format: Format, number: int) -> str:
    """What becomes of the rounds after one that is changed, where no draw is undone by it."""
    later = [r.number for r in event.published if r.number > number]
    if not later:
        return proposal_text(event, "will be")
    text, again = _as_drawn(event, format, number), closing_text(event, number)
    if len(later) == 1 and nothing_entered(event):
        again += f" Nothing of {event.called(later[0])} is entered: r in Pairings (F2) takes it "
        again += "back and draws it again."
    return " ".join(filter(None, (text, again.strip(), proposal_text(event, "will be"))))


def closing_text(event: Event, number: int) -> str:
    """That strict mode closes the round with the one in play, while the action itself is not yet
    warned of it; empty where that is not so."""
    if not (event.strict and nothing_entered(event)):
        return ""
    from engine.strict import closes_next

    if not closes_next(event, number):
        return ""
    assert event.current is not None
    current, called = event.called(event.current.number).capitalize(), event.called(number)
    return f"{current} closes {called} to corrections (strict mode)."


def proposal_text(event: Event, verb: str = "is") -> str:
    """That what was drawn and is not published yet `is` or `will be` out of date, and the way out;
    empty without a proposal."""
    if event.proposal is None:
        return ""
    called = event.called(event.proposal.number)
    return f"The proposal of {called} {verb} out of date: r in Pairings (F2) draws it again."


def boards_lost(format: Format, match: Match, text: str) -> str:
    """That boards of a match of teams lose their results by one of the whole; empty if none do."""
    from engine.actions.results import takes_boards_away

    if not takes_boards_away(format, match, text):
        return ""
    lost = counted(sum(board.played for board in match.lineups), "board")
    return f"The results of {lost} would be taken away."


def given(text: str) -> str:
    """A result typed, in running text."""
    return "no result" if text == CLEAR else brief(text)


def begins_line(form: ResultForm, key: str) -> bool:
    """Whether a sign opens the line, to be confirmed, and gives no result at once.

    `-5-3` is a slip misread, and its first key is nobody's walkover. If a digit is a whole result,
    as of a single game, there is no score to type and a sign is a result too.
    """
    single = any(one.isdigit() for choice in form.keys for one in choice.keys)
    return form.kind == "line" and key in SIGNS and not single


def forfeit_keys(form: ResultForm, second_scheme: bool) -> tuple[tuple[str, str], ...]:
    """The two keys of a forfeit, for a key line: `+ - forfeit`; empty if there are none."""
    keys = {choice.id: result_keys(choice, second_scheme)[0] for choice in form.keys}
    white, black = keys.get("result.white-forfeit"), keys.get("result.black-forfeit")
    return ((white, ""), (black, "forfeit")) if white and black else ()


def how_typed(form: ResultForm, choice: KeyChoice, key: str) -> str:
    """What the help says of a result's key."""
    if begins_line(form, key):
        return f"opens the line: {choice.text}, enter"
    return f"result {result_text(choice.text)}"


def example_text(form: ResultForm) -> str:
    """How a match is typed, for a key line: `result: 45-31; a tie: 40-40 home playoff 5 (IMPs)`."""
    from engine.match_results import PLAYOFF

    rules = form.rules
    imps = rules is not None and rules.needs_winner and rules.methods[:1] == (PLAYOFF,)
    return f"result: {form.example}{' (IMPs)' * imps}"


def line_example(form: ResultForm, first: str) -> str:
    """What the line asks for, by the first character that opens it."""
    return "+/- or -/+: a walkover" if begins_line(form, first) else form.example
