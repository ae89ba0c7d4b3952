"""The candidates for prizes: everybody in the standings of an event, for the prizes of a board the
players of teams by their scores; and the conditions that prizes set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import groupby, pairwise

from engine.alphabet import fold
from engine.entrants import Entrant, EntrantId
from engine.event import Event
from engine.event_data import event_dates
from engine.federations import federation_code
from engine.history import RoundKind, cards
from engine.match_results import BoardOrder
from engine.performance import PlayedGame, games_of, performances
from engine.points import ONE, Points
from engine.prizes.plan import (
    ANY_BOARD,
    RESERVE,
    TEXT_CONDITIONS,
    Conditions,
    PrizeList,
    PrizeMeasure,
    Ungraded,
)
from engine.protocol import Format, PlayedByTeams, bracketed, part_of
from engine.tables import StandingTable
from engine.team_tables import BOARD_ORDERS, PlayerScore, player_scores
from engine.teams import event_of_players, players_by_id

Figures = tuple[Decimal | int, ...]
"""What orders players: the figure of the list, then what separates those who are level in it."""
_ORDERS: Mapping[PrizeMeasure, BoardOrder] = {
    PrizeMeasure.PERCENTAGE: "percentage",
    PrizeMeasure.POINTS: "points",
    PrizeMeasure.PERFORMANCE: "performance",
}


@dataclass(frozen=True)
class PrizeEvent:
    """An event whose players can win; `key` is empty where there is only one."""

    key: str
    name: str
    event: Event
    format: Format
    persons: Mapping[EntrantId, str] | None = None
    """Which entries are one person in several events; None: each is a person of its own."""
    paid: Mapping[EntrantId, bool | None] | None = None
    """Whose fee is paid; None: nobody knows."""

    @property
    def begun(self) -> bool:
        """Whether any result is there that a standing can go by."""
        return any(match.result for round in self.event.published for match in round.matches)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play."""
        return self.format.next_step(self.event).name == "finished"


@dataclass(frozen=True)
class Contender:
    """A player, or a school as a whole, in the order of one list or event.

    `line` is the line of the standing from 0, `rank` the place, which several may share, `level`
    the same number for all who are to share equally. `figure` is the figure of the list; `by` names
    it if the list does not. `team` is that of a player of a team.
    """

    event: str
    id: EntrantId
    name: str
    person: str
    line: int
    rank: int
    level: int
    figure: Decimal
    entrant: Entrant | None = None
    games: int = 0
    played: bool = True
    year: int | None = None
    paid: bool | None = None
    members: tuple[str, ...] = ()
    by: PrizeMeasure | None = None
    team: str = ""

    @property
    def called(self) -> str:
        """The name, with the team of a player of one: `Ann (Kent)`."""
        return f"{self.name} ({self.team})" if self.team else self.name

    @property
    def key(self) -> tuple[str, EntrantId, str]:
        """What names him among all contenders."""
        return (self.event, self.id, "" if self.id else self.name)


def in_standing(one: PrizeEvent) -> tuple[Contender, ...]:
    """Everybody of an event's standing, the first first.

    Expelled players have no line there, and no prize. Withdrawn players keep their lines, and so
    what they have won; `Conditions.games` is for plans that want them to have played on.
    """
    if not one.begun:
        return ()
    event = one.event
    table = one.format.standings(event)[0]
    by_points, games, year = _by_points(one, table), games_of(event), event_year(event)
    level, contenders = 0, []
    for line, row in enumerate(table.rows):
        before = table.rows[line - 1] if line else row
        same = row.points == before.points if by_points else row.rank == before.rank
        level += not same
        entrant = event.entrant(row.id)
        contenders.append(Contender(
            one.key, row.id, entrant.name, (one.persons or {}).get(row.id, f"{one.key}:{row.id}"),
            line, row.rank, level, row.points, entrant, len(games.get(row.id, ())),
            _has_played(event, row.id), year, one.paid.get(row.id) if one.paid else None,
        ))  # fmt: skip
    return tuple(contenders)


def _by_points(one: PrizeEvent, table: StandingTable) -> bool:
    """Whether players of equal points share: not in a knockout, where the places are how far
    somebody came, and not if a table does not go by points."""
    if not table.points or bracketed(one.format):
        return False
    return all(a.points >= b.points for a, b in pairwise(table.rows))


def _has_played(event: Event, id: EntrantId) -> bool:
    """Whether somebody has come to a game: nobody wins by byes alone."""
    return any(line.kind in (RoundKind.GAME, RoundKind.OPEN) or (line.points and line.opponent)
               for line in cards(event)[id].lines)  # fmt: skip


def event_year(event: Event) -> int | None:
    """The year in which the event begins, or None."""
    start = event_dates(event)[0]
    return int(start[:4]) if start[:4].isdigit() else None


def eligible(one: PrizeList, all: Conditions, contender: Contender) -> bool:
    """Whether a list is for him, by its own conditions and those of the whole plan."""
    if (one.event and one.event != contender.event) or not contender.played:
        return False
    return meets(all, contender) and meets(one.who, contender)


