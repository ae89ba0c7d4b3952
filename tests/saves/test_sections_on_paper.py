"""Which section a board is of: on slips and in the list of pairings."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from saves.pages import board_cards_page
from saves.sheets import by_name, pairings
from saves.table_cards import board_cards, slips
from tests.formats.galway.events import GALWAY, by_chance, event, player, rounds
from tests.playing import InMemory, propose
from tui.places.pairings.lines import Columns, Review, about, head_line, lines_of


def test_slips_and_lists_say_the_section_and_both_of_a_game_across() -> None:
    after = list(rounds(event(48), by_chance(Random(3)), 2))[-1]
    section = {e.id: e.section for e in after.entrants}
    round = after.round(2)
    grid = pairings(after, GALWAY, round)
    assert grid.columns[-1].name == "Section"
    told = {row[0]: row[-1] for row in grid.rows if row[0] is not None}
    names = by_name(after, GALWAY, round)
    assert names.columns[-1].name == "Section"
    assert {row[1]: row[-1] for row in names.rows} == {e.name: e.section for e in after.entrants}
    on_cards = {card.board: card.about for card in board_cards(after, GALWAY, 2)}
    assert "section A</div>" in board_cards_page(after, GALWAY, 2)
    on_slips = {slip.board: slip.about for slip in slips(after, GALWAY, round)}
    across, review = 0, Review(after, GALWAY, round)
    columns, name = Columns.of(120, sectioned=True), {e.id: e.name for e in after.entrants}
    lines = {one.key: one.text for one in lines_of(review, columns, None)}
    assert head_line(columns, after, GALWAY).text.count(" Sec ") == 2
    for match in round.matches:
        letters = sorted({section[id] for id in match.pair})
        across += len(letters) > 1
        assert told[match.board] == "/".join(letters)
        word = "section" if len(letters) == 1 else "sections"
        assert on_slips[match.board] == f"{word} {' and '.join(letters)}"
        assert on_cards[match.board] == on_slips[match.board]
        for id in match.pair:
            shown = lines[match.board].split(name[id])[1]
            assert shown.split()[0] == section[id]
        assert about(review, match.board) == f"Board {match.board} · {on_slips[match.board]}"
    assert across


def test_a_proposal_of_round_1_says_the_sections_that_will_be_frozen() -> None:
    """The entries name none yet, and one of them a section that there is not."""
    players = [player(no) for no in range(1, 41)]
    players[39] = replace(players[39], section="Z")
    memory = InMemory(event(players), GALWAY)
    round = propose(memory)
    before = memory.event
    review = Review(before, GALWAY, round)
    columns, name = Columns.of(120, sectioned=True), {e.id: e.name for e in before.entrants}
    lines = {one.key: one.text for one in lines_of(review, columns, None)}
    for match in round.matches:
        assert about(review, match.board) == f"Board {match.board} · section {match.section}"
        for id in match.pair:
            assert lines[match.board].split(name[id])[1].split()[0] == match.section
    assert [row[-1] for row in pairings(before, GALWAY, round).rows] == [
        match.section for match in sorted(round.matches, key=lambda m: m.board)
    ]
