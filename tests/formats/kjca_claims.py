"""Checks what a KJCA proposal says of its boards and its bye, fact by fact, by counting over
everything possible.

`Claims` holds one round of a small event without locks and dead ends. It fails on a fact that is
not true, and on a reason that it does not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from engine.event import Event
from engine.protocol import Proposal
from engine.reasons import Reason, Reasons
from formats.kjca.field import KjcaField, Seat
from formats.wording import MORE
from tests.formats.kjca_reference import (
    Floats,
    Game,
    GroupDraw,
    Page,
    Reference,
    best_group,
    legal,
    shun,
    third,
)


class State:
    """One group of the reference's way down, with what it chose."""

    def __init__(self, g: int, pool: list[Seat], arrived: list[Game], onward: list[Seat]) -> None:
        self.g, self.pool, self.arrived, self.onward = g, pool, list(arrived), list(onward)
        self.chosen: tuple[Seat, ...] = ()
        self.new: list[Game] = []


class Watched(Reference):
    """The reference, keeping every state of its way down."""

    states: list[State]

    def way(self) -> Floats:
        self.states = []
        return super().way()

    def step(
        self, g: int, pool: list[Seat], arrived: list[Game], onward: list[Seat]
    ) -> tuple[tuple[Seat, ...], list[Game], list[Seat]]:
        state = State(g, pool, arrived, onward)
        found = super().step(g, pool, arrived, onward)
        state.chosen, state.new = found[0], found[1]
        self.states.append(state)
        return found

    def works(self, state: State, chosen: Sequence[Seat], passing_by: bool) -> bool:
        """Whether these can float, with some opponents or other."""
        left = self.left(state.pool, state.arrived, chosen)
        floaters = [s for s in self.order if s in chosen or s in state.onward]
        return self.drawable(left, False, set()) and any(
            self.below(state.g, games, passing)
            for games, passing in self.seatings(state.g, floaters, [], passing_by)
        )

    def candidates(self, state: State) -> list[Seat]:
        fresh = [s for s in reversed(state.pool) if not s.downfloats]
        again = [s for s in reversed(state.pool) if s.downfloats]
        return fresh + again + [f for f in reversed(self.order) if f in dict(state.arrived)]

    def with_count(self, state: State, count: int, passing_by: bool) -> bool:
        """Whether any so many can float."""
        sets = combinations(self.candidates(state), count)
        return any(self.works(state, chosen, passing_by) for chosen in sets)


class Claims:
    """One round, and a count of the claims that were checked by their code."""

    def __init__(
        self, event: Event, field: KjcaField, proposal: Proposal, seen: Counter[str]
    ) -> None:
        self.event, self.proposal, self.seen = event, proposal, seen
        self.page = Page(bars=field.bars, allowed=field.allowed, avoid_cost=field.avoid_cost)
        self.at = {s.id: s for s in field.players}

    def claim(self, true: bool | None, reason: Reason) -> None:
        self.seen[reason.code] += 1
        assert true, (self.proposal.round, reason, self.proposal.matches, self.proposal.byes)

    def met_in(self, a: Seat, b: Seat) -> int | None:
        both = {a.id, b.id}
        games = ((r.number, m) for r in self.event.rounds for m in r.matches)
        return next((no for no, m in games if set(m.pair) == both and m.result), None)

    def hindered(self, a: Seat, b: Seat, reason: Reason) -> bool | None:
        """The truth of a reason against a game; None if it is another sort of reason."""
        if reason.code not in ("met", "third-colour", "barred", "in-common"):
            return None
        if set(reason["players"]) != {a.id, b.id}:
            return False
        if reason.code == "met":
            return bool(self.met_in(a, b) == reason["round"])
        if reason.code == "third-colour":
            return bool(third(a, reason["colour"]) and third(b, reason["colour"]))
        if reason.code == "barred":
            return frozenset((a.id, b.id)) in self.page.bars
        return self.shared(a, b, reason) and shun(a, b, self.page)

    def shared(self, a: Seat, b: Seat, reason: Reason) -> bool:
        """`in-common`: school, club or family of two entries."""
        one, two = self.event.entrant(a.id), self.event.entrant(b.id)
        return reason.code == "in-common" and all(
            getattr(one, f) == v == getattr(two, f) for f, v in reason["shared"]
        )

    def let_meet(self, a: Seat, b: Seat, reason: Reason) -> bool:
        """`allowed`, `alone-on-top`: two who share something, and why rule 8 lets them meet."""
        pair, number = {a.id, b.id}, self.proposal.round
        told = any(
            {i.a, i.b} == pair and i.kind == "allow" and i.round in (None, number)
            for i in self.event.instructions
        )
        top = {s.id for s in self.at.values() if s.score == number - 1}
        last = number == self.event.settings.rounds and top == pair
        return bool(a.ties & b.ties) and (told if reason.code == "allowed" else last and not told)

    def turned(self, low: Seat, reason: Reason) -> bool:
        """`colours-turned`: the lower player's third colour."""
        return self.at[reason["player"]] is low and third(low, reason["colour"])


