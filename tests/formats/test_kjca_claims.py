"""Every reason that a KJCA proposal gives is true: counted anew over everything possible."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.entrants import Entrant
from engine.event import Event, Instruction, Round, RoundState
from engine.protocol import Proposal
from engine.reasons import STATED, Reason, codes
from engine.refusal import Refused
from engine.results import parse_game
from formats.kjca import Kjca
from formats.kjca.drawing import draw_round
from formats.kjca.field import Seat
from formats.kjca.proposing import field_of
from tests.formats.kjca_claims import Claims, FloatClaims, GroupClaims
from tests.sampling import each, sampled

KJCA = Kjca()


def some_event(lot: random.Random, fewest: int, most: int) -> Event:
    players = lot.randint(fewest, most)
    rounds = min(6, players if players % 2 else players - 1)
    schools = lot.choice([(), ("Weald", "Priory", "", ""), ("Weald", "Weald", "Priory", "")])
    entrants = tuple(
        Entrant(str(no), f"P{no}", 2000 - no, school=lot.choice(schools) if schools else "")
        for no in range(1, players + 1)
    )
    settings = KJCA.settings({"rounds": rounds, "avoid_cost": lot.choice([0, 1, 2, 2])})
    return Event("Test", "kjca", settings, entrants=entrants)


def published(event: Event, proposal: Proposal, lot: random.Random) -> Event:
    results = ["1-0", "1-0", "0-1", "0-1", "1/2-1/2"]
    matches = tuple(replace(m, result=parse_game(lot.choice(results))) for m in proposal.matches)
    return event.with_round(Round(proposal.round, RoundState.PUBLISHED, matches, proposal.byes))


def drawn(event: Event, lot: random.Random) -> tuple[Event, Proposal]:
    """The next round; now and then with a bar, if that leaves a draw."""
    if lot.random() < 0.2:
        a, b = lot.sample([e.id for e in event.entrants], 2)
        barred = replace(event, instructions=(Instruction("bar", a, b),))
        try:
            return barred, KJCA.draw(barred)
        except Refused:
            pass
    event = replace(event, instructions=())
    return event, KJCA.draw(event)


def check(event: Event, proposal: Proposal, seen: Counter[str]) -> None:
    """All facts of a round that has a legal draw."""
    claims = FloatClaims(event, field_of(event, proposal.round), proposal, seen)
    for part in claims.floats.groups:
        check_group(claims, [s for s in claims.ref.order if s.id in part])
    for match in proposal.matches:
        high, low = (s for s in claims.ref.order if s.id in match.pair)
        if (high.id, low.id) in claims.floats.games:
            claims.of_float(high, low, match.why)
    for bye in proposal.byes:
        claims.of_bye(next(s for s in claims.ref.order if s.id == bye.entrant), bye.why)


def check_group(claims: Claims, players: list[Seat]) -> None:
    """All facts of the boards within a group."""
    ids = {s.id for s in players}
    group = GroupClaims(claims, players) if players else None
    for match in claims.proposal.matches:
        if group is not None and set(match.pair) <= ids:
            high, low = (s for s in players if s.id in match.pair)
            group.of_board(high, low, match.why)


def check_event(seed: int, seen: Counter[str]) -> None:
    lot = random.Random(seed)
    event = some_event(lot, 4, 9)
    for number in range(1, event.settings.rounds + 1):
        event, proposal = drawn(event, lot)
        if number > 1 and not proposal.notes:
            check(event, proposal, seen)
            seen["rounds"] += 1
        event = published(event, proposal, lot)


def check_groups(seed: int, seen: Counter[str]) -> None:
    """The boards within groups of up to eight, in events too large to count all floats of."""
    lot = random.Random(seed)
    event = some_event(lot, 12, 30)
    for number in range(1, event.settings.rounds + 1):
        event, proposal = drawn(event, lot)
        field = field_of(event, number)
        if number > 1 and not proposal.notes:
            claims = Claims(event, field, proposal, seen)
            for group in draw_round(field).groups:
                if len(group.players) <= 8:
                    check_group(claims, [field.players[i] for i in group.players])
            seen["rounds"] += 1
        event = published(event, proposal, lot)


@each("seed", range(80))
def test_every_reason_is_true(seed: int) -> None:
    check_event(seed, Counter())


@pytest.mark.parametrize("seed", sampled(range(30), (0, 3, 6, 12, 18, 24, 27)))
def test_every_reason_within_groups_of_larger_events_is_true(seed: int) -> None:
    check_groups(seed, Counter())


@pytest.mark.slow
def test_every_reason_within_groups_of_200_larger_events_is_true() -> None:
    seen: Counter[str] = Counter()
    for seed in range(200):
        check_groups(seed, seen)
    assert seen["gives-way"] > 100
    assert seen["change-places"] > 50


@pytest.mark.slow
def test_every_reason_of_400_events_is_true() -> None:
    seen: Counter[str] = Counter()
    for seed in range(400):
        check_event(seed, seen)
    for code, count in seen.most_common():
        print(f"{count:6} {code}")
    assert seen["rounds"] > 1000
    assert len(seen) > 30


def named_cards(reason: Reason) -> Iterator[tuple[str, int]]:
    """Players with the cards that a reason gives them."""
    if reason.code in ("ideal", "ideal-for"):
        yield reason["player"], reason["card"]
        yield reason["opponent"], reason["ideal_card"]
    elif reason.code == "gives-way":
        yield from zip(reason["players"], (reason["high"], reason["low"]), strict=True)
    elif reason.code in ("exchanged", "change-places"):
        yield from zip(reason["players"], reason["cards"], strict=True)


@pytest.mark.parametrize("seed", range(12))
def test_a_card_named_with_a_player_is_his_own(seed: int) -> None:
    """In full too, where both of a board that was moved are told of, whichever half they are of."""
    lot = random.Random(seed)
    event, lower = some_event(lot, 10, 24), 0
    for number in range(1, event.settings.rounds + 1):
        event, proposal = drawn(event, lot)
        round = Round(number, RoundState.PROPOSAL, proposal.matches, proposal.byes)
        order = [s.id for s in field_of(event, number).players]
        within = {m: m.group for m in proposal.matches if "downfloat" not in codes(m.why)}
        for match, group in within.items():
            here = [id for id in order if any(id in m.pair for m in within if within[m] == group)]
            explained = KJCA.explanation(event, round, match)
            stated = [r["because"] for r in explained if r.code == STATED]
            for reason in (*match.why, *explained, *stated):
                for id, card in named_cards(reason):
                    assert here.index(id) + 1 == card, (number, match, reason)
                if reason.code == "ideal-for":
                    lower += reason["card"] > reason["ideal_card"]
                if reason.code == "halves":
                    cards = sorted(here.index(id) + 1 for id in match.pair)
                    assert [reason["high"], reason["low"]] == cards
        event = published(event, proposal, lot)
    assert lower or event.settings.rounds < 3
