"""Prizes as lines: the list, all about one of them, and what the open games would give.

Of one event and of a congress alike: pure functions of the outcome and of names.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from engine.event import Event
from engine.money import Cents, money_text
from engine.points import counted
from engine.prizes.allocation import Award, PrizeOutcome, PrizeState, allocate
from engine.prizes.checks import plan_problems
from engine.prizes.contenders import PrizeEvent
from engine.prizes.outlook import BoardOutlook, PrizeRange
from engine.prizes.plan import PrizePlan
from engine.prizes.tied import LEVEL
from engine.reasons import Reasons
from engine.results import GameResult
from saves.prizes.words import (
    award_why,
    list_text,
    pool_text,
    prize_name,
    prize_text,
    problem_text,
    shares_text,
    state_text,
)
from saves.safe_text import shortened
from tui.screens.columns import Column, cell, row_text, widths
from tui.screens.names import name_in
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, line, titled

_COLUMNS = (
    Column("Event", 4, 14),
    Column("Prize", 8, 26, names=True),
    Column("Amount", 6, 14, right=True),
    Column("To", 12, 200),
)
SIGNS: Mapping[GameResult, str] = {
    GameResult.WHITE: "1-0",
    GameResult.DRAW: "½-½",
    GameResult.BLACK: "0-1",
}
MOST_RECEIPTS = 12
DRAWS_IT = "L draws the lot; the order of one drawn in the hall is typed in e, under Lot"


@dataclass(frozen=True)
class ShownPrizes:
    """All that a picture of prizes is made of. `names` are those of the events by key, where there
    are several."""

    outcome: PrizeOutcome
    problems: Reasons
    events: Mapping[str, Event]
    names: Mapping[str, str]
    outlooks: tuple[BoardOutlook, ...] = ()
    open_games: int = 0

    @property
    def plan(self) -> PrizePlan:
        """By which they are given."""
        return self.outcome.plan

    def award(self, key: Hashable) -> Award | None:
        """The one that a line is about."""
        return next((a for a in self.outcome.awards if a.prize.key == key), None)

    def board(self, key: Hashable) -> BoardOutlook | None:
        """The open game that a line is about."""
        return next((one for one in self.outlooks if board_key(one) == key), None)


def shown_prizes(
    plan: PrizePlan, events: Sequence[PrizeEvent], unopened: Mapping[str, str]
) -> ShownPrizes:
    """What a plan gives in an event, or in all of a congress, as they stand; `unopened`: the names
    of those of its events that cannot be opened."""
    still = sum(m.open for one in events for round in one.event.published for m in round.matches)
    return ShownPrizes(
        allocate(plan, events, (*unopened,)),
        plan_problems(plan, events, unopened),
        {one.key: one.event for one in events},
        {one.key: one.name for one in events} | dict(unopened),
        open_games=still,
    )


def board_key(one: BoardOutlook) -> Hashable:
    """What names the line of an open game."""
    return ("board", one.event, one.round, one.match.board)


def prizes_status(shown: ShownPrizes) -> Line:
    """`prizes · provisional, 8 games open · 875.00 of 900.00 EUR given`; of goods alone how many
    are given."""
    outcome, currency = shown.outcome, shown.plan.currency
    state = state_text(outcome)
    if shown.open_games:
        state += f", {counted(shown.open_games, 'game')} open"
    awarded = f"{money_text(outcome.given)} of {money_text(outcome.purse, currency)} given"
    if not outcome.purse:
        given = sum(bool(award.shares) for award in outcome.awards)
        awarded = f"{given} of {counted(len(outcome.awards), 'prize')} given"
    style = "plain" if outcome.state is PrizeState.FINAL else "note"
    return Line(((" prizes · ", "plain"), (state, style), (f" · {awarded}", "plain")))


def prize_lines(shown: ShownPrizes, room: int) -> tuple[Line, list[Line]]:
    """The heads, a line for each prize, then one for each open game on which a prize hangs."""
    several = len(shown.names) > 1
    columns = _COLUMNS if several else _COLUMNS[1:]
    awards = shown.outcome.awards
    cells = [
        [
            *([_of(a.prize.list.event, shown.names)] if several else []),
            prize_name(a.prize),
            prize_text(a.prize),
            shares_text(shown.outcome.payout_of(a)) or _why_nobody(a, shown.plan),
        ]
        for a in awards
    ]
    layout = widths(columns, cells, room - 2)
    heads = line(row_text(columns, layout, [column.name for column in columns]), "dim")
    at = 2 + sum(width + 1 for _, width in layout[:-1])
    body = []
    for award, texts in zip(awards, cells, strict=True):
        style = "plain" if award.shares else "dim"
        first, *rest = in_lines(texts[-1], layout[-1][1]) or [""]
        body.append(line(row_text(columns, layout, [*texts[:-1], first]), style, award.prize.key))
        body += [line(" " * at + more, style) for more in rest]
    return heads, [*body, *_game_lines(shown, room)]


def _of(event: str, names: Mapping[str, str]) -> str:
    """Whose prize it is, by name; one that the congress does not have by its folder."""
    return names.get(event, event) or "all"


def _why_nobody(award: Award, plan: PrizePlan) -> str:
    why = award_why(award, plan)
    return f"- {why[0]}" if why else "-"


def _game_lines(shown: ShownPrizes, room: int) -> list[Line]:
    matters = [one for one in shown.outlooks if one.in_reach]
    if not matters:
        return []
    drawn = ", the other ones drawn" if matters[0].drawn else ""
    made = [line(f" what the open games would give{drawn}", "group")]
    for one in matters:
        event = shown.events[one.event]
        where = f"{one.match.board:>3}"
        both = " - ".join(name_in(event, id, 40) for id in one.match.pair)
        ends = "  ".join(
            f"{SIGNS[result]} {prospect_text(white)}/{prospect_text(black)}"
            for result, white, black in one.prospects
        )
        left = max(room - len(ends) - 8, 12)
        made.append(line(f" {where} {cell(both, left)} {ends}", "plain", board_key(one)))
    return made


def prospect_text(prospect: PrizeRange) -> str:
    """`300`, `50-120`, `–` for nothing; cents only where there are some."""
    if not prospect.most:
        return "–"
    if prospect.least == prospect.most:
        return _short(prospect.most)
    return f"{_short(prospect.least)}-{_short(prospect.most)}"


def _short(amount: Cents) -> str:
    return money_text(amount).removesuffix(".00")


def about_lines(shown: ShownPrizes, key: Hashable, width: int) -> list[Line]:
    """All about the selected line: whom a prize is for, who has it and why; or what a game would
    give to both."""
    if (one := shown.board(key)) is not None:
        return _about_game(shown, one, width)
    award = shown.award(key)
    if award is None:
        return []
    plan, currency = shown.plan, shown.plan.currency
    lines = [line(f" {prize_name(award.prize)}  {prize_text(award.prize, currency)}", "strong")]
    lines += _wrapped(list_text(award.prize.list, plan), width, "dim")
    lines.append(Line())
    payout = shown.outcome.payout_of(award)
    if len(payout.awards) > 1:
        lines += _wrapped(f"shared together: {pool_text(payout)}", width)
    for share in payout.shares:
        amount = money_text(share.money) if share.money else ""
        name = cell(share.contender.called, max(width - len(amount) - 3, 8))
        lines.append(line(f" {name} {amount}"))
    if award.shares:
        lines.append(Line())
    for why in award_why(award, plan):
        lines += _wrapped(why, width)
    if any(reason.code == LEVEL for reason in award.why):
        lines += _wrapped(DRAWS_IT, width, "note")
    if any(reason.code == "shared" for reason in award.why):
        lines += _wrapped("another rule for ties: E for all lists, e for this one", width, "dim")
    return lines


def _about_game(shown: ShownPrizes, one: BoardOutlook, width: int) -> list[Line]:
    event = shown.events[one.event]
    lines = [line(f" {event.board_name(one.match.board)}", "strong")]
    names = [name_in(event, id, 40) for id in one.match.pair]
    for at, name in enumerate(names):
        lines.append(line(f" {cell(name, width - 2)}"))
        for result, *both in one.prospects:
            lines.append(line(f"   {SIGNS[result]}  {prospect_text(both[at])}"))
    lines.append(Line())
    others = (
        "The other open games count as draws."
        if one.drawn
        else "From the least to the most, whatever the other open games bring."
    )
    return [*lines, *_wrapped(others, width, "dim")]


def prizes_pane(shown: ShownPrizes, key: Hashable, width: int, height: int) -> list[Line]:
    """All about the selected line; below it, where there is room, who has most."""
    lines = about_lines(shown, key, width)[:height]
    left = height - len(lines) - 2
    receipts = shown.outcome.receipts
    if left < 3 or not receipts:
        return lines
    receipts, count = receipts[: min(left, MOST_RECEIPTS)], len(receipts)
    lines += [Line()] * (height - len(lines) - len(receipts) - 1)  # they stand still
    lines.append(titled("players", width, str(count)))
    for receipt in receipts:
        goods = ", ".join(a.prize.goods for a, _ in receipt.awards if a.prize.goods)
        amount = money_text(receipt.money) if receipt.money else shortened(goods, 16)
        name = cell(receipt.contender.called, max(width - len(amount) - 3, 8))
        lines.append(line(f" {name} {amount}"))
    return lines


def problem_lines(shown: ShownPrizes, width: int, room: int) -> list[Line]:
    """What does not fit the plan, for under the list, in `room` lines; where that is too few the
    last one says how many more there are."""
    texts = [problem_text(problem, shown.plan) for problem in shown.problems]
    each = [_wrapped(text, width, "note") for text in texts]
    lines = [one for wrapped in each for one in wrapped]
    if len(lines) <= room:
        return lines
    whole = 0
    while sum(len(wrapped) for wrapped in each[: whole + 1]) < room:
        whole += 1
    more = f"   {len(each) - whole} more: a taller window shows them"
    return [*(one for wrapped in each[:whole] for one in wrapped), line(more, "note")]


def _wrapped(text: str, width: int, style: str = "plain") -> list[Line]:
    return [line(f" {part}", style) for part in in_lines(text, max(width - 2, 20), "  ")]
