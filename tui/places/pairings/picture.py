"""What Pairings remembers, and what of the event it is about; the picture of it: the round with its
marks, the why of a board, or what comes next and what is advised."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.actions import (
    Action,
    ChangeSettings,
    Instruct,
    Propose,
    Redo,
    Release,
    SwapPlaces,
    TurnBoard,
    Undo,
)
from engine.actions.editing import to_take_apart, without_board
from engine.actions.rounds import come_since_drawn
from engine.by_hand import Weighed
from engine.byes import left_out
from engine.entrants import EntrantId, rating_text
from engine.event import Event, Instruction, InstructionKind, Match, Round
from engine.log import LoggedAction
from engine.next_draw import waiting_for_a_board
from engine.points import counted, points_text
from engine.protocol import Bracketed, ByHand, Format, part_of, unplaced
from engine.refusal import Refused
from engine.staleness import (
    changes_in_words,
    changes_since_the_draw,
    kept_already,
)
from engine.waiting import STALE, NextStep, drawn_from_another, nothing_entered, step_words
from saves.cells import text_width, wrapped
from saves.safe_text import safe, shortened
from tui.desk import boards_lately
from tui.keys.commands import commands_of
from tui.places.finding import NarrowedState
from tui.places.pairings.lines import (
    MORE,
    Columns,
    Review,
    about,
    bytes_of,
    detail_lines,
    head_line,
    legend,
    lines_of,
    nothing_begins,
    waiting_lines,
    widest_marks,
)
from tui.places.result_words import drawn_before
from tui.places.shape import DeskView, Screenful
from tui.screens.advice import advice_of
from tui.screens.names import EntrantCells, entrant_cells, name_in
from tui.setting_labels import setting_label
from tui.widgets.lines import Line, fit, line

DRAW_RUNS = "a draw is running: wait, or stop it with x"


@dataclass(frozen=True, slots=True)
class Counted:
    """What changes by hand cost in the proposal of that event."""

    event: Event
    costs: Weighed


@dataclass(frozen=True, slots=True)
class SwapCost:
    """What a change of places would cost: a mark, its style, the gravest reason in a few words,
    and how many more there are."""

    mark: str
    style: str
    words: str
    more: int = 0


@dataclass(frozen=True, slots=True)
class JudgedSwaps:
    """Changes of places that were judged, by the two who would change them, in the proposal of
    that event."""

    event: Event
    costs: Mapping[tuple[EntrantId, EntrantId], SwapCost]


@dataclass(frozen=True, slots=True)
class PairingsState(NarrowedState):
    """The round gone to, the player that a swap would take, and what was counted."""

    viewed: int | None = None
    """The number of the round gone to; None for the proposal or the round in play."""
    side: int = 0
    """0 for White, 1 for Black of the selected board."""
    picked: EntrantId | None = None
    """The first of two who change places."""
    extra: tuple[int, ...] = ()
    """The proposed extra boards that have been selected once."""
    changed_from: Round | None = None
    """The proposal before the change by hand just made."""
    changing: bool = False
    """A change by hand is on its way."""
    counted: Counted | None = None
    swaps: JudgedSwaps | None = None
    """For the side pane."""
    hasty: bool | None = None
    """While a draw that was ordered has not ended: whether publishing was asked for, and not
    done."""
    aimed: EntrantId | None = None
    """In the side pane: with whom Enter changes places; None while keys go to the list."""


def round_shown(desk: DeskView, state: PairingsState) -> Round | None:
    """The round gone to, else the proposal, else the round in play."""
    event = desk.event
    if state.viewed is not None:
        gone_to = next((r for r in event.rounds if r.number == state.viewed), None)
        if gone_to is not None:
            return gone_to
    if event.proposal is not None:
        return event.proposal
    in_play = desk.format.next_step(event).name in ("play", "publish")
    return event.current if in_play else None


class _Reviews:
    """The last review made: much is derived from it, at every key anew were it not kept."""

    last: Review | None = None

    def of(self, desk: DeskView, round: Round, costs: Weighed | None) -> Review:
        """The review of that round, by identity of event and round."""
        last = self.last
        if last is None or last.event is not desk.event or last.round is not round:
            looked_up = round.published or drawn_from_another(desk.event)
            drawn = desk.as_drawn(round) if looked_up else None
            last = Review(desk.event, desk.format, round, drawn, costs)
        elif costs is not None and last.costs is not costs:
            last = last.with_costs(costs)
        self.last = last
        return last


_reviews = _Reviews()


def review_of(desk: DeskView, state: PairingsState) -> Review | None:
    """All that is known of the round shown; None without one."""
    round = round_shown(desk, state)
    if round is None:
        return None
    counted = state.counted
    fits = counted is not None and counted.event is desk.event and counted.costs.round is round
    return _reviews.of(desk, round, counted.costs if counted is not None and fits else None)


def selected_match(desk: DeskView, state: PairingsState) -> Match | None:
    """The match of the selected board."""
    review = review_of(desk, state)
    return review.match(state.selected) if review is not None else None


def selected_player(desk: DeskView, state: PairingsState) -> EntrantId | None:
    """Whom a swap would take: the player at the side gone to, or who has the selected bye."""
    match, key = selected_match(desk, state), state.selected
    if match is not None:
        return match.pair[state.side]
    return str(key[1]) if isinstance(key, tuple) else None


def refuse_while_drawing(desk: DeskView) -> None:
    """The shown proposal is about to be replaced, and is neither changed nor published
    meanwhile."""
    if desk.beside == "draw":
        raise Refused(DRAW_RUNS)


def refuse_while_busy(desk: DeskView) -> None:
    """One command at a time runs beside the console: a draw, or a comparison with one."""
    refuse_while_drawing(desk)
    if desk.beside:
        raise Refused("a comparison is running: wait, or stop it with x")


def no_proposal(event: Event, step: NextStep) -> Refused:
    """Said to whoever would change one."""
    if step.name == "finished":
        why = step_words(event, step)
        return Refused("there is no proposal", why, "c corrects what was played")
    if step.name == "play":
        return Refused("there is no proposal yet", "results are missing", "F3 Results: enter them")
    why = f"{event.called(step.round)} is not drawn"
    remedies = {
        "draw": "d draws it",
        "choose": "C opens the draw by choice",
        "register": f"F1 Entries: enter the {event.entrant_word}s first",
    }
    return Refused("there is no proposal yet", why, remedies.get(step.name, ""))


def shown_review(desk: DeskView, state: PairingsState) -> Review:
    """The review of the round that is shown; `Refused` if there is none."""
    review = review_of(desk, state)
    if review is None:
        step = desk.format.next_step(desk.event)
        raise no_proposal(desk.event, step)
    return review


def proposed_board(desk: DeskView, state: PairingsState) -> Match:
    """The selected board of the proposal; `Refused` if there is none."""
    round = shown_review(desk, state).round
    if round.published:
        why = f"a published {desk.event.board_word} is corrected, not changed"
        raise Refused("this is not a proposal", why, "c corrects it")
    match = selected_match(desk, state)
    if match is None:
        raise Refused(
            "a bye has no colours and no opponent", "", f"select a {desk.event.board_word}"
        )
    return match


def still_there(desk: DeskView, state: PairingsState) -> bool:
    """Whether who is aimed at in the pane sits in the proposal, and may be swapped."""
    proposal = desk.event.proposal
    refused = desk.format.by_hand_refused(desk.event, "swap")
    return proposal is not None and state.aimed in proposal.drawn and not refused


def settle(desk: DeskView, state: PairingsState) -> PairingsState:
    """Extra boards are selected when they are new; the player aimed at in the pane is in it, and
    the one marked for a swap is in a proposal."""
    if state.aimed is not None and not (desk.paned and still_there(desk, state)):
        state = replace(state, aimed=None)
    round = round_shown(desk, state)
    proposed = round is not None and (not round.published or round.extra is not None)
    if state.picked is not None and not (proposed and round and state.picked in round.drawn):
        state = replace(state, picked=None)
    boards = tuple(m.board for m in round.extra.matches) if round and round.extra else ()
    if boards == state.extra:
        return state
    selected: Hashable | None = boards[0] if boards else state.selected
    return replace(state, extra=boards, selected=selected)


# The picture


SESSION_KEYS = (("e", "finish"), ("p", "pair"), ("-", "apart"), ("r", "rest"))
"""What the first keys of the line do while pairings are edited."""
NAME_CELLS = 30
"""Of a name in the list of entrants without a board."""
STALE_KEYS = "E shows whether it matters, r redraws"
STALE_FOR_SURE = "r redraws"
"""Where somebody of the draw has left: no comparison is needed."""
STALE_LINES = 2
"""Of what has changed since a draw, with its keys at the end."""
STALE_BY_INSTRUCTION = "locks, bars or allowed pairs changed after this draw: r redraws the rest"
MOST_ADVICE = 6
"""Lines of advice above a proposal; they go when the list is scrolled."""
NOTE_LINES = 12
"""Lines of a note where no round is to be shown: there is room for all of it."""
ADVICE_LINES = 2
"""Lines of one piece of it."""
DETAIL_HEIGHT = 3
KEYS_OF_PANE = (("↑", ""), ("↓", "another"), ("enter", "swap"), ("←", "back to the list"))
ON_PROPOSAL = frozenset(
    {"swap", "side_left", "side_right", "turn", "lock", "bar", "bar_always", "allow"}
    | {"redraw", "redraw_rest", "discard"}
)
"""Commands that need a proposal in front."""
PROPOSAL_FIRST = (
    *("swap", "turn", "lock", "bar", "allow", "redraw_rest"),
    *("publish", "why", "next_mark", "own"),
)
"""What a review needs is in the key line before how to pair by hand."""
KEPT_APART = frozenset({"same-school", "same-club", "family"})
"""Rules that `allow` lifts from a pair."""
IN_SESSION = frozenset({"by_hand", "pair", "apart", "redraw_rest"})
"""Said by `SESSION_KEYS` in the words of a session."""


def picture(desk: DeskView, state: PairingsState) -> Screenful:
    """The round's groups and boards, or what comes next."""
    review = review_of(desk, state)
    around = Screenful(
        status=_status(desk, review),
        foot=_foot(desk, state),
        idle=frozenset(
            command.id
            for command in commands_of("pairings")
            if not _works(desk, review, command.id)
        ),
        body=next_lines(desk.event, desk.format, desk.width) if review is None else (),
    )
    if review is None:
        return around
    columns = _columns(desk, review)
    shown = [
        _with_side(one, state, review, columns) for one in _lines(desk, state, review, columns)
    ]
    whole = None if desk.paned else columns.name  # else all is in the pane
    detail = (
        ()
        if whole is None
        else detail_lines(
            review, state.selected, desk.width, DETAIL_HEIGHT, whole, _sent(shown, state.selected)
        )
    )
    number = review.round.number
    return around._replace(
        heads=head_line(columns, desk.event, desk.format, review.scored),
        about=about(review, state.selected, whole),
        body=shown,
        detail=detail,
        more=MORE,
        bright=frozenset(b for r, b in boards_lately(desk) if r == number),
        first_keys=_first_keys(state, review),
        first_commands=PROPOSAL_FIRST if _reviewing(review) else (),
        idle=around.idle | _idle(review, state.selected),
    )


