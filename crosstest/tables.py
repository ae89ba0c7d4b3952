"""The tie-breaks of the package tiebreak-core: `python -m crosstest.tables CODE… -- FILE.trf…`.

A heading and a line for each player (start number, rank, values), a form feed behind each file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

KINDS = {
    "1": "played", "0": "played", "=": "played", "W": "played", "D": "played", "L": "played",
    "+": "forfeit_win", "-": "forfeit_loss", "U": "pairing_bye", "F": "pairing_bye",
    "H": "requested_bye", "Z": "requested_bye", " ": "requested_bye",
}  # fmt: skip
"""What the package calls a result of TRF; of full points without a game C.07, 16.2.1 makes one."""
SCORES = {"1": 1.0, "W": 1.0, "+": 1.0, "U": 1.0, "F": 1.0, "=": 0.5, "D": 0.5, "H": 0.5}

PLAIN = {
    "WIN": "wins", "WON": "won", "BPG": "games_black", "BWG": "wins_black", "STD": "std",
    "REP": "rounds_elected", "TPR": "tpr", "PTP": "ptp", "APRO": "apro", "APPO": "appo",
}  # fmt: skip
"""Codes that it knows by another name."""


def players_of(path: Path) -> dict[int, Any]:
    """Its records of the players of a file."""
    models = import_module("tiebreak_core.models")
    rows = [row for row in path.read_text("utf-8").splitlines() if row.startswith("001")]
    ratings = {int(row[4:8]): int(row[48:52].strip() or 0) for row in rows}
    rounds = max((len(row.rstrip()) - 82) // 10 for row in rows)
    players = {
        int(row[4:8]): models.PlayerTiebreakData(
            int(row[4:8]),
            ratings[int(row[4:8])],
            float(row[80:84]),
            list(_games(models, row.ljust(91 + 10 * rounds), rounds, ratings)),
        )
        for row in rows
    }
    for player in players.values():
        for game in player.games:
            if game.opponent_id in players:  # 7.7 asks for it: half a point to nothing happens
                there = players[game.opponent_id].games[game.round_number - 1]
                game.opponent_score = there.score
    return players


def _games(models: Any, row: str, rounds: int, ratings: dict[int, int]) -> Iterator[Any]:
    for number in range(1, rounds + 1):
        cell = row[81 + 10 * number : 89 + 10 * number]
        opponent = int(cell[:4].strip() or 0)
        colour = "black" if cell[5] == "b" else "white"
        score = SCORES.get(cell[7], 0.0)
        yield models.GameRecord(
            opponent or -1, ratings.get(opponent, 0), score, colour, number, KINDS[cell[7]]
        )


def _value(player: Any, players: dict[int, Any], code: str, rounds: int) -> float:
    if code in PLAIN:
        rules = import_module("tiebreak_core.fide2026")
        return float(rules.calculate(player, players, PLAIN[code], rounds))
    modified = import_module("tiebreak_core.modifiers")
    return float(modified.calculate_descriptor(player, players, code, rounds))


def main() -> int:
    """A table for each file."""
    place = sys.argv.index("--")
    codes, files = sys.argv[1:place], sys.argv[place + 1 :]
    for name in files:
        players = players_of(Path(name))
        print("StartNo", "Rank", *codes, sep="\t")
        for number, player in players.items():
            rounds = len(player.games)
            values = (_value(player, players, code, rounds) for code in codes)
            print(number, 0, *values, sep="\t")
        print("\f", end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
