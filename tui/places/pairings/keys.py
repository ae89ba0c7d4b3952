"""What keys mean in Pairings: draw, look, change by hand, publish."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from engine.actions import (
    Action,
    Discard,
    Instruct,
    PublishRound,
    Release,
    SwapPlaces,
    TurnBoard,
    Undo,
)
from engine.actions.results import may_be_adjourned
from engine.actions.rounds import refuse_by_hand, results_missing
from engine.byes import absences
from engine.entrants import EntrantId
from engine.event import Departure, Event, Instruction, InstructionKind, Round
from engine.event_data import starting_position
from engine.protocol import Conflict, Severity, unplaced
from engine.refusal import NoDraw, Refused
from engine.waiting import held_against_own, nothing_entered, step_words
from saves.safe_text import safe
from tui.desk import who
from tui.keys.commands import list_keys
from tui.places.finding import Named, seek, seek_next
from tui.places.pairings import talks
from tui.places.pairings.editing import draw_rest
from tui.places.pairings.lines import (
    CALLED,
    CHANGED,
    SYMBOL,
    Review,
    after_swap,
    in_order_of_weight,
    short_name,
)
from tui.places.pairings.pane import OTHERS, all_others, pane, subject_of
from tui.places.pairings.picture import (
    DRAW_RUNS,
    Counted,
    PairingsState,
    draw_due,
    draw_notes,
    late_notes,
    picture,
    proposed_board,
    refuse_while_busy,
    refuse_while_drawing,
    review_of,
    round_shown,
    selected_match,
    selected_player,
    shown_review,
)
from tui.places.pairings.talks import publish_question
from tui.places.shape import (
    AtYes,
    Beside,
    Converse,
    DeskView,
    Do,
    Draw,
    Effect,
    Failed,
    Fetch,
    Key,
    Outcome,
    Question,
    Step,
    Stop,
    reported,
    said,
    say,
)
from tui.screens.choice_dialog import refuse_no_choice
from tui.screens.correction import correct_board, seat_late_entry
from tui.screens.leaving import RollEnd, roll_call
from tui.screens.names import name_in

if TYPE_CHECKING:
    from tui.desk import DrawEnd

DIGITS = re.compile(r"[0-9]+")
"""Ratings and points: a number that is looked for is a start number."""
PANE_STEPS = {"list_up": -1, "list_down": 1, "list_page_up": -OTHERS, "list_page_down": OTHERS}
NOTE = 240
"""Cells of a note of the draw below the list."""

PairingsStep = Step[PairingsState]


def _asked(
    state: PairingsState,
    text: str,
    purpose: Redraw | TakingBack | Discarding | Publishing,
    warning: bool = False,
) -> PairingsStep:
    question = Question(text, purpose, warning=warning)
    return Step(replace(state, questions=(*state.questions, question)))


# Drawing


def draw(desk: DeskView, state: PairingsState) -> PairingsStep:
    """The next round, or extra boards for late entrants."""
    event, format = desk.event, desk.format
    refuse_while_busy(desk)
    if event.proposal is not None:
        locked = any(one.holds(event.proposal.number) for one in event.instructions)
        again = f"r draws it again{' under the locks and bars' * locked}"
        raise Refused("a proposal stands", "", f"{again}, R from scratch")
    step = format.next_step(event)
    if step.choice is not None:
        return choose(desk, state)
    late = format.late_boards(event) and bool(unplaced(event))
    if step.name == "play" and step.missing and not late:
        remedy = "enter them (F3)"
        if len(event.published) < event.settings.rounds and may_be_adjourned(event, format, step):
            remedy += f", or {format.adjourned_means()} (A there)"
        raise results_missing(event, step.round, step.missing, remedy)
    state = replace(state, viewed=None)
    if absences(event, format) and not late:
        return Step(state, (Converse(roll_call, then=RollCalled()),))
    return _drawing(state)


@dataclass(frozen=True, slots=True)
class RollCalled:
    """Asked of everybody who is missing whether he is drawn."""

    def answered(self, desk: DeskView, state: PairingsState, value: object) -> PairingsStep:
        """The draw, once all is said."""
        end = cast(RollEnd, value)
        if end.draws or not end.answered:
            return _drawing(state, before=end.withdrawn) if end.draws else Step(state)
        answers = "answer given is" if end.answered == 1 else "answers given are"
        undrawn = f"not drawn; the {end.answered} {answers} kept: u takes back the last"
        return say(state, "; ".join([undrawn, *end.withdrawn]))


def _drawing(
    state: PairingsState, order: Draw | None = None, before: tuple[str, ...] = ()
) -> PairingsStep:
    state = replace(state, picked=None, hasty=False)
    order = order or Draw()
    return Step(state, (order._replace(then=AfterDraw(before, order.first)),))


@dataclass(frozen=True, slots=True)
class AfterDraw:
    """A draw was ordered; `before`: what was done before it, `first`: with it."""

    before: tuple[str, ...] = ()
    first: tuple[Action, ...] = ()

    def answered(self, desk: DeskView, state: PairingsState, value: DrawEnd) -> PairingsStep:
        """How it ended, and notes on its proposal."""
        words = ["the draw was stopped"] * value.stopped
        if not value.stopped and desk.format.next_step(desk.event).choice is None:
            words = [f"drawn with {self._locked(desk)}" if self._locks else "drawn"]
        words += ["P came before the proposal: not published"] * (state.hasty or False)
        notes = [safe(note, NOTE) for note in value.notes[:2]]
        if [*words, *self.before, *notes] == ["drawn"]:  # alone it was read as of the board above
            words = ["drawn: P publishes it"]
        state = replace(state, hasty=None, selected=self._board(desk) or state.selected)
        return say(state, "; ".join([*words, *self.before, *notes]), "done")

    @property
    def _locks(self) -> list[Instruction]:
        return [one.instruction for one in self.first if isinstance(one, Instruct)]

    def _locked(self, desk: DeskView) -> str:
        """What was locked, and how many actions that and the draw are."""
        names = (
            " - ".join(name_in(desk.event, id, 20) for id in (lock.a, lock.b))
            for lock in self._locks
        )
        return f"{', '.join(names)} locked; {len(self.first) + 1} times u goes back"

    def _board(self, desk: DeskView) -> int | None:
        """The board of the first pair that was locked for the draw."""
        round, pairs = desk.event.proposal, [lock.pair for lock in self._locks]
        matches = round.matches if round is not None else ()
        return next((m.board for m in matches if frozenset(m.pair) in pairs), None)


def choose(desk: DeskView, state: PairingsState) -> PairingsStep:
    """The draw by choice of the next round."""
    refuse_no_choice(desk.event, desk.format)
    return Step(state, (Converse(talks.choose, then=OpponentsChosen()),))


@dataclass(frozen=True, slots=True)
class OpponentsChosen:
    """Opponents are chosen in a dialog."""

    def answered(self, desk: DeskView, state: PairingsState, value: object) -> PairingsStep:
        """On to the draw of the rest, where the arbiter says so."""
        return draw(desk, state) if value == "draw" else Step(state)


def redraw_rest(desk: DeskView, state: PairingsState) -> PairingsStep:
    """Under the locks and bars as they are; while pairing by hand, who has no board."""
    if desk.event.proposal is not None and desk.event.proposal.editing:
        refuse_while_drawing(desk)
        return draw_rest(desk, replace(state, viewed=None))
    if taken_back := _taking_back(desk, state, keep_choices=True):
        return taken_back
    review, event = _redrawable(desk, state), desk.event
    loose = [m for m in review.matches if frozenset(m.pair) not in review.locked]
    loose = [m for m in loose if review.by_hand(m)]
    order = Draw(redraw=True, keep_choices=True)
    if not loose:
        return _drawing(state, order)
    boards = event.boards_named([m.board for m in loose]).capitalize()
    who = "teams" if desk.format.of_teams(event) else "players"
    are, them = ("is", "it") if len(loose) == 1 else ("are", "them")
    question = (
        f"{boards} {are} changed by hand and not locked: the new draw pairs these "
        f"{who} anew, and your change is lost.\n\nRedraw all the same? (n, then l on "
        f"the {event.board_word}, keeps {them})"
    )
    return _asked(state, question, Redraw(order), warning=True)


def redraw(desk: DeskView, state: PairingsState) -> PairingsStep:
    """Without locks, bars and changes by hand."""
    if taken_back := _taking_back(desk, state, keep_choices=False):
        return taken_back
    review, event = _redrawable(desk, state), desk.event
    number = review.round.number
    orders = [i for i in event.instructions if i.kind != "allow" and i.round == number]
    hand = sum(review.by_hand(m) for m in review.matches)
    chosen = sum(c.round == number and bool(c.opponent) for c in event.choices)
    first = tuple(Release(one.kind, one.a, one.b) for one in orders)
    draw = Draw(redraw=True, first=first)
    if not (hand or orders or chosen):
        return _drawing(state, draw)
    lost = {
        f"{event.board_word}s changed by hand": hand,
        "locks and bars of this round": len(orders),
        "opponents chosen": chosen,
    }
    dropped = "; ".join(f"{part}: {count}" for part, count in lost.items() if count)
    question = (
        f"Draw {desk.event.called(number)} again from scratch?\n\n"
        f"{dropped[:1].upper()}{dropped[1:]}. They are all dropped."
    )
    return _asked(state, question, Redraw(draw), warning=True)


def _taking_back(desk: DeskView, state: PairingsState, keep_choices: bool) -> PairingsStep | None:
    """The question whether the round in play goes back and is drawn again, as long as nothing of it
    is entered; None where another round is shown, or that one cannot go back."""
    event, number = desk.event, desk.publication
    if not nothing_entered(event) or number is None or desk.beside:
        return None
    if (shown := round_shown(desk, state)) is not None and shown is not event.current:
        return None
    called = event.called(len(event.published))
    question = (
        f"Take back the publication of {called} and draw it again?\n\n"
        "Nothing of it is entered yet. The new draw is a proposal until P publishes it."
    )
    draw = Draw(redraw=True, keep_choices=keep_choices, first=(Undo(number),))
    return _asked(replace(state, viewed=None), question, TakingBack(draw, event), warning=True)


@dataclass(frozen=True, slots=True)
class TakingBack(AtYes):
    """Asked whether the round in play goes back and is drawn again."""

    order: Draw
    asked: Event
    """As it was asked about."""

    def yes(self, desk: DeskView, state: PairingsState) -> PairingsStep:
        """It does, unless somebody has entered something meanwhile."""
        if desk.event.published != self.asked.published or desk.event.proposal is not None:
            raise Refused("the round has changed meanwhile: look at it, then r again")
        return _drawing(state, self.order)


@dataclass(frozen=True, slots=True)
class Redraw(AtYes):
    """Asked whether changes by hand may be lost."""

    order: Draw

    def yes(self, desk: DeskView, state: PairingsState) -> PairingsStep:
        """They may."""
        _redrawable(desk, state)
        return _drawing(state, self.order)


def _draws_next(desk: DeskView) -> str:
    if desk.format.next_step(desk.event).name == "choose":
        return "; C opens the draw by choice"
    return "; d draws the next round" if draw_due(desk.event, desk.format) else ""


def _redrawable(desk: DeskView, state: PairingsState) -> Review:
    event, review = desk.event, review_of(desk, state)
    extra = event.current if event.current and event.current.extra else None
    refuse_while_busy(desk)
    if review is None or review.round is not (event.proposal or extra):
        raise Refused(f"there is no proposal here to draw again{_draws_next(desk)}")
    return review


def cancel(desk: DeskView, state: PairingsState) -> PairingsStep:
    """The running draw, or the mark, or the round gone to."""
    if desk.beside:
        return Step(state, (Stop(),))
    if state.picked is not None:
        return Step(replace(state, picked=None))
    return _counting(desk, Step(replace(state, viewed=None)))


def discard(desk: DeskView, state: PairingsState) -> PairingsStep:
    """The standing proposal."""
    event = desk.event
    extra = event.current is not None and event.current.extra is not None
    if event.proposal is None and not extra:
        raise Refused("there is no proposal")
    refuse_while_drawing(desk)
    by_hand = event.proposal is not None and event.proposal.altered
    text = "Take the proposal away?" + " Changes by hand go with it." * by_hand
    return _asked(state, text, Discarding(), warning=by_hand)


@dataclass(frozen=True, slots=True)
class Discarding(AtYes):
    """Asked whether the proposal is taken away; not any more once another is in its place."""

    def yes(self, desk: DeskView, state: PairingsState) -> PairingsStep:
        """It is."""
        refuse_while_drawing(desk)
        return Step(replace(state, picked=None), (Do(Discard()),))


@dataclass(frozen=True, slots=True)
class Deadlocked:
    """A draw was refused because the round has none that is legal."""

    refusal: NoDraw
    order: Draw

    def answered(self, desk: DeskView, state: PairingsState, value: object) -> PairingsStep:
        """The games that would do are locked on the arbiter's word, and the rest is drawn."""
        if value != "lock":
            return say(state, safe(str(self.refusal), 400), "bad")
        first = locks(desk.event, self.refusal.pairs)
        return _drawing(state, self.order._replace(first=first))


