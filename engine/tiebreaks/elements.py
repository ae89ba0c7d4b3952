"""Tie-breaks as sums of elements, one per round or game, and what the modifiers cut from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from engine.entrants import EntrantId
from engine.points import NIL, points_text
from engine.tiebreaks.record import FORFEITS, Category, EntrantRecord, RoundRecord, Tally

TIMES = "\N{MULTIPLICATION SIGN}"
TeamPoints = Literal["MP", "GP"]
"""Match points or game points (11.1)."""
POINTS_NAMES: Mapping[TeamPoints, str] = {"MP": "match points", "GP": "game points"}


class Element(NamedTuple):
    """One contribution to a tie-break.

    `score` decides which element is least: the opponent's score, his rating or the number of the
    round. `value` is what it adds.
    """

    round: RoundRecord
    score: Decimal
    value: Decimal


Elements = Callable[[Tally, EntrantRecord], list[Element]]


def opponents_scores(tally: Tally, record: EntrantRecord) -> list[Element]:
    """Buchholz (8.1): opponents' adjusted scores; a dummy's for unplayed rounds (16.4)."""
    elements = []
    for round in _counted(tally, record):
        score = opponent_score(tally, record, round)
        elements.append(Element(round, score, score))
    return elements


def scores_times_points(tally: Tally, record: EntrantRecord) -> list[Element]:
    """Sonneborn-Berger (9.1): the opponent's score times the points scored against it."""
    elements = []
    for round in _counted(tally, record):
        score = opponent_score(tally, record, round)
        elements.append(Element(round, score, score * round.points))
    return elements


def opponent_score(tally: Tally, record: EntrantRecord, round: RoundRecord) -> Decimal:
    """The value of a round's opponent, or of the dummy in its place."""
    opponent = round.line.opponent
    if opponent is not None and (round.game or tally.predetermined):
        return tally.records[opponent].adjusted
    return min(record.score, cap(tally, round))


def cap(tally: Tally, round: RoundRecord) -> Decimal:
    """The limit of a dummy's score (16.4.1, 16.4.2)."""
    if round.category in FORFEITS and round.line.opponent is not None:
        return tally.records[round.line.opponent].adjusted
    return tally.settings.draw_points * tally.rounds


def running_scores(tally: Tally, record: EntrantRecord) -> list[Element]:
    """Progressive scores (7.5): the score after each round. The first is cut first."""
    by_round: dict[int, Element] = {}
    score = NIL
    for round in record.rounds:
        score += round.points
        by_round[round.number] = Element(round, Decimal(round.number), score)
    return list(by_round.values())


def points_against_half(tally: Tally, record: EntrantRecord, beyond: int = 0) -> list[Element]:
    """Koya (9.2): points against entrants with half of the highest possible score, or more.

    `beyond` moves that limit by so many half points (14.5).
    """
    limit = (tally.most_possible + beyond) / 2
    elements = []
    for round in record.rounds:
        opponent = round.line.opponent
        if opponent is not None and tally.records[opponent].score >= limit:
            elements.append(Element(round, round.points, round.points))
    return elements


def over_the_board(
    tally: Tally, record: EntrantRecord, value: Callable[[EntrantId, int], Decimal | int | None]
) -> list[Element]:
    """What each opponent played over the board counts with in that round; none for an opponent
    without it."""
    elements = []
    for round in record.rounds:
        opponent = round.line.opponent
        if not round.game or opponent is None:
            continue
        if (each := value(opponent, round.number)) is not None:
            elements.append(Element(round, Decimal(each), Decimal(each)))
    return elements


def _counted(tally: Tally, record: EntrantRecord) -> Sequence[RoundRecord]:
    """All rounds; in a round robin those with an opponent."""
    if not tally.predetermined:
        return record.rounds
    return [round for round in record.rounds if round.opposed]


def cut(
    elements: Sequence[Element], least: int, most: int, exception: bool = False
) -> list[Element]:
    """Which elements a modifier takes away (14.1 to 14.4), the least first.

    With the `exception` of article 16.5 voluntary unplayed rounds go first. Of two elements with
    the same opponent's score the lower contribution is the less significant.
    """
    left = list(elements)
    gone: list[Element] = []
    for number in range(min(least + most, len(left))):
        pick = _least(left, exception) if number < least else max(left, key=_significance)
        left.remove(pick)
        gone.append(pick)
    return gone


def _significance(element: Element) -> tuple[Decimal, Decimal]:
    return (element.score, element.value)


def _least(left: Sequence[Element], exception: bool) -> Element:
    least = min(left, key=_significance)
    voluntary = [e for e in left if e.round.voluntary] if exception else []
    if not voluntary:
        return least
    lowest = min(voluntary, key=lambda e: (e.value, e.score))
    return lowest if lowest.value >= least.value else least


def who(tally: Tally, round: RoundRecord) -> str:
    """`Bell`, `bye`, `forfeit by Bell`, `forfeit to Bell`, `half-point bye`, `absent`."""
    opponent = round.line.opponent
    name = tally.short(opponent) if opponent is not None else ""
    if round.category is Category.FORFEIT_WIN:
        return f"forfeit by {name}"
    if round.category is Category.FORFEIT_LOSS:
        return f"forfeit to {name}"
    if name:
        return name
    if round.category is Category.FULL_BYE:
        return "bye"
    return "absent" if round.points == 0 else f"{points_text(round.points)} bye"


def score_text(tally: Tally, record: EntrantRecord, element: Element) -> str:
    """`3`, `3 (2 and round 5 as a draw)`, `1½ (dummy: own score 2, at most 1½)`."""
    round, score = element.round, points_text(element.score)
    opponent = round.line.opponent
    if opponent is not None and (round.game or tally.predetermined):
        return score + _adjusted_text(tally.records[opponent])
    text = f"{score} (dummy: own score {points_text(record.score)}"
    if element.score < record.score:
        text += f", at most {points_text(element.score)}"
    return text + ")"


def _adjusted_text(record: EntrantRecord) -> str:
    changed = [t for t in record.rounds if t.adjusted != t.points]
    if not changed:
        return ""
    rounds = ", ".join(str(t.number) for t in changed)
    plural = "s" if len(changed) > 1 else ""
    return f" ({points_text(record.score)}, with unplayed round{plural} {rounds} as draws)"


def times_text(tally: Tally, record: EntrantRecord, element: Element) -> str:
    """The opponent's score and the points scored: `3` times `½`."""
    return f"{score_text(tally, record, element)} {TIMES} {points_text(element.round.points)}"


def value_text(tally: Tally, record: EntrantRecord, element: Element) -> str:
    """The value alone."""
    return points_text(element.value)
