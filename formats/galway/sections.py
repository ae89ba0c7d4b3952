"""The players of each section: as proposed, as the arbiter has set it, as it was frozen; the
notional points that sections give (score and bonus, for pairing in the porous rounds only); and the
text of the review on games between sections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from string import ascii_uppercase
from typing import cast

from engine.entrants import Entrant, EntrantId
from engine.event import Event, EventSettings, Match, derived, derived_from
from engine.history import Colour, cards
from engine.points import NIL, Points, points_named
from engine.points import counted as amount
from engine.protocol import Conflict, Rule, Severity
from engine.refusal import Refused
from formats.common import seniority
from formats.dutch.reading import UNIT, PairingTable, read_table
from formats.galway.settings import (
    FEWEST,
    SMALLEST,
    GalwaySettings,
    section_count,
    section_sizes,
)

NAMES = ascii_uppercase
"""A is the highest."""

CUTTING = ("sections", "sizes", "max_section", "section_thresholds", "section_sizes")
"""Settings that say where sections end."""


def settings_of(event: Event) -> GalwaySettings:
    """The event's settings as this format's own."""
    return cast(GalwaySettings, event.settings)


@dataclass(frozen=True)
class Sections:
    """Every entrant's section, counted from 0, the highest; `frozen`: by what round 1 settled."""

    of: Mapping[EntrantId, int]
    count: int
    frozen: bool = False

    @cached_property
    def names(self) -> Sequence[str]:
        """A, B, C …"""
        return NAMES[: self.count]

    def name(self, id: EntrantId) -> str:
        """The entrant's section by its letter."""
        return NAMES[self.of[id]]

    def members(self, section: int, order: Sequence[EntrantId]) -> list[EntrantId]:
        """Its players, in the order given."""
        return [id for id in order if self.of[id] == section]


def lettered(entrant: Entrant) -> int | None:
    """The section in the entry; None if it names none."""
    letter = entrant.section.strip().upper()
    return NAMES.index(letter) if len(letter) == 1 and letter in NAMES else None


def rating(entrant: Entrant) -> int:
    """For comparing with a section's lowest; those without one are below all."""
    return -1 if entrant.rating is None else entrant.rating


@derived
def met_in_crossing(event: Event) -> str:
    """The opponent in the section below for the lowest of an odd section: its `lowest` who can, or
    its `highest`."""
    return "highest" if settings_of(event).odd_section == "neighbour" else "lowest"


def _parts(event: Event) -> tuple[object, ...]:
    return event.entrants, event.settings, next(iter(event.published), None)


@derived_from(_parts)
def sections_of(event: Event) -> Sections:
    """All entrants' sections; after round 1 those that were frozen, late entries by rating."""
    if is_frozen(event):
        return _frozen(event)
    return proposed(event)


def is_frozen(event: Event) -> bool:
    """Round 1 is published, and its sections are recorded: most of its players have one. A section
    that the arbiter has removed since, or of a late entry, changes nothing."""
    return _written(event) > len(_in_round_1(event)) // 2


def _in_round_1(event: Event) -> list[Entrant]:
    """The players placed in it, when it is published; not those who came later."""
    if not event.published:
        return []
    first = event.published[0]
    late = {bye.entrant for bye in first.byes if bye.kind == "missed"}
    return [e for e in event.entrants if e.id in first.placed and e.id not in late]


def _written(event: Event) -> int:
    return sum(lettered(e) is not None for e in _in_round_1(event))


def counted(event: Event) -> list[Entrant]:
    """Those whose number decides on the sections: to be paired in round 1, by rating."""
    return sorted((e for e in event.entrants if e.to_be_paired(1)), key=seniority)


def proposed_sizes(event: Event) -> list[int]:
    """How many of `counted` the format puts into each section, whatever the arbiter's `sizes`;
    one section where there are too few for two."""
    settings, entries = settings_of(event), len(counted(event))
    count = settings.sections or section_count(entries, settings.section_thresholds)
    equal = settings.section_sizes == "equal"
    return section_sizes(entries, max(count, 1), settings.max_section, equal=equal)


