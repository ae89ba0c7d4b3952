"""Advice on the sections and on moving their boundaries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.entrants import EntrantId
from engine.event import Event
from engine.phrases import phrase
from engine.points import counted as amount
from engine.protocol import Advice, Divided, Division
from engine.refusal import Refused
from formats.galway.sections import (
    NAMES,
    by_rating,
    counted,
    is_frozen,
    lettered,
    met_in_crossing,
    porous,
    refuse_small,
    sections_of,
    settings_of,
)
from formats.galway.settings import FEWEST, SMALLEST, USUAL, GalwaySettings, enough_sections
from formats.galway.tables import section_title, span


def advice(event: Event) -> list[Advice]:
    """Before round 1 the sections; then the kind of the next round."""
    notes = [] if event.published else [*_before(event)]
    return [*notes, *_letters(event), *_coming(event)]


def _before(event: Event) -> Iterator[Advice]:
    entries = len(counted(event))
    if not entries:
        return
    if entries < FEWEST:
        text = f"{_counted_players(event)}: sections take {FEWEST} or more;"
        yield Advice(f"{text} one plain Swiss (format dutch) suits so few", True)
        return
    try:
        refuse_small(event)
    except Refused as refusal:
        yield Advice(str(refusal), True)
        return
    yield from _never_porous(settings_of(event))
    yield from _sizes(event, entries)
    yield from _odd(event)


def _never_porous(settings: GalwaySettings) -> Iterator[Advice]:
    """That winners never meet losers of the section above: round 1 has neither."""
    if settings.porous_rounds > 1:
        return
    text = "no winner meets the section above: round 1 is played within the sections, as are the"
    text += f" closed rounds ({settings.closed_rounds} of {settings.rounds})"
    if settings.rounds > 2:
        yield Advice(f"{text}; closed_rounds = {settings.rounds - 2} makes round 2 porous", True)
    else:
        yield Advice(f"{text}; 3 rounds with closed_rounds = 1 make round 2 porous", True)


def _counted_players(event: Event) -> str:
    """How many decide on the sections; said of byes where the event has more players than these."""
    players = counted(event)
    text = amount(len(players), "player")
    if len(players) < sum(e.active(1) for e in event.entrants):
        text += " without a bye in round 1"
    return text


def _sizes(event: Event, entries: int) -> Iterator[Advice]:
    settings, (sizes, playing) = settings_of(event), _counts(event)
    if min(sizes) < SMALLEST:
        text = f"a section of {min(sizes)} may have no legal draw in the last rounds"
        yield Advice(f"{text}; {SMALLEST} players are safe", True)
    if settings.sections is None and settings.sizes is None and len(sizes) < USUAL:
        text = f"{_counted_players(event)}: {len(sizes)} sections instead of {USUAL}"
        yield Advice(f"{text}, so that each has {SMALLEST} or more")
    if playing[-1] > settings.max_section:
        more = enough_sections(entries, settings.max_section)
        usual = settings.max_section + len(sizes)
        if more and more != len(sizes) and (entries >= 150 or playing[-1] > usual):
            text = f"the lowest section has {playing[-1]} players"
            if sizes[-1] > playing[-1]:
                text += " without those who have a bye in round 1"
            yield Advice(f"{text}; sections = {more} makes {settings.max_section} the most")


def _counts(event: Event) -> tuple[list[int], list[int]]:
    """How many each section has, and how many of them play round 1."""
    sections = sections_of(event)
    size, playing = [0] * sections.count, [0] * sections.count
    for e in event.entrants:
        size[sections.of[e.id]] += e.active(1)
        playing[sections.of[e.id]] += e.to_be_paired(1)
    return size, playing


def _odd(event: Event) -> Iterator[Advice]:
    size, playing = _counts(event)
    most = settings_of(event).max_section
    for n, players in enumerate(size[:-1]):
        text = f"section {NAMES[n]} has {amount(players, 'player')}"
        if players > playing[n]:
            text += " with those who have a bye in round 1"
        if players > most:
            text += f", more than {most}"
        if players % 2:
            yield Advice(f"{text}{_boundary(event, size, n) or _left_odd(event, n)}")
        elif playing[n] % 2:
            yield Advice(f"{text}; round 1 leaves it odd: {playing[n]} play")
        elif players > most:
            yield Advice(text)


def _left_odd(event: Event, n: int) -> str:
    """What becomes of a section that stays odd."""
    if settings_of(event).odd_section == "bye":
        return "; where an odd number of them play a closed round, the lowest has a bye"
    then = f"meets a player of section {NAMES[n + 1]}"
    return f"; where an odd number of them play a closed round, the lowest {then}"


def _boundary(event: Event, size: Sequence[int], n: int) -> str:
    """That the boundary below an odd section may be moved by one, if that leaves fewer sections
    odd: the next is odd as well, or is the lowest, which need not be even. With the way that leaves
    fewer of the two odd in round 1, and those that it still leaves odd."""
    odd = [players % 2 for players in size[:-1]] + [1]
    run = n - next((m for m in range(n, -1, -1) if not odd[m]), -1)
    if run % 2 == 0 or not odd[n + 1]:
        return ""  # the boundary above is named already, or another section would be odd instead
    both = f"sections {NAMES[n]} and {NAMES[n + 1]}" if n + 2 < len(size) else "it"
    ways = {way: _odd_in_round_1(event, n, by) for way, by in (("down", 1), ("up", -1))}
    open_ways = {way: odd_ones for way, odd_ones in ways.items() if odd_ones is not None}
    if not open_ways:
        return ""
    best = min(open_ways, key=lambda way: len(open_ways[way]))
    either = len(open_ways) == 2 and len({tuple(odd_ones) for odd_ones in open_ways.values()}) == 1
    way = "" if either else f" {best}"
    names = " and ".join(NAMES[m] for m in open_ways[best])
    left = f"{'sections' if len(open_ways[best]) > 1 else 'section'} {names} odd" if names else ""
    if left and not either:
        left += f": {' and '.join(map(str, open_ways[best].values()))} play"
    hint = f"; the boundary to section {NAMES[n + 1]} moved{way} by one makes {both} even"
    return f"{hint}, but round 1 leaves {left}" if left else hint


def _odd_in_round_1(event: Event, n: int, by: int) -> Mapping[int, int] | None:
    """The sections at the boundary, the lowest excepted, that have an odd number to play round 1
    once it is moved, with that number; None if it cannot be moved."""
    try:
        sizes = tuple(moved_boundary(event, n, by)["sizes"])
    except Refused:
        return None
    moved = replace(event, settings=replace(settings_of(event), sizes=sizes))
    playing = _counts(moved)[1]
    return {m: playing[m] for m in (n, n + 1) if m < len(playing) - 1 and playing[m] % 2}


def _letters(event: Event) -> Iterator[Advice]:
    if not sections_of(event).of or len(counted(event)) < FEWEST:
        return
    count = sections_of(event).count
    strange = [
        e for e in event.entrants
        if e.section.strip() and ((section := lettered(e)) is None or section >= count)
    ]  # fmt: skip
    if strange:
        first = strange[0]
        more = f" and {len(strange) - 1} more" if len(strange) > 1 else ""
        text = f"{first.name}{more}: no section {first.section.strip()[:20]!r} here, A to"
        yield Advice(f"{text} {NAMES[count - 1]}; placed by rating")
    seated = [*settings_of(event).seating.sections]
    missing = [name for name in seated if name not in NAMES[:count]]
    if missing:
        text = f"section_boards has {', '.join(missing)}: the sections are A to"
        yield Advice(f"{text} {NAMES[count - 1]}")


def _coming(event: Event) -> Iterator[Advice]:
    settings = settings_of(event)
    number = len(event.published) + 1
    if not event.published or number > settings.rounds:
        return
    if porous(event, number):
        last = settings.porous_rounds
        others = "the last of them" if number == last else f"as all up to round {last}"
        yield Advice(f"round {number} is porous, {others}: by notional points (score and bonus)")
        return
    yield Advice(f"round {number} is closed: every section plays separately on real points")
    yield from _crossings(event, number)


def _crossings(event: Event, number: int) -> Iterator[Advice]:
    """What becomes of odd sections, those included who came from above, and the other way."""
    sections = sections_of(event)
    own_byes = settings_of(event).odd_section == "bye"
    gone, odd_ones = 0, 0
    for n in range(sections.count):
        here = sum(e.to_be_paired(number) for e in event.entrants if sections.of[e.id] == n)
        odd = (here - gone) % 2 == 1
        text = f"section {NAMES[n]} has {amount(here, 'player')}"
        if gone:
            text += f", one of whom meets section {NAMES[n - 1]}"
        if odd and (own_byes or n == sections.count - 1):
            yield Advice(f"{text}: one has the bye")
        elif odd:
            one = "its lowest who can" if not gone else "the next lowest who can"
            met = met_in_crossing(event)
            yield Advice(f"{text}: {one} meets the {met} such of section {NAMES[n + 1]}")
        gone = int(odd and not own_byes)
        odd_ones += odd and n < sections.count - 1
    if odd_ones and own_byes:
        yield Advice("odd_section = lowest lets them play the section below instead of the bye")
    elif odd_ones:
        yield Advice("odd_section = bye gives each odd section its own bye instead")


def divided(event: Event, order: Sequence[EntrantId]) -> Divided:
    """The sections with their boundaries; movable until round 1 is published."""
    sections = sections_of(event)
    parts = tuple(
        Division(
            section_title(NAMES[n]),
            tuple(sections.members(n, order)),
            span(event, sections, n, order),
            NAMES[n],
        )
        for n in range(sections.count)
    )
    notes = (*([] if event.published else _before(event)), *_letters(event))
    movable = not event.published and sections.count > 1
    return Divided(phrase("Sections"), parts, is_frozen(event), movable, notes)


def moved_boundary(event: Event, upper: int, by: int) -> Mapping[str, Any]:
    """The settings with which section `upper` (from 0) has `by` players more and the one below has
    so many fewer."""
    _refuse_settled(event)
    sizes = [len(part) for part in by_rating(event)]
    if not 0 <= upper < len(sizes) - 1:
        raise Refused(
            f"there is no boundary {upper + 1}",
            f"{amount(len(sizes), 'section')} have {len(sizes) - 1}",
            "give one of them",
        )
    sizes[upper] += by
    sizes[upper + 1] -= by
    if min(sizes[upper], sizes[upper + 1]) < 2:
        raise Refused(
            f"section {NAMES[upper if sizes[upper] < 2 else upper + 1]} would have fewer than two",
            "",
            "move the boundary less far",
        )
    return {"sizes": sizes[:-1]}


def proposed_boundaries(event: Event) -> Mapping[str, Any]:
    """The settings with which the sections are those that the format proposes."""
    _refuse_settled(event)
    return {} if settings_of(event).sizes is None else {"sizes": "none"}


def _refuse_settled(event: Event) -> None:
    if event.published:
        raise Refused(
            "the sections are settled",
            "round 1 is published",
            "change the section of an entry instead",
        )
