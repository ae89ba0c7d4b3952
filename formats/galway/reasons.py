"""Why every board is as it is, by the reasons of the Dutch draw; and the reasons for games across
sections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from engine.event import Bye, Event, Match, Round
from engine.history import cards
from engine.points import points_text
from engine.protocol import Measure, with_reasons
from engine.reasons import LOCKED, Reason, Reasons
from formats.dutch.bracket import ScoreBracket
from formats.dutch.criteria import c2_may_have_bye
from formats.dutch.explaining import explained
from formats.dutch.explaining import headings as dutch_headings
from formats.dutch.field import DutchField
from formats.dutch.measures import ABSOLUTE, TEXTS, absolute, measured, with_colours
from formats.dutch.position import Numbers
from formats.dutch.proposing import BoardReason, reasons_of, without
from formats.dutch.reading import (
    Context,
    PairingTable,
    drawn_in,
    locked,
    points,
    resting_in,
    score_text,
)
from formats.galway.drawing import ClosedPart, DrawnSections, closed_parts
from formats.galway.sections import (
    NAMES,
    closed_group_name,
    group_name,
    met_in_crossing,
    porous,
    scorers,
    sections_of,
)


@dataclass(frozen=True)
class DrawReasons:
    """By pair why they meet and what is not ideal about it; by player why he has the bye."""

    pairs: Mapping[frozenset[int], BoardReason]
    byes: Mapping[int, Reasons]


def draw_reasons(event: Event, table: PairingTable, drawn: DrawnSections) -> DrawReasons:
    """Of the engine's own draw."""
    if porous(event, table.position.round):
        bye = drawn.byes[0] if drawn.byes else None
        pairs, why = reasons_of(_porous_context(event, table), drawn.pairs, bye)
        return DrawReasons(pairs, {} if bye is None else {bye: why})
    crossed = [pair for pair in drawn.pairs if _across(event, table, pair)]
    reasons: dict[frozenset[int], BoardReason] = {
        frozenset(pair): (across(event, table, drawn, pair), "opponents") for pair in crossed
    }
    byes: dict[int, Reasons] = {}
    for part in closed_parts(event, table, without(table.position, crossed)):
        here = {player.number for player in part.table.position.players}
        pairs_here = [pair for pair in drawn.pairs if pair[0] in here and pair[1] in here]
        bye = next((n for n in drawn.byes if n in here), None)
        pairs, why = reasons_of(part_context(event, part), pairs_here, bye)
        reasons |= pairs
        byes |= {} if bye is None else {bye: why}
    return DrawReasons(reasons, byes)


def part_context(event: Event, part: ClosedPart) -> Context:
    """Of a section by itself."""
    group = partial(points, section=NAMES[part.section])
    return Context(event, part.table, group, partial(closed_group_name, part.section))


def _porous_context(event: Event, table: PairingTable) -> Context:
    return Context(event, table, partial(points, notional=True), group_name)


def _sections(event: Event, table: PairingTable, pair: Numbers) -> tuple[int, int]:
    of = sections_of(event).of
    one, other = sorted(of[table.ids[n]] for n in pair)
    return one, other


def _across(event: Event, table: PairingTable, pair: Numbers) -> bool:
    one, other = _sections(event, table, pair)
    return one != other


def across(event: Event, table: PairingTable, drawn: DrawnSections, pair: Numbers) -> Reasons:
    """Which sections made a game across them necessary; and for an odd section, which players of
    the one below its player has met, and so passed over."""
    upper, lower = _sections(event, table, pair)
    if pair not in drawn.crossed:
        return (LOCKED,)
    games = sum(_sections(event, table, other)[0] == upper for other in drawn.crossed)
    necessary = Reason.of(
        "across-sections",
        section=NAMES[upper], below=NAMES[lower], odd=games == 1,
        opponent_is=met_in_crossing(event),
    )  # fmt: skip
    return (necessary, *(_passed_over(event, table, drawn, pair) if games == 1 else ()))


