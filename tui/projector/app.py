"""The projector's screen: paints what `Show` says, takes keys, turns pages."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

import themes
from engine.refusal import report_faults_to
from saves.safe_text import safe
from saves.store import local_time
from tui.commands.output import warn
from tui.commands.own_files import write_down
from tui.keys.commands import commands_in_use, use
from tui.looks.colours import ChosenTheme, theme_for_projector, tokens
from tui.projector.show import Show
from tui.projector.visitors import bind_to_server
from tui.projector.watching import Joining, Seen, ShownEvent, Watched
from tui.projector.words import read_from
from tui.settings import user_settings
from tui.terminal.app import Shut, SparingCompositor, key_of
from tui.terminal.right_to_left import EXPLICIT, IMPLICIT, in_order, left_to_the_terminal
from tui.widgets.lines import Line, LineList

LOOK_SECONDS = 0.25
"""How often the event's files are looked at, and the clock."""
CLOCKS = ("minutes", "seconds", "off")


class Wall(Screen[None]):
    """The one screen, which sends what differs and nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = SparingCompositor()


class Projector(Shut):
    """Pages of one event or several. `turn` is how many seconds a page stays, 0 without end; None:
    as long as it takes to read."""

    CSS_PATH = themes.STYLE_SHEET
    CSS = "#wall { height: 1fr; scrollbar-size: 0 0; text-style: bold; }"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    TITLE = "Topboard"
    BINDINGS: ClassVar = []

    def __init__(
        self,
        folders: Sequence[Path],
        name: str,
        turn: float | None = None,
        clock: str = "minutes",
        now: Callable[[], datetime] | None = None,
        theme: ChosenTheme | None = None,
        title: str = "",
        names: Sequence[str] = (),
        places: Sequence[Path] = (),
    ) -> None:
        report_faults_to(write_down)
        self.watched = [Watched(folder, name) for folder in folders]
        self.now = now or local_time
        self.show = Show(
            quarters=os.environ.get("TERM") != "linux",
            clock_shown=clock,
            by_hand=turn == 0,
            title=title,
            names=tuple(names),
            stays=turn,
        )
        for at, watched in enumerate(self.watched):
            self.show.take(watched.first(), self.now(), at)
        called = [*names, *[""] * len(self.watched)]
        self.joining = Joining(places, name, list(map(ShownEvent, self.watched, called)))
        super().__init__()
        self._as_it_is = left_to_the_terminal()
        self.turn_seconds = turn
        self._stood = 0.0
        self._jumping = False
        self._commands = [c for c in commands_in_use() if c.place == "projector"]
        self._ids = {key: c.id for c in self._commands for key in c.keys}
        self.wall = LineList(id="wall", selectable=False)
        self.animation_level = "none"
        chosen = theme or theme_for_projector()
        self._themes = chosen.known.names
        for one in chosen.known.all:
            self.register_theme(one)
        self.theme = chosen.name

    def get_default_screen(self) -> Screen[None]:
        """One that sends few bytes."""
        return Wall()

    def compose(self) -> ComposeResult:
        """One list of lines is the whole screen."""
        yield self.wall

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own tokens, for themes that do not know them."""
        return tokens(self.current_theme.dark)

    def on_mount(self) -> None:
        """Begin to look and to turn."""
        if not self._as_it_is and self._driver is not None:
            self._driver.write(EXPLICIT)
        self.set_interval(LOOK_SECONDS, self._look)
        self.end_with_terminal()

    def on_resize(self) -> None:
        """As many rows and columns as there are now."""
        self.call_after_refresh(self.paint)

    def paint(self) -> None:
        """What has changed goes to the terminal, nothing else."""
        width, height = self.wall.size
        if width and height:
            lines = self.show.picture(width, height, self.now())
            self.wall.show(lines if self._as_it_is else list(map(_ordered, lines)))

    async def _look(self) -> None:
        """What is new in the events, and whether the page's time is over."""
        now, begun = self.now(), self.show.begun
        if not self.show.frozen and (others := await asyncio.to_thread(self.joining.look)):
            self._take_others(others, now)
        for at, one in enumerate(self.watched):
            state = await asyncio.to_thread(one.look)
            if state is not None:
                self.show.take(state, now, at)
        self.show.tick(now)
        if self.show.begun != begun:  # the first page of others stays as long as any
            self._stood = 0.0
        self._count_up()
        self.paint()

    def _take_others(
        self, others: Sequence[tuple[ShownEvent, Seen | None]], now: datetime
    ) -> None:  # fmt: skip
        """Events have joined the congress that is shown, or have left it."""
        places = {id(one): at for at, one in enumerate(self.watched)}
        self.watched = [one.watched for one, _ in others]
        self.show.names = tuple(one.name for one, _ in others)
        self.show.title = self.joining.title or self.show.title
        before = self.show.states
        states = [
            (at, before[at]) if (at := places.get(id(one.watched))) is not None else (None, state)
            for one, state in others
        ]
        self.show.take_all([(at, state) for at, state in states if state is not None], now)

    def _count_up(self) -> None:
        stays = self.show.seconds if self.turn_seconds is None else self.turn_seconds
        self._stood += LOOK_SECONDS
        if 0 < stays <= self._stood:
            self._stood = 0.0
            self.show.turn_by_itself()

    async def on_event(self, event: events.Event) -> None:
        """Keys are taken before any widget sees them."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._key(event)
        elif not isinstance(event, events.Paste | events.MouseEvent):
            await super().on_event(event)

    def _key(self, event: events.Key) -> None:
        key = key_of(event)
        if self._jumping:
            self._jump(event)
        elif (id := self._ids.get(key)) is not None:
            getattr(self, f"do_{id}")()
            self._stood = 0.0
        self.paint()

    def _jump(self, event: events.Key) -> None:
        self._jumping, self.show.keys = False, ""
        letter = event.character or ""
        if event.is_printable and letter.strip() and not self.show.jump(letter):
            self.bell()
            self.show.keys = f"no name from {safe(letter, 4)} on"
        self._stood = 0.0

    # What keys do: `do_<id>` for each of the table

    def do_next(self) -> None:
        """Turn on."""
        self.show.turn(1)

    def do_previous(self) -> None:
        """Turn back."""
        self.show.turn(-1)

    def do_hold(self) -> None:
        """Stay on this page, or go on."""
        self.show.held = not self.show.held

    def do_freeze(self) -> None:
        """Stand still, or go on."""
        self.show.freeze(self.now())

    def do_blank(self) -> None:
        """Nothing, or what was there."""
        self.show.blank = not self.show.blank

    def do_jump(self) -> None:
        """The next key is a letter."""
        self._jumping = True
        self.show.keys = "jump to the letter: _"

    def do_other(self) -> None:
        """The next kind of page."""
        self.show.other(1, self.now())

    def do_other_back(self) -> None:
        """The kind of page before."""
        self.show.other(-1, self.now())

    def do_follow(self) -> None:
        """As the desk and the round say."""
        self.show.keys = ""
        self.show.follow(self.now())

    def do_clock(self) -> None:
        """Minutes, seconds, none."""
        at = CLOCKS.index(self.show.clock_shown)
        self.show.clock_shown = CLOCKS[(at + 1) % len(CLOCKS)]

    def do_letters(self) -> None:
        """Quarter blocks, or none: not every font has them."""
        self.show.quarters = not self.show.quarters

    def do_theme(self) -> None:
        """The next one."""
        at = self._themes.index(self.theme)
        self.theme = self._themes[(at + 1) % len(self._themes)]

    def do_keys(self) -> None:
        """What can be pressed."""
        key_line = "  ".join(f"{c.key} {c.short}" for c in self._commands if c.short)
        reading = read_from(self.size.height)
        self.show.keys = "" if self.show.keys else f"{key_line}\n{reading}"

    def do_quit(self) -> None:
        """Away."""
        if not self._as_it_is and self._driver is not None:
            self._driver.write(IMPLICIT)
        self.exit()


def _ordered(shown: Line) -> Line:
    """The line with names from right to left in the order of their letters on the terminal."""
    if shown.text.isascii():
        return shown
    return Line(tuple((in_order(text), style) for text, style in shown.parts), shown.key)


def run(
    folders: Sequence[Path],
    name: str,
    turn: float | None,
    clock: str,
    theme: str | None = None,
    title: str = "",
    names: Sequence[str] = (),
    places: Sequence[Path] = (),
) -> None:
    """Show events until somebody quits; `Refused` if one cannot be opened. `title` is the title of
    them all, `names` that of each beside the others; `places` are the folders that were asked for,
    of events and of congresses, whose events may change."""
    bind_to_server()
    chosen = theme_for_projector(theme)
    for note in chosen.notes:  # for whoever starts it, not for the hall
        warn(note)
    settings = user_settings()
    use(settings.commands, settings.results)
    with suppress(KeyboardInterrupt):
        Projector(folders, name, turn, clock, None, chosen, title, names, places).run_out()
