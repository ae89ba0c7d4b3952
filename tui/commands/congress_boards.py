"""The boards of a congress by command: rounds of all events drawn, results by board, tables."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import defaultdict

from engine.actions import EnterResult, EnterResults
from engine.congress.hall import SeatedTwice, board_at, seated_twice
from engine.congress.members import HallBoard, MemberEvent
from engine.congress.notes import other_seat_words
from engine.points import counted
from engine.protocol import Severity
from engine.refusal import Refused
from engine.rules import conflicts
from saves.congress.store import CongressStore
from tui.commands import documents
from tui.commands.boards import MARKS
from tui.commands.congress_opening import (
    congress_argument,
    folder_of,
    reading_congress,
    writing_congress,
)
from tui.commands.documents import Document
from tui.commands.drawing import drawn
from tui.commands.looking import say_standing
from tui.commands.next_words import warn_later, warn_open_before
from tui.commands.opening import agreeing_options, done, insist_option, whole_number
from tui.commands.output import refuse, say, say_json
from tui.commands.playing import listed_results
from tui.commands.subcommand import Subcommand

REFUSED = 2


def _draw_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    parser.add_argument("--publish", action="store_true", help="publish what is proposed")
    parser.add_argument(
        "--redraw", action="store_true", help="replace standing proposals, hand changes included"
    )
    insist_option(parser, "publish hand changes, locks or bars that break a rule that must hold")


def draw(args: Namespace) -> int:
    """Draw every event whose round is complete. One that cannot be drawn stops no other: the
    status is then 2, with a line for each of them."""
    store = writing_congress(args)
    rows = [_drawn(store, member, args) for member in store.members]
    rows += [_not_open(store, folder) for folder in store.unopened]
    order = [plan.folder for plan in store.congress.events]
    rows.sort(key=lambda row: order.index(row["folder"]))
    refused = [row for row in rows if row["refused"]]
    done_rows = [row for row in rows if row["drawn"]]
    if not done_rows and not refused:
        waiting = "; ".join(f"{row['name']}: {row['waits']}" for row in rows)
        raise Refused("no event has a round to draw", waiting, _remedy(store, args.congress))
    conflicts_drawn = [one for row in rows for one in row.pop("conflicts")]
    for row in refused:
        stands = row["folder"] in store.stores and store.member(row["folder"]).event.proposal
        missed = "published" if stands else "drawn"
        refuse(Refused(f"{row['name']} is not {missed}", row["refused"]))
    twice = [
        one for one in seated_twice(store.members, store.people)
        if any(seat.member.folder in {row["folder"] for row in done_rows} for seat in one.seats)
    ]  # fmt: skip
    if args.json:
        say_json({"events": rows, "conflicts": conflicts_drawn, "twice": [*map(_twice, twice)]})
        return REFUSED if refused else 0
    for row in rows:
        if row["drawn"]:
            state = "published" if row["published"] else "proposed"
            event = store.member(row["folder"]).event
            size = counted(row["boards"], event.board_word)
            say(f"{row['name']}: {event.called(row['round'])} {state}, {size}")
        elif not row["refused"]:
            say(f"{row['name']}: {row['waits']}")
    for one in conflicts_drawn:
        member, mark = store.member(one["folder"]), MARKS[Severity(one["severity"])]
        where = member.event.board_name(one["board"]) if one["board"] else "bye"
        say(f"{mark} {member.name}, {where}: {one['text']}")
    for clash in twice:
        seat, other = clash.seats
        where = seat.member.event.board_name(seat.board)
        words = f"{clash.person.name}: {other_seat_words(other)}"
        say(f"{MARKS[Severity.SHOULD]} {seat.member.name}, {where}: {words}")
    return REFUSED if refused else 0


def _twice(clash: SeatedTwice) -> Document:
    return {
        "name": clash.person.name,
        "seats": [{"event": s.member.folder, "round": s.round.number, "board": s.board}
                  for s in clash.seats],
    }  # fmt: skip


def _drawn(store: CongressStore, member: MemberEvent, args: Namespace) -> Document:
    """What became of one event."""
    row: Document = {
        "folder": member.folder, "name": member.name, "drawn": False, "published": False,
        "round": member.step.round, "boards": 0, "byes": 0, "refused": None, "waits": None,
        "conflicts": [],
    }  # fmt: skip
    row["waits"] = _waits(member)
    if row["waits"] is not None:
        return row
    opened = store.store(member.folder)
    try:
        round = drawn(opened, args.publish, args.insist, args.redraw)
    except Refused as refusal:
        return {**row, "refused": refusal.reason}
    if round is None:
        first = "opponents are to be chosen first"
        stands = f"who was chosen allows no other draw (`topboard draw {member.folder} --redraw`)"
        return {**row, "refused": stands if member.event.proposal is not None else first}
    conflicts_now = [
        {"folder": member.folder, **documents.conflict(one), "board": one.board}
        for one in conflicts(opened.format, opened.event, round)
    ]
    return {
        **row, "drawn": True, "published": round.published, "round": round.number,
        "boards": len(round.matches), "byes": len(round.byes), "conflicts": conflicts_now,
    }  # fmt: skip


def _waits(member: MemberEvent) -> str | None:
    """What an event waits for that has nothing to draw; None where it can be drawn."""
    step = member.step
    if step.name in ("draw", "publish"):
        return None
    if step.name == "play" and step.missing:
        return f"{counted(len(step.missing), 'result')} missing"
    return {
        "register": "entries are being taken", "choose": "an opponent is to be chosen",
        "finished": "finished",
    }.get(step.name, "adjourned games")  # fmt: skip


def _remedy(store: CongressStore, folder: str) -> str:
    """What leads to a draw where no event has one; empty where all is played."""
    steps = {member.step.name for member in store.members}
    if not steps:
        return f"an event joins with `topboard congress {folder} join EVENT`"
    if "play" in steps:
        return "enter the results that are missing"
    if "choose" in steps:
        return "choose the opponents in that event"
    return "enter entrants in an event" if "register" in steps else ""


def _not_open(store: CongressStore, folder: str) -> Document:
    return {
        "folder": folder, "name": store.name_of(folder), "drawn": False, "published": False,
        "round": None, "boards": 0, "byes": 0, "refused": store.unopened[folder].reason,
        "waits": None, "conflicts": [],
    }  # fmt: skip


def _result_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    parser.add_argument(
        "board", metavar="BOARD", nargs="?",
        help="its number; EVENT:BOARD where two events have it",
    )  # fmt: skip
    parser.add_argument("result", metavar="RESULT", nargs="*", help="as with `topboard result`")
    parser.add_argument(
        "--from", dest="source", metavar="FILE",
        help="a mixed pile: a line `board,result` each; - reads",
    )  # fmt: skip
    parser.add_argument("--round", type=whole_number, metavar="N", help="an earlier round")
    parser.add_argument("--replace", action="store_true", help="over a different result")
    agreeing_options(parser, "undo matches that were drawn because of the result that stood")


def result(args: Namespace) -> int:
    """One result, or a mixed pile: nothing of it is entered where a line of it is wrong."""
    if args.source is not None:
        if args.board is not None:
            raise Refused("one result and a list of results", "", "give one of them")
        rows = list(listed_results(args.source))
    elif args.board is None or not args.result:
        raise Refused(
            "a board and a result are needed", "", "as in `topboard congress FOLDER result 103 1-0`"
        )
    else:
        rows = [("", args.board, " ".join(args.result).strip())]
    store = writing_congress(args)
    by_event: dict[str, list[tuple[str, HallBoard, str]]] = defaultdict(list)
    for place, board, text in rows:
        try:
            at = _board(store, board, args.round)
        except Refused as refusal:
            raise refusal.at(place) from None
        by_event[at.folder].append((place, at, text))
    actions = {folder: _checked(store, folder, some, args) for folder, some in by_event.items()}
    entered = [at for some in by_event.values() for _, at, _ in some]
    for folder, one in actions.items():
        member = store.member(folder)
        event = done(store.store(folder), one, args)
        warn_later(event, member.event, member.format, args.round)
    for at in entered if args.round is None else ():
        warn_open_before(store.member(at.folder).event, at.board, at.round)
    return _entered(args, store, entered)


def _board(store: CongressStore, text: str, round: int | None) -> HallBoard:
    """`113`, or `junior:12`."""
    event, colon, number = text.strip().rpartition(":")
    match, dot, board = number.partition(".")
    if dot and match.isdecimal() and board.isdecimal():
        raise Refused(
            f"{text[:20]!r} is a board of a match", "a congress takes the results of whole matches",
            "enter it in its event", shell=f"`topboard result EVENT {number[:12]} RESULT`",
        )  # fmt: skip
    if not (number.isascii() and number.isdecimal() and len(number) <= 5):
        raise Refused(f"{text[:20]!r} is not a board", "", "give its number, or EVENT:NUMBER")
    folder = folder_of(store, event) if colon else ""
    return board_at(store.members, int(number), folder, round)


def _checked(
    store: CongressStore, folder: str, rows: list[tuple[str, HallBoard, str]], args: Namespace
) -> EnterResult | EnterResults:
    """What is done in one event, tried before anything is written; each result with the one that
    was on its board as what the arbiter saw."""
    member, entered = store.member(folder), set[int]()
    event = member.event
    for place, at, text in rows:
        try:
            if at.board in entered:
                twice = f"{event.board_name(at.board)} appears twice in the list"
                raise Refused(twice, "", "keep one line")
            entered.add(at.board)
            one = _one(at, text, args)
            one.judge(event, member.format)
            event = one.follow(event, one.change(event, member.format), member.format)
        except Refused as refusal:
            if not place:
                break  # done as it is, and refused with all that belongs to it
            raise refusal.at(place) from None
    if len(rows) == 1:
        return _one(rows[0][1], rows[0][2], args)
    pairs = tuple((at.board, text) for _, at, text in rows)
    return EnterResults(pairs, args.round, args.replace, insist=args.insist)


def _one(at: HallBoard, text: str, args: Namespace) -> EnterResult:
    now = at.match.result
    return EnterResult(
        at.board, text, now.text if now else None, at.round, args.replace, insist=args.insist
    )


def _entered(args: Namespace, store: CongressStore, boards: list[HallBoard]) -> int:
    rows = []
    for at in boards:
        member = store.member(at.folder)
        match = member.event.round(at.round).match(at.board)
        rows.append((member, match))
    missing = {one.folder: list(one.step.missing) for one in store.members}
    if args.json:
        say_json({
            "results": [
                {"event": member.folder, "board": match.board,
                 "result": match.result.text if match.result else None}
                for member, match in rows
            ],
            "missing": missing,
        })  # fmt: skip
        return 0
    for member, match in rows if len(rows) == 1 else ():
        white, black = (member.event.entrant(id).name for id in match.pair)
        shown = match.result.text if match.result else "no result"
        where = member.event.board_name(match.board)
        say(f"{member.name}, {where}: {white} - {black}  {shown}")
    if len(rows) != 1:
        say(f"{counted(len(rows), 'result')} entered")
    left = [f"{one.name} {len(missing[one.folder])}" for one in store.members if one.boards]
    say(f"missing: {', '.join(left)}")
    return 0


def _standings_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    parser.add_argument("--event", metavar="EVENT", help="of one event alone")


def standings(args: Namespace) -> int:
    """The tables of all events, one after the other."""
    store = reading_congress(args)
    folders = [folder_of(store, args.event)] if args.event is not None else [*store.stores]
    members = [store.member(folder) for folder in folders]
    if args.json:
        say_json({
            "events": [
                {"folder": one.folder, "name": one.name,
                 **documents.standings(one.event, one.format)}
                for one in members
            ]
        })  # fmt: skip
        return 0
    for at, one in enumerate(members):
        if at:
            say()
        for table in documents.standings(one.event, one.format)["tables"]:
            say_standing(one.event, one.format, table, None)
    return 0


ACTIONS = {
    "draw": Subcommand(_draw_arguments, draw),
    "result": Subcommand(_result_arguments, result),
    "standings": Subcommand(_standings_arguments, standings),
}
