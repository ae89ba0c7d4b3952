"""Actions on the entry list: who is in, what an entry says, ratings taken from lists.

Two entries may be one person under two spellings: names that have the same words in another order,
or with other accents. That is a suspicion to be checked, never a reason to refuse. Data that the
event does not use stay with the entries (`unused_columns`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, ClassVar

from engine.actions.base import About, Action, Entering, about_entrants, name_of
from engine.alphabet import WRITTEN_OUT, fold
from engine.byes import bye_warnings, missed_rounds, refuse_not_eligible, with_missed
from engine.entrants import (
    COEFFICIENTS,
    ESTIMATE,
    Entrant,
    EntrantId,
    LaterRating,
    changed,
    checked,
    edited,
    namesake,
    possible,
    rating_text,
)
from engine.event import Event
from engine.points import Points, counted, points_text
from engine.protocol import DividedField, Format, OverASeason, bracketed, gives_no_byes, part_of
from engine.rating_lists import ListedChanges, counting
from engine.refusal import EnteredAlready, Refused, Stale
from engine.teams import person, players_by_id, with_people
from engine.warnings import Level, Warning

EXTERNAL = "EXT"
"""The tie-break whose values come from the entries."""


@dataclass(frozen=True)
class AddEntrant(Entering):
    """A new entrant; the number is the next one. After a draw he is a late entry, with `missed`
    points for each round that was drawn before he came (None: none, and nothing is said of it)."""

    kind: ClassVar[str] = "add"
    entrant: Entrant
    missed: Points | None = None

    def judge(self, event: Event, format: Format) -> None:
        """A second entrant of the same name needs `insist`."""
        if not self.insist:
            _refuse_namesake(self.entrant, event.entrants)
        _refuse_same_number(self.entrant, event.entrants)
        refuse_when_over(event, format)
        checked(self.entrant)
        if self.missed is not None:
            self._refuse_missed(event, format, self.missed)
        byes = (bye.points for bye in self.entrant.byes)
        refuse_not_eligible(event, self.entrant, (self.missed, *byes))

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Of somebody there under another spelling; of the points for rounds missed what byes by
        request are warned of, the last of each kind: a second half point (174), full points
        (178)."""

        double = tuple(double_warnings(event.entrants, (self.entrant,)))
        if self.missed is None:
            return double
        after = _in_play(event, self.change(event, format), format)
        warnings: dict[str, Warning] = {}
        for number in _before(after):
            new = after.entrants[-1]
            warnings |= {w.code: w for w in bye_warnings(after, new, number, self.missed)}
            after = with_missed(after, new.id, number, self.missed)
        return (*double, *warnings.values())

    def _refuse_missed(self, event: Event, format: Format, points: Points) -> None:
        after = _in_play(event, self.change(event, format), format)
        why = "" if _before(after) else "no round was drawn before"
        why = why or format.bye_refused(event, self.entrant, points)
        if why:
            shown = points_text(points)
            raise Refused(f"{self.entrant.name}: no {shown} for rounds missed", why, "leave it out")

    @property
    def new_ids(self) -> int:
        """That of the entrant, and of a team's players."""
        return _numbers_of([self.entrant])

    def change(self, event: Event, format: Format) -> Event:
        """At the end of the list."""
        return _added(self.ready(event), [self.entrant])

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """The first round that he is in, and the points for the rounds before."""
        after = _in_the_draw(before, _in_play(before, after, format), format)
        for number in _before(after) if self.missed is not None else ():
            after = with_missed(after, after.entrants[-1].id, number, self.missed)
        return after

    def about(self, event: Event | None) -> About:
        """Whoever gets the next number."""
        return about_entrants("" if event is None else str(self.first_in(event)))

    def describe(self, event: Event) -> str:
        """The name: the start number comes with the entry, or with round 1."""
        words = f"entry: {self.entrant.name}"
        if self.missed is None:
            return words
        return f"{words}, {points_text(self.missed)} for each round missed"