def _sent(shown: Sequence[Line], selected: Hashable | None) -> int:
    """Bytes of a move to or from the selected line, from the heavier of its neighbours."""
    rows = [one for one in shown if one.key is not None]
    at = next((at for at, one in enumerate(rows) if one.key == selected), None)
    if at is None:
        return 0
    beside = (*rows[max(at - 1, 0) : at], *rows[at + 1 : at + 2])
    return bytes_of(rows[at].text) + max((bytes_of(one.text) for one in beside), default=0)


def _reviewing(review: Review) -> bool:
    return not review.round.published and not review.round.editing


def _idle(review: Review, selected: Hashable | None) -> frozenset[str]:
    """What the key line leaves out, of a session by hand and where nobody is kept apart."""
    conflicts = review.conflicts_of(selected) if review.format.keeps_apart else []
    apart = any(c.rule in KEPT_APART for c in conflicts)
    editing = IN_SESSION if review.round.editing else frozenset[str]()
    return editing if apart else editing | {"allow"}


def _first_keys(state: PairingsState, review: Review) -> Sequence[tuple[str, str]]:
    """What keys do in the pane, or while pairings are edited, before those of the place."""
    if state.aimed is not None:
        return KEYS_OF_PANE
    return SESSION_KEYS if review.round.editing else ()


