"""The draw as the event takes it: boards, byes, lots and refusals, and the reasons of every board
and of the bye.

What speaks against the ideal candidate of a bracket is read from the bracket alone. The pairs that
are ideal and those that are drawn, taken together, fall into circles of players who change partners
among themselves. In each circle something speaks against the ideal: a pair that may not meet, or
else the first criterion by which the ideal is worse, or else that somebody must not float. Nothing
is drawn again for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.entrants import EntrantId
from engine.event import COLOUR_NAMES, Altered, Event, Match
from engine.history import OTHER
from engine.protocol import Proposal
from engine.reasons import LOCKED, Fact, Reason, Reasons
from engine.refusal import NoDraw
from formats.dutch.criteria import Traits, c1_have_met, c2_may_have_bye, c3_same_absolute
from formats.dutch.drawing import drawn_of
from formats.dutch.field import DutchField
from formats.dutch.measures import FLOATS, Candidate, candidates, score_of
from formats.dutch.position import (
    ARTICLES,
    DutchDraw,
    DutchPlayer,
    Numbers,
    Position,
    Undrawable,
    alternated,
    both_granted,
    colour_of_higher,
    preference,
    seated,
    stronger_granted,
)
from formats.dutch.reading import Context, PairingTable, group_name, locked, pairing_table
from formats.swiss import byes_of, no_draw, refuse_double_locks, refuse_many_rounds, refuse_nobody

BoardReason = tuple[Reasons, Altered]
"""Why two meet, and what is not ideal about it."""
_OF_A_PAIR = {
    "C10": "beyond-difference",
    "C11": "third-running",
    "C12": "both-due",
    "C13": "both-strongly-due",
}
"""What the criteria on both players of a pair have against it."""


def next_round(event: Event, order: Sequence[EntrantId], *, any_rounds: bool = False) -> Proposal:
    """The draw of the round after the published ones; locked pairs are seated, the rest drawn.

    `any_rounds`: also if there are more rounds than opponents.
    """
    number = len(event.published) + 1
    before = event.until(number - 1)
    table, lots = pairing_table(event, order)
    refuse_nobody(before, len(table.position.players), number)
    if number == 1 and not any_rounds:
        refuse_many_rounds(event)
    refuse_double_locks(before, number)
    fixed = locked(event, table)
    field = DutchField(without(table.position, fixed))
    try:
        drawn = drawn_of(field)
    except Undrawable:
        raise undrawable(before, table) from None
    pairs = [*(seated(table.position, pair) for pair in fixed), *drawn.pairs]
    why, why_bye = reasons_of(Context(before, table), pairs, drawn.bye, field)
    byes = byes_of(before, number, {} if drawn.bye is None else {table.ids[drawn.bye]: why_bye})
    return Proposal(number, _matches(table, pairs, why), byes, lots)


def _matches(
    table: PairingTable, pairs: Sequence[Numbers], why: Mapping[frozenset[int], BoardReason]
) -> tuple[Match, ...]:
    """In the order of the boards: the higher score, the sum of both, the higher number."""
    players = {player.number: player for player in table.position.players}
    ranked = {pair: sorted((players[n] for n in pair), key=lambda p: p.rank) for pair in pairs}

    def board(pair: Numbers) -> tuple[int, int, int]:
        high, low = ranked[pair]
        return -high.score, -(high.score + low.score), high.number

    return tuple(
        _match(table, no, pair, ranked[pair][0].score, why[frozenset(pair)])
        for no, pair in enumerate(sorted(pairs, key=board), start=1)
    )


def _match(table: PairingTable, board: int, pair: Numbers, score: int, why: BoardReason) -> Match:
    reasons, altered = why
    white, black = (table.ids[number] for number in pair)
    return Match(board, white, black, group=group_name(score), why=reasons, altered=altered)


def undrawable(event: Event, table: PairingTable) -> NoDraw:
    """The refusal of a round that C1 to C3 leave without a pairing: who cannot get an opponent, and
    the fewest illegal games; locked players are in `table`."""
    field = DutchField(table.position)
    ids = [table.ids[player.number] for player in field.players]
    traits = dict(zip(ids, field.traits, strict=True))

    def apart(a: EntrantId, b: EntrantId) -> str:
        return _due(traits[a]) if c3_same_absolute(traits[a], traits[b]) else ""

    return no_draw(
        event,
        table.position.round,
        ids,
        apart=apart,
        may_have_bye=lambda id: c2_may_have_bye(traits[id]),
    )


def _due(one: Traits) -> str:
    return f"both must have {COLOUR_NAMES[one.preference.colour or 'B']}"


@dataclass(frozen=True)
class RoundReasons:
    """Of a round and its candidates; `drawn` is the engine's own, without locked boards."""

    context: Context
    field: DutchField
    drawn: DutchDraw

    @cached_property
    def brackets(self) -> tuple[Candidate, ...]:
        """From the top."""
        return candidates(self.field, self.drawn)

    @cached_property
    def causes(self) -> tuple[Causes, ...]:
        """By bracket."""
        return tuple(Causes(self.context, candidate) for candidate in self.brackets)

    @cached_property
    def place(self) -> dict[int, int]:
        """By pairing number."""
        return {player.number: place for place, player in enumerate(self.field.players)}

    def at(self, number: int) -> list[tuple[Causes, int]]:
        """The brackets that a player takes part in, from his own scoregroup on, with his BSN."""
        place = self.place[number]
        return [
            (causes, causes.candidate.bsn[place])
            for causes in self.causes[self.home(place) :]
            if place in causes.candidate.bsn
        ]

    def home(self, place: int) -> int:
        """The number of the player's scoregroup."""
        return next(n for n, group in enumerate(self.field.groups) if place < group.stop)

    def of_pair(self, pair: Numbers) -> BoardReason:
        """Why these two meet, empty if ideally; and what is not ideal about it."""
        high, low = sorted(self.place[number] for number in pair)
        players = self.field.players
        through = self.at(players[high].number)
        *floats, (causes, a) = through
        reasons = [floated(causes, a) for causes, a in floats[:1]]
        if ideal := off_ideal(causes, a):
            reasons.append(ideal)
        turned = clash(players[high], players[low])
        if turned:
            reasons.append(colour_reason(self.context, players[high], players[low]))
        moved = bool(ideal) or any(c.candidate.ideal[b] != FLOATS for c, b in floats)
        return tuple(reasons), "opponents" if moved else "colours" if turned else ""

    def of_bye(self, number: int) -> Reasons:
        """Why this player has the bye; first, why he left his own scoregroup for it."""
        own, *below = self.at(number)
        return tuple(floated(causes, a) for causes, a in (own, *below[-1:]))


