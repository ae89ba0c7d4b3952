"""The people of a congress: a person in several events is listed once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.alphabet import fold
from engine.congress.congress import Congress, EntryKey
from engine.congress.entries import PersonEntry, entries_of, links
from engine.congress.members import MemberEvent
from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has entered one event or more."""

    entries: tuple[PersonEntry, ...]
    """In the order of the events; there is at least one."""

    @property
    def key(self) -> EntryKey:
        """What names him: his first entry."""
        return self.entries[0].key

    @property
    def name(self) -> str:
        """As his first entry has it."""
        return self.entries[0].entrant.name

    @property
    def active(self) -> tuple[PersonEntry, ...]:
        """The entries of events that he is still in."""
        return tuple(entry for entry in self.entries if entry.here)

    @property
    def checked_in(self) -> bool:
        """Checked in once for all: in every event that he is still in."""
        return bool(self.active) and all(entry.entrant.present for entry in self.active)

    def entry(self, folder: str) -> PersonEntry | None:
        """His entry in that event: the one he is still in where he has two."""
        mine = [entry for entry in self.entries if entry.key.folder == folder]
        return next((entry for entry in mine if entry.here), mine[0] if mine else None)


def people(congress: Congress, members: Sequence[MemberEvent]) -> tuple[Person, ...]:
    """Everybody once, by name.

    Entries are of one person by the number of a rating list (FIDE or national), else by name and
    year of birth where neither number says otherwise, and where the arbiter has said so. Two of
    one name and year in the same event are two people, and nobody is taken for either. Of a team
    its players are the people, where it has any.
    """
    known = entries_of(members)
    entries = [*known.values()]
    groups = _Groups(len(entries))
    by_key = {key: at for at, key in enumerate(known)}
    moves = ((a.key, b.key) for a, b in links(congress.moved, known))
    for together in (*congress.same, *moves):
        groups.join([by_key[key] for key in together if key in by_key])
    for number in ("fide_id", "national_id"):
        for same in _grouped(entries, number):
            groups.join(same)
    for alike in _of_one_name(entries):
        groups.join(alike)
    grouped = (tuple(entries[at] for at in group) for group in groups.all())
    return tuple(sorted(map(Person, grouped), key=lambda p: (fold(p.name), p.key)))


def _grouped(entries: Sequence[PersonEntry], number: str) -> Iterator[list[int]]:
    by_number: dict[str, list[int]] = defaultdict(list)
    for at, entry in enumerate(entries):
        if value := getattr(entry.entrant, number).strip().casefold():
            by_number[value].append(at)
    yield from (group for group in by_number.values() if len(group) > 1)


def _of_one_name(entries: Sequence[PersonEntry]) -> Iterator[list[int]]:
    """Entries of one name and year of birth that no number distinguishes, at most one per event."""
    alike: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, entry in enumerate(entries):
        if year := entry.entrant.birth[:4]:
            alike[fold(entry.entrant.name), year].append(at)
    for group in alike.values():
        folders = {entries[at].key.folder for at in group if entries[at].here}
        standing = sum(1 for at in group if entries[at].here)
        numbers = (_numbers(entries, group, number) for number in ("fide_id", "national_id"))
        if len(group) > 1 and standing == len(folders) and all(n < 2 for n in numbers):
            yield group


def _numbers(entries: Sequence[PersonEntry], group: Sequence[int], number: str) -> int:
    values = (getattr(entries[at].entrant, number).strip().casefold() for at in group)
    return len({value for value in values if value})


def namesakes(everybody: Sequence[Person]) -> tuple[tuple[Person, ...], ...]:
    """Two or more of one name whom no year of birth and no number distinguishes."""
    by_name: dict[str, list[Person]] = defaultdict(list)
    for person in everybody:
        by_name[fold(person.name)].append(person)
    return tuple(
        tuple(group)
        for group in by_name.values()
        if any(_not_apart(a, b) for n, a in enumerate(group) for b in group[n + 1 :])
    )


def _not_apart(a: Person, b: Person) -> bool:
    for field in ("fide_id", "national_id"):
        mine, other = _value(a, field), _value(b, field)
        if mine and other and mine != other:
            return False
    born, other_born = _value(a, "birth")[:4], _value(b, "birth")[:4]
    return not (born and other_born and born != other_born)


def _value(person: Person, field: str) -> str:
    values = (str(getattr(entry.entrant, field)).casefold() for entry in person.entries)
    return next((value for value in values if value), "")


def person_named(everybody: Sequence[Person], text: str) -> Person:
    """Whom a text means: an entry (`minor:12`, by folder or name of the event), the number of a
    rating list, or a name that only one person has; `Refused` otherwise."""
    wanted = text.strip()
    for naming in (_by_folder, _by_last_part, _by_event_name):
        entered = {p.key: p for p in everybody if wanted.casefold() in map(naming, p.entries)}
        if len(entered) == 1:
            return next(iter(entered.values()))
    numbered = [p for p in everybody if wanted and wanted.casefold() in _numbers_of(p)]
    if len(numbered) == 1:
        return numbered[0]
    folded = fold(wanted)
    same = [p for p in everybody if any(fold(e.entrant.name) == folded for e in p.entries)]
    if len(same) == 1:
        return same[0]
    if same:
        keys = ", ".join(str(person.entries[0]) for person in same)
        raise Refused(f"{wanted[:40]} is not one person", f"entries {keys}", "give the entry")
    raise Refused(
        f"there is nobody called {wanted[:40]!r}",
        f"the congress has {len(everybody)} people",
        "give the name as in the entry list, an entry as minor:12, or a FIDE ID",
    )


def _by_folder(entry: PersonEntry) -> str:
    return str(entry.key).casefold()


def _by_last_part(entry: PersonEntry) -> str:
    return str(entry.key).rpartition("/")[2].casefold()


def _by_event_name(entry: PersonEntry) -> str:
    return str(entry).casefold()


def _numbers_of(person: Person) -> set[str]:
    return {
        value.casefold()
        for entry in person.entries
        for value in (entry.entrant.fide_id, entry.entrant.national_id)
        if value
    }


class _Groups:
    """Numbers from 0 that belong together, joined step by step."""

    def __init__(self, size: int) -> None:
        self._above = list(range(size))

    def _first(self, at: int) -> int:
        while self._above[at] != at:
            self._above[at] = self._above[self._above[at]]
            at = self._above[at]
        return at

    def join(self, group: Sequence[int]) -> None:
        """All of the group belong together from now on."""
        for at in group[1:]:
            a, b = self._first(group[0]), self._first(at)
            self._above[max(a, b)] = min(a, b)

    def all(self) -> Iterator[list[int]]:
        """Every group, in the order of its first number."""
        groups: dict[int, list[int]] = defaultdict(list)
        for at in range(len(self._above)):
            groups[self._first(at)].append(at)
        yield from groups.values()
