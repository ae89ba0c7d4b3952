"""The draw of a Swiss round (the triangle, rule 2.5, the rest with the fewest repeats; nobody meets
whom a bar keeps away), and the Swiss as the event's rounds have it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import combinations

from engine.bridge import Score, blitz
from engine.entrants import EntrantId
from engine.event import Adjustment, Bye, Event, Lot, Match, derived_from
from engine.match_results import MatchResult, winning_side
from engine.matching import Criterion, PartnerPreference, best_matching
from engine.pairable import Pairable
from engine.reasons import LOCKED, Reason, Reasons
from engine.refusal import Refused
from formats.gnot.calendar import (
    MINI,
    SHORT,
    SWISS_ROUND,
    SWISS_TRIANGLE,
    TRIANGLE,
    half_of_swiss,
    swiss_round,
    swiss_title,
)
from formats.gnot.flow import parts
from formats.gnot.lots import NO_WORD, LotBook, Word, equal_before, first_of_swiss
from formats.gnot.repechage import (
    ROUND_AVERAGE,
    SWISS_ROUNDS,
    Repechage,
    SwissGame,
    all_drop_ins,
    repeats,
)
from formats.gnot.wording import working

BY_LOT = Reason("swiss-by-lot")
Pair = tuple[EntrantId, EntrantId]
Trio = tuple[EntrantId, EntrantId, EntrantId]
IN_TRIANGLE = 3


@dataclass(frozen=True, slots=True)
class SwissPair:
    """Two teams, the better placed one at home, and why they meet."""

    home: EntrantId
    away: EntrantId
    why: Reasons


@dataclass(frozen=True, slots=True)
class SwissDraw:
    """A drawn round. `boards` are those of a triangle's match: 14 if it is played through both
    rounds of the session, 7 if it is all in this one. `rests` has nobody to play."""

    round: int
    pairs: tuple[SwissPair, ...] = ()
    triangle: Trio | None = None
    boards: int = SHORT
    triangle_why: Reasons = ()
    rests: EntrantId | None = None
    lots: tuple[Lot, ...] = ()

    @property
    def due(self) -> int:
        """The Swiss round at whose end the triangle is credited."""
        return self.round + 1 if self.boards == SHORT else self.round


@dataclass(frozen=True, slots=True)
class _Places:
    """The field in order: all, those in the Swiss, those that drop in."""

    all: tuple[EntrantId, ...]
    standing: tuple[EntrantId, ...]
    dropping: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class _Groups:
    """The teams that meet by 2.5, and those left over on either side."""

    by_rule: tuple[Pair, ...] = ()
    over: tuple[Pair, ...] = ()
    rest: tuple[EntrantId, ...] = field(default=())


def draw_swiss(swiss: Repechage, number: int, lots: LotBook, word: Word = NO_WORD) -> SwissDraw:
    """The draw of Swiss round `number`, from what is known at the end of the one before.

    Locked pairs meet beside it, unless only three are there; a bar comes before all rules.
    `Refused` if bars leave no draw.
    """
    busy = swiss.in_triangle(number)
    free = [team for team in swiss.field(number) if team not in busy]
    if not swiss.begun(number):
        return _by_lot(number, free, lots, word)
    places = _placed(swiss, number, frozenset(free), lots)
    boards = _triangle_boards(number)
    locked = [] if len(free) == IN_TRIANGLE else word.locked(places.all)
    left = _without(places, [team for pair in locked for team in pair])
    pairs = [SwissPair(a, b, (LOCKED,)) for a, b in locked]
    if len(left.all) % 2 == 0:
        return _paired(swiss, number, left, lots, word, pairs)
    if len(left.all) < IN_TRIANGLE:
        return SwissDraw(number, tuple(pairs), rests=left.all[0], lots=tuple(lots.new))
    trio = choose_trio(swiss, left, word)
    why = (_trio_why(swiss, trio, places, boards),)
    return _paired(swiss, number, _without(left, trio), lots, word, pairs, (trio, boards, why))


def _triangle_boards(number: int) -> int:
    """A triangle that begins with a session lasts for all of it."""
    return SHORT if number % 2 else MINI


def _by_lot(number: int, free: Sequence[EntrantId], lots: LotBook, word: Word) -> SwissDraw:
    """The first round that is played (2.2); of an odd field the first three make the triangle."""
    order = lots.order(first_of_swiss(number), free)
    if len(order) == 1:
        return SwissDraw(number, rests=order[0])
    trio, drawn = paired_by_lot(order, word)
    pairs = tuple(
        SwissPair(a, b, (LOCKED if frozenset((a, b)) in word.locks else BY_LOT,)) for a, b in drawn
    )
    why = (Reason("triangle-by-lot"),) if trio else ()
    boards = _triangle_boards(number)
    return SwissDraw(number, pairs, trio, boards, why, lots=tuple(lots.new))


def _placed(swiss: Repechage, number: int, free: frozenset[EntrantId], lots: LotBook) -> _Places:
    purpose = equal_before(number)
    groups = ([id for id in group if id in free] for group in swiss.places(number))
    placed = [id for group in groups for id in lots.order(purpose, group)]
    new = {each.team for each in swiss.dropping(number)}
    return _Places(
        tuple(placed),
        tuple(id for id in placed if id not in new),
        tuple(id for id in placed if id in new),
    )


def _without(places: _Places, trio: Collection[EntrantId]) -> _Places:
    return _Places(
        tuple(id for id in places.all if id not in trio),
        tuple(id for id in places.standing if id not in trio),
        tuple(id for id in places.dropping if id not in trio),
    )


def choose_trio(swiss: Repechage, places: _Places, word: Word = NO_WORD) -> Trio:
    """The three whose triangle leaves the fewest repeats in the round, among those the lowest
    placed: the lowest is compared first, then the next. No two of them are barred, nor does any
    draw of the others need two who are."""
    fewest = _Fewest(swiss, places.all, word)
    best: tuple[int, Trio] | None = None
    for trio in _from_the_bottom(places.all):
        if word.bars and not _kept_apart(trio, _without(places, trio), word):
            continue
        own = repeats(swiss, combinations(trio, 2))
        if best is not None and own >= best[0]:
            continue
        groups = _grouped(_without(places, trio), word)
        made = own + repeats(swiss, (*groups.by_rule, *groups.over))
        most = None if best is None else best[0] - made
        total = made + fewest.of(groups.rest, most)
        if best is None or total < best[0]:
            best = (total, trio)
        if best[0] == 0:
            break
    if best is None:
        raise no_draw()
    return best[1]


def _kept_apart(trio: Trio, rest: _Places, word: Word) -> bool:
    if any(word.barred(a, b) for a, b in combinations(trio, 2)):
        return False
    try:
        groups = _grouped(rest, word)
        apart(groups.rest, word)
    except Refused:
        return False
    return True


def _from_the_bottom(order: Sequence[EntrantId]) -> Iterator[Trio]:
    for low in range(len(order) - 1, 1, -1):
        for middle in range(low - 1, 0, -1):
            for high in range(middle - 1, -1, -1):
                yield (order[high], order[middle], order[low])


class _Fewest:
    """The fewest repeats among which a group can be paired off."""

    def __init__(self, swiss: Repechage, order: Sequence[EntrantId], word: Word) -> None:
        self._swiss, self._word = swiss, word
        self._bit = {team: 1 << i for i, team in enumerate(order)}
        everybody = (1 << len(order)) - 1
        self._fresh = Pairable([everybody & ~self._met(a) for a in order])
        self._known: dict[tuple[EntrantId, ...], int] = {}

    def _met(self, team: EntrantId) -> int:
        """The team itself, those it has met and those it shall not meet, as bits."""
        bits = self._bit[team]
        bits |= sum(bit for other, bit in self._bit.items() if self._word.barred(team, other))
        for game in self._swiss.games_of(team):
            for other in game.pair:
                bits |= self._bit.get(other, 0)
        return bits

    def of(self, group: Sequence[EntrantId], most: int | None) -> int:
        """0 if nobody needs to meet again. If that is not so, and `most` says that one repeat is
        too many already, 1 is returned for any number."""
        if self._fresh.perfect(sum(self._bit[id] for id in group)):
            return 0
        if most is not None and most <= 1:
            return 1
        key = tuple(group)
        if key not in self._known:
            self._known[key] = repeats(self._swiss, _matched(self._swiss, group, self._word))
        return self._known[key]


def _grouped(places: _Places, word: Word) -> _Groups:
    """First in the Swiss v lowest dropping in, second v second lowest …; of more dropping in the
    best ranked left over play each other, first v second …; of more standing the last are left
    to be drawn. Under a bar each has the next in that order."""
    standing, dropping = places.standing, places.dropping
    met = min(len(standing), len(dropping))
    by_rule = facing(standing[:met], dropping[::-1][:met], word)
    over = apart(dropping[: len(dropping) - met], word)
    return _Groups(tuple(by_rule), tuple(over), standing[met:])


def _matched(swiss: Repechage, rest: Sequence[EntrantId], word: Word) -> list[Pair]:
    """Fewest repeats; among those the first has the best placed opponent, then the next …"""
    again = Criterion("repeats", lambda u, v: int(frozenset((rest[u], rest[v])) in swiss.met))
    return apart(rest, word, [again])


def _paired(
    swiss: Repechage,
    number: int,
    places: _Places,
    lots: LotBook,
    word: Word,
    locked: Sequence[SwissPair],
    triangle: tuple[Trio, int, Reasons] | None = None,
) -> SwissDraw:
    groups = _grouped(places, word)
    pairs = [*locked, *_by_rule(places, groups), *_left_over(places, groups)]
    pairs += _rest(swiss, _matched(swiss, groups.rest, word), places)
    trio, boards, why = triangle or (None, SHORT, ())
    return SwissDraw(number, tuple(pairs), trio, boards, why, lots=tuple(lots.new))


def _by_rule(places: _Places, groups: _Groups) -> Iterator[SwissPair]:
    for place, (home, away) in enumerate(groups.by_rule, start=1):
        rank = places.dropping.index(away) + 1
        count = len(places.dropping)
        why = Reason.of("dropping-in", place=place, rank=rank, of=count)
        yield SwissPair(home, away, (why,))


def _left_over(places: _Places, groups: _Groups) -> Iterator[SwissPair]:
    for home, away in groups.over:
        ranks = tuple(places.dropping.index(id) + 1 for id in (home, away))
        yield SwissPair(home, away, (Reason.of("more-dropping-in", ranks=ranks),))


def _rest(swiss: Repechage, pairs: Iterable[Pair], places: _Places) -> Iterator[SwissPair]:
    for home, away in pairs:
        at = tuple(places.standing.index(id) + 1 for id in (home, away))
        again = (Reason("swiss-repeat"),) if frozenset((home, away)) in swiss.met else ()
        yield SwissPair(home, away, (Reason.of("swiss-places", places=at), *again))


def _trio_why(swiss: Repechage, trio: Trio, places: _Places, boards: int) -> Reason:
    return Reason.of(
        "triangle",
        boards=boards,
        places=tuple(places.all.index(id) + 1 for id in trio),
        of=len(places.all),
        repeats=repeats(swiss, combinations(trio, 2)),
    )


def no_draw() -> Refused:
    """Says that there is no draw."""
    return Refused(
        "the Swiss cannot be drawn", "bars leave somebody without an opponent", "take a bar back"
    )


def facing(upper: Sequence[EntrantId], lower: Sequence[EntrantId], word: Word) -> list[Pair]:
    """The first against the first, the second against the second; where that is barred, from the
    top each has the first of the others that leaves an opponent to everybody."""
    size = len(upper)
    if not any(map(word.barred, upper, lower)):
        return list(zip(upper, lower, strict=True))
    edges = [
        (i, size + j)
        for i in range(size) for j in range(size) if not word.barred(upper[i], lower[j])
    ]  # fmt: skip
    matching = best_matching(
        2 * size, edges, [], [PartnerPreference("first", range(size), _partner)]
    )
    if matching is None:
        raise no_draw()
    return [(upper[i], lower[matching.partner[i] - size]) for i in range(size)]


def _partner(_vertex: int, partner: int) -> int:
    return partner


def apart(teams: Sequence[EntrantId], word: Word, criteria: Sequence[Criterion] = ()) -> list[Pair]:
    """An even number of teams, the best by these criteria; among such draws the first has the
    next below it, then the next."""
    if not criteria and not word.bars:
        return list(zip(teams[::2], teams[1::2], strict=True))
    if not teams:
        return []
    edges = [
        (i, j) for i, j in combinations(range(len(teams)), 2)
        if not word.barred(teams[i], teams[j])
    ]  # fmt: skip
    matching = best_matching(len(teams), edges, criteria)
    if matching is None:
        raise no_draw()
    return [(teams[u], teams[v]) for u, v in matching.pairs]


def paired_by_lot(order: Sequence[EntrantId], word: Word) -> tuple[Trio | None, list[Pair]]:
    """First against second in the order of the lot, of an odd field the first three in a triangle;
    where the arbiter's word is against that, the first in that order that it is not against."""
    locked = [] if len(order) == IN_TRIANGLE else word.locked(order)
    bound = {team for pair in locked for team in pair}
    rest = [team for team in order if team not in bound]
    if len(rest) % 2 == 0:
        return None, [*locked, *apart(rest, word)]
    for a, b, c in combinations(rest, IN_TRIANGLE):
        trio = (a, b, c)
        if any(word.barred(*pair) for pair in combinations(trio, 2)):
            continue
        try:
            return trio, [*locked, *apart([t for t in rest if t not in trio], word)]
        except Refused:
            continue
    raise no_draw()