def by_rating(event: Event) -> list[list[Entrant]]:
    """Everybody's section by rating alone.

    The arbiter's `sizes` are of everybody, so that a bye asked for later moves no boundary. As
    proposed, others than `counted` go where their rating falls: into the highest section whose
    lowest is not rated above them.
    """
    sizes = settings_of(event).sizes
    if sizes is not None:
        return _parted(sorted(event.entrants, key=seniority), sizes)
    parts = _parted(counted(event), proposed_sizes(event)[:-1])
    bounds = [rating(part[-1]) for part in parts if part]
    for e in event.entrants:
        if not e.to_be_paired(1):
            above = sum(rating(e) < bound for bound in bounds)
            parts[min(above, len(parts) - 1)].append(e)
    return parts


def _parted(ranked: Sequence[Entrant], sizes: Sequence[int]) -> list[list[Entrant]]:
    """So many each from the top; the last part has the others."""
    parts, start = [], 0
    for size in sizes:
        parts.append([*ranked[start : start + size]])
        start += max(size, 0)
    return [*parts, [*ranked[start:]]]


def playing_sizes(event: Event) -> list[int]:
    """How many play round 1 in each section by rating."""
    return [sum(e.to_be_paired(1) for e in part) for part in by_rating(event)]


def proposed(event: Event) -> Sections:
    """By rating; the arbiter's letter wins."""
    parts = by_rating(event)
    of = {e.id: section for section, part in enumerate(parts) for e in part}
    for e in event.entrants:
        letter = lettered(e)
        if letter is not None and letter < len(parts):
            of[e.id] = letter
    return Sections(of, len(parts))


def _frozen(event: Event) -> Sections:
    letters = {e.id: section for e in event.entrants if (section := lettered(e)) is not None}
    count = _played_sections(event, letters)
    known = {id: section for id, section in letters.items() if section < count}
    ranked = sorted((e for e in event.entrants if e.id in known), key=seniority)
    cuts = _cuts([known[e.id] for e in ranked], count)
    of = dict(known)
    for e in event.entrants:
        if e.id not in of:
            ahead = sum(rating(other) > rating(e) for other in ranked)
            of[e.id] = sum(ahead >= cut for cut in cuts)
    return Sections(of, count, True)


def _played_sections(event: Event, letters: Mapping[EntrantId, int]) -> int:
    """How many there are: those of the boards of round 1; if some have none, of the letters of the
    players in it."""
    boards = [m.section for m in event.published[0].matches]
    if boards and all(section and section in NAMES for section in boards):
        return max(NAMES.index(section) for section in boards if section) + 1
    held = {letters[e.id] for e in _in_round_1(event) if e.id in letters}
    return next(n for n in range(1, len(NAMES) + 1) if n not in held)


def _cuts(ranked: Sequence[int], count: int) -> list[int]:
    """After how many players each section but the lowest ends, where those whom the arbiter has
    put into another section than their rating says are as few as can be."""
    cuts = []
    for section in range(count - 1):
        wrong = sum(s <= section for s in ranked)
        best = (wrong, 0)
        for place, s in enumerate(ranked, start=1):
            wrong += 1 if s > section else -1
            best = min(best, (wrong, place))
        cuts.append(best[1])
    return cuts


def refuse_small(event: Event) -> None:
    """`Refused` where there are too few players for the sections."""
    entries, settings = len(counted(event)), settings_of(event)
    if entries < FEWEST:
        raise Refused(
            f"{amount(entries, 'player')} are too few for sections",
            f"it takes {FEWEST}, {SMALLEST} for each of two, without those who have a bye in"
            " round 1",
            "make one plain Swiss of them (format dutch), or enter more",
        )
    if settings.sizes is None and settings.sections and settings.sections > entries // SMALLEST:
        raise Refused(
            f"{settings.sections} sections are too many for {entries} players",
            f"a section needs {SMALLEST}",
            f"set sections to {entries // SMALLEST} or less",
        )
    if playing_sizes(event)[-1] < 2:
        raise Refused(
            "the lowest section has nobody to play",
            f"the other sizes make {sum(settings.sizes or ())} of"
            f" {amount(len(event.entrants), 'player')}",
            "set smaller sizes, or none for those proposed",
        )


