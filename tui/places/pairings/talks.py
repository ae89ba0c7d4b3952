"""The questions and messages of Pairings with screens of their own, in words: a publication, the
end of pairing by hand, a deadlock, the computer draw, why these two and why not somebody else; and
what is compared beside the keys."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual import events, work
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Label

from engine.actions import FinishEditing, PublishRound
from engine.alphabet import fold, holds
from engine.by_hand import against_own, sentence, weighed
from engine.byes import round_size
from engine.entrants import EntrantId, rating_text
from engine.event import Departure, Event, Instruction, Match, Round, Supplement
from engine.points import counted, points_named, points_text
from engine.proposal import other_bye_points
from engine.protocol import Conflict, Format, OverASeason, Severity, length_changed, part_of
from engine.refusal import NoDraw, Refused
from engine.staleness import other_length_words
from engine.waiting import drawn_from_another
from saves.cells import text_width, wrapped
from saves.safe_text import safe, shortened
from tui.child import Answer
from tui.desk import OnConsole
from tui.places.pairings.lines import (
    SEVERITIES,
    SYMBOL,
    Review,
    named_rule,
    nothing_begins,
    reasons,
    runs_on,
)
from tui.places.pairings.picture import Counted
from tui.places.result_words import drawn_before
from tui.screens.choice_dialog import ChoiceDialog
from tui.screens.dialogs import PALETTE_CLOSED, Telling, dialog_help, make_room, most_rows
from tui.screens.names import LONGEST, name_in
from tui.terminal.app import key_of
from tui.widgets.lines import Line, LineList, fit, line
from tui.widgets.titled_box import TitledBox

if TYPE_CHECKING:
    from tui.app import TopboardApp


LISTED = 68
"""Cells of a line in the list of what was changed."""
PUBLISH_KEYS = "y  publish      enter, esc, n  not yet"
FINISH_KEYS = "y  finish      enter, esc, n  not yet"


async def choose(app: TopboardApp) -> str | None:
    """The draw by choice; `draw` where the arbiter goes on to the draw of the rest."""
    answer: str | None = await app.push_screen_wait(ChoiceDialog())
    return answer


async def choose_instruction(app: TopboardApp) -> Instruction | None:
    """One of the locks, bars and allowances, to be taken back."""
    event = app.desk.event
    note = "enter  remove      esc  close"
    chosen = await app.push_screen_wait(Telling("Locks and bars", instruction_lines(event), note))
    return event.instructions[int(chosen)] if chosen is not None else None


async def ask_altered(
    app: TopboardApp, review: Review, notes: Sequence[str]
) -> PublishRound | None:
    """Everything by which a round is not the engine's own draw; the publication that records it,
    where the arbiter says yes."""
    review = await with_costs(review)
    texts = (wrapped(safe(note, 200), LISTED, "!", most=3) for note in notes)
    lines = [line(text, "should") for part in texts for text in part]
    lines += altered_lines(review, LISTED, "publishes")
    answers = {"y": "publish", "n": "not"}
    question = Telling(altered_title(review, "Publish"), lines, PUBLISH_KEYS, answers)
    if await app.push_screen_wait(question) != "publish":
        return None
    return publication(review)


async def ask_finished(app: TopboardApp, review: Review) -> FinishEditing | None:
    """The end of pairing by hand, once all by which the round is not the engine's own draw was
    listed and the arbiter says yes; at once where there is nothing to list."""
    review = await with_costs(review)
    finish = FinishEditing(review.round.number, insist=_breaks_law(review))
    lines = altered_lines(review, LISTED, "finishes")
    if review.costs is not None and review.costs.own is not None and not review.costs.departures:
        return finish
    answers = {"y": "finish", "n": "not"}
    question = Telling(altered_title(review, "Finish"), lines, FINISH_KEYS, answers)
    return finish if await app.push_screen_wait(question) == "finish" else None


def publication(review: Review) -> PublishRound:
    """Of a round that was changed by hand, of which the costs are known: it records them."""
    costs = review.costs
    assert costs is not None
    return PublishRound(
        review.round.number, costs.departures, costs.worse, insist=_breaks_law(review)
    )


async def with_costs(review: Review) -> Review:
    """The review with what the changes by hand cost."""
    if review.costs is not None:
        return review
    costs = await asyncio.to_thread(weighed, review.event, review.format, review.round)
    return review.with_costs(costs)


def _breaks_law(review: Review) -> bool:
    return any(c.severity is Severity.MUST for c in review.broken)


def count_costs(
    app: TopboardApp, event: Event, format: Format, round: Round, before: Round | None
) -> Counted:
    """What the changes by hand in a proposal cost."""
    return Counted(event, weighed(event, format, round, before))


async def show_deadlock(app: TopboardApp, refusal: NoDraw) -> str | None:
    """The whole refusal; `lock` where the fewest games that would do are to be locked."""
    these = "these" if len(refusal.pairs) > 1 else "this"
    note, answers = "enter, esc, q  cancel", {}
    if refusal.pairs:
        note, answers = f"l  lock {these} and draw      {note}", {"l": "lock"}
    lines = deadlock_lines(app.desk.event, refusal)
    answer: str | None = await app.push_screen_wait(
        Telling(safe(refusal.what, 200), lines, note, answers)
    )
    return answer


async def explain(
    app: TopboardApp, review: Review, key: int | tuple[str, EntrantId]
) -> tuple[EntrantId, EntrantId] | None:
    """Why these two; two who are to be locked together instead, where the arbiter wishes it."""
    wish = await app.push_screen_wait(WhyDialog(review, key))
    return (wish.a, wish.b) if isinstance(wish, LockTogether) else None


async def compare_with_own(app: TopboardApp, number: int) -> tuple[Departure, ...] | None:
    """Who sits elsewhere than in the engine's own draw of a round; None where it was stopped."""
    try:
        document = await app.desk.answer("round", "--round", str(number), "--own")
    except Refused as refusal:
        problem = f"not compared with the computer draw: {refusal.what}"
        raise Refused(problem, refusal.why, refusal.remedy) from refusal
    return tuple(map(_departure, document["differences"])) if document else None


