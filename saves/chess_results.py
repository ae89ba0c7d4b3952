"""A tournament for chess-results.com, as the XML that it takes from other programs.

After its description for authors of programs (H. Herzog, of 10 January 2026). What identifies a
tournament and signs it (`key`, `creator` and the security part) is given by chess-results.com to a
program and stays empty: the file is for who has these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import pairwise
from xml.sax.saxutils import quoteattr

from engine.entrants import Entrant
from engine.event import Event
from engine.event_data import (
    chief_arbiter,
    deputy_arbiters,
    detail,
    event_dates,
    round_time,
)
from engine.history import CardLine, RoundKind, cards
from engine.norms import predetermined
from engine.protocol import Format, numbers
from engine.rating_change import average, fide_rating, rating_report
from engine.results import GameResult
from engine.tables import StandingRow
from saves.entry_values import surname_and_forename
from saves.for_others import SingleGame, games_in
from saves.safe_text import safe

IMPORTED_TIE_BREAKS = (26, 27, 32)
"""Its numbers for first, second and third tie-breaks of imported tournaments, of any kind."""
TIE_BREAKS = 5
NOT_PAIRED, THE_BYE = -2, -1
_FORFEITS = {GameResult.WHITE_FORFEIT, GameResult.BLACK_FORFEIT, GameResult.DOUBLE_FORFEIT}
Values = Mapping[str, str | int | None]


def chess_results(event: Event, format: Format) -> str:
    """The whole file, for the standing after the last published round."""
    known = numbers(format, event)
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            "<chessresults>",
            *_part("tournamentdata", [("tournament", _tournament(event, format))]),
            *_part("rounds", [("round", values) for values in _rounds(event)]),
            *_part("players", [("player", values) for values in _players(event, format, known)]),
            *_part("playerpairings", [("playerpairing", v) for v in _pairings(event, known)]),
            "</chessresults>",
            "",
        )
    )


def _part(name: str, elements: list[tuple[str, Values]]) -> Iterator[str]:
    yield f"<{name}>"
    for element, values in elements:
        said = " ".join(
            f"{key}={quoteattr(safe('' if value is None else str(value), 1200))}"
            for key, value in values.items()
        )
        yield f"<{element} {said}/>"
    yield f"</{name}>"


def _tournament(event: Event, format: Format) -> Values:
    start, end = event_dates(event)
    played, arbiter = len(event.published), chief_arbiter(event)
    rated = detail(event, "rating_type").split(", ")
    columns = format.standings(event)[0].columns if event.published else ()
    used = [str(n) for n in IMPORTED_TIE_BREAKS[: len(columns)]]
    numbers = {f"tb{at + 1}no": (used[at] if at < len(used) else "0") for at in range(TIE_BREAKS)}
    return {
        "key": "",
        "type": "1" if predetermined(event) else "0",
        "name": event.title[:160],
        "remark": detail(event, "remarks")[:599],
        "director": "",
        "organiser": detail(event, "organiser")[:80],
        "location": detail(event, "place")[:80],
        "arbiter": "; ".join(a.name for a in deputy_arbiters(event)),
        "rounds": event.settings.rounds,
        "currentround": played,
        "rankinground": played,
        "sortstartrank": "1",
        "from": _day(start),
        "to": _day(end),
        "ratedfide": "J" if {"standard", "rapid", "blitz"} & set(rated) else
        "N" if "unrated" in rated else "-",
        "ratednational": "J" if "national" in rated else "N" if "unrated" in rated else "-",
        **numbers,
        "replay": "2" if getattr(event.settings, "double", False) else "1",
        "timecontrol": detail(event, "time_control")[:100],
        "ratingavg": average([e.rating for e in event.entrants if e.rating]),
        "endstatus": "J" if format.next_step(event).name == "finished" else "N",
        "chiefarbiter": arbiter.name if arbiter else "",
        "homepageorganiser": event.settings.site[:80],
        "mail": "",
        "federation": detail(event, "federation"),
        "creator": "",
    }  # fmt: skip


def _rounds(event: Event) -> Iterator[Values]:
    for number in range(1, event.settings.rounds + 1):
        at = round_time(event, number)
        yield {
            "round": number,
            "date": _day(at.day) if at else "",
            "time": at.time if at else "",
        }


def _players(event: Event, format: Format, known: Mapping[str, int]) -> Iterator[Values]:
    tables = format.standings(event)[:1] if event.published else []
    rows = {row.id: row for table in tables for row in table.rows}
    columns = tables[0].columns if tables else ()
    shared = {row.id for before, row in pairwise(rows.values()) if row.rank == before.rank}
    for entrant in sorted(event.entrants, key=lambda e: known[e.id]):
        yield _player(event, entrant, known[entrant.id], rows.get(entrant.id), columns,
                      entrant.id in shared)  # fmt: skip


def _player(
    event: Event, entrant: Entrant, number: int, row: StandingRow | None,
    columns: tuple[str, ...], shared: bool,
) -> Values:  # fmt: skip
    surname, forename = surname_and_forename(entrant.name)
    report = rating_report(event, entrant.id)
    national = next((o.standard for o in entrant.official if not o.fide), None)
    breaks = [row.tiebreaks.get(column) for column in columns[:TIE_BREAKS]] if row else []
    return {
        "no": number,
        "id": entrant.national_id,
        "lastname": surname[:32],
        "firstname": forename[:30],
        "atitle": "",
        "title": entrant.title,
        "rtg": entrant.rating,
        "rtgfide": fide_rating(entrant),
        "rtgnat": national,
        "dob": _day(entrant.birth) or entrant.birth[:4],
        "sex": entrant.sex,
        "fed": entrant.federation,
        "board": "0",
        "teamno": "0",
        "clubname": entrant.club[:40],
        "fideid": entrant.fide_id,
        "typ": entrant.category[:4],
        "group": entrant.section[:4],
        "rank": row.rank if row else number,
        **{f"tb{at + 1}": _figure(breaks[at]) if at < len(breaks) else ""
           for at in range(TIE_BREAKS)},
        "pts": _figure(row.points) if row else "0",
        "equal": "J" if shared else "N",
        "kfactor": report.factor.value if report.factor else entrant.k_factor,
        **({"state": "2" if entrant.withdrawn else "0"} if predetermined(event) else {}),
    }  # fmt: skip


def _pairings(event: Event, known: Mapping[str, int]) -> Iterator[Values]:
    for round in event.published:
        games = [_game(game, known) for game in games_in(event, round)]
        seated = {id for match in round.matches for id in match.pair}
        idle = [
            _idle(known[id], line)
            for id, card in cards(event).items()
            if id not in seated and (line := card.line(round.number)) is not None
        ]
        for place, values in enumerate([*games, *idle], start=1):
            yield {"round": round.number, "pairing": place, "board": 1, **values}


def _game(game: SingleGame, known: Mapping[str, int]) -> Values:
    scores = game.scores
    code = ""
    if game.result in _FORFEITS:
        code = "K"
    elif game.result is GameResult.BOTH_LOSE:
        code = "D"
    elif game.played and game.result is not None and not game.result.rated:
        code = "U"
    elif game.result is GameResult.ADJOURNED:
        code = "H"
    return {
        "whiteno": known[game.white.id],
        "blackno": known[game.black.id],
        "reswhite": _figure(scores[0]) if scores else "",
        "resblack": _figure(scores[1]) if scores else "",
        "forfeit": code,
    }


def _idle(number: int, line: CardLine) -> Values:
    bye = line.kind is RoundKind.PAIRING_BYE
    return {
        "whiteno": number,
        "blackno": THE_BYE if bye else NOT_PAIRED,
        "reswhite": _figure(line.points),
        "resblack": "0",
        "forfeit": "",
    }


def _day(text: str) -> str:
    """`2026-11-20` as `20.11.2026`; empty for anything else."""
    parts = text.split("-")
    return ".".join(parts[::-1]) if len(parts) == 3 else ""


def _figure(value: Decimal | None) -> str:
    """`2,5`: decimals with a comma."""
    return "" if value is None else f"{value.normalize():f}".replace(".", ",")