SWISS = "swiss"
"""`Match.stage` of its matches."""


def _parts(event: Event) -> tuple[object, ...]:
    return (event.adjustments, *parts(event))


@derived_from(_parts)
def repechage(event: Event) -> Repechage:
    """All of it, from published rounds."""
    entries = all_drop_ins(event)
    inside = {each.team for each in entries}
    return Repechage(
        entries,
        tuple(_games(event)),
        _settled_scores(event),
        _rests(event, inside),
        _gone(event, inside),
        tuple(_adjusted(event)),
    )


def _games(event: Event) -> Iterator[SwissGame]:
    for round in event.published:
        for match in round.matches:
            if match.stage == SWISS:
                yield _game(match, round.number)


def _game(match: Match, number: int) -> SwissGame:
    due = swiss_round(match.due or number)
    boards = match.boards or SHORT
    score = _score(match, boards)
    nobody = match.result is not None and not match.result.provisional and score is None
    return SwissGame(
        swiss_round(number), due, match.white, match.black, boards, score, no_show=nobody
    )


def _score(match: Match, boards: int) -> Score | None:
    """Home's view; a forfeit is the least margin that is worth 20 VP, nothing for the other."""
    result = match.result
    if isinstance(result, MatchResult):
        return Score.of(int(result.home), int(result.away))
    side = winning_side(result)
    if side is None:
        return None
    walkover = Score.of(blitz(boards), 0)
    return walkover if side == "white" else walkover.turned()


