"""Advanced 7: enough top-half players for the bottom half on 100 % less half a point."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.pairable import mask_of, members
from engine.points import Points
from engine.reasons import Reason, Reasons
from formats.ecf.field import EcfField
from formats.ecf.groups import two_sided
from formats.ecf.pairing import paired
from formats.ecf.sides import Sides, drawable


@dataclass(frozen=True, slots=True)
class CountedGroup:
    """Group (b) after the count, who is promoted into (c), and what was done."""

    sides: Sides
    promoted: tuple[int, ...] = ()
    notes: Reasons = ()


@dataclass(frozen=True, slots=True)
class _Count:
    """Who is there for (c) and (d), `left` being everybody not in (a)."""

    field: EcfField
    left: int
    score: Points
    step: Points

    def own(self, sides: Sides) -> list[int]:
        """Top-half players on the score who are not in (b)."""
        return self._top(self.score, sides)

    def supply(self, sides: Sides) -> list[int]:
        """Top-half players half a point further down who are not in (b)."""
        return self._top(self.score - self.step, sides)

    def need(self) -> list[int]:
        """Bottom-half players on the score."""
        return self.field.by_grade(self.field.on(self.score) & ~self.field.top & self.left)

    def missing(self, sides: Sides, promoted: int = 0) -> int:
        """How many are wanting; one is lost to the floater of an odd (c)."""
        odd = (len(self.own(sides)) + promoted) % 2
        return len(self.need()) - promoted - (len(self.supply(sides)) - odd)

    def _top(self, score: Points, sides: Sides) -> list[int]:
        away = mask_of(sides.top)
        return self.field.by_grade(self.field.on(score) & self.field.top & self.left & ~away)


def counted_step(
    field: EcfField, left: int, sides: Sides, score: Points, step: Points
) -> CountedGroup:
    """From the bottom board of (b) up, a top-half player half a point further down makes way for
    the highest-graded one on `score` who is due the same colour, until there are enough; then the
    highest-graded of the bottom half join (c)."""
    count = _Count(field, left, score, step)
    notes: list[Reason] = []
    before = _figures("count-before", count, CountedGroup(sides))
    for place in _from_the_bottom(field, sides):
        if not sides.top or count.missing(sides) <= 0:
            break
        substitute = _substitute(count, sides, place)
        if substitute is not None:
            into, out = field.players[substitute].id, field.players[place].id
            notes.append(Reason.of("replaces", player=into, opponent=out))
            sides = _exchanged(field, sides, place, substitute)
    promoted = 0
    while count.missing(sides, promoted) > 0 and promoted < len(count.need()):
        promoted += 1
    raised = tuple(count.need()[:promoted])
    if raised:
        ids = tuple(field.players[i].id for i in raised)
        notes.append(Reason.of("promoted", players=ids))
    if notes:
        notes = [before, *notes, _figures("count-after", count, CountedGroup(sides, raised))]
    return CountedGroup(sides, raised, tuple(notes))


def _from_the_bottom(field: EcfField, sides: Sides) -> list[int]:
    """The top-half players of (b), the bottom board's first."""
    if not sides.bottom:
        return []
    group = two_sided(field, sides)
    partner = {low: high for high, low in group.games(paired(group))}
    return [partner[low] for low in reversed(sides.bottom)]


def _substitute(count: _Count, sides: Sides, place: int) -> int | None:
    """Who can take the place in (b), None if nobody or if it is not of the lower level."""
    field = count.field
    if place not in members(field.on(count.score - count.step)):
        return None
    for player in count.own(sides):
        same = field.players[player].due == field.players[place].due
        others = [i for i in sides.top if i != place]
        if same and drawable(field, sides.bottom, [*others, player], [*others, player], count.left):
            return player
    return None


def _exchanged(field: EcfField, sides: Sides, out: int, into: int) -> Sides:
    top = mask_of(i for i in sides.top if i != out) | 1 << into
    return replace(sides, top=tuple(field.by_grade(top)))


def _figures(code: str, count: _Count, after: CountedGroup) -> Reason:
    """How many of the bottom half are to meet how many of the top half."""
    odd = (len(count.own(after.sides)) + len(after.promoted)) % 2
    return Reason.of(
        code,
        bottom=len(count.need()) - len(after.promoted),
        top=len(count.supply(after.sides)) - odd,
        score=count.score - count.step, odd=bool(odd),
    )  # fmt: skip
