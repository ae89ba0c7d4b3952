"""Actions on results, one or many at once, and what a correction does to the draws since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import ClassVar

from engine.actions.base import About, Action, about_boards
from engine.event import Bye, Event, Match, Round
from engine.match_results import TeamResult, beyond_boards, result_of, settled_whole
from engine.points import counted
from engine.protocol import Bracketed, Format, bracketed, dependents, part_of
from engine.refusal import Refused, StaleResult, WouldReplace
from engine.results import CLEAR, GameResult, Result, shown
from engine.waiting import NextStep, paired_by, round_of_board
from engine.warnings import Warning

RoundBoard = tuple[int, int]
"""Round and board."""


@dataclass(frozen=True)
class EnterResult(Action):
    """The result of a board, as the slip says it; `-` clears it.

    `was` is the text of the result that the arbiter saw (None: open); if the board has another one
    by now, the action is refused as stale. Replacing an entered result by a different one needs
    `replace`, except for an adjourned game. `round` None is the round in play, or the one in which
    a match began that is still running. If somebody has played on because of the previous result,
    `insist` undoes what was drawn from it; it also enters a score that is more than the boards of
    the match can give.
    """

    kind: ClassVar[str] = "result"
    number: int
    result: str
    was: str | None = None
    round: int | None = None
    replace: bool = False

    def judge(self, event: Event, format: Format) -> None:
        """The result is as the arbiter saw it, and nobody has played on because of it."""
        _refuse_entering(event, format, self)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Of rounds further back than the window, and adjourned games that were no draw."""
        return _play_warnings(self, event, format, self.round, ((self.number, self.result),))

    def change(self, event: Event, format: Format) -> Event:
        """The same result again changes nothing."""
        return _entered(event, format, self)

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """Changes what was drawn because of the previous result."""
        if after is before or not bracketed(format):
            return after
        return rewritten(before, after, format, round_played(before, self.number, self.round))

    def about(self, event: Event | None) -> About:
        """Its board."""
        return about_results(event, self.round, (self.number,))

    def means(self, event: Event, format: Format) -> str:
        """What was drawn since and is undone by it."""
        return undoes(self, event, format, self.round)

    def describe(self, event: Event) -> str:
        """Round, board, result."""
        number = self.round or len(event.published)
        shown = "cleared" if self.result == CLEAR else self.result
        return f"{event.called(number)}, {event.board_word} {self.number}: {shown}"

    def was_before(self, event: Event) -> str | None:
        """The previous result."""
        return self.was


@dataclass(frozen=True)
class EnterResults(Action):
    """Many results of one round: all or nothing."""

    kind: ClassVar[str] = "results"
    results: tuple[tuple[int, str], ...]
    round: int | None = None
    replace: bool = False

    def judge(self, event: Event, format: Format) -> None:
        """Each as if entered alone on the board as it is; the first refusal refuses all."""
        boards: set[int] = set()
        for board, text in self.results:
            if board in boards:
                raise Refused(
                    f"{event.board_name(board)} appears twice in the list", "", "keep one line"
                )
            boards.add(board)
            one = self._one(event, board, text)
            _refuse_entering(event, format, one)
            event = one.follow(event, one.change(event, format), format)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """As of a single one."""
        return _play_warnings(self, event, format, self.round, self.results)

    def change(self, event: Event, format: Format) -> Event:
        """The results, each on its board."""
        for board, text in self.results:
            event = _entered(event, format, EnterResult(board, text, None, self.round))
        return event

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """Changes what was drawn because of the previous results, one after the other."""
        if after is before:
            return after
        for board, text in self.results:
            one = self._one(before, board, text)
            before = one.follow(before, one.change(before, format), format)
        return before

    def _one(self, event: Event, board: int, text: str) -> EnterResult:
        result = round_played(event, board, self.round).match(board, event.board_word).result
        was = result.text if result else None
        return EnterResult(board, text, was, self.round, self.replace, insist=self.insist)

    def about(self, event: Event | None) -> About:
        """Their boards."""
        return about_results(event, self.round, tuple(board for board, _ in self.results))

    def means(self, event: Event, format: Format) -> str:
        """What was drawn since and is undone by it."""
        return undoes(self, event, format, self.round)

    def describe(self, event: Event) -> str:
        """How many, in which round."""
        where = event.called(self.round or len(event.published))
        return f"{where}: {counted(len(self.results), 'result')}"


