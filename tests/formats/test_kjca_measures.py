"""What the measures of a KJCA round count, and that the draw is the best by them."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from decimal import Decimal

import pytest

from engine.entrants import Away
from engine.event import Bye, Event, Instruction, Round, RoundState
from engine.history import Colour
from engine.instead import Instead, instead, instead_of_bye
from engine.protocol import Measure
from engine.refusal import Refused
from formats.kjca.field import KjcaField, Seat
from formats.kjca.measures import KjcaReview, of_look
from formats.kjca.proposing import field_of
from tests.formats.test_kjca_claims import KJCA, published, some_event
from tests.sampling import sampled

WORKED = (("BW", "P4"), ("WB", ""), ("BW", ""), ("WB", "P1"), ("BW", ""), ("WB", ""))
"""The page's example: six players on 2 points, P1 and P4 have met."""
WHITE = {"P1": "B", "P2": "W", "P3": "B", "P4": "B", "P5": "W", "P6": "W"}


def worked() -> KjcaField:
    return KjcaField.of(
        Seat(f"P{n}", n, Decimal(2), colours, frozenset(met.split()), name=f"P{n}")
        for n, (colours, met) in enumerate(WORKED, start=1)
    )


def measured(pairs: str) -> dict[str, Measure]:
    field = worked()
    games = tuple((int(p[0]) - 1, int(p[1]) - 1) for p in pairs.split())
    colour = {i: "W" if i % 2 else "B" for i in range(6)}
    return {m.name: m for m in of_look(KjcaReview(field, games, colour, None))}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pairs", "repeats", "altered", "displacement"),
    [("14 25 36", 1, 0, 0), ("15 24 36", 0, 2, 4), ("16 25 34", 0, 2, 16)],
)
def test_the_worked_example_measures_as_the_page_counts_it(
    pairs: str, repeats: int, altered: int, displacement: int
) -> None:
    found = measured(pairs)
    assert found["repeats"].value == repeats
    assert found["altered"].value == altered
    assert found["displacement"].value == displacement
    assert found["altered"].where == "2 points"


def test_the_lowest_altered_board_is_the_least_bad() -> None:
    low, high = measured("14 26 35"), measured("15 24 36")
    assert low["altered low"].value < high["altered low"].value  # type: ignore[operator]
    assert low["altered low"].shown == "2, 3"


def test_names_with_commas_in_them_are_kept_apart() -> None:
    names = ("Ashgrove, Liam", "Quilty, Ann", "Dunloy, Hugh", "Moyvane, Una")
    met = ("Dunloy, Hugh", "Moyvane, Una", "Ashgrove, Liam", "Quilty, Ann")
    field = KjcaField.of(
        Seat(name, n, Decimal(2), "WB", frozenset({other}), name=name)
        for n, (name, other) in enumerate(zip(names, met, strict=True), start=1)
    )
    look = KjcaReview(field, ((0, 2), (1, 3)), {0: "W", 1: "W", 2: "B", 3: "B"}, None)
    shown = next(m.shown for m in of_look(look) if m.name == "repeats low")
    assert shown == "Ashgrove, Liam - Dunloy, Hugh · Quilty, Ann - Moyvane, Una"


@pytest.mark.parametrize(
    ("pairs", "shown", "value"),
    [("ab ce df", "0 boards and 2 games", 4), ("af bd ce", "0 boards and 2 games", 4)],
)
def test_rule_8_is_counted_over_the_round(pairs: str, shown: str, value: int) -> None:
    """The leader a and four more of one club: past them to f saves nothing."""
    field = KjcaField.of(
        Seat(name, n, Decimal(2 if name == "a" else 1), ties=frozenset({"x"} if name < "f" else ()))
        for n, name in enumerate("abcdef", start=1)
    )
    games = tuple(("abcdef".index(p[0]), "abcdef".index(p[1])) for p in pairs.split())
    look = KjcaReview(field, games, {}, None)
    found = next(m for m in of_look(look) if m.name == "alterations" and not m.where)
    assert (found.shown, found.value) == (shown, value)


