"""Events of the English Swiss for tests: entered by grade, played as a test says."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.entrants import Entrant
from engine.event import Bye, Event, Instruction, Match, Round, RoundState
from engine.protocol import Proposal
from engine.reasons import codes
from engine.results import parse_game
from formats.ecf import Ecf

ECF = Ecf()
Outcome = Callable[[Event, Match], str]


def player(no: int, rating: int | None = None, **more: Any) -> Entrant:
    """Player 1 has the highest grade, 2000; every next one 10 less."""
    return Entrant(str(no), f"P{no}", 2010 - 10 * no if rating is None else rating, **more)


def event(
    count: int, rounds: int = 5, entrants: Sequence[Entrant] = (), seed: int = 1, **settings: Any
) -> Event:
    """Before round 1."""
    players = tuple(entrants) or tuple(player(no) for no in range(1, count + 1))
    chosen = ECF.settings({"rounds": rounds, **settings})
    return Event("Test", "ecf", chosen, seed, entrants=players, next_id=len(players) + 1)


def published(event: Event, proposal: Proposal, outcome: Outcome) -> Event:
    """The round as drawn, published and played."""
    matches = tuple(replace(m, result=parse_game(outcome(event, m))) for m in proposal.matches)
    round = Round(proposal.round, RoundState.PUBLISHED, matches, proposal.byes)
    lots = (*event.lots, *proposal.lots)
    return ECF.freeze(replace(event.with_round(round), lots=lots))


def as_round(drawn: Proposal) -> Round:
    """A proposal as it stands in the event."""
    return Round(drawn.round, matches=drawn.matches, byes=drawn.byes)


def as_written(event: Event, games: str, bye: str = "") -> Event:
    """A round played as written: `1-4 1-0, 5-2 0-1`; White first."""
    matches = []
    for board, game in enumerate(games.split(","), start=1):
        names, result = game.split()
        white, black = names.split("-")
        matches.append(Match(board, white, black, result=parse_game(result)))
    byes = (Bye(bye, event.settings.bye_points),) if bye else ()
    number = len(event.rounds) + 1
    round = Round(number, RoundState.PUBLISHED, tuple(matches), byes)
    return ECF.freeze(event.with_round(round))


def grade(event: Event, id: str) -> int:
    """A player's grade."""
    found = event.entrant(id).rating
    assert found is not None
    return found


def higher_wins(event: Event, match: Match) -> str:
    """Always the higher grade."""
    return "1-0" if grade(event, match.white) > grade(event, match.black) else "0-1"


def lower_wins(event: Event, match: Match) -> str:
    """Always the lower grade."""
    return "0-1" if higher_wins(event, match) == "1-0" else "1-0"


def by_chance(seed: int, draws: float = 0.25) -> Outcome:
    """By the Elo expectation, a share of the games drawn."""
    lot = random.Random(seed)

    def outcome(event: Event, match: Match) -> str:
        if lot.random() < draws:
            return "1/2-1/2"
        difference = grade(event, match.white) - grade(event, match.black)
        return "1-0" if lot.random() < 1 / (1 + 10 ** (-difference / 400)) else "0-1"

    return outcome


def some_event(seed: int, low: int = 8, high: int = 40, **settings: Any) -> Event:
    """A field by lot."""
    lot = random.Random(seed)
    count = lot.randint(low, high)
    ratings = sorted(lot.sample(range(700, 2500), count), reverse=True)
    entrants = [player(no, rating) for no, rating in enumerate(ratings, start=1)]
    return event(count, min(7, count // 2 + 1), entrants, seed, **settings)


def told(event: Event, kind: str, a: str, b: str) -> Event:
    """With a lock or a bar."""
    order = Instruction(kind, a, b)  # type: ignore[arg-type]
    return replace(event, instructions=(*event.instructions, order))


def pairs(proposal: Proposal) -> list[frozenset[str]]:
    """Who meets whom, board by board."""
    return [frozenset(m.pair) for m in proposal.matches]


def meets(proposal: Proposal, id: str) -> str:
    """Somebody's opponent."""
    return next(m.opponent(id) for m in proposal.matches if id in m.pair)


def groups(proposal: Proposal) -> dict[str, list[frozenset[str]]]:
    """The games of every group by its name."""
    found: dict[str, list[frozenset[str]]] = {}
    for match in proposal.matches:
        found.setdefault(match.group, []).append(frozenset(match.pair))
    return found


def pair(a: int, b: int) -> frozenset[str]:
    """Two players by number."""
    return frozenset((str(a), str(b)))


def score(event: Event, id: str) -> float:
    """Points, counted from the results."""
    found = 0.0
    for round in event.published:
        for match in round.matches:
            if id in match.pair and match.result is not None:
                white, _, black = match.result.text.partition("-")
                mine = white if match.white == id else black
                found += {"1": 1.0, "0": 0.0, "1/2": 0.5, "+": 1.0, "-": 0.0}[mine]
        found += sum(float(bye.points) for bye in round.byes if bye.entrant == id)
    return found


def floats(match: Match) -> bool:
    """Whether somebody leaves his group for that board."""
    return "leaves-group" in codes(match.why)
