"""The event is over: every list for the hall says so, and calls nobody out of it."""

from __future__ import annotations

from random import Random

import pytest

from engine.entrants import Entrant
from engine.event import Event, Match
from formats.registry import format_named
from saves import sheets
from saves.pages import standings_after
from saves.site.pages import site_pages
from saves.text_tables import round_text
from tests.formats.gnot.evenings import Evenings, by_chance
from tests.playing import InMemory, begun, enter, publish
from tests.tui.driver import Driver, MemoryDesk
from tui.places.pairings.picture import no_proposal
from tui.places.results import RESULTS
from tui.places.standings import STANDINGS
from tui.projector.contents import contents
from tui.screens.listed_events import state_text

FORMATS = (
    "knockout", "double_knockout", "team_knockout", "diagonal", "dutch", "kjca", "round_robin",
    "team_swiss",
)  # fmt: skip


def over(name: str) -> InMemory:
    """Eight entrants, four of them in a category, to the end of their event."""
    squad = tuple(Entrant("", f"P{board}") for board in range(4)) if "team" in name else ()
    people = [
        Entrant("", f"T{n}", rating=2000 - n, category="U18" if n > 4 else "", players=squad)
        for n in range(1, 9)
    ]
    swiss = name in ("dutch", "kjca", "team_swiss")
    played = begun(format_named(name), people, **({"rounds": 3} if swiss else {}))
    while played.format.next_step(played.event).name != "finished":
        publish(played)
        enter(played, won)
    return played


def won(event: Event, match: Match) -> str:
    """By the first entered, so that an elimination ends."""
    white = int(match.white) < int(match.black)
    if match.lineups:
        return "3-1" if white else "1-3"
    return ",".join(["1-0" if white else "0-1"] * match.games) if match.games == 1 else "1,1"


@pytest.mark.parametrize("name", FORMATS)
def test_every_list_says_that_it_is_final_and_calls_nobody_out(name: str) -> None:
    played = over(name)
    event, format = played.event, played.format
    last = len(event.published)
    titles = [one.title for one in contents(event, format, "standings")]
    assert len(titles) == 2, "with that of the category"
    assert all(title.endswith(f"after round {last} (final)") for title in titles)
    site = site_pages(event, format, "0" * 16)["standings.html"]
    assert f"After round {last} (final)" in site
    assert "(final)" in standings_after(event, format, last)
    text = round_text(event, format)
    assert f"standings after round {last} (final)" in text
    assert "(out)" not in text + site


@pytest.mark.parametrize("name", ["knockout", "double_knockout", "team_knockout"])
def test_while_it_goes_on_who_is_out_of_it_is_called_that(name: str) -> None:
    played = over(name)
    event = played.event.until(len(played.event.published) - 1)
    overall = sheets.standings(event, played.format, len(event.published))[0]
    assert any(sheets.cell_text(row[2]).endswith("(out)") for row in overall.rows)


def test_who_is_out_of_a_diagonal_has_the_round_in_a_column_and_nothing_behind_the_name() -> None:
    played = over("diagonal")
    overall = sheets.standings(played.event.until(2), played.format, 3)[0]
    names, out = ([sheets.cell_text(row[at]) for row in overall.rows] for at in (2, -1))
    assert dict(zip(names, out, strict=True)) == {
        "T1": "-", "T2": "-", "T3": "2", "T4": "2", "T5": "2", "T6": "2", "T7": "2", "T8": "1",
    }  # fmt: skip


def half_played() -> InMemory:
    """The first round of a diagonal, of which one board has the result of one game alone."""
    people = [Entrant("", f"T{n}", rating=2000 - n) for n in range(1, 9)]
    played = begun(format_named("diagonal"), people)
    (first, *_) = publish(played).matches
    enter(played, lambda event, match: "1,?" if match.board == first.board else "1,1")
    return played


def test_a_round_with_a_game_still_played_is_not_called_over() -> None:
    played = half_played()
    titles = [page.title for page in contents(played.event, played.format, "standings")]
    assert titles == ["Standings · round 1 in play"]
    (status,) = {Driver(STANDINGS, MemoryDesk(played.event, played.format)).shown.status.text}
    assert "round 1 in play" in status
    assert not played.format.panels(played.event), "nobody goes out before its end"
    assert state_text(played.event, played.format) == "round 1, 1 half in"
    desk = Driver(RESULTS, MemoryDesk(played.event, played.format))
    desk.enter("A")
    assert desk.message == "board 1 has the result of one game: enter the other"


@pytest.mark.parametrize("name", ["diagonal", "gnot"])
def test_figures_that_break_no_ties_are_not_called_that_in_the_hall(name: str) -> None:
    """A diagonal ranked by losses stood with its points alone, `Ties by Losses, Wins, Out`."""
    played = over(name) if name == "diagonal" else evenings()
    pages = contents(played.event, played.format, "standings")
    assert not [note for page in pages for note in page.notes if "Ties by" in note]
    tables = played.format.standings(played.event)
    for page, table in zip(pages, tables, strict=True):
        assert {c.name for c in page.columns} >= set(table.columns)
        leading = [c.name for c in page.columns[2:] if not c.rank]
        assert leading == [table.led_by], "the figure that stays where there is little room"
    assert tables[0].led_by == {"diagonal": "Losses", "gnot": "VP"}[name]


def test_an_event_of_sessions_that_is_over_has_no_rounds_played() -> None:
    played = evenings()
    refusal = no_proposal(played.event, played.format.next_step(played.event))
    assert "all sessions are played" in str(refusal)


def evenings() -> Evenings:
    """Twenty teams, everything played."""
    made = Evenings(20, seed=9)
    say = by_chance(Random(9))
    while made.play_on(say) != "finished":
        pass
    return made