def locks(event: Event, pairs: Sequence[tuple[EntrantId, EntrantId]]) -> tuple[Action, ...]:
    """Locks on these pairs for the next round; what is against them is taken back first."""
    number = len(event.published) + 1
    wanted = [Instruction("lock", a, b, number) for a, b in pairs]
    against = (
        Release(i.kind, i.a, i.b)
        for i in event.instructions
        if any(_contradicts(i, lock, number) for lock in wanted)
    )
    return (*against, *(Instruct(lock) for lock in wanted))


def _contradicts(given: Instruction, lock: Instruction, number: int) -> bool:
    """Locks and bars of the round that would only say that the lock contradicts them."""
    if not given.holds(number):
        return False
    other_opponent = given.kind == "lock" and len(given.pair & lock.pair) == 1
    return other_opponent or (given.kind == "bar" and given.pair == lock.pair)


# Changes by hand


@dataclass(frozen=True, slots=True)
class ByHand:
    """What a change is held against: the review before it, and the player marked then."""

    before: Review | None
    picked: EntrantId | None = None


def _change(
    desk: DeskView, state: PairingsState, action: Action, picked: EntrantId | None = None
) -> PairingsStep:
    refuse_while_drawing(desk)
    about = ByHand(review_of(desk, state), picked)
    return Step(replace(state, changing=True), (Do(action, about=about),))


