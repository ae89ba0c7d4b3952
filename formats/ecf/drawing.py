"""A whole round: bye, groups, colours, in the order of the boards."""

from __future__ import annotations

from dataclasses import dataclass

from engine.history import OTHER, Colour
from formats.ecf.field import EcfField, Feasibility, Mode, prepared
from formats.ecf.floats import bye_holder, holder_among, open_to_the_bye
from formats.ecf.groups import (
    DrawInProgress,
    DrawnGroup,
    inside,
    lettered,
    opening,
    remaining,
    score_levels,
    zones,
)
from formats.ecf.level import refused_one
from formats.score_field import Game


@dataclass(frozen=True, slots=True)
class EcfBoard:
    """A game: `high` is the one on more points, then the higher in grade order."""

    number: int
    high: int
    low: int
    high_colour: Colour
    group: str
    part: str = ""
    """As `Match.part`."""
    drawn: DrawnGroup | None = None
    """None for a pair that the arbiter has locked across groups."""


@dataclass(frozen=True)
class EcfDraw:
    """A round, with all that is needed to say why it is so."""

    ground: Feasibility
    mode: Mode
    bye: int | None
    groups: tuple[DrawnGroup, ...]
    boards: tuple[EcfBoard, ...]
    open_to_the_bye: int
    """Those whom the order of the bye went through, as a bit set: everybody, but in an accelerated
    round those who were left once (b), and in Advanced (d), was filled."""
    drawn_before_the_bye: int = 0
    """How many groups were drawn before the bye was settled."""

    @property
    def field(self) -> EcfField:
        """The players who were drawn."""
        return self.ground.field


def draw_round(field: EcfField, mode: Mode, first: Colour) -> EcfDraw:
    """Everybody in the field gets a board, one the bye if they are odd. `first` is the colour of
    the higher player on board 1 where no history decides; it alternates down the boards.

    `Undrawable` if every draw repeats a game or breaks a lock or a bar.
    """
    ground = prepared(field.with_inside(inside(field, mode)))
    field = ground.field
    if able := open_to_the_bye(ground, mode):
        table = DrawInProgress(field.with_resting(able), field.free)
        lettered(table, advanced=mode == "advanced")
        table.field, left = field, table.left
        bye: int | None = holder_among(field, left, ground.byes)
    else:
        left, bye = field.everybody, bye_holder(ground, mode)
        table = DrawInProgress(field, field.free)
    before = len(table.drawn)
    table.left &= ~(0 if bye is None else 1 << bye)
    if mode in ("basic", "advanced"):
        if not able:
            lettered(table, advanced=mode == "advanced")
        remaining(table, advanced=mode == "advanced")
    elif mode == "plain":
        score_levels(table)
    else:
        opening(table, halves=mode == "opening by halves")
    boards = _boards(table, mode, first)
    return EcfDraw(ground, mode, bye, tuple(table.drawn), boards, left, before)


@dataclass(frozen=True, slots=True)
class _Row:
    """A board before it has its number; `leaves` if one of the two is not of the group."""

    game: Game
    name: str
    leaves: bool
    part: str
    drawn: DrawnGroup | None = None


def _boards(table: DrawInProgress, mode: Mode, first: Colour) -> tuple[EcfBoard, ...]:
    """Group by group, the group's own boards before its floaters' and before those that the
    arbiter has locked across groups."""
    field = table.field
    rows: list[_Row] = []
    for drawn in table.drawn:
        own, floats = drawn.group.games(drawn.matching), drawn.floats
        rows += [_Row(ranked(field, *g), drawn.name, False, drawn.part, drawn) for g in own]
        rows += [_Row(ranked(field, *g), drawn.name, True, drawn.part, drawn) for g in floats]
    placed = list(zones(field, mode))
    apart = [game for game in field.locked.items() if tuple(sorted(game)) not in field.inside]
    for a, b in sorted({ranked(field, *game) for game in apart}):
        zone = next(zone for zone in placed if zone.players >> a & 1)
        rows.insert(_place(rows, a, zone.name), _Row((a, b), zone.name, True, zone.part))
    start = {row.name: i for i, row in reversed(list(enumerate(rows)))}
    rows.sort(key=lambda row: (start[row.name], row.leaves, row.game))
    return tuple(
        EcfBoard(no, *row.game, _colour(field, row, no, first), row.name, row.part, row.drawn)
        for no, row in enumerate(rows, start=1)
    )


def ranked(field: EcfField, a: int, b: int) -> Game:
    """The higher by score, then by grade, first."""
    one, other = field.players[a], field.players[b]
    return (a, b) if (-one.score, one.place) < (-other.score, other.place) else (b, a)


def _place(rows: list[_Row], high: int, name: str) -> int:
    """With his group's boards; before those whose higher player comes after him."""
    own = [i for i, row in enumerate(rows) if row.name == name]
    if own:
        return own[-1] + 1
    return next((i for i, row in enumerate(rows) if row.game[0] > high), len(rows))


def _colour(field: EcfField, row: _Row, number: int, first: Colour) -> Colour:
    return colour_of_higher(field, row.game, _nearer(row.drawn, row.game), number, first)


def colour_of_higher(
    field: EcfField, game: Game, nearer: int, number: int, first: Colour
) -> Colour:
    """The higher player's colour: what is due, by the stronger claim, then to the one further from
    the median (`nearer` below 0: the higher is nearer); without a claim by board."""
    high, low = game
    mine, his = field.players[high].due, field.players[low].due
    if mine is None and his is None:
        return first if number % 2 else OTHER[first]
    if mine is None or his is None or mine != his:
        return mine or OTHER[his or first]
    return OTHER[mine] if refused_one(field, high, low, nearer) == high else mine


def _nearer(drawn: DrawnGroup | None, game: Game) -> int:
    """Below 0 if the higher player is nearer the median of their group, above if the lower is."""
    if drawn is None or not all(p in drawn.group.cards for p in game):
        return 0
    far = [drawn.group.off_median(drawn.group.cards[p]) for p in game]
    return far[0] - far[1]
