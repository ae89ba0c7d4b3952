"""The place Pairings of a congress: the status of every event, what its proposal breaks; all
complete ones drawn and published in one go. Reviewed is each in its own Pairings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from engine.actions import PublishRound
from engine.byes import absences, round_size
from engine.congress.congress import Congress
from engine.congress.hall import SeatedTwice, seated_twice
from engine.congress.members import MemberEvent
from engine.congress.notes import CongressNote, note_words, other_seat_words
from engine.congress.people import people
from engine.entrant_fields import NAME_LIMIT
from engine.event import Event, Round, last_calls
from engine.points import counted
from engine.protocol import Format, Severity
from engine.refusal import NoDraw, Refused
from engine.waiting import adjourned_notes, held_against_own, nothing_entered, step_words
from saves.cells import in_lines, text_width
from saves.safe_text import safe, shortened
from tui.congress.to_settle import in_full, note_lines, nothing_open, unopened_lines, urgent
from tui.congress.view import EventView
from tui.congress.within import congress_of, enter_event
from tui.places.pairings.keys import (
    Publishing,
    no_proposal,
    published_elsewhere_by,
    published_meanwhile,
    redraw_rest,
)
from tui.places.pairings.lines import STYLE, SYMBOL, Review, severities
from tui.places.pairings.picture import PairingsState, draw_notes, late_notes
from tui.places.pairings.talks import (
    LISTED,
    PUBLISH_KEYS,
    altered_lines,
    publication,
    publish_question,
    with_costs,
)
from tui.places.results.picture import ResultsIn
from tui.places.screen import round_text
from tui.places.shape import (
    Answering,
    AtYes,
    Converse,
    DeskView,
    Do,
    Draw,
    Effect,
    Failed,
    Outcome,
    PlaceKind,
    PlaceState,
    Question,
    Screenful,
    Step,
    Stop,
    Within,
    said,
    say,
)
from tui.screens.advice import advice_of
from tui.screens.dialogs import Telling
from tui.screens.leaving import roll_call
from tui.widgets.lines import Line, fit, line

if TYPE_CHECKING:
    from tui.app import TopboardApp
    from tui.desk import DrawEnd
    from tui.screens.leaving import RollEnd


LineKey = tuple[str, int]
"""The folder of an event; a board of its proposal, -1 for a bye, 0 for the event itself."""
NAME_MOST = 16
MOST_NOTES = 8
WIDTH = 68
"""Cells of a line, so that none is cut off at 80 columns."""
BEHIND = (
    "A restore point is taken of each. u takes a publication back until a result is in; after "
    "that, boards are corrected, not redrawn."
)


@dataclass(frozen=True, slots=True)
class CongressPairingsState(PlaceState):
    """`selected` is a `LineKey`."""

    ordered: tuple[str, ...] = ()
    """Folders of the events whose draw was ordered and has not ended."""
    ended: tuple[str, ...] = ()
    """How those ended that were ordered with them: `Open: drawn`."""
    published: tuple[tuple[str, str], ...] = ()
    """What was published by the last answer so far: the event's name, and `round 2`."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """By folder why the last draw or publication was not possible."""


PairingsStep = Step[CongressPairingsState]


@last_calls(24)
def review(event: Event, format: Format, round: Round) -> Review:
    """All that is known of a proposal."""
    return Review(event, format, round)


def review_of(event: EventView) -> Review | None:
    """Of the proposal; None where there is none."""
    proposal = event.desk.event.proposal
    return review(event.desk.event, event.desk.format, proposal) if proposal is not None else None


@last_calls(2)
def _seated_twice(congress: Congress, *members: MemberEvent) -> tuple[SeatedTwice, ...]:
    everybody = seated_twice(members, people(congress, members))
    return tuple(one for one in everybody if one.proposed)


def clashes(desk: DeskView, folder: str) -> list[tuple[int, str]]:
    """Those of an event of the congress in front."""
    whole = congress_of(desk)
    return clashes_in(whole.congress, whole.members, folder)


def clashes_in(
    congress: Congress, members: Sequence[MemberEvent], folder: str
) -> list[tuple[int, str]]:
    """The boards of an event where somebody sits who plays in another one in the same hours, with
    the words of it: `Ann Lee: also at board 5 of Open, same hours`."""
    warned = []
    for one in _seated_twice(congress, *members):
        if seats := one.beside(folder):
            words = (
                f"{shortened(one.person.name, NAME_LIMIT)}: {safe(other_seat_words(seats[1]), 120)}"
            )
            warned.append((seats[0].board, words))
    return sorted(warned)


def _to_settle(desk: DeskView) -> list[CongressNote]:
    """What is urgent, without those who are named at their boards."""
    whole = congress_of(desk)
    seated = {
        (one.person.name, *sorted(seat.member.folder for seat in one.seats))
        for one in _seated_twice(whole.congress, *whole.members)
    }
    return [
        note for note in urgent(whole)
        if note.reason.code != "same-hours"
        or (note.reason["name"], *sorted(note.folders)) not in seated
    ]  # fmt: skip


