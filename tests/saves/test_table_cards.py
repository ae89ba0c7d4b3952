"""Slips, name cards and board numbers: what is printed, cut and laid on the tables."""

from __future__ import annotations

from dataclasses import replace

import pytest
from markupsafe import escape

from engine.boards import Seating
from engine.entrants import Away
from engine.event import Event
from engine.protocol import numbers
from saves.pages import board_cards_page, name_cards_page, round_pages, slips_page
from saves.paper import PAGES
from saves.table_cards import board_cards, name_cards, slips
from tests.saves.played import PLAIN, Plain, entrants, played


class InRooms(Plain):
    """The plain format in a venue of two rooms."""

    def seating(self, event: Event) -> Seating:
        return Seating(1, {}, ((1, "Main hall"), (3, "Annexe <b>")))


ROOMS = InRooms()


@pytest.fixture(scope="module")
def event() -> Event:
    return played(entrants("juniors-41.csv"), 3)


def test_everybody_who_is_in_has_a_card_fold_of_names(event: Event) -> None:
    gone = replace(event.entrants[0], away=(Away(2),))
    cards = name_cards(event.with_entrant(gone), PLAIN)
    assert len(cards) == len([e for e in event.entrants if not e.withdrawn and e.id != gone.id])
    assert all(gone.name not in card.name for card in cards)


def test_a_card_says_club_rating_and_the_fixed_board_before_the_seed(event: Event) -> None:
    first = replace(event.entrants[1], club="Rooks", rating=1712, seed=3, title="FM", name="Aa, B")
    (card,) = (c for c in name_cards(event.with_entrant(first), PLAIN) if "Aa, B" in c.name)
    assert card.name == "FM Aa, B"
    assert {"Rooks", "1712"} <= set(card.facts)
    assert card.mark == "seed 3"
    fixed = event.with_entrant(replace(first, fixed_board=7))
    (card,) = (c for c in name_cards(fixed, PLAIN) if "Aa, B" in c.name)
    assert card.mark == "board 7"


def test_names_on_cards_are_text(event: Event) -> None:
    hostile = replace(event.entrants[1], name="<script>x</script>", club="[red]\x1b[31m")
    page = name_cards_page(event.with_entrant(hostile), PLAIN)
    assert "<script" not in page
    assert "\x1b" not in page


def test_long_names_are_written_smaller(event: Event) -> None:
    def shown(name: str) -> str:
        page = name_cards_page(event.with_entrant(replace(event.entrants[1], name=name)), PLAIN)
        return next(line for line in page.splitlines() if name in line)

    assert 'class="name "' in shown("Bo, Al")
    assert 'class="name small"' in shown("Ashgrove-Kilbracken, Liam Alexander")
    assert 'class="name tiny"' in shown("Wójtowska von und zu Greiffenberg-Schwarzenstein, Zoë")


def test_boards_before_the_first_round_are_as_many_as_the_entries_need(event: Event) -> None:
    fresh = replace(event, rounds=())
    needed = sum(e.to_be_paired(1) for e in fresh.entrants) // 2
    assert [c.board for c in board_cards(fresh, PLAIN)] == list(range(1, needed + 1))


def test_slips_and_board_numbers_name_the_room(event: Event) -> None:
    round = event.round(3)
    rooms = {slip.board: slip.room for slip in slips(event, ROOMS, round)}
    assert rooms[1] == "Main hall"
    assert rooms[3] == "Annexe <b>"
    assert "Annexe &lt;b&gt;" in slips_page(event, ROOMS, 3)
    assert "Annexe &lt;b&gt;" in board_cards_page(event, ROOMS, 3)


def test_the_pairings_of_each_room_hang_at_its_door(event: Event) -> None:
    page = round_pages(event, ROOMS, 3)["round-03-boards.html"]
    assert page.index("pairings · Main hall") < page.index("pairings · Annexe &lt;b&gt;")
    assert "Room</th>" in round_pages(event, ROOMS, 3)["round-03-names.html"]
    plain = round_pages(event, PLAIN, 3)
    assert "Room</th>" not in plain["round-03-names.html"]
    assert "<h2" not in plain["round-03-boards.html"]


def test_slips_say_the_start_numbers(event: Event) -> None:
    no, page = numbers(PLAIN, event), slips_page(event, PLAIN, 3)
    for match in event.round(3).matches:
        for side, id in (("White", match.white), ("Black", match.black)):
            entrant = event.entrant(id)
            rating = "" if entrant.rating is None else f" · {entrant.rating}"
            school = f' · <span dir="auto">{escape(entrant.school)}</span>' * bool(entrant.school)
            about = f'<div class="side">{side} · no {no[id]}{rating}{school}</div>'
            assert f'{about}<div class="name" dir="auto">{escape(entrant.name)}</div>' in page


def test_slips_of_children_name_their_schools(event: Event) -> None:
    """Two of one name are told apart by them in every list, and so at the board."""
    match = event.round(3).match(1)
    white, black = (event.entrant(id) for id in match.pair)
    schooled = event.with_entrant(replace(white, name="Kim, Ada", school="Meadow <b>"))
    schooled = schooled.with_entrant(replace(black, name="Kim, Ada", school="St. " + "A" * 60))
    slip = slips(schooled, PLAIN, schooled.round(3))[0]
    assert (slip.white_school, slip.black_school) == ("Meadow <b>", "St. " + "A" * 27 + "…")
    assert "Meadow &lt;b&gt;" in slips_page(schooled, PLAIN, 3)
    (part,) = PAGES["slips"](schooled, PLAIN, 3)
    players = next(one for one in part["slips"] if one is not None)["players"]
    assert [one["school"] for one in players] == [slip.white_school, slip.black_school]
