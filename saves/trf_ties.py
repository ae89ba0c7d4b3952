"""Comment lines of a tournament file that say who won the tie-break of a drawn game. A game played
faster is none of the tournament's, so that the file has the draw alone:

    ### tie-break of round 1: 12 won against 5, by rapid
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Match, Round
from engine.match_results import MatchResult, TieBreak, fits_a_line
from engine.points import HALF
from engine.results import GameResult
from saves.safe_text import safe

UNKNOWN = "unknown"
"""How a tie was decided, where no line says it."""
_LINE = re.compile(
    r"### tie-break of round (\d{1,3}): (\d{1,4}) won against (\d{1,4}), by (\S{2,24})", re.ASCII
)

Ties = Mapping[tuple[int, frozenset[EntrantId]], tuple[EntrantId, str]]
"""By round and pair who won the tie-break, and how."""


def tie_lines(rounds: Iterable[Round], numbers: Mapping[EntrantId, int]) -> Iterator[str]:
    """The lines of an event, whose entrants have these numbers in the file."""
    for round in rounds:
        for match in round.matches:
            tie = match.result.tiebreak if isinstance(match.result, MatchResult) else None
            if tie is not None:
                winner, loser = match.pair if tie.side == "white" else match.pair[::-1]
                who = f"{numbers[winner]} won against {numbers[loser]}"
                yield f"### tie-break of round {round.number}: {who}, by {safe(tie.how, 24)}"


def read_ties(lines: Iterable[str]) -> Ties:
    """What such lines say; a line of another form says nothing."""
    ties: dict[tuple[int, frozenset[EntrantId]], tuple[EntrantId, str]] = {}
    for line in lines:
        if (said := _LINE.fullmatch(line.rstrip())) and fits_a_line(said[4]):
            winner, loser = str(int(said[2])), str(int(said[3]))
            ties[int(said[1]), frozenset((winner, loser))] = winner, said[4]
    return ties


def decided(
    round: Round, after: Round | None, ties: Ties, ranks: Mapping[EntrantId, int | None]
) -> Round:
    """A round of a knockout with who went on after a drawn game: whom a line names; otherwise who
    alone of the two plays in the round `after`, and in the last one whose rank is better. A draw
    that nothing decides stays one."""

    def known(match: Match) -> Match:
        if match.result is not GameResult.DRAW:
            return match
        named = ties.get((round.number, frozenset(match.pair)))
        on, how = named or (_winner(match.pair, after, ranks), UNKNOWN)
        if not on:
            return match
        tie = TieBreak("white" if on == match.white else "black", how)
        return replace(match, result=MatchResult(HALF, HALF, tie))

    return replace(round, matches=tuple(map(known, round.matches)))


def _winner(
    pair: Sequence[EntrantId], after: Round | None, ranks: Mapping[EntrantId, int | None]
) -> EntrantId:
    """Who went on; nobody (an empty text) where that is not clear."""
    if after is None:
        places = sorted((rank, id) for id in pair if (rank := ranks.get(id)) is not None)
        clear = len(places) == len(pair) and places[0][0] < places[1][0]
        return places[0][1] if clear else ""
    there = {id for match in after.matches for id in match.pair}
    there |= {bye.entrant for bye in after.byes if bye.kind == "pairing"}
    on = [id for id in pair if id in there]
    return on[0] if len(on) == 1 else ""