def _without_a_seat(desk: DeskView, folder: str) -> list[str]:
    """Who is in that event and in another one of the same hours, and has a board in one alone."""
    return [
        safe(note_words(note), 200)
        for note in _to_settle(desk)
        if note.reason.code == "same-hours" and folder in note.folders
    ]


# What is shown


def picture(desk: DeskView, state: CongressPairingsState) -> Screenful:
    """Each event, and under it the boards of its proposal that are to be looked at."""
    whole = congress_of(desk)
    name = min(max(map(text_width, whole.names.values()), default=5), NAME_MOST)
    body: list[Line] = []
    for event in whole.events:
        body += _event_lines(desk, state, event, name)
        body += _note_lines(desk, state, event)
        body += _clash_lines(desk, event)
        body += _conflict_lines(desk, event)
    body += unopened_lines(whole.unopened, desk.width)
    body += note_lines(_to_settle(desk), desk.width, MOST_NOTES, "F1, then !")
    return Screenful(
        status=_status(desk, state),
        heads=line(f"   {fit('Event', name)}  {fit('Round', 14)}  Where it stands", "dim"),
        body=body or nothing_open(whole, desk.width),
        about=_about(desk, state),
        idle=_idle(desk, state, any(one.key is not None and _board(one.key) for one in body)),
    )


def _status(desk: DeskView, state: CongressPairingsState) -> Line:
    events = congress_of(desk).events
    counts = [
        (len([e for e in events if e.member.step.name == "register"]), "taking entries"),
        (len([e for e in events if due(e)]), "to be drawn"),
        (len([e for e in events if e.member.step.choice is not None]), "by choice"),
        (len([e for e in events if e.desk.event.proposal is not None]), "proposed"),
        (len([e for e in events if e.member.step.name == "play"]), "in play"),
        (len([e for e in events if e.member.step.name == "finished"]), "finished"),
    ]
    words = " · ".join(f"{count} {word}" for count, word in counts if count)
    parts = [(f" {words or 'no event'} ", "strong")]
    if desk.beside:
        parts.append((f"  DRAWING {len(state.ordered) or 1}, {desk.seconds} s", "attention"))
    whole = congress_of(desk)
    twice = SeverityCounts(0, len(_seated_twice(whole.congress, *whole.members)))
    total = sum((severity_counts(e) for e in events), start=twice)
    if total.words:
        parts.append((f"  {total.words}", "should"))
    return Line(tuple(parts))


@dataclass(frozen=True, slots=True)
class SeverityCounts:
    """How many rules proposals break, and how often that should not be."""

    musts: int = 0
    shoulds: int = 0

    def __add__(self, other: SeverityCounts) -> SeverityCounts:
        return SeverityCounts(self.musts + other.musts, self.shoulds + other.shoulds)

    @property
    def words(self) -> str:
        """`× 1  ! 4`; empty for none."""
        musts = f"{SYMBOL[Severity.MUST]} {self.musts}" if self.musts else ""
        return "  ".join(
            filter(None, (musts, f"{SYMBOL[Severity.SHOULD]} {self.shoulds}" * bool(self.shoulds)))
        )


def severity_counts(event: EventView) -> SeverityCounts:
    """Of the proposal of an event."""
    reviewed = review_of(event)
    if reviewed is None:
        return SeverityCounts()
    counts = severities(reviewed)
    return SeverityCounts(counts[Severity.MUST], counts[Severity.SHOULD])


def _event_lines(
    desk: DeskView, state: CongressPairingsState, event: EventView, name: int
) -> list[Line]:
    text, style = _standing(state, event)
    shown = fit(congress_of(desk).names[event.folder], name)
    number = fit(round_text(event.desk.event, event.desk.format, False) or "entries", 14)
    lead, key = f"   {shown}", (event.folder, 0)
    first, *more = in_full(f"{lead}  {number}  ", text, desk.width, style, key, "plain")
    (led, _), words = first.parts
    return [
        first._replace(parts=((lead, "strong"), (led[len(lead) :], "plain"), words)),
        *more,
    ]


