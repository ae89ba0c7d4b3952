"""Rule 8 switched off for a pair: by key and by command, recorded, undone like a lock."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.command import CommandPalette

from engine.actions import (
    ChangeSettings,
    CreateEvent,
    EditEntrant,
    Instruct,
    Propose,
    Release,
)
from engine.actions.entries import ImportEntrants
from engine.entrants import Entrant
from engine.event import Instruction
from engine.next_draw import next_draw
from saves.store import Store, create_event
from tests.tui.desk_cli import CommandLine
from tests.tui.places import text_of, until
from tests.tui.test_bursts import burst
from tui.app import TopboardApp
from tui.screens.entry_form import EntryForm


def mates(folder: Path, format: str = "kjca") -> Store:
    """Eight players; 2 and 6, whom the ideal puts together, are of one school."""
    settings = {"rounds": 5, "avoid_round1": True} if format == "kjca" else {"rounds": 5}
    store = create_event(folder, CreateEvent("Weald", format, settings))
    people = tuple(
        Entrant("", f"Player {n}", 2000 - n, school="Weald" if n in (2, 6) else "")
        for n in range(1, 9)
    )
    store.do(ImportEntrants(people))
    return store


def pairs(told: dict[str, object]) -> list[set[str]]:
    found = told["pairings"]
    assert isinstance(found, list)
    return [{p["white"], p["black"]} for p in found]


def test_a_pair_is_allowed_by_the_command_and_undone_like_a_lock(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = mates(tmp_path / "weald").folder
    assert {"2", "6"} not in pairs(topboard.asked("draw", folder))
    assert "--redraw" in topboard.refused("draw", folder, "--allow", "2:6")
    allowed = topboard.asked("draw", folder, "--allow", "2:6", "--redraw")
    assert {"2", "6"} in pairs(allowed)
    assert "same-school" not in {c["rule"] for p in allowed["pairings"] for c in p["conflicts"]}
    assert "allow: Player 2 and Player 6, round 1" in topboard.done("log", folder)
    topboard.done("undo", folder)
    topboard.done("undo", folder)
    assert {"2", "6"} not in pairs(topboard.asked("draw", folder, "--redraw"))


def test_a_round_drawn_with_a_pair_allowed_is_told_as_that(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = mates(tmp_path / "weald").folder
    topboard.done("draw", folder, "--allow", "2:6", "--publish")
    told = topboard.done("check", folder)
    assert told == "round 1: as the computer draws it with the pairs allowed in it\n"


def test_a_game_that_was_allowed_stands_in_the_tournament_file(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = mates(tmp_path / "weald").folder
    topboard.done("draw", folder, "--allow", "2:6", "--allow", "1:3", "--publish")
    for kind in ("trf", "trf26"):
        said = [line for line in topboard.done("export", folder, "--as", kind).splitlines()
                if "allowed" in line]  # fmt: skip
        # not of 1 and 3, who are of no school and do not meet
        assert said == [
            "### round 1: board 2: Player 6 and Player 2 allowed to meet although school, club "
            "or family speaks against it"
        ]


def test_why_not_somebody_else_for_the_bye_by_command(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = mates(tmp_path / "weald").folder
    topboard.done("add", folder, "Player 9", "--rating", 1900)
    told = topboard.asked("draw", folder)
    (bye,) = told["byes"]
    document = topboard.asked("why", folder, "--bye", bye["id"], "--instead", 3)
    (one,) = document["instead"]
    assert (one["entrant"], one["opponent"], one["possible"]) == ("3", None, True)
    assert one["decided_by"]["worse"]
    said = topboard.done("why", folder, "--bye", bye["id"], "--instead", 3)
    assert "the bye for Player 3: it would break this: Player 9 has the bye, as the lowest" in said
    assert "decides: who has the bye (the lower the better), 0 points: Player 9, would be P" in said
    assert "has the bye" in topboard.refused(
        "why", folder, "--bye", bye["id"], "--instead", bye["id"]
    )


@pytest.mark.parametrize("format", ["dutch", "round_robin", "diagonal"])
def test_a_format_that_keeps_nobody_apart_says_so(
    tmp_path: Path, topboard: CommandLine, format: str
) -> None:
    settings = mates(tmp_path / "all", "dutch") if format == "dutch" else None
    if settings is None:
        topboard.done("new", tmp_path / "all", "--format", format)
        for n in range(1, 7):
            topboard.done("add", tmp_path / "all", f"Player {n}", "--rating", 2000 - n)
    told = topboard.refused("draw", tmp_path / "all", "--allow", "2:6")
    assert "nobody is kept apart by school, club or family here" in told


@pytest.mark.parametrize("apart", [True, False])
async def test_the_key_line_offers_why_and_on_a_board_of_one_school_to_allow_it(
    tmp_path: Path, apart: bool
) -> None:
    settings = {"rounds": 5, "avoid_round1": apart}
    store = create_event(tmp_path / "weald", CreateEvent("Weald", "kjca", settings))
    people = (Entrant("", f"Player {n}", 2000 - n, school="Weald") for n in range(1, 7))
    store.do(ImportEntrants(tuple(people)))
    store.do(Propose.of(next_draw(store.event, store.format)))
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "P publish" in text_of(app))
        keys = text_of(app).rstrip().splitlines()[-1]
        assert "w why" in keys
        assert ("a allow" in keys) is apart
        assert "? help" in keys


async def test_two_of_one_school_in_round_1_are_told_with_the_setting_that_keeps_them_apart(
    tmp_path: Path,
) -> None:
    """They met unmarked; `:` and the word led only to allowing the pair."""
    store = create_event(tmp_path / "weald", CreateEvent("Weald", "kjca", {"rounds": 5}))
    people = (Entrant("", f"Player {n}", 2000 - n, school="Weald") for n in range(1, 7))
    store.do(ImportEntrants(tuple(people)))
    store.do(Propose.of(next_draw(store.event, store.format)))
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        told = "Same school, Weald: kept apart from round 2 on (F1 E, keep apart in round 1, then r"
        await until(pilot, lambda: told in " ".join(text_of(app).split()))
        await pilot.press(":")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await pilot.press(*"school")
        await until(pilot, lambda: "Setting: keep apart in round 1" in text_of(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        assert isinstance(app.screen, EntryForm)
        assert app.screen.current.startswith("avoid")
        app.screen.rows["avoid_round1"].fill("yes")
        await pilot.press("enter")
        await until(pilot, lambda: app.desk.event.settings.avoid_round1)  # type: ignore[attr-defined]


async def test_what_changed_since_a_draw_is_what_lasts_in_the_words_of_the_form(
    tmp_path: Path,
) -> None:
    """A pair allowed and taken back is no change; the keys that help are never cut off."""
    store = mates(tmp_path / "weald")
    store.do(Propose.of(next_draw(store.event, store.format)))
    store.do(Instruct(Instruction("allow", "2", "6", 1)))
    store.do(Release("allow", "2", "6"))
    store.do(ChangeSettings({"avoid_round1": "no"}))
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        told = (
            "changed since this draw: keep apart in round 1 = no. E shows whether it matters, "
            "r redraws"
        )
        await until(pilot, lambda: told in " ".join(text_of(app).split()))
        for n in range(3):
            await app.desk.do(EditEntrant("1", {"rating": 1900 + n}))
            await app.desk.do(EditEntrant(str(n + 2), {"name": f"Player with a long name {n}"}))
        await until(pilot, lambda: "… E shows" in text_of(app) or "r redraws" in text_of(app))
        assert "r redraws" in " ".join(text_of(app).split())


async def test_two_are_allowed_by_keys_and_the_same_key_takes_it_back(tmp_path: Path) -> None:
    app = TopboardApp(mates(tmp_path / "weald").folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "d")
        await until(pilot, lambda: "PROPOSAL" in text_of(app))
        round = app.desk.event.proposal
        assert round is not None
        boards = [next(m.board for m in round.matches if id in m.pair) for id in ("2", "6")]
        assert boards[0] != boards[1]
        for id, board, key in (("2", boards[0], "s"), ("6", boards[1], "a")):
            app.front.body.select(board)  # type: ignore[union-attr]
            await pilot.press("left" if round.match(board).white == id else "right", key)
        await until(pilot, lambda: bool(app.desk.event.instructions))
        assert app.desk.event.instructed("allow", 1) == {frozenset(("2", "6"))}
        await burst(pilot, "r")
        await until(pilot, lambda: app.desk.event.proposal is not round)
        await until(pilot, lambda: app.desk.beside is None)
        now = app.desk.event.proposal
        assert now is not None
        together = next(m for m in now.matches if set(m.pair) == {"2", "6"})
        app.front.body.select(together.board)  # type: ignore[union-attr]
        await pilot.press("a")
        await until(pilot, lambda: not app.desk.event.instructions)