@dataclass(frozen=True)
class ImportEntrants(Entering):
    """Entrants from a file, in its order. Numbers given in the file (TRF) are kept while the
    entry list is empty.

    `rounds` are those of a new event that are as many as these entrants can play, where nobody has
    said how many (0: the number stays): without the entrants the event has its usual ones again.
    """

    kind: ClassVar[str] = "import"
    restore_point: ClassVar[str] = "import"
    entrants: tuple[Entrant, ...]
    source: str = ""
    rounds: int = 0

    def judge(self, event: Event, format: Format) -> None:
        """No namesakes without `insist`."""
        refuse_when_over(event, format)
        if not self.insist:
            self._refuse_namesakes(event)
        for entrant in self.entrants:
            checked(entrant)
            # a number in the file is nobody's in the event
            _refuse_same_number(replace(entrant, id=""), event.entrants)
            refuse_not_eligible(event, entrant, (bye.points for bye in entrant.byes))

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Of who may be there already under another spelling; of two in the list the reading of it
        warns."""
        if not event.entrants:
            return ()

        return tuple(double_warnings(event.entrants, self.entrants))

    @property
    def new_ids(self) -> int:
        """Those of the entrants, and of the players of teams."""
        return _numbers_of(self.entrants)

    def change(self, event: Event, format: Format) -> Event:
        """All or none."""
        if not self.entrants:
            return event
        if not event.entrants and all(e.id for e in self.entrants):
            return self._numbered(event)
        return _added(self.ready(event), self.entrants)

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """The first round that they are in for, and how many rounds there are."""
        if self.rounds:
            settings = format.kept_settings({"rounds": self.rounds}, after.settings)
            after = replace(after, settings=settings)
        return _in_the_draw(before, _in_play(before, after, format), format)

    def _refuse_namesakes(self, event: Event) -> None:
        of_name: dict[str, list[Entrant]] = {}
        for entrant in event.entrants:
            of_name.setdefault(entrant.name.casefold(), []).append(entrant)
        for entrant in self.entrants:
            # a number in the file is nobody's in the event
            new = replace(entrant, id="")
            same = of_name.setdefault(new.name.casefold(), [])
            _refuse_namesake(new, same)
            same.append(new)

    def _numbered(self, event: Event) -> Event:
        numbers = [int(e.id) for e in self.entrants]
        if len(set(numbers)) < len(numbers) or min(numbers) < 1:
            raise Refused("start numbers appear twice", self.source, "correct the file")
        for entrant in self.entrants:
            possible(entrant)
        return replace(event, entrants=self.entrants, next_id=max(numbers) + 1)

    def describe(self, event: Event) -> str:
        """How many, from where."""
        rounds = f", {counted(self.rounds, 'round')}" if self.rounds else ""
        entrants = counted(len(self.entrants), "entrant")
        return f"{entrants} imported from {self.source or 'a file'}{rounds}"


@dataclass(frozen=True)
class EditEntrant(Action):
    """New values for some fields of an entry.

    `seen` holds the values that the arbiter saw; if another desk has changed one meanwhile, the
    action is refused as stale.
    """

    kind: ClassVar[str] = "edit"
    id: EntrantId
    changes: Mapping[str, Any] = field(default_factory=dict)
    seen: Mapping[str, Any] = field(default_factory=dict)

    def judge(self, event: Event, format: Format) -> None:
        """The fields are as the arbiter saw them, and nobody else has the name."""
        old = event.entrant(self.id)
        new = edited(old, self.changes)
        _refuse_stale(old, new, self.seen)
        to_come = (b.points for b in new.byes if b.round > len(event.published))
        refuse_not_eligible(event, new, to_come)
        if new.fide_id != old.fide_id:
            _refuse_same_number(new, event.entrants)
        if new.name != old.name and not self.insist:
            _refuse_namesake(new, event.entrants)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """A rating by which a round was drawn is recorded; a new K that FIDE does not give, and a
        name that somebody else may have in another spelling, are reported."""

        old = event.entrant(self.id)
        new = edited(old, self.changes)
        warnings = list(edited_by_hand(event, old, new))
        if new.k_factor not in (None, old.k_factor, *COEFFICIENTS):
            k = str(new.k_factor)
            warnings.append(Warning.of(Level.ACKNOWLEDGE, "odd-k", name=new.name, k=k))
        if new.name != old.name:
            others = [other for other in event.entrants if other.id != new.id]
            warnings += double_warnings(others, (new,))
        return tuple(warnings)

    def change(self, event: Event, format: Format) -> Event:
        """Only the fields an arbiter may edit."""
        old = event.entrant(self.id)
        new = possible(changed(old, self.changes))
        return event if new == old else event.with_entrant(new)

    def about(self, event: Event | None) -> About:
        """Whose entry it is."""
        return about_entrants(self.id)

    def describe(self, event: Event) -> str:
        """Every change."""
        changes = dict(self.changes)
        if changes.pop("estimated", False) and changes.get("rating"):
            changes["rating"] = f"{changes['rating']}{ESTIMATE}"
        new = ", ".join(f"{k} = {v if v is not None else ''}" for k, v in changes.items())
        return f"{name_of(event, self.id)}: {new}"

    def was_before(self, event: Event) -> str | None:
        """The old values."""
        old = event.entrant(self.id)
        known = {f.name for f in fields(old)} - {"estimated"}
        return ", ".join(f"{k} = {_field_value(old, k)}" for k in self.changes if k in known)


@dataclass(frozen=True)
class RemoveEntrant(Action):
    """Remove an entry completely: possible until it is part of a round."""

    kind: ClassVar[str] = "remove"
    id: EntrantId

    def change(self, event: Event, format: Format) -> Event:
        """Once placed, one can only be withdrawn."""
        gone = event.entrant(self.id)
        if any(self.id in r.placed for r in event.rounds):
            raise Refused(
                f"{gone.name} cannot be removed",
                "a round has been drawn with this entrant",
                "withdraw instead",
            )
        others = tuple(e for e in event.entrants if e.id != self.id)
        orders = tuple(i for i in event.instructions if self.id not in (i.a, i.b))
        return replace(event, entrants=others, instructions=orders)

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """Points given or taken go with the entry."""
        kept = tuple(a for a in after.adjustments if a.entrant != self.id)
        return replace(after, adjustments=kept) if kept != after.adjustments else after

    def about(self, event: Event | None) -> About:
        """Whose entry it was."""
        return about_entrants(self.id)

    def describe(self, event: Event) -> str:
        """The name."""
        return f"entry removed: {name_of(event, self.id)}"


LATE = "ratings-after-round-1"


@dataclass(frozen=True)
class TakeRatings(Action):
    """The data of lists for some entries, taken over; entrants who were not chosen stay as they
    are.

    `first` is for long events (C.04.2, 2.1; 30 days and more): the new rating counts from that
    round on, and the previous one is kept. None: it replaces the previous one.
    """

    kind: ClassVar[str] = "ratings"
    restore_point: ClassVar[str] = "ratings"
    entries: tuple[ListedChanges, ...] = ()
    lists: tuple[str, ...] = ()
    """Of which lists they are, as they are called: `FIDE of 2026-11-01`."""
    first: int | None = None
    seen: tuple[int | None, ...] = ()
    """The rating that the arbiter saw of each."""

    def judge(self, event: Event, format: Format) -> None:
        """Every value is possible, and nothing of it has changed since it was looked at."""
        if not self.entries:
            raise Refused("nobody is chosen", "", "choose whose entries are brought up to date")
        for at, one in enumerate(self.entries):
            old = person(event, one.id)
            edited(old, one.changes)
            if at < len(self.seen) and old.rating != self.seen[at]:
                raise Stale(f"the rating of {old.name} has changed", "", "compare again")
        last = format.rounds_planned(event) or 99
        if self.first is not None and not 1 <= self.first <= last:
            raise Refused(f"there is no round {self.first}", "", f"give a round from 1 to {last}")

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """From round 1 on ratings are those that it was drawn with; another one is confirmed."""
        if self.first is not None:
            return ()
        others = [
            one
            for one in self.entries
            if "rating" in one.changes
            and drawn_by_another(event, person(event, one.id), one.changes["rating"])
        ]
        if not others:
            return ()
        return (Warning.of(Level.CONFIRM, LATE, count=len(others)),)

    def change(self, event: Event, format: Format) -> Event:
        """The values of each, and his official ratings beside them."""
        changed = {one.id: self._changed(person(event, one.id), one) for one in self.entries}
        return with_people(event, changed)

    def _changed(self, old: Entrant, one: ListedChanges) -> Entrant:
        if self.first is None or "rating" not in one.changes:
            return possible(replace(changed(old, one.changes), official=one.official))
        others = {key: value for key, value in one.changes.items() if key != "rating"}
        source = counting(one.official)
        named = (source.list, source.rate, source.date) if source is not None else ("",)
        later = LaterRating(self.first, int(one.changes["rating"]), *named)
        of_other_rounds = tuple(r for r in old.later_ratings if r.first != self.first)
        ratings = tuple(sorted((*of_other_rounds, later), key=lambda r: r.first))
        return possible(replace(changed(old, others), later_ratings=ratings))

    def about(self, event: Event | None) -> About:
        """Whose entries they are; of players of teams, their teams'."""
        teams = players_by_id(event) if event is not None else {}
        ids = (teams[one.id].team.id if one.id in teams else one.id for one in self.entries)
        return about_entrants(*ids)

    def describe(self, event: Event) -> str:
        """From which list, and every change of a few."""
        whence = f" from {', '.join(self.lists)}" if self.lists else ""
        since = f", from {event.called(self.first)} on" if self.first is not None else ""
        if len(self.entries) > 3:
            return f"{counted(len(self.entries), 'entry', 'entries')}{whence}{since}"
        changes = "; ".join(self._change_texts(event))
        return f"{changes}{whence}{since}"

    def _change_texts(self, event: Event) -> Iterator[str]:
        for one in self.entries:
            new = ", ".join(f"{field} = {value}" for field, value in one.changes.items())
            known = players_by_id(event).get(one.id)
            name = known.player.name if known is not None else name_of(event, one.id)
            yield f"{name}: {new or 'as before'}"


