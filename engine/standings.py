"""Standings: the overall table, one a category, the cross-table, and whether they are the last
word: every round played, every result in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import groupby
from typing import Literal

from engine.entrants import Entrant, EntrantId
from engine.event import (
    Adjustment,
    Event,
    Lot,
    Match,
    Round,
    derived,
    derived_each,
    entrants_by_id,
)
from engine.history import CardLine, PairingCard, RoundKind, cards
from engine.lots import tie_order, tie_text
from engine.match_results import MatchResult, TeamResult, settled_whole
from engine.numbers import start_numbers
from engine.phrases import figure, listed, phrase, phrases
from engine.points import NIL, counted, points_text
from engine.protocol import Format
from engine.refusal import Refused
from engine.results import GameResult, Outcome
from engine.tables import CrossTable, StandingRow, StandingTable
from engine.tiebreaks import Tally, TieBreakCriterion, criterion, tally
from engine.waiting import adjourned, due_round, running


class TieBreakWorking(Mapping[str, str]):
    """The working of a row by column, made when it is looked at."""

    __slots__ = ("_criteria", "_id")

    def __init__(self, criteria: Mapping[str, TieBreakCriterion], id: EntrantId) -> None:
        self._criteria = criteria
        self._id = id

    def __getitem__(self, column: str) -> str:
        return self._criteria[column].working(self._id)

    def __iter__(self) -> Iterator[str]:
        return iter(self._criteria)

    def __len__(self) -> int:
        return len(self._criteria)


@dataclass(frozen=True)
class Ranking:
    """An event ready to be ranked: the criteria of its settings over its records."""

    event: Event
    tally: Tally
    criteria: Mapping[str, TieBreakCriterion]

    def table(self, name: str, ids: Iterable[EntrantId], kind: str = "overall") -> StandingTable:
        """The table of some entrants, ranked among themselves by points and tie-breaks.

        Equal in everything is a shared place, unless a lot or the arbiter has ordered them; among
        such the pairing number orders the rows.
        """
        criteria = {column: c.fresh() for column, c in self.criteria.items()}
        rows: list[StandingRow] = []
        lots: list[Lot] = []
        people = entrants_by_id(self.event)
        ranked = [id for id in ids if not people[id].expelled]
        for group in self._ranked(ranked, criteria.values()):
            lot = tie_order(self.event, group) if len(group) > 1 else None
            if lot is None:
                rank = len(rows) + 1
                rows += [self._row(id, rank, criteria) for id in group]
                continue
            lots.append(lot)
            for id in sorted(group, key=lot.order.index):
                rows.append(self._row(id, len(rows) + 1, criteria))
        decided = tuple(tie_text(self.event, lot) for lot in lots)
        notes = (*self.notes, *decided, *_expelled(self.event))
        return StandingTable(name, tuple(criteria), tuple(rows), kind, notes)

    def _ranked(
        self, ids: Iterable[EntrantId], criteria: Iterable[TieBreakCriterion]
    ) -> list[list[EntrantId]]:
        score = {id: card.score for id, card in cards(self.event).items()}
        by_number = sorted(ids, key=lambda id: self.tally.records[id].no)
        ordered = sorted(by_number, key=lambda id: -score[id])
        groups = [list(group) for _, group in groupby(ordered, key=lambda id: score[id])]
        for each in criteria:
            groups = [
                part
                for group in groups
                for part in (each.split(group) if len(group) > 1 else [group])
            ]
        return groups

    def _row(
        self, id: EntrantId, rank: int, criteria: Mapping[str, TieBreakCriterion]
    ) -> StandingRow:
        card = cards(self.event)[id]
        return StandingRow(
            rank=rank,
            id=id,
            no=self.tally.records[id].no,
            name=card.entrant.name,
            points=card.score,
            status=_status(card.entrant, self.tally.rounds),
            tiebreaks={column: c.value(id) for column, c in criteria.items()},
            working=TieBreakWorking(criteria, id),
            remark=remarks(self.event).get(id, ""),
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What is not settled yet, and what applies to a whole column."""
        return (*_unsettled(self.event), *(c.note for c in self.criteria.values() if c.note))


def ranking(event: Event, order: Sequence[EntrantId], predetermined: bool = False) -> Ranking:
    """Prepare the tables of an event. `order` gives the pairing numbers; `predetermined` says
    that it is a round robin. `Refused` for a tie-break that is not known."""
    counted = tally(event, order, predetermined)
    criteria: dict[str, TieBreakCriterion] = {}
    named = Counter[str]()
    for code in event.settings.tiebreaks:
        named[code] += 1
        column = f"{code} ({named[code]})" if named[code] > 1 else code
        criteria[column] = criterion(code, counted)
    return Ranking(event, counted, criteria)