def _standing(state: CongressPairingsState, event: EventView) -> tuple[str, str]:
    """Its status and the next step, and the style of that."""
    own, format, step = event.desk.event, event.desk.format, event.member.step
    if event.away:
        return "! its folder has changed: nothing is saved in it", "bad"
    if event.desk.beside:
        return f"drawing {own.called(step.round)} … {event.desk.seconds} s", "attention"
    if event.folder in state.ordered:
        return "waits for its draw", "attention"
    if event.folder in state.refused:
        return f"! {state.refused[event.folder]}", "bad"
    if own.proposal is not None:
        size = round_size(own.proposal.matches, own.proposal.byes, own.board_word)
        marks = severity_counts(event).words
        hand = "by hand, to be finished" if own.proposal.editing else "changed by hand"
        altered = f" · {hand}" if own.proposal.editing or own.proposal.altered else ""
        return f"proposed: {size}{altered}{f' · {marks}' if marks else ''}", "plain"
    if step.name == "play" and own.current is not None:
        count = ResultsIn.of(own.current)
        return f"{count.there}/{count.due} in, {_missing_words(event)}", "plain"
    called = own.called(step.round)
    if step.name == "finished":
        return step_words(own, step), "dim"
    if step.choice is not None:
        return f"{called}: opponents are chosen, enter goes there", "should"
    if step.name == "draw":
        asked = len(absences(own, format))
        not_here = f", {asked} not here: d asks" if asked else ""
        ready = len(format.expected(own, step.round))
        complete = "complete: " if own.published else ""
        return f"{complete}{called} can be drawn, {ready} to pair{not_here}", "done"
    return f"{called} cannot be drawn yet: {len(own.entrants)} entrants", "dim"


def _missing_words(event: EventView) -> str:
    """`open 7-9`; where only earlier rounds have open boards, these, or the adjourned games."""
    own, step = event.desk.event, event.member.step
    if event.member.open_boards:
        return f"open {runs(event.member.open_boards)}"
    if step.missing:
        return f"{own.called(step.round)}: {own.boards_named(step.missing, 8)} open"
    return "; ".join(adjourned_notes(own))


