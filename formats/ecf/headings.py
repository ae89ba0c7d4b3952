"""What the review says of a group beside its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.colours import COLOUR_NAMES
from engine.event import Event, Match, Round
from engine.points import counted, points_text
from formats.ecf.accelerated import taken_from
from formats.ecf.ending import standing
from formats.ecf.field import EcfField
from formats.ecf.groups import DrawnGroup
from formats.ecf.measures import average
from formats.ecf.proposing import engines_own, field_of
from formats.ecf.wording import wanted_text, words

EVERY = 14
"""Games of which the differences are listed one by one; of more, the least and the largest."""


def headings(event: Event, round: Round) -> Mapping[str, str]:
    """By group: games, who was taken from where and why, D and each board's grade difference,
    colours granted and refused. The first group also says how acceleration stands."""
    before = event.until(round.number - 1)
    draw = engines_own(before)
    field = field_of(before)
    groups = {group.name: group for group in draw.groups} if draw else {}
    texts = {}
    for name in dict.fromkeys(match.group for match in round.matches):
        here = [match for match in round.matches if match.group == name]
        parts = [counted(len(here), "game"), *_group(before, field, groups.get(name), here)]
        texts[name] = "; ".join(part for part in parts if part)
    stands = standing(before).why
    for name in list(texts)[:1]:
        texts[name] = "; ".join(part for part in (texts[name], stands) if part)
    return texts


def _group(
    event: Event, field: EcfField, group: DrawnGroup | None, here: list[Match]
) -> Iterator[str]:
    if group is not None:
        yield taken_text(field, group)
        yield from (words(note, event) for note in group.notes)
        yield floats_text(field, group)
        if group.group.players:
            yield f"D {average(group.group)}"
    yield differences(field, here)
    yield colours(field, here)


def taken_text(field: EcfField, group: DrawnGroup) -> str:
    """Who was taken into a two-sided group, from which levels, and for which colours."""
    if not group.taken:
        return ""
    bottom = [field.players[i].due for i in group.group.players[group.group.half :]]
    levels = [
        f"from {points_text(score)}: {' · '.join(map(field.name, sorted(players)))}"
        for score, players in sorted(taken_from(field, group.taken).items(), reverse=True)
    ]
    return f"taken {', '.join(levels)} ({wanted_text(bottom.count('W'), bottom.count('B'))})"


def floats_text(field: EcfField, group: DrawnGroup) -> str:
    """Who leaves the group, and to whom."""
    games = [f"{field.name(x)} to {field.name(o)}" for x, o in group.floats]
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