def drawn_by_another(event: Event, old: Entrant, rating: object) -> bool:
    """Whether a round was drawn with another rating of somebody than this."""
    return old.joined <= len(event.published) and old.rating != rating


def edited_by_hand(event: Event, old: Entrant, new: Entrant) -> tuple[Warning, ...]:
    """A rating typed after round 1 was drawn with another one: recorded.

    It is not asked about, unlike many ratings from a list: numbers and rounds stay as they are, and
    the arbiter has typed this one.
    """
    if not drawn_by_another(event, old, new.rating):
        return ()
    ratings = (old.rating or 0, new.rating or 0)
    return (Warning.of(Level.RECORD, "rating-edited", name=old.name, ratings=ratings),)


def _numbers_of(new: Sequence[Entrant]) -> int:
    return sum(1 + len(entrant.players) for entrant in new)


def _added(event: Event, new: Sequence[Entrant]) -> Event:
    """With new entrants, who are in from the next round on; players of teams get the numbers after
    those of the teams."""
    joined, next_id = len(event.published) + 1, event.next_id + len(new)
    numbered = []
    for number, entrant in enumerate(new, start=event.next_id):
        players = tuple(
            replace(player, id=str(next_id + at), joined=joined, late=False)
            for at, player in enumerate(entrant.players)
        )
        next_id += len(players)
        numbered.append(
            possible(replace(entrant, id=str(number), joined=joined, late=False, players=players))
        )
    return replace(event, entrants=(*event.entrants, *numbered), next_id=next_id)