def runs(numbers: Sequence[int]) -> str:
    """`3 7-9 14`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return " ".join(f"{p[0]}-{p[-1]}" if len(p) > 1 else str(p[0]) for p in parts)


def _note_lines(desk: DeskView, state: CongressPairingsState, event: EventView) -> list[Line]:
    """Notes on its proposal, on entrants waiting for a board, and on what will go wrong."""
    own, format = event.desk.event, event.desk.format
    if event.away or event.desk.beside or event.folder in state.ordered:
        return []
    notes = [*proposal_notes(event)]
    if notes:
        notes[-1] += f"; {_remedy(event)}"
    notes += [_drawn_before(event)] if _drawn_before(event) else []
    notes += late_notes(own, format, "enter, then d")
    notes += [one.text for one in advice_of(own, format) if one.urgent]
    texts = (safe(note, 240) for note in notes)
    return [one for text in texts for one in in_full("     ! ", text, desk.width, "should")]


def proposal_notes(event: EventView) -> Sequence[str]:
    """What has changed since its proposal was drawn, and entrants without a board in it."""
    return draw_notes(event.desk, keys=False) if event.desk.event.proposal is not None else ()


def _drawn_before(event: EventView) -> str:
    """That a result of an earlier round was changed after the round in play was published, as long
    as that round can be taken back."""
    current = event.desk.event.current
    if current is None or not _goes_back(event):
        return ""
    later = [
        logged.action.describe(event.desk.event)
        for logged in event.desk.since_publication()
        if (number := logged.action.about(None).round) is not None and number < current.number
    ]
    if not later:
        return ""
    more = f" and {len(later) - 1} more" if len(later) > 1 else ""
    called = event.desk.event.called(current.number)
    return f"changed since {called} was drawn: {later[0]}{more}; r takes it back and draws it again"


def _goes_back(event: EventView) -> bool:
    """Whether the round in play can be taken back and drawn again."""
    goes_back = nothing_entered(event.desk.event) and event.desk.publication is not None
    return goes_back and not event.desk.beside


def _remedy(event: EventView) -> str:
    """What is done about a proposal that something has changed since."""
    proposal = event.desk.event.proposal
    if proposal is not None and proposal.editing:
        return "enter goes there"
    return "r redraws it"


def _clash_lines(desk: DeskView, event: EventView) -> list[Line]:
    """The boards of people who are to play in two events at once."""
    mark, style = SYMBOL[Severity.SHOULD], STYLE[Severity.SHOULD]
    return [
        one
        for board, words in clashes(desk, event.folder)
        for one in in_full(
            f"     {mark} {board:>4}  ", words, desk.width, style, (event.folder, board)
        )
    ]


def _conflict_lines(desk: DeskView, event: EventView) -> list[Line]:
    """The boards of the proposal that break a rule or should not be so, the gravest first."""
    reviewed = review_of(event)
    if reviewed is None:
        return []
    grave = [c for c in reviewed.conflicts if c.severity in (Severity.MUST, Severity.SHOULD)]
    grave.sort(key=lambda c: (c.severity is not Severity.MUST, c.board or 10_000))
    boards = Counter(c.board if c.board is not None else -1 for c in grave)
    lines: dict[int, list[Line]] = {}
    for one in grave:
        board = one.board if one.board is not None else -1
        where = f"{board:>4}" if board > 0 else " bye"
        match = reviewed.match(board) if board > 0 else None
        ids = match.pair if match is not None else one.entrants
        names = " – ".join(shortened(reviewed.name(id), NAME_LIMIT) for id in ids)
        more = f" +{boards[board] - 1}" if boards[board] > 1 else ""
        lead, text = f"     {SYMBOL[one.severity]} {where}  ", f"{names}: {safe(one.text, 200)}"
        room, style = desk.width - len(more), STYLE[one.severity]
        shown = in_full(lead, text, room, style, (event.folder, board))
        if more:
            shown[-1] = shown[-1]._replace(parts=(*shown[-1].parts, (more, style)))
        lines.setdefault(board, shown)
    return [one for of_board in lines.values() for one in of_board]


def _about(desk: DeskView, state: CongressPairingsState) -> str:
    event = chosen(desk, state)
    return congress_of(desk).names[event.folder] if event is not None else ""


def _board(key: Hashable) -> int:
    """Of a line of the list the board of its proposal, -1 for a bye; 0 for an event."""
    return key[1] if isinstance(key, tuple) else 0


def _idle(desk: DeskView, state: CongressPairingsState, marked: bool) -> frozenset[str]:
    events = congress_of(desk).events
    idle = set()
    if not any(due(e) for e in events):
        idle.add("draw")
    if not marked:
        idle |= {"next_mark", "last_mark"}
    if not any(e.desk.event.proposal is not None and not _by_itself(e) for e in events):
        idle.add("publish")
    if not desk.beside:
        idle.add("cancel")
    event = chosen(desk, state)
    proposed = event is not None and event.desk.event.proposal is not None and not _in_work(event)
    if event is None or not proposed or _refused(event) is not None:
        idle.add("publish_one")
    if event is None or not (proposed or _drawn_before(event)):
        idle.add("redraw_one")
    return frozenset(idle)


# Which event


def chosen(desk: DeskView, state: CongressPairingsState) -> EventView | None:
    """The event of the selected line."""
    key = state.selected
    return congress_of(desk).by_folder.get(key[0]) if isinstance(key, tuple) else None


def _event(desk: DeskView, state: CongressPairingsState) -> EventView:
    event = chosen(desk, state)
    if event is None:
        raise Refused("no event is selected", "", "")
    return event


def due(event: EventView) -> bool:
    """Whether its next round can be drawn now."""
    own = event.desk.event
    return own.proposal is None and event.member.step.name == "draw" and not event.desk.beside


def own_console(desk: DeskView, state: CongressPairingsState) -> PairingsStep:
    """The event in its own Pairings, on the selected board."""
    event, key = _event(desk, state), cast(LineKey, state.selected)
    at = key[1] if key[1] > 0 else None
    return Step(state, (Converse(enter_event, (event.folder, "pairings", at)),))


def next_mark(desk: DeskView, state: CongressPairingsState) -> PairingsStep:
    """To the next board to be looked at, of any event."""
    return _to_mark(desk, state, 1)


def last_mark(desk: DeskView, state: CongressPairingsState) -> PairingsStep:
    """To the one before."""
    return _to_mark(desk, state, -1)


def _to_mark(desk: DeskView, state: CongressPairingsState, way: int) -> PairingsStep:
    keys = [one.key for one in picture(desk, state).body if one.key is not None]
    at = keys.index(state.selected) if state.selected in keys else -1
    order = [*keys[at + 1 :], *keys[: at + 1]] if way > 0 else [*keys[:at][::-1], *keys[at:][::-1]]
    for key in order:
        if _board(key):
            return Step(replace(state, selected=key))
    return say(state, "no proposal breaks a rule", "done")


# Drawing


def draw(desk: DeskView, state: CongressPairingsState) -> PairingsStep:
    """Every event whose round is complete; late games of one hold no other."""
    return _draw(desk, state, [e for e in congress_of(desk).events if due(e)])


def draw_one(desk: DeskView, state: CongressPairingsState) -> PairingsStep:
    """The selected event alone."""
    event = _event(desk, state)
    if not due(event):
        text, _ = _standing(state, event)
        name = congress_of(desk).names[event.folder]
        raise Refused(f"{name} is not drawn now", text, "enter shows it in its own console")
    return _draw(desk, state, [event])


def _draw(
    desk: DeskView, state: CongressPairingsState, events: Sequence[EventView]
) -> PairingsStep:
    events = [e for e in events if e.folder not in state.ordered]
    if not events:
        waiting = [congress_of(desk).names[e.folder] for e in congress_of(desk).events
                   if e.member.step.name == "play"]  # fmt: skip
        why = f"results are missing in {', '.join(waiting)}" if waiting else _all_played(desk)
        raise Refused("no round is to be drawn", why, "F3 enters results" if waiting else "")
    by_choice = [e for e in events if e.member.step.choice is not None]
    asking = [e for e in events if e not in by_choice and absences(e.desk.event, e.desk.format)]
    at_once = [e for e in events if e not in by_choice and e not in asking]
    refused = {f: t for f, t in state.refused.items() if f not in {e.folder for e in events}}
    refused |= {e.folder: "opponents are chosen: enter goes there" for e in by_choice}
    step = _ordered(replace(state, refused=refused), [e.folder for e in at_once], anew=True)
    if asking:
        folders = tuple(e.folder for e in asking)
        call = Converse(call_rolls, (folders,), RollsCalled(folders), working=True)
        return step._replace(effects=(*step.effects, call))
    return step


def _all_played(desk: DeskView) -> str:
    events = congress_of(desk).events
    finished = all(e.member.step.name == "finished" for e in events)
    return "all rounds are played" if events and finished else ""


def _ordered(
    state: CongressPairingsState,
    folders: Sequence[str],
    anew: bool = False,
    withdrawn: Mapping[str, tuple[str, ...]] | None = None,
) -> PairingsStep:
    """The draws of these; `anew`: no other one was ordered with them; `withdrawn`: who was in
    the roll call before them, as sentences."""
    effects: tuple[Effect, ...] = tuple(
        Within(folder, Draw(then=Drawn(folder, (withdrawn or {}).get(folder, ()))))
        for folder in folders
    )
    ended = () if anew and not state.ordered else state.ended
    return Step(replace(state, ordered=(*state.ordered, *folders), ended=ended), effects)


async def call_rolls(app: TopboardApp, folders: tuple[str, ...]) -> Mapping[str, RollEnd]:
    """Of each event in turn it is asked about who is not here; how it ended."""
    congress = app.congress
    assert congress is not None
    ends = {}
    for folder in folders:
        try:
            congress.show_event(folder)
            ends[folder] = await roll_call(app)
        finally:
            congress.in_front = None
    return ends


@dataclass(frozen=True, slots=True)
class RollsCalled:
    """It was asked about who is not here."""

    folders: tuple[str, ...]

    def answered(
        self, desk: DeskView, state: CongressPairingsState, value: Mapping[str, RollEnd]
    ) -> PairingsStep:
        """The draws, of those events where all is said."""
        withdrawn = {folder: end.withdrawn for folder, end in value.items()}
        step = _ordered(state, [f for f, end in value.items() if end.draws], withdrawn=withdrawn)
        left = [f for f in self.folders if f not in value or not value[f].draws]
        if left:
            words = [f"not drawn: {', '.join(congress_of(desk).names[f] for f in left)}"]
            words += [text for f in left for text in withdrawn.get(f, ())]
            return say(step.state, "; ".join(words), "info", step.effects)
        return step


@dataclass(frozen=True, slots=True)
class Drawn:
    """The draw of an event has ended; `withdrawn`: who was before it, as sentences."""

    folder: str
    withdrawn: tuple[str, ...] = ()

    def answered(
        self, desk: DeskView, state: CongressPairingsState, value: DrawEnd
    ) -> PairingsStep:
        """What is to be known of its proposal."""
        ordered = tuple(f for f in state.ordered if f != self.folder)
        name = congress_of(desk).names.get(self.folder, self.folder)
        word = "the draw was stopped" if value.stopped else "drawn"
        ended = (
            *state.ended,
            "; ".join(
                [f"{name}: {word}", *self.withdrawn, *(safe(one, 240) for one in value.notes[:2])]
            ),
        )
        text = _joined(ended, [*congress_of(desk).names.values()])
        return say(replace(state, ordered=ordered, ended=ended), text, "done")


def _joined(ended: Sequence[str], names: Sequence[str]) -> str:
    """`Open, Minor: drawn`, in the order of the congress, whichever draw was first; who has a note
    besides has a line of his own, the last one first."""
    plain = [text.removesuffix(": drawn") for text in ended if text.endswith(": drawn")]
    plain.sort(key=lambda name: names.index(name) if name in names else len(names))
    others = [text for text in reversed(ended) if not text.endswith(": drawn")]
    return "; ".join([*([f"{', '.join(plain)}: drawn"] if plain else []), *others])


def cancel(desk: DeskView, state: CongressPairingsState) -> PairingsStep:
    """Every draw that runs."""
    if not desk.beside:
        return Step(replace(state, refused={}))
    return Step(state, (Stop(),))


def redraw_one(desk: DeskView, state: CongressPairingsState) -> PairingsStep:
    """The proposal of the selected event, under its locks; asks where changes by hand are lost.
    The round in play is taken back for it while nothing of it is entered (asks)."""
    event = _event(desk, state)
    name = congress_of(desk).names[event.folder]
    if event.desk.event.proposal is None and not _goes_back(event):
        raise Refused(f"{name} has no proposal to draw again", "", "enter shows its round")
    if why := _in_work(event):
        raise Refused(f"{name} is not drawn again now", why, "enter shows it in its own console")
    return _redrawn(desk, state, event, redraw_rest(event.desk, PairingsState()))


def _redrawn(
    desk: DeskView, state: CongressPairingsState, event: EventView, own: Step[PairingsState]
) -> PairingsStep:
    """What that event's own Pairings asks or orders."""
    folder = event.folder
    if own.state.questions:
        asked = own.state.questions[0]
        text = f"{congress_of(desk).names[folder]}\n{asked.text}"
        question = asked._replace(text=text, purpose=RedrawIn(folder, asked.purpose))
        return Step(replace(state, questions=(question,)))
    draws = [one._replace(then=Drawn(folder)) for one in own.effects if isinstance(one, Draw)]
    refused = {f: text for f, text in state.refused.items() if f != folder}
    ended = state.ended if state.ordered else ()
    ordered = (*state.ordered, folder) if draws else state.ordered
    return Step(
        replace(state, ordered=ordered, ended=ended, refused=refused),
        tuple(Within(folder, one) for one in draws),
    )


