"""What is published of a round, as grids of cells: the same for paper, terminal and pages.

Tie-breaks are shown by their codes, and once also by their names for the public.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property

from engine.alphabet import fold
from engine.entrants import Entrant, EntrantId, rating_text
from engine.event import Bye, Event, EventSettings, Match, Round
from engine.event_data import UNKNOWN_DATE, moment, schedule
from engine.history import cards
from engine.match_results import MatchResult, TeamResult, TieBreak
from engine.match_words import between_matches, section_text, special_bye_text, through_text
from engine.phrases import dated, figure, listed, phrase, phrase_of, phrases
from engine.points import column_texts, points_text
from engine.protocol import (
    Format,
    OverASeason,
    bracketed,
    matches_left_out,
    numbers,
    part_of,
    rooms_of,
    sections_of_round,
)
from engine.rating_rule import named_lists
from engine.refusal import Refused
from engine.results import GameResult, with_half_signs
from engine.standings import as_of, value_text
from engine.strict import not_strict
from engine.tables import StandingRow, StandingTable
from engine.waiting import running
from saves.csv_cells import Cell
from saves.safe_text import safe

BYE_WORDS = {
    "pairing": phrase("bye"),
    "requested": phrase("bye"),
    "absent": phrase("absent"),
    "missed": phrase("entered later"),
}
_FIGURE = re.compile(r"[+−-]?[0-9]*[.,½]?[0-9]*[%=]?")


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column's heading; numbers are on the right, names may run in any direction."""

    name: str
    right: bool = False
    person: bool = False
    strong: bool = False
    even: bool = False
    """On paper as wide as the other columns of this kind."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table ready to be shown. A cell None is blank."""

    title: str
    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    people: tuple[tuple[EntrantId, ...], ...] = ()
    """For each row the entrants in its columns of persons, from the left."""


NUMBER = SheetColumn(phrase("No"), right=True)
"""The start number of the player after it."""
FEDERATION = SheetColumn(phrase("Fed"))
SCHOOL = SheetColumn(phrase("School"))


def foot_line(event: Event, head: str) -> str:
    """The notes at the foot of every list: that the event is not in strict mode, and what proves
    later that nothing was cut off or changed (compare it with `verify`); empty for neither."""
    journal = phrase(
        "Journal: action {number}, head {head}", number=event.revision, head=safe(head, 16)
    )
    parts = [part for part in (not_strict(event), journal if head else "") if part]
    return listed(" · ", parts) if parts else ""


def published_round(event: Event, number: int | None = None) -> Round:
    """That round, or the one published last; `Refused` for a proposal or none."""
    if number is None:
        if event.current is None:
            raise Refused("no round is published", "", "draw and publish one first")
        return event.current
    round = event.round(number)
    if not round.published:
        raise Refused(
            f"{event.called(number)} is a proposal", "it is not published", "publish it first"
        )
    return round


def table_round(round: Round, format: Format) -> int:
    """The round after which standings belong to this round's sheets: the one before while no
    result is in, but over a season, whose table is one of every day."""
    if part_of(format, OverASeason) is not None and round.number > 1:
        return round.number
    started = any(match.result is not None for match in round.matches)
    return round.number if started or not round.matches else round.number - 1


def cell_text(cell: Cell) -> str:
    """A cell for people: points with ½."""
    if cell is None:
        return ""
    if isinstance(cell, Decimal):
        return figure(points_text(cell))
    return cell if isinstance(cell, str) else str(cell)


def result_text(match: Match) -> str:
    """A result for people: `½-½`; of an open match the day to which it is moved, or nothing."""
    if match.result is None:
        return _moved_text(match)
    if match.result is GameResult.ADJOURNED:
        return phrase("adjourned")
    if isinstance(match.result, MatchResult | TeamResult) and match.result.tiebreak is not None:
        single = isinstance(match.result, MatchResult) and match.boards is None and match.games == 1
        return _tied_text(match.result.score, match.result.tiebreak, single)
    return with_half_signs(match.result.text)


def marked_result(match: Match, out: Collection[tuple[int, tuple[str, str]]]) -> str:
    """A result for people, in brackets where it is `out` of the count: `[1-0]`."""
    text = result_text(match)
    annulled = text and match.result is not None and (match.board, match.pair) in out
    return listed("", ("[", text, "]")) if annulled else text


