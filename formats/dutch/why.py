"""Why a board or a bye is as it is, in full: the group, the ideal, and what each other way costs.

The inner interface, for every format that draws with this engine on points of its own:

    words = Words(event, table, group)      `event` as before the round, `group` names a score
    told(words, pairs, bye)                 (`reasons`) a few words a board, with the draw
    explained(words, round, place)          all of it, for one board or bye
    headings(words, round)                  by scoregroup

What is not as it would be ideally is drawn again the ideal way, the groups above as they are, and
the first criterion that gets worse is named with both its values (`measures`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.perfect import largest_matching
from engine.points import counted
from engine.protocol import Measure
from engine.reasons import worded
from formats.dutch.again import Again
from formats.dutch.candidate import FLOATS, Candidate, candidates
from formats.dutch.causes import Causes
from formats.dutch.colour_words import colours_told
from formats.dutch.drawing import draw
from formats.dutch.field import DutchField
from formats.dutch.measures import TEXTS, measured, score_of, worse
from formats.dutch.pairing_table import drawn_in, locked, pairing_table
from formats.dutch.position import DutchDraw, Numbers, Undrawable
from formats.dutch.reasons import LOCKED, Reasons, floated, off_ideal, without
from formats.dutch.words import Words

MOST_EDGES = 300
"""In groups of up to so many players the possible pairs are counted."""

MOST_NAMES = 10
"""Groups of up to so many players are listed by name."""


def explain(
    event: Event, order: Sequence[EntrantId], round: Round, place: Match | Bye
) -> tuple[str, ...]:
    """Of a round of `event`, which is as it was before it."""
    return explained(Words(event, pairing_table(event, order)[0]), round, place)


def explained(words: Words, round: Round, place: Match | Bye) -> tuple[str, ...]:
    """All that led to this board or bye."""
    number = {words.table.ids[p.number]: p.number for p in words.table.position.players}
    ids = place.pair if isinstance(place, Match) else (place.entrant,)
    if isinstance(place, Bye) and place.kind != "pairing":
        return ("absent" if place.kind == "absent" else "asked for",)
    if not all(id in number for id in ids):
        return tuple(worded(reason, words.event) for reason in place.why)
    drawn = drawn_in(words.table, round)
    by_lock = [pair for pair in locked(words.event, words.table) if _meet(drawn, pair)]
    explanation = _Explanation(words, drawn, tuple(by_lock))
    numbers = tuple(number[id] for id in ids)
    try:
        by_hand = isinstance(place, Match) and place.altered == "hand"
        return tuple(dict.fromkeys(explanation.of(numbers, by_hand)))
    except Undrawable:
        return (
            "the rules leave no draw of this round",
            *(worded(reason, words.event) for reason in place.why),
        )


def _meet(drawn: DutchDraw, pair: Numbers) -> bool:
    return any(set(pair) == set(other) for other in drawn.pairs)


def headings(words: Words, round: Round) -> Mapping[str, str]:
    """By the group's name: `5 players, one floats down`."""
    brackets = candidates(DutchField(words.table.position), drawn_in(words.table, round))
    return {words.group(score_of(c.bracket)): heading(c) for c in brackets}


def heading(candidate: Candidate) -> str:
    """`5 players, one floats down`, `4 players and 1 moved down`."""
    bracket = candidate.bracket
    told = counted(len(bracket) - len(bracket.moved), "player")
    if bracket.moved:
        told += f" and {len(bracket.moved)} moved down"
    down = len(candidate.paired.down)
    if not down:
        return told
    if candidate.single_bye and not bracket.lower:
        return f"{told}, one has the bye"
    return f"{told}, {'one floats' if down == 1 else f'{down} float'} down"


