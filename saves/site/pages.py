"""An event as a site: every page that the public may read, by the name of its file.

Pages are made of the tables that are printed (`saves.sheets`), so that wall, paper and phone say
the same. They are pure: the same event gives the same bytes, and only pages that say something
else have to be written again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from typing import Any

from engine.alphabet import IN_LATIN, IN_TWO, LEAST_IN_TWO, WRITTEN_AS, fold
from engine.bracket_words import bracket_notes, final_notes, winner_notes
from engine.entrant_fields import ENTRANT_FIELDS
from engine.entrants import Entrant, EntrantId, rating_text
from engine.event import Adjustment, Event, Round
from engine.event_data import UNKNOWN_DATE, detail, with_time
from engine.phrases import dated, figure, listed, phrase, phrases
from engine.points import points_text
from engine.protocol import Format, bracket_of
from engine.rating_rule import named_lists
from engine.standings import as_of, final
from engine.strict import not_strict
from engine.tables import POINTS, WINS, StandingRow, StandingTable
from engine.waiting import all_in, is_in
from engine.warnings import STRICT_LEFT
from saves import sheets
from saves.bracket_sheets import MatchSide, TreeSheet, tree_sheets
from saves.card_sheets import card
from saves.cross_sheets import cross_table
from saves.pages import TEMPLATES, page_environment
from saves.safe_text import safe
from saves.sheets import Grid, with_running
from saves.site.tables import (
    Names,
    SiteTable,
    by_letter,
    card_columns,
    name_columns,
    pairing_columns,
    plain_columns,
    player_file,
    search_key,
    site_table,
)
from saves.team_sheets import match_sheets

_PRIVATE: dict[str, Any] = {
    field.name: field.default
    for field in fields(Entrant)
    if field.name in ENTRANT_FIELDS and ENTRANT_FIELDS[field.name].private
}
"""What of an entry is the arbiter's own, each without its value."""
CHANGED = "<time></time>"
"""Stands on a page for the time when what it says changed last; who writes it puts that in."""
STYLE, SCRIPT = "site.css", "site.js"
NAME_LIMIT = 120
SCRIPTED = frozenset({"index.html"})
"""Pages with a search."""

Tab = tuple[str, str]
"""A file and what it is called."""
DETAILS = {
    "place": phrase("Place"),
    "federation": phrase("Federation"),
    "start": phrase("From"),
    "end": phrase("To"),
    "time_control": phrase("Time control"),
    "rating_type": phrase("Rated as"),
    "organiser": phrase("Organiser"),
    "arbiter": phrase("Arbiter"),
    "deputies": phrase("Deputies"),
    "remarks": phrase("Remarks"),
}
"""Details of an event that the public reads, with what they are called."""


def site_pages(
    event: Event, format: Format, site: str, above: Tab | None = None, prizes: Sequence[Grid] = ()
) -> dict[str, str]:
    """File name to text. `site` tells this site from others in files that we have written; `above`
    is the page of the congress that the event belongs to; `prizes` are its lists of prizes."""
    return _Site(public(event), format, site, above, tuple(prizes)).files()