def _settled_scores(event: Event) -> Mapping[int, Decimal]:
    """By round of entry; all who enter for one round have the same score."""
    return {
        a.entering: a.points
        for a in event.adjustments
        if a.cause == "drop-in" and a.entering is not None
    }


def _adjusted(event: Event) -> Iterator[tuple[EntrantId, int, Decimal]]:
    """The director's own adjustments; the result of a play-off gives no points."""
    for adjustment in event.adjustments:
        if adjustment.cause == "points":
            yield adjustment.entrant, swiss_round(adjustment.round), adjustment.points


def _rests(event: Event, inside: set[EntrantId]) -> Mapping[tuple[EntrantId, int], Decimal]:
    return {
        (bye.entrant, swiss_round(round.number)): bye.points
        for round in event.published
        for bye in round.byes
        if bye.entrant in inside and bye.points
    }


def _gone(event: Event, inside: set[EntrantId]) -> Mapping[EntrantId, frozenset[int]]:
    """The Swiss rounds that each team is not there for: withdrawn, and not come back yet."""
    numbers = range(1, SWISS_ROUNDS + 2)
    missed = {}
    for team in inside:
        entrant = event.entrant(team)
        away = frozenset(n for n in numbers if not entrant.active(half_of_swiss(n)))
        if away:
            missed[team] = away
    return missed


