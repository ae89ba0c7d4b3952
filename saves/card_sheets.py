"""A player's or a team's card for the public: every published round, and what it brought."""

from __future__ import annotations

from engine.entrants import EntrantId, rating_text
from engine.event import Event
from engine.history import CardLine, RoundKind, cards
from engine.match_results import MatchResult
from engine.match_words import special_bye_text
from engine.protocol import Format
from engine.results import Outcome
from engine.running import running
from saves.csv_cells import Cell
from saves.sheets import Grid, SheetColumn

_OUTCOMES = {Outcome.WIN: "won", Outcome.DRAW: "drawn", Outcome.LOSS: "lost"}
_WITHOUT_GAME = {
    RoundKind.PAIRING_BYE: "the bye",
    RoundKind.REQUESTED_BYE: "bye by request",
    RoundKind.ABSENT: "not paired",
    RoundKind.MISSED: "entered later",
}


def card(event: Event, format: Format, id: EntrantId) -> Grid:
    """The rounds of one entrant; of teams neither colours, ratings nor points, which are no sum
    over stages. Its title is the name."""
    teams, several = format.of_teams(event), format.several_boards
    rated, scored = not teams, not teams
    columns = (
        SheetColumn("Rd", right=True),
        SheetColumn(event.board_word.capitalize(), right=True),
        *(SheetColumn("Colour") for _ in range(not teams and not several)),
        SheetColumn("Opponent", person=True),
        *(SheetColumn("Rating", right=True) for _ in range(rated)),
        SheetColumn("Result"),
        *(SheetColumn("Pts", right=True, strong=True) for _ in range(scored)),
    )
    lines = cards(event)[id].lines

    def row(x: CardLine) -> tuple[Cell, ...]:
        colour = {"W": "White", "B": "Black", None: ""}[x.colour if x.opponent else None]
        other = event.entrant(x.opponent) if x.opponent is not None else None
        result = result_word(x) if other is not None else without_game(event, id, x)
        return (
            event.settings.round_label(x.round),
            x.board,
            *(colour for _ in range(not teams and not several)),
            other.name if other is not None else "",
            *(rating_text(other) if other is not None else "" for _ in range(rated)),
            result,
            *(None if x.kind is RoundKind.OPEN else x.points for _ in range(scored)),
        )

    people = tuple((x.opponent,) if x.opponent is not None else () for x in lines)
    return Grid(event.entrant(id).name, columns, tuple(map(row, lines)), people=people)


def without_game(event: Event, id: EntrantId, x: CardLine) -> str:
    """Why there is no game in the round: a match that goes on, a walkover, a bye."""
    for round, match in running(event, x.round):
        if id in match.pair:
            return f"{event.board_name(match.board)} of {event.called(round.number)} goes on"
    for bye in event.round(x.round).byes:
        if bye.entrant == id and (bye.left or bye.taken_by):
            return special_bye_text(event, x.round, bye)
    if x.kind is RoundKind.ABSENT and not event.entrant(id).active(x.round):
        return "withdrawn" if event.entrant(id).joined <= x.round else "not entered yet"
    if x.kind is RoundKind.ABSENT and event.board_word == "table":
        return "no match"
    return _WITHOUT_GAME[x.kind]


def result_word(x: CardLine) -> str:
    """What the entrant has of a match, in a word: `won`, `lost, forfeit`, `won 2½-1½`."""
    if x.outcome is None or x.result is None:
        return "open"
    word = "adjourned" if x.result.provisional else _OUTCOMES[x.outcome]
    if isinstance(x.result, MatchResult):
        own = x.result if x.colour == "W" or x.opponent is None else x.result.turned()
        return f"{word} {own.score}"
    return f"{word}, forfeit" if x.kind is RoundKind.FORFEIT else word