@dataclass(frozen=True)
class _Site:
    """The pages of one event. `event` has nothing in it that is not public."""

    event: Event
    format: Format
    site: str
    above: Tab | None = None
    prizes: tuple[Grid, ...] = ()

    def files(self) -> dict[str, str]:
        """All of them; what others link to comes before them."""
        files = {name: asset(name) for name in (STYLE, SCRIPT)}
        files |= {player_file(e.id): self._player(e.id) for e in self.event.entrants}
        for round in self.event.published[:-1]:
            files[round_file(round)] = self._boards(round, round_file(round))
        if self.event.current is not None:
            files["boards.html"] = self._boards(self.event.current, "boards.html")
            files["crosstable.html"] = self._crosstable()
            files["standings.html"] = self._standings()
            files["rounds.html"] = self._rounds()
        if self._trees:
            files["bracket.html"] = self._bracket()
        if self.prizes:
            tables = [self._plain(_without_people(grid)) for grid in self.prizes]
            heading = phrase("Prizes")
            files["prizes.html"] = self._page("tables", "prizes.html", heading, tables=tables)
        files["entries.html"] = self._entries()
        files["info.html"] = self._info()
        files["index.html"] = self._entries_by_name() if self._of_nobody else self._names()
        return files

    # On every page

    @cached_property
    def _tabs(self) -> tuple[Tab, ...]:
        tabs = [("index.html", phrase("Names"))]
        if self.event.current is not None:
            tabs += [("boards.html", phrase("Pairings")), ("standings.html", phrase("Standings"))]
            tabs += [("bracket.html", phrase("Bracket"))] if self._trees else []
            tabs += [("rounds.html", phrase("Rounds"))]
        return (*tabs, ("info.html", phrase("Info")), *([self.above] if self.above else []))

    def _page(self, template: str, file: str, heading: str, **values: Any) -> str:
        page = page_environment(self.event.settings.language).get_template(
            f"site/{template}.html.j2"
        )
        return page.render(
            site=self.site,
            title=self.event.title,
            heading=heading,
            file=file,
            tabs=self._tabs,
            root="../" if "/" in file else "",
            called=self._called,
            versions={name: version_of(name) for name in (STYLE, SCRIPT)},
            scripted=file in SCRIPTED,
            mode=not_strict(self.event),
            **values,
        )

    @cached_property
    def _called(self) -> str:
        """The round in play as a line begins with it; the same on every page, so that a result
        changes none of those that do not show it."""
        current = self.event.current
        return self.event.called(current.number).capitalize() if current is not None else ""

    @cached_property
    def _state(self) -> tuple[str, ...]:
        """The state of the round in play; the winner of a bracket."""
        won = winner_notes(self.event, bracket_of(self.format, self.event))
        return (round_words(self.event, self.format), *won)

    @cached_property
    def _trees(self) -> list[TreeSheet]:
        current = self.event.current
        return tree_sheets(self.event, self.format, current) if current is not None else []

    # The pages

    def _names(self) -> str:
        current = self.event.current
        assert current is not None
        on = sheets.with_running(self.event, current)
        grid = sheets.by_name(self.event, self.format, on)
        return self._index(grid, "names", name_columns(grid), grid.title)

    @property
    def _of_nobody(self) -> bool:
        """Whether no round says of everybody where he plays: none is published, or all are over."""
        return self.event.current is None or self._over

    @cached_property
    def _over(self) -> bool:
        """Then the first page shows how it ended above the names: who has won a cup, the final and
        the bracket; of another event the final standings."""
        return self.format.next_step(self.event).name == "finished"

    @cached_property
    def _standing(self) -> list[SiteTable]:
        """The tables after the last round that counts."""
        grids = sheets.standings(self.event, self.format, self._after) if self._after else ()
        return [self._plain(grid) for grid in grids]

    @cached_property
    def _bracket_notes(self) -> tuple[str, ...]:
        """`Winner: Ash`, `Final: Ash 1 – 0 Bea`, who is third, what the marks mean."""
        filled = bracket_of(self.format, self.event)
        if filled is None:
            return ()
        final, notes = final_notes(self.event, filled), bracket_notes(self.event, filled)
        return (*notes[: len(final)], *final, *notes[len(final) :])

    def _entries_by_name(self) -> str:
        whole = sheets.entry_list(self.event, self.format)
        order = sorted(range(len(whole.rows)), key=lambda at: fold(self._name(whole, at)))
        rows, people = (whole.rows[at] for at in order), (whole.people[at] for at in order)
        grid = replace(whole, rows=tuple(rows), people=tuple(people))
        return self._index(grid, "list", plain_columns(grid.columns), phrase("Entries"))

    def _name(self, grid: Grid, row: int) -> str:
        return self.event.entrant(grid.people[row][0]).name

    def _index(self, grid: Grid, style: str, columns: list[Any], heading: str) -> str:
        names = [self._name(grid, at) for at in range(len(grid.rows))]
        table = site_table(grid, columns, style, Names(self.event), facts=self._facts)
        where = self.event.board_word.capitalize()
        said, shown, tables = self._state, [], []
        if self._over and not self._trees:
            heading, tables = phrase("Standings"), self._standing
            said = (self._counted,)
        elif self._over:
            heading, shown = phrase("Bracket"), self._columned
            said = (*self._bracket_notes, *self._state[:1])
        return self._page(
            "names", "index.html", heading, table=by_letter(table, names), where=where, said=said,
            sheets=shown, tables=tables,
        )  # fmt: skip

    @cached_property
    def _seats(self) -> dict[str, int]:
        """The boards of players of teams in the round in play, by their ids."""
        current = self.event.current
        matches = current.matches if current is not None else ()
        boards = ((at, b) for match in matches for at, b in enumerate(match.lineups, start=1))
        return {id: at for at, board in boards for id in (board.home, board.away)}

    def _players(self, team: Entrant) -> Iterator[str]:
        yield from (safe(member, NAME_LIMIT) for member in team.members)
        for player in team.players:
            board = self._seats.get(player.id)
            seat = listed(" ", (phrase("board"), str(board))) if board is not None else ""
            yield listed(" · ", (safe(player.name, NAME_LIMIT), seat))

    @cached_property
    def _facts(self) -> dict[EntrantId, tuple[tuple[str, str], ...]]:
        """What the search shows beside the row: `q` what it looks in, `r` the rating, `s` the
        score, `p` each player of a team, with the board where he sits."""
        facts = {}
        for e in self.event.entrants:
            own = {"q": search_key(e), "r": rating_text(e), "s": self._scores.get(e.id, ""),
                   "p": listed("; ", self._players(e))}  # fmt: skip
            facts[e.id] = tuple((key, text) for key, text in own.items() if text)
        return facts

    @cached_property
    def _after(self) -> int:
        """The round after which the tables are."""
        current = self.event.current
        return sheets.table_round(current, self.format) if current is not None else 0

    @cached_property
    def _settled(self) -> int:
        """The last round that is finished: places move with every result of the one in play."""
        current = self.event.current
        if current is None:
            return 0
        return current.number if all_in(self.event) else current.number - 1

    @cached_property
    def _scores(self) -> dict[EntrantId, str]:
        """`After round 3: 2½ points, place 11` of everybody."""
        if not self._settled:
            return {}
        table = self.format.standings(as_of(self.event, self._settled))[0]
        places = table.places
        called = self.event.called(self._settled)
        said = ((row.id, _score_words(row, table, places[row.id])) for row in table.rows)
        return {
            id: phrase("After {round}: {score}", round=called, score=score)
            for id, score in said
            if score
        }

    def _boards(self, round: Round, file: str) -> str:
        on = sheets.with_running(self.event, round)
        tables = [
            site_table(grid, pairing_columns(grid), "boards", Names(self.event))
            for grid in sheets.by_room(self.event, self.format, on)
        ]
        tables += map(self._plain, match_sheets(self.event, self.format, on))
        news = self.format.news(self.event, round.number)
        if round is self.event.current:
            news = (*self._state, *news)
        called = self.event.called(round.number).capitalize()
        timed = with_time(self.event, round.number, called)
        return self._page(
            "tables", file, phrase("{round}: pairings", round=timed), tables=tables, said=news
        )

    def _standings(self) -> str:
        tables: list[SiteTable] = []
        said: str = phrase("No result is in yet")
        if self._after:
            beside = sheets.beside(self.event, self.format, self._after)
            tables = [*self._standing, *(self._plain(_without_people(grid)) for grid in beside)]
            said = self._counted
        more = [("crosstable.html", phrase("Cross-table"))]
        more += [("prizes.html", phrase("Prizes"))] if self.prizes else []
        return self._page(
            "tables", "standings.html", phrase("Standings"), tables=tables, said=(said,), more=more
        )

    @property
    def _counted(self) -> str:
        called = self.event.called(self._after)
        current = self.event.current
        if current is not None and current.number == self._after and not all_in(self.event):
            return phrase(
                "{round} is being played: its results count as they come in",
                round=called.capitalize(),
            )
        if final(self.event, self.format, self._after):
            return phrase("After {round} (final)", round=called)
        return phrase("After {round}", round=called)

    def _plain(self, grid: Grid) -> SiteTable:
        return site_table(grid, plain_columns(grid.columns), "list", Names(self.event))

    def _crosstable(self) -> str:
        tables: list[SiteTable] = []
        said: str = phrase("No result is in yet")
        if self._after:
            grid = cross_table(self.event, self.format, self._after)
            tables = [site_table(grid, plain_columns(grid.columns), "cross", Names(self.event))]
            said = self._counted
        return self._page(
            "tables", "crosstable.html", phrase("Cross-table"), tables=tables, said=(said,)
        )

    def _rounds(self) -> str:
        links = []
        for round in reversed(self.event.published):
            entered = sum(map(is_in, round.matches))
            state: str = phrase(
                "{entered} of {count} results", entered=entered, count=len(round.matches)
            )
            if not round.matches:
                state = phrase("no board is played")
            file = "boards.html" if round is self.event.current else round_file(round)
            links.append((file, self.event.called(round.number).capitalize(), state))
        return self._page("links", "rounds.html", phrase("Rounds"), links=links)

    def _bracket(self) -> str:
        said, heading = self._bracket_notes, phrase("Bracket")
        return self._page("bracket", "bracket.html", heading, sheets=self._columned, said=said)

    @cached_property
    def _columned(self) -> list[tuple[TreeSheet, list[Any]]]:
        return [(sheet, list(_columns(sheet))) for sheet in self._trees]

    def _entries(self) -> str:
        table = self._plain(sheets.entry_list(self.event, self.format))
        return self._page("tables", "entries.html", phrase("Entries"), tables=[table])

    def _info(self) -> str:
        event = self.event
        facts: list[tuple[str, str]] = [
            (label, dated(text) if key in ("start", "end") else text)
            for key, label in DETAILS.items()
            if (text := detail(event, key))
        ]
        for called, on, time in sheets.times_of_rounds(event):
            if on != UNKNOWN_DATE:
                facts.append((called, listed(" ", (on, time))))
        count = len(self.event.entrants)
        facts.append(
            (phrase("Teams") if self.format.of_teams(self.event) else phrase("Players"), str(count))
        )
        if lists := "; ".join(named_lists(event)):
            facts.append((phrase("Rating lists"), lists))
        if length := self.format.length(self.event):
            facts.append((phrase("Length"), length))
        links = [("entries.html", phrase("Entries"), "")]
        if self.event.current is not None:
            links.append(("crosstable.html", phrase("Cross-table"), ""))
        return self._page("info", "info.html", phrase("Info"), facts=facts, links=links)

    def _player(self, id: EntrantId) -> str:
        entrant = self.event.entrant(id)
        grid = card(self.event, self.format, id)
        table = site_table(grid, card_columns(grid.columns), "card", Names(self.event, "../"))
        known = (rating_text(entrant), entrant.federation, entrant.club or entrant.school)
        withdrawn = phrase("withdrawn") if entrant.withdrawn else ""
        facts = [part for part in (*known, entrant.category, withdrawn) if part]
        return self._page(
            "player",
            player_file(id),
            entrant.name,
            honour=entrant.title,
            facts=facts,
            members=entrant.members,
            score=self._scores.get(id, ""),
            tables=[table] if self.event.current is not None else [],
        )


