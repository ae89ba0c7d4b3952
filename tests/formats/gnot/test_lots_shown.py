"""A lot is told wherever it decided: every match here is won by the same score."""

from __future__ import annotations

import re

import pytest

from engine.event import Match
from engine.tables import Panel
from tests.formats.gnot.evenings import Evenings

LOT = re.compile(r"lot (\d+) of this event \((.+?)\): (.+)")


def level(match: Match) -> str:
    return "30-20"


@pytest.fixture(scope="module")
def played() -> Evenings:
    evenings = Evenings(23, seed=3)
    while evenings.play_on(level) != "finished":
        pass
    return evenings


def panel(evenings: Evenings, name: str) -> Panel:
    return next(p for p in evenings.format.panels(evenings.event) if p.name == name)


def told(evenings: Evenings, half: int, match: Match) -> dict[str, str]:
    """By purpose the order of every lot that explains the match."""
    round = evenings.event.round(half)
    texts = evenings.format.explain(evenings.event.until(half - 1), round, match)
    return {found[2]: found[3] for text in texts if (found := LOT.fullmatch(text))}


def test_lucky_losers_with_the_same_figures_have_the_lot_beside_them(played: Evenings) -> None:
    rows = panel(played, "Lucky losers of Match 1").rows
    lot = next(x for x in played.event.lots if x.purpose == "lucky losers of Match 1")
    names = [played.event.entrant(id).name for id in lot.order]
    assert [row[1] for row in rows] == names
    assert {row[-1] for row in rows} == {f"by lot {lot.number} of this event"}
    assert [row[-2] for row in rows] == ["goes on", "goes on", *[""] * (len(rows) - 2)]


def test_a_match_names_the_lots_that_brought_its_teams_there(played: Evenings) -> None:
    half = played.event.round(2)
    found = [told(played, 2, m) for m in half.matches if m.section == "A"]
    assert all("rank in Pool A" in lots for lots in found)
    lucky = next(x for x in played.event.lots if x.purpose == "lucky losers of Match 1").order[:2]
    for match in half.matches:
        if match.section == "A":
            named = "lucky losers of Match 1" in told(played, 2, match)
            assert named or not set(match.pair) & set(lucky)
            assert "Swiss round 1" not in told(played, 2, match)


def test_a_short_lot_is_told_whole_and_a_long_one_by_the_two_places(played: Evenings) -> None:
    triangle = next(m for m in played.event.round(3).matches if m.stage == "swiss")
    lot = next(x for x in played.event.lots if x.purpose == "Swiss round 1")
    order = " before ".join(played.event.entrant(id).name for id in lot.order)
    assert told(played, 3, triangle) == {"Swiss round 1": order}
    match = next(m for m in played.event.round(2).matches if m.section == "A")
    ranked = next(x for x in played.event.lots if x.purpose == "rank in Pool A" if
                  set(match.pair) & set(x.order) and len(x.order) > 8)  # fmt: skip
    said = told(played, 2, match)["rank in Pool A"]
    for id in set(match.pair) & set(ranked.order):
        place = ranked.order.index(id) + 1
        assert f"{played.event.entrant(id).name} number {place} of {len(ranked.order)}" in said


def test_the_final_swiss_table_names_the_lots_between_those_who_are_level(
    played: Evenings,
) -> None:
    table = next(t for t in played.format.standings(played.event) if t.name == "Swiss")
    lots = [found[3].split(" before ") for note in table.notes if (found := LOT.fullmatch(note))]
    order = [row.name for row in table.rows]
    assert lots
    for names in lots:
        places = [order.index(name) for name in names]
        assert places == list(range(places[0], places[0] + len(names)))


def test_what_the_board_says_already_is_not_explained_again(played: Evenings) -> None:
    half = played.event.round(2)
    for match in half.matches:
        before = played.event.until(1)
        lines = played.format.explain(before, half, match)
        further = played.format.explain_further(before, half, match)
        assert further == lines[len(match.why) :], "the lots alone"
        assert all(LOT.fullmatch(line) for line in further)
