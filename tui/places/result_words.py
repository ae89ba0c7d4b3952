"""Results and rounds in words, the same in every place: that a round is complete, what a draw did
not know, what somebody without a board has."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from engine import actions
from engine.entrants import EntrantId
from engine.event import Bye, Event, Round
from engine.match_words import special_bye_text, through_text
from engine.points import counted, points_text
from engine.protocol import Format, OverASeason, part_of, why
from engine.reasons import codes
from engine.results import brief
from engine.waiting import adjourned, adjourned_boards, due_now, half_in, is_due, open_earlier
from saves.safe_text import safe

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

NOTE = 2000
"""Characters of a format's note; what the foot of a place does not hold is cut there, with a
mark."""


def drawn_before(event: Event, since: Sequence[ResultSince], most: int = 3) -> str:
    """`drawn before round 3, board 2 was corrected (1-0, now 0-1)`: data of a draw that have
    changed since; empty if there are none."""
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


def results_in(event: Event, round: Round) -> str:
    """Which results of a round are in, once none is missing that is due."""
    called, later = event.called(round.number), adjourned_boards(round)
    if halves := half_in(round):
        games = "a game is" if len(halves) == 1 else "games are"
        return f"{games} open on {event.boards_named(halves, 12)} of {called}"
    if later:
        total = len(round.matches)
        text = f"{total - len(later)} of {total} results of {called} are in"
        return f"{text}, {event.boards_named(later, 8)} adjourned"
    later_on = any(m.open and not is_due(m, round) for m in round.matches)
    return f"all results {'due in' if later_on else 'of'} {called} are in"


def _all_in(event: Event, round: Round, last: bool, finished: bool, waits: bool) -> str:
    """The same with what comes next; `last`: no round comes after it; what follows an adjourned
    game `waits` for it."""
    text, later = results_in(event, round), adjourned_boards(round)
    if half_in(round):
        return text
    if not later:
        then = "F4 standings" if last else f"F4 standings, F2 {event.called(round.number + 1)}"
        return f"{text}: {'F4 final standings' if finished else then}"
    it = "it" if len(later) == 1 else "them"
    if last:
        return f"{text}: the final standings wait for {it}"
    if waits:
        return f"{text}: F2 next round draws what does not wait for {it}"
    return f"{text}: F2 next round counts {it} as drawn until the result is entered"


def all_in_text(event: Event, format: Format, round: Round) -> str:
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
        return f"{results_in(event, round)}; {where}"
    parts = [text, *round_notes(event, format, round)]
    if adjourned(event):
        parts.append("N goes there")
    return "; ".join(parts)


def round_notes(event: Event, format: Format, round: Round) -> list[str]:
    """What the format notes to a round that is complete: what comes next before the news, of which
    a foot need not have room for all."""
    notes = (*format.next_step(event).notes, *format.news(event, round.number))
    return [safe(note, NOTE) for note in notes]


def complete_text(rounds: Sequence[tuple[Event, Format, Round]]) -> str:
    """That all results of all events of a congress are in, and what comes next; empty where one is
    missing, or the congress has one event alone."""
    if len(rounds) < 2 or any(due_now(round) or half_in(round) for _, _, round in rounds):
        return ""
    later = [board for _, _, round in rounds for board in adjourned_boards(round)]
    finished = all(format.next_step(event).name == "finished" for event, format, _ in rounds)
    but = f", {counted(len(later), 'game')} adjourned" if later else ""
    then = "F4 final standings" if finished else "F4 standings, F2 next rounds"
    return f"all results of all {len(rounds)} events are in{but}: {then}"


def bye_words(format: Format, event: Event, number: int, bye: Bye) -> str:
    """What is said of somebody without a board in round `number`: a walkover, `bye +1`, `absent,
    no points`; in a bracket, where a bye is worth no point, `bye, goes through`; in a league with
    its division, as all are below the matches of the last one: `Premier: bye +0`."""
    division = _division_of(event, bye.entrant) if part_of(format, OverASeason) is not None else ""
    return f"{safe(division, 40)}: " * bool(division) + _bye_text(format, event, number, bye)


def _division_of(event: Event, id: EntrantId) -> str:
    """What its matches are of; before its first one by the entry. Empty in a league of one."""
    matches = [match for round in event.rounds for match in round.matches]
    name = event.entrant(id).section.strip().casefold()
    own = (match.group for match in matches if id in match.pair)
    same = (match.group for match in matches if (match.section or "").casefold() == name)
    return next(own, None) or next(same, "")


def _bye_text(format: Format, event: Event, number: int, bye: Bye) -> str:
    if special := special_bye_text(event, number, bye) or through_text(format, bye):
        return special
    if bye.called == "absent" and not bye.points:
        return "absent, no points"
    asked = ":" * (bye.called == "requested")
    text = f"{BYES[bye.called]}{asked} +{points_text(bye.points)}"
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
