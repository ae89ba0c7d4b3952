"""Rules 8 and 9: what counts within a group, the most important first, and who meets whom in it,
exactly.

A group is drawn across its line by counted bounds, and an assignment that reaches them. By
counting, no pairing refuses fewer colours than the players due one colour are more than those who
could meet them, nor weaker claims than the weakest among these. If everybody can be drawn across
the line with those refused, no pairing is better by rule 8 or crosses the line more often, and the
best of them is an assignment of the players below it to those above. Where this finds nothing the
group is left to `engine.matching`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.assignment import Assignment, Row, Transposition
from engine.history import OTHER, Colour
from engine.matching import Criterion, Matching, best_matching
from engine.pairable import mask_of, members
from engine.perfect import Edge
from formats.ecf.field import Claim, EcfField, claim, stronger, trimmed
from formats.score_field import Game, Halves

PLACES = "displacement"
SQUARES = "squares"
SAME_SIDE = "same side"
REFUSED = "refused"
MEDIAN = "median"


@dataclass(frozen=True)
class LevelGroup(Halves):
    """Players who are drawn among themselves, the upper half above the line.

    `two_sided`: only games across the line are possible.
    """

    field: EcfField
    players: tuple[int, ...]
    two_sided: bool = False

    @cached_property
    def cards(self) -> Mapping[int, int]:
        """The card of each player."""
        return {player: card for card, player in enumerate(self.players)}

    @cached_property
    def spread(self) -> int:
        """D times the number of boards: the sum of the grades above the line less the sum below."""
        grades = [self.field.players[i].grade for i in self.players]
        return sum(grades[: self.half]) - sum(grades[self.half :])

    @cached_property
    def graded_downwards(self) -> bool:
        """Nobody below the line has a higher grade than somebody above it."""
        grades = [self.field.players[i].grade for i in self.players]
        return not grades or min(grades[: self.half]) >= max(grades[self.half :])

    def due(self, card: int) -> Colour | None:
        """The colour that is due."""
        return self._dues[card]

    @cached_property
    def _dues(self) -> list[Colour | None]:
        return [self.field.players[i].due for i in self.players]

    def refused(self, a: int, b: int) -> int:
        """1 if one of the two cannot have the colour that is due."""
        return int(self._dues[a] is not None and self._dues[a] == self._dues[b])

    @cached_property
    def _turned(self) -> dict[Edge, int]:
        """Of two cards who are due the same colour the one that does not get it."""
        cards = range(len(self.players))
        return {
            (a, b): self.refused_card(a, b)
            for a in cards
            for b in cards
            if a < b and self.refused(a, b)
        }

    def refused_card(self, a: int, b: int) -> int:
        """Of two cards who are due the same colour the one that does not get it."""
        one, other = self.players[a], self.players[b]
        nearer = self.off_median(a) - self.off_median(b)
        return a if refused_one(self.field, one, other, nearer) == one else b

    def off_median(self, card: int) -> int:
        """How far from the line, in half places."""
        return abs(2 * card - len(self.players) + 1)

    def claim(self, card: int) -> Claim:
        """How strong the claim to the due colour is."""
        return self._claims[card]

    @cached_property
    def _claims(self) -> list[Claim]:
        histories = (self.field.players[i].colours for i in self.players)
        return [trimmed(claim(colours)) for colours in histories]

    def displacement(self, a: int, b: int) -> int:
        """How far each is from the other's ideal opponent, added."""
        return abs(b - self.ideal(a)) + abs(a - self.ideal(b))

    def difference(self, a: int, b: int) -> int:
        """The grade difference of a game."""
        one, other = (self.field.players[self.players[c]] for c in (a, b))
        return abs(one.grade - other.grade)

    def deviation(self, a: int, b: int) -> int:
        """(|grade difference| - D) squared, times the number of boards squared: an exact whole
        number."""
        return (self.half * self.difference(a, b) - abs(self.spread)) ** 2

    @cached_property
    def opponents(self) -> list[int]:
        """Each card's legal opponents in the group, as bit sets of cards."""
        runs = self._runs()
        near = [
            sum((mask >> first & ones) << card for first, card, ones in runs)
            for mask in (self.field.legal[player] for player in self.players)
        ]
        if not self.two_sided:
            return near
        above = (1 << self.half) - 1
        return [mask & (~above if c < self.half else above) for c, mask in enumerate(near)]

    def _runs(self) -> list[tuple[int, int, int]]:
        """Players who are adjacent in the field and in the group: the first one, his card, and a
        bit for each."""
        starts = [c for c, p in enumerate(self.players) if not c or p != self.players[c - 1] + 1]
        runs = zip(starts, [*starts[1:], len(self.players)], strict=False)
        return [(self.players[c], c, (1 << end - c) - 1) for c, end in runs]

    @cached_property
    def criteria(self) -> list[Criterion]:
        """Rule 8, then rule 9, the most important first."""
        criteria = [Criterion(REFUSED, self.refused)]
        claims = {self._claims[card] for card in self._turned.values()}
        criteria += [Criterion(f"claim {c}", self._holds(c)) for c in sorted(claims, reverse=True)]
        criteria.append(Criterion(MEDIAN, self.turned_off_median))
        if not self.field.graded:
            return [*criteria, Criterion(PLACES, self.displacement)]
        return [
            *criteria,
            Criterion(SAME_SIDE, self.same_half),
            Criterion(SQUARES, self.deviation),
        ]

    def turned_off_median(self, a: int, b: int) -> int:
        """How far from the line the one is whose colour is refused; 0 if nobody's is."""
        turned = self._turned.get((a, b))
        return 0 if turned is None else self.off_median(turned)

    def _holds(self, claim: Claim) -> Callable[[int, int], int]:
        def cost(a: int, b: int) -> int:
            turned = self._turned.get((a, b))
            return int(turned is not None and self._claims[turned] == claim)

        return cost

    def games(self, matching: Matching) -> list[Game]:
        """The pairs as positions in the field, the card above the line first."""
        return [(self.players[a], self.players[b]) for a, b in matching.pairs]


