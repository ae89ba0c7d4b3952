"""Results entered one after the other, put on their boards together.

Between two publications a journal holds little else: results entered, corrected, cleared and
entered again. An event made for each of them would copy thousands of boards every time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.actions.results import round_played, text_of, with_result
from engine.event import Event, Match
from engine.protocol import Format, bracketed, overrides
from engine.refusal import Refused

Place = tuple[int, int]
"""A round, and where the match stands among its matches."""


def follows_from_results(format: Format) -> bool:
    """Whether a format makes anything of a result by itself when one is entered."""
    return bracketed(format) or overrides(format, "settle")


class ResultRun:
    """An event, and results entered in it one after the other from which nothing followed.

    `event` is what `change` of one action after the other makes of it. Of a board the last result
    counts, but each is read: what it may be can depend on the one that stood.
    """

    def __init__(self, event: Event, format: Format) -> None:
        self._before, self._format = event, format
        self._places: dict[tuple[int, int | None], Place] = {}
        self._standing: dict[Place, Match] = {}
        self._after: dict[tuple[int, str], Match] = {}
        """By a standing match (its `id`) and a slip the match that comes of it."""
        self._made: dict[tuple[Place, str | None], Match] = {}
        """Every match that ever stood, by its result, so that there is one of each."""

    def enter(self, board: int, text: str, round: int | None) -> None:
        """One result; `Refused` as the action alone would be, and nothing is entered."""
        place = self._places.get((board, round)) or self._find(board, round)
        match = self._standing[place]
        after = self._after.get((id(match), text))
        if after is None:
            after = self._keep(place, with_result(match, text, self._format))
            self._after[id(match), text] = after
        self._standing[place] = after

    def enter_all(self, results: Iterable[tuple[int, str]], round: int | None) -> None:
        """The results of one action, all or none."""
        stood = dict(self._standing)
        try:
            for board, text in results:
                self.enter(board, text, round)
        except Refused:
            self._standing = stood
            self._places = {number: p for number, p in self._places.items() if p in stood}
            raise

    def _find(self, board: int, number: int | None) -> Place:
        round = round_played(self._before, board, number)
        match = round.match(board)
        at = round.index(board)
        assert at is not None
        place = self._places[board, number] = (round.number, at)
        self._standing.setdefault(place, self._keep(place, match))
        return place

    def _keep(self, place: Place, match: Match) -> Match:
        return self._made.setdefault((place, text_of(match.result)), match)

    @property
    def event(self) -> Event:
        """The event with all of them; the same object where they changed nothing."""
        event = self._before
        boards: dict[int, dict[int, Match]] = {}
        for (number, at), match in self._standing.items():
            boards.setdefault(number, {})[at] = match
        for number, others in boards.items():
            round = event.round(number)
            matches = tuple(others.get(at, match) for at, match in enumerate(round.matches))
            if any(a is not b for a, b in zip(matches, round.matches, strict=True)):
                event = event.with_round(replace(round, matches=matches))
        return event