def _moved_text(match: Match) -> str:
    """`on 2026-12-05`, `no date yet`; nothing for a match that is played with its round."""
    if not match.date:
        return ""
    if match.date == UNKNOWN_DATE:
        return phrase("no date yet")
    return phrase("on {date}", date=moment(match.date))


def _tied_text(score: str, tiebreak: TieBreak, single: bool) -> str:
    """`40-40 home bam`, of a single game `½-½ White rapid`; the method is the arbiter's word."""
    how = tiebreak.how
    if single:
        side = phrase("White") if tiebreak.side == "white" else phrase("Black")
        return listed(" ", (score, side, how))
    if tiebreak.side == "white":
        return phrase("{score} home {method}", score=score, method=how)
    return phrase("{score} away {method}", score=score, method=how)


def with_running(event: Event, round: Round) -> Round:
    """The round with the boards that began before it and run on in it."""
    on = tuple(match for _, match in running(event, round.number))
    return replace(round, matches=(*round.matches, *on)) if on else round


def pairings(event: Event, format: Format, round: Round) -> Grid:
    """A round by board, byes and absences below; of teams neither ratings nor points."""
    white, black = format.sides(event)
    title = phrase("{round}: pairings", round=event.called(round.number).capitalize())
    stages, out = _Stages(format, round), matches_left_out(event, format)
    if format.of_teams(event):
        names = (SheetColumn(phrase("Table"), right=True), NUMBER, SheetColumn(white, person=True),
                 SheetColumn(phrase("Result")),
                 NUMBER, SheetColumn(black, person=True), *stages.columns)  # fmt: skip
        empty, no = Grid(title, names, ()), numbers(format, event)
        return _team_pairings(event, no, empty, round, stages, out)
    before = cards(format.as_counted(event).until(round.number - 1))
    no = numbers(format, event)
    sectioned, parts = stages.sectioned, sections_of_round(format, event, round)
    # in a knockout matches won say nothing of the next one, and walkovers are not among them
    scored = not bracketed(format)
    points = tuple(SheetColumn(phrase("Pts"), right=True) for _ in range(scored))
    columns = (
        SheetColumn(phrase("Bd"), right=True),
        NUMBER,
        SheetColumn(white, person=True),
        SheetColumn(phrase("Rating"), right=True),
        *points,
        SheetColumn(phrase("Result")),
        NUMBER,
        SheetColumn(black, person=True),
        SheetColumn(phrase("Rating"), right=True),
        *points,
        *stages.columns,
        *(SheetColumn(phrase("Section")) for _ in range(sectioned)),
    )

    def seat(id: EntrantId) -> tuple[Cell, ...]:
        entrant = event.entrant(id)
        name = titled(entrant.title, entrant.name)
        return no[id], name, rating_text(entrant), *((before[id].score,) * scored)

    rows: list[tuple[Cell, ...]] = []
    for match in sorted(round.matches, key=lambda m: m.board):
        both = (*seat(match.white), marked_result(match, out), *seat(match.black))
        section = (section_text(parts, match),) * sectioned
        rows.append((match.board, *both, *stages.cells(match), *section))
    resting = _resting(event, stages)
    for id, words, stage in resting:
        section = (parts.get(id, ""),) * sectioned
        nobody: tuple[Cell, ...] = (None, "", None, *((None,) * scored))
        rows.append((None, *seat(id), words, *nobody, *stage, *section))
    notes = _annulled_note(round, out)
    return Grid(title, columns, tuple(rows), notes, _seated(round, resting))


Resting = tuple[EntrantId, str, tuple[Cell, ...]]
"""Who has no board in a round, what is said of it, and of the stage."""


def _seated(round: Round, resting: Iterable[Resting]) -> tuple[tuple[EntrantId, ...], ...]:
    """The entrants in each row of a round by board."""
    boards = sorted(round.matches, key=lambda m: m.board)
    return (*(m.pair for m in boards), *((id,) for id, _, _ in resting))


