"""The schedule of a round robin: Berger tables, settings, numbers, what is counted, and what
remains of the tables once a round was played differently.

Then a game that was played early is removed from its later round; one that was not played is put
into a round in which both are free. If there is no such round, games of two rounds change places
along a chain of players (Kempe's, as in the colouring of edges), so that nobody plays twice in a
round. A game for which no chain makes room is left over.

Source: FIDE C.05 Annex 1; `docs/formats/round_robin.md`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Literal, cast

from engine.entrants import EntrantId
from engine.event import Event, Match, Round, derived
from engine.lots import standing_lot
from engine.phrases import phrase
from engine.points import NIL
from engine.results import GameResult, Result
from engine.waiting import is_in
from formats.common import seniority
from formats.settings import MOST_ROUNDS, WINDOW, RoomSettings, SomePoints, knob

Pair = tuple[int, int]
"""White and Black, as numbers of the table; the dummy of an odd field is one of them."""
FEWEST, MOST, MOST_DOUBLE = 3, 60, 50

Behind = tuple[tuple[Pair, ...], frozenset[int]]
"""The games of a past round, and the players who rested in it."""
NUMBERS = "numbers of the round robin"
"""The purpose of the lot that records the numbers."""


def berger(size: int) -> list[list[Pair]]:
    """The rounds of a Berger table for `size` numbers, even: (White, Black) by board."""
    rounds = []
    for number in range(size - 1):
        step = number * (size // 2 - 1)
        places = [(j - step) % (size - 1) + 1 for j in range(size - 1)]
        first = (size, places[0]) if number % 2 else (places[0], size)
        rest = [(places[k], places[size - 1 - k]) for k in range(1, size // 2)]
        rounds.append([first, *rest])
    return rounds


def schedule(players: int, double: bool = False, exchange: bool = True) -> list[list[Pair]]:
    """All rounds as (White, Black) of numbers; with an odd field the number beyond is the dummy.

    In the double the second cycle has the colours reversed; `exchange` swaps the last two rounds
    of the first cycle, so that nobody has three games running with one colour.
    """
    once = berger(players + players % 2)
    if not double:
        return once
    first = [*once[:-2], *reversed(once[-2:])] if exchange else once
    return first + [[(black, white) for white, black in boards] for boards in once]


class RoundRobinSettings(RoomSettings):
    """Settings of the round robin."""

    predetermined: ClassVar[bool] = True
    boards_move: ClassVar[bool] = False
    not_chosen: ClassVar[frozenset[str]] = frozenset({"rounds"})

    rounds: int = knob(
        default=MOST_ROUNDS, ge=1, le=MOST_ROUNDS, description="follows from the entries"
    )
    correction_window: int = knob(default=2, ge=0, le=99, description=WINDOW)
    bye_points: SomePoints = knob(default=NIL, description="for the free round of an odd field")
    tiebreaks: tuple[str, ...] = knob(
        default=("DE", "WIN", "SB", "KS"),
        description="tie-breaks after points, in order (codes of FIDE C.07)",
    )
    double: bool = knob(default=False, description="everybody twice, with both colours")
    numbers: Literal["lot", "rating", "seed"] = knob(
        default="lot", description="how numbers are given; seed: by the seeds in the entry list"
    )
    exchange: bool = knob(
        default=True, description="double: the last two rounds of the first cycle change places"
    )
    annul: bool = knob(
        default=True, description="who withdraws before half of the games is not counted at all"
    )

    def forfeit(self, result: GameResult) -> Result:
        """A game that nobody, or one of two, came to."""
        return result


def settings_of(event: Event) -> RoundRobinSettings:
    """The format's own settings."""
    return cast(RoundRobinSettings, event.settings)


def most_entrants(event: Event) -> int:
    """How many the table takes; in the double fewer."""
    return MOST_DOUBLE if settings_of(event).double else MOST


