"""The command `prizes`: who wins what by the plan of an event or a congress, and why."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.alphabet import fold
from engine.money import amount_number, money_text
from engine.points import as_number
from engine.prizes.allocation import Award, PrizeOutcome, allocate, with_lot
from engine.prizes.checks import plan_problems
from engine.prizes.contenders import PrizeEvent
from engine.prizes.plan import PrizePlan
from engine.refusal import Refused
from saves.cells import in_lines, text_width
from saves.prizes import PRIZES_NAME
from saves.prizes.events import giving_of_congress, giving_of_event, of_congress, of_event
from saves.prizes.file import example_of, keep_plan, plan_of, read_plan_file
from saves.prizes.words import (
    award_why,
    left_texts,
    prize_name,
    prize_text,
    problem_text,
    shares_text,
    state_text,
)
from tui.commands import documents
from tui.commands.congress_opening import (
    congress_argument,
    find_congress,
    reading_congress,
    today,
)
from tui.commands.exporting import into_folder
from tui.commands.opening import json_option, reading
from tui.commands.output import say, say_files, say_json, warn
from tui.commands.subcommand import Subcommand

if TYPE_CHECKING:
    from saves.prizes.paper import PrizeGiving


LEAST, UNBROKEN = 24, 10_000
"""Cells of winners and reasons on the narrowest terminal; of a line that is not broken."""


def prizes(args: Namespace) -> int:
    """The plan of an event, or of a congress, applied to the standings as they are."""
    folder = congress_folder(args.event)
    return _congress(args, folder) if folder is not None else _event(args)


def _event(args: Namespace) -> int:
    store = reading(args)
    if args.new:
        return _new(store.folder, example_of(of_event(store)))
    events = of_event(store)
    _draw_lot(args, store.folder, events, ())
    outcome = _outcome(args, store.folder, events, {})
    return _put_out(
        args,
        outcome,
        {"": store.event.title},
        store.event.title,
        lambda: giving_of_event(store, outcome),
    )


def _congress(args: Namespace, folder: Path) -> int:
    args.congress = str(folder)
    store = reading_congress(args)
    events = of_congress(store, today())
    if args.new:
        return _new(store.folder, example_of(events))
    unopened = {folder: store.name_of(folder) for folder in store.unopened}
    _draw_lot(args, store.folder, events, (*unopened,))
    outcome = _outcome(args, store.folder, events, unopened)
    names = {one.key: one.name for one in events} | unopened
    return _put_out(
        args, outcome, names, store.congress.title, lambda: giving_of_congress(store, outcome)
    )


def of_a_congress(args: Namespace) -> int:
    """The action of `congress`."""
    return _congress(args, find_congress(args.congress))


def congress_folder(name: str) -> Path | None:
    """The folder of a congress that a word means; None where it means none."""
    try:
        return find_congress(name)
    except Refused:
        return None


def _outcome(
    args: Namespace, folder: Path, events: Sequence[PrizeEvent], unopened: Mapping[str, str]
) -> PrizeOutcome:
    plan = _plan(args, folder)
    for problem in plan_problems(plan, events, unopened):
        warn(problem_text(problem, plan))
    return allocate(plan, events, (*unopened,))


def _draw_lot(
    args: Namespace, folder: Path, events: Sequence[PrizeEvent], unopened: Sequence[str]
) -> None:
    """The lot among those who are level for goods of a list, kept in the plan."""
    if not args.lot:
        return
    if args.plan is not None:
        raise Refused(
            "a lot is kept in the event's own plan", "--plan reads another", "leave --plan out"
        )
    plan = _plan(args, folder)
    named = [one for one in plan.lists if fold(one.name) == fold(args.lot.strip())]
    if not named:
        known = ", ".join(dict.fromkeys(one.name for one in plan.lists))
        raise Refused(f"there is no list {args.lot} of prizes", "", f"give one of {known}")
    outcome = allocate(plan, events, unopened)
    waiting = [one for one in named if outcome.waiting(one)] or named[:1]
    new = plan
    for one in waiting:
        event = next((each for each in events if each.key == one.event), events[0]).event
        new = new.with_list(with_lot(one, outcome.waiting(one), event), one)
    keep_plan(folder, new, plan)


def _put_out(
    args: Namespace, outcome: PrizeOutcome, names: Mapping[str, str],
    title: str, giving: Callable[[], PrizeGiving],
) -> int:  # fmt: skip
    if args.output is not None:
        from saves.prizes.paper import prize_files

        say_files(into_folder(args.output, prize_files(giving())), args.json)
    elif args.json:
        say_json(prizes_document(outcome))
    else:
        _say(outcome, names, title)
    return 0


def _plan(args: Namespace, folder: Path) -> PrizePlan:
    if args.plan is not None:
        return read_plan_file(Path(args.plan).expanduser())
    plan = plan_of(folder)
    if plan is None:
        raise Refused(
            f"{folder.name} has no plan of prizes",
            f"there is no {PRIZES_NAME}",
            f"`topboard prizes {folder.name} --new` writes an example to change",
        )
    return plan


def _new(folder: Path, plan: PrizePlan) -> int:
    if (folder / PRIZES_NAME).exists():
        raise Refused(f"{PRIZES_NAME} is there already", "", "change it, or take it away first")
    keep_plan(folder, plan, None)
    say(str(folder / PRIZES_NAME))
    return 0


def _say(outcome: PrizeOutcome, names: Mapping[str, str], title: str) -> None:
    currency = outcome.plan.currency
    say(f"{title}: prizes, {state_text(outcome)}")
    for text in award_lines(outcome, names, _room()):
        say(text)
    say()
    for receipt in outcome.receipts:
        goods = ", ".join(award.prize.goods for award, _ in receipt.awards if award.prize.goods)
        money = money_text(receipt.money, currency) if receipt.money else ""
        say(f"{receipt.contender.called}: {', '.join(filter(None, (money, goods)))}")
    say()
    purse, left = money_text(outcome.purse, currency), money_text(outcome.left, currency)
    say(f"purse {purse}, given {money_text(outcome.awarded, currency)}, left {left}")
    for text in left_texts(outcome):
        say(f"  {text}")
    level = {a.prize.list.name: None for a in outcome.awards if outcome.waiting(a.prize.list)}
    for name in level:
        say(f"`--lot '{name}'` draws the lot among those who are level for {name}")


def award_lines(outcome: PrizeOutcome, names: Mapping[str, str], room: int) -> Iterator[str]:
    """Every prize with its winners, its reasons below them, in lines of so many cells; those that
    the same players share are told with the first of them."""
    widest = max((text_width(_label(award, names)) for award in outcome.awards), default=0)
    behind = widest + len("  300.00 EUR  ") - 1
    for award in outcome.awards:
        label = _label(award, names)
        gap = " " * (widest - text_width(label))
        payout = outcome.payout_of(award)
        if award is not payout.awards[0]:
            shared = f"shared together with {_label(payout.awards[0], names)}"
            yield f"{label}{gap}  {prize_text(award.prize):>9}  {shared}"
            continue
        winners = shares_text(payout) or "-"
        first, *more = in_lines(winners, max(room - behind, LEAST)) or [""]
        yield f"{label}{gap}  {prize_text(award.prize):>9}  {first}"
        for why in award_why(award, outcome.plan):
            more += in_lines(why, max(room - behind, LEAST), "  ")
        yield from (" " * behind + text for text in more)


def _room() -> int:
    """Cells of the terminal; what goes elsewhere is not broken."""
    from shutil import get_terminal_size

    return get_terminal_size().columns if sys.stdout.isatty() else UNBROKEN


def _label(award: Award, names: Mapping[str, str]) -> str:
    key = award.prize.list.event
    of = names.get(key, key) if len(names) > 1 else ""
    return f"{of} {prize_name(award.prize)}".strip()


def prizes_document(outcome: PrizeOutcome) -> documents.Document:
    """The outcome as JSON: money as numbers, with both figures exact."""
    return {
        "state": outcome.state.value,
        "currency": outcome.plan.currency,
        "purse": amount_number(outcome.purse),
        "given": amount_number(outcome.awarded),
        "prizes": [
            {
                "event": award.prize.list.event,
                "name": prize_name(award.prize),
                "amount": amount_number(award.prize.money),
                "goods": award.prize.goods,
                "to": [
                    {
                        "event": share.contender.event,
                        "id": share.contender.id,
                        "name": share.contender.name,
                        "share": amount_number(share.money),
                    }
                    for share in award.shares
                ],
                "why": "; ".join(award_why(award, outcome.plan)),
            }
            for award in outcome.awards
        ],
        "left": list(left_texts(outcome)),
        "groups": [
            {
                "event": one.event,
                "name": one.name,
                "of": one.by.value,
                "order": [
                    {
                        "rank": group.rank,
                        "name": group.name,
                        "points": as_number(group.figure),
                        "scores_of": list(group.members),
                    }
                    for group in groups
                ],
            }
            for one in outcome.plan.lists
            if (groups := outcome.groups.get(one.key))
        ],
    }


def _options(parser: ArgumentParser) -> None:
    parser.add_argument("--plan", metavar="FILE", help=f"another plan than its {PRIZES_NAME}")
    parser.add_argument(
        "--lot", metavar="LIST", help="draw the lot among those who are level for goods of a list"
    )
    parser.add_argument("--new", action="store_true", help="write a plan to start from")
    parser.add_argument(
        "-o", "--output", metavar="FOLDER", help="list, receipts, diplomas, page, CSV into a folder"
    )
    json_option(parser)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "event", metavar="EVENT|CONGRESS", help="a path, or a name where events live"
    )
    _options(parser)


def _congress_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser, json=False)
    _options(parser)


COMMANDS = {"prizes": Subcommand(_arguments, prizes)}
ACTIONS = {"prizes": Subcommand(_congress_arguments, of_a_congress)}