def meets(who: Conditions, contender: Contender) -> bool:
    """Whether he meets these conditions. A condition about unknown data is not met."""
    if who.none:
        return True
    entrant = contender.entrant
    assert entrant is not None, "a school is made of who is eligible"
    texts = all(
        any(_folded(name, text) == _folded(name, str(getattr(entrant, name))) for text in wanted)
        for name in TEXT_CONDITIONS
        if (wanted := getattr(who, name))
    )
    return (
        texts
        and _of_rating(who, entrant)
        and _of_age(who, entrant, contender.year)
        and (not who.sex or entrant.sex == who.sex)
        and contender.games >= who.games
        and (not who.fee_paid or contender.paid is not False)
    )


def _folded(name: str, text: str) -> str:
    text = text.strip()
    return fold((federation_code(text) or text) if name == "federation" else text)


def _of_rating(who: Conditions, entrant: Entrant) -> bool:
    graded = bool(entrant.rating) and not entrant.estimated
    if not graded:
        if who.ungraded is Ungraded.UNSAID:
            return not who.banded
        return who.ungraded is not Ungraded.OUT
    if who.ungraded is Ungraded.ONLY:
        return False
    rating = entrant.rating or 0
    low, high = who.rating_from, who.rating_below
    return (low is None or rating >= low) and (high is None or rating < high)


def _of_age(who: Conditions, entrant: Entrant, year: int | None) -> bool:
    if who.age_below is None and who.age_from is None:
        return True
    if who.age_on:
        return _of_age_on(who, entrant.birth)
    born = entrant.birth[:4]
    if year is None or not born.isdigit():
        return False
    age = year - int(born)
    return (who.age_below is None or age <= who.age_below) and (
        who.age_from is None or age >= who.age_from
    )


def _of_age_on(who: Conditions, birth: str) -> bool:
    """By the years lived on the plan's day; with a year of birth alone, they must fit whatever the
    birthday is."""
    if not birth[:4].isdigit():
        return False
    youngest, oldest = (
        _years_lived(day, who.age_on)
        for day in ((birth,) * 2 if len(birth) > 4 else (f"{birth}-12-31", f"{birth}-01-01"))
    )
    return (who.age_below is None or oldest < who.age_below) and (
        who.age_from is None or youngest >= who.age_from
    )


def _years_lived(birth: str, day: str) -> int:
    return int(day[:4]) - int(birth[:4]) - (day[5:] < birth[5:])


def in_order(
    one: PrizeList, conditions: Conditions, standings: Mapping[str, Sequence[Contender]],
    events: Mapping[str, PrizeEvent],
) -> tuple[Contender, ...]:  # fmt: skip
    """Everybody who can win a list, in its own order."""
    keys = [one.event] if one.event else list(standings)
    among = [c for key in keys for c in standings.get(key, ()) if eligible(one, conditions, c)]
    if one.by is PrizeMeasure.STANDING:
        return tuple(among)
    if one.by.of_groups:
        return _groups(one, among)
    figures = {c.key: figure for c in among
               if (figure := _figure(one.by, c, events[c.event])) is not None}  # fmt: skip
    best: dict[str, Contender] = {}
    for c in sorted(among, key=lambda c: (-figures.get(c.key, Decimal(-9999)), *last_of_level(c))):
        if c.key in figures:
            best.setdefault(c.person, c)
    return _ranked([(c, figures[c.key]) for c in best.values()])


def last_of_level(c: Contender) -> tuple[int, str, int]:
    """The order of those who are level in a figure: the better place, the event, the number."""
    return (c.line, c.event, int(c.id) if c.id.isdigit() else 0)


def _ranked(ordered: Sequence[tuple[Contender, Decimal]]) -> tuple[Contender, ...]:
    ranked: list[Contender] = []
    for level, (figure, group) in enumerate(groupby(ordered, key=lambda pair: pair[1])):
        rank = len(ranked) + 1
        for c, _ in group:
            line = len(ranked)
            ranked.append(replace(c, line=line, rank=rank, level=level, figure=figure))
    return tuple(ranked)


def _figure(by: PrizeMeasure, c: Contender, one: PrizeEvent) -> Decimal | None:
    """The figure that a list goes by; None if he has none."""
    if by is PrizeMeasure.POINTS:
        return c.figure
    if by is PrizeMeasure.PERFORMANCE:
        shown = performances(one.event).get(c.id)
        return Decimal(shown.rating) if shown else None
    upset = biggest_upset(one.event, c.id)
    return Decimal(upset[1]) if upset else None


def biggest_upset(event: Event, id: EntrantId) -> tuple[PlayedGame, int] | None:
    """The win over the board against the opponent who is rated furthest above him, and by how much;
    None without one. Estimates do not count as ratings here."""
    me = event.entrant(id)
    if not me.rating or me.estimated:
        return None
    best: tuple[PlayedGame, int] | None = None
    for game in games_of(event).get(id, ()):
        other = event.entrant(game.opponent)
        if game.score != ONE or not other.rating or other.estimated:
            continue
        above = other.rating - me.rating
        if above > 0 and (best is None or above > best[1]):
            best = (game, above)
    return best