def _lines(
    desk: DeskView, state: PairingsState, review: Review, columns: Columns
) -> Sequence[Line]:
    """Advice and notes on a proposal, then the boards."""
    event, format, lines = desk.event, desk.format, lines_of(review, columns, state.picked)
    if not lines and not review.round.editing:
        nothing = (
            f"{event.called(review.round.number)}: {nothing_begins(event, review.round.number)}."
        )
        lines = [line(f" {nothing[0].upper()}{nothing[1:]}")]
    lines = [*lines, *waiting_lines(review, columns)]
    if review.round is event.proposal:
        if review.round.editing:
            return [*left_lines(review, desk.width), *lines]
        notes = _note_lines(draw_notes(desk), desk.width)
        return [*advice_lines(event, format, desk.width), *notes, *lines]
    late = late_notes(event, format) if review.round is event.current else []
    before = []
    if review.results_since:
        before = [drawn_before(event, review.results_since) + _what_of_it(desk, review)]
    return [*_note_lines([*late, *before], desk.width), *lines]


def _what_of_it(desk: DeskView, review: Review) -> str:
    """That the draw stands by the format's rules, or the way to the current draw, while nothing of
    the round is entered."""
    cup = part_of(desk.format, Bracketed)
    if cup is not None and cup.draws_stay:
        return "; by the rules the draw stands"
    if not _drawn_again(desk, review):
        return ""
    return "; r takes the round back and draws it again: nothing of it is entered"


