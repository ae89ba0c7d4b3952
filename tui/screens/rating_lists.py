"""Rating lists: loaded with a bar of progress, taken away, put into the order of an event; the
entries compared with them, and what is chosen taken over."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import events, work
from textual.app import ComposeResult
from textual.screen import ModalScreen

from engine.actions import ChangeSettings, TakeRatings
from engine.entrants import RATES
from engine.event import Event
from engine.event_data import DEFAULT_METHOD, METHOD_KEY, ORDER_KEY, RATING_METHODS, long_event
from engine.points import counted
from engine.rating_check import Compared, RatingDifference, taken_over, unmarked
from engine.rating_lists import ListedChanges, RatingList, RatingSource, column_name, marked
from engine.rating_rule import RatingRule, age_notes, day_of_lists, every_rating, rule_of
from engine.refusal import Refused
from saves.cells import bar, in_lines
from saves.safe_text import safe, shortened
from tui import kiosk
from tui.desk import OnConsole
from tui.rating_desk import database, library
from tui.screens.columns import cell
from tui.screens.dialogs import ListBox, dialog_help, make_room
from tui.screens.entry_words import who
from tui.screens.import_files import begins_a_path, candidates, with_folder
from tui.screens.listed_events import when_changed
from tui.screens.paths import found_path, paths_on
from tui.widgets.lines import Line, LineList, line

if TYPE_CHECKING:
    from saves.ratings.building import Loaded
    from tui.app import TopboardApp


KEYS = (
    "a  load a list   X  take one away   c  compare the entries\n"
    "space  counts   K J  order   0  as proposed   m  method   esc  back"
)
ORDER_KEYS = ("K", "J", "0", "m")
NO_LIST = "no list is loaded: a loads one"
CHOOSING = "enter  load it   p  type a path   esc  back"
LOADING = "esc  stop"
ENDINGS = (".zip", ".txt", ".xml", ".csv", ".tsv")
BESIDE = 10
CELLS = 40
REPAINT = 0.2
"""Seconds between two pictures of the bar."""
LIST_NAME = 20


def _file_words(path: Path) -> tuple[tuple[str, str], ...]:
    where = f"{shortened(str(path.parent), 50)}  {when_changed(path.stat().st_mtime)}"
    return (f"  {shortened(path.name, 50)}", "plain"), (f"  {where}", "dim")


class RatingLists(OnConsole, ModalScreen[bool]):
    """The lists and their order; a file is chosen in the same box. True where the entries are to be
    compared with them now."""

    DEFAULT_CSS = """
    RatingLists { align: center middle; background: transparent; }
    RatingLists .dialog-box { width: 80; max-width: 100%; }
    RatingLists LineList { background: $surface; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.list = LineList(id="rating-lists")
        self.box = ListBox("Rating lists", self.list, KEYS)
        self.lists: tuple[RatingList, ...] = ()
        self.choosing = False
        self.file_read = ""
        """The name of the file that is being loaded."""
        self.percent = 0
        self.stopped = False
        self._typed = ""
        """The path that was typed last: it is offered again."""

    def compose(self) -> ComposeResult:
        """Title, list, what is said, keys."""
        yield self.box

    def on_mount(self) -> None:
        """What is loaded."""
        self.list.focus()
        self.set_interval(REPAINT, self._show_progress)
        self.call_after_refresh(self.look)

    def on_resize(self) -> None:
        """Lines are cut elsewhere."""
        if not self.choosing:
            self.call_after_refresh(self.repaint)

    def look(self, said: str = "") -> None:
        """Read which lists there are, and show them."""
        try:
            with library() as lists:
                self.lists = lists.lists
        except Refused as refusal:
            self.lists, said = (), f"! {refusal}"
        self.choosing = False
        self.repaint(said)

    def repaint(self, said: str = "") -> None:
        """The lists, and their order in the event that is open."""
        width = max(self.list.size.width, 40)
        self._fill("Rating lists", list(list_lines(self.lists, self._event, width)), KEYS, said)

    @property
    def _event(self) -> Event | None:
        return self.console.desk.event

    def _fill(self, title: str, lines: list[Line], keys: str, said: str = "") -> None:
        note = "\n".join(in_lines(safe(said, 600), 72)[:4])
        self.box.fill(title, lines, keys, note, BESIDE)

    # Keys

    def on_key(self, event: events.Key) -> None:
        """One key each."""
        event.stop()
        if self.file_read:
            self.stopped = self.stopped or event.key == "escape"
        elif self.choosing:
            self._key_in_files(event)
        elif event.key in ("escape", "q"):
            self.dismiss(False)
        elif event.character == "?":
            dialog_help(self, "Rating lists")
        elif event.character == "a":
            self._choose()
        elif event.character == "c":
            if self.lists:
                self.dismiss(True)
            else:
                self._say_why(NO_LIST)
        elif event.character == "X":
            self._remove()
        elif self._key_of_order(event) or self.list.take_key(event.key):
            pass
        elif event.key == "space" or event.character in ORDER_KEYS:
            self._say_why("choose one of the ratings below the lists" if self.lists else NO_LIST)
        else:
            self.app.bell()

    def _say_why(self, said: str) -> None:
        """Why a key does nothing here."""
        self.repaint(f"! {said}")
        self.app.bell()

    def _key_of_order(self, event: events.Key) -> bool:
        """Whether a key has put the lists into another order."""
        open_event, selected = self._event, self.list.selected
        if open_event is None or not self.lists:
            return False
        rule = rule_of(open_event)
        used = rule.columns(self.lists)
        if event.character == "m":
            codes = list(RATING_METHODS)
            after = codes[(codes.index(rule.method) + 1) % len(codes)]
            self._set({METHOD_KEY: "" if after == DEFAULT_METHOD else after})
            return True
        if event.character == "0":
            self._set({ORDER_KEY: ""})
            return True
        if not isinstance(selected, tuple) or selected[0] != "column":
            return False
        name = str(selected[1])
        if event.key == "space":
            self._set({ORDER_KEY: ", ".join(switched(used, name))})
        elif event.character in ("K", "J") and name in used:
            order = moved(used, name, -1 if event.character == "K" else 1)
            self._set({ORDER_KEY: ", ".join(order)})
        else:
            return False
        return True

    @work(exclusive=True, group="order")
    async def _set(self, details: Mapping[str, str]) -> None:
        await self.console.desk.act(ChangeSettings(details=details))
        self.repaint()

    # A file

    def _choose(self) -> None:
        self.choosing = True
        near = (Path.cwd(), Path.home() / "Downloads", Path.home(), self.console.desk.store.folder)
        files = candidates((kiosk.inbox(),) if kiosk.on() else near, ENDINGS)
        lines = [Line(_file_words(path), str(path)) for path in files]
        nothing = [line("  no .zip, .txt, .xml or .csv file near by; p types a path", "dim")]
        self._fill("Load a rating list from", lines or nothing, CHOOSING)

    def _key_in_files(self, event: events.Key) -> None:
        if event.key in ("escape", "q"):
            self.look()
        elif event.character == "p":
            self._ask_path()
        elif self.list.take_key(event.key):
            pass
        elif begins_a_path(event.character):
            self._ask_path(event.character or "")
        else:
            self.app.bell()

    @work(exclusive=True, group="path")
    async def _ask_path(self, begun: str = "") -> None:
        if kiosk.on():
            text = await self.console.ask_line("Name of a list in the inbox:", self._typed)
        else:
            text = await self.console.ask_line(
                "Path of a rating list:",
                begun or self._typed or f"{Path.cwd()}/",
                completions=partial(paths_on, endings=ENDINGS),
            )
        if not text:
            return
        self._typed = text
        try:
            self._load(kiosk.in_inbox(text) if kiosk.on() else found_path(text))
        except Refused as refusal:
            self.look(f"! {refusal}")

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """Enter on a file."""
        message.stop()
        if self.choosing and not self.file_read:
            self._load(Path(str(message.key)))

    # Loading

    @work(exclusive=True, group="loading")
    async def _load(self, path: Path) -> None:
        self.file_read, self.percent, self.stopped = shortened(path.name, 40), 0, False
        self._fill(f"Loading {self.file_read}", [self._bar()], LOADING)
        try:
            loaded = await asyncio.to_thread(self._loaded, path)
        except Refused as refusal:
            self.file_read = ""
            where = f"{refusal.where}: " if refusal.where else ""
            self.look(f"! {where}{with_folder(refusal, path)}")
            return
        self.file_read = ""
        if loaded is None:
            self.look("stopped; nothing was changed")
            return
        self._typed, new = "", loaded.list
        before = f", in place of that of {loaded.before.date}" if loaded.before else ""
        notes = "".join(f"; {note}" for note in loaded.notes)
        event = self._event
        if event is not None and event.entrants and rule_of(event).checks:
            self.dismiss(True)
        else:
            self.look(f"loaded: {new.dated}, {new.players:,} players{before}{notes}")

    def _loaded(self, path: Path) -> Loaded | None:
        """In a thread."""
        from saves.ratings.building import add_list

        if kiosk.on():
            kiosk.inside(path)

        def progress(percent: int) -> None:
            self.percent = percent

        return add_list(database(), path, progress=progress, stopped=lambda: self.stopped)

    def _bar(self) -> Line:
        stopping = "  stopping …" if self.stopped else ""
        return Line(
            (("  ", "plain"), (bar(self.percent, 100, CELLS), "accent"),
             (f" {self.percent:>3} %{stopping}", "plain"))
        )  # fmt: skip

    def _show_progress(self) -> None:
        if self.file_read:
            self.list.show([self._bar()])

    @work(exclusive=True, group="loading")
    async def _remove(self) -> None:
        from saves.ratings.building import remove_list

        selected = self.list.selected
        if not isinstance(selected, tuple) or selected[0] != "list":
            self._say_why("choose a list, which X takes away" if self.lists else NO_LIST)
            return
        name = str(selected[1])
        if not await self.console.ask(f"Take the rating list {safe(name)} away?"):
            return
        self.file_read = safe(name)
        try:
            old = await asyncio.to_thread(remove_list, database(), name)
        except Refused as refusal:
            said = f"! {refusal}"
        else:
            said = f"{old.dated} is taken away"
        self.file_read = ""
        self.look(said)


async def rating_lists(console: TopboardApp) -> None:
    """Open the lists; then the comparison, where that is wanted."""
    compares = await console.push_screen_wait(RatingLists())
    if compares:
        await check_ratings(console)


async def check_ratings(console: TopboardApp) -> None:
    """Open the comparison."""

    await console.push_screen_wait(RatingCheck())


# The lists and their order


def columns_there(lists: Sequence[RatingList]) -> tuple[str, ...]:
    """Every column of the lists: a list and a rate of play each."""
    return tuple(column_name(one.name, r) for one in lists for r in RATES if r in one.rates)


def list_lines(lists: Sequence[RatingList], event: Event | None, width: int) -> Iterator[Line]:
    """The lists with date and size, then the order in which their ratings count in the event."""
    if not lists:
        yield line("  no list is loaded", "dim")
        yield line("  a  loads one: FIDE's (text or XML), the ECF's, any CSV; zipped or not", "dim")
    for one in lists:
        named = cell(one.name, LIST_NAME)
        facts = f"{one.date}  {one.players:>11,} players  {shortened(one.file, 40)}"
        yield Line(((f"  {named} ", "plain"), (cell(facts, width - LIST_NAME - 4).rstrip(), "dim")),
                   ("list", one.name))  # fmt: skip
    if event is None or not lists:
        return
    rule = rule_of(event)
    yield Line()
    yield line(f"  Ratings of this event: {rule.rate}", "key")
    yield line(f"  {rule.method}: {RATING_METHODS.get(rule.method, '')}", "dim")
    used = rule.columns(lists)
    for at, name in enumerate(used, start=1):
        gap = "another rate of play" if not name.casefold().endswith(rule.rate) else ""
        yield Line(
            ((f"  {at:>2}  {cell(name, LIST_NAME)} ", "plain"), (gap, "dim")), ("column", name)
        )
    for name in columns_there(lists):
        if name not in used:
            yield Line(((f"   -  {cell(name, LIST_NAME)} ", "dim"), ("does not count", "dim")),
                       ("column", name))  # fmt: skip


def moved(used: Sequence[str], name: str, by: int) -> tuple[str, ...]:
    """The order with a column one place up or down."""
    order = list(used)
    at = order.index(name)
    to = min(max(at + by, 0), len(order) - 1)
    order.insert(to, order.pop(at))
    return tuple(order)


def switched(used: Sequence[str], name: str) -> tuple[str, ...]:
    """The order without a column that counts, or with one that does not at its end."""
    return tuple(n for n in used if n != name) if name in used else (*used, name)


# What differs


COMPARED_KEYS = "space  choose   A  all   r  other rating   y  take over   esc  back"

NOTHING = "esc  back"

MARKING = "y  take over   esc  back"

BESIDE_COMPARED = 9

LEAST_WIDTH = 70

MOST_NAMES = 5


class RatingCheck(OnConsole, ModalScreen[None]):
    """One line for each entry that differs, chosen where the player was found by his number."""

    DEFAULT_CSS = """
    RatingCheck { align: center middle; background: transparent; }
    RatingCheck .dialog-box { width: 86; max-width: 100%; }
    RatingCheck LineList { background: $surface; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.list = LineList(id="rating-differences")
        self.box = ListBox("Comparing the entries with the rating lists …", self.list, NOTHING)
        self.choices: tuple[RatingChoice, ...] | None = None
        """None while they are compared."""
        self.chosen: set[str] = set()
        self.unmarked: tuple[ListedChanges, ...] = ()
        """Of ratings that are those of the lists, but are marked as entered by hand."""
        self.lists: tuple[RatingList, ...] = ()

    def compose(self) -> ComposeResult:
        """Title, list, what is said, keys."""
        yield self.box

    def on_mount(self) -> None:
        """Compare at once."""
        make_room(self.list, BESIDE_COMPARED, 1)
        self.list.focus()
        self._compare()

    def on_resize(self) -> None:
        """As high as the terminal allows."""
        if self.choices is not None:
            self.call_after_refresh(self._show)

    @work(exclusive=True)
    async def _compare(self) -> None:
        event = self.console.desk.event
        try:
            every, self.lists = await asyncio.to_thread(compare, event)
        except Refused as refusal:
            self._tell("Ratings are not compared", [], NOTHING)
            why = in_lines(safe(str(refusal), 400), max(self.list.size.width - 2, 40))
            make_room(self.list, BESIDE_COMPARED, len(why))
            self.list.show([line(f" {part}") for part in why])
            return
        rule = rule_of(event)
        self.choices = choices_of(every, rule)
        # a rating that only other lists have is the arbiter's to pick
        differing = [c.compared for c in self.choices if c.compared.differences]
        self.chosen = {one.entrant.id for one in differing if one.sure and not one.held}
        self.unmarked = unmarked(every, rule)
        missing = [safe(one.entrant.name) for one in every if not one.players]
        said = list(age_notes(event, self.lists))
        if self.unmarked:
            said.append(
                f"{counted(len(self.unmarked), 'rating')} typed by hand and the same in the list: "
                "y marks them as the list's."
            )
        if missing:
            more = f" and {len(missing) - MOST_NAMES} more" if len(missing) > MOST_NAMES else ""
            said.append(
                f"No player, or more than one, found for: {' · '.join(missing[:MOST_NAMES])}{more}."
            )
        named = ", ".join(one.dated for one in self.lists)
        count = counted(len(differing), "entry differs", "entries differ")
        keys = COMPARED_KEYS if self.choices else MARKING if self.unmarked else NOTHING
        self._tell(f"{count} from {named}", said, keys)
        self._show()

    def _tell(self, title: str, said: list[str], keys: str) -> None:
        self.box.entitle(safe(title, 300))
        self._say(said)
        self.box.keys.update(keys)

    def _say(self, said: list[str]) -> None:
        width = self.list.size.width or LEAST_WIDTH
        texts = [part for text in said for part in in_lines(safe(text, 400), width)]
        self.box.said.update("\n".join(texts[:4]))
        self.box.said.display = bool(texts)

    def _show(self) -> None:
        choices = self.choices or ()
        width = max(self.list.size.width, 40)
        lines = list(choice_lines(choices, self.chosen, width))
        make_room(self.list, BESIDE_COMPARED, len(lines) or 1)
        self.list.show(lines or [line("  nothing differs", "done")])

    def on_key(self, event: events.Key) -> None:
        """One key each."""
        event.stop()
        selected = self.list.selected
        if event.key in ("escape", "q"):
            self.dismiss(None)
        elif event.character == "?":
            dialog_help(self, "Ratings compared")
        elif event.character == "y" and (self.choices or self.unmarked):
            self._take_over()
        elif not self.choices:
            self.app.bell()
        elif event.key == "space" and isinstance(selected, str):
            self.chosen ^= {selected}
            self._show()
            self.list.take_key("down")
        elif event.character == "A":
            everybody = {c.compared.entrant.id for c in self.choices}
            self.chosen = set() if self.chosen == everybody else everybody
            self._show()
        elif event.character == "r" and isinstance(selected, str):
            self.choices = tuple(
                c.next_rating() if c.compared.entrant.id == selected else c for c in self.choices
            )
            self.chosen.add(selected)
            self._show()
        elif not self.list.take_key(event.key):
            self.app.bell()

    @work(exclusive=True)
    async def _take_over(self) -> None:
        event = self.console.desk.event
        rule = rule_of(event)
        taken = [c for c in self.choices or () if c.compared.entrant.id in self.chosen]
        if not taken and not self.unmarked:
            self._say(["! nobody is chosen: space chooses, A chooses all"])
            self.app.bell()
            return
        action = TakeRatings(
            (*(choice.changes(rule) for choice in taken), *self.unmarked),
            tuple(one.dated for one in self.lists),
            await self._from_round(event) if taken else None,
            seen=tuple(choice.compared.entrant.rating for choice in taken),
        )
        done = await self.console.desk.act(action)
        if done is None:
            return
        changed = [f"{counted(len(taken), 'entry', 'entries')} changed"] if taken else []
        same = counted(len(self.unmarked), "rating")
        marked = [f"{same} marked as the list's, unchanged"] if self.unmarked else []
        self.dismiss(None)
        self.console.tell(f"{'; '.join([*changed, *marked])}; u undoes it", "done")

    async def _from_round(self, event: Event) -> int | None:
        """In a long event that is under way, from which round on new ratings count."""
        if not event.published or not long_event(event):
            return None
        number = len(event.published) + 1
        question = (
            f"This event is longer than 30 days. Do the new ratings count from "
            f"{event.called(number)} on, beside those before? (No: they take their place.)"
        )
        return number if await self.console.ask(question) else None


def compare(event: Event) -> tuple[tuple[Compared, ...], tuple[RatingList, ...]]:
    """Every entry beside the lists of the event's order, in a thread; `Refused` without any."""
    from saves.ratings.matching import compared_event, lists_for

    with library() as lists:
        asked = lists_for(lists, rule_of(event), day_of_lists(event))
        if not asked:
            problem = (
                "no list of the event's order is loaded" if lists.lists else "no list is loaded"
            )
            raise Refused(problem, "", "L loads one")
        return compared_event(lists, event), asked


FOUND_BY = {"id": "", "birth": "found by name and birth", "name": "found by the name alone"}


NAME, FIELD, VALUE = 34, 12, 22


@dataclass(frozen=True, slots=True)
class RatingChoice:
    """An entry that is not as the lists have it, and the rating that would be taken."""

    compared: Compared
    ratings: tuple[RatingSource, ...]
    """All that the lists have of him: those that can count by rule, then the others."""
    by_rule: int
    """How many of them can count by rule."""
    at: int = 0
    """Which one is taken."""

    @property
    def rating(self) -> RatingSource | None:
        """The rating that is taken; None where the lists have none."""
        return self.ratings[self.at] if self.ratings else None

    @property
    def picked(self) -> bool:
        """Another one than the rule gives."""
        return self.at > 0 or (self.by_rule == 0 and bool(self.ratings))

    def next_rating(self) -> RatingChoice:
        """The next one of his ratings."""
        return replace(self, at=(self.at + 1) % max(len(self.ratings), 1))

    def changes(self, rule: RatingRule) -> ListedChanges:
        """What is taken over into the entry."""
        taken = taken_over(self.compared, rule)
        source = self.rating
        if not self.picked or source is None:
            return taken
        return replace(
            taken,
            changes={**taken.changes, "rating": source.rating},
            official=marked(taken.official, source),
        )


def choices_of(every: Sequence[Compared], rule: RatingRule) -> tuple[RatingChoice, ...]:
    """The entries with something to choose: what differs, or ratings that only other lists have."""
    choices: list[RatingChoice] = []
    for one in every:
        official = tuple(player.official for player in one.players)
        ratings, ranked = every_rating(official, rule), rule.ranked(official)
        without = one.entrant.rating is None and bool(ratings) and not ranked
        if one.differences or without:
            choices.append(RatingChoice(one, ratings, len(ranked)))
    return tuple(choices)


def choice_lines(
    choices: Sequence[RatingChoice], chosen: Collection[str], width: int
) -> Iterator[Line]:
    """A line for each entry, one below for each field."""
    for choice in choices:
        one = choice.compared
        mark = "x" if one.entrant.id in chosen else " "
        named = f" [{mark}] {cell(who(one.entrant), NAME)} "
        yield Line(((named, "plain"), (FOUND_BY[one.match], "should")), one.entrant.id)
        for text in difference_texts(choice):
            yield line(f"      {cell(text, width - 7).rstrip()}", "dim")


def difference_texts(choice: RatingChoice) -> Iterator[str]:
    """`rating      2600 → 2675   FIDE rapid of 2026-11-01`."""
    one, source = choice.compared, choice.rating
    others = [d for d in one.differences if d.field != "rating"]
    ratings: list[RatingDifference] = [d for d in one.differences if d.field == "rating"]
    if source is not None and (ratings or choice.picked):
        stands = "" if one.entrant.rating is None else str(one.entrant.rating)
        more = f"  r: {choice.at + 1} of {len(choice.ratings)}" if len(choice.ratings) > 1 else ""
        rating = RatingDifference("rating", stands, str(source.rating), source.column, source.date)
        if choice.picked and choice.at == 0 and not ratings:
            yield f"{'rating':{FIELD}}only in other lists: {source.text}{more}"
        else:
            yield _difference(rating, more)
    for other in others:
        yield _difference(other)


def _difference(one: RatingDifference, more: str = "") -> str:
    values = f"{safe(one.entered) or '-'} → {safe(one.listed)}"
    named = one.field.replace("_", " ").replace("fide", "FIDE")
    return f"{named:{FIELD}}{cell(values + more, VALUE)}  {one.list} of {one.date}"
