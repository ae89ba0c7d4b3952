"""PGN with a record for each board: the heads that live boards and viewers start from.

After the PGN standard of 1994: the seven tags of its roster (8.1.1), then others in alphabetical
order; `-` where a player has none (9.1). Board numbers and FIDE ids are tags that came later.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.chess960 import fen
from engine.entrants import Entrant
from engine.event import Event, Round
from engine.event_data import detail, event_dates, position_number, time_control_code
from engine.points import HALF, NIL, ONE
from engine.rating_change import fide_rating, pace
from engine.results import GameResult
from saves.for_others import SingleGame, games_in
from saves.safe_text import safe

LINE = 255
"""Characters of a line (4.3); a tag is cut before."""
_RESULTS = {(ONE, NIL): "1-0", (NIL, ONE): "0-1", (HALF, HALF): "1/2-1/2"}
"""What the standard has (8.1.1.7); any other score is `*`."""
UNKNOWN_DATE = "????.??.??"


def pgn(event: Event, round: Round) -> str:
    """The games of a round, without those decided without being played; a longer match that is over
    has only its score."""
    games = (
        game for game in games_in(event, round)
        if not game.longer and (game.result is None or game.result.played)
    )  # fmt: skip
    return "\n".join(_game(event, game) for game in games)


def _game(event: Event, game: SingleGame) -> str:
    result = _RESULTS.get(game.scores, "*") if game.scores else "*"
    roster = [
        ("Event", event.title),
        ("Site", " ".join(filter(None, (detail(event, "place"), detail(event, "federation"))))
         or "?"),
        ("Date", game.day.replace("-", ".") or UNKNOWN_DATE),
        ("Round", event.settings.round_label(game.round)),
        ("White", game.white.name),
        ("Black", game.black.name),
        ("Result", result),
    ]  # fmt: skip
    others = sorted(_others(event, game))
    tags = "".join(f'[{name} "{_escaped(text)}"]\n' for name, text in [*roster, *others])
    return f"{tags}\n{result}\n"


def _others(event: Event, game: SingleGame) -> Iterator[tuple[str, str]]:
    yield "Board", str(game.board)
    if start := event_dates(event)[0]:
        yield "EventDate", start.replace("-", ".")
    drawn = position_number(event, game.round)
    if drawn is not None:
        yield from (("FEN", fen(drawn)), ("SetUp", "1"), ("Variant", "Chess960"))
    if game.time:
        yield "Time", f"{game.time}:00"
    if code := time_control_code(event):
        yield "TimeControl", code
    if game.result is GameResult.ADJOURNED:
        yield "Termination", "unterminated"
    for side, player in (("White", game.white), ("Black", game.black)):
        yield from _player(event, side, player)


def _player(event: Event, side: str, player: Entrant) -> Iterator[tuple[str, str]]:
    yield f"{side}Elo", str(fide_rating(player, pace(event)) or "-")
    yield f"{side}Title", player.title or "-"
    for tag, text in (("FideId", player.fide_id), ("Fed", player.federation),
                      ("Team", player.club)):  # fmt: skip
        if text:
            yield f"{side}{tag}", text


def _escaped(text: str) -> str:
    return safe(text, LINE - 60).replace("\\", "\\\\").replace('"', '\\"')