@dataclass(frozen=True)
class _Explanation:
    words: Words
    drawn: DutchDraw
    fixed: tuple[Numbers, ...]
    """Locked pairs who meet in the round."""

    @cached_property
    def reasons(self) -> Reasons:
        """Of the engine's own draw under the locks."""
        position = without(self.words.table.position, self.fixed)
        return Reasons(self.words, DutchField(position), draw(position))

    @cached_property
    def own(self) -> tuple[Measure, ...]:
        """Of that draw."""
        return measured(self.reasons.field, self.reasons.drawn, self.words.group)

    def of(self, numbers: tuple[int, ...], by_hand: bool) -> Iterator[str]:
        if len(numbers) == 2 and numbers in {*self.fixed, *(pair[::-1] for pair in self.fixed)}:
            yield LOCKED
            yield from self._against(draw(self.words.table.position), numbers, "without locks")
            return
        own = self.reasons.drawn
        stands = _meet(own, (numbers[0], numbers[1])) if len(numbers) == 2 else False
        if stands or numbers == (own.bye,):
            yield from self._board(numbers) if stands else self._bye(numbers[0])
            return
        yield "changed by hand" if by_hand else "this is not what the engine draws"
        whole = DutchDraw((*self.fixed, *own.pairs), own.bye)
        yield from self._against(whole, numbers, "the engine's own draw")

    def _against(self, other: DutchDraw, numbers: Sequence[int], what: str) -> Iterator[str]:
        """What another draw has for these, and the first criterion that is worse here."""
        words, field = self.words, DutchField(self.words.table.position)
        for number in numbers:
            yield f"{what}: {words.name(number)} {self._place(other, number)}"
        then = measured(field, self.drawn, words.group)
        differ = worse(measured(field, other, words.group), then)
        if differ:
            yield f"in this round as it stands, {_difference(differ)}"

    def _place(self, drawn: DutchDraw, number: int) -> str:
        pair = next((pair for pair in drawn.pairs if number in pair), None)
        if pair is None:
            return "has the bye"
        other = pair[0] if pair[1] == number else pair[1]
        return f"has {'White' if pair[0] == number else 'Black'} against {self.words.name(other)}"

    def _board(self, pair: tuple[int, ...]) -> Iterator[str]:
        reasons = self.reasons
        high, low = sorted(pair, key=reasons.place.__getitem__)
        *floats, (causes, a) = reasons.at(high)
        for above, b in floats:
            yield from self._float(above, b)
        yield from self._group(causes)
        partner = causes.candidate.partner[a]
        if causes.candidate.ideal[a] == partner:
            yield (
                f"{causes.name(a)} ({a + 1}) v {causes.name(partner)} ({partner + 1}): "
                "ideal opponents of the group"
            )
        else:
            yield off_ideal(causes, a)
            yield from self._instead(causes, a)
            yield off_ideal(causes, partner)
            yield from self._instead(causes, partner)
        yield from self._price(causes, a, partner)
        one, other = (reasons.field.players[reasons.place[n]] for n in (high, low))
        if pair not in reasons.drawn.pairs:
            yield "the colours have been turned; those of the rules:"
        yield f"colours: {colours_told(self.words, one, other)}"

    def _group(self, causes: Causes) -> Iterator[str]:
        """Who is in it."""
        candidate, words = causes.candidate, self.words
        line = f"{words.group(score_of(candidate.bracket))}: {heading(candidate)}"
        size = len(candidate.partner)
        if size <= MOST_NAMES:
            moved = len(candidate.bracket.moved)
            names = (
                f"{a + 1} {causes.name(a)}{' (moved down)' if a < moved else ''}"
                for a in range(size)
            )
            line += f": {', '.join(names)}"
        yield line

    def _instead(self, causes: Causes, a: int) -> Iterator[str]:
        """The player's ideal drawn, and the rest again."""
        ideal = causes.candidate.ideal[a]
        if causes.forbidden(a, ideal):
            return
        number = causes.player(a).number
        if ideal == FLOATS:
            yield from self._other_float(causes, a)
            return
        drawn = self._again(causes).together(number, causes.player(ideal).number)
        yield self._drawn_again(drawn, f"{causes.name(a)} v {causes.name(ideal)}")

    def _again(self, causes: Causes) -> Again:
        brackets = self.reasons.brackets
        return Again(brackets[: brackets.index(causes.candidate) + 1])

    def _other_float(self, causes: Causes, a: int) -> Iterator[str]:
        if causes.forbidden(a, FLOATS):
            return
        number = causes.player(a).number
        if causes.candidate.bracket.lower:
            drawn = self._again(causes).floating(number)
            yield self._drawn_again(drawn, f"{causes.name(a)} floating down")
        elif causes.player(a).may_have_bye:
            drawn = self._again(causes).resting(number)
            yield self._drawn_again(drawn, f"the bye for {causes.name(a)}")

    def _drawn_again(self, drawn: DutchDraw | None, what: str) -> str:
        if drawn is None:
            return f"with {what}, the rest could not be drawn (C4)"
        differ = worse(self.own, measured(self.reasons.field, drawn, self.words.group))
        return f"with {what}, {_difference(differ)}" if differ else f"{what} would do as well"

    def _price(self, causes: Causes, a: int, b: int) -> Iterator[str]:
        """What the board or float adds to its group's criteria, which cannot be less."""
        candidate = causes.candidate
        costs = candidate.costs_of(a, b)
        told = set[str]()
        for name, cost in zip(candidate.bracket.names, costs, strict=True):
            criterion = name.partition(".")[0]
            if cost and criterion not in told:
                told.add(criterion)
                yield self._least(candidate, criterion)

    def _least(self, candidate: Candidate, criterion: str) -> str:
        where = self.words.group(score_of(candidate.bracket))
        value = next(m for m in self.own if (m.where, m.name) == (where, criterion))
        return f"{TEXTS[criterion]} in {where}: {_shown(value)}; that is the minimum ({criterion})"

    def _float(self, causes: Causes, a: int) -> Iterator[str]:
        """Why somebody leaves a bracket downwards."""
        candidate = causes.candidate
        yield from self._group(causes)
        yield floated(causes, a)
        if len(candidate.paired.down) > len(candidate.partner) % 2:
            yield self._least(candidate, "C6")
            yield from _more_pairs(candidate)
        if candidate.ideal[a] != FLOATS:
            ideal = [b for b, other in enumerate(candidate.ideal) if other == FLOATS]
            for b in [b for b in ideal if candidate.partner[b] != FLOATS][:2]:
                yield from self._other_float(causes, b)
        yield from self._price(causes, a, FLOATS)

    def _bye(self, number: int) -> Iterator[str]:
        reasons, words = self.reasons, self.words
        through = reasons.at(number)
        score = reasons.field.players[reasons.place[number]].score
        yield f"the bye goes to the lowest score that can have it (C5): {words.group(score)}"
        for group in reversed(reasons.field.groups):
            players = reasons.field.players[group.start : group.stop]
            if players[0].score >= score:
                break
            able = [p for p in players if p.may_have_bye]
            where = words.group(players[0].score)
            if able:
                yield f"with the bye at {where} the others could not all be drawn"
            else:
                barred = [words.no_bye(p.number) for p in players[:MOST_NAMES]]
                more = f" and {len(players) - len(barred)} more" * (len(players) > len(barred))
                yield f"nobody of {where} may have it (C2): {', '.join(barred)}{more}"
        for causes, a in through:
            yield from self._float(causes, a)


def _more_pairs(candidate: Candidate) -> Iterator[str]:
    """Whether the group by itself could have more pairs."""
    size = len(candidate.partner)
    if size > MOST_EDGES:
        return
    may_pair = candidate.bracket.may_pair
    edges = [(a, b) for b in range(size) for a in range(b) if may_pair(a, b)]
    most, pairs = largest_matching(size, edges), len(candidate.paired.pairs)
    if most > pairs:
        yield (
            f"{counted(most, 'pair')} could be made here, but with more than {pairs} the rest"
            " could not all be drawn (C4)"
        )
    else:
        yield f"{counted(pairs, 'pair')} at most can be made of those who may meet here"


def _difference(differ: tuple[Measure, Measure]) -> str:
    was, then = differ
    where = f" in {was.where}" if was.where else ""
    if was.name == "order":
        return (
            f"no criterion gets worse{where}, but it comes later in the order of exchanges and "
            "transpositions (article 4)"
        )
    return f"{was.text}{where}: {_shown(then)} instead of {_shown(was)} ({was.name})"


def _shown(measure: Measure) -> str:
    return measure.shown or str(measure.value)
