"""The place Entries: who plays, check-in, withdrawals, byes, seeds, and the format's advice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from engine.actions import (
    AbsentOut,
    Action,
    CheckIn,
    ExchangeNumbers,
    Expel,
    ReEnter,
    RemakeNumbers,
    RemoveEntrant,
    SetBye,
    SetSeeds,
    Withdraw,
)
from engine.actions.entries import refuse_when_over
from engine.actions.numbering import refuse_fixed, refuse_seeds_drawn, seeded, uses_seeds
from engine.actions.presence import leaves_when, leaving_means, lost_by_leaving
from engine.byes import missed_rounds
from engine.entrants import Entrant, EntrantId
from engine.event import Event, entrants_by_id, last_call
from engine.event_data import data_notes
from engine.lots import lot_text
from engine.points import counted
from engine.protocol import (
    Divided,
    Format,
    PlayedByTeams,
    divided_field,
    gives_no_byes,
    knocked_out,
    numbers,
    part_of,
    steady,
)
from engine.rating_rule import rule_of
from engine.refusal import Refused
from engine.waiting import left_open, stale_notes
from engine.warnings import Level, NotAgreed
from saves.cells import bar, in_lines, text_width
from saves.safe_text import clean, safe, shortened
from tui.desk import entrants_lately
from tui.keys.commands import SEEDING, commands_of, never_done
from tui.places.card import open_card, open_entry
from tui.places.finding import line_below, narrow, narrowed, narrowed_foot, next_hit
from tui.places.screen import about_entrant
from tui.places.shape import (
    WIDE,
    AtEnter,
    Converse,
    DeskView,
    Do,
    Failed,
    Fetch,
    Go,
    Outcome,
    Perform,
    PlaceKind,
    Prompt,
    Question,
    Screenful,
    Step,
    said,
    say,
)
from tui.places.team_players import (
    TypingPlayersState,
    after_outcome,
    not_taken,
    opened,
    with_players,
)
from tui.screens.advice import advice_of
from tui.screens.columns import SORTED, cell
from tui.screens.dialogs import Telling
from tui.screens.entries_lines import (
    ALL_SORTS,
    OUT,
    ROOMY,
    SORTS,
    Parts,
    RoundsSoFar,
    SortBy,
    counts,
    entry_lines,
    in_short,
    listed,
    next_round,
    sort_at,
)
from tui.screens.entry_words import (
    adjustment_of,
    bye_example,
    byes_of,
    byes_understood,
    left_out_still,
    read_byes,
    still_out,
    who,
    worths_words,
)
from tui.screens.leaving import CHANGED_MEANWHILE, asks_plainly, withdrawal_question, withdraws
from tui.screens.names import name_in
from tui.screens.sections import SectionsDialog, sizes_text
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from tui.app import TopboardApp
    from tui.screens.entry_pane import EntrantNotes
if TYPE_CHECKING:
    pass


MOST_COMPARED = 2000
"""Entries that are compared with the rating lists without being asked."""
MOST_ADVICE = 3
"""Lines of advice at the foot of the list."""
MOST_ABSENT = 8
"""Names of the absent in a question."""
MOST_READ = 5000
"""Actions of a journal that are read for the pane, the last ones."""
NEEDS_NOBODY = frozenset({"add", "bring_in", "find", "rating_lists"})
BAR_LEAST = 6
"""Cells of the bar below which it is left out."""
SAVED_CELLS = 16
SIZES_FROM = 90
"""From so many cells on the status line says what the sizes are of."""
AT_THE_DOOR = ("check_in", "unseen", "absent_out", "all_seen", "check_anew")
"""Commands of the check-in, first in the key line while it is under way."""
SEED_WAYS = (
    ("rating", "by rating, the highest first"),
    ("lot", "by lot: drawn now, recorded"),
    ("none", "take all seeds away"),
)


@dataclass(frozen=True, slots=True)
class EntriesState(TypingPlayersState):
    """How the list is sorted and narrowed."""

    sort: SortBy = "number"
    unseen: bool = False
    """Only those who are not checked in."""
    checking: tuple[tuple[EntrantId, bool], ...] = ()
    """Check-ins typed, and not in the journal yet: who, and whether he is here."""
    notes: EntrantNotes | None = None
    """What the journal says of each entrant; None until it has been read for the pane."""
    differing: Differing | None = None
    """How the entries compare with the rating lists; None where that is not known."""


EntriesStep = Step[EntriesState]


@dataclass(frozen=True, slots=True)
class Differing:
    """How many entries rating lists have otherwise, in which state of both."""

    count: int
    stamp: int
    entrants: tuple[Entrant, ...]
    details: tuple[tuple[str, str], ...]

    def holds(self, stamp: int, event: Event) -> bool:
        """Whether neither has changed."""
        same = self.entrants is event.entrants and self.details == event.details
        return same and self.stamp == stamp


# What is shown


def picture(desk: DeskView, state: EntriesState) -> Screenful:
    """The list as sorted and narrowed, the advice under it."""
    heads, body = _lines(
        desk.event, desk.format, state.sort, state.needle, state.unseen, desk.width
    )
    teams = part_of(desk.format, PlayedByTeams)
    if teams is not None:
        body = with_players(desk.event, state, body, teams.boards(desk.event))
    return Screenful(
        _status(desk, state, heads),
        heads,
        body or _nobody(desk.event, desk.format, state),
        under=[*_in_short(desk, state), *_advice(desk.event, desk.format, desk.width)],
        foot=narrowed_foot(state, body),
        about=about_entrant(desk, state.selected),
        bright=entrants_lately(desk),
        idle=_idle(desk.event, desk.format),
        shorts=_shorts(desk.event, desk.format),
        first_commands=AT_THE_DOOR if state.unseen else ("check_ratings",) * _differs(state),
    )


@last_call
def _lines(
    event: Event, format: Format, sort: SortBy, needle: str, unseen: bool, width: int
) -> tuple[Line, list[Line]]:
    shown = listed(event, format, sort, needle, unseen)
    parts, known = Parts.named(_divided(format, event), format.section_word), numbers(format, event)
    played = (
        RoundsSoFar.of_event(event, format, known) if width >= ROOMY and event.published else None
    )
    return entry_lines(shown, event, width, parts, known, sort, played, knocked_out(format, event))


def _in_short(desk: DeskView, state: EntriesState) -> list[Line]:
    """Of what a pane would show: what the selected entry says beside the list."""
    if desk.paned or state.selected not in entrants_by_id(desk.event):
        return []
    return [line(f" {in_short(desk.event, str(state.selected), desk.width - 2)}")]


def pane(desk: DeskView, state: EntriesState, width: int, height: int) -> Sequence[Line] | None:
    """The selected entrant."""
    if not desk.event.entrants:
        return None
    from tui.screens.entry_pane import entry_pane

    id = str(state.selected)
    if id not in entrants_by_id(desk.event):
        return ()
    return entry_pane(desk.event, desk.format, id, width, height, state.notes, desk.undone)


# The journal is read for the pane


def reading(desk: DeskView, state: EntriesState) -> EntriesStep:
    """What the journal says is read beside the keys, where a pane shows it."""
    known = state.notes.read_to if state.notes is not None else -1
    if desk.across < WIDE or known == desk.event.revision:
        return Step(state)
    return Step(state, (Fetch(_read_notes, NotesRead(), (state.notes,)),))


def _read_notes(console: TopboardApp, known: EntrantNotes | None) -> EntrantNotes:
    """In a thread: a long journal takes its time, and of a very long one only the end is read."""
    from tui.screens.entry_pane import EntrantNotes

    store = console.desk.store
    head = store.event.revision
    notes = known if known is not None and known.read_to <= head else EntrantNotes()
    first = max(notes.read_to, head - MOST_READ) + 1
    entries = [store.history.shown(n) for n in range(first, head + 1)]
    return notes.followed(entries, store.event)


@dataclass(frozen=True, slots=True)
class NotesRead:
    """The journal has been read for the pane, or cannot be."""

    def answered(
        self, desk: DeskView, state: EntriesState, value: EntrantNotes | Refused
    ) -> EntriesStep:
        """The pane does without what cannot be read."""
        return Step(state if isinstance(value, Refused) else replace(state, notes=value))


def arriving(desk: DeskView, state: EntriesState) -> EntriesStep:
    """The place comes to the front: lists may have been loaded meanwhile."""
    step = reading(desk, state)
    return step._replace(effects=(*step.effects, *_comparing(desk)))


def _differs(state: EntriesState) -> bool:
    return state.differing is not None and state.differing.count > 0


def _comparing(desk: DeskView) -> tuple[Fetch, ...]:
    """The entries are compared with the rating lists by themselves, while that is of use."""
    over = desk.format.next_step(desk.event).name == "finished"
    if over or not desk.event.entrants or _no_players(desk):
        return ()
    return (Fetch(_differing, DifferingCounted(), (desk.event,)),)


def _no_players(desk: DeskView) -> bool:
    """Teams without players."""
    return desk.format.of_teams(desk.event) and not any(e.players for e in desk.event.entrants)


def _differing(console: TopboardApp, event: Event) -> Differing | None:
    """In a thread; no list loaded, no database module."""
    from tui.rating_desk import stamp

    place = console.front
    known = getattr(place.state, "differing", None) if place is not None else None
    now = stamp()
    if not now or len(event.entrants) > MOST_COMPARED:
        return None
    if isinstance(known, Differing) and known.holds(now, event):
        return known
    from tui.screens.rating_lists import compare

    if not rule_of(event).checks:
        return None
    every, _ = compare(event)
    count = sum(bool(one.differences) and not one.held for one in every)
    return Differing(count, now, event.entrants, event.details)


@dataclass(frozen=True, slots=True)
class DifferingCounted:
    """The entries have been compared, or cannot be."""

    def answered(
        self, desk: DeskView, state: EntriesState, value: Differing | Refused | None
    ) -> EntriesStep:
        """The status line says how many differ."""
        return Step(replace(state, differing=None if isinstance(value, Refused) else value))


def select(desk: DeskView, state: EntriesState, key: Hashable | None) -> EntriesStep:
    """The line selected; the journal is read the first time that a pane shows it."""
    state = replace(state, selected=key)
    return reading(desk, state) if state.notes is None else Step(state)


def sort_by_head(desk: DeskView, state: EntriesState, at: int, row: int) -> EntriesStep:
    """The head that is clicked on: the list is sorted by its column."""
    heads = picture(desk, state).heads
    sort = sort_at(heads.text, at) if heads is not None else None
    if sort is None or (sort == "seed" and not uses_seeds(desk.event, desk.format)):
        raise Refused("entries are not sorted by that column", "", "click on No, Name or Rating")
    return say(replace(state, sort=sort), f"sorted by {sort}")


def _shorts(event: Event, format: Format) -> Mapping[str, str]:
    """Parts of the field by the name they have: `quarters`."""
    divided = _divided(format, event)
    return {"sections": shortened(divided.title, 12).lower()} if divided is not None else {}


@last_call
def _divided(format: Format, event: Event) -> Divided | None:
    """Sections or quarters as they are or would be."""
    return divided_field(format, event)


def _nobody(event: Event, format: Format, state: EntriesState) -> list[Line]:
    if event.entrants:
        empty = "everybody is checked in" if state.unseen else "nobody"
        if state.unseen and state.needle:
            empty = f"nobody who is not checked in has '{cell(state.needle, 16).rstrip()}'"
        return [line(f"   {empty}: esc shows all", "dim")]
    teams = part_of(format, PlayedByTeams)
    now = f": now {counted(teams.boards(event), 'board')} a match" if teams is not None else ""
    texts = (
        *("no entries yet", "a  add one by one", "i  import a list from a CSV or TRF file"),
        "L  load rating lists: names are proposed from them as you type",
        f"E  change the settings{now}",
    )
    return [line(f"   {text}", "dim") for text in texts]


@last_call
def _advice(event: Event, format: Format, width: int) -> list[Line]:
    lines: list[Line] = []
    for advice in sorted(advice_of(event, format), key=lambda a: not a.urgent):
        mark, style = ("!", "should") if advice.urgent else ("·", "note")
        parts = in_lines(advice.text, width - 4)
        lines += [line(f" {mark if i == 0 else ' '} {p}", style) for i, p in enumerate(parts)]
    for note in _of_the_event(event):
        parts = in_lines(note, width - 4)
        lines += [line(f" {' ' if i else '·'} {part}", "note") for i, part in enumerate(parts)]
    return lines[:MOST_ADVICE]


def _of_the_event(event: Event) -> Sequence[str]:
    """What is unusual about its own data."""
    if not event.details:
        return ()
    return data_notes(event)


def _status(desk: DeskView, state: EntriesState, heads: Line) -> Line:
    divided = _divided(desk.format, desk.event)
    sought = f"'{cell(state.needle, 16).rstrip()}'" if state.needle else ""
    narrowed_to = ", ".join(filter(None, ("absent only" * state.unseen, sought)))
    only = f"only {sought}" if sought and not state.unseen else narrowed_to
    behind = [only] if only else []
    if divided is not None and len(divided.parts) > 1:
        behind.append(sizes_text(divided, desk.across >= SIZES_FROM))
    out = len(knocked_out(desk.format, desk.event))
    behind += [f"{out} {OUT}"] if out else []
    if _differs(state) and state.differing is not None:
        differ = "differs" if state.differing.count == 1 else "differ"
        behind.append(f"{state.differing.count} {differ} from the rating lists")
    sorted_by_heads = state.sort == "number" or SORTED in heads.text
    behind += [] if sorted_by_heads else [f"by {state.sort}"]
    count, more = (
        f" {counts(desk.event, desk.format.of_teams(desk.event))}",
        "".join(f" · {text}" for text in behind),
    )
    in_play = [e for e in desk.event.entrants if not e.withdrawn]
    here = sum(e.present for e in in_play)
    # what is said of the save is behind it
    room = desk.across - text_width(count + more) - SAVED_CELLS
    cells = min(max(desk.across // 5, 8), 40, room)
    if not here or cells < BAR_LEAST:
        return Line(((count + more, "plain"),))
    shown = bar(here, len(in_play), cells)
    return Line(((f"{count} ", "plain"), (shown, "accent"), (more, "plain")))


@last_call
def _idle(event: Event, format: Format) -> frozenset[str]:
    """What needs an entry does not work on an empty list."""
    idle = {id for place, id in never_done(event, format) if place == "entries"}
    idle |= SEEDING if event.rounds else set()
    if format.next_step(event).name != "draw":
        idle.add("draw")
    if format.entry_refused(event):
        idle |= {"add", "bring_in"}
    if not event.entrants:
        usable = NEEDS_NOBODY | {"draw", "sections"}
        idle |= {c.id for c in commands_of("entries") if c.id not in usable}
    return frozenset(idle)


# Looking


def next_sort(desk: DeskView, state: EntriesState) -> EntriesStep:
    """By number, rating, name in turn."""
    sorts: Sequence[SortBy] = (*SORTS, "seed") if uses_seeds(desk.event, desk.format) else SORTS
    sort = sorts[(sorts.index(state.sort) + 1) % len(sorts)] if state.sort in sorts else sorts[0]
    return say(replace(state, sort=sort), f"sorted by {sort}")


def everybody(desk: DeskView, state: EntriesState) -> EntriesStep:
    """The whole list again."""
    return narrowed(replace(state, unseen=False), "")


def _selected(desk: DeskView, state: EntriesState) -> Entrant:
    if state.selected is None:
        remedy = "esc shows all" if desk.event.entrants else "a adds one, i imports a list"
        raise Refused("no entry is selected", "", remedy)
    return desk.event.entrant(str(state.selected))


def card(desk: DeskView, state: EntriesState) -> EntriesStep:
    """The selected one's card."""
    return Step(state, (Converse(open_card, (_selected(desk, state).id,)),))