def _in_play(before: Event, after: Event, format: Format) -> Event:
    """A new entrant is in the round that is drawn or in play, if that takes late entries."""
    drawn = before.proposal or before.current
    if drawn is None or not format.late_boards(before):
        return after
    known = {e.id for e in before.entrants}
    entrants = tuple(
        e if e.id in known else replace(e, joined=drawn.number, late=True) for e in after.entrants
    )
    return replace(after, entrants=entrants)


def _before(event: Event) -> list[int]:
    """The rounds before the first one of an entrant added now."""
    new = event.entrants[-1]
    return [number for number in missed_rounds(event, new) if number < new.joined]


def _in_the_draw(before: Event, after: Event, format: Format) -> Event:
    """Byes asked for in a list take nobody out of a bracket, which gives none by request."""
    known = {e.id for e in before.entrants}
    new = {e.id: e for e in after.entrants if e.id not in known}
    with_byes = {e.id: with_byes_given(after, format, e) for e in new.values()}
    if with_byes == new:
        return after
    return replace(after, entrants=tuple(with_byes.get(e.id, e) for e in after.entrants))


def with_byes_given(event: Event, format: Format, entrant: Entrant) -> Entrant:
    """The entrant with the byes that the format gives by request; formats without a bracket
    give all."""
    if not entrant.byes or not bracketed(format):
        return entrant
    byes = tuple(
        b
        for b in entrant.byes
        if not (format.all_play if b.absent else format.bye_refused(event, entrant, b.points))
    )
    return entrant if byes == entrant.byes else replace(entrant, byes=byes)


