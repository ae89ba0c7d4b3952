"""The cards of a round on the table: their places, the pairs that may meet, and the colours."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.entrants import EntrantId
from engine.event import Event
from engine.history import OTHER, Colour, PairingCard, cards, last_colour, third_running
from engine.pairable import mask_of
from engine.points import NIL, Points
from engine.rules import SameGroup
from formats.kjca.settings import grade_order
from formats.score_field import Game, Pair, ScoreField, among, in_order


@dataclass(frozen=True, slots=True)
class Seat:
    """The data of a player's card that the draw uses."""

    id: EntrantId
    place: int
    """In grade order over the whole event, from 1."""
    score: Points = NIL
    colours: str = ""
    """Of the games played, first to last; byes are skipped."""
    met: frozenset[EntrantId] = frozenset()
    downfloats: int = 0
    upfloats: int = 0
    byes: int = 0
    """Byes that the draw gave (not those asked for)."""
    ties: frozenset[str] = frozenset()
    """School, club and family as far as rule 8 looks at them."""
    name: str = ""

    @property
    def due(self) -> Colour | None:
        """Step 4: the opposite of the last colour; None before the first game."""
        last = last_colour(self.colours)
        return OTHER[last] if last else None

    @property
    def third(self) -> Colour | None:
        """The colour that would be the third running, if there is one."""
        last = last_colour(self.colours)
        return last if last and third_running(self.colours, last) else None


def seats(event: Event, number: int, avoided: Sequence[SameGroup]) -> list[Seat]:
    """Everybody to be paired in round `number`; in round 1 nobody has a score, and cards that came
    after its draw are at the bottom in order of arrival."""
    late = [e for e in event.entrants if e.late and e.joined == number]
    cards_in_order = [*(e for e in grade_order(event.entrants) if e not in late), *late]
    place = {e.id: no for no, e in enumerate(cards_in_order, start=1)}
    known = cards(event)
    return [
        _seat(known[e.id], place[e.id], number, avoided)
        for e in event.entrants
        if e.to_be_paired(number)
    ]


def _seat(card: PairingCard, place: int, number: int, avoided: Sequence[SameGroup]) -> Seat:
    entrant = card.entrant
    shared = ((rule.field, rule.shared(entrant, entrant)) for rule in avoided)
    return Seat(
        id=entrant.id,
        place=place,
        score=card.score if number > 1 else NIL,
        colours=card.colours,
        met=card.opponents,
        downfloats=len(card.downfloats),
        upfloats=len(card.upfloats),
        byes=card.pairing_byes,
        ties=frozenset(f"{field}:{value.casefold()}" for field, value in shared if value),
        name=entrant.name,
    )


def step_four(high: Seat, low: Seat) -> Colour | None:
    """The higher player's colour by step 4; None if neither has played: the board decides."""
    if high.due:
        return high.due
    return OTHER[low.due] if low.due else None


def must_turn(high: Seat, low: Seat) -> bool:
    """Whether step 4 gives somebody a third colour that turning the board avoids."""
    colour = step_four(high, low)
    if colour is None or low.third != OTHER[colour]:
        return False
    return high.third != OTHER[colour]


@dataclass(frozen=True)
class KjcaField(ScoreField[Seat]):
    """Everybody to be paired, by score and then in grade order; players are positions in it.

    `exempt` are illegal games that a dead end makes possible.
    """

    allowed: frozenset[Pair] = frozenset()
    avoid_cost: int = 2
    exempt: frozenset[Game] = frozenset()

    @classmethod
    def of(
        cls,
        seats: Iterable[Seat],
        *,
        locks: Collection[Pair] = (),
        bars: Collection[Pair] = (),
        allowed: Collection[Pair] = (),
        avoid_cost: int = 2,
    ) -> KjcaField:
        """In order of score and grade; locks on absent players are left out."""
        ordered = in_order(seats)
        here = among(ordered, locks)
        return cls(ordered, here, frozenset(bars), frozenset(allowed), avoid_cost)

    @cached_property
    def fewest_floaters(self) -> dict[Hashable, int | None]:
        """The answers of `floats.fewest_floaters` so far, by their outlooks."""
        return {}

    @cached_property
    def group_of(self) -> list[int]:
        """The number of each player's score group, from 0."""
        return [g for g, mask in enumerate(self.score_groups) for _ in range(mask.bit_count())]

    @cached_property
    def legal(self) -> list[int]:
        """Those of them with whom no third colour comes about; and what a dead end exempts."""
        third = {
            colour: mask_of([i for i, seat in enumerate(self.players) if seat.third == colour])
            for colour in ("W", "B")
        }
        near = [
            unmet & ~third[seat.third] if seat.third else unmet
            for unmet, seat in zip(self.unmet, self.players, strict=True)
        ]
        for i, j in self.exempt:
            near[i] |= 1 << j
            near[j] |= 1 << i
        return near

    @cached_property
    def shunned(self) -> list[int]:
        """Opponents that rule 8 asks to avoid."""
        by_tie: dict[str, int] = {}
        for i, seat in enumerate(self.players):
            for tie in seat.ties:
                by_tie[tie] = by_tie.get(tie, 0) | 1 << i
        near = [0] * len(self)
        for i, seat in enumerate(self.players):
            for tie in seat.ties:
                near[i] |= by_tie[tie]
            near[i] &= ~(1 << i)
        for i, j in self.games_of(self.allowed):
            near[i] &= ~(1 << j)
            near[j] &= ~(1 << i)
        return near

    def names(self, pair: Pair) -> str:
        """The two for a sentence, the higher player first."""
        seats = sorted(self.position[id] for id in pair)
        return " and ".join(self.name(i) for i in seats)

    def with_exempt(self, pairs: Iterable[Game]) -> KjcaField:
        """The same field with some illegal games made possible."""
        return replace(self, exempt=frozenset(pairs))