def _passed_over(
    event: Event, table: PairingTable, drawn: DrawnSections, pair: Numbers
) -> Iterator[Reason]:
    of = sections_of(event).of
    one, other = sorted(pair, key=lambda n: of[table.ids[n]])
    ranked = [p.number for p in sorted(table.position.players, key=lambda p: p.rank)]
    if met_in_crossing(event) == "lowest":
        ranked.reverse()
    elsewhere = {n for seated in (*drawn.crossed, *locked(event, table)) for n in seated}
    for n in ranked[: ranked.index(other)]:
        if of[table.ids[n]] == of[table.ids[other]] and n not in elsewhere:
            met = cards(event)[table.ids[one]].met_in(table.ids[n])
            if met is not None:
                a, b = table.ids[n], table.ids[one]
                yield Reason.of("passed-over", player=a, opponent=b, round=met)


REASONS = {
    "cross-section": "fewest games leave their section",
    "who crosses": "those who cross are the lowest of their sections",
}
"""Why closed rounds are drawn so, in an arbiter's words; the rest as in the Dutch system."""

BRIEFS = {"who crosses": "how far from the lowest those are who cross"}
"""What is counted, in a few words for a narrow line, where its text is too long for one."""


def measures(event: Event, table: PairingTable, round: Round) -> tuple[Measure, ...]:
    """A round by all criteria; a closed one first by its games across sections."""
    field, drawn = DutchField(table.position), drawn_in(table, round)
    if porous(event, round.number):
        return with_colours(measured(field, drawn, group_name), field, drawn)
    counted = with_colours(tuple(_closed_measures(event, table, round)), field, drawn)
    return with_reasons(counted, REASONS, BRIEFS)


def _closed_measures(event: Event, table: PairingTable, round: Round) -> Iterator[Measure]:
    """Of several byes, one a section, the draw's own form knows one: all are counted here."""
    field, drawn = DutchField(table.position), drawn_in(table, round)
    resting = resting_in(table, round)
    able = {p.number: c2_may_have_bye(t) for p, t in zip(field.players, field.traits, strict=True)}
    for m in absolute(field, drawn):
        if m.name == "all paired" and isinstance(m.value, int):
            yield replace(m, value=m.value - max(len(resting) - 1, 0))
        elif m.name == "C2":
            yield replace(m, value=sum(not able[number] for number in resting))
        else:
            yield m
    crossed = [pair for pair in drawn.pairs if _across(event, table, pair)]
    yield Measure("", "cross-section", "games across sections", len(crossed))
    yield from _who_crosses(event, table, crossed)
    for part in closed_parts(event, table, without(table.position, crossed)):
        section = f"Section {NAMES[part.section]}"
        group = partial(closed_group_name, part.section)
        own = drawn_in(part.table, round)
        yield from _byes(section, part.table, round)
        for m in measured(DutchField(part.table.position), own, group):
            if m.name not in (*ABSOLUTE, "C5"):
                yield replace(m, where=m.where or section)


def _byes(section: str, table: PairingTable, round: Round) -> Iterator[Measure]:
    """C5: the points of all players with a bye in the section."""
    score = {player.number: player.score for player in table.position.players}
    scores = sorted((score[number] for number in resting_in(table, round)), reverse=True)
    if scores:
        shown = ", ".join(map(score_text, scores))
        yield Measure(section, "C5", TEXTS["C5"], tuple(scores), shown)


def _who_crosses(event: Event, table: PairingTable, crossed: list[Numbers]) -> Iterator[Measure]:
    """Of every section how far from its lowest they are who play a lower one, and how far from
    the lowest of that one their opponents are."""
    of, upwards = sections_of(event).of, met_in_crossing(event) == "highest"
    ranked = sorted(table.position.players, key=lambda p: p.rank)
    parts: dict[int, list[int]] = {}
    for player in ranked:
        parts.setdefault(of[table.ids[player.number]], []).append(player.number)
    for section, part in sorted(parts.items()):
        places = []
        for pair in crossed:
            upper, lower = _sections(event, table, pair)
            if upper == section:
                one = next(n for n in pair if n in part)
                other = next(n for n in pair if n not in part)
                below = parts[lower] if upwards else parts[lower][::-1]
                places.append((part[::-1].index(one), below.index(other)))
        side = "above" if upwards else "below"
        text = f"players below the one who crosses, and {side} the opponent, in their own sections"
        value = tuple(n for both in sorted(places) for n in both)
        shown = "; ".join(f"{low} and {high}" for low, high in sorted(places)) or "nobody crosses"
        yield Measure(f"Section {NAMES[section]}", "who crosses", text, value, shown)