def _drawn_again(desk: DeskView, review: Review) -> bool:
    """Whether the published round can be taken back, and is not one that stands by the rules."""
    cup = part_of(desk.format, Bracketed)
    goes_back = nothing_entered(desk.event) and desk.publication is not None
    stands = cup is not None and cup.draws_stay
    return review.round is desk.event.current and goes_back and not stands


def _note_lines(notes: Sequence[str], width: int) -> list[Line]:
    texts = (wrapped(safe(note, 200), width, "!", most=STALE_LINES) for note in notes)
    return [line(text, "should") for part in texts for text in part]


def draw_notes(desk: DeskView, keys: bool = True) -> Sequence[str]:
    """What is to be known of the standing proposal; with the `keys` that help where they work."""
    notes = (*desk.format.next_step(desk.event).notes, *desk.seated_elsewhere())
    if STALE not in notes:
        return notes
    words, proposal = STALE_BY_INSTRUCTION, desk.event.proposal
    changes = changes_since_the_draw(desk.event, desk.recent, desk.undone)
    if proposal is not None and kept_already(changes, proposal):
        notes = tuple(note for note in notes if note != STALE)
    elif not only_instructed(desk.recent, desk.undone):
        gone = proposal is not None and any(
            not desk.event.entrant(id).active(proposal.number) for id in proposal.placed
        )
        end = f". {STALE_FOR_SURE if gone else STALE_KEYS}" * keys
        begin = "changed since this draw: "
        changed = safe(changes_in_words(changes, desk.event, described=described), 200)
        room = min(STALE_LINES * (desk.width - 10), 200) - len(begin) - len(end)
        words = f"{begin}{fit(changed, room).rstrip() if keys else changed}{end}"
        words = words if changes else STALE
    worded = [words if note == STALE else note for note in notes]
    left = come_since_drawn(proposal, desk.event, desk.format) if proposal is not None else []
    if left:
        more = f" and {len(left) - 1} more have" if len(left) > 1 else " has"
        worded.insert(0, f"{left[0].name}{more} no {desk.event.board_word} in this proposal")
    return worded


