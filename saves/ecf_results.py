"""Results for rating by the English Chess Federation, in its submission file.

A file of fields `#NAME=value`: EVENT DETAILS, PLAYER LIST, SECTION RESULTS, FINISH, after the field
definitions of the rating office (ecfrating.org.uk/doc/spec, of 15 April 2022).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.entrants import Entrant
from engine.event import Event
from engine.event_data import chief_arbiter, detail, event_dates, time_control_code
from engine.results import GameResult
from saves.for_others import WHERE, named, single_games
from saves.safe_text import safe

SCORES = {GameResult.WHITE: "10", GameResult.DRAW: "55", GameResult.BLACK: "01"}
BLANK = ("EVENT CODE", "RESULTS OFFICER ADDRESS", "TREASURER", "TREASURER ADDRESS")
"""Fields that the federation wants and the event does not know."""
_ECF_CODE = re.compile(r"\d{6}[A-HJ-L]")
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_SPOKEN = re.compile(
    r"(\d+) ?min(?:ute)?s?(?:[ ,]*(?:\+|and|plus)?[ ,]*(\d+) ?sec(?:ond)?s?"
    r"(?: (?:(?:a|per|each|every) move|increment))?)?"
)
"""A time control that names its units; one of figures alone is not guessed."""
_PERIOD = re.compile(r"(?:(\d+)/)?(\d+)(?:\+(\d+))?")


def ecf_results(event: Event) -> str:
    """The whole file. PINs are the entry numbers; only players with a game that counts are in. A
    game of a longer match has no colour, which is not recorded."""
    games = [
        (game, result) for game in single_games(event) for result in game.results
        if result in SCORES
    ]  # fmt: skip
    players = {id for game, _ in games for id in (game.white.id, game.black.id)}
    last = _day(event_dates(event)[1])
    lines = [_fields(("EVENT DETAILS", None))]
    lines += [_fields(pair) for pair in _details(event)]
    lines.append(_fields(("PLAYER LIST", None)))
    lines += [_fields(*_player(e)) for e in event.entrants if e.id in players]
    lines.append(_fields(("SECTION RESULTS", event.title), ("RESULTS DATE", last)))
    for game, result in games:
        day = [("GAME DATE", _day(game.day))] if game.day else []
        colour = [] if game.longer else [("COLOUR", "W")]
        lines.append(
            _fields(
                ("PIN1", game.white.id), ("SCORE", SCORES[result]), ("PIN2", game.black.id),
                ("ROUND", str(game.round)), *day, *colour,
            )
        )  # fmt: skip
    return "\n".join([*lines, _fields(("FINISH", None))]) + "\n"


def left_blank(event: Event) -> str:
    """What the arbiter has to add or to know before the file is sent."""
    said = f"fill in by hand, in the file: {', '.join(BLANK)}"
    if not any(value for _, value in _time_limit(event)):
        said += f"; empty: MINUTES FOR GAME, the time control of the event ({WHERE})"
    if len(increments := _increments(time_control_code(event))) > 1:
        said += f"; SECONDS PER MOVE left out: {' and '.join(increments)} in different sessions"
    if not chief_arbiter(event):
        said += f"; empty: RESULTS OFFICER, the chief arbiter ({WHERE})"
    if not event_dates(event)[0]:
        said += f"; empty: the dates ({WHERE})"
    without = [e for e in event.entrants if not _ECF_CODE.fullmatch(e.national_id.upper())]
    if without:
        said += f"; without ECF code: {len(without)} of {len(event.entrants)}"
    games = tuple(single_games(event))
    odd = [game for game in games if game.played and game.result not in SCORES]
    unknown = [game for game in games if game.longer and not game.results]
    if unknown:
        why = "the score does not say the result of each game, so add them"
        said += f"; matches left out: {named(event, unknown)}: {why}"
    return f"{said}; games left out, uneven or not rated: {named(event, odd)}" if odd else said


def _details(event: Event) -> Iterator[tuple[str, str]]:
    start, end = event_dates(event)
    arbiter = chief_arbiter(event)
    yield "EVENT CODE", ""
    yield "SUBMISSION INDEX", "1"
    yield "EVENT NAME", event.title
    yield "EVENT DATE", _day(start)
    yield "FINAL RESULT DATE", _day(end)
    yield "RESULTS OFFICER", arbiter.name if arbiter else ""
    yield "RESULTS OFFICER ADDRESS", ""
    yield "TREASURER", ""
    yield "TREASURER ADDRESS", ""
    yield from _time_limit(event)


def _time_limit(event: Event) -> Iterator[tuple[str, str]]:
    """`5400+30` as minutes for the game and seconds a move; `40/6000:3600` as two sessions; `90
    minutes + 30 seconds` as it says. Seconds a move that are not the same in all sessions are left
    out."""
    code = time_control_code(event)
    spoken = _SPOKEN.fullmatch(detail(event, "time_control").strip().lower())
    if not code and spoken:
        yield "MINUTES FOR GAME", spoken[1]
        if spoken[2]:
            yield "SECONDS PER MOVE", spoken[2]
        return
    sessions = _sessions(code)
    if not sessions:
        yield "MINUTES FOR GAME", ""
        return
    names = ("FIRST", "SECOND")
    for name, (moves, seconds, _) in zip(names, sessions[:-1], strict=False):
        yield f"MOVES {name} SESSION", moves
        yield f"MINUTES {name} SESSION", str(int(seconds) // 60)
    rest = "MINUTES REST OF GAME" if len(sessions) > 1 else "MINUTES FOR GAME"
    yield rest, str(int(sessions[-1][1]) // 60)
    increments = _increments(code)
    if len(increments) == 1 and increments[0] != "0":
        yield "SECONDS PER MOVE", increments[0]


def _sessions(code: str) -> list[tuple[str, ...]]:
    """Moves, seconds and seconds a move of up to three sessions; empty where there is no code, or
    another one."""
    periods = [_PERIOD.fullmatch(part) for part in code.split(":")] if code else []
    if any(period is None for period in periods) or len(periods) > 3:
        return []
    return [period.groups("") for period in periods if period is not None]


def _increments(code: str) -> list[str]:
    """The seconds a move, each amount once: the file has one for the whole game."""
    return list(dict.fromkeys(more or "0" for _, _, more in _sessions(code)))


def _player(entrant: Entrant) -> Iterator[tuple[str, str]]:
    yield "PIN", entrant.id
    code = entrant.national_id.upper()
    yield "ECF CODE", code if _ECF_CODE.fullmatch(code) else ""
    yield "NAME", entrant.name
    for name, text in (
        ("GENDER", {"m": "M", "w": "F"}.get(entrant.sex, "")),
        ("DATE OF BIRTH", _day(entrant.birth)),
        ("CLUB NAME", entrant.club),
        ("FIDE NO", entrant.fide_id),
    ):
        if text:
            yield name, text


def _day(text: str) -> str:
    """`2026-11-20` as `20/11/2026`; empty for anything else."""
    match = _DAY.fullmatch(text)
    return "/".join(match.groups()[::-1]) if match else ""


def _fields(*pairs: tuple[str, str | None]) -> str:
    return "".join(
        f"#{name}" if text is None else f"#{name}={safe(text, 120).replace('#', ' ')}"
        for name, text in pairs
    )
