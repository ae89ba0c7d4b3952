"""The command `why`: the reasons of a pairing, and what another opponent would cost."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from engine.entrants import EntrantId
from engine.event import Bye, Event, Instruction, Match, Round, entrants_by_id
from engine.protocol import Format, Measure
from engine.protocol import why as sentence
from engine.refusal import Refused
from engine.rules import conflicts
from engine.waiting import running
from saves.as_drawn import RoundAsDrawn
from saves.plain import plain
from tui.commands.documents import Document, conflict
from tui.commands.looking import chosen_round
from tui.commands.opening import entrant_id, event_argument, reading, whole_number
from tui.commands.output import say, say_json
from tui.commands.subcommand import Subcommand
from tui.places.result_words import drawn_before

if TYPE_CHECKING:
    from engine.instead import CriterionChange, Instead

IDEAL = "the ideal pairing of its group"


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("board", metavar="BOARD", type=whole_number, nargs="?")
    parser.add_argument("--bye", metavar="ENTRANT", help="of a bye, not of a board")
    parser.add_argument(
        "--instead",
        metavar="ENTRANT",
        help="what this opponent, or the bye for this one, would cost",
    )
    parser.add_argument("--round", type=whole_number, metavar="N", help="an earlier round")


def why(args: Namespace) -> int:
    """The reasons of one board, or of a bye."""
    store = reading(args)
    event, format = store.event, store.format
    round = _round(event, args)
    if args.bye is not None:
        bye = _bye(event, round, entrant_id(event, args.bye), args)
        drawn = store.as_drawn(round, bye.entrant)
        document = _bye_document(event, format, round, bye, drawn)
        if args.instead is not None:
            one = _instead_of_bye(event, format, round, bye, drawn, entrant_id(event, args.instead))
            document["instead"] = [_cost(event, one)]
    elif args.board is None:
        raise Refused(
            f"no {event.board_word} is named", "", "give its number, or --bye and an entrant"
        )
    else:
        match = _match(round, args.board, event.board_word)
        drawn = store.as_drawn(round, match.board)
        document = _match_document(event, format, round, match, drawn)
        if args.instead is not None:
            other = entrant_id(event, args.instead)
            alternatives = _instead(event, format, round, match, drawn, other)
            document["instead"] = [_cost(event, one) for one in alternatives]
    if args.json:
        say_json(document)
    else:
        _say(event, document)
    return 0


def _round(event: Event, args: Namespace) -> Round:
    """The round that is meant: for a match that runs on, the one in which it began."""
    chosen = chosen_round(event, args.round)
    if args.round is not None or any(m.board == args.board for m in chosen.matches):
        return chosen
    return next((r for r, m in running(event, chosen.number) if m.board == args.board), chosen)


def _match(round: Round, board: int, word: str) -> Match:
    extra = round.extra.matches if round.extra else ()
    return next((m for m in extra if m.board == board), None) or round.match(board, word)


def _bye(event: Event, round: Round, id: EntrantId, args: Namespace) -> Bye:
    if args.board is not None:
        raise Refused(f"a bye has no {event.board_word}", "", "give --bye without one")
    extra = round.extra.byes if round.extra else ()
    for bye in (*extra, *round.byes):
        if bye.entrant == id:
            return bye
    name = event.entrant(id).name
    raise Refused(
        f"{name} has no bye in {event.called(round.number)}",
        "",
        f"give the {event.board_word} instead",
    )


def _instead(
    event: Event, format: Format, round: Round, match: Match, drawn: RoundAsDrawn, other: EntrantId
) -> tuple[Instead, ...]:
    """Of a published board as it was drawn; of a proposed one under the current orders, because
    it can still be drawn otherwise."""
    from engine.instead import instead

    if drawn.round.extra and match.board in {m.board for m in drawn.round.extra.matches}:
        raise Refused(
            f"{event.board_name(match.board)} was made for late entries",
            "they pair in order of arrival",
            "lock or bar two of them, and draw again",
        )
    if not round.published:
        return instead(event, format, round, match, other)
    _refuse_later(event, drawn, other)
    return instead(drawn.before, format, drawn.round, drawn.match(match.board) or match, other)


def _instead_of_bye(
    event: Event, format: Format, round: Round, bye: Bye, drawn: RoundAsDrawn, other: EntrantId
) -> Instead:
    """Somebody else with the bye, as for an opponent."""
    from engine.instead import instead_of_bye

    if drawn.round.extra and bye in drawn.round.extra.byes:
        raise Refused(
            "this bye is of the late entries",
            "they pair in order of arrival",
            "lock or bar two of them, and draw again",
        )
    if not round.published:
        return instead_of_bye(event, format, round, bye, other)
    _refuse_later(event, drawn, other)
    return instead_of_bye(drawn.before, format, drawn.round, bye, other)


def _refuse_later(event: Event, drawn: RoundAsDrawn, id: EntrantId) -> None:
    """Who was not entered at the draw could not have been anybody's opponent."""
    if id not in entrants_by_id(drawn.before):
        called = event.called(drawn.round.number)
        raise Refused(
            f"{event.entrant(id).name} was not entered when {called} was drawn",
            "",
            "name somebody who was",
        )