def numbers_not_seeded(settings: RoundRobinSettings) -> str:
    """Why the numbers do not go by the seeds; empty where they do."""
    if settings.numbers == "seed":
        return ""
    origin = "drawn by lot" if settings.numbers == "lot" else "given by rating"
    return f"its numbers are {origin}, unless its setting numbers is seed"


def numbered(event: Event) -> tuple[EntrantId, ...]:
    """The entrants, by number from 1: as recorded with the first round, else as they would be."""
    recorded = [lot for lot in event.lots if lot.purpose == NUMBERS]
    if recorded and event.published:
        return recorded[-1].order
    there = [e for e in event.entrants if e.to_be_paired(1)]
    how = settings_of(event).numbers
    if how == "lot":
        return standing_lot(event, NUMBERS, sorted((e.id for e in there), key=int)).order
    if how == "seed":
        return tuple(e.id for e in sorted(there, key=lambda e: (e.seed or 10_000, seniority(e))))
    return tuple(e.id for e in sorted(there, key=seniority))


def rounds_of(event: Event) -> list[list[Pair]]:
    """The schedule of the present field: the table, and if a round was played differently, what is
    left of it for the rounds that follow."""
    return followed(event).rounds


@derived
def followed(event: Event) -> Timetable:
    """The schedule that follows from what was really played, round after round."""
    settings = settings_of(event)
    order = numbered(event)
    number = {id: no for no, id in enumerate(order, start=1)}
    behind = tuple(
        (
            tuple(
                (number[m.white], number[m.black])
                for m in round.matches
                if m.white in number and m.black in number
            ),
            frozenset(number[b.entrant] for b in round.byes if b.entrant in number),
        )
        for round in event.published
    )
    return _after(len(order), settings.double, settings.exchange, behind)


@lru_cache(maxsize=128)
def _after(size: int, double: bool, exchange: bool, behind: tuple[Behind, ...]) -> Timetable:
    """The schedule after these rounds, each found from the one before it."""
    if not behind:
        return Timetable(schedule(size, double, exchange))
    plan, at = _after(size, double, exchange, behind[:-1]), len(behind) - 1
    if at >= len(plan.rounds):
        return plan
    played, resting = behind[-1]
    return plan.after(at, played, resting, size + 1 if size % 2 else 0)


@derived
def annulled(event: Event) -> frozenset[EntrantId]:
    """Who withdrew before half of the games: their games are not counted."""
    settings = settings_of(event)
    if not settings.annul or not event.published:
        return frozenset()
    games = games_of_each(event)
    return frozenset(
        id
        for id in numbered(event)
        if event.entrant(id).withdrawn and 2 * games_played(event, id) < games
    )


def withdrawal_notes(event: Event) -> Iterator[str]:
    """What becomes of the games played by withdrawn entrants, for below the table."""
    out = annulled(event)
    for id in sorted(numbered(event), key=int) if event.published else ():
        entrant = event.entrant(id)
        if id in out:
            yield _annulled_text(event, entrant.name)
        elif entrant.withdrawn and entrant.away[-1].first <= len(rounds_of(event)):
            yield _counting_text(event, entrant.name)


def _annulled_text(event: Event, name: str) -> str:
    if event.board_word == "table":
        return phrase("{name} has withdrawn: its matches are annulled, in [ ]", name=name)
    return phrase("{name} has withdrawn: the games played are annulled, in [ ]", name=name)


def _counting_text(event: Event, name: str) -> str:
    if event.board_word == "table":
        return phrase(
            "{name} has withdrawn: its matches count as played, open ones are lost by default",
            name=name,
        )
    return phrase(
        "{name} has withdrawn: the games count as played, open ones are lost by default",
        name=name,
    )


def games_of_each(event: Event) -> int:
    """How many games the table gives to everybody."""
    return (len(numbered(event)) - 1) * (2 if settings_of(event).double else 1)


