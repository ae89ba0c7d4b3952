"""Prizes in words: what one is called, why it goes where it goes, what is wrong with a plan.

The reasons are facts; every sentence about them is made here, for console, command line and JSON.
What is printed for the hall has its few words in `saves.prizes.sheets`, in the hall's language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from engine.money import money_text
from engine.points import counted, points_named, points_text
from engine.prizes.allocation import Award, Payout, PrizeOutcome, PrizeState, prize_fact
from engine.prizes.plan import (
    ANY_BOARD,
    RESERVE,
    TEXT_CONDITIONS,
    Conditions,
    Prize,
    PrizeList,
    PrizeMeasure,
    PrizePlan,
    TieRule,
    Ungraded,
)
from engine.reasons import Reason

MOST_NAMES = 4
"""Of more names than these only the first are listed."""
MEASURES: Mapping[PrizeMeasure, str] = {
    PrizeMeasure.STANDING: "by the standing",
    PrizeMeasure.POINTS: "by points",
    PrizeMeasure.PERCENTAGE: "by percentage",
    PrizeMeasure.PERFORMANCE: "by performance",
    PrizeMeasure.UPSET: "biggest upset",
    PrizeMeasure.SCHOOL: "best school",
    PrizeMeasure.CLUB: "best club",
    PrizeMeasure.FEDERATION: "best federation",
}
TIES: Mapping[TieRule, str] = {
    TieRule.EQUAL: "shared equally",
    TieRule.TIE_BREAK: "by tie-break",
    TieRule.HORT: "Hort: half by place, half shared",
}
STATES: Mapping[PrizeState, str] = {
    PrizeState.NOT_BEGUN: "nothing is played yet",
    PrizeState.PROVISIONAL: "provisional",
    PrizeState.FINAL: "final",
    PrizeState.UNKNOWN: "not known",
}
_LAST = {
    "choice": 1,
    "limited": 1,
    "hort": 1,
    "for-some": 1,
    "rounded": 1,
    "has-one": 2,
    "added": 3,
}
_CAUSES = frozenset({"too-few", "halved", "does-not-stand", "nobody", "too-few-games",
                     "all-have-one", "too-few-players", "not-begun", "lot"})  # fmt: skip


def ordinal(place: int) -> str:
    """`1st`, `2nd`, `11th`."""
    if place % 100 in (11, 12, 13):
        return f"{place}th"
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th') }"


def prize_name(prize: Prize) -> str:
    """`Open, 2nd`; without the place where the list has one prize only."""
    return _named((prize.list.name, prize.place if len(prize.list.places) > 1 else 0, 0))


def _named(fact: Sequence[str | int]) -> str:
    name, place, _ = fact
    return f"{name}, {ordinal(int(place))}" if place else str(name)


def prize_text(prize: Prize, currency: str = "") -> str:
    """What it is: `100.00 EUR`, `cup`."""
    return prize.goods or money_text(prize.money, currency)


def people_text(names: Sequence[str]) -> str:
    """`Ann, Bea, Cid and 3 more`."""
    between = "; " if any("," in name for name in names) else ", "
    more = len(names) - MOST_NAMES
    if more > 1:
        return f"{between.join(names[:MOST_NAMES])} and {more} more"
    return " and ".join(filter(None, (between.join(names[:-1]), *names[-1:])))


def shares_text(payout: Payout) -> str:
    """Who has what in one line: `Ann`, `45.00 each: Ann and Bea`, `Ann 95.00 and Bea 85.00`; of
    several prizes that they share `75.00 each of 225.00 (Open, 1st, 2nd): Ann, Bea and Cid`."""
    names = [share.contender.called for share in payout.shares]
    amounts = [share.money for share in payout.shares]
    if len(payout.awards) == 1 and len(names) < 2:
        return "".join(names)
    of = f" of {pool_text(payout)}" if len(payout.awards) > 1 else ""
    if len(set(amounts)) == 1:
        each = " each" if len(names) > 1 else ""
        return f"{money_text(amounts[0])}{each}{of}: {people_text(names)}"
    both = zip(names, amounts, strict=True)
    text = people_text([f"{name} {money_text(amount)}" for name, amount in both])
    return f"{text}{of}"


def pool_text(payout: Payout) -> str:
    """`225.00 (Open, 1st, 2nd)`; prizes of one list name it once."""
    prizes = [award.prize for award in payout.awards]
    named = [
        prize_name(prize) if at == 0 or prize.list.key != prizes[at - 1].list.key
        else ordinal(prize.place)
        for at, prize in enumerate(prizes)
    ]  # fmt: skip
    return f"{money_text(sum(prize.money for prize in prizes))} ({', '.join(named)})"


def conditions_text(who: Conditions) -> str:
    """Whom a prize is for, in a few words; empty for everybody."""
    parts = []
    low, high = who.rating_from, who.rating_below
    if low is not None and high is not None:
        parts.append(f"rated {low} to {high - 1}")
    elif high is not None:
        parts.append(f"rated below {high}")
    elif low is not None:
        parts.append(f"rated {low} or more")
    ungraded = {
        Ungraded.ONLY: "without a rating",
        Ungraded.IN: "with or without a rating",
        Ungraded.OUT: "with a rating",
        Ungraded.UNSAID: "",
    }
    parts.append(ungraded[who.ungraded])
    day = f" on {who.age_on}" if who.age_on else ""
    if who.age_below is not None:
        parts.append(f"under {who.age_below}{day or ' as the year of the event begins'}")
    if who.age_from is not None:
        parts.append(f"{who.age_from} or older{day or ' in the year of the event'}")
    parts.append({"w": "women and girls", "m": "men and boys"}.get(who.sex, ""))
    for key in TEXT_CONDITIONS:
        if values := getattr(who, key):
            parts.append(f"{key} {' or '.join(values)}")
    if who.games:
        parts.append(f"{counted(who.games, 'game')} or more played")
    if who.fee_paid:
        parts.append("fee paid")
    return ", ".join(filter(None, parts))


def list_text(one: PrizeList, plan: PrizePlan) -> str:
    """What a list is, in one line."""
    parts = [_board_text(one)] if one.board is not None else []
    by_table = one.board is not None and one.by is PrizeMeasure.STANDING
    parts.append("by the table of the event's players" if by_table else MEASURES[one.by])
    if one.by.of_groups:
        parts.append(f"the {one.best} best scores")
    parts.append(conditions_text(one.who) or "for everybody")
    goods = not any(place.money or place.percent or place.worth for place in one.places)
    if one.by is PrizeMeasure.STANDING or one.board is not None:
        money = any(place.money or place.percent for place in one.places)
        rule = plan.tie_rule(one) if money else TieRule.TIE_BREAK
        beside = rule is not TieRule.TIE_BREAK and any(place.goods for place in one.places)
        parts.append(f"{TIES[rule]}{', goods by tie-break' if beside else ''}")
    if one.least:
        parts.append(f"takes {' / '.join(map(str, one.least))} entrants")
    if plan.one_prize and (one.special or (goods and not plan.goods_count)):
        parts.append("beside any other prize")
    return "; ".join(parts)


def _board_text(one: PrizeList) -> str:
    """Which players of teams."""
    if one.board == RESERVE:
        return "reserves of teams"
    return "players of teams" if one.board == ANY_BOARD else f"players on board {one.board}"


def state_text(outcome: PrizeOutcome) -> str:
    """`provisional`, `final`."""
    return STATES[outcome.state]


def award_why(award: Award, plan: PrizePlan) -> tuple[str, ...]:
    """Every reason of a prize as a sentence, the one about its winner first."""
    order = sorted(award.why, key=lambda reason: _LAST.get(reason.code, 0))
    return tuple(text for reason in order if (text := _worded(reason, award, plan)))


def _worded(reason: Reason, award: Award, plan: PrizePlan) -> str:
    code, f, money = reason.code, reason.facts, _Money(plan.currency)
    match code:
        case "placed":
            # a prize with a condition is not for the places of that list
            overall = "" if award.prize.list.who.none else " overall"
            place = f"{ordinal(_whole(f['place']))}{overall}"
            return f"{place} with {points_named(_points(f['points']))}"
        case "tie-break":
            level = [str(name) for name in _facts(f["names"])]
            points = points_named(_points(f["points"]))
            return f"{len(level)} on {points}, in the order of the tie-breaks: {people_text(level)}"
        case "choice":
            options = list(_facts(f["options"]))
            each = [f"{_named(one)}{f' {money(one[2])}' if one[2] else ''}" for one in options]
            others = ", or ".join(each[1:])
            return f"{each[0]}, or {others}: takes {_named(options[0])}"
        case "shared":
            return _shared(reason, money)
        case "limited":
            return "nobody gets more than the prizes that could be won without the others"
        case "for-some" if f["prize"] == prize_fact(award.prize):
            names = people_text([str(name) for name in _facts(f["names"])])
            return f"only for {names}: the others who are level have no part of it"
        case "for-some":
            return ""
        case "hort":
            return "one half by place, the other half shared (Hort)"
        case "rounded":
            return _rounded(reason, plan)
        case "percentage":
            return f"{_share(f['figure'])} %{_in_games(reason)}"
        case "performance":
            return f"performance {points_text(_points(f['figure']))}{_in_games(reason)}"
        case "upset":
            return f"won against somebody rated {points_text(_points(f['figure']))} higher"
        case "points":
            return f"{points_named(_points(f['figure']))}{_in_games(reason)}"
        case "best-group":
            people = people_text([str(name) for name in _facts(f["members"])])
            return f"{points_named(_points(f['points']))} by {people}"
        case "has-one":
            ahead = [f"{name} has {_named(prize)}" for name, prize in _pairs(f["people"])]
            return "ahead: " + "; ".join(ahead[:MOST_NAMES]) + _more(ahead)
        case "added":
            return f"with {money(f['money'])} of {f['list']}"
        case "lot":
            names = people_text([str(name) for name in _facts(f["names"])])
            return f"level {_level_on(f)}: {names}; no lot is drawn among them"
        case "lot-drawn":
            return f"level, by lot {' before '.join(str(name) for name in _facts(f['names']))}"
    return _not_given(reason, award, money)


def _rounded(reason: Reason, plan: PrizePlan) -> str:
    """`rounded down to 0.01 EUR; 0.01 EUR more for A and B`."""
    unit = money_text(_whole(reason["unit"]), plan.currency)
    more = [str(name) for name in _facts(reason["more"])]
    return f"rounded down to {_units(plan)}{f'; {unit} more: {people_text(more)}' if more else ''}"


def _units(plan: PrizePlan) -> str:
    """What amounts are whole multiples of."""
    return "whole cents" if plan.unit == 1 else f"multiples of {money_text(plan.unit)}"


def _share(fact: object) -> str:
    """A percentage: `87.5`."""
    return f"{_points(fact).normalize():f}"


def _in_games(reason: Reason) -> str:
    """` in 5 games`, of players of teams."""
    games = reason.facts.get("games")
    return f" in {counted(_whole(games), 'game')}" if games is not None else ""


def _not_given(reason: Reason, award: Award, money: _Money) -> str:
    code, f, by = reason.code, reason.facts, award.prize.list.by
    match code:
        case "too-few":
            who = by.value if by.of_groups else "entrant"
            return f"{counted(_whole(f['there']), f'eligible {who}')}, {f['needed']} needed"
        case "halved":
            return f"half of {money(f['was'])} is given"
        case "money-to":
            return f"the money goes to {f['list']}"
        case "does-not-stand":
            return "not given"
        case "not-open":
            return "its event cannot be opened: it waits"
        case "nobody":
            return "nobody is eligible"
        case "too-few-games":
            games = counted(_whole(f["least"]), "game")
            return f"nobody is eligible: it takes {games}, and nobody has more than {f['most']}"
        case "all-have-one":
            return "everybody who is eligible has another prize"
        case "too-few-players":
            who = by.value if by.of_groups else "player"
            return f"{counted(_whole(f['players']), f'eligible {who}')} only"
        case "not-begun":
            return "nothing is played yet"
    return code


def _shared(reason: Reason, money: _Money) -> str:
    f = reason.facts
    count, prizes = _whole(f["count"]), list(_facts(f["prizes"]))
    named = people_text([_named(prize) for prize in prizes])
    return f"{count} level {_level_on(f)} share {named}: {money(f['total'])}"


def _level_on(f: Mapping[str, Any]) -> str:
    """`on 7½ points`, by what the list goes by."""
    figure = points_text(_points(f["points"]))
    return {
        PrizeMeasure.PERCENTAGE.value: f"on {_share(f['points'])} %",
        PrizeMeasure.PERFORMANCE.value: f"on a performance of {figure}",
        PrizeMeasure.UPSET.value: f"on an upset of {figure}",
    }.get(str(f["by"]), f"on {points_named(_points(f['points']))}")


class _Money:
    """Amounts in the plan's currency."""

    def __init__(self, currency: str) -> None:
        self.currency = currency

    def __call__(self, amount: object) -> str:
        return money_text(_whole(amount))


