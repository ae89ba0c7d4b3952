"""What the projector shows now: which page, whether it stands still. Knows no terminal."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from engine.alphabet import fold
from engine.event import Event
from engine.protocol import Format
from engine.running import all_in
from saves.projectors import Wish
from saves.round_clock import RoundClock
from tui.projector.contents import Content, boards_with_results, contents
from tui.projector.frame import Around, Frame, alone, frame
from tui.projector.layout import Page, pages
from tui.projector.sequence import ROUND_OF_PAGES, chosen
from tui.projector.words import countdown, ticker
from tui.widgets.line import Line

FLASH = 8.0
"""Seconds for which a new result is marked."""


@dataclass(frozen=True)
class Seen:
    """What was read of the event's folder at one moment."""

    event: Event
    format: Format
    wish: Wish = field(default_factory=Wish)
    clock: RoundClock | None = None
    trouble: str = ""


@dataclass
class Show:
    """The pages of an event and the one in front.

    `clock_shown` is `off`, `minutes` or `seconds`. Times are local ones with an offset;
    `take` and `picture` are handed the time and never look at it themselves.
    """

    clock_shown: str = "minutes"
    seen: Seen | None = None
    at: int = 0
    held: bool = False
    frozen: bool = False
    blank: bool = False
    own: str = ""
    """A kind of page chosen with a key here; empty: what the desk wants."""
    keys: str = ""
    begun: int = 0
    """How often other pages came, which begin with the first."""
    _waiting: Seen | None = None
    _contents: list[Content] = field(default_factory=list)
    _made_for: tuple[object, ...] = ()
    _chosen: int = 0
    """How often the contents were chosen: which ones the pages are of."""
    _laid_for: tuple[object, ...] = ()
    _pages: list[Page] = field(default_factory=list)
    _new: dict[int, datetime] = field(default_factory=dict)
    _ticks: int = 0

    # What comes from the event

    def take(self, state: Seen, now: datetime) -> None:
        """Show this from now on; while frozen it waits."""
        if self.frozen:
            self._waiting = state
            return
        before, self.seen = self.seen, state
        if before is not None and before.event is not state.event:
            self._mark_new(before.event, state.event, now)
        if before is not None and _other_page(before, state):
            self.own = ""
        self._choose(now)

    def _mark_new(self, before: Event, after: Event, now: datetime) -> None:
        if before.current is None or after.current is None:
            return
        if before.current.number == after.current.number:
            fresh = boards_with_results(after) - boards_with_results(before)
            self._new |= {board: now for board, _ in fresh}
        else:
            self._new = {}

    def _choose(self, now: datetime) -> None:
        """The contents by the state of the round; the first page where they are others."""
        state = self.seen
        if state is None:
            return
        wanted = self.own or state.wish.page
        number = state.event.current.number if state.event.current else 0
        clock = state.clock
        started = clock is not None and clock.round == number and clock.running(now)
        made_for = (id(state.event), wanted, started)
        if made_for == self._made_for:
            return
        before = [c.title for c in self._contents]
        self._made_for = made_for
        self._chosen += 1
        self._contents = chosen(state.event, state.format, wanted, started)
        if [c.title for c in self._contents] != before:
            self.at = 0
            self.begun += 1

    def tick(self, now: datetime) -> None:
        """Time has passed: play may have begun, a mark be over."""
        self._new = {b: t for b, t in self._new.items() if (now - t).total_seconds() < FLASH}
        if not self.frozen:
            self._choose(now)

    # What keys do

    def freeze(self, now: datetime) -> None:
        """The picture stands still, whatever comes; again: live."""
        self.frozen = not self.frozen
        if not self.frozen and self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self.take(waiting, now)

    def turn(self, by: int = 1) -> None:
        """To another page, around the ends."""
        count = max(len(self._pages), 1)
        self.at = (self.at + by) % count
        self._ticks += 1

    def turn_by_itself(self) -> bool:
        """The next page, unless something keeps this one; whether anything moved."""
        if self.held or self.frozen or self.blank:
            return False
        self.turn()
        return True

    def other(self, by: int, now: datetime) -> None:
        """Another kind of page, of those that the event has something of."""
        state = self.seen
        if state is None or self.frozen:
            return
        there = [k for k in ROUND_OF_PAGES if contents(state.event, state.format, k)]
        if not there:
            return
        front = self._pages[self.at].kind if self.at < len(self._pages) else ""
        at = there.index(front) if front in there else -1 if by > 0 else 0
        self.own = there[(at + by) % len(there)]
        self.at = 0
        self._choose(now)

    def follow(self, now: datetime) -> None:
        """What the desk wants, or the state of the round; nothing held, frozen or blank."""
        self.own, self.held, self.blank = "", False, False
        if self.frozen:
            self.freeze(now)
        self.at = 0
        self._choose(now)

    def jump(self, letter: str) -> bool:
        """To the first page with a name from that letter on; whether there is one."""
        wanted = fold(letter)
        if not wanted:
            return False
        for at, page in enumerate(self._pages):
            if any(name.startswith(wanted) for name in page.names):
                self.at = at
                return True
        for at, page in enumerate(self._pages):
            if page.kind == "names" and page.names and page.names[-1] > wanted:
                self.at = at
                return True
        return False

    # What is seen

    @property
    def is_blank(self) -> bool:
        """Blank by a key here, or because the desk wants it."""
        return self.blank or (self.seen is not None and not self.own
                              and self.seen.wish.page == "blank")  # fmt: skip

    @property
    def count(self) -> int:
        """How many pages are turned."""
        return len(self._pages)

    def picture(self, width: int, height: int, now: datetime) -> list[Line]:
        """Every line of the screen."""
        state = self.seen
        if state is None or width < 1 or height < 1:
            return []
        if self.is_blank:
            return alone(state.wish.message, width, height)
        room = frame(self._around(state, width, now, ""), width, height).room
        self._lay_out(width, room)
        self.at = min(self.at, max(len(self._pages) - 1, 0))
        page = self._pages[self.at] if self._pages else Page("", ())
        made: Frame = frame(self._around(state, width, now, page.title), width, height)
        return made.picture(page, width, height)

    def _lay_out(self, width: int, room: int) -> None:
        """The pages, made anew only where something about them is another."""
        new = frozenset(self._new)
        laid_for = (self._chosen, width, room, new)
        if laid_for != self._laid_for:
            self._laid_for = laid_for
            self._pages = [p for c in self._contents for p in pages(c, width, room, new)]

    def _around(self, read: Seen, width: int, now: datetime, title: str) -> Around:
        texts = ticker(read.event, read.format, read.clock, now, width)
        if read.trouble:
            texts = [read.trouble]
        of = f"page {self.at + 1}/{len(self._pages)}" if len(self._pages) > 1 else ""
        state = "FROZEN" if self.frozen else "HOLD" if self.held else ""
        exact = self.clock_shown == "seconds"
        form = {"off": "", "minutes": f"{now:%H:%M}", "seconds": f"{now:%H:%M:%S}"}
        return Around(
            event=read.event.title,
            title=title,
            place=" ".join(part for part in (state, of) if part),
            message=read.wish.message,
            ticker=texts[self._ticks % len(texts)] if texts else "",
            countdown="" if self.clock_shown == "off" else _countdown(read, now, exact),
            clock=form[self.clock_shown],
            keys=self.keys,
        )


def _countdown(state: Seen, now: datetime, exact: bool) -> str:
    """What the round clock says; nothing more of a round that is finished."""
    current, clock = state.event.current, state.clock
    over = current is not None and clock is not None and clock.round <= current.number
    return (
        ""
        if over and all_in(state.event)
        else countdown(clock, now, state.format.round_name, exact)
    )


def _other_page(before: Seen, after: Seen) -> bool:
    """The desk has chosen anew, or the round has moved on: a page chosen here has had its day."""
    now, then = after.event.current, before.event.current
    return before.wish != after.wish or (now and now.number) != (then and then.number)
