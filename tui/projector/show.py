"""What the projector shows now: which pages by the state of the round, unless the desk has chosen;
those of several events together; which one is in front, and whether it is frozen. Knows no
terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby

from engine.alphabet import fold
from engine.event import Event
from engine.phrases import phrase
from engine.protocol import Format, OverASeason, bracket_of, bracketed, part_of
from engine.strict import not_strict
from engine.waiting import all_in
from saves.cells import text_width
from saves.languages import Language, language_of
from tui.projector.contents import (
    WORD_MOST,
    Content,
    Row,
    boards_with_results,
    contents,
    in_language,
    said,
)
from tui.projector.layout import Around, Frame, Page, alone, clock_lines, frame, pages
from tui.projector.watching import Seen
from tui.projector.words import clock_words, countdown_of, heading, ticker
from tui.screens.columns import Column
from tui.widgets.lines import Line

FLASH = 8.0
"""Seconds for which a new result is marked."""

MOST_PAGES = 10
"""Pages of all events and tables with letters of quarter blocks: of more, nobody waits for his."""

Place = tuple[int, str, str]
"""Which event a content is of, its kind and its title."""


# Which pages


ROUND_OF_PAGES = (
    "names", "boards", "standings", "sections", "bracket", "panels", "crosstable", "clock", "site"
)  # fmt: skip
"""What a key goes through."""
SIDE = 3
"""Where a list by name has its opponents, if it names no rooms: name, board, side before them."""


def kinds(event: Event, format: Format, wanted: str = "auto", started: bool = False) -> list[str]:
    """The kinds of page, in the order in which they are turned. `started`: the round clock says
    that play has begun."""
    if wanted != "auto":
        return [wanted]
    current, step = event.current, format.next_step(event)
    phones = ["site"] if event.settings.site else []
    if step.name == "choose":
        return ["choice"]
    # who is in which round of a cup its bracket says; a table of it has places at the end
    cup = _is_cup(event, format)
    tables = ["standings"] if not cup or step.name == "finished" else []
    if event.proposal is not None:
        shown = tables or ["bracket"]
        return ["preparing", *(shown if current else []), *phones]
    if current is None:
        return ["welcome", "sections", *phones]
    beside = ["bracket", "panels"] if bracketed(format) else []
    beside += ["panels"] * (part_of(format, OverASeason) is not None)  # the fixtures
    if all_in(event):
        return [*(["news"] if format.news(event, current.number) else []),
                *(beside if cup else []), *tables, *([] if cup else beside), *phones]  # fmt: skip
    if started or any(match.result is not None for match in current.matches):
        return ["boards", *beside]
    return ["names"]


def _is_cup(event: Event, format: Format) -> bool:
    """Whether a bracket alone decides the event."""
    filled = bracket_of(format, event)
    return filled is not None and bool(filled.bracket.crown)


def chosen(state: Seen, wanted: str, message: str, started: bool, clocked: bool) -> list[Content]:
    """What is shown, in order; where the event has nothing of it, the welcome. Then the round
    clock, where it has something to say, and the desk's message."""
    if wanted == "blank":
        return []
    event, format = state.event, state.format
    pages = [c for kind in kinds(event, format, wanted, started)
             for c in contents(event, format, kind)]  # fmt: skip
    pages = pages or contents(event, format, "welcome")
    pages += contents(event, format, "clock") if clocked and wanted == "auto" else []
    return [*pages, *([said(message)] if message else [])]


# Several events: one alphabet for the whole hall, then each event's own pages


ALL = -1
"""The place of what belongs to all events."""


