"""Byes that an older file leaves blank: what the points column says of them.

Files before TRF16 often have nothing at all in a round with a bye, and its points in columns
81-84 alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from engine.points import NIL, Points
from saves.trf_lines import PlayerLine, TrfGame

_CALLED = {"H": "half-point byes (H)", "F": "full-point byes (F)"}


class ByesByPoints:
    """The byes among the blank rounds of players whose points are more than their rounds give.
    `worth` are the points of each code, `drawn` is the last round that was paired."""

    def __init__(self, worth: Mapping[str, Points], drawn: int) -> None:
        self._worth = worth
        self._drawn = drawn
        self._found: dict[str, list[str]] = {code: [] for code in _CALLED}
        self._doubtful: list[str] = []

    def filled(self, apart: Iterable[tuple[PlayerLine, Points]]) -> dict[int, PlayerLine]:
        """Players' lines with these byes, of those whose points they explain; each comes with the
        sum of his rounds."""
        lines = {}
        for player, added in apart:
            blank = self._blank(player)
            codes = self._codes((player.points or NIL) - added, len(blank))
            if codes:
                lines[player.number] = self._with(player, dict(zip(blank, codes, strict=False)))
                if codes != codes[0] * len(blank):
                    among = ", ".join(map(str, blank))
                    self._doubtful.append(f"{player.number} ({among})")
        return lines

    def notes(self) -> Iterator[str]:
        """What was read as a bye, and where it may have been another round."""
        for code, found in self._found.items():
            if found:
                yield (
                    f"blank rounds were read as {_CALLED[code]}, because the points count them: "
                    f"{', '.join(found)}"
                )
        if self._doubtful:
            yield (
                "more rounds are blank than the points count, and the first were taken: player "
                f"{', player '.join(self._doubtful)}"
            )

    def _blank(self, player: PlayerLine) -> list[int]:
        cells = (*player.cells, *(None,) * self._drawn)[: self._drawn]
        return [
            number
            for number, cell in enumerate(cells, start=1)
            if cell is None or not (cell.opponent or cell.result)
        ]

    def _codes(self, short: Points, blank: int) -> str:
        """As few full points as can be, and half points for the rest; empty if nothing fits."""
        half, full = self._worth["H"], self._worth["F"]
        for fulls in range(blank + 1):
            halves = round((short - fulls * full) / half) if half else 0
            if 0 <= halves <= blank - fulls and fulls * full + halves * half == short:
                return "H" * halves + "F" * fulls
        return ""

    def _with(self, player: PlayerLine, byes: Mapping[int, str]) -> PlayerLine:
        cells = [*player.cells, *(None,) * (max(byes) - len(player.cells))]
        for number, code in byes.items():
            cells[number - 1] = TrfGame(0, "-", code)
            self._found[code].append(f"player {player.number} in round {number}")
        return replace(player, cells=tuple(cells))