@dataclass(frozen=True, slots=True)
class RedrawIn(AtYes):
    """Asked whether changes by hand in the proposal of that event may be lost."""

    folder: str
    purpose: Answering

    def yes(self, desk: DeskView, state: CongressPairingsState) -> PairingsStep:
        """They may."""
        event = congress_of(desk).by_folder.get(self.folder)
        if event is None:
            raise Refused("the event is not open any more")
        return _redrawn(desk, state, event, self.purpose.yes(event.desk, PairingsState()))


# Publishing


def publish(desk: DeskView, state: CongressPairingsState) -> PairingsStep:
    """Every proposal (asks)."""
    whole = congress_of(desk)
    there = [e for e in whole.events if e.desk.event.proposal is not None]
    if not there:
        raise Refused(_nothing_to_publish(desk), "", _draws_what(desk))
    by_itself = {e.folder: why for e in there if (why := _by_itself(e))}
    clean = [e for e in there if e.folder not in by_itself]
    if not clean:
        names = "; ".join(f"{whole.names[f]}: {why}" for f, why in by_itself.items())
        alone = any(not _in_work(e) and _refused(e) is None for e in there)
        remedy = "p publishes one by itself" if alone else ""
        raise Refused("no proposal is published with others", names, remedy)
    left_out = tuple(f"{whole.names[f]}: {why}" for f, why in by_itself.items())
    return _asked_about(desk, state, clean, left_out)


