"""This program's side: its own commands, and what its engine says of a round drawn otherwise."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from crosstest.asking import Pairs, Values
from engine.by_hand import cost
from engine.event import Event, Match, Round, RoundState
from engine.points import Points
from engine.protocol import Format, Severity
from engine.refusal import Refused
from engine.tiebreaks import criterion, tally
from formats.team_swiss.position import pair_of
from formats.team_swiss.reading import team_table
from saves.trf_read import read_trf
from saves.trf_rounds import TrfFile
from saves.trf_write import write_trf
from tui.cli import main
from tui.commands.tournament_files import event_of, first_colour, format_for


def command(*words: str) -> str:
    """What a command of this program prints; `Refused` where it refuses."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        status = main(list(words))
    if status > 1:
        raise Refused((errors.getvalue().strip().splitlines() or [""])[-1], "", "")
    return out.getvalue()


def generated(folder: Path, words: Sequence[str]) -> list[Path]:
    """Tournaments by `topboard generate`."""
    command("generate", "-d", str(folder), *words, "--json")
    return sorted(folder.glob("*.trf"))


def checked(files: Sequence[Path]) -> Mapping[str, Any]:
    """What `topboard check` says of each file, by its name."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        main(["check", *map(str, files), "--json"])
    try:
        document = json.loads(out.getvalue())
    except ValueError:  # a single file that is refused has no document
        document = {"rounds": None, "error": errors.getvalue().strip()}
    documents = document.get("files") or [{"file": str(files[0]), "error": None, **document}]
    return {each["file"]: each for each in documents}


class Tournament:
    """A file as an event of a system."""

    def __init__(self, path: Path, system: str = "dutch") -> None:
        self.format: Format = format_for(system)
        file = read_trf(path.read_bytes(), path.name)
        # a file that is cut before round 1 shows no colour
        self._file: TrfFile = replace(file, initial_colour=first_colour(file))
        rounds = max(file.total_rounds or 0, len(file.rounds)) or 1
        self.event: Event = event_of(self._file, self.format, rounds)

    @property
    def rounds(self) -> int:
        """How many are played."""
        return len(self.event.published)

    def before(self, number: int) -> bytes:
        """The file as it stood before the draw of that round (TRF16)."""
        return write_trf(self._as_it_stood(number), self.format, next_round=True)

    def _as_it_stood(self, number: int) -> Event:
        event = self.event.until(number - 1)
        return replace(
            event,
            entrants=tuple(
                replace(e, byes=tuple(b for b in e.byes if b.round <= number))
                for e in event.entrants
            ),
        )

    def pairs(self, number: int) -> Pairs:
        """The round as the file has it."""
        return _pairs(self.event.round(number))

    def drawn(self, number: int) -> Pairs:
        """The round as this program draws it."""
        return _pairs(self._own(number))

    def _own(self, number: int) -> Round:
        drawn = self.format.draw(self._as_it_stood(number))
        return Round(number, RoundState.PROPOSAL, drawn.matches, drawn.byes)

    def first_criterion(self, number: int, theirs: Pairs) -> str:
        """The first criterion by which the two rounds part, and whose round is better by it; what
        follows no criterion is colours alone, the bye or an order."""
        own = self._own(number)
        ours = _pairs(own)
        if {frozenset(p) for p in ours} == {frozenset(p) for p in theirs}:
            return f"colours ({self._article(number, ours - theirs)})"
        there = self._as_round(own, theirs)
        if there is None:
            return "not the same players are paired"
        spent = cost(self._as_it_stood(number), self.format, own, there)
        for rule in spent.more:
            if rule.severity is Severity.MUST:
                return f"theirs breaks a rule: {rule.rule}"
        if not spent.changes:
            return "equal by every criterion"
        first = spent.changes[0]
        return f"{first.measure.name}, {'ours' if first.worse else 'THEIRS'} is better"

    def _article(self, number: int, turned: Pairs) -> str:
        """The article that gives these pairs their colours; of teams the first one, unless all
        follow from the numbers that teams have who have not come yet (C.04.6, 1.1.3)."""
        if self.format.name != "team_swiss":
            return "5.2"
        event = self._as_it_stood(number)
        order = self.format.order(event)
        table = team_table(event, order)[0]
        ids = table.ids
        teams = {int(ids[team.number]): team for team in table.position.teams}
        by_number = {}
        for white, black in self.drawn(number):
            if black:
                pair = pair_of(teams[white], teams[black], table.position)
                if pair.decided[0] == "4.3.1":
                    place = order.index(ids[pair.first.number]) + 1
                    by_number[white, black] = place % 2 != pair.first.number % 2
        if turned == {pair for pair, odd in by_number.items() if odd}:
            return "4.3.1, not all have come: 1.1.3"
        white, black = min(turned)
        return pair_of(teams[white], teams[black], table.position).decided[0]

    def _as_round(self, own: Round, theirs: Pairs) -> Round | None:
        seats = {id for match in own.matches for id in match.pair}
        away = {bye.entrant for bye in own.byes if bye.kind == "pairing"}
        free = {str(white) for white, black in theirs if not black}
        if {str(n) for pair in theirs for n in pair if n} != seats | away or len(free) > 1:
            return None
        groups = {id: match.group for match in own.matches for id in match.pair}
        matches = tuple(
            Match(board, str(white), str(black), group=groups.get(str(white), ""))
            for board, (white, black) in enumerate(sorted(p for p in theirs if p[1]), start=1)
        )
        byes = [bye for bye in own.byes if bye.kind != "pairing"]
        byes += [replace(b, entrant=id) for b in own.byes if b.kind == "pairing" for id in free]
        return Round(own.number, RoundState.PROPOSAL, matches, tuple(byes))

    def values(self, codes: Sequence[str]) -> Values:
        """Every tie-break of everybody."""
        counted = tally(self.event, self.format.order(self.event))
        numbers = {id: record.no for id, record in counted.records.items()}
        values: dict[tuple[int, str], Decimal | None] = {}
        for code in codes:
            if code == "PTS":
                scores: Mapping[str, Points] = {i: r.score for i, r in counted.records.items()}
                values |= {(numbers[id], code): score for id, score in scores.items()}
                continue
            known = criterion(code, counted)
            values |= {(no, code): known.value(id) for id, no in numbers.items()}
        return values


def _pairs(round: Round) -> Pairs:
    pairs = {(int(match.white), int(match.black)) for match in round.matches}
    return frozenset(pairs | {(int(b.entrant), 0) for b in round.byes if b.kind == "pairing"})
