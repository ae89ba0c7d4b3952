"""A match of a bracket in words: the lines under the tree, and all about it."""

from __future__ import annotations

from engine.bracket_words import match_on_board, sides, state_text
from engine.entrants import Entrant, EntrantId, has_left, rating_text
from engine.event import Event
from engine.fixtures import NOBODY, Filled, Fixture
from engine.match_results import MatchResult
from engine.points import points_text
from engine.protocol import Format
from saves.safe_text import safe, shortened
from tui.places.bracket.ways import Ways
from tui.places.result_words import result_text
from tui.terminal.cells import in_lines, wrapped
from tui.widgets.lines import Line, line

ROOM = 66
"""Cells of a line in the dialog."""


def headline(event: Event, filled: Filled, fixture: Fixture, format: Format) -> str:
    """`Semi-finals, match 1 (R3.1) · round 3, board 5 · 28 boards · open`."""
    parts = [named(filled, fixture.node.id)]
    match = match_on_board(event, fixture)
    if match is not None and fixture.round is not None:
        parts.append(f"{event.called(fixture.round)}, {event.board_name(fixture.board or 0)}")
        if match.boards:
            parts.append(f"{match.boards} boards")
        elif match.games > 1 and fixture.result is None:  # in 80 cells the result needs its room
            parts.append(f"best of {match.games}")
    return safe(" · ".join([*parts, standing_text(event, fixture)]), 200)


def standing_text(event: Event, fixture: Fixture) -> str:
    """The result of a match, or how it stands."""
    if fixture.result is not None:
        return result_told(event, fixture)
    if fixture.walkover:
        return "walkover"
    if is_proposed(event, fixture):
        return "proposed, not published"
    return state_text(event, fixture)


def is_proposed(event: Event, fixture: Fixture) -> bool:
    """Whether the match is one of the proposal, of which a bracket may know nothing yet."""
    if event.proposal is None or fixture.state not in ("ready", "drawn"):
        return False
    if fixture.round is not None:
        return fixture.round == event.proposal.number
    return any(fixture.pair == frozenset(match.pair) for match in event.proposal.matches)


def result_told(event: Event, fixture: Fixture) -> str:
    """The result of a match as its slip and Results say it, whichever side stands above."""
    match = match_on_board(event, fixture)
    result = match.result if match is not None else fixture.result
    return result_text(result.text if result is not None else None)


def way_on(ways: Ways, id: str) -> str:
    """`winner → Final (R3.1)   loser → Third place (P1.1)`, or that the loser is out."""
    filled, winner, loser = ways.filled, ways.winners_next(id), ways.losers_next(id)
    parts = []
    if winner is not None and filled.bracket.by_id[winner].unless == id:
        again = filled.bracket.by_id[winner].label
        return safe(f"if the unbeaten side loses → {again}   otherwise it wins the event", 200)
    onward = filled.bracket.by_id[id].onward
    if winner is not None:
        parts.append(f"winner → {_place(filled, winner)}")
    elif id in filled.bracket.crown:
        parts.append("winner → wins the event")
    elif onward.winner:
        parts.append(f"winner → {onward.winner}")
    if loser is not None:
        parts.append(f"loser → {_place(filled, loser)}")
    elif onward.loser:
        parts.append(f"loser → {onward.loser}")
    elif id not in filled.bracket.crown and winner is not None:
        parts.append("loser → out")
    return safe("   ".join([*parts, onward.note] if onward.note else parts), 200)


def _place(filled: Filled, id: str) -> str:
    """`Losers, round 2 (L2.3)`: its number in the round is in the id."""
    node = filled.bracket.by_id[id]
    return f"{node.title} ({id})" if filled.bracket.crown else node.label


def named(filled: Filled, id: str) -> str:
    """`Losers, round 2, match 3 (L2.3)`; only the round, where the tree names no match by its id:
    session and table say which it is."""
    node = filled.bracket.by_id[id]
    return f"{node.label} ({id})" if filled.bracket.crown else node.title