def _status(desk: DeskView, review: Review | None) -> Line:
    """The round's state, and how many marks of each kind there are."""
    if desk.beside:
        return line(" DRAWING" if desk.beside == "draw" else " COMPARING", "attention")
    event, format = desk.event, desk.format
    if review is None:
        step = format.next_step(event)
        called = event.called(step.round)
        if step.choice is not None:
            chooser = name_in(event, step.choice.chooser, 24)
            return line(f" {called} · DRAW BY CHOICE: {chooser} chooses")
        return line(" finished" if step.name == "finished" else f" {called} to be drawn")
    round = review.round
    latest = event.proposal or event.current
    where = (
        ""
        if latest is not None and round.number == latest.number
        else (f"{event.called(round.number)} · ")
    )
    if round.editing:
        text = editing_text(event, format)
    elif not round.published:
        text = "PROPOSAL"
    else:
        text = "published" + (" · EXTRA BOARDS PROPOSED" if round.extra is not None else "")
    style = "plain" if round.published and round.extra is None else "attention"
    whole = (", not published", "") if text == "PROPOSAL" else ("",)
    fitting = (
        Line(((f" {where}{text}{more}   ", style), *legend(review, words)))
        for words in (True, False)
        for more in whole
    )
    *_, least = ways = list(fitting)
    room = desk.status_room
    return next((one for one in ways if text_width(one.text) <= room), least)


def list_needs(desk: DeskView) -> int:
    """Cells of a list in which no name is cut."""
    cells = entrant_cells(desk.event.entrants)
    return Columns.needed(_rating(desk, cells), cells.longest)


def _rating(desk: DeskView, cells: EntrantCells) -> int:
    """Cells of a column for ratings; 0 where teams play that have none."""
    return cells.rating if cells.rated or not desk.format.of_teams(desk.event) else 0


def _columns(desk: DeskView, review: Review) -> Columns:
    round, cells = review.round, entrant_cells(desk.event.entrants)
    return Columns.of(
        desk.width,
        _rating(desk, cells),
        sectioned=any(match.section for match in round.matches),
        titled=cells.titled,
        coloured=review.coloured,
        longest=cells.longest,
        marked=widest_marks(review),
        pointless=not review.scored,
    )


def _foot(desk: DeskView, state: PairingsState) -> Line:
    """While a draw runs, that it does; the player held for a swap."""
    if desk.beside:
        doing = "drawing" if desk.beside == "draw" else "comparing"
        return line(f" {doing} … {desk.seconds} s{_where(desk)}      x or esc stops it", "should")
    if state.picked is not None:
        return line(_marked_note(desk.event.entrant(state.picked).name, desk.width), "should")
    return Line()


def _marked_note(name: str, width: int) -> str:
    """Who is marked, and what a key does with the second of the two."""
    whole = (
        f" * {shortened(name, 28)} is marked; with the second, s swaps them, "
        "N: these two never meet; esc unmarks"
    )
    short = " marked; with the second: s swap, N never meet; esc unmarks"
    called = fit(safe(name), max(width - len(short) - 4, 0)).rstrip()
    return whole if text_width(whole) < width else f" * {called}{short}"


def _where(desk: DeskView) -> str:
    """How far a draw is: its groups take very different times, and make no share of it."""
    at = desk.at_work
    return (
        ""
        if at is None
        else f" · score group {at.number} of {at.of}, "
        f"{counted(at.players, desk.event.entrant_word)}"
    )


def _works(desk: DeskView, review: Review | None, id: str) -> bool:
    """For the key line: what can be done with what is shown."""
    event, round = desk.event, review.round if review is not None else None
    proposal = round is not None and not round.published
    if id in (*ON_PROPOSAL, "publish", "by_hand") and desk.beside == "draw":
        return False
    if id == "redraw_rest" and review is not None and review.results_since:
        return proposal or _drawn_again(desk, review)
    if id in ON_PROPOSAL:
        settled = _strictly_settled(event, id)
        return proposal and not settled and not _refused(desk, review, id)
    if id == "by_hand":
        return (proposal or draw_due(event, desk.format)) and not _refused(desk, review, id)
    if id in ("pair", "apart", "clear"):
        return round is not None and round.editing
    if id == "cancel":
        return bool(desk.beside)
    if id == "choose":
        return desk.format.next_step(event).choice is not None
    if id == "draw":
        return not desk.beside and draw_due(event, desk.format)
    if id == "publish":
        return (proposal and not (round and round.editing)) or (
            round is not None and round.extra is not None
        )
    if id == "correct":
        return round.published if round is not None else event.current is not None
    return round is not None


