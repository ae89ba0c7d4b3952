"""Commands on the proposal: draw, swap, turn, and pairings by hand."""

from __future__ import annotations

import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engine.actions import (
    Action,
    Discard,
    EnterResults,
    Instruct,
    LeaveStrictMode,
    Propose,
    PublishRound,
    SwapPlaces,
    TurnBoard,
    name_of,
)
from engine.actions.editing import all_boards, edited_round, rest_drawn, without_board
from engine.actions.results import may_be_adjourned
from engine.actions.rounds import results_missing
from engine.at_work import GroupAtWork, reported_to
from engine.by_hand import Weighed
from engine.byes import absences
from engine.event import Event, Instruction, InstructionKind, Round
from engine.next_draw import (
    DrawOrders,
    extra_boards_due,
    keeps_choices,
    next_draw,
    rests_on_choices,
)
from engine.protocol import Format, Proposal
from engine.refusal import Refused, Stale
from engine.results import GameResult
from engine.staleness import changes_in_words, changes_since_the_draw, drawn_again, redraw_in_words
from engine.waiting import STALE, NextStep, stale_notes
from saves.plain import plain
from saves.safe_text import safe
from tui.child import at_work_line, to_console
from tui.commands import documents
from tui.commands.boards import known_departures, say_differences, say_round, weighed_proposal
from tui.commands.choosing import say_next
from tui.commands.cost_words import cost_document, cost_lines
from tui.commands.next_words import late_words, warn_of_teams
from tui.commands.opening import (
    agreeing_options,
    done,
    entrant_id,
    event_argument,
    foreseen,
    insist_option,
    reading,
    two_entrants,
    whole_number,
    writing,
)
from tui.commands.output import say, say_json, warn
from tui.commands.subcommand import Subcommand

if TYPE_CHECKING:
    from engine.actions import TakeApart
    from saves.store import Store


NAMED = 8
"""So many who are missing are named."""


def _draw_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("--publish", action="store_true", help="publish the proposal")
    parser.add_argument(
        "--lock", metavar="A:B", action="append", default=[], help="these two shall meet"
    )
    parser.add_argument(
        "--bar", metavar="A:B", action="append", default=[], help="these two shall not meet"
    )
    parser.add_argument(
        "--every-round", action="store_true", help="--lock, --bar and --allow for all rounds"
    )
    parser.add_argument(
        "--allow",
        metavar="A:B",
        action="append",
        default=[],
        help="school, club and family do not keep these two apart",
    )
    parser.add_argument(
        "--redraw", action="store_true", help="replace a standing proposal, hand changes included"
    )
    parser.add_argument(
        "--keep-choices",
        action="store_true",
        help="with --redraw: who was chosen stays chosen, where the locks and bars allow it",
    )
    agreeing_options(parser, "publish hand changes, locks or bars that break a rule that must hold")
    parser.add_argument(
        "--missing", choices=("draw",), help="count missing results as draws until they are entered"
    )
    # for the console, which takes the proposal in itself
    parser.add_argument("--give", action="store_true", help=SUPPRESS)


def draw(args: Namespace) -> int:
    """Propose the next round, or extra boards, unless there is a proposal; publish it."""
    if args.give:
        return _given(args)
    store = writing(args)
    _warn_of_absences(store)
    warn_of_teams(store.event, store.format)
    with store.alone(f"drawing {store.event.called(len(store.event.published) + 1)}"):
        proposed = _proposed(store, args)
        if proposed is None:
            return _to_be_chosen_anew(args, store)
        return _published(args, store, proposed)


def _given(args: Namespace) -> int:
    """The next proposal as a value; null where opponents have to be chosen anew for it."""
    store = reading(args)
    _warn_of_absences(store)
    orders = DrawOrders(tuple(_preparations(store.event, store.format, args)), args.redraw)
    with reported_to(_tell_console):
        proposal = _next_proposal(store, args, orders)
    if proposal is None:
        _warn_of_new_choices(store)
    say_json({"proposal": plain(proposal) if proposal is not None else None})
    return 0


def _tell_console(group: GroupAtWork) -> None:
    if to_console():
        print(at_work_line(group), file=sys.stderr, flush=True)


def _warn_of_absences(store: Store, before: str = "") -> None:
    """Warn of entrants who are drawn although they did not come, or are not checked in, and on whom
    the arbiter has not decided."""
    event = store.event
    if event.proposal is not None or extra_boards_due(event, store.format):
        return
    missing = absences(event, store.format)
    ways = "`present --back`" if store.format.all_play else "`present --out` or `--back`"
    for why, words in (("forfeit", "did not come before"), ("not-checked-in", "not checked in")):
        names = [name_of(event, one.entrant) for one in missing if one.why == why]
        if names:
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            warn(f"{before}drawn all the same, {words}: {'; '.join(names[:NAMED])}{more}"
                 f" ({ways}, or `withdraw`, says so)")  # fmt: skip


