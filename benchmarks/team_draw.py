"""How long a draw of teams takes: `python benchmarks/team_draw.py`.

Engine time of every round of events of 200 teams over nine rounds: usual results, all matches
drawn so that all scores are equal, teams that are all due one colour, and schools of which no two
teams meet. Exit status 1 where a draw takes longer than the bar.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from formats.team_swiss.drawing import draw_teams
from formats.team_swiss.position import TeamDraw, TeamPosition
from tests.formats.team_swiss.events import TeamEvent, TeamStyle

BAR = 0.3
TEAMS = 200
ROUNDS = 9
SCHOOLS = 20


def unhappy(position: TeamPosition) -> TeamPosition:
    """All but a few teams have had White once more than Black, and twice running."""
    teams = tuple(
        replace(t, colours=t.colours if t.number % 9 == 0 else f"{t.colours}WW")
        for t in position.teams
    )
    return replace(position, teams=teams)


def of_schools(position: TeamPosition) -> TeamPosition:
    """Teams of one school do not meet."""
    numbers = [team.number for team in position.teams]
    pairs = {
        frozenset((a, b)) for a in numbers for b in numbers if a < b and (b - a) % SCHOOLS == 0
    }
    return replace(position, forbidden=frozenset(pairs))


def as_it_is(position: TeamPosition) -> TeamPosition:
    """The position itself."""
    return position


KINDS: dict[str, tuple[float, Callable[[TeamPosition], TeamPosition]]] = {
    "usual": (0.2, as_it_is),
    "all drawn": (1.0, as_it_is),
    "unhappy": (0.2, unhappy),
    "all drawn, unhappy": (1.0, unhappy),
    "schools": (0.2, of_schools),
    "all drawn, schools": (1.0, of_schools),
}


def slowest(kind: str, teams: int) -> float:
    """The longest draw of both types of preferences, in seconds."""
    level, changed = KINDS[kind]
    seconds: list[float] = []

    def timed(position: TeamPosition) -> TeamDraw:
        start = time.process_time()
        drawn = draw_teams(changed(position))
        seconds.append(time.process_time() - start)
        return drawn

    style = TeamStyle(teams, ROUNDS, "A", away=0.02, forfeits=0.02, level=level)
    for type_b in (False, True):
        played = replace(style, preferences="B") if type_b else style
        for _ in TeamEvent(played, Random(1)).rounds(timed):
            pass
    return max(seconds)


def main() -> int:
    """A line for each kind of event; whether all keep the bar."""
    kept = True
    for kind in KINDS:
        longest = slowest(kind, TEAMS)
        kept = kept and longest <= BAR
        print(f"{TEAMS} teams, {kind:20} {longest:7.3f} s   bar {BAR} s")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