def _groups(one: PrizeList, among: Iterable[Contender]) -> tuple[Contender, ...]:
    """Schools (clubs, federations) by the points of their best players; equal ones by whose players
    are higher."""
    members: dict[str, list[Contender]] = {}
    for c in among:
        name = str(getattr(c.entrant, one.by.value)).strip()
        if name:
            members.setdefault(fold(name), []).append(c)
    made: list[tuple[Contender, Decimal]] = []
    lines: dict[str, list[int]] = {}
    for key, people in members.items():
        best = sorted(people, key=lambda c: (-c.figure, *last_of_level(c)))[: one.best]
        names = sorted(str(getattr(c.entrant, one.by.value)).strip() for c in people)
        points: Points = sum((c.figure for c in best), Decimal(0))
        lines[names[0]] = sorted(c.line for c in best)
        group = Contender(one.event, "", names[0], f"{one.by.value}:{key}", 0, 0, 0, points,
                          members=tuple(c.name for c in best))  # fmt: skip
        made.append((group, points))
    made.sort(key=lambda pair: (-pair[1], lines[pair[0].name], pair[0].name))
    return _ranked(made)


def boards_of(one: PrizeEvent) -> int:
    """Boards of a match; 0 where no teams of players meet."""
    teams = part_of(one.format, PlayedByTeams)
    return teams.boards(one.event) if teams is not None else 0


def of_board(
    one: PrizeList, conditions: Conditions, events: Mapping[str, PrizeEvent]
) -> tuple[Contender, ...]:
    """Everybody who can win a list of a board, of the reserves or of all players, the first first.

    Those of the same figure are level; ranks go by all that orders the table of the board.
    """
    among = [
        pair
        for event in events.values()
        if boards_of(event) and event.begun
        for pair in _scored(one, event)
        if eligible(one, conditions, pair[1])
    ]
    among.sort(key=lambda pair: (*(-figure for figure in pair[0]), last_of_level(pair[1])))
    keys = [figures for figures, _ in among]
    firsts = [figures[0] for figures in keys]
    return tuple(
        replace(c, line=at, rank=keys.index(figures) + 1, level=firsts.index(figures[0]))
        for at, (figures, c) in enumerate(among)
    )


def games_short(one: PrizeList, events: Mapping[str, PrizeEvent]) -> tuple[int, int] | None:
    """The least games that a list of a board requires, and the most that any of its candidates has,
    if they are too few."""
    fewest: tuple[int, int] | None = None
    for event in events.values():
        teams = part_of(event.format, PlayedByTeams)
        if teams is None or not boards_of(event) or not event.begun:
            continue
        least = one.who.games or teams.best_by(event.event)[1]
        scores = player_scores(event.event)
        most = max((score.games for score in scores if _is_of(one, event, score)), default=0)
        if not most or most >= least:
            return None
        fewest = min(fewest or (least, most), (least, most))
    return fewest


def _scored(one: PrizeList, of: PrizeEvent) -> Iterator[tuple[Figures, Contender]]:
    """The players of an event whom the list is about, with at least the games that it takes."""
    teams = part_of(of.format, PlayedByTeams)
    assert teams is not None
    order, least = teams.best_by(of.event)
    by = PrizeMeasure(order) if one.by is PrizeMeasure.STANDING else one.by
    year = event_year(of.event)
    for score in player_scores(of.event):
        there = score.games >= (one.who.games or least) and _is_of(one, of, score)
        if not there or score.player.expelled or score.team.expelled:
            continue
        figures = _figures(by, of, score)
        if figures is None:
            continue
        id, team = score.player.id, score.team
        yield figures, Contender(
            of.key, id, score.player.name, f"{of.key}:{id}", 0, 0, 0, Decimal(figures[0]),
            score.player, score.games, bool(score.games), year,
            of.paid.get(team.id) if of.paid else None, by=by, team=team.name,
        )  # fmt: skip


def _is_of(one: PrizeList, of: PrizeEvent, score: PlayerScore) -> bool:
    if one.board == ANY_BOARD:
        return True
    if one.board == RESERVE:
        return players_by_id(of.event)[score.player.id].place > boards_of(of)
    return score.board == one.board


def _figures(by: PrizeMeasure, of: PrizeEvent, score: PlayerScore) -> Figures | None:
    """The figures that a list goes by; None if he has none."""
    if by is PrizeMeasure.UPSET:
        upset = biggest_upset(event_of_players(of.event), score.player.id)
        return (upset[1],) if upset else None
    if score.share is None or (by is PrizeMeasure.PERFORMANCE and score.performance is None):
        return None
    return BOARD_ORDERS[_ORDERS[by]](score)
