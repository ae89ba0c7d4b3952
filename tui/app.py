"""The console: one event, its places, and the one door through which it changes."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Hashable, Sequence
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, work
from textual.command import Provider
from textual.geometry import Offset
from textual.screen import ModalScreen, Screen
from textual.signal import Signal
from textual.widgets import Input
from textual.worker import WorkerFailed, get_current_worker

import themes
from engine import actions
from engine.event import Event
from engine.points import counted
from engine.refusal import Refused, faults_are_raised, noted
from saves.safe_text import safe
from tui import kiosk
from tui.coming_back import ComingBack, event_cut_off
from tui.desk import WATCH_SECONDS, ActionQueue, Desk, opened
from tui.keys.commands import CONGRESS_TRIP, ON_TOP, PLACES, KnownPlace, key_name, places, use
from tui.looks.colours import ChosenTheme, ReadOnce, theme_for_console, tokens
from tui.looks.user_themes import KnownThemes
from tui.places.result_words import covered_words, is_covered, says_result
from tui.places.screen import PlaceScreen
from tui.places.shape import WIDE, MessageKind
from tui.settings import user_settings
from tui.terminal.app import AT_ONCE, Keyboard, Shown, Shut
from tui.widgets.lines import LineList

if TYPE_CHECKING:
    from rich.console import RenderableType

    from engine.actions.base import Action
    from engine.log import LoggedAction
    from saves.store import Store
    from tui.congress.desk import CongressDesk
    from tui.event_site import SiteKeeper
    from tui.screens.dialogs import Confirm, Telling
    from tui.screens.import_files import LastList
if TYPE_CHECKING:
    pass


FIRST_PLACE = {
    "register": "entries",
    "draw": "pairings",
    "choose": "pairings",
    "publish": "pairings",
    "play": "results",
    "finished": "standings",
}
"""Where an event opens, by the step it is at; before any draw it is the entries."""
CUT_OFF = "is open again, where this console was cut off"
NARROW = "-narrow"
"""The class of the app below the width of a pane."""
TIDY_SECONDS = 1.0
"""After the first picture memory is tidied again; what was loaded for it never needs to be."""
DEPARTED_SECONDS = 0.5
"""A copy under way, or a folder away for a moment, is not asked about before."""


ALSO_DONE_IN = frozenset({("bracket", "Results"), ("congress_people", "Entries")})
"""Places, and what is done in them too: results in a bracket, entries among all of a congress."""
_DONE_IN = {
    "Entries": (
        "add", "import", "import-players", "edit", "remove", "check-in", "roll-call", "absent-out",
        "bye", "withdraw", "expel", "re-enter", "points", "seeds", "ratings", "players",
        "edit-player", "exchange-numbers", "remake-numbers",
    ),
    "Pairings": (
        "propose", "discard", "swap", "turn", "publish", "instruct", "release", "edit-pairings",
        "take-apart", "pair-by-hand", "pair-rest", "finish-editing",
    ),
    "Results": ("result", "results", "board-result", "board-results", "lineup", "postpone",
                "match-venue"),
    "Standings": ("tied",),
}  # fmt: skip
"""By place the actions, as the journal names them, that are done in it and in no other; boards
are corrected in Pairings and in Results, and settings changed anywhere."""
_PLACE_OF = {kind: place for place, kinds in _DONE_IN.items() for kind in kinds}


def _tidy_from_here() -> None:
    gc.freeze()
    gc.enable()


def _screen(place: KnownPlace) -> PlaceScreen:
    """Its module is loaded when it is first gone to."""
    module, _, name = place.kind.partition(":")
    kind = getattr(import_module(module), name)
    if place.name in CONGRESS_TRIP:
        from tui.congress.screen import CongressScreen

        return CongressScreen(kind)
    return PlaceScreen(kind)


def _selects(shown: LineList) -> bool:
    return shown.selectable and shown.cursor >= 0


def _actions() -> type[Provider]:
    """Loaded when the palette is opened, as are the themes."""
    from tui.palette import Actions

    return Actions


def _themes_by_name() -> type[Provider]:
    from tui.looks.theme_choice import ThemesByName

    return ThemesByName


class TopboardApp(Shut):
    """The console on the event in `folder`, on a congress, or on the list of events.

    It holds the `desk` (the open event; of a congress the event that is in front, a closed one
    where the whole is), the `keyboard`, and with `remember` where one was (`back`). For the places:
    `ask`, `ask_line`, `go(place)`, `open(folder)`, `front`, `tell`.
    """

    CSS_PATH = themes.STYLE_SHEET
    MODES: ClassVar[dict[str, str | Callable[[], Screen[None]]]] = {
        place.name: partial(_screen, place)
        for place in PLACES
        if place.kind and place.reached != "on top"
    }
    COMMANDS = {_actions, _themes_by_name}  # noqa: RUF012
    ALLOW_SELECT = False
    TITLE = "Topboard"

    def __init__(
        self,
        folder: Path | None = None,
        place: str | None = None,
        theme: ChosenTheme | None = None,
        remember: bool = False,
        congress: CongressDesk | None = None,
    ) -> None:
        self.event_changed: Signal[Event] = Signal(self, "event-changed")
        """After every change of an open event."""
        self.congress = congress
        self._desk = Desk(self)
        self.second_scheme = False
        """Results are typed with 1 3 2 0 in place of 1 0 = and the point."""
        self.cut_reported = False
        """How slips are cut was said once."""
        self.back = ComingBack(self) if remember else None
        self._wanted = place
        self.came_from_list = folder is None and congress is None
        self._shown = Shown()
        self._opening_reported = self._asked_edits = False
        self.greeting = ""
        """Said once of an event that opens with the console without having been named."""
        self.last_list: LastList | None = None
        """What was chosen in the list of exports."""
        self.sites: Path | None = None
        """Where the sites of events are kept up to date; None: this console keeps none."""
        self.site_keeper: SiteKeeper | None = None
        self._departed_asked: Telling | Confirm | None = None
        self._departed_waits = False
        if folder is not None:
            self._take(opened(folder))
        if congress is not None:
            congress.open(self)
        super().__init__()
        self.keyboard = Keyboard(self, super().on_event, self._rested)
        self.animation_level = "none"
        chosen = theme or theme_for_console()
        self._theme_notes = chosen.notes
        self.know_themes(chosen.known)
        self.theme = chosen.name
        self.stylesheet = ReadOnce(variables=self.get_css_variables())

    @property
    def desk(self) -> Desk:
        """What the places in front are about."""
        in_front = self.congress.in_front if self.congress is not None else None
        return in_front or self._desk

    @cached_property
    def queue(self) -> ActionQueue:
        """What places have queued, carried out one after the other from now on."""
        queue = ActionQueue(self)
        carry_out: Callable[[], Awaitable[None]] = queue.carry_out
        self.run_worker(carry_out, group="saving")
        return queue

    @property
    def cursor_position(self) -> Offset:
        """Where the terminal's own cursor is, for screen readers and magnifiers, which follow it:
        where the work is (`PlaceScreen.work_at`), on the selected line of the list in front,
        wherever that is by now, or where another widget places it."""
        front = self.screen_stack[-1] if self.screen_stack else None
        at = front.work_at() if isinstance(front, PlaceScreen) else None
        if front is not None and at is None:
            chosen = front.focused or next(filter(_selects, front.query(LineList)), None)
            if isinstance(chosen, LineList) and _selects(chosen):
                row = chosen.cursor - chosen.scroll_offset.y
                at = chosen.content_region.offset + Offset(0, row)
        return at or self._cursor_placed

    @cursor_position.setter
    def cursor_position(self, placed: Offset) -> None:
        self._cursor_placed = placed

    @property
    def DEFAULT_MODE(self) -> str:  # type: ignore[override]
        """The first place is the first mode, so that nothing is painted twice at the start."""
        return self._wanted or self._place_before() or self._first_place()

    def on_resize(self, event: events.Resize) -> None:
        """Where no pane has room, a dialog has the whole width."""
        for screen in self.screen_stack:
            self._widen(screen, event.size.width)

    def on_mount(self) -> None:
        """Take keys, watch the journal and the terminal, note where one is."""
        self.run_worker(self.keyboard.hand_on(), group="keyboard")
        self.set_interval(WATCH_SECONDS, self._watch)
        if self.back is not None:
            self.back.watch()
        self.end_with_terminal()
        if not gc.isenabled():
            self.set_timer(TIDY_SECONDS, _tidy_from_here)
        self.call_after_refresh(self._tell_themes)
        if self.sites is not None:
            from tui.event_site import LOOK_SECONDS, SiteKeeper

            self.site_keeper = SiteKeeper(self, self.sites)
            self.set_interval(LOOK_SECONDS, self.site_keeper.look)

    def exit(self, *args: Any, **options: Any) -> None:
        """Where one is at the last moment."""
        if self.back is not None:
            self.back.note()
        super().exit(*args, **options)

    async def on_unmount(self) -> None:
        """Left by one's own word."""
        if self.site_keeper is not None:
            await self.site_keeper.end()
        if self.back is not None:
            self.back.ended()
        self._desk.leave()
        if self.congress is not None:
            self.congress.leave()

    async def _watch(self) -> None:
        if self.congress is not None:
            await self.congress.watch()
        else:
            await self._desk.watch()

    def _take(self, store: Store) -> None:
        """Work on that event from now on, where one was in it; the one before is left."""
        if self.back is not None and not self._desk.closed:
            self.back.note()
            self.back.ended()
        self._leave_congress()
        self._desk.take(store)
        if self.back is not None:
            self.back.opened()

    async def on_event(self, event: events.Event) -> None:
        """What is typed is queued: it may be meant for a dialog that is not up yet."""
        if isinstance(event, events.Resize):
            self._shown.forget()  # what it shows now is its own affair
        typed = isinstance(event, events.Key | events.Paste) and not event.is_forwarded
        if typed and getattr(event, "key", "") not in AT_ONCE:
            self.keyboard.typed(event)
        else:
            await super().on_event(event)

    def press(self, key: str) -> None:
        """As if a key of the table were pressed after what was typed."""
        self.keyboard.typed(events.Key(key_name(key), key if len(key) == 1 else None))

    def _rested(self) -> None:
        if self.front is not None:
            self.front.paint_pane()

    def push_screen(self, screen: Any, *args: Any, **options: Any) -> Any:
        """Show a screen over the others; what dialogs look like is read with the first of them."""
        if isinstance(screen, ModalScreen) and not self.stylesheet.has_source(
            str(themes.DIALOGS_SHEET)
        ):
            self.stylesheet.read(themes.DIALOGS_SHEET)
            self.stylesheet.reparse()
        self._widen(screen, self.size.width)
        return super().push_screen(screen, *args, **options)

    def _widen(self, screen: Any, width: int) -> None:
        """Mark a dialog on a narrow terminal; a class of the app would style every place anew."""
        if isinstance(screen, ModalScreen):
            screen.set_class(width < WIDE, NARROW)

    async def push_screen_wait(self, screen: Any, *, mode: str | None = None) -> Any:
        """Show a dialog and wait for its answer; keys wait until it is up."""
        worker = get_current_worker()
        self.keyboard.asks(worker, screen)
        try:
            return await super().push_screen_wait(screen, mode=mode)
        finally:
            self.keyboard.answered(worker)

    def _handle_exception(self, error: Exception) -> None:
        """A refusal or a fault in a worker is shown, whatever began the worker. A fault in a
        widget ends the console: that widget takes no messages any more."""
        cause = error.error if isinstance(error, WorkerFailed) else None
        if isinstance(cause, Refused):
            self.refused(cause)
        elif isinstance(cause, Exception) and self.front is not None and not faults_are_raised():
            self.front.message(noted(cause), "bad")
        else:
            super()._handle_exception(error)

    # For the places and the desk

    @property
    def front(self) -> PlaceScreen | None:
        """The place in front, under whatever dialog."""
        return next((s for s in reversed(self.screen_stack) if isinstance(s, PlaceScreen)), None)

    @property
    def here(self) -> PlaceScreen:
        """The place in front, for what is done in a place or in a dialog over one."""
        assert self.front is not None
        return self.front

    def tell(self, text: str, kind: MessageKind = "info") -> None:
        """Show a message in the place in front, if there is one."""
        if self.front is not None:
            self.front.message(text, kind)

    def warn(self, text: str, over: str = "") -> None:
        """Show what cost nothing: after a refusal that is shown, never in its place, unless
        that is `over`."""
        standing = self.front.state.message if self.front is not None else None
        if standing is not None and over and standing.text == over:
            standing = None
        if standing is not None and standing.kind == "bad" and text not in standing.text:
            text = f"{standing.text}; {text}"
        self.tell(text, "bad")

    def refused(self, refusal: Refused) -> None:
        """Show a refusal: what, why, what to do."""
        self.tell(str(refusal), "bad")

    def refresh_frame(self) -> None:
        """What is around the list of the place in front again."""
        if self.front is not None:
            self.front.refresh_frame()

    async def ask(self, question: str, yes_key: str = "y", warning: bool = False) -> bool:
        """Ask; only `yes_key` says yes, Enter and Esc say no. A `warning` is about what cannot be
        taken back. From a worker."""
        from tui.screens.dialogs import Confirm

        answer: bool = await self.push_screen_wait(Confirm(question, yes_key, warning=warning))
        return answer

    async def ask_line(
        self,
        prompt: str,
        initial: str = "",
        validate: Callable[[str], str | None] | None = None,
        understood: Callable[[str], str] | None = None,
        completions: Callable[[str], Sequence[str]] | None = None,
    ) -> str | None:
        """Ask for a line of text; None for Esc. `validate` gives what is wrong, or None;
        `understood` what the line means, shown while it is typed; `completions` how it can go on.

        From a worker.
        """
        from tui.screens.dialogs import AskLine

        answer: str | None = await self.push_screen_wait(
            AskLine(prompt, initial, validate, understood, completions)
        )
        return answer

    def came_back(self, place: PlaceScreen) -> str | int | None:
        """The line to be selected where one comes back to a place that was left."""
        remembers = self.back is not None and self.congress is None
        return self.back.give_back(place) if remembers and self.back is not None else None

    def places_made(self) -> list[PlaceScreen]:
        """The places that have been in front."""
        return [
            s for stack in self._screen_stacks.values() for s in stack if isinstance(s, PlaceScreen)
        ]

    def covered_results(self, desk: Desk | None = None) -> frozenset[tuple[int, int]]:
        """By round and board: results of an event (that in front) that nothing is to show while
        their slips are entered."""
        made, of = self.places_made(), desk or self.desk
        return frozenset(at for place in made for at in place.covered_results(of))

    @property
    def list_reached(self) -> bool:
        """Whether an event can be left for the list: not one of a congress, and in a kiosk only
        where the list was the way to it."""
        return self.congress is None and (self.came_from_list or not kiosk.on())

    def _place_before(self) -> str | None:
        """The place where one was in the open event, if it is to be gone back to."""
        return None if self.back is None or self.desk.closed else self.back.place()

    def _tell_themes(self) -> None:
        """On the list of events; a place shows it with what was found on opening."""
        if self.desk.closed and self._theme_notes and self.front is not None:
            self.front.message("; ".join(self._theme_notes))
            self._theme_notes = ()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """By what differs from what the terminal shows."""
        super()._display(screen, self._shown.sparing(renderable, self.screen_stack[0]))

    def _resume_signal(self) -> None:
        """Back from the shell, which has written here."""
        self._shown.forget()
        super()._resume_signal()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own tokens, for themes that do not know them."""
        return tokens(self.current_theme.dark)

    def know_themes(self, known: KnownThemes) -> None:
        """These can be chosen."""
        self.themes = known
        for theme in known.all:
            self.register_theme(theme)

    def _first_place(self) -> str:
        if self.congress is not None and self.congress.in_front is None:
            return self.congress.place
        if self.desk.closed:
            return "events"
        if not self.desk.event.rounds:
            return "entries"
        return FIRST_PLACE[self.desk.format.next_step(self.desk.event).name]

    def tell_opening(self) -> None:
        """What was found on opening: once, by the first place that comes to the front."""
        if self._opening_reported or self.desk.closed or self.front is None:
            return
        self._opening_reported = True
        if self.desk.store.edits is not None:
            self._ask_edits()
        elif self._stopped:
            self._ask_damage()
        greeting = [f"{safe(self.desk.store.folder.name)} {self.greeting}"] * bool(self.greeting)
        lost = [text] if self.back is not None and (text := self.back.tell()) else []
        notes = [safe(str(note), 200) for note in self.desk.store.notes]
        if messages := [*greeting, *lost, *notes, *self._theme_notes]:
            self.front.message("; ".join(messages), "bad" if lost else "info")
            self.greeting, self._theme_notes = "", ()

    @work(group="asking")
    async def _ask_edits(self) -> None:
        """Save files edited by hand are taken over, or not: nothing is saved before that."""
        from tui.screens.folder_choices import ask_edits

        if self.desk.store.edits is None or self._asked_edits:
            return
        self._asked_edits = True
        try:
            await ask_edits(self)
        finally:
            self._asked_edits = False

    @work(group="asking")
    async def _ask_damage(self) -> None:
        """A damaged journal: looked at, or followed by a new one."""
        from tui.screens.folder_choices import ask_damage

        await ask_damage(self)

    def departed(self) -> None:
        """Asked about at once; a question about what was there before goes away."""
        if self._departed_asked is not None and self._departed_asked.is_current:
            self._departed_asked.dismiss(None)
        if self.desk.store.departure is not None:
            self._ask_departed()

    @work(group="asking")
    async def _ask_departed(self) -> None:
        """The folder no longer has what this desk holds: ask what to do."""
        from tui.screens.folder_choices import ask_departed

        if self._departed_waits:
            return
        self._departed_waits = True
        try:
            await asyncio.sleep(DEPARTED_SECONDS)
        finally:
            self._departed_waits = False
        if (
            self.desk.closed
            or self.desk.store.departure is None
            or self._departed_asked is not None
        ):
            return

        def asking(dialog: Telling | Confirm | None) -> None:
            self._departed_asked = dialog

        await ask_departed(self, asking)

    @property
    def _stopped(self) -> bool:
        """Whether the journal ends before what was done, and there is a choice about it."""
        store = self.desk.store
        return store.journal.damage is not None or store.short or bool(store.unreplayed)

    def not_saved(self, desk: Desk) -> None:
        """A change was refused: where the folder or hand edits are in the way, they are asked
        about again, in the event's own console."""
        if desk is not self.desk:
            return
        if self.desk.store.departure is not None:
            self._ask_departed()
        elif self.desk.store.edits is not None:
            self._ask_edits()

    def action_hand_edits(self) -> None:
        """Take over what was edited by hand in the save files, or leave it."""
        if self.desk.store.departure is not None:
            self._ask_departed()
        elif self.desk.store.edits is not None:
            self._ask_edits()
        elif self._stopped:
            self._ask_damage()
        else:
            raise Refused("no save file was edited by hand", "", "nothing is to be decided")

    @work(group="asking")
    async def action_back_up(self) -> None:
        """The open event, or the congress in front with all its events, in one file."""
        from tui.screens.backups import back_up

        if not self.desk.closed:
            folder = self.desk.store.folder
        elif self.congress is not None:
            folder = self.congress.store.folder
        else:
            return
        if text := await back_up(self, folder):
            self.tell(text, "done")

    @work(group="asking")
    async def action_site(self) -> None:
        """The open event's site, as it is now."""
        from tui.event_site import make_site

        if not self.desk.closed and (text := await make_site(self)):
            self.tell(text, "done")

    @work(group="asking")
    async def action_another_format(self) -> None:
        """The open event anew in a format that is chosen from the list."""
        from tui.places.events import open_made
        from tui.screens.new_event import another_format

        if not self.desk.closed:
            await another_format(self, open_made)

    @work(group="asking")
    async def action_leave_strict(self) -> None:
        """The one way out of strict mode; asked twice."""
        if await self.desk.act(actions.LeaveStrictMode()) is not None:
            text = "strict mode left for good: what it refused is asked about, or done, from now on"
            self.tell(text, "done")

    async def go(self, place: str) -> None:
        """To that place; `Refused` where it needs an event and none is open. One that is shown on
        top of another stays away without an event."""
        if place in ON_TOP:
            if not self.desk.closed:
                self.push_screen(_screen(next(p for p in PLACES if p.name == place)))
            return
        if place in CONGRESS_TRIP:
            if self.congress is None:
                raise Refused("no congress is open", "", "choose one from the list")
            await self.queue.idle()
            self.congress.show_whole(place)
            if place != self.current_mode:
                await self.switch_mode(place)
            return
        if place == "events":
            await self.queue.idle()
            if self.back is not None:
                self.back.note()
            await self.switch_mode("events")
            self._leave_congress()
            self.came_from_list = True
            return
        if self.desk.closed:
            raise Refused("no event is open", "", "choose one from the list, n makes one")
        if place == "bracket" and not self.desk.has_bracket:
            title = self.desk.format.title
            raise Refused(f"{title} has no bracket", "", "F4 shows the standings")
        if place != self.current_mode:
            # what was left on top of it is not what its key names
            over = self._screen_stacks.get(place, [])
            while len(over) > 1 and getattr(over[-1], "place", "") in ON_TOP:
                await self._replace_screen(over.pop())
            await self.switch_mode(place)
            return
        while getattr(self.screen, "place", "") in ON_TOP:
            self.pop_screen()

    async def open(self, folder: Path) -> None:
        """Open the event in that folder and go to its next step; raises `Refused`."""
        self._take(await asyncio.to_thread(opened, folder))
        self._opening_reported = False
        await self._uncover_places()
        await self.go(self._place_before() or self._first_place())

    async def _uncover_places(self) -> None:
        """Screens over the places of an event are of the event that was open before."""
        for place in places(bracket=True):
            over = self._screen_stacks.get(place, [])
            while len(over) > 1:
                await self._replace_screen(over.pop())

    async def open_congress(self, congress: CongressDesk) -> None:
        """All its events, and its places."""
        self.leave_event()
        self._leave_congress()
        await asyncio.to_thread(congress.open, self)
        self.congress = congress  # not earlier: what runs by the clock asks it for its events
        await self.go(congress.place)

    def leave_event(self) -> None:
        """No event is open any more."""
        if self.back is not None and not self._desk.closed:
            self.back.note()
            self.back.ended()
        self._desk.close()

    def _leave_congress(self) -> None:
        if self.congress is not None:
            self.congress.leave()
            self.congress = None

    async def enter_event(self, folder: str, place: str = "", line: Hashable | None = None) -> None:
        """An event of the congress in its own console, on that line; `Refused` where it cannot
        be opened."""
        assert self.congress is not None
        await self.queue.idle()
        desk = self.congress.show_event(folder)
        self._opening_reported = False
        await self._uncover_places()
        await self.go(place or self._first_place())
        self.here.begin_at(line)
        self.tell(f"{desk.name} in its own console: q or F12 leads back")
        if desk.store.departure is not None:
            self._ask_departed()

    async def action_congress(self) -> None:
        """From an event's own console back to its congress."""
        if self.congress is None:
            remedy = "q leads to the list of events, where C makes a congress"
            raise Refused("this event was not opened from a congress", "", remedy)
        await self.go(self.congress.place)

    async def action_next_place(self) -> None:
        """Tab."""
        await self._step(1)

    async def action_last_place(self) -> None:
        """Shift and tab."""
        await self._step(-1)

    async def _step(self, by: int) -> None:
        whole = self.current_mode in CONGRESS_TRIP
        trip = CONGRESS_TRIP if whole else places(self.desk.has_bracket)
        if self.current_mode in trip:
            at = trip.index(self.current_mode)
            await self.go(trip[(at + by) % len(trip)])

    async def action_back(self) -> None:
        """One level back: to the place, the list of events, out."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        elif self.congress is not None and self.congress.in_front is not None:
            await self.go(self.congress.place)
        elif self.current_mode != "events" and self.came_from_list:
            await self.go("events")
        else:
            self.exit()

    async def action_undo(self) -> None:
        """My last action here, with what it was; what was typed before it is saved first."""
        await self.queue.idle()
        desk = await self.acted_last() if self.desk.closed else self.desk
        if question := self._done_elsewhere(desk):
            self._take_back_asked(desk, question)
        else:
            await self._take_back(desk)

    @work(group="asking")
    async def _take_back_asked(self, desk: Desk, question: str) -> None:
        if await self.ask(question):
            await self._take_back(desk)

    async def acted_last(self) -> Desk:
        """Of all events of the congress the one in which this console acted last; `Refused` if
        there is none."""
        if self.congress is None:
            return self.desk
        return await asyncio.to_thread(self.congress.acted_last)

    async def take_back(self, desk: Desk) -> bool:
        """My last saved action here, after a question where it was done in another place; False
        where it stays. From a worker."""
        question = self._done_elsewhere(desk)
        agreed = not question or await self.ask(question)
        if agreed:
            await self._take_back(desk)
        return agreed

    def _done_elsewhere(self, desk: Desk, redo: bool = False) -> str:
        """The question whether to take back what was done last, or to `redo` what was taken back,
        where one is in another place than that of the action, and need not see what becomes of
        it; else empty."""
        store = desk.store
        target = (desk.redoing() if redo else desk.undoing()).target
        action = store.history.entry(target).action
        if not (place := self._elsewhere(action)):
            return ""
        before = store.history.before(target)
        verb = "Redo" if redo else "Undo"
        return f"{verb} in {place}: {self._about(desk, action, action.describe(before))}?"

    async def _take_back(self, desk: Desk) -> None:
        """Half of a move between events is called that."""
        if self.congress is not None:
            self.congress.half_undone()  # the state until now
        before = desk.event
        await desk.undo()
        half = self.congress.half_undone() if self.congress is not None else ""
        if half:
            self.tell(f"{half}, or U here", "bad")
        else:
            back = results_back(desk.event, before, desk.turned(), "back")
            self.tell(f"{self._said(desk, 'undone')}{back}", "done")

    async def action_redo(self) -> None:
        """The action taken back last, after a question where it was done in another place; what was
        typed before it is saved first."""
        await self.queue.idle()
        desk = self.desk
        if desk.closed and self.congress is not None:
            desk = await asyncio.to_thread(self.congress.taken_back_last)
        if question := self._done_elsewhere(desk, redo=True):
            self._do_again_asked(desk, question)
        else:
            await self._do_again(desk)

    @work(group="asking")
    async def _do_again_asked(self, desk: Desk, question: str) -> None:
        if await self.ask(question):
            await self._do_again(desk)

    async def _do_again(self, desk: Desk) -> None:
        before = desk.event
        await desk.redo()
        gone = results_back(before, desk.event, desk.turned(), "taken away again")
        self.tell(f"{self._said(desk, 'redone')}{gone}", "done")

    def _said(self, desk: Desk, word: str) -> str:
        """The action that the last undo or redo was about, in the arbiter's words; of an undo what
        it leaves."""
        about, turned = desk.recent[-1].was if desk.recent else None, desk.turned()
        left = ""
        if turned is not None:
            place = self._elsewhere(turned.action)
            left = turned.action.left_by_undo() if word == "undone" else ""
            word += f" in {place}" if place else ""
            about = about and self._about(desk, turned.action, about)
        said = f"{word}: {about}" if about else word
        return f"{said}; {left}" if left else said

    def _elsewhere(self, action: Action) -> str:
        """The place in which such an action is done; empty where that is in front."""
        place, here = _PLACE_OF.get(action.kind, ""), self.here.place
        return "" if place.lower() in here or (here, place) in ALSO_DONE_IN else place

    def _about(self, desk: Desk, action: Action, words: str) -> str:
        """The words of an action with its event, where that is not in front; without a result
        that nothing is to show now."""
        event = desk.event
        if says_result(action):
            boards = action.about(None)
            words = words.replace("1/2", "½")
            if is_covered(boards, self.covered_results(desk), len(event.published)):
                words = covered_words(boards, event.board_word)
        return f"{desk.name}: {words}" if desk.name and desk is not self.desk else words

    @work(group="asking")
    async def action_projector(self) -> None:
        """What the hall sees."""
        from tui.screens.projecting import choose_projected

        if not self.desk.closed:
            await choose_projected(self)
        elif self.congress is not None:
            from tui.congress.whole import choose_on_walls

            await choose_on_walls(self, self.congress)

    @work(group="asking")
    async def action_hand_out(self) -> None:
        """Pages, lists and files for others, into a folder beside the event."""
        from tui.screens.handing_out import choose_export

        if not self.desk.closed:
            await choose_export(self)
        elif self.congress is not None:
            from tui.congress.whole import choose_lists

            await choose_lists(self, self.congress)

    @work(group="asking")
    async def action_events_join(self) -> None:
        """Events become part of the open congress."""
        if self.congress is not None:
            from tui.congress.beginning import choose_events

            await choose_events(self, self.congress)

    @work(group="asking")
    async def action_event_leaves(self) -> None:
        """One of them is part of it no more."""
        if self.congress is not None:
            from tui.congress.beginning import choose_leaving

            await choose_leaving(self, self.congress)

    @work(group="asking")
    async def action_congress_history(self) -> None:
        """Of one of the events, in its own console."""
        if self.congress is not None:
            from tui.congress.whole import show_history

            await show_history(self, self.congress)

    @work(group="asking")
    async def action_theme(self) -> None:
        """The colours of this console."""
        from tui.looks.theme_choice import choose_theme

        await choose_theme(self)

    @work(group="asking")
    async def action_clock(self) -> None:
        """The round clock, and the players still playing."""
        from tui.screens.projecting import set_clock

        if not self.desk.closed:
            await set_clock(self)
        elif self.congress is not None:
            from tui.congress.whole import set_clocks

            await set_clocks(self)

    def action_help(self) -> None:
        """What can be done here."""
        from tui.screens.dialogs import Help

        settings = [] if self.desk.closed else self._settings_in_help()
        rules = None if self.desk.closed else self.desk.store.event.format
        here = self.here
        self.push_screen(Help(here.place, here.extra_help(), settings=settings, rules=rules))

    def _settings_in_help(self) -> list[tuple[str, str]]:
        from tui.screens.settings_form import settings_fields

        return [(field.label, field.help) for field in settings_fields(self.desk.format)]

    def action_manual(self) -> None:
        """The pages of the manual; the rules of this event's format on top."""
        from tui.screens.manual import Manual

        self.push_screen(Manual(None if self.desk.closed else self.desk.store.event.format))

    def action_palette(self) -> None:
        """Every command by name."""
        self.action_command_palette()

    def action_command_palette(self) -> None:
        """With a cursor that does not blink: blinking costs 2 kB a second."""
        from tui.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(id="--command-palette"))
        self.call_after_refresh(self._hold_cursor)

    def _hold_cursor(self) -> None:
        for field in self.screen.query(Input):
            field.cursor_blink = False


