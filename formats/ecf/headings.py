"""What the review says of a group beside its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.colours import COLOUR_NAMES
from engine.event import Event, Match, Round
from engine.points import counted, points_text
from formats.ecf.accelerated import taken_from
from formats.ecf.ending import standing
from formats.ecf.field import EcfField
from formats.ecf.groups import DrawnGroup
from formats.ecf.look import EcfReview
from formats.ecf.measures import average
from formats.ecf.proposing import engines_own
from formats.ecf.wording import wanted_text, words
from formats.score_field import Game

EVERY = 14
"""Games of which the differences are listed one by one; of more, the least and the largest."""


def headings(event: Event, round: Round) -> Mapping[str, str]:
    """By group: games, who was taken from where and why, D and each board's grade difference,
    colours granted and refused. Of a published round the first group also says how acceleration
    stood; of a proposal the advice above the list does."""
    before = event.until(round.number - 1)
    draw = engines_own(before)
    look = EcfReview.at(before, round)
    groups = {group.name: group for group in draw.groups} if draw else {}
    texts = {}
    for name in dict.fromkeys(match.group for match in round.matches):
        here = [match for match in round.matches if match.group == name]
        group = groups.get(name)
        if group is not None and _as_drawn(look.field, group, here):
            parts = _drawn(before, look.field, group)
        else:
            parts = _by_hand(look, name)
        shown = differences(look.field, here), colours(look.field, here)
        texts[name] = "; ".join(filter(None, (counted(len(here), "game"), *parts, *shown)))
    stands = standing(before).why if round.published else ""
    for name in list(texts)[:1]:
        texts[name] = "; ".join(part for part in (texts[name], stands) if part)
    return texts


def _as_drawn(field: EcfField, group: DrawnGroup, here: Sequence[Match]) -> bool:
    """Whether the same meet as in the draw."""
    drawn = {frozenset(field.players[i].id for i in game) for game in group.games}
    return {frozenset(match.pair) for match in here} == drawn


def _drawn(event: Event, field: EcfField, group: DrawnGroup) -> Iterator[str]:
    bottom = group.group.players[group.group.half :]
    yield taken_text(field, group.taken, bottom)
    yield from (words(note, event) for note in group.notes)
    yield floats_text(field, group.floats)
    if field.graded and group.group.players:
        yield f"average difference {average(group.group)}"


def _by_hand(look: EcfReview, name: str) -> Iterator[str]:
    """The same of a group that the arbiter has changed: as it is, not as it was drawn."""
    zone = next((zone for zone in look.zones if zone.name == name), None)
    if zone is None:
        return
    group = look.within(zone)
    if zone.kind == "sided":
        yield taken_text(look.field, group.players[: group.half], group.players[group.half :])
    yield floats_text(look.field, look.leaving(zone))
    if look.field.graded and group.players:
        yield f"average difference {average(group)}"


def taken_text(field: EcfField, taken: Sequence[int], bottom: Sequence[int]) -> str:
    """Who was taken into a two-sided group, from which levels, and for which colours."""
    if not taken:
        return ""
    dues = [field.players[i].due for i in bottom]
    levels = [
        f"from {points_text(score)}: {' · '.join(map(field.name, sorted(players)))}"
        for score, players in sorted(taken_from(field, taken).items(), reverse=True)
    ]
    return f"taken {', '.join(levels)} ({wanted_text(dues.count('W'), dues.count('B'))})"


def floats_text(field: EcfField, floats: Sequence[Game]) -> str:
    """Who leaves the group, and to whom."""
    games = [f"{field.name(x)} to {field.name(o)}" for x, o in floats]
    return f"floats: {' · '.join(games)}" if games else ""


def differences(field: EcfField, matches: list[Match]) -> str:
    """The grade difference of every board, or their range."""
    grades = {player.id: player.grade for player in field.players}
    here = [m for m in matches if m.white in grades and m.black in grades]
    gaps = [abs(grades[m.white] - grades[m.black]) for m in here]
    if not gaps:
        return ""
    if len(gaps) > EVERY:
        return f"differences {min(gaps)} to {max(gaps)}"
    return f"difference{'s' if len(gaps) > 1 else ''} {', '.join(map(str, gaps))}"


def colours(field: EcfField, matches: list[Match]) -> str:
    """How many get the colour that is due, and who does not."""
    due, refused = 0, []
    for match in matches:
        for id, colour in ((match.white, "W"), (match.black, "B")):
            place = field.position.get(id)
            wanted = field.players[place].due if place is not None else None
            if place is None or wanted is None:
                continue
            due += 1
            if wanted != colour:
                refused.append(f"{field.name(place)}, due {COLOUR_NAMES[wanted]}")
    if not due:
        return "colours alternate"
    text = f"colours: {due - len(refused)} granted"
    return f"{text}, {len(refused)} refused ({'; '.join(refused)})" if refused else text
