"""What stands once it was played, and strict mode, which refuses to change it.

Settings that round 1 settles: in FIDE's acceptance list the number of rounds and the tie-breaks are
at its level 4 (58, 201), scoring, the value of the bye and acceleration not at all to be changed
(75, 85, 109, 110). Rounds behind the window of corrections: the last round played and the one
before it may be corrected, older ones not (189-191). How many that are is a setting; strict mode
has no more than these two. Outside strict mode all of it can be changed, and that is recorded.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from engine.entrants import EntrantId
from engine.event import Event, EventSettings, Instruction, Match, Round
from engine.phrases import phrase
from engine.points import NIL, Points
from engine.protocol import Format, length_changed
from engine.refusal import Refused
from engine.results import Outcome, Result
from engine.warnings import STRICT_LEFT, Level, Warning


def mode_said(event: Event) -> Literal["strict", "free"]:
    """The mode as it is told to others: an event that never had one is free."""
    return "strict" if event.strict else "free"


STRICT_MEANS = "strict mode: from round 1 on, what breaks FIDE's rules is refused"
"""What it is, in a sentence, where an event is made in it."""


def left_in(event: Event) -> int | None:
    """The round that was in play when strict mode was left; 0 before the first, None where the
    event never was in it or still is."""
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
"""What is recorded of a round after its end, with its number as `round`."""


def last_played(event: Event) -> int:
    """The latest round of which every result is in, an adjourned game's included; 0 for none."""
    done = (r.number for r in event.published if not any(m.open for m in r.matches))
    return max(done, default=0)


def standing_until(event: Event) -> int:
    """The latest round that is further back than the window; 0 where there is none."""
    window = _window(event)
    return max(last_played(event) - window, 0) if window else 0


def _window(event: Event) -> int:
    window = event.settings.correction_window
    return min(window or WINDOW, WINDOW) if event.strict else window


def closing_until(event: Event) -> int:
    """The latest round that is behind the window as soon as the round in play is complete, once
    that has a result: the last result taken back for a moment opens it again. 0 for none."""
    begun = event.current is not None and any(not m.open for m in event.current.matches)
    window = _window(event)
    return max(len(event.published) - window, 0) if window and begun else 0


def rewritten(before: Event, after: Event) -> tuple[int, ...]:
    """The rounds further back than the window that are others in `after`: players, colours or
    results. A game that was open or adjourned takes its result at any time, and where later rounds
    are taken back, those before them are in the window again."""
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
    """What is warned of where older rounds become others; in strict mode also where they are about
    to be closed."""
    if rounds := rewritten(before, after):
        level = Level.REFUSE if before.strict else Level.CONFIRM_TWICE
        return (Warning.of(level, PAST, rounds=rounds, window=last_played(before)),)
    if not before.strict:
        return ()
    rounds = _rewritten(before, after, min(closing_until(before), closing_until(after)))
    last = len(before.published)
    return (Warning.of(Level.CONFIRM, CLOSING, rounds=rounds, window=last),) if rounds else ()


def play_warnings(before: Event, after: Event) -> tuple[Warning, ...]:
    """What is warned of where results or boards of earlier rounds become others, and what is
    recorded of it."""
    if before.published == after.published:
        return ()
    return (*past_warnings(before, after), *_result_warnings(before, after))


def _result_warnings(before: Event, after: Event) -> Iterator[Warning]:
    """Of results that a later round was paired by, a standing proposal too: an adjourned game that
    did not end in the draw that stood for it (163), and one replaced by another."""
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


ROUNDS, TIEBREAKS, CHANGED = "rounds-changed", "tiebreaks-changed", "setting-changed"
LAST_ROUND, LATE_BAR, AGAINST_RULES = "last-round-differs", "late-bar", "setting-against-rules"
ADDED_AFTER, LENGTH_LATER = "added-after", "match-length-later"
ASKED_TWICE: Mapping[str, str] = {"rounds": ROUNDS, "tiebreaks": TIEBREAKS}
LOCKED = (
    "win_points", "draw_points", "loss_points", "forfeit_points", "bye_points",
    "acceleration", "extra_points", "initial_colour", "annul",
)  # fmt: skip
BY_THE_RULES: Mapping[str, Container[Any]] = {
    "annul": (True,),
    "correction_window": range(1, WINDOW + 1),
}
"""The values of settings that strict mode knows: in a round robin the games of who leaves before
half of them are not counted (103); no more than the last two rounds played are corrected (191)."""

NOT_STRICT: Mapping[str, str] = {"correction_window": "correction-window"}
"""Those of them that have a warning of their own."""