def games_played(event: Event, id: EntrantId) -> int:
    """How many games of somebody who leaves count for the rule of half of them: with the one of
    the round in play, where that is played to its end."""
    away, current = event.entrant(id).away[-1], event.current
    played = len(played_before(event, id, away.first))
    if away.finishes and current is not None and current.number < away.first:
        played += any(id in m.pair and not is_in(m) for m in current.matches)
    return played


def played_before(event: Event, id: EntrantId, first: int) -> list[Match]:
    """An entrant's games of the rounds before `first` that were played to their end."""
    return [
        match
        for round in event.published
        if round.number < first
        for match in round.matches
        if id in match.pair and is_in(match) and match.result is not None and match.result.played
    ]


@derived
def reckoned(event: Event) -> Event:
    """The event as the standings count it: games not played as forfeits, and nothing of annulled
    entrants."""
    if not event.published:
        return event
    out = annulled(event)
    order = numbered(event)
    # a file can have more rounds than the table of those who played the first
    table: list[list[Pair]] = [*rounds_of(event), *([] for _ in event.rounds)]
    rounds = tuple(
        _reckoned(event, round, boards, order, out) if round.published else round
        for round, boards in zip(event.rounds, table, strict=False)
    )
    return replace(event, rounds=rounds)


def _reckoned(
    event: Event, round: Round, boards: Sequence[Pair], order: Sequence[EntrantId],
    out: frozenset[EntrantId],
) -> Round:  # fmt: skip
    matches = [m for m in round.matches if not out & set(m.pair)]
    byes = {b.entrant: b for b in round.byes}
    there = {id for m in round.matches for id in m.pair}
    forfeited: list[Match] = []
    board = max((m.board for m in round.matches), default=0)
    for white, black in boards:
        if max(white, black) > len(order):
            continue
        pair = (order[white - 1], order[black - 1])
        if there & set(pair):
            continue
        for id in pair:
            byes.pop(id, None)
        if out & set(pair):
            continue
        board += 1
        came = [id for id in pair if event.entrant(id).to_be_paired(round.number)]
        result = GameResult.DOUBLE_FORFEIT
        if len(came) == 1:
            won = came[0] == pair[0]
            result = GameResult.WHITE_FORFEIT if won else GameResult.BLACK_FORFEIT
        forfeited.append(Match(board, *pair, settings_of(event).forfeit(result)))
    counted_byes = tuple(b for b in byes.values() if b.entrant not in out)
    return replace(round, matches=(*matches, *forfeited), byes=counted_byes)


DEEPEST = 3
"""At most so many changes are made to free two players in one round."""
MOST_TRIES = 30_000
"""So many chains are tried before a game is left over."""
TRIES_IN_ALL = 2 * MOST_TRIES
"""And so many in all rounds: an event played by another system altogether has no schedule left."""


@dataclass(frozen=True)
class Timetable:
    """The games of every round, past ones as they were due, and games that find no round."""

    rounds: list[list[Pair]]
    left: tuple[Pair, ...] = ()
    tries: int = TRIES_IN_ALL
    """How many more there are."""

    def after(
        self, at: int, played: Sequence[Pair], resting: Collection[int] = (), dummy: int = 0
    ) -> Timetable:
        """The plan once the round of that place (from 0) was played with these games.

        A game is taken as played, or forfeited, as due if neither player met somebody else. One of
        those `resting` may have the free round, the game with the `dummy`, of another player.
        """
        due = self.rounds[at]
        with_game = {no for pair in played for no in pair}
        free = _freed(due, with_game, resting, dummy)
        played = [*played, *free]
        asked = {frozenset(pair) for pair in due}
        fell_away = [
            pair
            for pair in due
            if with_game & set(pair) and frozenset(pair) not in {frozenset(p) for p in played}
        ]
        others = [pair for pair in played if frozenset(pair) not in asked]
        if not fell_away and not others:
            return self
        coming = _Coming(self.rounds[at + 1 :], self.tries)
        for pair in others:
            coming.take_out(pair)
        rest = [pair for pair in (*self.left, *fell_away) if not _played_now(pair, others)]
        left = tuple(pair for pair in rest if not coming.put_in(pair))
        return Timetable([*self.rounds[: at + 1], *coming.rounds], left, coming.tries)


