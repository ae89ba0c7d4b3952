"""Tie-breaks by name where the public reads: on the wall, below standings on paper and site."""

from __future__ import annotations

from engine.entrants import Entrant
from formats.registry import format_named
from saves import sheets
from saves.pages import slips_page
from saves.sheets import TIE_NAMES, named_ties, tie_legend
from saves.site.pages import site_pages
from tests.playing import begun, play, publish
from tui.projector.contents import contents

PEOPLE = [Entrant("", name, rating=2000) for name in "ABCDEF"]


def test_the_wall_names_the_tie_breaks_of_the_event() -> None:
    played = begun(
        format_named("kjca"), PEOPLE, rounds=3, tiebreaks=["DE", "BH/C1", "BH", "SB", "WIN"]
    )
    play(played, 2, "1-0")
    (page,) = contents(played.event, played.format, "standings")
    assert page.notes[0] == (
        "Ties by direct encounter, Buchholz/C1, Buchholz, Sonneborn-Berger, wins"
    )


def test_figures_beside_the_tie_breaks_break_no_ties_on_the_wall() -> None:
    """A league stood with `Ties by P, W, D, L, game points, …, Hand`."""
    played = begun(format_named("league"), PEOPLE[:4], boards=2)
    play(played, 3, "1-1")
    notes = [note for page in contents(played.event, played.format, "standings")
             for note in page.notes]  # fmt: skip
    assert notes[0] == "Ties by game points, direct encounter, Sonneborn-Berger"


def test_paper_and_site_say_once_what_the_codes_of_the_columns_mean() -> None:
    played = begun(format_named("kjca"), PEOPLE, rounds=3, tiebreaks=["BH/C1", "BH", "TPN"])
    play(played, 2, "1-0")
    told = "BH: Buchholz · C1: without the lowest one"
    grids = sheets.standings(played.event, played.format, 2)
    assert [told in grid.notes for grid in grids] == [True] + [False] * (len(grids) - 1)
    assert told in site_pages(played.event, played.format, "0" * 16)["standings.html"]


def test_the_other_points_are_those_that_do_not_rank() -> None:
    """The column MPvGP has match points or game points: heading and name say which."""
    for primary, head, other in (("match", "GP", "game points"), ("game", "MP", "match points")):
        settings = format_named("team_swiss").settings({"primary": primary})
        told = f"{other} · EMGSB: Sonneborn-Berger of teams · C1: without the lowest one"
        assert tie_legend(["MPvGP", "EMGSB/C1"], settings) == f"MPvGP: {told}"
        assert tie_legend(["MPvGP", "EMGSB/C1"], settings, as_headed=True) == f"{head}: {told}"
        played = begun(format_named("team_swiss"), PEOPLE[:4], rounds=2, primary=primary)
        play(played, 1)
        (grid, *_) = sheets.standings(played.event, played.format, 1)
        assert head in [column.name for column in grid.columns]
        assert named_ties(["MPvGP", "TPN"], settings) == f"{other}, TPN"
    assert all(TIE_NAMES.values())


def test_a_schedule_of_teams_is_one_of_home_and_away() -> None:
    teams = begun(format_named("team_round_robin"), PEOPLE[:4])
    (schedule, *_) = [p for p in teams.format.panels(teams.event) if p.name == "Schedule"]
    assert schedule.columns == ("Round", "Home-Away", "Free")
    players = begun(format_named("round_robin"), PEOPLE[:4])
    (schedule, *_) = [p for p in players.format.panels(players.event) if p.name == "Schedule"]
    assert schedule.columns == ("Round", "White-Black", "Free")


def test_slips_have_room_for_two_figures_where_imps_are_written() -> None:
    cup = begun(format_named("knockout"), PEOPLE[:4], score="imps")
    publish(cup)
    assert slips_page(cup.event, cup.format).count('class="box score"') == 4
    games = begun(format_named("kjca"), PEOPLE[:4], rounds=1)
    publish(games)
    assert 'class="box score"' not in slips_page(games.event, games.format)