@dataclass(frozen=True)
class _Stages:
    """The columns Stage and Boards (or Games) of a round, as far as it has something to say."""

    format: Format
    round: Round

    @cached_property
    def named(self) -> bool:
        """Whether its matches belong to stages."""
        return any(self.format.stage_name(match) for match in self.round.matches)

    @cached_property
    def sectioned(self) -> bool:
        """Whether its matches belong to sections that no other column shows."""
        return any(m.section for m in self.round.matches) and not (self.season and self.named)

    @cached_property
    def season(self) -> bool:
        """Its stages are divisions."""
        return part_of(self.format, OverASeason) is not None

    @cached_property
    def heading(self) -> str:
        """What a stage is called: in a season it is the division."""
        return phrase("Division") if self.season else phrase("Stage")

    @cached_property
    def length(self) -> str:
        """`Boards`, `Games` of a match; empty of single games."""
        if any(match.boards for match in self.round.matches):
            return phrase("Boards")
        return phrase("Games") if any(match.games > 1 for match in self.round.matches) else ""

    @property
    def columns(self) -> tuple[SheetColumn, ...]:
        """Their headings."""
        return (
            *(SheetColumn(self.heading) for _ in range(self.named)),
            *(SheetColumn(self.length, right=True) for _ in range(bool(self.length))),
        )

    def cells(self, match: Match) -> tuple[Cell, ...]:
        """What they say of a match."""
        return (
            *(self.format.stage_name(match) for _ in range(self.named)),
            *(match.boards or match.games for _ in range(bool(self.length))),
        )

    def of_stage(self, group: str) -> tuple[Cell, ...]:
        """What they say of who has no board, in the stage that is known of it."""
        return (
            *(self.format.group_name(group) for _ in range(self.named)),
            *(None for _ in range(bool(self.length))),
        )


def _team_pairings(
    event: Event, no: Mapping[EntrantId, int], empty: Grid, round: Round, stages: _Stages,
    out: Collection[tuple[int, tuple[str, str]]],
) -> Grid:  # fmt: skip
    """Matches won and victory points of several stages make no score that anybody knows."""

    def team(id: EntrantId) -> tuple[Cell, ...]:
        entrant = event.entrant(id)
        return no[id], titled(entrant.title, entrant.name)

    rows: list[tuple[Cell, ...]] = [
        (
            match.board,
            *team(match.white),
            marked_result(match, out),
            *team(match.black),
            *stages.cells(match),
        )
        for match in sorted(round.matches, key=lambda m: m.board)
    ]
    resting = _resting(event, stages)
    rows += [(None, *team(id), words, None, "", *stage) for id, words, stage in resting]
    notes = _annulled_note(round, out)
    return replace(empty, rows=tuple(rows), notes=notes, people=_seated(round, resting))


def _annulled_note(round: Round, out: Collection[tuple[int, tuple[str, str]]]) -> tuple[str, ...]:
    """What the brackets of `marked_result` mean."""
    marked = any((m.board, m.pair) in out and m.result for m in round.matches)
    return (phrase("[ ]: annulled, counts for nobody"),) if marked else ()


def titled(title: str, name: str) -> str:
    """`FM Ashgrove, Liam`."""
    return f"{title} {name}" if title else name


def bye_text(event: Event, format: Format, number: int, bye: Bye) -> str:
    """`bye +1`, `bye +½`, `absent`, `bye, goes through`, `walkover: Quarry has withdrawn`."""
    if special := special_bye_text(event, number, bye) or through_text(format, bye):
        return special
    if bye.called == "absent" and not bye.points:
        return BYE_WORDS[bye.called]
    return listed(" ", (BYE_WORDS[bye.called], figure(f"+{points_text(bye.points)}")))


def _resting(event: Event, stages: _Stages) -> list[Resting]:
    """Byes, then who is still in a cup and does not play this round."""
    format, round = stages.format, stages.round
    byes = [
        (bye.entrant, bye_text(event, format, round.number, bye), stages.of_stage(bye.group))
        for bye in _byes_in_order(round)
    ]
    waiting = between_matches(format, event, round).items()
    return [*byes, *((id, words, stages.of_stage("")) for id, words in waiting)]


def _byes_in_order(round: Round) -> list[Bye]:
    """The bye first, then those asked for, the absent, and who came later."""
    order = {"pairing": 0, "requested": 1, "absent": 2, "missed": 3}
    return sorted(round.byes, key=lambda bye: order[bye.kind])