def side_left(desk: DeskView, state: PairingsState) -> PairingsStep:
    """White's side."""
    return Step(replace(state, side=0))


def side_right(desk: DeskView, state: PairingsState) -> PairingsStep:
    """Black's side; from there into the pane."""
    on_board = selected_match(desk, state) is not None
    others = all_others(desk, state) if desk.paned and (state.side or not on_board) else ()
    return Step(replace(state, side=1, aimed=others[0] if others else None))


# In the pane


def keys_of_pane(desk: DeskView, state: PairingsState, key: Key) -> PairingsStep | None:
    """While somebody is aimed at in the pane: another one, the swap, back to the list."""
    others = all_others(desk, state) if state.aimed is not None else ()
    if state.aimed not in others:
        return None
    if key.name in ("left", "escape", "q"):
        return Step(replace(state, aimed=None))
    if key.name == "enter" or key.typed == "s":
        return _swap_aimed(desk, state)
    if key.name == "right":
        return Step(state)
    way = list_keys().get(key.name)
    if way is None:
        return None
    at = others.index(state.aimed) + PANE_STEPS.get(way, 0)
    at = {"list_home": 0, "list_end": len(others) - 1}.get(way, at)
    return Step(replace(state, aimed=others[max(0, min(at, len(others) - 1))]))


