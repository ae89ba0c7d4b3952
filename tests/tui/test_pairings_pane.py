"""The board beside Pairings: both cards, why, what a swap would cost, the whole round."""

from __future__ import annotations

import pytest

from engine.actions import EditEntrant, EnterResult, Propose, SwapPlaces
from engine.by_hand import cost
from engine.event import Round
from engine.next_draw import next_draw
from engine.proposal import swap
from engine.protocol import Severity
from tests.tui.driver import Driver, MemoryDesk
from tui.places.pairings import PAIRINGS
from tui.places.pairings.pane import judged
from tui.places.pairings.picture import PairingsState

WIDE = (160, 50)


def proposed(players: int = 12, format: str = "dutch", rounds: int = 2) -> Driver[PairingsState]:
    """So many rounds played, the next one proposed."""
    desk = MemoryDesk.playing(players, rounds, format)
    current = desk.event.current
    assert current is not None
    for match in current.matches:
        if match.open:
            desk.do(EnterResult(match.board, "1-0", round=current.number))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    return Driver(PAIRINGS, desk, WIDE)


def pane_of(place: Driver[PairingsState]) -> str:
    """Its text."""
    assert place.pane is not None
    return "\n".join(line.rstrip() for line in place.pane)


def proposal(place: Driver[PairingsState]) -> Round:
    """The standing one."""
    round = place.desk.event.proposal
    assert round is not None
    return round


def test_both_cards_and_the_reasons_stand_beside_the_board() -> None:
    place = proposed()
    text = pane_of(place)
    for id in proposal(place).matches[0].pair:
        entrant = place.desk.event.entrant(id)
        assert entrant.name in text
        assert f"No {entrant.start_number} · {entrant.rating}" in text
    assert "Why these two" in text
    assert "colours WB" in text
    assert "met " in text
    place.type("down")
    assert place.desk.event.entrant(proposal(place).matches[1].white).name in pane_of(place)


def test_names_wider_than_a_card_have_lines_of_their_own_in_a_narrow_pane() -> None:
    place = proposed()
    wide = {e.id: f"{e.name}-Newcastlewest" for e in place.desk.event.entrants}
    for id, name in wide.items():
        place.desk.do(EditEntrant(id, {"name": name}))
    place = Driver(PAIRINGS, place.desk, (120, 40))
    first, second = (wide[id] for id in proposal(place).matches[0].pair)
    heads = pane_of(place).split("\n")[:2]
    assert [head.strip() for head in heads] == [first, second]
    assert heads[1].startswith(" "), "Black's at the right"


def test_a_wide_list_shows_the_colours_of_the_last_rounds() -> None:
    place = proposed()
    assert place.shown.heads is not None
    assert place.shown.heads.text.count("Col") == 2
    lines = [line for line in place.lines if line[1:5].strip().isdigit()]
    assert all(len({"WB", "BW", "WW", "BB"} & set(line.split())) for line in lines)


def test_a_swap_is_judged_while_nobody_types_and_as_it_would_be() -> None:
    place = proposed()
    assert "If its White changed places with" in pane_of(place)
    assert not judged(place.view, place.state), "nothing is judged by a key"
    assert place.rest() == 4
    round, event, format = proposal(place), place.desk.event, place.desk.format
    marks = {Severity.MUST: "×", Severity.SHOULD: "!"}
    for (a, b), known in judged(place.view, place.state).items():
        real = cost(event, format, round, swap(round, a, b))
        assert known.mark == (marks[real.severity] if real.severity else known.mark)
        assert (known.mark in "×!") == (real.severity is not None)
        assert known.words in pane_of(place) or len(known.words) > 40
    place.type("right")
    assert "If its Black changed places with" in pane_of(place)
    known_before = len(judged(place.view, place.state))
    place.rest()
    assert len(judged(place.view, place.state)) > known_before


def test_what_was_judged_goes_with_the_proposal() -> None:
    place = proposed()
    place.rest()
    a, b = (proposal(place).matches[i].white for i in (0, 1))
    place.other_desk(SwapPlaces(a, b))
    assert not judged(place.view, place.state)


def test_for_who_is_marked_the_selected_one_alone_is_judged() -> None:
    place = proposed()
    place.type("s", "down")
    assert place.rest() == 1
    (pair,) = judged(place.view, place.state)
    assert pair == tuple(proposal(place).matches[i].white for i in (0, 1))
    name = place.desk.event.entrant(pair[0]).name.partition(",")[0]
    assert f"If {name} changed places with" in pane_of(place)