class GroupClaims:
    """A score group as it is drawn, players in order."""

    def __init__(self, claims: Claims, players: Sequence[Seat]) -> None:
        self.claims, self.players, self.half = claims, players, len(players) // 2
        best = best_group(players, claims.page)
        assert best is not None
        self.best: GroupDraw = best
        self.card = {s.id: i for i, s in enumerate(players)}
        self.plays = {self.card[a.id]: self.card[b.id] for a, b in best.games}
        self.plays |= {b: a for a, b in self.plays.items()}

    def ideal(self, card: int) -> int:
        return card + self.half if card < self.half else card - self.half

    def numbered(self, id: str, number: int) -> int:
        """A player's place in the group, if that is the number of the card told with his name."""
        card = self.card[id]
        assert number == card + 1, (id, number)
        return card

    def of_board(self, high: Seat, low: Seat, reasons: Reasons) -> None:
        a, b = self.card[high.id], self.card[low.id]
        assert self.plays[a] == b
        changed = self.ideal(a) != b
        assert changed == (bool(reasons) and reasons[0].code == "ideal"), reasons
        for number, reason in enumerate(reasons):
            before = reasons[number - 1].code if number else ""
            self.claims.claim(self.true(a, b, reason, before), reason)

    def true(self, a: int, b: int, reason: Reason, before: str) -> bool | None:
        claims, players = self.claims, self.players
        board = min(a, self.ideal(a))
        if reason.code == "ideal":
            mine = self.numbered(reason["player"], reason["card"]) == a
            return mine and self.numbered(reason["opponent"], reason["ideal_card"]) == self.ideal(a)
        if reason.code == "gives-way":
            one, other = reason["players"]
            i, j = self.numbered(one, reason["high"]), self.numbered(other, reason["low"])
            against = claims.hindered(players[i], players[j], reason["because"])
            return j == i + self.half and i != board and self.plays[i] != j and against
        if reason.code == "exchanged":
            x, y = map(self.numbered, reason["players"], reason["cards"])
            crossed = self.plays[x] == self.ideal(y) and self.plays[y] == self.ideal(x)
            return crossed and bool({a, b} & {x, y})
        if reason.code == "change-places":
            cards = set(map(self.numbered, reason["players"], reason["cards"]))
            boards = {min(c, self.ideal(c)) for c in cards}
            both = {c for i in boards for c in (i, i + self.half)}
            closed = {self.plays[c] for c in both} == both
            moved = all(self.plays[c] != self.ideal(c) for c in cards)
            return closed and moved and {a, b} <= both
        if reason.code == "colours-turned":
            return claims.turned(players[b], reason)
        if reason.code in ("allowed", "alone-on-top"):
            return claims.let_meet(players[a], players[b], reason)
        if reason.code.startswith("avoiding-"):
            return self.price(a, b, reason)
        if claims.shared(players[a], players[b], reason) and before != "ideal":
            return set(reason["players"]) == {players[a].id, players[b].id}
        ideal = claims.hindered(players[board], players[board + self.half], reason)
        return before == "ideal" and ideal

    def price(self, a: int, b: int, reason: Reason) -> bool:
        """What the draw would be without this game."""
        pair = frozenset((self.players[a].id, self.players[b].id))
        page = replace(self.claims.page, bars=self.claims.page.bars | {pair})
        other = best_group(self.players, page)
        if reason.code == "avoiding-impossible":
            return other is None
        if other is None:
            return False
        games = self.best.avoided_not - other.avoided_not
        more = other.altered - self.best.altered
        if reason.code == "avoiding-costs":
            most = games * page.avoid_cost
            return (reason["boards"], reason["most"]) == (more, most) and games > 0
        assert reason.code == "avoiding-brings-another"
        return games <= 0 and max(more, 0) == reason["boards"]