_BY_HAND: Mapping[str, ByHand] = {"swap": "swap", "by_hand": "swap", "turn": "turn"}
_INSTRUCTIONS: Mapping[str, InstructionKind] = {"lock": "lock", "bar": "bar"}


def _refused(desk: DeskView, review: Review | None, id: str) -> bool:
    """Whether the format takes no such change by hand, or no such instruction for any pair."""
    event, format = desk.event, desk.format
    if id in _BY_HAND:
        return bool(format.by_hand_refused(event, _BY_HAND[id]))
    if id in _INSTRUCTIONS and review is not None:
        number = review.round.number
        orders = (Instruction(_INSTRUCTIONS[id], *m.pair, number) for m in review.matches)
        return all(format.instruction_refused(event, order) for order in orders)
    return False


def _strictly_settled(event: Event, id: str) -> bool:
    """Whether strict mode lets nobody be barred any more, and nobody is who might be free again."""
    barred = any(order.kind == "bar" for order in event.instructions)
    return id in ("bar", "bar_always") and event.strict and bool(event.published) and not barred


def _with_side(shown: Line, state: PairingsState, review: Review, columns: Columns) -> Line:
    """The selected line of a proposal, with the player that `s` would take pointed at."""
    selected = shown.key is not None and shown.key == state.selected
    if not selected or review.round.published or not isinstance(shown.key, int):
        return shown
    at = columns.black if state.side else columns.white
    text = shown.text
    if text[at : at + 1] == "*":
        return shown
    return line(f"{text[:at]}>{text[at + 1 :]}", key=shown.key)


# What comes next, and what is advised


def only_instructed(recent: Sequence[LoggedAction], undone: frozenset[int]) -> bool:
    """Whether since the last draw locks and bars are all that it depends on and has changed."""
    instructed = False
    for entry in reversed(recent):
        action = entry.action
        if isinstance(action, Propose) and entry.n not in undone:
            return instructed
        if isinstance(action, Instruct | Release):
            instructed = True
        elif not isinstance(action, SwapPlaces | TurnBoard | Undo | Redo):
            return False
    return False


def described(action: Action, event: Event) -> str:
    """What was done; settings as their form calls them."""
    if not isinstance(action, ChangeSettings) or action.details or action.title is not None:
        return action.describe(event)
    unset = {None: "by default", "": "left empty"}
    return ", ".join(
        f"{setting_label(key)} {unset[to] if to in (None, '') else f'= {to}'}"
        for key, to in action.settings.items()
    )


def next_lines(event: Event, format: Format, width: int) -> list[Line]:
    """What comes next and which key does it, where no round is to be shown."""
    step = format.next_step(event)
    number = step.round
    called = format.round_of_all(event, number).capitalize()
    ready = len(format.expected(event, number))
    size = f"{ready} {'teams' if format.of_teams(event) else 'entrants'} to pair"
    asked = [e.bye_in(number) for e in event.entrants if e.active(number)]
    kinds = ("requested" if bye.points else "absent" for bye in asked if bye is not None)
    byes = "".join(f", {part}" for part in left_out(kinds))
    sentences = {
        "register": _too_few_or_many(event, format, number, ready),
        "draw": [
            f"{called} is next: {size if ready else nothing_begins(event, number)}{byes}.",
            "d  draws it. The draw is a proposal: nothing is published before you say so."
            if ready
            else "d  proposes it without a new board; P then publishes it.",
        ],
        "choose": [
            f"{called} is next: draw by choice, {_chooser(event, step)} chooses.",
            "C  opens the draw by choice: it shows who may be chosen and who cannot, and why. The "
            "rest is drawn there.",
        ],
        "finished": [
            f"All {event.settings.round_word}s are played.",
            "F4 Standings shows the final tables.",
        ],
    }.get(step.name, ["", ""])
    lines: list[Line] = []
    for text, style in ((sentences[0], "plain"), (sentences[1], "key")):
        lines += [Line(), *(line(one, style) for one in wrapped(text, width))]
    if event.published:
        lines += [Line(), line(f"   <  looks at {event.called(len(event.published))}", "dim")]
    advice = [(a.text, "should" if a.urgent else "dim") for a in advice_of(event, format)]
    for text, style in dict.fromkeys([(n, "should") for n in step.notes] + advice):
        mark = "!" if style == "should" else "·"
        shown = wrapped(safe(text, 800), width - 4, mark, most=NOTE_LINES)
        lines += [Line(), *(line(f"  {one}", style) for one in shown)]
    return lines