def _nothing_to_publish(desk: DeskView) -> str:
    """And which rounds another desk has published."""
    whole = congress_of(desk)
    done = []
    for event in whole.events:
        current = event.desk.event.current
        by = published_elsewhere_by(event.desk, current.number) if current is not None else ""
        if current is not None and by and event.member.step.name == "play":
            called = event.desk.event.called(current.number)
            done.append(f"{whole.names[event.folder]}: {called} is published, by {by}")
    return "; ".join(["there is no proposal to publish", *done])


def _draws_what(desk: DeskView) -> str:
    return "d draws what is complete" if any(due(e) for e in congress_of(desk).events) else ""


def _asked_about(
    desk: DeskView,
    state: CongressPairingsState,
    events: Sequence[EventView],
    left_out: tuple[str, ...] = (),
) -> PairingsStep:
    """Whether these proposals are published; where some were changed by hand all differences are
    listed."""
    names = congress_of(desk).names
    rounds = tuple(
        ToPublish(
            e.folder,
            _published_words(names[e.folder], e),
            (
                *(safe(note, 240) for note in proposal_notes(e)),
                *(f"{board}  {words}" for board, words in clashes(desk, e.folder)),
                *_without_a_seat(desk, e.folder),
            ),
            cast(Review, review_of(e)),
            e.desk.event,
        )
        for e in events
    )
    if any(held_against_own(one.review.event, one.review.round) for one in rounds):
        asked = Converse(ask_all, (rounds, left_out), Answered(rounds))
        return Step(said(state, "comparing with the computer draw …"), (asked,))
    parts = [f"Publish {counted(len(rounds), 'round')}?"]
    parts.append("\n".join(
        "\n".join([f"  {one.heading}", *(f"    ! {words}" for words in one.notes)])
        for one in rounds
    ))  # fmt: skip
    parts += ["\n".join(["Not with them:", *(f"  {text}" for text in left_out)])] * bool(left_out)
    parts.append(BEHIND)
    published = tuple(
        (one.folder, one.event, one.review.round, PublishRound(one.review.round.number))
        for one in rounds
    )
    return Step(replace(state, questions=(Question("\n\n".join(parts), PublishAll(published)),)))


@dataclass(frozen=True, slots=True)
class Answered:
    """What differs from the engine's own draws was listed."""

    rounds: tuple[ToPublish, ...]

    def answered(
        self, desk: DeskView, state: CongressPairingsState, value: tuple[PublishRound, ...]
    ) -> PairingsStep:
        """Published with its differences recorded, where the arbiter says so."""
        state = replace(state, message=None)
        if not value:
            return Step(state)
        rounds = tuple(
            (one.folder, one.event, one.review.round, action)
            for one, action in zip(self.rounds, value, strict=True)
        )
        return PublishAll(rounds).yes(desk, state)


