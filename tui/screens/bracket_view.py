"""Bracket as it is looked at: the tree around the selected match, and the ways through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.geometry import Offset

from engine.alphabet import fold
from engine.entrants import Entrant
from engine.event import Event
from engine.format_parts import bracket_of
from engine.protocol import Step
from engine.refusal import Refused
from tui.screens.bracket_moves import Ways
from tui.screens.bracket_picture import Picture, picture, windows
from tui.screens.bracket_words import detail_lines
from tui.screens.finals_dialog import finals_open
from tui.screens.place import Fitting, Place
from tui.widgets.lines import Line, LineList, line
from tui.widgets.sparing import SparingCompositor

PAGE = 8
"""Matches of a column that a page key goes over."""


class BracketView(Place):
    """What is shown and selected; entering results and choosing stand in the class built on it."""

    place = "bracket"
    detail_height = 3
    remembered: ClassVar[Mapping[str, Fitting]] = {"at": str}
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = SparingCompositor()
        self.status.in_pieces = True
        self.body = LineList(id="body", selectable=False)
        self._left_at: int | None = None
        """The event's last action when the place was last in front."""
        self.at = ""
        """The id of the selected match; empty before there is one."""
        self._firsts: dict[str, int] = {}
        self._ways: Ways | None = None
        self._names: tuple[Entrant, ...] = ()
        """The entry list that the names in the tree are from."""
        self._painted: tuple[object, ...] = ()
        self._example = ""
        """How a result was last said to be written, in the key line."""
        self._picture = Picture([])

    # What is shown

    def ways(self, event: Event) -> Ways | None:
        """The bracket as it stands, kept while it is the same."""
        filled = bracket_of(self.desk.format, event)
        if filled is None:
            self._ways = None
        elif self._ways is None or self._names is not event.entrants:
            self._ways, self._names = Ways(filled), event.entrants
        elif self._ways.filled is not filled:
            self._ways = self._ways.then(filled)
        return self._ways

    def on_screen_resume(self) -> None:
        """At the next open match, if the selected one has been decided meanwhile."""
        if not self.desk.closed:
            self._part(self._go_on, None)

    def _go_on(self, event: Event) -> None:
        ways = self.ways(event)
        if ways is None or self._left_at in (None, event.revision) or self.at not in ways.place:
            return
        if ways.filled.fixtures[self.at].state != "drawn":
            self.at = ways.next_open(event, self.at) or self.at

    def show(self, event: Event) -> None:
        """The tree, the selected match in view."""
        self._left_at = event.revision
        ways = self.ways(event)
        if ways is None or not ways.place:
            self._painted = ()
            self.body.show(_nothing_yet(self.desk.format.next_step(event)))
            return
        if self.at not in ways.place:
            self.at = ways.next_open(event, "") or next(iter(ways.place))
        self._bring_column(ways)
        size = self.body.size
        if self._wanted(event, ways) != self._painted:
            self._picture = picture(event, ways, size.width, size.height, self._firsts, beside=True)
            self._painted = self._wanted(event, ways)
        self.body.show(self._picture.marked(self.at))
        self._bring_rows()

    def _wanted(self, event: Event, ways: Ways) -> tuple[object, ...]:
        """All that the picture depends on; one that does not fit looks the same at any height."""
        size = self.body.size
        fits = size.height if size.height >= self._picture.least else 0
        return (ways, event, size.width, fits, tuple(sorted(self._firsts.items())))

    def _bring_column(self, ways: Ways) -> None:
        """The selected match's column, and the one after it where there is one, in view; where
        every round is drawn anew the last columns of a stage, until one goes there."""
        stage, column, _ = ways.place[self.at]
        for other in ways.stages if ways.drawn_anew else ():
            self._firsts.setdefault(other, len(ways.columns[other]))
        window = windows(ways, self.body.size.width, self._firsts)[stage]
        first = window.first
        if column < first:
            first = column
        elif column > window.last:
            first = column - window.count + 1
        self._firsts[stage] = first

    def _bring_rows(self) -> None:
        rows = self._picture.rows(self.at)
        height = self.body.size.height
        if rows is None or height <= 0:
            return
        upper, lower = rows
        if upper == lower or lower - upper >= height:  # the sides are further apart than a page
            lower = upper + 1
        top = self.body.scroll_offset.y
        first = self._first_line(upper)
        if first < top or lower >= top + height:
            target = first if first < top and upper - first < 4 else (upper + lower - height) // 2
            most = max(0, len(self._picture.lines) - height)
            self.body.scroll_to(y=max(0, min(target, most)), animate=False, force=True)
        shown = upper - self.body.scroll_offset.y
        x = self._picture.cell(self.at)
        self.app.cursor_position = self.body.content_region.offset + Offset(x, shown)

    def _first_line(self, row: int) -> int:
        """The headings of its stage come into view with the first rows."""
        part = self._picture.at[self.at][0]
        return max(part.top - 3, 0) if row - part.top < 2 else row

    def detail(self, event: Event) -> Sequence[Line]:
        """About the selected match."""
        ways = self._ways
        if ways is None or self.at not in ways.filled.fixtures:
            return ()
        return detail_lines(event, ways, self.at, self.desk.format)

    def status_text(self, event: Event) -> str:
        """How many matches are open, to be drawn; who chooses."""
        step = self.desk.format.next_step(event)
        if step.choice is not None:
            called = self.desk.format.round_name(step.round)
            return f"{called} · DRAW BY CHOICE: {self._chooser_name(event, step)} chooses"
        ways = self.ways(event)
        if ways is None:
            return "no bracket yet"
        champion = ways.filled.champion
        if champion:
            return f"bracket · won by {event.entrant(champion).name}"
        if finals_open(event, self.desk.format):
            return "bracket · f  who goes to the finals"
        open_ones = sum(f.state == "drawn" for f in ways.filled.fixtures.values())
        ready = len(ways.filled.ready)
        parts = [f"{open_ones} open"] * bool(open_ones) + [f"{ready} to be drawn"] * bool(ready)
        return " · ".join(["bracket", *parts])

    def _chooser_name(self, event: Event, step: Step) -> str:
        return event.entrant(step.choice.chooser).name if step.choice else ""

    def works(self, id: str) -> bool:
        """What needs a match does not work without a bracket."""
        event = self.desk.event
        step = self.desk.format.next_step(event)
        ways = self.ways(event)
        if id == "choose":
            return step.choice is not None
        if id == "draw":
            return step.name == "draw"
        if id == "finals":
            return finals_open(event, self.desk.format)
        if id == "beside":
            return bool(event.published and self.desk.format.panels(event))
        if ways is None:
            return id in ("help",)
        if id == "next_stage":
            return len(ways.stages) > 1
        if id == "loser":  # by the bracket, not the match: the key line stays as it is
            return ways.losers_play_on
        return True

    # Moving

    def _known(self) -> Ways:
        ways = self.ways(self.desk.event)
        if ways is None or self.at not in ways.place:
            raise Refused("there is no bracket yet", "", "F2 Pairings: draw the first round")
        return ways

    def go_to(self, id: str | None, otherwise: str = "") -> None:
        """Select that match."""
        if id is None:
            raise Refused(otherwise or "there is none", "", "")
        if id != self.at:
            self.at = id
            self.show(self.desk.event)
            self.refresh_frame()

    def action_left(self) -> None:
        """Where it comes from."""
        self.go_to(self._known().left(self.at))

    def action_right(self) -> None:
        """Where the winner goes."""
        self.go_to(self._known().right(self.at))

    def action_above(self) -> None:
        """The match above."""
        self.go_to(self._known().step(self.at, -1))

    def action_below(self) -> None:
        """The match below."""
        self.go_to(self._known().step(self.at, 1))

    def action_page_above(self) -> None:
        """Some matches up."""
        self.go_to(self._known().step(self.at, -PAGE))

    def action_page_below(self) -> None:
        """Some matches down."""
        self.go_to(self._known().step(self.at, PAGE))

    def action_top(self) -> None:
        """The first of the column."""
        self.go_to(self._known().ends(self.at, last=False))

    def action_bottom(self) -> None:
        """The last of the column."""
        self.go_to(self._known().ends(self.at, last=True))

    def action_next_stage(self) -> None:
        """The next stage."""
        self.go_to(self._known().next_stage(self.at))

    def action_last_stage(self) -> None:
        """The stage before."""
        self.go_to(self._known().next_stage(self.at, -1))

    def action_next_open(self) -> None:
        """The next match to be played."""
        found = self._known().next_open(self.desk.event, self.at)
        self.go_to(found, "no match is open or to be drawn")

    def action_last_open(self) -> None:
        """The one before."""
        found = self._known().next_open(self.desk.event, self.at, -1)
        self.go_to(found, "no match is open or to be drawn")

    def action_loser(self) -> None:
        """Where the loser goes."""
        self.go_to(self._known().losers_next(self.at), "the loser of this match plays no other")

    def action_winner(self) -> None:
        """Where the winner goes."""
        self.go_to(self._known().winners_next(self.at), "the winner of this match plays no other")

    def on_click(self, event: events.Click) -> None:
        """Select the match that is clicked on; on the selected one, tell all about it."""
        spot = event.get_content_offset(self.body)
        if spot is None or not self._painted:
            return
        id = self._picture.match_at(spot.x, spot.y + int(self.body.scroll_offset.y))
        if id is not None and id == self.at:
            self.action_details()
        elif id is not None:
            self.go_to(id)

    def action_details(self) -> object:
        """All about the selected match."""
        return None

    def action_find(self) -> None:
        """To the next match with a name that holds what is typed, while it is typed."""
        start = self.at
        self._known()

        def changed(text: str) -> None:
            self._found = fold(text.strip())
            if self._found and not self._find(start, skip=False):
                self.console.bell()

        self.prompt("find a name", lambda text: None, changed)

    def action_find_next(self) -> None:
        """The next match of that name."""
        if not self._found:
            self.action_find()
        elif not self._find(self.at, skip=True):
            self.message("not found")

    def _find(self, start: str, skip: bool) -> bool:
        found = self._known().named(self.desk.event, self._found, start, skip)
        if found is not None:
            self.go_to(found)
        return found is not None


def _nothing_yet(step: Step) -> list[Line]:
    remedy = {
        "register": "F1 Entries: enter them, set the seeds",
        "publish": "F2 Pairings: a proposal stands; P there publishes it",
        "choose": "C  the draw by choice",
    }
    text = remedy.get(step.name, "F2 Pairings: draw the first round (d)")
    return [Line(), line("   There is no bracket yet.", "dim"), line(f"   {text}")]