def swiss_drawn(event: Event, number: int, book: LotBook, word: Word = NO_WORD) -> SwissDraw:
    """The draw of Swiss round `number`; everything before it is published."""
    return draw_swiss(repechage(event), number, book, word)


def swiss_matches(drawn: SwissDraw, board: int) -> tuple[Match, ...]:
    """Its matches from that board on, the triangle's three last."""
    matches = [
        Match(
            0,
            p.home,
            p.away,
            stage=SWISS,
            group=swiss_title(drawn.round),
            part=SWISS_ROUND,
            boards=SHORT,
            why=p.why,
        )
        for p in drawn.pairs
    ]
    if drawn.triangle is not None:
        a, b, c = drawn.triangle
        due = half_of_swiss(drawn.due) if drawn.due != drawn.round else None
        matches += [
            Match(0, home, away, stage=SWISS, group=TRIANGLE, part=SWISS_TRIANGLE,
                  boards=drawn.boards, due=due, why=drawn.triangle_why)
            for home, away in ((a, b), (b, c), (c, a))
        ]  # fmt: skip
    return tuple(replace(match, board=no) for no, match in enumerate(matches, start=board))


def swiss_byes(drawn: SwissDraw) -> tuple[Bye, ...]:
    """Whoever has nobody to play counts an average round."""
    if drawn.rests is None:
        return ()
    why = (Reason("round-average"),)
    return (
        Bye(drawn.rests, ROUND_AVERAGE, why=why, group=swiss_title(drawn.round), part=SWISS_ROUND),
    )


def with_drop_ins_kept(event: Event) -> Event:
    """The event with the drop-in scores that count from the round published last on: later
    corrections do not change them (3.8). Applied when a half has just been published."""
    number = len(event.published)
    before = event.until(number - 1)
    swiss = repechage(before)
    lots = tuple(
        Adjustment(
            team.team,
            score.points,
            f"drop-in score {entering}: {working(score)}",
            number - 1,
            cause="drop-in",
            entering=entering,
        )
        for entering in _known_now(swiss_round(number))
        if entering not in swiss.settled
        for score in [swiss.drop_in(entering)]
        for team in swiss.entries
        if team.entering_round == entering and swiss.there(team.team, entering)
    )
    return replace(event, adjustments=(*event.adjustments, *lots)) if lots else event


def _known_now(number: int) -> tuple[int, ...]:
    """The rounds whose drop-in scores are given when round `number` begins: its own; that for
    round 2 only when round 3 begins."""
    if number == 3:
        return (2, 3)
    return (number,) if 3 < number < SWISS_ROUNDS else ()