def draw(desk: DeskView, state: EntriesState) -> EntriesStep:
    """To Pairings, and draw there."""
    return Step(state, (Go("pairings", "draw"),))


def players(desk: DeskView, state: EntriesState) -> EntriesStep:
    """A line for a change of the selected team's players."""
    if part_of(desk.format, PlayedByTeams) is None:
        raise Refused("there are no teams of players here", "", "")
    return opened(desk, state, _selected(desk, state))


def sections(desk: DeskView, state: EntriesState) -> EntriesStep:
    """The sections or quarters, with their boundaries."""
    if _divided(desk.format, desk.event) is None:
        raise Refused("this format has no sections", "", "")
    return Step(state, (Converse(_sections),))


async def _sections(console: TopboardApp) -> None:
    console.push_screen(SectionsDialog())


def settings(desk: DeskView, state: EntriesState) -> EntriesStep:
    """The title, the rounds, and what else the format has."""
    return Step(state, (Converse(_settings),))


def event_data(desk: DeskView, state: EntriesState) -> EntriesStep:
    """The form of the event's own data."""
    return Step(state, (Converse(_event_data),))


async def _event_data(console: TopboardApp) -> None:
    from tui.screens.settings_form import change_event_data

    change_event_data(console.here)


async def _settings(console: TopboardApp) -> None:
    from tui.screens.settings_form import change_settings

    change_settings(console.here)


