"""The boards of the knockout stages, and who plays in the event."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from engine.carried import derived_from
from engine.entrants import EntrantId
from engine.event import Event, Match
from formats.common import seniority
from formats.gnot.calendar import LONG, LONG_KEYS, SHORT, STARTS, Key, in_triangle, key_of
from formats.gnot.lots import LotBook
from formats.gnot.performance import TriangleTeam, triangle_ranked
from formats.gnot.settings import settings_of
from formats.gnot.tables import Layout, layout

Teams = tuple[EntrantId, ...]


@derived_from(lambda event: (event.entrants,))
def seeding(event: Event) -> Teams:
    """All entrants by seed, then by rating, title, name."""
    ranked = sorted(event.entrants, key=lambda e: (e.seed or 10_000, seniority(e)))
    return tuple(e.id for e in ranked)


class Boards:
    """What was drawn and played. Lots that are needed go into `book`."""

    def __init__(self, event: Event, book: LotBook | None = None) -> None:
        self.event = event
        self.book = book or LotBook(event)

    @cached_property
    def teams(self) -> Teams:
        """Everybody who plays, by seed: fixed when round 1 is published."""
        first = next(iter(self.event.published), None)
        if first is not None:
            placed = first.placed
            return tuple(id for id in seeding(self.event) if id in placed)
        return tuple(id for id in seeding(self.event) if self.event.entrant(id).active(1))

    @cached_property
    def row(self) -> Layout | None:
        """The row of the tables; None for 16 to 19 teams."""
        return layout(len(self.teams), settings_of(self.event).layout_27)

    @cached_property
    def few(self) -> bool:
        """16 to 19 teams: one qualifying match of 28 boards, no pools."""
        return self.row is None

    def boards(self, key: Key) -> int:
        """Deals of a match there."""
        return LONG if key in LONG_KEYS or (key == "Q" and self.few) else SHORT

    def gone(self, team: EntrantId, number: int) -> bool:
        """Withdrawn by half `number`."""
        return not self.event.entrant(team).active(number)

    # boards as drawn

    def drawn(self, key: Key) -> bool:
        """Its half is published."""
        return STARTS[key] <= len(self.event.published)

    @cached_property
    def _boards(self) -> dict[Key, list[Match]]:
        boards: dict[Key, list[Match]] = {}
        for round in self.event.published:
            for match in round.matches:
                key = key_of(match)
                if key is not None:
                    boards.setdefault(key, []).append(match)
        return boards

    def matches(self, key: Key) -> Sequence[Match]:
        """Its published boards, a triangle's left out."""
        return self._matches.get(key, ())

    @cached_property
    def _matches(self) -> dict[Key, list[Match]]:
        return {
            key: [m for m in boards if not in_triangle(m)] for key, boards in self._boards.items()
        }

    @cached_property
    def triangle_matches(self) -> list[Match]:
        """The three of the qualifying triangle; none where there is none."""
        return [m for m in self._boards.get("Q", ()) if in_triangle(m)]

    @cached_property
    def triangle(self) -> list[TriangleTeam]:
        """The qualifying triangle from the top; empty where there is none."""
        return triangle_ranked(self.triangle_matches, self.book, "rank in the triangle")

    def met(self, a: EntrantId, b: EntrantId, number: int) -> Key | None:
        """Where the two met in the knockout sections before half `number`; a walkover is no
        meeting."""
        there = self._pairs.get(frozenset((a, b)), ())
        return next((key for key, half in there if half < number), None)

    @cached_property
    def _pairs(self) -> dict[frozenset[EntrantId], list[tuple[Key, int]]]:
        meetings: dict[frozenset[EntrantId], list[tuple[Key, int]]] = {}
        for key, matches in self._boards.items():
            for match in matches:
                if match.result is None or match.result.played:
                    meetings.setdefault(frozenset(match.pair), []).append((key, STARTS[key]))
        return meetings