def together(
    called: Sequence[str], made: Sequence[tuple[int, Content]], left: Sequence[Set[str]]
) -> list[tuple[int, Content]]:
    """The contents, with the lists by name of several events as one list before all else. Of each
    event `called` is what it is called there, `left` who has withdrawn, folded: whoever is listed
    in another event too is there alone."""
    lists = [(of, content) for of, content in made if content.kind == "names"]
    if len(lists) < 2:
        return list(made)
    opponents = [_opponent(content) for _, content in lists]
    rooms = any(at > SIDE for at in opponents)
    there = Counter(row.sort for of, one in lists for row in one.rows if row.sort not in left[of])
    rows = [
        _row_of_hall(row, called[of], opponent, rooms)
        for (of, content), opponent in zip(lists, opponents, strict=True)
        for row in content.rows
        if row.sort not in left[of] or not there[row.sort]
    ]
    first = lists[0][1].columns
    columns = (
        first[0],
        Column("Event", 3, WORD_MOST),
        *(Column("Room", 3, WORD_MOST) for _ in range(rooms)),
        first[1],
        Column("", 5, WORD_MOST),
    )
    rows.sort(key=lambda row: row.sort)
    whole = Content("names", lists[0][1].title, columns, tuple(rows), number=2 + rooms,
                    part="letters", headed=False)  # fmt: skip
    return [(ALL, whole), *(pair for pair in made if pair[1].kind != "names")]


def _opponent(content: Content) -> int:
    return next(at for at, column in enumerate(content.columns) if column.name == "Opponent")


def _row_of_hall(row: Row, event: str, opponent: int, rooms: bool) -> Row:
    room = (row.cells[2] if opponent > SIDE else "",) * rooms
    cells = (row.cells[0], event, *room, row.cells[1], row.cells[opponent - 1])
    return Row(cells, row.boards, row.sort, None if row.to_end is None else len(cells) - 1)


def common_title(states: Sequence[Seen]) -> str:
    """What the titles begin with, `Galway Congress`; where that is nothing, all of them."""
    titles = [state.event.title for state in states]
    common = _common([title.split() for title in titles])
    return " ".join(titles[0].split()[:common]) if common else " · ".join(titles)


def short_titles(titles: Sequence[str]) -> list[str]:
    """The titles without the words with which all of them begin."""
    words = [title.split() for title in titles]
    common = _common(words)
    return [" ".join(one[common:]) for one in words]


def _common(words: Sequence[Sequence[str]]) -> int:
    """How many words all titles begin with, one less than the shortest has at most."""
    most = min((len(one) for one in words), default=1) - 1
    differing = (at for at in range(most) if len({one[at] for one in words}) > 1)
    return next(differing, max(most, 0))


# The pages and the one in front