def _swap_aimed(desk: DeskView, state: PairingsState) -> PairingsStep:
    """The player judged in the pane and the one aimed at change places."""
    round, subject, second = round_shown(desk, state), subject_of(desk, state), state.aimed
    if round is None or subject is None or second is None:
        return Step(replace(state, aimed=None))
    action = SwapPlaces(subject, second, was=(round.board_of(subject), round.board_of(second)))
    return _change(desk, replace(state, aimed=None, picked=None), action, picked=state.picked)


def select(desk: DeskView, state: PairingsState, key: Hashable | None) -> PairingsStep:
    """A line of the list: keys go to the list again."""
    return Step(replace(state, selected=key, aimed=None))


def click_in_pane(desk: DeskView, state: PairingsState, x: int, row: int) -> PairingsStep:
    """Who is clicked on is aimed at; a second click swaps."""
    lines = pane(desk, state, desk.pane_width, desk.page + 1) or ()
    other = lines[row].key if 0 <= row < len(lines) else None
    if other is None:
        return Step(state)
    if other == state.aimed:
        return _swap_aimed(desk, state)
    return Step(replace(state, aimed=str(other)))


# By hand


def swap(desk: DeskView, state: PairingsState) -> PairingsStep:
    """Mark a player; at the second the two change places."""
    round, who = round_shown(desk, state), selected_player(desk, state)
    if round is None or round.published:
        proposed_board(desk, state)
    if who is None or round is None:
        return Step(state)
    # before the first is marked: a second would be chosen for nothing
    refuse_by_hand(desk.event, desk.format, "swap", "nobody can change places here")
    first, state = state.picked, replace(state, picked=None)
    if first is None:
        return Step(replace(state, picked=who))
    if first == who:
        return Step(state)
    action = SwapPlaces(first, who, was=(round.board_of(first), round.board_of(who)))
    return _change(desk, state, action, picked=first)


def turn(desk: DeskView, state: PairingsState) -> PairingsStep:
    """White and Black exchanged."""
    board = proposed_board(desk, state)
    return _change(desk, state, TurnBoard(board.board, was=board.pair))


def lock(desk: DeskView, state: PairingsState) -> PairingsStep:
    """These two shall meet."""
    return _instruct(desk, state, "lock", proposed_board(desk, state).pair)


def bar(desk: DeskView, state: PairingsState) -> PairingsStep:
    """These two shall not meet."""
    return _instruct(desk, state, "bar", proposed_board(desk, state).pair)


