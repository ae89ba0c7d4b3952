"""Lines that an arbiter types about one entry: byes by round, points with a reason."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.actions import Adjust, SetBye
from engine.entrants import Entrant
from engine.event import Event
from engine.late import points_missed
from engine.points import points_text
from engine.refusal import Refused
from saves.safe_text import clean, safe
from tui.commands.opening import points_value

_ROUND = re.compile(r"[rR]?([0-9]{1,2})")
_DECIMAL_COMMA = re.compile(r"(?<![0-9])0,5\s*$")
TAKE_BACK = "-"
HALVES = {"=": "0.5", "h": "0.5", "H": "0.5"}
"""What people type for a half, besides points."""
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


def read_byes(entrant: Entrant, text: str) -> list[SetBye]:
    """`2 4 ½`: byes of ½ in rounds 2 and 4; `2 -` takes one back."""
    # a comma stands between rounds, and in a half where people write it so
    text = _DECIMAL_COMMA.sub("0.5", text)
    *rounds, worth = text.replace(",", " ").split() or [""]
    if not rounds:
        raise Refused("a bye needs a round and its points", "", "write 2 0.5, or 2 - to take back")
    points = None if worth == TAKE_BACK else points_value(HALVES.get(worth, worth))
    byes: list[SetBye] = []
    for word in rounds:
        number = _ROUND.fullmatch(word)
        if number is None:
            raise Refused(
                f"{safe(word, 12)!r} is not a round", "", "write rounds, then points: 2 4 0.5"
            )
        byes.append(SetBye(entrant.id, int(number[1]), points))
    return byes


def adjustment_of(entrant: Entrant, text: str) -> Adjust:
    """`-½ phone rang`: points, then the reason."""
    first, _, reason = text.strip().partition(" ")
    if not first:
        raise Refused("points and a reason are needed", "", "write -0.5 phone rang")
    cleaned, _ = clean(reason, "reason", 120)
    return Adjust(entrant.id, points_value(first.replace(MINUS, "-")), cleaned)