def _stale(store: Store) -> list[str]:
    """What is out of date with the standing proposal, and whether it matters."""
    event = store.event
    notes = list(stale_notes(event))
    if STALE not in notes:
        return notes
    changes = changes_since_the_draw(event, store.entries, store.undone)
    lines = [f"changed since this draw: {changes_in_words(changes, event)}"] if changes else [STALE]
    try:
        lines.append(redraw_in_words(drawn_again(event, store.format), event))
    except Refused as refusal:
        lines.append(f"it cannot be drawn again as things are: {refusal}")
    return lines + [note for note in notes if note != STALE]


def drawn(store: Store, publish: bool, insist: bool, redraw: bool) -> Round | None:
    """The next round of an event among several, drawn and, where that is asked for, published; a
    existing proposal is kept unless it is to be drawn again. None where opponents have to be
    chosen first."""
    args = Namespace(
        lock=[], bar=[], allow=[], every_round=False, redraw=redraw, keep_choices=True,
        leave_strict=False, missing=None, publish=publish, insist=insist, insist_twice=False,
    )  # fmt: skip
    _warn_of_absences(store, f"{store.event.title}: ")
    warn_of_teams(store.event, store.format, f"{store.event.title}: ")
    with store.alone(f"drawing {store.event.called(len(store.event.published) + 1)}"):
        proposed = _proposed(store, args)
        for note in _stale(store):
            warn(f"{store.event.title}: {note}")
        if proposed is not None:
            _publish(args, store, proposed)
    return None if proposed is None else store.event.round(proposed.number)


class _Proposed(NamedTuple):
    """The round that has a proposal now; with the event as it was foreseen with it and what
    changes by hand cost there, where it was to be published."""

    number: int
    event: Event | None = None
    costs: Weighed | None = None


def _published(args: Namespace, store: Store, proposed: _Proposed) -> int:
    """The proposal, published where that is asked for, and shown."""
    for note in _stale(store):
        warn(note)
    return _shown(args, store, proposed.number, _publish(args, store, proposed))


def _publish(args: Namespace, store: Store, proposed: _Proposed) -> Weighed | None:
    """Publish where that is asked for; what changes by hand cost."""
    event, number = store.event, proposed.number
    costs = proposed.costs
    if proposed.event is None or replace(proposed.event, revision=event.revision) != event:
        costs = weighed_proposal(event, store.format, event.round(number))
    if args.publish:
        lists = "`topboard round EVENT` lists them"
        done(store, _publication(args, event, store.format, number, costs, lists), args)
    return costs


def _publication(
    args: Namespace, event: Event, format: Format, number: int, costs: Weighed | None, lists: str
) -> PublishRound:
    """The publication with every difference, which is said and recorded; `lists`: what shows
    these."""
    departures, worse = (costs.departures, costs.worse) if costs is not None else ((), ())
    if departures and event.strict and not (args.insist or args.insist_twice):
        # what no insisting publishes is said first
        PublishRound(number, departures, worse, insist=True).judge(event, format)
        raise Refused(
            f"{event.called(number)} is not the computer draw",
            f"{len(departures)} placed differently ({lists})",
            "say so if that is meant",
            shell="--insist",
        )
    return PublishRound(number, departures, worse)


def _foreseen(args: Namespace, store: Store, actions: Sequence[Action], number: int) -> _Proposed:
    """The action that makes the proposal, and its publication if requested, before anything is
    written: a refusal leaves no lock, no result and no proposal behind."""
    event, format = store.event, store.format
    for action in actions:
        event = foreseen(event, format, action, args)
    if not args.publish:
        return _Proposed(number)
    costs = weighed_proposal(event, format, event.round(number))
    lists = "`draw` without --publish proposes it, and lists them"
    foreseen(event, format, _publication(args, event, format, number, costs, lists), args)
    return _Proposed(number, event, costs)


def _next_proposal(store: Store, args: Namespace, orders: DrawOrders) -> Proposal | None:
    """The next draw; None where it is another one of a proposal that rests on choices, and these
    are not kept, or cannot be under the current locks and bars."""
    event = store.event
    if not (args.redraw and rests_on_choices(event)):
        return next_draw(event, store.format, orders)
    if not args.keep_choices:
        return None
    try:
        proposal = next_draw(event, store.format, orders)
    except Refused:
        return None
    return proposal if keeps_choices(event, proposal) else None


def _to_be_chosen_anew(args: Namespace, store: Store) -> int:
    """The proposal goes with its choices, and the first to choose is asked again."""
    assert store.event.proposal is not None
    number = store.event.proposal.number
    _warn_of_new_choices(store)
    event = store.do(Discard(choices=True))
    if args.json:
        say_json(documents.draw_document(event, store.format, Round(number)))
    else:
        say_next(event, store.format)
    return 0