def try_format(desk: DeskView, state: EntriesState) -> EntriesStep:
    """What the format would do to these entries, from many events played by chance."""
    return Step(state, (Converse(_try_format, working=True),))


def check_ratings(desk: DeskView, state: EntriesState) -> EntriesStep:
    """The entries beside the rating lists."""
    if _no_players(desk):
        raise Refused("this is a team event", "rating lists have players", "")
    if not desk.event.entrants:
        raise Refused("no entries yet", "", "a adds one, i imports a list")
    return Step(state, (Converse(_check_ratings),))


async def _check_ratings(console: TopboardApp) -> None:
    from tui.screens.rating_lists import check_ratings

    await check_ratings(console)


def rating_lists(desk: DeskView, state: EntriesState) -> EntriesStep:
    """The lists that are loaded, and the order in which they count."""
    return Step(state, (Converse(_rating_lists),))


async def _rating_lists(console: TopboardApp) -> None:
    from tui.screens.rating_lists import rating_lists

    await rating_lists(console)


async def _try_format(console: TopboardApp) -> None:
    from tui.screens.trying import try_format

    await try_format(console)


# Check-in


def check_in(desk: DeskView, state: EntriesState) -> EntriesStep:
    """Seen, or not; and on to the next one."""
    entrant = _selected(desk, state)
    here = not dict(state.checking).get(entrant.id, entrant.present)
    if here and entrant.withdrawn:
        raise Refused(f"{entrant.name} has withdrawn", "", "x re-enters, then space checks in")
    next_one = line_below(state, picture(desk, state).body)
    state = replace(next_one.state, checking=(*state.checking, (entrant.id, here)))
    if here and still_out(desk.event, (entrant.id,)):
        state = replace(state, questions=(_back_in(desk, entrant),))
    return Step(state, (Do(CheckIn((entrant.id,), here), about=entrant.id), *next_one.effects))


