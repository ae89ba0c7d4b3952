"""The command palette: every action of the table by name, those of the place in front first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from rich.segment import Segment
from textual.app import ComposeResult
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.strip import Strip

from engine.points import counted
from tui.keys.commands import (
    Command,
    PlaceAction,
    commands_in_use,
    commands_of,
    never_done,
    places,
)
from tui.keys.help import words_found
from tui.screens.dialogs import NEEDS_AN_EVENT
from tui.widgets.lines import MARKER

if TYPE_CHECKING:
    from engine.protocol import Format
    from tui.app import TopboardApp
    from tui.places.screen import PlaceScreen


FROM_ANYWHERE = frozenset({"new", "new_congress", "restore", "where"})
"""Actions of the list of events that need none of its lines: an event is left for them."""
BEHIND = 0.8
"""What an action of another place is worth against one of the place in front."""
SETTING, SETTING_NAMED = 2.2, 2.3
"""What a word said of a setting is worth, and one of its name: its meaning is what it is looked
for by, but an action of that name comes first, in whatever place."""


MANUAL_LEAST, IN_MANUAL = 3, 0.05
"""Letters from which on the manual is searched, and what it is worth: it comes last."""
_ADVICE = Command("try_format", "events", "Which format", (), "t in Entries of an event says it")
"""In the list of events: nobody's entries are at hand there."""


class Palette(CommandPalette):
    """The toolkit's own, with the mark of all lists at the selected command."""

    def compose(self) -> ComposeResult:
        """The same parts; of the list ours."""
        for part in super().compose():
            yield MarkedCommands() if type(part) is CommandList else part


class MarkedCommands(CommandList):
    """The commands found: a colour alone does not show on every terminal which is selected."""

    def render_line(self, y: int) -> Strip:
        """A line, at the selected command with the mark in its first cell."""
        strip = super().render_line(y)
        at = self.scroll_offset.y + y
        if self.highlighted is None or at >= len(self._lines):
            return strip
        if self._lines[at][0] != self.highlighted:
            return strip
        first, rest = strip.divide([1, strip.cell_length])
        return Strip([Segment(MARKER, each.style) for each in first] + list(rest))


class Actions(Provider):
    """Every action that the place in front, the app, or another place can do."""

    def _commands(self) -> tuple[PlaceScreen | None, tuple[Command, ...]]:
        place = cast("TopboardApp", self.app).front
        if place is None:
            return None, ()
        unused = _unused(place)
        own = (c for c in commands_of(place.place) if c.id != "palette")
        if place.place == "events":
            own = (c for c in own if c.place or c.id not in NEEDS_AN_EVENT)
        return place, tuple(c for c in own if (c.place, c.id) not in unused)

    def _elsewhere(self, place: PlaceScreen | None) -> tuple[Command, ...]:
        """The actions of the other places: one goes there first."""
        if place is None or place.desk.closed or place.place == "events":
            return ()
        others = [name for name in places(place.desk.has_bracket) if name != place.place]
        unused = _unused(place)
        commands = [c for name in others for c in commands_in_use() if c.place == name]
        commands = [c for c in commands if (c.place, c.id) not in unused]
        if place.console.list_reached:
            listed = (c for c in commands_in_use() if c.place == "events")
            commands += (c for c in listed if c.id in FROM_ANYWHERE)
        return tuple(commands)

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        place, commands = self._commands()
        for command in commands:
            yield DiscoveryHit(_title(command), partial(_run, place, command), help=command.help)

    async def search(self, query: str) -> Hits:
        """Those that have most of the words, in any order, by name, help or another word for them;
        where none has any, those whose letters are like it."""
        place, own = self._commands()
        elsewhere = self._elsewhere(place)
        matches = {one: words_found(one, query) for one in (*own, *elsewhere)}
        most = max((count for count, _ in matches.values()), default=0)
        matcher = self.matcher(query)
        for command, (count, worth) in matches.items():
            score = worth if most and count == most else 0.0
            if not most:
                score = max(matcher.match(command.name), matcher.match(command.help) * 0.8)
            if score <= 0:
                continue
            title, act = _title(command), partial(_run, place, command)
            if command not in own:
                title, score = f"{command.place.capitalize()}: {title}", score * BEHIND
                act = partial(_run_elsewhere, place, command)
            yield Hit(score, matcher.highlight(title), act, help=command.help)
        if place is None:
            return
        from tui.manual import manual_pages, pages_about

        if pages := pages_about(query, manual_pages()) if len(query) >= MANUAL_LEAST else ():
            named = " · ".join(page.title for page in pages[:3])
            entry = matcher.highlight(f"Manual: find {query!r} ({counted(len(pages), 'page')})")
            yield Hit(IN_MANUAL, entry, partial(_read, place, query), help=named)
        if place.desk.closed:
            count, worth = words_found(_ADVICE, query)
            if count and count >= most:
                shown = matcher.highlight(_title(_ADVICE))
                yield Hit(worth, shown, partial(_say_where, place), help=_ADVICE.help)
            return
        for kind in _exports(place):
            count, worth = words_found(kind, query)
            if count and count >= most:
                shown = matcher.highlight(f"Export: {kind.name}")
                yield Hit(worth * BEHIND, shown, partial(_export, place, kind), help=kind.help)
        for key, setting in _settings(place.desk.format):
            count, worth = words_found(setting, query)
            if count and count >= most:
                shown = matcher.highlight(_title(setting))
                score = min(worth * SETTING, SETTING_NAMED)
                yield Hit(score, shown, partial(_set, place, key), help=setting.help)


