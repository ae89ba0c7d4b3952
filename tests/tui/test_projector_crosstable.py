"""The cross-table on the projector: everybody once, his neighbours in view, nothing too wide."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from saves.store import Store
from tests.tui.nearby import everybody, hostile_row, row
from tests.tui.places import juniors
from tui.projector.contents import contents
from tui.projector.drawn_pages import sparing
from tui.projector.layout import Page, pages
from tui.projector.show import ROUND_OF_PAGES
from tui.widgets.lines import Line, line

SIZES = ((80, 22), (120, 38), (200, 58), (60, 18))


def shown(store: Store, width: int, height: int) -> tuple[Page, ...]:
    [content] = contents(store.event, store.format, "crosstable")
    return pages(content, width, height)


@pytest.mark.parametrize(("width", "height"), [*SIZES, (20, 6), (10, 2), (1, 1)])
def test_nothing_is_wider_or_higher_than_the_screen(
    tmp_path: Path, width: int, height: int
) -> None:
    for number, format in enumerate(("diagonal", "round_robin")):
        store = hostile_row(tmp_path / str(number), format)
        for page in shown(store, width, height):
            assert len(page.lines) <= height
            assert all(cell_len(one.text) <= width for one in page.lines)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_of_a_row_everybody_is_on_one_page_with_his_neighbours(
    tmp_path: Path, width: int, height: int
) -> None:
    store = row(tmp_path / "row", rounds=1)
    order = list(store.format.order(store.event))
    met = store.format.meetings(store.event)
    assert met is not None
    seen = []
    for page in shown(store, width, height):
        columns = {int(word) for word in page.lines[0].text.split() if word.isdigit()}
        for one in page.lines:
            if one.key is not None:
                seen.append(one.key)
                own = order.index(str(one.key))
                near = {own, *(at for at in (own - 1, own + 1) if 0 <= at < 26)}
                near = {at for at in near if at == own or (one.key, order[at]) in met.cells}
                assert {at + 1 for at in near} <= columns
                assert "×" in one.text
    assert seen == order


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_of_a_round_robin_every_cell_is_on_some_page(
    tmp_path: Path, width: int, height: int
) -> None:
    store = everybody(tmp_path / "all", players=10, rounds=3, left_open=0, double=False)
    found: dict[object, str] = {}
    for page in shown(store, width, height):
        for one in page.lines:
            if one.key is not None:
                found[one.key] = found.get(one.key, "") + one.text
    met = store.format.meetings(store.event)
    assert met is not None
    assert set(found) == set(met.order)
    for id in met.order:
        to_come = sum(not met.cells[id, other].text for other in met.order if other != id)
        assert found[id].count("·") == to_come == 6
        assert found[id].count("×") == 1


def test_a_swiss_has_none_and_the_page_can_be_asked_for(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=1, players=12)
    assert contents(store.event, store.format, "crosstable") == []
    assert contents(row(tmp_path / "row", rounds=0).event, store.format, "crosstable") == []
    assert "crosstable" in ROUND_OF_PAGES


def test_pages_that_are_drawn_have_fewer_lines_where_a_turn_would_send_too_much() -> None:
    page = [line(f"{n:>3} Ashgrove, Liam {'1-0 ' * 20}") for n in range(60)]

    def drawn(width: int, height: int) -> list[list[Line]]:
        return [page[at : at + height] for at in range(0, len(page), height)]

    made = sparing(drawn, 200, 60)
    assert [one for lines in made for one in lines] == page, "nothing is left out"
    assert len(made) > 1
    short = [line("Ashgrove, Liam")] * 60
    assert sparing(lambda width, height: [short[:height]], 200, 60) == [short]
