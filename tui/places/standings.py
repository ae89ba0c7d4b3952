"""The place Standings: tables with tie-breaks and their working, cross-tables, earlier rounds, in
the order of any column; beside them the selected player, the race and the field."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Literal

from engine.actions.tied import OrderTied, shared_places
from engine.alphabet import fold, holds
from engine.entrants import TITLES, EntrantId
from engine.event import Event, last_call
from engine.performance import performances
from engine.points import HALF, counted, points_text
from engine.prospects import complete_rounds, race, ranked_by_points
from engine.protocol import Format, PlayedByTeams, overrides, part_of
from engine.refusal import Refused
from engine.standings import as_of, crosstable, not_final
from engine.tables import CrossTable, StandingRow, StandingTable
from engine.waiting import due_matches, still_played
from saves.cells import in_lines, low_bar, text_width
from saves.cross_sheets import cross_legend
from saves.safe_text import safe, shortened
from saves.sheets import table_round, tie_legend
from tui.desk import entrants_lately
from tui.places.card import open_card
from tui.places.finding import (
    Named,
    NarrowedState,
    narrow,
    narrowed_foot,
    next_hit,
    seek,
    seek_next,
    show_all,
)
from tui.places.screen import about_entrant
from tui.places.shape import (
    AtEnter,
    Converse,
    DeskView,
    Do,
    Key,
    Perform,
    PlaceKind,
    Prompt,
    Question,
    Screenful,
    Step,
    said,
    say,
)
from tui.screens.columns import SORTED, cell, head_at
from tui.screens.dialogs import Telling
from tui.screens.finals_dialog import finals_open, settle_finals
from tui.screens.meeting_lines import (
    CrossTableLayout,
    ShownCrossTable,
    first_column,
    meeting_lines,
    opponent_lines,
    panel_lines,
)
from tui.screens.names import name_in, short_names
from tui.screens.player_lines import (
    next_text,
    norm_lines,
    performance_lines,
    performed_text,
    prospect_lines,
    round_lines,
    scored,
    who_lines,
)
from tui.screens.standings_lines import (
    EARLIER,
    PERFORMANCE,
    RowFacts,
    cross_lines,
    left_out,
    note_lines,
    row_facts,
    row_of,
    standing_lines,
    working_lines,
)
from tui.widgets.lines import Line, fit, line, titled

if TYPE_CHECKING:
    from tui.app import TopboardApp


View = Literal["table", "all", "rounds"]
"""The standing; all against all; everybody's rounds."""
VIEWS: tuple[View, ...] = ("table", "all", "rounds")
MOST_UNDER = 7
"""Lines for notes or working under the table, on a terminal of few lines."""
LEFT_FOR_TABLE = 15
"""Lines that the working leaves to the table and the frame."""
TALL = 30
"""Lines of a terminal with room for one more line of opponents."""
DIALOG_WIDTH = 80
LEFT_FOR_SAVED = 28
"""Cells of the second line for the desks, and the time of saving."""
SIDEWAYS = {"left": -1, "right": 1}


RANK = "Rk"
"""The column that sorts a table until another is chosen."""
BY_KEY = (RANK, "No", "Name", "Rtg")
"""What one goes through by a key; the others are chosen by their column's head."""
CALLED = {
    RANK: "rank", "No": "number", "Name": "name", "Rtg": "rating", "Ti": "title",
    "Fed": "federation", "Club": "club", PERFORMANCE: "performance",
}  # fmt: skip
"""The columns that are not figures of the table, in words."""
LEADERS = 10
LEVEL, BEHIND = "■", "·"
"""Half a point of the race each: cells that stay apart from those above and below."""
NAME_LEAST = 12
"""Cells of a name in the race."""
FEWEST_LEADERS = 3


@dataclass(frozen=True, slots=True)
class StandingsState(NarrowedState):
    """Which table, after which round, in which view."""

    table_name: str = ""
    """Empty for the overall table."""
    after: int | None = None
    """The round after which the tables are shown; None for the last one published."""
    view: View = "table"
    sort: str = RANK
    """The head of the column that sorts the list."""
    first: int = 0
    """All against all: the first column in the window."""
    with_working: bool = False
    seen_at: tuple[int, bool] | None = None
    """Rounds published, and whether results were missing, when the place was last in front."""