def about_results(event: Event | None, number: int | None, boards: Sequence[int]) -> About:
    """Boards of the round that their results are of, which of a match that runs on is the one it
    began in; of the round in play where they are of several."""
    rounds = set() if event is None else {round_of_board(event, b, number) for b in boards}
    return about_boards(event, rounds.pop() if len(rounds) == 1 else number, boards)


def _play_warnings(
    new: EnterResult | EnterResults,
    event: Event,
    format: Format,
    number: int | None,
    results: Iterable[tuple[int, str]],
) -> tuple[Warning, ...]:
    """Of the round in play, which most results are of, that games are adjourned and no more."""
    earlier = paired_by(event, number)
    adjourned = [board for board, text in results if text.strip() == GameResult.ADJOURNED.text]
    if not earlier and not adjourned:
        return ()
    from engine.strict import adjourned_warnings, play_warnings

    warnings = adjourned_warnings(event, number, adjourned)
    return (*warnings, *play_warnings(event, new.change(event, format))) if earlier else warnings


def read_result(format: Format, match: Match, text: str) -> Result | None:
    """A match's result as its slip says it, None for `-`; `Refused` naming the known ones."""
    return None if text.strip() == CLEAR else format.result_form(match).parse(text)


def may_be_adjourned(event: Event, format: Format, step: NextStep) -> bool:
    """Whether every result that is missing may be adjourned, and is not yet."""
    try:
        for board in step.missing:
            earlier = step.round < len(event.published)
            number = step.round if earlier else round_of_board(event, board, None) or step.round
            match = event.round(number).match(board, event.board_word)
            if match.result == read_result(format, match, GameResult.ADJOURNED.text):
                return False
    except Refused:
        return False
    return True


def _entered(event: Event, format: Format, new: EnterResult) -> Event:
    round = round_played(event, new.number, new.round)
    match = round.match(new.number)
    after = with_result(match, new.result, format)
    return event if after is match else event.with_round(round.with_match(after))


def with_result(match: Match, text: str, format: Format) -> Match:
    """The match with a result as its slip says it; the same object if it has that result
    already."""
    result = read_result(format, match, text)
    if text_of(match.result) == text_of(result):
        return match
    if not match.lineups or _says_who_goes_on(match, result):
        return replace(match, result=result)
    if text.strip() == GameResult.ADJOURNED.text:
        boards = tuple(board.or_adjourned() for board in match.lineups)
        return replace(match, result=result_of(boards), lineups=boards)
    return settled_whole(match, result)


def round_played(event: Event, board: int, number: int | None) -> Round:
    """The published round that a result on that board belongs to; `Refused` if there is none."""
    if event.current is None:
        raise Refused("no round is published", "results need one", "draw and publish first")
    began = round_of_board(event, board, number)
    round = event.current if began is None else event.round(began)
    if not round.published:
        raise Refused(f"{event.called(round.number)} is not published", "", "publish it first")
    return round