def byes_left_out(event: Event, format: Format, entrants: Iterable[Entrant]) -> str:
    """What becomes of byes in a list that the format does not give; empty without any."""
    asked = [e for e in entrants if with_byes_given(event, format, e) != e]
    if not asked:
        return ""
    some = ", ".join(e.name for e in asked[:3]) + (" …" if len(asked) > 3 else "")
    why = format.bye_refused(event, asked[0], asked[0].byes[0].points)
    asking = f"{counted(len(asked), 'entry', 'entries')} with byes by request ({some})"
    return f"{asking}: left out, they are in the draw; {why}"


def _refuse_namesake(entrant: Entrant, others: Iterable[Entrant]) -> None:
    other = namesake(entrant, others)
    if other is not None:
        known = _known_as(other) if other.id else "the list has the name twice"
        raise EnteredAlready(entrant.name, known)


def _refuse_same_number(entrant: Entrant, others: Iterable[Entrant]) -> None:
    """A FIDE ID is one person's."""
    for other in others if entrant.fide_id else ():
        if other.fide_id == entrant.fide_id and other.id != entrant.id:
            problem = f"FIDE ID {entrant.fide_id} is that of {other.name}"
            raise Refused(problem, _known_as(other), "correct one of them")


def _known_as(entrant: Entrant) -> str:
    number = entrant.start_number
    return f"as Id {entrant.id}" if number is None else f"as number {number}"


def _field_value(entrant: Entrant, field: str) -> Any:
    """What an arbiter reads in a field of an entry."""
    if field in ("rating", "estimated"):
        return rating_text(entrant) or None
    return getattr(entrant, field)


def _refuse_stale(old: Entrant, new: Entrant, seen: Mapping[str, Any]) -> None:
    then = edited(old, seen)
    for name in seen:
        now, saw = getattr(old, name), getattr(then, name)
        if now not in (saw, getattr(new, name)):
            shown = "rating" if name == "estimated" else name
            raise Stale(
                f"{old.name}: {shown} is now {_field_value(old, name) or 'empty'}",
                f"you saw {_field_value(then, name) or 'nothing'}",
                "look at the entry again; change it once more if yours is right",
            )


def _only_published(event: Event) -> bool:
    """Whether the first round is published and has had no consequences yet, and no other is
    drawn."""
    matches = event.rounds[0].matches if len(event.published) == len(event.rounds) == 1 else ()
    results = [match.result for match in matches]
    boards = [board.result for match in matches for board in match.lineups or ()]
    return bool(matches) and not any([*results, *boards])


def refuse_when_over(event: Event, format: Format) -> None:
    """`Refused` where nobody can be entered any more."""
    why = format.entry_refused(event)
    if why:
        remedy = "make another event for those who come now"
        if _only_published(event):
            back = f"take {event.called(1)} back (u in Pairings)"
            remedy = f"no result is in: {back}, enter them, draw it again"
        raise Refused("no more entries", why, remedy)
    if len(event.published) >= event.settings.rounds:
        rounds = event.settings.rounds
        raise Refused(
            "no more entries",
            "the only round is drawn" if rounds == 1 else f"all {rounds} rounds are drawn",
            "raise the number of rounds first if play continues",
        )


_APART = re.compile(r"[\W_]+")
_INSIDE = re.compile(r"['’`]")
_TELLING = ("fide_id", "national_id", "sex")
_COMPARED = 20
"""How many earlier entries with the same words a later one is compared with: a file from outside
may have thousands."""


