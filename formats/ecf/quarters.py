"""The quarters A to D: cut from those present in round 1, and kept from its publication on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import cast

from engine.entrants import Entrant, EntrantId, rating_span
from engine.event import Event, EventSettings, derived
from engine.history import cards
from engine.late import as_drawn
from engine.phrases import phrase
from engine.points import counted
from engine.protocol import Advice, Divided, Division
from engine.refusal import Refused
from engine.tables import Panel
from formats.ecf.order import grade_order, lowest_grade
from formats.ecf.settings import EcfSettings, settings_of

NAMES = ("A", "B", "C", "D")
TOP = ("A", "B")
SMALLEST = 8
"""Players that acceleration needs."""


def basic_top(players: int) -> int:
    """Basic 1: half of them, two more where a quarter does not come out even.

    Source: *Accelerated Pairings*, Basic acceleration, 1.
    """
    quarter, rest = divmod(players, 4)
    return 2 * quarter + (2 if rest else 0)


def advanced_top(players: int) -> int:
    """Advanced 1: the even number nearest 58 % of them; of two equally near the larger.

    Where an even number lies within 56 to 60 %, the nearest one does.
    """
    # in hundredths of a player: |100 * size - 58 * players|
    return min(range(0, players + 2, 2), key=lambda size: (abs(100 * size - 58 * players), -size))


def sizes(players: int, acceleration: str) -> tuple[int, int, int, int]:
    """A, B, C and D; C takes the odd player of the bottom half."""
    top = advanced_top(players) if acceleration == "advanced" else basic_top(players)
    bottom = players - top
    return top // 2, top // 2, bottom - bottom // 2, bottom // 2


def present_in_round_1(event: Event) -> list[Entrant]:
    """Who is cut into quarters, in grade order: who was drawn, had he come or not."""
    if not event.published:
        return [e for e in grade_order(event.entrants) if e.to_be_paired(1)]
    drawn = as_drawn(event.published[0]).drawn
    return [e for e in grade_order(event.entrants) if e.id in drawn]


@derived
def quarters(event: Event) -> dict[EntrantId, str]:
    """Everybody's quarter: as frozen, as it would be cut, or as the grade falls."""
    held = {e.id: e.section for e in event.entrants if event.published and e.section in NAMES}
    return _quarters(event, held)


def _quarters(event: Event, held: dict[EntrantId, str]) -> dict[EntrantId, str]:
    present = present_in_round_1(event)
    cut = _cut(present, settings_of(event).acceleration)
    quarter = {**cut, **held}
    ordered = list(cut.values())
    least = lowest_grade(event.entrants)
    grades = [e.rating or least for e in present]
    for entrant in event.entrants:
        if entrant.id not in quarter:
            quarter[entrant.id] = _by_grade(entrant.rating or least, grades, ordered)
    return quarter


def _cut(present: Sequence[Entrant], acceleration: str) -> dict[EntrantId, str]:
    """In order of grade."""
    names = [n for n, size in zip(NAMES, sizes(len(present), acceleration), strict=True)
             for _ in range(size)]  # fmt: skip
    return {e.id: name for e, name in zip(present, names, strict=True)}


def _by_grade(grade: int, grades: Sequence[int], names: Sequence[str]) -> str:
    """The first quarter whose lowest grade is not above this one."""
    return next((n for g, n in zip(grades, names, strict=True) if g <= grade), NAMES[-1])


def halves(event: Event) -> frozenset[EntrantId]:
    """The top half; empty without acceleration."""
    if not settings_of(event).accelerated:
        return frozenset()
    return frozenset(id for id, name in quarters(event).items() if name in TOP)


def frozen(event: Event) -> Event:
    """The event with everybody's quarter in his entry, once round 1 is published."""
    if not (settings_of(event).accelerated and event.published):
        return event
    # what the entry list calls a section before round 1 is no quarter
    quarter = _quarters(event, {}) if len(event.published) == 1 else quarters(event)
    if all(e.section == quarter[e.id] for e in event.entrants):
        return event
    return replace(event, entrants=tuple(replace(e, section=quarter[e.id]) for e in event.entrants))