def reasons_of(
    context: Context, pairs: Sequence[Numbers], bye: int | None, field: DutchField | None = None
) -> tuple[dict[frozenset[int], BoardReason], Reasons]:
    """By pair, and of the bye, of the engine's own draw; `pairs` are all boards, those that the
    arbiter locked included.

    `field`: the players who were drawn, where it is at hand.
    """
    position, fixed = context.table.position, locked(context.event, context.table)
    by_lock = {frozenset(pair) for pair in fixed}
    drawn = tuple(pair for pair in pairs if frozenset(pair) not in by_lock)
    own = RoundReasons(
        context, field or DutchField(without(position, fixed)), DutchDraw(drawn, bye)
    )
    reasons = {frozenset(pair): own.of_pair(pair) for pair in drawn}
    if fixed:
        whole = RoundReasons(context, DutchField(position), DutchDraw(tuple(pairs), bye))
        reasons |= {frozenset(pair): ((LOCKED,), whole.of_pair(pair)[1]) for pair in fixed}
    return reasons, () if bye is None else own.of_bye(bye)


def without(position: Position, pairs: Sequence[Numbers]) -> Position:
    """The position that is drawn when these are seated."""
    taken = {number for pair in pairs for number in pair}
    return replace(position, players=tuple(p for p in position.players if p.number not in taken))


def off_ideal(causes: Causes, a: int) -> Reason | None:
    """What a player ideally has, and what speaks against it; None if he has it."""
    ideal = causes.candidate.ideal[a]
    if ideal == causes.candidate.partner[a]:
        return None
    facts: dict[str, Fact] = {"player": causes.id(a), "place": a + 1}
    if ideal != FLOATS:
        facts |= {"opponent": causes.id(ideal), "ideal_place": ideal + 1}
    if cause := causes.first(a):
        facts["because"] = cause.reason
    return Reason("off-ideal", facts)


def floated(causes: Causes, a: int) -> Reason:
    """Why a player leaves a bracket downwards, or has the bye: he is the one who ideally does, or
    there is a cause against those who would (`instead`), or one that has to do with others. Under
    locks everything refers to those whom they leave to be drawn (`left`)."""
    candidate = causes.candidate
    count = len(candidate.partner)
    ideally = {b for b, other in enumerate(candidate.ideal) if other == FLOATS}
    facts: dict[str, Fact] = {
        "player": causes.id(a),
        "group": causes.context.group(score_of(candidate.bracket)),
        "moved": a < len(candidate.bracket.moved),
        "bye": candidate.single_bye and not candidate.bracket.lower,
        "ideal": a in ideally,
        "count": count,
        "down": len(candidate.paired.down),
        "lowest": a == count - 1,
        "left": bool(locked(causes.context.event, causes.context.table)),
    }
    if a not in ideally:
        against = causes.of(a)
        cause = next((c for c in against if set(c.who) <= ideally), None) or next(
            iter(against), None
        )
        if cause is not None:
            facts |= {"because": cause.reason, "instead": set(cause.who) <= ideally}
    return Reason("downfloat", facts)


