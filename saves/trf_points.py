"""Points in a TRF file beside results: those of abnormal value (299), and those added for pairing
(250, XXA of engines)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from engine.points import Points
from engine.refusal import Refused

ABNORMAL: Mapping[str, str] = {
    **{"W": "1", "D": "=", "L": "0", "+": "+", "-": "-"},
    **{"F": "F", "H": "H", "Z": "Z", "U": "U", "P": "U", "": ""},
}
"""The types of 299 as codes of results; none is a penalty or a bonus."""
GIVEN, TAKEN = "points given in the imported file", "points taken in the imported file"
WORTH_OTHERWISE = "a result was worth other points in the imported file"
FROM_FILE = frozenset({GIVEN, TAKEN, WORTH_OTHERWISE})
"""Reasons of adjustments that a file's lines 299 are read as; its comments say the true ones."""


class Abnormal(NamedTuple):
    """A line 299: what a result was worth, or points on top (`code` empty, may be below nothing).

    `round` 0 is every one (for points on top: before the first); no `players` are all.
    """

    code: str
    points: Points
    round: int
    players: tuple[int, ...]
    line: int


class AbnormalPoints:
    """The lines 299 of a file, by whom and what they are about."""

    def __init__(self, lines: Iterable[Abnormal]) -> None:
        self._worth: dict[tuple[int, int, str], Points] = {}
        self._bonuses: list[Abnormal] = []
        for line in lines:
            if not line.code:
                self._bonuses.append(line)
                continue
            for player in line.players or (0,):
                self._worth[player, line.round, line.code] = line.points

    def worth(self, player: int, round: int, code: str) -> Points | None:
        """What that result of that player was worth; None where it is the usual."""
        if not self._worth:
            return None
        for key in ((player, round), (player, 0), (0, round), (0, 0)):
            points = self._worth.get((*key, code))
            if points is not None:
                return points
        return None

    def bonuses(self, round: int, everybody: Iterable[int]) -> Iterator[tuple[int, Points]]:
        """(player, points) given or taken with that round; with 0 before the first."""
        for bonus in self._bonuses:
            if bonus.round == round:
                yield from ((player, bonus.points) for player in bonus.players or everybody)

    def __bool__(self) -> bool:
        return bool(self._worth or self._bonuses)


def abnormal_line(code: str, points: Decimal, round: int, players: Iterable[int]) -> str:
    """The line in its columns: type 5, points 14-17, round 20-22, players from 24 on."""
    kind = {"1": "W", "=": "D", "0": "L"}.get(code, code)
    ids = " ".join(f"{player:04}" for player in players)
    return f"299 {kind:1}        {_amount(points):>4}  {round:03} {ids}".rstrip()


def team_abnormal_line(
    code: str, match_points: Decimal, game_points: Decimal, round: int, teams: Iterable[int]
) -> str:
    """The line of teams: as `abnormal_line`, with match points 8-11 and game points 14-17."""
    kind = {"U": "P"}.get(code, code)
    points = f"{_amount(match_points):>4}  {_amount(game_points):>4}"
    ids = " ".join(f"{team:04}" for team in teams)
    return f"299 {kind:1}  {points}  {round:03} {ids}".rstrip()


def _amount(points: Decimal) -> str:
    return f"{points:.1f}" if points == points.quantize(Decimal("0.1")) else f"{points:f}"


class Stretch(NamedTuple):
    """Points added in rounds `first` to `last` for the numbers `low` to `high`."""

    points: Points
    first: int
    last: int
    low: int
    high: int


def stretches(rows: Iterable[tuple[int, tuple[Points, ...]]]) -> Iterator[Stretch]:
    """Additions by number as few stretches: neighbours with the same additions are one."""
    ordered = sorted(rows)
    # numbers that follow one another keep their distance to the place in the list
    keyed = ((number - place, points, number) for place, (number, points) in enumerate(ordered))
    for (_, points), group in groupby(keyed, key=lambda row: row[:2]):
        numbers = [number for _, _, number in group]
        for amount, first, last in _runs(points):
            yield Stretch(amount, first, last, numbers[0], numbers[-1])


def _runs(points: tuple[Points, ...]) -> Iterator[tuple[Points, int, int]]:
    """(points, first round, last round) of every run of the same addition."""
    start = 1
    for amount, group in groupby(points):
        stop = start + len(list(group))
        if amount:
            yield amount, start, stop - 1
        start = stop


def added_lines16(rows: Iterable[tuple[int, tuple[Points, ...]]]) -> Iterator[str]:
    """XXA: start number in 5-8, the points for round r from column 10 + 5 (r - 1)."""
    for number, points in sorted(rows):
        cells = "".join(f" {_four_columns(amount)}" for amount in points)
        yield f"XXA {number:>4}{cells}"


def added_lines26(
    rows: Iterable[tuple[int, tuple[Points, ...]]], match_points: bool = False
) -> Iterator[str]:
    """250: match points of teams 5-8, points 10-13, rounds 15-17 to 19-21, numbers 23-26 to
    28-31."""
    for s in stretches(rows):
        amount = _four_columns(s.points).replace(" ", "0")
        columns = f"{amount} {'':4}" if match_points else f"{'':4} {amount}"
        yield f"250 {columns} {s.first:03} {s.last:03} {s.low:04} {s.high:04}"


def _four_columns(points: Decimal) -> str:
    text = _amount(points)
    if len(text) > 4:
        why = "it has four columns for them"
        raise Refused(f"{points} added points do not fit into TRF", why, "export as csv")
    return f"{text:>4}"
