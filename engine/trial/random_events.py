"""Random tournaments: everything that happens to a real one, by seeded chance; those of teams with
their squads, line-ups with reserves, and results by board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import CreateEvent, Instruct
from engine.actions.team_play import SetLineup, with_boards
from engine.entrants import Away, Entrant, RequestedBye
from engine.event import Event, Instruction, Match, Round, TeamBoard
from engine.next_draw import drawn
from engine.points import NIL, Points
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import Refused
from engine.results import GameResult, Result
from engine.teams import lineup_of, mean_rating, players_by_id
from engine.trial.chance import PERCENT, Chance, by_table, outcome
from engine.trial.play import UNKNOWN, Odds, published, strengths, with_results
from engine.trial.random_entries import random_field

ODD_RESULTS = (GameResult.HALF_WHITE, GameResult.HALF_BLACK, GameResult.BOTH_LOSE)
DOUBLE = 12 * PERCENT
"""How many of all forfeits are on both sides."""
MOST_RESERVES = 2
MOST_GAMES = 20
"""So often a match is played that stays level."""
RESERVES_IN = 15 * PERCENT
"""How often a team has reserves in its line-up."""
_BY_POINTS = (GameResult.BLACK, GameResult.DRAW, GameResult.WHITE)


@dataclass(frozen=True)
class Recipe:
    """The ingredients of a random tournament. Shares are millionths.

    `half_byes`, `full_byes`, `zero_byes` and `withdrawals` are by player and round, `reentries` by
    withdrawn player and round, `late` and `unrated` by player. By game are `forfeits` of any kind,
    those that White wins, that White loses and that both lose, and `odd_results`, an arbiter's
    decision on a game that was played (1/2-0, 0-1/2, 0-0). `bars` is a number of pairs who shall
    not meet. `playing` is how many of the rounds are played. `ratings`, one for each player and 0
    for none, replace `low`, `high` and `unrated`. In formats for teams `players` are teams, the
    shares of games are shares of their boards, and forfeits are of whole matches, too; `ratings`
    are not used there. In a format without late entries nobody is late, and byes that it does not
    give are not asked for.
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
    strength, odds = strengths(event), Odds(chance, recipe.draws, by_table)
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
        round = with_results(event.round(number), format, strength, odds)
        matches = tuple(_decided(m, format, recipe, chance) for m in round.matches)
        event = event.with_round(replace(round, matches=matches))
    if recipe.playing < recipe.rounds:
        event = _happenings(event, format, recipe, recipe.playing + 1, chance)
    return Made(event)


def _of_teams(event: Event, format: Format, recipe: Recipe, number: int, chance: Chance) -> Event:

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
    if here < max(format.smallest, 2):
        return event
    # what rounds played are worth goes by who has left, as after every action of an event
    return replace(format.settle(after), settings=event.settings)


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
    """A random forfeit or odd result; mostly None."""
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


def squads(players: Sequence[Entrant], teams: int, boards: int) -> tuple[Entrant, ...]:
    """So many teams of these players, the strongest first and numbered so; their players have the
    numbers after the teams. Each has its players by rating."""
    size = len(players) // teams
    chunks = [players[at : at + size] for at in range(0, teams * size, size)]
    chunks = [sorted(chunk, key=lambda p: -(p.rating or 0)) for chunk in chunks]
    rated = sorted(((mean_rating(chunk, boards) or 0, chunk) for chunk in chunks),
                   key=lambda pair: (-pair[0], pair[1][0].name))  # fmt: skip
    made = []
    for number, (rating, chunk) in enumerate(rated, start=1):
        first = teams + 1 + (number - 1) * size
        own = tuple(replace(p, id=str(first + at)) for at, p in enumerate(chunk))
        name = f"Club {number:02}"
        made.append(Entrant(str(number), name, rating=rating or None, players=own))
    return tuple(made)


def with_reserves(event: Event, format: Format, number: int, chance: Chance) -> Event:
    """The event with reserves in some line-ups of a published round; where a team has several
    matches in it, everybody plays."""
    matches = Counter(id for match in event.round(number).matches for id in match.pair)
    for match in event.round(number).matches:
        for id in (team for team in match.pair if matches[team] == 1):
            squad = [player.id for player in event.entrant(id).players]
            seats = len(lineup_of(match, id))
            if seats < len(squad) and chance.happens(RESERVES_IN):
                chosen = set(chance.some(squad, seats))
                named = tuple(player for player in squad if player in chosen)
                event = SetLineup(id, named, number, insist=True).apply(event, format)
    return event


def with_board_results(
    event: Event, format: Format, round: Round, chance: Chance, draws: int,
    decided: Callable[[], GameResult | None],
) -> Round:  # fmt: skip
    """The round with a result on every board, by the ratings of its players. `decided` replaces it
    at random by a forfeit or an odd result; a forfeit of a match is one of all its boards."""
    ratings = {id: one.player.rating or UNKNOWN for id, one in players_by_id(event).items()}

    def played(board: TeamBoard) -> TeamBoard:
        if board.result is not None:
            return board
        if (instead := decided()) is not None:
            return replace(board, result=instead)
        gap = ratings.get(board.white, UNKNOWN) - ratings.get(board.black, UNKNOWN)
        return replace(board, result=_BY_POINTS[outcome(chance, gap, draws, by_table)])

    def finished(match: Match) -> Match:
        whole = decided()
        if whole is None or whole.played:
            boards = tuple(map(played, match.lineups))
        else:
            boards = tuple(board.with_home_result(whole) for board in match.lineups)
        return with_boards(event, format, match, boards)

    def decided_match(match: Match) -> Match:
        """A level match of a knockout that its boards leave open is played again."""
        done = finished(match)
        for _ in range(MOST_GAMES):
            if done.result is not None:
                break
            done = finished(match)
        return done

    return replace(round, matches=tuple(map(decided_match, round.matches)))
