"""The side pane of Standings: the selected player, what the round can bring, race and field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from engine.carried import last_call
from engine.entrants import EntrantId
from engine.event import Event
from engine.points import HALF, counted, points_text
from engine.prospects import ranked_by_points
from engine.protocol import Format
from engine.race import complete_rounds, race
from engine.tables import StandingTable
from tui.screens.columns import cell
from tui.screens.names import short_names
from tui.screens.norm_lines import norm_lines
from tui.screens.player_lines import (
    performance_lines,
    round_lines,
    scored,
    who_lines,
)
from tui.screens.prospect_lines import prospect_lines
from tui.terminal.cells import cell_len, low_bar
from tui.widgets.lines import Line, line, titled

LEADERS = 10
LEVEL, BEHIND = "■", "·"
"""Half a point of the race each: cells that stay apart from those above and below."""
NAME_LEAST = 12
"""Cells of a name in the race."""
FEWEST_LEADERS = 3
Section = Sequence[Line]


def standings_pane(
    event: Event, format: Format, table: StandingTable, id: EntrantId, width: int, height: int
) -> list[Line]:
    """From the top: who, the rounds, the performance, what the round in play can bring; then the
    race and the field, which do not hang on the selection; norms. What finds no room is left out,
    the field first."""
    by_points = ranked_by_points(event, format, table)
    head = who_lines(event, id, width)
    sections: list[Section] = []
    left = height - len(head)

    def take(section: Section) -> None:
        nonlocal left
        if section and len(section) + 1 <= left:
            sections.append(section)
            left -= len(section) + 1

    foreseen = prospect_lines(event, format, table, id, width) if by_points else []
    rounds = round_lines(event, format, id, width, max(left - len(foreseen) - 3, 3))
    take([titled("rounds", width, scored(event, id) if by_points else ""), *rounds])
    picture = performance_lines(event, id, width)
    if len(picture) + len(foreseen) + 2 <= left:
        take(picture)
    take(foreseen)
    norms = norm_lines(event, id, width)
    if by_points:
        take(race_lines(event, format, table, width, left - 1))
        take(field_lines(table, width, left - 1 - (len(norms) + bool(norms))))
    take(norms)  # below what stands still: not everybody can hope for one
    return [*head, *(one for section in sections for one in (Line(), *section))]


@last_call
def race_lines(
    event: Event, format: Format, table: StandingTable, width: int, most: int
) -> list[Line]:
    """Who led after the last complete round, by their points then; of equals as the table has
    them. A full row of cells leads, each `·` is
    half a point behind."""
    rounds, leaders = complete_rounds(event), min(LEADERS, most - 3, len(table.rows))
    if rounds < 2 or leaders < FEWEST_LEADERS:
        return []
    # the table has boards of the round in play already
    runners = race(event, [row.id for row in table.rows], len(table.rows))
    runners = tuple(sorted(runners, key=lambda each: -each.points[-1])[:leaders])
    by_id = {row.id: row for row in table.rows}
    rows = [by_id[runner.entrant] for runner in runners]
    room = width - NAME_LEAST - 1 - 6
    cells = max(size for size in (2, 3, 4, 5) if size == 2 or (size + 1) * rounds <= room)
    first = max(rounds - room // (cells + 1), 0)
    spare = room - (cells + 1) * (rounds - first)
    names = short_names(
        [row.name for row in rows], [str(row.no) for row in rows], NAME_LEAST + max(spare, 0)
    )
    longest = max(NAME_LEAST, *map(cell_len, names))
    room -= longest - NAME_LEAST
    heads = " ".join(cell(f"R{n + 1}", cells) for n in range(first, rounds))
    lines = [
        titled("race of the leaders", width, f"after {event.called(rounds)}"),
        line(cell(f"{'':{longest}} {heads:<{room}}   Pts", width), "dim"),
    ]
    for name, runner in zip(names, runners, strict=True):
        shown = " ".join(_behind(behind, cells) for behind in runner.behind[first:])
        end = f"{points_text(runner.points[-1]):>6}"
        lines.append(
            Line(
                ((cell(name, longest + 1), "plain"), (cell(shown, room), "accent"), (end, "strong"))
            )
        )
    return [*lines, line(cell("full: leads · each dot: ½ behind", width), "dim")]


def _behind(behind: Decimal, cells: int) -> str:
    less = min(int(-(-behind // HALF)), cells)
    return LEVEL * (cells - less) + BEHIND * less


@last_call
def field_lines(table: StandingTable, width: int, most: int) -> list[Line]:
    """How many have how many points, the most points first; by whole points where there is no
    room for halves."""
    counts = Counter(row.points for row in table.rows)
    if len(counts) + 1 > most:
        counts = Counter(Decimal(int(row.points)) for row in table.rows)
    if not 1 < len(counts) < most:
        return []
    highest = max(counts.values())
    lines = [titled("points of the field", width, counted(len(table.rows), "player"))]
    for points, count in sorted(counts.items(), reverse=True):
        bars = low_bar(count, highest, width - 12)
        lines.append(
            Line(
                (
                    (f"{points_text(points):>5} ", "plain"),
                    (f"{bars:{width - 12}}", "accent"),
                    (f"{count:>5} ", "plain"),
                )
            )
        )
    return lines