StandingsStep = Step[StandingsState]


# What is shown


def has_meetings(format: Format) -> bool:
    """Whether that format's events have a cross-table of all against all."""
    return overrides(format, "meetings")


@last_call
def _as_of(event: Event, after: int | None) -> Event:
    return event if after is None else as_of(event, after)


@last_call
def _tables(format: Format, then: Event) -> Sequence[StandingTable]:
    return format.standings(then)


@last_call
def _crossing(format: Format, then: Event) -> ShownCrossTable | None:
    met = format.meetings(then)
    return (
        None
        if met is None
        else replace(ShownCrossTable.of(met, _tables(format, then)[0]), place=then.board_word)
    )


def _then(desk: DeskView, state: StandingsState) -> Event:
    return _as_of(desk.event, state.after)


def tables(desk: DeskView, state: StandingsState) -> Sequence[StandingTable]:
    """The overall table, then those of the categories, as they were then."""
    return _tables(desk.format, _then(desk, state))


def table_in_front(desk: DeskView, state: StandingsState) -> StandingTable:
    """The table chosen; beside the cross-table the overall one."""
    all_of_them = tables(desk, state)
    if state.view == "all" and all_of_them:
        return all_of_them[0]
    named = (t for t in all_of_them if t.name == state.table_name)
    empty = StandingTable("Overall", (), ())
    return next(named, all_of_them[0] if all_of_them else empty)


def picture(desk: DeskView, state: StandingsState) -> Screenful:
    """The table as chosen; notes, working or opponents under it."""
    heads, body, under = _shown(desk, state)
    return Screenful(
        _status(desk, state, heads),
        heads,
        body,
        under=under,
        about=about_entrant(desk, state.selected),
        foot=narrowed_foot(state, body),
        bright=entrants_lately(desk),
        first_keys=(("←", ""), ("→", "columns")) if _columns_text(desk, state) else (),
        first_commands=("finals",) * finals_open(desk.event, desk.format),
        idle=_idle(desk, state),
    )


def _shown(desk: DeskView, state: StandingsState) -> tuple[Line, list[Line], list[Line]]:
    if state.view == "all":
        crossing = _crossing(desk.format, _then(desk, state))
        if crossing is None:
            text = "   there is no cross-table for this field"
            return Line(), [line(text, "dim")], []
        layout = CrossTableLayout.of(crossing, desk.width)
        heads, body = meeting_lines(crossing, layout, state.first, str(state.selected))
        return heads, body, _under(desk, state, crossing)
    table = table_in_front(desk, state)
    then = _then(desk, state)
    heads, body, cut = _table_lines(
        table, state.view, then, desk.format, desk.width, desk.paned, _sort(desk, state)
    )
    if state.needle:
        holding = {row.id for row in table.rows if _is_called(row, state.needle)}
        body = [one for one in body if one.key in holding]
    return heads, body or [line("   nobody here", "dim")], _under(desk, state, None, cut)


@last_call
def _table_lines(
    table: StandingTable, view: View, then: Event, format: Format, width: int, paned: bool, by: str
) -> tuple[Line, list[Line], bool]:
    """Heads and rows, and whether earlier rounds have no room."""
    facts, mark, cut = _facts(then, format, table), "" if by == RANK else by, False
    if view == "rounds":
        heads, lines, cut = cross_lines(table, _by_rounds(table, then, format), width, mark)
    else:
        heads, lines = standing_lines(table, width, facts, paned, mark)
    by_id = {one.key: one for one in lines}
    return heads, [by_id[row.id] for row in in_order(table, facts, by) if row.id in by_id], cut


@last_call
def _by_rounds(table: StandingTable, then: Event, format: Format) -> CrossTable:
    return crosstable(
        then,
        table,
        format.order(then),
        teams=format.of_teams(then),
        counted=format.as_counted(then),
    )


