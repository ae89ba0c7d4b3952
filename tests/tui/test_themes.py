"""Themes: what reads on what, for every eye; the user's own; choosing one."""

from __future__ import annotations

import itertools
import os
from functools import partial
from pathlib import Path
from typing import ClassVar

import pytest
from rich.color import ColorSystem
from rich.style import Style
from textual.theme import Theme

import themes
from engine.refusal import Refused
from tests.tui.conftest import EventMaker
from tests.tui.desk_cli import CommandLine
from tests.tui.places import still, text_of, until
from tests.tui.sight import SIGHTS, distance
from tests.tui.snapshot import cells
from tests.tui.terminal import Terminal
from themes.built_in import ANSI, BUILT_IN, COLOUR_BLIND, CONTRAST, HALL, LIGHT
from themes.figures import (
    FIELDS,
    LEAST,
    LEAST_STRONG,
    MEANING,
    STRONG,
    colours,
    contrast,
    ratios,
    table,
)
from tui.app import TopboardApp
from tui.looks.colours import theme_for_console, theme_for_projector
from tui.looks.theme_choice import read_anew, take_theme
from tui.looks.user_themes import known_themes, theme_folder, theme_of
from tui.projector.app import Projector
from tui.terminal.app import number_of, numbered

DOCS = Path(__file__).parents[2] / "docs"
WITH_COLOURS = [theme for theme in themes.ALL if not theme.ansi]
FULL = "[colours]\n" + "".join(f'{field} = "{colour}"\n' for field, colour in colours(HALL).items())


def written(text: str | bytes, name: str = "mine") -> Path:
    """A theme file of the user's."""
    folder = theme_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def configured(text: str) -> None:
    file = theme_folder().parent / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


# Reading


def test_the_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#ff0000", "#ffffff") == pytest.approx(4.0, abs=0.005)


@pytest.mark.parametrize("theme", WITH_COLOURS, ids=lambda theme: theme.name)
def test_every_text_reads_on_its_ground(theme: Theme) -> None:
    least = LEAST_STRONG if theme.name in STRONG else LEAST
    assert {pair: ratio for pair, ratio in ratios(theme).items() if ratio < least} == {}
    found = colours(theme)
    assert contrast(found["frame"], found["dialog"]) >= 3, "WCAG 1.4.11: what is not text"


def test_the_documentation_has_the_figures_as_they_are() -> None:
    page = (DOCS / "themes.md").read_text(encoding="utf-8")
    assert table(themes.ALL) in page
    for field, meaning in MEANING.items():
        assert f"| `{field}` | {meaning} |" in page


@pytest.mark.parametrize("sight", SIGHTS)
def test_marks_stay_apart_for_every_eye_in_the_colour_blind_theme(sight: str) -> None:
    found = colours(COLOUR_BLIND)
    kinds = ("must", "should", "note", "done", "text")
    apart = {
        pair: distance(found[pair[0]], found[pair[1]], sight)
        for pair in itertools.combinations(kinds, 2)
    }
    assert min(apart.values()) >= 30, apart


@pytest.mark.parametrize("theme", WITH_COLOURS, ids=lambda theme: theme.name)
def test_bars_and_questions_have_not_the_colour_of_a_warning(theme: Theme) -> None:
    """Every bar of the colour-blind theme, and the edge of a plain question, was warning yellow."""
    found = colours(theme)
    assert min(distance(found["frame"], found[kind], "full") for kind in ("must", "should")) >= 30


@pytest.mark.parametrize("field", ["background", "dialog", "bars", "cursor", "muted", "text"])
def test_a_terminal_of_256_colours_shows_the_grounds_of_the_colour_blind_theme(field: str) -> None:
    """Of the dark blue behind the selected line it made grey."""
    colour = colours(COLOUR_BLIND)[field]
    assert number_of(*(int(colour[at : at + 2], 16) for at in (1, 3, 5))) is not None, colour


