"""Results and rounds in words, the same in every place: how a result is written and typed, what
a round still waits for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from engine import actions
from engine.event import Bye, Event, Match, Round
from engine.match_words import special_bye_text, through_text
from engine.points import counted, points_text
from engine.protocol import Format
from engine.reasons import codes
from engine.results import GameResult, KeyChoice, ResultForm, shown
from engine.steady import why
from engine.waiting import open_earlier
from saves.safe_text import safe
from tui.keys.commands import result_keys

if TYPE_CHECKING:
    from engine.actions.base import About, Action
    from saves.as_drawn import ResultSince

OPPONENT_AWAY = frozenset({"annulled", "won-by-forfeit"})
"""Reasons of a free round by the table whose opponent is not there."""
Covered = Collection[tuple[int, int]]
"""(round, board) of each result that is covered."""
COVERED = "···"
"""In its place."""
BYES = {"pairing": "bye", "requested": "bye asked for", "absent": "absent", "missed": ""}

SHOWN = {
    "1/2-1/2": "½-½",
    "1/2-0": "½-0",
    "0-1/2": "0-½",
    "1/2-1/2u": "½-½u",
    "+/-": "+ -",
    "-/+": "- +",
    "-/-": "- -",
    "?": "adjourned",
}
FORFEITS = frozenset({"+/-", "-/+", "-/-"})
LINE_STARTS = frozenset("0123456789=½,")
"""Where a result is a score, these open the entry line."""
NOTE = 2000
"""Characters of a format's note; what the foot of a place does not hold is cut there, with a
mark."""
SIGNS = frozenset("+-")
"""Results of their own beside a single game's keys; where scores are typed, a line's beginning."""


def begins_line(form: ResultForm, key: str) -> bool:
    """Whether a sign opens the line, to be confirmed, and gives no result at once.

    `-5-3` is a slip misread, and its first key is nobody's walkover. Where a digit is a whole
    result, as of a single game, there is no score to type and a sign is a result too.
    """
    single = any(one.isdigit() for choice in form.keys for one in choice.keys)
    return form.kind == "line" and key in SIGNS and not single


def forfeit_keys(form: ResultForm, second_scheme: bool) -> tuple[tuple[str, str], ...]:
    """The two keys of a forfeit, for a key line: `+ - forfeit`; none where there are none."""
    keys = {choice.id: result_keys(choice, second_scheme)[0] for choice in form.keys}
    white, black = keys.get("result.white-forfeit"), keys.get("result.black-forfeit")
    return ((white, ""), (black, "forfeit")) if white and black else ()


def how_typed(form: ResultForm, choice: KeyChoice, key: str) -> str:
    """What the help says of a result's key."""
    if begins_line(form, key):
        return f"opens the line: {choice.text}, enter"
    return f"result {result_text(choice.text)}"


def line_example(form: ResultForm, first: str) -> str:
    """What the line asks for, by the first character that opens it."""
    return "+/- or -/+: a walkover" if begins_line(form, first) else form.example


def drawn_before(event: Event, since: Sequence[ResultSince], most: int = 3) -> str:
    """`drawn before round 3, board 2 was corrected (1-0, now 0-1)`: what a draw looked at that
    is another now; empty where there is nothing."""
    if not since:
        return ""
    parts = [
        f"{event.called(one.round)}, {event.board_name(one.board)} "
        f"({brief(one.was)}, now {brief(one.now) if one.now is not None else 'open'})"
        for one in since[:most]
    ]
    parts += [f"{len(since) - most} more"] * (len(since) > most)
    last = parts.pop()
    named = f"{', '.join(parts)} and {last}" if parts else last
    return f"drawn before {'these results' if len(since) > 1 else 'this result'} changed: {named}"


def result_text(text: str | None) -> str:
    """A result as people write it; `_` for none yet."""
    return f"{brief(text)}  forfeit" if text in FORFEITS else brief(text)


def brief(text: str | None) -> str:
    """A result in running text."""
    if text is None or text in SHOWN:
        return "_" if text is None else SHOWN[text]
    return shown(text)


def due_now(round: Round) -> tuple[int, ...]:
    """Boards without a result that must have one before the next round: those that run on into
    it are left out."""
    return tuple(m.board for m in round.matches if m.open and is_due(m, round))


def is_due(match: Match, round: Round) -> bool:
    """Whether the result must stand before the next round."""
    return match.due is None or match.due <= round.number


def not_begun(match: Match) -> bool:
    """Whether it was put off to another day, and no board of it was played."""
    return match.open and bool(match.date) and not any(b.played for b in match.lineups)


def half_in(round: Round) -> tuple[int, ...]:
    """Boards of several games that have the result of some: the others are still played."""
    return tuple(m.board for m in round.matches if half(m))


def half(match: Match) -> bool:
    """Whether it has the result of some of its games; boards of teams are adjourned, or open."""
    result = match.result
    whole = result is GameResult.ADJOURNED or bool(match.lineups)
    return result is not None and result.provisional and not whole


