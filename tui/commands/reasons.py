"""The command `why`: the reasons of a pairing, and what another opponent would cost."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Event, Instruction, Match, Round, RoundState
from engine.protocol import Format, Proposal, conflicts
from engine.refusal import Refused
from engine.rules import Conflict
from tui.commands import Command
from tui.commands.documents import Document, conflict
from tui.commands.looking import chosen_round
from tui.commands.opening import entrant_id, event_argument, reading, whole_number
from tui.commands.output import say, say_json

IDEAL = "the ideal pairing of its group"


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("board", metavar="BOARD", type=whole_number)
    parser.add_argument("--instead", metavar="ENTRANT", help="what this opponent would cost")
    parser.add_argument("--round", type=whole_number, metavar="N", help="an earlier round")


def why(args: Namespace) -> int:
    """The reasons of one board."""
    store = reading(args)
    event, format = store.event, store.format
    round = chosen_round(event, args.round)
    match = _match(round, args.board)
    document = {
        "round": round.number,
        "board": match.board,
        "white": match.white,
        "black": match.black,
        "group": match.group,
        "why": match.why or IDEAL,
        "conflicts": [
            conflict(c) for c in conflicts(format, event, round) if c.board == match.board
        ],
        "instead": None,
    }
    if args.instead is not None:
        other = entrant_id(event, args.instead)
        document["instead"] = instead(event, format, round, match, other)
    if args.json:
        say_json(document)
    else:
        _say(event, document)
    return 0


def _match(round: Round, board: int) -> Match:
    extra = round.extra.matches if round.extra else ()
    return next((m for m in extra if m.board == board), None) or round.match(board)


def instead(
    event: Event, format: Format, round: Round, match: Match, other: EntrantId
) -> list[Document]:
    """For each of the two at the board: the round drawn again with `other` as opponent.

    The costs are those of the whole round against the draw as the engine makes it under the
    same locks and bars: rules broken more and less, and how many boards change.
    """
    if other in match.pair:
        raise Refused("these two play each other", "", "name somebody else")
    before = event.until(round.number - 1)
    if not before.entrant(other).to_be_paired(round.number):
        name = before.entrant(other).name
        raise Refused(f"{name} is not to be paired in round {round.number}", "", "name another")
    own = _round(format.draw(before))
    return [_cost(before, format, own, round.number, id, other) for id in match.pair]


def _cost(
    before: Event, format: Format, own: Round, number: int, id: EntrantId, other: EntrantId
) -> Document:
    together = Instruction("lock", id, other, number)
    # an earlier lock or bar of one of the two would only say that it contradicts
    kept = tuple(i for i in before.instructions if not _opposed(i, together))
    asked = replace(before, instructions=(*kept, together))
    document: Document = {"entrant": id, "opponent": other, "possible": True, "reason": ""}
    document |= {"more": [], "fewer": [], "boards_changed": 0, "off_ideal": 0}
    try:
        drawn = _round(format.draw(asked))
    except Refused as refusal:
        return document | {"possible": False, "reason": str(refusal)}
    now, then = conflicts(format, before, own), conflicts(format, before, drawn)
    document["more"] = [conflict(c) for c in _without(then, now)]
    document["fewer"] = [conflict(c) for c in _without(now, then)]
    pairs = {frozenset(m.pair) for m in own.matches}
    document["boards_changed"] = sum(frozenset(m.pair) not in pairs for m in drawn.matches)
    document["off_ideal"] = _off_ideal(drawn) - _off_ideal(own)
    return document


def _off_ideal(round: Round) -> int:
    return sum(bool(m.altered) for m in round.matches)


def _opposed(old: Instruction, new: Instruction) -> bool:
    if not old.holds(new.round or 0):
        return False
    return (old.kind == "lock" and bool(old.pair & new.pair)) or old.pair == new.pair


def _round(found: Proposal) -> Round:
    return Round(found.round, RoundState.PROPOSAL, found.matches, found.byes)


def _without(some: Sequence[Conflict], others: Sequence[Conflict]) -> list[Conflict]:
    known = {(c.rule, c.text, c.entrants) for c in others}
    return [c for c in some if (c.rule, c.text, c.entrants) not in known]


def _say(event: Event, document: Document) -> None:
    names = {e.id: e.name for e in event.entrants}
    white, black = names[document["white"]], names[document["black"]]
    say(f"round {document['round']}, board {document['board']}: {white} - {black}")
    say(f"{document['group']}: {document['why']}" if document["group"] else document["why"])
    for found in document["conflicts"]:
        say(f"{found['severity']}: {found['text']}")
    for cost in document["instead"] or ():
        say(_cost_words(cost, names))


def _cost_words(cost: Document, names: dict[EntrantId, str]) -> str:
    pair = f"{names[cost['entrant']]} - {names[cost['opponent']]}"
    if not cost["possible"]:
        return f"{pair}: not possible ({cost['reason']})"
    if not cost["boards_changed"]:
        return f"{pair}: is what the engine would draw"
    parts = [f"{cost['boards_changed']} boards change"]
    for word, key in (("more", "more"), ("less", "fewer")):
        parts += [f"one {c['severity']} {word}: {c['text']}" for c in cost[key]]
    if cost["off_ideal"]:
        word = "more" if cost["off_ideal"] > 0 else "fewer"
        parts.append(f"{abs(cost['off_ideal'])} boards {word} are off their ideal")
    if not cost["more"] and cost["off_ideal"] <= 0:
        parts.append("what is equal in this, an earlier criterion of the format decides")
    return f"{pair}: " + "; ".join(parts)


COMMANDS = {"why": Command(_arguments, why)}
