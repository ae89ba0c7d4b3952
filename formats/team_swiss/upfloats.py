"""Which teams of lower scores join a scoregroup (C.04.6, article 3.5): C4 to C7, then the order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, groupby, product
from math import comb, prod
from operator import itemgetter

from engine.matching import Criterion, PartnerPreference, Stepwise
from engine.pairable import mask_of, members
from formats.team_swiss.field import TeamField

TRIES = 100
"""Sets of upfloaters, or teams of them, that are tried before all are searched at once."""

LOOKED_AT = 5000
"""Sets that are put in order by how many of their teams were floaters."""

SMALL = 80
"""Up to how many teams in the rest the fewest upfloaters are searched for."""


@dataclass(frozen=True)
class Upfloating:
    """A top-scoregroup and all teams below it that are yet to be paired, as bit sets of places.

    One matching of them all gives everything. A lower team that meets a resident floats up: with
    the fewest upfloaters no two of them meet, as the scoregroup could do without these two. The
    rest of the matching shows that the rest can be paired (C3), and with how many upfloaters the
    following scoregroup can do (C6).
    """

    field: TeamField
    residents: int
    lower: int

    @cached_property
    def following(self) -> int:
        """The rest of the next scoregroup (C6): empty if all of its teams have floated up already,
        or have the bye (2.3.3)."""
        groups = self.field.groups
        own = next((at for at, group in enumerate(groups) if group & self.residents), len(groups))
        return groups[own + 1] & self.lower if own + 1 < len(groups) else 0

    def ranked(self) -> list[int]:
        """3.5.3: the lower teams by descending score, then by number."""
        return sorted(members(self.lower), key=lambda place: self.field.teams[place].rank)

    def chosen(self, *, reference: bool = False) -> int:
        """The upfloaters as a bit set; `reference`: by exact matching alone."""
        if not self.lower:
            return 0
        swift = None if reference else self._swiftly()
        return self._exactly() if swift is None else swift

    def needed(self, up: int) -> int:
        """How many teams must float up to the following scoregroup when these have joined this
        one (C6); the rest can be paired."""
        left = self.following & ~up
        if not left:
            return 0
        if self._spares_following(up):
            return left.bit_count() % 2
        return Upfloating(self.field, left, self.lower & ~up & ~left).fewest()

    def fewest(self) -> int:
        """C4 by search."""
        matching = self._matching()
        matching.minimise(self._criteria()[:1])
        return self._joined(matching).bit_count()

    # without search: the fewest and highest that could be, tried in their order

    def _swiftly(self) -> int | None:
        """The first set of the least size, with the best scores of which one is legal, after which
        the following scoregroup needs as few upfloaters as after any; of such sets the least by C7.
        None if there is none, or if finding it takes long."""
        count, tries = self.field.unpaired(self.residents), 0
        perfect = self.field.pairable.perfect
        # fewer upfloaters than residents who cannot meet each other there cannot be
        if not count:
            return 0 if perfect(self.lower) else None
        for profile in _profiles([len(level) for level in self._levels], count):
            legal = False
            for up in self._sets(profile):
                tries += 1
                if up is None or tries > TRIES:
                    return None
                if perfect(self.residents | up) and perfect(self.lower & ~up):
                    legal, eased = True, self._eases_following(up)
                    if eased or eased is None:
                        return up if eased else None
            if legal:
                return None
        return None

    @cached_property
    def _levels(self) -> list[list[int]]:
        """Those who may meet a resident, by score from the highest and then by number."""
        near, teams = self.field.near, self.field.teams
        able = [place for place in self.ranked() if near[place] & self.residents]
        return [list(same) for _, same in groupby(able, key=lambda place: teams[place].score)]

    def _sets(self, profile: Sequence[int]) -> Iterator[int | None]:
        """Sets with so many of each level, first by how many were floaters (C7), then in their
        order (3.5.4); None if there are too many to look through."""
        chosen = [(level, n) for level, n in zip(self._levels, profile, strict=True) if n]
        floated = self.field.floated
        fresh = ([p for p in level if not floated[p]] for level, _ in chosen)
        numbers = [n for _, n in chosen]
        for some in product(*map(combinations, fresh, numbers)):
            yield mask_of(chain(*some))
        if prod(comb(len(level), n) for level, n in chosen) > LOOKED_AT:
            yield None
        every = (combinations(level, n) for level, n in chosen)
        again = [(sum(floated[p] for p in chain(*some)), some) for some in product(*every)]
        for _, some in sorted(again, key=itemgetter(0)):
            if any(floated[p] for p in chain(*some)):
                yield mask_of(chain(*some))

    def _eases_following(self, up: int) -> bool | None:
        """Whether the following scoregroup needs as few upfloaters after this set as it can after
        any (C6); None if finding out takes long."""
        spared = self._spares_following(up)
        if spared is not False:
            return spared
        left = self.following & ~up
        below = self.lower & ~up & ~left
        if (left | below).bit_count() > SMALL or up & ~self.following:
            return None
        # teams below that cannot be paired with each other float up after every set
        return self.needed(up) == max(left.bit_count() % 2, self.field.unpaired(below))

    def _spares_following(self, up: int) -> bool | None:
        """Whether what is left of the following scoregroup can be paired with at most one
        upfloater; None if finding out takes long."""
        perfect = self.field.pairable.perfect
        left = self.following & ~up
        below = self.lower & ~up & ~left
        if not left.bit_count() % 2:
            return perfect(left) and perfect(below)
        for tried, place in enumerate(members(below)):
            if tried == TRIES:
                return None
            if perfect(left | 1 << place) and perfect(below & ~(1 << place)):
                return True
        return False

    # by search

    def _exactly(self) -> int:
        search = self._matching()
        search.minimise(self._criteria())
        position = {place: i for i, place in enumerate(self.places)}

        def stays(_: int, partner: int) -> int:
            return int(not self.residents >> self.places[partner] & 1)

        order = [position[place] for place in self.ranked()]
        search.prefer(PartnerPreference("upfloaters", order, stays))
        return self._joined(search)

    @cached_property
    def places(self) -> list[int]:
        """Everybody yet to be paired: the vertices of the matching."""
        return list(members(self.residents | self.lower))

    def _matching(self) -> Stepwise:
        near, size = self.field.near, len(self.places)
        return Stepwise(
            size,
            [
                (a, b)
                for b, place in enumerate(self.places)
                for a in range(b)
                if near[place] >> self.places[a] & 1
            ],
        )

    def _joined(self, search: Stepwise) -> int:
        """Those of lower scores who meet a resident."""
        pairs = zip(self.places, (self.places[b] for b in search.partner), strict=True)
        return mask_of(b for a, b in pairs if self.residents >> a & 1) & self.lower

    def _criteria(self) -> list[Criterion]:
        """C4; C5 as upfloaters from every score, the lowest first; C6; C7."""
        field, following, places = self.field, self.following, self.places
        most = self.residents.bit_count()

        def upfloater(a: int, b: int) -> int | None:
            """The place of the one of lower score that meets a resident."""
            one, other = places[a], places[b]
            if (self.residents >> one & 1) == (self.residents >> other & 1):
                return None
            return other if self.residents >> one & 1 else one

        def counting(wanted: Callable[[int], bool]) -> Callable[[int, int], int]:
            def cost(a: int, b: int) -> int:
                place = upfloater(a, b)
                return int(place is not None and wanted(place))

            return cost

        def scoring(score: int) -> Callable[[int, int], int]:
            return counting(lambda place: field.teams[place].score == score)

        def needed(a: int, b: int) -> int:
            one, other = places[a], places[b]
            if (self.residents >> one | self.residents >> other) & 1:
                return 0
            return int((following >> one & 1) != (following >> other & 1))

        scores = sorted({field.teams[place].score for place in members(self.lower)})
        return [
            Criterion("C4", counting(lambda _: True), most),
            *(Criterion(f"C5 {score}", scoring(score), most) for score in scores[:-1]),
            *([Criterion("C6", needed, following.bit_count())] if following else []),
            Criterion("C7", counting(lambda place: field.floated[place]), most),
        ]


def _profiles(sizes: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """So many teams of levels with these sizes, highest first: C5 wants the fewest of the lowest
    level, then of the next one up."""
    if not sizes:
        if not count:
            yield ()
        return
    *above, lowest = sizes
    for number in range(max(0, count - sum(above)), min(lowest, count) + 1):
        for rest in _profiles(above, count - number):
            yield (*rest, number)
