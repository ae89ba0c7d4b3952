"""The words of warnings about entries, their start numbers and their byes: a part of the table of
`engine.warning_words`, each with what is warned of, what is recorded, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.entrants import EntrantId
from engine.event import Event, entrants_by_id
from engine.points import counted
from engine.reasons import Reason

Words = Callable[[Reason, Event], str]


def _who(event: Event, id: EntrantId) -> str:
    entrant = entrants_by_id(event).get(id)
    return entrant.name if entrant else f"entrant {id}"


def _pair(reason: Reason, event: Event) -> str:
    return " and ".join(_who(event, id) for id in reason["pair"])


def _ratings(reason: Reason, between: str = " and ") -> str:
    return between.join(str(rating) if rating else "unrated" for rating in reason["ratings"])


def _change(reason: Reason) -> str:
    return f"from {_ratings(reason, ' to ')}"


def _boards_left(reason: Reason, event: Event) -> str:
    """What becomes of the boards in play of somebody who leaves."""
    if reason["lost"]:
        return "".join(
            f", {event.board_name(board)} is lost by default" for board in reason["lost"]
        )
    return "".join(f", {event.board_name(board)} is still open" for board in reason["open"])


ENTRY_WORDINGS: Mapping[str, tuple[Words, Words, Words]] = {
    "numbers-exchanged": (
        lambda r, event: f"{_pair(r, event)}, equal in rating and title, exchange start numbers",
        lambda r, event: f"start numbers of {_pair(r, event)} exchanged, equal in rating and title",
        lambda r, event: "they have each other's number in every list and in later draws",
    ),
    "seeding-broken": (
        lambda r, event: (
            f"{_pair(r, event)} exchange start numbers although they are not equal "
            f"({_ratings(r)}): the numbers no longer follow rating and title"
        ),
        lambda r, event: (
            f"start numbers of {_pair(r, event)} exchanged against rating and title ({_ratings(r)})"
        ),
        lambda r, event: "the lower number goes to the weaker one, in later draws too",
    ),
    "numbers-remade": (
        lambda r, event: f"{counted(r['moved'], 'entrant')} get another start number",
        lambda r, event: (
            f"start numbers made anew from the ratings, {counted(r['moved'], 'entrant')} moved"
        ),
        lambda r, event: "lists that are out have the old numbers; later draws go by the new ones",
    ),
    "rating-edited": (
        lambda r, event: f"{r['name']}: rating {_change(r)} after round 1",
        lambda r, event: f"{r['name']}: rating changed by hand {_change(r)}",
        lambda r, event: "start numbers and published rounds stay",
    ),
    "half-bye-again": (
        lambda r, event: f"{r['name']} has {r['count']} half-point byes with this one",
        lambda r, event: f"{r['name']}: half-point bye number {r['count']}",
        lambda r, event: "",
    ),
    "bye-limit": (
        lambda r, event: (
            f"{r['name']} has {counted(r['count'], 'half-point bye')} with this one, "
            f"the event gives {r['limit']}"
        ),
        lambda r, event: f"{r['name']}: half-point bye number {r['count']}, beyond {r['limit']}",
        lambda r, event: "",
    ),
    "bye-too-late": (
        lambda r, event: (
            f"{r['name']}: half-point byes are given until {event.called(r['last'])}, this is "
            f"{event.called(r['round'])}"
        ),
        lambda r, event: f"{r['name']}: half-point bye in {event.called(r['round'])}, too late",
        lambda r, event: "",
    ),
    "full-point-bye": (
        lambda r, event: (
            f"{r['name']} has a full point without playing: full-point byes are deprecated by FIDE"
        ),
        lambda r, event: f"{r['name']}: full-point bye",
        lambda r, event: "",
    ),
    "expelled": (
        lambda r, event: f"{r['name']} is expelled and has no place in the standings any more",
        lambda r, event: f"{r['name']} expelled: {r['why']}",
        lambda r, event: "",
    ),
    "numbers-late": (
        lambda r, event: (
            f"no start number is changed once {event.called(r['round'])} is paired (C.04.2, 2.3)"
        ),
        lambda r, event: f"start numbers changed after {event.called(r['round'])} was paired",
        lambda r, event: "a report to FIDE would not be by the rules",
    ),
    "moved-after-start": (
        lambda r, event: (
            f"{r['name']} has {r['points']} points from {counted(len(r['rounds']), 'round')} of "
            f"{r['event']}, "
            f"which stay there: withdrawn{_boards_left(r, event)}"
        ),
        lambda r, event: (
            f"{r['name']} moved from {r['event']} after {counted(len(r['rounds']), 'round')}"
        ),
        lambda r, event: "",
    ),
    "moved-in-late": (
        lambda r, event: (
            f"{r['name']} plays in {r['event']} from {event.called(r['first'])} on"
            + f" and has missed {counted(len(r['rounds']), 'round')} ({r['points']} for each)"
            * bool(r["rounds"])
        ),
        lambda r, event: f"{r['name']} moved into {r['event']}",
        lambda r, event: "",
    ),
}