def by_room(event: Event, format: Format, round: Round) -> list[Grid]:
    """The round by board, room by room where rooms are named; byes are in the last one."""
    whole, seating = pairings(event, format, round), rooms_of(event, format)
    rooms: dict[str, list[int]] = {}
    last = ""
    for at, row in enumerate(whole.rows):
        last = seating.room(int(str(row[0]))) if row[0] is not None else last
        rooms.setdefault(last, []).append(at)
    if len(rooms) < 2 and not last:
        return [whole]
    return [
        replace(
            whole,
            title=listed(" · ", (whole.title, room)),
            rows=tuple(whole.rows[at] for at in places),
            people=tuple(whole.people[at] for at in places),
        )
        for room, places in rooms.items()
    ]


def by_name(event: Event, format: Format, round: Round, schools: bool = False) -> Grid:
    """Where everybody sits, in order of names; the section where the round has sections;
    with `schools`, where there is room for them, the school where anybody has one."""
    (white, black), seating = format.sides(event), rooms_of(event, format)
    stages, no = _Stages(format, round), numbers(format, event)
    sectioned, parts = stages.sectioned, sections_of_round(format, event, round)
    schooled = schools and any(entrant.school for entrant in event.entrants)

    def row(id: EntrantId, where: tuple[Cell, ...], side: str, other: str,
            stage: tuple[Cell, ...]) -> tuple[Cell, ...]:  # fmt: skip
        me = event.entrant(id)
        school = (me.school,) * schooled
        section = (parts.get(id, ""),) * sectioned
        return (no[id], me.name, *school, *where, side, other, *stage, *section)

    rows: list[tuple[tuple[EntrantId, ...], tuple[Cell, ...]]] = []
    for match in round.matches:
        where: tuple[Cell, ...] = (match.board,)
        where += (seating.room(match.board),) if seating.rooms else ()
        both = (match.white, match.black, white), (match.black, match.white, black)
        for me, other, side in both:
            name = event.entrant(other).name
            rows.append(((me, other), row(me, where, side, name, stages.cells(match))))
    nowhere: tuple[Cell, ...] = (None, None) if seating.rooms else (None,)
    for id, words, stage in _resting(event, stages):
        rows.append(((id,), row(id, nowhere, words, "", stage)))
    rows.sort(key=lambda row: fold(str(row[1][1])))
    columns = (
        NUMBER,
        SheetColumn(phrase("Name"), person=True),
        *(SCHOOL for _ in range(schooled)),
        SheetColumn(event.board_word.capitalize(), right=True),
        *((SheetColumn(phrase("Room")),) if seating.rooms else ()),
        SheetColumn(phrase("Side") if format.of_teams(event) else phrase("Colour")),
        SheetColumn(phrase("Opponent"), person=True),
        *stages.columns,
        *(SheetColumn(phrase("Section")) for _ in range(sectioned)),
    )
    title = phrase("{round}: pairings by name", round=event.called(round.number).capitalize())
    people, cells = zip(*rows, strict=True) if rows else ((), ())
    return Grid(title, columns, cells, people=people)


def who_came(event: Event, table: StandingTable) -> StandingTable:
    """The table without those who withdrew and had neither an opponent nor a point, and a note of
    how many they are. Nobody else changes places: they are below all others, or stay."""
    card = cards(event)
    never = {
        row.id
        for row in table.rows
        if not row.points
        and event.entrant(row.id).withdrawn
        and not any(line.opponent for line in card[row.id].lines)
    }
    came = [row for row in table.rows if row.id not in never]
    if (
        not never
        or not came
        or any(row.rank < came[-1].rank for row in table.rows if row.id in never)
    ):
        return table
    note = phrases(
        "not listed: {count} entry withdrawn without a game",
        "not listed: {count} entries withdrawn without a game",
        count=len(never),
    )
    return replace(table, rows=tuple(came), notes=(*table.notes, note))