def _back_in(desk: DeskView, entrant: Entrant) -> Question:
    """Whether somebody who is here, and was left out of the next round, plays in it after all."""
    number = next_round(desk.event)
    called, means = desk.event.called(number), desk.format.left_out_means(desk.event)
    out = f"{who(entrant)} is left out of {called}{f' ({means})' if means else ''}"
    action = SetBye(entrant.id, number, None)
    text = f"{out}. Checked in: back in {called}?"
    return Question(text, Perform(action, f"{who(entrant)} is back in {called}"))


def check_anew(desk: DeskView, state: EntriesState) -> EntriesStep:
    """Nobody is checked in: the check-in of the next day begins."""
    checked_in = tuple(e.id for e in desk.event.entrants if e.present)
    if not checked_in:
        raise Refused("nobody is checked in", "the check-in is clear already", "")
    return Step(state, (Do(CheckIn(checked_in, False), done="check-in cleared; u undoes it"),))


def all_seen(desk: DeskView, state: EntriesState) -> EntriesStep:
    """Everybody who is in the event."""
    unseen = tuple(e.id for e in desk.event.entrants if not e.present and not e.withdrawn)
    if not unseen:
        raise Refused("everybody is checked in", "", "")
    entries = counted(len(unseen), "entry", "entries")
    done = "; ".join(filter(None, (f"{entries} checked in", left_out_still(desk.event, unseen))))
    return Step(state, (Do(CheckIn(unseen), done=f"{done}; u undoes it"),))