def _whole(fact: object) -> int:
    return int(str(fact))


def _points(fact: object) -> Decimal:
    return Decimal(str(fact))


def _facts(fact: object) -> Iterator[Any]:
    assert isinstance(fact, tuple)
    yield from fact


def _pairs(fact: object) -> Iterator[tuple[str, Sequence[str | int]]]:
    assert isinstance(fact, tuple)
    for name, prize in fact:
        yield str(name), prize


def _more(texts: Sequence[str]) -> str:
    more = len(texts) - MOST_NAMES
    return f"; {more} more" if more > 0 else ""


def left_texts(outcome: PrizeOutcome) -> tuple[str, ...]:
    """What stays in the purse, prize by prize, and why."""
    plan = outcome.plan
    said = [
        f"{money_text(award.left, plan.currency)} of {prize_name(award.prize)}: "
        f"{why_left(award, plan)}"
        for award in outcome.awards
        if award.left
    ]
    if outcome.unplanned:
        said.append(f"{money_text(outcome.unplanned, plan.currency)} of the purse: {UNPLANNED}")
    return tuple(said)


UNPLANNED = "in no prize"


def why_left(award: Award, plan: PrizePlan) -> str:
    """Why money of a prize stays in the purse."""
    causes = [r for r in award.why if r.code in _CAUSES]
    if causes:
        return "; ".join(_worded(reason, award, plan) for reason in causes)
    return f"shares are rounded down to {_units(plan)}"


