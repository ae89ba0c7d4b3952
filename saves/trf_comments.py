"""Comment lines in which this program says what TRF has no code for, written and read again.

What became otherwise after later rounds were drawn: whoever draws these rounds again has to know
what was known then.

    ### later than the draw of round 3: round 1, 5 against 12, 0-1 for 1-0
    ### later than the draw of round 2: start numbers 3 4 were 4 3
    ### later than the draw of round 2: boards of round 1 were corrected

The first two are read again; of what the third says the file holds no more.

Who won the tie-break of a drawn game. A game played faster is not one of the tournament's, so that
the file has the draw alone:

    ### tie-break of round 1: 12 won against 5, by rapid
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Event, Match, Round
from engine.later_changes import NUMBERS_ANEW, LaterChange, later_changes
from engine.match_results import MatchResult, TieBreak, fits_a_line
from engine.points import HALF
from engine.results import GameResult
from saves.safe_text import safe
from saves.trf_codes import HEAD, TAIL
from saves.trf_lines import ROUND_LIMIT

IN_A_LINE = 30
"""Start numbers; a longer comment would be cut where it is kept."""
LATER_LINE = "### later than the draw of round"
_LATER = re.compile(rf"{LATER_LINE} (\d{{1,3}}): (.*)", re.ASCII)
_RESULT = re.compile(
    r"round (\d{1,3}), (\d{1,4}) against (\d{1,4}), (.{1,40}) for (.{1,40})", re.ASCII
)
_NUMBERS = re.compile(r"start numbers ((?:\d{1,4} )+)were((?: \d{1,4})+)", re.ASCII)
_BOARDS = re.compile(
    r"boards of (?:round|session) (?:\d{1,3}\.)?(\d{1,3}) were corrected", re.ASCII
)


def later_lines(event: Event, numbers: Mapping[EntrantId, int]) -> Iterator[str]:
    """The lines of an event, whose entrants have these numbers in the file."""
    in_file = {e.start_number: numbers[e.id] for e in event.entrants if e.id in numbers}
    for change in later_changes(event):
        start = f"{LATER_LINE} {change.after}: "
        if change.unknown:
            yield start + safe(change.unknown, 80)
        elif change.pair:
            white, black = (numbers[id] for id in change.pair)
            results = f"{safe(change.new, 40)} for {safe(change.old, 40)}"
            yield f"{start}round {change.round}, {white} against {black}, {results}"
        else:
            pairs = [(numbers[id], in_file.get(had, had)) for id, had in change.numbers]
            for at in range(0, len(pairs), IN_A_LINE):
                now, had = zip(*pairs[at : at + IN_A_LINE], strict=True)
                yield f"{start}start numbers {_spaced(now)} were {_spaced(had)}"


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def read_later(lines: Iterable[str]) -> tuple[LaterChange, ...]:
    """What such lines say; a line of another form says nothing."""
    changes = (_change(match) for line in lines if (match := _LATER.fullmatch(line.rstrip())))
    return tuple(change for change in changes if change is not None)


def kept_changes(event: Event) -> tuple[LaterChange, ...]:
    """Those of an event, and those of the file that its rounds were read from."""
    details = dict(event.details)
    lines = "\n".join(details.get(key, "") for key in (HEAD, TAIL)).split("\n")
    return (*read_later(lines), *later_changes(event))


def _change(line: re.Match[str]) -> LaterChange | None:
    after, text = min(int(line[1]), ROUND_LIMIT), line[2]
    if result := _RESULT.fullmatch(text):
        pair = str(int(result[2])), str(int(result[3]))
        return LaterChange(after, int(result[1]), pair, old=result[5], new=result[4])
    if numbers := _NUMBERS.fullmatch(text):
        now, had = numbers[1].split(), [int(number) for number in numbers[2].split()]
        ids = [str(int(number)) for number in now]
        same = len(ids) == len(had) and len(set(ids)) == len(ids)
        return LaterChange(after, numbers=tuple(zip(ids, had, strict=True))) if same else None
    if boards := _BOARDS.fullmatch(text):
        return LaterChange(after, int(boards[1]), unknown=text)
    return LaterChange(after, unknown=text) if text == NUMBERS_ANEW else None


UNKNOWN = "unknown"
"""How a tie was decided, where no line says it."""
_TIE = re.compile(
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
        if (said := _TIE.fullmatch(line.rstrip())) and fits_a_line(said[4]):
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
