"""A list of an event in the columns of a federation, by a template that the arbiter writes.

A template is a small table of its own: rows of texts, in which `{field}` is replaced by what the
event knows. A row with a field of players is repeated for each of them in order of start numbers,
one with a field of games for each game that was played; a row with neither is copied. Its
separator (comma, semicolon or tab) is that of the list.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from engine.entrant_fields import ENTRANT_FIELDS
from engine.entrants import Entrant, field_text
from engine.event import Event
from engine.event_data import EVENT_DATA, detail
from engine.history import CardLine, cards
from engine.protocol import Format, numbers
from engine.rating_change import rating_report
from engine.refusal import Refused
from engine.tables import StandingRow
from saves.csv_cells import harmless
from saves.entry_values import surname_and_forename
from saves.for_others import SingleGame, refuse_other_games, single_games
from saves.rating_report import change_text
from saves.safe_text import safe

SEPARATORS = ";\t,"
LIMIT = 20_000
"""Characters of a template."""
_FIELD = re.compile(r"\{([^{}]*)\}")
_ROUND = re.compile(r"round(\d{1,2})")
_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")
_SIDES = ("white", "black")


@dataclass(frozen=True, slots=True)
class _Player:
    """What a row of a player is filled from."""

    event: Event
    entrant: Entrant
    number: int
    row: StandingRow | None


Filled = Callable[[str], str]
"""The text of a field."""


def by_template(event: Event, format: Format, name: str, text: str) -> str:
    """The list; `Refused` with file, line and column for an unknown field."""
    if not text.strip() or len(text) > LIMIT:
        problem = "the template is empty" if not text.strip() else "the template is too long"
        raise Refused(problem, "", "write a row of fields, as {name};{rating};{points}", where=name)
    separator = max(SEPARATORS, key=text.count)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    rows = csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=separator)
    for at, row in enumerate(rows, start=1):
        _check(row, f"{name}:{at}")
        fields = {field for cell in row for field in _FIELD.findall(cell)}
        for filled in _filled(event, format, fields):
            writer.writerow([_cell(cell, filled) for cell in row])
    return out.getvalue()


def known_fields() -> Mapping[str, tuple[str, ...]]:
    """Every field by what a row with it is repeated for."""
    return {
        "player": (*_OF_PLAYER, *ENTRANT_FIELDS, "round1", "round2"),
        "game": (*_OF_GAME, *(f"{side}.{field}" for side in _SIDES
                              for field in ("no", "name", "rating", "national_id"))),
        "event": tuple(f"event.{key}" for key in ("title", "rounds", "players", *EVENT_DATA)),
    }  # fmt: skip


def _check(row: list[str], where: str) -> None:
    for at, cell in enumerate(row, start=1):
        for field in _FIELD.findall(cell):
            if not _known(field):
                known = ", ".join(n for names in known_fields().values() for n in names)
                problem = f"there is no field {safe(field, 30)!r}"
                raise Refused(problem, "", f"known: {known}", where=f"{where}:{at}")


def _known(field: str) -> bool:
    side, _, rest = field.partition(".")
    if side in _SIDES:
        return rest in _OF_PLAYER or rest in ENTRANT_FIELDS
    if side == "event":
        return rest in ("title", "rounds", "players", *EVENT_DATA)
    of_player = field in _OF_PLAYER or field in ENTRANT_FIELDS or bool(_ROUND.fullmatch(field))
    return of_player or field in _OF_GAME


def _filled(event: Event, format: Format, fields: set[str]) -> Iterator[Filled]:
    """A filler for each row that one of the template becomes."""
    players = _players(event, format)
    if any(map(_of_games, fields)):
        refuse_other_games(event, format, "list of games")
        for game in single_games(event):
            if game.played:
                yield _of_game(event, game, players)
    elif any(not field.startswith("event.") for field in fields):
        for player in sorted(players.values(), key=lambda p: p.number):
            yield _of_player(event, player)
    else:
        yield lambda field: _of_event(event, field)


def _of_games(field: str) -> bool:
    return field in _OF_GAME or field.partition(".")[0] in _SIDES


def lists_games(template: str) -> bool:
    """Whether a row of the template is repeated for each game."""
    return any(map(_of_games, _FIELD.findall(template)))


def _players(event: Event, format: Format) -> dict[str, _Player]:
    known = numbers(format, event)
    tables = format.standings(event)[:1] if event.published else []
    rows = {row.id: row for table in tables for row in table.rows}
    return {e.id: _Player(event, e, known[e.id], rows.get(e.id)) for e in event.entrants}


def _of_player(event: Event, player: _Player) -> Filled:
    def filled(field: str) -> str:
        if field.startswith("event."):
            return _of_event(event, field)
        if match := _ROUND.fullmatch(field):
            return _round(player, int(match[1]))
        if field in _OF_PLAYER:
            return _OF_PLAYER[field](player)
        return field_text(player.entrant, field)

    return filled


def _of_game(event: Event, game: SingleGame, players: Mapping[str, _Player]) -> Filled:
    sides = {
        "white": _of_player(event, players[game.white.id]),
        "black": _of_player(event, players[game.black.id]),
    }

    def filled(field: str) -> str:
        side, _, rest = field.partition(".")
        if side in sides:
            return sides[side](rest)
        return _OF_GAME[field](game) if field in _OF_GAME else _of_event(event, field)

    return filled


def _of_event(event: Event, field: str) -> str:
    key = field.partition(".")[2]
    own = {"title": event.title, "rounds": str(event.settings.rounds),
           "players": str(len(event.entrants))}  # fmt: skip
    return own[key] if key in own else detail(event, key)


def _cell(cell: str, filled: Filled) -> str:
    """The cell with its fields filled; what comes out of the event cannot become a formula."""
    if not _FIELD.search(cell):
        return safe(cell, 400)
    text = _FIELD.sub(lambda match: filled(match[1]), cell)
    return text if _NUMBER.fullmatch(text) else harmless(text)


def _plain(points: Decimal) -> str:
    """`2.5`: a number for spreadsheets."""
    return f"{points.normalize():f}"


def _round(player: _Player, number: int) -> str:
    """`12w0.5`: the opponent's number, colour, score, `f` where it was not played; `-0.5` in a
    round without an opponent; empty in one that is not published."""
    line = cards(player.event)[player.entrant.id].line(number)
    if line is None:
        return ""
    return _opponent(player.event, line) if line.opponent else f"-{_plain(line.points)}"


def _opponent(event: Event, line: CardLine) -> str:
    assert line.opponent is not None
    number = event.entrant(line.opponent).start_number or line.opponent
    result = "" if line.result is None else _plain(line.points)
    forfeit = "" if line.met else "f"
    return f"{number}{(line.colour or '').lower()}{result}{forfeit}"


def _figure(text: Callable[[_Player], object]) -> Callable[[_Player], str]:
    def shown(player: _Player) -> str:
        value = text(player)
        return "" if value is None else str(value)

    return shown


_OF_PLAYER: Mapping[str, Callable[[_Player], str]] = {
    "no": lambda p: str(p.number),
    "id": lambda p: p.entrant.id,
    "surname": lambda p: surname_and_forename(p.entrant.name)[0],
    "forename": lambda p: surname_and_forename(p.entrant.name)[1],
    "birth_year": lambda p: p.entrant.birth[:4],
    "rank": lambda p: str(p.row.rank) if p.row else "",
    "points": lambda p: _plain(p.row.points) if p.row else "",
    "games": lambda p: str(len(rating_report(p.event, p.entrant.id).games)),
    "score": lambda p: _plain(rating_report(p.event, p.entrant.id).score),
    "expected": _figure(lambda p: rating_report(p.event, p.entrant.id).expected),
    "opponents": _figure(lambda p: rating_report(p.event, p.entrant.id).opponents),
    "performance": _figure(
        lambda p: r.rating if (r := rating_report(p.event, p.entrant.id).performance) else None
    ),
    "k": _figure(lambda p: f.value if (f := rating_report(p.event, p.entrant.id).factor) else None),
    "change": lambda p: change_text(rating_report(p.event, p.entrant.id)),
    "new_rating": _figure(lambda p: rating_report(p.event, p.entrant.id).new),
}
_OF_GAME: Mapping[str, Callable[[SingleGame], str]] = {
    "round": lambda g: str(g.round),
    "board": lambda g: str(g.board),
    "date": lambda g: g.day,
    "time": lambda g: g.time,
    "result": lambda g: g.result.text if g.result else "",
    "white_score": lambda g: _plain(g.scores[0]) if g.scores else "",
    "black_score": lambda g: _plain(g.scores[1]) if g.scores else "",
}