def bar_always(desk: DeskView, state: PairingsState) -> PairingsStep:
    """These two shall meet in no round."""
    pair, state = _pair_meant(desk, state)
    if any(i.kind == "bar" and i.pair == frozenset(pair) for i in desk.event.instructions):
        return _change(desk, state, Release("bar", *pair))
    return _change(desk, state, Instruct(Instruction("bar", *pair)))


def allow(desk: DeskView, state: PairingsState) -> PairingsStep:
    """School, club and family do not matter to these two."""
    pair, state = _pair_meant(desk, state)
    return _instruct(desk, state, "allow", pair)


def _pair_meant(
    desk: DeskView, state: PairingsState
) -> tuple[tuple[EntrantId, EntrantId], PairingsState]:
    """The pair of the board, or whoever is marked (`swap`) and the selected player; nobody is
    marked then."""
    board, first, second = proposed_board(desk, state), state.picked, selected_player(desk, state)
    if first is None or second is None or first == second:
        return board.pair, state
    return (first, second), replace(state, picked=None)


def _instruct(
    desk: DeskView, state: PairingsState, kind: InstructionKind, pair: tuple[EntrantId, EntrantId]
) -> PairingsStep:
    """Given for this round, or taken back if it was given."""
    round = round_shown(desk, state)
    assert round is not None
    if frozenset(pair) in desk.event.instructed(kind, round.number):
        return _change(desk, state, Release(kind, *pair))
    return _change(desk, state, Instruct(Instruction(kind, *pair, round.number)))


def instructions(desk: DeskView, state: PairingsState) -> PairingsStep:
    """All locks and bars; Enter takes one back."""
    if not desk.event.instructions:
        return say(state, "no lock, no bar and no allowance is given")
    return Step(state, (Converse(talks.choose_instruction, then=TakenBack()),))


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A lock, a bar or an allowance was chosen from the list."""

    def answered(self, desk: DeskView, state: PairingsState, value: object) -> PairingsStep:
        """It is taken back."""
        if not isinstance(value, Instruction):
            return Step(state)
        return _change(desk, state, Release(value.kind, value.a, value.b))


# Publishing

RESTS_ON = "what the draw rests on has changed meanwhile"


def publish(desk: DeskView, state: PairingsState) -> PairingsStep:
    """Asks, and says what must not be."""
    if desk.beside == "draw" or (state.hasty is not None and desk.event.proposal is None):
        return say(replace(state, hasty=True), DRAW_RUNS, "bad")
    round = desk.event.proposal or desk.event.current
    if round is not None and round.editing:
        raise Refused("these pairings are being edited by hand", "", "e finishes, then P publishes")
    if round is None or (round.published and round.extra is None):
        raise Refused(f"{no_proposal(desk)}{_draws_next(desk)}")
    # what no yes publishes is not asked about
    PublishRound(round.number, insist=True).judge(desk.event, desk.format)
    review = review_of(desk, replace(state, viewed=None))
    if review is None or review.round is not round:
        review = Review(desk.event, desk.format, round)
    notes = tuple(draw_notes(desk, keys=False))
    if held_against_own(desk.event, round):
        state = said(state, "comparing with the computer draw …") if review.weighing else state
        return Step(
            state, (Converse(talks.ask_altered, (review, notes), Altered(round, desk.event)),)
        )
    musts = [c for c in review.conflicts if c.severity is Severity.MUST]
    action = PublishRound(round.number)
    text = publish_question(review, musts, notes)
    return _asked(state, text, Publishing(action, round, desk.event), warning=bool(musts))


@dataclass(frozen=True, slots=True)
class Publishing(AtYes):
    """Asked whether a round is published."""

    action: PublishRound
    round: Round
    asked: Event
    """As it was asked about."""

    def yes(self, desk: DeskView, state: PairingsState) -> PairingsStep:
        """It is: what was asked about, and nothing that has come in its place since."""
        refuse_while_drawing(desk)
        event, round = desk.event, self.round
        standing = event.proposal or event.current
        if standing is not None and (standing.number, _proposed(standing)) == (
            round.number,
            _proposed(round),
        ):
            if not self.drawn_as_asked(desk):
                raise Refused(f"{RESTS_ON}: look at it, then P again")
            return Step(state, (Do(self.action, about=self),))
        if round.extra is None and round.number in {r.number for r in event.published}:
            raise Refused(published_meanwhile(desk, round.number))
        raise Refused("the proposal has changed meanwhile: look at it, then P again")

    def drawn_as_asked(self, desk: DeskView) -> bool:
        """Whether settings, entries and instructions still make the draw what it was."""
        event, asked, format = desk.event, self.asked, desk.format
        return event.settings == asked.settings and (
            event is asked or format.next_step(event).notes == format.next_step(asked).notes
        )


def published_meanwhile(desk: DeskView, number: int) -> str:
    """`round 2 was published meanwhile by anna@desk2`."""
    by = published_elsewhere_by(desk, number)
    return f"{desk.event.called(number)} was published meanwhile{f' by {by}' if by else ''}"


def no_proposal(desk: DeskView) -> str:
    """That there is no proposal to publish; and who published the round in play, if another desk
    did."""
    current = desk.event.current
    by = published_elsewhere_by(desk, current.number) if current is not None else ""
    done = f": {desk.event.called(current.number)} is published, by {by}" if current and by else ""
    return f"there is no proposal to publish{done}"


def published_elsewhere_by(desk: DeskView, number: int) -> str:
    """Who published that round, `anna@desk2`; empty where this console did, or nobody knows."""
    for n, kind, read in reversed(desk.recent.readers):
        if kind == "publish" and n not in desk.undone:
            logged = read()
            if logged.action.about(None).round == number:
                return who(logged) if n in desk.elsewhere else ""
    return ""


@dataclass(frozen=True, slots=True)
class Altered:
    """Everything by which a round is not the engine's own draw was listed; asked once."""

    round: Round
    asked: Event

    def answered(self, desk: DeskView, state: PairingsState, value: object) -> PairingsStep:
        """Published with its differences recorded, where the arbiter says so."""
        if not isinstance(value, PublishRound):
            return Step(replace(state, message=None))
        return Publishing(value, self.round, self.asked).yes(desk, state)


