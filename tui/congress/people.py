"""The place People of a congress: everybody once, found by typing; checked in for all events, paid,
moved to another one. What it does, then what moving asks, then a person as a line and in full."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from engine.actions import CheckIn, RemoveEntrant
from engine.actions.presence import lost_by_leaving
from engine.alphabet import begins, fold
from engine.congress.accounts import Account, total
from engine.congress.congress import EntryKey
from engine.congress.entries import PersonEntry
from engine.congress.moving import leaving, not_kept
from engine.congress.notes import CongressNote, not_kept_words, note_words
from engine.congress.people import Person, person_named
from engine.entrants import rating_text
from engine.money import money_text
from engine.points import Points
from engine.refusal import Refused
from engine.warnings import Level, NotAgreed
from saves.cells import bar, in_lines
from saves.congress.files import signed_cents
from saves.congress.moves import move_person as carry_out
from saves.congress.moves import refuse_move
from saves.safe_text import safe, shortened
from tui.congress.to_settle import in_full, note_lines, nothing_open, unopened_lines
from tui.congress.view import CongressView
from tui.congress.within import congress_of, enter_event
from tui.places.finding import NarrowedState, line_below, narrow, narrowed_foot, show_all
from tui.places.shape import (
    WIDE,
    AtEnter,
    Converse,
    DeskView,
    Do,
    Failed,
    Fetch,
    Outcome,
    PlaceKind,
    Prompt,
    Question,
    Screenful,
    Step,
    Within,
    said,
    say,
)
from tui.screens.agreeing import agrees
from tui.screens.dialogs import Telling
from tui.screens.entry_words import left_out_still, read_worth, worths_words
from tui.screens.leaving import withdrawal_question
from tui.screens.names import name_in
from tui.widgets.lines import Line, fit, line, titled

if TYPE_CHECKING:
    from engine.event import Event
    from tui.app import TopboardApp

ABOUT_PEOPLE = frozenset({"same-hours", "twice-in-event", "namesakes"})
"""Codes of notes that name somebody."""
NAME_MOST = 36
RATING = 5
MONEY = 10
"""Cells of an amount."""
FIXED = 6
"""Cells before a name: the marks."""
STAY = "enter  choose      esc, q  stay"
NOWHERE = ""
"""Among the events to move to: out of the one, and in the others as before."""


@dataclass(frozen=True, slots=True)
class CongressPeopleState(NarrowedState):
    """`selected` is the key of a person: his first entry."""

    only: str = ""
    """The folder of the one event of which people are listed; empty: of all."""
    unseen: bool = False
    """Only who is not checked in."""
    conflicts: bool = False
    """Only who is in a conflict."""
    unsaved: Paid | None = None
    """The payment that could not be saved: its amount is offered once more."""


PeopleStep = Step[CongressPeopleState]


def picture(desk: DeskView, state: CongressPeopleState) -> Screenful:
    """A line a person."""
    whole = congress_of(desk)
    troubled = in_conflict(whole.notes)
    shown = listed(desk, state)
    names = whole.names
    body: list[Line] = [
        person_line(one, names, troubled_of(one.person, troubled), desk.width, whole.with_fees)
        for one in shown
    ]
    body += unopened_lines(whole.unopened, desk.width)
    return Screenful(
        status=_status(desk, state),
        heads=heads(desk.width, whole.with_fees),
        body=body or _nobody(desk),
        about=_about(desk, state),
        under=_wrong(desk, state),
        foot=narrowed_foot(state, body),
        idle=_idle(desk, state),
    )


def _status(desk: DeskView, state: CongressPeopleState) -> Line:
    accounts = congress_of(desk).accounts()
    active = [one.person for one in accounts if one.person.active]
    here = sum(person.checked_in for person in active)
    wide, money = desk.across >= WIDE, congress_of(desk).with_fees
    parts = [(f" {here}/{len(active)} here ", "strong")]
    if wide or not money:
        parts.append((bar(here, len(active), min(max(desk.across // 6, 8), 32)), "accent"))
    conflicts = len(in_conflict(congress_of(desk).notes))
    parts.append((f"  ! {conflicts}" if conflicts else "", "attention"))
    words = [congress_of(desk).names.get(state.only, "")]
    words += ["ABSENT ONLY"] * state.unseen + ["CONFLICTS ONLY"] * state.conflicts
    parts.append(("".join(f"  {word}" for word in words if word), "strong"))
    if money:
        due, paid = sum(one.due for one in accounts), total(one.paid for one in accounts)
        owing = sum(one.owed is not None and one.owed > 0 for one in accounts)
        currency = congress_of(desk).congress.fees.currency if wide else ""
        text = f"  fees {money_text(paid)} of {money_text(due, currency)}"
        parts.append((f"{text} · {owing} owe" if owing else text, "plain"))
    return Line(tuple(parts))


def _about(desk: DeskView, state: CongressPeopleState) -> str:
    account = chosen(desk, state)
    return shortened(account.person.name, 60) if account is not None else ""


def _wrong(desk: DeskView, state: CongressPeopleState) -> Sequence[Line]:
    """What is wrong with the selected person, in full."""
    account = chosen(desk, state)
    if account is None:
        return ()
    notes = troubled_of(account.person, in_conflict(congress_of(desk).notes))
    return note_lines(notes[:1], desk.width, 1, "")


def _nobody(desk: DeskView) -> list[Line]:
    whole = congress_of(desk)
    if whole.accounts():
        return [line("   nobody here", "dim")]
    if not whole.events:
        return nothing_open(whole, desk.width)
    text = "nobody has entered yet: F2, enter on an event, F1; a adds, i imports"
    return in_full("   ", text, desk.width, "dim")


def _idle(desk: DeskView, state: CongressPeopleState) -> frozenset[str]:
    idle = set()
    if not congress_of(desk).accounts():
        idle |= {"check_in", "unseen", "find", "event", "move", "own_console"}
    if not congress_of(desk).with_fees:
        idle.add("pay")
    if not in_conflict(congress_of(desk).notes):
        idle.add("conflicts")
    return frozenset(idle)


def pane(
    desk: DeskView, state: CongressPeopleState, width: int, height: int
) -> Sequence[Line] | None:
    """All that the events know of the selected person."""
    account, whole = chosen(desk, state), congress_of(desk)
    if account is None:
        return ()
    notes = troubled_of(account.person, in_conflict(whole.notes))
    texts = [note_words(note) for note in notes]
    return pane_lines(account, whole, texts, width)[:height]


# Who is listed


def in_conflict(notes: Sequence[CongressNote]) -> tuple[CongressNote, ...]:
    """What is doubtful about somebody."""
    return tuple(note for note in notes if note.reason.code in ABOUT_PEOPLE)


def troubled_of(person: Person, notes: Sequence[CongressNote]) -> tuple[CongressNote, ...]:
    """What is doubtful about that person."""
    folders = {entry.key.folder for entry in person.entries}
    return tuple(
        note
        for note in notes
        if note.reason["name"] == person.name and folders.intersection(note.folders)
    )


def listed(desk: DeskView, state: CongressPeopleState) -> list[Account]:
    """Those whom the list shows."""
    whole = congress_of(desk)
    accounts: Sequence[Account] = whole.accounts()
    if state.only:
        accounts = [one for one in accounts if one.person.entry(state.only) is not None]
    if state.unseen:
        accounts = [one for one in accounts if one.person.active and not one.person.checked_in]
    if state.conflicts:
        notes = in_conflict(whole.notes)
        accounts = [one for one in accounts if troubled_of(one.person, notes)]
    if state.needle:
        accounts = [one for one in accounts if searched(one.person, state.needle)]
    return list(accounts)


def chosen(desk: DeskView, state: CongressPeopleState) -> Account | None:
    """The selected person, whichever of his entries names him now."""
    for one in congress_of(desk).accounts():
        if any(entry.key == state.selected for entry in one.person.entries):
            return one
    return None


def _person(desk: DeskView, state: CongressPeopleState) -> Account:
    account = chosen(desk, state)
    if account is None:
        raise Refused("nobody is selected", "", "")
    return account


def settle(desk: DeskView, state: CongressPeopleState) -> CongressPeopleState:
    """A person named by an entry that is no longer his first is still selected."""
    if state.only not in ("", *congress_of(desk).by_folder):
        state = replace(state, only="")
    account = chosen(desk, state)
    if account is not None and account.person.key != state.selected:
        return replace(state, selected=account.person.key)
    return state


# Which


def unseen(desk: DeskView, state: CongressPeopleState) -> PeopleStep:
    """Only who is not checked in, or everybody."""
    return Step(replace(state, unseen=not state.unseen))


def conflicts(desk: DeskView, state: CongressPeopleState) -> PeopleStep:
    """Only who is in a conflict, or everybody."""
    return Step(replace(state, conflicts=not state.conflicts))


def event(desk: DeskView, state: CongressPeopleState) -> PeopleStep:
    """Of one event, of the next, of all."""
    order = ["", *congress_of(desk).by_folder]
    only = order[(order.index(state.only) + 1) % len(order)] if state.only in order else ""
    return Step(replace(state, only=only))


def all_people(desk: DeskView, state: CongressPeopleState) -> PeopleStep:
    """Everybody again."""
    return show_all(desk, replace(state, only="", unseen=False, conflicts=False))


# What is done


def check_in(desk: DeskView, state: CongressPeopleState) -> PeopleStep:
    """Here in every event that he is in, or not after all; on to the next."""
    person = _person(desk, state).person
    if not person.active:
        raise Refused(
            f"{shortened(person.name, 40)} is in no event any more", "", "re-enter him first"
        )
    here = not person.checked_in
    entries = [entry for entry in person.active if entry.entrant.present != here]
    effects = tuple(
        Within(entry.key.folder, Do(CheckIn((entry.key.id,), here))) for entry in entries
    )
    body = picture(desk, state).body
    step = line_below(state, body) if here else Step(state)
    return step._replace(effects=(*effects, *step.effects))


def pay(desk: DeskView, state: CongressPeopleState) -> PeopleStep:
    """What was paid, at first what is owed."""
    account = _person(desk, state)
    if not congress_of(desk).with_fees:
        raise Refused("this congress has no fees", "", "write them into congress.toml")
    owed = money_text(account.owed) if account.owed is not None and account.owed > 0 else ""
    person = account.person
    entry = (person.active or person.entries)[0]
    if state.unsaved is not None and state.unsaved.key == entry.key:
        owed = money_text(state.unsaved.amount)
    label = f"paid by {shortened(person.name, 30)} (below 0: given back)"
    return Step(
        replace(
            state,
            prompt=Prompt(label, PaidAmount(entry.key, person.name), owed, proposed=bool(owed)),
        )
    )


@dataclass(frozen=True, slots=True)
class PaidAmount(AtEnter):
    """An amount that is typed."""

    key: EntryKey
    name: str

    def entered(self, desk: DeskView, state: CongressPeopleState, text: str) -> PeopleStep:
        """It is entered into the cash list."""
        if not text.strip():
            return say(state, "nothing was entered")
        try:
            amount = signed_cents(text)
        except Refused as refusal:
            return self._again(state, refusal.what, text)
        if amount == 0:
            return self._again(state, "the amount is 0.00", text)
        return _paying(state, Paid(self.key, self.name, amount))

    def _again(self, state: CongressPeopleState, wrong: str, text: str) -> PeopleStep:
        """The line stays open with what was typed, to be corrected."""
        return Step(
            replace(
                state, prompt=Prompt(f"{wrong}; paid by {shortened(self.name, 30)}", self, text)
            )
        )


def _paying(
    state: CongressPeopleState, paid: Paid, agreed: Level = Level.ACKNOWLEDGE
) -> PeopleStep:
    return Step(state, (Fetch(pay_now, paid, (paid.key, paid.amount, agreed)),))


def pay_now(console: TopboardApp, key: EntryKey, amount: int, agreed: Level) -> None:
    """In a thread: the payment, in the cash list."""
    assert console.congress is not None
    console.congress.store.pay(key.folder, key.id, amount, agreed=agreed)


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment was entered."""

    key: EntryKey
    name: str
    amount: int

    def answered(self, desk: DeskView, state: CongressPeopleState, value: object) -> PeopleStep:
        """It is said; a refusal too. One that may be in the list already is asked about."""
        if isinstance(value, NotAgreed):
            text = f"{safe(value.what, 200)}.\nIs this another payment?"
            return Step(replace(state, questions=(Question(text, PaidAgain(self)),)))
        if isinstance(value, Refused):
            again = f"p offers {money_text(self.amount)} again"
            text = f"NOT SAVED: {safe(value.located, 300)}; {again}"
            return say(replace(state, unsaved=self), text, "bad")
        if state.unsaved == self:
            state = replace(state, unsaved=None)
        currency = congress_of(desk).congress.fees.currency
        amount = money_text(abs(self.amount), currency)
        verb = "paid" if self.amount > 0 else "was given back"
        return say(state, f"{shortened(self.name, 40)} {verb} {amount}", "done")


