"""What is said of a match beside its players: its length, its sections; and of walkovers and other
special byes."""

from __future__ import annotations

from collections.abc import Mapping

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.phrases import listed, phrase, phrases
from engine.protocol import Format, bracket_of, bracketed


def length_text(match: Match) -> str:
    """`28 boards`, `3 games`; empty of a single game."""
    if match.boards:
        return phrases("{count} board", "{count} boards", count=match.boards)
    if match.games > 1:
        return phrases("{count} game", "{count} games", count=match.games)
    return ""


def about_match(format: Format, match: Match) -> str:
    """`SKO round 4 · 14 boards`; empty where there is nothing to say."""
    return listed(" · ", (format.stage_name(match), length_text(match)))


def walkover_text(event: Event, number: int, bye: Bye) -> str:
    """`walkover: Quarry has withdrawn`, of a bye in round `number`; empty for any other bye."""
    if not bye.left:
        return ""
    why = left_text(event, bye.left, not event.entrant(bye.left).active(number))
    return phrase("walkover: {why}", why=why)


def left_text(event: Event, left: EntrantId, withdrawn: bool) -> str:
    """Why somebody does not play: `Quarry has withdrawn`."""
    name = event.entrant(left).name
    if withdrawn:
        return phrase("{name} has withdrawn", name=name)
    return phrase("{name} is not there", name=name)


def special_bye_text(event: Event, number: int, bye: Bye) -> str:
    """The text of a bye in round `number` that is neither the draw's nor asked for: a walkover,
    `absent: Quarry has the seat`, `entered later: ½`; empty for any other."""
    if bye.taken_by:
        return phrase("absent: {name} has the seat", name=event.entrant(bye.taken_by).name)
    if bye.kind == "missed":
        return phrase("entered later: {points}", points=bye.points)
    return walkover_text(event, number, bye)


def through_text(format: Format, bye: Bye) -> str:
    """The text of the bye of a bracket, which is worth no point; empty for any other."""
    through = bye.kind == "pairing" and not bye.points and bracketed(format)
    return phrase("bye, goes through") if through else ""


def section_text(sections: Mapping[EntrantId, str], match: Match) -> str:
    """`A`, or `A/B` for two of different sections; empty without sections."""
    return "/".join(sorted({s for id in match.pair if (s := sections.get(id))}))


def section_of(sections: Mapping[EntrantId, str], match: Match) -> str:
    """`section A`, `sections A and B`; empty where the round has none."""
    section = section_text(sections, match)
    if not section:
        return ""
    one, _, other = section.partition("/")
    if other:
        return phrase("sections {one} and {other}", one=one, other=other)
    return phrase("section {name}", name=one)


def between_matches(format: Format, event: Event, round: Round) -> Mapping[EntrantId, str]:
    """The entrants still in a cup who neither play in that round nor have a bye of it, because the
    opponent is not known yet or still has to play; with a text: `no match in this round; next:
    Losers' round 2`."""
    if round.number == 1 or (filled := bracket_of(format, event.until(round.number - 1))) is None:
        return {}
    placed, there = round.placed, (round.number, round.number + 1)
    said = {}
    for fixture in filled.fixtures.values():
        to_come = fixture.state in ("waiting", "ready")
        for id in fixture.pair - placed if to_come else ():
            if all(map(event.entrant(id).active, there)):
                stage = format.group_name(fixture.node.title)
                said[id] = phrase("no match in this round; next: {stage}", stage=stage)
    return said