def absent_out(desk: DeskView, state: EntriesState) -> EntriesStep:
    """Everybody not checked in is out of the next draw."""
    event, number = desk.event, next_round(desk.event)
    action = AbsentOut(number)
    action.apply(event, desk.format)  # refused before a question is asked in vain
    called = event.called(number)
    absent = [e for e in event.entrants if not e.present and e.to_be_paired(number)]
    if not absent:
        return say(state, f"everybody to be paired in {called} is checked in")
    names = "\n".join(f"  {who(e)}" for e in absent[:MOST_ABSENT])
    more = f"\n  … and {len(absent) - MOST_ABSENT} more" if len(absent) > MOST_ABSENT else ""
    means = desk.format.left_out_means(event) or "0 points"
    text = f"{len(absent)} not checked in. Leave them out of {called} ({means})?\n{names}{more}"
    be = "is" if len(absent) == 1 else "are"
    them = who(absent[0]) if len(absent) == 1 else len(absent)
    return _asked(state, text, action, f"{them} {be} out of {called}")


def only_unseen(desk: DeskView, state: EntriesState) -> EntriesStep:
    """Only those not checked in, or all."""
    return Step(replace(state, unseen=not state.unseen))


def _asked(state: EntriesState, text: str, action: Action, done: str) -> EntriesStep:
    return Step(replace(state, questions=(Question(text, Perform(action, done)),)))


# In and out


def withdraw(desk: DeskView, state: EntriesState) -> EntriesStep:
    """Out of the event from the next round on (asks), or back in it."""
    entrant, event = _selected(desk, state), desk.event
    since = leaves_when(event)
    if entrant.withdrawn:
        back = ReEnter(entrant.id)
        removed = _without_proposal(desk, back)
        done = f"{who(entrant)} is back {since}" + f"; {removed}" * bool(removed)
        return Step(state, (Do(back, done=done),))
    if lost_by_leaving(event, desk.format, entrant.id):
        return Step(state, (Converse(_withdraw_losing, (entrant.id,)),))
    text = withdrawal_question(event, desk.format, entrant.id)
    means = leaving_means(event, steady(desk.format), entrant.id)
    done = f"{who(entrant)} is withdrawn {since}" + (f": {means}" if means else "")
    removed = _without_proposal(desk, Withdraw(entrant.id))
    done = "; ".join((done, *left_open(event, entrant.id), *[removed] * bool(removed)))
    return _asked(state, text, Withdraw(entrant.id), done)


def _without_proposal(desk: DeskView, action: Action) -> str:
    """That the standing proposal is removed by it, as in a cup, in which others play then; empty
    if it stays."""
    from tui.places.result_entry import proposal_removed

    if not (number := proposal_removed(desk.event, desk.format, action)):
        return ""
    return f"the proposal of {desk.event.called(number)} is removed: D draws it anew"


def on_change(before: Event, desk: DeskView, state: EntriesState) -> EntriesStep:
    """What has come since is read; and what a withdrawal means hangs on the results: it is asked
    about as things are now."""
    if state.unseen and len(before.published) < len(desk.event.published):
        # whom the check-in for that round was about does not narrow the list after it
        state = replace(state, unseen=False)
    step = reading(desk, _asked_anew(desk, state))
    if before.entrants is desk.event.entrants and before.details == desk.event.details:
        return step
    return step._replace(effects=(*step.effects, *_comparing(desk)))


def _asked_anew(desk: DeskView, state: EntriesState) -> EntriesState:
    purpose = state.questions[0].purpose if state.questions else None
    if not isinstance(purpose, Perform) or not isinstance(purpose.action, Withdraw):
        return state
    id, state = purpose.action.id, replace(state, questions=())
    if asks_plainly(desk.event, desk.format, id):
        return withdraw(desk, replace(state, selected=id)).state
    return said(state, CHANGED_MEANWHILE, "bad")


