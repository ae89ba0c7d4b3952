"""What the public reads, in the hall's language: no word outside, none untranslated."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from html import unescape
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

import saves.languages
from engine.actions import (
    Adjust,
    ChangeSettings,
    ChooseOpponent,
    CreateEvent,
    SetBye,
    Undo,
    Withdraw,
)
from engine.event import Event, Match
from engine.event_data import moment
from engine.history import cards
from engine.match_results import TeamResult
from engine.phrases import dated, figure, listed, phrase, phrases
from engine.points import NIL, ONE
from engine.protocol import Format, PlayedByTeams, bracket_of, part_of
from engine.refusal import Refused
from engine.results import Outcome
from engine.trial.chance import Chance
from engine.trial.play import Odds, play_out
from formats.registry import FORMATS, format_named
from saves.card_sheets import result_word
from saves.cross_sheets import cross_table
from saves.entries_csv import read_entries
from saves.languages import language
from saves.pages import (
    board_cards_page,
    name_cards_page,
    page_environment,
    round_pages,
    whole_page,
    with_head,
)
from saves.projectors import Wish
from saves.round_clock import RoundClock
from saves.site.pages import site_pages
from saves.site.tables import letter
from saves.store import create_event, open_event
from saves.text_tables import round_text
from tests.playing import begun, play
from tests.saves.catalogues import TRANSLATED, catalogue, gathered, texts
from tui.demo import DATA, DEMOS
from tui.projector.show import ROUND_OF_PAGES, Show
from tui.projector.watching import Seen

CODES = (
    {"h", "min"}
    | {"A4", "MPvGP", "EDE", "EMGSB"}
    | {"DE", "BH", "SB", "WIN", "C", "KS", "APRO", "VP", "LS", "DKO", "SKO", "LM", "IMP", "IMPs"}
    | {"w", "b", "R", "FM", "IM", "GM", "CM", "WFM", "WIM", "WGM", "WCM"}
)
"""Abbreviations of rules and results that stand the same in every language."""


SHOWN = re.compile(r"[a-z0-9-]+\.html|players/[1-5]\.html")
"""Pages of the site: all that are not about single players, and some of these."""


def test_the_catalogues_have_every_public_word_and_no_other() -> None:
    """`python -m tests.saves.catalogues` brings them up to date."""
    public = {(message.context, message.id) for message in gathered() if message.id}
    for code in TRANSLATED:
        read = catalogue(code)
        assert {(each.context, each.id) for each in read if each.id} == public, code


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_public_word_is_translated_with_its_values(code: str) -> None:
    for message in catalogue(code):
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        asked = {name for text in texts(message.id) for name in _values(text)}
        for said in texts(message.string):
            assert said.strip(), f"{code}: {message.id} is not translated"
            assert asked - {"count"} <= _values(said) <= asked, f"{code}: {said}"


def _values(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.fixture
def _bracketed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In place of German a language in which every word of the catalogue stands in brackets."""
    made = Catalog(locale="de", fuzzy=False)
    for message in gathered():
        if message.id:
            made.add(message.id, _in_brackets(message.id), context=message.context)
    with (tmp_path / "de.po").open("wb") as file:
        write_po(file, made)
    monkeypatch.setattr(saves.languages, "CATALOGUES", tmp_path)
    for held in (language, page_environment):
        held.cache_clear()
    yield
    for held in (language, page_environment):
        held.cache_clear()


def _in_brackets(text: Any) -> Any:
    """The words in brackets, values between them: so an English value is outside too."""
    if not isinstance(text, str):
        return tuple(map(_in_brackets, text))
    parts = [(words, name) for words, name, _, _ in Formatter().parse(text)]
    return "".join(
        f"{words and f'⟦{words}⟧'}{f'{{{name}}}' if name else ''}" for words, name in parts
    )


def test_the_language_is_set_taken_back_and_kept(tmp_path: Path) -> None:
    store = create_event(tmp_path / "event", CreateEvent("Open", "dutch", {"rounds": 5}))
    assert "language" not in (store.folder / "event.toml").read_text()
    for code in ("fr", "en", "de"):
        store.do(ChangeSettings({"language": code}))
        assert open_event(store.folder, read_only=True).event.settings.language == code
    store.do(Undo(store.event.revision))
    assert store.event.settings.language == "en"
    with pytest.raises(Refused, match="one of en, de, fr, es"):
        store.do(ChangeSettings({"language": "it"}))


