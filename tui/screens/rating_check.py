"""The entries compared with the rating lists: what differs is shown, what is chosen taken over."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from textual import events, work
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Label

from engine.actions import TakeRatings
from engine.event import Event
from engine.event_data import long_event
from engine.points import counted
from engine.rating_check import unmarked
from engine.rating_lists import ListedChanges, RatingList
from engine.rating_rule import age_notes, day_of_lists, rule_of
from engine.refusal import Refused
from saves.safe_text import safe
from tui.screens.dialogs import dialog_help, make_room
from tui.screens.rating_lines import RatingChoice, choice_lines, choices_of
from tui.terminal.cells import in_lines
from tui.widgets.lines import LineList, line
from tui.widgets.titled_box import TitledBox

if TYPE_CHECKING:
    from engine.rating_check import Compared
    from tui.app import TopboardApp

KEYS = "space  choose   A  all   r  other rating   y  take over   esc  back"
NOTHING = "esc  back"
MARKING = "y  take over   esc  back"
BESIDE = 9
LEAST_WIDTH = 70
MOST_NAMES = 5


class RatingCheck(ModalScreen[None]):
    """One line for each entry that differs, chosen where the player was found by his number."""

    DEFAULT_CSS = """
    RatingCheck { align: center middle; background: transparent; }
    RatingCheck .dialog-box { width: 86; max-width: 100%; }
    RatingCheck LineList { background: $surface; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.list = LineList(id="rating-differences")
        self.choices: tuple[RatingChoice, ...] | None = None
        """None while they are compared."""
        self.chosen: set[str] = set()
        self.unmarked: tuple[ListedChanges, ...] = ()
        """Of ratings that are those of the lists, and stand as entered by hand."""
        self.lists: tuple[RatingList, ...] = ()

    @property
    def console(self) -> TopboardApp:
        """The app, by its own type."""
        return cast("TopboardApp", self.app)

    def compose(self) -> ComposeResult:
        """Title, list, what is said, keys."""
        with TitledBox("Comparing the entries with the rating lists …"):
            yield self.list
            yield Label("", id="rating-said", classes="dialog-note", markup=False)
            yield Label(NOTHING, id="rating-keys", classes="dialog-note", markup=False)

    def on_mount(self) -> None:
        """Compare at once."""
        make_room(self.list, BESIDE, 1)
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
            self._tell("Ratings are not compared", [str(refusal)], NOTHING)
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
                f"{counted(len(self.unmarked), 'rating')} by hand as in the list: y says so."
            )
        if missing:
            more = f" and {len(missing) - MOST_NAMES} more" if len(missing) > MOST_NAMES else ""
            said.append(f"In no list: {' · '.join(missing[:MOST_NAMES])}{more}.")
        named = ", ".join(one.dated for one in self.lists)
        count = counted(len(differing), "entry differs", "entries differ")
        keys = KEYS if self.choices else MARKING if self.unmarked else NOTHING
        self._tell(f"{count} from {named}", said, keys)
        self._show()

    def _tell(self, title: str, said: list[str], keys: str) -> None:
        self.query_one(TitledBox).entitle(safe(title, 300))
        self._say(said)
        self.query_one("#rating-keys", Label).update(keys)

    def _say(self, said: list[str]) -> None:
        width = self.list.size.width or LEAST_WIDTH
        texts = [part for text in said for part in in_lines(safe(text, 400), width)]
        note = self.query_one("#rating-said", Label)
        note.update("\n".join(texts[:4]))
        note.display = bool(texts)

    def _show(self) -> None:
        choices = self.choices or ()
        width = max(self.list.size.width, 40)
        lines = list(choice_lines(choices, self.chosen, width))
        make_room(self.list, BESIDE, len(lines) or 1)
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
        entries = counted(len(action.entries), "entry", "entries")
        self.dismiss(None)
        self.console.tell(f"{entries} brought up to date; u undoes it", "done")

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
    from tui.rating_desk import library

    with library() as lists:
        asked = lists_for(lists, rule_of(event), day_of_lists(event))
        if not asked:
            problem = (
                "no list of the event's order is loaded" if lists.lists else "no list is loaded"
            )
            raise Refused(problem, "", "L loads one")
        return compared_event(lists, event), asked
