"""The command `pairings`: a round paired by hand, in a session with a beginning and an end."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engine.actions import FinishEditing, PairByHand, StartEditing, TakeApart
from engine.actions.editing import all_boards, edited_round, rest_drawn, without_board
from engine.refusal import Refused
from saves.safe_text import safe
from saves.store import Store
from tui.commands import documents
from tui.commands.boards import say_round
from tui.commands.opening import (
    entrant_id,
    event_argument,
    insist_option,
    two_entrants,
    whole_number,
    writing,
)
from tui.commands.output import say, say_json
from tui.commands.subcommand import Subcommand


def _arguments(parser: ArgumentParser) -> None:
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
    """In this order: begin, take apart, pair, draw the rest, finish."""
    store = writing(args)
    if args.edit:
        number = len(store.event.published) + 1
        store.do(StartEditing(number))
    if args.clear:
        _take_apart(store, all_boards(edited_round(store.event)))
    if args.apart:
        having = [b for b in edited_round(store.event).byes if b.kind == "pairing"]
        byes = tuple(bye.entrant for bye in having) if 0 in args.apart else ()
        _take_apart(store, TakeApart(tuple(board for board in args.apart if board), byes))
    for pair in args.pair:
        store.do(PairByHand(*two_entrants(store.event, pair)))
    if args.give_bye:
        store.do(PairByHand(entrant_id(store.event, args.give_bye)))
    if args.rest:
        store.do(rest_drawn(store.event, store.format))
    if args.finish:
        number = edited_round(store.event).number
        store.do(FinishEditing(number, insist=args.insist))
    return _shown(args, store)


def _take_apart(store: Store, action: TakeApart) -> None:
    if action.boards or action.byes:
        store.do(action)


def _shown(args: Namespace, store: Store) -> int:
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


COMMANDS = {"pairings": Subcommand(_arguments, pairings)}