def test_a_phrase_is_english_to_whoever_asks_no_further() -> None:
    said = phrase("Standings after {round}", round=phrase("round {number}", number="3"))
    assert said == "Standings after round 3"
    assert language("en").say(said) == said
    assert language("de").say(said) == "Rangliste nach Runde 3"
    assert language("fr").say(said) == "Classement après la ronde 3"
    assert language("es").say(phrase("round {number}", number=3).capitalize()) == "Ronda 3"


def test_a_row_of_nothing_is_empty_in_every_language() -> None:
    """Slips without a stage had the separator alone below the board."""
    assert [language(code).say(listed(" · ", ("", ""))) for code in ("en", "de")] == ["", ""]


def test_numbers_have_their_plural_and_their_comma() -> None:
    games = [phrases("{count} game", "{count} games", count=n) for n in (0, 1, 2)]
    assert [language("de").say(one) for one in games] == ["0 Partien", "1 Partie", "2 Partien"]
    assert [language("fr").say(one) for one in games] == ["0 partie", "1 partie", "2 parties"]
    rows = listed(" · ", (figure("89.25"), "", figure("2½"), "2.1"))
    assert language("de").say(rows) == "89,25 · 2½ · 2.1"
    assert language("en").say(rows) == "89.25 · 2½ · 2.1"


def test_dates_are_written_as_in_the_hall() -> None:
    day = date(2026, 11, 22)
    assert language("en").day(day) == "22 November 2026"
    assert language("de").day(day) == "22. November 2026"
    assert language("es").day(day) == "22 de noviembre de 2026"
    said = {
        "en": ("5–7 December 2026", "30 November 2026 – 1 December 2026"),
        "de": ("5.–7. Dezember 2026", "30. November 2026 – 1. Dezember 2026"),
        "fr": ("5–7 décembre 2026", "30 novembre 2026 – 1er décembre 2026"),
    }
    for code, (near, far) in said.items():
        assert language(code).say(dated("2026-12-05", "2026-12-07")) == near
        assert language(code).say(dated("2026-11-30", "2026-12-01")) == far
    assert language("de").say(moment("2026-12-05 19:30")) == "5. Dezember 2026 19:30"
    assert language("de").say(dated("by letter")) == "by letter"
    assert str(moment("2026-12-05 19:30")) == "2026-12-05 19:30", "the desk's are as typed"


@pytest.mark.usefixtures("_bracketed")
def test_no_word_on_paper_is_outside_the_catalogues() -> None:
    """Of all formats at once: the templates are compiled for that language once."""
    for name in (name for name, at in FORMATS.items() if at.startswith("formats.")):
        _all_in_brackets(name)


def _all_in_brackets(name: str) -> None:
    for state, (event, format) in enumerate(_events(name)):
        pages = [name_cards_page(event, format), board_cards_page(event, format)]
        pages += [whole_page(event, format), *round_pages(event, format).values()]
        pages += [t for f, t in site_pages(event, format, "0" * 16).items() if SHOWN.fullmatch(f)]
        shown = [_text(with_head(page, event, "012345678901")) for page in pages]
        wall = _on_the_wall(event, format) if state else ()
        for text in (*shown, round_text(event, format), *wall):
            outside = _outside(text, _own_words(event))
            assert not outside, f"{name}: {sorted(outside)}"


def _on_the_wall(event: Event, format: Format) -> Iterator[str]:
    """All pages of the projector but the draw by choice, and what stands around them."""
    now = datetime(2026, 11, 22, 14, 5, tzinfo=UTC)
    clock = RoundClock(len(event.published) or 1, now - timedelta(minutes=5), 90)
    for page in ROUND_OF_PAGES:
        show = Show()
        show.take(Seen(event, format, Wish(page), clock), now)
        lines = show.picture(200, 60, now)
        for at in range(1, show.count + 1):
            yield "\n".join(one.text for one in lines)
            show.turn(at)
            lines = show.picture(200, 60, now)