def _departure(difference: dict[str, Any]) -> Departure:
    return Departure(str(difference["id"]), str(difference["here"]), str(difference["engine"]))


async def show_own(app: TopboardApp, departures: tuple[Departure, ...]) -> None:
    """Who sits elsewhere than in the engine's own draw."""
    desk = app.desk
    event = desk.event
    title = f"{len(departures)} placed differently from the computer draw"
    if not departures:
        title = "This is the computer draw."
    lines = own_lines(event, desk.format, departures)
    round = event.proposal or event.current
    other = length_changed(event, desk.format, round) if round is not None else None
    worth = None
    if round is not None:
        worth = await asyncio.to_thread(other_bye_points, event, desk.format, round)
    otherwise = [other_length_words(other)] if other is not None else []
    otherwise += (
        [f"the bye would score {points_named(worth[1])}, not {points_text(worth[0])}"]
        if worth
        else []
    )
    if otherwise:
        if not departures:
            title = "Everybody sits as in the computer draw"
        lines.insert(0, line(f" Drawn again, {', and '.join(otherwise)}.", "should"))
    await app.push_screen_wait(Telling(title, lines))


# Questions and messages, in words


def publish_question(review: Review, musts: Sequence[Conflict], notes: Sequence[str]) -> str:
    """What the arbiter says yes to."""
    round = review.round
    season = part_of(review.format, OverASeason) is not None  # a match is where its home team is
    size = round_size(round.matches, round.byes, "match" if season else review.event.board_word)
    if round.matches and (on := runs_on(review.event, round.number)):
        size += f"; {on}"
    if round.published and round.extra is not None:
        size = _extra_size(review, round.extra)
    if not round.matches and not round.byes:
        size = nothing_begins(review.event, round.number)
    parts = [f"Publish {review.event.called(round.number)}: {size}?"]
    if musts:
        parts.append(_musts(review.event, musts, round))
    parts += _to_avoid(review)
    parts += [safe(note, 200) for note in notes]
    word = review.event.board_word
    parts.append(
        "A restore point is taken. u takes the publication back until a result is in; after that, "
        f"{word}s are corrected, not redrawn."
    )
    return "\n\n".join(parts)


MOST_TO_AVOID = 3
"""Boards that a question names; of more it says how many."""


