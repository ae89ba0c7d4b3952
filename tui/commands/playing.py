"""Commands on results: one, many at once, and a published board as it was really played."""

from __future__ import annotations

import csv
import io
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from engine.actions import CorrectBoard, EnterResult, EnterResults
from engine.actions.corrections import no_shows_put_together
from engine.actions.results import read_result
from engine.event import Event, Match
from engine.instead import newly_broken
from engine.points import counted
from engine.protocol import Format, bracket_of
from engine.refusal import Refused
from engine.results import GameResult
from engine.waiting import round_of_board
from tui.commands import documents
from tui.commands.boards import say_round
from tui.commands.next_words import next_words, warn_cup, warn_later, warn_open_before
from tui.commands.opening import (
    agreeing_options,
    cleaned,
    done,
    entrant_id,
    event_argument,
    whole_number,
    writing,
)
from tui.commands.output import say, say_json, warn
from tui.commands.subcommand import Subcommand

LIST_LIMIT = 1 << 20
_BOARD = re.compile(r"[0-9]{1,5}")


def _result_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument(
        "board",
        metavar="BOARD",
        type=place,
        nargs="?",
        help="3; of teams also 3.2, match and board",
    )
    parser.add_argument(
        "result", metavar="RESULT", nargs="*",
        help="1-0 0-1 1/2-1/2 (or 1 0 =), +/- -/+ -/-, 1/2-0 0-1/2 0-0, ? adjourned, - clears; "
        "1-0u 0-1u 1/2-1/2u less than one move, not rated; "
        "45-31, 40-40 home bam, 2-1 in matches",
    )  # fmt: skip
    parser.add_argument(
        "--from", dest="source", metavar="FILE", help="many: a line `board,result` each; - reads"
    )
    parser.add_argument("--round", type=whole_number, metavar="N", help="an earlier round")
    parser.add_argument("--replace", action="store_true", help="over a different result")
    agreeing_options(parser, "undo matches that were drawn because of the result that stood")


def place(text: str) -> int | tuple[int, int]:
    """A board, or a match and a board of it: `3.2`."""
    match, dot, board = text.partition(".")
    return (whole_number(match), whole_number(board)) if dot else whole_number(text)


def result(args: Namespace) -> int:
    """One result, or many, all or nothing. The last one closes the round."""
    if args.source is not None:
        if args.board is not None:
            raise Refused("one result and a list of results", "", "give one of them")
        listed = list(listed_results(args.source))
        if any("." in board for _, board, _ in listed):
            from tui.commands.teams import board_results

            return board_results(args, writing(args), listed)
        rows = list(_of_boards(listed))
    elif not args.result:
        raise Refused("a board and a result are needed", "", "as in `topboard result EVENT 3 1-0`")
    else:
        rows = [("", args.board, " ".join(args.result).strip())]
    store = writing(args)
    before = store.event
    if args.source is None and not isinstance(args.board, tuple) and args.board is not None:
        args.board = _only_board(before, args.board, args.round)
    if isinstance(args.board, tuple):
        from tui.commands.teams import board_result

        return board_result(args, store, rows[0][2])
    if args.source is not None:
        many = _checked(before, store.format, rows, args)
        event = done(store, many, args) if many.results else before
    else:
        event = done(store, _one(before, store.format, args.board, rows[0][2], args), args)
    warn_later(event, before, store.format, args.round)
    for _, board, _ in rows if args.round is None else ():
        warn_open_before(event, board, round_of_board(before, board, None) or 0)
    _warn_changed(event, before)
    _warn_unlikely(event, before, [board for _, board, _ in rows], args.round)
    _warn_lost(event, before, [board for _, board, _ in rows], args.round)
    return _entered(args, event, store.format, [board for _, board, _ in rows])


def _only_board(event: Event, match: int, number: int | None) -> int | tuple[int, int]:
    """The one board of a match of teams that has no other, else the match: its result is that of
    the game."""
    played = round_of_board(event, match, number)
    if played is None or event.round(played).index(match) is None:
        return match
    return (match, 1) if len(event.round(played).match(match).lineups) == 1 else match


def _one(event: Event, format: Format, board: int, text: str, args: Namespace) -> EnterResult:
    """The action, with the current result as what the arbiter saw. The result is written
    as everywhere, however it was typed: the history and the foot of Results show it."""
    number = round_of_board(event, board, args.round)
    current = event.current if number is None else event.round(number)
    if current is None:
        raise Refused("no round is published", "results need one", "draw and publish first")
    match = current.match(board, event.board_word)
    was = match.result.text if match.result else None
    if args.round is None and number == current.number:
        number = None
    with suppress(Refused):  # the action refuses a text that is not a result, in its turn
        result = read_result(format, match, text)
        # of teams it adjourns each board that is open, where 1-1 ? is of the match as a whole
        adjourned = text.strip() == GameResult.ADJOURNED.text
        text = result.text if result is not None and not adjourned else text.strip()
    return EnterResult(board, text, was, number, args.replace, insist=args.insist)