def round_file(round: Round) -> str:
    """The page of a round that is not in play any more."""
    return f"round-{round.number:02}.html"


def _score_words(row: StandingRow, table: StandingTable, place: str) -> str:
    """`2½ points, place 11`; without points where the columns say them, without a place where
    there is none yet."""
    place = phrase("place {place}", place=place)
    if not table.points:
        return "" if row.unplaced else place
    if table.points == WINS:
        points = phrases("{count} win", "{count} wins", count=int(row.points))
    elif table.points != POINTS:
        points = listed(" ", (table.points, figure(points_text(row.points))))
    elif 0 < row.points <= 1:
        points = phrase("{points} point", points=row.points)
    else:
        points = phrase("{points} points", points=row.points)
    return points if row.unplaced else listed(", ", (points, place))


def _without_people(grid: Grid) -> Grid:
    return grid if grid.people else replace(grid, people=((),) * len(grid.rows))


def _columns(sheet: TreeSheet) -> Iterator[list[tuple[MatchSide, MatchSide, int, int]]]:
    """The matches of each column of a tree: home, away, and the rows of the line between them."""
    pairs = list(zip(sheet.cells[::2], sheet.cells[1::2], sheet.joints, strict=True))
    for column in range(1, len(sheet.heads) + 1):
        yield [
            (home, away, joint.top, joint.bottom)
            for home, away, joint in pairs
            if home.column == column
        ]


