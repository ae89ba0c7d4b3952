"""Whoever reads a bracket in the hall, on paper or on a phone reads who has won it, and what its
marks mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import EnterResults
from engine.bracket_words import bracket_notes
from engine.entrants import Entrant
from engine.event import Match
from engine.match_results import MatchRules
from engine.protocol import bracket_of
from engine.results import brief
from formats.registry import format_named
from saves.card_sheets import card
from saves.pages import round_pages, whole_page
from saves.paper import PAGES
from saves.sheets import result_text as sheet_text
from saves.site.pages import site_pages
from tests.formats.knockout.cups import Cup
from tests.playing import InMemory, begun, enter, play
from tests.tui.cups import played_to, teams_event
from tests.tui.driver import Driver, MemoryDesk
from tui.places.bracket.keys import BRACKET
from tui.places.card import card_lines
from tui.places.results import RESULTS
from tui.places.results.picture import first_keys
from tui.projector.drawn_pages import tree_pages
from tui.projector.watching import Seen
from tui.projector.words import heading
from tui.screens.player_lines import round_lines

STAR = "*: won by the tie-break"


def cup(final: str | None, language: str = "en") -> InMemory:
    """Four players; the first seed has won his semi-final, and the final is in or open."""
    memory = begun(
        format_named("knockout"),
        [Entrant("", f"Player {n}") for n in range(1, 5)],
        language=language,
    )
    play(memory, 2, last_open=True)
    if final is not None:
        enter(memory, final)
    return memory


def shown(memory: InMemory) -> dict[str, str]:
    """By where it is read all that is said there."""
    event, format = memory.event, memory.format
    site, filled = site_pages(event, format, "cup"), bracket_of(format, event)
    assert filled is not None
    (part,) = PAGES["brackets"](event, format, None)
    return {
        "phone": site["bracket.html"],
        "first page of the phone": site["index.html"],
        "page": round_pages(event, format)["round-02-bracket.html"],
        "whole page": whole_page(event, format),
        "paper": "\n".join(part["notes"]),
        "projector": "\n".join(one.text for one in tree_pages(event, filled)(80, 20)[-1]),
    }


def test_the_winner_of_a_final_is_named_wherever_the_bracket_is_read() -> None:
    said = shown(cup("½-½ white rapid"))
    name = cup("½-½ white rapid").format.standings(cup("½-½ white rapid").event)[0].rows[0].name
    assert all(f"Winner: {name}" in text for text in said.values()), said
    del said["first page of the phone"]
    assert all(STAR in text for text in said.values()), said


@pytest.mark.parametrize("final", ["1-0", None])
def test_no_mark_is_explained_that_is_not_there_and_nobody_has_won_an_open_final(
    final: str | None,
) -> None:
    said = shown(cup(final))
    assert not any(STAR in text for text in said.values())
    assert all(("Winner: " in text) == (final is not None) for text in said.values())


def test_the_hall_reads_it_in_its_language() -> None:
    said = shown(cup("½-½ white rapid", language="de"))
    assert "Sieger: Player 1" in said["projector"]
    assert "*: durch Stichentscheid gewonnen" in said["phone"]


def test_a_stage_of_one_match_is_named_once() -> None:
    """`Third place` stood over the match as the stage's name, and as the round's below it."""
    memory = begun(
        format_named("knockout"), [Entrant("", f"P{n}") for n in range(1, 5)], third_place=True
    )
    play(memory, 2, last_open=True)
    filled = bracket_of(memory.format, memory.event)
    assert filled is not None
    (page,) = tree_pages(memory.event, filled)(80, 20)
    assert sum("Third place" in one.text and "losers" not in one.text for one in page) == 1
    (part,) = PAGES["brackets"](memory.event, memory.format, None)
    main, third = part["trees"]
    assert (third["title"], [head["title"] for head in third["heads"]]) == ("Third place", [""])
    assert [head["losers"] for head in main["heads"]] == ["losers → Third place", ""]


def test_the_winner_of_a_tied_game_is_white_or_black_as_it_is_typed() -> None:
    """A cup of single games said `½-½ home rapid`; the journal keeps that."""
    memory = cup("½-½ black rapid")
    event, format = memory.event, memory.format
    final = event.round(2).match(1)
    assert final.result is not None
    assert final.result.text == "½-½ away rapid"
    assert sheet_text(final) == "½-½ Black rapid"
    results = Driver(RESULTS, MemoryDesk(event, format))
    assert "½-½ Black rapid" in " ".join(results.lines)
    assert MatchRules(games=1).parse(brief(final.result.text)) == final.result
    keys = list(first_keys(results.view, results.state))
    assert keys[:3] == [("1", "White"), ("0", "Black"), ("=", "tie, e.g. = white rapid")]
    hall = cup("½-½ white rapid", language="de")
    pairings = site_pages(hall.event, hall.format, "cup")["boards.html"]
    assert "½-½ Weiß rapid" in pairings
    match = Match(1, "1", "2", games=3, result=MatchRules(games=3).parse("1½-1½ home rapid"))
    assert sheet_text(match) == "1½-1½ home rapid"


def test_who_is_third_is_named_beside_the_winner_and_a_stage_alone_says_what_is_in_it() -> None:
    """Below the match for third place stood the winner of the final, and a mark of another one."""
    memory = begun(
        format_named("knockout"),
        [Entrant("", f"Player {n}") for n in range(1, 5)],
        third_place=True,
    )
    play(memory, 2, last_open=True)
    memory.do(EnterResults(((1, "½-½ white rapid"), (2, "1-0"))))
    final, third = (memory.event.entrant(m.white).name for m in memory.event.round(2).matches)
    filled = bracket_of(memory.format, memory.event)
    assert filled is not None
    told = (f"Winner: {final}", f"Third place: {third}")
    assert bracket_notes(memory.event, filled)[:2] == told
    assert STAR in bracket_notes(memory.event, filled)
    assert bracket_notes(memory.event, filled, {"T"})[0] == told[1]
    assert STAR not in bracket_notes(memory.event, filled, {"T"})
    main = bracket_notes(memory.event, filled, {"R1.1", "R1.2", "R2.1"})
    assert main == (told[0], STAR)


def test_the_hall_is_told_what_the_marks_of_scores_mean_and_the_tree_fills_its_page() -> None:
    memory = begun(
        format_named("knockout"),
        [Entrant("", f"Player {n}") for n in range(1, 5)],
        third_place=True,
    )
    play(memory, 2, last_open=True)
    memory.do(EnterResults(((2, "+/-"),)))
    filled = bracket_of(memory.format, memory.event)
    assert filled is not None
    wide, narrow = (tree_pages(memory.event, filled)(*size)[0] for size in ((158, 46), (48, 20)))
    text = "\n".join(one.text for one in wide)
    for meaning in ("_ is being played", "+ and -: without a game", "→: where the loser goes on"):
        assert meaning in text
    assert "→" in text.split("→: where")[0].split("losers →")[1][20:], "the mark that is explained"
    assert not any("where the loser goes on" in one.text for one in narrow), "no such mark there"
    console = Driver(BRACKET, MemoryDesk(memory.event, memory.format), (160, 50))
    spread = [at for at, one in enumerate(wide) if "Player" in one.text]
    close = [at for at, one in enumerate(console.lines) if "Player" in one]
    assert spread[-1] > close[-1]
    assert len(wide) <= 46


def test_the_hall_reads_above_a_bracket_of_which_round_its_boards_are() -> None:
    """`2 boards` stood below the tree, and nothing said of what."""
    memory = begun(format_named("knockout"), [Entrant("", f"Player {n}") for n in range(1, 5)])
    play(memory, 1, last_open=True)
    assert heading(Seen(memory.event, memory.format), "bracket") == "Test · round 1"


def test_the_card_of_a_cup_has_no_points_beside_matches_won() -> None:
    """Who won by a walkover had 3 won and a total of 2."""
    event, format = cup("1-0").event, cup("1-0").format
    for id in ("1", "2"):
        assert "Pts" not in {column.name for column in card(event, format, id).columns}
        heads, _ = card_lines(event, format, id, 78)
        assert "Total" not in heads.text
        assert "Pts" not in heads.text


def test_the_first_page_of_a_finished_cup_has_the_winner_the_final_and_the_bracket() -> None:
    """A visitor found the list of entries."""
    over = cup("1-0")
    final = over.event.round(2).match(1)
    white, black = (over.event.entrant(id).name for id in final.pair)
    page = site_pages(over.event, over.format, "cup")["index.html"]
    assert f"Winner: {white}" in page
    sides = {f"Final: {white} 1 – 0 {black}", f"Final: {black} 0 – 1 {white}"}
    assert any(text in page for text in sides)
    assert 'class="tree"' in page
    assert page.index('class="tree"') < page.index('id="find"')
    assert 'class="tree"' not in site_pages(cup(None).event, over.format, "cup")["index.html"]


def test_the_codes_of_stages_are_explained_where_no_heading_does(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 2)
    tree = bracket_of(store.format, store.event)
    assert tree is not None
    assert "DKO: double knockout, SKO: single knockout" in bracket_notes(store.event, tree)


def test_a_round_of_a_cup_without_a_match_is_no_match_and_no_nil() -> None:
    """`not paired 0` stood at whoever was knocked out, or waited for the losers of a round."""
    cup = Cup(8, "double_knockout")
    for _ in range(3):
        cup.draw()
        cup.enter(*["1-0"] * len(cup.current.matches))
    waits, *_ = [e.id for e in cup.event.entrants if e.id not in cup.event.round(3).placed]
    texts = [str(cell) for row in card(cup.event, cup.format, waits).rows for cell in row]
    assert "no match" in texts
    assert "not paired" not in texts
    pane = [one.text.rstrip() for one in round_lines(cup.event, cup.format, waits, 40, 9)]
    assert any(text.endswith("no match") for text in pane)
