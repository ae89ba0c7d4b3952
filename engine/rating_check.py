"""The entry list compared with rating lists: the differences, and the data of a new entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.alphabet import fold
from engine.entrants import Entrant, OfficialRatings
from engine.rating_lists import (
    ListedChanges,
    ListedPlayer,
    RatingSource,
    counting,
    marked,
    sources_of,
)
from engine.rating_rule import RatingRule

COMPARED = ("rating", "title", "name", "federation", "fide_id", "birth")
TAKEN = ("name", "title", "federation", "birth", "sex", "club", "fide_id", "national_id")
"""Fields that an entry filled from a list has from it, beside the rating."""
Match = Literal["id", "name", "birth"]
"""How somebody was found in a list: by number, by his name alone, by name and year of birth."""


@dataclass(frozen=True, slots=True)
class RatingDifference:
    """A field of an entry that is otherwise in a list. Texts as they are shown; empty: nothing."""

    field: str
    entered: str
    listed: str
    list: str
    date: str


@dataclass(frozen=True, slots=True)
class Compared:
    """An entry beside the data of its player in the lists, the list that counts first."""

    entrant: Entrant
    players: tuple[ListedPlayer, ...]
    match: Match = "id"
    differences: tuple[RatingDifference, ...] = ()

    held: bool = False
    """The arbiter has picked his rating from the present lists, and nothing else differs."""

    @property
    def sure(self) -> bool:
        """Whether it is the same person: by number, or by name and year of birth."""
        return self.match != "name"


def compared(
    entrant: Entrant, players: Sequence[ListedPlayer], match: Match, rule: RatingRule
) -> Compared:
    """An entry with everything that differs; facts come from the first list that says them, FIDE's
    lists before the others."""
    differences: list[RatingDifference] = []
    source = rule.chosen(one.official for one in players)
    held = counting(entrant.official)
    rating = entrant.newest_rating
    if source is not None and source.rating != rating:
        entered = "" if rating is None else str(rating)
        differences.append(
            RatingDifference("rating", entered, str(source.rating), source.column, source.date)
        )
    ordered = sorted(players, key=lambda one: not one.list.fide)
    for field in COMPARED[1:]:
        entered = getattr(entrant, field)
        for player in ordered:
            listed = player.fide_number if field == "fide_id" else getattr(player, field)
            if not listed:
                continue
            if not _same(field, entered, listed):
                differences.append(
                    RatingDifference(field, entered, listed, player.list.name, player.list.date)
                )
            break
    there = sources_of(one.official for one in players)
    held_still = held is not None and any(
        (one.column, one.rating) == (held.column, entrant.rating) for one in there
    )
    only_rating = [difference.field for difference in differences] == ["rating"]
    return Compared(entrant, tuple(players), match, tuple(differences), held_still and only_rating)


def _same(field: str, entered: str, listed: str) -> bool:
    if field == "name":
        return _words(entered) == _words(listed)
    if field == "birth":  # a list may have the year alone
        return bool(entered) and (entered.startswith(listed) or listed.startswith(entered))
    return entered.casefold() == listed.casefold()


def _words(name: str) -> list[str]:
    """A name without accents, signs and order."""
    return sorted("".join(c if c.isalnum() else " " for c in fold(name)).split())


def same_name(a: str, b: str) -> bool:
    """Whether two names are the same but for accents, signs and the order of their words."""
    return _words(a) == _words(b)


def taken_over(one: Compared, rule: RatingRule) -> ListedChanges:
    """All that the lists say otherwise, as changes."""
    players = tuple(player.official for player in one.players)
    source = rule.chosen(players)
    changes: dict[str, Any] = {
        difference.field: int(difference.listed)
        if difference.field == "rating"
        else difference.listed
        for difference in one.differences
    }
    for player in one.players:
        if not player.list.fide and not one.entrant.national_id:
            changes.setdefault("national_id", player.id)
    return ListedChanges(one.entrant.id, changes, marked(players, source))


def unmarked(every: Iterable[Compared], rule: RatingRule) -> tuple[ListedChanges, ...]:
    """Entries found by number that agree with the lists and whose rating is marked as entered by
    hand: that it is the list's."""
    same = (
        taken_over(one, rule)
        for one in every
        if one.match == "id" and not one.differences and counting(one.entrant.official) is None
    )
    return tuple(one for one in same if counting(one.official) is not None)


def values_from(
    players: Sequence[ListedPlayer], rule: RatingRule
) -> tuple[dict[str, Any], tuple[OfficialRatings, ...]]:
    """The fields of a new entry by the data of its player in the lists, and his official ratings.
    The first list is the one that he was chosen from; the others fill what is missing there."""
    values: dict[str, Any] = {}
    for player in players:
        said = {name: getattr(player, name, "") for name in TAKEN}
        said["fide_id"] = player.fide_number
        said["national_id"] = "" if player.list.fide else player.id
        for name, value in said.items():
            if value:
                values.setdefault(name, value)
    official = tuple(player.official for player in players)
    source = rule.chosen(official)
    if source is not None:
        values["rating"] = source.rating
    return values, marked(official, source)


def by_hand(
    official: Iterable[OfficialRatings], rating: int | None, rule: RatingRule
) -> tuple[OfficialRatings, ...]:
    """The official ratings of somebody who plays with that rating: the one equal to it counts, none
    if it is in no list."""
    official = tuple(official)
    candidates: Sequence[RatingSource] = rule.ranked(official)
    source = next((one for one in candidates if one.rating == rating), None)
    return marked(official, source)
