"""The entrants: players and teams, the rounds in which they can be paired, and the official ratings
that an entry keeps.

The rating of the tournament (`Entrant.rating`) is the arbiter's. If it was taken from a list,
`OfficialRatings.counts` marks which one it is; if none is marked, it was entered by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Literal

from engine.entrant_fields import ENTRANT_FIELDS
from engine.points import NIL, Points
from engine.refusal import Refused

Rate = Literal["standard", "rapid", "blitz"]
"""A rate of play, which has ratings of its own (FIDE B.02)."""
RATES: tuple[Rate, ...] = ("standard", "rapid", "blitz")
COEFFICIENTS = (10, 20, 40)
"""The values of K (B.02, 8.3.3)."""
EntrantId = str
"""An entry number as text, "1", "2" …, in order of entry; never changed or reused."""
ESTIMATE = "e"
"""Follows a rating that is an estimate."""
NOT_ELIGIBLE = "no"
"""In `half_bye`: the entrant may have no half-point bye."""
_ELIGIBLE = ("", "yes", "y", "eligible")
_NOT_ELIGIBLE = (NOT_ELIGIBLE, "n", "none", "not eligible")
KEPT_NUMBER, KEPT_TEXT = 1_000_000, 10_000
"""Beyond what any version has let anybody enter: no number or text in a save is larger."""
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""FIDE titles from the highest (C.04.2)."""
_numbers = attrgetter(*(field.name for field in ENTRANT_FIELDS.values() if field.is_number))
_texts = attrgetter(*(field.name for field in ENTRANT_FIELDS.values() if not field.is_number))


@dataclass(frozen=True, slots=True)
class OfficialRatings:
    """A player's ratings in one list, of the day from which that list counts."""

    list: str
    date: str
    listed_id: str = ""
    """The player's number in that list."""
    fide: bool = False
    standard: int | None = None
    rapid: int | None = None
    blitz: int | None = None
    counts: Rate | Literal[""] = ""
    """The rate of play whose rating the tournament rating is."""
    standard_k: int | None = None
    """The development coefficients that the list says (B.02, 8.3.3)."""
    rapid_k: int | None = None
    blitz_k: int | None = None

    def rating(self, rate: Rate) -> int | None:
        """The rating for that rate of play; None without one."""
        return {"standard": self.standard, "rapid": self.rapid, "blitz": self.blitz}[rate]

    def k_factor(self, rate: Rate) -> int | None:
        """The coefficient for that rate of play; None if the list does not say it."""
        return {"standard": self.standard_k, "rapid": self.rapid_k, "blitz": self.blitz_k}[rate]


@dataclass(frozen=True, slots=True)
class LaterRating:
    """The rating of a list that came out during a long event, from round `first` on."""

    first: int
    rating: int
    list: str = ""
    rate: Rate = "standard"
    date: str = ""


