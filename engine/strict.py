"""Strict mode, and which rounds are past: the warnings for changing one of them.

The last round played and the one before it may be corrected, older ones not (189-191 of FIDE's
acceptance list). The number is a setting; strict mode allows at most these two. Outside strict mode
older rounds can be changed too, and that is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from engine.event import Event, Match, Round
from engine.phrases import phrase
from engine.results import Outcome, Result
from engine.warnings import STRICT_LEFT, Level, Warning


def mode_said(event: Event) -> Literal["strict", "free"]:
    """The mode as it is shown to others: an event that never had one is free."""
    return "strict" if event.strict else "free"


STRICT_MEANS = "strict mode: from round 1 on, what breaks FIDE's rules is refused"
"""Strict mode in a sentence, shown when an event is made in it."""


def left_in(event: Event) -> int | None:
    """The round that was in play when strict mode was left; 0 before the first, None if the event
    never was in it or still is."""
    rounds = (one.round for one in event.agreements if one.what.code == STRICT_LEFT)
    return next(rounds, 0) if event.mode == "free" else None


def not_strict(event: Event) -> str:
    """`Not in strict mode since round 3`, for every page of the event; empty where that is not
    so, and where no such mode was ever spoken of."""
    number = left_in(event)
    if number is None:
        return ""
    if number == 0:
        return phrase("Not in strict mode")
    return phrase("Not in strict mode since {round}", round=event.called(number))


WINDOW = 2
"""Rounds that may be corrected in strict mode: the last one played, and the one before it."""
PAST, CLOSING = "past-round", "closing-round"
DECIDED = "adjourned-decided"
REPLACED = "result-replaced"
ADJOURNED = "adjourned"
CORRECTED = "board-corrected"
AFTERWARDS = frozenset({DECIDED, REPLACED, CORRECTED})
"""The records about a round after its end, with its number as `round`."""


def last_played(event: Event) -> int:
    """The latest round of which every result is in, an adjourned game's included; 0 for none."""
    done = (r.number for r in event.published if not any(m.open for m in r.matches))
    return max(done, default=0)


def standing_until(event: Event) -> int:
    """The latest round that is further back than the window, or 0."""
    window = _window(event)
    return max(last_played(event) - window, 0) if window else 0


def _window(event: Event) -> int:
    window = event.settings.correction_window
    return min(window or WINDOW, WINDOW) if event.strict else window


def closing_until(event: Event) -> int:
    """The latest round that is behind the window as soon as the round in play is complete, once
    that has a result: taking back the last result opens it again for a moment. 0 for none."""
    begun = event.current is not None and any(not m.open for m in event.current.matches)
    window = _window(event)
    return max(len(event.published) - window, 0) if window and begun else 0


def closes_next(event: Event, number: int) -> bool:
    """Whether that round can be corrected now, but not once the round in play is complete."""
    window = _window(event)
    return bool(window) and standing_until(event) < number <= len(event.published) - window


def rewritten(before: Event, after: Event) -> tuple[int, ...]:
    """The rounds further back than the window that are different in `after`: players, colours or
    results. A game that was open or adjourned takes its result at any time, and if later rounds are
    taken back, those before them are in the window again."""
    return _rewritten(before, after, min(standing_until(before), standing_until(after)))


def _rewritten(before: Event, after: Event, last: int) -> tuple[int, ...]:
    later = {round.number: round for round in after.published}
    return tuple(
        old.number
        for old in before.published
        if old.number <= last
        and (new := later.get(old.number)) is not None
        and new is not old
        and _others(old, new)
    )


def _others(old: Round, new: Round) -> bool:
    now = {match.board: match for match in new.matches}
    return len(now) != len(old.matches) or any(_other(m, now.get(m.board)) for m in old.matches)


def _other(old: Match, new: Match | None) -> bool:
    if new is None or new.pair != old.pair:
        return True
    fixed = old.result is not None and not old.result.provisional
    return fixed and (new.result, new.lineups) != (old.result, old.lineups)


def past_warnings(before: Event, after: Event) -> tuple[Warning, ...]:
    """The warnings if older rounds change; in strict mode also if they are about to be closed."""
    if rounds := rewritten(before, after):
        level = Level.REFUSE if before.strict else Level.CONFIRM_TWICE
        return (Warning.of(level, PAST, rounds=rounds, window=last_played(before)),)
    if not before.strict:
        return ()
    rounds = _rewritten(before, after, min(closing_until(before), closing_until(after)))
    last = len(before.published)
    return (Warning.of(Level.CONFIRM, CLOSING, rounds=rounds, window=last),) if rounds else ()


def play_warnings(before: Event, after: Event) -> tuple[Warning, ...]:
    """The warnings if results or boards of earlier rounds change, and the records of it."""
    if before.published == after.published:
        return ()
    return (*past_warnings(before, after), *_result_warnings(before, after))


def _result_warnings(before: Event, after: Event) -> Iterator[Warning]:
    """The warnings about results that a later round was paired by, a proposal too: an adjourned
    game that did not end in the draw that it counted as (163), and one replaced by another."""
    last = before.current.number if before.current else 0
    standing = before.proposal
    drawn = standing.number if standing is not None else last
    later = {round.number: round for round in after.published}
    for old in before.published:
        new = later.get(old.number)
        if old.number >= drawn or new is None or new is old:
            continue
        asked = Level.CONFIRM if before.strict and old.number < last else Level.RECORD
        now = {match.board: match for match in new.matches}
        for match in old.matches:
            was, changed = match.result, now.get(match.board, match)
            if was is None or changed.result == was or changed.pair != match.pair:
                continue
            where = {"round": old.number, "board": match.board}
            where |= {"drawn": drawn} if standing is not None else {}
            text = changed.result.text if changed.result is not None else "-"
            if not was.provisional:
                yield Warning.of(Level.RECORD, REPLACED, **where, old=was.text, new=text)
            elif changed.result is not None and _decided(changed.result):
                yield Warning.of(asked, DECIDED, **where, result=text)


def _decided(result: Result) -> bool:
    outcomes = {result.outcome("white"), result.outcome("black")}
    return not result.provisional and outcomes != {Outcome.DRAW}


def adjourned_warnings(
    event: Event, number: int | None, boards: Sequence[int]
) -> tuple[Warning, ...]:
    """That games are adjourned is recorded."""
    round = number or (event.current.number if event.current else 0)
    return (Warning.of(Level.RECORD, ADJOURNED, round=round, boards=tuple(boards)),) * bool(boards)