UNPLAYED = "unplayed"
"""The cause of C9."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why something of the ideal candidate is not so: the players (BSNs), and what it is."""

    who: tuple[int, ...]
    reason: Reason


@dataclass(frozen=True)
class Causes:
    """Of one candidate. Players are BSNs."""

    context: Context
    candidate: Candidate
    beside_bye: bool = False
    """For the ideal of those who are left if the bye is as it is drawn."""

    @property
    def ideal(self) -> Sequence[int]:
        """The ideal candidate with which the drawn one is compared."""
        candidate = self.candidate
        return candidate.ideal_beside_bye if self.beside_bye else candidate.ideal

    def player(self, a: int) -> DutchPlayer:
        """The player of a BSN."""
        return self.candidate.bracket.field.players[self.candidate.bracket.places[a]]

    def id(self, a: int) -> EntrantId:
        """Who it is."""
        return self.context.id(self.player(a).number)

    def ids(self, who: Sequence[int]) -> tuple[EntrantId, ...]:
        """Who they are."""
        return tuple(map(self.id, who))

    def _cause(self, who: tuple[int, ...], code: str, **facts: Fact) -> Cause:
        return Cause(who, Reason.of(code, players=self.ids(who), **facts))

    @cached_property
    def circles(self) -> list[tuple[int, ...]]:
        """Players who change partners among themselves."""
        ideal, partner = self.ideal, self.candidate.partner
        circles, reached = [], set[int]()
        for start, ideally in enumerate(ideal):
            if start in reached or ideally == partner[start]:
                continue
            circle, waiting = {start}, [start]
            for a in waiting:
                fresh = {b for b in (ideal[a], partner[a]) if b != FLOATS} - circle
                circle |= fresh
                waiting += fresh
            reached |= circle
            circles.append(tuple(sorted(circle)))
        return circles

    @cached_property
    def _circle(self) -> dict[int, int]:
        return {a: number for number, circle in enumerate(self.circles) for a in circle}

    @cached_property
    def _by_circle(self) -> dict[int, tuple[Cause, ...]]:
        return {}

    def of(self, a: int) -> tuple[Cause, ...]:
        """What speaks against the ideal among those who change partners with this player."""
        number = self._circle.get(a)
        if number is None:
            return ()
        if number not in self._by_circle:
            self._by_circle[number] = self._find(self.circles[number])
            self._own.update((b, cause) for cause in self._by_circle[number] for b in cause.who)
        return self._by_circle[number]

    def first(self, a: int) -> Cause | None:
        """The one that is the player's own, or else the highest of the others. Where C9 moves the
        bye and two would meet ideally beside it too, what speaks against that may be a colour."""
        among = self.of(a)
        cause = self._own.get(a) or next(iter(among), None)
        if cause is not None and cause.reason.code == UNPLAYED and not self.beside_bye:
            after = replace(self, beside_bye=True)
            if after.ideal[a] == self.ideal[a] != FLOATS:
                colour = after.first(a)
                if colour is not None and colour.reason.code in _OF_A_PAIR.values():
                    return colour
        return cause

    @cached_property
    def _own(self) -> dict[int, Cause]:
        return {}

    def _find(self, circle: Sequence[int]) -> tuple[Cause, ...]:
        ideal = self.ideal
        changed = [(a, ideal[a]) for a in circle if ideal[a] == FLOATS or a < ideal[a]]
        causes = [cause for a, b in changed if (cause := self.forbidden(a, b))]
        return tuple(causes or self._costly(circle, changed) or self._floating(changed))

    def forbidden(self, a: int, b: int) -> Cause | None:
        """C1, C2, C3 or the arbiter's bar against a pair, or one who would float."""
        bracket = self.candidate.bracket
        if b == FLOATS:
            last = bracket.rests_here and len(self.candidate.paired.down) == 1
            if last and not self.player(a).may_have_bye:
                return Cause((a,), self.context.no_bye(self.player(a).number))
            return None
        one, other = self.player(a), self.player(b)
        if c1_have_met(one, other):
            return Cause((a, b), self.context.met(one.number, other.number))
        if frozenset((one.number, other.number)) in bracket.field.position.forbidden:
            return self._cause((a, b), "barred")
        if c3_same_absolute(bracket.traits[a], bracket.traits[b]):
            colour = str(bracket.traits[a].preference.colour)
            return self._cause((a, b), "both-without-fail", colour=colour)
        return None

    def _costly(self, circle: Sequence[int], changed: Sequence[tuple[int, int]]) -> list[Cause]:
        """By the first criterion in which the ideal of the circle is the worse one."""
        candidate = self.candidate
        ideally = [candidate.costs_of(a, b) for a, b in changed]
        drawn = [
            candidate.costs_of(a, b)
            for a, b in ((a, candidate.partner[a]) for a in circle)
            if b == FLOATS or a < b
        ]
        for number, name in enumerate(candidate.bracket.names):
            ideal_sum = sum(costs[number] for costs in ideally)
            drawn_sum = sum(costs[number] for costs in drawn)
            if ideal_sum < drawn_sum:
                return []
            if ideal_sum > drawn_sum:
                pairs = zip(changed, ideally, strict=True)
                return [self._cost(a, b, name) for (a, b), costs in pairs if costs[number]]
        return []

    def _cost(self, a: int, b: int, name: str) -> Cause:
        """What a criterion has against a pair or a downfloat, and which of them it concerns."""
        criterion = name.partition(".")[0]
        bracket = self.candidate.bracket
        colour = bracket.traits[a].preference.colour
        if criterion in _OF_A_PAIR:
            due = OTHER[colour] if criterion == "C11" and colour else colour
            return self._cause((a, b), _OF_A_PAIR[criterion], colour=due or "")
        if criterion == "C9":
            return self._cause((a,), UNPLAYED, count=bracket.traits[a].unplayed)
        last = bracket.field.position.round - 1
        round = last if criterion in ("C14", "C15", "C18", "C19") else last - 1
        if b == FLOATS:
            number = self.player(a).number
            return Cause((a,), self.context.went_down(number, round, criterion))
        # in a pair only the one who comes from the lower score can float up
        return self._cause((max(a, b),), "floated-up", round=round, by_rule=criterion)

    def _floating(self, changed: Sequence[tuple[int, int]]) -> Iterator[Cause]:
        """Nothing else speaks against it: those below would be the worse for it."""
        for a, b in changed:
            if b == FLOATS and self.candidate.bracket.lower:
                yield self._cause((a,), "worse-below")


