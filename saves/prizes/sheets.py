"""The list of prizes for the hall, on paper, pages and in CSV: who has what, in its language."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.event import Event
from engine.money import Cents, money_text
from engine.phrases import figure, listed, phrase, phrases
from engine.points import column_texts, points_text
from engine.prizes.allocation import Award, PrizeOutcome, PrizeState, Receipt
from engine.prizes.plan import Prize, PrizeMeasure
from engine.protocol import bracketed, numbers
from engine.reasons import Reason
from engine.tables import shared_places
from formats.registry import format_named
from saves.csv_cells import Cell, csv_text
from saves.prizes.words import UNPLANNED, ordinal, why_left
from saves.sheets import Grid, SheetColumn, titled

PRIZES_HEADING = phrase("Prizes")


def prize_label(prize: Prize, names: Mapping[str, str]) -> str:
    """`Open, 2nd`, with the event before it where there are several."""
    event = names.get(prize.list.event, "") if len(names) > 1 else ""
    if len(prize.list.places) < 2:
        return listed(" · ", (event, prize.list.name))
    return listed(" · ", (event, listed(", ", (prize.list.name, nth(prize.place)))))


def nth(place: int) -> str:
    """`1st`, `2nd`, `11th` in the hall's language, the same in the console: `ordinal`."""
    match ordinal(place)[-2:]:
        case "st":
            return phrase("{place}st", place=place)
        case "nd":
            return phrase("{place}nd", place=place)
        case "rd":
            return phrase("{place}rd", place=place)
    return phrase("{place}th", place=place)


def state_note(outcome: PrizeOutcome, events: Sequence[Event]) -> str:
    """That nothing is settled yet; empty once it is."""
    if outcome.state is PrizeState.FINAL:
        return ""
    still = sum(m.open for event in events for round in event.published for m in round.matches)
    if not still:
        return phrase("provisional: the event is not finished")
    return phrases(
        "provisional: {count} game is open", "provisional: {count} games are open", count=still
    )


def prize_grids(
    outcome: PrizeOutcome, events: Sequence[Event], names: Mapping[str, str]
) -> list[Grid]:
    """By prize, by winner, and every school (club, federation) of the lists that they win. What is
    given without money needs no column for a share of it."""
    currency = outcome.plan.currency
    notes = [text for text in (state_note(outcome, events),) if text]
    if outcome.purse:
        notes.append(phrase(
            "Purse {purse}, given {given}, left {left}",
            purse=_money(outcome.purse, currency), given=_money(outcome.awarded, currency),
            left=_money(outcome.left, currency),
        ))  # fmt: skip
    if outcome.rounded:
        notes.append(_rounding(outcome))
    money = any(award.prize.money for award in outcome.awards)
    value = phrase("Amount") if money else phrase("Award")
    columns = (
        SheetColumn(phrase("Prize"), strong=True),
        SheetColumn(value, right=money),
        SheetColumn(phrase("Winner"), person=True),
        SheetColumn(phrase("Pts"), right=True),
        SheetColumn(phrase("Share"), right=True),
    )
    every = tuple(_rows(outcome, names, _by_places(outcome, events)))
    there = [at for at in range(len(columns)) if at < 3 or any(row[at] for row in every)]
    by_prize = Grid(
        PRIZES_HEADING,
        tuple(columns[at] for at in there),
        tuple(tuple(row[at] for at in there) for row in every),
        tuple(notes),
    )
    of_winner = (
        SheetColumn(phrase("Name"), person=True),
        SheetColumn(phrase("Prizes"), person=True),
        SheetColumn(phrase("Sum") if money else phrase("Award"), right=money, strong=True),
    )
    rows = tuple(
        (titled_name(receipt), _for_what(receipt, names), _sum(receipt, currency))
        for receipt in outcome.receipts
    )
    by_winner = Grid(phrase("Prizes by winner"), of_winner, rows)
    return [by_prize, by_winner, *group_grids(outcome, names)]


def _rounding(outcome: PrizeOutcome) -> str:
    """How shares that are not whole amounts are paid."""
    unit = _money(outcome.plan.unit, outcome.plan.currency)
    if any(reason["more"] for reason in outcome.rounded):
        return phrase(
            "Shares are rounded down to multiples of {unit}; as far as the rest goes, the first of "
            "those who share have {unit} more each", unit=unit,
        )  # fmt: skip
    return phrase(
        "Shares are rounded down to multiples of {unit}; the rest stays in the purse", unit=unit
    )


def group_grids(outcome: PrizeOutcome, names: Mapping[str, str]) -> list[Grid]:
    """Of each list that schools, clubs or federations win all of them in order, with the players
    whose scores count."""
    columns = (
        SheetColumn(phrase("Rank"), right=True),
        SheetColumn(phrase("Name"), person=True),
        SheetColumn(phrase("Pts"), right=True, strong=True),
        SheetColumn(phrase("Scores of"), person=True),
    )
    made = []
    for one in outcome.plan.lists:
        if groups := outcome.groups.get(one.key):
            points = [figure(text) for text in column_texts(group.figure for group in groups)]
            rows = tuple(
                (place, group.name, text, listed("; ", group.members))
                for place, group, text in zip(
                    shared_places([group.rank for group in groups]), groups, points, strict=True
                )
            )
            event = names.get(one.event, "") if len(names) > 1 else ""
            made.append(Grid(listed(" · ", (event, one.name)), columns, rows))
    return made


