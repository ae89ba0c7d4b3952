"""Settings of formats whose boards may be numbered as the venue wants: first boards, rooms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from engine.boards import Seating
from formats.settings import FormatSettings, checks, knob

MOST = 9000
"""The highest number that a first board can have: 999 more are left for the boards behind it."""
_PLACED = re.compile(r"([0-9]{1,4}) +(\S.*)")
_ROOM_LIMIT = 40


class RoomSettings(FormatSettings):
    """The first board and the rooms."""

    boards_move: ClassVar[bool] = True
    """Whether a match may sit at any board; not where the boards stand in a timetable."""

    first_board: int = knob(
        default=1, ge=1, le=MOST, description="number of the first board, as 101 for section B"
    )
    rooms: tuple[str, ...] = knob(
        default=(), description="rooms by their first board, as 1 Main hall, 101 Annexe"
    )

    @classmethod
    @checks("rooms")
    def _readable_rooms(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        starts = [start for start, _ in _rooms(given)]
        if len(set(starts)) < len(starts):
            raise ValueError("a first board for each room, none twice")
        return given

    @property
    def seating(self) -> Seating:
        """What the engine reads of them."""
        return Seating(self.first_board, {}, _rooms(self.rooms), self.boards_move)


def _rooms(given: Iterable[str]) -> tuple[tuple[int, str], ...]:
    matches = [_PLACED.fullmatch(text.strip()) for text in given]
    if not all(m and 1 <= int(m[1]) <= MOST and len(m[2]) <= _ROOM_LIMIT for m in matches):
        raise ValueError(
            f"a first board (1 to {MOST}) and a name of at most {_ROOM_LIMIT} letters each,"
            " as 1 Main hall, 101 Annexe"
        )
    return tuple(sorted((int(m[1]), m[2]) for m in matches if m))