def test_the_simulation_knows_what_red_green_blindness_does() -> None:
    """Vermillion and a green of the same lightness: far apart for some, alike for others."""
    one, other = "#d03030", "#6b7a00"
    assert distance(one, other, "full") > 60
    assert distance(one, other, "deutan") < 25


async def test_what_may_be_typed_can_be_read_before_anything_is(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "results")

    def is_there(told: str) -> bool:
        return told in text_of(app)

    def is_gone(told: str) -> bool:
        return told not in text_of(app)

    async with app.run_test(size=(100, 30)) as pilot:
        for theme in WITH_COLOURS:
            app.theme = theme.name
            await still(pilot)
            for key, told in ((":", "earch for commands…"), ("M", "ype to find")):
                await pilot.press(key)
                await until(pilot, partial(is_there, told))
                (seen,) = [cell for row in cells(app) for cell in row if told in cell.text]
                assert contrast(seen.colour, seen.ground) >= LEAST, (theme.name, seen)
                await pilot.press("escape")
                await until(pilot, partial(is_gone, told))


# The user's own


def test_a_theme_of_ones_own_is_taken_from_its_file() -> None:
    written('about = "blue on sand"\nlike = "light"\n[colours]\nbackground = "#F5EBD0"\n')
    known = known_themes()
    assert known.troubles == ()
    assert dict(known.about)["mine"] == "blue on sand"
    mine = known.all[-1]
    expected = colours(LIGHT) | {"background": "#f5ebd0"}
    assert colours(mine) == expected
    assert mine.dark is False


def test_a_theme_like_no_other_gives_every_colour() -> None:
    theme, _ = theme_of(written(FULL))
    assert colours(theme) == colours(HALL)
    assert theme.dark


def test_one_that_is_hard_to_read_is_taken_with_a_warning() -> None:
    written('like = "hall"\n[colours]\nmuted = "#333333"\n')
    known = known_themes()
    assert "mine" in known.names
    assert "muted on background has contrast 1.5" in known.warning("mine")
    assert known.warning("hall") == ""


