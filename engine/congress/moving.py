"""Moving a person from one event of the congress to another: two actions, in two journals.

Before anything is drawn with him he leaves the first as if he had never been in it. Later he is
withdrawn there, and his results stay; in the other he is a late entry. All his data go along, apart
from those that the other event does not use (`not_kept`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.actions import Action, AddEntrant, ReEnter, RemoveEntrant, Withdraw
from engine.actions.numbering import uses_seeds
from engine.actions.presence import lost_by_leaving
from engine.byes import missed_rounds
from engine.congress.congress import EntryKey
from engine.congress.members import MemberEvent
from engine.congress.people import Person
from engine.entrants import Entrant, EntrantId
from engine.event import Event
from engine.points import Points, points_text
from engine.protocol import divided_field
from engine.reasons import Fact, Reason
from engine.refusal import Refused
from engine.warnings import Level, Warning


@dataclass(frozen=True, slots=True)
class Move:
    """The intent, written down before the first of the two actions.

    `entrant` is the entry as it enters the target; `next_id` the number that the next entry had
    there, which shows whether he has come; `again` his entry there if he was in that event before.
    """

    source: EntryKey
    target: str
    entrant: Entrant
    next_id: int
    again: EntrantId = ""
    missed: Points | None = None
    at: str = ""
    by: str = ""


def planned_move(
    person: Person, source: MemberEvent, target: MemberEvent, missed: Points | None
) -> Move:
    """The move of a person out of one event into another; `Refused` where he is not in the one or
    in the other already."""
    entry = person.entry(source.folder)
    if source is target or entry is None or not entry.here:
        raise Refused(f"{person.name} is not in {source.name}", "", "name an event he is in")
    there = person.entry(target.folder)
    if there is not None and there.here:
        raise Refused(f"{person.name} is in {target.name} already", "", "withdraw him in one")
    again = there.key.id if there is not None else ""
    rounds = target.format.rounds_planned(target.event)
    seed = entry.entrant.seed if _takes_seed(target, entry.entrant.seed) else None
    section = entry.entrant.section if _has_section(source, target, entry.entrant) else ""
    byes = tuple(
        bye for bye in entry.entrant.byes
        if bye.round > len(target.event.published) and (rounds is None or bye.round <= rounds)
    )  # fmt: skip
    new = replace(
        entry.entrant, id="", joined=1, late=False, away=(), expected=0, start_number=None,
        seed=seed, section=section, byes=byes,
    )  # fmt: skip
    return Move(entry.key, target.folder, new, target.event.next_id, again, missed)


def _takes_seed(target: MemberEvent, seed: int | None) -> bool:
    """Whether that seed can be had there: the format has seeds, and nobody has it."""
    if not uses_seeds(target.event, target.format) or target.event.rounds:
        return False
    return all(one.seed != seed for one in target.event.entrants)


def _has_section(source: MemberEvent, target: MemberEvent, entrant: Entrant) -> bool:
    """Whether the section of the entry means the same there: the event has one of that name, and
    it was not the other's first round that gave it to him."""
    before = divided_field(source.format, source.event)
    there = divided_field(target.format, target.event)
    if there is None or (before is not None and before.frozen):
        return False
    wanted = entrant.section.strip().casefold()
    return any(wanted in (part.label.casefold(), part.name.casefold()) for part in there.parts)


def not_kept(entrant: Entrant, move: Move) -> Reason | None:
    """The data of the entry that do not go along; None if all do."""
    if move.again:
        return None
    new, byes = move.entrant, tuple(b.round for b in entrant.byes if b not in move.entrant.byes)
    facts: dict[str, Fact] = {}
    if entrant.seed is not None and new.seed is None:
        facts["seed"] = entrant.seed
    if entrant.section and not new.section:
        facts["section"] = entrant.section
    if byes:
        facts["byes"] = byes
    return Reason("not-kept", facts) if facts else None


def entering(move: Move) -> Action:
    """The action in the target."""
    if move.again:
        return ReEnter(move.again)
    return AddEntrant(move.entrant, move.missed)


def leaving(event: Event, id: EntrantId) -> Action:
    """The action in the event that he leaves: no trace remains, but once drawn he is withdrawn."""
    if any(id in round.placed for round in event.rounds):
        return Withdraw(id)
    return RemoveEntrant(id)


def has_entered(move: Move, target: Event) -> EntrantId:
    """His entry in the target, if the first of the two actions is done; else empty."""
    if move.again:
        there = [e for e in target.entrants if e.id == move.again and not e.withdrawn]
        return there[0].id if there else ""
    for entrant in target.entrants:
        same = entrant.name == move.entrant.name and entrant.birth == move.entrant.birth
        if same and int(entrant.id) >= move.next_id:
            return entrant.id
    return ""


def has_left(move: Move, source: Event) -> bool:
    """Whether the second is done."""
    there = [e for e in source.entrants if e.id == move.source.id]
    return not there or there[0].withdrawn


def move_warnings(
    move: Move, source: MemberEvent, target: MemberEvent
) -> tuple[tuple[Warning, Event], ...]:
    """What the arbiter has to agree to first, each with the event that words it: what stays behind,
    and what the entrant has missed."""
    return (*_left_behind(move, source), *_missed(move, target))


def _left_behind(move: Move, source: MemberEvent) -> Sequence[tuple[Warning, Event]]:
    event, id = source.event, move.source.id
    played = [round for round in event.published if id in round.drawn]
    if not played:
        return ()
    open_boards = [m.board for m in event.current.matches if m.open and id in m.pair
                   ] if event.current else []  # fmt: skip
    lost = [match.board for match in lost_by_leaving(event, source.format, id)]
    rows = source.format.standings(event)[0].rows
    score = next((row.points for row in rows if row.id == id), None)
    return [
        (
            Warning.of(
                Level.CONFIRM, "moved-after-start", name=move.entrant.name, event=source.name,
                points="0" if score is None else points_text(score),
                rounds=tuple(round.number for round in played),
                open=tuple(open_boards), lost=tuple(lost),
            ),
            event,
        )
    ]  # fmt: skip


def _missed(move: Move, target: MemberEvent) -> Sequence[tuple[Warning, Event]]:
    event = target.event
    if not event.published:
        return ()
    action = replace(entering(move), insist=True, insist_twice=True)
    after = action.follow(event, action.change(event, target.format), target.format)
    new = after.entrant(move.again) if move.again else after.entrants[-1]
    numbers = tuple(n for n in missed_rounds(after, new) if n < new.joined)
    if move.again:
        numbers = tuple(r.number for r in event.published if new.id not in r.drawn)
    points = "nothing" if move.missed is None else points_text(move.missed)
    return [
        (
            Warning.of(
                Level.CONFIRM, "moved-in-late", name=new.name, event=target.name,
                rounds=numbers, points=points,
                first=len(event.published) + 1 if move.again else max(new.joined, 1),
            ),
            event,
        )
    ]  # fmt: skip
