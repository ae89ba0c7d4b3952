"""A player's or a team's card for the public: every published round, and what it brought."""

from __future__ import annotations

from itertools import starmap

from engine.entrants import EntrantId, rating_text
from engine.event import Event
from engine.history import CardLine, RoundKind, cards
from engine.match_results import MatchResult, TeamResult
from engine.match_words import special_bye_text
from engine.phrases import listed, phrase, phrase_of
from engine.protocol import Format, bracketed
from engine.results import Outcome
from engine.standings import lines_counted
from engine.waiting import running
from saves.csv_cells import Cell
from saves.sheets import Grid, SheetColumn

_OUTCOMES = {
    Outcome.WIN: phrase("won"),
    Outcome.DRAW: phrase("drawn"),
    Outcome.LOSS: phrase("lost"),
}
_OUTCOMES_OF_MATCHES = {**_OUTCOMES, Outcome.DRAW: phrase_of("match", "drawn")}
_WITHOUT_GAME = {
    RoundKind.PAIRING_BYE: phrase("the bye"),
    RoundKind.REQUESTED_BYE: phrase("bye by request"),
    RoundKind.ABSENT: phrase("not paired"),
    RoundKind.MISSED: phrase("entered later"),
}


def card(event: Event, format: Format, id: EntrantId) -> Grid:
    """The rounds of one entrant; of teams neither colours, ratings nor points, which are no sum
    over stages; of a cup no points, as who goes through without a game has none of it. Its title is
    the name."""
    teams, several = format.of_teams(event), format.several_boards
    rated, scored = not teams, not (teams or bracketed(format))
    columns = (
        SheetColumn(phrase("Rd"), right=True),
        SheetColumn(event.board_word.capitalize(), right=True),
        *(SheetColumn(phrase("Colour")) for _ in range(not teams and not several)),
        SheetColumn(phrase("Opponent"), person=True),
        *(SheetColumn(phrase("Rating"), right=True) for _ in range(rated)),
        SheetColumn(phrase("Result")),
        *(SheetColumn(phrase("Pts"), right=True, strong=True) for _ in range(scored)),
    )
    counted = cards(format.as_counted(event))[id]
    rounds = list(lines_counted(cards(event)[id], counted))

    def row(x: CardLine, counts: bool) -> tuple[Cell, ...]:
        colour = {"W": phrase("White"), "B": phrase("Black"), None: ""}[
            x.colour if x.opponent else None
        ]
        other = event.entrant(x.opponent) if x.opponent is not None else None
        result = result_word(x) if other is not None else without_game(x, event, format, id)
        return (
            event.settings.round_label(x.round),
            x.board,
            *(colour for _ in range(not teams and not several)),
            other.name if other is not None else "",
            *(rating_text(other) if other is not None else "" for _ in range(rated)),
            result,
            *(x.points if counts and x.kind is not RoundKind.OPEN else None for _ in range(scored)),
        )

    people = tuple((x.opponent,) if x.opponent is not None else () for x, _ in rounds)
    return Grid(event.entrant(id).name, columns, tuple(starmap(row, rounds)), people=people)


def without_game(x: CardLine, event: Event, format: Format, id: EntrantId) -> str:
    """Why there is no game in the round: a match that goes on, a walkover, a bye."""
    for round, match in running(event, x.round):
        if id in match.pair:
            place, called = event.board_name(match.board), event.called(round.number)
            return phrase("{board} of {round} goes on", board=place, round=called)
    for bye in event.round(x.round).byes:
        if bye.entrant == id and (bye.left or bye.taken_by):
            return special_bye_text(event, x.round, bye)
        if bye.entrant == id and bye.kind == "requested" and bye.called == "absent":
            return _WITHOUT_GAME[RoundKind.ABSENT]
    if x.kind is RoundKind.ABSENT and not event.entrant(id).active(x.round):
        came = event.entrant(id).joined <= x.round
        return phrase("withdrawn") if came else phrase("not entered yet")
    if x.kind is RoundKind.ABSENT and (event.board_word == "table" or bracketed(format)):
        return phrase("no match")
    return _WITHOUT_GAME[x.kind]


def result_word(x: CardLine) -> str:
    """What the entrant has of a match: `won`, `lost, forfeit`, `won 2½-1½`, `won 40-40 (bam)`."""
    if x.outcome is None or x.result is None:
        return phrase("open")
    outcomes = _OUTCOMES_OF_MATCHES if isinstance(x.result, MatchResult | TeamResult) else _OUTCOMES
    word = phrase("adjourned") if x.result.provisional else outcomes[x.outcome]
    if isinstance(x.result, MatchResult) or (isinstance(x.result, TeamResult) and x.result.played):
        own = x.result if x.colour == "W" or x.opponent is None else x.result.turned()
        by = f"({own.tiebreak.method})" if own.tiebreak is not None else ""
        return listed(" ", (word, own.score, by))
    return phrase("{outcome}, forfeit", outcome=word) if x.kind is RoundKind.FORFEIT else word