@dataclass(frozen=True, slots=True)
class PaidAgain:
    """The same amount once more."""

    paid: Paid

    def yes(self, desk: DeskView, state: CongressPeopleState) -> PeopleStep:
        """It was paid a second time."""
        return _paying(state, self.paid, Level.CONFIRM)

    def no(self, desk: DeskView, state: CongressPeopleState) -> PeopleStep:
        """It was entered already."""
        return say(state, "nothing was entered")


def move(desk: DeskView, state: CongressPeopleState) -> PeopleStep:
    """To another event; says first what it means there."""

    person = _person(desk, state).person
    if not person.active:
        raise Refused(
            f"{shortened(person.name, 40)} is in no event any more", "", "re-enter him first"
        )
    return Step(state, (Converse(move_person, (person.key,), MovedTo()),))


@dataclass(frozen=True, slots=True)
class MovedTo:
    """Somebody was moved, or was not."""

    def answered(
        self, desk: DeskView, state: CongressPeopleState, value: tuple[str, EntryKey] | None
    ) -> PeopleStep:
        """It is said, and he stays selected."""
        if value is None:
            return Step(state)
        text, key = value
        return say(replace(state, selected=key), text, "done")


async def move_person(app: TopboardApp, key: EntryKey) -> tuple[str, EntryKey] | None:
    """What is said when he is moved, and his entry there; None where nothing was done."""
    congress = app.congress
    assert congress is not None
    store = congress.store
    person = person_named(store.people, str(key))
    way = await _from_and_to(app, person)
    if way is None:
        return None
    source, target = way
    if target == NOWHERE:
        return await _leaves(app, person, source)
    refuse_move(store, person, source, target)
    missed, answered = await _missed(app, target)
    if not answered:
        return None
    agreed, move = Level.ACKNOWLEDGE, None
    while move is None:
        try:
            move = await asyncio.to_thread(carry_out, store, person, source, target, missed, agreed)
        except NotAgreed as refusal:
            if refusal.level <= agreed:
                raise
            await agrees(app, store.member(target).event, refusal)
            agreed = max(refusal.level, Level.CONFIRM)
    there = next((p for p in store.people if any(
        e.key.folder == target and e.here and e.entrant.name == move.entrant.name
        for e in p.entries
    )), person)  # fmt: skip
    name, names = shortened(person.name, 40), {one.folder: one.name for one in store.members}
    both = [f for f in (source, target) if store.member(f).event.proposal is not None]
    stand = " and ".join(names[folder] for folder in both)
    note = f"; draw {stand} again: a proposal stands" if both else ""
    entry = person.entry(source)
    lost = not_kept(entry.entrant, move) if entry is not None else None
    if lost is not None:
        note = f" ({shortened(not_kept_words(lost), 60)} did not go along){note}"
    return f"{name} is now in {names[target]}, not in {names[source]}{note}", there.key