def refused_one(field: EcfField, one: int, other: int, nearer: int = 0) -> int:
    """Of two players due the same colour the one who does not get it: the weaker claim, then
    nearer the median (`nearer` is below 0 if that is the first, above if the second), then the
    lower in grading order. One whom rule 8 allows no other colour gets it in any case."""
    first, second = field.players[one], field.players[other]
    if first.bound != second.bound:
        return other if first.bound else one
    sign = stronger(claim(first.colours), claim(second.colours))
    if sign:
        return other if sign > 0 else one
    if nearer:
        return one if nearer < 0 else other
    return one if first.place > second.place else other


def paired(group: LevelGroup) -> Matching:
    """The best pairing of a group that can be drawn: fewest colours refused, those of the weakest
    claims, nearest the median; then rule 9; ties by grading order."""
    count = len(group.players)
    near = group.opponents
    boards = [(c, c + group.half) for c in range(group.half)]
    if group.graded_downwards and all(
        near[a] >> b & 1 and not group.refused(a, b) for a, b in boards
    ):
        # nothing is refused, and no other pairing comes nearer to the ideal (rearrangement)
        return Matching(tuple(group.ideal(c) for c in range(count)), {})
    opponents = best_across(group)
    if opponents is not None:
        uppers = sorted(range(group.half), key=opponents.__getitem__)
        return Matching((*opponents, *uppers), {})
    return searched(group)


def searched(group: LevelGroup) -> Matching:
    """The same by the search alone, whatever the group is like."""
    near = group.opponents
    edges = [(a, b) for a, mask in enumerate(near) for b in members(mask >> a << a)]
    matching = best_matching(len(near), edges, group.criteria)
    assert matching is not None, "a group that was found drawable is not"
    return matching


@dataclass(frozen=True, slots=True)
class _Sides:
    """The cards due each colour, as bit sets. `open`: those due none who may meet either."""

    white: int
    black: int
    open: int = 0
    refused: int = 0
    """Those drawn with the other colour than the one that is due."""


def best_across(group: LevelGroup) -> list[int] | None:
    """Every upper card's opponent in the best pairing of all; None if it is not found this way."""
    if group.field.exempt:
        return None
    # two ways to refuse the same colours can lead to different sums by rule 9
    answers = [_Across(group, sides).solved() for sides in _sides(group)]
    solved = [answer for answer in answers if answer]
    if not solved or (len(solved) < len(answers) and not group.field.graded):
        return None  # `seeded`: the other way may be as good with games that do not cross the line
    return min(solved)[1]


