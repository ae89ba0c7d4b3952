"""The round robin: Berger tables, numbers, the double, withdrawals, standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine.actions import (
    AddEntrant,
    ChangeSettings,
    CreateEvent,
    EnterResult,
    EnterResults,
    Propose,
    PublishRound,
    ReEnter,
    SwapPlaces,
    Withdraw,
)
from engine.actions.base import Action, applied
from engine.actions.presence import RollCall, leaving_means
from engine.entrants import Entrant
from engine.event import Event
from engine.history import cards
from engine.next_draw import next_draw
from engine.reasons import Reason
from engine.refusal import Refused
from engine.rules import conflicts
from engine.standings import crosstable
from formats.berger import (
    TRIES_IN_ALL,
    Timetable,
    _Coming,
    annulled,
    berger,
    followed,
    numbered,
    schedule,
)
from formats.round_robin import RoundRobin
from tests.playing import InMemory, publish
from tests.sampling import each
from tui.places.card import card_lines

FORMAT = RoundRobin()
TABLES = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | "
    "3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
}
"""FIDE C.05 Annex 1."""


def do(event: Event, action: Action) -> Event:
    return applied(action, event, FORMAT)


def made(players: int, **settings: Any) -> Event:
    given = {"numbers": "rating", **settings}
    event = CreateEvent("Test", "round_robin", given, 5).begin(FORMAT)
    for number in range(1, players + 1):
        entrant = Entrant(
            "", f"Player {number:02}", rating=3000 - number, seed=players + 1 - number
        )
        event = do(event, AddEntrant(entrant))
    return event


def drawn(event: Event) -> Event:
    return do(event, Propose.of(next_draw(event, FORMAT)))


def published(event: Event) -> Event:
    memory = InMemory(event, FORMAT)
    publish(memory, insist=False)
    return memory.event


def played(event: Event, results: Mapping[int, str] | None = None) -> Event:
    assert event.current is not None
    rows = tuple(
        (m.board, (results or {}).get(m.board, "1-0")) for m in event.published[-1].matches
    )
    return do(event, EnterResults(rows))


def to_the_end(event: Event) -> Event:
    while FORMAT.next_step(event).name != "finished":
        event = played(published(event))
    return event


@pytest.mark.parametrize("size", TABLES)
def test_the_published_tables(size: int) -> None:
    told = " | ".join(" ".join(f"{w}-{b}" for w, b in boards) for boards in berger(size))
    assert told == TABLES[size]


@each("players", range(3, 61))
def test_everybody_meets_everybody_once_with_colours_balanced(players: int) -> None:
    rounds = schedule(players)
    games = [pair for boards in rounds for pair in boards if max(pair) <= players]
    assert len({frozenset(pair) for pair in games}) == len(games) == players * (players - 1) // 2
    for boards in rounds:
        here = [no for pair in boards for no in pair]
        assert len(here) == len(set(here))
    white = Counter(pair[0] for pair in games)
    for number in range(1, players + 1):
        assert abs(2 * white[number] - (players - 1)) <= 1


@pytest.mark.parametrize("players", [3, 4, 5, 8, 13, 20, 49, 50])
def test_the_double_turns_colours_and_gives_nobody_three_running(players: int) -> None:
    games = [pair for boards in schedule(players, double=True) for pair in boards]
    real = [pair for pair in games if max(pair) <= players]
    assert len(set(real)) == len(real) == players * (players - 1)
    size = players + players % 2
    for number in range(1, size + 1):
        colours = "".join("W" if w == number else "B" for w, b in games if number in (w, b))
        assert "WWW" not in colours
        assert "BBB" not in colours


@pytest.mark.parametrize("players", [0, 1, 2])
def test_a_double_of_nearly_nobody_has_as_few_rounds(players: int) -> None:
    rounds = schedule(players, double=True)
    assert len(rounds) == (2 if players else 0)
    assert rounds[1:] == [[(b, w) for w, b in boards] for boards in rounds[:1]]


def test_without_the_exchange_somebody_has_three_running() -> None:
    games = [pair for boards in schedule(4, double=True, exchange=False) for pair in boards]
    runs = ["".join("WB"[b == n] for w, b in games if n in (w, b)) for n in range(1, 5)]
    assert any("WWW" in run or "BBB" in run for run in runs)


def test_rounds_come_from_the_table_by_rating() -> None:
    event = made(6)
    assert event.settings.rounds == 5
    shown = []
    for _ in range(5):
        event = played(published(event))
        shown.append(" ".join(f"{m.white}-{m.black}" for m in event.published[-1].matches))
    assert " | ".join(shown) == TABLES[6]
    assert FORMAT.next_step(event).name == "finished"


def test_numbers_by_seed_and_by_lot() -> None:
    assert list(FORMAT.order(made(4, numbers="seed"))) == ["4", "3", "2", "1"]
    by_lot = made(9, numbers="lot")
    order = FORMAT.order(by_lot)
    assert order == FORMAT.order(made(9, numbers="lot"))
    assert list(order) != sorted(order, key=int)
    event = published(by_lot)
    assert FORMAT.order(event) == list(order)
    assert event.lots[-1].order == tuple(order)


def test_numbers_stay_when_ratings_change_after_round_one() -> None:
    from engine.actions import EditEntrant

    event = published(made(6))
    before = FORMAT.order(event)
    event = do(event, EditEntrant("6", {"rating": 3500}))
    assert FORMAT.order(event) == before


def test_a_change_by_hand_in_round_one_changes_the_numbers() -> None:
    event = do(drawn(made(6)), SwapPlaces("1", "2"))
    event = do(event, PublishRound(1))
    assert list(FORMAT.order(event))[:2] == ["2", "1"]
    event = published(played(event))
    assert {m.pair for m in event.published[-1].matches} == {("6", "4"), ("5", "3"), ("2", "1")}


def test_a_change_by_hand_in_a_later_round_breaks_the_table() -> None:
    event = do(drawn(played(published(made(6)))), SwapPlaces("1", "6"))
    with pytest.raises(Refused, match="must hold"):
        do(event, PublishRound(2))
    event = do(event, PublishRound(2, insist=True))
    assert len(event.published) == 2


def test_a_bye_that_comes_from_an_opponent_stays_with_its_holder() -> None:
    event = played(published(made(7)))
    order = FORMAT.order(event)
    event = drawn(do(event, RollCall(2, out=(order[5],))))
    assert event.proposal is not None
    byes = {bye.entrant: bye.points for bye in event.proposal.byes}
    free, winner = order[4], order[3]
    assert byes == {free: 0, winner: 1, order[5]: 0}
    board = event.proposal.matches[0].white
    for a, b in ((free, winner), (winner, board)):
        with pytest.raises(Refused, match="the table says who has which bye"):
            do(event, SwapPlaces(a, b))
    assert do(event, SwapPlaces(free, board)).proposal is not None


def test_who_has_withdrawn_is_in_no_round_and_who_is_absent_loses_it() -> None:
    event = played(published(made(6)))
    order = FORMAT.order(event)
    gone, absent = order[0], order[1]
    event = drawn(do(do(event, Withdraw(gone)), RollCall(2, out=(absent,))))
    assert event.proposal is not None
    kinds = {bye.entrant: bye.kind for bye in event.proposal.byes}
    assert kinds.get(absent) == "absent"
    assert gone not in kinds


def test_an_odd_field_has_one_free_each_round() -> None:
    event = to_the_end(made(5))
    free = [[b.entrant for b in r.byes] for r in event.published]
    assert sorted(id for ids in free for id in ids) == ["1", "2", "3", "4", "5"]
    assert all(b.points == 0 for r in event.published for b in r.byes)


def test_who_withdraws_before_half_is_not_counted() -> None:
    event = played(published(made(6)))
    event = do(event, Withdraw("1"))
    event = to_the_end(event)
    table = FORMAT.standings(event)[0]
    rows = {row.id: row for row in table.rows}
    assert rows["1"].points == 0
    assert rows["1"].status == "withdrawn"
    # White won throughout: six had lost to one, which is not counted either
    assert sum(row.points for row in table.rows) == 10
    assert "annulled" in " ".join(table.notes)
    assert all(b.points == 0 for r in event.published[1:] for b in r.byes)


def test_annulled_games_are_neither_counted_beside_a_board_nor_to_come() -> None:
    event = do(played(published(made(6))), Withdraw("1"))
    assert sum(card.score for card in cards(event).values()) == 3
    counted_cards = cards(FORMAT.as_counted(event))
    points = {row.id: row.points for row in FORMAT.standings(event)[0].rows}
    assert {id: card.score for id, card in counted_cards.items()} == points
    assert sum(points.values()) == 2
    grid = FORMAT.meetings(event)
    assert grid is not None
    assert not [pair for pair in grid.cells if "1" in pair]


def test_a_walkover_counts_in_its_round_what_the_table_counts() -> None:
    """Who left early may come back, or have played half of the games after all."""
    event = do(played(published(made(6))), Withdraw("1"))
    event = published(event)
    (rest,) = event.round(2).byes
    assert (rest.points, rest.why[0].code) == (0, "annulled")
    back = do(event, ReEnter("1"))
    (now,) = back.round(2).byes
    assert (now.points, now.why[0].code) == (1, "won-by-forfeit")
    assert FORMAT.worded(now.why[0], back) == "won by forfeit: Player 01 does not play"
    points = {row.id: row.points for row in FORMAT.standings(back)[0].rows}
    assert {id: card.score for id, card in cards(back).items()} == points
    (again,) = do(back, Withdraw("1")).round(2).byes
    assert again.points == 0


def test_who_withdraws_later_loses_the_rest_by_forfeit() -> None:
    event = made(6)
    for _ in range(3):
        event = played(published(event))
    event = to_the_end(do(event, Withdraw("1")))
    rows = {row.id: row for row in FORMAT.standings(event)[0].rows}
    assert sum(row.points for row in rows.values()) == 15
    grid = FORMAT.meetings(event)
    assert grid is not None
    assert [grid.cells["1", o].text for o in grid.order[1:]].count("-") == 2
    kept = to_the_end(do(played(published(made(6, annul=False))), Withdraw("1")))
    assert sum(row.points for row in FORMAT.standings(kept)[0].rows) == 15


def test_a_withdrawal_says_whether_the_games_played_will_count() -> None:
    """Half of five games are two and a half."""
    event, after = made(6), {0: "annulled", 1: "annulled", 2: "annulled", 3: "at least half"}
    assert leaving_means(event, FORMAT, "1") == ""
    for rounds, means in after.items():
        event = published(event)
        assert means in leaving_means(event, FORMAT, "1")
        assert bool(annulled(do(event, Withdraw("1")))) == (means == "annulled")
        assert after[min(rounds + 1, 3)] in leaving_means(event, FORMAT, "1", finishes=True)
        event = played(event)
    kept = played(published(made(6, annul=False)))
    assert "annulled" not in leaving_means(kept, FORMAT, "1")


@pytest.mark.parametrize(("players", "absent"), [(8, 1), (9, 1), (9, 2), (11, 3), (12, 1)])
def test_who_is_absent_when_round_1_is_drawn_is_not_in_the_table(players: int, absent: int) -> None:
    event = made(players, numbers="lot")
    out = tuple(e.id for e in event.entrants[:absent])
    event = do(event, RollCall(1, out=out))
    there = numbered(event)
    event = published(event)
    assert numbered(event) == there
    assert set(there).isdisjoint(out)
    assert len(there) == players - absent


def test_nobody_asks_in_later_rounds_for_who_has_no_number() -> None:
    event = do(made(7), RollCall(1, out=("3",)))
    assert [(a.text, a.urgent) for a in FORMAT.advise(event)] == [
        ("6 entrants: 5 rounds", False),
        ("absent in round 1, so in no round of the table: Player 03", True),
    ]
    event = played(published(event))
    assert {e.id for e in FORMAT.expected(event, 2)} == {"1", "2", "4", "5", "6", "7"}
    assert FORMAT.advise(event)[0].text == (
        "absent when round 1 was drawn, not in the table: Player 03"
    )
    event = to_the_end(event)
    assert len(event.published) == 5


def test_a_double_of_too_many_is_not_told_its_length() -> None:
    event = made(51, double=True)
    assert [(a.text, a.urgent) for a in FORMAT.advise(event)] == [
        ("51 entrants: a double round robin takes 3 to 50", True)
    ]
    assert not FORMAT.panels(event)
    assert FORMAT.advise(made(51))[0].text == "51 entrants: 51 rounds"


def test_the_standings_say_what_becomes_of_the_games_of_who_has_withdrawn() -> None:
    event = played(published(made(6)))
    name = event.entrant("1").name
    early = FORMAT.standings(do(event, Withdraw("1")))[0].notes
    assert f"{name} has withdrawn: the games played are annulled, in [ ]" in early
    event = played(published(played(published(event))))
    late = FORMAT.standings(do(event, Withdraw("1")))[0].notes
    said = f"{name} has withdrawn: the games count as played, open ones are lost by default"
    assert said in late


def test_exactly_half_of_the_games_count() -> None:
    """C.05: not counted is who leaves before half. Five play four games each."""
    event = made(5)
    for _ in range(2):
        event = played(published(event))
    rested = {bye.entrant for round in event.published for bye in round.byes}
    two_games = next(e.id for e in event.entrants if e.id not in rested)
    one_game = next(iter(rested))
    assert annulled(do(event, Withdraw(two_games))) == set()
    assert annulled(do(event, Withdraw(one_game))) == {one_game}


def test_an_adjourned_game_is_not_among_those_played_before_half() -> None:
    event = made(6)
    for results in ({1: "?"}, {}, {}):
        event = played(published(event), results)
    one = event.round(1).match(1).white
    assert "2 of 5 games played, fewer than half" in leaving_means(event, FORMAT, one)
    assert annulled(do(event, Withdraw(one))) == {one}
    over = do(event, EnterResult(1, "1-0", "?", round=1, replace=True))
    assert "3 of 5 games played, at least half" in leaving_means(over, FORMAT, one)


def test_an_open_game_is_lost_by_whoever_leaves() -> None:
    event = do(published(made(6)), Withdraw("1"))
    lost = event.round(1).match(1).result
    assert lost is not None
    assert lost.text == "-/+"


def test_no_buchholz_and_koya_is_known() -> None:
    with pytest.raises(Refused, match="not for a round robin"):
        made(4, tiebreaks="BH")
    event = to_the_end(made(4, tiebreaks="KS,SB"))
    rows = FORMAT.standings(event)[0].rows
    # White won throughout: 1 beats 4 and 2, 2 beats 3 and 4, 3 beats 1, 4 beats 3
    assert [(r.id, r.points) for r in rows[:2]] == [("1", 2), ("2", 2)]
    assert rows[0].tiebreaks["KS"] == Decimal(1)
    assert rows[1].tiebreaks["KS"] == Decimal(0)


@pytest.mark.parametrize("players", [2, 61])
def test_too_few_and_too_many(players: int) -> None:
    event = made(players)
    if players < 3:
        assert FORMAT.next_step(event).name == "register"
    with pytest.raises(Refused, match="3 to 60"):
        FORMAT.draw(event)


def test_fifty_is_the_most_for_a_double() -> None:
    with pytest.raises(Refused, match="3 to 50"):
        FORMAT.draw(made(51, double=True))


def test_what_the_first_round_fixes() -> None:
    event = published(made(6))
    with pytest.raises(Refused, match="given"):
        do(event, AddEntrant(Entrant("", "Late, Lena")))
    with pytest.raises(Refused, match="schedule"):
        do(event, ChangeSettings({"double": True}))


def test_the_schedule_and_the_cross_table_show_what_is_to_come() -> None:
    event = published(made(5))
    schedule_panel, numbers = FORMAT.panels(event)
    assert [row[2] for row in schedule_panel.rows] == ["1", "4", "2", "5", "3"]
    assert numbers.rows[0][1] == "Player 01"
    grid = FORMAT.meetings(event)
    assert grid is not None
    assert grid.cells["2", "5"].open
    assert grid.cells["1", "2"].round == 2
    assert not grid.cells["1", "2"].open
    assert grid.opponents("1") == ("2", "3", "4", "5")


def test_a_repeat_by_hand_is_a_conflict() -> None:
    event = played(published(made(6)))
    event = do(drawn(event), SwapPlaces("6", "3"))
    # round 1 had 1-6, 2-5, 3-4; the table has 6-4 now, so 3 meets 4 again
    assert event.proposal is not None
    found = conflicts(FORMAT, event, event.proposal)
    told = {(c.rule, c.board, c.severity.value) for c in found}
    assert ("repeat", 1, "must") in told
    assert "they met in round 1" in [c.text for c in found]


def met(event: Event) -> Counter[frozenset[str]]:
    return Counter(frozenset(m.pair) for r in event.published for m in r.matches)


def swapped_at(event: Event, number: int, chance: Random) -> Event:
    """Played on, with two who change places in that round."""
    while len(event.published) < number - 1:
        event = played(published(event))
    event = drawn(event)
    assert event.proposal is not None
    places = sorted(id for m in event.proposal.matches for id in m.pair)
    places += [b.entrant for b in event.proposal.byes]
    while True:
        a, b = chance.sample(places, 2)
        with suppress(Refused):
            SwapPlaces(a, b).judge(event, FORMAT)
            if not any({a, b} == set(m.pair) for m in event.proposal.matches):
                break
    event = do(event, SwapPlaces(a, b))
    return played(do(event, PublishRound(number, insist=True)))


@pytest.mark.parametrize("players", [5, 6, 7, 8, 11, 14])
@pytest.mark.parametrize("double", [False, True])
def test_later_rounds_follow_what_was_really_played(players: int, double: bool) -> None:
    """After a swap in any round: no pair meets more often than the table says but by the swap
    itself, and whoever is said to meet nobody any more is all who does not meet."""
    most = 2 if double else 1
    for seed in range(3):
        chance = Random(f"{players} {double} {seed}")
        event = made(players, double=double)
        number = chance.randrange(2, event.settings.rounds + 1)
        event = swapped_at(event, number, chance)
        by_hand = {pair: n for pair, n in met(event).items() if n > most}
        rested = Counter(b.entrant for r in event.published for b in r.byes)
        again = by_hand or any(n > most for n in rested.values())
        event = to_the_end(event)
        found = met(event)
        assert {pair: n for pair, n in found.items() if n > most} == by_hand
        everybody = [frozenset(p) for p in combinations([e.id for e in event.entrants], 2)]
        missing = sum(most - min(most, found[pair]) for pair in everybody)
        left = [p for p in followed(event).left if max(p) <= players]
        assert missing == len(left)
        if number < event.settings.rounds - 2 and not again:
            assert not left
        for round in event.published:
            ids = [id for m in round.matches for id in m.pair] + [b.entrant for b in round.byes]
            assert sorted(ids) == sorted(e.id for e in event.entrants)


def test_a_round_beyond_the_table_counts() -> None:
    """Who comes after round 1 is in no table: a file of another system has more rounds than it."""
    event = to_the_end(made(4))
    last = event.rounds[-1]
    event = replace(event, rounds=(*event.rounds, replace(last, number=4)))
    match = last.matches[0]
    assert match.result is not None
    rows = {row.id: row.points for row in FORMAT.standings(event)[0].rows}
    before = {row.id: row.points for row in FORMAT.standings(event.until(3))[0].rows}
    assert {id: rows[id] - before[id] for id in match.pair} == {
        id: match.result.points(match.side(id), event.settings) for id in match.pair
    }


def test_rounds_of_another_system_end_the_search_for_a_schedule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A Swiss of 50 read as a round robin: hundreds of games fell away, and each was looked a
    round for as if it were the only one."""
    changed, tried = _Coming._change, 0

    def counted(*args: Any, **options: Any) -> bool:
        nonlocal tried
        tried += 1
        return changed(*args, **options)

    monkeypatch.setattr(_Coming, "_change", counted)
    chance, plan = Random(1), Timetable(schedule(50))
    for at in range(14):
        people = list(range(1, 51))
        chance.shuffle(people)
        before = plan
        plan = plan.after(at, list(zip(people[::2], people[1::2], strict=True)))
        assert plan.rounds[:at] == before.rounds[:at]
    assert tried < TRIES_IN_ALL + 5_000
    kept = {frozenset(p) for boards in plan.rounds[14:] for p in boards}
    assert sum(map(len, plan.rounds[14:])) == len(kept), "no pair twice"


