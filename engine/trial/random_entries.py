"""Entry lists of invented people, with ratings spread as in an open, by seeded chance."""

from __future__ import annotations

from collections.abc import Sequence

from engine.entrants import Entrant
from engine.trial.chance import PERCENT, Chance

_FIRST = (
    *("Ada", "Bruno", "Cora", "Dara", "Emil", "Fiona", "Goran", "Hana", "Ivo", "Jana", "Karl"),
    *("Lena", "Marek", "Nora", "Oran", "Petra", "Quirin", "Rosa", "Stefan", "Tara", "Una", "Vito"),
    *("Wanda", "Xenia", "Yara", "Zoltan"),
)
_START = (
    *("Ash", "Bel", "Cor", "Dun", "Esk", "Fal", "Gar", "Hal", "Ing", "Jar", "Kil", "Lor", "Mor"),
    *("Nor", "Ober", "Pol", "Quil", "Ros", "Sal", "Tor", "Ul", "Var", "Wes", "Yar", "Zel"),
)
_END = (
    *("grove", "onby", "ton", "more", "stad", "ley", "ford", "wick", "mann", "sson", "ova"),
    *("escu", "ek", "ard", "inger", "well", "by", "quist"),
)
_TITLES = ((2500, "GM"), (2400, "IM"), (2300, "FM"), (2200, "CM"))


def random_field(
    players: int,
    chance: Chance,
    low: int = 1200,
    high: int = 2400,
    unrated: int = 0,
    ratings: Sequence[int] = (),
) -> tuple[Entrant, ...]:
    """So many players, the highest rated first and numbered so, nobody twice of one name.

    Ratings are between `low` and `high`, most of them in the middle; `unrated` is the share of
    players without one, in millionths. `ratings`, one each and 0 for none, are taken as they are
    instead. A title goes with its rating for most.
    """
    taken: set[str] = set()
    drafts: list[tuple[int, str, str]] = []
    for place in range(players):
        if ratings:
            rating = ratings[place]
        else:
            rating = 0 if chance.happens(unrated) else _rating(chance, low, high)
        earned = next((title for least, title in _TITLES if rating >= least), "")
        title = earned if chance.happens(80 * PERCENT) else ""
        drafts.append((rating, title, _name(chance, taken)))
    # equal ratings are ordered by title, then by name, as the formats number them
    rank = {title: place for place, (_, title) in enumerate(_TITLES)}
    drafts.sort(key=lambda d: (-d[0], rank.get(d[1], len(rank)), d[2].casefold()))
    return tuple(
        Entrant(str(number), name, rating=rating or None, title=title)
        for number, (rating, title, name) in enumerate(drafts, start=1)
    )


def _rating(chance: Chance, low: int, high: int) -> int:
    # the mean of three: a heap in the middle, thin at both ends
    return low + sum(chance.below(high - low + 1) for _ in range(3)) // 3


def _name(chance: Chance, taken: set[str]) -> str:
    name = f"{chance.pick(_START)}{chance.pick(_END)}, {chance.pick(_FIRST)}"
    again = 2
    while name in taken:
        family, _, first = name.partition(", ")
        name = f"{family}, {first.split()[0]} {_roman(again)}"
        again += 1
    taken.add(name)
    return name


def _roman(number: int) -> str:
    text = ""
    for value, sign in ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while number >= value:
            text, number = text + sign, number - value
    return text