def standing(event: Event, table: StandingTable) -> Grid:
    """A table with its tie-breaks, ratings and schools where anybody has one; shared places are
    marked `3=`."""
    table = who_came(event, table)
    places = table.places
    who = [event.entrant(row.id) for row in table.rows]
    schooled = any(entrant.school for entrant in who)
    rated = any(entrant.rating is not None for entrant in who)
    named = any(entrant.federation for entrant in who)
    columns = (
        SheetColumn(phrase("Rank"), right=True),
        NUMBER,
        SheetColumn(phrase("Name"), person=True),
        *(FEDERATION for _ in range(named)),
        *(SCHOOL for _ in range(schooled)),
        *(SheetColumn(phrase("Rating"), right=True) for _ in range(rated)),
        *(SheetColumn(table.points, right=True, strong=True) for _ in range(bool(table.points))),
        *(SheetColumn(_tie_heading(name, event.settings), right=True) for name in table.columns),
    )
    breaks = ([row.tiebreaks.get(name) for row in table.rows] for name in table.columns)
    points = map(figure, column_texts(row.points for row in table.rows))
    figures = zip(points, *(_break_texts(values) for values in breaks), strict=True)
    rows = tuple(
        (
            places[row.id],
            row.no,
            marked_name(event, row),
            *(entrant.federation for _ in range(named)),
            *(entrant.school for _ in range(schooled)),
            *(rating_text(entrant) for _ in range(rated)),
            *(texts if table.points else texts[1:]),
        )
        for row, entrant, texts in zip(table.rows, who, figures, strict=True)
    )
    people = tuple((row.id,) for row in table.rows)
    return Grid(table.name, columns, rows, (*table.notes, *remarks(table)), people)


def marked_name(event: Event, row: StandingRow) -> str:
    """As `row_name`, with a star where points were given or taken, or more is to be said."""
    name = row_name(event, row)
    return listed(" ", (name, "*")) if row.remark else name


def remarks(table: StandingTable) -> tuple[str, ...]:
    """What the stars of `marked_name` mean."""
    return tuple(
        listed("", ("* ", listed(": ", (row.name, row.remark)))) for row in table.rows if row.remark
    )


def _break_texts(values: Sequence[Decimal | None]) -> list[str]:
    """A column of tie-breaks; `-` where one cannot be computed."""
    return [figure(text or value_text(None)) for text in column_texts(values)]


def row_name(event: Event, row: StandingRow) -> str:
    """`FM Ashgrove, Liam (withdrawn)`."""
    name = titled(event.entrant(row.id).title, row.name)
    return listed("", (name, " (", row.called, ")")) if row.called else name


def standings(event: Event, format: Format, after: int) -> list[Grid]:
    """All tables after that round."""
    past = as_of(event, after)
    first, *others = (standing(past, table) for table in format.standings(past))
    headed = {_tie_heading(code, past.settings): code for code in past.settings.tiebreaks}
    codes = [headed[column.name] for column in first.columns if column.name in headed]
    ties = tie_legend(codes, past.settings, as_headed=True)
    return [replace(first, notes=(*first.notes, ties)) if ties else first, *others]


def beside(event: Event, format: Format, after: int) -> list[Grid]:
    """What the format shows beside its standings after that round; the fixtures of a season as
    they are now."""
    past = event if part_of(format, OverASeason) is not None else as_of(event, after)
    return [
        Grid(
            panel.name,
            tuple(
                SheetColumn(name, right=is_figures(panel.rows, at))
                for at, name in enumerate(panel.columns)
            ),
            panel.rows,
            panel.notes,
        )
        for panel in format.panels(past)
    ]


def is_figures(rows: Sequence[Sequence[str]], at: int) -> bool:
    """Whether a column of texts holds numbers alone, so that it is aligned right."""
    texts = [row[at] for row in rows if row[at] not in ("", "-")]
    return bool(texts) and all(_FIGURE.fullmatch(text) for text in texts)


MOST_FREE_DAYS = 2
"""Days without a round that are a rest; between the rounds of a season there are more."""


def times_of_rounds(event: Event) -> list[tuple[str, str, str]]:
    """When each round begins, as its name, the day and the time, with the days of rest between
    them; empty without a schedule."""
    rows: list[tuple[str, str, str]] = []
    before: date | None = None
    for number, at in enumerate(schedule(event), start=1):
        day = date.fromisoformat(at.day) if at is not None else None
        free = (day - before).days - 1 if day and before else 0
        if before is not None and 0 < free <= MOST_FREE_DAYS:
            days = (before + timedelta(days=one) for one in range(1, free + 1))
            rows += [(phrase("rest day"), dated(one.isoformat()), "") for one in days]
        known = (dated(at.day), at.time) if at is not None else (UNKNOWN_DATE, "")
        rows.append((event.called(number).capitalize(), *known))
        before = day
    return rows


def timetable(event: Event) -> Grid | None:
    """The same to hang up."""
    rows = times_of_rounds(event)
    columns = (SheetColumn(phrase("Round")), SheetColumn(phrase("Day")),
               SheetColumn(phrase("Time"), strong=True))  # fmt: skip
    return Grid(phrase_of("times", "Schedule"), columns, tuple(rows)) if rows else None