def test_reasons_of_boards_and_byes_are_worded() -> None:
    event = made(4)
    name = event.entrants[1].name
    texts = {
        Reason.of("numbers", white=1, black=4): "by the Berger table: number 1 v 4",
        Reason("lost-by-forfeit"): "absent: lost by forfeit",
        Reason("played-earlier"): "the game of this round was played in an earlier one",
        Reason("free-round"): "the free round that an odd field has in its table",
        Reason.of("annulled", opponent="2"): f"{name} has withdrawn and is not counted",
        Reason.of("won-by-forfeit", opponent="2"): f"won by forfeit: {name} does not play",
    }
    assert {reason: FORMAT.worded(reason, event) for reason in texts} == texts


def test_an_annulled_game_stands_in_brackets_by_rounds_and_counts_on_no_card() -> None:
    event = do(played(published(made(6))), Withdraw("1"))
    match = next(m for m in event.round(1).matches if "1" in m.pair)
    other = next(id for id in match.pair if id != "1")
    table = FORMAT.standings(event)[0]
    cross = crosstable(event, table, FORMAT.order(event), counted=FORMAT.as_counted(event))
    cells = {row.id: cells for row, cells in cross.rows}
    assert cells[other][0].startswith("[1")
    assert cells[other][0].endswith("]")
    assert cells["1"][0].startswith("[")
    third = next(m for m in event.round(1).matches if "1" not in m.pair).white
    assert not cells[third][0].startswith("[")
    head, lines = card_lines(event, FORMAT, other, 78)
    assert "lost, annulled" in lines[0].text
    assert lines[0].text.rstrip().endswith("annulled"), "no points"
    assert "Float" not in head.text, "nobody floats where all play all"
    (row,) = (row for row in table.rows if row.id == other)
    assert row.points == 0
