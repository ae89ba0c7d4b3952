"""Standings of random events: laws that hold whatever was played, and a naive second opinion."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.event import Bye, Event, Match, Round, RoundState
from engine.points import HALF, NIL, ONE
from engine.results import GameResult
from engine.standings import standings
from tests.engine.build import build, order

CODES = "DE BH BH/C1 BH/M1 SB SB/C1 PS WIN WON BPG BWG REP STD FB AOB"
PLAYED = [GameResult.WHITE, GameResult.BLACK, GameResult.DRAW]
ANY = [*PLAYED, GameResult.WHITE_FORFEIT, GameResult.BLACK_FORFEIT, GameResult.DOUBLE_FORFEIT]


def random_event(seed: int, size: int, rounds: int, unplayed: bool) -> Event:
    """Random pairings and results; with `unplayed` also byes, absences and forfeits."""
    rng = random.Random(seed)
    event = build(" ".join(f"P{n:02d}" for n in range(1, size + 1)), tiebreaks=CODES, total=rounds)
    for number in range(1, rounds + 1):
        ids = order(event)
        rng.shuffle(ids)
        byes = []
        while unplayed and len(ids) > 2 and rng.random() < 0.3:
            byes.append(Bye(ids.pop(), rng.choice([NIL, HALF, ONE]), "requested"))
        if len(ids) % 2:
            byes.append(Bye(ids.pop(), ONE))
        matches = tuple(
            Match(board, white, black, rng.choice(ANY if unplayed else PLAYED))
            for board, (white, black) in enumerate(zip(ids[::2], ids[1::2], strict=True), 1)
        )
        event = event.with_round(Round(number, RoundState.PUBLISHED, matches, tuple(byes)))
    return event


events = st.builds(
    random_event,
    st.integers(0, 10**6),
    st.integers(2, 12),
    st.integers(1, 7),
    st.booleans(),
)
full_events = st.builds(
    random_event,
    st.integers(0, 10**6),
    st.sampled_from([2, 4, 6, 8, 10]),
    st.integers(1, 7),
    st.just(False),
)


@given(events)
@settings(max_examples=60, deadline=None)
def test_ranks_follow_points_and_share_places(event: Event) -> None:
    rows = standings(event, order(event))[0].rows
    assert sorted(row.id for row in rows) == sorted(order(event))
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    for place, row in enumerate(rows, start=1):
        same = [other for other in rows if other.rank == row.rank]
        assert row.rank <= place
        assert sum(other.rank < row.rank for other in rows) == row.rank - 1
        assert len({(o.points, *o.tiebreaks.values()) for o in same}) == 1
        assert [o.no for o in same] == sorted(o.no for o in same)


@given(events, st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_order_of_entry_and_of_boards_changes_nothing(event: Event, rng: random.Random) -> None:
    numbers = order(event)
    entrants = list(event.entrants)
    rng.shuffle(entrants)
    rounds = []
    for each in event.rounds:
        matches = list(each.matches)
        rng.shuffle(matches)
        rounds.append(replace(each, matches=tuple(matches)))
    other = replace(event, entrants=tuple(entrants), rounds=tuple(rounds))
    assert standings(other, numbers) == standings(event, numbers)


@given(events, st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_pairing_numbers_order_equals_and_nothing_else(event: Event, rng: random.Random) -> None:
    numbers = order(event)
    rng.shuffle(numbers)
    before = {row.id: row for row in standings(event, order(event))[0].rows}
    for row in standings(event, numbers)[0].rows:
        assert row.rank == before[row.id].rank
        assert row.tiebreaks == before[row.id].tiebreaks


@given(full_events)
@settings(max_examples=80, deadline=None)
def test_played_out_events_agree_with_a_naive_count(event: Event) -> None:
    score = dict.fromkeys(order(event), NIL)
    games: dict[str, list[tuple[str, Decimal]]] = {id: [] for id in score}
    worth = {"1-0": (ONE, NIL), "0-1": (NIL, ONE), "1/2-1/2": (HALF, HALF)}
    for round in event.rounds:
        for match in round.matches:
            assert match.result is not None
            white, black = worth[match.result.text]
            score[match.white] += white
            score[match.black] += black
            games[match.white].append((match.black, white))
            games[match.black].append((match.white, black))
    rows = standings(event, order(event))[0].rows
    assert sum(row.points for row in rows) == sum(len(r.matches) for r in event.rounds)
    for row in rows:
        met = sorted(score[other] for other, _ in games[row.id])
        products = sorted((score[other], score[other] * gain) for other, gain in games[row.id])
        assert row.points == score[row.id]
        assert row.tiebreaks["BH"] == sum(met)
        assert row.tiebreaks["BH/C1"] == sum(met[1:])
        assert row.tiebreaks["BH/M1"] == sum(met[1:-1])
        assert row.tiebreaks["SB"] == sum(value for _, value in products)
        assert row.tiebreaks["SB/C1"] == sum(value for _, value in products[1:])
        assert row.tiebreaks["WIN"] == sum(gain == 1 for _, gain in games[row.id])


@given(events)
@settings(max_examples=60, deadline=None)
def test_cutting_never_adds_and_workings_end_with_their_value(event: Event) -> None:
    for row in standings(event, order(event))[0].rows:
        values = {code: value or NIL for code, value in row.tiebreaks.items()}
        assert values["BH/M1"] <= values["BH/C1"] <= values["BH"]
        assert values["SB/C1"] <= values["SB"]
        assert values["BWG"] <= values["WON"] <= values["WIN"]
        for code in ("BH", "BH/C1", "SB", "PS"):
            shown = row.working[code].rpartition(" = ")[2].replace("½", ".5")
            assert Decimal(shown) == values[code]
