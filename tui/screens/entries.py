"""The place Entries: the entry list, check-in, withdrawals, byes, and what the format advises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import work
from textual.widget import Widget

from engine.actions import (
    Action,
    ReEnter,
    RemoveEntrant,
    Withdraw,
)
from engine.actions.presence import lost_by_leaving
from engine.divisions import Divided
from engine.entrants import Entrant
from engine.event import Event
from engine.format_parts import divided_field
from engine.late import missed_rounds
from engine.points import counted
from engine.protocol import numbers
from engine.refusal import Refused
from saves.safe_text import safe
from tui.keys import keys_of
from tui.screens.checking_in import CheckingIn
from tui.screens.columns import in_lines
from tui.screens.entries_lines import (
    SORTS,
    Parts,
    SortBy,
    counts,
    entry_lines,
    listed,
    next_round,
)
from tui.screens.entries_seeding import (
    moved,
    placed,
    put,
    refuse_seeds,
    seed_by,
    uses_seeds,
)
from tui.screens.entry_saving import add_entries, edit_entry
from tui.screens.entry_words import adjustment_of, byes_of, read_byes, who
from tui.screens.leaving import withdraw_losing, withdrawal_question
from tui.screens.place import Fitting
from tui.screens.sections import SectionsDialog, sizes_text
from tui.screens.settings_form import change_settings
from tui.widgets.lines import Line, LineList, line

MOST_ADVICE = 3
"""Lines of advice at the foot of the list."""
SEEDING = frozenset({"seed", "seeds", "seed_up", "seed_down"})
WIDE = 90
"""From so many cells on the status line says what the sizes are of."""


def _missed_text(event: Event, entrant: Entrant) -> str:
    """The rounds for which a late entry may be given points."""
    rounds = ", ".join(event.called(number) for number in missed_rounds(event, entrant))
    return f"; entered after {rounds}" if rounds else ""


class Entries(CheckingIn):
    """Who plays. What stands in the list is the event's; the place keeps sort and filter."""

    place = "entries"
    remembered: ClassVar[Mapping[str, Fitting]] = {"needle": str, "sort": SORTS, "unseen": bool}

    def __init__(self) -> None:
        super().__init__()
        self.sort: SortBy = "number"
        self.advice = LineList(id="advice", selectable=False)
        self.advice.styles.scrollbar_size_vertical = 0
        self._parted: tuple[Event, Divided | None] | None = None

    def compose_body(self) -> Sequence[Widget]:
        """The list, and the advice under it."""
        return [self.body, self.advice]

    def show(self, event: Event) -> None:
        """The list as sorted and narrowed."""
        shown = listed(event, self.desk.format, self.sort, self.needle, self.unseen)
        parts = Parts.named(self._divided(event))
        self._heads_line, lines = entry_lines(
            shown, event, self.size.width, parts, numbers(self.desk.format, event)
        )
        self.body.show(lines or self._nobody(event))
        advice = self._advice(event)
        self.advice.display = bool(advice)
        self.advice.styles.height = len(advice)
        self.advice.show(advice)

    def _divided(self, event: Event) -> Divided | None:
        """Sections or quarters as they stand or would stand; kept while the event is the same."""
        if self._parted is None or self._parted[0] is not event:
            self._parted = (event, divided_field(self.desk.format, event))
        return self._parted[1]

    def _nobody(self, event: Event) -> list[Line]:
        if event.entrants:
            return [line("   nobody: esc shows all", "dim")]
        texts = ("no entries yet", "a  add one by one", "i  import a list from a CSV or TRF file")
        return [line(f"   {text}", "dim") for text in texts]

    def _advice(self, event: Event) -> list[Line]:
        found: list[Line] = []
        told = self.desk.format.advise(event)
        for advice in sorted(told, key=lambda a: not a.urgent):
            mark, style = ("!", "should") if advice.urgent else ("·", "note")
            parts = in_lines(advice.text, self.size.width - 4)
            found += [line(f" {mark if i == 0 else ' '} {p}", style) for i, p in enumerate(parts)]
        return found[:MOST_ADVICE]

    def status_text(self, event: Event) -> str:
        """How many are in."""
        divided = self._divided(event)
        parts = [counts(event)]
        parts += [sizes_text(divided, self.size.width >= WIDE)] if divided is not None else []
        parts += ["not seen only"] if self.unseen else []
        parts += [f"by {self.sort}"] if self.sort != "number" else []
        return " · ".join(parts)

    def works(self, id: str) -> bool:
        """What needs an entry does not work on an empty list."""
        if id == "draw":
            return self.desk.format.next_step(self.desk.event).name == "draw"
        if id == "sections":
            return self._divided(self.desk.event) is not None
        if id in SEEDING and not uses_seeds(self.desk.format):
            return False
        alone = ("add", "bring_in", "find")
        return id in alone or bool(self.desk.event.entrants)

    # Looking

    def action_sort(self) -> None:
        """By number, rating, name in turn."""
        sorts = [*SORTS, "seed"] if uses_seeds(self.desk.format) else list(SORTS)
        self.sort = sorts[(sorts.index(self.sort) + 1) % len(sorts)]
        self.repaint()
        self.message(f"sorted by {self.sort}")

    def action_all(self) -> None:
        """Everybody again."""
        self.unseen = False
        super().action_all()

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """Enter: the card."""
        message.stop()
        self.action_card()

    def action_card(self) -> None:
        """The selected one's card."""
        from tui.places.card import card_of

        self.console.push_screen(card_of(self._selected().id))

    async def action_draw(self) -> None:
        """To Pairings, and draw there."""
        await self.console.go("pairings")
        front, draw = self.console.front, keys_of("pairings").get("d")
        if front is not None and front.place == "pairings" and draw is not None:
            front.call_later(front.run_command, draw)

    def action_sections(self) -> None:
        """The sections or quarters, with their boundaries."""
        if self._divided(self.desk.event) is None:
            raise Refused("this format has no sections", "", "")
        self.console.push_screen(SectionsDialog())

    def action_settings(self) -> None:
        """The title, the rounds, and what else the format has."""
        change_settings(self)

    @work(exclusive=True, group="trying")
    async def action_try_format(self) -> None:
        """What the format would do to these entries, from many events played by chance."""
        from tui.screens.trying import try_format

        await try_format(self.console)

    # In and out

    @work(exclusive=True, group="ask")
    async def action_withdraw(self) -> None:
        """Out of the event from the next round on (asks), or back in it."""
        entrant = self._selected()
        since = f"from {self.desk.format.round_name(next_round(self.desk.event))} on"
        if entrant.withdrawn:
            await self._do(ReEnter(entrant.id), f"{who(entrant)} is back {since}")
        elif lost := lost_by_leaving(self.desk.event, self.desk.format, entrant.id):
            await withdraw_losing(self.console, entrant.id, lost)
        elif await self.console.ask(
            withdrawal_question(
                self.desk.event, self.desk.format, entrant.id, f"Withdraw {who(entrant)} {since}?"
            )
        ):
            await self._do(Withdraw(entrant.id), f"{who(entrant)} is withdrawn {since}")

    @work(exclusive=True, group="ask")
    async def action_remove(self) -> None:
        """Take an entry out of the list, before its first round."""
        entrant = self._selected()
        action = RemoveEntrant(entrant.id)
        try:
            self._try(action)
        except Refused as refusal:
            self.console.refused(refusal)
            return
        if await self.console.ask(f"Remove the entry {who(entrant)} altogether?"):
            await self._do(action, f"{who(entrant)} is removed")

    @work(exclusive=True, group="ask")
    async def action_byes(self) -> None:
        """Byes by round, from one line."""
        entrant = self._selected()
        arranged = ", ".join(b.text for b in byes_of(self.desk.event, entrant)) or "none so far"
        prompt = (
            f"Byes of {who(entrant)}: {arranged}{_missed_text(self.desk.event, entrant)}\n"
            "Rounds, then points (0.5, 0, 1), or - to take back; as in 2 4 0.5"
        )
        text = await self.console.ask_line(prompt, "", lambda t: self._refusal(entrant, t, "byes"))
        for action in [] if text is None else self._read(entrant, text, "byes"):
            if not await self._do(action, f"byes of {who(entrant)}: {text}"):
                return

    @work(exclusive=True, group="ask")
    async def action_adjust(self) -> None:
        """Points given or taken, with the reason, from one line."""
        entrant = self._selected()
        prompt = (
            f"Points to give {who(entrant)} or to take, and why:\nas in -0.5 phone rang in round 2"
        )
        text = await self.console.ask_line(
            prompt, "", lambda t: self._refusal(entrant, t, "points")
        )
        for action in [] if text is None else self._read(entrant, text, "points"):
            await self._do(action, f"{who(entrant)}: {text}")

    def _read(self, entrant: Entrant, text: str, what: str) -> list[Action]:
        if what == "points":
            return [adjustment_of(entrant, text)]
        return list(read_byes(entrant, text))

    def _refusal(self, entrant: Entrant, text: str, what: str) -> str | None:
        """What is wrong with the line, or None."""
        try:
            event = self.desk.event
            for action in self._read(entrant, text, what):
                event = action.apply(event, self.desk.format)
        except Refused as refusal:
            return safe(str(refusal), 200)
        return None

    # Seeds

    @work(exclusive=True, group="ask")
    async def action_seeds(self) -> None:
        """All at once: by rating, by lot, none."""
        await seed_by(self)

    async def action_seed_up(self) -> None:
        """One place up."""
        await self._move_seed(-1)

    async def action_seed_down(self) -> None:
        """One place down."""
        await self._move_seed(1)

    async def _move_seed(self, by: int) -> None:
        refuse_seeds(self.desk.format)
        id = self._selected().id
        await put(self, moved(self.desk.event, self.desk.format, id, by), id)

    def action_seed(self) -> None:
        """The selected one's seed, as a number."""
        refuse_seeds(self.desk.format)
        entrant = self._selected()

        async def take(text: str) -> None:
            await put(self, placed(self.desk.event, entrant.id, text), entrant.id)

        def done(text: str) -> None:
            self.call_later(take, text)

        self.prompt(f"seed of {who(entrant)}", done)

    # The form

    def action_add(self) -> None:
        """A form; enter saves and goes on with the next one."""
        add_entries(self)

    def action_edit(self) -> None:
        """The form with what the entry says."""
        edit_entry(self, self._selected())

    def action_bring_in(self) -> None:
        """A file chosen, read, looked at, taken over."""
        from tui.screens.import_dialog import ImportDialog

        def said(count: int | None) -> None:
            if count is not None:
                entries = counted(count, "entry", "entries")
                self.call_after_refresh(self.message, f"{entries} taken over", "done")

        self.console.push_screen(ImportDialog(), said)
