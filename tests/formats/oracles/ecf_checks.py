"""Holds drawn rounds of the English Swiss against the second reading of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from engine.event import Event
from engine.protocol import Proposal
from tests.formats.oracles.ecf_field import Card, accelerating, by_rank, field_before
from tests.formats.oracles.ecf_oracle import (
    Groups,
    Legal,
    accelerated_bye,
    best_value,
    bye_of,
    met_by,
    outward,
    pairing_groups,
)
from tests.formats.oracles.swiss_events import Plan, plans, rounds

Pairs = list[tuple[Card, Card]]


class Seen:
    """A drawn round and what the oracle knows of it."""

    def __init__(self, plan: Plan, event: Event, proposal: Proposal) -> None:
        self.plan, self.event, self.proposal = plan, event, proposal
        self.number = proposal.round
        self.mode = str(plan.settings.get("acceleration", "none"))
        self.graded = plan.settings.get("pairing", "graded") == "graded"
        self.cards = field_before(event, self.mode)
        resting = {b.entrant for b in proposal.byes}
        here = [e.id for e in event.entrants if e.to_be_paired(self.number)]
        self.here = by_rank(self.cards[id] for id in here)
        self.paired = [c for c in self.here if c.id not in resting]
        self.legal = Legal(self.here)
        self.where = f"seed {plan.seed}, round {self.number}"

    def groups(self) -> dict[str, Pairs]:
        """Games by the name of their group, higher-graded player first."""
        found: dict[str, Pairs] = {}
        for m in self.proposal.matches:
            one, two = by_rank((self.cards[m.white], self.cards[m.black]))
            found.setdefault(m.group, []).append((one, two))
        return found

    def named(self, letter: str) -> Pairs:
        """Games of the group of that letter; not those of its players among themselves."""
        return [
            game
            for name, games in self.groups().items()
            if name.startswith(f"({letter})") and "among themselves" not in name
            for game in games
        ]


def ids(players: Iterable[Card]) -> list[str]:
    """In grading order."""
    return [c.id for c in by_rank(players)]


def quiet(seed: int, sizes: Sequence[int], **settings: Any) -> Plan:
    """No locks, bars or late entries."""
    plan = replace(plans("ecf", seed, sizes, **settings), words=0, late=0)
    return replace(plan, rounds=min(max(plan.rounds, 5), plan.players // 2 + 1))


def acceleration_faults(seen: Seen, count: Counter[str]) -> Iterable[str]:
    """Whether it goes on, and who is in which group."""
    if seen.number == 1 or not seen.legal.strict or any(c.top is None for c in seen.cards.values()):
        return
    fixed = seen.plan.settings.get("acceleration_rounds")
    on = accelerating(seen.event, seen.mode, fixed)
    lettered = any(m.group.startswith("(") for m in seen.proposal.matches)
    if on != lettered:
        full = Fraction(seen.number - 1)
        lead = [c for c in seen.paired if c.score >= full - Fraction(1, 2)]
        if lettered or any(c.score == full for c in lead):
            yield f"{seen.where}: acceleration {on}, drawn {lettered}"
    if not on:
        return
    count["accelerated rounds"] += 1
    yield from _faults_of_groups(seen, count)


def _faults_of_groups(seen: Seen, count: Counter[str]) -> Iterable[str]:
    wanted = pairing_groups(seen.here, seen.number, seen.mode, seen.legal)
    a = seen.named("a")
    own = [c for c in seen.paired if c.top and c.score == seen.number - 1]
    floats = [g for g in a if not (g[0] in own and g[1] in own)]
    if not seen.legal.pairable([*wanted.rest, *wanted.c]):
        # who is taken must leave a draw below: the draw is to look further than the groups
        count["rest without a draw"] += 1
        return
    if len(floats) != len(own) % 2 or (len(own) % 2 and wanted.floater is None):
        count["(a) with more floaters"] += 1
        return
    if wanted.floater is not None:
        count["(a) odd"] += 1
        if set(floats[0]) != set(wanted.floater):
            yield f"{seen.where}: (a) floats {ids(floats[0])}, not {ids(wanted.floater)}"
            return
    yield from _faults_of_sides(seen, "b", wanted.b, count)
    if seen.mode == "advanced":
        yield from _faults_of_second(seen, wanted, count)


def _faults_of_sides(
    seen: Seen, letter: str, wanted: tuple[list[Card], list[Card]], count: Counter[str]
) -> Iterable[str]:
    games = seen.named(letter)
    tops, bottoms = (
        ids(c for g in games for c in g if c.top),
        ids(c for g in games for c in g if not c.top),
    )
    count[f"({letter})"] += bool(games)
    if (tops, bottoms) != (ids(wanted[0]), ids(wanted[1])):
        yield f"{seen.where}: ({letter}) {tops} v {bottoms}, not {list(map(ids, wanted))}"


def _faults_of_second(seen: Seen, wanted: Groups, count: Counter[str]) -> Iterable[str]:
    games = seen.named("c")
    if wanted.counted:
        count["counting step"] += 1
    c = [*wanted.c, *(wanted.c_floater or ())]
    if not seen.legal.pairable(wanted.c) or len(wanted.c) % 2:
        count["(c) with more floaters"] += 1
        return
    if ids(p for g in games for p in g) != ids(c):
        yield f"{seen.where}: (c) {ids(p for g in games for p in g)}, not {ids(c)} {wanted.counted}"
        return
    yield from _faults_of_sides(seen, "d", wanted.d, count)


def level_faults(seen: Seen, count: Counter[str], largest: int = 8) -> Iterable[str]:
    """Every level, floaters apart, is paired as well as can be by trying everything."""
    if seen.number == 1:
        return
    for name, games in seen.groups().items():
        two_sided = " v top" in name and "among" not in name
        own = games if two_sided else _own_games(name, games)
        if not 1 < len(own) <= largest // 2:
            continue
        players = [c for g in own for c in g]
        sides = None
        if two_sided:
            sides = (
                [c for c in by_rank(players) if c.top],
                [c for c in by_rank(players) if not c.top],
            )
        best = best_value(players, seen.legal, graded=seen.graded, sides=sides)
        assert best is not None
        count["levels"] += 1
        count["two-sided levels"] += two_sided
        least, value = best
        got = value(tuple(own))
        if got != least:
            yield f"{seen.where}, {name}: {[ids(g) for g in own]} is {got}, {least} can be"


def _own_games(name: str, games: Pairs) -> Pairs:
    """Without floaters: both on the group's own score, in the groups of a half both of it."""
    level = " and remaining " in name
    if name.startswith("(c)") and not level and any(not p.top or not q.top for p, q in games):
        # who of promoted players floats cannot be seen from scores and halves
        return []
    half = name.startswith("(") and not level
    return [g for g in games if g[0].score == g[1].score and not (half and g[0].top != g[1].top)]