def standings(
    event: Event, order: Sequence[EntrantId], predetermined: bool = False
) -> list[StandingTable]:
    """The overall table with every entrant once, then one per category, the youngest first.
    Expelled entrants have no row.

    Only published rounds count, and of them only entered results; `as_of(event, n)` gives the
    tables after round n.
    """
    return list(_tables(event, tuple(order), predetermined))


@derived_each
def _tables(
    event: Event, order: tuple[EntrantId, ...], predetermined: bool
) -> tuple[StandingTable, ...]:
    ready = ranking(event, order, predetermined)
    tables = [ready.table(phrase("Overall"), order)]
    for name, ids in categories(event):
        tables.append(ready.table(category_title(name), ids, "category"))
    return tuple(tables)


def as_of(event: Event, number: int) -> Event:
    """The event for its tables after round `number`, without anything later.

    `event.until` keeps a withdrawal from the round after, which a draw of that round needs; in
    a table of an earlier round it is a later fact, and so is the walkover of a match that was put
    off beyond that round and lost by it.
    """
    past = event.until(number)
    return past if past is event else _without_later_facts(past, number)


@derived_each
def _without_later_facts(past: Event, number: int) -> Event:
    entrants = (
        replace(e, away=away, expelled=e.expelled and bool(away))
        for e in past.entrants
        for away in [tuple(a for a in e.away if a.first <= number)]
    )
    left = {e.id for e in past.entrants if e.withdrawn and e.away[-1].first > number}
    rounds = past.rounds
    if left:
        rounds = tuple(_before_walkovers(round, number, left) for round in past.rounds)
    return replace(past, entrants=tuple(entrants), rounds=rounds)


def _before_walkovers(round: Round, number: int, left: Container[EntrantId]) -> Round:
    """The round without walkovers in matches that were to be played after round `number`."""
    for match in round.matches:
        lost = match.result is not None and not match.result.played
        if lost and due_round(match, round) > number and any(id in left for id in match.pair):
            round = round.with_match(settled_whole(match, None))
    return round


def categories(event: Event) -> list[tuple[str, list[EntrantId]]]:
    """Every category with its entrants: U9 before U11, whatever the case of the letters."""
    members: dict[str, list[Entrant]] = {}
    for entrant in event.entrants:
        if entrant.category.strip():
            members.setdefault(entrant.category.strip().casefold(), []).append(entrant)
    return [
        (min(e.category.strip() for e in members[key]), [e.id for e in members[key]])
        for key in sorted(members, key=natural_order)
    ]


def category_title(name: str) -> str:
    """`Category U12`."""
    return phrase("Category {name}", name=name)


def natural_order(text: str) -> list[tuple[int, str]]:
    """Sort key by which U9 comes before U11."""
    parts = re.findall(r"[0-9]+|[^0-9]+", text)
    return [(int(p), "") if p.isascii() and p.isdigit() else (-1, p) for p in parts]


def _expelled(event: Event) -> tuple[str, ...]:
    names = [entrant.name for entrant in event.entrants if entrant.expelled]
    return (phrase("expelled, without a place: {names}", names=listed(" · ", names)),) * bool(names)


def _status(entrant: Entrant, rounds: int) -> str | None:
    """`withdrawn` for whoever is not there for the round after the last one published."""
    gone = any(
        a.first <= rounds + 1 and (a.back is None or a.back > rounds + 1) for a in entrant.away
    )
    return phrase("withdrawn") if gone else None


@derived
def remarks(event: Event) -> Mapping[EntrantId, str]:
    """Adjustments with their reasons: `+½ after round 2: board not set up`."""
    return remarks_on(event, event.adjustments)


def remarks_on(event: Event, adjustments: Iterable[Adjustment]) -> Mapping[EntrantId, str]:
    """The same of some of them."""
    last = event.current.number if event.current else 0
    remarks: dict[EntrantId, list[str]] = {}
    for adjustment in adjustments:
        if adjustment.round <= last:
            remarks.setdefault(adjustment.entrant, []).append(adjustment_text(event, adjustment))
    return {id: listed("; ", texts) for id, texts in remarks.items()}


def adjustment_text(event: Event, adjustment: Adjustment) -> str:
    """`-½ after round 3: telephone rang`, without a reason if none is given; a play-off with the
    opponent it was won against."""
    if adjustment.cause == "play-off":
        if not adjustment.over:
            return phrase("won the play-off: {why}", why=adjustment.why)
        other = event.entrant(adjustment.over).name
        return phrase("won the play-off against {name}: {why}", name=other, why=adjustment.why)
    sign = "+" if adjustment.points > 0 else ""
    when = phrase("before {round}", round=event.called(1))
    if adjustment.round:
        when = phrase("after {round}", round=event.called(adjustment.round))
    points = figure(f"{sign}{points_text(adjustment.points)}")
    reason = (": ", adjustment.why) if adjustment.why else ()
    return listed("", (points, " ", when, *reason))