async def _say_where(place: PlaceScreen) -> None:
    text = "t in Entries (F1) compares the formats that fit an event's entries"
    place.message(f"{text}: enter opens an event, n makes one")


def _settings(format: Format) -> Iterator[tuple[str, Command]]:
    """Those of the open event, each as a command that opens their form there."""
    from tui.screens.settings_form import TITLE, settings_fields

    for field in settings_fields(format):
        name, help = field.label, field.help
        if field.key == TITLE:
            name, help = "title of the event", f"{help}: rename the event here"
        yield field.key, Command("", "", f"Setting: {name}", (), help)


def _exports(place: PlaceScreen) -> Iterator[Command]:
    """What the open event can be written as, each as a command of its name."""
    from tui.screens.handing_out import export_titles

    desk = place.desk
    for name, title in export_titles(desk.event, desk.format, desk.store.folder).items():
        yield Command(name, "", name, (), title)


async def _export(place: PlaceScreen, kind: Command) -> None:
    from tui.screens.handing_out import export_one

    def write() -> None:
        place.run_worker(export_one(place.console, kind.id, kind.help), group="asking")

    place.call_later(write)


async def _read(place: PlaceScreen, query: str) -> None:
    """The manual, with what it says of that."""
    from tui.screens.manual import Manual

    first = None if place.desk.closed else place.desk.store.event.format
    place.app.push_screen(Manual(first, find=query))


async def _set(place: PlaceScreen, key: str) -> None:
    from tui.screens.settings_form import change_settings

    place.call_later(change_settings, place, key)


def _unused(place: PlaceScreen) -> frozenset[PlaceAction]:
    """What the open event has no use for: opponents are chosen in formats with a bracket alone."""
    desk = place.desk
    return frozenset() if desk.closed else never_done(desk.event, desk.format)


def _title(command: Command) -> str:
    shown = f"{command.name} ({command.all_keys})" if command.keys else command.name
    return shown.replace("[", "\\[")


async def _run(place: PlaceScreen | None, command: Command) -> None:
    if place is not None:
        place.call_later(place.run_command, command)


async def _run_elsewhere(place: PlaceScreen | None, command: Command) -> None:
    """Go to the command's place, and carry it out there once it is shown."""
    if place is None:
        return
    app = place.console
    while len(app.screen_stack) > 1:  # history, a card: they are on their place
        await app.pop_screen()
    await app.go(command.place)
    if app.here.place == command.place:
        app.here.call_after_refresh(app.here.run_command, command)
