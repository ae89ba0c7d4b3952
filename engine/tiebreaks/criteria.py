"""The kinds of tie-break: a sum of elements, a count of rounds, a number of the entrant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby
from typing import Protocol

from engine.entrants import EntrantId
from engine.points import NIL, points_text
from engine.results import GAME_WORTH
from engine.tiebreaks.elements import Element, Elements, cut, value_text, who
from engine.tiebreaks.record import EntrantRecord, RoundRecord, Tally

Group = Sequence[EntrantId]
ElementText = Callable[[Tally, EntrantRecord, Element], str]


RatingOf = Callable[[EntrantId, int], int | None]
"""The rating that somebody counts with; None if games against him do not count."""


def value_or_none(value: Decimal | None) -> str:
    """The end of a working."""
    return "none" if value is None else points_text(value)


class TieBreakCriterion(Protocol):
    """One tie-break of an event's list, bound to a tally."""

    @property
    def note(self) -> str:
        """What holds for the whole column; empty for nothing."""
        ...

    def value(self, id: EntrantId) -> Decimal | None:
        """The entrant's value, or None."""
        ...

    def working(self, id: EntrantId) -> str:
        """How the value came about, to be checked by hand."""
        ...

    def split(self, group: Group) -> list[list[EntrantId]]:
        """Tied entrants in order of the tie-break; those still tied stay together."""
        ...

    def fresh(self) -> TieBreakCriterion:
        """The criterion for another table: without what belongs to one table alone."""
        ...


class Valued:
    """A tie-break that gives every entrant a number of his own, the highest first."""

    note = ""
    ascending = False

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self._values: dict[EntrantId, Decimal | None] = {}

    def value(self, id: EntrantId) -> Decimal | None:
        """Computed once."""
        if id not in self._values:
            self._values[id] = self.compute(self.tally.records[id])
        return self._values[id]

    def compute(self, record: EntrantRecord) -> Decimal | None:
        """The value of a record."""
        raise NotImplementedError

    def working(self, id: EntrantId) -> str:
        """Nothing to add to the value."""
        return ""

    def split(self, group: Group) -> list[list[EntrantId]]:
        """By value; entrants without one come last."""
        ordered = sorted(group, key=self._key)
        return [list(same) for _, same in groupby(ordered, key=self._key)]

    def _key(self, id: EntrantId) -> tuple[bool, Decimal]:
        value = self.value(id)
        if value is None:
            return (True, NIL)
        return (False, value if self.ascending else -value)

    def fresh(self) -> TieBreakCriterion:
        """The same: values do not depend on the table."""
        return self


class Sum(Valued):
    """A sum of elements less those that the modifier cuts (article 14)."""

    def __init__(
        self,
        tally: Tally,
        elements: Elements,
        text: ElementText = value_text,
        cuts: tuple[int, int] = (0, 0),
        exception: bool = False,
    ) -> None:
        super().__init__(tally)
        self.elements = elements
        self.text = text
        self.cuts = cuts
        self.exception = exception and not tally.predetermined

    def compute(self, record: EntrantRecord) -> Decimal | None:
        """All elements less the cut ones."""
        elements = self.elements(self.tally, record)
        gone = cut(elements, *self.cuts, self.exception)
        return self.finish(sum((e.value for e in elements), NIL), gone, len(elements) - len(gone))

    def finish(self, total: Decimal, gone: Sequence[Element], left: int) -> Decimal | None:
        """The value from the sum of all, what is cut from it, and how many elements are left."""
        return total - sum((e.value for e in gone), NIL)

    def working(self, id: EntrantId) -> str:
        """`R1 Bell 3 + R2 Cole 2½ + (R3 bye 1 cut) = 5½`."""
        record = self.tally.records[id]
        elements = self.elements(self.tally, record)
        gone = {e.round for e in cut(elements, *self.cuts, self.exception)}
        parts = []
        for element in elements:
            text = f"R{element.round.number} {who(self.tally, element.round)} "
            text += self.text(self.tally, record, element)
            parts.append(f"({text}, cut)" if element.round in gone else text)
        value = self.value(id)
        return f"{' + '.join(parts) or 'no rounds'} = {self.total_text(value_or_none(value))}"

    def total_text(self, total: str) -> str:
        """The total as the working ends with it."""
        return total


