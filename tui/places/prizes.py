"""The place Prizes: who wins what by the plan of the event, why, and what the open games give.

It is on top of the place from which it was opened; in a congress it is a place of its own, with
the prizes of all events. The plan is a file beside the event or the congress, read when the place
comes to the front, after each change, and when somebody else has changed it. No event depends on
it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.alphabet import fold, holds
from engine.event import Event, last_call
from engine.money import Cents, money_text
from engine.points import column_texts, counted
from engine.prizes.allocation import LEVEL, Award, PrizeOutcome, PrizeState, allocate, with_lot
from engine.prizes.checks import plan_problems
from engine.prizes.contenders import Contender, PrizeEvent
from engine.prizes.outlook import MOST, BoardOutlook, PrizeRange, open_games, outlooks
from engine.prizes.plan import NEW_PLAN, PrizeList, PrizePlan
from engine.protocol import Format
from engine.reasons import Reasons
from engine.refusal import Refused
from engine.results import with_half_signs
from engine.tables import shared_places
from saves.cells import in_lines, text_width
from saves.prizes import PRIZES_NAME
from saves.prizes.events import of_members
from saves.prizes.file import example_of, keep_plan, plan_of
from saves.prizes.words import (
    award_why,
    list_text,
    people_text,
    pool_text,
    prize_name,
    prize_text,
    problem_text,
    shares_text,
    state_text,
)
from saves.safe_text import safe, shortened
from tui.places.finding import NarrowedState, leave, narrow, narrowed_foot, next_hit, show_all
from tui.places.shape import (
    AtYes,
    Converse,
    DeskView,
    Fetch,
    PlaceKind,
    Question,
    Screenful,
    Step,
    said,
    say,
)
from tui.screens.columns import Column, cell, row_text, widths
from tui.screens.names import name_in
from tui.widgets.lines import Line, line, titled

if TYPE_CHECKING:
    from engine.congress.accounts import Account
    from engine.congress.members import MemberEvent
    from tui.app import TopboardApp


NO_PLAN = (
    "   No prizes are planned.",
    "   a  adds a list of them      i  begins with an example",
)
NO_LISTS = "   the plan has no prizes"
MOST_NOTES = 3
NOTES_OF_HEIGHT = 5
"""Lines of notes: so many, or on a high screen this part of it."""
LOOKS = 3
"""Open games that are looked at in one go."""


@dataclass(frozen=True, slots=True)
class PrizesState(NarrowedState):
    """The plan as it was read, and what has been worked out of the open games."""

    plan: PrizePlan | None = None
    read: bool = False
    trouble: str = ""
    """Why the file cannot be read."""
    outlooks: tuple[BoardOutlook, ...] = ()
    looked: int = 0
    """Open games that have been looked at."""
    looked_at: tuple[int, ...] = ()
    """The revisions of the events that they were looked at in."""


PrizesStep = Step[PrizesState]


# What is shown


def prize_events(desk: DeskView) -> tuple[PrizeEvent, ...]:
    """The event, or those of the congress, as prizes see them."""
    whole = desk.congress
    if whole is None:
        return _of_event(desk.event, desk.format)
    return _of_congress(whole.with_fees, whole.accounts(), *whole.members)


@last_call
def _of_event(event: Event, format: Format) -> tuple[PrizeEvent, ...]:
    return (PrizeEvent("", event.title, event, format),)


@last_call
def _of_congress(
    fees: bool, accounts: tuple[Account, ...], *members: MemberEvent
) -> tuple[PrizeEvent, ...]:
    return of_members(members, accounts, fees)


def _revisions(desk: DeskView) -> tuple[int, ...]:
    return tuple(one.event.revision for one in prize_events(desk))


@last_call
def _shown(
    plan: PrizePlan, events: tuple[PrizeEvent, ...], outlooks: tuple[BoardOutlook, ...],
    *unopened: str,
) -> ShownPrizes:  # fmt: skip
    return replace(_worked_out(plan, events, *unopened), outlooks=outlooks)


@last_call
def _worked_out(plan: PrizePlan, events: tuple[PrizeEvent, ...], *unopened: str) -> ShownPrizes:
    """`unopened`: folder and name of each event that is not open, one after the other."""
    return shown_prizes(plan, events, dict(zip(unopened[::2], unopened[1::2], strict=True)))


def prizes_shown(desk: DeskView, state: PrizesState) -> ShownPrizes | None:
    """What the plan gives now; None without one."""
    if state.plan is None:
        return None
    outlooks = state.outlooks if state.looked_at == _revisions(desk) else ()
    unopened = desk.congress.unopened if desk.congress is not None else ()
    words = [text for one in unopened for text in (one.folder, one.name)]
    return _shown(state.plan, prize_events(desk), outlooks, *words)


def picture(desk: DeskView, state: PrizesState) -> Screenful:
    """The prizes, then the open games on which some hang."""
    shown = prizes_shown(desk, state)
    if shown is None:
        return _without(desk, state)
    heads, body = prize_lines(shown, desk.width)
    if state.needle:
        body = [
            one for one in body if one.key is not None and holds(fold(one.text), fold(state.needle))
        ]
    room = max(MOST_NOTES, desk.height // NOTES_OF_HEIGHT)
    detail = [] if desk.paned else about_lines(shown, state.selected, desk.width)
    return Screenful(
        prizes_status(shown, desk.status_room),
        heads,
        body or [line("   nothing of that kind" if state.needle else NO_LISTS, "dim")],
        under=problem_lines(shown, desk.width, room),
        detail=[one for one in detail if one.text.strip()][:5],
        foot=narrowed_foot(state, body),
        idle=frozenset({"example"}),
    )


def _without(desk: DeskView, state: PrizesState) -> Screenful:
    if state.trouble:
        why = in_lines(state.trouble, desk.width - 4)
        body = [line("   The plan cannot be read:", "note"), *(line(f"   {one}") for one in why)]
    elif not state.read:
        body = [line("   reading the plan …", "dim")]
    else:
        body = [line(text, "dim") for text in NO_PLAN]
    idle = {"draw_lot", "edit", "remove", "terms", "why"} | (
        {"example", "add"} if state.trouble else set()
    )
    return Screenful(line(" prizes"), body=body, idle=frozenset(idle))


def pane(desk: DeskView, state: PrizesState, width: int, height: int) -> Sequence[Line] | None:
    """All about the selected prize or game. It is shown while the plan is read, so that the list is
    laid out once."""
    shown = prizes_shown(desk, state)
    if shown is None:
        return None if state.read else ()
    return prizes_pane(shown, state.selected, width, height)


# The plan is read beside the keys, and then the open games are looked at, a few at a time


def begin(desk: DeskView, state: PrizesState, chosen: tuple[str, str] | None = None) -> PrizesStep:
    """The plan is read as soon as the place is there; the list of the key `chosen` is selected."""
    return Step(state, (Fetch(_read_plan, PlanRead(chosen), (desk.congress is not None,)),))


def follow(before: Event, desk: DeskView, state: PrizesState) -> PrizesStep:
    """Changes by another result are shown at once; open games are looked at anew."""
    return begin(desk, state)


def _folder(console: TopboardApp, of_congress: bool) -> Path:
    """Where the plan is."""
    if of_congress and console.congress is not None:
        return console.congress.store.folder
    return console.desk.store.folder


def _read_plan(console: TopboardApp, of_congress: bool) -> PrizePlan | None:
    return plan_of(_folder(console, of_congress))


@dataclass(frozen=True, slots=True)
class PlanRead:
    """The file has been read, or cannot be."""

    chosen: tuple[str, str] | None = None
    """The key of the list whose first prize is to be selected."""

    def answered(
        self, desk: DeskView, state: PrizesState, value: PrizePlan | Refused | None
    ) -> PrizesStep:
        """The plan, none, or why not."""
        if isinstance(value, Refused):
            return Step(replace(state, plan=None, read=True, trouble=value.located))
        if value != state.plan:
            state = replace(state, plan=value, outlooks=(), looked=0, looked_at=())
        state = replace(state, read=True, trouble="")
        shown = prizes_shown(desk, state) if self.chosen is not None else None
        if shown is not None:
            awards = shown.outcome.awards
            keys = [a.prize.key for a in awards if a.prize.list.key == self.chosen]
            if keys and state.selected not in keys:
                state = replace(state, selected=keys[0])
        return look_on(desk, state)


def look_on(desk: DeskView, state: PrizesState) -> PrizesStep:
    """The next ones of the open games."""
    if state.plan is None:
        return Step(state)
    events, known = prize_events(desk), _revisions(desk)
    looked = state.looked if state.looked_at == known else 0
    first = looked
    for one in events:
        count = min(len(open_games(one)), MOST)
        if first < count:
            follow_up = GamesSeen(known, looked, min(LOOKS, count - first))
            arguments = (state.plan, events, one.key, first)
            return Step(state, (Fetch(_look, follow_up, arguments),))
        first -= count
    return Step(state)


def _look(
    console: TopboardApp, plan: PrizePlan, events: tuple[PrizeEvent, ...], key: str, first: int
) -> tuple[BoardOutlook, ...]:
    return outlooks(plan, events, key, first, LOOKS)


@dataclass(frozen=True, slots=True)
class GamesSeen:
    """Some open games have been looked at, `count` from the `first` on."""

    revisions: tuple[int, ...]
    first: int
    count: int

    def answered(
        self, desk: DeskView, state: PrizesState, value: tuple[BoardOutlook, ...] | Refused
    ) -> PrizesStep:
        """They are shown; the next ones follow. Of events that have moved on nothing is."""
        if isinstance(value, Refused) or self.revisions != _revisions(desk):
            return Step(state)
        earlier = state.outlooks if state.looked_at == self.revisions else ()
        state = replace(
            state,
            outlooks=(*earlier[: self.first], *value),
            looked=self.first + self.count,
            looked_at=self.revisions,
        )
        return look_on(desk, state)


# What a key means here


def _selected_list(desk: DeskView, state: PrizesState) -> PrizeList:
    shown = prizes_shown(desk, state)
    award = shown.award(state.selected) if shown is not None else None
    if award is None:
        raise Refused("no prize is selected", "", "")
    return award.prize.list


def add(desk: DeskView, state: PrizesState) -> PrizesStep:
    """A list of prizes more, in a form."""
    if state.trouble:
        raise Refused("the plan cannot be read", state.trouble, "correct the file first")
    return _form(desk, state.plan or NEW_PLAN, None, state)


def edit(desk: DeskView, state: PrizesState) -> PrizesStep:
    """The list of the selected prize, in a form."""
    chosen = _selected_list(desk, state)
    assert state.plan is not None
    return _form(desk, state.plan, chosen, state)


def _form(desk: DeskView, plan: PrizePlan, one: PrizeList | None, state: PrizesState) -> PrizesStep:
    of_congress = desk.congress is not None
    names: dict[str, str] = {}
    if desk.congress is not None:
        names = {each.key: each.name for each in prize_events(desk)}
        names |= {each.folder: each.name for each in desk.congress.unopened}
    arguments = (plan, state.plan, one, names, of_congress)
    return Step(state, (Converse(_edit, arguments, ListSaved(one is None)),))


async def _edit(
    console: TopboardApp, plan: PrizePlan, before: PrizePlan | None, one: PrizeList | None,
    names: Mapping[str, str], of_congress: bool,
) -> PrizeList | None:  # fmt: skip
    from tui.screens.prize_form import edit_list

    return await edit_list(console, plan, one, _keeper(console, of_congress, before), names)


def terms(desk: DeskView, state: PrizesState) -> PrizesStep:
    """What holds for the whole plan, in a form."""
    if state.trouble:
        raise Refused("the plan cannot be read", state.trouble, "correct the file first")
    return Step(state, (Converse(_terms, (state.plan, desk.congress is not None), TermsSaved()),))


async def _terms(console: TopboardApp, before: PrizePlan | None, of_congress: bool) -> bool:
    from tui.screens.prize_form import edit_terms

    return await edit_terms(console, before or NEW_PLAN, _keeper(console, of_congress, before))


def _keeper(
    console: TopboardApp, of_congress: bool, before: PrizePlan | None
) -> Callable[[PrizePlan], Awaitable[None]]:
    async def keep(plan: PrizePlan) -> None:
        await asyncio.to_thread(keep_plan, _folder(console, of_congress), plan, before)

    return keep


@dataclass(frozen=True, slots=True)
class ListSaved:
    """The form of a list is closed: saved, or not."""

    new: bool

    def answered(
        self, desk: DeskView, state: PrizesState, value: PrizeList | Refused | None
    ) -> PrizesStep:
        """What was made is said and selected, as the file has it."""
        if not isinstance(value, PrizeList):
            return Reread().answered(desk, state, value)
        prizes = counted(len(value.places), "prize")
        text = f"{prizes} added: {value.name}" if self.new else f"changed: {value.name}, {prizes}"
        return begin(desk, said(state, safe(text, 120), "done"), value.key)


@dataclass(frozen=True, slots=True)
class TermsSaved:
    """The form of the whole plan is closed: saved, or not."""

    def answered(self, desk: DeskView, state: PrizesState, value: object) -> PrizesStep:
        """That it was changed is said."""
        changed = said(state, "the plan is changed", "done") if value is True else state
        return Reread().answered(desk, changed, value)


@dataclass(frozen=True, slots=True)
class Reread:
    """A form was closed, or the file was written."""

    def answered(self, desk: DeskView, state: PrizesState, value: object) -> PrizesStep:
        """The file is read again; a refusal is said."""
        if isinstance(value, Refused):
            state = said(state, str(value), "bad")
        return begin(desk, state)


def example(desk: DeskView, state: PrizesState) -> PrizesStep:
    """The example as the plan, to be changed."""
    if state.plan is not None or state.trouble:
        raise Refused("there is a plan already", "", "change it with e")
    plan = example_of(prize_events(desk))
    write = Fetch(_write_plan, Reread(), (plan, None, desk.congress is not None))
    return Step(said(state, "an example: change its lists with e", "done"), (write,))


def _write_plan(
    console: TopboardApp, plan: PrizePlan, before: PrizePlan | None, of_congress: bool
) -> None:
    keep_plan(_folder(console, of_congress), plan, before)


@dataclass(frozen=True, slots=True)
class Remove(AtYes):
    """Take a list away, after a yes."""

    plan: PrizePlan
    before: PrizePlan

    def yes(self, desk: DeskView, state: PrizesState) -> PrizesStep:
        """It is gone, which is said."""
        write = Fetch(_write_plan, Reread(), (self.plan, self.before, desk.congress is not None))
        gone = ", ".join(one.name for one in self.before.lists if one not in self.plan.lists)
        state = said(state, safe(f"taken out of the plan: {gone}", 120), "done")
        return Step(replace(state, selected=self._next(desk, state)), (write,))

    def _next(self, desk: DeskView, state: PrizesState) -> Hashable | None:
        """The first prize of the list after the one that goes, else of the last list."""
        shown = prizes_shown(desk, state)
        at = next((i for i, one in enumerate(self.before.lists) if one not in self.plan.lists), 0)
        left = self.plan.lists[min(at, len(self.plan.lists) - 1) :]
        if shown is None or not left:
            return None
        keys = (a.prize.key for a in shown.outcome.awards if a.prize.list.key == left[0].key)
        return next(keys, None)


def remove(desk: DeskView, state: PrizesState) -> PrizesStep:
    """The list of the selected prize, after a question."""
    one = _selected_list(desk, state)
    assert state.plan is not None
    count = len(one.places)
    asked = f"Take {one.name} out of the plan?\n{count} prize{'s' * (count > 1)}"
    question = Question(asked, Remove(state.plan.without(one), state.plan))
    return Step(replace(state, questions=(question,)))


@dataclass(frozen=True, slots=True)
class KeepLot(AtYes):
    """A lot was drawn, and is kept after a yes."""

    plan: PrizePlan
    before: PrizePlan

    def yes(self, desk: DeskView, state: PrizesState) -> PrizesStep:
        """It is in the plan."""
        write = Fetch(_write_plan, Reread(), (self.plan, self.before, desk.congress is not None))
        return Step(said(state, "the lot is drawn and kept in the plan", "done"), (write,))


def draw_lot(desk: DeskView, state: PrizesState) -> PrizesStep:
    """A lot among those who are level for the goods of the selected list, after a question."""
    one, shown = _selected_list(desk, state), prizes_shown(desk, state)
    assert state.plan is not None
    assert shown is not None
    waiting = shown.outcome.waiting(one)
    events = prize_events(desk)
    event = next((each for each in events if each.key == one.event), events[0]).event
    plan = state.plan.with_list(with_lot(one, waiting, event), one)
    names = "\n".join(people_text(reason["names"]) for reason in dict.fromkeys(waiting))
    before_end = "" if shown.outcome.state is PrizeState.FINAL else "\nNot all is played yet."
    asked = f"Draw a lot for {one.name}? Level are:\n{names}{before_end}"
    return Step(replace(state, questions=(Question(asked, KeepLot(plan, state.plan)),)))


def undo(desk: DeskView, state: PrizesState) -> PrizesStep:
    """Refused: the plan is not part of the history, and what is would not be visible from here."""
    raise Refused(
        "nothing is undone here",
        "the plan of prizes is not in the history",
        "other things are undone in their own places",
    )


def why(desk: DeskView, state: PrizesState) -> PrizesStep:
    """All about the selected line."""
    shown = prizes_shown(desk, state)
    if shown is None or state.selected is None:
        return say(state, "no prize is selected")
    lines = tuple(about_lines(shown, state.selected, 66))
    return Step(state, (Converse(_show, (lines,)),))


async def _show(console: TopboardApp, lines: tuple[Line, ...]) -> None:
    from tui.screens.dialogs import Telling

    console.push_screen(Telling("Prizes", lines))


# Prizes as lines, of one event and of a congress alike

_COLUMNS = (
    Column("Event", 4, 14),
    Column("Prize", 8, 26, names=True),
    Column("Amount", 6, 14, right=True),
    Column("To", 12, 200),
)
MOST_RECEIPTS = 12
DRAWS_IT = "L draws the lot; the order of one drawn in the hall is typed in e, under Lot"


@dataclass(frozen=True)
class ShownPrizes:
    """All that a picture of prizes is made of. `names` are those of the events by key, where there
    are several."""

    outcome: PrizeOutcome
    problems: Reasons
    events: Mapping[str, Event]
    names: Mapping[str, str]
    outlooks: tuple[BoardOutlook, ...] = ()
    open_games: int = 0

    @property
    def plan(self) -> PrizePlan:
        """By which they are given."""
        return self.outcome.plan

    def award(self, key: Hashable) -> Award | None:
        """The one that a line is about."""
        return next((a for a in self.outcome.awards if a.prize.key == key), None)

    def board(self, key: Hashable) -> BoardOutlook | None:
        """The open game that a line is about."""
        return next((one for one in self.outlooks if board_key(one) == key), None)


def shown_prizes(
    plan: PrizePlan, events: Sequence[PrizeEvent], unopened: Mapping[str, str]
) -> ShownPrizes:
    """What a plan gives in an event, or in all of a congress, as they are; `unopened`: the names
    of those of its events that cannot be opened."""
    still = sum(m.open for one in events for round in one.event.published for m in round.matches)
    return ShownPrizes(
        allocate(plan, events, (*unopened,)),
        plan_problems(plan, events, unopened),
        {one.key: one.event for one in events},
        {one.key: one.name for one in events} | dict(unopened),
        open_games=still,
    )


def board_key(one: BoardOutlook) -> Hashable:
    """What names the line of an open game."""
    return ("board", one.event, one.round, one.match.board)


def prizes_status(shown: ShownPrizes, room: int) -> Line:
    """`prizes · provisional, 8 games open · 875.00 of 900.00 EUR given`; of goods alone how many
    are given. What there is no `room` for goes whole."""
    outcome, currency = shown.outcome, shown.plan.currency
    state = state_text(outcome)
    still = f", {counted(shown.open_games, 'game')} open" if shown.open_games else ""
    awarded = f"{money_text(outcome.awarded)} of {money_text(outcome.purse, currency)} given"
    if not outcome.purse:
        count = sum(bool(award.shares) for award in outcome.awards)
        awarded = f"{count} of {counted(len(outcome.awards), 'prize')} given"
    style = "plain" if outcome.state is PrizeState.FINAL else "note"
    ways = [
        Line(((" prizes · ", "plain"), (said, style), (f" · {end}" * bool(end), "plain")))
        for said, end in ((state + still, awarded), (state, awarded), (state, ""))
    ]
    return next((one for one in ways if text_width(one.text) <= room), ways[-1])


def prize_lines(shown: ShownPrizes, room: int) -> tuple[Line, list[Line]]:
    """The heads, a line for each prize, then one for each open game on which a prize hangs."""
    several = len(shown.names) > 1
    columns = _COLUMNS if several else _COLUMNS[1:]
    awards = shown.outcome.awards
    cells = [
        [
            *([_event_name(a.prize.list.event, shown.names)] if several else []),
            prize_name(a.prize),
            prize_text(a.prize),
            shares_text(shown.outcome.payout_of(a)) or _why_nobody(a, shown.plan),
        ]
        for a in awards
    ]
    layout = widths(columns, cells, room - 2)
    heads = line(row_text(columns, layout, [column.name for column in columns]), "dim")
    at = 2 + sum(width + 1 for _, width in layout[:-1])
    body = []
    for award, texts in zip(awards, cells, strict=True):
        style = "plain" if award.shares else "dim"
        first, *rest = in_lines(texts[-1], layout[-1][1]) or [""]
        body.append(line(row_text(columns, layout, [*texts[:-1], first]), style, award.prize.key))
        body += [line(" " * at + more, style) for more in rest]
    return heads, [*body, *_game_lines(shown, room)]


def _event_name(event: str, names: Mapping[str, str]) -> str:
    """Whose prize it is, by name; one that the congress does not have by its folder."""
    return names.get(event, event) or "all"


def _why_nobody(award: Award, plan: PrizePlan) -> str:
    why = award_why(award, plan)
    return f"- {why[0]}" if why else "-"


def _game_lines(shown: ShownPrizes, room: int) -> list[Line]:
    matters = [one for one in shown.outlooks if one.in_reach]
    if not matters:
        return []
    drawn = ", the other ones drawn" if matters[0].drawn else ""
    made = [line(f" what the open games would give{drawn}", "group")]
    for one in matters:
        event = shown.events[one.event]
        where = f"{one.match.board:>3}"
        both = " - ".join(name_in(event, id, 40) for id in one.match.pair)
        ends = "  ".join(
            f"{with_half_signs(result.text)} {prospect_text(white)}/{prospect_text(black)}"
            for result, white, black in one.prospects
        )
        left = max(room - len(ends) - 8, 12)
        made.append(line(f" {where} {cell(both, left)} {ends}", "plain", board_key(one)))
    return made


def prospect_text(prospect: PrizeRange) -> str:
    """`300`, `50-120`, `–` for nothing; cents only where there are some."""
    if not prospect.most:
        return "–"
    if prospect.least == prospect.most:
        return _short(prospect.most)
    return f"{_short(prospect.least)}-{_short(prospect.most)}"


def _short(amount: Cents) -> str:
    return money_text(amount).removesuffix(".00")


def about_lines(shown: ShownPrizes, key: Hashable, width: int) -> list[Line]:
    """All about the selected line: the players a prize is for, who has it and why; or what a game
    would give to both."""
    if (one := shown.board(key)) is not None:
        return _about_game(shown, one, width)
    award = shown.award(key)
    if award is None:
        return []
    plan, currency = shown.plan, shown.plan.currency
    lines = [line(f" {prize_name(award.prize)}  {prize_text(award.prize, currency)}", "strong")]
    lines += _wrapped(list_text(award.prize.list, plan), width, "dim")
    lines.append(Line())
    payout = shown.outcome.payout_of(award)
    if len(payout.awards) > 1:
        lines += _wrapped(f"shared together: {pool_text(payout)}", width)
    for share in payout.shares:
        amount = money_text(share.money) if share.money else ""
        name = cell(share.contender.called, max(width - len(amount) - 3, 8))
        lines.append(line(f" {name} {amount}"))
    if award.shares:
        lines.append(Line())
    for why in award_why(award, plan):
        lines += _wrapped(why, width)
    if any(reason.code == LEVEL for reason in award.why):
        lines += _wrapped(DRAWS_IT, width, "note")
    if any(reason.code == "shared" for reason in award.why):
        lines += _wrapped("another rule for ties: E for all lists, e for this one", width, "dim")
    return [*lines, *_group_lines(shown.outcome.groups.get(award.prize.list.key, ()), width)]


def _group_lines(groups: Sequence[Contender], width: int) -> list[Line]:
    """All schools (clubs, federations) of a list that they win, in order."""
    if not groups:
        return []
    points = column_texts(group.figure for group in groups)
    rows = zip(shared_places([group.rank for group in groups]), groups, points, strict=True)
    return [Line()] + [
        line(f" {place:>4} {cell(group.name, max(width - len(text) - 8, 8))} {text}")
        for place, group, text in rows
    ]


def _about_game(shown: ShownPrizes, one: BoardOutlook, width: int) -> list[Line]:
    event = shown.events[one.event]
    lines = [line(f" {event.board_name(one.match.board)}", "strong")]
    names = [name_in(event, id, 40) for id in one.match.pair]
    for at, name in enumerate(names):
        lines.append(line(f" {cell(name, width - 2)}"))
        for result, *both in one.prospects:
            lines.append(line(f"   {with_half_signs(result.text)}  {prospect_text(both[at])}"))
    lines.append(Line())
    others = (
        "The other open games count as draws."
        if one.drawn
        else "From the least to the most, whatever the other open games bring."
    )
    return [*lines, *_wrapped(others, width, "dim")]


def prizes_pane(shown: ShownPrizes, key: Hashable, width: int, height: int) -> list[Line]:
    """All about the selected line; below it, if there is room, the players who have most."""
    lines = about_lines(shown, key, width)[:height]
    left = height - len(lines) - 2
    receipts = shown.outcome.receipts
    if left < 3 or not receipts:
        return lines
    receipts, count = receipts[: min(left, MOST_RECEIPTS)], len(receipts)
    lines += [Line()] * (height - len(lines) - len(receipts) - 1)  # they do not move
    lines.append(titled("players", width, str(count)))
    for receipt in receipts:
        goods = ", ".join(a.prize.goods for a, _ in receipt.awards if a.prize.goods)
        amount = money_text(receipt.money) if receipt.money else shortened(goods, 16)
        name = cell(receipt.contender.called, max(width - len(amount) - 3, 8))
        lines.append(line(f" {name} {amount}"))
    return lines


def problem_lines(shown: ShownPrizes, width: int, room: int) -> list[Line]:
    """What does not fit the plan, for under the list, in `room` lines; where that is too few the
    last one says how many more there are."""
    texts = [problem_text(problem, shown.plan) for problem in shown.problems]
    each = [_wrapped(text, width, "note") for text in texts]
    lines = [one for wrapped in each for one in wrapped]
    if len(lines) <= room:
        return lines
    whole = 0
    while sum(len(wrapped) for wrapped in each[: whole + 1]) < room:
        whole += 1
    more = f"   {len(each) - whole} more: a taller window shows them"
    return [*(one for wrapped in each[:whole] for one in wrapped), line(more, "note")]


def _wrapped(text: str, width: int, style: str = "plain") -> list[Line]:
    return [line(f" {part}", style) for part in in_lines(text, max(width - 2, 20), "  ")]


PRIZES = PlaceKind(
    name="prizes",
    initial=lambda desk: PrizesState(),
    picture=picture,
    commands={
        "add": add,
        "edit": edit,
        "remove": remove,
        "draw_lot": draw_lot,
        "terms": terms,
        "example": example,
        "why": why,
        "undo": undo,
        "find": narrow,
        "find_next": next_hit(picture),
        "all": show_all,
        "leave": leave,
    },
    pane=pane,
    on_begin=begin,
    on_resume=begin,
    on_change=follow,
    on_choose=why,
    detail_height=5,
    file=PRIZES_NAME,
)
