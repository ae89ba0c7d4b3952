"""What an arbiter is told where a word is missing: tie-breaks, byes, choices, formats of bridge."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import ChooseOpponent, CreateEvent, ImportEntrants
from engine.entrants import Entrant
from engine.match_results import BRIDGE_METHODS, MatchRules
from engine.points import HALF
from engine.refusal import Refused
from formats.registry import all_formats, format_named
from saves.made_from import anew
from tests.playing import begun
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.test_choice_dialog import choosing
from tui.places.results import RESULTS
from tui.screens.entry_words import byes_understood, read_byes
from tui.screens.new_event import described_by


def test_a_tie_that_is_said_wrong_names_every_way_and_the_margin_of_a_play_off() -> None:
    rules = MatchRules(None, True)
    for line in ("40-40 away extra 12-5", "40-40 away", "40-40 home 12"):
        with pytest.raises(Refused) as refused:
            rules.parse(line)
        told = str(refused.value)
        assert all(method in told for method in BRIDGE_METHODS)
        assert "playoff 5" in told
        assert "5: by so many IMPs" in told
        assert "look at the slip" not in told


def test_a_round_alone_is_the_usual_bye_in_it() -> None:
    event = begun(
        format_named("kjca"), [Entrant("", f"Player {n}") for n in range(8)], rounds=5
    ).event
    (bye,) = read_byes(event, "1", "3")
    assert (bye.round, bye.points) == (3, HALF)
    assert byes_understood(event, "3") == "½ point in round 3"
    assert read_byes(event, "1", "2 1")[0].points == 1, "as before: points behind the rounds"
    with pytest.raises(Refused):
        read_byes(event, "1", "½")


@pytest.mark.parametrize("word", ["imp", "imps", "bridge"])
def test_formats_that_bridge_can_be_played_in_are_found(word: str) -> None:
    found = {format.name for format in all_formats() if described_by(format, word)}
    assert {"gnot", "knockout", "double_knockout"} <= found


def test_a_bridge_event_stays_one_in_a_knockout() -> None:
    teams = tuple(Entrant("", f"Team {n}") for n in range(6))
    gnot = format_named("gnot")
    event = CreateEvent("Trials", "gnot", {}, 7).begin(gnot)
    event = ImportEntrants(teams, "", insist=True).apply(event, gnot)
    for name in ("knockout", "double_knockout"):
        after = anew(event, format_named(name)).event
        assert after.settings.chosen["score"] == "imps"


def test_who_cannot_be_chosen_is_told_why(tmp_path: Path) -> None:
    store = choosing(tmp_path, 3)
    event, format = store.event, store.format
    choice = format.next_step(event).choice
    assert choice is not None
    able = [id for id, kind in choice.wishes if kind == "available"]
    with pytest.raises(Refused, match="only if it says so before the first choice"):
        ChooseOpponent(choice.chooser, "opponent", able[0]).apply(event, format)
    with pytest.raises(Refused, match="chooses its own opponent later"):
        ChooseOpponent(choice.chooser, "opponent", choice.waiting[0]).apply(event, format)


def test_a_withdrawal_in_results_is_said_when_it_is_done() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    match = place.desk.event.published[0].matches[0]
    name = place.desk.event.entrant(match.white).name
    place.enter("-", "x", "y")
    assert not place.desk.event.entrant(match.white).active(2)
    assert place.message == f"{name} is withdrawn · u undoes it"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("all play all", {"round_robin", "team_round_robin", "league"}),
        ("all-play-all", {"round_robin", "team_round_robin", "league"}),
        ("league", {"league", "round_robin"}),
        ("American", {"round_robin"}),
        ("double round robin", {"round_robin"}),
        ("Swiss", {"dutch", "kjca", "ecf", "team_swiss"}),
        ("knock-out", {"knockout", "double_knockout", "team_knockout"}),
        ("single elimination", {"knockout", "team_knockout"}),
        ("double elimination", {"double_knockout"}),
        ("jamboree", {"hutton"}),
        ("porous", {"galway"}),
    ],
)
def test_a_format_is_found_by_whatever_it_is_called(said: str, meant: set[str]) -> None:
    assert meant <= {format.name for format in all_formats() if described_by(format, said)}