@cache
def asset(name: str) -> str:
    """The style sheet, or the script, which compares names as `engine.alphabet` does."""
    text = (TEMPLATES / "site" / name).read_text(encoding="utf-8")
    known = {"letters": IN_LATIN, "written": WRITTEN_AS, "two": IN_TWO, "least": LEAST_IN_TWO}
    return text.replace("{ /* of engine.alphabet */ }", json.dumps(known, ensure_ascii=True))


@cache
def version_of(name: str) -> str:
    """What makes a browser fetch a style sheet anew that another version has changed."""
    return hashlib.sha256(asset(name).encode()).hexdigest()[:8]


def round_words(event: Event, format: Format) -> str:
    """The state of the event: `Round 4: 37 of 100 results are in`, `Round 4 is finished`."""
    current = event.current
    if current is None:
        return phrase("No round is published yet")
    called = event.called(current.number).capitalize()
    matches = with_running(event, current).matches
    entered = sum(map(is_in, matches))
    if not all_in(event):
        return phrase(
            "{round}: {entered} of {count} results are in",
            round=called,
            entered=entered,
            count=len(matches),
        )
    if format.next_step(event).name == "finished":
        return phrase("The event is finished")
    if entered < len(matches):
        still = len(matches) - entered
        return phrase(
            "{round}: all results due are in; {count} still to come", round=called, count=still
        )
    return phrase("{round} is finished", round=called)


def public(event: Event) -> Event:
    """The event without what is the arbiter's own: proposals, contacts, notes, dates of birth,
    identities in other lists, who has checked in, and why points were given or taken."""
    return replace(
        event,
        rounds=tuple(map(_published, event.published)),
        entrants=tuple(map(_without_own, event.entrants)),
        adjustments=tuple(map(_without_reason, event.adjustments)),
        instructions=(),
        agreements=tuple(one for one in event.agreements if one.what.code == STRICT_LEFT),
    )


def _without_own(entrant: Entrant) -> Entrant:
    """Of a team its players too."""
    return replace(
        entrant,
        **_PRIVATE,
        present=False,
        players=tuple(map(_without_own, entrant.players)),
    )


def _published(round: Round) -> Round:
    return round if round.extra is None else replace(round, extra=None)


def _without_reason(adjustment: Adjustment) -> Adjustment:
    """A play-off is not a reason but a result."""
    return adjustment if adjustment.cause == "play-off" else replace(adjustment, why="")