def colour_faults(seen: Seen, count: Counter[str]) -> Iterable[str]:
    """Who is due different colours has them; else the stronger claim decides."""
    if seen.number == 1:
        return
    for m in seen.proposal.matches:
        white, black = seen.cards[m.white], seen.cards[m.black]
        broken = white.forbidden("W") or black.forbidden("B")
        turned = white.forbidden("B") or black.forbidden("W")
        if broken and not turned:
            yield f"{seen.where}: {m.pair} turned would keep to the bounds of colours"
        elif broken == turned:
            count["colours"] += 1
            if (white.due == "B" or black.due == "W") and white.due != black.due:
                yield f"{seen.where}: {m.pair} due {white.due} and {black.due}"
            elif white.due and white.due == black.due:
                yield from _faults_of_claims(seen, white, black)


def _faults_of_claims(seen: Seen, white: Card, black: Card) -> Iterable[str]:
    happy, turned = (white, black) if white.due == "W" else (black, white)
    if _claim(turned) > _claim(happy):
        yield f"{seen.where}: {turned.colours} gives way to {happy.colours}"
    elif _claim(turned) == _claim(happy):
        for h, t in zip(reversed(happy.colours), reversed(turned.colours), strict=False):
            if h != t:
                if h == happy.due:
                    yield f"{seen.where}: {turned.colours} gives way to {happy.colours}"
                break