WRONG: dict[str, tuple[str | bytes, str, str, str]] = {
    "unknown key": ('colors = 1\nlike = "hall"\n', "there is no 'colors'", "colours?", ":1"),
    "unknown colour": (
        'like = "hall"\n[colours]\nbackgroud = "#000000"\n',
        "there is no colour 'backgroud'",
        "did you mean background?",
        ":3",
    ),
    "bad colour": (
        'like = "hall"\n[colours]\nmuted = "#12345"\n',
        "muted is not a colour: it is '#12345'",
        "six digits",
        ":3",
    ),
    "a number": ('like = "hall"\n[colours]\nmuted = 7\n', "muted is not a colour", "digits", ":3"),
    "a field missing": (
        FULL.replace('cursor_text = "#ffffff"\n', ""),
        "no colour for cursor_text",
        "give all of them",
        "",
    ),
    "like none": ('like = "hell"\n', "a theme cannot be like 'hell'", "hall, light", ":1"),
    "no table": ('like = "hall"\ncolours = 3\n', "colours is not a table", "[colours]", ":2"),
    "about no text": ('like = "hall"\nabout = 3\n', "about is not a text", 'about = "', ":2"),
    "not UTF-8": (b'like = "hall"\nabout = "\xe9"\n', "not UTF-8 (byte 0xE9)", "UTF-8", ":2"),
    "UTF-16": ('like = "hall"\n'.encode("utf-16"), "looks like UTF-16", "save as UTF-8", ":1"),
    "no TOML": ("like hall\n", "not a line like key = value", "take the file away", ":1:6"),
    "twice": (
        'like = "hall"\nlike = "light"\n',
        "the key is in this table twice",
        "correct it",
        ":2",
    ),
    "too large": (b"#" * 20_000, "too large for a theme: 16,384 bytes", "take the file away", ""),
    "empty": ("\n", "is empty", "take the file away", ""),
    "a flood of keys": ("[colours]\n" + "a.b.c.d.e.f = 1\n" * 9, "key too deep", "correct", ":2"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_theme_file_is_told_in_words_and_left_out(case: str) -> None:
    text, what, remedy, line = WRONG[case]
    path = written(text)
    written('like = "light"\n', "other")
    known = known_themes()
    assert known.names == (*themes.ABOUT, "other"), "the right one is there all the same"
    (trouble,) = known.troubles
    assert what in str(trouble)
    assert remedy in trouble.remedy
    assert trouble.line.startswith(f"{path}{line}")


@pytest.mark.parametrize("name", ["hall", "Mine", "a b", "x" * 31, "\x1b[2J", "‮x"])
def test_a_file_whose_name_names_no_theme_is_told(name: str) -> None:
    written(FULL, name)
    known = known_themes()
    assert known.names == tuple(themes.ABOUT)
    assert len(known.troubles) == 1


def test_a_pipe_a_folder_and_a_lost_link_are_no_themes() -> None:
    folder = written(FULL).parent
    os.mkfifo(folder / "pipe.toml")
    (folder / "folder.toml").mkdir()
    (folder / "lost.toml").symlink_to(folder / "nowhere")
    (folder / "round.toml").symlink_to(folder / "round.toml")
    (folder / "linked.toml").symlink_to(folder / "mine.toml")
    known = known_themes()
    assert known.names == (*themes.ABOUT, "linked", "mine")
    assert len(known.troubles) == 4


def test_hostile_text_in_a_theme_reaches_no_terminal() -> None:
    written('like = "hall"\nabout = "x\\u001b]52;c;aGk=\\u0007\\u202e"\n')
    written('like = "hall"\n"\\u001b[2J" = 1\n', "other")
    written('like = "\\u001b[2J"\n', "third")
    known = known_themes()
    told = [text for _, text in known.about] + [str(one) for one in known.troubles]
    assert len(known.troubles) == 2
    assert not any(c in text for text in told for c in "\x1b\x07\u202e")


def test_more_files_than_anybody_has_are_not_all_read() -> None:
    for number in range(53):
        written('like = "hall"\n', f"t{number:02}")
    known = known_themes()
    assert len(known.names) == len(themes.ALL) + 50
    assert "the first 50" in str(known.troubles[0])


# Choosing


def test_without_a_choice_it_is_dark_at_the_desk_and_bright_on_the_wall() -> None:
    assert theme_for_console().name == "hall"
    assert theme_for_projector().name == "projector"


@pytest.mark.parametrize("term", ["linux", "screen", "vt220", "xterm", "xterm-16color", "dumb"])
def test_terminals_of_few_colours_get_their_own(term: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLORTERM")
    monkeypatch.setenv("TERM", term)
    configured('theme = "light"\nprojector_theme = "light"\n')
    own = "linux" if term == "linux" else "ansi"
    assert theme_for_console().name == own
    assert theme_for_projector().name == own
    assert theme_for_console("light").name == "light", "unless one asks for another"
    monkeypatch.setenv("TOPBOARD_THEME", "contrast")
    assert theme_for_console().name == "contrast"


@pytest.mark.parametrize("term", ["xterm-256color", "tmux-256color", "screen-256color"])
def test_terminals_of_many_colours_get_ours(term: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLORTERM")
    monkeypatch.setenv("TERM", term)
    assert theme_for_console().name == "hall"


def test_the_option_wins_over_the_environment_and_that_over_the_configuration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    configured('theme = "light"\nprojector_theme = "contrast"\n')
    assert theme_for_console().name == "light"
    assert theme_for_projector().name == "contrast"
    monkeypatch.setenv("TOPBOARD_THEME", "colour-blind")
    assert theme_for_console().name == theme_for_projector().name == "colour-blind"
    assert theme_for_console("ansi").name == "ansi"


def test_a_theme_that_is_none_is_told_and_another_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    configured('theme = "lihgt"\n')
    chosen = theme_for_console()
    assert chosen.name == "hall"
    assert "did you mean light?" in str(chosen.troubles[0])
    configured("theme = 7\n")
    assert "'7'" in str(theme_for_console().troubles[0])
    monkeypatch.setenv("TOPBOARD_THEME", "nothing")
    assert "TOPBOARD_THEME asks for it" in str(theme_for_console().troubles[0])


def test_the_option_is_refused_where_it_names_none() -> None:
    with pytest.raises(Refused, match="did you mean contrast") as refusal:
        theme_for_console("contrst")
    assert "there is no theme" in refusal.value.what
    written("like = 3\n")
    with pytest.raises(Refused, match=r"mine\.toml:1: a theme cannot be like '3'"):
        theme_for_projector("mine")


async def test_a_theme_chosen_from_the_list_is_there_next_time(make_event: EventMaker) -> None:
    written('about = "blue on sand"\nlike = "light"\n')
    written("like = 3\n", "wrong")
    folder = make_event().folder
    app = TopboardApp(folder, "results")
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "cannot be like" in " ".join(text_of(app).split()))
        app.action_theme()
        await until(pilot, lambda: "Themes" in text_of(app))
        shown = " ".join(text_of(app).replace("│", "").split())
        assert "* hall" in shown
        assert "mine" in shown
        assert "wrong.toml:1: a theme cannot be like '3'" in shown
        await pilot.press(*["down"] * len(themes.ALL))
        await until(pilot, lambda: "blue on sand" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "theme mine" in text_of(app))
        assert app.theme == "mine"
        background = app.screen.styles.background.hex.lower()
        assert background == LIGHT.background
    assert theme_for_console().name == "mine"
    assert TopboardApp(folder, "results").theme == "mine"
    configured('theme = "contrast"\n')
    assert theme_for_console().name == "contrast", "what is written anew is meant"


async def test_the_list_shows_how_the_selected_theme_looks(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        app.action_theme()
        await until(pilot, lambda: "87/100" in text_of(app))
        for theme, about in BUILT_IN.values():
            if not theme.ansi:
                await until(pilot, partial(told, about[:20], app))
                assert looks_of(app, "87/100") == (theme.foreground, theme.background)
                assert looks_of(app, "F3 Results", last=True)[1] == theme.variables["cursor"]
                assert looks_of(app, "to be looked at")[0] == theme.warning
                assert looks_of(app, "must not be: they")[0] == theme.error
            assert about.split()[-1] in text_of(app), "whole"
            await pilot.press("down")
        assert app.theme == "hall", "none is taken before Enter"


def told(text: str, app: TopboardApp) -> bool:
    return text in text_of(app)


def looks_of(app: TopboardApp, text: str, last: bool = False) -> tuple[str, str]:
    """The colours of the letters and of the ground of the piece with that text."""
    found = [c for row in cells(app) for c in row if text in c.text]
    return found[-1 if last else 0].colour, found[-1 if last else 0].ground


async def test_a_theme_is_painted_anew_when_its_file_was_changed(make_event: EventMaker) -> None:
    written('like = "light"\n')
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test() as pilot:
        await take_theme(app, "mine")
        await until(pilot, lambda: app.screen.styles.background.hex.lower() == LIGHT.background)
        written('like = "light"\n[colours]\nbackground = "#f5ebd0"\n')
        read_anew(app)
        await take_theme(app, "mine")
        await until(pilot, lambda: app.screen.styles.background.hex.lower() == "#f5ebd0")


async def test_the_choice_on_a_poor_terminal_is_its_own(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("colon", *"theme: light", "enter")
        await until(pilot, lambda: app.theme == "light")
        await until(pilot, lambda: "theme light" in text_of(app))
    assert theme_for_console().name == "light"
    monkeypatch.setenv("TERM", "linux")
    assert theme_for_console().name == "linux"


async def test_one_that_is_hard_to_read_says_so_when_it_is_taken(make_event: EventMaker) -> None:
    written('like = "hall"\n[colours]\nmuted = "#333333"\n', "dusk")
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await take_theme(app, "dusk")
        await until(pilot, lambda: "hard to read: muted on background" in text_of(app))


async def test_a_wrong_theme_is_told_on_the_list_of_events_too() -> None:
    written("like = 3\n", "wrong")
    app = TopboardApp(None)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "cannot be like" in " ".join(text_of(app).split()))


async def test_a_key_of_the_projector_goes_through_all_themes(make_event: EventMaker) -> None:
    written('like = "light"\n')
    app = Projector([make_event().folder], "hall", turn=0, clock="off")
    async with app.run_test(size=(80, 24)) as pilot:
        seen = [app.theme]
        for _ in range(len(themes.ALL) + 1):
            await pilot.press("t")
            seen.append(app.theme)
    assert seen[0] == seen[-1] == "projector"
    assert set(seen) == {*themes.ABOUT, "mine"}


def test_the_documentation_names_every_theme_and_every_colour() -> None:
    page = (DOCS / "themes.md").read_text(encoding="utf-8")
    for name, about in themes.ABOUT.items():
        assert f"| `{name}` | {about} |" in page
    assert set(MEANING) == set(FIELDS)


def test_the_console_takes_a_theme_before_or_after_the_event(
    topboard: CommandLine, event: Path
) -> None:
    assert "no theme is named" in topboard.refused(event, "--theme")
    assert "options come after the command" in topboard.refused("--theme", "light", "status")
    for words in ((event, "--theme", "light"), ("--theme", "light", event)):
        assert "needs a terminal" in topboard.refused(*words), "all of it was understood"


def test_the_console_begins_with_the_theme_that_is_asked_for(make_event: EventMaker) -> None:
    class Asked(Terminal):
        script: ClassVar[str] = Terminal.script.replace(
            "run(Path(sys.argv[1]), sys.argv[2])", "run(Path(sys.argv[1]), sys.argv[2], 'light')"
        )

    with Asked(make_event().folder, "results") as terminal:
        sent = terminal.read_until(b"4 missing")
    assert b"48;5;231" in sent, "white is behind everything"


@pytest.mark.parametrize("theme", [HALL, LIGHT, CONTRAST], ids=lambda theme: theme.name)
def test_256_colours_show_the_same_picture_as_true_colour(theme: Theme) -> None:
    on_screen = theme.to_color_system().generate()
    for name, word in FIELDS.items():
        colour = on_screen.get(word, theme.variables.get(word, "")).lower()
        assert colour == colours(theme)[name], f"{name} is on the screen as the theme has it"
        shown = numbered(Style.parse(f"on {colour}")).bgcolor
        assert shown is not None
        assert shown.number is not None, f"{name} is one of the 256"
        assert shown.get_truecolor().hex == colour, name
        assert shown.downgrade(ColorSystem.EIGHT_BIT) == shown


VGA = {"red": "#aa0000", "magenta": "#aa00aa", "black": "#000000", "white": "#ffffff"}
XTERM = {"red": "#cd0000", "magenta": "#cd00cd", "black": "#000000", "white": "#ffffff"}


@pytest.mark.parametrize("palette", [VGA, XTERM], ids=["vga", "xterm"])
@pytest.mark.parametrize("ground", ["black", "white"])
def test_the_terminals_own_colours_read_on_a_dark_and_a_bright_ground(
    palette: dict[str, str], ground: str
) -> None:
    """The two that are used are bold wherever they stand: large text to WCAG, and brighter than
    that where bold is (2.6 is red on black on a VGA console, which shows it in bright red)."""
    used = {getattr(ANSI, word) for word in ("primary", "secondary", "accent", "success")}
    assert used == {"ansi_default"}
    for word in ("error", "warning"):
        name = getattr(ANSI, word).removeprefix("ansi_")
        assert contrast(palette[name], palette[ground]) > 2.5, (word, ground)