class FloatClaims(Claims):
    """The way down of a round, and the judgement of every claim about it."""

    def __init__(
        self, event: Event, field: KjcaField, proposal: Proposal, seen: Counter[str]
    ) -> None:
        super().__init__(event, field, proposal, seen)
        byes = [b.entrant for b in proposal.byes if b.kind == "pairing"]
        had = max((s.byes for s in field.players if s.id in byes), default=0)
        self.ref = Watched(field.players, self.page, had)
        self.floats = self.ref.floats()
        self.groups = self.ref.groups

    def state_of(self, seat: Seat) -> State:
        """Where he was first sent down."""
        return next(s for s in self.ref.states if seat in s.chosen)

    def into(self, score: Decimal) -> State:
        """The step whose floaters came into the group on these points."""
        return self.ref.states[self.number(score) - 1]

    def number(self, score: Decimal) -> int:
        return next(i for i, g in enumerate(self.groups) if g[0].score == score)

    def ids(self, *ids: str) -> list[Seat]:
        return [self.at[id] for id in ids]

    # ---- who floats down

    def of_float(self, high: Seat, low: Seat, reasons: Reasons) -> None:
        assert [r.code for r in reasons[:1]] == ["downfloat"]
        for reason in reasons:
            if reason.code == "downfloat":
                self.down(high, reason)
            elif reason.code == "upfloat":
                self.up(high, low, reason)
            else:
                self.on_the_way(high, low, reason)

    def down(self, seat: Seat, reason: Reason) -> None:
        state = self.state_of(seat)
        self.claim(self.at[reason["player"]] is seat and reason["score"] == seat.score, reason)
        for part in reason["because"]:
            if part.code == "second-downfloat":
                self.claim(seat.downfloats > 0, part)
                part = part["because"]
            if part.code != MORE:
                self.claim(self.why_down(seat, state, part), part)

    def why_down(self, seat: Seat, state: State, reason: Reason) -> bool:
        group, pool, ref = self.groups[state.g], state.pool, self.ref
        if "score" in reason.facts:
            assert reason["score"] == group[0].score
        fresh = [s for s in pool if not s.downfloats]
        match reason.code:
            case "several-float":
                fewer = range(len(pool) % 2, reason["count"], 2)
                held = not any(ref.with_count(state, n, reason["forced"]) for n in fewer)
                counted = len(state.chosen) == reason["count"] == reason["fewer"] + 2
                return counted and max(fewer) == reason["fewer"] and held
            case "all-floated":
                return all(s.downfloats for s in group)
            case "all-left-floated":
                return not fresh
            case "none-alone":
                return not any(ref.works(state, (s,), False) for s in fresh)
            case "none-earlier":
                early = []
                for chosen in combinations(ref.candidates(state), reason["count"]):
                    if set(chosen) == set(state.chosen):
                        break
                    early.append(chosen)
                return not any(ref.works(state, chosen, False) for chosen in early)
            case "lowest-odd":
                return seat is group[-1] and (len(group) + len(state.arrived)) % 2 == 1
            case "lowest-left-odd":
                return seat is pool[-1] and len(pool) % 2 == 1
        return self.passed_over(state, reason)

    def passed_over(self, state: State, reason: Reason) -> bool:
        ref, other = self.ref, self.at[reason["player"]]
        alone = ref.works(state, (other,), True), ref.works(state, (other,), False)
        match reason.code:
            case "floated-down":
                return other.downfloats > 0
            case "rest-undrawable":
                left = ref.left(state.pool, state.arrived, (other,))
                return not ref.drawable(left, False, set())
            case "below-undrawable":
                some = ref.candidates(state)
                sets = (c for n in range(1, len(some) + 1) for c in combinations(some, n))
                return not any(
                    other in chosen and ref.works(state, chosen, True) for chosen in sets
                )
            case "alone-undrawable":
                return alone == (False, False)
            case "alone-passes-by":
                return alone == (True, False)
        return False

    # ---- and on from group to group

    def on_the_way(self, seat: Seat, low: Seat | None, reason: Reason) -> None:
        """Why he did not stay in a group, and what rule 8 has to do with his game."""
        if reason.code not in ("colours-turned", "in-common") and "player" in reason.facts:
            assert self.at[reason["player"]] is seat
        match reason.code:
            case "floats-on":
                state = self.ref.states[self.number(reason["score"])]
                self.claim(seat in state.chosen, reason)
                for part in reason["because"]:
                    none = not any(self.ref.works(state, (s,), False) for s in state.pool)
                    if part.code == "none-alone-there":
                        self.claim(none and len(state.chosen) == 1, part)
                    else:
                        self.claim(self.why_down(seat, state, part), part)
            case "none-legal":
                group = self.groups[self.number(reason["score"])]
                self.claim(not any(legal(seat, s, self.page) for s in group), reason)
            case "all-taken":
                group = self.groups[self.number(reason["score"])]
                taken = [part for part in reason["because"] if part.code == "taken"]
                some = {s.id for s in group if legal(seat, s, self.page)}
                named, more = {part["player"] for part in taken}, len(some) - len(taken)
                self.claim(
                    named <= some and more == sum(r.get("count", 0) for r in reason["because"]),
                    reason,
                )
                state = self.into(reason["score"])
                assert all(self.took(state, seat, part) for part in taken)
            case "passes-by":
                left = self.ids(*reason["passed"])
                state = self.into(reason["score"])
                counts = range(len(state.pool) % 2, len(self.ref.candidates(state)) + 1, 2)
                self.claim(not any(self.ref.with_count(state, n, False) for n in counts), reason)
                assert all(legal(seat, s, self.page) for s in left)
            case "colours-turned":
                self.claim(low is not None and self.turned(low, reason), reason)
            case "in-common":
                self.claim(low is not None and self.shared(seat, low, reason), reason)
            case "allowed" | "alone-on-top":
                self.claim(low is not None and self.let_meet(seat, low, reason), reason)
            case "rule-8-powerless":
                self.claim(not self.page.avoid_cost, reason)
            case "no-gain-instead":
                assert low is not None
                refused = self.ref.refused[seat.id, low.score]
                self.claim([*reason["tried"]] == refused[:3] and reason["more"] == len(refused[3:])
                           and reason["cost"] == self.page.avoid_cost, reason)  # fmt: skip
            case "every-draw-has-one":
                assert low is not None
                state = self.into(low.score)
                others = [s for s in self.groups[state.g + 1] if not shun(seat, s, self.page)]
                near = [s for s in others if not (reason["or_second_upfloat"] and s.upfloats)]
                self.claim(not any(self.gives(state, seat, s, reason) for s in near), reason)
            case _:
                self.claim(False, reason)

    def took(self, state: State, floater: Seat, reason: Reason) -> bool:
        """`taken`: a floater above has taken somebody."""
        by, other = self.at[reason["by"]], self.at[reason["player"]]
        return (by, other) in state.new and self.above(by, floater)

    def gives(self, state: State, floater: Seat, other: Seat, reason: Reason) -> bool:
        """Whether a game leaves a draw within the rules with these floaters, those above having
        chosen first where the reason says so."""
        if not legal(floater, other, self.page):
            return False
        floaters = [s for s in self.ref.order if s in state.chosen or s in state.onward]
        fixed = (
            [g for g in state.new if self.above(g[0], floater)] if reason["after_others"] else []
        )
        passing_by = not self.ref.works(state, state.chosen, False)
        return any(
            (floater, other) in games
            and all(g in games for g in fixed)
            and self.ref.below(state.g, games, passing)
            for games, passing in self.ref.seatings(state.g, floaters, [], passing_by)
        )

    def above(self, a: Seat, b: Seat) -> bool:
        return self.ref.order.index(a) < self.ref.order.index(b)

    # ---- who floats up

    def up(self, high: Seat, low: Seat, reason: Reason) -> None:
        self.claim(self.at[reason["player"]] is low, reason)
        for part in reason["because"]:
            if part.code == "second-upfloat":
                self.claim(low.upfloats > 0, part)
                part = part["because"]
            if part.code != MORE:
                self.claim(self.why_up(high, low, part), part)

    def why_up(self, high: Seat, low: Seat, reason: Reason) -> bool | None:
        state, group = self.into(low.score), self.groups[self.number(low.score)]
        fresh = [s for s in group if not s.upfloats]
        other = self.at[reason["player"]] if "player" in reason.facts else low
        match reason.code:
            case "highest":
                return low is group[0]
            case "taken":
                return self.took(state, high, reason)
            case "floated-up":
                return other.upfloats > 0
            case "none-fresh-legal":
                taken = [o for f, o in state.new if self.above(f, high)]
                near = [s for s in fresh if s not in taken and legal(high, s, self.page)]
                return other is high and not near
            case "none-fresh-drawable":
                return not any(self.gives(state, high, s, reason) for s in fresh)
            case "no-draw":
                return not self.gives(state, high, other, reason)
            case "then-undrawable":
                return not self.drawn_with(state, high, other)
            case "no-gain":
                refused = self.ref.refused[high.id, low.score]
                return other.id in refused and reason["cost"] == self.page.avoid_cost
            case "hindered":
                return self.hindered(high, other, reason["because"])
        return False

    def drawn_with(self, state: State, floater: Seat, other: Seat) -> bool:
        """Whether all that was not settled above can be drawn besides that game."""
        lower = [s for g in self.groups[state.g + 1 :] for s in g]
        guests = [s for game in state.arrived for s in game]
        rest = [*state.pool, *guests, *state.onward, *lower]
        rest = [s for s in rest if s not in (floater, other)]
        return self.ref.drawable(rest, True, set())

    # ---- the bye

    def of_bye(self, seat: Seat, reasons: Reasons) -> None:
        assert reasons
        last = self.groups[-1]
        arrived = self.ref.states[-1].new if self.ref.states else []
        pool = [s for s in last if s not in [o for _, o in arrived]]
        end = State(len(self.groups) - 1, pool, arrived, [])
        for reason in reasons:
            match reason.code:
                case "bye-again":
                    fewer = [s for s in self.ref.order if s.byes < seat.byes]
                    others = ([s for s in self.ref.order if s is not x] for x in fewer)
                    none = not any(self.ref.drawable(o, False, set()) for o in others)
                    self.claim(none, reason)
                case "none-left-may-have-bye" | "passed-over":
                    self.claim((seat in last) == (reason.code == "passed-over"), reason)
                    for part in reason["because"]:
                        if part.code != MORE:
                            self.claim(self.no_bye(end, part), part)
                case "downfloat":
                    self.down(seat, reason)
                case "lowest-last":
                    self.claim(seat is last[-1], reason)
                case "lowest-left-last":
                    self.claim(seat is pool[-1], reason)
                case _:
                    self.on_the_way(seat, None, reason)

    def no_bye(self, end: State, reason: Reason) -> bool:
        if reason.code == "had-bye":
            return self.at[reason["player"]].byes > self.ref.byes
        return self.passed_over(end, reason)