def test_rule_8_is_no_measure_where_it_keeps_nobody_apart() -> None:
    """In round 1, and where no two are of one club, a swap costs alterations and nothing else."""
    colours: dict[int, Colour] = {0: "W", 1: "B", 2: "W", 3: "B", 4: "W", 5: "B"}
    names = {m.name for m in of_look(KjcaReview(worked(), ((0, 1), (2, 3), (4, 5)), colours, None))}
    assert "altered" in names
    assert not names & {"alterations", "games avoided"}


def rounds(seed: int, events: int) -> list[tuple[Event, Round]]:
    lot = random.Random(seed)
    found = []
    for _ in range(events):
        event = some_event(lot, 6, 20)
        for _ in range(event.settings.rounds):
            try:
                drawn = KJCA.draw(event)
            except Refused:
                break
            found.append(
                (event, Round(drawn.round, RoundState.PROPOSAL, drawn.matches, drawn.byes))
            )
            event = published(event, drawn, lot)
    return found


def asked(seed: int, events: int) -> list[tuple[Event, Round, Instead]]:
    lot = random.Random(seed)
    found = []
    for event, round in rounds(seed, events):
        match = lot.choice(round.matches)
        other = lot.choice([e.id for e in event.entrants if e.id not in match.pair])
        found += [(event, round, one) for one in instead(event, KJCA, round, match, other)]
    return found


def test_the_places_moved_can_be_counted_again_from_what_is_said_of_each_board() -> None:
    """Step 5.5: the sum of the squares of how far each is from his ideal opponent."""
    seen = 0
    for event, round in rounds(41, 6):
        names = {e.id: e.name for e in event.entrants}
        for match in round.matches:
            told = KJCA.explanation(event, round, match)
            total = next(
                (one for one in told if one.facts.get("criterion") == "displacement"), None
            )
            if total is None:
                continue
            seen += 1
            texts = [KJCA.worded(one, event) for one in told if one.code == "places-moved"]
            said = [
                re.findall(r"(P\d+) \(card (\d+)\) plays card (\d+), not (\d+)", t) for t in texts
            ]
            apart = [abs(int(other) - int(ideal)) for one in said for *_, other, ideal in one]
            assert sum(places**2 for places in apart) == total["value"]
            squares = [int(n) for text in texts for n in re.findall(r"(\d+)²", text)]
            assert sum(places**2 for places in squares) == total["value"]
            assert {name for one in said for name, *_ in one} <= set(names.values())
    assert seen > 10


def test_another_opponent_never_comes_out_better_where_the_same_players_stay_in_a_group() -> None:
    checked = 0
    for event, round, one in asked(3, 12):
        if not one.possible:
            continue
        lock = Instruction("lock", one.entrant, one.opponent, round.number)
        other = KJCA.draw(_with(event, lock))
        drawn = Round(round.number, RoundState.PROPOSAL, other.matches, other.byes)
        here, there = KjcaReview.at(event, round), KjcaReview.at(event, drawn)
        for number in range(len(here.field.score_groups)):
            if here.group(number).players != there.group(number).players:
                continue
            where = here.title(number)
            mine, theirs = (
                [_tuple(m) for m in of_look(look) if m.where == where and m.name in IN_GROUP]
                for look in (here, there)
            )
            legal = not any(here.field.exempt) and not _illegal(there)
            if legal:
                assert mine <= theirs
                checked += mine < theirs
    assert checked > 20


IN_GROUP = ("alterations", "games avoided", "altered", "turned", "displacement", "altered low")


def _with(event: Event, lock: Instruction) -> Event:
    return replace(event, instructions=(*event.instructions, lock))


def _tuple(measure: Measure) -> tuple[int, ...]:
    return measure.value if isinstance(measure.value, tuple) else (measure.value,)


def _illegal(look: KjcaReview) -> bool:
    return any(m.value for m in of_look(look) if m.name in ("repeats", "third colours"))


def test_the_answer_names_a_criterion_whose_numbers_an_own_count_confirms() -> None:
    named = 0
    for event, round, one in asked(8, 12):
        decided = one.decided_by
        if decided is None or decided.measure.name not in ("repeats", "floats"):
            continue
        lock = Instruction("lock", one.entrant, one.opponent, round.number)
        other = KJCA.draw(_with(event, lock))
        counts = [
            _count(decided.measure, event, round.number, matches, byes)
            for matches, byes in ((round.matches, round.byes), (other.matches, other.byes))
        ]
        assert counts == [_value(decided.was), _value(decided.would_be)]
        assert counts[0] < counts[1]
        named += 1
    assert named > 20