async def _from_and_to(app: TopboardApp, person: Person) -> tuple[str, str] | None:
    """The folders of the event that the person leaves, asked where there are several, and of the
    one to move to; None where nothing is to be done."""
    assert app.congress is not None
    store = app.congress.store
    name, names = shortened(person.name, 40), {one.folder: one.name for one in store.members}
    sources = [entry.key.folder for entry in person.active]
    targets = [one.folder for one in store.members if one.folder not in sources]
    if not targets and len(sources) == 1:
        raise Refused(f"{name} is in every event of the congress", "", "F1 in an event withdraws")
    source = sources[0]
    if len(sources) > 1:
        picked = await app.push_screen_wait(_which(f"{name} leaves", sources, names))
        if picked is None:
            return None
        source = str(picked)
    title = f"{name} moves from {names[source]} to"
    if len(sources) > 1:
        title = f"{name} leaves {names[source]}"
        stays = " and ".join(names[folder] for folder in sources if folder != source)
        targets = [NOWHERE, *targets]
        names = {folder: f"and moves to {named}" for folder, named in names.items()}
        names[NOWHERE] = f"and stays in {stays}"
    target = await app.push_screen_wait(_which(title, targets, names))
    return (source, str(target)) if target is not None else None


async def _leaves(app: TopboardApp, person: Person, source: str) -> tuple[str, EntryKey] | None:
    """Out of one event of several, without entering another: before any draw without a trace,
    later withdrawn, each after a question."""
    assert app.congress is not None
    desk, entry = app.congress.desk(source), person.entry(source)
    assert entry is not None
    id, name, where = entry.key.id, shortened(person.name, 40), shortened(desk.name, 40)
    if lost_by_leaving(desk.event, desk.format, id):
        why, remedy = f"an open game in {where} would be lost", "enter, then x there, asks about it"
        raise Refused(f"{name} is not taken out", why, remedy)
    action = leaving(desk.event, id)
    question = f"{where}: {withdrawal_question(desk.event, desk.format, id)}"
    if isinstance(action, RemoveEntrant):
        question = f"Remove the entry of {name} in {where}?"
    if not await app.ask(question) or await desk.act(action) is None:
        return None
    others = [one for one in person.active if one.key.folder != source]
    names = {one.folder: shortened(one.name, 40) for one in app.congress.store.members}
    stays = " and ".join(names[one.key.folder] for one in others)
    return f"{name} is out of {where} and stays in {stays}", others[0].key