def _unsettled(event: Event) -> list[str]:
    notes: list[str] = []
    for round in event.published:
        if count := sum(m.open for m in round.matches):
            notes.append(_not_counted(event, round.number, count))
        for match in round.matches:
            if match.result is not None and match.result.provisional:
                notes += [
                    phrase(
                        "{round}, {place} is adjourned and counts as a draw meanwhile",
                        round=event.called(round.number),
                        place=place,
                    )
                    for place in _adjourned_places(event, match)
                ]
    return notes


def _not_counted(event: Event, number: int, count: int) -> str:
    called = event.called(number)
    if event.board_word == "table":
        return phrases(
            "{round}: {count} match is open and not counted",
            "{round}: {count} matches are open and not counted",
            count=count,
            round=called,
        )
    return phrases(
        "{round}: {count} board is open and not counted",
        "{round}: {count} boards are open and not counted",
        count=count,
        round=called,
    )


def _adjourned_places(event: Event, match: Match) -> list[str]:
    """`board 4`, of teams `table 2, board 1`: each adjourned game."""
    table = event.board_name(match.board)
    named = [
        phrase("{board} {number}", board=phrase("board"), number=number)
        for number, board in enumerate(match.lineups, start=1)
        if board.result is not None and board.result.provisional
    ]
    return [listed(", ", (table, board)) for board in named] or [table]


def matches_open(called: str, left: int) -> str:
    """`round 3: 2 matches are open`."""
    return phrases(
        "{round}: {count} match is open", "{round}: {count} matches are open", left, round=called
    )


GOES_ON = "←"
"""A cell of the cross-table: the match of the round before goes on."""


def crosstable(
    event: Event,
    table: StandingTable,
    order: Sequence[EntrantId],
    by: Literal["number", "line"] = "number",
    teams: bool = False,
    counted: Event | None = None,
) -> CrossTable:
    """Every row of a table with one cell per published round.

    A cell is the opponent, the colour and the result: `12w1`, `7b½`, `3b0`; `+` and `-` for a
    forfeit won and lost (`5w+`), `?` adjourned, nothing after the colour while the game is open.
    Without a game: `5+` a walkover, as 5 has left, `bye` (the pairing-allocated one; with its
    points, `bye +½`, if they are neither a win's nor 0), `½` `0` `1` a requested bye or an absence
    with its points, `late½` points given for a round missed by a late entry, `←` a match that began
    in the round before and goes on, `-` without a place in that round: not in the event, or out of
    it. The opponent is the pairing number, or with `by="line"` the line of the table from 1; an
    opponent who is not in the table is shown by pairing number in brackets, `(31)w1`. Of `teams` it
    is the opponent and the net score: `12+21`, `7-14`, `3=`, and `5+` for a forfeit won; of chess
    teams the colour of the first board and the game points: `12w2½`. The winner of a level match by
    its tie-break has a star: `3=*`, `12w2*`. `counted` is the event as the table counts it
    (`Format.as_counted`): a game that was played and does not count is in brackets, `[12w1]`; one
    that counts unplayed is among the others.
    """
    numbers = {id: str(no) for id, no in start_numbers(event, order).items()}
    names = {id: f"({no})" for id, no in numbers.items()}
    for line, row in enumerate(table.rows, start=1):
        names[row.id] = numbers[row.id] if by == "number" else str(line)
    cells = round_cells(event, [row.id for row in table.rows], names, teams, counted)
    labels = tuple(event.settings.round_label(r.number) for r in event.published)
    rounds = tuple(r.number for r in event.published)
    return CrossTable(rounds, tuple(zip(table.rows, cells, strict=True)), labels)


def round_cells(
    event: Event,
    ids: Sequence[EntrantId],
    names: Mapping[EntrantId, str],
    teams: bool = False,
    counted: Event | None = None,
) -> Sequence[tuple[str, ...]]:
    """For each entrant the cells of a cross-table, one a published round; opponents by `names`."""
    rounds = tuple(r.number for r in event.published)
    going_on = {n: {id for _, m in running(event, n) for id in m.pair} for n in rounds}
    byes = {(r.number, bye.entrant): bye for r in event.published for bye in r.byes}
    known, counting = cards(event), cards(counted or event)
    made = []
    for id in ids:
        cells: dict[int, list[str]] = {}
        for each, counts in lines_counted(known[id], counting[id]):
            bye = byes.get((each.round, id)) if each.opponent is None else None
            if each.opponent is None and bye is None:
                shown = GOES_ON if id in going_on[each.round] else "-"
            elif bye is not None and bye.left:
                shown = f"{names[bye.left]}+"
            else:
                shown = _cell(each, known[id].entrant, names, event, teams)
            cells.setdefault(each.round, []).append(
                shown if counts else listed("", ("[", shown, "]"))
            )
        made.append(tuple(listed(" ", cells.get(n, ["-"])) for n in rounds))
    return made


