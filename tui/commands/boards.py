"""A round as text for people: boards, byes, what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.event import Event, Match, Round
from engine.history import cards
from engine.points import points_text
from engine.proposal import Difference
from engine.protocol import Format, conflicts
from engine.rules import Conflict, Severity
from tui.commands.documents import with_requested
from tui.commands.output import say, say_table

MARKS = {Severity.MUST: "x", Severity.SHOULD: "!", Severity.NOTE: "."}


def say_round(event: Event, format: Format, round: Round) -> None:
    """The boards with scores, results and conflicts, then the byes."""
    state = "" if round.published else ", PROPOSAL, not published"
    planned = format.rounds_planned(event)
    of = f" of {planned}" if planned else ""
    say(f"{event.title}, round {round.number}{of}{state}")
    found = conflicts(format, event, round)
    _say_matches(event, round.matches, found, round.number)
    before = event.until(round.number - 1)
    for bye in with_requested(event, round):
        name = before.entrant(bye.entrant).name
        marks = _marks([c for c in found if c.board is None and bye.entrant in c.entrants])
        say(f"bye: {bye.entrant} {name}, {points_text(bye.points)} ({bye.kind}){marks}")
    if round.extra is not None:
        say("extra boards, proposed:")
        _say_matches(event, round.extra.matches, found, round.number)
        for bye in round.extra.byes:
            say(f"bye: {bye.entrant} {event.entrant(bye.entrant).name}")


def say_differences(event: Event, found: Sequence[Difference]) -> None:
    """Who sits elsewhere than in the engine's own draw."""
    if found:
        say(f"not the engine's own draw: {len(found)} placed otherwise")
    for one in found:
        say(f"  {event.entrant(one.entrant).name}: {one.here}; the engine: {one.engine}")


def _say_matches(
    event: Event, matches: Sequence[Match], found: list[Conflict], number: int
) -> None:
    so_far = cards(event.until(number - 1))

    def side(id: str) -> list[str]:
        return [id, event.entrant(id).name, points_text(so_far[id].score)]

    rows = []
    for match in matches:
        marks = _marks([c for c in found if c.board == match.board])
        result = match.result.text if match.result else ""
        rows.append([str(match.board), *side(match.white), *side(match.black), result, marks])
    heads = ("Bd", "Id", "White", "Pts", "Id ", "Black", "Pts ", "Result", "")
    say_table(heads, rows, right=("Bd", "Id", "Id ", "Pts", "Pts "))


def _marks(found: list[Conflict]) -> str:
    return "; ".join(f" {MARKS[c.severity]} {c.text}" for c in found)