def _standing(event: Event) -> object:
    """The current proposal, or the extra boards; None for neither."""
    round = event.proposal or event.current
    return _proposed(round) if round is not None else None


def _proposed(round: Round) -> object:
    """What publication would put in play: the proposal, or the extra boards of a round in play."""
    return round.extra if round.published else round


def seat(desk: DeskView, state: PairingsState) -> PairingsStep:
    """A latecomer has the seat of one of the selected board who did not come."""
    round, match = round_shown(desk, state), selected_match(desk, state)
    word = desk.event.board_word
    if desk.event.current is None:
        raise Refused("no round is published yet: nobody has a seat to give")
    if round is None or not round.published:
        raise Refused(f"select a {word} of the round in play: < shows it")
    if match is None:
        raise Refused(f"no {word} is selected: select the one with the free seat, then S")
    return Step(state, (Converse(seat_late_entry, (round.number, match)),))


def correct(desk: DeskView, state: PairingsState) -> PairingsStep:
    """A published board as it was really played."""
    event, round = desk.event, round_shown(desk, state)
    match, word = selected_match(desk, state), event.board_word
    if round is None and event.current is not None:
        called = desk.event.called(event.current.number)
        text = f"this is {called}, the last published: select the {word}, then c"
        state = replace(state, viewed=event.current.number)
        return say(state, f"{text}; < goes to earlier rounds")
    if round is None:
        raise Refused("no round is published yet: there is nothing to correct")
    if not round.published:
        raise Refused(f"only a published {word} is corrected; change the proposal itself")
    if match is None:
        raise Refused(f"no {word} is selected: select the {word} that was played otherwise, then c")
    return Step(state, (Converse(correct_board, (round.number, match)),))


# Looking


def why(desk: DeskView, state: PairingsState) -> PairingsStep:
    """All reasons of the selected board, and what another opponent would cost."""
    review = shown_review(desk, state)
    if not isinstance(state.selected, int | tuple):
        return Step(state)
    return Step(state, (Converse(talks.explain, (review, state.selected), Together()),))


@dataclass(frozen=True, slots=True)
class Together:
    """The reasons were read; at their end two can be wished together."""

    def answered(self, desk: DeskView, state: PairingsState, value: object) -> PairingsStep:
        """They are locked, and the rest is drawn again."""
        if not isinstance(value, tuple):
            return Step(state)
        if desk.beside or desk.event.proposal is None:
            raise Refused("there is no proposal any more: look again")
        first = locks(desk.event, [value])
        return _drawing(state, Draw(redraw=True, keep_choices=True, first=first))


def own(desk: DeskView, state: PairingsState) -> PairingsStep:
    """What the engine would have done without locks, bars and changes by hand."""
    round = round_shown(desk, state)
    refuse_while_busy(desk)
    if round is None or round is not (desk.event.proposal or desk.event.current):
        raise Refused("only for the proposal or the round in play")
    return Step(state, (Beside(talks.compare_with_own, (round.number,), ComparedWithOwn()),))


@dataclass(frozen=True, slots=True)
class ComparedWithOwn:
    """A round was compared with the engine's own draw of it."""

    def answered(
        self, desk: DeskView, state: PairingsState, value: tuple[Departure, ...] | None
    ) -> PairingsStep:
        """Who sits elsewhere is listed; nothing where it was stopped."""
        if value is None:
            return Step(state)
        return Step(state, (Converse(talks.show_own, (value,)),))