def clash(high: DutchPlayer, low: DutchPlayer) -> bool:
    """One of the two cannot have the colour he is due."""
    return preference(high.colours).clashes(preference(low.colours))


def colour_reason(context: Context, high: DutchPlayer, low: DutchPlayer) -> Reason:
    """The article that decided, with the two whom it looked at."""
    initial = context.table.position.initial
    decided = next((article for article in ARTICLES if article(high, low) is not None), None)
    colour = colour_of_higher(high, low, initial)
    if decided is None:
        who = context.id(high.number)
        return Reason.of("neither-due", player=who, number=high.number, colour=colour)
    if decided is both_granted:
        wishes = [(player, preference(player.colours).colour) for player in (high, low)]
        due = tuple((context.id(p.number), str(c)) for p, c in wishes if c is not None)
        return Reason.of("both-granted", due=due)
    wish = preference(high.colours).colour
    assert wish is not None
    favoured, other = (high, low) if colour == wish else (low, high)
    because = Reason.of("ranks-higher", player=context.id(high.number))
    if decided is stronger_granted:
        because = _stronger(favoured, other)
    elif decided is alternated:
        because = _alternated(context, favoured, other)
    who = context.id(favoured.number)
    return Reason.of("both-due-one-colour", colour=wish, player=who, because=because)


def _stronger(favoured: DutchPlayer, other: DutchPlayer) -> Reason:
    one, two = preference(favoured.colours), preference(other.colours)
    if one.strength != two.strength:
        strengths = (one.strength.name.lower(), two.strength.name.lower())
        return Reason.of("stronger", over=strengths[0], under=strengths[1])
    return Reason.of("wider", over=abs(one.difference), under=abs(two.difference))


def _alternated(context: Context, favoured: DutchPlayer, other: DutchPlayer) -> Reason:
    """The latest game in which the two had different colours."""
    games = zip(reversed(favoured.colours), reversed(other.colours), strict=False)
    back = next(n for n, (mine, yours) in enumerate(games, start=1) if mine != yours)
    colour = "W" if favoured.colours[-back] == "W" else "B"
    had = tuple(
        (context.id(player.number), has, context.game_rounds(player.number)[-back])
        for player, has in ((favoured, colour), (other, OTHER["W" if colour == "W" else "B"]))
    )
    return Reason.of("alternated", had=had)
