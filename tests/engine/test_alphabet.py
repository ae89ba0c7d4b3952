"""Letters stand with their base letters: in lists, in draws and wherever a name is looked for."""

from __future__ import annotations

import sys
import unicodedata
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.alphabet import fold, holds
from engine.entrants import Entrant
from engine.event import Event
from formats.common import seniority
from formats.ecf.settings import grade_order as ecf_order
from formats.kjca.settings import grade_order as kjca_order
from formats.registry import format_named
from saves.folders import slug
from tui.commands.opening import entrant_id
from tui.projector.letters import large
from tui.screens.entries_lines import found_by

NO_CHARACTERS = ("Cn", "Co", "Cs")
"""Code points without a letter: free ones, private ones, surrogates."""


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Müller", "muller"),
        ("MU\u0308LLER", "muller"),
        ("Łukasz", "lukasz"),
        ("Sørensen", "sorensen"),
        ("Đorđević", "dordevic"),
        ("Æsir", "aesir"),
        ("Œuvrard", "oeuvrard"),
        ("Þórður", "thordur"),
        ("Straße", "strasse"),
        ("GROẞMANN", "grossmann"),
        ("Ħamrun", "hamrun"),
        ("Iş\u0131k", "isik"),
        ("İnce", "ince"),
        ("Nguyễn Thị Ánh", "nguyen thi anh"),
        ("Љубомир", "љубомир"),
    ],
)
def test_a_name_is_found_by_its_base_letters(name: str, typed: str) -> None:
    assert fold(name) == fold(typed) == typed


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Иванов, Сергей", "ivanov"),
        ("Иванов, Сергей", "sergey"),
        ("Иванов, Сергей", "sergei"),
        ("Ivanov, Sergej", "сергей"),
        ("Щербакова, Юлия", "shcherbakova, yulia"),
        ("Харитонов", "kharitonov"),
        ("Харитонов", "haritonov"),
        ("Дмитрий Жуков", "dmitry zhukov"),
        ("Александр", "alexandr"),
        ("Ђорђевић", "djordjevic"),
        ("Παπαδόπουλος", "papadopoulos"),
        ("Ξενάκης", "xenakis"),
    ],
)
def test_a_name_in_greek_or_cyrillic_letters_is_found_by_latin_ones(name: str, typed: str) -> None:
    assert holds(fold(name), fold(typed))


def test_names_in_latin_letters_are_found_by_their_own_letters_only() -> None:
    assert not holds(fold("Meyer"), fold("Meier"))
    assert not holds(fold("Ivanov"), fold("ь"))


def test_different_names_stay_apart() -> None:
    assert fold("Łukasz") != fold("Lucas")


def test_every_latin_letter_with_a_stroke_has_its_base_letter() -> None:
    stroked = [
        c
        for c in map(chr, range(sys.maxunicode + 1))
        if unicodedata.name(c, "").startswith(("LATIN SMALL LETTER", "LATIN CAPITAL LETTER"))
        and unicodedata.name(c).endswith("WITH STROKE")
    ]
    assert len(stroked) > 30
    for letter in stroked:
        base = unicodedata.name(letter).split(" LETTER ")[1].removesuffix(" WITH STROKE")
        if len(base) == 1:
            assert fold(letter) == base.lower(), letter


def test_every_letter_that_there_is_folds_and_folds_once() -> None:
    """What folding leaves as it is needs no second look."""
    letters = [c for c in map(chr, range(sys.maxunicode + 1)) if category(c) not in NO_CHARACTERS]
    changed = [(c, folded) for c in letters if (folded := fold(c)) != c]
    assert len(changed) > 5_000
    assert [c for c, folded in changed if fold(folded) != folded] == []


@given(st.text(max_size=30))
def test_folding_twice_folds_no_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


LIST = ("Lipa, Jan", "Łuk, Ewa", "Lunt, Ada", "Ober, Max", "Øst, Per", "Ott, Ute", "Zorn, Al")
"""In the order that a person expects."""


def entrants(rating: int | None) -> list[Entrant]:
    return [Entrant(str(no), name, rating) for no, name in enumerate(reversed(LIST), start=1)]


@pytest.mark.parametrize("rating", [None, 1500])
def test_draws_and_lists_order_names_alike(rating: int | None) -> None:
    people = entrants(rating)
    for ordered in (kjca_order(people), ecf_order(people), sorted(people, key=seniority)):
        assert tuple(e.name for e in ordered) == LIST


def test_a_card_is_found_by_its_base_letters_in_console_and_command_line() -> None:
    format = format_named("kjca")
    event = Event("Day", "kjca", format.settings({}), entrants=tuple(entrants(None)))
    ewa = next(e for e in event.entrants if e.name == "Łuk, Ewa")
    assert entrant_id(event, "luk, ewa") == ewa.id
    assert fold("luk") in found_by(ewa)


def test_a_folder_and_large_letters_keep_the_letter() -> None:
    assert slug("Łódź Øpen") == "lodz-open"
    assert len(large("Łódź", 200, 5)[0]) == len(large("Lodz", 200, 5)[0]) > 0


@pytest.mark.parametrize("name", ["Müller, Jörg", "Mueller, Joerg", "Muller, Jorg"])
@pytest.mark.parametrize("typed", ["Müller", "Mueller", "Muller", "mull", "joerg", "JÖRG"])
def test_a_written_out_name_is_found_in_every_spelling(name: str, typed: str) -> None:
    assert holds(fold(name), fold(typed))
    assert not holds(fold("Jones, Sam"), "joe")
