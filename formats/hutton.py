"""The Hutton pairing, also called jamboree pairing: many teams in one session, a game a player.

"Hutton pairing is a system of matching many teams while demanding only one game from each player
taking part … The players in each team are ranked in order of strength and each player meets
someone of similar ranking. When the number of teams is one more than the number of boards, each
team meets every other team on one board only" (www.e4ec.org/stories.html?id=3). The pairing tables
that organisers use are not given there; these are made from the Berger tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal, cast

from engine.entrants import Entrant, EntrantId
from engine.event import Event, Lot, Match, Round
from engine.lots import standing_lot
from engine.points import Points, counted
from engine.protocol import Advice, Proposal
from engine.reasons import Reason
from engine.refusal import Refused
from formats.berger import berger
from formats.common import nobody_floats, without_number
from formats.settings import FormatSettings, knob
from formats.teams import PlacesInOrder, TeamsByTable, TeamSettings

FEWEST, MOST = 2, 60
LETTERS = "numbers of the teams"
"""The purpose of the lot that says which team is which of the table."""


@dataclass(frozen=True, slots=True)
class HuttonGame:
    """A game of a session: teams by number, players by board, each from 1."""

    white: int
    white_board: int
    black: int
    black_board: int

    def turned(self) -> HuttonGame:
        """With the other colours."""
        return HuttonGame(self.black, self.black_board, self.white, self.white_board)


@cache
def hutton(teams: int, boards: int, session: int = 1, sessions: int = 1) -> tuple[HuttonGame, ...]:
    """The games of a session, by board.

    On each board the teams meet by one round of the Berger table, on the next board by the next; in
    the next session each board has the round after its own. Colours are those of the table,
    reversed each time that it begins again, so that players of several sessions change colours; of
    a single one they are dealt so that no team has more than one White more than Blacks, or the
    other way. With an odd number of teams one is free on each board: of two boards the one above
    meets the one below. With odd boards too the free player of the last one has no game.
    """
    table = berger(teams + teams % 2)
    games: list[HuttonGame] = []
    free: HuttonGame | None = None
    for board in range(1, boards + 1):
        cycle, round = divmod(board - 1 + session - 1, len(table))
        for pair in table[round]:
            white, black = pair if cycle % 2 == 0 else pair[::-1]
            game = HuttonGame(white, board, black, board)
            if max(white, black) <= teams:
                games.append(game)
            elif free is None:
                free = game
            else:
                games.append(_floated(free, game, teams))
                free = None
    games.sort(key=lambda g: min(g.white_board, g.black_board))
    return tuple(_balanced(games) if sessions == 1 else games)


def _balanced(games: Sequence[HuttonGame]) -> list[HuttonGame]:
    """The games with colours along closed walks from team to team: the team that a walk leaves has
    White, so every team is left as often as it is reached. Teams with an odd number of games are
    joined by walks that lead outside (team 0)."""
    ends = [(game.white, game.black) for game in games]
    degrees = Counter(team for pair in ends for team in pair)
    ends += [(team, 0) for team in sorted(degrees) if degrees[team] % 2]
    at: dict[int, list[int]] = {}
    for edge, pair in enumerate(ends):
        for team in pair:
            at.setdefault(team, []).append(edge)
    whites: dict[int, int] = {}
    for start in sorted(at):
        here = start
        while at[here]:
            edge = at[here].pop(0)
            if edge in whites:
                continue
            whites[edge] = here
            here = sum(ends[edge]) - here
    return [
        game if whites[edge] == game.white else game.turned() for edge, game in enumerate(games)
    ]


def _floated(above: HuttonGame, below: HuttonGame, teams: int) -> HuttonGame:
    """The two who are free on a board each; the one above has the colour of the table."""
    upper, lower = (min(game.white, game.black) for game in (above, below))
    if above.white <= teams:
        return HuttonGame(upper, above.white_board, lower, below.white_board)
    return HuttonGame(lower, below.white_board, upper, above.white_board)


class HuttonSettings(TeamSettings):
    """Settings of the Hutton pairing: games count, not matches."""

    predetermined: ClassVar[bool] = True

    rounds: int = knob(default=1, ge=1, le=59, description="sessions, in each a game a player")
    boards: int = knob(default=4, ge=1, le=50, description="players of a team")
    primary: Literal["match", "game"] = knob(
        default="game", description="what ranks teams: game points"
    )
    tiebreaks: tuple[str, ...] = knob(
        default=("DE",), description="tie-breaks after game points, in order (codes of FIDE C.07)"
    )
    board_order: Literal["fixed", "free"] = knob(
        default="free", description="the table orders the line-ups"
    )
    numbers: Literal["lot", "entry"] = knob(
        default="lot", description="which team is which of the table: by lot, or as entered"
    )


class Hutton(TeamsByTable):
    """Every player has one game a session, against somebody of his own board in another team."""

    name = "hutton"
    title = "Hutton (jamboree)"
    used_for = "many teams in one session"
    summary = "many teams at once: one game a session for every player, near his own board"
    smallest = FEWEST
    fixed = "the table says who meets whom"
    several_boards = True
    Settings: ClassVar[type[FormatSettings]] = HuttonSettings

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """By number of the table; teams that do not play come last."""
        order = _numbered(event)
        return [*order, *(e.id for e in event.entrants if e.id not in set(order))]

    def seeds_unused(self, event: Event) -> str:
        """The teams are numbered otherwise."""
        lot = _settings(event).numbers == "lot"
        return "its numbers are drawn by lot" if lot else "its numbers are those of the entry list"

    def draw(self, event: Event) -> Proposal:
        """The next session: a match for each two teams that meet, with the boards on which."""
        number, order = len(event.published) + 1, _numbered(event)
        if not FEWEST <= len(order) <= MOST:
            raise Refused(
                f"{counted(len(order), 'team')} cannot be drawn",
                f"it takes {FEWEST} to {MOST}",
                "enter more" if len(order) < FEWEST else "make two events",
            )
        if event.instructed("lock", number) or event.instructed("bar", number):
            raise Refused("locks and bars cannot be kept", self.fixed, "take them back")
        boards: dict[frozenset[int], list[HuttonGame]] = {}
        for game in _games(event, number):
            boards.setdefault(frozenset((game.white, game.black)), []).append(game)
        matches: list[Match] = []
        for games in boards.values():
            first = games[0]
            on = tuple(sorted({b for g in games for b in (g.white_board, g.black_board)}))
            pair = order[first.white - 1], order[first.black - 1]
            matches.append(Match(len(matches) + 1, *pair, why=(Reason.of("hutton", boards=on),)))
        lot = _lot(event)
        lots = (lot,) if lot is not None and lot not in event.lots else ()
        return Proposal(number, tuple(matches), lots=lots)

    def worded(self, reason: Reason, event: Event) -> str:
        """On which boards the two teams meet."""
        if reason.code == "hutton":
            boards: tuple[int, ...] = reason["boards"]
            word = "boards" if len(boards) > 1 else "board"
            return f"the players of {word} {', '.join(map(str, boards))}"
        return super().worded(reason, event)

    def first_games(self, event: Event, round: Round, match: Match) -> Iterable[PlacesInOrder]:
        """The games of the table between the two teams."""
        order = _numbered(event)
        for game in _games(event, round.number):
            pair = order[game.white - 1], order[game.black - 1]
            if pair == match.pair:
                yield PlacesInOrder(game.white_board, game.black_board, False)
            elif pair[::-1] == match.pair:
                yield PlacesInOrder(game.black_board, game.white_board, True)

    def levels(self, event: Event, round: Round) -> Mapping[EntrantId, int]:
        """Nobody floats by points."""
        return nobody_floats(event)

    def settings_changed(self, event: Event, settings: object) -> None:
        """The table is fixed by the first session."""
        new, old = cast(HuttonSettings, settings), _settings(event)
        if not event.published:
            return
        if new.boards != old.boards:
            raise Refused("the boards cannot change", "round 1 is published", "make a new event")
        if 1 in (new.rounds, old.rounds) and new.rounds != old.rounds:
            why = "a single session has its colours dealt otherwise"
            raise Refused("the sessions cannot change so", why, "make a new event")

    def advise(self, event: Event) -> list[Advice]:
        """How many games, teams that are too small, and players without a game."""
        teams, boards = len(_numbered(event)), self.boards(event)
        away = without_number(event, _numbered(event))
        if event.published or not FEWEST <= teams <= MOST:
            return away if event.published else []
        games = len(_games(event, 1))
        lines = [Advice(f"{counted(teams, 'team')}: {counted(games, 'game')} a session"), *away]
        if teams % 2 and boards % 2:
            text = f"one player of board {boards} has no game in each session"
            lines.append(Advice(f"{text}: an odd number of teams and of boards", urgent=True))
        return [*lines, *self.too_small(event)]

    def expected(self, event: Event, number: int) -> list[Entrant]:
        """The teams with a number of the table, once the numbers are fixed."""
        table = set(_numbered(event))
        there = super().expected(event, number)
        return [team for team in there if team.id in table] if event.published else there

    def entry_refused(self, event: Event) -> str:
        """Once the table is fixed."""
        return "the table is fixed by round 1" if event.published else ""

    def bye_refused(self, event: Event, entrant: Entrant, points: Points) -> str:
        """Every game is played, or lost."""
        return "every game of the table is played; one not played is a forfeit"


def _settings(event: Event) -> HuttonSettings:
    return cast(HuttonSettings, event.settings)


def _games(event: Event, session: int) -> tuple[HuttonGame, ...]:
    settings = _settings(event)
    return hutton(len(_numbered(event)), settings.boards, session, settings.rounds)


def _lot(event: Event) -> Lot | None:
    if _settings(event).numbers != "lot":
        return None
    return standing_lot(event, LETTERS, sorted(_there(event), key=int))


def _numbered(event: Event) -> tuple[EntrantId, ...]:
    """The teams by number of the table, from 1; those of round 1 for good."""
    recorded = [lot.order for lot in event.lots if lot.purpose == LETTERS]
    if recorded and event.published:
        return recorded[-1]
    lot = _lot(event)
    return lot.order if lot is not None else tuple(_there(event))


def _there(event: Event) -> Iterator[EntrantId]:
    return (entrant.id for entrant in event.entrants if entrant.to_be_paired(1))