def who_plays(event: Event, filled: Filled, fixture: Fixture, teams: bool = False) -> str:
    """`Ødegren 61 · Tullyroe 22 · White above`; who is not known by where he comes from. Of `teams`
    without line-ups nobody asks who is at home, unless the slip names them the other way."""
    players, ids = [], (fixture.home, fixture.away)
    both = sides(event, filled, fixture)
    for side, slot, id in zip(both, fixture.node.slots, ids, strict=True):
        name = side.name if side.known else filled.bracket.origin(slot)
        gone = side.gone or _has_left(event, fixture, id)
        players.append(f"{name} {'(withdrawn)' if gone else side.score}".strip())
    match = match_on_board(event, fixture)
    above = match is not None and match.white == fixture.home
    if match is not None and (match.lineups or not teams or not above):
        players.append(f"{event.side_words[0]} {'above' if above else 'below'}")
    return safe("  ·  ".join(players), 200)


def _has_left(event: Event, fixture: Fixture, id: EntrantId | None) -> bool:
    """Of an open board, whether that side has withdrawn: only a result can end the match."""
    there = id and id != NOBODY and fixture.state == "drawn" and fixture.round is not None
    return bool(there) and has_left(event.entrant(id or ""), fixture.round or 0)


def detail_lines(event: Event, ways: Ways, id: str, format: Format) -> list[Line]:
    """Three lines under the tree."""
    teams = format.of_teams(event)
    fixture = ways.filled.fixtures[id]
    return [
        line(f" {headline(event, ways.filled, fixture, format)}", "key"),
        line(f" {who_plays(event, ways.filled, fixture, teams)}"),
        line(f" {way_on(ways, id)}", "dim"),
    ]


def match_lines(event: Event, ways: Ways, id: str, format: Format) -> list[Line]:
    """All about a match, for a dialog: why it is played and the lots behind it included."""
    filled = ways.filled
    fixture = filled.fixtures[id]
    lines = [line(f" {headline(event, filled, fixture, format)}", "key")]
    both = sides(event, filled, fixture)
    ids = (fixture.home, fixture.away)
    for side, slot, entrant in zip(both, fixture.node.slots, ids, strict=True):
        lines.append(Line())
        name = side.name if side.known else "not known yet" if entrant is None else side.name
        parts = [(f" {safe(name)}", "key" if side.fate != "lost" else "plain")]
        gone = side.gone or _has_left(event, fixture, entrant)
        lines.append(Line((*parts, (f"   {'withdrawn' if gone else side.score}", "plain"))))
        if entrant and entrant != NOBODY:
            lines += [line(f"   {text}", "dim") for text in _about(event.entrant(entrant))]
        if slot.kind != "drawn":
            lines.append(line(f"   from {safe(filled.bracket.origin(slot), 120)}", "dim"))
    lines += [Line(), *(line(f" {text}") for text in _figures(event, fixture))]
    match = match_on_board(event, fixture)
    if match is not None and fixture.round is not None:
        explained = format.explain(event, event.round(fixture.round), match)
        lines += [
            line(f"  {part}", "note") for text in explained for part in in_lines(text, ROOM, "  ")
        ]
    lines.append(line(f" {way_on(ways, id)}", "dim"))
    return lines


def _about(entrant: Entrant) -> list[str]:
    facts = []
    if entrant.seed is not None:
        facts.append(f"seed {entrant.seed}")
    if entrant.rating is not None:
        facts.append(f"rated {rating_text(entrant)}")
    if entrant.club:
        facts.append(shortened(entrant.club, 40))
    if entrant.captain:
        facts.append(f"captain {shortened(entrant.captain, 40)}")
    lines = [", ".join(facts)] if facts else []
    if entrant.members:
        lines += wrapped(safe("; ".join(entrant.members), 300), ROOM, " ", most=6)
    return lines


def _figures(event: Event, fixture: Fixture) -> list[str]:
    """What a match in IMPs comes to, net and turnover; and who won the tie-break of a tie."""
    result, match = fixture.result, match_on_board(event, fixture)
    if not isinstance(result, MatchResult):
        return []
    figures = []
    if match is not None and match.boards:
        net, turnover = abs(result.home - result.away), result.home + result.away
        figures.append(f"net {points_text(net)}, turnover {points_text(turnover)}")
    if result.tiebreak is not None and fixture.winner:
        name = safe(event.entrant(fixture.winner).name)
        figures.append(f"{name} won the tie-break: {safe(result.tiebreak.how, 40)}")
    return figures
