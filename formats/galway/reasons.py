"""Why every board is as it is, by the words of the Dutch draw; and of games across sections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from engine.event import Altered, Bye, Event, Match, Round
from engine.points import counted
from engine.protocol import Measure, with_reasons
from engine.reasons import worded
from formats.dutch.bracket import ScoreBracket
from formats.dutch.field import DutchField
from formats.dutch.measures import ABSOLUTE, absolute, measured, with_colours
from formats.dutch.pairing_table import drawn_in, locked
from formats.dutch.position import Numbers
from formats.dutch.reading import PairingTable
from formats.dutch.reasons import LOCKED, told, without
from formats.dutch.why import explained
from formats.dutch.why import headings as dutch_headings
from formats.dutch.words import Words
from formats.galway.drawing import ClosedPart, DrawnSections, closed_parts
from formats.galway.notional import closed_group_name, group_name, porous, scorers
from formats.galway.sections import NAMES, met_in_crossing, sections_of


@dataclass(frozen=True)
class Told:
    """By pair why they meet and in what it is not ideal; by player why he has the bye."""

    pairs: Mapping[frozenset[int], tuple[str, Altered]]
    byes: Mapping[int, str]


def told_of(event: Event, seen: PairingTable, drawn: DrawnSections) -> Told:
    """Of the engine's own draw."""
    if porous(event, seen.position.round):
        bye = drawn.byes[0] if drawn.byes else None
        pairs, why = told(Words(event, seen, group_name), drawn.pairs, bye)
        return Told(pairs, {} if bye is None else {bye: why})
    crossed = [pair for pair in drawn.pairs if _across(event, seen, pair)]
    found: dict[frozenset[int], tuple[str, Altered]] = {
        frozenset(pair): (across_told(event, seen, drawn, pair), "opponents") for pair in crossed
    }
    byes: dict[int, str] = {}
    for part in closed_parts(event, seen, without(seen.position, crossed)):
        here = {player.number for player in part.table.position.players}
        pairs_here = [pair for pair in drawn.pairs if pair[0] in here and pair[1] in here]
        bye = next((n for n in drawn.byes if n in here), None)
        pairs, why = told(part_words(event, part), pairs_here, bye)
        found |= pairs
        byes |= {} if bye is None else {bye: why}
    return Told(found, byes)


def part_words(event: Event, part: ClosedPart) -> Words:
    """Words of a section."""
    return Words(event, part.table, partial(closed_group_name, part.section))


def _sections(event: Event, seen: PairingTable, pair: Numbers) -> tuple[int, int]:
    of = sections_of(event).of
    one, other = sorted(of[seen.ids[n]] for n in pair)
    return one, other


def _across(event: Event, seen: PairingTable, pair: Numbers) -> bool:
    one, other = _sections(event, seen, pair)
    return one != other


def across_told(event: Event, seen: PairingTable, drawn: DrawnSections, pair: Numbers) -> str:
    """`section B has an odd number left: its lowest who can meets the lowest of section C`."""
    upper, lower = _sections(event, seen, pair)
    if pair not in drawn.crossed:
        return LOCKED
    games = sum(_sections(event, seen, other)[0] == upper for other in drawn.crossed)
    if games == 1:
        what = f"section {NAMES[upper]} has an odd number left"
    else:
        what = f"sections {NAMES[upper]} and {NAMES[lower]} cannot be drawn each by itself"
    many = "its lowest who can meets" if games == 1 else "the lowest who can of the one meet"
    return f"{what}: {many} the {met_in_crossing(event)} of section {NAMES[lower]}"


REASONS = {
    "cross-section": "fewest games leave their section",
    "who crosses": "those who cross are the lowest of their sections",
}
"""Why closed rounds are drawn so, in an arbiter's words; the rest as in the Dutch system."""


def measures(event: Event, seen: PairingTable, round: Round) -> tuple[Measure, ...]:
    """A round by all criteria; a closed one first by its games across sections."""
    field, drawn = DutchField(seen.position), drawn_in(seen, round)
    if porous(event, round.number):
        return with_colours(measured(field, drawn, group_name), field, drawn)
    found = with_colours(tuple(_closed_measures(event, seen, round)), field, drawn)
    return with_reasons(found, REASONS)


def _closed_measures(event: Event, seen: PairingTable, round: Round) -> Iterator[Measure]:
    drawn = drawn_in(seen, round)
    byes = sum(bye.kind == "pairing" for bye in round.byes)
    for m in absolute(DutchField(seen.position), drawn):
        # of several byes, one a section, the draw's own form knows one
        more = byes - 1 if m.name == "all paired" and byes > 1 else 0
        yield replace(m, value=m.value - more) if more and isinstance(m.value, int) else m
    crossed = [pair for pair in drawn.pairs if _across(event, seen, pair)]
    yield Measure("", "cross-section", "games across sections", len(crossed))
    yield from _who_crosses(event, seen, crossed)
    for part in closed_parts(event, seen, without(seen.position, crossed)):
        section = f"Section {NAMES[part.section]}"
        group = partial(closed_group_name, part.section)
        own = drawn_in(part.table, round)
        for m in measured(DutchField(part.table.position), own, group):
            if m.name not in ABSOLUTE:
                yield Measure(m.where or section, m.name, m.text, m.value, m.shown)


