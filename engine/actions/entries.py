"""Actions on the entry list: who is in, who is there, who has a bye."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

from engine.actions.base import About, Action, about_entrants, name_of
from engine.byes import bye_warnings, missed_rounds, refuse_not_eligible, with_missed
from engine.entrants import (
    ESTIMATE,
    Entrant,
    EntrantId,
    changed,
    checked,
    edited,
    namesake,
    possible,
    rating_text,
)
from engine.event import Event
from engine.official_ratings import COEFFICIENTS
from engine.points import Points, counted, points_text
from engine.protocol import Format, bracketed
from engine.refusal import EnteredAlready, Refused, Stale
from engine.warnings import Level, Warning


def _added(event: Event, new: Sequence[Entrant]) -> Event:
    """With new entrants, who are in from the next round on; players of teams have the numbers
    behind those of the teams."""
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
    """Who has come is in the round that is drawn or in play, where it takes late entries."""
    drawn = before.proposal or before.current
    if drawn is None or not format.late_boards(before):
        return after
    known = {e.id for e in before.entrants}
    entrants = tuple(
        e if e.id in known else replace(e, joined=drawn.number, late=True) for e in after.entrants
    )
    return replace(after, entrants=entrants)


def _before(event: Event) -> list[int]:
    """The rounds before the one that who has just been entered is in from."""
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


@dataclass(frozen=True)
class AddEntrant(Action):
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
        from engine.one_person import double_warnings

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

    def change(self, event: Event, format: Format) -> Event:
        """At the end of the list."""
        return _added(event, [self.entrant])

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """The first round that he is in for, and what he has for those before."""
        after = _in_the_draw(before, _in_play(before, after, format), format)
        for number in _before(after) if self.missed is not None else ():
            after = with_missed(after, after.entrants[-1].id, number, self.missed)
        return after

    def about(self, event: Event | None) -> About:
        """Whoever gets the next number."""
        return about_entrants(*(() if event is None else (str(event.next_id),)))

    def describe(self, event: Event) -> str:
        """The name: the start number comes with the entry, or with round 1."""
        words = f"entry: {self.entrant.name}"
        if self.missed is None:
            return words
        return f"{words}, {points_text(self.missed)} for each round missed"


@dataclass(frozen=True)
class ImportEntrants(Action):
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
        from engine.one_person import double_warnings

        return tuple(double_warnings(event.entrants, self.entrants))

    def change(self, event: Event, format: Format) -> Event:
        """All or none."""
        if not self.entrants:
            return event
        if not event.entrants and all(e.id for e in self.entrants):
            return self._numbered(event)
        return _added(event, self.entrants)

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

    `seen` holds what the arbiter saw in them; where another desk has changed one meanwhile the
    action is refused as stale.
    """

    kind: ClassVar[str] = "edit"
    id: EntrantId
    changes: Mapping[str, Any] = field(default_factory=dict)
    seen: Mapping[str, Any] = field(default_factory=dict)

    def judge(self, event: Event, format: Format) -> None:
        """What was seen stands, and the name is nobody else's."""
        old = event.entrant(self.id)
        new = edited(old, self.changes)
        _refuse_unseen(old, new, self.seen)
        to_come = (b.points for b in new.byes if b.round > len(event.published))
        refuse_not_eligible(event, new, to_come)
        if new.fide_id != old.fide_id:
            _refuse_same_number(new, event.entrants)
        if new.name != old.name and not self.insist:
            _refuse_namesake(new, event.entrants)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """A rating by which a round was drawn is recorded; a new K that FIDE does not give, and a
        name that somebody else may have in another spelling, are reported."""
        from engine.actions.ratings import edited_by_hand
        from engine.one_person import double_warnings

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
        return ", ".join(f"{k} = {_of(old, k)}" for k in self.changes if k in known)


def _of(entrant: Entrant, field: str) -> Any:
    """What an arbiter reads in a field of an entry."""
    if field in ("rating", "estimated"):
        return rating_text(entrant) or None
    return getattr(entrant, field)


def _refuse_unseen(old: Entrant, new: Entrant, seen: Mapping[str, Any]) -> None:
    then = edited(old, seen)
    for name in seen:
        now, saw = getattr(old, name), getattr(then, name)
        if now not in (saw, getattr(new, name)):
            shown = "rating" if name == "estimated" else name
            raise Stale(
                f"{old.name}: {shown} is now {_of(old, name) or 'empty'}",
                f"you saw {_of(then, name) or 'nothing'}",
                "look at the entry again; change it once more if yours is right",
            )


@dataclass(frozen=True)
class RemoveEntrant(Action):
    """Take an entry out altogether: possible until it stands in a round."""

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

    def about(self, event: Event | None) -> About:
        """Whose entry it was."""
        return about_entrants(self.id)

    def describe(self, event: Event) -> str:
        """The name."""
        return f"entry removed: {name_of(event, self.id)}"


def _only_published(event: Event) -> bool:
    """Whether the first round is published and nothing has come of it, nor is another drawn."""
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