@last_call
def _facts(then: Event, format: Format, table: StandingTable) -> RowFacts:
    return row_facts(then, format, table)


def pane(desk: DeskView, state: StandingsState, width: int, height: int) -> Sequence[Line] | None:
    """The selected player; none beside all against all, which needs the width."""
    then = _then(desk, state)
    if state.view == "all" or not then.published:
        return None

    table, id = table_in_front(desk, state), str(state.selected)
    if row_of(table, id) is None:
        return ()
    return standings_pane(then, desk.format, table, id, width, height)


def _is_called(row: StandingRow, needle: str) -> bool:
    return needle == str(row.no) or holds(fold(row.name), fold(needle))


def _under(
    desk: DeskView, state: StandingsState, crossing: ShownCrossTable | None, cut: bool = False
) -> list[Line]:
    table, room = table_in_front(desk, state), desk.width - 4
    row = row_of(table, str(state.selected))
    if state.with_working and row is not None:
        title = line(f" {row.no} {safe(row.name)}", "key")
        shown = [title, *(line(f"   {text}") for text in working_lines(row, table, room))]
    elif crossing is not None:
        most = 2 if desk.height < TALL else 3
        return opponent_lines(crossing, str(state.selected), room, most)
    else:
        texts = [*note_lines(table, room), *_codes_of_teams(desk, table, room)]
        if state.view == "rounds":
            cross = _by_rounds(table, _then(desk, state), desk.format)
            legend = [*cross_legend(desk.format, cross, desk.format.of_teams(desk.event))]
            legend += [f"{EARLIER}: earlier rounds, < goes back to them"] * cut
            texts = [*in_lines("; ".join(legend), room, "   "), *texts]
        shown = [line(f" {text}", "note") for text in texts]
        if not desk.paned and row is not None:
            shown = [*_in_short(desk, state, table, row), *shown]
    most = _most_under(desk)
    if len(shown) > most:
        more = "   … w  shows all of it" if state.with_working else "   …"
        shown = [*shown[: most - 1], line(more, "dim")]
    return shown


def _codes_of_teams(desk: DeskView, table: StandingTable, room: int) -> list[str]:
    """What the tie-breaks of teams are called: few know their codes."""
    event = desk.event
    if part_of(desk.format, PlayedByTeams) is None:
        return []
    codes = [code for code in table.columns if code in event.settings.tiebreaks]
    return in_lines(tie_legend(codes, event.settings), room, "   ") if codes else []


def _in_short(
    desk: DeskView, state: StandingsState, table: StandingTable, row: StandingRow
) -> list[Line]:
    """Of what a pane would show: the rounds and the performance; what the round can bring."""
    then = _then(desk, state)
    if not then.published:
        return []
    facts = _facts(then, desk.format, table)
    rounds = " ".join(facts.cells.get(row.id, ()))
    performed = performed_text(performances(then).get(row.id))
    over = f" · performs {performed}" if performed and facts.performed else ""
    first = fit(f" {rounds}", max(desk.width - len(over), 0)).rstrip() + over
    second = next_text(then, desk.format, table, row.id, desk.width - 2)
    return [line(first), line(f" {second}")]


def _most_under(desk: DeskView) -> int:
    return max(MOST_UNDER, desk.height - LEFT_FOR_TABLE)


def _columns_text(desk: DeskView, state: StandingsState) -> str:
    """`columns 5-16 of 26`, where not all of all against all are in view."""
    crossing = _crossing(desk.format, _then(desk, state)) if state.view == "all" else None
    if crossing is None:
        return ""
    count, players = CrossTableLayout.of(crossing, desk.width).count, len(crossing.met.order)
    return f" {state.first + 1}-{state.first + count} of {players}" if count < players else ""


