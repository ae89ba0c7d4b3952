"""Players of the rating lists, proposed while a new entry is typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.entrants import Entrant, field_text
from engine.official_ratings import OfficialRatings
from engine.rating_check import by_hand, same_name, values_from
from engine.rating_lists import ListedPlayer, RatingSource, marked
from engine.rating_rule import RatingRule, every_rating
from engine.refusal import Refused
from saves.safe_text import safe
from tui.screens.columns import cell
from tui.screens.entry_form import Proposed

if TYPE_CHECKING:
    from saves.ratings.library import RatingLibrary

ASKED = ("name", "fide_id", "national_id")
"""Fields in which a name or a number is looked up."""
LEAST = 2
"""Letters from which on there is something to look up."""
MOST = 6
NAME, CLUB = 28, 16


@dataclass
class RatingProposals:
    """What the lists propose to one form; `library` stays open as long as it.

    A player who is taken over is remembered until the form is saved: his official ratings go into
    the entry beside what stands in the form.
    """

    library: RatingLibrary
    rule: RatingRule
    start: str = ""
    """The day whose lists count."""
    taken_over: tuple[ListedPlayer, ...] = ()
    _other: int = 0
    """Which of the ratings of the player taken over stands in the form."""
    _found: dict[str, list[ListedPlayer]] = field(default_factory=dict)

    def proposed(self, key: str, text: str) -> Sequence[Proposed]:
        """For what is typed in a field; nothing where the lists cannot be asked."""
        text = text.strip()
        if key not in ASKED or len(text) < LEAST:
            return ()
        if self.taken_over and same_name(text, self.taken_over[0].name):
            return ()
        if text not in self._found:
            self._found = {text: self._looked_up(text)}
        return [
            Proposed(str(at), _line(player, self.rule))
            for at, player in enumerate(self._found[text])
        ]

    def _looked_up(self, text: str) -> list[ListedPlayer]:
        from saves.ratings.matching import lists_for

        try:
            lists = lists_for(self.library, self.rule, self.start) or self.library.lists
            players: list[ListedPlayer] = []
            known: set[str] = set()
            for player in self.library.find(text, MOST * len(lists), lists):
                # who is in FIDE's list and in a national one is one person
                if player.fide_number and player.fide_number in known:
                    continue
                known.add(player.fide_number)
                players.append(player)
        except Refused:
            return []
        return players[:MOST]

    def taken(self, proposed: Proposed) -> Mapping[str, str]:
        """The texts of all fields that the lists fill."""
        from saves.ratings.matching import same_person

        (players,) = self._found.values()
        try:
            self.taken_over = same_person(self.library, players[int(proposed.key)])
        except Refused:
            self.taken_over = (players[int(proposed.key)],)
        self._other = 0
        values, _ = values_from(self.taken_over, self.rule)
        entrant = replace(Entrant("", ""), **values)
        return {name: safe(field_text(entrant, name), 400) for name in values} | {
            "rating": field_text(entrant, "rating")
        }

    def another(self, key: str) -> str | None:
        """The next one of the player's ratings, where the rating is asked for; None elsewhere."""
        ratings = self._ratings()
        if key != "rating" or not ratings:
            return None
        self._other = (self._other + 1) % len(ratings)
        return str(ratings[self._other].rating)

    def help(self, key: str) -> str:
        """The ratings of the player taken over, the one that counts by rule first."""
        ratings = self._ratings()
        if key != "rating" or not ratings:
            return ""
        shown = " · ".join(one.text for one in ratings[:4])
        return f"{shown}{'   → the next' if len(ratings) > 1 else ''}"

    def _ratings(self) -> tuple[RatingSource, ...]:
        official = [player.official for player in self.taken_over]
        return every_rating(official, self.rule)

    def completed(self, entrant: Entrant) -> Entrant:
        """A new entry with the official ratings of the player taken over; as it is where the name
        is now somebody else's."""
        if not self.taken_over:
            return entrant
        first = self.taken_over[0]
        same = (entrant.fide_id and entrant.fide_id == first.fide_number) or same_name(
            entrant.name, first.name
        )
        if not same:
            return entrant
        official = tuple(player.official for player in self.taken_over)
        national = next((p.id for p in self.taken_over if not p.list.fide), "")
        listed = with_rating(official, entrant.rating, self.rule)
        return replace(entrant, official=listed, national_id=entrant.national_id or national)

    def anew(self) -> None:
        """For the next entry."""
        self.taken_over, self._other = (), 0


def with_rating(
    official: tuple[OfficialRatings, ...], rating: int | None, rule: RatingRule
) -> tuple[OfficialRatings, ...]:
    """Official ratings with the one marked that a rating is, by rule first."""
    by_rule = by_hand(official, rating, rule)
    if any(one.counts for one in by_rule):
        return by_rule
    source = next((one for one in every_rating(official, rule) if one.rating == rating), None)
    return marked(official, source)


def _line(player: ListedPlayer, rule: RatingRule) -> str:
    return " ".join(_cells(player, rule)).rstrip()


def _cells(player: ListedPlayer, rule: RatingRule) -> Iterator[str]:
    source = next(iter(every_rating((player.official,), rule)), None)
    yield cell(safe(player.name), NAME)
    yield f"{safe(player.federation, 3):3}"
    yield f"{safe(player.birth, 4):4}"
    yield f"{safe(player.title, 3):3}"
    yield f"{source.rating if source is not None else '':>4}"
    yield cell(safe(player.club) or f"{player.list.name} {player.id}", CLUB)