def _to_avoid(review: Review) -> list[str]:
    """What is marked `!` on boards of the round, whoever drew it: nothing forbids it."""
    marked = [c for c in review.broken if c.severity is Severity.SHOULD and c.board is not None]
    if not marked:
        return []
    named = [f"{review.event.place_name(c.board)} {named_rule(c)}" for c in marked[:MOST_TO_AVOID]]
    named += [f"{len(marked) - MOST_TO_AVOID} more"] * (len(marked) > MOST_TO_AVOID)
    return [f"! To avoid, and not forbidden: {', '.join(named)}."]


def _extra_size(review: Review, extra: Supplement) -> str:
    """`1 extra board: Ashgrove – Quilty; bye: Latecomer`."""
    count = len(extra.matches)
    pairs = "; ".join(f"{review.name(m.white)} – {review.name(m.black)}" for m in extra.matches[:6])
    parts = [
        f"{counted(count, f'extra {review.event.board_word}')}: {pairs}{' …' if count > 6 else ''}"
    ] * bool(count)
    byes = (b for b in extra.byes if b.kind == "pairing")
    return "; ".join(parts + [f"bye: {review.name(b.entrant)}" for b in byes]) or "nobody is placed"


def altered_lines(review: Review, width: int, yes: str) -> list[Line]:
    """All by which a round that was changed by hand, or drawn under locks and bars, is not the
    engine's own draw: what is broken and worse, then who is placed otherwise. `yes` is what y
    does (`publishes`)."""
    costs = review.costs
    lines: list[Line] = []
    if any(c.severity is Severity.MUST for c in review.broken):
        lines.append(line(f" A rule is broken. y {yes} all the same, and it is logged.", "must"))
    new = costs.from_own.more if costs is not None and costs.own is not None else ()
    for one in sorted(review.broken, key=lambda one: SEVERITIES.index(one.severity)):
        text = f"{SYMBOL[one.severity]} {review.event.place_name(one.board)}: {one.text}"
        text += " (not in the computer draw)" * (one in new)
        lines += _listed(text, width, one.severity)
    if costs is not None and costs.own is None:
        lines.append(line(" The engine has no draw to compare with.", "dim"))
    if costs is None or costs.own is None:
        return lines
    for change in costs.from_own.criteria:
        text = against_own(costs.from_own, change)
        where = _boards(review.event, (c.board for c in costs.marks if c.text == text))
        lines += _listed(f"{SYMBOL[change.severity]} {text}{where}", width, change.severity)
    for change in costs.from_own.better:
        text = sentence(change, "the computer draw has {}")
        lines += _listed(f"better: {text}", width)
    if not costs.departures:
        lines.append(line(" Everybody sits as in the computer draw.", "dim"))
    lines += [Line(), *own_lines(review.event, review.format, costs.departures)]
    return lines


def _listed(text: str, width: int, severity: Severity | None = None) -> list[Line]:
    style = {None: "dim", Severity.MUST: "must", Severity.SHOULD: "should"}.get(severity, "note")
    return [line(one, style) for one in wrapped(safe(text, 400), width, "", most=6)]


def _boards(event: Event, boards: Iterable[int | None]) -> str:
    numbers = sorted({board for board in boards if board is not None})
    if not numbers:
        return ""
    return f" ({event.boards_named(numbers, 6)})"


def altered_title(review: Review, verb: str) -> str:
    """What the arbiter says yes to (`Publish`), above the list of all differences."""
    round, costs = review.round, review.costs
    size = round_size(round.matches, round.byes, review.event.board_word)
    count = len(costs.departures) if costs is not None else 0
    parts = [f"{verb} {review.event.called(round.number)}: {size}?"]
    parts += [f"{count} placed differently from the computer draw."] * bool(count)
    return "\n".join(parts)


def _musts(event: Event, musts: Sequence[Conflict], round: Round) -> str:
    rows = [f"  × {event.place_name(c.board)}: {safe(c.text, 100)}" for c in musts[:6]]
    if len(musts) > 6:
        rows.append(f"    and {len(musts) - 6} more")
    if round.altered:
        head = "Your changes break a rule. y publishes anyway (this is logged):"
    elif round is event.proposal and drawn_from_another(event):
        head = "The draw is out of date, and as things are now it breaks a rule:"
    else:
        head = "The engine found no draw without these:"
    return "\n".join([head, *rows])