def _which(title: str, folders: list[str], names: dict[str, str]) -> Telling:
    lines = [line(f" {shortened(names.get(folder, folder), 60)}", key=folder) for folder in folders]
    return Telling(title, lines, STAY)


async def _missed(app: TopboardApp, target: str) -> tuple[Points | None, bool]:
    """Points for each round that he missed there; nothing is asked before the first."""
    assert app.congress is not None
    member = app.congress.store.member(target)
    rounds = len(member.event.published)
    if not rounds:
        return None, True
    missed = "the round that is missed" if rounds == 1 else f"each of the {rounds} rounds missed"
    prompt = f"points for {missed}: {worths_words(member.event)}"
    typed = await app.ask_line(prompt, "0", partial(_no_points, member.event))
    return (None, False) if typed is None else (read_worth(member.event, typed), True)


def _no_points(event: Event, text: str) -> str | None:
    try:
        read_worth(event, text)
    except Refused as refusal:
        return str(refusal)
    return None


def own_console(desk: DeskView, state: CongressPeopleState) -> PeopleStep:
    """The person's entry in its event; of one event alone, that one."""
    person = _person(desk, state).person
    entry = person.entry(state.only) if state.only else None
    entry = entry or (person.active or person.entries)[0]
    return Step(state, (Converse(enter_event, (entry.key.folder, "entries", entry.key.id)),))