def perhaps_double(entrants: Sequence[Entrant], first: int = 0) -> Iterator[tuple[int, int]]:
    """The places of two in the list who may be one person, the later one not before `first`; two of
    exactly the same name are `namesake`s and not listed here."""
    by_words: dict[str, list[int]] = {}
    for place, entrant in enumerate(entrants):
        keys = _name_keys(entrant.name)
        before = {at: None for key in keys for at in by_words.get(key, ())}
        if place >= first:
            yield from ((at, place) for at in before if _may_be_one(entrants[at], entrant))
        for key in keys:
            if len(alike := by_words.setdefault(key, [])) < _COMPARED:
                alike.append(place)


def double_warnings(there: Sequence[Entrant], new: Sequence[Entrant]) -> Iterator[Warning]:
    """Of each new entrant who may be one of those there."""
    for before, place in perhaps_double((*there, *new), len(there)):
        if before < len(there):
            other, name = there[before], new[place - len(there)].name
            facts = {"name": name, "other": other.name, "id": other.id}
            yield Warning.of(Level.ACKNOWLEDGE, "perhaps-double", **facts)


def _may_be_one(one: Entrant, other: Entrant) -> bool:
    if one.name.casefold() == other.name.casefold():
        return False
    known = [(one.birth[:4], other.birth[:4])]
    known += [(getattr(one, field), getattr(other, field)) for field in _TELLING]
    return not any(a and b and a != b for a, b in known) and not _parted(one.name, other.name)


def _parted(one: str, other: str) -> bool:
    """Whether commas say that the surname of one is the forename of the other."""
    if not ("," in one and "," in other):
        return False
    return not set(_name_keys(one.partition(",")[0])) & set(_name_keys(other.partition(",")[0]))


@lru_cache(maxsize=8192)
def _name_keys(name: str) -> tuple[str, ...]:
    """The words of a name in one order, also as lists without accents write them out."""
    spellings = (name, name.translate(WRITTEN_OUT)) if not name.isascii() else (name,)
    words = (_APART.split(fold(_INSIDE.sub("", text))) for text in spellings)
    keys = (" ".join(sorted(filter(None, each))) for each in words)
    return tuple(dict.fromkeys(filter(None, keys)))


def _seed(event: Event, format: Format) -> str:
    return format.seeds_unused(event)


def _section(event: Event, format: Format) -> str:
    parted = part_of(format, OverASeason) is not None or part_of(format, DividedField) is not None
    return "" if parted else "it has no divisions"


def _fixed_board(event: Event, format: Format) -> str:
    seating = format.seating(event)
    movable = seating is not None and seating.movable
    return "" if movable else "its boards have a fixed order"


def _family(event: Event, format: Format) -> str:
    return "" if format.keeps_apart else "it keeps nobody apart by families"


def _venue(event: Event, format: Format) -> str:
    return "" if part_of(format, OverASeason) is not None else "it is not a league"


def _external(event: Event, format: Format) -> str:
    return "" if asks_for_external(event) else f"{EXTERNAL} is not among its tie-breaks"


_REASONS: Mapping[str, Callable[[Event, Format], str]] = {
    "seed": _seed,
    "section": _section,
    "fixed_board": _fixed_board,
    "family": _family,
    "venue": _venue,
    "half_bye": lambda event, format: gives_no_byes(format, event),
    "external": _external,
}
"""By field of the entry: why the event makes nothing of it, empty where it does."""


def unused_columns(event: Event, format: Format, entrants: Iterable[Entrant]) -> tuple[str, ...]:
    """`seed: kept with the entries, not used here (it goes by rating)`, of each column with a
    value in it that the event does not go by."""
    listed = tuple(entrants)
    return tuple(
        f"{name}: kept with the entries, not used here ({why})"
        for name, reason in _REASONS.items()
        if any(getattr(entrant, name) for entrant in listed) and (why := reason(event, format))
    )


def asks_for_external(event: Event) -> bool:
    """Whether a value calculated elsewhere is among the tie-breaks."""
    return any(code.partition("/")[0] == EXTERNAL for code in event.settings.tiebreaks)