def next_mark(desk: DeskView, state: PairingsState) -> PairingsStep:
    """To the next board to look at, the gravest conflicts first."""
    return _to_mark(desk, state, 1)


def last_mark(desk: DeskView, state: PairingsState) -> PairingsStep:
    """To the one before in that order."""
    return _to_mark(desk, state, -1)


def _to_mark(desk: DeskView, state: PairingsState, way: int) -> PairingsStep:
    review = shown_review(desk, state)
    keys = [one.key for one in picture(desk, state).body if one.key is not None]
    marked = in_order_of_weight(review, keys)
    if not marked:
        altered = {review.made(match).altered for match in review.matches}
        marks = [mark for mark, kind in (("~", "opponents"), ("=", "colours")) if kind in altered]
        only = f"; {' and '.join(marks)} are the draw's own departures from the ideal"
        text = f"no rule is broken, nothing changed by hand or locked{only if marks else ''}"
        return say(state, text, "done")
    there = [key for _, key in marked]
    at = 0 if way > 0 else -1
    if state.selected in there:
        at = (there.index(state.selected) + way) % len(marked)
    kind, key = marked[at]
    return say(replace(state, selected=key), marks_text(kind, key, marked))


def round_before(desk: DeskView, state: PairingsState) -> PairingsStep:
    """One round back."""
    return _to_round(desk, state, -1)


def round_after(desk: DeskView, state: PairingsState) -> PairingsStep:
    """One round on."""
    return _to_round(desk, state, 1)


def _to_round(desk: DeskView, state: PairingsState, by: int) -> PairingsStep:
    event, round = desk.event, round_shown(desk, state)
    number = (round.number if round else len(event.published) + 1) + by
    if number == len(event.published) + 1:
        return _counting(desk, Step(replace(state, viewed=None, picked=None)))
    if any(r.number == number for r in event.rounds):
        return _counting(desk, Step(replace(state, viewed=number, picked=None)))
    if number < 1:
        raise Refused(f"{event.called(1)} is the first")
    if (step := desk.format.next_step(event)).name == "finished":
        raise Refused(step_words(event, step))
    # where no round is in front, what is there is the one to be drawn
    raise Refused(f"{event.called(min(number, len(event.rounds) + 1))} is not drawn")


def returning(desk: DeskView, state: PairingsState) -> PairingsStep:
    """From another place one comes to the proposal or the round in play."""
    if state.viewed is None:
        return Step(state)
    return _counting(desk, Step(replace(state, viewed=None, picked=None)))


def find(desk: DeskView, state: PairingsState) -> PairingsStep:
    """Go to the next line that contains what is typed, while it is typed."""
    return seek(state, _named(desk, state))


def find_next(desk: DeskView, state: PairingsState) -> PairingsStep:
    """The next one."""
    return seek_next(state, _named(desk, state))


def _named(desk: DeskView, state: PairingsState) -> Named:
    """What each board and bye is found by: what its line says, and the start numbers there."""
    review = review_of(desk, state)
    named: list[tuple[Hashable, str, str]] = []
    if review is None:
        return named
    for shown in picture(desk, state).body:
        if shown.key is None:
            continue
        match = review.match(shown.key)
        ids = match.pair if match else shown.key[1:] if isinstance(shown.key, tuple) else ()
        words = DIGITS.sub(" ", shown.text)
        named += [(shown.key, str(review.numbers[id]), words) for id in ids]
    return named


# What comes back


def on_change(before: Event, desk: DeskView, state: PairingsState) -> PairingsStep:
    """A change by hand is compared with the proposal before it, when its outcome arrives;
    another change is not."""
    if state.questions and _standing(before) != _standing(desk.event):
        state = replace(state, questions=())
        state = said(state, "the proposal has changed meanwhile, so nothing is asked", "bad")
    elif any(
        isinstance(asked.purpose, Publishing) and not asked.purpose.drawn_as_asked(desk)
        for asked in state.questions
    ):
        state = replace(state, questions=())
        state = said(state, f"{RESTS_ON}, so nothing is asked: look at it, then P again", "bad")
    gone = before.proposal is not None and desk.event.proposal is None
    if gone and state.message is not None and state.message.kind == "done":
        state = replace(state, message=None)  # it was said of that proposal
    step = Step(replace(state, changed_from=None))
    return step if state.changing else _counting(desk, step)