def on_select(desk: DeskView, state: CongressPeopleState, key: Hashable | None) -> PeopleStep:
    """A person."""
    return Step(replace(state, selected=key))


def on_outcome(desk: DeskView, state: CongressPeopleState, outcome: Outcome) -> PeopleStep:
    """Somebody is checked in, or is not."""
    if isinstance(outcome, Failed):
        name = congress_of(desk).names.get(outcome.folder, outcome.folder)
        return say(state, f"NOT SAVED in {name}: {outcome.refusal}", "bad")
    if isinstance(outcome.effect, Do) and isinstance(outcome.effect.action, CheckIn):
        action = outcome.effect.action
        event = congress_of(desk).by_folder.get(outcome.folder)
        if event is not None:
            name = name_in(event.desk.event, action.ids[0], 40)
            if not action.present:
                return Step(said(state, f"{name} is not here after all"))
            out = left_out_still(event.desk.event, action.ids)
            in_event = f"{shortened(event.desk.event.title, 30)}: {out}" if out else ""
            return Step(said(state, "; ".join(filter(None, (f"{name} is here", in_event)))))
    return Step(state)


# A person as a line, and all that is known of one


def _cells(width: int, money: bool) -> tuple[int, int]:
    """Of the name, and of the events."""
    room = width - FIXED - RATING - 4 - (MONEY + 2) * money
    name = min(max(room // 2, 16), NAME_MOST)
    return name, max(room - name, 8)


def heads(width: int, money: bool) -> Line:
    """The column heads."""
    name, events = _cells(width, money)
    owed = f"  {'Owes':>{MONEY}}" if money else ""
    return line(
        f"{' ' * FIXED}{fit('Name', name)} {'Rtg':>{RATING}}  {fit('Events', events)}{owed}", "dim"
    )


def person_line(
    account: Account,
    names: Mapping[str, str],
    troubled: Sequence[CongressNote],
    width: int,
    money: bool,
) -> Line:
    """`✓ ! Newbliss, Orla   1432  Open, Minor   45.00`."""
    person = account.person
    name, events = _cells(width, money)
    mark = "✓" if person.checked_in else " " if person.active else "-"
    there = ", ".join(_where(entry, names) for entry in person.entries)
    rating = rating_text(person.entries[0].entrant, "-")
    text = f"{fit(safe(person.name), name)} {rating:>{RATING}}  {fit(there, events)}"
    parts = [(f"  {mark} ", "plain"), ("! " if troubled else "  ", "attention")]
    parts.append((text, "plain" if person.active else "dim"))
    if money:
        owed = money_text(account.owed) if account.owed != 0 else "paid" if account.fees else ""
        parts.append((f"  {owed:>{MONEY}}", "strong" if account.owed != 0 else "dim"))
    return Line(tuple(parts), person.key)


def _where(entry: PersonEntry, names: Mapping[str, str]) -> str:
    name = names.get(entry.key.folder) or shortened(entry.event, 60)
    return name if entry.here else f"({name})"


def searched(person: Person, text: str) -> bool:
    """Whether each word of a text begins a word of one of his names, or is a number of a list."""
    wanted = fold(text).replace(",", " ").split()
    for entry in person.entries:
        words = fold(entry.entrant.name).replace(",", " ").split()
        known = (entry.entrant.fide_id, entry.entrant.national_id)
        words += [fold(number) for number in known if number]
        if all(any(begins(word, part) for word in words) for part in wanted):
            return True
    return False


def pane_lines(
    account: Account, whole: CongressView, notes: Sequence[str], width: int
) -> list[Line]:
    """Who it is, his entries, his account, what is doubtful."""
    person = account.person
    first = person.entries[0].entrant
    known = [first.federation, f"born {first.birth[:4]}" if first.birth else "", first.club]
    known += [f"FIDE {first.fide_id}" if first.fide_id else ""]
    lines = [line(fit(f" {safe(person.name)}", width), "strong")]
    lines += [
        line(f" {text}", "dim")
        for text in in_lines(safe(" · ".join(filter(None, known)), 200), width - 1)
    ]
    lines += [Line(), titled("Entries", width, "m moves")]
    for entry in person.entries:
        lines += _entry(entry, whole, width)
    if whole.with_fees:
        lines += [Line(), titled("Fees", width, "p paid"), *_account(account, whole, width)]
    if notes:
        lines += [Line(), titled("To be settled", width)]
        for note in notes:
            pieces = in_lines(safe(note, 300), width - 3)
            lines += [
                Line(((" ! " if not at else "   ", "attention"), (piece, "plain")))
                for at, piece in enumerate(pieces)
            ]
    return lines


def _entry(entry: PersonEntry, whole: CongressView, width: int) -> list[Line]:
    name = whole.names.get(entry.key.folder) or shortened(entry.event, 60)
    who = entry.entrant
    number = f"no {who.start_number}" if who.start_number else f"Id {who.id}"
    state = "here" if who.present else "not checked in"
    state = state if entry.here else "withdrawn"
    text = f" {name}, {number} · {rating_text(who, 'unrated')} · {state}"
    return [line(fit(text, width).rstrip(), "plain" if entry.here else "dim")]


def _account(account: Account, whole: CongressView, width: int) -> list[Line]:
    currency = whole.congress.fees.currency
    rows = [
        (
            f"{whole.names.get(fee.key.folder, '')}: {shortened(fee.rule, 30)}",
            fee.early if account.early else fee.amount,
        )
        for fee in account.fees
    ]
    rows += [("paid", account.paid)] if account.paid else []
    lines = []
    for text, amount in rows:
        shown = money_text(amount)
        lines.append(line(f" {fit(text, width - len(shown) - 2)} {shown}"))
    if account.owed is None:
        return [*lines, line(" paid: not known, the cash list cannot be read", "attention")]
    owed = money_text(abs(account.owed), currency)
    word = (
        "owes" if account.owed > 0 else "to be given back" if account.owed < 0 else "paid in full"
    )
    text = f"{word} {owed}" if account.owed else word
    return [*lines, line(f" {text}", "strong")]


CONGRESS_PEOPLE = PlaceKind(
    name="congress_people",
    initial=lambda desk: CongressPeopleState(),
    picture=picture,
    commands={
        "check_in": check_in,
        "unseen": unseen,
        "find": narrow,
        "event": event,
        "conflicts": conflicts,
        "pay": pay,
        "move": move,
        "own_console": own_console,
        "all": all_people,
    },
    pane=pane,
    on_choose=own_console,
    on_select=on_select,
    on_outcome=on_outcome,
    settle=settle,
    without_event=True,
)