def divided(event: Event) -> Divided | None:
    """The quarters as they stand; proposed until round 1 is published."""
    if not settings_of(event).accelerated:
        return None
    quarter = quarters(event)
    ordered = grade_order(event.entrants)
    parts = tuple(_part(name, [e for e in ordered if quarter[e.id] == name]) for name in NAMES)
    present = {e.id for e in present_in_round_1(event)}
    joined = [e.name for e in ordered if e.id not in present]
    notes = (Advice(f"joined by grade: {'; '.join(joined)}"),) if joined else ()
    return Divided(
        phrase("Quarters"), parts, frozen=bool(event.published), notes=notes, word="Quarter"
    )


def _part(name: str, players: Sequence[Entrant]) -> Division:
    highest, lowest = rating_span(players)
    remark = f"grades {highest} to {lowest}" if players else "nobody"
    return Division(name, tuple(e.id for e in players), remark)


def refuse_few(event: Event) -> None:
    """`Refused` where there are too few players to be accelerated."""
    count = len(present_in_round_1(event))
    if settings_of(event).accelerated and not event.published and count < SMALLEST:
        raise Refused(
            f"{counted(count, 'player')} cannot be accelerated",
            f"acceleration needs {SMALLEST}",
            "set acceleration to none, or enter more players",
        )


def refuse_late_start(event: Event, settings: EventSettings) -> None:
    """`Refused` where acceleration would be chosen, or changed, after round 1 was published."""
    old, new = settings_of(event), cast(EcfSettings, settings)
    if not event.published or old.acceleration == new.acceleration or not new.accelerated:
        return
    change = "begin" if not old.accelerated else "change its kind"
    raise Refused(
        f"acceleration cannot {change} now",
        "it begins with round 1, and round 1 is published",
        f"leave acceleration at {old.acceleration}, or undo the rounds",
    )


def refuse_no_start(event: Event) -> None:
    """`Refused` where round 1 was not drawn by halves (an import, a changed file)."""
    if not (settings_of(event).accelerated and event.published):
        return
    if all(e.section in NAMES for e in present_in_round_1(event)):
        return
    if _drawn_by_halves(event, present_in_round_1(event)):
        return
    raise Refused(
        f"acceleration would start with round {len(event.published) + 1}",
        "it begins with round 1, and that round was not drawn by halves",
        "set acceleration to none",
    )


def _drawn_by_halves(event: Event, present: Iterable[Entrant]) -> bool:
    here = {e.id for e in present}
    top = halves(event)
    games = (m for m in event.published[0].matches if set(m.pair) <= here)
    return all((m.white in top) == (m.black in top) for m in games)


def score_after(event: Event, rounds: int) -> Decimal:
    """100 % after so many rounds."""
    return event.settings.win_points * rounds


def panels(event: Event) -> list[Panel]:
    """One row a quarter; nothing without acceleration."""
    if not settings_of(event).accelerated:
        return []
    columns = (
        phrase("Quarter"),
        phrase("Players"),
        phrase("Highest"),
        phrase("Lowest"),
        phrase("Mean"),
        phrase("On 100 %"),
    )
    rows = tuple(_row(event, name) for name in NAMES)
    return [Panel(phrase("Quarters"), columns, rows)]


def _row(event: Event, name: str) -> tuple[str, ...]:
    here = [e for e in event.entrants if quarters(event)[e.id] == name]
    grades = [e.rating for e in here if e.rating]
    if not grades:
        return (name, str(len(here)), "", "", "", _perfect(event, name))
    mean = (2 * sum(grades) + len(grades)) // (2 * len(grades))
    return (name, str(len(here)), *rating_span(here), str(mean), _perfect(event, name))


def _perfect(event: Event, name: str) -> str:
    """How many still in the event have won everything; empty before the first result."""
    done = len(event.published)
    if not done:
        return ""
    known, full = cards(event), score_after(event, done)
    here = (e for e in event.entrants if quarters(event)[e.id] == name and e.active(done + 1))
    return str(sum(known[e.id].score >= full for e in here))