def settings_warnings(event: Event, settings: EventSettings, format: Format) -> tuple[Warning, ...]:
    """What is warned of where an event that has begun gets these settings."""
    old, new = (format.settings_values(one) for one in (event.settings, settings))
    changed = [key for key in old | new if old.get(key) != new.get(key)]
    against = [
        Warning.of(Level.REFUSE, NOT_STRICT.get(key, AGAINST_RULES), key=key, new=_as_set(new[key]))
        for key in against_rules(new)
        if event.strict and key in changed
    ]
    if not event.published:
        return tuple(against)
    twice = Level.CONFIRM_TWICE if event.strict else Level.RECORD
    never = Level.REFUSE if event.strict else Level.RECORD
    warnings = [one for one in against if one.reason["key"] not in LOCKED]
    warnings += [
        Warning.of(twice, ASKED_TWICE[key], old=_as_set(old.get(key)), new=_as_set(new.get(key)))
        for key in changed
        if key in ASKED_TWICE
    ]
    warnings += [
        Warning.of(never, CHANGED, key=key, old=_as_set(old.get(key)), new=_as_set(new.get(key)))
        for key in changed
        if key in LOCKED
    ]
    if "rounds" in changed and event.strict and _last_round_differs(event, settings, format):
        warnings.append(Warning.of(Level.CONFIRM, LAST_ROUND, round=event.rounds[-1].number))
    if not event.strict and (rounds := _added_after(event, settings, format)):
        warnings.append(Warning.of(Level.ACKNOWLEDGE, ADDED_AFTER, rounds=rounds))
    current, after = event.rounds[len(event.published) - 1], replace(event, settings=settings)
    if length := length_changed(after, format, current):
        lengths = {"drawn": str(length.drawn), "now": str(length.now)}
        warnings.append(
            Warning.of(Level.ACKNOWLEDGE, LENGTH_LATER, round=current.number, **lengths)
        )
    return tuple(warnings)


def _added_after(event: Event, settings: EventSettings, format: Format) -> tuple[int, ...]:
    """Published rounds for which other points than at their draw would be added now."""
    was, now = (format.added_points(replace(event, settings=s)) for s in (event.settings, settings))
    return tuple(
        round.number
        for round in event.published
        if any(
            _added(was, id, round.number) != _added(now, id, round.number) for id in {*was, *now}
        )
    )


def _added(added: Mapping[EntrantId, Sequence[Points]], id: EntrantId, number: int) -> Points:
    points = added.get(id, ())
    return points[number - 1] if number <= len(points) else NIL


def against_rules(settings: Mapping[str, Any]) -> tuple[str, ...]:
    """Settings with a value that strict mode does not know."""
    known = BY_THE_RULES.items()
    return tuple(key for key, values in known if key in settings and settings[key] not in values)


def settled_warnings(before: Event, after: Event, format: Format) -> tuple[Warning, ...]:
    """What is warned of where an event that has begun gets the settings and the bars of `after`."""
    warnings = settings_warnings(before, after.settings, format)
    if set(before.instructions) ^ set(after.instructions) and before.published:
        bars = {i for i in after.instructions if i.kind == "bar"} - set(before.instructions)
        warnings += tuple(bar_warning(before, bar) for bar in sorted(bars, key=str))
    return warnings


def bar_warning(event: Event, bar: Instruction) -> Warning:
    """Who shall not meet is settled before round 1 (195, 196)."""
    level = Level.REFUSE if event.strict else Level.RECORD
    return Warning.of(level, LATE_BAR, a=bar.a, b=bar.b)


def _last_round_differs(event: Event, settings: EventSettings, format: Format) -> bool:
    """Whether the round drawn last would be another one, having become the last of all, or being
    so no longer (60, 61)."""
    drawn = event.rounds[-1]
    if (drawn.number == event.settings.rounds) == (drawn.number == settings.rounds):
        return False
    before = event.until(drawn.number - 1)
    try:
        draws = [format.draw(replace(before, settings=s)) for s in (event.settings, settings)]
    except Refused:
        return True
    one, other = (Round(drawn.number, matches=d.matches, byes=d.byes) for d in draws)
    return _seats(one) != _seats(other)


def _seats(round: Round) -> tuple[frozenset[Any], frozenset[Any]]:
    return frozenset(m.pair for m in round.matches), frozenset(b.entrant for b in round.byes)


def _as_set(value: Any) -> str:
    """As an arbiter writes it."""
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return "by default" if value is None else str(value)