def _freed(
    due: Sequence[Pair], with_game: Collection[int], resting: Collection[int], dummy: int
) -> Iterator[Pair]:
    """The free round of somebody whose own opponent has played, where the one who was to be free
    has a game."""
    meant = next((pair for pair in due if dummy in pair), None) if dummy else None
    if meant is None or not set(meant) & set(with_game):
        return
    for pair in due:
        for no, other in (pair, pair[::-1]):
            if no in resting and no not in with_game and other in with_game:
                yield no, dummy
                return


def _played_now(pair: Pair, others: Sequence[Pair]) -> bool:
    return frozenset(pair) in {frozenset(other) for other in others}


class _Coming:
    """The rounds to come, as each player's game in each of them."""

    def __init__(self, rounds: Sequence[Sequence[Pair]], tries: int) -> None:
        self.tries = tries
        self.game: list[dict[int, Pair]] = [
            {no: pair for pair in boards for no in pair} for boards in rounds
        ]
        self._order = [list(boards) for boards in rounds]

    @property
    def rounds(self) -> list[list[Pair]]:
        """Games that kept their round first, in their order there."""
        rounds_played = []
        for games, before in zip(self.game, self._order, strict=True):
            wanted = set(games.values())
            unmoved = [pair for pair in before if pair in wanted]
            rounds_played.append(unmoved + sorted(wanted - set(unmoved)))
        return rounds_played

    def take_out(self, pair: Pair) -> None:
        """That game, which has been played; the one with these colours if there are two."""
        for wanted in (pair, pair[::-1]):
            for games in self.game:
                if games.get(pair[0]) == wanted:
                    del games[pair[0]], games[pair[1]]
                    return

    def put_in(self, pair: Pair) -> bool:
        """Into the first round that has, or can be made to have, both of its players free."""
        least = max(0, self.tries - MOST_TRIES)
        return any(self._made_room(pair, depth, least) for depth in range(DEEPEST + 1))

    def _made_room(self, pair: Pair, depth: int, least: int) -> bool:
        """Placed after `depth` changes that free one of the two in another round, while more than
        `least` tries are left."""
        if not depth:
            return self._placed(pair)
        for one in pair:
            for x in list(self._free(one)):
                for z in range(len(self.game)):
                    if self.tries <= least:
                        return False
                    if z != x and self._change(one, z, x):
                        if self._made_room(pair, depth - 1, least):
                            return True
                        self._change(one, x, z)
        return False

    def _placed(self, pair: Pair) -> bool:
        one, other = pair
        for x in self._free(one):
            if other not in self.game[x]:
                self._put(x, pair)
                return True
        for x in self._free(one):
            for y in self._free(other):
                if self._change(other, x, y, without=one):
                    self._put(x, pair)
                    return True
        return False

    def _put(self, x: int, pair: Pair) -> None:
        for no in pair:
            self.game[x][no] = pair

    def _free(self, no: int) -> Iterator[int]:
        return (x for x, games in enumerate(self.game) if no not in games)

    def _change(self, start: int, x: int, y: int, without: int = 0) -> bool:
        """Let the chain of games from a player who is free in round `y` change between the rounds
        `x` and `y`, so that he is free in `x`; not where it comes to `without`."""
        self.tries -= 1
        chain: list[tuple[int, Pair]] = []
        here, current = start, x
        while (pair := self.game[current].get(here)) is not None:
            chain.append((current, pair))
            here = pair[0] if pair[1] == here else pair[1]
            current = y if current == x else x
        if here == without:
            return False
        for round, pair in chain:
            for no in pair:
                if self.game[round].get(no) == pair:
                    del self.game[round][no]
        for round, pair in chain:
            self._put(y if round == x else x, pair)
        return True