def lines_counted(played: PairingCard, counted: PairingCard) -> Iterator[tuple[CardLine, bool]]:
    """What happened in every round, as a table counts it, and whether it counts: games played and
    not counted are among them."""
    games = {(line.round, line.opponent) for line in counted.lines if line.opponent}
    annulled = [x for x in played.lines if x.opponent and (x.round, x.opponent) not in games]
    instead = {line.round for line in annulled}
    lines = [(line, False) for line in annulled]
    lines += [(x, True) for x in counted.lines if x.opponent or x.round not in instead]
    yield from sorted(lines, key=lambda each: each[0].round)


def _cell(
    line: CardLine, entrant: Entrant, names: Mapping[EntrantId, str], event: Event, teams: bool
) -> str:
    if line.opponent is not None and teams and not isinstance(line.result, TeamResult):
        return f"{names[line.opponent]}{_net(line)}"
    if line.opponent is not None:
        colour = "w" if line.colour == "W" else "b"
        return f"{names[line.opponent]}{colour}{result_sign(line)}"
    if line.kind is RoundKind.PAIRING_BYE:
        usual = line.points in (NIL, event.settings.round_points[-1])
        return phrase("bye") if usual else listed(" +", (phrase("bye"), points_text(line.points)))
    if line.kind in (RoundKind.ABSENT, RoundKind.MISSED) and not line.points:
        return "0" if entrant.active(line.round) else "-"
    if line.kind is RoundKind.MISSED:
        return listed("", (phrase("late"), points_text(line.points)))
    return points_text(line.points)


_SIGNS = {Outcome.WIN: "1", Outcome.DRAW: "½", Outcome.LOSS: "0"}


def result_sign(line: CardLine) -> str:
    """What somebody scored in a game: `1`, `½`, `0`; `+` and `-` for a forfeit, `?` adjourned;
    empty while it is open. For a chess team the game points of a match; the winner of a level
    match, or a drawn game, by tie-break has a star."""
    if line.result is None or line.outcome is None:
        return ""
    if line.result.provisional:
        return "?"
    if line.kind is RoundKind.FORFEIT:
        return "+" if line.outcome is Outcome.WIN else "-"
    if isinstance(line.result, GameResult):
        return _SIGNS[line.outcome]
    if isinstance(line.result, TeamResult):
        games = points_text(line.result.games("white" if line.colour == "W" else "black"))
        return games + tie_star(line)
    if isinstance(line.result, MatchResult) and line.result.tiebreak is not None:
        return _SIGNS[Outcome.DRAW] + tie_star(line)
    return points_text(line.points)


def tie_star(line: CardLine) -> str:
    """A star for the winner of a level match by its tie-break."""
    tie = line.result.tiebreak if isinstance(line.result, MatchResult | TeamResult) else None
    return "*" * (tie is not None and line.outcome is Outcome.WIN)


def _net(line: CardLine) -> str:
    if not isinstance(line.result, MatchResult):
        signs = {"1": "+1", "0": "-1", "½": "="}
        return signs.get(result_sign(line), result_sign(line))
    net = line.result.home - line.result.away
    own = net if line.colour == "W" else -net
    return f"{own:+}" if own else f"={tie_star(line)}"


def value_text(value: Decimal | None) -> str:
    """A tie-break's value as a table shows it: `12½`, `38.1429`, `-` without one."""
    return "-" if value is None else points_text(value)


def not_final(event: Event, format: Format) -> str:
    """Why its standings are not the final ones; empty where they are."""
    if waiting := adjourned(event):
        number, board = waiting[0]
        more = f", and {_others(len(waiting), event)}" if len(waiting) > 1 else ""
        return f"{event.called(number)}, {event.board_name(board)} is adjourned{more}"
    for round in event.published:
        if boards := [match.board for match in round.matches if match.open]:
            more = f", and {_others(len(boards), event)}" if len(boards) > 1 else ""
            return f"{event.called(round.number)}, {event.board_name(boards[0])} is open{more}"
    step = format.next_step(event)
    return "" if step.name == "finished" else f"{event.called(step.round)} is still to come"


def _others(all: int, event: Event) -> str:
    return counted(all - 1, f"other {event.board_word}")


def refuse_unfinished(event: Event, format: Format) -> None:
    """`Refused` while the standings are not final."""
    if why := not_final(event, format):
        raise Refused(
            "there are no final standings yet", why, "enter what is missing",
            shell="or leave out --final",
        )  # fmt: skip


def final(event: Event, format: Format, after: int) -> bool:
    """Whether the standings after that round are the final ones."""
    return after == len(event.published) and not not_final(event, format)