def _too_few_or_many(event: Event, format: Format, number: int, ready: int) -> list[str]:
    few = ready < format.smallest
    needed = f", {format.smallest} are needed" if few else ""
    return [
        f"{event.called(number).capitalize()} cannot be drawn yet: "
        f"{counted(ready, 'entrant')}{needed}.",
        f"F1 Entries: {'add or import more' if few else 'change the entry list'}.",
    ]


def _chooser(event: Event, step: NextStep) -> str:
    return name_in(event, step.choice.chooser, 30) if step.choice else "nobody"


def advice_lines(event: Event, format: Format, width: int) -> list[Line]:
    """What is advised, warnings first, in the few lines that a review can spare."""
    by_urgency = sorted(advice_of(event, format), key=lambda a: not a.urgent)
    all_lines = []
    for advice in by_urgency:
        mark, style = ("!", "should") if advice.urgent else ("·", "dim")
        lines = wrapped(safe(advice.text, 400), width - 2, mark, most=ADVICE_LINES)
        all_lines += [line(one, style) for one in lines]
    return all_lines[:MOST_ADVICE]


def draw_due(event: Event, format: Format) -> bool:
    """Whether a draw can be made now: the next round's, or extra boards for late entrants."""
    if event.proposal is not None:
        return False
    late = format.late_boards(event) and bool(unplaced(event))
    return late or format.next_step(event).name == "draw"


def late_notes(event: Event, format: Format, keys: str = "d") -> list[str]:
    """Who came after publication and can still have a board, by those keys."""
    late = waiting_for_a_board(event, format)
    if not late:
        return []
    names = " · ".join(name_in(event, e.id, 30) for e in late[:3]) + (" …" if len(late) > 3 else "")
    return [
        f"no {event.board_word} in this round yet: {names}; {keys} proposes extra"
        f" {event.board_word}s"
    ]


def left_lines(review: Review, width: int) -> list[Line]:
    """Who has no board yet, the highest first, each a line that can be gone to."""
    left = _left(review)
    if not left:
        return []
    title = f" ── without a {review.event.board_word}: {len(left)} "
    lines = [line(title + "─" * max(width - len(title), 0), "group")]
    for id in left:
        card, entrant = review.cards[id], review.event.entrant(id)
        text = f" {review.numbers[id]:>4} {fit(safe(entrant.name), NAME_CELLS)}"
        text += f" {rating_text(entrant, '-'):>5} {points_text(review.points[id]):>4}"
        floats = f"  {card.colours[-4:]:>4}"
        lines.append(line(fit(text + floats, width), key=("left", id)))
    if review.round.matches:
        title = f" ── paired: {counted(len(review.round.matches), review.event.board_word)} "
        lines.append(line(title + "─" * max(width - len(title), 0), "group"))
    return lines


def _left(review: Review) -> Sequence[EntrantId]:
    left = [entrant.id for entrant in without_board(review.event, review.format)]
    return sorted(left, key=lambda id: (-review.points[id], review.numbers[id]))


def editing_text(event: Event, format: Format) -> str:
    """For the status line: `EDITING BY HAND · 5 without a board`."""
    left, out = len(without_board(event, format)), len(to_take_apart(event))
    parts = [f"{left} without a {event.board_word}"] * bool(left)
    parts += [f"{out} out of the round"] * bool(out)
    return " · ".join(["EDITING BY HAND", *(parts or ["complete"])])
