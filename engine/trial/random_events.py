"""Random tournaments: everything that happens to a real one, by seeded chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import CreateEvent, Instruct
from engine.entrants import Away, Entrant, RequestedBye
from engine.event import Event, Instruction, Match
from engine.next_draw import drawn
from engine.points import NIL, Points
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import Refused
from engine.results import GameResult, Result
from engine.trial.chance import PERCENT, Chance, by_table
from engine.trial.field import random_field
from engine.trial.play import published, strengths, with_results

ODD_RESULTS = (GameResult.HALF_WHITE, GameResult.HALF_BLACK, GameResult.BOTH_LOSE)
DOUBLE = 12 * PERCENT
"""How many of all forfeits are on both sides."""


@dataclass(frozen=True)
class Recipe:
    """What a random tournament is made of. Shares are millionths.

    `half_byes`, `full_byes`, `zero_byes` and `withdrawals` are by player and round, `reentries`
    by withdrawn player and round, `late` and `unrated` by player. By game are `forfeits` of any
    kind, those that White wins, that White loses and that both lose, and `odd_results`, an
    arbiter's decision on a game that was played (1/2-0, 0-1/2, 0-0). `bars` is a number of pairs
    who shall not meet. `playing` is how many of the rounds are played. `ratings`, one for each
    player and 0 for none, take the place of `low`, `high` and `unrated`. In formats for teams
    `players` are teams, and what is said of games is of their boards, and forfeits of whole matches
    too; `ratings` are not taken there. In a format that takes nobody in once play has begun nobody
    is late, and byes that it does not give are not asked for.
    """

    players: int
    rounds: int
    seed: int
    playing: int
    low: int = 1200
    high: int = 2400
    draws: int = 30 * PERCENT
    half_byes: int = 0
    full_byes: int = 0
    zero_byes: int = 0
    forfeits: int = 0
    forfeit_wins: int = 0
    forfeit_losses: int = 0
    double_forfeits: int = 0
    odd_results: int = 0
    withdrawals: int = 0
    reentries: int = 0
    late: int = 0
    unrated: int = 0
    bars: int = 0
    ratings: tuple[int, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Made:
    """A random tournament, and why it has fewer rounds than it should (empty: it has all)."""

    event: Event
    stopped: str = ""


def random_event(format: Format, recipe: Recipe, title: str) -> Made:
    """The tournament of a recipe: the same recipe gives the same one."""
    chance = Chance(recipe.seed, "tournament")
    event = _beginning(format, recipe, title, chance)
    strength = strengths(event)
    for number in range(1, recipe.playing + 1):
        event = _happenings(event, format, recipe, number, chance)
        try:
            event = published(drawn(event, format), format)
        except Refused as refusal:
            return Made(event.until(number - 1), str(refusal))
        if recipe.late and format.entry_refused(event):
            return random_event(format, replace(recipe, late=0), title)
        if part_of(format, PlayedByTeams) is not None:
            event = _of_teams(event, format, recipe, number, chance)
            continue
        round = with_results(event.round(number), format, strength, chance, recipe.draws, by_table)
        matches = tuple(_decided(m, format, recipe, chance) for m in round.matches)
        event = event.with_round(replace(round, matches=matches))
    if recipe.playing < recipe.rounds:
        event = _happenings(event, format, recipe, recipe.playing + 1, chance)
    return Made(event)


def _of_teams(event: Event, format: Format, recipe: Recipe, number: int, chance: Chance) -> Event:
    from engine.trial.random_teams import with_board_results, with_reserves

    def decided() -> GameResult | None:
        result = _decision(recipe, chance, lambda: ODD_RESULTS)
        return result if isinstance(result, GameResult) else None

    event = with_reserves(event, format, number, chance)
    round = event.round(number)
    return event.with_round(with_board_results(event, format, round, chance, recipe.draws, decided))


def _beginning(format: Format, recipe: Recipe, title: str, chance: Chance) -> Event:
    lot = Chance(recipe.seed, "lots").below(1_000_000)
    settings = {"rounds": recipe.rounds, **recipe.settings}
    event = CreateEvent(title, format.name, settings, lot).begin(format)
    entrants = _field(event, format, recipe, chance)
    people = len(entrants) + sum(len(e.players) for e in entrants)
    entrants = tuple(_joining(e, recipe, chance) for e in entrants)
    event = replace(event, entrants=entrants, next_id=people + 1)
    for _ in range(recipe.bars):
        one, other = chance.some([e.id for e in entrants], 2)
        bar = Instruction("bar", min(one, other, key=int), max(one, other, key=int))
        if why := format.instruction_refused(event, bar):
            raise Refused(f"{format.name} takes no bars", why, shell="leave --bars out")
        event = Instruct(bar).change(event, format)  # it may well leave a round without a draw
    return event


def _field(event: Event, format: Format, recipe: Recipe, chance: Chance) -> tuple[Entrant, ...]:
    """The players; or teams of players, of which some have reserves."""
    teams = part_of(format, PlayedByTeams)
    if teams is None:
        return random_field(
            recipe.players, chance, recipe.low, recipe.high, recipe.unrated, recipe.ratings
        )
    from engine.trial.random_teams import MOST_RESERVES, squads

    boards = teams.boards(event)
    size = boards + chance.below(MOST_RESERVES + 1)
    count = recipe.players * size
    players = random_field(count, chance, recipe.low, recipe.high, recipe.unrated)
    # neighbours of the list, some of them exchanged: teams of several strengths
    drawn_by = {player.id: at + chance.below(count) for at, player in enumerate(players)}
    mixed = sorted(players, key=lambda player: (drawn_by[player.id], int(player.id)))
    return squads(mixed, recipe.players, boards)


def _joining(entrant: Entrant, recipe: Recipe, chance: Chance) -> Entrant:
    """Late entries come for one of the rounds of the first half."""
    if recipe.playing < 2 or not chance.happens(recipe.late):
        return entrant
    return replace(entrant, joined=2 + chance.below(max(1, recipe.playing // 2)))


def _happenings(event: Event, format: Format, recipe: Recipe, number: int, chance: Chance) -> Event:
    """Who leaves, comes back or asks for a bye before a round. Enough to play with remain."""
    changed = tuple(_life(e, event, format, recipe, number, chance) for e in event.entrants)
    after = replace(event, entrants=changed)
    here = sum(e.to_be_paired(number) for e in after.entrants)
    return after if here >= max(format.smallest, 2) else event


def _life(
    entrant: Entrant, event: Event, format: Format, recipe: Recipe, number: int, chance: Chance
) -> Entrant:
    if number < entrant.joined:
        return entrant
    if entrant.withdrawn:
        if number > entrant.away[-1].first and chance.happens(recipe.reentries):
            *earlier, last = entrant.away
            return replace(entrant, away=(*earlier, replace(last, back=number)))
        return entrant
    if number > 1 and chance.happens(recipe.withdrawals):
        return replace(entrant, away=(*entrant.away, Away(number)))
    for share, points in _byes(event, recipe):
        absent = points == NIL
        if chance.happens(share) and (absent or not format.bye_refused(event, entrant, points)):
            bye = RequestedBye(number, points, absent=absent)
            return replace(entrant, byes=(*entrant.byes, bye))
    return entrant


def _byes(event: Event, recipe: Recipe) -> tuple[tuple[int, Points], ...]:
    _, draw, win = event.settings.round_points
    return ((recipe.half_byes, draw), (recipe.zero_byes, NIL), (recipe.full_byes, win))


def _decided(match: Match, format: Format, recipe: Recipe, chance: Chance) -> Match:
    """The board, or a forfeit or an odd result in its place."""
    if match.games != 1 or match.boards is not None:
        return match
    result = _decision(recipe, chance, lambda: _odd_results(match, format))
    return match if result is None else replace(match, result=result)


def _decision(
    recipe: Recipe, chance: Chance, odd: Callable[[], tuple[Result, ...]]
) -> Result | None:
    """A forfeit or an odd result by chance; mostly None."""
    if chance.happens(recipe.forfeits):
        both = chance.happens(DOUBLE)
        sides = (GameResult.WHITE_FORFEIT, GameResult.BLACK_FORFEIT)
        return GameResult.DOUBLE_FORFEIT if both else chance.pick(sides)
    for share, results in (
        (recipe.forfeit_wins, (GameResult.WHITE_FORFEIT,)),
        (recipe.forfeit_losses, (GameResult.BLACK_FORFEIT,)),
        (recipe.double_forfeits, (GameResult.DOUBLE_FORFEIT,)),
        (recipe.odd_results, odd() if recipe.odd_results else ()),
    ):
        if results and share and chance.happens(share):
            return chance.pick(results)
    return None


def _odd_results(match: Match, format: Format) -> tuple[Result, ...]:
    """Those that the format takes: a knockout must have a winner."""
    results: list[Result] = []
    for text in ("1/2-0", "0-1/2", "0-0"):
        try:
            results.append(format.result_form(match).parse(text))
        except Refused:
            continue
    return tuple(results)