def entry_list(event: Event, format: Format) -> Grid:
    """The entry list in order of pairing numbers; what is known of nobody has no column."""
    order = numbers(format, event)
    in_order = sorted(event.entrants, key=lambda e: order[e.id])
    details: tuple[tuple[SheetColumn, list[str]], ...] = (
        (FEDERATION, [e.federation for e in in_order]),
        (SheetColumn(phrase("Rating"), right=True), [rating_text(e) for e in in_order]),
        (SheetColumn(phrase("Club"), person=True), [e.club or e.school for e in in_order]),
        (SheetColumn(phrase("Category")), [e.category for e in in_order]),
    )
    known = [(column, cells) for column, cells in details if any(cells)]
    columns = (NUMBER, SheetColumn(phrase("Name"), person=True), *(column for column, _ in known))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (order[e.id], _entered_name(e), *(cells[at] for _, cells in known))
        for at, e in enumerate(in_order)
    )
    lists = "; ".join(named_lists(event))
    notes = (phrase("Rating lists: {lists}", lists=lists),) if lists else ()
    people = tuple((e.id,) for e in in_order)
    return Grid(phrase("Entries"), columns, rows, notes, people)


def _entered_name(entrant: Entrant) -> str:
    name = titled(entrant.title, entrant.name)
    if not entrant.withdrawn:
        return name
    left = phrase("expelled") if entrant.expelled else phrase("withdrawn")
    return listed("", (name, " (", left, ")"))


TIE_NAMES = {
    "DE": phrase("direct encounter"),
    "EDE": phrase("direct encounter"),
    "WIN": phrase("wins"),
    "WON": phrase("wins over the board"),
    "BPG": phrase("games with Black"),
    "BWG": phrase("wins with Black"),
    "PS": phrase("progressive score"),
    "BH": phrase("Buchholz"),
    "AOB": phrase("average Buchholz of the opponents"),
    "SB": phrase("Sonneborn-Berger"),
    "KS": phrase("Koya"),
    "ARO": phrase("average rating of the opponents"),
    "TPR": phrase("performance"),
    "BC": phrase("board count"),
    "TBR": phrase("top boards"),
    "BBE": phrase("without the last boards"),
}
"""By code. A tie-break without a name here is known to few, and shown by its code alone."""
TIE_CUTS = {
    "C1": phrase("without the lowest one"),
    "C2": phrase("without the two lowest"),
    "M1": phrase("without the highest and the lowest one"),
}
OTHER_POINTS = "MPvGP"
_EXTENDED = re.compile(r"E[MG][MG]SB")


def _tie_heading(code: str, settings: EventSettings) -> str:
    """What heads its column: the code, but GP or MP for the points that do not rank."""
    if code == OTHER_POINTS:
        return phrase("MP") if settings.by_games else phrase("GP")
    return code


def tie_name(code: str, settings: EventSettings) -> str:
    """Of a code without its suffix, `BH`; empty for what has no name here."""
    if code == OTHER_POINTS:
        return phrase("match points") if settings.by_games else phrase("game points")
    return (
        phrase("Sonneborn-Berger of teams")
        if _EXTENDED.fullmatch(code)
        else TIE_NAMES.get(code, "")
    )


def named_ties(codes: Iterable[str], settings: EventSettings) -> str:
    """`direct encounter, Buchholz/C1, Buchholz`."""
    parts = ((code, *re.split("([/:].*)", code, maxsplit=1)) for code in codes)
    return listed(", ", (
        listed("", (name, *behind[:1])) if (name := tie_name(base, settings)) else code
        for code, base, *behind in parts
    ))  # fmt: skip


def tie_legend(codes: Iterable[str], settings: EventSettings, as_headed: bool = False) -> str:
    """`DE: direct encounter · BH: Buchholz · C1: without the lowest one`; empty where no code has a
    name; `as_headed` by what heads the columns of lists on paper."""
    named: dict[str, str] = {}
    for code in codes:
        base, *behind = re.split("[/:]", code)
        named[_tie_heading(base, settings) if as_headed else base] = tie_name(base, settings)
        named |= {cut: TIE_CUTS[cut] for cut in behind if cut in TIE_CUTS}
    return listed(" · ", (listed(": ", (code, name)) for code, name in named.items() if name))