def _claim(card: Card) -> int:
    """2 equalisation, 1 alternation."""
    return 1 + (card.colours.count("W") != card.colours.count("B"))


def bye_faults(seen: Seen, count: Counter[str]) -> Iterable[str]:
    """Rule 5 after the first round."""
    byes = [b.entrant for b in seen.proposal.byes if b.kind == "pairing"]
    if seen.number == 1 or not byes:
        return
    count["byes"] += 1
    fixed = seen.plan.settings.get("acceleration_rounds")
    if accelerating(seen.event, seen.mode, fixed):
        groups = pairing_groups(seen.here, seen.number, seen.mode, seen.legal)
        if _looks_further(seen, groups):
            count["byes of a draw that looks further than the groups"] += 1
            return
        wanted = accelerated_bye(groups.rest, seen.legal)
    else:
        wanted = bye_of(seen.here, seen.legal)
    if wanted is None:
        count["second byes"] += 1
    elif wanted.id != byes[0]:
        yield f"{seen.where}: bye {byes[0]}, not {wanted.id}"


def _looks_further(seen: Seen, wanted: Groups) -> bool:
    """Whether the groups of the rules leave no draw below, or more than one must float."""
    own = [c for c in seen.here if c.top and c.score == seen.number - 1]
    return (
        not seen.legal.pairable([*wanted.rest, *wanted.c])
        or not seen.legal.pairable(wanted.a)
        or (len(own) % 2 == 1 and wanted.floater is None)
        or len(wanted.c) % 2 == 1
        or not seen.legal.pairable(wanted.c)
        or bool(wanted.surplus)
    )


def float_faults(seen: Seen, count: Counter[str]) -> Iterable[str]:
    """Rule 7 in plain levels, from the draw's own decisions above: where exactly one must leave
    and the first whom the rules name has somebody to meet in the next level."""
    if seen.number == 1 or seen.mode != "none" or not seen.legal.strict:
        return
    partner = {}
    for m in seen.proposal.matches:
        one, two = seen.cards[m.white], seen.cards[m.black]
        partner[one], partner[two] = two, one
    levels = [
        list(g)
        for _, g in groupby(
            sorted(seen.paired, key=lambda c: (-c.score, c.rank)), key=lambda c: c.score
        )
    ]
    for n, level in enumerate(levels[:-1]):
        left = [c for c in level if partner[c].score <= c.score]
        below = [
            c for lower in levels[n + 1 :] for c in lower if partner[c].score <= level[0].score
        ]
        down = [c for c in left if partner[c].score < c.score]
        if len(left) % 2 == 0:
            if down and seen.legal.pairable(left) and seen.legal.pairable(below):
                yield f"{seen.where}: {ids(down)} float from an even level that can be paired"
            continue
        game = _first_float(left, levels[n + 1], below, seen.legal)
        if game is None:
            count["floats not named"] += 1
            continue
        count["floats"] += 1
        if [(c, partner[c]) for c in down] != [game]:
            yield f"{seen.where}: floats {[ids((c, partner[c])) for c in down]}, not {ids(game)}"


def _first_float(
    level: Sequence[Card], following: Sequence[Card], below: Sequence[Card], legal: Legal
) -> tuple[Card, Card] | None:
    for p in outward(level):
        if p.floated_down or not legal.pairable([q for q in level if q is not p]):
            continue
        pool = [
            q for q in following if q in below and legal.pairable([o for o in below if o is not q])
        ]
        met = met_by(p, pool, legal)
        if met is not None:
            return p, met
    return None


CHECKS = [acceleration_faults, level_faults, colour_faults, bye_faults, float_faults]


def sweep(
    seeds: Iterable[int], sizes: Sequence[int], **settings: Any
) -> tuple[list[str], Counter[str]]:
    """Everything that differs in those events, and how much was looked at."""
    count: Counter[str] = Counter()
    found = [
        f"{check.__name__}: {fault}"
        for seed in seeds
        for event, proposal in rounds(quiet(seed, sizes, **settings))
        for seen in [Seen(quiet(seed, sizes, **settings), event, proposal)]
        for check in CHECKS
        for fault in check(seen, count)
    ]
    return found, count
