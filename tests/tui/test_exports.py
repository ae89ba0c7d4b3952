"""The table of exports: every kind of an event has its files, and they are harmless."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from engine.actions import AddEntrant, CreateEvent, EnterResults, ImportEntrants
from engine.entrants import Entrant
from engine.event import Event
from engine.refusal import Refused
from formats.registry import format_named
from saves.going_on import Stopped
from saves.store import create_event
from tests.playing import begun, play, propose, publish
from tests.saves.played import PLAIN, entrants, played
from tests.saves.test_trf_teams import teams
from tests.tui.cups import cup, played_to, teams_event
from tests.tui.places import juniors, text_of, until
from tui.app import TopboardApp
from tui.exports import ALL, EXPORTS, ExportOrder
from tui.screens.dialogs import Telling
from tui.screens.handing_out import PRINT, final_pages, hand_out, handed_out

PRINTABLE = sorted(n for n, k in EXPORTS.items() if k.ending != "pdf" and not k.needs_template)
SITE = "https://chess.example/kent/"


@pytest.fixture(scope="module")
def event() -> Event:
    return played(entrants("juniors-41.csv"), 3, title="Kent Juniors Spring")


def test_each_kind_has_its_files(event: Event) -> None:
    order = ExportOrder(event, PLAIN)
    possible = {n: k for n, k in EXPORTS.items() if k.possible(event) and not k.needs_plan}
    files = {name: set(kind.files(order)) for name, kind in possible.items()}
    assert files["csv"] == {"entries.csv", "standings.csv", "round-03.csv"}
    assert files["trf"] == {"kent-juniors-spring.trf"}
    assert files["trf26"] == {"kent-juniors-spring-trf26.trf"}
    assert files["norms"] == {"norms.pdf", "it3.pdf"}
    assert files["ratings"] == {"rating-report.pdf"}
    assert files["slips"] == {"round-03-slips.html"}
    assert len(files["html"]) == 6


def test_files_of_a_session_are_called_by_it_as_the_screen_is(tmp_path: Path) -> None:
    """`round-02` was session 1.2."""
    store = played_to(teams_event(tmp_path), 2)
    order = ExportOrder(store.event, store.format)
    files = {name for kind in ("csv", "slips", "html") for name in EXPORTS[kind].files(order)}
    assert {"session-1-2.csv", "session-1-2-slips.html", "session-1-2-boards.html"} <= files
    assert not [name for name in files if "round" in name]


def test_no_kind_of_tournament_file_takes_the_place_of_another(event: Event) -> None:
    kinds = [(name, interim) for name in ("trf", "trf26") for interim in (False, True)]
    made = [EXPORTS[n].files(ExportOrder(event, PLAIN, interim=i)) for n, i in kinds]
    assert len(set().union(*made)) == 4
    assert EXPORTS["interim"].files(ExportOrder(event, PLAIN)) == made[3]


def test_who_has_another_number_in_a_tournament_file_is_told_with_it(tmp_path) -> None:
    """C.04.2, 2.5: late entries rank by rating; numbers of lists in the hall stay."""
    dutch = format_named("dutch")
    field = [Entrant("", f"Player {n}", rating=2000 - 10 * n) for n in range(1, 7)]
    memory = begun(dutch, field, rounds=5)
    play(memory, 1)
    assert EXPORTS["trf"].remark(ExportOrder(memory.event, dutch)) == ""
    for name, rating in (("Above", 1985), ("Below", 1000)):
        memory.do(AddEntrant(Entrant("", name, rating=rating)))
    order = ExportOrder(memory.event, dutch)
    lines = EXPORTS["trf"].write(order).decode().split("\r\n")
    assert [line for line in lines if "in the hall" in line] == [
        "### player 2: start number 7 on lists in the hall",
        "### players 3-7: start numbers 2-6 on lists in the hall",
    ]
    told = EXPORTS["trf26"].remark(order)
    said = "6 numbers differ from lists in the hall: Above is 2 in the file and 7 in the hall"
    assert told.startswith(said)
    problem = hand_out(order, ALL, tmp_path)[1]
    assert f"trf: {said}" in problem, "of many files it is said which one has them"


def test_what_is_cut_is_one_page(event: Event) -> None:
    for name in ("slips", "cards", "tents"):
        assert EXPORTS[name].write(ExportOrder(event, PLAIN)).startswith(b"<!doctype html>")


def test_the_address_of_the_site_is_on_the_pairings_and_on_a_poster(event: Event) -> None:
    found = replace(event, settings=PLAIN.settings({"rounds": 3, "site": SITE}))
    assert not EXPORTS["poster"].possible(event)
    with pytest.raises(Refused, match="needs the address of the site: none is set"):
        EXPORTS["poster"].files(ExportOrder(event, PLAIN))
    assert EXPORTS["poster"].possible(found)
    shown = {**EXPORTS["html"].files(ExportOrder(found, PLAIN)),
             **EXPORTS["poster"].files(ExportOrder(found, PLAIN))}  # fmt: skip
    with_code = {name for name, page in shown.items() if b"chess.example/kent" in page}
    assert with_code == {"round-03-boards.html", "round-03-names.html", "poster.html"}
    assert all(b'class="qr"' in shown[name] for name in with_code)


@pytest.mark.parametrize("name", PRINTABLE)
def test_no_export_carries_a_control_character(name: str) -> None:
    text = "\x1b]0;x\x07 Rec\u202eord \u2066 \u2028 \x9b"
    people = [replace(e, name=f"{e.name}{text}", club=text) for e in entrants("juniors-41.csv")]
    shown = played(people, 2, title=text)
    order = ExportOrder(replace(shown, settings=PLAIN.settings({"site": SITE})), PLAIN)
    for data in EXPORTS[name].files(order).values():
        said = data.decode()
        assert not set("\x1b\x07\x9b\u202e\u2066\u2028") & set(said)
        assert "\r" not in said.replace("\r\n", "")


def test_everything_is_as_many_files_as_are_in_the_folder(event: Event, tmp_path) -> None:
    written, problem = hand_out(ExportOrder(event, PLAIN), ALL, tmp_path)
    there = {path.name for path in tmp_path.iterdir()}
    assert (set(written), len(written), problem) == (there, len(there), "")
    assert {"round-03-pairings.pdf", "round-03-slips.pdf", "index.html"} <= there


@pytest.mark.parametrize("name", ["slips", "cards", "tents"])
def test_what_is_cut_is_written_for_the_printer_too(event: Event, tmp_path, name: str) -> None:
    written, problem = hand_out(ExportOrder(event, PLAIN), name, tmp_path)
    assert problem == ""
    assert sorted(Path(file).suffix for file in written) == [".html", ".pdf"]
    assert handed_out(written, tmp_path).endswith("print those that end in .pdf")


def test_without_what_makes_pdf_slips_are_written_as_a_page(
    event: Event, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(order: ExportOrder) -> dict[str, bytes]:
        raise Refused("PDF needs fpdf2")

    monkeypatch.setitem(EXPORTS, "pdf", replace(EXPORTS["pdf"], apart=none))
    written, problem = hand_out(ExportOrder(event, PLAIN), "slips", tmp_path)
    assert (written, problem) == (["round-03-slips.html"], "no pdf: PDF needs fpdf2")
    written, problem = hand_out(ExportOrder(event, PLAIN), PRINT, tmp_path)
    assert written == ["round-03-boards.html", "round-03-slips.html"]
    assert problem == "no pdf: PDF needs fpdf2"
    assert "; open them in a browser to print; cut the slips" in handed_out(written, tmp_path)


async def test_pairings_and_slips_of_a_published_round_are_the_first_choice(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=1)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("F")
        choice = "print pairings and slips of round 1, to print"
        await until(pilot, lambda: choice in " ".join(text_of(app).split()))
        await pilot.press("enter")
        told = "round-01-pairings.pdf and round-01-slips.pdf in "
        await until(pilot, lambda: told in " ".join(text_of(app).split()))
        await until(pilot, lambda: "cut the slips as one stack" in " ".join(text_of(app).split()))
    written = {path.name for path in (tmp_path / "kent-export").iterdir()}
    assert written == {"round-01-pairings.pdf", "round-01-slips.pdf"}


async def test_nobody_is_told_to_cut_the_match_sheets_of_teams(tmp_path: Path) -> None:
    made = CreateEvent("Schools", "team_swiss", {"boards": 2, "rounds": 3}, seed=7)
    store = create_event(tmp_path / "schools", made)
    store.do(ImportEntrants(tuple(teams(4))))
    publish(store)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("F")
        await until(pilot, lambda: "print pairings and slips" in " ".join(text_of(app).split()))
        assert "as one stack" not in " ".join(text_of(app).split())
        await pilot.press("enter")
        await until(pilot, lambda: "round-01-slips.pdf in " in " ".join(text_of(app).split()))
        assert "as one stack" not in " ".join(text_of(app).split())


@pytest.mark.parametrize("place", ["results", "standings"])
async def test_of_a_finished_event_the_final_tables_come_first(tmp_path: Path, place: str) -> None:
    """In Standings Enter wrote all 24 files."""
    store = cup(tmp_path, 2, 1)
    assert final_pages(store.event, store.format) == []
    store.do(EnterResults(((1, "1-0"),)))
    app = TopboardApp(store.folder, place)
    into = tmp_path / f"{store.folder.name}-export"
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("F")
        choice = "final the final standings, cross-table, bracket, to print"
        await until(pilot, lambda: choice in " ".join(text_of(app).split()))
        await pilot.press("enter")
        named = "round-01-standings.pdf, round-01-crosstable.pdf and round-01-brackets.pdf in"
        await until(pilot, lambda: named in " ".join(text_of(app).split()))
    assert sorted(path.name for path in into.iterdir()) == [
        "round-01-brackets.pdf", "round-01-crosstable.pdf", "round-01-standings.pdf",
    ]  # fmt: skip


async def test_the_list_leads_to_the_site_and_names_the_round_of_what_is_for_the_hall(
    tmp_path: Path,
) -> None:
    store = juniors(tmp_path / "kent", rounds=2)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("F")
        await until(pilot, lambda: "for the hall, of round 2: pdf" in text_of(app))
        dialog = app.screen
        assert isinstance(dialog, Telling)
        assert any(
            "cut as one stack" in one.text for one in dialog.text_lines if one.key == "slips"
        )
        dialog.list.select("site")
        await pilot.press("enter")
        await until(pilot, lambda: "Site for players' phones" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: (tmp_path / "kent-site" / "index.html").exists())


async def test_the_list_begins_with_what_is_due_whatever_was_chosen_before(tmp_path: Path) -> None:
    """`F` and Enter print the pairings and slips, as the message of a publication says."""
    app = TopboardApp(juniors(tmp_path / "kent", rounds=1).folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("F")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press(*"csv")
        await pilot.press("enter")
        await until(pilot, (tmp_path / "kent-export" / "standings.csv").exists)
        named = "standings.csv and round-01.csv in"
        await until(pilot, lambda: named in " ".join(text_of(app).split()))
        await pilot.press("F")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        dialog = app.screen
        assert isinstance(dialog, Telling)
        await until(pilot, lambda: dialog.list.selected == "print")


async def test_before_round_1_there_is_nothing_of_a_round_to_print(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=0).folder, "entries")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("F")
        await until(pilot, lambda: "for the hall" in text_of(app))
        assert "pairings and slips of" not in text_of(app)
        dialog = app.screen
        assert isinstance(dialog, Telling)
        await pilot.press("t")
        first = dialog.list.selected
        await pilot.press("t")
        await until(pilot, lambda: dialog.list.selected not in (None, first))
        assert str(first).startswith("t")
        assert str(dialog.list.selected).startswith("t")


def has_found(app: TopboardApp, dialog: Telling, word: str, name: str) -> bool:
    return dialog.list.selected == name and f"typed: {word}" in text_of(app)


async def test_what_is_typed_finds_the_export_of_that_name(tmp_path: Path) -> None:
    store = cup(tmp_path, 8)
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("F")
        await until(pilot, lambda: "for the hall" in text_of(app))
        dialog = app.screen
        assert isinstance(dialog, Telling)
        for word, name in (("bracket", "bracket"), ("spreadsheet", "csv"), ("tents", "tents")):
            await pilot.press("home", *word)
            await until(pilot, partial(has_found, app, dialog, word, name))
        await pilot.press("x")  # no line has tentsx
        await until(pilot, lambda: dialog.list.selected == "tents" and dialog.typed == "tents")
        await pilot.press("q")
        await until(pilot, lambda: app.screen is not dialog)


def test_a_stop_half_way_leaves_nothing(event: Event, tmp_path) -> None:
    def stop(done: int, all: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        hand_out(ExportOrder(event, PLAIN, progress=stop), ALL, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_what_is_written_says_how_it_is_printed() -> None:
    into = Path("/export")
    assert handed_out(["round-03-slips.pdf"], into) == "round-03-slips.pdf in /export"
    pages = ["index.html", "round-03-names.html"]
    both = [*pages, "round-03-names.pdf"]
    named = "index.html, round-03-names.html and round-03-names.pdf in /export"
    assert handed_out(both, into) == f"{named}; print those that end in .pdf"
    more = [*both, "entries.csv"]
    assert handed_out(more, into) == "4 files in /export; print those that end in .pdf"
    pages += ["round-03-boards.html", "round-03-slips.html"]
    assert handed_out(pages, into) == "4 files in /export; open index.html in a browser to print"
    final = ["round-05-standings.pdf", "round-05-crosstable.pdf"]
    assert handed_out(final, into) == " and ".join(final) + " in /export"
    assert handed_out([], into) == "nothing was written"
    tables = ["entries.csv", "standings.csv"]
    assert handed_out(tables, into) == "entries.csv and standings.csv in /export"


def test_before_round_1_everything_is_what_the_entries_give(event: Event, tmp_path) -> None:
    order = ExportOrder(replace(event, rounds=()), PLAIN)
    assert hand_out(order, ALL, tmp_path)[1] == ""
    assert "entries.csv" in {path.name for path in tmp_path.iterdir()}
    with pytest.raises(Refused, match="no round is published"):
        hand_out(order, "slips", tmp_path)


@pytest.mark.parametrize("width", [120, 160])
async def test_no_line_of_the_exports_is_cut_where_the_terminal_has_room(
    tmp_path: Path, width: int
) -> None:
    store = juniors(tmp_path / "event", 3)
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(width, 40)) as pilot:
        await pilot.press("F")
        await until(pilot, lambda: "for the hall, of round 3" in text_of(app))
        await until(pilot, lambda: "html, slips, text, csv, trf " in text_of(app))


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        (0, "round 1 is proposed, not published: pairings and slips of round 1 come after P in "
            "Pairings publishes it"),
        (2, "round 3 is proposed, not published (P in Pairings publishes it): this is round 2"),
    ],
)  # fmt: skip
async def test_an_export_says_which_round_is_not_in_it(
    tmp_path: Path, rounds: int, said: str
) -> None:
    """With round 3 on the screen the pairings of round 2 went on the wall."""
    store = juniors(tmp_path / "kent", rounds=rounds)
    propose(store)
    app = TopboardApp(store.folder, "pairings")

    def shown() -> str:
        return " ".join(text_of(app).replace("│", " ").split())

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("F")
        await until(pilot, lambda: isinstance(app.screen, Telling) and said in shown())
        await pilot.press(*"csv", "enter")
        await until(pilot, (tmp_path / "kent-export" / "entries.csv").exists)
        await until(pilot, lambda: not isinstance(app.screen, Telling) and said in shown())
