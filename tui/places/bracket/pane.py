"""A match beside the bracket: who plays, how both came here, where it leads, and who waits."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bracket_words import match_on_board
from engine.carried import last_call
from engine.entrants import EntrantId, rating_text
from engine.event import Event
from engine.fixtures import NOBODY, Filled, Fixture
from engine.match_results import MatchResult
from engine.protocol import Format
from engine.results import Result
from engine.team_results import TeamResult
from saves.safe_text import safe
from tui.places.bracket.state import BracketState, hides_the_end, ways_of
from tui.places.bracket.ways import Ways
from tui.places.bracket.words import standing_text, way_on
from tui.places.result_words import result_text
from tui.places.shape import DeskView
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, fit, line, titled

WAY = 5
"""Lines of the way of each side to the match."""
ONWARD = 4
"""Lines of where it leads."""


def pane(desk: DeskView, state: BracketState, width: int, height: int) -> Sequence[Line] | None:
    """Its parts keep their lines, so that few cells change when another match is selected. None
    where the whole tree, and no less, fits into the terminal without it."""
    ways = ways_of(desk)
    if ways is None or state.at not in ways.place or hides_the_end(desk, ways):
        return None
    event, filled, format = desk.event, ways.filled, desk.format
    fixture = filled.fixtures[state.at]
    room = min(WAY, max((height - 12 - ONWARD) // 3, 1))
    lines = _match(event, filled, fixture, format, width)
    for side in (0, 1):
        lines += [Line(), *_side(event, ways, fixture, side, width, room)]
    lines += [Line(), titled("Way out", width), *_onward(ways, state.at, width)]
    left = height - len(lines) - 2
    waits = _waiting(event, ways)
    if left > 0 and waits:
        shown = waits[: left if len(waits) <= left else left - 1]
        lines += [Line(), titled("Who waits", width, str(len(waits)))]
        lines += [line(fit(f" {text}", width).rstrip()) for text in shown]
        if len(shown) < len(waits):
            lines.append(line(f" and {len(waits) - len(shown)} more", "dim"))
    return lines


def _match(
    event: Event, filled: Filled, fixture: Fixture, format: Format, width: int
) -> list[Line]:
    """What match it is, where it is played, how it stands."""
    node, match = fixture.node, match_on_board(event, fixture)
    parts = []
    if match is not None and fixture.round is not None:
        parts = [event.called(fixture.round), event.board_name(fixture.board or 0)]
        if match.boards:
            parts.append(f"{match.boards} boards")
        elif match.games > 1:
            parts.append(f"best of {match.games}")
    where = safe(" · ".join(parts), 80)
    id = node.id if filled.bracket.crown else ""
    return [
        titled(safe(node.title, 80), width, id),
        line(fit(f" {where}", width).rstrip()),
        line(fit(f" {standing_text(event, fixture)}", width).rstrip(), "strong"),
    ]


def _side(
    event: Event, ways: Ways, fixture: Fixture, side: int, width: int, most: int
) -> list[Line]:
    """Who it is and what he has played here so far; where he comes from while nobody knows."""
    id = (fixture.home, fixture.away)[side]
    slot, filled = fixture.node.slots[side], ways.filled
    if not id or id == NOBODY:
        name, about = "nobody" if id == NOBODY else "not known yet", ""
        way = [f"from {filled.bracket.origin(slot)}"] if slot.kind != "drawn" else []
    else:
        entrant, next_number = event.entrant(id), len(event.published) + 1
        name = entrant.name
        facts = ["withdrawn"] * (not fixture.settled and not entrant.active(next_number))
        facts += [f"seed {entrant.seed}"] * (entrant.seed is not None)
        facts += [f"rated {rating_text(entrant)}"] * (entrant.rating is not None)
        about = " · ".join([*facts, *([entrant.club] if entrant.club else [])])
        way = _way_in(event, filled, fixture, id)
    won = fixture.winner is not None and fixture.winner == id
    mark = "✓ " if won else "  "
    lines = [
        Line(((mark, "accent"), (fit(safe(name), width - 2).rstrip(), "strong"))),
        line(fit(f"  {safe(about)}", width).rstrip(), "dim"),
    ]
    if len(way) > most:
        way = [f"… {len(way) - most + 1} earlier", *way[len(way) - most + 1 :]]
    lines += [line(fit(f"  {safe(text, 120)}", width).rstrip()) for text in way]
    return lines + [Line()] * (most + 2 - len(lines))


def _way_in(event: Event, filled: Filled, fixture: Fixture, id: EntrantId) -> list[str]:
    """The matches that somebody has decided before this one, as they ended."""
    way = []
    for node in filled.bracket.nodes:
        played = filled.fixtures[node.id]
        if node.id == fixture.node.id or id not in (played.winner, played.loser):
            continue
        if fixture.round is not None and (played.round or 0) >= fixture.round:
            continue
        other = played.loser if played.winner == id else played.winner
        verb = "beat" if played.winner == id else "lost to"
        name = event.entrant(other).name if other and other != NOBODY else ""
        result = played.result
        if result is not None and id != played.home:
            result = result.turned()  # as he who is spoken of sees it
        score = _score(result)
        called = node.id if filled.bracket.crown else node.title
        if not name or played.walkover:
            way.append(f"{called}: {f'walkover over {name}' if name else 'bye'}")
            continue
        way.append(f"{called}: {verb} {name.partition(',')[0]} {score}".rstrip())
    return way


def _score(result: Result | None) -> str:
    """`2½-1½`, a tie with what decided it: `2-2 board-count`."""
    if isinstance(result, MatchResult | TeamResult) and result.tiebreak is not None:
        return f"{result.score} {result.tiebreak.how}"
    return result_text(result.text) if result is not None else ""


def _onward(ways: Ways, id: str, width: int) -> list[Line]:
    """Where the winner and the loser go."""
    texts = [text for part in way_on(ways, id).split("   ") for text in in_lines(part, width - 1)]
    lines = [line(f" {text}") for text in texts[:ONWARD]]
    return lines + [Line()] * (ONWARD - len(lines))


@last_call
def _waiting(event: Event, ways: Ways) -> tuple[str, ...]:
    """Who has got to a match whose other side is still being played for."""
    texts = []
    for id in ways.place:
        fixture = ways.filled.fixtures[id]
        there = [side for side in (fixture.home, fixture.away) if side and side != NOBODY]
        if fixture.state == "waiting" and len(there) == 1:
            name = safe(event.entrant(there[0]).name)
            crowned = bool(ways.filled.bracket.crown)
            label = safe(fixture.node.label, 80)
            texts.append(f"{fixture.node.id}  {name}" if crowned else f"{name}: {label}")
    return tuple(texts)
