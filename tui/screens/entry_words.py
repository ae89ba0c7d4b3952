"""Lines that an arbiter types about one entry: byes by round, points with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Adjust, SetBye
from engine.byes import points_missed
from engine.entrants import Entrant, EntrantId
from engine.event import Event
from engine.points import HALF, Points, points_named, points_text
from engine.protocol import bye_worths
from engine.refusal import Refused
from saves.safe_text import clean, safe, shortened
from tui.commands.opening import points_value

_ROUND = re.compile(r"[rR]?([0-9]{1,2})")
_DECIMAL_COMMA = re.compile(r"(?<![0-9])0,5\s*$")
TAKE_BACK = "-"
HALVES = {"=": "0.5", "h": "0.5", "H": "0.5"}
"""What people type for a half, besides points."""
MOST_NAMED = 3
"""Players in one message."""
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class AskedOff:
    """A round asked off, in words."""

    round: int
    text: str


def who(entrant: Entrant) -> str:
    """`Ashgrove, Liam (3)` with the start number, once there is one; fit to be shown."""
    number = entrant.start_number
    return safe(entrant.name) if number is None else f"{safe(entrant.name)} ({number})"


def byes_of(event: Event, entrant: Entrant) -> list[AskedOff]:
    """What is arranged already."""
    asked_off: list[AskedOff] = []
    for bye in entrant.byes:
        worth = "absent" if bye.absent else points_text(bye.points)
        asked_off.append(AskedOff(bye.round, f"{event.called(bye.round)} {worth}"))
    for number, points in points_missed(event, entrant.id).items():
        asked_off.append(AskedOff(number, f"{event.called(number)} {points_text(points)}, missed"))
    return asked_off


def still_out(event: Event, ids: Iterable[EntrantId]) -> list[Entrant]:
    """Who of these is left out of the next round as absent, whatever the check-in says now."""
    number = len(event.published) + 1
    marked = (event.entrant(id) for id in ids)
    return [e for e in marked if not e.withdrawn and (bye := e.bye_in(number)) and bye.absent]


def left_out_still(event: Event, ids: Iterable[EntrantId]) -> str:
    """Of those just checked in the ones left out of the next round, and how that is taken back."""
    out, number = still_out(event, ids), len(event.published) + 1
    if not out:
        return ""
    names = ", ".join(who(entrant) for entrant in out[:MOST_NAMED])
    more = f" and {len(out) - MOST_NAMED} more" if len(out) > MOST_NAMED else ""
    is_out = f"{names}{more} {'is' if len(out) == 1 else 'are'} still out of {event.called(number)}"
    return f"{is_out} (y, then {number} -, takes that back)"


def worths_words(event: Event) -> str:
    """What a bye and a missed round can score, as it is typed: `0, 0.5 or 1`."""
    *some, last = (f"{worth.normalize():f}" for worth in bye_worths(event.settings))
    return f"{', '.join(some)} or {last}"


def bye_example(event: Event) -> tuple[str, str]:
    """A line for byes with a worth that is one here, and what it means: `2 4 0.5`, `half a point
    in rounds 2 and 4`; of a short event in such rounds as it has."""
    worth = _usual(event)
    points = "half a point" if worth == HALF else points_named(worth)
    rounds = [number for number in (2, 4) if number <= event.settings.rounds] or [1]
    typed = " ".join(map(str, (*rounds, f"{worth.normalize():f}")))
    return typed, f"{points} in {event.rounds_called(rounds)}"


def _usual(event: Event) -> Points:
    """The points of a bye where nobody says otherwise: half of a win where that is possible."""
    worths = bye_worths(event.settings)
    return worths[len(worths) // 2]


def read_worth(event: Event, text: str) -> Points:
    """The points of a bye or of a missed round; `Refused` saying what they can be."""
    remedy = f"write {worths_words(event)}"
    points = points_value(HALVES.get(text, text), remedy)
    if points not in bye_worths(event.settings):
        raise Refused(f"{shortened(text, 12)} is not possible", "", remedy)
    return points


def byes_understood(event: Event, text: str) -> str:
    """What a typed line of byes means, before it is entered; empty while it means nothing."""
    try:
        byes = read_byes(event, "", text)
    except Refused:
        return ""
    called = " and ".join(event.called(bye.round) for bye in byes)
    points = byes[0].points
    return f"no bye in {called}" if points is None else f"{points_named(points)} in {called}"


def read_byes(event: Event, id: EntrantId, text: str) -> list[SetBye]:
    """`2 4 ½`: byes of ½ in rounds 2 and 4; `2 -` takes one back; a round alone has the usual
    bye."""
    # a comma separates rounds, and in a half where people write it so
    text = _DECIMAL_COMMA.sub("0.5", text)
    *rounds, worth = text.replace(",", " ").split() or [""]
    if not rounds and _ROUND.fullmatch(worth):  # what it scores is shown while it is typed
        rounds, worth = [worth], f"{_usual(event):f}"
    if not rounds:
        raise Refused(
            "a bye needs a round, then its points",
            f"the points are {worths_words(event)}",
            f"write {bye_example(event)[0]}, or 2 - to take it back",
        )
    points = None if worth == TAKE_BACK else read_worth(event, worth)
    byes: list[SetBye] = []
    for word in rounds:
        number = _ROUND.fullmatch(word)
        if number is None:
            raise Refused(
                f"{shortened(word, 12)!r} is not a round",
                "",
                f"write rounds, then points: {bye_example(event)[0]}",
            )
        byes.append(SetBye(id, int(number[1]), points))
    return byes


def adjustment_of(entrant: Entrant, text: str) -> Adjust:
    """`-½ phone rang`: points, then the reason."""
    first, _, reason = text.strip().partition(" ")
    if not first:
        raise Refused("points and a reason are needed", "", "write -0.5 phone rang")
    cleaned, _ = clean(reason, "reason", 120)
    return Adjust(entrant.id, points_value(first.replace(MINUS, "-")), cleaned)