async def _withdraw_losing(console: TopboardApp, id: EntrantId) -> None:
    await withdraws(console, id)


def remove(desk: DeskView, state: EntriesState) -> EntriesStep:
    """Take an entry out of the list, before its first round."""
    entrant = _selected(desk, state)
    action = RemoveEntrant(entrant.id)
    action.apply(desk.event, desk.format)  # refused before a question is asked in vain
    # before round 1 a namesake is distinguished by the number in the list
    called = f"No {numbers(desk.format, desk.event)[entrant.id]}, {safe(entrant.name)}"
    text = f"Remove the entry {called}?"
    return _asked(state, text, action, f"{called} is removed")


LineReader = Callable[[Entrant, str], Sequence[Action]]
"""The actions of a typed line."""


def byes(desk: DeskView, state: EntriesState) -> EntriesStep:
    """Byes by round, from one line."""
    entrant, none = _selected(desk, state), gives_no_byes(desk.format, desk.event)
    if none and not entrant.byes:
        raise Refused("there are no byes by request here", none)
    return Step(state, (Converse(_byes, (entrant.id,)),))


async def _byes(console: TopboardApp, id: EntrantId) -> None:
    event = console.desk.event
    entrant = event.entrant(id)
    arranged = ", ".join(b.text for b in byes_of(event, entrant)) or "none so far"
    missed = ", ".join(event.called(number) for number in missed_rounds(event, entrant))
    first = min(2, event.settings.rounds)
    prompt = (
        f"Byes of {who(entrant)}: {arranged}{f'; entered after {missed}' if missed else ''}\n"
        f"Type rounds, then the points for each: {worths_words(event)}; - takes a bye back.\n"
        f"{': '.join(bye_example(event))}.   {first} -: no bye in {event.called(first)}"
    )

    def read(entrant: Entrant, text: str) -> Sequence[Action]:
        return read_byes(console.desk.event, entrant.id, text)

    understood = partial(byes_understood, event)
    await _line_done(console, entrant, prompt, read, "{who}: {text}", understood)


def adjust(desk: DeskView, state: EntriesState) -> EntriesStep:
    """Points given or taken, with the reason, from one line."""
    return Step(state, (Converse(_adjust, (_selected(desk, state).id,)),))


async def _adjust(console: TopboardApp, id: EntrantId) -> None:
    entrant = console.desk.event.entrant(id)
    prompt = f"Points to give {who(entrant)} or to take, and why:\nas in -0.5 phone rang"

    def read(entrant: Entrant, text: str) -> Sequence[Action]:
        return [adjustment_of(entrant, text)]

    await _line_done(console, entrant, prompt, read, "{who}: {text}")


async def _line_done(
    console: TopboardApp,
    entrant: Entrant,
    prompt: str,
    read: LineReader,
    done: str,
    understood: Callable[[str], str] | None = None,
) -> None:
    """Ask for a line, and do what it says; faults in it are shown while it is typed, and how it is
    understood."""

    def wrong(text: str) -> str | None:
        try:
            event = console.desk.event
            for action in read(entrant, text):
                # what needs agreement is asked about once it is done
                sure = replace(action, insist=True, insist_twice=True)
                event = sure.apply(event, console.desk.format)
        except Refused as refusal:
            return safe(str(refusal), 200)
        return None

    text = await console.ask_line(prompt, "", wrong, understood)
    actions = [] if text is None else read(entrant, text)
    event = await console.desk.act_all(actions) if actions else None
    if event is None:
        return
    meant = (understood(text) if understood and text else "") or text or ""
    message = done.format(who=who(entrant), text=meant)
    console.tell("; ".join([message, *stale_notes(event)]), "done")


# Seeds: by a number, up and down, by rating, by lot


def refuse_seeds(event: Event, format: Format) -> None:
    """`Refused` where seeds mean nothing, or are settled by a draw."""
    if why := format.seeds_unused(event):
        raise Refused("seeds mean nothing here", why)
    refuse_seeds_drawn(event)


def seeds_moved(event: Event, format: Format, id: EntrantId, by: int) -> tuple[EntrantId, ...]:
    """The seeds with that one up (-1) or down (1); where nobody is seeded yet, everybody is, in
    the order of the format."""
    order = seeded(event) or list(format.order(event))
    if id not in order:
        return (*order, id) if by < 0 else tuple(order)
    at = order.index(id)
    to = max(0, min(len(order) - 1, at + by))
    order.insert(to, order.pop(at))
    return tuple(order)


def seeds_placed(event: Event, id: EntrantId, text: str) -> tuple[EntrantId, ...]:
    """The seeds with that one at the place typed, those after it one further down; an empty text
    removes the seed. `Refused` if it is not a place."""
    order = [one for one in seeded(event) if one != id]
    text = text.strip()
    if not text:
        return tuple(order)
    most = len(order) + 1
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= most):
        problem = f"seed {text[:12]!r} is not possible"
        if not order:
            why = "nobody else has a seed yet, so it can only be 1"
            raise Refused(problem, why, "esc, then Z seeds all by rating first")
        why = f"{counted(len(order), 'other is', 'others are')} seeded: seeds go from 1 to {most}"
        raise Refused(problem, why, "give one of these, or nothing to take the seed away")
    order.insert(int(text) - 1, id)
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Seeded:
    """What an action in the queue seeds by hand."""

    entrant: EntrantId