def _refuse_entering(event: Event, format: Format, new: EnterResult) -> None:
    round = round_played(event, new.number, new.round)
    match = round.match(new.number, event.board_word)
    result = read_result(format, match, new.result)
    entered, wanted = text_of(match.result), text_of(result)
    if entered == wanted:
        return
    if entered != new.was:
        raise StaleResult(
            event.board_name(new.number),
            entered,
            f"you saw {new.was or 'no result'}",
            "look again; overwrite it if yours is right",
        )
    if match.result is not None and not match.result.provisional and not new.replace:
        raise WouldReplace(
            f"{event.board_name(new.number)} has the result {entered} already",
            f"{wanted or 'clearing it'} would replace it",
            "confirm it if that is meant",
            shell="--replace",
        )
    if match.lineups and not new.replace and takes_boards_away(format, match, new.result):
        raise Refused(
            f"{event.board_name(new.number)} has results of boards",
            f"{wanted or 'clearing it'} would take them away",
            "confirm it if that is meant",
            shell="--replace",
        )
    limited = match.boards is not None and not new.insist
    beyond = beyond_boards(match.boards, result) if limited else ""
    if not beyond and not bracketed(format):
        return
    changed = round.with_match(with_result(match, new.result, format))
    if beyond:
        undone = undone_by(event, format, round, changed)
        more = f"; it would change {_listed(undone)}" if undone else ""
        raise Refused(
            f"{wanted} is more than {event.board_name(new.number)} can have",
            beyond + more,
            "look at the slip again; confirm it if that is right",
            shell="--insist",
        )
    refuse_rewriting(event, format, round, changed, new.insist)


def takes_boards_away(format: Format, match: Match, text: str) -> bool:
    """Whether boards of a match of teams lose their results by one of the whole match."""
    if not any(board.played for board in match.lineups):
        return False
    adjourning = text.strip() == GameResult.ADJOURNED.text
    return not adjourning and not _says_who_goes_on(match, read_result(format, match, text))


def _says_who_goes_on(match: Match, result: Result | None) -> bool:
    """Whether the result is the level score of the boards, unchanged, with who goes on in a
    knockout."""
    if not isinstance(result, TeamResult) or result.tiebreak is None:
        return False
    return result_of(match.lineups) == replace(result, tiebreak=None)


def text_of(result: Result | None) -> str | None:
    """As the slip says it; None for an open board."""
    return result.text if result else None


def _changed(old: Round, new: Round) -> list[Match]:
    # unchanged matches are the same objects and need no second look, and all but one are
    pairs = zip_longest(old.matches, new.matches)
    other = [match for before, match in pairs if match is not before and match is not None]
    return [match for match in other if match != old.match(match.board)]


def undone_by(event: Event, format: Format, old: Round, new: Round) -> tuple[str, ...]:
    """What becomes, in words, of what was drawn because of the boards of a published round if it
    differs from `old`; empty if nobody has played on because of them."""
    if not dependents(format, event, old.number, _changed(old, new)):
        return ()
    return changes_since(event, format, old, new)


def changes_since(event: Event, format: Format, old: Round, new: Round) -> tuple[str, ...]:
    """What changes in the draws since, if a published round differs from `old`."""

    return changed_later(event, rewritten(event, event.with_round(new), format, old), old.number)


def results_lost(before: Event, after: Event, boards: Iterable[RoundBoard] = ()) -> int:
    """How many results of published matches are missing in `after`, apart from those of `boards`:
    the match is open again, has other opponents, or is gone."""
    there = {
        (round.number, match.board): match for round in after.published for match in round.matches
    }
    apart, lost = set(boards), 0
    for round in before.published:
        for match in round.matches:
            now = there.get((round.number, match.board))
            if (round.number, match.board) in apart or match.result is None or now is match:
                continue
            lost += now is None or now.result is None or set(now.pair) != set(match.pair)
    return lost


def _listed(undone: Sequence[str]) -> str:
    return "; ".join(undone[:4]) + ("; …" if len(undone) > 4 else "")


def refuse_rewriting(event: Event, format: Format, old: Round, new: Round, insist: bool) -> None:
    """`Refused` if a published round cannot have been as in `new`, or if what was drawn because of
    the boards as they were would be undone and the arbiter does not insist."""
    cup = part_of(format, Bracketed)
    if cup is None:
        return
    undone = () if insist else undone_by(event, format, old, new)
    if undone:
        changed = [(old.number, match.board) for match in _changed(old, new)]
        lost = results_lost(event, rewritten(event, event.with_round(new), format, old), changed)
        taken = f"; {counted(lost, 'result')} taken away in all" * (lost > 1)
        raise Refused(
            "this result has been played on",
            f"it would change {_listed(undone)}{taken}",
            "confirm it if that is meant",
            shell="--insist",
        )
    cup.refuse_correction(event, event.with_round(new), old.number)