def on_outcome(desk: DeskView, state: PairingsState, outcome: Outcome) -> PairingsStep:
    """What became of an action or a draw."""
    if isinstance(outcome, Failed):
        return _rejected(state, outcome)
    about = outcome.effect.about if isinstance(outcome.effect, Do) else None
    if isinstance(about, Publishing):
        called = desk.event.called(about.round.number)
        state = replace(state, viewed=None, picked=None)
        published = f"{called} is published"
        # before its results: they sit down at once
        if late := late_notes(desk.event, desk.format):
            return say(state, f"{published}; {late[0]}", "bad")
        position = starting_position(desk.event, about.round.number)
        published += f", {position}" if position else ""
        plays = desk.format.next_step(desk.event).name == "play"
        slips = " and slips" if about.round.matches else ""
        printed = "" if nobody_placed(about.round) else f"F prints pairings{slips}"
        then = ", ".join(filter(None, (printed, "F3 enters results" if plays else "")))
        return say(state, f"{published}: {then}" if then else published, "done")
    if isinstance(about, ByHand) and isinstance(outcome.effect, Do):
        return _changed(desk, state, outcome.effect.action, about.before)
    return reported(desk, state, outcome)


def _rejected(state: PairingsState, outcome: Failed) -> PairingsStep:
    effect, refusal = outcome.effect, outcome.refusal
    if isinstance(effect, Draw):
        state = replace(state, hasty=None)
    if isinstance(effect, Draw) and isinstance(refusal, NoDraw):
        talk: Effect = Converse(talks.show_deadlock, (refusal,), Deadlocked(refusal, effect))
        return Step(state, (talk,))
    if isinstance(effect, Do) and isinstance(effect.about, ByHand):
        state = replace(state, picked=effect.about.picked, changing=False)
    return say(state, str(refusal), "bad")


def _changed(
    desk: DeskView, state: PairingsState, action: Action, before: Review | None
) -> PairingsStep:
    """Which conflicts a change has brought is said at once."""
    after, state = review_of(desk, state), replace(state, changing=False)
    if before is None or after is None or before.round.number != after.round.number:
        return _counting(desk, Step(state))
    state = replace(state, changed_from=before.round)
    new = after_swap(before, after)
    if not new:
        return _counting(desk, say(state, safe(action.describe(desk.event), 200), "done"))
    grave = any(c.severity is Severity.MUST for c in new)
    return _counting(desk, say(state, new_conflicts(desk.event, new), "bad" if grave else "info"))


def begin(desk: DeskView, state: PairingsState) -> PairingsStep:
    """What changes by hand cost is counted beside the keys."""
    return _counting(desk, Step(state))


def _counting(desk: DeskView, step: PairingsStep) -> PairingsStep:
    """The step, and the count that its picture lacks."""
    review, state = review_of(desk, step.state), step.state
    if review is None or not review.weighing:
        return step
    arguments = (desk.event, desk.format, review.round, state.changed_from)
    return step._replace(
        effects=(*step.effects, Fetch(talks.count_costs, CostsCounted(), arguments))
    )


@dataclass(frozen=True, slots=True)
class CostsCounted:
    """What changes by hand cost is known."""

    def answered(self, desk: DeskView, state: PairingsState, value: object) -> PairingsStep:
        """It is shown; a refusal leaves the picture without it."""
        return Step(replace(state, counted=value) if isinstance(value, Counted) else state)


def nobody_placed(round: Round) -> bool:
    """A round in which only matches of the one before are played on."""
    return not (round.matches or round.byes or round.extra)


def marks_text(kind: str, key: Hashable, marked: Sequence[tuple[str, Hashable]]) -> str:
    """`× forbidden 1 of 2   ! to avoid 5   * by hand, locked or extra 3`: which is selected, and
    how many boards there are of each that there is; what no rule speaks against comes last."""
    called = {s.value: f"{mark} {CALLED[s]}" for s, mark in SYMBOL.items()}
    texts = []
    for each, name in (*called.items(), (CHANGED, "* by hand, locked or extra")):
        keys = [k for conflict, k in marked if conflict == each]
        count = f"{keys.index(key) + 1} of {len(keys)}" if each == kind else str(len(keys))
        texts += [f"{name} {count}"] * bool(keys)
    return "   ".join(texts)


def new_conflicts(event: Event, brought: Sequence[Conflict]) -> str:
    """All that a change has brought, in full where four lines hold it."""
    count = f"{len(brought)} new" if len(brought) > 1 else "new"
    text = "; ".join(
        f"{SYMBOL[c.severity]} {event.place_name(c.board)}: {safe(c.text, 100)}" for c in brought
    )
    if len(text) > 250:
        text = "; ".join(
            f"{SYMBOL[c.severity]} {event.place_name(c.board)} {short_name(c)}" for c in brought
        )
    return f"{count}: {text}"