def _warn_of_new_choices(store: Store) -> None:
    called = store.event.called(len(store.event.published) + 1)
    warn(f"{called}: the choices are undone with the draw; choose again, then draw")


def _proposed(store: Store, args: Namespace) -> _Proposed | None:
    """The round that has a proposal now; None where opponents have to be chosen anew for another
    draw."""
    for attempt in (1, 2):
        event = store.event
        before = _preparations(event, store.format, args)
        step = store.format.next_step(event)
        if (step.name == "publish" or event.proposal is not None) and not args.redraw:
            number = event.proposal.number if event.proposal is not None else step.round
            orders = [one for one in before if one.kind in ("instruct", "leave-strict")]
            _refuse_unheeded(orders, event.called(number))
            proposed = _foreseen(args, store, before, number) if before else _Proposed(number)
            for action in before:
                done(store, action, args)
            return proposed
        try:
            proposal = _next_proposal(store, args, DrawOrders(tuple(before), args.redraw))
            foreseen_as = None
            if proposal is not None:
                actions = (*before, Propose.of(proposal))
                foreseen_as = _foreseen(args, store, actions, proposal.round)
            for action in before:
                done(store, action, args)
            if proposal is None:
                return None
            for note in proposal.notes:
                warn(store.format.worded(note, event))
            store.do(Propose.of(proposal))
            return foreseen_as
        except Stale:
            # somebody changed the event while the draw was made: once more from what it is now
            if attempt == 2:
                raise
            store.refresh()
    raise AssertionError("unreachable")


def _refuse_unheeded(before: Sequence[Action], called: str) -> None:
    if before:
        raise Refused(
            f"{called} is proposed already",
            "a new lock, bar or allowance needs another draw, and hand changes would be lost",
            "confirm it if that is meant",
            shell="--redraw",
        )


def _preparations(event: Event, format: Format, args: Namespace) -> list[Action]:
    """What has to be done before the draw: draws for missing results, locks, bars, allowances."""
    step = format.next_step(event)
    actions: list[Action] = []
    extra = extra_boards_due(event, format)
    kept = event.proposal is not None and not args.redraw
    if step.name == "play" and step.missing and not extra and not (kept and not args.missing):
        actions.append(_adjourned(event, format, step, args))
    number = step.round if step.name != "play" or extra else len(event.published) + 1
    if extra and event.current is not None:
        number = event.current.number
    pairs_by_kind: tuple[tuple[InstructionKind, list[str]], ...] = (
        ("lock", args.lock), ("bar", args.bar), ("allow", args.allow)
    )  # fmt: skip
    for kind, pairs in pairs_by_kind:
        for text in pairs:
            a, b = two_entrants(event, text)
            word = Instruction(kind, a, b, None if args.every_round else number)
            if all(i.kind != word.kind or i.pair != word.pair or not i.holds(number)
                   for i in event.instructions):  # fmt: skip
                actions.append(Instruct(word))
    if args.leave_strict and event.strict and event.published and args.bar:
        actions.insert(0, LeaveStrictMode(insist_twice=True))
    return actions


def _adjourned(event: Event, format: Format, step: NextStep, args: Namespace) -> Action:
    fit = _may_be_adjourned(event, format, step)
    last = len(event.published)
    if args.missing == "draw" and fit and last < event.settings.rounds:
        marks = tuple((board, GameResult.ADJOURNED.text) for board in step.missing)
        return EnterResults(marks, step.round if step.round < last else None)
    if last >= event.settings.rounds:
        boards = event.boards_named(step.missing)
        where = f"{event.called(step.round)}: " if step.round < last else ""
        raise Refused(
            f"{event.called(last)} is the last one",
            f"no result yet on {where}{boards}",
            "enter the results; there is nothing left to draw",
        )
    remedy = f"enter them, or {format.adjourned_means()} (--missing draw)"
    if not fit:
        remedy = "enter them: who plays on depends on them, so none can count as a draw"
    if format.adjourned_waits:
        remedy += "; ? says that a match is not finished, and the others go on"
    raise results_missing(event, step.round, step.missing, remedy, most=None)


def _may_be_adjourned(event: Event, format: Format, step: NextStep) -> bool:
    """Whether all the missing results may count as draws: in a knockout and the like none may."""
    return not format.adjourned_waits and may_be_adjourned(event, format, step)