def _value(measure: Measure | None) -> int:
    assert measure is not None
    assert isinstance(measure.value, int)
    return measure.value


def _count(measure: Measure, event: Event, number: int, matches: object, byes: object) -> int:
    """Games of two who have met; players who leave a score group downwards."""
    seats = {s.id: s for s in field_of(event, number).players}
    pairs = [m.pair for m in matches]  # type: ignore[attr-defined]
    if measure.name == "repeats":
        return sum(b in seats[a].met for a, b in pairs)
    value = measure.where.split()[0]
    points = Decimal(value.replace("½", ".5") if value != "½" else "0.5")
    down = sum(
        max(seats[a].score, seats[b].score) >= points > min(seats[a].score, seats[b].score)
        for a, b in pairs
    )
    return down + sum(seats[b.entrant].score >= points for b in byes)  # type: ignore[attr-defined]


@pytest.mark.parametrize("events", sampled([3, 24], [3]))
def test_why_not_somebody_else_for_the_bye_names_what_decides(events: int) -> None:
    """Of every player of some rounds: the criterion is worse by its own numbers, or it cannot be;
    who has had the bye is told of by a rule or by the number of byes."""
    possible = second = in_order = 0
    for event, round in rounds(5, events):
        holder = next((b for b in round.byes if b.kind == "pairing"), None)
        if holder is None:
            continue
        had = {s.id: s.byes for s in field_of(event, round.number).players}
        for other in (e.id for e in event.entrants if e.id != holder.entrant):
            one = instead_of_bye(event, KJCA, round, holder, other)
            assert (one.entrant, one.opponent) == (other, "")
            if not one.possible:
                continue
            possible += 1
            if one.decided_by is None:  # floaters are settled one after the other
                assert one.changes
                in_order += 1
            elif had[other] > had[holder.entrant]:
                second += 1
                bye = next(c for c in one.changes if c.measure.name == "bye")
                assert (_value(bye.was), _value(bye.would_be)) == (
                    had[holder.entrant],
                    had[other],
                )
                assert bye.worse
    assert possible > 10 * events
    assert in_order < possible / 50
    assert second > events


def test_a_bye_that_was_asked_for_is_not_the_draws() -> None:
    event, round = next((e, r) for e, r in rounds(5, 8) if r.byes)
    asked_for = Bye(round.byes[0].entrant, Decimal(1), kind="requested")
    with pytest.raises(Refused, match="not the draw's"):
        instead_of_bye(event, KJCA, round, asked_for, round.matches[0].white)


def test_of_whom_nothing_can_be_asked_is_said_by_name() -> None:
    """The opponent whom the draw has given him, and somebody who is not in the round."""
    event, round = next((e, r) for e, r in rounds(5, 8) if r.number == 2 and r.byes)
    match, gone = round.matches[0], event.entrant(round.matches[-1].black)
    with pytest.raises(Refused, match="these two play each other"):
        instead(event, KJCA, round, match, match.black)
    left = event.with_entrant(replace(gone, away=(Away(2),)))
    with pytest.raises(Refused) as caught:
        instead(left, KJCA, round, match, gone.id)
    assert caught.value.what == f"{gone.name} is not to be paired in round 2"
    with pytest.raises(Refused) as caught:
        instead_of_bye(left, KJCA, round, round.byes[0], gone.id)
    assert caught.value.what == f"{gone.name} is not to be paired in round 2"


def test_a_lock_of_an_earlier_round_stands_against_nothing() -> None:
    event, round = rounds(3, 1)[1]
    first, second = round.matches[0], round.matches[1]
    lock = Instruction("lock", first.white, second.white, round.number - 1)
    found = instead(_with(event, lock), KJCA, round, first, second.black)
    assert all(one.dropped == () for one in found)
    assert any(one.possible for one in found)


def test_a_lock_that_stands_against_the_wish_is_left_out_and_named() -> None:
    event, round = rounds(3, 1)[1]
    first, second = round.matches[0], round.matches[1]
    lock = Instruction("lock", *first.pair, round.number)
    found = instead(_with(event, lock), KJCA, round, first, second.black)
    assert all(one.dropped == (lock,) for one in found)
    assert any(one.possible for one in found)