def _who_crosses(event: Event, seen: PairingTable, crossed: list[Numbers]) -> Iterator[Measure]:
    """Of every section how far from its lowest they are who play a lower one, and how far from
    the lowest of that one their opponents are."""
    of, upwards = sections_of(event).of, met_in_crossing(event) == "highest"
    ranked = sorted(seen.position.players, key=lambda p: p.rank)
    parts: dict[int, list[int]] = {}
    for player in ranked:
        parts.setdefault(of[seen.ids[player.number]], []).append(player.number)
    for section, part in sorted(parts.items()):
        found = []
        for pair in crossed:
            upper, lower = _sections(event, seen, pair)
            if upper == section:
                one = next(n for n in pair if n in part)
                other = next(n for n in pair if n not in part)
                below = parts[lower] if upwards else parts[lower][::-1]
                found.append((part[::-1].index(one), below.index(other)))
        text = "players lower than the one who meets another section, and than his opponent"
        if upwards:
            text = "players lower than the one who meets another section, higher than his opponent"
        value = tuple(n for both in sorted(found) for n in both)
        shown = "; ".join(f"{low} and {high}" for low, high in sorted(found)) or "nobody crosses"
        yield Measure(f"Section {NAMES[section]}", "who crosses", text, value, shown)


def explain(event: Event, seen: PairingTable, round: Round, place: Match | Bye) -> tuple[str, ...]:
    """Why a board or a bye is as it is, in full, in n-points or by section."""
    words = Words(event, seen, group_name)
    if isinstance(place, Bye) and place.kind != "pairing":
        return explained(words, round, place)
    if porous(event, round.number):
        return (*_standing(event, seen, place), *explained(words, round, place))
    number = {seen.ids[p.number]: p.number for p in seen.position.players}
    drawn = drawn_in(seen, round)
    crossed = [pair for pair in drawn.pairs if _across(event, seen, pair)]
    ids = place.pair if isinstance(place, Match) else (place.entrant,)
    if any(number.get(id) in pair for pair in crossed for id in ids):
        return _of_crossing(event, seen, round, place)
    for part in closed_parts(event, seen, without(seen.position, crossed)):
        if all(number.get(id) in {p.number for p in part.table.position.players} for id in ids):
            return explained(part_words(event, part), round, place)
    return tuple(worded(reason, event) for reason in place.why)


def _standing(event: Event, seen: PairingTable, place: Match | Bye) -> Iterator[str]:
    """`Dunloy, section B: 3 n-points`; who stands in the group, and who is paired first in it."""
    score = {seen.ids[p.number]: p.score for p in seen.position.players}
    ids = [
        id for id in (place.pair if isinstance(place, Match) else (place.entrant,)) if id in score
    ]
    for id in ids:
        section = sections_of(event).name(id)
        yield f"{event.entrant(id).name}, section {section}: {group_name(score[id])}"
    if not ids:
        return
    lowest = min(score[id] for id in ids)
    group = group_name(lowest)
    yield f"{group}: {scorers(event, seen.position.round)[group]}"
    field = DutchField(seen.position)
    upper = next(
        ScoreBracket(field, (), g, 0).upper
        for g in field.groups
        if field.players[g.start].score == lowest
    )
    if upper:
        yield (
            f"the {counted(upper, 'player')} of the highest section there "
            f"{'is' if upper == 1 else 'are'} paired first, with "
            "players of the others from the top"
        )


def _of_crossing(
    event: Event, seen: PairingTable, round: Round, place: Match | Bye
) -> tuple[str, ...]:
    fixed = [{seen.ids[n] for n in pair} for pair in locked(event, seen)]
    if isinstance(place, Match) and set(place.pair) in fixed:
        return (LOCKED,)
    sections = sections_of(event)
    found = [worded(reason, event) for reason in place.why]
    ids = place.pair if isinstance(place, Match) else (place.entrant,)
    here = [seen.ids[p.number] for p in seen.position.players]
    for section in sorted({sections.of[id] for id in ids}):
        count = sum(sections.of[id] == section for id in here)
        found.append(f"section {NAMES[section]}: {counted(count, 'player')} to be paired")
    games = sum(_across(event, seen, pair) for pair in drawn_in(seen, round).pairs)
    found.append(f"games across sections in this round: {games}")
    return tuple(found)


def headings(event: Event, seen: PairingTable, round: Round) -> Mapping[str, str]:
    """By group: who stands in it, how many they are and who floats."""
    if porous(event, round.number):
        told = dutch_headings(Words(event, seen, group_name), round)
        who = scorers(event, round.number)
        return {group: f"{who.get(group, '')}; {text}" for group, text in told.items()}
    drawn = drawn_in(seen, round)
    crossed = [pair for pair in drawn.pairs if _across(event, seen, pair)]
    found: dict[str, str] = {}
    for part in closed_parts(event, seen, without(seen.position, crossed)):
        found |= dutch_headings(part_words(event, part), round)
    return found
