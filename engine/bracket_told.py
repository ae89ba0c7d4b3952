"""What stands beside a bracket: who has won it, and what its marks mean."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.bracket_tree import gone_through
from engine.bracket_words import DROPPED, LUCKY, OPEN, TIE_BREAK, TO_DRAW, WITHDRAWN, sides
from engine.event import Event
from engine.fixtures import NOBODY, Filled
from engine.phrases import listed, phrase

MARKS: Mapping[str, str] = {
    LUCKY: phrase("° has lost and goes on in this stage"),
    DROPPED: phrase("↓ has come from another stage"),
    TIE_BREAK: phrase("*: won by the tie-break"),
    WITHDRAWN: phrase("x: has withdrawn"),
}
"""What stands before a name or behind a score, and what it means."""
CODES = phrase("DKO: double knockout, SKO: single knockout")
"""Of stages that others name by these letters."""
HALL_MARKS: Mapping[str, str] = {
    OPEN: phrase("_ is being played"),
    TO_DRAW: phrase("· is still to be drawn"),
    "+": phrase("+ and -: without a game"),
}
"""The same of scores that explain themselves to who enters them."""


def winner_told(event: Event, filled: Filled | None) -> tuple[str, ...]:
    """Who has won it all; nothing before that is decided."""
    champion = filled.champion if filled is not None else None
    return (phrase("Winner: {name}", name=event.entrant(champion).name),) if champion else ()


def final_told(event: Event, filled: Filled) -> tuple[str, ...]:
    """`Final: Ash 1 – 0 Bea`: the match that has decided it all."""
    for id in filled.bracket.crown:
        fixture = filled.fixtures[id]
        if fixture.state == "decided" and fixture.winner == filled.champion:
            home, away = sides(event, filled, fixture)
            score = f"{home.score} – {away.score}"
            if home.known and away.known:
                return (listed(": ", (fixture.node.title, f"{home.name} {score} {away.name}")),)
    return ()


def _third_told(event: Event, filled: Filled, hidden: Collection[str]) -> tuple[str, ...]:
    """Who is third by the match for it, or by the only one there was for it."""
    return tuple(
        phrase("Third place: {name}", name=event.entrant(fixture.winner).name)
        for id, fixture in filled.fixtures.items()
        if fixture.node.stage == "third" and id not in hidden
        if fixture.winner is not None and fixture.winner != NOBODY
    )


def bracket_told(
    event: Event, filled: Filled, shown: Collection[str] | None = None
) -> tuple[str, ...]:
    """The winner, the third, and the marks that are in the tree; of the matches `shown` alone, by
    id, what is true of these and of their stages."""
    hidden = gone_through(filled)
    ids = [id for id in filled.fixtures if id not in hidden and (shown is None or id in shown)]
    by_id, marks = filled.bracket.by_id, marks_in(event, filled, ids)
    stages = {by_id[id].stage for id in ids}
    crown = [by_id[id].stage for id in filled.bracket.crown]
    here = shown is None or not crown or stages.intersection(crown)
    won = winner_told(event, filled) if here else ()
    third = _third_told(event, filled, hidden) if "third" in stages else ()
    codes = (CODES,) if "qualifying" in stages and not {"dko", "sko"} <= stages else ()
    return (*won, *third, *(text for mark, text in MARKS.items() if mark in marks), *codes)


def marks_in(event: Event, filled: Filled, ids: Collection[str]) -> frozenset[str]:
    """What stands before the names and behind the scores of these matches."""
    return frozenset(
        mark
        for id in ids
        for side in sides(event, filled, filled.fixtures[id])
        for mark in (side.shown[:1], side.score[-1:])
    )