def _seed_by_hand(state: EntriesState, order: tuple[EntrantId, ...], id: EntrantId) -> EntriesStep:
    return Step(state, (Do(SetSeeds("hand", order), about=Seeded(id)),))


def _moved_seed(by: int, desk: DeskView, state: EntriesState) -> EntriesStep:
    refuse_seeds(desk.event, desk.format)
    id = _selected(desk, state).id
    return _seed_by_hand(state, seeds_moved(desk.event, desk.format, id, by), id)


@dataclass(frozen=True, slots=True)
class SeedTyped(AtEnter):
    """A seed is typed as a number."""

    entrant: EntrantId

    def entered(self, desk: DeskView, state: EntriesState, text: str) -> EntriesStep:
        """The seed is set."""
        return _seed_by_hand(state, seeds_placed(desk.event, self.entrant, text), self.entrant)


def seed(desk: DeskView, state: EntriesState) -> EntriesStep:
    """The selected one's seed, as a number."""
    refuse_seeds(desk.event, desk.format)
    entrant = _selected(desk, state)
    return Step(replace(state, prompt=Prompt(f"seed of {who(entrant)}", SeedTyped(entrant.id))))


def seeds(desk: DeskView, state: EntriesState) -> EntriesStep:
    """All at once: by rating, by lot, none."""
    refuse_seeds(desk.event, desk.format)
    return Step(state, (Converse(_seed_by, then=AllSeeded()),))


async def _seed_by(console: TopboardApp) -> str | None:
    """What is said once all have been seeded in the way chosen; None where none was."""
    desk = console.desk
    lines = [line(f" {text}", key=key) for key, text in SEED_WAYS]
    how = await console.push_screen_wait(Telling("Seeds", lines, "enter  do that      esc  back"))
    if how is None:
        return None
    had = len(seeded(desk.event))
    if had and not await console.ask(
        f"{had} have a seed, which will be lost (u undoes it). Go on?"
    ):
        return None
    event = await desk.act(SetSeeds(how))
    if event is None:
        return None
    text = dict(SEED_WAYS)[how]
    if how == "lot" and event.lots:
        shown = lot_text(event.lots[-1], {e.id: name_in(event, e.id, 24) for e in event.entrants})
        text = shown if len(shown) < 150 else f"{shown[:150]} …"
    return f"seeds: {text}"


@dataclass(frozen=True, slots=True)
class AllSeeded:
    """All have been seeded in the way chosen, unless none was."""

    def answered(self, desk: DeskView, state: EntriesState, value: str | None) -> EntriesStep:
        """The list in the order of the new seeds."""
        return Step(state) if value is None else say(replace(state, sort="seed"), value, "done")


# Expelled


@dataclass(frozen=True, slots=True)
class ExpulsionReason(AtEnter):
    """Why somebody is expelled is typed."""

    entrant: EntrantId

    def entered(self, desk: DeskView, state: EntriesState, text: str) -> EntriesStep:
        """Out, once the arbiter has said yes."""
        message = f"{who(desk.event.entrant(self.entrant))} is expelled"
        why = clean(text, "reason", 120)[0]
        return Step(state, (Do(Expel(self.entrant, why), done=message),))


def expel(desk: DeskView, state: EntriesState) -> EntriesStep:
    """Out of the event and out of the standings."""
    entrant = _selected(desk, state)
    asked = f"why {who(entrant)} is expelled"
    return Step(replace(state, prompt=Prompt(asked, ExpulsionReason(entrant.id))))


# Start numbers


@dataclass(frozen=True, slots=True)
class NumberTyped(AtEnter):
    """The start number of the one to exchange with is typed."""

    entrant: EntrantId

    def entered(self, desk: DeskView, state: EntriesState, text: str) -> EntriesStep:
        """They exchange, once the arbiter has said yes; an empty line closes."""
        if not text.strip():
            return Step(state)
        other = next((id for id, n in _numbers_shown(desk).items() if str(n) == text.strip()), None)
        if other is None:
            raise Refused(f"nobody has start number {text.strip()[:8]!r}", "", "see the column No")
        event, had = desk.event, _numbers_shown(desk)
        one, two = (safe(event.entrant(id).name) for id in (self.entrant, other))
        message = f"{one} is number {had[other]} now, {two} is number {had[self.entrant]}"
        return Step(state, (Do(ExchangeNumbers(self.entrant, other), done=message),))


def _numbers_shown(desk: DeskView) -> Mapping[EntrantId, int]:
    return numbers(desk.format, desk.event)