def explain(event: Event, table: PairingTable, round: Round, place: Match | Bye) -> Reasons:
    """Why a board or a bye is as it is, in full, in n-points or by section."""
    context = _porous_context(event, table)
    if isinstance(place, Bye) and place.kind != "pairing":
        return explained(context, round, place)
    if porous(event, round.number):
        return (*_standing(event, table, place), *explained(context, round, place))
    number = {table.ids[p.number]: p.number for p in table.position.players}
    drawn = drawn_in(table, round)
    crossed = [pair for pair in drawn.pairs if _across(event, table, pair)]
    ids = place.pair if isinstance(place, Match) else (place.entrant,)
    if any(number.get(id) in pair for pair in crossed for id in ids):
        return _of_crossing(event, table, round, place)
    for part in closed_parts(event, table, without(table.position, crossed)):
        if all(number.get(id) in {p.number for p in part.table.position.players} for id in ids):
            return explained(part_context(event, part), round, place)
    return place.why


def _standing(event: Event, table: PairingTable, place: Match | Bye) -> Iterator[Reason]:
    """Section and group of each; the players in the group, and the one paired first in it."""
    score = {table.ids[p.number]: p.score for p in table.position.players}
    ids = [
        id for id in (place.pair if isinstance(place, Match) else (place.entrant,)) if id in score
    ]
    for id in ids:
        group = points(score[id], notional=True)
        yield Reason.of("standing", player=id, section=sections_of(event).name(id), group=group)
    if not ids:
        return
    lowest = min(score[id] for id in ids)
    there = tuple(scorers(event, table.position.round)[lowest])
    yield Reason.of("scorers", group=points(lowest, notional=True), scorers=there)
    field = DutchField(table.position)
    upper = next(
        ScoreBracket(field, (), g, 0).upper
        for g in field.groups
        if field.players[g.start].score == lowest
    )
    if upper:
        yield Reason.of("upper-first", count=upper)


def _of_crossing(event: Event, table: PairingTable, round: Round, place: Match | Bye) -> Reasons:
    fixed = [{table.ids[n] for n in pair} for pair in locked(event, table)]
    if isinstance(place, Match) and set(place.pair) in fixed:
        return (LOCKED,)
    sections = sections_of(event)
    reasons = [*place.why]
    ids = place.pair if isinstance(place, Match) else (place.entrant,)
    here = [table.ids[p.number] for p in table.position.players]
    for section in sorted({sections.of[id] for id in ids}):
        count = sum(sections.of[id] == section for id in here)
        reasons.append(Reason.of("section-size", section=NAMES[section], count=count))
    games = sum(_across(event, table, pair) for pair in drawn_in(table, round).pairs)
    return (*reasons, Reason.of("games-across", count=games))


def headings(event: Event, table: PairingTable, round: Round) -> Mapping[str, str]:
    """By group: its players, how many they are and who floats."""
    if porous(event, round.number):
        sizes = dutch_headings(_porous_context(event, table), round)
        who = {
            group_name(score): ", ".join(
                f"{section} {points_text(n)}-scorers" for section, n in some
            )
            for score, some in scorers(event, round.number).items()
        }
        return {group: f"{who.get(group, '')}; {text}" for group, text in sizes.items()}
    drawn = drawn_in(table, round)
    crossed = [pair for pair in drawn.pairs if _across(event, table, pair)]
    texts: dict[str, str] = {}
    for part in closed_parts(event, table, without(table.position, crossed)):
        texts |= dutch_headings(part_context(event, part), round)
    return texts