@dataclass(frozen=True, slots=True)
class RequestedBye:
    """A round that the entrant is not paired for: asked for, or absent at check-in."""

    round: int
    points: Points = NIL
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Away:
    """Withdrawn from round `first` on, back in round `back` (None: not back). `finishes`: the
    games of the round that was in play then were still to be played."""

    first: int
    back: int | None = None
    finishes: bool = False


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player or a team of the entry list. Empty text means not known."""

    id: EntrantId
    name: str
    rating: int | None = None
    estimated: bool = False
    """The rating is an estimate of the arbiter's, who may amend it during the event."""
    k_factor: int | None = None
    """The development coefficient that the rating list says (B.02, 8.3.3)."""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    national_id: str = ""
    birth: str = ""
    sex: str = ""
    club: str = ""
    school: str = ""
    family: str = ""
    category: str = ""
    section: str = ""
    seed: int | None = None
    members: tuple[str, ...] = ()
    captain: str = ""
    contact: str = ""
    note: str = ""
    fixed_board: int | None = None
    half_bye: str = ""
    """`no` where the entrant is not eligible for half-point byes."""
    external: str = ""
    """The value of the tie-break EXT: a number in plain digits, calculated elsewhere."""
    official: tuple[OfficialRatings, ...] = ()
    """The ratings in the lists, beside the one of the tournament."""
    later_ratings: tuple[LaterRating, ...] = ()
    """Ratings of lists that came out during a long event."""
    present: bool = False
    """Seen at check-in."""
    joined: int = 1
    """The first round that the entrant can be paired in."""
    late: bool = False
    """Entered after the draw of that round: the card is at the bottom in it."""
    byes: tuple[RequestedBye, ...] = ()
    away: tuple[Away, ...] = ()
    expelled: bool = False
    """Out of the event by the arbiter's decision, and out of the standings; the games stay."""
    expected: int = 0
    """The round for which the arbiter has said that he is there again."""
    start_number: int | None = None
    """The number on every list, given for good when round 1 is published."""
    venue: str = ""
    """Where a team plays at home."""
    players: tuple[Entrant, ...] = ()
    """Of a team: its players in board order; those after the boards of a match are reserves. Their
    Ids are numbered together with those of entries."""

    def active(self, round_number: int) -> bool:
        """In the event in that round: has joined and has not withdrawn."""
        if round_number < self.joined:
            return False
        return not any(
            span.first <= round_number and (span.back is None or round_number < span.back)
            for span in self.away
        )

    def rating_in(self, round_number: int) -> int | None:
        """The rating of the list that is in force in that round of a long event."""
        since = [one for one in self.later_ratings if one.first <= round_number]
        return max(since, key=lambda one: one.first).rating if since else self.rating

    @property
    def newest_rating(self) -> int | None:
        """The rating of the newest list, from whatever round of a long event it counts."""
        return self.later_ratings[-1].rating if self.later_ratings else self.rating

    @property
    def withdrawn(self) -> bool:
        """Withdrawn, with no return fixed."""
        return bool(self.away) and self.away[-1].back is None

    def bye_in(self, round_number: int) -> RequestedBye | None:
        """The bye arranged for that round, if there is one."""
        return next((bye for bye in self.byes if bye.round == round_number), None)

    def to_be_paired(self, round_number: int) -> bool:
        """Active in that round, with no bye arranged."""
        return self.active(round_number) and self.bye_in(round_number) is None


def has_left(entrant: Entrant, number: int) -> bool:
    """Whether somebody does not play the open games of that round any more: withdrawn from the
    next one on, or before, and not after it."""
    return any(
        span.first <= number + 1
        and (span.back is None or number + 1 < span.back)
        and not (span.finishes and span.first == number + 1)
        for span in entrant.away
    )


def rating_text(entrant: Entrant, none: str = "") -> str:
    """The rating as it is shown and typed: `1450`, `1450e` for an estimate, `none` without one."""
    if entrant.rating is None:
        return none
    return f"{entrant.rating}{ESTIMATE if entrant.estimated else ''}"


def rating_span(entrants: Iterable[Entrant], none: str = "-") -> tuple[str, str]:
    """The highest and the lowest rating among them; `none` where nobody has one."""
    known = sorted((e for e in entrants if e.rating), key=lambda e: e.rating or 0)
    return (rating_text(known[-1]), rating_text(known[0])) if known else (none, none)


def field_text(entrant: Entrant, name: str) -> str:
    """A field as it is shown and typed; empty if nothing is known."""
    if name == "rating":
        return rating_text(entrant)
    value = getattr(entrant, name)
    if isinstance(value, tuple):
        return "; ".join(value)
    return "" if value is None else str(value)


def edited(entrant: Entrant, changes: Mapping[str, Any]) -> Entrant:
    """The entrant with new values for editable fields, each of the right type and in bounds."""
    return checked(changed(entrant, changes))