def test_a_round_changed_by_hand_is_compared_with_the_computer_draw() -> None:
    place = proposed()
    assert "computer" not in pane_of(place)
    place.type("s", "down", "s")
    place.acknowledge()
    place.fetch()
    line = next(x for x in pane_of(place).split("\n") if "The whole round" in x)
    assert line.split()[-2:] == ["computer", "now"]


@pytest.mark.parametrize("width", [30, 35, 36, 43, 44])
def test_what_is_compared_stands_whole_in_a_pane_of_any_width(width: int) -> None:
    place = proposed()
    place.type("t")
    place.acknowledge()
    place.fetch()
    assert PAIRINGS.pane is not None
    lines = [str(x.text) for x in PAIRINGS.pane(place.view, place.state, width, 40) or ()]
    first = next(at for at, text in enumerate(lines) if " round " in text and "computer" in text)
    compared = lines[first : first + 6]
    assert [text for text in compared if "…" in text or len(text) > width] == []
    assert [text.split()[0] for text in compared[4:]] in (["same", "median"], ["colour", "median"])


@pytest.mark.parametrize(
    ("format", "missing"),
    [
        ("round_robin", ("float", "points ·")),
        ("knockout", ("float",)),
        ("kjca", ()),
    ],
)
def test_what_has_no_meaning_in_a_format_is_left_out(format: str, missing: tuple[str, ...]) -> None:
    desk = MemoryDesk.created(format)
    from engine.actions import ImportEntrants
    from engine.entrants import Entrant

    desk.do(ImportEntrants(tuple(Entrant("", f"Ash {n}", rating=1500 + n) for n in range(8))))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    place = Driver(PAIRINGS, desk, WIDE)
    text = pane_of(place)
    assert "Why these two" in text
    for words in missing:
        assert words not in text
    refused = bool(desk.format.by_hand_refused(desk.event, "swap"))
    assert ("changed places" in text) is not refused
    place.rest()
    assert ("changed places" in pane_of(place)) is not refused


def test_a_published_round_has_no_swaps_and_a_bye_one_card() -> None:
    place = Driver(PAIRINGS, MemoryDesk.playing(9), WIDE)
    assert "changed places" not in pane_of(place)
    assert place.rest() == 0
    place.type("end")
    assert "Why this bye" in pane_of(place)


def test_right_goes_over_blacks_side_into_the_pane_and_enter_changes_places_there() -> None:
    place = proposed()
    boards = [m.pair for m in proposal(place).matches]
    place.type("right")
    assert not place.state.aimed
    place.type("right", "down", "down")
    aimed = place.state.aimed
    marked = [x for x in pane_of(place).split("\n") if x.startswith("▌")]
    assert [place.desk.event.entrant(str(aimed)).name in x for x in marked] == [True]
    assert place.state.selected == 1, "the list stands"
    place.enter("enter")
    first = proposal(place).matches[0]
    assert (first.white, first.black) == (boards[0][0], aimed)
    assert place.state.aimed is None
    place.type("down")
    assert place.state.selected == 2, "keys go to the list again"


def test_the_pane_goes_on_to_everybody_and_left_comes_back_without_a_change() -> None:
    place = proposed()
    before = proposal(place)
    place.type("right", "right", "end")
    last = place.desk.event.entrant(str(place.state.aimed)).name
    assert last in pane_of(place)
    place.type("left")
    assert last not in pane_of(place)
    assert proposal(place) is before


def test_a_click_in_the_pane_aims_and_a_second_one_changes_places() -> None:
    place = proposed()
    name = place.desk.event.entrant(proposal(place).matches[1].white).name
    assert place.pane is not None
    row = next(y for y, x in enumerate(place.pane) if name in x)
    place.click_pane(4, row)
    assert place.state.aimed == proposal(place).matches[1].white
    place.click_pane(4, row)
    place.acknowledge()
    assert place.desk.event.entrant(proposal(place).matches[0].white).name == name


def test_without_a_pane_right_stays_at_blacks_side() -> None:
    place = proposed()
    place.size = (80, 24)
    place.type("right", "right", "down")
    assert (place.state.aimed, place.state.side, place.state.selected) == (None, 1, 2)


def test_a_board_without_two_ratings_keeps_its_place_among_the_gaps() -> None:
    """9 bars for 12 boards could not be assigned to any."""
    place = proposed(24)
    unrated = proposal(place).matches[3].white
    place.desk.do(EditEntrant(unrated, {"rating": None}))
    lines = pane_of(place).split("\n")
    at = next(row for row, text in enumerate(lines) if "Rating gap by board" in text)
    bars = lines[at + 1][1:]
    assert len(bars) == 12
    assert [place for place, bar in enumerate(bars) if bar == " "] == [3]
