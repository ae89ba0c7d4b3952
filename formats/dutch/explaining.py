"""Why a board or a bye is as it is, in full: the group, the ideal, and what each other way costs.

The inner interface, for every format that draws with this engine on points of its own:

    context = Context(event, table, group)      `event` as before the round, `group` of a score
    reasons_of(context, pairs, bye)             (`proposing`) of every board, with the draw
    explained(context, round, place)            all of it, for one board or bye
    headings(context, round)                    by scoregroup

What is not as it would be ideally is drawn again the ideal way, the groups above as they are, and
the first criterion that gets worse is named with both its values (`measures`). What is forced in
such a draw (`Again`) is the least that the round can measure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.pairable import mask_of
from engine.perfect import largest_matching
from engine.protocol import Measure
from engine.reasons import BY_HAND, LOCKED, Fact, Reason, Reasons
from formats.dutch.bracket import ScoreBracket
from formats.dutch.drawing import draw, pair_bracket
from formats.dutch.field import DutchField
from formats.dutch.measures import FLOATS, Candidate, measured, score_of, worse
from formats.dutch.position import DutchDraw, Numbers, Position, Undrawable
from formats.dutch.proposing import Causes, RoundReasons, colour_reason, floated, off_ideal, without
from formats.dutch.reading import Context, drawn_in, locked, pairing_table
from formats.dutch.wording import group_words

MOST_EDGES = 300
"""In groups of up to so many players the possible pairs are counted."""

MOST_NAMES = 40
"""Groups of up to so many players are listed by name."""


def explain(event: Event, order: Sequence[EntrantId], round: Round, place: Match | Bye) -> Reasons:
    """For a round of `event`, which is as it was before it."""
    return explained(Context(event, pairing_table(event, order)[0]), round, place)


def explained(context: Context, round: Round, place: Match | Bye) -> Reasons:
    """All that led to this board or bye."""
    number = context.table.numbers
    ids = place.pair if isinstance(place, Match) else (place.entrant,)
    if isinstance(place, Bye) and place.kind != "pairing":
        return (Reason("absent" if place.kind == "absent" else "asked-for"),)
    if not all(id in number for id in ids):
        return place.why
    drawn = drawn_in(context.table, round)
    by_lock = [pair for pair in locked(context.event, context.table) if _meet(drawn, pair)]
    explanation = _Explanation(context, drawn, tuple(by_lock))
    numbers = tuple(number[id] for id in ids)
    try:
        by_hand = isinstance(place, Match) and place.altered == "hand"
        return tuple(dict.fromkeys(explanation.of(numbers, by_hand)))  # of both players once
    except Undrawable:
        return (Reason("rules-leave-none"), *place.why)


def _meet(drawn: DutchDraw, pair: Numbers) -> bool:
    return any(set(pair) == set(other) for other in drawn.pairs)


def headings(context: Context, round: Round) -> Mapping[str, str]:
    """By the group's name how many are in it, and whom they play: `5 players: 4 play each other, 1
    floats down to ½ point`."""
    field, drawn = DutchField(context.table.position), drawn_in(context.table, round)
    score = {player.number: player.score for player in field.players}
    opponent = {a: b for pair in drawn.pairs for a, b in (pair, pair[::-1])}
    texts = {}
    for group in field.groups:
        here = [player.number for player in field.players[group.start : group.stop]]
        own = score[here[0]]
        met = Counter(score.get(opponent[n], own) for n in here if n in opponent)
        texts[context.group_name(own)] = group_words(
            size=len(here),
            level=met[own],
            above=sum(count for other, count in met.items() if other > own),
            down={context.group_name(other): met[other] for other in sorted(met, reverse=True)
                  if other < own},
            bye=drawn.bye in here,
        )  # fmt: skip
    return texts


def _size(candidate: Candidate) -> dict[str, Fact]:
    """How many are in a bracket, how many of them moved down to it, how many float on."""
    bracket = candidate.bracket
    moved = len(bracket.moved)
    return {
        "residents": len(bracket) - moved,
        "moved": moved,
        "down": len(candidate.paired.down),
        "bye": candidate.single_bye and not bracket.lower,
    }


@dataclass(frozen=True)
class _Explanation:
    context: Context
    drawn: DutchDraw
    fixed: tuple[Numbers, ...]
    """Locked pairs who meet in the round."""

    @cached_property
    def reasons(self) -> RoundReasons:
        """Of the engine's own draw under the locks."""
        position = without(self.context.table.position, self.fixed)
        return RoundReasons(self.context, DutchField(position), draw(position))

    @cached_property
    def own(self) -> tuple[Measure, ...]:
        """Of that draw."""
        return self._measured(self.reasons.field, self.reasons.drawn)

    def _measured(self, field: DutchField, drawn: DutchDraw) -> tuple[Measure, ...]:
        return measured(field, drawn, self.context.group_name)

    def of(self, numbers: tuple[int, ...], by_hand: bool) -> Iterator[Reason]:
        if len(numbers) == 2 and numbers in {*self.fixed, *(pair[::-1] for pair in self.fixed)}:
            yield LOCKED
            yield from self._against(draw(self.context.table.position), numbers, "no-locks")
            return
        own = self.reasons.drawn
        met = _meet(own, (numbers[0], numbers[1])) if len(numbers) == 2 else False
        if met or numbers == (own.bye,):
            reasons = [*(self._board(numbers) if met else self._bye(numbers[0]))]
            yield from reasons
            if any(reason.code == "minimum" for reason in reasons) and self._bars_cost is not None:
                yield self._bars_cost
            return
        yield BY_HAND if by_hand else Reason("not-drawn")
        whole = DutchDraw((*self.fixed, *own.pairs), own.bye)
        yield from self._against(whole, numbers, "own")

    def _against(self, other: DutchDraw, numbers: Sequence[int], which: str) -> Iterator[Reason]:
        """What another draw has for these, and the first criterion that is worse here."""
        field = DutchField(self.context.table.position)
        for number in numbers:
            yield self._elsewhere(other, number, which)
        differ = worse(self._measured(field, other), self._measured(field, self.drawn))
        if differ:
            yield Reason.of("as-it-stands", outcome=self._difference(field, differ))

    def _elsewhere(self, drawn: DutchDraw, number: int, which: str) -> Reason:
        """Where another draw has a player."""
        facts: dict[str, Fact] = {"draw": which, "player": self.context.id(number)}
        if pair := next((pair for pair in drawn.pairs if number in pair), None):
            other = pair[0] if pair[1] == number else pair[1]
            facts |= {
                "colour": "W" if pair[0] == number else "B",
                "opponent": self.context.id(other),
            }
        return Reason("elsewhere", facts)

    def _board(self, pair: tuple[int, ...]) -> Iterator[Reason]:
        reasons = self.reasons
        high, low = sorted(pair, key=reasons.place.__getitem__)
        *floats, (causes, a) = reasons.at(high)
        for above, b in floats:
            yield from self._float(above, b)
        yield self._group(causes)
        partner = causes.candidate.partner[a]
        if causes.candidate.ideal[a] == partner:
            yield Reason.of(
                "ideal-opponents",
                player=causes.id(a), place=a + 1,
                opponent=causes.id(partner), ideal_place=partner + 1,
            )  # fmt: skip
        else:
            for b in (a, partner):
                if ideal := off_ideal(causes, b):
                    yield ideal
                yield from self._instead(causes, b)
        yield from self._price(causes, a, partner)
        one, other = (reasons.field.players[reasons.place[n]] for n in (high, low))
        if pair not in reasons.drawn.pairs:
            yield Reason("colours-turned")
        yield Reason.of("colours", because=colour_reason(self.context, one, other))

    def _where(self, candidate: Candidate) -> Reason:
        return self.context.group(score_of(candidate.bracket))

    def _group(self, causes: Causes) -> Reason:
        """The players in it; by name if they are few."""
        candidate, size = causes.candidate, len(causes.candidate.partner)
        members = causes.ids(range(size)) if size <= MOST_NAMES else ()
        facts = {"group": self._where(candidate), **_size(candidate), "members": members}
        return Reason("group", facts)

    def _instead(self, causes: Causes, a: int) -> Iterator[Reason]:
        """The player's ideal drawn, and the rest again."""
        ideal = causes.candidate.ideal[a]
        if causes.forbidden(a, ideal):
            return
        if ideal == FLOATS:
            yield from self._other_float(causes, a)
            return
        number, other = causes.player(a).number, causes.player(ideal).number
        drawn = self._again(causes).together(number, other)
        yield self._drawn_again(drawn, "pair", player=causes.id(a), opponent=causes.id(ideal))

    def _again(self, causes: Causes) -> Again:
        brackets = self.reasons.brackets
        return Again(brackets[: brackets.index(causes.candidate) + 1])

    def _other_float(self, causes: Causes, a: int) -> Iterator[Reason]:
        if causes.forbidden(a, FLOATS):
            return
        number = causes.player(a).number
        if causes.candidate.bracket.lower:
            drawn = self._again(causes).floating(number)
            yield self._drawn_again(drawn, "float", player=causes.id(a))
        elif causes.player(a).may_have_bye:
            drawn = self._again(causes).resting(number)
            yield self._drawn_again(drawn, "bye", player=causes.id(a))

    def _drawn_again(self, drawn: DutchDraw | None, tried: str, **who: Fact) -> Reason:
        """What became of the round with a pair, a float or a bye that was not drawn."""
        outcome = Reason("undrawable")
        if drawn is not None:
            field = self.reasons.field
            differ = worse(self.own, self._measured(field, drawn))
            outcome = self._difference(field, differ) if differ else Reason("as-good")
        return Reason.of("drawn-again", what=tried, **who, outcome=outcome)

    def _difference(self, field: DutchField, differ: tuple[Measure, Measure]) -> Reason:
        """The first criterion by which a round is worse, with both values."""
        was, then = differ
        facts: dict[str, Fact] = {
            "criterion": was.name,
            "was": was.value,
            "then": then.value,
            "shown": (_shown(was), _shown(then)),
        }
        if was.where:
            scores = {player.score for player in field.players}
            score = next(s for s in scores if self.context.group_name(s) == was.where)
            facts["group"] = self.context.group(score)
        return Reason("worse", facts)

    def _price(self, causes: Causes, a: int, b: int) -> Iterator[Reason]:
        """What the board or float adds to its group's criteria, which cannot be less."""
        candidate = causes.candidate
        costs = candidate.costs_of(a, b)
        criteria = (
            name.partition(".")[0]
            for name, cost in zip(candidate.bracket.names, costs, strict=True)
            if cost
        )
        for criterion in dict.fromkeys(criteria):
            yield self._least(candidate, criterion)

    @cached_property
    def _bars_cost(self) -> Reason | None:
        """What the round would have without the arbiter's bars; None if they cost nothing."""
        position = without(self.context.table.position, self.fixed)
        if not position.forbidden:
            return None
        free = replace(position, forbidden=frozenset())
        field = DutchField(free)
        differ = worse(self._measured(field, self.reasons.drawn), self._measured(field, draw(free)))
        return (
            Reason.of("without-bars", outcome=self._difference(field, differ)) if differ else None
        )

    def _least(self, candidate: Candidate, criterion: str) -> Reason:
        where = self.context.group_name(score_of(candidate.bracket))
        measure = next(m for m in self.own if (m.where, m.name) == (where, criterion))
        return Reason.of(
            "minimum",
            criterion=criterion, group=self._where(candidate), value=measure.value,
            shown=_shown(measure),
        )  # fmt: skip

    def _float(self, causes: Causes, a: int) -> Iterator[Reason]:
        """Why somebody leaves a bracket downwards."""
        candidate = causes.candidate
        yield self._group(causes)
        yield floated(causes, a)
        if len(candidate.paired.down) > len(candidate.partner) % 2:
            yield self._least(candidate, "C6")
            yield from _pairs(candidate)
        if candidate.ideal[a] != FLOATS:
            ideal = [b for b, other in enumerate(candidate.ideal) if other == FLOATS]
            for b in [b for b in ideal if candidate.partner[b] != FLOATS][:2]:
                yield from self._other_float(causes, b)
        yield from self._price(causes, a, FLOATS)

    def _bye(self, number: int) -> Iterator[Reason]:
        reasons, context = self.reasons, self.context
        through = reasons.at(number)
        score = reasons.field.players[reasons.place[number]].score
        yield Reason.of("bye-score", group=context.group(score))
        for group in reversed(reasons.field.groups):
            players = reasons.field.players[group.start : group.stop]
            if players[0].score >= score:
                break
            where = context.group(players[0].score)
            if any(p.may_have_bye for p in players):
                yield Reason.of("bye-undrawable", group=where)
            else:
                barred = tuple(context.no_bye(p.number) for p in players[:MOST_NAMES])
                more = len(players) - len(barred)
                yield Reason.of("nobody-may-have-bye", group=where, because=barred, more=more)
        for causes, a in through:
            yield from self._float(causes, a)


def _pairs(candidate: Candidate) -> Iterator[Reason]:
    """Whether the group by itself could have more pairs."""
    size = len(candidate.partner)
    if size > MOST_EDGES:
        return
    most = largest_matching(size, candidate.bracket.games())
    yield Reason.of("pairs", most=most, drawn=len(candidate.paired.pairs))


def _shown(measure: Measure) -> str:
    return measure.shown or str(measure.value)


WITHIN = 150
"""Up to so many players what is forced takes part in its bracket. In larger fields the rest is
drawn without it, which takes no longer than any draw. By the criteria of the bracket it is as good
(a constant less); the generation order and C9 can differ."""


@dataclass(frozen=True)
class Again:
    """A round to be drawn again from the last of these brackets on; players are pairing numbers."""

    brackets: Sequence[Candidate]

    @property
    def position(self) -> Position:
        """The position that the round is drawn from."""
        return self.brackets[0].bracket.field.position

    @property
    def score(self) -> int:
        """Of the residents of the bracket."""
        bracket = self.brackets[-1].bracket
        return bracket.field.players[bracket.group.start].score

    def together(self, a: int, b: int) -> DutchDraw | None:
        """The best draw in which two meet; None if there is no legal one."""
        numbers = {player.number for player in self.position.players}
        if len(numbers) > WITHIN:
            others = tuple(p for p in self.position.players if p.number not in (a, b))
            return self._drawn(replace(self.position, players=others), (a, b))
        barred = _barred(self.position, (a, b), numbers - {a, b})
        return self._drawn(_resting_only(barred, numbers - {a, b}))

    def floating(self, number: int) -> DutchDraw | None:
        """The best draw in which a player meets nobody of the bracket.

        In a large field he is drawn as one of the next scoregroup.
        """
        position = self.position
        lower = max((p.score for p in position.players if p.score < self.score), default=None)
        if lower is not None and len(position.players) > WITHIN:
            moved = (replace(p, score=lower) if p.number == number else p for p in position.players)
            return self._drawn(replace(position, players=tuple(moved)))
        above = {p.number for p in position.players if p.score >= self.score}
        return self._drawn(_barred(position, (number,), above - {number}))

    def resting(self, number: int) -> DutchDraw | None:
        """The best draw in which a player has the bye."""
        return self._drawn(_resting_only(self.position, {number}))

    def _drawn(self, position: Position, *pairs: Numbers) -> DutchDraw | None:
        """Bracket by bracket from here on; `pairs` are seated already."""
        field = DutchField(position)
        place = {player.number: i for i, player in enumerate(field.players)}
        numbers = [player.number for player in self.brackets[0].bracket.field.players]
        games = [*pairs]
        for candidate in self.brackets[:-1]:
            games += [(numbers[a], numbers[b]) for a, b in candidate.paired.pairs]
        moved = tuple(
            place[numbers[old]]
            for old in self.brackets[-1].bracket.moved
            if numbers[old] in place and field.players[place[numbers[old]]].score > self.score
        )
        left = mask_of(moved) | mask_of(
            [i for i, player in enumerate(field.players) if player.score <= self.score]
        )
        resting = _resting(field, left, moved)
        if resting is None:
            return None
        for group in field.groups:
            if field.players[group.start].score > self.score:
                continue
            paired = pair_bracket(ScoreBracket(field, moved, group, resting))
            games += [(field.players[a].number, field.players[b].number) for a, b in paired.pairs]
            moved = paired.down
        return DutchDraw(tuple(games), field.players[moved[0]].number if moved else None)


def _resting(field: DutchField, left: int, moved: Sequence[int]) -> int | None:
    """C5 among those left: who may have the bye (0 for even numbers); None if nothing is legal.

    Those moved down do not meet each other: they would have done so above.
    """
    cut = dict.fromkeys(moved, mask_of(moved))
    if left.bit_count() % 2 == 0:
        return 0 if field.pairable.perfect(left, cut=cut) else None
    for score in sorted({player.score for player in field.players}):
        able = mask_of(
            [i for i, p in enumerate(field.players) if p.score == score and p.may_have_bye]
        )
        if able & left and field.pairable.perfect(left, able & left, cut):
            return able & left
    return None


def _barred(position: Position, some: Iterable[int], others: Iterable[int]) -> Position:
    more = {frozenset((a, b)) for a in some for b in others}
    return replace(position, forbidden=position.forbidden | more)


def _resting_only(position: Position, numbers: Iterable[int]) -> Position:
    """Nobody else may have the bye."""
    able = set(numbers)
    players = (
        replace(p, may_have_bye=p.may_have_bye and p.number in able) for p in position.players
    )
    return replace(position, players=tuple(players))
