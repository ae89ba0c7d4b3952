"""Python packages that draw FIDE Dutch rounds: `python -m crosstest.packages NAME FILE.trf`.

Prints the round as pairing engines do; with --json one document: the seconds that the package took
from its own reading of the file to the pairs, and the pairs as [White, Black], [N, 0] being the
bye. Exit status 3 if it is not installed. py4swiss knows the rules in force until January 2026,
caissify-pairings those since.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

Pairs = list[tuple[int, int]]
ABSENT = 3


def py4swiss(path: Path) -> tuple[Pairs, float]:
    """Its own TRF reader and its Dutch engine."""
    file = import_module("py4swiss.trf").TrfParser.parse(path)
    engine = import_module("py4swiss.engines.dutch").Engine
    start = time.perf_counter()
    found = engine.generate_pairings(file)
    seconds = time.perf_counter() - start
    return [(pairing.white, pairing.black) for pairing in found], seconds


def caissify(path: Path) -> tuple[Pairs, float]:
    """Its own TRF reader, and its checker's way from there to its Dutch engine."""
    text = path.read_text("ascii")
    parsed = import_module("caissify_pairings.trf").parse_trf(text)
    checker = import_module("caissify_pairings.fpc")
    players = {player["starting_number"]: player for player in parsed["players"]}
    results = (result for player in players.values() for result in player["results"].items())
    number = 1 + max((n for n, result in results if (result["opponent"] or 0) > 0), default=0)
    for player in players.values():  # who has no bye there is to be paired
        player["results"].setdefault(number, {"opponent": -1, "color": "w", "result": ""})
    initial = "black" if re.search(r"^XXC black", text, re.MULTILINE) else "white"
    start = time.perf_counter()
    engine = import_module("caissify_pairings.engines.dutch").DutchEngine(
        players=checker._build_engine_players(players, number),
        previous_pairings=checker._build_previous_pairings(players, number),
        round_number=number,
        total_rounds=parsed["tournament"].get("total_rounds") or number,
        initial_color=initial,
    )
    found = engine.generate_pairings()
    seconds = time.perf_counter() - start
    return [(pair["white_id"], pair.get("black_id") or 0) for pair in found], seconds


PEERS: dict[str, tuple[str, Callable[[Path], tuple[Pairs, float]]]] = {
    "py4swiss": ("py4swiss", py4swiss),
    "caissify-pairings": ("caissify_pairings", caissify),
}
"""By the name in the package index: the module and how it is asked."""


def installed(name: str) -> bool:
    """Whether that peer can be asked here."""
    return find_spec(PEERS[name][0]) is not None


def main() -> int:
    """Ask one of them for one round."""
    name, path = sys.argv[1], Path(sys.argv[2])
    if not installed(name):
        print(f"{name} is not installed", file=sys.stderr)
        return ABSENT
    pairs, seconds = PEERS[name][1](path)
    if "--json" in sys.argv:
        print(json.dumps({"seconds": seconds, "pairs": pairs}))
        return 0
    print(len(pairs), *(f"{white} {black}" for white, black in pairs), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
