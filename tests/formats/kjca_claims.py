"""Checks what a KJCA proposal says of floats and byes, clause by clause, by counting over
everything possible.

`Truth` holds one round of a small event without locks and dead ends; `of_board` and `of_bye` take
a text apart and fail on a clause that is not true, or that they do not know.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from engine.event import Event
from engine.points import points_text
from engine.protocol import Proposal
from formats.kjca.field import Field, Seat
from tests.formats.kjca_reference import Floats, Game, Reference, legal, shun, third
from tests.formats.kjca_told import Told

POINTS = r"([\d½]+)"


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


class Truth(Told):
    """The way down of a round, and the judgement of every clause about it."""

    def __init__(self, event: Event, field: Field, proposal: Proposal, seen: Counter[str]) -> None:
        super().__init__(event, field, proposal, seen)
        byes = [b.entrant for b in proposal.byes if b.kind == "pairing"]
        had = max((s.byes for s in field.players if s.id in byes), default=0)
        self.ref = Watched(field.players, self.page, had)
        self.floats = self.ref.floats()
        self.groups = self.ref.groups

    def state_of(self, seat: Seat) -> State:
        """Where he was first sent down."""
        return next(s for s in self.ref.states if seat in s.chosen)

    def into(self, points: str) -> State:
        """The step whose floaters came into the group on these points."""
        return self.ref.states[self.number(points) - 1]

    def number(self, points: str) -> int:
        return next(i for i, g in enumerate(self.groups) if points_text(g[0].score) == points)

    # ---- floats

    def of_float(self, high: Seat, low: Seat, why: str) -> None:
        for clause in why.split("; "):
            if m := re.fullmatch(r"(P\d+) floats down: (.*)", clause):
                self.claim(self.at[m[1]] is high, clause)
                self.down(high, m[2])
            elif m := re.fullmatch(r"(P\d+) floats up: (.*)", clause):
                self.claim(self.at[m[1]] is low, clause)
                self.up(high, low, m[2])
            else:
                self.on_the_way(high, low, clause)

    def down(self, seat: Seat, text: str) -> None:
        state = self.state_of(seat)
        for part in parts_of(text):
            if part.startswith("a second downfloat: "):
                self.claim(seat.downfloats > 0, part)
                part = part.removeprefix("a second downfloat: ")
            self.claim(self.why_down(seat, state, part), part)

    def why_down(self, seat: Seat, state: State, text: str) -> bool:
        group, pool = self.groups[state.g], state.pool
        if m := re.fullmatch(r"(\d) float, with (none|\d) (what is|somebody would).*", text):
            fewer = range(len(pool) % 2, int(m[1]), 2)
            freely = m[3] == "what is"
            most = max(fewer) == (0 if m[2] == "none" else int(m[2]))
            held = not any(self.ref.with_count(state, n, freely) for n in fewer)
            return most and len(state.chosen) == int(m[1]) and held
        fresh = [s for s in pool if not s.downfloats]
        if re.fullmatch(rf"everybody on {POINTS} has floated down before", text):
            return all(s.downfloats for s in group)
        if re.fullmatch(rf"everybody left on {POINTS} has floated down before", text):
            return not fresh
        if re.fullmatch(rf"nobody left on {POINTS} without one can float alone .*", text):
            return not any(self.ref.works(state, (s,), False) for s in fresh)
        if re.fullmatch(r"no \d floaters who come before leave a draw within the rules", text):
            before = combinations(self.ref.candidates(state), len(state.chosen))
            early = []
            for chosen in before:
                if set(chosen) == set(state.chosen):
                    break
                early.append(chosen)
            return not any(self.ref.works(state, chosen, False) for chosen in early)
        if re.fullmatch(rf"lowest on {POINTS}, an odd group", text):
            return seat is group[-1] and (len(group) + len(state.arrived)) % 2 == 1
        if re.fullmatch(rf"lowest of those left on {POINTS}, an odd number", text):
            return seat is pool[-1] and len(pool) % 2 == 1
        return self.passed_over(state, text)

    def passed_over(self, state: State, text: str) -> bool:
        ref = self.ref
        if m := re.fullmatch(r"(P\d+) has floated down before", text):
            return self.at[m[1]].downfloats > 0
        if m := re.fullmatch(r"without (P\d+) the rest of the group cannot be drawn", text):
            left = ref.left(state.pool, state.arrived, (self.at[m[1]],))
            return not ref.drawable(left, False, set())
        if m := re.fullmatch(r"with (P\d+) floating what is left cannot be drawn legally", text):
            some = ref.candidates(state)
            sets = (c for n in range(1, len(some) + 1) for c in combinations(some, n))
            x = self.at[m[1]]
            return not any(x in chosen and ref.works(state, chosen, True) for chosen in sets)
        if m := re.fullmatch(r"with (P\d+) alone floating (what is left|somebody).*", text):
            alone = (self.at[m[1]],)
            possible = ref.works(state, alone, True)
            return not ref.works(state, alone, False) and possible == (m[2] == "somebody")
        return False

    def on_the_way(self, seat: Seat, low: Seat | None, text: str) -> None:
        """Why he did not stay in a group, and what rule 8 has to do with his game."""
        if m := re.fullmatch(rf"(P\d+) floats on from {POINTS}: (.*)", text):
            state = self.ref.states[self.number(m[2])]
            self.claim(self.at[m[1]] is seat and seat in state.chosen, text)
            if m[3] == "nobody left there can float alone within the rules":
                none = not any(self.ref.works(state, (s,), False) for s in state.pool)
                self.claim(none and len(state.chosen) == 1, m[3])
            else:
                self.claim(self.why_down(seat, state, m[3]), m[3])
        elif m := re.fullmatch(rf"nobody on {POINTS} can play (P\d+)", text):
            group = self.groups[self.number(m[1])]
            self.claim(not any(legal(seat, s, self.page) for s in group), text)
        elif m := re.fullmatch(rf"(.*), nobody else on {POINTS} is free to play (P\d+)", text):
            group = self.groups[self.number(m[2])]
            taken = set(re.findall(r"(P\d+) was taken by (P\d+)", m[1]))
            names = {s.name for s in group if legal(seat, s, self.page)}
            self.claim(names == {a for a, _ in taken} or len(taken) == 3, text)
            self.claim(all(self.took(self.into(m[2]), seat, a, f) for a, f in taken), text)
        elif m := re.fullmatch(r"what is left .* unless somebody passes by .*: P\d+ (.*)", text):
            left = [self.at[n] for n in re.findall(r"P\d+", m[1])]
            state = next(s for s in self.ref.states if left[0] in self.groups[s.g + 1])
            counts = range(len(state.pool) % 2, len(self.ref.candidates(state)) + 1, 2)
            self.claim(not any(self.ref.with_count(state, n, False) for n in counts), text)
            self.claim(all(legal(seat, s, self.page) for s in left), text)
        elif m := re.fullmatch(r"colours turned: (P\d+) would have (\w+) for the third .*", text):
            self.claim(third(self.at[m[1]], m[2][0]), text)
        elif low is not None and text.startswith("same "):
            self.claim(self.shared(seat, low, text), text)
        elif low is not None and (m := re.fullmatch(r"with (P.*) instead the round .*", text)):
            refused = self.ref.refused[seat.id, low.score]
            named = [self.at[n].id for n in re.findall(r"P\d+", m[1])]
            self.claim(named == refused[:3] and (len(refused) > 3) == ("more" in m[1]), text)
            self.claim(text.endswith(self.no_gain()), text)
        elif low is not None and (m := re.fullmatch(r"(with these .*) every draw (.*)", text)):
            state = self.into(points_text(low.score))
            up = m[2].endswith("floated up")
            others = [s for s in self.groups[state.g + 1] if not shun(seat, s, self.page)]
            near = [s for s in others if not (up and s.upfloats)]
            self.claim(not any(self.gives(state, seat, s, m[1]) for s in near), text)
        else:
            self.claim(text == "rule 8 may alter no board" and not self.page.avoid_cost, text)

    def took(self, state: State, floater: Seat, name: str, by: str) -> bool:
        """That a floater above has taken somebody."""
        pair = (self.at[by], self.at[name])
        return pair in state.new and self.ref.order.index(pair[0]) < self.ref.order.index(floater)

    def gives(self, state: State, floater: Seat, other: Seat, given: str) -> bool:
        """Whether a game leaves a draw within the rules with these floaters."""
        if not legal(floater, other, self.page):
            return False
        order = self.ref.order
        floaters = [s for s in order if s in state.chosen or s in state.onward]
        fixed = [g for g in state.new if order.index(g[0]) < order.index(floater)]
        if "choosing first" not in given:
            fixed = []
        strict = not self.passes_by(state)
        return any(
            (floater, other) in games
            and all(g in games for g in fixed)
            and self.ref.below(state.g, games, passing)
            for games, passing in self.ref.seatings(state.g, floaters, [], not strict)
        )

    def passes_by(self, state: State) -> bool:
        return not self.ref.works(state, state.chosen, False)

    # ---- upfloats

    def up(self, high: Seat, low: Seat, text: str) -> None:
        group = self.groups[self.number(points_text(low.score))]
        state = self.into(points_text(low.score))
        for part in parts_of(text):
            if part.startswith("a second upfloat: "):
                self.claim(low.upfloats > 0, part)
                part = part.removeprefix("a second upfloat: ")
            fresh = [s for s in group if not s.upfloats]
            if part == "highest of the group":
                self.claim(low is group[0], part)
            elif m := re.fullmatch(r"(P\d+) was taken by (P\d+)", part):
                self.claim(self.took(state, high, m[1], m[2]), part)
            elif m := re.fullmatch(r"(P\d+) has floated up before", part):
                self.claim(self.at[m[1]].upfloats > 0, part)
            elif re.fullmatch(rf"nobody left on {POINTS} without one can play P\d+", part):
                taken = [o for f, o in state.new if self.above(f, high)]
                near = [s for s in fresh if s not in taken and legal(high, s, self.page)]
                self.claim(not near, part)
            elif m := re.fullmatch(rf"(with these .*) nobody left on {POINTS} without .*", part):
                self.claim(not any(self.gives(state, high, s, m[1]) for s in fresh), part)
            elif m := re.fullmatch(r"(with these .*) no draw within the rules \((P\d+)\)", part):
                self.claim(not self.gives(state, high, self.at[m[2]], m[1]), part)
            elif m := re.fullmatch(r"what is left then cannot be drawn legally \((P\d+)\)", part):
                self.claim(not self.drawn_with(state, high, self.at[m[1]]), part)
            elif m := re.fullmatch(r"(the round would .*) \((P\d+)\)", part):
                refused = self.ref.refused[high.id, low.score]
                self.claim(self.at[m[2]].id in refused and m[1] == self.no_gain(), part)
            else:
                m = re.fullmatch(r"(.*) \((P\d+)\)", part)
                self.claim(bool(m and self.hindered(high, self.at[m[2]], m[1])), part)

    def no_gain(self) -> str:
        cost = self.page.avoid_cost
        return f"the round would have no fewer such games at {cost} board{'s' * (cost != 1)} each"

    def above(self, a: Seat, b: Seat) -> bool:
        return self.ref.order.index(a) < self.ref.order.index(b)

    def drawn_with(self, state: State, floater: Seat, other: Seat) -> bool:
        """Whether all that was not settled above can be drawn besides that game."""
        lower = [s for g in self.groups[state.g + 1 :] for s in g]
        guests = [s for game in state.arrived for s in game]
        rest = [*state.pool, *guests, *state.onward, *lower]
        rest = [s for s in rest if s not in (floater, other)]
        return self.ref.drawable(rest, True, set())

    # ---- the bye

    def of_bye(self, seat: Seat, why: str) -> None:
        last = self.groups[-1]
        taken = [o for _, o in self.ref.states[-1].new] if self.ref.states else []
        pool = [s for s in last if s not in taken]
        arrived = self.ref.states[-1].new if self.ref.states else []
        end = State(len(self.groups) - 1, pool, arrived, [])
        for clause in why.split("; "):
            head, _, rest = clause.partition(": ")
            if clause == "another bye: no legal draw gives it to somebody who has had fewer":
                fewer = [s for s in self.ref.order if s.byes < seat.byes]
                others = ([s for s in self.ref.order if s is not x] for x in fewer)
                self.claim(not any(self.ref.drawable(o, False, set()) for o in others), clause)
            elif head == "nobody left in the last group can have the bye":
                for part in parts_of(rest):
                    self.claim(self.no_bye(end, part), part)
            elif m := re.fullmatch(r"(P\d+) floats down: (.*)", clause):
                self.down(seat, m[2])
            elif clause == "lowest of the last group":
                self.claim(seat is last[-1], clause)
            elif clause == "lowest of those left in the last group":
                self.claim(seat is pool[-1], clause)
            elif seat in last:
                for part in parts_of(clause):
                    self.claim(self.no_bye(end, part), part)
            else:
                self.on_the_way(seat, None, clause)

    def no_bye(self, end: State, text: str) -> bool:
        if m := re.fullmatch(r"(P\d+) has had the bye", text):
            return self.at[m[1]].byes > self.ref.byes
        return self.passed_over(end, text)


def parts_of(text: str) -> Iterable[str]:
    """The reasons of a list, without `and 2 more`."""
    text = re.sub(r" and \d+ more$", "", text)
    text = text.replace(", those above choosing first, ", " (those above choosing first) ")
    text = text.replace(", an odd", " an odd").replace(", with none ", " with none ")
    text = re.sub(r"(\d float), with (\d)", r"\1 with \2", text)
    for part in text.split(", "):
        part = part.replace(" an odd", ", an odd")
        yield re.sub(r"(\d float) with (none|\d)", r"\1, with \2", part)