def changed(entrant: Entrant, changes: Mapping[str, Any]) -> Entrant:
    """The entrant with new values for editable fields, each of the right type.

    A new rating is an estimate only where that is said with it.
    """
    values = {name: _typed(name, value) for name, value in changes.items()}
    if "rating" in values:
        values.setdefault("estimated", False)
        if values["rating"] != entrant.rating:  # by hand, whatever list it was taken from
            values["official"] = tuple(replace(one, counts="") for one in entrant.official)
    new = replace(entrant, **values)
    return replace(new, estimated=False) if new.estimated and not new.rating else new


def _typed(name: str, value: Any) -> Any:
    if name == "estimated":
        if type(value) is bool:
            return value
        raise Refused("estimated must be true or false", f"it is {value!r}", "correct it")
    if name not in ENTRANT_FIELDS:
        raise Refused(f"{name} cannot be edited", "", "see the columns of the entry list")
    field = ENTRANT_FIELDS[name]
    if field.content == "names" and isinstance(value, list | tuple):
        return tuple(str(member) for member in value)
    if field.is_number:
        if value is None or type(value) is int:
            return value
        raise Refused(f"{name} must be a whole number", f"it is {value!r}", "correct it")
    if not isinstance(value, str):
        raise Refused(f"{name} must be a text", f"it is {value!r}", "correct it")
    return eligible(value) if field.content == "eligible" else value.strip()


def eligible(text: str) -> str:
    """`no`, or empty for yes; `Refused` for any other text."""
    word = text.strip().lower()
    if word in _NOT_ELIGIBLE:
        return NOT_ELIGIBLE
    if word in _ELIGIBLE:
        return ""
    raise Refused(f"half-point byes: {text.strip()[:20]!r} is neither yes nor no", "", "write no")


def checked(entrant: Entrant) -> Entrant:
    """The entrant, if every field is within its bounds; otherwise `Refused`, naming the first that
    is not."""
    if not entrant.name.strip():
        raise Refused("an entrant needs a name", "the name is empty", "give one")
    for player in entrant.players:
        checked(player)
    for name, field in ENTRANT_FIELDS.items():
        value = getattr(entrant, name)
        if not value and value != 0:
            continue
        who = f"{entrant.name[:20]}…" if len(entrant.name) > field.limit else entrant.name
        if field.is_number:
            if not field.least <= value <= field.limit:
                raise Refused(
                    f"{who}: {field.label.lower()} {value} is not possible",
                    f"it goes from {field.least} to {field.limit}",
                    "correct it or leave it empty",
                )
            continue
        longest = max(map(len, value)) if field.content == "names" else len(value)
        if longest > field.limit:
            limit = f"it has {longest} letters, the limit is {field.limit}"
            raise Refused(f"{who}: {name} is too long", limit, "shorten it")
    return entrant


def possible(entrant: Entrant) -> Entrant:
    """The entrant, if no version of this program can have refused to keep it; else `Refused`.

    The journal's entrants are held to this alone: never make it stricter.
    """
    good = all(0 <= number <= KEPT_NUMBER for number in _numbers(entrant) if number)
    for text in filter(None, _texts(entrant)):
        letters = len(text) if type(text) is str else sum(map(len, text))
        good = good and letters <= KEPT_TEXT
    if not good:
        raise Refused(f"entrant {entrant.id[:12]} has a value that nobody can have", "", "")
    for player in entrant.players:
        possible(player)
    return entrant


def namesake(entrant: Entrant, others: Iterable[Entrant]) -> Entrant | None:
    """Another entrant of the same name whom the year of birth does not distinguish.

    An entrant with the same number is the same entrant; one without a number is not among the
    others yet.
    """
    name = entrant.name.casefold()
    for other in others:
        if other.name.casefold() != name or (entrant.id and other.id == entrant.id):
            continue
        if not (entrant.birth and other.birth and entrant.birth[:4] != other.birth[:4]):
            return other
    return None
