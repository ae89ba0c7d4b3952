"""The course of an event so far: losses, who is out since when, play-offs, the winner."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import cast

from engine.entrants import EntrantId
from engine.event import Event, Match, Round, derived
from engine.phrases import listed, phrase, phrases
from engine.points import NIL, Points
from engine.results import Side
from formats.common import seniority
from formats.diagonal.games import Two, two_games
from formats.diagonal.settings import DiagonalSettings
from formats.settings import MOST_ROUNDS

CLOSE = Decimal("1.1")
"""A shortest win under 1.1 times the shortest of all is as short."""
SIDES: tuple[Side, Side] = ("white", "black")


def settings_of(event: Event) -> DiagonalSettings:
    """The format's own settings."""
    return cast(DiagonalSettings, event.settings)


def is_open(match: Match) -> bool:
    """A game of the match has no result yet."""
    return match.result is None or match.result.provisional


def open_boards(round: Round) -> tuple[int, ...]:
    """Boards with an open game."""
    return tuple(m.board for m in round.matches if is_open(m))


@dataclass
class PlayerTally:
    """A player's results so far."""

    losses: Points = NIL
    wins: int = 0
    points: Points = NIL
    games: int = 0


@dataclass
class Course:
    """The state of the event after its published rounds.

    `left` play on, in the row or (`playoff`) for the first place. `out` gives the round at whose
    end somebody went out, `playoff_out` the same for those who lost a play-off. `decided` says in
    words how the winner was found; `lengths` has the tied players whose shortest wins would
    decide, each with the (round, board) of the games won whose lengths are missing.
    """

    tallies: dict[EntrantId, PlayerTally]
    left: set[EntrantId]
    out: dict[EntrantId, int] = field(default_factory=dict)
    playoff: bool = False
    playoff_out: dict[EntrantId, int] = field(default_factory=dict)
    playoff_losses: dict[EntrantId, Points] = field(default_factory=dict)
    winner: EntrantId | None = None
    decided: str = ""
    over: bool = False
    lengths: Mapping[EntrantId, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    @property
    def exits(self) -> Mapping[EntrantId, int]:
        """By entrant who plays on no more, the round at whose end he went out; for those who lost a
        play-off for the first place, that of the play-off."""
        staying = set() if self.over else self.left
        return {
            id: number
            for id, number in (self.out | self.playoff_out).items()
            if id != self.winner and id not in staying
        }


@derived
def course(event: Event) -> Course:
    """Read from the rounds alone; a round with an open game is counted, but ends nothing."""
    standing = Course({e.id: PlayerTally() for e in event.entrants}, {e.id for e in event.entrants})
    for round in event.published:
        playing = {id for m in round.matches for id in m.pair}
        # after a correction a player may have played on who should not have
        standing.left |= playing
        for id in playing:
            standing.out.pop(id, None) if not standing.playoff else standing.playoff_out.pop(
                id, None
            )
        standing.winner, standing.decided, standing.over, standing.lengths = None, "", False, {}
        _count(standing, event, round)
        if open_boards(round):
            continue
        # games of later rounds, above all of a play-off, do not settle an earlier tie
        then = event.until(round.number)
        if standing.playoff:
            _end_of_playoff(standing, then, round)
        else:
            _end_of_round(standing, then, round)
    return standing


def _count(standing: Course, event: Event, round: Round) -> None:
    draw = settings_of(event).draw_losses
    for match in round.matches:
        result = two_games(match.result)
        for id, side in zip(match.pair, SIDES, strict=True):
            tally, lost = standing.tallies[id], result.losses(side, draw)
            tally.losses += lost
            tally.wins += result.wins(side)
            tally.points += result.points(side, event.settings)
            tally.games += sum(game.played for game in result.games)
            if standing.playoff:
                standing.playoff_losses[id] = standing.playoff_losses.get(id, NIL) + lost


def gone(event: Event, id: EntrantId, number: int) -> bool:
    """Whether somebody has left before or with the end of that round; nobody comes back."""
    return any(span.first <= number + 1 for span in event.entrant(id).away)


def _expelled(event: Event, id: EntrantId, number: int) -> bool:
    """Whether somebody can win no more, whatever he has won."""
    return event.entrant(id).expelled and gone(event, id, number)


def _end_of_round(standing: Course, event: Event, round: Round) -> None:
    """A round that decides the event decides it whoever leaves with its end."""
    settings, number = settings_of(event), round.number
    leaving = {
        id
        for id in standing.left
        if standing.tallies[id].losses >= settings.max_losses or _expelled(event, id, number)
    }
    last = number >= (settings.max_rounds or MOST_ROUNDS)
    if not last and len(standing.left - leaving) > 1:
        leaving |= {id for id in standing.left if gone(event, id, number)}
    standing.out |= dict.fromkeys(leaving, number)
    before, standing.left = standing.left, standing.left - leaving
    if len(standing.left) == 1:
        _crown(standing, next(iter(standing.left)), phrase("the last one left"))
    elif not standing.left:
        _common_exit(standing, event, before, phrase("all went out together"))
    elif last:
        standing.out |= dict.fromkeys(standing.left, number)
        _common_exit(
            standing,
            event,
            standing.left,
            phrases("after {count} round", "after {count} rounds", count=number),
        )


def _crown(standing: Course, id: EntrantId, how: str) -> None:
    standing.winner, standing.decided, standing.over = id, how, True
    standing.left = {id}


def _common_exit(
    standing: Course, event: Event, candidates: Collection[EntrantId], how: str
) -> None:
    """The fewest losses; direct comparison; the shortest win; else they play again."""
    there = [id for id in candidates if not _expelled(event, id, len(event.published))]
    tied = _least(there or candidates, lambda id: standing.tallies[id].losses)
    how = listed(": ", (how, phrase("the fewest losses")))
    if len(tied) > 1:
        tied = _least(tied, lambda id: -_direct(event, id, tied))
        how = listed(", ", (how, phrase("direct comparison")))
    if len(tied) > 1:
        shortest = _shortest(event, tied)
        if isinstance(shortest, dict):
            standing.lengths = shortest
        else:
            tied, how = shortest, listed(", ", (how, phrase("the shortest win")))
    if len(tied) == 1:
        _crown(standing, tied[0], how)
        return
    standing.left, standing.playoff = set(tied), True
    _without_playoff(standing, event)


def _without_playoff(standing: Course, event: Event) -> None:
    """A player who has left does not play it off. If none of the tied players plays any more, the
    order of the ranking counts."""
    number = len(event.published)
    there = [id for id in standing.left if not gone(event, id, number)]
    standing.left = set(there or standing.left)
    if len(there) == 1:
        _crown(standing, there[0], phrase("the others have withdrawn"))
    elif not there or number >= MOST_ROUNDS:
        standing.over = True
        standing.playoff_out |= dict.fromkeys(standing.left, number)


def _end_of_playoff(standing: Course, event: Event, round: Round) -> None:
    """The fewest losses in the play-offs; whoever has more, or leaves undecided, is out of them."""
    there = [id for id in standing.left if not _expelled(event, id, round.number)]
    best = _least(there or standing.left, lambda id: standing.playoff_losses.get(id, NIL))
    standing.playoff_out |= dict.fromkeys(standing.left - set(best), round.number)
    standing.left = set(best)
    if len(best) == 1:
        _crown(standing, best[0], phrase("won the play-off"))
    else:
        _without_playoff(standing, event)


def _least(ids: Iterable[EntrantId], value: object) -> list[EntrantId]:
    ordered = sorted(ids, key=int)
    values = {id: value(id) for id in ordered}  # type: ignore[operator]
    least = min(values.values())
    return [id for id in ordered if values[id] == least]


def _direct(event: Event, id: EntrantId, tied: Collection[EntrantId]) -> int:
    """Games won less games lost against the others who are tied."""
    ahead = 0
    for _, side, result, other in results_of(event, id):
        if other in tied:
            opposite: Side = "black" if side == "white" else "white"
            ahead += result.wins(side) - result.wins(opposite)
    return ahead


def results_of(event: Event, id: EntrantId) -> list[tuple[tuple[int, int], Side, Two, EntrantId]]:
    """((round, board), side, result, opponent) of every match of a player."""
    return _results(event).get(id, [])


@derived
def _results(
    event: Event,
) -> Mapping[EntrantId, list[tuple[tuple[int, int], Side, Two, EntrantId]]]:
    games: dict[EntrantId, list[tuple[tuple[int, int], Side, Two, EntrantId]]] = {}
    for round in event.published:
        for match in round.matches:
            place, result = (round.number, match.board), two_games(match.result)
            games.setdefault(match.white, []).append((place, "white", result, match.black))
            games.setdefault(match.black, []).append((place, "black", result, match.white))
    return games


def _shortest(
    event: Event, tied: Sequence[EntrantId]
) -> list[EntrantId] | dict[EntrantId, tuple[tuple[int, int], ...]]:
    """Who stays tied by the shortest won game of each; or, where lengths are missing, by player
    the games whose."""
    best: dict[EntrantId, int] = {}
    missing: dict[EntrantId, list[tuple[int, int]]] = {id: [] for id in tied}
    for id in tied:
        for place, side, result, _ in results_of(event, id):
            for moves in result.won_lengths(side):
                if moves is None:
                    missing[id].append(place)
                else:
                    best[id] = min(moves, best.get(id, moves))
    if any(missing.values()):
        return {id: tuple(sorted(set(places))) for id, places in missing.items()}
    if not best:
        return list(tied)
    limit = min(best.values()) * CLOSE
    return [id for id in tied if id in best and best[id] < limit]


def field_of(event: Event, number: int) -> list[EntrantId]:
    """The row of a round: the players still in and present, by rating."""
    standing = course(event)
    there = [
        e
        for e in event.entrants
        if e.id in standing.left and e.to_be_paired(number) and not gone(event, e.id, number - 1)
    ]
    return [e.id for e in sorted(there, key=seniority)]
