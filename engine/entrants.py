"""Who plays: players and teams, and the rounds in which they can be paired."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.points import NIL, Points
from engine.refusal import Refused

EntrantId = str
"""An entry number as text, "1", "2" …, in order of entry; never changed or reused."""

NAME_LIMIT = 80
TEXT_LIMIT = 120
RATING_LIMIT = 4000
ESTIMATE = "e"
"""Stands behind a rating that is an estimate."""
KEPT_NUMBER, KEPT_TEXT = 1_000_000, 10_000
"""Beyond what any version has let anybody enter: no number or text in a save is larger."""

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""FIDE titles from the highest (C.04.2)."""


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
    title: str = ""
    federation: str = ""
    fide_id: str = ""
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
    present: bool = False
    """Seen at check-in."""
    joined: int = 1
    """The first round that the entrant can be paired in."""
    late: bool = False
    """Entered after the draw of that round: the card stands at the bottom in it."""
    byes: tuple[RequestedBye, ...] = ()
    away: tuple[Away, ...] = ()
    expected: int = 0
    """The round for which the arbiter has said that he is there again."""
    start_number: int | None = None
    """The number on every list, given for good when round 1 is published."""

    def active(self, round_number: int) -> bool:
        """In the event in that round: has joined and has not withdrawn."""
        if round_number < self.joined:
            return False
        return not any(
            span.first <= round_number and (span.back is None or round_number < span.back)
            for span in self.away
        )

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


WHOLE_NUMBERS = frozenset({"rating", "seed", "fixed_board"})
EDITABLE = WHOLE_NUMBERS | {
    "estimated",
    "name",
    "title",
    "federation",
    "fide_id",
    "birth",
    "sex",
    "club",
    "school",
    "family",
    "category",
    "section",
    "members",
    "captain",
    "contact",
    "note",
}
"""What an arbiter may change of an entry; the rest changes by actions of its own."""
_TEXTS = tuple(sorted(EDITABLE - WHOLE_NUMBERS - {"estimated"}))


def edited(entrant: Entrant, changes: Mapping[str, Any]) -> Entrant:
    """The entrant with new values for editable fields, each of the right type and in bounds."""
    return checked(changed(entrant, changes))


def changed(entrant: Entrant, changes: Mapping[str, Any]) -> Entrant:
    """The entrant with new values for editable fields, each of the right type.

    A new rating is an estimate only where that is said with it.
    """
    values: dict[str, Any] = {}
    for field, value in changes.items():
        if field not in EDITABLE:
            raise Refused(f"{field} cannot be edited", "", "see the columns of the entry list")
        values[field] = _typed(field, value)
    if "rating" in values:
        values.setdefault("estimated", False)
    new = replace(entrant, **values)
    return replace(new, estimated=False) if new.estimated and not new.rating else new


def _typed(field: str, value: Any) -> Any:
    if field == "members" and isinstance(value, list | tuple):
        return tuple(str(member) for member in value)
    if field == "estimated":
        if type(value) is bool:
            return value
        raise Refused("estimated must be true or false", f"it is {value!r}", "correct it")
    if field in WHOLE_NUMBERS:
        if value is None or type(value) is int:
            return value
        raise Refused(f"{field} must be a whole number", f"it is {value!r}", "correct it")
    if not isinstance(value, str):
        raise Refused(f"{field} must be a text", f"it is {value!r}", "correct it")
    return value.strip()


def checked(entrant: Entrant) -> Entrant:
    """The entrant, if every field lies within its bounds; `Refused` naming the first that not."""
    if not entrant.name.strip():
        raise Refused("an entrant needs a name", "the name is empty", "give one")
    if len(entrant.name) > NAME_LIMIT:
        raise Refused(
            f"the name {entrant.name[:20]}… is too long",
            f"it has {len(entrant.name)} letters, the limit is {NAME_LIMIT}",
            "shorten it",
        )
    if entrant.rating is not None and not 0 <= entrant.rating <= RATING_LIMIT:
        raise Refused(
            f"{entrant.name}: rating {entrant.rating} is not possible",
            f"ratings go from 0 to {RATING_LIMIT}",
            "correct it or leave it empty",
        )
    for field in _TEXTS:
        value = getattr(entrant, field)
        longest = max(map(len, value), default=0) if field == "members" else len(value)
        if longest > TEXT_LIMIT:
            raise Refused(
                f"{entrant.name}: {field} is too long", f"the limit is {TEXT_LIMIT}", "shorten it"
            )
    if entrant.seed is not None and not 1 <= entrant.seed <= 9999:
        raise Refused(f"{entrant.name}: seed {entrant.seed} is not possible", "", "give 1 to 9999")
    board = entrant.fixed_board
    if board is not None and not 1 <= board <= 9999:
        raise Refused(f"{entrant.name}: board {board} is not possible", "", "give 1 to 9999")
    return entrant


def possible(entrant: Entrant) -> Entrant:
    """The entrant, if no version of this program can have refused to keep it; else `Refused`.

    The journal's entrants are held to this alone: never make it stricter.
    """
    numbers = (entrant.rating, entrant.seed, entrant.fixed_board)
    texts = (entrant.name, *(getattr(entrant, field) for field in _TEXTS))
    longest = max(len("".join(text)) for text in texts)
    if longest > KEPT_TEXT or any(not 0 <= n <= KEPT_NUMBER for n in numbers if n is not None):
        raise Refused(f"entrant {entrant.id[:12]} has a value that nobody can have", "", "")
    return entrant


def namesake(entrant: Entrant, others: Iterable[Entrant]) -> Entrant | None:
    """Somebody else of the same name whose year of birth does not tell them apart.

    Who has the entrant's own number is no other; one without a number is not among them yet.
    """
    name = entrant.name.casefold()
    for other in others:
        if other.name.casefold() != name or (entrant.id and other.id == entrant.id):
            continue
        if not (entrant.birth and other.birth and entrant.birth[:4] != other.birth[:4]):
            return other
    return None