def _by_itself(event: EventView) -> str:
    """Why a proposal is not published with others; empty where it is."""
    if why := _in_work(event):
        return why
    if (refusal := _refused(event)) is not None:
        return f"{refusal.cause}; {_remedy(event)}"
    musts = severity_counts(event).musts
    return f"it breaks {musts} rule{'s' * (musts > 1)} that must hold" if musts else ""


def _in_work(event: EventView) -> str:
    """That it is being drawn or paired; empty where it is neither."""
    proposal = event.desk.event.proposal
    if event.desk.beside:
        return "it is being drawn"
    return "it is being paired by hand" if proposal is not None and proposal.editing else ""


def _refused(event: EventView) -> Refused | None:
    return unpublishable(event.desk.event, event.desk.format)


@last_calls(24)
def unpublishable(event: Event, format: Format) -> Refused | None:
    """Why a yes does not publish the proposal; None where it does."""
    if event.proposal is None:
        return None
    try:
        PublishRound(event.proposal.number, insist=True).judge(event, format)
    except Refused as refusal:
        return refusal
    return None


def _published_words(name: str, event: EventView) -> str:
    round, own = cast(Round, event.desk.event.proposal), event.desk.event
    size = round_size(round.matches, round.byes, own.board_word)
    shoulds = severity_counts(event).words
    return f"{name}, {own.called(round.number)}: {size}{f' · {shoulds}' if shoulds else ''}"


@dataclass(frozen=True, slots=True)
class PublishAll(AtYes):
    """Asked whether these rounds are published."""

    rounds: tuple[tuple[str, Event, Round, PublishRound], ...]
    """The event's folder, its state when it was asked about, what is done."""

    def yes(self, desk: DeskView, state: CongressPairingsState) -> PairingsStep:
        """Each as it was asked about; one that has changed since is left, and said."""
        effects: list[Effect] = []
        refused = dict(state.refused)
        for folder, asked, round, action in self.rounds:
            event = congress_of(desk).by_folder.get(folder)
            try:
                if event is None:
                    raise Refused("the event is not open any more")
                step = Publishing(action, round, asked).yes(event.desk, PairingsState())
                effects += [Within(folder, one) for one in step.effects if isinstance(one, Do)]
                refused.pop(folder, None)
            except Refused as refusal:
                refused[folder] = str(refusal)
        return Step(replace(state, refused=refused, published=()), tuple(effects))


@dataclass(frozen=True, slots=True)
class ToPublish:
    """The proposal of an event that is to be published with others."""

    folder: str
    heading: str
    """`Open, round 2: 12 boards`."""
    notes: tuple[str, ...]
    """What has changed since its draw; players who would sit at a board of another event too."""
    review: Review
    event: Event
    """As it was asked about."""


async def ask_all(
    app: TopboardApp, rounds: tuple[ToPublish, ...], left_out: tuple[str, ...]
) -> tuple[PublishRound, ...]:
    """What is published, each as it is recorded; nothing where the arbiter says no."""
    weighed = [
        await with_costs(one.review) if _held_against_own(one.review) else one.review
        for one in rounds
    ]
    lines: list[Line] = []
    for one, review in zip(rounds, weighed, strict=True):
        lines += lines_of(one, review)
    if left_out:
        lines.append(line(" Not with them:", "strong"))
        lines += [part for text in left_out for part in _in_full(text, "   ", "plain")]
        lines.append(Line())
    lines += _in_full(BEHIND, " ", "dim")
    title = f"Publish {counted(len(rounds), 'round')}?"
    answers = {"y": "publish", "n": "not"}
    if await app.push_screen_wait(Telling(title, lines, PUBLISH_KEYS, answers)) != "publish":
        return ()
    return tuple(
        publication(review) if _held_against_own(review) else PublishRound(review.round.number)
        for review in weighed
    )


def lines_of(one: ToPublish, review: Review) -> Sequence[Line]:
    """Of one event: what it is, and how it differs from the engine's own draw."""
    lines = [line(f" {one.heading}", "strong")]
    lines += [part for words in one.notes for part in _in_full(f"! {words}", "   ", "should")]
    if _held_against_own(review):
        costs = review.costs
        moved = len(costs.departures) if costs is not None else 0
        lines.append(line(f"   {_differing(moved, review.round.altered)}"))
        lines += altered_lines(review, LISTED, "publishes")
    return [*lines, Line()]


def _held_against_own(review: Review) -> bool:
    return held_against_own(review.event, review.round)


def _in_full(text: str, indent: str, style: str) -> list[Line]:
    return [line(f"{indent}{part}", style) for part in in_lines(text, WIDTH)]


def _differing(moved: int, altered: bool) -> str:
    if not altered:
        text = f"{moved} placed differently" if moved else "everybody sits as"
        return f"drawn before something changed: {text} {'from' if moved else 'in'} a new draw"
    if moved:
        return f"changed by hand: {moved} placed differently from the computer draw"
    return "changed by hand, or drawn under locks: everybody sits as in the computer draw"