def _match_document(
    event: Event, format: Format, round: Round, match: Match, drawn: RoundAsDrawn
) -> Document:
    published = drawn.match(match.board) or match
    first = list(_beside(event, format, round, drawn))
    if published.pair != match.pair:
        white, black = (event.entrant(id).name for id in published.pair)
        first.insert(0, f"Corrected after publication. The draw had {white} - {black}:")
    explained = drawn.before, drawn.round, published
    return {
        "round": round.number,
        "board": match.board,
        "white": match.white,
        "black": match.black,
        "group": match.group,
        "why": sentence(format, event, published.why) or IDEAL,
        "reasons": plain(published.why),
        "explain": [*first, *format.explain(*explained)],
        "further": [*first, *format.explain_further(*explained)],
        "conflicts": [
            conflict(c) for c in conflicts(format, event, round) if c.board == match.board
        ],
        "instead": None,
    }


def _bye_document(
    event: Event, format: Format, round: Round, bye: Bye, drawn: RoundAsDrawn
) -> Document:
    published = drawn.bye(bye.entrant)
    lines = list(_beside(event, format, round, drawn))
    further = list(lines)
    if published is None:
        lines.append("The bye came after publication, by a correction.")
        further = lines
    else:
        lines += format.explain(drawn.before, drawn.round, published)
        further += format.explain_further(drawn.before, drawn.round, published)
    judged = [c for c in conflicts(format, event, round) if c.board is None]
    return {
        "round": round.number,
        "bye": bye.entrant,
        "kind": bye.kind,
        "why": sentence(format, event, (published or bye).why),
        "reasons": plain((published or bye).why),
        "explain": lines,
        "further": further,
        "conflicts": [conflict(c) for c in judged if bye.entrant in c.entrants],
        "instead": None,
    }


def _beside(event: Event, format: Format, round: Round, drawn: RoundAsDrawn) -> tuple[str, ...]:
    """What the reasons rest on, where it is not the state at the draw, or not the current one."""
    if drawn.known:
        text = drawn_before(event, drawn.results_since(event, format))
        return (f"{text[0].upper()}{text[1:]}.",) if text else ()
    called = event.called(round.number)
    return (f"The draw of {called} is not in the journal: explained by the entries as they are.",)


def _cost(event: Event, instead: Instead) -> Document:
    from tui.commands.cost_words import cost_parts, cost_words

    return {
        "entrant": instead.entrant,
        "opponent": instead.opponent or None,
        "possible": instead.possible,
        "reason": instead.reason,
        "more": [conflict(c) for c in instead.more],
        "fewer": [conflict(c) for c in instead.fewer],
        "boards_changed": instead.boards_changed,
        "off_ideal": instead.off_ideal,
        "decided_by": _change(instead.decided_by) if instead.decided_by else None,
        "measures": [_change(one) for one in instead.changes],
        "dropped": [_instruction(one) for one in instead.dropped],
        "text": cost_words(instead, event),
        "parts": cost_parts(instead, event),
    }


def _change(change: CriterionChange) -> Document:
    from tui.commands.cost_words import change_words

    measure, (was, would_be) = change.measure, change.shown
    return {
        "where": measure.where,
        "name": measure.name,
        "text": measure.text,
        "was": _number(change.was),
        "would_be": _number(change.would_be),
        "shown": [was, would_be],
        "worse": change.worse,
        "reason": change.reason,
        "sentence": change_words(change),
    }


def _number(measure: Measure | None) -> int | list[int] | None:
    if measure is None:
        return None
    return list(measure.value) if isinstance(measure.value, tuple) else measure.value


def _instruction(instruction: Instruction) -> Document:
    return {"kind": instruction.kind, "a": instruction.a, "b": instruction.b}


def _say(event: Event, document: Document) -> None:
    names = {e.id: e.name for e in event.entrants}
    if "bye" in document:
        say(f"{event.called(document['round'])}: {names[document['bye']]} has the bye")
        lines = document["explain"] or [document["why"] or "as asked for"]
    else:
        white, black = names[document["white"]], names[document["black"]]
        where = f"{event.called(document['round'])}, {event.board_name(document['board'])}"
        say(f"{where}: {white} - {black}")
        lines = document["explain"]
        # with nothing more to tell, the reason in one line with its group
        if not document["further"]:
            group = document["group"]
            lines = [f"{group}: {document['why']}" if group else document["why"]]
    for one in lines:
        say(one)
    for broken in document["conflicts"]:
        say(f"{broken['severity']}: {broken['text']}")
    for cost in document["instead"] or ():
        say(cost["text"])
        if cost["decided_by"] is not None and cost["decided_by"]["reason"]:
            say(f"  decides: {cost['decided_by']['sentence']}")


COMMANDS = {"why": Subcommand(_arguments, why)}