def problem_text(problem: Reason, plan: PrizePlan) -> str:
    """What an arbiter should know of a plan."""
    f, currency = problem.facts, plan.currency
    match problem.code:
        case "no-prizes":
            return "the plan has no prizes"
        case "purse":
            total, purse = _whole(f["total"]), _whole(f["purse"])
            more = "more" if total > purse else "less"
            return (
                f"the prizes add up to {money_text(total, currency)}, "
                f"{money_text(abs(total - purse), currency)} {more} than the purse of "
                f"{money_text(purse, currency)}"
            )
        case "event-missing":
            return f"{f['list']}: there is no event {f['event']}; its prizes are not given"
        case "event-not-open":
            over_all = ", and those over all events are given without its people"
            over_all = over_all if f["over_all"] else ""
            return (
                f"{f['event']} cannot be opened: its prizes wait{over_all}; nothing is final until "
                "it is back"
            )
        case "no-event":
            return (
                f"{f['list']} names no event: it goes by the points in all events, beside the "
                "other prizes; event = … makes it one of an event"
            )
        case "no-boards":
            return f"{f['list']}: board prizes are for players of teams; no event here has any"
        case "no-such-board":
            return f"{f['list']}: there is no board {f['board']}; matches have {f['boards']}"
        case "no-date":
            remedy = "I in Entries gives it, or `set EVENT start=…`"
            return f"{f['list']}: ages need the date of the event; {remedy}"
        case "nobody-can-win":
            why = ": no entry says the sex" if f["unknown"] == "sex" else ""
            return f"{f['list']}: nobody who has entered can win it{why}"
        case "no-heir":
            return f"{f['list']}: there is no list {f['heir']!r} that its money could go to"
        case "rising":
            return f"{f['list']}: a later place has more than an earlier one"
        case "goods-shared":
            return f"{f['list']}: goods cannot be shared; they go by tie-break"
    return problem.code