def refuse_recut(event: Event, settings: EventSettings) -> None:
    """`Refused` where new settings would cut sections that round 1 has frozen."""
    old, new = settings_of(event), cast(GalwaySettings, settings)
    changed = [key for key in CUTTING if getattr(old, key) != getattr(new, key)]
    if changed and is_frozen(event):
        raise Refused(
            f"{' and '.join(changed)} cannot change now",
            "the sections are frozen since round 1 was published",
            "change a player's own section, or undo the rounds",
        )


def frozen(event: Event) -> Event:
    """The event with every entrant's section written down, once round 1 is published."""
    if not event.published:
        return event
    fresh = len(event.published) == 1 and _written(event) < len(_in_round_1(event))
    sections = proposed(event) if fresh else sections_of(event)
    entrants = tuple(
        e if lettered(e) == sections.of[e.id] else replace(e, section=sections.name(e.id))
        for e in event.entrants
    )
    return event if entrants == event.entrants else replace(event, entrants=entrants)


def porous(event: Event, number: int) -> bool:
    """Whether that round is before the closed ones."""
    return number <= settings_of(event).porous_rounds


def bonus(event: Event) -> Mapping[EntrantId, tuple[Points, ...]]:
    """Every entrant's bonus by round: a win for each section below his own, none in the closed
    rounds."""
    settings, sections = settings_of(event), sections_of(event)
    return {
        id: (settings.win_points * (sections.count - 1 - section),) * settings.porous_rounds
        for id, section in sections.of.items()
    }


def table_for(
    event: Event, order: Sequence[EntrantId], number: int, initial: Colour = "W"
) -> PairingTable:
    """The players of that round with their points for pairing; `event` as it was before it."""
    table = read_table(event, order, initial=initial, extra=bonus(event))
    if not porous(event, number) or settings_of(event).mixed_groups == "plain dutch":
        return table
    section = sections_of(event).of
    players = tuple(
        replace(player, section=section[table.ids[player.number]])
        for player in table.position.players
    )
    return replace(table, position=replace(table.position, players=players))


def group_name(score: int) -> str:
    """A group of a porous round, by its hundredths of n-points: `3 n-points`."""
    return points_named(Decimal(score) / UNIT, "n-point")


def closed_group_name(section: int, score: int) -> str:
    """A group of a closed round: `Section B · 2 points`."""
    return f"Section {NAMES[section]} · {points_named(Decimal(score) / UNIT)}"


def scorers(event: Event, number: int) -> Mapping[int, Sequence[tuple[str, Points]]]:
    """By group of that porous round, in hundredths of n-points, its players: sections with their
    real scores. `event` as it was before the round."""
    sections, known, added = sections_of(event), cards(event), bonus(event)
    groups: dict[int, set[tuple[int, Points]]] = {}
    for e in event.entrants:
        if e.to_be_paired(number):
            score = known[e.id].score
            more = added[e.id][number - 1] if number <= len(added[e.id]) else NIL
            group = int((score + more) * UNIT)
            groups.setdefault(group, set()).add((sections.of[e.id], score))
    return {
        group: [(NAMES[section], score) for section, score in sorted(parts)]
        for group, parts in groups.items()
    }


class CrossSection(Rule):
    """In the closed rounds everybody plays in his section."""

    id = "cross-section"
    severity = Severity.SHOULD

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Both sections are named."""
        one, other = _sections(match, event)
        if one != other and not porous(event, number):
            yield self._found(match, f"a game of sections {NAMES[one]} and {NAMES[other]}")


class SectionsApart(Rule):
    """In the porous rounds two sections that are not neighbours can meet, but rarely do."""

    id = "sections-apart"
    severity = Severity.NOTE

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """A against C, as the source text says: possible but unlikely."""
        one, other = _sections(match, event)
        if other - one > 1 and porous(event, number):
            yield self._found(match, f"{NAMES[one]} v {NAMES[other]}: possible but unlikely")


def _sections(match: Match, event: Event) -> tuple[int, int]:
    of = sections_of(event).of
    one, other = sorted(of[id] for id in match.pair)
    return one, other