def results_back(having: Event, without: Event, turned: LoggedAction | None, what: str) -> str:
    """How many results of other boards an undo has brought `back`, or a redo taken away."""
    from engine.actions.results import results_lost

    about = turned.action.about(having) if turned is not None else None
    if about is None or not about.boards or about.round is None:
        return ""
    count = results_lost(having, without, [(about.round, board) for board in about.boards])
    those = "that it had taken away " if what == "back" else ""
    are = "is" if count == 1 else "are"
    return f"; {counted(count, 'result')} {those}{are} {what}" if count else ""


def _desk_of(congress: Path | None) -> CongressDesk | None:
    if congress is None:
        return None
    from tui.congress.desk import CongressDesk

    return CongressDesk(congress)


def run(
    folder: Path | None,
    place: str | None = None,
    theme: str | None = None,
    congress: Path | None = None,
    greeting: str = "",
) -> None:
    """Open the console; `Refused` where the event or the congress cannot be opened, or the
    settings are wrong. With a `greeting` the event was not named, and `q` leads to the list."""
    settings = user_settings()
    use(settings.commands, settings.results)
    chosen = theme_for_console(theme)
    named = not greeting and (folder is not None or congress is not None)
    if folder is None and not named and place is None:
        folder, greeting = event_cut_off(), CUT_OFF
    try:
        app = TopboardApp(folder, place, chosen, remember=True, congress=_desk_of(congress))
    except Refused:
        if named:
            raise
        app = TopboardApp(None, place, chosen, remember=True)
    app.came_from_list = not named
    app.greeting = "" if named or app.desk.closed else f"{greeting}; q leads to the list of events"
    app.second_scheme = settings.second_scheme
    app.sites = settings.sites
    app.run_out()