def exchange_numbers(desk: DeskView, state: EntriesState) -> EntriesStep:
    """The selected one exchanges the start number with another."""
    refuse_fixed(desk.event, desk.format)
    entrant = _selected(desk, state)
    number = _numbers_shown(desk)[entrant.id]
    asked = f"{safe(entrant.name)}, no. {number}, exchanges with no."
    return Step(replace(state, prompt=Prompt(asked, NumberTyped(entrant.id))))


def remake_numbers(desk: DeskView, state: EntriesState) -> EntriesStep:
    """All from the current ratings."""
    action = RemakeNumbers.of(desk.event, desk.format)
    return Step(state, (Do(action, done="start numbers made anew from the ratings"),))


# The form


def add(desk: DeskView, state: EntriesState) -> EntriesStep:
    """A form; Enter saves and goes on with the next one."""
    refuse_when_over(desk.event, desk.format)  # before anything is typed in vain
    return Step(state, (Converse(_add),))


async def _add(console: TopboardApp) -> None:
    from tui.screens.entry_saving import add_entries

    add_entries(console.here)


def edit(desk: DeskView, state: EntriesState) -> EntriesStep:
    """The form with what the entry says."""
    return Step(state, (Converse(open_entry, (_selected(desk, state).id,)),))


def bring_in(desk: DeskView, state: EntriesState) -> EntriesStep:
    """A file chosen, read, looked at, taken over; players of teams may come later than these."""
    if part_of(desk.format, PlayedByTeams) is None:
        refuse_when_over(desk.event, desk.format)
    return Step(state, (Converse(_bring_in),))


async def _bring_in(console: TopboardApp) -> None:
    from tui.screens.import_files import ImportDialog

    front = console.here
    message = await console.push_screen_wait(ImportDialog())
    if message is not None:
        desk = console.desk
        if desk.format.next_step(desk.event).name == "draw":
            message += ": space checks in, D draws the round (F2)"
        front.call_after_refresh(front.message, message, "done")


# What becomes of the queue


def hear(desk: DeskView, state: EntriesState, outcome: Outcome) -> EntriesStep:
    """What was done is said, and if the proposal no longer holds."""
    effect = outcome.effect
    about = effect.about if isinstance(effect, Do) else None
    refused = ""
    if state.players_sent:
        state = after_outcome(state, outcome)
        refused = not_taken(state)
    if isinstance(about, str):
        state = replace(state, checking=state.checking[1:])
    if isinstance(outcome, Failed):
        if isinstance(outcome.refusal, NotAgreed) and outcome.refusal.level < Level.REFUSE:
            return say(state, "nothing was changed")
        selected: Hashable | None = about if isinstance(about, str) else state.selected
        state = replace(state, checking=(), selected=selected)
        return say(state, str(outcome.refusal), "bad")
    if isinstance(about, Seeded):
        entrant = desk.event.entrant(about.entrant)
        seed = "has no seed" if entrant.seed is None else f"is seed {entrant.seed}"
        state = replace(state, sort="seed", selected=entrant.id)
        return say(state, f"{who(entrant)} {seed}", "done")
    if isinstance(effect, Do) and effect.done:
        parts = [effect.done, *([refused] if refused else []), *stale_notes(desk.event)]
        return say(state, "; ".join(parts), "done")
    return Step(state)


ENTRIES = PlaceKind(
    name="entries",
    initial=lambda desk: EntriesState(),
    picture=picture,
    commands={
        "sort": next_sort,
        "all": everybody,
        "find": narrow,
        "find_next": next_hit(picture),
        "card": card,
        "draw": draw,
        "sections": sections,
        "settings": settings,
        "event_data": event_data,
        "try_format": try_format,
        "check_in": check_in,
        "check_anew": check_anew,
        "all_seen": all_seen,
        "absent_out": absent_out,
        "unseen": only_unseen,
        "withdraw": withdraw,
        "remove": remove,
        "byes": byes,
        "adjust": adjust,
        "seeds": seeds,
        "seed": seed,
        "seed_up": partial(_moved_seed, -1),
        "seed_down": partial(_moved_seed, 1),
        "expel": expel,
        "exchange_numbers": exchange_numbers,
        "remake_numbers": remake_numbers,
        "add": add,
        "edit": edit,
        "bring_in": bring_in,
        "players": players,
        "check_ratings": check_ratings,
        "rating_lists": rating_lists,
    },
    waiting=frozenset(
        {
            "absent_out",
            "all_seen",
            "check_anew",
            "unseen",
            "withdraw",
            "remove",
            "byes",
            "adjust",
            "edit",
            "draw",
            "expel",
            "exchange_numbers",
            "remake_numbers",
            *SEEDING,
        }
    ),
    on_head=sort_by_head,
    on_choose=card,
    on_change=on_change,
    on_outcome=hear,
    on_begin=arriving,
    on_resume=arriving,
    on_select=select,
    pane=pane,
    remembered={"needle": str, "sort": ALL_SORTS, "unseen": bool},
)
