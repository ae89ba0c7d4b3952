"""The tables of a league: a division each, with matches played, games in hand and the lines of
promotion and relegation; the fixtures of the season."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from engine.entrants import EntrantId
from engine.event import Event, Match, derived
from engine.event_data import UNKNOWN_DATE, match_date, moment, open_matches, round_date
from engine.history import CardLine, RoundKind, cards
from engine.match_results import forfeited
from engine.phrases import listed, phrase, phrase_of
from engine.results import Outcome
from engine.standings import ranking
from engine.tables import Panel, StandingRow, StandingTable
from formats.berger import annulled, numbered, reckoned, rounds_of, withdrawal_notes
from formats.league.divisions import LeagueDivision, divisions, league_settings

PROMOTION, RELEGATION = phrase("promotion"), phrase("relegation")
PLAYED, WON = phrase_of("matches", "P"), phrase_of("matches", "W")
DRAWN, LOST = phrase_of("matches", "D"), phrase_of("matches", "L")
IN_HAND = phrase("Hand")
_OUTCOMES: dict[str, Outcome] = {WON: Outcome.WIN, DRAWN: Outcome.DRAW, LOST: Outcome.LOSS}


@derived
def standings(event: Event) -> list[StandingTable]:
    """A table per division, after one with all of them, from the top, if there are several; an
    empty table without teams."""
    there = divisions(event)
    if not there:
        empty = ranking(event, (), predetermined=True).table(phrase("Overall"), (), "overall")
        return [replace(empty, columns=(PLAYED, WON, DRAWN, LOST, *empty.columns, IN_HAND))]
    tables = [_table(each, _place(each, there)) for each in there]
    if len(tables) == 1:
        return [replace(tables[0], name=phrase("Overall"), kind="overall")]
    withdrawals = tuple(text for each in there for text in withdrawal_notes(each.event))
    return [_all_of(tables, withdrawals), *tables]


@dataclass(frozen=True, slots=True)
class _Place:
    """Whether there is a division above and below; both for a league of one division."""

    above: bool
    below: bool


def _place(division: LeagueDivision, there: tuple[LeagueDivision, ...]) -> _Place:
    if len(there) == 1:
        return _Place(True, True)
    return _Place(division != there[0], division != there[-1])


def _table(division: LeagueDivision, place: _Place) -> StandingTable:
    event = reckoned(division.event)
    order = list(numbered(division.event))
    order += sorted(division.members.difference(order), key=int)
    table = ranking(event, order, predetermined=True).table(division.title, order, "section")
    records = _records(event)
    columns = (PLAYED, WON, DRAWN, LOST, *table.columns, IN_HAND)
    out = annulled(division.event)
    table = replace(table, rows=_annulled_last(table.rows, out))
    zones = _zones(division, len(table.rows), place)
    level = _level_for(table.rows, zones)
    marked = {at: zone for at, zone in zones.items() if at not in level}
    rows = tuple(
        replace(
            row,
            tiebreaks=dict.fromkeys(columns)
            if row.id in out
            else {**records[row.id].figures, **row.tiebreaks, **records[row.id].in_hand},
            zone=marked.get(at, ""),
        )
        for at, row in enumerate(table.rows, start=1)
    )
    played = any(records[row.id].figures[PLAYED] for row in rows)
    levels = _level_notes(rows, zones, level) if played else ()
    notes = (*table.notes, *_notes(division, zones), *levels)
    return replace(table, columns=columns, rows=rows, notes=notes)


def _annulled_last(
    rows: tuple[StandingRow, ...], out: frozenset[EntrantId]
) -> tuple[StandingRow, ...]:
    """Teams whose matches count for nobody below all that play."""
    playing = [row for row in rows if row.id not in out]
    if len(playing) == len(rows):
        return rows
    ranks = [row.rank for row in playing]
    gone = [replace(row, rank=len(playing) + 1) for row in rows if row.id in out]
    return (*(replace(row, rank=ranks.index(row.rank) + 1) for row in playing), *gone)


@dataclass(frozen=True, slots=True)
class _Record:
    """The record of a team: by column its figures, and how many matches fewer than others it has
    played."""

    figures: Mapping[str, Decimal | None]
    in_hand: Mapping[str, Decimal | None]


def _records(event: Event) -> dict[EntrantId, _Record]:
    """In hand is how many matches fewer a team has played than the one that has played most; a team
    that has left has none in hand."""
    figures = {id: _figures(card.lines) for id, card in cards(event).items()}
    most = max((each[PLAYED] for each in figures.values()), default=Decimal(0))
    return {
        id: _Record(
            {**each}, {IN_HAND: None if event.entrant(id).withdrawn else most - each[PLAYED]}
        )
        for id, each in figures.items()
    }


def _figures(lines: Iterable[CardLine]) -> dict[str, Decimal]:
    """A walkover, against a team that has left, is a match won; a free round is not."""
    outcomes = [Outcome.WIN if _walkover(line) else line.outcome for line in lines]
    figures = {column: Decimal(outcomes.count(one)) for column, one in _OUTCOMES.items()}
    return {PLAYED: sum(figures.values(), Decimal(0)), **figures}


def _walkover(line: CardLine) -> bool:
    return line.kind is RoundKind.PAIRING_BYE and line.secondary > 0 and line.points > 0


def _zones(division: LeagueDivision, teams: int, place: _Place) -> dict[int, str]:
    """By place its meaning at the end of the season; promotion comes first if both would apply."""
    settings = league_settings(division.event)
    up = min(settings.promoted, teams) if place.above else 0
    down = min(settings.relegated, teams - up) if place.below else 0
    zones = dict.fromkeys(range(teams - down + 1, teams + 1), RELEGATION)
    return {**zones, **dict.fromkeys(range(1, up + 1), PROMOTION)}


def _level_for(rows: Sequence[StandingRow], zones: Mapping[int, str]) -> frozenset[int]:
    """Places of teams that share a rank, of which only some would go up or down."""
    meaning: dict[int, set[str]] = {}
    for at, row in enumerate(rows, start=1):
        meaning.setdefault(row.rank, set()).add(zones.get(at, ""))
    return frozenset(at for at, row in enumerate(rows, start=1) if len(meaning[row.rank]) > 1)


def _level_notes(
    rows: Sequence[StandingRow], zones: Mapping[int, str], level: frozenset[int]
) -> Iterator[str]:
    """The teams that are level where one of them goes up or down."""
    for rank in dict.fromkeys(row.rank for at, row in enumerate(rows, start=1) if at in level):
        there = [at for at, row in enumerate(rows, start=1) if row.rank == rank]
        for zone in dict.fromkeys(zones[at] for at in there if at in zones):
            names = ", ".join(rows[at - 1].name for at in there)
            yield phrase("{zone} is open between teams that are level: {names}",
                         zone=zone, names=names)  # fmt: skip


def _notes(division: LeagueDivision, zones: Mapping[int, str]) -> Iterator[str]:
    for zone in (PROMOTION, RELEGATION):
        places = [at for at, named in zones.items() if named == zone]
        if places:
            yield _zone_text(zone, sorted(places))
    yield from withdrawal_notes(division.event)
    for each in open_matches(division.event):
        if each.match.date:
            home, away = (division.event.entrant(id).name for id in each.match.pair)
            round = division.event.called(each.round)
            if each.date == UNKNOWN_DATE:
                yield phrase("{home} - {away} ({round}): no date yet", home=home, away=away,
                             round=round)  # fmt: skip
            else:
                yield phrase("{home} - {away} ({round}): on {date}", home=home, away=away,
                             round=round, date=moment(each.date))  # fmt: skip


def _zone_text(zone: str, places: list[int]) -> str:
    """`promotion: places 1 and 2`."""
    if len(places) == 1:
        return phrase("{zone}: place {place}", zone=zone, place=places[0])
    return phrase("{zone}: places {first} to {last}", zone=zone, first=places[0], last=places[-1])


def _all_of(tables: list[StandingTable], notes: tuple[str, ...]) -> StandingTable:
    """Everybody once, one division below the other, with ranks that run through."""
    rows: list[StandingRow] = []
    for table in tables:
        before = len(rows)
        rows += [replace(row, rank=row.rank + before) for row in table.rows]
    text = phrase("the divisions one below the other, from the top")
    return replace(tables[0], name=phrase("Overall"), kind="overall", rows=tuple(rows),
                   notes=(text, *notes))  # fmt: skip


def fixtures(event: Event) -> list[Panel]:
    """Every match of the season by division and round, played or to come."""
    panels = []
    for division in divisions(event):
        if not division.playable:
            continue
        title = listed(": ", tuple(filter(None, (phrase("Fixtures"), division.title))))
        columns: tuple[str, ...] = (
            *(phrase("Round"), phrase("Date"), phrase("No"), phrase("Home"), phrase("Away")),
            *(phrase("Result"), phrase("Venue")),
        )
        rows = tuple(_fixture_rows(event, division))
        if not any(row[-1] for row in rows):
            columns, rows = columns[:-1], tuple(row[:-1] for row in rows)
        panels.append(Panel(title, columns, rows))
    return panels


def _fixture_rows(event: Event, division: LeagueDivision) -> Iterator[tuple[str, ...]]:
    published = division.event.published
    order, out = division.order, annulled(division.event)
    for number, boards in enumerate(rounds_of(division.event), start=1):
        seated: set[EntrantId] = set()
        if number <= len(published):
            round = published[number - 1]
            for match in round.matches:
                seated.update(match.pair)
                date = match_date(event, round, match)
                yield _fixture_row(event, match, number, date, out)
        for white, black in boards:
            if max(white, black) > len(order):
                continue
            match = division.fixture(Match(0, order[white - 1], order[black - 1]))
            if seated.isdisjoint(match.pair):
                match = _as_forfeited(division.event, number, match, out)
                off = match.result is not None or not out.isdisjoint(match.pair)
                date = "" if off else round_date(event, number, division.name)
                yield _fixture_row(event, match, number, date, out)


def _as_forfeited(event: Event, number: int, match: Match, out: frozenset[EntrantId]) -> Match:
    """A match that is not played because a team is not there, as the table counts it."""
    came = [id for id in match.pair if event.entrant(id).to_be_paired(number)]
    if len(came) == 2 or not out.isdisjoint(match.pair):
        return match
    winner = match.side(came[0]) if came else ""
    return replace(match, result=forfeited(league_settings(event).boards, winner))


def _fixture_row(
    event: Event, match: Match, number: int, date: str, out: frozenset[EntrantId]
) -> tuple[str, ...]:
    """One that is annulled has its result in brackets, or says so where it is not played."""
    home, away = (event.entrant(id) for id in match.pair)
    result = match.result.text if match.result else ""
    if not out.isdisjoint(match.pair):
        result = f"[{result}]" if result else phrase("annulled")
    board = str(match.board) if match.board else ""
    return (
        str(number),
        moment(date),
        board,
        home.name,
        away.name,
        result,
        match.venue or home.venue,
    )