def _checked(
    event: Event, format: Format, rows: list[tuple[str, int, str]], args: Namespace
) -> EnterResults:
    """The list as one action; a refusal names the line that it is about."""
    boards: set[int] = set()
    pairs: list[tuple[int, str]] = []
    for place, board, text in rows:
        try:
            if board in boards:
                raise Refused(
                    f"{event.board_name(board)} appears twice in the list", "", "keep one line"
                )
            boards.add(board)
            one = _one(event, format, board, text, args)
            one.judge(event, format)
            event = one.follow(event, one.change(event, format), format)
            pairs.append((board, one.result))
        except Refused as refusal:
            raise refusal.at(place) from None
    return EnterResults(tuple(pairs), args.round, args.replace, insist=args.insist)


def _of_boards(listed: list[tuple[str, str, str]]) -> Iterator[tuple[str, int, str]]:
    for place, board, text in listed:
        if not _BOARD.fullmatch(board):
            raise Refused(f"{board[:8]!r} is not a board", "", "give its number", where=place)
        yield place, int(board), text


def listed_results(source: str) -> Iterator[tuple[str, str, str]]:
    """(place, board as it is written, result) of every line of a list; blank lines do not count."""
    name, text = _text(source)
    reader = csv.reader(io.StringIO(text), strict=True, skipinitialspace=True)
    start = 1
    try:
        for cells in reader:
            place, start = f"{name}:{start}:1", reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if [cell.strip().casefold() for cell in cells] == ["board", "result"]:
                continue
            yield _row(place, cells)
    except csv.Error:
        raise Refused(
            "a quote never closes", "", "correct the line", where=f"{name}:{start}:1"
        ) from None


def _row(place: str, cells: list[str]) -> tuple[str, str, str]:
    if len(cells) != 2:
        raise Refused(
            f"the line has {counted(len(cells), 'field')}",
            "",
            "write board,result as in 3,1-0",
            where=place,
        )
    return place, cells[0].strip(), cells[1].strip()


def _text(source: str) -> tuple[str, str]:
    from saves.foreign import at, read_bytes, text_of

    if source == "-":
        if sys.stdin is None:
            raise Refused("standard input is closed", "", "send the list into it, or name a file")
        content = sys.stdin.buffer.read(LIST_LIMIT + 1)
        name = "-"
    else:
        content = read_bytes(Path(source).expanduser())
        name = Path(source).name
    if len(content) > LIST_LIMIT:
        raise Refused("the list is over 1 MiB", "", "is it the right file?", where=at(name, 1))
    if not content.strip():
        return name, ""
    return at(name, 1).removesuffix(":1:1"), text_of(content, name, "a list of results")


def _warn_lost(event: Event, before: Event, boards: list[int], number: int | None) -> None:
    """Games of boards that no longer exist, because their match was entered as a whole."""
    for board in boards if event is not before else ():
        round = round_of_board(before, board, number) or 0
        had, has = (one.round(round).match(board).lineups for one in (before, event))
        lost = sum(one.played for one in had) - sum(one.played for one in has)
        if lost > 0:
            results = counted(lost, "result")
            warn(f"{event.board_name(board)}: {results} of its boards thrown away")


def _warn_unlikely(event: Event, before: Event, boards: list[int], number: int | None) -> None:
    """Scores in IMPs that are more likely slips; the console asks about them."""
    from engine.match_results import unlikely_score

    for board in boards if event is not before else ():
        match = event.round(round_of_board(event, board, number) or 0).match(board)
        if unlikely := unlikely_score(match.boards, match.result):
            score = match.result.text if match.result is not None else ""
            warn(f"{event.board_name(board)}: {score} is {unlikely}; look at the slip again")


def _warn_changed(event: Event, before: Event) -> None:
    """Teams that swapped places, boards that are open again: changes of an earlier draw."""
    seats = {(r.number, m.board): m.pair for r in before.rounds for m in r.matches}
    for round in event.rounds:
        moved = [m.board for m in round.matches
                 if seats.get((round.number, m.board), m.pair) != m.pair]  # fmt: skip
        if moved:
            boards = event.boards_named(moved)
            warn(f"{event.called(round.number)}: others play at {boards} now, because of it")


def _entered(args: Namespace, event: Event, format: Format, boards: list[int]) -> int:
    state = documents.status(event, format)
    number = args.round or len(event.published)
    if args.json:
        results = [(b, _match(event, b, args.round).result) for b in boards]
        say_json(
            {
                "round": number,
                "results": [{"board": b, "result": r.text if r else None} for b, r in results],
                "missing": state["missing"],
                "step": state["step"],
                "revision": state["revision"],
            }
        )
        return 0
    for board in boards if len(boards) == 1 else ():
        match = _match(event, board, args.round)
        say(_words(event, match))
        if match.entered_whole:
            warn(
                "entered for the match as a whole: its players have no game from it, and no "
                "tournament file (TRF) can be written until its boards are entered; "
                f"`topboard result EVENT {board}.1 RESULT --replace` enters a board"
            )
    if len(boards) != 1:
        say(f"{len(boards)} results entered")
    for line in () if state["missing"] else format.news(event, number):
        say(line)
    say(next_words(state))
    return 0