def _events(name: str) -> Iterator[tuple[Event, Format]]:
    """Before round 1, in play, and at the end."""
    format, demo = format_named(name), DEMOS[name]
    teams = part_of(format, PlayedByTeams) is not None
    content = (DATA / demo.entries).read_bytes()
    entrants = read_entries(content, demo.entries, teams=teams).entrants
    settings: dict[str, Any] = {"rounds": demo.rounds, **demo.settings, "language": "de"}
    memory = begun(format, entrants, **settings)
    yield memory.event, format
    play(memory, 1, _first_result(format))
    memory.do(Withdraw("3"))
    memory.do(Adjust("1", ONE, "late"))
    if not format.bye_refused(memory.event, memory.event.entrant("5"), NIL):
        memory.do(SetBye("5", 2, NIL))
    while (choice := format.next_step(memory.event).choice) is not None:
        memory.do(ChooseOpponent(choice.chooser, "opponent", choice.pool[0]))
    play(memory, 1, _first_result(format), last_open=True)
    yield memory.event, format
    if bracket_of(format, memory.event) is not None or name == "diagonal":
        yield play_out(memory.event, format, Odds(Chance(1), 300_000)).event, format


def _first_result(format: Format) -> Callable[[Event, Match], str]:
    return lambda event, match: format.result_form(match).example.split(";")[0]


def _own_words(event: Event) -> set[str]:
    """What the event itself says: names, clubs, sections, reasons that the arbiter typed."""
    said = [event.title, *(value for _, value in event.details), "late", "Test", "bam"]
    for e in event.entrants:
        said += [
            letter(e.name),
            e.name,
            e.club,
            e.school,
            e.federation,
            e.category,
            e.section,
            e.venue,
            *e.members,
            *(player.name for player in e.players),
        ]
    said += [m.section or "" for r in event.rounds for m in r.matches]
    return {word for text in said for word in re.findall(r"[^\W\d_]+", text)}


def _text(page: str) -> str:
    body = re.sub(r"(?s)<style>.*?</style>", "", page)
    return unescape(re.sub(r"<[^>]+>", " ", body))


def _outside(text: str, own: set[str]) -> set[str]:
    """Words that stand in no bracket and are nobody's name."""
    # whole, and where the wall cuts it, with what it stands in
    for pattern, instead in ((r"⟦[^⟦⟧]*⟧", " "), (r"⟦[^⟦⟧…]*…", "…")):
        while (without := re.sub(pattern, instead, text)) != text:
            text = without
    text = re.sub(r"[^\W\d_]+…", " ", text)
    words = {word for word in re.findall(r"[^\W\d_]+", text) if word.isalpha()}
    return {word for word in words if len(word) > 1} - own - CODES


@pytest.mark.parametrize(("code", "words"), [("fr", "après|depuis"), ("es", "tras|desde")])
def test_a_round_that_something_follows_has_its_article(code: str, words: str) -> None:
    """`après la ronde 5`, in the final standings as in those before."""
    spoken = language(code)
    several = [
        str(spoken.say(phrase(text, round=phrase("round {number}", number=5))))
        for text in ("Standings after {round}", "Standings after {round} (final)",
                     "standings after {round} (final)", "Not in strict mode since {round}")
    ]  # fmt: skip
    assert all(re.search(rf"({words}) la ron", text) for text in several)
    assert several[2][0].islower(), "it stands within a line"


def test_a_match_of_teams_that_is_level_is_not_drawn_like_a_game() -> None:
    """`unentschieden 2-2`, not `remis 2-2`."""
    event, _ = list(_events("team_swiss"))[-1]
    line = next(x for card in cards(event).values() for x in card.lines if x.opponent)
    level = replace(line, result=TeamResult(ONE, ONE, 2), outcome=Outcome.DRAW)
    said = [language(code).say(result_word(level)) for code in ("en", "de", "es")]
    assert said == ["drawn 1-1", "unentschieden 1-1", "empate 1-1"]


def test_french_has_a_blank_before_its_colons() -> None:
    said = listed(": ", (phrase("Quarters"), "A"))
    assert language("fr").say(said) == "Quarts\N{NO-BREAK SPACE}: A"
    assert language("de").say(said) == "Viertel: A"
    french = [text for each in catalogue("fr") if each.id for text in texts(each.string)]
    assert not [text for text in french if re.search(r"\w[:;?!]", text)]


def test_a_bye_without_points_is_no_more_than_a_bye_in_a_cross_table() -> None:
    """`bye0` in a cup, where nobody has points for it."""
    event, format = list(_events("knockout"))[1]
    rows = cross_table(event, format, 1).rows
    shown = {cell for cells in rows for cell in cells if isinstance(cell, str)}
    assert "bye" in shown
    assert not [cell for cell in shown if cell.startswith("bye") and cell != "bye"]
