"""What `generate` takes for the options that are not given: sensible values by lot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.protocol import Format
from engine.refusal import Refused
from engine.trial.chance import Chance

MOST_ROUNDS = 99
FIELDS = ((8, 20), (21, 60), (21, 60), (61, 120))
"""Sizes of fields; the usual ones twice."""
SCORES = ("1-0.5-0", "1-0.5-0-0.5", "3-1-0", "2-1-0", "3-2-1", "1-0-0", "10-5-0")
"""What `--points any` chooses from: win, draw, loss, and the bye where it is no win."""
USUAL_SCORES = ("1-0.5-0",) * 5 + ("1-0.5-0-0.5", "3-1-0")
TIE_BREAKS = (
    "BH", "BH/C1", "BH/C2", "BH/M1", "AOB", "FB", "FB/C1", "SB", "SB/C1", "PS", "PS/C1", "DE",
    "WIN", "WON", "BPG", "BWG", "REP", "STD", "ARO", "ARO/C1", "KS", "TPN", "RTNG",
)  # fmt: skip


class OptionShare(NamedTuple):
    """An option in per cent: what the lot chooses from, and what it is a share of."""

    choices: tuple[str, ...]
    help: str


SHARES: Mapping[str, OptionShare] = {
    "draws": OptionShare(("20", "25", "30", "35", "40"), "games that equals draw"),
    "half-byes": OptionShare(
        ("0", "1", "2", "3", "5"), "players who ask for a half-point bye, a round"
    ),
    "full-byes": OptionShare(("0", "0", "0", "1"), "the same for a full-point bye"),
    "zero-byes": OptionShare(("0", "1", "2", "3"), "the same for no points"),
    "forfeits": OptionShare(("0",), "games forfeited by either side, an eighth of them by both"),
    "forfeit-wins": OptionShare(("0", "0.5", "1", "2"), "games that White wins by forfeit"),
    "forfeit-losses": OptionShare(("0", "0.5", "1", "2"), "games that White loses by forfeit"),
    "double-forfeits": OptionShare(("0", "0.2", "0.5"), "games that both lose by forfeit"),
    "odd-results": OptionShare(("0", "0", "0.5", "1"), "games that end 1/2-0, 0-1/2 or 0-0"),
    "withdrawals": OptionShare(("0", "1", "2", "3"), "players who leave, before each round"),
    "reentries": OptionShare(
        ("0", "25", "50"), "withdrawn players who come back, before each round"
    ),
    "late": OptionShare(("0", "2", "5"), "players who enter after round 1"),
    "unrated": OptionShare(("0", "3", "10"), "players without a rating"),
}
FORFEITS = ("forfeits", "forfeit-wins", "forfeit-losses", "double-forfeits")
"""Where one of them is given the others are 0."""


class RandomOptions:
    """The options of one tournament by lot. Each has chance of its own: an option that is given
    changes none of the others."""

    def __init__(self, seed: int, predetermined: bool = False) -> None:
        self._seed = seed
        self._predetermined = predetermined
        """A round robin: all its rounds, everybody there."""

    def _chance(self, option: str) -> Chance:
        return Chance(self._seed, "option", option)

    @property
    def players(self) -> int:
        """From a small club's field to an open's."""
        chance = self._chance("players")
        low, high = (6, 16) if self._predetermined else chance.pick(FIELDS)
        return low + chance.below(high - low + 1)

    def rounds(self, players: int, most: int) -> int:
        """Five to eleven, fewer for small fields: two thirds of the opponents leave a draw."""
        if self._predetermined:
            return most
        return max(1, min(most, 5 + self._chance("rounds").below(7), players * 2 // 3))

    @property
    def ratings(self) -> tuple[int, int]:
        """The lowest rating and the highest."""
        chance = self._chance("ratings")
        low = 1000 + 100 * chance.below(9)
        return low, low + 400 + 100 * chance.below(11)

    def share(self, option: str) -> str:
        """Per cent, of one of `SHARES`."""
        if self._predetermined and option in ("half-byes", "full-byes", "zero-byes", "late"):
            return "0"
        return self._chance(option).pick(SHARES[option].choices)

    @property
    def bars(self) -> int:
        """Mostly none."""
        return self._chance("bars").pick((0, 0, 0, 1, 2, 3))

    @property
    def points(self) -> str:
        """Mostly the standard ones."""
        return self._chance("points").pick(USUAL_SCORES)

    @property
    def acceleration(self) -> str:
        """None, or Baku in a quarter."""
        return self._chance("acceleration").pick(("none", "none", "none", "baku"))

    def tie_breaks(self, format: Format) -> tuple[str, ...]:
        """Two to five that the format takes."""
        chance = self._chance("tiebreaks")
        number = 2 + chance.below(4)
        taken: list[str] = []
        for code in chance.some(TIE_BREAKS, len(TIE_BREAKS)):
            if len(taken) < number and _fits(format, (*taken, code)):
                taken.append(code)
        return tuple(taken)


def _fits(format: Format, codes: tuple[str, ...]) -> bool:
    try:
        format.settings({"tiebreaks": codes})
    except Refused:
        return False
    return True
