"""The user's own keys: taken everywhere, refused with file and line, essential ones never lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.actions import EnterResults
from engine.refusal import Refused
from tests.tui.conftest import EventMaker
from tests.tui.places import text_of, until
from tests.tui.test_result_schemes import configured
from tests.tui.test_results_keys import console, results, settled
from tui.keys.commands import COMMANDS, keys_of, use
from tui.keys.page import keys_page
from tui.settings import user_settings


@pytest.fixture(autouse=True)
def table() -> Iterator[None]:
    yield
    use(COMMANDS)


def taken(text: str) -> None:
    configured(text)
    settings = user_settings()
    use(settings.commands, settings.results)


def test_an_action_gets_the_keys_it_is_given_in_place_of_its_own() -> None:
    taken('[keys]\n"results.correct" = ["C", "f8"]\n')
    keys = keys_of("results")
    assert keys["C"].id == keys["f8"].id == "correct"
    assert "c" not in keys


def test_an_action_of_one_place_alone() -> None:
    taken('[keys]\n"results.undo" = ["f9"]\n')
    assert keys_of("results")["f9"].id == "undo"
    assert "u" not in keys_of("results")
    assert keys_of("standings")["u"].id == "undo"
    assert "f9" not in keys_of("standings")


async def test_key_line_help_and_the_key_itself_follow(make_event: EventMaker) -> None:
    taken('[keys]\ngo_to = ["G"]\nverify = ["f7"]\n')
    store = make_event()
    store.do(EnterResults(((1, "1-0"),)))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "G go" in text_of(app)
        await pilot.press("f7")
        await until(pilot, lambda: "VERIFYING 0 of 1" in text_of(app))
        await pilot.press("v")
        assert "v is not a result key" in text_of(app)
        await pilot.press("question_mark", *"verif")
        await until(pilot, lambda: "F7" in text_of(app))
        assert results(app.desk.event) == ["1-0", None, None, None]


@pytest.mark.parametrize("id", ["help", "palette", "back", "quit"])
def test_essential_keys_cannot_be_lost(id: str) -> None:
    taken(f"[keys]\n{id} = []\n")
    first = next(c for c in COMMANDS if c.id == id and c.place == "").keys[0]
    for place in ("entries", "pairings", "results", "standings"):
        assert keys_of(place)[first].id == id


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ('[keys]\n\nverfy = ["f7"]\n', 3, "there is no action 'verfy'.*did you mean verify"),
        ('[keys]\nverify = "f7"\n', 2, "not a list of keys"),
        ('[keys]\nhold = ["f7"]\n', 2, "there is no action 'hold'"),
        ('[keys]\nlist_up = ["w"]\n', 2, "w would do two things in pairings: Up, and Why"),
        ('[keys]\n"projector.hold" = ["f"]\n', 2, "two things in projector: Hold, and Freeze"),
        ('[keys]\n"result.draw" = ["1"]\n', 2, "1 would do two things in results"),
        ('[keys]\n"result.draw" = ["g"]\n', 2, "the result, and Go to a board"),
        ('[keys]\n"result.draw" = ["enter"]\n', 2, "a key of every dialog"),
        ('[keys]\n"result.draw" = []\n', 2, "result.draw has no key"),
        ('[keys]\n"result.draw" = ["w"]\n"results.verify" = ["w"]\n', 3, "entering a result"),
        ("[keys]\nverify = [7]\n", 2, "not a list of keys"),
        ('[keys]\nverify = ["g"]\n', 2, "g would do two things in results: Verif.*Go to a board"),
        ('[keys]\nverify = ["?"]\n', 2, "two things in results: .*Help"),
        ('[keys]\nverify = ["1"]\n', 2, "two things in results: .*entering a result"),
        ('[keys]\nverify = ["j"]\n', 2, "two things in results: .*Down"),
        ('[keys]\nhistory = ["P"]\n', 2, "P would do two things in pairings: History"),
        ('[keys]\nverify = ["f7"]\ncorrect = ["f7"]\n', 2, "F7 would do two things in results"),
    ],
)
def test_what_cannot_be_is_refused_with_file_and_line(text: str, line: int, told: str) -> None:
    file = configured(text)
    with pytest.raises(Refused, match=told) as refused:
        user_settings()
    assert refused.value.where == f"{file}:{line}"


def test_keys_that_are_no_table_are_refused_with_the_file() -> None:
    file = configured('keys = ["x"]\n')
    with pytest.raises(Refused, match="keys is not a table") as refused:
        user_settings()
    assert refused.value.where == str(file)


def test_two_actions_can_change_keys() -> None:
    taken('[keys]\n"results.correct" = ["x"]\nwithdraw_loser = ["c"]\n')
    assert keys_of("results")["x"].id == "correct"
    assert keys_of("results")["c"].id == "withdraw_loser"


def test_the_example_of_the_page_of_keys_is_taken() -> None:
    example = keys_page().split("```toml\n")[1].split("```")[0]
    taken(example)
    assert user_settings().second_scheme
    assert keys_of("results")["f8"].id == "undo"


async def test_a_result_is_typed_by_the_key_it_is_given(make_event: EventMaker) -> None:
    taken('[keys]\n"result.white" = ["w"]\n"result.draw" = ["d", "="]\n')
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "w White  0 Black  d draw" in text_of(app)
        await pilot.press("w", "d", "equals_sign", "1")
        await until(pilot, lambda: results(app.desk.event) == ["1-0", "1/2-1/2", "1/2-1/2", None])
        assert "1 is not a result key; nothing changed. Results: w 0 d" in text_of(app)


async def test_every_list_goes_by_the_keys_it_is_given(make_event: EventMaker) -> None:
    taken('[keys]\nlist_down = ["f6", "J"]\n"entries.seed_down" = []\n')
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        front = app.front
        assert front is not None
        before = front.body.cursor
        await pilot.press("f6", "J", "down")
        await until(pilot, lambda: front.body.cursor == before + 2)