def _sides(group: LevelGroup) -> Iterator[_Sides]:
    """The ways to refuse the fewest colours, the weakest claims, nearest the median: two if a
    card above the line and one below it are alike in that, else one."""
    dues = [group.due(card) for card in range(len(group.players))]
    held = {colour: [c for c, due in enumerate(dues) if due == colour] for colour in OTHER}
    none = [c for c, due in enumerate(dues) if due is None]
    larger: Colour = "W" if len(held["W"]) >= len(held["B"]) else "B"
    # those due no colour fill up the smaller side; the surplus on the larger one is paired among
    # itself, and of each such pair one is refused
    spare = len(held[larger]) - len(held[OTHER[larger]]) - len(none)
    if spare < 0:
        yield _Sides(mask_of(held["W"]), mask_of(held["B"]), mask_of(none))
        return
    for refused in _weakest(group, held[larger], spare // 2):
        many = mask_of(held[larger]) & ~refused
        few = mask_of([*held[OTHER[larger]], *none]) | refused
        white, black = (many, few) if larger == "W" else (few, many)
        yield _Sides(white, black, refused=refused)


def _weakest(group: LevelGroup, cards: Sequence[int], count: int) -> Iterator[int]:
    """So many of the cards, as bit sets; nobody whom rule 8 allows no other colour."""

    def key(card: int) -> tuple[tuple[int, ...], int]:
        return group.claim(card), group.off_median(card)

    free = [c for c in cards if not group.field.players[group.players[c]].bound]
    order = sorted(free, key=key)
    if len(order) < count:
        return
    yield mask_of(order[:count])
    if 0 < count < len(order) and key(order[count - 1]) == key(order[count]):
        yield mask_of([*order[: count - 1], order[count]])


class _Across:
    """Rows are the cards above the line; columns those below it, counted from 0."""

    def __init__(self, group: LevelGroup, sides: _Sides) -> None:
        self.group = group
        self.half = group.half
        self.sides = sides
        self.near = group.opponents
        self.grades = [group.field.players[player].grade for player in group.players]

    def solved(self) -> tuple[int, list[int]] | None:
        """The least total cost, and every upper card's opponent."""
        if self.half and not self._classes:
            return None
        search = Assignment(self.row, *self._guess())
        if not search.solved() or not self._beats_the_same_side(search):
            return None
        tight = search.tight()
        takers = [0] * self.half
        for row, columns in enumerate(tight):
            for column in columns:
                takers[column] |= 1 << row
        rows = [mask_of(columns) for columns in tight]
        first = Transposition(rows, dict(enumerate(takers))).first(self.half)
        assert first is not None, "the assignment that was found is no longer there"
        return search.total, [self.half + column for column in first]

    def row(self, card: int) -> Row:
        """The opponents of an upper card, and their costs by rule 9."""
        columns = self._columns[card]
        return columns, self._costs(card, columns)

    def _costs(self, card: int, columns: Sequence[int]) -> Sequence[int]:
        """`seeded`: half the displacement. `graded`: the square's deviation, or its rest if that is
        the same for every assignment except for the product of the grades."""
        group = self.group
        if not group.field.graded:
            return [abs(column - card) for column in columns]
        mine, below = self.grades[card], self._below
        if group.graded_downwards:
            # every upper grade is above every lower one: the squares and D's share of them sum to
            # the same in all assignments, and only the product of the two grades differs
            return [-mine * below[column] for column in columns]
        half, spread = self.half, abs(group.spread)
        return [(half * abs(mine - below[column]) - spread) ** 2 for column in columns]

    @cached_property
    def _below(self) -> list[int]:
        return self.grades[self.half :]

    @cached_property
    def _columns(self) -> list[list[int]]:
        """For every row the columns that it may meet with nobody but the chosen refused."""
        wanted = {c: self._opposite(1 << c) >> self.half for c in range(self.half)}
        whole = {mask: list(members(mask)) for mask in set(wanted.values())}
        allowed = []
        for card, mask in wanted.items():
            out = mask & ~(self.near[card] >> self.half)
            out |= mask & self._turning_wrongly(card) >> self.half
            columns = whole[mask]
            allowed.append([c for c in columns if not out >> c & 1] if out else columns)
        return allowed

    def _opposite(self, card: int) -> int:
        """The cards of the other colour than this one is drawn as."""
        sides = self.sides
        if card & sides.open:
            return sides.white | sides.black | sides.open
        return (sides.black if card & sides.white else sides.white) | sides.open

    def _turning_wrongly(self, card: int) -> int:
        """Of the cards of the other side those with whom another one is refused than chosen."""
        group, refused = self.group, self.sides.refused
        if not refused:
            return 0
        if refused >> card & 1:
            others = (o for o in range(self.half, len(group.players)) if group.refused(card, o))
            return mask_of(o for o in others if group.refused_card(card, o) != card)
        others = (o for o in members(refused >> self.half << self.half) if group.refused(card, o))
        return mask_of(o for o in others if group.refused_card(card, o) != o)

    @cached_property
    def _classes(self) -> list[tuple[list[int], list[int]]]:
        """Rows and columns of one colour against the other, as many of both; those due none are
        spread over them."""
        above = (1 << self.half) - 1
        sides = self.sides
        white, black = (list(members(side & above)) for side in (sides.white, sides.black))
        whites, blacks = (list(members(side >> self.half)) for side in (sides.white, sides.black))
        rows, columns = list(members(sides.open & above)), list(members(sides.open >> self.half))
        short = len(blacks) - len(white)
        least, most = max(0, short), min(len(rows), len(columns) + short)
        if least > most:
            return []
        as_white = _spread(rows, (least + most) // 2)
        as_black = _spread(columns, len(as_white) - short)
        return [
            (sorted([*white, *as_white]), sorted([*blacks, *as_black])),
            (sorted({*black, *rows} - set(as_white)), sorted({*whites, *columns} - set(as_black))),
        ]

    def _guess(self) -> tuple[list[int], list[int]]:
        """Each class in order, with the potentials that prove this best where all may meet."""
        # a good start is most of the work: with it the search mends only what repeats and colours
        # have broken
        start, right = [0] * self.half, [0] * self.half
        for rows, columns in self._classes:
            value = 0
            for i, (row, column) in enumerate(zip(rows, columns, strict=True)):
                start[row] = column
                if i:
                    before, last = rows[i - 1], columns[i - 1]
                    high = self._cost(before, column) - self._cost(before, last)
                    low = self._cost(row, column) - self._cost(row, last)
                    value += (high + low) // 2
                right[column] = value
            middle = right[columns[len(columns) // 2]] if columns else 0
            for column in columns:
                right[column] -= middle
        self._lower_the_open(start, right)
        return start, right

    def _lower_the_open(self, start: Sequence[int], right: list[int]) -> None:
        """No player due a colour is drawn away from his class by those due none."""
        opened = [c - self.half for c in members(self.sides.open) if c >= self.half]
        rows = [r for r in range(self.half) if not self.sides.open >> r & 1]
        left = {row: self._cost(row, start[row]) - right[start[row]] for row in rows}
        for column in opened:
            right[column] = min((self._cost(r, column) - left[r] for r in rows), default=0)

    def _cost(self, row: int, column: int) -> int:
        return self._costs(row, (column,))[0]

    def _beats_the_same_side(self, search: Assignment) -> bool:
        """Whether no pairing with games that do not cross the line is as good. `graded`: that is
        a criterion before. `seeded`: such a game is displaced by all places of a half, and by the
        potentials two players that could make one cost less."""
        if self.group.field.graded or self.group.two_sided:
            return True
        classes = self._classes
        if self.sides.open:
            classes = [([r for rs, _ in classes for r in rs], [c for _, cs in classes for c in cs])]
        return all(
            max(search.left[r] for r in rows) + max(search.right[c] for c in columns) < self.half
            for rows, columns in classes
            if rows
        )


def _spread(cards: list[int], count: int) -> list[int]:
    """So many of them at even distances."""
    return [cards[i * len(cards) // count] for i in range(count)]