def undoes(action: Action, event: Event, format: Format, number: int | None) -> str:
    """What an action on boards of round `number` changes in later rounds, for the history; empty if
    nobody had played on because of them."""
    current = event.current
    if not bracketed(format) or current is None or number in (None, current.number):
        return ""
    try:
        old, new = event.round(number), action.change(event, format).round(number)
    except Refused:  # one that was undone may not fit into what became of the event without it
        return ""
    undone = undone_by(event, format, old, new)
    return f"changes {_listed(undone)}" if undone else ""


def rewritten(before: Event, after: Event, format: Format, old: Round) -> Event:
    """`after`, in which a published round differs from `old`, without what was drawn because of the
    boards as they were."""
    cup = part_of(format, Bracketed)
    if cup is None:
        return after
    undone = cup.depending(before, old.number, _changed(old, after.round(old.number)))
    after = cup.undo_depending(after, undone) if undone else after
    return cup.corrected(before, after, old.number)


def changed_later(before: Event, after: Event, number: int) -> tuple[str, ...]:
    """Boards and walkovers of the rounds after `number` that are different in `after`: `round 4,
    board 1: Ashgrove against Kettle instead of Ashgrove against Quilty (1-0)`."""
    rounds = {round.number: round for round in after.rounds}
    return tuple(
        text
        for round in before.rounds
        if round.number > number
        for text in _of_round(before, round, rounds.get(round.number))
    )


def _of_round(event: Event, was: Round, now: Round | None) -> Iterator[str]:
    where = event.called(was.number)
    if event.settings.round_label(was.number) != str(was.number):
        where = f"{where} (round {was.number})"
    if now is None and not was.published:
        yield f"{where}: the proposal is removed"
        return
    boards = {match.board: match for match in now.matches} if now else {}
    for match in was.matches:
        text = _on_board(event, match, boards.get(match.board))
        if text:
            yield f"{where}, {event.board_name(match.board)}: {text}"
    byes = {bye.entrant for bye in now.byes} if now else set()
    had = {bye.entrant for bye in was.byes}
    gained = iter([bye for bye in now.byes if bye.entrant not in had] if now else [])
    for bye in was.byes:
        if bye.entrant not in byes:
            new = next(gained, None)
            kind = "walkover" if bye.left else "bye"
            instead = f"{_through(event, new)} instead of " if new is not None else ""
            removed = "" if instead else ": removed"
            yield f"{where}: the {kind} of {instead}{_through(event, bye)}{removed}"


def _on_board(event: Event, was: Match, now: Match | None) -> str:
    """What changes on a board of a later round; empty if nothing does."""
    there = f"{_pair_names(event, was)}{_result_there(was)}"
    if now is None:
        return f"{there}: removed{' with its result' if was.result else ''}"
    if set(now.pair) != set(was.pair):
        lost = ": the result is taken away" if was.result and not now.result else ""
        return f"{_pair_names(event, now)} instead of {there}{lost}"
    if _result_there(was) and not _result_there(now):
        return f"{there}: open again, the result is taken away"
    return ""


def _pair_names(event: Event, match: Match) -> str:
    return " against ".join(event.entrant(id).name for id in match.pair)


def _through(event: Event, bye: Bye) -> str:
    return " against ".join(event.entrant(id).name for id in (bye.entrant, bye.left) if id)


def _result_there(match: Match) -> str:
    """Its result, or that boards of it have one."""
    if match.result is not None:
        return f" ({shown(match.result.text)})"
    boards = sum(board.played for board in match.lineups)
    return f" (in play, {counted(boards, 'board')} with a result)" if boards else ""
