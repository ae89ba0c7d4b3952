"""Which formats fit an entry list and a number of rounds, and with which settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil, log2
from typing import Any

from engine.entrants import Entrant
from engine.protocol import Format
from engine.refusal import Refused
from engine.trial.many import TrialPlan, refuse_unplayable
from formats.registry import all_formats
from tui.setting_labels import setting_keys

MOST_ON_THE_ROW = 200
"""Entrants of a diagonal tournament, which is made for up to 40."""
RING_BELOW, GAMES_IN_A_RING, GAMES_ON_THE_ROW = 12, 4, 8
"""Of a diagonal: with fewer entrants a round is two games against two others, else against up to
four, and takes the time of so many rounds."""
FEWEST_OF_A_DIAGONAL = 2
"""Rounds: before the second is over nobody can be out."""
UNSETTLED = 99
"""The number of rounds of formats in which it follows from the first draw."""


@dataclass(frozen=True)
class FittingFormat:
    """A format that fits, with its settings in `plan`; `label` names both in a few letters."""

    label: str
    format: Format
    plan: TrialPlan


@dataclass(frozen=True)
class Candidates:
    """Those that fit; of the others why not, by name."""

    fitting: tuple[FittingFormat, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)


def candidates(base: TrialPlan, rounds: int) -> Candidates:
    """Every format that can play these entries in so many rounds. `base` says who plays and how;
    its format and settings are replaced."""
    fitting: list[FittingFormat] = []
    left_out: dict[str, str] = {}
    for format in all_formats():
        if not _same_kind(format, base.entrants):
            continue
        try:
            for more, settings in _settings(format, base.entrants, rounds):
                plan = replace(base, format=format.name, settings=settings)
                refuse_unplayable(plan, format)
                planned = format.rounds_planned(plan.event(format, 0)) or 0
                _refuse_longer(planned if planned < UNSETTLED else 0, rounds)
                fitting.append(FittingFormat(f"{format.name} {more}".strip(), format, plan))
        except Refused as refusal:
            left_out[format.name] = refusal.why or refusal.what
    return Candidates(tuple(fitting), left_out)


def _same_kind(format: Format, entrants: tuple[Entrant, ...]) -> bool:
    """Teams of players play formats with boards; other teams (bridge) those for teams, and
    knockouts, which take anybody; players all that is not for teams."""
    if any(entrant.players for entrant in entrants):
        return format.kind == "team" and format.name != "gnot"
    if any(entrant.members for entrant in entrants):
        return format.name in ("gnot", "knockout", "double_knockout", "round_robin")
    return format.kind == "player"


def _settings(
    format: Format, entrants: tuple[Entrant, ...], rounds: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    """What to call it beside the format's name, and its settings; `Refused` where it takes more
    rounds than there are."""
    players = len(entrants)
    boards = _boards(format, entrants)
    doublings = ceil(log2(max(players, 2)))
    match format.name:
        case "league":
            yield "", {**boards}
        case "round_robin" | "team_round_robin":
            needed = players - 1 + players % 2
            _refuse_longer(needed, rounds)
            yield "", {**boards}
            if 2 * needed <= rounds:
                yield "double", {**boards, "double": "true"}
        case "scheveningen":
            if players != 2:
                raise Refused("", "it is a match of two teams")
            yield "", {**boards}
        case "knockout":
            _refuse_longer(doublings, rounds)
            yield "", {}
        case "double_knockout":
            # the losers play two rounds to each of the winners', and the final may be repeated
            _refuse_longer(2 * doublings + 1, rounds)
            yield "", {}
        case "diagonal":
            if players > MOST_ON_THE_ROW:
                raise Refused("", f"it is for up to 40 players; more than {MOST_ON_THE_ROW}")
            games = GAMES_IN_A_RING if players < RING_BELOW else GAMES_ON_THE_ROW
            _refuse_longer(games * FEWEST_OF_A_DIAGONAL, rounds, f"of up to {games} games each")
            yield "", {"max_rounds": str(rounds // games)}
        case "gnot":
            _refuse_longer(10, rounds)
            yield "", {}
        case _:
            yield "", {**boards, "rounds": str(rounds)}
            # without acceleration two can win all their games
            if players > 2**rounds and "acceleration" in setting_keys(format):
                kind = {"ecf": "basic"}.get(format.name, "baku")
                yield kind, {**boards, "rounds": str(rounds), "acceleration": kind}


def _refuse_longer(needed: int, rounds: int, of: str = "") -> None:
    if needed > rounds:
        time = f"the time of {needed} rounds, as its rounds are {of}" if of else f"{needed} rounds"
        raise Refused("", f"it needs {time}")


def _boards(format: Format, entrants: tuple[Entrant, ...]) -> dict[str, str]:
    """As many boards as every team can fill."""
    least = min((len(entrant.players) for entrant in entrants), default=0)
    return {"boards": str(least)} if least and "boards" in setting_keys(format) else {}