def _all_in(event: Event, round: Round, last: bool, finished: bool, waits: bool) -> str:
    """What the last result of a round is followed by; `last`: no round comes after it; what
    follows an adjourned game `waits` for it."""
    called, later = event.called(round.number), adjourned_boards(round)
    halves = half_in(round)
    if halves:
        games = "a game is" if len(halves) == 1 else "games are"
        return f"{games} open on {event.boards_named(halves, 12)} of {called}"
    if not later:
        then = "F4 standings" if last else "F4 standings, F2 next round"
        then = "F4 final standings" if finished else then
        later_on = any(m.open and not is_due(m, round) for m in round.matches)
        return f"all results {'due in' if later_on else 'of'} {called} are in: {then}"
    total, it = len(round.matches), "it" if len(later) == 1 else "them"
    text = f"{total - len(later)} of {total} results of {called} are in, "
    text += f"{event.boards_named(later, 8)} adjourned: "
    if last:
        return f"{text}the final standings wait for {it}"
    if waits:
        return f"{text}F2 next round draws what does not wait for {it}"
    return f"{text}F2 next round counts {it} as drawn until the result is entered"


def adjourned_boards(round: Round) -> tuple[int, ...]:
    """Boards whose game goes on later."""
    return tuple(m.board for m in round.matches if m.result is not None and m.result.provisional)


def all_in_told(event: Event, format: Format, round: Round) -> str:
    """That all results of the round are in, what comes next and what the format notes to it."""
    step = format.next_step(event)
    planned = format.rounds_planned(event)
    last = planned is not None and round.number >= planned
    text = _all_in(event, round, last, step.name == "finished", format.adjourned_waits)
    # those of an earlier round are among the notes
    if half_in(round) or adjourned_boards(round):
        return text
    if (earlier := open_earlier(event)) and earlier[0] != round.number:
        number, boards = earlier
        are = "are" if len(boards) > 1 else "is"
        where = f"{event.called(number)}: {event.boards_named(boards, 8)} {are} open, N goes there"
        return f"all results of {event.called(round.number)} are in; {where}"
    return "; ".join([text, *round_notes(event, format, round)])


def round_notes(event: Event, format: Format, round: Round) -> list[str]:
    """What the format notes to a round that is complete."""
    notes = (*format.news(event, round.number), *format.next_step(event).notes)
    return [safe(note, NOTE) for note in notes]


def complete_told(rounds: Sequence[tuple[Event, Format, Round]]) -> str:
    """That all results of all events of a congress are in, and what comes next; empty where one is
    missing, or the congress has one event alone."""
    if len(rounds) < 2 or any(due_now(round) or half_in(round) for _, _, round in rounds):
        return ""
    later = [board for _, _, round in rounds for board in adjourned_boards(round)]
    finished = all(format.next_step(event).name == "finished" for event, format, _ in rounds)
    but = f", {counted(len(later), 'game')} adjourned" if later else ""
    then = "F4 final standings" if finished else "F4 standings, F2 next rounds"
    return f"all results of all {len(rounds)} events are in{but}: {then}"


def finished_by(event: Event, round: Round, match: Match) -> Round | None:
    """The round that has no result missing now that this one of its matches is in; of a match
    that was put off the round in play, once nothing of the event is open."""
    if is_due(match, round):
        return None if due_now(round) else round
    return None if _any_open(event) else event.current


def just_finished(before: Event, after: Event) -> Round | None:
    """The round in play, if its last missing result has come meanwhile, or the last one of all
    that were put off."""
    then, now = before.current, after.current
    if then is None or now is None or then.number != now.number or due_now(now):
        return None
    return now if due_now(then) or (_any_open(before) and not _any_open(after)) else None


def _any_open(event: Event) -> bool:
    return any(match.open for round in event.published for match in round.matches)


def bye_words(format: Format, event: Event, number: int, bye: Bye) -> str:
    """What is said of somebody without a board in round `number`: a walkover, `bye +1`, `absent,
    no points`; in a bracket, where a bye is worth no point, `bye, goes through`."""
    if special := special_bye_text(event, number, bye) or through_text(format, bye):
        return special
    if bye.called == "absent" and not bye.points:
        return "absent, no points"
    text = f"{BYES[bye.called]} +{points_text(bye.points)}"
    away = not codes(bye.why).isdisjoint(OPPONENT_AWAY)
    return f"{text}: {safe(why(format, event, bye.why), 80)}" if away else text


# Saved results that nothing shows while their slips are entered again: nobody reads the screen
# instead of the slip


def says_result(action: Action) -> bool:
    """Whether the words of an action have a result in them."""
    of_teams = action.kind in ("board-result", "board-results")
    return of_teams or isinstance(
        action, actions.EnterResult | actions.EnterResults | actions.CorrectBoard
    )


def is_covered(about: About, covered: Covered, in_play: int | None) -> bool:
    """Whether one of the boards that something is about is covered."""
    round = about.round or in_play
    return round is not None and any((round, board) in covered for board in about.boards)


def covered_words(about: About, board_word: str = "board") -> str:
    """`board 12: ···`, of several `boards 12, 13: ···`."""
    several = "s" * (len(about.boards) > 1)
    return f"{board_word}{several} {', '.join(map(str, about.boards))}: {COVERED}"