def publish_one(desk: DeskView, state: CongressPairingsState) -> PairingsStep:
    """The selected event's proposal, also one that breaks a rule that must hold."""
    event = _event(desk, state)
    proposal, reviewed = event.desk.event.proposal, review_of(event)
    name = congress_of(desk).names[event.folder]
    if proposal is None or reviewed is None:
        raise Refused(f"{name}: {no_proposal(event.desk)}", "", "D draws it" * due(event))
    if why := _in_work(event):
        raise Refused(f"{name} cannot be published now", why, "enter shows it in its own console")
    if (refusal := _refused(event)) is not None:
        raise Refused(f"{name} cannot be published now", refusal.cause, _remedy(event))
    if proposal.altered:
        return _asked_about(desk, state, [event])
    musts = [c for c in reviewed.conflicts if c.severity is Severity.MUST]
    notes = [f"! {safe(note, 240)}" for note in proposal_notes(event)]
    twice = [f"! {board}  {words}" for board, words in clashes(desk, event.folder)]
    twice += [f"! {words}" for words in _without_a_seat(desk, event.folder)]
    asked_words = publish_question(reviewed, musts, [*notes, *twice])
    text = f"{name}\n{asked_words}"
    action = PublishRound(proposal.number)
    asked = PublishAll(((event.folder, event.desk.event, proposal, action),))
    question = Question(text, asked, warning=bool(musts or notes or twice))
    return Step(replace(state, questions=(question,)))


def on_outcome(desk: DeskView, state: CongressPairingsState, outcome: Outcome) -> PairingsStep:
    """A round was published or was not; a draw was refused."""
    folder = outcome.folder
    name = congress_of(desk).names.get(folder, folder)
    if isinstance(outcome, Failed):
        ordered = tuple(one for one in state.ordered if one != folder)
        if meanwhile := _done_meanwhile(congress_of(desk).by_folder.get(folder), outcome):
            return say(replace(state, ordered=ordered), f"{name}: {meanwhile}", "info")
        deadlock = isinstance(outcome.refusal, NoDraw)
        more = ": enter, then d there shows which games would do" if deadlock else ""
        text = f"{safe(str(outcome.refusal), 300)}{more}"
        state = replace(state, ordered=ordered, refused={**state.refused, folder: text})
        return say(state, f"{name}: {text}", "bad")
    action = outcome.effect.action if isinstance(outcome.effect, Do) else None
    if not isinstance(action, PublishRound):
        return Step(state)
    event = congress_of(desk).by_folder.get(folder)
    called = event.desk.event.called(action.round) if event is not None else "the round"
    all = (*state.published, (name, called))
    rounds: dict[str, list[str]] = {}
    for one, of in all:
        rounds.setdefault(of, []).append(one)
    said = "; ".join(f"{', '.join(names)}: {of}" for of, names in rounds.items())
    verb = "is published; F3 enters its" if len(rounds) == 1 else "are published; F3 enters"
    return say(replace(state, published=all), f"{said} {verb} results", "done")


def _done_meanwhile(event: EventView | None, outcome: Failed) -> str:
    """What another desk did first; empty where that is still to be done here."""
    if event is None or not isinstance(outcome.effect, Do):
        return ""
    own, action = event.desk.event, outcome.effect.action
    if not isinstance(action, PublishRound) or own.proposal is not None:
        return ""
    if own.current is None or own.current.number < action.round:
        return ""
    return published_meanwhile(event.desk, action.round)


def on_change(before: Event, desk: DeskView, state: CongressPairingsState) -> PairingsStep:
    """A refusal is of the event as it was: another desk may have done what was refused here."""
    folder = congress_of(desk).changed
    return Step(replace(state, refused={f: t for f, t in state.refused.items() if f != folder}))


def settle(desk: DeskView, state: CongressPairingsState) -> CongressPairingsState:
    """An event is selected, the first that can be drawn."""
    keys = [e.folder for e in congress_of(desk).events]
    if state.selected is None and keys:
        first = next((e.folder for e in congress_of(desk).events if due(e)), keys[0])
        return replace(state, selected=(first, 0))
    return state


CONGRESS_PAIRINGS = PlaceKind(
    name="congress_pairings",
    initial=lambda desk: CongressPairingsState(),
    picture=picture,
    commands={
        "draw": draw,
        "draw_one": draw_one,
        "redraw_one": redraw_one,
        "publish": publish,
        "publish_one": publish_one,
        "next_mark": next_mark,
        "last_mark": last_mark,
        "cancel": cancel,
        "own_console": own_console,
    },
    waiting=frozenset({"draw", "draw_one", "redraw_one", "publish", "publish_one"}),
    on_choose=own_console,
    on_outcome=on_outcome,
    on_change=on_change,
    settle=settle,
    without_event=True,
)
