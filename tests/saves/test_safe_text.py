"""Foreign text cannot reach a terminal, hide characters or reverse a line."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from saves.safe_text import REPLACEMENT, clean, safe, shortened

BIDI = "\u061c\u200e\u200f" + "".join(map(chr, [*range(0x202A, 0x202F), *range(0x2066, 0x206A)]))


def leaks(text: str) -> list[str]:
    """Characters of `text` that must never reach a screen."""
    bad = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
    return [
        c
        for c in text
        if unicodedata.category(c) in bad
        or c in BIDI
        or (unicodedata.category(c) == "Cf" and c not in "\u200c\u200d")
        or (unicodedata.category(c) == "Zs" and c != " ")
    ]


@pytest.mark.parametrize("step", [97, pytest.param(1, marks=pytest.mark.slow)])
def test_no_code_point_gets_through_that_a_screen_could_trip_over(step: int) -> None:
    control = 0
    for code in [*range(0x300), *range(0x300, sys.maxunicode + 1, step)]:
        text = f"Eva {chr(code)}b"
        shown = safe(text)
        assert leaks(shown) == [], hex(code)
        assert safe(shown) == shown
        control += bool(leaks(text))
    # without safe() the same texts do leak
    assert control > 1000 / step


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Müller", "Müller"),
        ("Mu\u0308ller", "Müller"),
        ("\x1b]52;c;ZXZpbA==\x07Eve", "\ufffd]52;c;ZXZpbA==\ufffdEve"),
        ("a\u202eb", "a\ufffdb"),
        ("a\u00a0b\u3000c", "a b c"),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"),
        ("[red]Eve[/]", "[red]Eve[/]"),
        ("\uff1dSUM", "\uff1dSUM"),
        ("line\nbreak", "line\ufffdbreak"),
        ("李小龙", "李小龙"),
        ("", ""),
    ],
)
def test_a_name_is_shown(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_a_tower_of_marks_is_cut_to_four() -> None:
    assert safe("x" + "\u0336" * 50) == "x" + "\u0336" * 4
    assert safe("x" + "\u200d\u0336" * 50) == "x" + "\u200d\u0336" * 2


def test_long_text_is_cut_in_no_time() -> None:
    assert len(safe("e\u0301" * 1_000_000)) == 80
    assert len(safe("A" * 10_000)) == 80


def test_what_was_changed_on_the_way_in_is_said() -> None:
    name, warnings = clean("  Eve\x1b[2J ", "name on line 8")
    assert name == f"Eve{REPLACEMENT}[2J"
    assert warnings == ["name on line 8 has control character U+001B; replaced, check it"]
    _, warnings = clean("a\u202eb", "name in row 5")
    assert warnings == ["name in row 5 has hidden character U+202E; replaced, check it"]
    name, warnings = clean("A" * 10_000, "name in row 2")
    assert len(name) == 80
    assert "limit 80" in warnings[0]


def test_an_ordinary_name_comes_in_as_it_is_without_a_word() -> None:
    assert clean(" Nguyễn  Thị Ánh ", "name") == ("Nguyễn Thị Ánh", [])


def test_what_is_cut_for_show_says_so_and_what_is_not_is_left_alone() -> None:
    assert shortened("Ashgrove, Liam", 14) == "Ashgrove, Liam"
    assert shortened("Ashgrove, Liam J", 14) == "Ashgrove, Lia…"
    assert shortened("Ashgrove, Liam", 11) == "Ashgrove,…"
    assert shortened("Ash\x1bgrove", 80) == safe("Ash\x1bgrove")
