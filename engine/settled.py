"""What round 1 settles: the warnings for changing it afterwards.

In FIDE's acceptance list the number of rounds and the tie-breaks are at its level 4 (58, 201),
scoring, the value of the bye and acceleration not at all to be changed (75, 85, 109, 110), and who
shall not meet is known before round 1 (195, 196). Outside strict mode all of it can be changed,
and that is recorded.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.entrants import EntrantId
from engine.event import Event, EventSettings, Instruction, Round
from engine.points import NIL, Points
from engine.protocol import Format, length_changed
from engine.refusal import Refused
from engine.strict import WINDOW
from engine.warnings import Level, Warning

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
"""The values of settings that strict mode knows: in a round robin the games of players who leave
before half of them are not counted (103); no more than the last two rounds played are corrected
(191)."""

NOT_STRICT: Mapping[str, str] = {"correction_window": "correction-window"}
"""Those of them that have a warning of their own."""


def settings_warnings(event: Event, settings: EventSettings, format: Format) -> tuple[Warning, ...]:
    """The warnings if an event that has begun gets these settings."""
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
    """The warnings if an event that has begun gets the settings and the bars of `after`."""
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