@dataclass
class Show:
    """The pages of one event or several, and the one in front.

    `clock_shown` is `off`, `minutes` or `seconds`. Times are local ones with an offset;
    `take` and `picture` are handed the time and never look at it themselves.
    """

    clock_shown: str = "minutes"
    by_hand: bool = False
    """Pages do not turn by themselves: a message is below all, in front of none."""
    title: str = ""
    """What all events are together; empty: what their titles begin with."""
    names: tuple[str, ...] = ()
    """What each event is called beside the others; empty: its title without that beginning."""
    stays: float | None = None
    """Seconds that every page stays; None: as long as it takes to read."""
    states: list[Seen] = field(default_factory=list)
    at: int = 0
    held: bool = False
    frozen: bool = False
    blank: bool = False
    own: str = ""
    """A kind of page chosen with a key here; empty: what the desk wants."""
    quarters: bool = True
    """Large letters may be of quarter blocks, for which the terminal needs a font."""
    keys: str = ""
    begun: int = 0
    """How often other pages came in front by themselves."""
    _waiting: dict[int, Seen] = field(default_factory=dict)
    _contents: list[tuple[int, Content]] = field(default_factory=list)
    _made_for: tuple[object, ...] = ()
    _chosen: int = 0
    """How often the contents were chosen: which ones the pages are of."""
    _laid_for: tuple[object, ...] = ()
    _pages: list[Page] = field(default_factory=list)
    _firsts: list[tuple[Place, int]] = field(default_factory=list)
    """Where each content has its first page."""
    _go_to: Place | None = None
    _new: dict[tuple[int, int], datetime] = field(default_factory=dict)
    """By event and board since when a result is new."""
    _ticks: int = 0

    # What comes from the events

    def take(self, state: Seen, now: datetime, of: int = 0) -> None:
        """Show this of that event from now on; while frozen it waits."""
        if self.frozen:
            self._waiting[of] = state
            return
        begins = of == len(self.states)
        if begins:
            self.states.append(state)
        else:
            before, self.states[of] = self.states[of], state
            if before.event is not state.event:
                self._mark_new(of, before.event, state.event, now)
            if _other_page(before, state):
                self.own = ""
        self._choose(now)
        if begins:
            self._go_to = None

    def take_all(self, states: Sequence[tuple[int | None, Seen]], now: datetime) -> None:
        """Other events from now on, each with its place among those that were shown, None for a
        new one. Not while frozen."""
        place = {before: at for at, (before, _) in enumerate(states) if before is not None}
        place[ALL] = ALL
        self.states = [state for _, state in states]
        self._contents = [(place[of], one) for of, one in self._contents if of in place]
        self._firsts = [
            ((place[of], kind, title), first)
            for (of, kind, title), first in self._firsts if of in place
        ]  # fmt: skip
        self._pages = [
            replace(page, event=place[page.event]) for page in self._pages if page.event in place
        ]
        self._new = {(place[of], board): t for (of, board), t in self._new.items() if of in place}
        self._made_for, front = (), self._front()
        self._choose(now)
        self._go_to = self._go_to or front

    def _mark_new(self, of: int, before: Event, after: Event, now: datetime) -> None:
        if before.current is None or after.current is None:
            return
        if before.current.number == after.current.number:
            fresh = boards_with_results(after) - boards_with_results(before)
            self._new |= {(of, board): now for board, _ in fresh}
        else:
            self._new = {key: when for key, when in self._new.items() if key[0] != of}

    def _choose(self, now: datetime) -> None:
        """The contents by the state of the rounds. What is new of an event comes in front, unless
        the page is held."""
        states = [
            (id(one.event), self.own or one.wish.page, one.wish.said(now),
             one.started(now), self._clocked(one, now))
            for one in self.states
        ]  # fmt: skip
        made_for = tuple(states)
        if made_for == self._made_for:
            return
        before = [_place_of(of, content) for of, content in self._contents]
        self._made_for = made_for
        self._chosen += 1
        made = [
            (of, content)
            for of, state in enumerate(self.states)
            for content in chosen(state, *states[of][1:])
        ]
        self._contents = together(
            self._called(), made, [_withdrawn_names(one.event) for one in self.states]
        )
        after = [_place_of(of, content) for of, content in self._contents]
        front = self._front()
        if after == before:
            return
        if self.held and front in after:
            self._go_to = front
            return
        new = [place for place in after if place not in before and place[1] != "clock"]
        messages = [place for place in new if place[1] == "message" and not self.by_hand]
        new = [place for place in new if place[1] != "message"]
        there = [front] if front is not None and front in after else []
        self._go_to = next(iter((*messages, *new, *there)), None)
        self.at = 0 if self._go_to is None else self.at
        self.begun += self._go_to != front or front is None

    def _called(self) -> list[str]:
        """What each event is called beside the others."""
        short = short_titles([state.event.title for state in self.states])
        own = (*self.names, *[""] * len(short))
        return [name or title for name, title in zip(own, short, strict=False)]

    def _clocked(self, state: Seen, now: datetime) -> bool:
        """Whether the round clock is worth a page of its own."""
        return self.clock_shown != "off" and bool(countdown_of(state, now))

    def _front(self) -> Place | None:
        there = [place for place, first in self._firsts if first <= self.at]
        return there[-1] if there else None

    def tick(self, now: datetime) -> None:
        """Time has passed: play may have begun, a mark be over."""
        self._new = {b: t for b, t in self._new.items() if (now - t).total_seconds() < FLASH}
        if not self.frozen:
            self._choose(now)

    # What keys do

    def freeze(self, now: datetime) -> None:
        """The picture is frozen, whatever comes; again: live."""
        self.frozen = not self.frozen
        if not self.frozen:
            waiting, self._waiting = self._waiting, {}
            for of, state in waiting.items():
                self.take(state, now, of)

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
        """Another kind of page, of those that the events have something of."""
        if self.frozen:
            return
        there = [
            kind for kind in ROUND_OF_PAGES
            if any(contents(state.event, state.format, kind) for state in self.states)
        ]  # fmt: skip
        if not there:
            return
        front = self._pages[self.at].kind if self.at < len(self._pages) else ""
        at = there.index(front) if front in there else -1 if by > 0 else 0
        self.own = there[(at + by) % len(there)]
        self._choose(now)
        self._go_to, self.at = None, 0

    def follow(self, now: datetime) -> None:
        """What the desk wants, or the state of the round; nothing held, frozen or blank."""
        self.own, self.held, self.blank = "", False, False
        if self.frozen:
            self.freeze(now)
        self._choose(now)
        self._go_to, self.at = None, 0

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

    # What is shown

    @property
    def is_blank(self) -> bool:
        """Blank by a key here, or because every desk wants it."""
        wanted = [state.wish.page for state in self.states]
        return self.blank or (not self.own and bool(wanted) and set(wanted) == {"blank"})

    @property
    def count(self) -> int:
        """How many pages are turned."""
        return len(self._pages)

    @property
    def seconds(self) -> float:
        """How long the page in front is to stay."""
        return self._pages[self.at].seconds if self.at < len(self._pages) else 0

    def picture(self, width: int, height: int, now: datetime) -> list[Line]:
        """Every line of the screen."""
        if not self.states or width < 1 or height < 1:
            return []
        if self.is_blank:
            return alone(" · ".join(self._messages(now)), width, height, self.quarters)
        self._lay_out(width, height, now)
        self.at = min(self.at, max(len(self._pages) - 1, 0))
        page = self._pages[self.at] if self._pages else Page("", ())
        made: Frame = frame(self._around(page, width, now), width, height)
        if page.kind == "clock":
            read = self.states[page.event]
            words, hall = clock_words(read, now), language_of(read.event)
            below = hall.say(words.below)
            lines = clock_lines(words.figures, below, words.boards, width, made.room)
            page = replace(page, lines=lines)
        return made.picture(page, width, height)

    def _messages(self, now: datetime) -> Iterator[str]:
        return filter(None, (state.wish.said(now) for state in self.states))

    def _lay_out(self, width: int, height: int, now: datetime) -> None:
        """The pages, made anew only if something about them has changed."""
        rooms = [
            frame(self._around(Page("", (), event=of), width, now), width, height).room
            for of in range(len(self.states))
        ]
        new = frozenset(self._new)
        laid_for = (self._chosen, width, tuple(rooms), new, self.quarters)
        if laid_for != self._laid_for:
            self._laid_for = laid_for
            self._make_pages(width, rooms, self.quarters)
            if len(self._pages) > MOST_PAGES and self.quarters:
                self._make_pages(width, rooms, False)
        if self._go_to is not None:
            self.at = dict(self._firsts).get(self._go_to, self.at)
            self._go_to = None

    def _make_pages(self, width: int, rooms: Sequence[int], quarters: bool) -> None:
        self._pages, self._firsts = [], []
        for of, content in self._contents:
            self._firsts.append((_place_of(of, content), len(self._pages)))
            boards = frozenset(board for event, board in self._new if event == of)
            hall = language_of(self.states[max(of, 0)].event)
            said = in_language(content, hall)
            made = pages(said, width, rooms[max(of, 0)], boards, quarters)
            self._pages += [replace(page, event=of) for page in made]

    def _around(self, page: Page, width: int, now: datetime) -> Around:
        """What is around a page: of its own event, or of all together."""
        shared = page.event < 0
        read = self.states[max(page.event, 0)]
        hall = language_of(read.event)
        page_of = phrase("page {number} of {count}", number=self.at + 1, count=len(self._pages))
        of = hall.say(page_of) if len(self._pages) > 1 else ""
        state = "FROZEN" if self.frozen else "HOLD" if self.held else ""
        form = {"off": "", "minutes": f"{now:%H:%M}", "seconds": f"{now:%H:%M:%S}"}
        several = len(self.states) > 1
        troubles = [
            f"{one.event.title}: {one.trouble}" if several else one.trouble
            for one in (self.states if shared else [read])
            if one.trouble
        ]
        return Around(
            event=(self.title or common_title(self.states))
            if shared
            else hall.say(heading(read, page.kind)),
            title=hall.say(clock_words(read, now).title) if page.kind == "clock" else page.title,
            place=" ".join(part for part in (state, of) if part),
            message="" if shared or page.kind == "message" else read.wish.said(now),
            news=troubles[0] if troubles else self._news(page, width, now),
            clock=form[self.clock_shown],
            keys=self.keys,
            pages=self._round_of_pages(width) if several else None,
        )

    def _news(self, page: Page, width: int, now: datetime) -> str:
        """The line below: the round clock, and one of what else there is to be said; of all events
        their clocks. The clock's own page says both."""
        if page.kind == "clock":
            return ""
        exact = self.clock_shown == "seconds"
        if page.event < 0:
            clocks = [(name, self._counted(state, now, exact))
                      for name, state in zip(self._called(), self.states, strict=True)]  # fmt: skip
            counted = [f"{name}: {text}" for name, text in clocks if text]
            return " · ".join([*counted, *self._next(language_of(self.states[0].event))])
        read = self.states[page.event]
        clock, mode = self._counted(read, now, exact), not_strict(read.event)
        shown = [part for part in (language_of(read.event).say(mode), clock) if part]
        room = width - sum(text_width(part) + 3 for part in shown)
        texts = ticker(read.event, read.format, read.clock, now, room)
        texts += self._next(language_of(read.event))
        text = texts[self._ticks % len(texts)] if texts else ""
        return " · ".join(part for part in (*shown, text) if part)

    def _next(self, hall: Language) -> list[str]:
        """What follows the pages in front: of the next two contents the names, of several events
        with theirs. Empty if one is all, or nothing turns."""
        front, count = self._front(), len(self._contents)
        places = [_place_of(of, content) for of, content in self._contents]
        if count < 2 or front not in places or self.held or self.frozen:
            return []
        at = places.index(front)
        names = self._called()
        pages = []
        for of, content in (self._contents[(at + n) % count] for n in range(1, min(count, 3))):
            title = hall.say(content.title or phrase("Your board on your phone"))
            pages.append(f"{names[of]}: {title}" if of >= 0 and len(names) > 1 else title)
        return [hall.say(phrase("Next: {pages}", pages=" · ".join(pages)))]

    def _round_of_pages(self, width: int) -> str:
        """How many pages each event has, and how long one of them stays; the one in front is
        marked. Where they are more than the line holds it begins with that."""
        names, front, first = self._called(), 0, 0
        parts: list[str] = []
        hall, ours = language_of(self.states[0].event), dict(self._contents).get(ALL)
        whole = hall.say(ours.title) if ours is not None else ""
        for of, group in groupby(self._pages, key=lambda page: page.event):
            pages = list(group)
            here = first <= self.at < first + len(pages)
            front, first = len(parts) if here else front, first + len(pages)
            label = f"{'■' if here else '·'} {names[of] if of >= 0 else whole}"
            seconds = self.stays or sum(page.seconds for page in pages) / len(pages)
            count = f" {len(pages)}" if len(pages) > 1 or self.by_hand else ""
            sign = " ×" if count and not self.by_hand else ""
            parts.append(f"{label}{count}{sign}" + f" {seconds:.0f} s" * (not self.by_hand))
        text = "   ".join(parts)
        return (
            text if text_width(text) < width - 1 else "   ".join([*parts[front:], *parts[:front]])
        )

    def _counted(self, read: Seen, now: datetime, exact: bool) -> str:
        if self.clock_shown == "off":
            return ""
        return language_of(read.event).say(countdown_of(read, now, exact))


def _place_of(of: int, content: Content) -> Place:
    return of, content.kind, content.title


def _other_page(before: Seen, after: Seen) -> bool:
    """The desk has chosen anew, or the round has moved on: a page chosen here has had its day."""
    now, then = after.event.current, before.event.current
    return before.wish != after.wish or (now and now.number) != (then and then.number)


def _withdrawn_names(event: Event) -> frozenset[str]:
    """The folded names of whoever has withdrawn."""
    return frozenset(fold(entrant.name) for entrant in event.entrants if entrant.withdrawn)
