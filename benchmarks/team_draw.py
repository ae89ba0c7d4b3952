"""How long a draw of teams takes: `python benchmarks/team_draw.py`.

Engine time of every round of events of 200 teams over nine rounds: usual results, all matches
drawn so that all scores are equal, teams that are all due one colour, and schools of which no two
teams meet. The last line is the proposal of whole events, as the program makes it: history, draw,
the reason of every table and its full explanation. Exit status 1 where one takes longer than the
bar.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.entrants import Entrant
from engine.event import Event, Round, RoundState
from engine.match_results import parse_match
from formats.team_swiss import TeamSwiss
from formats.team_swiss.drawing import draw_teams
from formats.team_swiss.position import TeamDraw, TeamPosition
from tests.formats.team_swiss.events import TeamEvent, TeamStyle

FORMAT = TeamSwiss()
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


def explained(teams: int) -> tuple[float, float]:
    """Seconds of the longest proposal, and of the longest explanation of one of its tables."""
    settings = {"rounds": ROUNDS, "initial_colour": "white", "colour_preferences": "B"}
    entrants = tuple(Entrant(str(n), f"Team {n}", 2500 - n) for n in range(1, teams + 1))
    event = Event("Test", "team_swiss", FORMAT.settings(settings), 0, entrants)
    lot = Random(1)
    draws, tables = [0.0], [0.0]
    for number in range(1, ROUNDS + 1):
        start = time.process_time()
        drawn = FORMAT.draw(event)
        draws.append(time.process_time() - start)
        proposal = Round(number, RoundState.PROPOSAL, drawn.matches, drawn.byes)
        before = event.with_round(proposal)
        for match in lot.sample(drawn.matches, 10):
            start = time.process_time()
            FORMAT.explanation(before, proposal, match)
            tables.append(time.process_time() - start)
        scores = ("4-0", "3-1", "2½-1½", "2-2", "1½-2½", "1-3")
        played = tuple(replace(m, result=parse_match(4, lot.choice(scores))) for m in drawn.matches)
        event = event.with_round(Round(number, RoundState.PUBLISHED, played, drawn.byes))
    return max(draws), max(tables)


def main() -> int:
    """A line for each kind of event; whether all keep the bar."""
    kept = True
    for kind in KINDS:
        longest = slowest(kind, TEAMS)
        kept = kept and longest <= BAR
        print(f"{TEAMS} teams, {kind:20} {longest:7.3f} s   bar {BAR} s")
    draw, table = explained(TEAMS)
    print(f"{TEAMS} teams, {'with reasons':20} {draw:7.3f} s   bar {BAR} s")
    print(f"{TEAMS} teams, {'one table in full':20} {table:7.3f} s   bar {BAR} s")
    return 0 if kept and draw <= BAR and table <= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