def own_lines(event: Event, format: Format, departures: Sequence[Departure]) -> list[Line]:
    """Who sits elsewhere than in the computer draw: here, and there."""
    people = {e.id: name_in(event, e.id, 28) for e in event.entrants}
    lines: list[Line] = []
    for one in departures:
        here, drawn = one.words(people, format.sides(event))
        lines.append(line(f" {people[one.entrant]}", "key"))
        lines.append(line(f"    here    {shortened(here, 60)}"))
        lines.append(line(f"    draw    {shortened(drawn, 60)}", "note"))
    return lines


def deadlock_lines(event: Event, refusal: NoDraw, width: int = 70) -> list[Line]:
    """Why a round has no legal draw, and the games that would do."""
    lines = [line(one) for one in wrapped(f"{safe(refusal.why, 600)}.", width, most=99)]
    lines += [Line(), *(line(one) for one in wrapped(safe(refusal.remedy, 800), width, most=99))]
    if refusal.pairs:
        people = {e.id: name_in(event, e.id, 28) for e in event.entrants}
        head = "Locked, these games make the round drawable, on the arbiter's word:"
        lines += [Line(), line(f" {head}", "should")]
        lines += [line(f"   {people[a]} - {people[b]}", "key") for a, b in refusal.pairs]
    return lines


def instruction_lines(event: Event) -> list[Line]:
    """Every lock, bar and allowance; the key is its place in the event, as text."""
    people = {e.id: name_in(event, e.id, 26) for e in event.entrants}
    return [
        line(
            f" {i.kind:<5} {people[i.a]} - {people[i.b]}, "
            f"{'every round' if i.round is None else event.called(i.round)}",
            key=str(n),
        )
        for n, i in enumerate(event.instructions)
    ]


# Why these two, in full; and why not somebody else: asked of the program's own `why`

FULL, SHORT = "n  in full", "n  in short"
CHOOSE = "type a name or a number      ↑ ↓  choose      enter  ask      esc  back"
WAIT = "esc  stop it"
LEAST_NAME = 12
"""Cells of a name where two of them have too little room."""
BESIDE = 11
"""Rows of the terminal beside the lines of the dialog."""
NEEDLE = 40
SIDES = ("entrant", "opponent")
"""Who is in a pair of an answer."""


@dataclass(frozen=True, slots=True)
class LockTogether:
    """The arbiter's wish at the end of the dialog: these two locked, the rest drawn again."""

    a: EntrantId
    b: EntrantId