def _status(desk: DeskView, state: StandingsState, heads: Line) -> Line:
    """The tables, the one in front in brackets, the round of which they are, and the column
    that they are sorted by where its head is not in view."""
    event, format = desk.event, desk.format
    last = len(event.published)
    called = event.called(last if state.after is None else state.after)
    if not last:
        when = "no round yet"
    elif state.after is None and _results_missing(event):
        when = f"{called} in play"
    else:
        when = f"after {called}" if state.after or not_final(event, format) else "FINAL"
    if state.view == "all":
        return line(f" cross-table{_columns_text(desk, state)} · {when}")
    table, names = table_in_front(desk, state), [t.name for t in tables(desk, state)]
    by_rounds = "by rounds" if has_meetings(format) else "cross-table"
    if _sort(desk, state) != RANK and SORTED not in heads.text:
        when += f" · by {_called(state.sort)}"
    if state.view == "table" and (hidden := _left_out(desk, state, table)):
        when += f" · not in view: {', '.join(hidden)} (w)"
    end = f" {by_rounds} · {when}" if state.view == "rounds" else f"  {when}"
    parts = [
        (f"[{shortened(name, 24)}]", "strong")
        if name == table.name
        else (f" {shortened(name, 24)} ", "dim")
        for name in names
    ]
    room = desk.across - LEFT_FOR_SAVED - sum(text_width(text) for text, _ in parts)
    if state.after is None and len(paper := end + _on_paper(desk)) <= room:
        end = paper
    if len(end) > room:
        at = names.index(table.name) + 1
        parts = [(f"{shortened(table.name, 24)} ({at} of {len(names)})", "strong")]
    return Line(((" ", "plain"), *parts, (end, "plain")))


def _on_paper(desk: DeskView) -> str:
    """Which table lists on paper have, where it is not the one of the round in play."""
    current = desk.event.current
    after = table_round(current, desk.format) if current is not None else 0
    if current is None or after in (0, current.number):
        return ""
    return f" · printed: after {desk.event.called(after)}"


def _left_out(desk: DeskView, state: StandingsState, table: StandingTable) -> tuple[str, ...]:
    return _without_room(table, _then(desk, state), desk.format, desk.width, desk.paned)


@last_call
def _without_room(
    table: StandingTable, then: Event, format: Format, width: int, paned: bool
) -> tuple[str, ...]:
    return left_out(table, width, _facts(then, format, table), paned)


def _results_missing(event: Event) -> bool:
    """Matches that run on from an earlier round and are due now are waited for too."""
    current = event.current
    return current is not None and any(map(still_played, (*current.matches, *due_matches(event))))


def _idle(desk: DeskView, state: StandingsState) -> frozenset[str]:
    """Other tables and rounds are offered where there are some."""
    event, format = desk.event, desk.format
    number = len(event.published) if state.after is None else state.after
    works = {
        "next_table": len(tables(desk, state)) > 1,
        "last_table": len(tables(desk, state)) > 1,
        "finals": finals_open(event, format),
        "lots": _shares_a_place(desk, state),
        "order": _shares_a_place(desk, state),
        "beside": bool(format.panels(_then(desk, state))),
        "round_before": number > 0,
        "round_after": state.after is not None,
    }
    return frozenset(id for id, possible in works.items() if not possible)


def _shares_a_place(desk: DeskView, state: StandingsState) -> bool:
    """At the end of the event: before it, few want to know."""
    if len(desk.event.published) < desk.event.settings.rounds or _results_missing(desk.event):
        return False
    rows = table_in_front(desk, state).rows
    ranks = [row.rank for row in rows if state.after is None]
    rank = next((row.rank for row in rows if row.id == state.selected), None)
    return rank is not None and ranks.count(rank) > 1


# What a key means here


def _turned(by: int, desk: DeskView, state: StandingsState) -> StandingsStep:
    if state.view == "all":
        raise Refused("the cross-table has everybody", "", "x shows the tables")
    names = [t.name for t in tables(desk, state)]
    if len(names) < 2:
        shown = _view_name(desk.format, next_of_views(desk.format, state.view))
        return say(state, f"there is no other table here; x shows the {shown}")
    at = names.index(table_in_front(desk, state).name)
    return Step(replace(state, table_name=names[(at + by) % len(names)]))


