"""Why a board is not the ideal one, and why a bye falls where it does: one line each."""

from __future__ import annotations

from engine.colours import OTHER
from engine.event import Event
from engine.history import cards
from engine.points import points_text
from formats.ecf.colours import NAMES, claim_text
from formats.ecf.drawing import EcfBoard, EcfDraw
from formats.ecf.field import EcfField, colours_allow
from formats.ecf.level import LevelGroup
from formats.ecf.median import larger_colour


def of_board(event: Event, draw: EcfDraw, board: EcfBoard) -> tuple[str, bool]:
    """The line, empty for an ideal board, and whether the opponents are not the ideal ones."""
    if draw.field.locked.get(board.high) == board.low:
        parts = ["locked by the arbiter", refusal(draw.field, board)]
        return "; ".join(part for part in parts if part), True
    assert board.drawn is not None
    if (board.high, board.low) in map(tuple, map(sorted, board.drawn.floats)):
        parts = [floats_text(draw.field, board)]
        moved = True
    else:
        parts = [_moved(event, draw, board)]
        moved = bool(parts[0])
    parts += [refusal(draw.field, board), _exempt(draw, board)]
    return "; ".join(part for part in parts if part), moved


def floats_text(field: EcfField, board: EcfBoard) -> str:
    """`Ash (2½) floats to Bede (2)`."""
    floater, other = _floater(board)
    who, whom = field.players[floater], field.players[other]
    return (
        f"{field.name(floater)} ({points_text(who.score)}) leaves the group"
        f" to meet {field.name(other)} ({points_text(whom.score)})"
    )


def _floater(board: EcfBoard) -> tuple[int, int]:
    assert board.drawn is not None
    return next(g for g in board.drawn.floats if set(g) == {board.high, board.low})


def _moved(event: Event, draw: EcfDraw, board: EcfBoard) -> str:
    """`ideal 3 v 8 (Bede): they met in round 2`; empty for i v i + k."""
    assert board.drawn is not None
    group = board.drawn.group
    a, b = sorted(group.players.index(p) for p in (board.high, board.low))
    if b == a + group.half:
        return ""
    upper = a
    ideal = group.ideal(upper)
    low, high = sorted((upper, ideal))
    text = f"ideal {low + 1} v {high + 1} ({draw.field.name(group.players[ideal])})"
    cause = hindrance(event, draw.field, group, upper, ideal)
    return f"{text}: {cause}" if cause else f"{text} gives way to the whole group"


def hindrance(event: Event, field: EcfField, group: LevelGroup, a: int, b: int) -> str:
    """What speaks against two cards of a group meeting; empty if nothing does."""
    one, other = group.players[a], group.players[b]
    if not field.unbarred[one] >> other & 1:
        return "barred by the arbiter"
    if not field.unmet[one] >> other & 1:
        met = cards(event)[field.players[one].id].met_in(field.players[other].id)
        return f"they met in round {met}"
    if not colours_allow(field.players[one], field.players[other]):
        return "neither can be given the other colour"
    if group.refused(a, b):
        return f"both are due {NAMES[group.due(a) or 'W']}"
    return ""


def refusal(field: EcfField, board: EcfBoard) -> str:
    """Whose colour is refused on the board, empty if nobody's."""
    names = [
        (p, colour)
        for p, colour in ((board.high, board.high_colour), (board.low, OTHER[board.high_colour]))
        if field.players[p].due not in (None, colour)
    ]
    found = []
    for p, colour in names:
        player = field.players[p]
        found.append(
            f"{field.name(p)} has {NAMES[colour]}, due {NAMES[OTHER[colour]]}"
            f" ({claim_text(player.colours)})"
        )
    return "; ".join(found)


def _exempt(draw: EcfDraw, board: EcfBoard) -> str:
    if tuple(sorted((board.high, board.low))) not in draw.ground.against_colours:
        return ""
    return "no draw of this round keeps to the colours of rule 8"


def of_bye(draw: EcfDraw) -> str:
    """Where the bye comes from."""
    assert draw.bye is not None
    if draw.mode in ("opening", "opening by halves"):
        return "round 1: from the mid-line"
    field = draw.field
    player = field.players[draw.bye]
    level = field.by_grade(field.on(player.score) & draw.open_to_the_bye)
    larger = larger_colour(field, level)
    place, count = level.index(draw.bye) + 1, len(level)
    where = f"{place} of {count} on {points_text(player.score)}"
    if larger is None:
        return f"from the median: {where}"
    due = [i for i in level if field.players[i].due == larger]
    if draw.bye not in due:
        return f"from the median: {where}, nobody due {NAMES[larger]} can have it"
    return f"from the median of those due {NAMES[larger]} ({len(due)} of {count}): {where}"