def _shown(args: Namespace, store: Store, number: int, costs: Weighed | None) -> int:
    """The round, and what changes by hand cost."""
    event, format = store.event, store.format
    round = event.round(number)
    marks = costs.marks if costs is not None else ()
    departures = known_departures(store, round, costs)
    if args.json:
        document = documents.draw_document(event, format, round, departures, marks)
        if costs is not None and costs.since is not None:
            document["cost"] = cost_document(costs.since)
            document["cost_own"] = cost_document(costs.from_own) if costs.own else None
        say_json(document)
        return 0
    say_round(event, format, round, marks)
    say_differences(event, format, departures)
    for line in cost_lines(costs, event) if costs is not None and costs.since is not None else ():
        say(line)
    for note in format.next_step(event).notes:
        say(f"- {note}")
    if late := late_words(documents.waiting(event, format)):
        say(late)
    return 0


def _swap_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("a", metavar="A", help="an entrant of the proposal")
    parser.add_argument("b", metavar="B", help="the other, or whoever has the bye")


def swap(args: Namespace) -> int:
    """Two entrants of the proposal change places."""
    store = writing(args)
    before = store.event
    store.do(SwapPlaces(entrant_id(before, args.a), entrant_id(before, args.b)))
    return _changed(args, store, before)


def _turn_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("board", metavar="BOARD", type=whole_number)


def turn(args: Namespace) -> int:
    """White and Black exchanged on a board of the proposal."""
    store = writing(args)
    before = store.event
    store.do(TurnBoard(args.board))
    return _changed(args, store, before)


def _changed(args: Namespace, store: Store, before: Event) -> int:
    """The proposal with what the change costs against the one before."""
    proposal = store.event.proposal
    assert proposal is not None
    return _shown(
        args,
        store,
        proposal.number,
        weighed_proposal(store.event, store.format, proposal, before.proposal),
    )


# By hand, in a session with a beginning and an end


def _pairings_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument(
        "--edit", action="store_true", help="begin: the proposal, or an empty round"
    )
    parser.add_argument("--clear", action="store_true", help="take every board and the bye apart")
    parser.add_argument(
        "--apart",
        metavar="BOARD",
        type=whole_number,
        action="append",
        default=[],
        help="take a board apart; 0 is the bye of the draw",
    )
    parser.add_argument(
        "--pair", metavar="A:B", action="append", default=[], help="a board for two, White first"
    )
    parser.add_argument("--give-bye", metavar="A", help="the bye of the draw")
    parser.add_argument("--rest", action="store_true", help="draw who has no board yet")
    parser.add_argument("--finish", action="store_true", help="end: everybody has a board or a bye")
    insist_option(parser, "finish although a rule that must hold is broken")


def pairings(args: Namespace) -> int:
    """In this order: begin, take apart, pair, draw the rest, finish; all of it or nothing."""
    store = writing(args)
    for action in _steps_by_hand(args, store.event, store.format):
        store.do(action)
    return _shown_by_hand(args, store)


def _steps_by_hand(args: Namespace, event: Event, format: Format) -> list[Action]:
    """What the options do one after the other; `Refused` where one of them cannot be done."""
    from engine.actions import FinishEditing, PairByHand, StartEditing, TakeApart
    from engine.actions.base import applied

    steps: list[Action] = []

    def step(action: Action) -> None:
        nonlocal event
        event = applied(action, event, format)
        steps.append(action)

    def take_apart(action: TakeApart) -> None:
        if action.boards or action.byes:
            step(action)

    if args.edit:
        step(StartEditing(len(event.published) + 1))
    if args.clear:
        take_apart(all_boards(edited_round(event)))
    if args.apart:
        having = [b for b in edited_round(event).byes if b.kind == "pairing"]
        byes = tuple(bye.entrant for bye in having) if 0 in args.apart else ()
        take_apart(TakeApart(tuple(board for board in args.apart if board), byes))
    for pair in args.pair:
        step(PairByHand(*two_entrants(event, pair)))
    if args.give_bye:
        step(PairByHand(entrant_id(event, args.give_bye)))
    if args.rest:
        step(rest_drawn(event, format))
    if args.finish:
        step(FinishEditing(edited_round(event).number, insist=args.insist))
    return steps


def _shown_by_hand(args: Namespace, store: Store) -> int:
    event, format, round = store.event, store.format, store.event.proposal
    if round is None:
        raise Refused("there is no proposal", "", "begin with --edit, or draw")
    left = without_board(event, format)
    if args.json:
        document = documents.round_document(event, format, round)
        say_json({**document, "editing": round.editing, "unpaired": [e.id for e in left]})
        return 0
    say_round(event, format, round)
    if left:
        say(f"without a {event.board_word}: {'; '.join(safe(entrant.name) for entrant in left)}")
    if round.editing:
        say("being edited by hand: --finish ends it")
    return 0


COMMANDS = {
    "draw": Subcommand(_draw_arguments, draw),
    "swap": Subcommand(_swap_arguments, swap),
    "turn": Subcommand(_turn_arguments, turn),
    "pairings": Subcommand(_pairings_arguments, pairings),
}