class Average(Sum):
    """The mean of the elements that are left, to `places` decimals; None without any."""

    def __init__(self, *args: object, places: int = 0, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self.unit = Decimal(1).scaleb(-places)

    def finish(self, total: Decimal, gone: Sequence[Element], left: int) -> Decimal | None:
        """Rounded half up."""
        if not left:
            return None
        mean = (total - sum((e.value for e in gone), NIL)) / left
        return mean.quantize(self.unit, ROUND_HALF_UP)

    def total_text(self, total: str) -> str:
        """Says that it is the mean."""
        return f"{total} on average"


class Count(Valued):
    """So many rounds, each with its weight: 1, ½ or 0."""

    def __init__(self, tally: Tally, weight: Callable[[Tally, RoundRecord], Decimal]) -> None:
        super().__init__(tally)
        self.weight = weight

    def compute(self, record: EntrantRecord) -> Decimal | None:
        """The sum of the weights."""
        return sum((self.weight(self.tally, round) for round in record.rounds), NIL)

    def working(self, id: EntrantId) -> str:
        """`R1 Bell, R3 bye (½)`."""
        parts = []
        for round in self.tally.records[id].rounds:
            weight = self.weight(self.tally, round)
            if weight:
                share = "" if weight == 1 else f" ({points_text(weight)})"
                parts.append(f"R{round.number} {who(self.tally, round)}{share}")
        return ", ".join(parts) or "none"


class PerformanceValue(Valued):
    """A performance over the games played over the board, from the opponents' ratings (10)."""

    def __init__(
        self,
        tally: Tally,
        rating: RatingOf,
        of: Callable[[Sequence[int], Decimal], int | None],
    ) -> None:
        super().__init__(tally)
        self.rating = rating
        self.of = of

    def compute(self, record: EntrantRecord) -> Decimal | None:
        """A whole number; None without such a game."""
        games = self._games(record)
        value = self.of([rating for _, rating, _ in games], sum((p for *_, p in games), NIL))
        return None if value is None else Decimal(value)

    def _games(self, record: EntrantRecord) -> list[tuple[RoundRecord, int, Decimal]]:
        """With the opponent's rating and the score of the game, whatever the scoring."""
        games = []
        for round in record.rounds:
            opponent, outcome = round.line.opponent, round.line.outcome
            if round.game and opponent is not None and outcome is not None:
                rating = self.rating(opponent, round.number)
                if rating is not None:
                    games.append((round, rating, GAME_WORTH[outcome]))
        return games

    def working(self, id: EntrantId) -> str:
        """`R1 Bell 2000 1, R2 Cole 1950 ½ = 2169`."""
        games = [
            f"R{round.number} {who(self.tally, round)} {rating} {points_text(points)}"
            for round, rating, points in self._games(self.tally.records[id])
        ]
        value = self.value(id)
        return f"{', '.join(games) or 'no games'} = {value_or_none(value)}"


class Number(Valued):
    """A number of the entrant: pairing number, rating, a value calculated elsewhere."""

    def __init__(
        self,
        tally: Tally,
        number: Callable[[EntrantRecord], Decimal | int | None],
        ascending: bool,
    ) -> None:
        super().__init__(tally)
        self.number = number
        self.ascending = ascending

    def compute(self, record: EntrantRecord) -> Decimal | None:
        """As a decimal."""
        number = self.number(record)
        return None if number is None else Decimal(number)

    def working(self, id: EntrantId) -> str:
        """The direction."""
        return "lowest first" if self.ascending else "highest first"


class Dropped(Valued):
    """A rating tie-break dropped because unrated entrants are there (article 10)."""

    def __init__(self, tally: Tally, code: str) -> None:
        super().__init__(tally)
        count = tally.unrated
        be = "entrant is" if count == 1 else "entrants are"
        self.note = f"{code} is dropped: {count} {be} unrated (C.07 article 10)"

    def compute(self, record: EntrantRecord) -> Decimal | None:
        """None."""
        return None

    def working(self, id: EntrantId) -> str:
        """Why."""
        return self.note