class WhyDialog(OnConsole, ModalScreen[LockTogether | None]):
    """The reasons of a board or a bye, and the cost of any other opponent.

    What is already known is there at once; the full explanation and each answer come from a
    child process that esc stops.
    """

    AUTO_FOCUS = ""

    def __init__(self, review: Review, key: int | tuple[str, EntrantId]) -> None:
        super().__init__()
        self.review, self.key = review, key
        self.match = review.match(key)
        self.list = LineList(id="help-list")
        self.needle: str | None = None
        """What is typed of the other's name; None while nobody is being looked for."""
        self.costs: Sequence[dict[str, Any]] = ()
        self._child: Answer | None = None
        self._since = 0.0
        self._ticking: Timer | None = None
        self._further: list[str] = []
        self.numbers = False
        """Whether the numbers behind the reasons are shown."""
        self._all_said = False
        """Whether there is nothing more to say in full."""
        self._goes_on = False
        """Whether there are more lines to read than are in view."""
        self._asking = False

    def compose(self) -> ComposeResult:
        """Title, lines, what to press."""
        with TitledBox(self._title()):
            yield self.list
            yield Label("", markup=False, classes="dialog-bad")
            yield Label("", markup=False, classes="dialog-note")

    def _title(self) -> str:
        if self.match is None:
            return f"Bye: {self.review.name(str(self.key[1]))}"  # type: ignore[index]
        return f"{self.review.event.board_name(self.match.board).capitalize()}: " + " - ".join(
            map(self.review.name, self.match.pair)
        )

    def on_mount(self) -> None:
        """What is known at once; then all of it."""
        self.list.focus()
        self.call_after_refresh(self._show)
        self._explain()

    def on_resize(self) -> None:
        """Lines break elsewhere; what to press stays in sight."""
        self.call_after_refresh(self._show)

    def on_unmount(self) -> None:
        """No question goes on without its dialog."""
        if self._child is not None:
            self._child.cancel()

    # What is shown

    def _width(self) -> int:
        return max(self.list.size.width, 30)

    def _show(self) -> None:
        if self.needle is not None:
            lines = candidate_lines(self.review, self.match, self.needle, self._width())
            note = f"{self._asked_about()}\n{CHOOSE}"
        elif self.costs:
            lines = answer_lines(self.review, self.costs, self._width(), self.numbers)
            note = self._answer_note()
        else:
            further = self._further if self.numbers else []
            lines = explained_lines(self.review, self.key, further, self._width())
            self._goes_on = len(lines) > most_rows(self.list, BESIDE)
            note = self._read_note()
        # names to choose from change with each letter: as much room as there is
        make_room(self.list, BESIDE, len(lines) if self.needle is None else None)
        self.list.show(lines)
        self._note(note)

    def _asked_about(self) -> str:
        """For whom somebody else is looked for."""
        if self.match is None:
            return "Who would have the bye instead?"
        one, other = map(self.review.name, self.match.pair)
        return f"Whom would they play instead? The answer is for {one}, then for {other}"

    def _keys(self, whom: str) -> str:
        return f"{SHORT if self.numbers else FULL}      w  {whom}      esc  back"

    def _read_note(self) -> str:
        """With the line on which it is said that something is worked out."""
        more = "      ↑ ↓  more" * self._goes_on
        if _not_the_draws(self.review, self.key):
            return f"esc  back{more}\n"
        keys = f"{self._keys('why not somebody else?')}{more}\n"
        return keys.removeprefix(f"{FULL}      ") if self._all_said else keys

    def _answer_note(self) -> str:
        whom = "another opponent" if self.match is not None else "somebody else"
        again = self._keys(whom)
        possible = any(cost["possible"] for cost in self.costs) and self.match is not None
        if self.review.round.published or not possible:
            return again
        cost = self._chosen()
        if not cost["possible"]:
            return f"↑ ↓  choose\n{again}"
        lock = "↑ ↓  choose      l  lock {}, redraw"
        names = [name_in(self.review.event, cost[side], LONGEST) for side in SIDES]
        width = self.query_one(".dialog-note", Label).size.width
        room = width - text_width(lock.format(" - "))
        if sum(map(text_width, names)) > room:
            least = max(room // 2, LEAST_NAME)
            names = [name_in(self.review.event, cost[side], least) for side in SIDES]
        return f"{lock.format(' - '.join(names))}\n{again}"

    def _chosen(self) -> dict[str, Any]:
        """The pair of the answer that is selected."""
        at = self.list.selected
        return self.costs[at[0] if isinstance(at, tuple) and isinstance(at[0], int) else 0]

    def _note(self, text: str) -> None:
        if self._child is not None:
            seconds = int(time.monotonic() - self._since)
            text = f"drawing the round again … {seconds} s      {WAIT}"
            if not self.costs and self.needle is None and not self._asking:
                text = f"{self._read_note()}working out the explanation … {seconds} s"
        if self.needle is not None:
            text = f"find: {self.needle}_\n{text}"
        self._tell(".dialog-note", text)

    def _tell(self, where: str, text: str) -> None:
        """Under the lines; nowhere once the dialog closes, which is before its child ends."""
        for label in self.query(where).results(Label):
            label.update(text)

    def _bad(self, text: str) -> None:
        self._tell(".dialog-bad", f"! {text}" if text else "")
        if text:
            self.app.bell()

    # What is asked

    async def _answered(self, *options: str) -> dict[str, Any] | None:
        """The document of `why`; None where it was stopped or refused (which is shown)."""
        if self._child is not None:
            self._child.cancel()
        number = str(self.review.round.number)
        which = [str(self.key)] if self.match is not None else ["--bye", str(self.key[1])]  # type: ignore[index]
        store = self.desk.store
        child = self._child = Answer("why", store, *which, "--round", number, *options)
        self._since = time.monotonic()
        self._ticking = self._ticking or self.set_interval(1.0, self._show)
        self._bad("")
        try:
            answer = await child.document()
        except Refused as refusal:
            answer = {}
            self._bad(safe(str(refusal), 400))
        if self._child is not child:
            return None
        self._child = None
        self._ticking.stop()
        self._ticking = None
        return answer or None

    @work(group="explaining", exclusive=True)
    async def _explain(self) -> None:
        answer = await self._answered()
        if answer is not None:
            self._further = [safe(text, 600) for text in answer["further"]]
            short, full = (
                explained_lines(self.review, self.key, texts, self._width())
                for texts in ((), self._further)
            )
            self._all_said = short == full
        self._show()

    @work(group="explaining", exclusive=True)
    async def _ask(self, other: EntrantId) -> None:
        self._asking = True
        self._show()
        answer = await self._answered("--instead", other)
        self._asking = False
        if answer is not None:
            self.costs = answer["instead"]
        self._show_first()

    def _show_first(self) -> None:
        """Other lines: begin at their top."""
        self._show()
        self.list.move(-len(self.list.lines))

    # Keys

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """Enter on a name asks."""
        message.stop()
        if self.needle is not None:
            self.needle = None
            self._ask(str(message.key))

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """What `l` would lock is the pair that is selected."""
        message.stop()
        if self.costs and self.needle is None:
            self._note(self._answer_note())

    def on_key(self, event: events.Key) -> None:
        """Read, look for somebody, lock, or back."""
        event.stop()
        event.prevent_default()
        key = key_of(event)
        if self.needle is not None:
            self._type(event)
        elif key in ("escape", "q"):
            self._back()
        elif key in ("/", "w") and _not_the_draws(self.review, self.key):
            self._bad("this bye is not the draw's: nobody else would have it")
        elif key in ("/", "w") and not self._asking:
            self.needle = ""
            self._bad("")
            self._show_first()
        elif key == "n":
            self.numbers = not self.numbers
            self._show_first()
        elif key == "l" and self.costs and not self._asking:
            self._lock()
        elif key == "?":
            dialog_help(self, "Why these two")
        elif key == ":":
            self._bad(PALETTE_CLOSED)
        elif not self.list.take_key(event.key):
            self.app.bell()

    def _type(self, event: events.Key) -> None:
        needle = self.needle or ""
        if event.key == "escape":
            self.needle = None
        elif event.key == "backspace":
            self.needle = needle[:-1]
        elif event.is_printable and event.character and len(needle) < NEEDLE:
            self.needle = needle + safe(event.character)
        else:
            self.list.take_key(event.key)
            return
        self._show_first()

    def _back(self) -> None:
        """Stop what runs, then leave the answer, then the dialog."""
        if self._child is not None and self._asking:
            self._child.cancel()
        elif self.costs:
            self.costs = ()
            self._show_first()
        else:
            self.dismiss(None)

    def _lock(self) -> None:
        if self.review.round.published:
            self._bad("this round is published: it is corrected, not drawn again")
            return
        if self.match is None:
            self._bad("a bye is moved by hand: s on its line in Pairings, then s on a player")
            return
        cost = self._chosen()
        if not cost["possible"]:
            self._bad("this pair is not possible: choose the other one, or another opponent")
            return
        a, b = (str(cost[side]) for side in SIDES)
        self.dismiss(LockTogether(a, b))


ALL = 999
"""Lines of a text that is not to be cut."""
MOST_OTHERS = 5
"""So many further criteria are shown; the later ones follow from the earlier."""


def explained_lines(
    review: Review, key: int | tuple[str, EntrantId], further: Sequence[str], width: int
) -> list[Line]:
    """The conflicts and what decided, in a few words; below, what the format's explanation with its
    numbers says besides, where it is asked for (`further`)."""
    lines: list[Line] = []
    before = drawn_before(review.event, review.results_since)
    first = [f"{before[0].upper()}{before[1:]}."] if before else []
    known = (*first, *reasons(review, key, whole=True))
    match = review.match(key)
    if _not_the_draws(review, key):
        further = ()  # that it was asked for, or of an absence, is said
    said = {text.strip() for text in known}
    # an explanation that has no more to say than the reason puts the stage before it
    said |= {f"{match.group}: {text}" for text in said} if match is not None else set()
    for text in (*known, *(one for one in further if one.strip() not in said)):
        indent = len(text) - len(text.lstrip())
        mark = " " if indent == 0 else "  "
        lines += [Line(((mark + part.rstrip(), "plain"),)) for part in _broken(text, width)]
    return _readable(lines)


def _not_the_draws(review: Review, key: int | tuple[str, EntrantId]) -> bool:
    """Whether it is a bye that was asked for, or an absence."""
    return any(("bye", one.entrant) == key and one.kind != "pairing" for one in review.byes)


def _broken(text: str, width: int) -> list[str]:
    return [part[2:] for part in wrapped(text.strip(), width, " ", most=ALL)]


def _readable(lines: Sequence[Line]) -> list[Line]:
    """Every line can be gone to, so that long texts can be read with the arrows."""
    return [Line(one.parts, ("text", row)) for row, one in enumerate(lines)]


def candidate_lines(review: Review, match: Match | None, needle: str, width: int) -> list[Line]:
    """Who else could be there: all to be paired in the round, by name, that hold what is typed."""
    here = set(match.pair) if match else set()
    number = review.round.number
    numbers = review.numbers
    entrants = [
        e
        for e in review.event.entrants
        if e.id not in here and e.to_be_paired(number) and _holds(numbers[e.id], e.name, needle)
    ]
    lines = []
    for entrant in sorted(entrants, key=lambda e: fold(e.name)):
        rating = rating_text(entrant, "-")
        name = fit(safe(entrant.name), max(width - 24, 12))
        points = points_text(review.points[entrant.id]) if review.scored else ""
        text = f" {numbers[entrant.id]:>4} {name} {rating:>5} {points:>5}"
        lines.append(line(text, key=entrant.id))
    return lines or [line("   nobody else of that name is to be paired", "dim")]


def _holds(number: int, name: str, needle: str) -> bool:
    wanted = fold(needle.strip())
    return str(number) == wanted if wanted.isdigit() else holds(fold(name), wanted)


def answer_lines(
    review: Review, costs: Sequence[Mapping[str, Any]], width: int, numbers: bool
) -> list[Line]:
    """For each of the two at the board: what decides and what breaks; with the numbers also what
    else changes."""
    all_lines: list[Line] = []
    for row, cost in enumerate(costs):
        pair = f"The bye for {review.name(cost['entrant'])}"
        if cost["opponent"]:
            pair = f"{review.name(cost['entrant'])} - {review.name(cost['opponent'])}"
        lines = [line(f" {pair}", "key")]
        style = "plain" if cost["possible"] else "bad"
        for part in cost["parts"]:
            texts = wrapped(safe(part, 600), width - 2, "·", most=ALL)
            lines += [line(f"  {text}", style) for text in texts]
        lines += _numbers(cost, width) if numbers else []
        all_lines += [Line(one.parts, (row, at)) for at, one in enumerate(lines)]
        all_lines.append(Line())
    return all_lines[:-1]


def _numbers(cost: Mapping[str, Any], width: int) -> list[Line]:
    """The criterion that decides, then all others that come out otherwise, each with its value
    now and then."""
    first = cost["decided_by"]
    decided = (first["where"], first["name"]) if first is not None else None
    rest = [m for m in cost["measures"] if (m["where"], m["name"]) != decided]
    lines = []
    if first is not None:
        texts = wrapped(safe(f"decides: {first['sentence']}", 400), width - 4, " ", most=ALL)
        lines += [line(f"    {text}") for text in texts]
    lines += [line("     what else comes out otherwise:", "dim")] if rest else []
    for measure in rest[:MOST_OTHERS]:
        sign = "worse" if measure["worse"] else "better"
        texts = wrapped(safe(f"{sign}: {measure['sentence']}", 400), width - 4, " ", most=ALL)
        lines += [line(f"    {text}", "dim") for text in texts]
    if len(rest) > MOST_OTHERS:
        lines.append(line(f"       and {len(rest) - MOST_OTHERS} more, less important", "dim"))
    return lines