def round_before(desk: DeskView, state: StandingsState) -> StandingsStep:
    """As it was a round before."""
    number = len(desk.event.published) if state.after is None else state.after
    if number == 0:
        raise Refused("there is no earlier table", "", "this is before round 1")
    return Step(replace(state, after=number - 1))


def round_after(desk: DeskView, state: StandingsState) -> StandingsStep:
    """As it was a round later."""
    if state.after is None:
        over = desk.format.next_step(desk.event).name == "finished"
        remedy = "the event is over" if over else "the next one comes with the next round"
        raise Refused("this is the last table", "", remedy)
    return Step(replace(state, after=state.after + 1))


def next_of_views(format: Format, view: View) -> View:
    """The one that `x` leads to."""
    views = VIEWS if has_meetings(format) else ("table", "rounds")
    return views[(views.index(view) + 1) % len(views)]


def _view_name(format: Format, view: View) -> str:
    if view == "rounds" and has_meetings(format):
        return "table by rounds"
    return "table" if view == "table" else "cross-table"


def next_view(desk: DeskView, state: StandingsState) -> StandingsStep:
    """The standing, all against all where the format has that, everybody's rounds, and again."""
    view = next_of_views(desk.format, state.view)
    needle = "" if view == "all" else state.needle
    return select(desk, replace(state, view=view, needle=needle), state.selected)


def _called(head: str) -> str:
    return CALLED.get(head, head)


def _sort(desk: DeskView, state: StandingsState) -> str:
    """The column chosen; the rank in a table without that."""
    return state.sort if _sortable(desk, state, state.sort) else RANK


def _sortable(desk: DeskView, state: StandingsState, by: str) -> bool:
    table = table_in_front(desk, state)
    return can_sort(table, _facts(_then(desk, state), desk.format, table), by)


def next_sort(desk: DeskView, state: StandingsState) -> StandingsStep:
    """By rank, number, name, rating in turn."""
    by_key = [by for by in BY_KEY if _sortable(desk, state, by)]
    at = by_key.index(state.sort) if state.sort in by_key else -1
    return _sorted(desk, state, by_key[(at + 1) % len(by_key)])


def sort_by_head(desk: DeskView, state: StandingsState, at: int, row: int) -> StandingsStep:
    """The head that is clicked on: its column sorts the list."""
    heads, table = picture(desk, state).heads, table_in_front(desk, state)
    return _sorted(desk, state, head_at(heads.text if heads else "", at, table.columns))


def _sorted(desk: DeskView, state: StandingsState, by: str) -> StandingsStep:
    if state.view == "all":
        raise Refused("the cross-table has its own order", "", "x shows the tables")
    if not _sortable(desk, state, by):
        raise Refused("the list is not sorted by that column", "", "click on Rk, Name or a figure")
    return say(replace(state, sort=by), f"sorted by {_called(by)}")


