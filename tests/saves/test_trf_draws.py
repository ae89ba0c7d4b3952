"""A tournament written as TRF and read again draws the next round as it would have been drawn."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Adjust, Expel, Instruct
from engine.entrants import Away, Entrant
from engine.event import Event, Instruction
from engine.history import cards
from engine.protocol import Format, pairing_numbers
from engine.refusal import Refused
from engine.trial.chance import PERCENT, Chance
from engine.trial.random_events import Recipe, random_event
from formats.dutch import Dutch, NumberedDutch
from formats.registry import format_named
from saves.trf_read import read_trf
from saves.trf_rounds import TrfFile
from saves.trf_write import write_trf
from tests.playing import begun, play
from tests.work import counted
from tui.commands.checking import check_ranks
from tui.commands.tournament_files import event_of

DUTCH = Dutch()
NUMBERED = NumberedDutch()
SCORES: tuple[dict[str, object], ...] = (
    {},
    {"win_points": 3, "draw_points": 1, "bye_points": 3},
    {"win_points": 3, "draw_points": 2, "loss_points": 1, "bye_points": 2},
    {"bye_points": Decimal("0.5")},
)
ADDED: tuple[dict[str, object], ...] = (
    {},
    {"acceleration": "baku"},
    {"extra_points": ("0.5 1-3 1-7", "1 2-2 5-9", "1.5 4 11")},
    {"acceleration": "baku", "extra_points": ("0.25 2-6 3-20",)},
)


def recipe(seed: int, players: int, playing: int, **settings: object) -> Recipe:
    return Recipe(
        players=players, rounds=7, seed=seed, playing=playing, settings=settings,
        half_byes=5 * PERCENT, full_byes=1 * PERCENT, zero_byes=4 * PERCENT,
        forfeits=6 * PERCENT, withdrawals=4 * PERCENT, reentries=40 * PERCENT,
        late=8 * PERCENT, unrated=10 * PERCENT, bars=3,
    )  # fmt: skip


def read_back(event: Event, format: Format, trf26: bool) -> tuple[Event, TrfFile]:
    data = write_trf(event, format, trf26=trf26, next_round=not trf26)
    file = read_trf(data, "again.trf")
    assert file.warnings == ()
    return event_of(file, NUMBERED, file.total_rounds or 1), file


def next_pairs(event: Event, format: Format) -> object:
    """The next round by entry numbers, or why there is none."""
    try:
        drawn = format.draw(event)
    except Refused as refusal:
        return refusal.what
    byes = {(b.entrant, b.points) for b in drawn.byes if b.kind == "pairing"}
    return [m.pair for m in drawn.matches], byes


def scores(event: Event) -> dict[str, Decimal]:
    return {id: card.score for id, card in cards(event).items()}


@given(
    seed=st.integers(0, 10_000),
    players=st.integers(8, 26),
    playing=st.integers(0, 6),
    scoring=st.sampled_from(SCORES),
    added=st.sampled_from(ADDED),
    colour=st.sampled_from(["white", "black", "lot"]),
    trf26=st.booleans(),
)
@settings(max_examples=50, deadline=None)
def test_a_tournament_read_again_draws_the_same(
    seed, players, playing, scoring, added, colour, trf26
) -> None:
    given = {**scoring, **added, "initial_colour": colour}
    event = random_event(DUTCH, recipe(seed, players, playing, **given), "Open").event
    again, _ = read_back(event, DUTCH, trf26)
    assert scores(again) == scores(event)
    assert next_pairs(again, NUMBERED) == next_pairs(event, NUMBERED)


@given(seed=st.integers(0, 10_000), points=st.sampled_from(["-0.5", "1", "-1", "0.5"]))
@settings(max_examples=15, deadline=None)
def test_points_given_or_taken_come_back_with_their_round(seed, points) -> None:
    event = random_event(DUTCH, recipe(seed, 14, 4, initial_colour="white"), "Open").event
    chance = Chance(seed, "adjusted")
    for _ in range(4):
        id, round = str(1 + chance.below(14)), chance.below(len(event.published) + 1)
        event = Adjust(id, Decimal(points), "a telephone rang", round).apply(event, DUTCH)
    again, _ = read_back(event, DUTCH, trf26=True)
    found, meant = ([(a.entrant, a.points, a.round) for a in e.adjustments] for e in (again, event))
    assert sorted(found) == sorted(meant)
    for number in range(len(event.published) + 1):
        before = [e.until(number) for e in (event, again)]
        assert scores(before[0]) == scores(before[1])
    assert next_pairs(again, NUMBERED) == next_pairs(event, NUMBERED)


@given(seed=st.integers(0, 10_000), forfeit=st.sampled_from(["-1", "0.5"]), trf26=st.booleans())
@settings(max_examples=20, deadline=None)
def test_a_forfeit_with_points_of_its_own_is_no_absence(seed, forfeit, trf26) -> None:
    # 162 has one code for both: absences without points then need lines 299
    given = {"forfeit_points": forfeit, "initial_colour": "black"}
    event = random_event(DUTCH, recipe(seed, 15, 5, **given), "Open").event
    again, _ = read_back(event, DUTCH, trf26)
    assert scores(again) == scores(event)
    assert next_pairs(again, NUMBERED) == next_pairs(event, NUMBERED)


def test_bars_for_some_rounds_come_back_for_these() -> None:
    event = random_event(DUTCH, recipe(3, 12, 2, initial_colour="white"), "Open").event
    event = replace(event, instructions=())
    for round in (3, 5):
        event = Instruct(Instruction("bar", "1", "4", round)).apply(event, DUTCH)
    again, _ = read_back(event, DUTCH, trf26=True)
    assert again.instructions == event.instructions
    sixteen, _ = read_back(event, DUTCH, trf26=False)
    assert sixteen.instructed("bar", 3) == event.instructed("bar", 3)


def test_who_has_left_or_is_late_is_away_in_every_round_to_come() -> None:
    event = random_event(DUTCH, Recipe(10, 6, 5, 2), "Open").event
    left = event.entrant("4")
    event = event.with_entrant(replace(left, away=(Away(3),)))
    event = event.with_entrant(replace(event.entrant("7"), joined=5))
    _, file = read_back(event, DUTCH, trf26=True)
    away = {e.id: [b.round for b in e.byes if b.absent] for e in file.entrants if e.byes}
    assert away == {"4": [3, 4, 5, 6], "7": [3, 4]}


def test_the_lines_stand_in_the_columns_of_the_handbook() -> None:
    given = {"acceleration": "baku", "initial_colour": "black"}
    event = random_event(DUTCH, Recipe(9, 8, 1, 2, settings=given), "Open").event
    event = Adjust("3", Decimal("-0.5"), "phone", 2).apply(event, DUTCH)
    sixteen, new = (
        write_trf(event, DUTCH, trf26=kind).decode().split("\r\n") for kind in (False, True)
    )
    assert "XXC black1" in sixteen
    assert "152 B" in new
    # eight rounds: two with a whole point, two with a half; the first six of nine
    assert "XXA    6  1.0  1.0  0.5  0.5  0.0  0.0  0.0  0.0" in sixteen
    assert [line for line in new if line.startswith("250")] == [
        "250      01.0 001 002 0001 0006",
        "250      00.5 003 004 0001 0006",
    ]
    assert "299          -0.5  002 0003" in new


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("299 W         0.5  001 0001", {"1": "0.5", "2": "0"}),
        ("299 W         3.0", {"1": "3.0", "2": "0"}),
        ("299 L         0.5  001", {"1": "1", "2": "0.5"}),
        ("299          -1.0  001 0002", {"1": "1", "2": "-1.0"}),
        ("299 D         2.0  001 0001 0002", {"1": "1", "2": "0"}),
        ("299 W         2.0  002 0001", {"1": "1", "2": "0"}),
        ("299 W         2.0  000 0001\n299 W         3.0  001", {"1": "2.0", "2": "0"}),
    ],
)
def test_abnormal_points_count_for_the_result_they_name_alone(line, points) -> None:
    def player(number: int, cell: str) -> str:
        return f"001 {number:>4}      {f'Player {number}':<33}{'':>38}{number:>4}  {cell}"

    text = "\n".join([player(1, "   2 w 1"), player(2, "   1 b 0"), "142 5", line])
    event = event_of(read_trf(text.encode(), "a.trf"), NUMBERED, 5)
    assert scores(event) == {id: Decimal(value) for id, value in points.items()}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("299 Q         0.5  001 0001", "line 4: unknown result 'Q'"),
        ("299 W         abc  001 0001", "line 4: 'abc' is not a number of points"),
        ("299 W         0.5  001 0009", "line 4: player 9 does not exist"),
        ("299 W         0.5  0x1 0001", "line 4: round '0x1' is not a number"),
        ("250      01.0 001 00x 0001 0002", "line 4: round '00x' is not a number"),
        ("250      -1.0 001 002 0001 0002", "line 4: -1.0 are not added points"),
        ("152 green", "line 4: unknown initial colour 'green'"),
        ("162  Q 1.0", "line 4: unknown scoring code 'Q'"),
        ("240 Q 001 0001", "line 4: unknown bye 'Q'"),
        ("260 001 003 0001 0007", "line 4: player 7 does not exist"),
    ],
)
def test_a_line_that_cannot_be_is_named(line, said) -> None:
    def player(number: int) -> str:
        return f"001 {number:>4}      {f'Player {number}':<33}{'':>38}{number:>4}"

    text = "\n".join([player(1), player(2), "142 5", line])
    with pytest.raises(Refused) as caught:
        read_trf(text.encode(), "a.trf")
    assert said in caught.value.line


def test_a_file_of_nothing_but_points_given_is_refused_at_once() -> None:
    def player(number: int) -> str:
        return f"001 {number:>4}      {f'Player {number}':<33}{'':>38}{number:>4}"

    players = [player(number) for number in range(1, 1001)]
    for line in ("299           1.0", "299           1.0  001 " + "0001 " * 2000):
        text = "\n".join([*players, *[line] * 5000])
        with counted() as work, pytest.raises(Refused, match="is it the right file"):
            read_trf(text.encode(), "a.trf")
        assert work.calls < 1_000_000


def test_a_field_in_which_everybody_has_points_of_his_own_is_drawn_in_time() -> None:
    def player(number: int) -> str:
        return f"001 {number:>4}      {f'Player {number}':<33}{'':>38}{number:>4}"

    players = [player(number) for number in range(1, 4001)]
    added = [f"XXA {number:>4} {number % 3:>3}.5" for number in range(1, 4001)]
    text = "\n".join([*players, *added, "XXR 5"])
    event = event_of(read_trf(text.encode(), "a.trf"), NUMBERED, 5)
    with counted() as work:
        pairs = NUMBERED.draw(event).matches
    assert work.calls < 2_500_000
    # the groups of 2½, 1½ and ½ points: everybody but the odd ones meets an equal
    assert sum(int(m.white) % 3 != int(m.black) % 3 for m in pairs) <= 2


@pytest.mark.parametrize("trf26", [True, False])
@pytest.mark.parametrize("form", ["dutch", "round_robin"])
def test_who_was_expelled_has_no_place_in_the_event_read_from_the_file(
    form: str, trf26: bool
) -> None:
    format = format_named(form)
    players = [Entrant("", f"Player {no}", rating=2000 - no) for no in range(8)]
    memory = begun(format, players, **({"rounds": 3} if form == "dutch" else {}))
    play(memory, 2)
    leader, last = (format.standings(memory.event)[0].rows[at].id for at in (0, -1))
    memory.do(Expel(leader, "used a phone", insist=True))
    play(memory, (format.rounds_planned(memory.event) or 0) - 2)
    memory.do(Expel(last, "left his last game", insist=True))
    event = memory.event
    numbers = pairing_numbers(format, event)

    file = read_trf(write_trf(event, format, trf26=trf26), "open.trf")
    there = event_of(file, format, file.total_rounds or 1)
    ranks = {str(numbers[row.id]): row.rank for row in format.standings(event)[0].rows}
    assert {row.id: row.rank for row in format.standings(there)[0].rows} == ranks
    assert not ranks.keys() & {str(numbers[leader]), str(numbers[last])}
    assert all(not there.entrant(str(numbers[id])).active(99) for id in (leader, last))
    assert check_ranks(file, format, {}).differences == ()
    again = write_trf(there, format, trf26=trf26).decode()
    assert [line for line in again.split("\r\n") if "expelled from" in line] == [
        f"### expelled from round 3 on: {numbers[leader]}",
        f"### expelled from round {len(event.rounds) + 1} on: {numbers[last]}",
    ]
    alone = read_trf(write_trf(event, format, trf26=trf26), "open.trf", players_only=True)
    assert not any(entrant.expelled for entrant in alone.entrants)