def _by_places(outcome: PrizeOutcome, events: Sequence[Event]) -> frozenset[tuple[str, str]]:
    """The lists whose winners are known by their points: not those of players of teams, nor those
    of a cup, where the places are how far somebody came."""
    cup = any(bracketed(format_named(event.format)) for event in events)
    measures = {PrizeMeasure.POINTS} | (set() if cup else {PrizeMeasure.STANDING})
    return frozenset(
        one.key
        for one in outcome.plan.lists
        if one.board is None and (one.by in measures or one.by.of_groups)
    )


def _rows(
    outcome: PrizeOutcome, names: Mapping[str, str], by_points: Collection[tuple[str, str]]
) -> Iterator[tuple[Cell, ...]]:
    """Prizes that the same players share are one, and every row names it."""
    for payout in outcome.payouts:
        prizes = [award.prize for award in payout.awards]
        label = listed("; ", prize_labels(prizes, names))
        amount = prizes[0].goods or _money(sum(prize.money for prize in prizes))
        shared = len(prizes) > 1 or len(payout.shares) > 1
        scored = prizes[0].list.key in by_points
        for at, share in enumerate(payout.shares):
            of_it = _money(share.money) if share.money and shared else ""
            points = figure(points_text(share.contender.figure)) if scored else ""
            yield label, "" if at else amount, share.contender.called, points, of_it
        if not payout.shares:
            yield label, amount, _nobody(payout.awards[0]), "", ""


def prize_labels(prizes: Sequence[Prize], names: Mapping[str, str]) -> list[str]:
    """Of each list once: `Open, 2nd, 3rd`, `U1800`."""
    made = []
    by_list: dict[object, list[Prize]] = {}
    for prize in prizes:
        by_list.setdefault(prize.list.key, []).append(prize)
    for first, *more in by_list.values():
        label = prize_label(first, names)
        if more:
            event = names.get(first.list.event, "") if len(names) > 1 else ""
            places = (nth(prize.place) for prize in (first, *more))
            label = listed(" · ", (event, listed(", ", (first.list.name, *places))))
        made.append(label)
    return made


def _nobody(award: Award) -> str:
    """Why nobody has it, in few words; the first cause counts."""
    return next((text for reason in award.why if (text := _cause(reason))), phrase("no winner"))


def _cause(reason: Reason) -> str:
    if reason.code == "too-few":
        return phrase(
            "not given: {there} eligible, {needed} needed",
            there=reason["there"],
            needed=reason["needed"],
        )
    return phrase("to be decided by lot") if reason.code == "lot" else ""


def titled_name(receipt: Receipt) -> str:
    """With the title of a player."""
    entrant = receipt.contender.entrant
    return titled(entrant.title if entrant else "", receipt.contender.called)


def _for_what(receipt: Receipt, names: Mapping[str, str]) -> str:
    return listed("; ", prize_labels(prizes_of(receipt), names))


def prizes_of(receipt: Receipt) -> list[Prize]:
    """The prizes in which somebody has a share, money and goods of a place as one."""
    found = {(award.prize.list.key, award.prize.place): award.prize for award, _ in receipt.awards}
    return list(found.values())


def _sum(receipt: Receipt, currency: str) -> str:
    goods = [award.prize.goods for award, _ in receipt.awards if award.prize.goods]
    money = [_money(receipt.money, currency)] if receipt.money else []
    return listed(", ", (*money, *goods))


def _money(amount: Cents, currency: str = "") -> str:
    return figure(money_text(amount, currency))


def prizes_csv(outcome: PrizeOutcome, events: Mapping[str, Event], names: Mapping[str, str]) -> str:
    """A row for each share of a prize, and for what of its money nobody has; `no` is the number
    that the hall knows, as in the other lists. `share` and `left` add up to the purse."""
    head = (
        "event",
        "prize",
        "place",
        "amount",
        "goods",
        "name",
        "id",
        "share",
        "no",
        "left",
        "why",
    )
    known = {key: numbers(format_named(event.format), event) for key, event in events.items()}
    rows: list[tuple[Cell, ...]] = []
    for award in outcome.awards:
        prize = award.prize
        about: tuple[Cell, ...] = (
            names.get(prize.list.event, prize.list.event), prize.list.name, prize.place,
            money_text(prize.money) if prize.money else None, prize.goods or None,
        )  # fmt: skip
        for share in award.shares:
            money = money_text(share.money) if share.money else None
            one = share.contender
            no = None if one.team else known.get(one.event, {}).get(one.id)
            rows.append((*about, one.name, one.id or None, money, no, None, None))
        if award.left:
            left = money_text(award.left), why_left(award, outcome.plan)
            rows.append((*about, None, None, None, None, *left))
        elif not award.shares:
            rows.append((*about, *(None,) * 6))
    if outcome.unplanned:
        rows.append((*(None,) * 9, money_text(outcome.unplanned), UNPLANNED))
    return csv_text(head, rows)