def _match(event: Event, board: int, number: int | None) -> Match:
    """The board of a round, or of the round in play and what still runs in it."""
    return event.round(round_of_board(event, board, number) or 0).match(board)


def _words(event: Event, match: Match) -> str:
    shown = match.result.text if match.result else "no result"
    white, black = event.entrant(match.white).name, event.entrant(match.black).name
    return f"{event.board_name(match.board)}: {white} - {black}  {shown}"


def _correct_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("board", metavar="BOARD", type=whole_number)
    parser.add_argument("--turn", action="store_true", help="the colours were reversed")
    parser.add_argument("--white", metavar="A", help="who really had White")
    parser.add_argument("--black", metavar="B", help="who really had Black")
    parser.add_argument(
        "--no-shows",
        nargs=2,
        metavar=("A", "B"),
        help="two of two boards who did not come: their opponents play each other, on A's board",
    )
    parser.add_argument(
        "--withdraw",
        action="store_true",
        help="with a latecomer on a seat: who did not come is out of the event, not only absent",
    )
    parser.add_argument("--result", metavar="RESULT", help="the result as it really was")
    parser.add_argument("--round", type=whole_number, metavar="N", help="an earlier round")
    parser.add_argument("--why", metavar="TEXT", default="", help="the reason, recorded")
    agreeing_options(parser, "correct what is published")


def correct(args: Namespace) -> int:
    """A published board as it was really played; whoever is moved takes the place left."""
    if args.turn and (args.white or args.black):
        raise Refused("--turn and players exclude each other", "", "give one of them")
    if args.no_shows and (args.turn or args.white or args.black):
        raise Refused("--no-shows and other players exclude each other", "", "give one of them")
    if not (args.turn or args.white or args.black or args.result or args.no_shows):
        ways = "--turn, --white A --black B, --no-shows A B, or --result RESULT"
        raise Refused("nothing to correct", "", f"give {ways}")
    store = writing(args)
    before = store.event
    action = _correction(before, args)
    _refuse_quiet(args, before, action, store.format)
    event = done(store, action, args)
    earlier = event is not before and action.round < event.rounds[-1].number
    if earlier and bracket_of(store.format, event) is None:
        warn(f"{event.called(action.round + 1)} was drawn before this correction")
    warn_cup(event, before, store.format, action.round)
    if args.json:
        say_json(documents.round_document(event, store.format, event.round(action.round)))
    else:
        say_round(event, store.format, event.round(action.round))
    return 0


def _correction(event: Event, args: Namespace) -> CorrectBoard:
    number = round_of_board(event, args.board, args.round or None)
    if number is None:
        raise Refused("no round is published", "", "change the proposal itself")
    match = event.round(number).match(args.board, event.board_word)
    if args.no_shows:
        return _no_shows(event, number, match, args)
    white, black = match.pair
    if args.turn:
        white, black = black, white
    if args.white:
        white = entrant_id(event, args.white)
        # naming the opponent as White alone means that the colours were reversed
        black = match.white if white == match.black and not args.black else black
    if args.black:
        black = entrant_id(event, args.black)
        white = match.black if black == match.white and not args.white else white
    why = cleaned(args.why, "the reason")
    return CorrectBoard(
        number, args.board, white, black, match.pair, args.result, why,
        withdraw=args.withdraw, insist=args.insist,
    )  # fmt: skip


def _no_shows(event: Event, number: int, match: Match, args: Namespace) -> CorrectBoard:
    a, b = (entrant_id(event, text) for text in args.no_shows)
    if a not in match.pair:
        a, b = b, a
    if a not in match.pair:
        names = " and ".join(event.entrant(id).name for id in (a, b))
        raise Refused(
            f"{names} are not at {event.board_name(match.board)}",
            "",
            f"name the {event.board_word} of one",
        )
    made = no_shows_put_together(event, number, a, b)
    why = cleaned(args.why, "the reason")
    return replace(made, result=args.result, why=why, insist=args.insist)


def _refuse_quiet(args: Namespace, event: Event, action: CorrectBoard, format: Format) -> None:
    """Without `--insist`: what would be done, if it can be done at all."""
    if args.insist or args.insist_twice:
        return
    before, after = (one.round(action.round) for one in (event, action.apply(event, format)))
    if before == after:
        return
    broken = "".join(
        f"; {event.board_name(one.board or 0)}: {one.text}"
        for one in newly_broken(format, event, before, after)
    )
    why = f"what is published would change{broken}"
    raise Refused(action.describe(event), why, "confirm it if that is meant", shell="--insist")


COMMANDS = {
    "result": Subcommand(_result_arguments, result),
    "correct": Subcommand(_correct_arguments, correct),
}