def columns_by_keys(desk: DeskView, state: StandingsState, key: Key) -> StandingsStep | None:
    """In all against all the arrows go over the columns."""
    crossing = _crossing(desk.format, _then(desk, state)) if state.view == "all" else None
    if crossing is None or key.name not in SIDEWAYS:
        return None
    count = CrossTableLayout.of(crossing, desk.width).count
    first = state.first + SIDEWAYS[key.name] * max(count // 2, 1)
    return Step(replace(state, first=first_column(crossing, None, count, first)))


def select(desk: DeskView, state: StandingsState, key: Hashable | None) -> StandingsStep:
    """The row selected; in all against all the window holds its opponents, if there is room."""
    state = replace(state, selected=key)
    crossing = _crossing(desk.format, _then(desk, state)) if state.view == "all" else None
    if crossing is None or str(key) not in crossing.places:
        return Step(state)
    count = CrossTableLayout.of(crossing, desk.width).count
    return Step(replace(state, first=first_column(crossing, str(key), count, state.first)))


def find(desk: DeskView, state: StandingsState) -> StandingsStep:
    """In all against all nobody is left out: to whoever is found there."""
    return seek(state, _named(desk, state)) if state.view == "all" else narrow(desk, state)


def find_next(desk: DeskView, state: StandingsState) -> StandingsStep:
    """The next one who is called so; in a list of those, the next line."""
    if state.view == "all":
        return seek_next(state, _named(desk, state))
    return next_hit(picture)(desk, state)


def _named(desk: DeskView, state: StandingsState) -> Named:
    """By the whole name, though less of it may be shown."""
    crossing = _crossing(desk.format, _then(desk, state))
    if crossing is None:
        return ()
    numbers, names = crossing.met.numbers, crossing.names
    return tuple((id, str(numbers[id]), names.get(id, "")) for id in crossing.met.order)


def working(desk: DeskView, state: StandingsState) -> StandingsStep:
    """How the selected one's tie-breaks came about; all of it where it is long; no more."""
    table = table_in_front(desk, state)
    row = row_of(table, str(state.selected))
    after = replace(state, with_working=not state.with_working)
    if state.with_working and row is not None:
        whole = working_lines(row, table, desk.width - 4)
        if len(whole) + 1 > _most_under(desk):
            parts = working_lines(row, table, min(desk.width, DIALOG_WIDTH) - 12)
            lines = tuple(line(f" {part}") for part in parts)
            return Step(after, (Converse(_show, (f"{row.no} {safe(row.name)}", lines)),))
    return Step(after)


def leave(desk: DeskView, state: StandingsState) -> StandingsStep:
    """Back step by step to the current table: out of the working, of what is looked for, of the
    cross-table, of an earlier round."""
    if state.with_working:
        return Step(replace(state, with_working=False))
    if state.needle:
        return show_all(desk, state)
    if state.view != "table":
        return select(desk, replace(state, view="table"), state.selected)
    return Step(replace(state, after=None))


def beside(desk: DeskView, state: StandingsState) -> StandingsStep:
    """What the format shows beside its standings."""
    panels = desk.format.panels(_then(desk, state))
    if not panels:
        return say(state, "this format shows no tables beside the standings")
    lines = tuple(panel_lines(panels, min(desk.width, DIALOG_WIDTH) - 8))
    return Step(state, (Converse(_show, ("Beside the standings", lines)),))


async def _show(console: TopboardApp, title: str, lines: tuple[Line, ...]) -> None:
    console.push_screen(Telling(title, lines))


def card(desk: DeskView, state: StandingsState) -> StandingsStep:
    """The selected one's card."""
    if not isinstance(state.selected, str):
        raise Refused(f"no {desk.event.entrant_word} is selected", "", "")
    return Step(state, (Converse(open_card, (state.selected,)),))


def cut(desk: DeskView, state: StandingsState) -> StandingsStep:
    """The first of the standing into a knockout of their own."""
    return Step(state, (Converse(_cut),))


async def _cut(console: TopboardApp) -> None:
    from tui.screens.cutting_form import ask_cut

    await ask_cut(console.here)


def finals(desk: DeskView, state: StandingsState) -> StandingsStep:
    """Places in the finals, and play-offs for them."""
    return Step(state, (Converse(_settle_finals),))


async def _settle_finals(console: TopboardApp) -> None:
    await settle_finals(console.here)


# Which state fits the event


def settle(desk: DeskView, state: StandingsState) -> StandingsState:
    """A round that is the last one, or is gone, is looked at as the last one; the window of
    columns has as many as there is room for."""
    after = state.after
    if after is not None and after >= len(desk.event.published):
        after = None
    state = replace(state, after=after, seen_at=_stand(desk))
    crossing = _crossing(desk.format, _then(desk, state)) if state.view == "all" else None
    if crossing is None:
        return state
    count = CrossTableLayout.of(crossing, desk.width).count
    return replace(state, first=first_column(crossing, None, count, state.first))


def returning(desk: DeskView, state: StandingsState) -> StandingsStep:
    """From another place one comes to the current table."""
    return Step(replace(state, after=None))


def resume(desk: DeskView, state: StandingsState) -> StandingsStep:
    """In front again: at the newest overall table if the rounds have moved on meanwhile."""
    if state.seen_at is None or state.seen_at == _stand(desk):
        return Step(state)
    return Step(replace(state, after=None, table_name="", selected=None))


def _stand(desk: DeskView) -> tuple[int, bool]:
    return len(desk.event.published), _results_missing(desk.event)


MOST_NAMED = 8
"""Up to this many names are in a question."""


def draw_lots(desk: DeskView, state: StandingsState) -> StandingsStep:
    """A lot among all who share the selected one's place (asks)."""
    level = _sharing(desk, state)
    text = f"{_level_names(desk, level)} share a place.\nDraw lots among these {len(level)}?"
    action = OrderTied(level)
    done = f"lot drawn among {len(level)}: the order is shown under the table"
    return Step(replace(state, questions=(Question(text, Perform(action, done)),)))


def set_order(desk: DeskView, state: StandingsState) -> StandingsStep:
    """The order of all who share the selected one's place, typed as numbers."""
    level = _sharing(desk, state)
    return Step(replace(state, prompt=Prompt(_order_asked(desk, level), OrderTyped(level))))


@dataclass(frozen=True, slots=True)
class OrderTyped(AtEnter):
    """The order of those who share a place, by their numbers; then the reason."""

    level: tuple[EntrantId, ...]

    def entered(self, desk: DeskView, state: StandingsState, text: str) -> StandingsStep:
        """Every number once: on to the reason."""
        numbers = _numbers(desk)
        ids = {str(numbers[id]): id for id in self.level}
        typed = re.findall(r"[^\s,;]+", text)
        if sorted(typed) != sorted(ids):
            again = replace(state, prompt=Prompt(_order_asked(desk, self.level), self, text))
            listed = " ".join(sorted(ids, key=int))
            return Step(said(again, f"type each number once: {listed}", "bad"))
        order = tuple(ids[number] for number in typed)
        return Step(replace(state, prompt=Prompt("reason", ReasonTyped(order))))


@dataclass(frozen=True, slots=True)
class ReasonTyped(AtEnter):
    """Why the arbiter sets the order."""

    order: tuple[EntrantId, ...]

    def entered(self, desk: DeskView, state: StandingsState, text: str) -> StandingsStep:
        """Never without a reason."""
        if not text.strip():
            again = replace(state, prompt=Prompt("reason", self))
            return Step(said(again, "an order set by hand needs a reason", "bad"))
        done = "ordered by hand: the order is shown under the table"
        return Step(state, (Do(OrderTied(self.order, text.strip()), done=done),))


def _sharing(desk: DeskView, state: StandingsState) -> tuple[EntrantId, ...]:
    if state.after is not None:
        raise Refused("this is the table of an earlier round", "", "> shows the last one")
    if not isinstance(state.selected, str):
        raise Refused(f"no {desk.event.entrant_word} is selected", "", "")
    current = desk.event.current
    if current is not None and _results_missing(desk.event):
        why = "who shares a place is known when all its results are in"
        raise Refused(f"{desk.event.called(current.number)} is in play", why, "F3 enters them")
    for level in shared_places(desk.event, desk.format):
        if state.selected in level:
            return level
    name = safe(desk.event.entrant(state.selected).name)
    raise Refused(f"{name} shares no place", "", "select somebody who does")


def _numbers(desk: DeskView) -> dict[EntrantId, int]:
    return {row.id: row.no for row in desk.format.standings(desk.event)[0].rows}


def _level_names(desk: DeskView, level: tuple[EntrantId, ...]) -> str:
    names = [name_in(desk.event, id, 24) for id in level[:MOST_NAMED]]
    more = f" and {counted(len(level) - MOST_NAMED, 'other')}" if len(level) > MOST_NAMED else ""
    return "; ".join(names) + more


def _order_asked(desk: DeskView, level: tuple[EntrantId, ...]) -> str:
    numbers = _numbers(desk)
    return f"order of {' '.join(str(numbers[id]) for id in level)}, best first"


# A list in the order of one of its columns

SortKey = Callable[[StandingRow], tuple[bool, object]]


def in_order(table: StandingTable, facts: RowFacts, by: str) -> Sequence[StandingRow]:
    """The rows by the column of that head: figures from the highest, texts from A, who has
    nothing there at the end; those alike as they are in the table."""
    value = _sort_key(table, facts, by)
    return table.rows if value is None else sorted(table.rows, key=value)


def can_sort(table: StandingTable, facts: RowFacts, by: str) -> bool:
    """Whether a list of that table can be sorted by that column: somebody has something there."""
    value = _sort_key(table, facts, by)
    return by == RANK or (value is not None and not all(value(row)[0] for row in table.rows))


def _sort_key(table: StandingTable, facts: RowFacts, by: str) -> SortKey | None:
    def highest(read: Callable[[StandingRow], Decimal | int | None]) -> SortKey:
        return lambda row: ((value := read(row)) is None, -value if value is not None else 0)

    def text(name: str) -> SortKey:
        def read(row: StandingRow) -> tuple[bool, object]:
            entrant = facts.entrants.get(row.id)
            value = getattr(entrant, name) if entrant is not None else ""
            return not value, fold(value)

        return read

    def title(row: StandingRow) -> tuple[bool, object]:
        entrant = facts.entrants.get(row.id)
        text = entrant.title if entrant is not None else ""
        return not text, TITLES.index(text) if text in TITLES else len(TITLES)

    def rating(row: StandingRow) -> int | None:
        entrant = facts.entrants.get(row.id)
        return entrant.rating if entrant is not None else None

    if table.points and by == table.points:
        return highest(lambda row: row.points)
    if by in table.columns:
        return highest(lambda row: row.tiebreaks.get(by))
    values: dict[str, SortKey] = {
        "No": lambda row: (False, row.no),
        "Name": lambda row: (False, fold(row.name)),
        "Ti": title,
        "Fed": text("federation"),
        "Club": text("club"),
        "Rtg": highest(rating),
        PERFORMANCE: highest(lambda row: facts.performed.get(row.id)),
    }
    return values.get(by)


# The side pane

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
        take(race_lines(event, table, width, left - 1))
        take(field_lines(table, width, left - 1 - (len(norms) + bool(norms))))
    take(norms)  # below what does not move: not everybody can hope for one
    return [*head, *(one for section in sections for one in (Line(), *section))]


@last_call
def race_lines(event: Event, table: StandingTable, width: int, most: int) -> list[Line]:
    """The leaders after the last complete round, by their points then; equals in the order of the
    table. A full row of cells leads, each `·` is half a point behind."""
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
    longest = max(NAME_LEAST, *map(text_width, names))
    room -= longest - NAME_LEAST
    heads = " ".join(cell(f"R{n + 1}", cells) for n in range(first, rounds))
    title, until = "race of the leaders", f"after {event.called(rounds)}"
    if rounds + 1 == len(event.published):  # which the table beside it counts
        without = f"without {event.called(rounds + 1)}"
        ways = (f"{until}, {without}", without)
        until = next((w for w in ways if text_width(f"── {title}  {w}") <= width), until)
    lines = [
        titled(title, width, until),
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
    """How many have how many points, the most points first; by whole points if there is no room for
    halves."""
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


STANDINGS = PlaceKind(
    name="standings",
    initial=lambda desk: StandingsState(),
    picture=picture,
    commands={
        "next_table": partial(_turned, 1),
        "last_table": partial(_turned, -1),
        "round_before": round_before,
        "round_after": round_after,
        "cross": next_view,
        "sort": next_sort,
        "working": working,
        "beside": beside,
        "card": card,
        "cut": cut,
        "finals": finals,
        "lots": draw_lots,
        "order": set_order,
        "find": find,
        "find_next": find_next,
        "all": leave,
    },
    on_key=columns_by_keys,
    on_head=sort_by_head,
    on_select=select,
    on_choose=card,
    settle=settle,
    on_return=returning,
    on_resume=resume,
    remembered={"needle": str, "table_name": str, "after": int, "view": VIEWS, "sort": str},
    pane=pane,
)
