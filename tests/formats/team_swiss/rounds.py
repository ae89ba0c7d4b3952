"""Events of teams as written in a line a round, without players."""

from __future__ import annotations

from decimal import Decimal

from engine.entrants import Entrant
from engine.event import Bye, Event, Match, Round, RoundState
from engine.match_results import parse_match
from engine.protocol import Proposal
from formats.team_swiss import TeamSwiss

TEAM_SWISS = TeamSwiss()


def team_event(names: str, *rounds: str, **settings: object) -> Event:
    """Rounds as written: `1-4 3-1, 2-3 2-2`; home first, one number alone has the bye."""
    given = {"rounds": 5, "initial_colour": "white", **settings}
    teams = tuple(
        Entrant(str(no), name, 2400 - no) for no, name in enumerate(names.split(), start=1)
    )
    found = Event("Test", "team_swiss", TEAM_SWISS.settings(given), 0, teams)
    for no, text in enumerate(rounds, start=1):
        matches: list[Match] = []
        byes: list[Bye] = []
        for part in text.split(", "):
            if part.isdigit():
                byes.append(Bye(part, Decimal(1), secondary=Decimal(2)))
                continue
            who, _, result = part.partition(" ")
            home, away = who.split("-")
            matches.append(Match(len(matches) + 1, home, away, parse_match(4, result)))
        round = Round(no, RoundState.PUBLISHED, tuple(matches), tuple(byes))
        found = found.with_round(round)
    return found


def proposed(proposal: Proposal) -> Round:
    """The proposal as a round."""
    state = RoundState.PROPOSAL
    return Round(proposal.round, state, proposal.matches, proposal.byes)


def pairs(proposal: Proposal) -> list[tuple[str, str]]:
    """Home and away of every table."""
    return [match.pair for match in proposal.matches]
