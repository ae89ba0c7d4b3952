"""Start numbers: given with round 1 and nobody's afterwards, whatever is edited (C.04.2, 2.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.actions import (
    Action,
    AddEntrant,
    CreateEvent,
    EditEntrant,
    ExchangeNumbers,
    ImportEntrants,
    ImportRounds,
    Instruct,
    Propose,
    PublishRound,
    RemakeNumbers,
    RemoveEntrant,
    SwapPlaces,
    name_of,
)
from engine.actions.base import applied
from engine.entrants import Entrant
from engine.event import Event, Instruction
from engine.fingerprint import fingerprint
from engine.log import LoggedAction, fold, step
from engine.next_draw import next_draw
from engine.numbers import lacks_numbers, without_numbers
from engine.protocol import Format, numbers, pairing_numbers
from engine.refusal import Refused
from engine.saved_results import without_results
from engine.standings import crosstable
from engine.warnings import Level, NotAgreed
from formats.registry import FORMATS, format_named
from saves.journal import adopt
from saves.trf_read import read_trf
from saves.trf_write import write_trf
from tests import playing
from tests.playing import InMemory
from tui.commands.opening import entrant_id
from tui.commands.tournament_files import event_of, format_for
from tui.screens.correction import meant
from tui.screens.entries_lines import listed

FIELD = tuple(
    Entrant("", f"Player {letter}", rating=rating)
    for letter, rating in zip("CADBFEHGJILK", range(1500, 2700, 100), strict=True)
)


def begun(format: Format, field: tuple[Entrant, ...] = FIELD, **settings: Any) -> Event:
    """An event with its entry list, drawn and published in round 1."""
    return next_round(playing.begun(format, field, 3, **settings).event, format)


def next_round(event: Event, format: Format) -> Event:
    """With one more round drawn and published."""
    return playing.play(InMemory(event, format), 1, last_open=True)


def played(event: Event, format: Format) -> Event:
    """With White winning on every open board."""
    return playing.enter(InMemory(event, format))


def small(name: str) -> tuple[Entrant, ...]:
    """A field that the format takes."""
    if name == "galway":
        return tuple(
            replace(e, name=f"{e.name} {n}", rating=(e.rating or 0) - n)
            for n in range(2)
            for e in FIELD
        )
    if name != "gnot":
        return FIELD
    return tuple(replace(e, name=f"Team {n}", rating=None) for n, e in enumerate(FIELD * 2))


@pytest.mark.parametrize("name", FORMATS)
def test_a_rating_edited_after_round_1_renumbers_nobody(name: str) -> None:
    format = format_named(name)
    create = CreateEvent("Open", name, {}, seed=3)
    event = step(None, LoggedAction(1, create), format_named)
    event = applied(ImportEntrants(small(name), insist=True), event, format)
    assert all(e.start_number is None for e in event.entrants)
    expected = numbers(format, event)
    event = next_round(event, format)
    given = numbers(format, event)
    assert sorted(given.values()) == list(range(1, len(event.entrants) + 1))
    if name != "round_robin":  # where the first round says who has which number
        assert given == expected
    assert not lacks_numbers(event)
    weakest = max(given, key=given.__getitem__)
    edited = applied(EditEntrant(weakest, {"rating": 2999}), event, format)
    assert numbers(format, edited) == given
    assert {row.id: row.no for row in format.standings(edited)[0].rows} == given
    assert list(format.order(edited)) == sorted(given, key=given.__getitem__)


@pytest.mark.parametrize("name", ["dutch", "kjca", "ecf", "galway"])
def test_who_comes_late_has_the_next_number_and_the_others_keep_theirs(name: str) -> None:
    format = format_named(name)
    event = begun(format, small(name))
    before = numbers(format, event)
    event = applied(AddEntrant(Entrant("", "Late Master", rating=2650)), event, format)
    late = event.entrants[-1]
    assert late.start_number == len(before) + 1
    assert numbers(format, event) == {**before, late.id: late.start_number}
    event = applied(AddEntrant(Entrant("", "Later Still", rating=900)), event, format)
    assert event.entrants[-1].start_number == len(before) + 2
    again = applied(RemoveEntrant(late.id), event, format)
    assert numbers(format, again)[event.entrants[-1].id] == len(before) + 2


def test_a_late_entry_ranks_by_rating_in_dutch_and_stays_there() -> None:
    format = format_named("dutch")
    event = played(begun(format, rounds=5), format)
    first = list(format.order(event))
    event = applied(AddEntrant(Entrant("", "Late Master", rating=2450)), event, format)
    late = event.entrants[-1].id
    ratings = {e.id: e.rating or 0 for e in event.entrants}
    order = list(format.order(event))
    assert [id for id in order if id != late] == first
    assert order == sorted(order, key=lambda id: -ratings[id])
    # a slip in his rating can be put right until a round is published with him
    low = applied(EditEntrant(late, {"rating": 1000}), event, format)
    assert format.order(low)[-1] == late
    event = next_round(event, format)
    low = applied(EditEntrant(late, {"rating": 1000}), event, format)
    assert list(format.order(low)) == order
    assert low.entrant(late).start_number == len(FIELD) + 1
    # another one who comes later finds his place among them
    more = applied(AddEntrant(Entrant("", "Third", rating=2425)), event, format)
    place = list(format.order(more)).index(more.entrants[-1].id)
    assert [ratings[id] for id in format.order(more)[place - 1 : place]] == [2450]


def test_the_cross_table_and_the_working_show_start_numbers() -> None:
    format = format_named("dutch")
    event = played(begun(format, rounds=5), format)
    event = applied(AddEntrant(Entrant("", "Late Master", rating=2650)), event, format)
    event = played(next_round(event, format), format)
    table = crosstable(event, format.standings(event)[0], format.order(event))
    given = numbers(format, event)
    for row, line in table.rows:
        assert row.no == given[row.id]
        for round, cell in zip(event.published, line, strict=True):
            match = next((m for m in round.matches if row.id in m.pair), None)
            if match is not None:
                assert cell.startswith(f"{given[match.opponent(row.id)]}{match.side(row.id)[0]}")


def test_a_tournament_file_is_numbered_in_pairing_order() -> None:
    format = format_named("dutch")
    event = played(begun(format, rounds=5), format)
    assert pairing_numbers(format, event) == numbers(format, event)
    event = applied(AddEntrant(Entrant("", "Late Master", rating=2650)), event, format)
    event = played(next_round(event, format), format)
    order = list(format.order(event))
    assert pairing_numbers(format, event) == {id: n for n, id in enumerate(order, start=1)}
    text = write_trf(event, format).decode()
    names = [line[14:47].strip() for line in text.splitlines() if line.startswith("001")]
    assert names == [event.entrant(id).name for id in order]
    # who draws by the file draws the same next round
    file = read_trf(text.encode(), "open.trf")
    theirs = format_for("dutch").draw(event_of(file, format_for("dutch"), 5))
    name = {id: str(place) for place, id in enumerate(order, start=1)}
    pairs = [(name[m.white], name[m.black]) for m in format.draw(event).matches]
    assert [m.pair for m in theirs.matches] == pairs


def test_numbers_of_a_file_stay_with_its_rounds() -> None:
    format = format_named("dutch")
    source = played(begun(format, rounds=5), format)
    create = CreateEvent("Taken over", "dutch", {"rounds": 5})
    event = step(None, LoggedAction(1, create), format_named)
    # numbered against the ratings, with a gap
    entrants = tuple(
        replace(e, id=str(2 * int(e.id)), start_number=2 * int(e.id)) for e in source.entrants
    )
    event = applied(ImportEntrants(entrants), event, format)
    bare, results = without_results(source.published[0])
    matches = tuple(
        replace(m, white=str(2 * int(m.white)), black=str(2 * int(m.black))) for m in bare.matches
    )
    event = applied(ImportRounds((replace(bare, matches=matches),), (results,)), event, format)
    assert numbers(format, event) == {id: int(id) for id in format.order(event)}
    assert [int(id) for id in format.order(event)] == sorted(int(e.id) for e in entrants)
    late = applied(AddEntrant(Entrant("", "Late")), event, format).entrants[-1]
    assert late.start_number == 2 * len(FIELD) + 1


def test_taking_round_1_back_takes_the_numbers_back() -> None:
    format = format_named("dutch")
    actions = [
        CreateEvent("Open", "dutch", {}, seed=3),
        ImportEntrants(FIELD),
    ]
    entries = [LoggedAction(n, action) for n, action in enumerate(actions, start=1)]
    event = fold(entries, format_named)
    entries.append(LoggedAction(3, Propose.of(next_draw(event, format))))
    whole = fold([*entries, LoggedAction(4, PublishRound(1))], format_named)
    assert not lacks_numbers(whole)
    assert all(e.start_number is None for e in fold(entries, format_named).entrants)


def test_numbers_of_the_first_round_by_hand_are_those_of_the_table() -> None:
    """In a round robin a change by hand changes the numbers, and these are then given."""
    format = format_named("round_robin")
    create = CreateEvent("All", "round_robin", {"numbers": "rating"})
    event = step(None, LoggedAction(1, create), format_named)
    event = applied(ImportEntrants(FIELD[:6]), event, format)
    drawn = next_draw(event, format)
    event = applied(Propose.of(drawn), event, format)
    one, other = drawn.matches[0].white, drawn.matches[1].white
    event = applied(SwapPlaces(one, other), event, format)
    before = numbers(format, event)
    event = applied(PublishRound(1, insist=True), event, format)
    after = numbers(format, event)
    assert (after[one], after[other]) == (before[other], before[one])


def test_what_was_saved_without_numbers_keeps_those_the_event_has() -> None:
    format = format_named("dutch")
    event = begun(format)
    swapped = applied(EditEntrant(event.entrants[0].id, {"rating": 2999}), event, format)
    old = without_numbers(swapped)
    assert lacks_numbers(old)
    taken = applied(adopt(old, "hand edits"), swapped, format)
    assert numbers(format, taken) == numbers(format, event)


def test_an_arbiter_who_gives_the_number_that_he_sees_reaches_that_player() -> None:
    format = format_named("dutch")
    event = begun(format)
    for id, number in numbers(format, event).items():
        assert entrant_id(event, f"no{number}") == entrant_id(event, f"#{number}") == id
        assert entrant_id(event, id) == id  # a bare number is the Id, as ever
        assert name_of(event, id) == f"{event.entrant(id).name} ({number})"
        assert event.entrant(id) in listed(event, format, needle=str(number))
        assert [e.id for e in meant(event, str(number))] == [id]
    assert [e.start_number for e in listed(event, format)] == sorted(
        numbers(format, event).values()
    )
    with pytest.raises(Refused, match="nobody has start number 99"):
        entrant_id(event, "no99")


def test_before_round_1_namesakes_are_told_apart_by_what_a_list_shows() -> None:
    people = (
        Entrant("1", "Ashgrove, Liam", 1500, club="Rooks"),
        Entrant("2", "Ashgrove, Liam", 1400, club="Rooks"),
        Entrant("3", "Ashgrove, Liam", 1500, club="Rooks", category="U11"),
        Entrant("4", "Ashgrove, Liam", 1500, club="Rooks"),
        Entrant("5", "Quilty, Petra", 1400),
    )
    event = Event("Kent", "dutch", format_named("dutch").settings({}), entrants=people)
    said = [name_of(event, e.id) for e in people]
    assert said == [
        "Ashgrove, Liam (Id 1)",
        "Ashgrove, Liam (1400)",
        "Ashgrove, Liam (U11)",
        "Ashgrove, Liam (Id 4)",
        "Quilty, Petra",
    ]


def insisted(action: Action, event: Event, format: Format, twice: bool = False) -> Event:
    return applied(replace(action, insist=True, insist_twice=twice), event, format)


def levels(action: Action, event: Event, format: Format) -> dict[str, Level]:
    return {warning.code: warning.level for warning in action.warnings(event, format)}


def of_name(event: Event, letter: str) -> str:
    return next(e.id for e in event.entrants if e.name == f"Player {letter}")


EQUALS = tuple(
    Entrant("", f"Player {letter}", rating=2000 - 100 * (n // 2))
    for n, letter in enumerate("ABCDEFGH")
)


def test_equals_exchange_places_before_round_1_and_are_drawn_so() -> None:
    format = format_named("dutch")
    event = playing.begun(format, EQUALS, 3, rounds=7).event
    one, other = of_name(event, "A"), of_name(event, "B")
    action = ExchangeNumbers(one, other)
    assert levels(action, event, format) == {"numbers-exchanged": Level.CONFIRM}
    with pytest.raises(NotAgreed, match="confirm it if that is meant"):
        applied(action, event, format)
    event = insisted(action, event, format)
    assert numbers(format, event)[other] == 1
    drawn = next_round(event, format)
    assert {e.start_number for e in drawn.entrants if e.id == other} == {1}
    assert format.order(drawn)[:2] == [other, one]
    # made anew before round 1, they are those of the ratings
    again = insisted(RemakeNumbers.of(event, format), event, format)
    assert numbers(format, again)[one] == 1
    with pytest.raises(Refused, match="follow the ratings"):
        insisted(RemakeNumbers.of(again, format), again, format)


def test_an_exchange_that_breaks_the_seeding_says_so() -> None:
    format = format_named("dutch")
    event = begun(format, EQUALS, rounds=7)
    weak, strong = of_name(event, "H"), of_name(event, "A")
    action = ExchangeNumbers(strong, weak)
    assert levels(action, event, format) == {"seeding-broken": Level.CONFIRM}
    after = insisted(action, event, format)
    assert (after.entrant(weak).start_number, after.entrant(strong).start_number) == (1, 8)
    assert [a.what.code for a in after.agreements] == ["seeding-broken"]
    assert fingerprint(after) != fingerprint(event)
    assert "### round 1" in write_trf(after, format, trf26=True).decode()


def test_numbers_made_anew_follow_the_ratings_and_keep_the_order_of_equals() -> None:
    format = format_named("dutch")
    event = playing.begun(format, EQUALS, 3, rounds=7).event
    event = insisted(ExchangeNumbers(of_name(event, "C"), of_name(event, "D")), event, format)
    event = played(next_round(event, format), format)
    corrected = applied(EditEntrant(of_name(event, "H"), {"rating": 2100}), event, format)
    assert numbers(format, corrected) == numbers(format, event)
    action = RemakeNumbers.of(corrected, format)
    assert levels(action, corrected, format) == {"numbers-remade": Level.CONFIRM}
    new = insisted(action, corrected, format)
    assert [new.entrant(id).name[-1] for id in format.order(new)] == list("HABDCEFG")
    # who comes late stands among them by rating, with the next number
    late = applied(AddEntrant(Entrant("", "Late", rating=1950)), new, format)
    assert late.entrants[-1].start_number == 9
    assert list(format.order(late)).index(late.entrants[-1].id) == 3


def test_from_round_4_on_numbers_are_asked_for_twice() -> None:
    format = format_named("dutch")
    event = begun(format, EQUALS, rounds=7)
    for _ in range(3):
        event = next_round(played(event, format), format)
    action = ExchangeNumbers("1", "2")
    assert levels(action, event, format)["numbers-late"] is Level.CONFIRM_TWICE
    assert levels(action, replace(event, mode="strict"), format)["numbers-late"] is Level.REFUSE
    with pytest.raises(NotAgreed, match="once round 4 is paired"):
        insisted(action, event.until(4), format)
    assert insisted(action, event, format, twice=True).renumbered
    # between, with round 3 published, once is enough
    assert insisted(action, event.until(3), format).renumbered


def test_an_order_of_numbers_that_was_not_seen_as_it_is_now_is_not_made() -> None:
    format = format_named("dutch")
    event = begun(format, EQUALS, rounds=7)
    seen = RemakeNumbers.of(event, format)
    event = applied(EditEntrant(of_name(event, "H"), {"rating": 2100}), event, format)
    with pytest.raises(Refused, match="the entry list has changed"):
        insisted(seen, event, format)


def test_nobody_exchanges_a_number_with_himself() -> None:
    format = format_named("dutch")
    event = playing.begun(format, EQUALS, 3, rounds=7).event
    with pytest.raises(Refused, match=r"Player A is named twice"):
        insisted(ExchangeNumbers(of_name(event, "A"), of_name(event, "A")), event, format)


def test_strict_mode_refuses_a_bar_after_round_1_however_it_comes_in() -> None:
    """C.04.1: who shall not meet is settled before round 1; an edited file is no way around it."""
    format = format_named("dutch")
    event = replace(begun(format, EQUALS, rounds=7), mode="strict")
    bar = Instruction("bar", "1", "2")
    taken = adopt(replace(event, instructions=(bar,)), "edited by hand: event.toml")
    assert levels(taken, event, format) == {"late-bar": Level.REFUSE}
    assert levels(Instruct(bar), event, format) == {"late-bar": Level.REFUSE}
    with pytest.raises(NotAgreed):
        insisted(taken, event, format)
    assert levels(adopt(event, "edited by hand: event.toml"), event, format) == {}


@pytest.mark.parametrize("name", ["round_robin", "knockout", "gnot"])
def test_where_numbers_are_not_those_of_the_ratings_they_stand(name: str) -> None:
    format = format_named(name)
    event = playing.begun(format, small(name), 3).event
    with pytest.raises(Refused, match="cannot be changed"):
        insisted(ExchangeNumbers("1", "2"), event, format)


def test_equals_are_numbered_as_the_event_has_stated() -> None:
    format = format_named("dutch")
    people = tuple(
        Entrant("", f"Player {letter}", rating=2000, birth=birth)
        for letter, birth in zip("DBAC", ("2001", "1990-05-01", "", "1990-02-01"), strict=True)
    )

    def order(way: str, seed: int = 3) -> str:
        event = playing.begun(format, people, seed, equal_order=way).event
        return "".join(event.entrant(id).name[-1] for id in format.order(event))

    assert order("name") == "ABCD"
    assert order("age") == "CBDA"
    assert order("entry") == "DBAC"
    assert len({order("lot", seed) for seed in range(6)}) > 1
